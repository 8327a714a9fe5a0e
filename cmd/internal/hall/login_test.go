package hall

import (
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/attempts"
)

// loginPage returns how to log in at a hall's page from an address, with a browser's cookies.
func loginPage(keys *Keys) func(from, password string, cookies ...string) *httptest.ResponseRecorder {
	h := &Hall{Config: Config{Keys: keys, Password: Passwords{"play-password", "operate-password"}, Log: quiet}, tries: attempts.New(time.Now)}
	page := h.routes()
	return func(from, password string, cookies ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("POST", "/api/login", strings.NewReader(`{"password":"`+password+`"}`))
		r.Header.Set("Content-Type", "application/json")
		r.RemoteAddr = from + ":5000"
		for _, c := range cookies {
			r.Header.Add("Cookie", c)
		}
		w := httptest.NewRecorder()
		page.ServeHTTP(w, r)
		return w
	}
}

// knownBy returns the cookie that a login leaves for the next one.
func knownBy(w *httptest.ResponseRecorder) string {
	for _, c := range w.Result().Cookies() {
		if c.Name == knownCookie {
			return c.Name + "=" + c.Value
		}
	}
	return ""
}

// Strangers who try passwords keep nobody out: not from another address, not from theirs,
// and a browser that has logged in before waits for none of them.
func TestWrongPasswordsKeepNobodyOut(t *testing.T) {
	keys, err := OpenKeys(filepath.Join(t.TempDir(), "keys"))
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		logIn := loginPage(keys)
		known, player := knownBy(logIn("203.0.113.9", "operate-password")), knownBy(logIn("203.0.113.9", "play-password"))
		stop, guesses, begun := make(chan struct{}), atomic.Int64{}, time.Now()
		var strangers sync.WaitGroup
		for range 6 {
			strangers.Go(func() {
				for {
					select {
					case <-stop:
						return
					default:
					}
					if w := logIn("203.0.113.9", "guess"); w.Code != 403 {
						t.Errorf("a wrong password: %d %s", w.Code, w.Body)
					}
					guesses.Add(1)
				}
			})
		}
		for range 20 {
			time.Sleep(time.Second)
			for _, c := range []struct {
				from, cookie string
				most         time.Duration
			}{{"192.168.1.9", "", 0}, {"203.0.113.9", known, 0}, {"203.0.113.9", player, 0}, {"203.0.113.9", "", 6 * attempts.Pause}, {"203.0.113.9", knownCookie + "=forged.0000", 6 * attempts.Pause}} {
				at := time.Now()
				if w := logIn(c.from, "operate-password", c.cookie); w.Code != 200 || time.Since(at) > c.most {
					t.Fatalf("from %s with %q: %d %s after %v", c.from, c.cookie, w.Code, w.Body, time.Since(at))
				}
			}
		}
		close(stop)
		strangers.Wait()
		if most := int64(time.Since(begun)/attempts.Pause) + 6; guesses.Load() > most {
			t.Errorf("%d passwords were tried from one address, more than %d", guesses.Load(), most)
		}
	})
}

// Who has the play password can log in as often as they like, and tries no more operator
// passwords with what these logins leave. An operator at their address waits for none of them.
func TestAPlayerGuessesNoFaster(t *testing.T) {
	keys, err := OpenKeys(filepath.Join(t.TempDir(), "keys"))
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		logIn := loginPage(keys)
		operator := knownBy(logIn("203.0.113.9", "operate-password"))
		guesses, begun := atomic.Int64{}, time.Now()
		var player sync.WaitGroup
		for range 10 {
			known := knownBy(logIn("203.0.113.9", "play-password"))
			player.Go(func() {
				for time.Since(begun) < 20*time.Second {
					if w := logIn("203.0.113.9", "guess", known); w.Code != 403 {
						t.Errorf("a wrong password: %d %s", w.Code, w.Body)
					}
					guesses.Add(1)
				}
			})
		}
		time.Sleep(10 * time.Second)
		at := time.Now()
		if w := logIn("203.0.113.9", "operate-password", operator); w.Code != 200 || time.Since(at) > 0 {
			t.Errorf("the operator: %d %s after %v", w.Code, w.Body, time.Since(at))
		}
		player.Wait()
		if most := int64(time.Since(begun)/attempts.Pause) + 10; guesses.Load() > most {
			t.Errorf("a player has tried %d passwords, more than %d", guesses.Load(), most)
		}
	})
}

// pipe is a listener that takes one connection.
type pipe chan net.Conn

func (p pipe) Accept() (net.Conn, error) {
	if c, ok := <-p; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}
func (p pipe) Close() error   { return nil }
func (p pipe) Addr() net.Addr { return &net.TCPAddr{} }

// Who asks and does not read the answer is given up.
func TestAnAnswerThatNobodyReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &Hall{Config: Config{Keys: &Keys{}, Log: quiet}, view: newView()}
		s, l, served := h.server(t.Context()), make(pipe, 1), make(chan error)
		here, there := net.Pipe()
		l <- there
		close(l)
		go func() { served <- s.Serve(l) }()
		if _, err := io.WriteString(here, "GET /api/tables HTTP/1.1\r\nHost: hall\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(responseTime + time.Second)
		if said, err := io.ReadAll(io.LimitReader(here, 1)); len(said) > 0 || err != nil {
			t.Errorf("the hall still waits: %q %v", said, err)
		}
		here.Close()
		s.Close()
		<-served
	})
}

// TestALogoutHolds keeps the cookie of a login that was ended: no hall takes it any more, also after a
// start, and another login of that role stays.
func TestALogoutHolds(t *testing.T) {
	p := newPlace(t)
	a, b := p.serve(), p.serve()
	a.logIn("operate-password")
	other := a.client.Jar
	at, err := url.Parse(a.base)
	if err != nil {
		t.Fatal(err)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	a.client.Jar = jar
	a.logIn("operate-password")
	kept := jar.Cookies(at)
	a.wants("POST", "/api/logout", `{}`, 200)
	role := func(s *site, cookies []*http.Cookie) string {
		r := httptest.NewRequest("GET", "/api/me", nil)
		for _, c := range cookies {
			r.AddCookie(c)
		}
		return s.hall.role(r, time.Now())
	}
	if got := role(a, kept); got != look {
		t.Errorf("the cookie of a login that was ended is good to %s", got)
	}
	until(t, "the other hall", func() bool { return role(b, kept) == look })
	c := p.serve()
	until(t, "a hall that is new", func() bool { return role(c, kept) == look })
	for _, s := range []*site{a, b} {
		if got := role(s, other.Cookies(at)); got != operate {
			t.Errorf("another login has become one to %s", got)
		}
	}
}
