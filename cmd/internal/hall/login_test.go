package hall

import (
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/attempts"
)

// Strangers who try passwords keep nobody out: not from another address, not from theirs,
// and a browser that has logged in before waits for none of them.
func TestWrongPasswordsKeepNobodyOut(t *testing.T) {
	keys, err := OpenKeys(filepath.Join(t.TempDir(), "keys"))
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		h := &Hall{Config: Config{Keys: keys, Password: Passwords{"play-password", "operate-password"}, Log: quiet}, tries: attempts.New(time.Now)}
		page := h.routes()
		logIn := func(from, password string, cookies ...string) *httptest.ResponseRecorder {
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
		known := ""
		for _, c := range logIn("203.0.113.9", "operate-password").Result().Cookies() {
			if c.Name == knownCookie {
				known = c.Name + "=" + c.Value
			}
		}
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
			}{{"192.168.1.9", "", 0}, {"203.0.113.9", known, 0}, {"203.0.113.9", "", 6 * attempts.Pause}, {"203.0.113.9", knownCookie + "=forged.0000", 6 * attempts.Pause}} {
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
