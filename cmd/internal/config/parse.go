package config

import (
	"bytes"
	"cmp"
	"encoding"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"stonehand/cmd/internal/regular"
	"stonehand/cmd/internal/text"
)

// chinese has every problem in Chinese.
const chinese text.Section = "config"

// MaxBytes is the largest file that Load reads. The annotated example is about
// 3 KB.
const MaxBytes = 1 << 20

// maxUnknown is how many unknown keys are told one by one: past it the file is
// some other program's.
const maxUnknown = 20

// Problem is one thing that is wrong with a file.
type Problem struct {
	File string     // as the caller named it
	Line int        // from 1; 0 when no line is to blame
	Key  string     // "game.level"; empty when no key is to blame
	Text string     // a sentence in English: what is wrong, what would be right
	said text.Words // the same
}

// problem is a problem whose sentence is a format and what it names.
func problem(file string, line int, key, format string, args ...any) Problem {
	said := chinese.Of(format, args...)
	return Problem{File: file, Line: line, Key: key, Text: said.In(text.English), said: said}
}

// Error writes the problem as "file:line: sentence".
func (p Problem) Error() string {
	if p.Line == 0 {
		return fmt.Sprintf("%s: %s", p.File, p.Text)
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Text)
}

// In says the problem in a language, with the line of the file.
func (p Problem) In(l text.Language) string {
	switch {
	case l != text.Chinese || p.said == nil:
		return p.Error()
	case p.Line == 0:
		return fmt.Sprintf("%s：%s", p.File, p.said.In(l))
	}
	return fmt.Sprintf("%s第%d行：%s", p.File, p.Line, p.said.In(l))
}

// Problems is everything that is wrong with a file, in the order of its lines.
type Problems []Problem

// Error writes one problem a line.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the single problems.
func (ps Problems) Unwrap() []error {
	errs := make([]error, len(ps))
	for i, p := range ps {
		errs[i] = p
	}
	return errs
}

// Load reads the file at path, which must be a regular one of at most [MaxBytes]. A
// file that is wrong gives [Problems].
func Load(path string) (Config, error) {
	data, err := regular.Read(path, MaxBytes)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return Config{}, chinese.Of("the settings cannot be read: %w; they may hold a password, so ask as root or as the service's user (sudo -u stonehand)", err)
	case err != nil:
		return Config{}, chinese.Of("the settings cannot be read: %w", err)
	}
	return Parse(path, data)
}

// Parse reads a file's contents; name is what problems call it. What the file
// does not mention has its value from [Default].
func Parse(name string, data []byte) (Config, error) {
	c := Default()
	if len(data) > MaxBytes {
		return Config{}, Problems{problem(name, 0, "", "the file is %d bytes long, and %d are the most", len(data), MaxBytes)}
	}
	// Editors on Windows begin UTF-8 files with a byte order mark.
	data = bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))
	at := places(data)
	if ps := twice(name, at); len(ps) > 0 {
		return Config{}, ps
	}
	data, spare, warnings := modernize(name, data, at)
	at = places(data) // which that moves
	err := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields().Decode(&c)
	var strict *toml.StrictMissingError
	switch {
	case errors.As(err, &strict):
		if ps := unknown(name, strict, spare); len(ps) > 0 {
			return Config{}, ps
		}
	case err != nil:
		if ps := mistyped(name, at); len(ps) > 0 {
			return Config{}, ps
		}
		return Config{}, Problems{unreadable(name, data, at, err)}
	}
	// The decoder takes a bare number for a time.
	if ps := mistyped(name, at); len(ps) > 0 {
		return Config{}, ps
	}
	if ps := c.check(name, at); len(ps) > 0 {
		return Config{}, ps
	}
	c.Warnings = warnings
	return c, nil
}

// unknown says which keys nothing is known of, but for the spare ones.
func unknown(name string, strict *toml.StrictMissingError, spare []string) Problems {
	var ps Problems
	for i := range strict.Errors {
		if i == maxUnknown {
			ps = append(ps, problem(name, 0, "", "%d more unknown keys; is this a file for Stonehand?", len(strict.Errors)-i))
			break
		}
		e := &strict.Errors[i]
		line, _ := e.Position()
		key := strings.Join(e.Key(), ".")
		if slices.Contains(spare, folded(key)) {
			continue
		}
		what := chinese.Of("key")
		if strings.Contains(e.Error(), "table") {
			what = chinese.Of("section")
		}
		p := problem(name, line, key, "unknown %s %q", what, text.Clip(key))
		if guess := nearest(folded(key)); guess != "" {
			p = problem(name, line, key, "unknown %s %q; did you mean %q?", what, text.Clip(key), guess)
		}
		ps = append(ps, p)
	}
	return ps
}

// twice says which keys and sections a file has more than once; the decoder takes those that differ
// in capital letters.
func twice(name string, at map[string]place) Problems {
	var ps Problems
	for key, p := range at {
		switch {
		case p.again == 0:
		case p.kind == unstable.Table:
			ps = append(ps, problem(name, p.again, key, "the file has the section [%s] twice; write all of its keys into one of them", key))
		default:
			ps = append(ps, problem(name, p.again, key, "%s is set in line %d already; keep one of them", key, p.line))
		}
	}
	slices.SortFunc(ps, func(a, b Problem) int { return cmp.Or(cmp.Compare(a.Line, b.Line), strings.Compare(a.Key, b.Key)) })
	return ps
}

// mistyped says which keys are set to a value of the wrong kind.
func mistyped(name string, at map[string]place) Problems {
	var ps Problems
	types := known()
	for key, p := range at {
		if t, ok := types[general(key)]; ok && !slices.Contains(kinds(t), p.kind) {
			ps = append(ps, problem(name, p.line, key, "%s must be %s", key, wanted(t)))
		}
	}
	slices.SortFunc(ps, func(a, b Problem) int { return cmp.Or(cmp.Compare(a.Line, b.Line), strings.Compare(a.Key, b.Key)) })
	return ps
}

// unreadable turns the decoder's first complaint into a sentence.
func unreadable(name string, data []byte, at map[string]place, err error) Problem {
	said := strings.TrimPrefix(err.Error(), "toml: ")
	de, ok := errors.AsType[*toml.DecodeError](err)
	if !ok {
		return problem(name, 0, "", "%s", said)
	}
	line, column := de.Position()
	if i := notUTF8(data); i >= 0 {
		return problem(name, lineOf(data, i), "", "this is not UTF-8; save the file in that encoding")
	}
	key := cmp.Or(folded(strings.Join(de.Key(), ".")), keyAt(at, line))
	said = named(strings.TrimPrefix(de.Error(), "toml: "), data, line, column)
	if t, ok := known()[general(key)]; ok && (t.Kind() == reflect.Slice || t.Kind() == reflect.Uint64) {
		return problem(name, line, key, "%s must be %s", key, wanted(t))
	} else if ok && worded(t) {
		// The decoder keeps no more of what the type itself says than the English.
		var is struct{ V string }
		v := at[key].value
		if toml.Unmarshal(slices.Concat([]byte("V = "), data[v.from:v.to]), &is) == nil {
			if why := reflect.New(t).Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(is.V)); why != nil {
				return problem(name, line, key, "%s: %v", key, why)
			}
		}
	}
	if key != "" {
		return problem(name, line, key, "%s: %v", key, said)
	}
	return problem(name, line, key, "%s", said)
}

// notUTF8 returns where data stops being UTF-8; -1 for nowhere.
func notUTF8(data []byte) int {
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n <= 1 {
			return i
		}
		i += n
	}
	return -1
}

// firstByte is how the decoder names a character beyond ASCII, by its first byte alone.
var firstByte = regexp.MustCompile(`U\+00([89A-F][0-9A-F]) '.'`)

// named names the character that a complaint is about, at or behind a place that is
// counted from 1.
func named(said string, data []byte, line, column int) string {
	at := firstByte.FindStringSubmatchIndex(said)
	lines := bytes.Split(data, []byte("\n"))
	if at == nil || line < 1 || line > len(lines) {
		return said
	}
	text := lines[line-1]
	first, _ := strconv.ParseUint(said[at[2]:at[3]], 16, 8)
	for _, r := range string(text[min(max(column-1, 0), len(text)):]) {
		if r >= utf8.RuneSelf && string(r)[0] == byte(first) {
			return said[:at[0]] + fmt.Sprintf("%U '%c'", r, r) + said[at[1]:]
		}
	}
	return said
}

// kinds returns the kinds of TOML values that a field of type t can be set to.
func kinds(t reflect.Type) []unstable.Kind {
	switch {
	case worded(t):
		return []unstable.Kind{unstable.String}
	case t.Kind() == reflect.Slice:
		return []unstable.Kind{unstable.Array}
	case t.Kind() == reflect.Struct, t.Kind() == reflect.Map:
		return []unstable.Kind{unstable.Table, unstable.InlineTable}
	case t.Kind() == reflect.Bool:
		return []unstable.Kind{unstable.Bool}
	case t.Kind() == reflect.String:
		return []unstable.Kind{unstable.String}
	case t.Kind() == reflect.Float64:
		return []unstable.Kind{unstable.Float, unstable.Integer}
	}
	return []unstable.Kind{unstable.Integer}
}

// wanted names in words what a field of type t is set to.
func wanted(t reflect.Type) text.Words {
	plain := func(format string) text.Words { return chinese.Of(format) }
	switch {
	case t == reflect.TypeFor[Duration]():
		return plain(`a time in quotes, like "700ms" or "5s"`)
	case t == reflect.TypeFor[Clock]():
		return plain(`a clock in quotes, like "10m+5s" or "none"`)
	case worded(t):
		return plain("a text in quotes")
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Int:
		return plain("a list of whole numbers, like [0, 1]")
	case t.Kind() == reflect.Slice:
		return plain(`a list of texts, like ["one", "two"]`)
	case t == reflect.TypeFor[Player]():
		return chinese.Of("a section of its own, like [%s]", "players.NAME")
	case t.Kind() == reflect.Struct:
		return chinese.Of("a section of its own, like [%s]", strings.ToLower(t.Name()))
	case t.Kind() == reflect.Bool:
		return plain("true or false")
	case t.Kind() == reflect.String:
		return plain("a text in quotes")
	case t.Kind() == reflect.Float64:
		return plain("a number")
	case t.Kind() == reflect.Uint64:
		return plain("a whole number that is not negative")
	}
	return plain("a whole number")
}

// worded reports whether a struct is written as one text and not as a section.
func worded(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// anyName stands for the names that people give to sections of a kind.
const anyName = "NAME"

// general writes a key with anyName in place of what people have named.
func general(key string) string {
	rest, ok := strings.CutPrefix(key, "players.")
	if !ok {
		return key
	}
	if _, last, more := strings.Cut(rest, "."); more {
		return "players." + anyName + "." + last
	}
	return "players." + anyName
}

// folded writes a key in small letters, but for what people have named: the decoder takes
// keys in letters of either kind.
func folded(key string) string {
	first, rest, more := strings.Cut(key, ".")
	first = strings.ToLower(first)
	switch {
	case !more:
		return first
	case first != "players":
		return first + "." + strings.ToLower(rest)
	}
	name, last, more := strings.Cut(rest, ".")
	if !more {
		return first + "." + name
	}
	return first + "." + name + "." + strings.ToLower(last)
}

// known returns every section and key with its type, "game" and "game.level".
func known() map[string]reflect.Type {
	keys := map[string]reflect.Type{}
	walk(reflect.TypeFor[Config](), "", keys)
	return keys
}

func walk(t reflect.Type, prefix string, keys map[string]reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Tag.Get("toml") == "-" {
			continue
		}
		key := prefix + f.Tag.Get("toml")
		keys[key] = f.Type
		switch {
		case f.Type.Kind() == reflect.Map:
			keys[key+"."+anyName] = f.Type.Elem()
			walk(f.Type.Elem(), key+"."+anyName+".", keys)
		case f.Type.Kind() == reflect.Struct && !worded(f.Type):
			walk(f.Type, key+".", keys)
		}
	}
}

// place is where a key is set and to what kind of value.
type place struct {
	line  int
	kind  unstable.Kind
	key   span // its last part
	value span // empty for a value that is not one word
	again int  // the line where it is set once more; 0 for none
}

// places finds every key of a document, [folded], up to where it stops being TOML.
func places(data []byte) map[string]place {
	at := map[string]place{}
	var p unstable.Parser
	p.Reset(data)
	section := ""
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			key, last := join(e.Key())
			section = key + "."
			set(at, key, place{line: lineOf(data, last.from), kind: e.Kind, key: last})
		case unstable.KeyValue:
			key, last := join(e.Key())
			line := lineOf(data, last.from)
			set(at, section+key, place{line: line, kind: e.Value().Kind, key: last, value: spanOf(e.Value().Raw)})
			braced(section+key+".", line, e.Value(), at)
		}
	}
	return at
}

// set notes where a key is, or that it is there again.
func set(at map[string]place, key string, p place) {
	key = folded(key)
	if first, there := at[key]; there {
		first.again = cmp.Or(first.again, p.line)
		p = first
	}
	at[key] = p
}

// join writes a key with dots and says where in the document its last part is.
func join(it unstable.Iterator) (key string, last span) {
	for it.Next() {
		if key != "" {
			key += "."
		}
		key += string(it.Node().Data)
		last = spanOf(it.Node().Raw)
	}
	return key, last
}

func lineOf(data []byte, offset int) int {
	return 1 + bytes.Count(data[:offset], []byte("\n"))
}

// braced adds the keys of a section written in braces; only one level of
// sections exists, so it looks no deeper.
func braced(prefix string, line int, v *unstable.Node, at map[string]place) {
	if v.Kind != unstable.InlineTable {
		return
	}
	for it := v.Children(); it.Next(); {
		if n := it.Node(); n.Kind == unstable.KeyValue {
			key, last := join(n.Key())
			set(at, prefix+key, place{line: line, kind: n.Value().Kind, key: last, value: spanOf(n.Value().Raw)})
		}
	}
}

// keyAt returns the key that is set on the given line, or "".
func keyAt(at map[string]place, line int) string {
	best := ""
	for key, p := range at {
		// A dotted key is more telling than its section.
		if p.line == line && (len(key) > len(best) || len(key) == len(best) && key < best) {
			best = key
		}
	}
	return best
}
