package web

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/remote"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
)

// fakeSession invites whom it is told to, and nobody ever comes.
type fakeSession struct{}

func (fakeSession) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.WriteHeader(http.StatusTeapot)
}

func (fakeSession) Invite(_ context.Context, o remote.Offer) (remote.Invitation, error) {
	return remote.Invitation{Code: "mPQ0v9yHq2nO3b1xKc5sTg", Guest: o.Guest.String()}, nil
}

func (fakeSession) Join(context.Context, string, string) error { return errors.New("nobody is there") }
func (fakeSession) Leave(context.Context) error                { return nil }
func (fakeSession) Status() remote.Status                      { return remote.Status{} }

func respond(s *Server, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

// leaving is a session whose guest has left and whose line is being closed.
type leaving struct {
	fakeSession
	closed atomic.Bool
}

func (l *leaving) Status() remote.Status { return remote.Status{Session: !l.closed.Load()} }

// Once a remote opponent has left, the page says so as soon as the line is closed.
func TestRemoteOpponentLeaves(t *testing.T) {
	l := &leaving{}
	s := newSite(t, func(s *site) { s.session = l })
	p := browser(t).Open(t, s.url(), webtest.Phone)
	p.Wait("the line", `document.querySelector("#remote-about").textContent.startsWith("Connecting") && !document.querySelector("#remote-leave").hidden`)
	l.closed.Store(true)
	p.Wait("its end", `document.querySelector("#remote-about").textContent === "No remote opponent." && document.querySelector("#remote-leave").hidden && !document.querySelector("#remote-invite").hidden`)
}

// A game with a remote opponent of which the link's file is lost can be left on the page.
func TestLeaveWithoutTheLink(t *testing.T) {
	s := newSite(t, func(s *site) {
		s.session = fakeSession{}
		s.table.set(func(n *api.Snapshot) { n.Remote = &api.Remote{Color: board.White, Link: "down"} })
	})
	p := browser(t).Open(t, s.url(), webtest.Phone)
	p.Wait("the way out", `document.querySelector("#remote-leave").textContent === "Leave" && !document.querySelector("#remote-leave").hidden && document.querySelector("#remote-invite").hidden`)
}

func TestRemoteRoutes(t *testing.T) {
	s, err := New(Config{Table: newFakeTable(), Session: fakeSession{}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		method, path, body string
		status             int
		says               string
	}{
		{"POST", "/api/invite", `{"guest":"black","clock":"10m"}`, 200, `/invite#mPQ0v9yHq2nO3b1xKc5sTg","code":"mPQ0v9yHq2nO3b1xKc5sTg","guest":"black"`},
		{"POST", "/api/invite", `{"guest":"red"}`, 400, "not \\\"red\\\""},
		{"POST", "/api/invite", `{"clock":"soon"}`, 400, "is not a clock"},
		{"POST", "/api/join", `{"link":"http://x/invite#y"}`, 409, "Nobody is there."},
		{"POST", "/api/leave", `{}`, 200, `"session":false`},
		{"GET", "/api/elsewhere", "", 200, `"may":true`},
		{"GET", "/api/link", "", 426, "stonehand play"},
		{"GET", "/invite", "", 200, "guest.bundle.js"},
		{"POST", "/api/login", `{"password":"x"}`, 409, "no password"},
	} {
		r, _ := http.NewRequestWithContext(context.Background(), c.method, "http://127.0.0.1:8019"+c.path, strings.NewReader(c.body))
		r.RemoteAddr = "127.0.0.1:5000"
		if w := respond(s, r); w.Code != c.status || !strings.Contains(w.Body.String(), c.says) {
			t.Errorf("%s %s %s: %d %s", c.method, c.path, c.body, w.Code, w.Body)
		}
	}
}
