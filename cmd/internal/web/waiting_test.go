package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
)

// queued makes a fake table keep a queue, as the real one does.
func queued(f *fakeTable) {
	last := 0
	f.answer = func(c api.Command) error {
		o := c.Queue
		if c.Do != api.DoQueue || o == nil {
			return nil
		}
		f.set(func(n *api.Snapshot) {
			q := api.Queue{}
			if n.Queue != nil {
				q = *n.Queue
			}
			switch {
			case o.Join:
				last++
				q.Waiting = append(append(api.List[api.Queued]{}, q.Waiting...), api.Queued{Number: last, Name: o.Name})
			case o.Here != 0:
				q.Playing, q.Called = q.Called, nil
			case o.Leave != 0:
				q.Playing = nil
			}
			n.Queue = &q
		})
		return nil
	}
}

// A phone joins by the letters on the table's screen, is called, and may play until its
// turn is over.
func TestQueueOverHTTP(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, f := newServer(t, func(c *Config) { c.Password = "sesame open" })
		queued(f)
		read := func(code int, text string) (w waiting) {
			t.Helper()
			if err := json.Unmarshal([]byte(text), &w); err != nil || code != 200 {
				t.Fatalf("status %d: %s", code, text)
			}
			return w
		}
		screen := read(200, post(s, "127.0.0.1", "127.0.0.1:8019", "/api/queue", "").Body.String())
		if !regexp.MustCompile(`^[`+letters+`]{4}$`).MatchString(screen.Code) || !strings.HasSuffix(screen.Link, "/join#"+screen.Code) {
			t.Fatalf("the table's screen shows %+v", screen)
		}
		if w := post(s, "127.0.0.1", "127.0.0.1:8019", "/api/queue.svg", ""); w.Code != 200 || !strings.HasPrefix(w.Body.String(), "<svg") {
			t.Errorf("the QR code: %d", w.Code)
		}
		const phone = "192.168.1.9"
		if w := read(200, post(s, phone, "board.local", "/api/queue", "").Body.String()); w.Code != "" || w.Link != "" || w.Place != nil {
			t.Errorf("a phone is told the letters: %+v", w)
		}
		if w := post(s, phone, "board.local", "/api/queue.svg", ""); w.Code != 401 {
			t.Errorf("a phone sees the QR code: %d", w.Code)
		}
		if w := post(s, phone, "board.local", "/api/queue", `{"code":"AAAA"}`); w.Code != 403 || !strings.Contains(w.Body.String(), "wrong-code") {
			t.Errorf("wrong letters: %d %s", w.Code, w.Body)
		}
		for _, path := range []string{"/api/queue/here", "/api/queue/leave"} {
			if w := post(s, phone, "board.local", path, `{}`); w.Code != 409 || !strings.Contains(w.Body.String(), "no-place") {
				t.Errorf("%s without a place: %d %s", path, w.Code, w.Body)
			}
		}
		w := post(s, phone, "board.local", "/api/queue", fmt.Sprintf(`{"code":" %s ","name":"Ada"}`, strings.ToLower(screen.Code)))
		cookies := w.Result().Cookies()
		if p := read(w.Code, w.Body.String()).Place; p == nil || p.Number != 1 || p.State != "waiting" || p.Ahead != 0 || len(cookies) != 1 || !cookies[0].HttpOnly {
			t.Fatalf("joined: %s %v", w.Body, cookies)
		}
		again := post(s, phone, "board.local", "/api/queue", fmt.Sprintf(`{"code":%q}`, screen.Code), cookies...)
		if p := read(again.Code, again.Body.String()).Place; p.Number != 1 || len(again.Result().Cookies()) > 0 {
			t.Errorf("a phone has two places: %+v", p)
		}
		const undo = `{"do":"undo"}`
		mayPlay := func(cookies ...*http.Cookie) bool {
			return post(s, phone, "board.local", "/api/command", undo, cookies...).Code == 200
		}
		if mayPlay(cookies...) {
			t.Error("who waits may play")
		}
		forged := *cookies[0]
		forged.Value = "2" + strings.TrimPrefix(forged.Value, "1")
		f.set(func(n *api.Snapshot) {
			until := time.Now().Add(90 * time.Second)
			n.Queue = &api.Queue{Called: &api.Queued{Number: 1, Name: "Ada", Until: &until}}
		})
		w = post(s, phone, "board.local", "/api/queue", "", cookies...)
		if p := read(w.Code, w.Body.String()).Place; p.State != "called" || p.HeldMS != 90_000 {
			t.Errorf("called: %+v", p)
		}
		w = post(s, phone, "board.local", "/api/queue/here", `{}`, cookies...)
		if p := read(w.Code, w.Body.String()).Place; p.State != "playing" || !mayPlay(cookies...) {
			t.Errorf("who has come may not play: %+v", p)
		}
		if mayPlay(&forged) || mayPlay() {
			t.Error("another phone may play")
		}
		if w := post(s, phone, "board.local", "/api/command", `{"do":"volume","volume":1}`, cookies...); w.Code != 401 {
			t.Errorf("who plays operates the table: %d", w.Code)
		}
		if w := post(s, phone, "board.local", "/api/queue/leave", `{"number":5}`, cookies...); w.Code != 401 {
			t.Errorf("who plays takes others out of the queue: %d", w.Code)
		}
		w = post(s, phone, "board.local", "/api/queue/leave", `{}`, cookies...)
		if left := w.Result().Cookies(); w.Code != 200 || len(left) != 1 || left[0].MaxAge >= 0 || mayPlay(cookies...) {
			t.Errorf("left: %d %s %v", w.Code, w.Body, left)
		}
		w = post(s, phone, "board.local", "/api/queue", "", cookies...)
		if p := read(w.Code, w.Body.String()).Place; p.State != "gone" {
			t.Errorf("the place of who has left is %+v", p)
		}
		operator := logIn(t, s, phone, `{"password":"sesame open"}`)
		if w := post(s, phone, "board.local", "/api/queue/leave", `{"number":5}`, operator...); w.Code != 200 {
			t.Errorf("the operator takes somebody out: %d %s", w.Code, w.Body)
		}
	})
}

// enter sends a request through a door; a body is posted.
func enter(s *Server, k DoorKind, path, body string) *httptest.ResponseRecorder {
	method := map[bool]string{true: "GET", false: "POST"}[body == ""]
	r := httptest.NewRequest(method, "http://board.local"+path, strings.NewReader(body))
	r.RemoteAddr = "127.0.0.1:5000"
	return respond(s, r.WithContext(s.server(k).BaseContext(nil)))
}

// Nobody joins by the address for looking on, and nobody there is told the letters.
func TestSpectatorsDoNotJoin(t *testing.T) {
	s, f := newServer(t)
	queued(f)
	for path, body := range map[string]string{"/api/queue": `{"code":"BCDF"}`, "/api/queue.svg": ""} {
		if w := enter(s, Spectators, path, body); w.Code != 403 {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	if w := enter(s, Spectators, "/api/queue", ""); w.Code != 200 || strings.Contains(w.Body.String(), "/join#") {
		t.Errorf("the queue: %d %s", w.Code, w.Body)
	}
}

// Letters are random, and none of a hundred makes a word with a vowel.
func TestFourLetters(t *testing.T) {
	seen := map[string]bool{}
	for range 100 {
		code := fourLetters()
		if len(code) != 4 || strings.ContainsAny(code, "AEIOU0123456789") {
			t.Fatalf("the code %q", code)
		}
		seen[code] = true
	}
	if len(seen) < 90 {
		t.Errorf("%d codes of a hundred differ", len(seen))
	}
}
