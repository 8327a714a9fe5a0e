package web

import (
	"cmp"
	"context"
	"encoding"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/netip"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
)

// refusal is an answer other than success: a status, a code for programs and a
// sentence for people.
type refusal struct {
	status int
	code   string
	text   string
	said   text.Words // the same in every language; nil: there is English alone
}

// Error implements error.
func (r *refusal) Error() string { return r.text }

// chinese has every refusal in Chinese.
const chinese text.Section = "web"

// refusing is a refusal whose sentence is a format and what it names; [chinese] has the
// Chinese of those that people can meet.
func refusing(status int, code, format string, args ...any) *refusal {
	said := chinese.Of(format, args...)
	return &refusal{status, code, said.In(text.English), said}
}

func notFound(format string, args ...any) *refusal {
	return refusing(http.StatusNotFound, "not-found", format, args...)
}

func badValue(format string, args ...any) *refusal {
	return refusing(http.StatusBadRequest, "bad-value", format, args...)
}

// answering makes a handler of what returns an answer or why there is none.
func (s *Server) answering(f func(r *http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		answer, err := f(r)
		if err != nil {
			s.refuse(w, r, err)
			return
		}
		s.reply(w, r, http.StatusOK, answer)
	}
}

// reading is answering for requests whose body is a JSON object, like the example.
func reading[T any](s *Server, example string, f func(w http.ResponseWriter, r *http.Request, body T) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.answering(func(r *http.Request) (any, error) {
			var body T
			if err := read(r, &body, example); err != nil {
				return nil, err
			}
			return f(w, r, body)
		})(w, r)
	}
}

// refuse answers with err. What is not a refusal is our own failure: it is
// logged, and the asker learns no more than that. Nobody hears the answer to an asker
// who has hung up, and nothing has failed.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	var f *refusal
	switch {
	case errors.As(err, &f):
	case r.Context().Err() != nil && errors.Is(err, context.Canceled):
		f = refusing(http.StatusServiceUnavailable, "gone", "You hung up before the answer.")
	default:
		s.Log.Error("a request failed", "method", r.Method, "path", text.Clip(r.URL.Path), "error", err)
		f = refusing(http.StatusInternalServerError, "internal", "The machine could not do this. Its log says why.")
	}
	said := f.text
	if f.said != nil && r.Header.Get("Accept-Language") != "" {
		w.Header().Add("Vary", "Accept-Language")
		said = f.said.In(languageOf(r))
	}
	s.reply(w, r, f.status, map[string]string{"error": said, "code": f.code})
}

// reply answers with v as JSON.
func (s *Server) reply(w http.ResponseWriter, r *http.Request, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		s.Log.Error("an answer could not be encoded", "path", text.Clip(r.URL.Path), "error", err)
		http.Error(w, `{"error":"The machine could not encode its answer.","code":"internal"}`, http.StatusInternalServerError)
		return
	}
	sendJSON(w, status, body)
}

// sendJSON answers with JSON, and ends it with a line feed.
func sendJSON(w http.ResponseWriter, status int, body []byte) {
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	// A reader that has gone away is no failure of ours.
	_, _ = w.Write(slices.Concat(body, []byte("\n")))
}

// read decodes the request's body, one JSON object with no unknown members,
// into v, or says where it is wrong. The example shows what would be right.
func read(r *http.Request, v any, example string) error {
	body, err := io.ReadAll(r.Body)
	if tooLong, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return refusing(http.StatusRequestEntityTooLarge, "too-long", "The body is longer than %d bytes, the limit for requests.", tooLong.Limit)
	} else if err != nil {
		return refusing(http.StatusBadRequest, "bad-json", "The body could not be read to its end.")
	}
	badJSON := func(format string, args ...any) error {
		return refusing(http.StatusBadRequest, "bad-json", format, args...)
	}
	if len(strings.TrimSpace(string(body))) == 0 {
		return badJSON("The body is empty: send a JSON object, such as %s.", example)
	}
	dec := json.NewDecoder(strings.NewReader(string(body)))
	dec.DisallowUnknownFields()
	err = dec.Decode(v)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	var command *api.CommandError
	switch {
	case err == nil:
		if _, err := dec.Token(); err != io.EOF {
			return badJSON("There is more after the JSON object, at byte %d: send one object only.", dec.InputOffset())
		}
		return nil
	case errors.As(err, &command):
		return commandRefusal(command)
	case errors.As(err, &syntax):
		return badJSON("The body is not JSON: %s (at byte %d).", inJSON(strings.TrimPrefix(syntax.Error(), "json: ")), syntax.Offset)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return badJSON("The body is not JSON: it ends early, at byte %d.", len(body))
	case errors.As(err, &kind) && kind.Field == "":
		return badJSON("The body is a JSON %s: send an object, such as %s.", inJSON(kind.Value), example)
	case errors.As(err, &kind):
		is, _, _ := strings.Cut(kind.Value, " ") // "number 5.5"
		return badValue("%q is a JSON %s at byte %d, but must be %s.", kind.Field, inJSON(is), kind.Offset, wanted(kind.Type))
	}
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return badValue("The member %s is unknown: send an object such as %s.", text.Clip(name), example)
	}
	return badJSON("The body cannot be understood: %s.", text.Each{text.Clip(err.Error()), text.Clip(text.Because(err).In(text.Chinese))})
}

// wanted says what JSON a type is read from.
func wanted(t reflect.Type) text.Words {
	if reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		return chinese.Of("a string")
	}
	switch k := t.Kind(); {
	case k == reflect.Pointer:
		return wanted(t.Elem())
	case k == reflect.String:
		return chinese.Of("a string")
	case k == reflect.Bool:
		return chinese.Of("true or false")
	case k >= reflect.Int && k <= reflect.Uint64:
		return chinese.Of("a whole number")
	case k == reflect.Float64:
		return chinese.Of("a number")
	case k == reflect.Slice:
		return chinese.Of("an array")
	}
	return chinese.Of("an object")
}

// strange is how encoding/json begins to complain of a character.
var strange = regexp.MustCompile(`^invalid character ('.+?') `)

// inJSON words what encoding/json says.
func inJSON(said string) text.Words {
	zh := map[string]string{"string": "字符串", "number": "数", "bool": "布尔值", "array": "数组", "object": "对象", "int": "整数", "unexpected end of JSON input": "内容不完整"}[said]
	if m := strange.FindStringSubmatch(said); m != nil {
		zh = "无效字符 " + m[1]
	}
	return text.Each{said, cmp.Or(zh, said)}
}

// isAddress reports whether host is an IP address, in brackets or not.
func isAddress(host string) bool {
	_, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil
}
