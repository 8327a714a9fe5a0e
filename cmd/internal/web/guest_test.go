package web

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"stonehand/cmd/internal/remote"
)

// lockedDesk is a desk at which somebody elsewhere plays.
type lockedDesk struct{ fakeDesk }

func (lockedDesk) Locked() bool { return true }

// Who may command: everybody without a password, while nobody elsewhere plays; then
// only this computer; with one, who has logged in.
func TestWhoMayCommand(t *testing.T) {
	for _, c := range []struct {
		name     string
		desk     Desk
		password string
		from     string
		header   string
		invite   bool
		want     int
	}{
		{"a telephone at home", fakeDesk{}, "", "192.168.1.9:5000", "", false, 200},
		{"a telephone that invites", fakeDesk{}, "", "192.168.1.9:5000", "", true, 403},
		{"this computer invites", fakeDesk{}, "", "127.0.0.1:5000", "", true, 200},
		{"a stranger while somebody elsewhere plays", lockedDesk{}, "", "203.0.113.9:5000", "", false, 403},
		{"this computer then", lockedDesk{}, "", "[::1]:5000", "", false, 200},
		{"a stranger through a proxy here", lockedDesk{}, "", "127.0.0.1:5000", "X-Forwarded-For", false, 403},
		{"a stranger without the password", lockedDesk{}, "sesame open", "203.0.113.9:5000", "", false, 401},
		{"this computer without the password", fakeDesk{}, "sesame open", "127.0.0.1:5000", "", false, 401},
		{"a telephone with the password", lockedDesk{}, "sesame open", "192.168.1.9:5000", "Authorization", true, 200},
	} {
		s, err := New(Config{Table: newFakeTable(), Desk: c.desk, Password: c.password})
		if err != nil {
			t.Fatal(err)
		}
		path, body := "/api/command", `{"do":"undo"}`
		if c.invite {
			path, body = "/api/invite", `{"guest":"black"}`
		}
		r, _ := http.NewRequestWithContext(context.Background(), "POST", "http://board.local"+path, strings.NewReader(body))
		r.RemoteAddr = c.from
		switch c.header {
		case "Authorization":
			r.SetBasicAuth("anybody", c.password)
		case "X-Forwarded-For":
			r.Header.Set(c.header, "203.0.113.9")
		}
		if got := respond(s, r).Code; got != c.want {
			t.Errorf("%s: status %d, want %d", c.name, got, c.want)
		}
	}
}

func TestLogin(t *testing.T) {
	s, err := New(Config{Table: newFakeTable(), Desk: fakeDesk{}, Password: "sesame open"})
	if err != nil {
		t.Fatal(err)
	}
	post := func(path, body string, cookies []*http.Cookie) (int, []*http.Cookie) {
		r, _ := http.NewRequestWithContext(context.Background(), "POST", "http://board.local"+path, strings.NewReader(body))
		r.RemoteAddr = "192.168.1.9:5000"
		for _, c := range cookies {
			r.AddCookie(c)
		}
		w := respond(s, r)
		return w.Code, w.Result().Cookies()
	}
	if code, got := post("/api/login", `{"password":"sesame shut"}`, nil); code != 401 || len(got) > 0 {
		t.Fatalf("a wrong password: %d", code)
	}
	code, cookies := post("/api/login", `{"password":"sesame open"}`, nil)
	if code != 200 || len(cookies) != 1 || !cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteStrictMode {
		t.Fatalf("%d %+v", code, cookies)
	}
	if code, _ := post("/api/command", `{"do":"undo"}`, cookies); code != 200 {
		t.Errorf("logged in, and refused: %d", code)
	}
	cookies[0].Value = "guessed"
	if code, _ := post("/api/command", `{"do":"undo"}`, cookies); code != 401 {
		t.Errorf("a cookie that was made up: %d", code)
	}
}

// fakeDesk invites whom it is told to, and nobody ever comes.
type fakeDesk struct{}

func (fakeDesk) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.WriteHeader(http.StatusTeapot)
}

func (fakeDesk) Invite(_ context.Context, o remote.Offer) (remote.Invitation, error) {
	return remote.Invitation{Code: "mPQ0v9yHq2nO3b1xKc5sTg", Guest: o.Guest.String()}, nil
}

func (fakeDesk) Join(context.Context, string, string) error { return errors.New("nobody is there") }
func (fakeDesk) Leave(context.Context) error                { return nil }
func (fakeDesk) Status() remote.Status                      { return remote.Status{} }
func (fakeDesk) Locked() bool                               { return false }

func respond(s *Server, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

func TestElsewhereRoutes(t *testing.T) {
	s, err := New(Config{Table: newFakeTable(), Desk: fakeDesk{}})
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
		{"POST", "/api/join", `{"link":"http://x/invite#y"}`, 409, "nobody is there."},
		{"POST", "/api/leave", `{}`, 200, `"session":false`},
		{"GET", "/api/elsewhere", "", 200, `"may":true`},
		{"GET", "/api/link", "", 426, "stonehand play"},
		{"GET", "/invite", "", 200, "guest.js"},
		{"POST", "/api/login", `{"password":"x"}`, 409, "no password"},
	} {
		r, _ := http.NewRequestWithContext(context.Background(), c.method, "http://127.0.0.1:8019"+c.path, strings.NewReader(c.body))
		r.RemoteAddr = "127.0.0.1:5000"
		if w := respond(s, r); w.Code != c.status || !strings.Contains(w.Body.String(), c.says) {
			t.Errorf("%s %s %s: %d %s", c.method, c.path, c.body, w.Code, w.Body)
		}
	}
}
