package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/attempts"
	"stonehand/hw"
)

// post sends a body from somewhere, "127.0.0.1" or "127.0.0.1 as 203.0.113.9 by
// X-Forwarded-For", to a host, with cookies.
func post(s *Server, from, host, path, body string, cookies ...*http.Cookie) *httptest.ResponseRecorder {
	from, as, forwarded := strings.Cut(from, " as ")
	r := httptest.NewRequest("POST", "http://"+host+path, strings.NewReader(body))
	if body == "" {
		r.Method = "GET"
	}
	r.RemoteAddr = from + ":5000"
	if forwarded {
		as, header, _ := strings.Cut(as, " by ")
		r.Header.Set(header, as)
	}
	for _, c := range cookies {
		r.AddCookie(c)
	}
	return respond(s, r)
}

// What each of those may do who reach the page, by where they come from and what they
// ask for.
func TestRoles(t *testing.T) {
	const undo, volume = `{"do":"undo"}`, `{"do":"volume","volume":10}`
	for _, c := range []struct {
		name, password, from, host string
		undo, volume, metrics      int
	}{
		{"this computer", "", "127.0.0.1", "127.0.0.1:8019", 200, 200, 200},
		{"this computer by name", "", "127.0.0.1", "localhost:8019", 200, 200, 200},
		{"this computer by IPv6", "", "[::1]", "[::1]:8019", 200, 200, 200},
		{"a telephone at home", "", "192.168.1.9", "192.168.1.20:8019", 403, 403, 403},
		{"a relay at this computer that says so", "", "127.0.0.1 as 203.0.113.9 by X-Forwarded-For", "127.0.0.1:8019", 403, 403, 403},
		{"one that says so otherwise", "", "127.0.0.1 as for=203.0.113.9 by Forwarded", "127.0.0.1:8019", 403, 403, 403},
		{"one that hides who", "", "127.0.0.1 as https by X-Forwarded-Proto", "127.0.0.1:8019", 403, 403, 403},
		{"one that forges who", "", "127.0.0.1 as 127.0.0.1 by X-Forwarded-For", "127.0.0.1:8019", 403, 403, 403},
		{"a plain relay of TCP", "", "127.0.0.1", "board.local:8019", 403, 403, 403},
		{"a plain relay of TCP, by address", "", "127.0.0.1", "203.0.113.1", 403, 403, 403},
		{"a stranger who asks for loopback", "", "203.0.113.9", "127.0.0.1:8019", 403, 403, 403},
		{"this computer, with a password", "sesame open", "127.0.0.1", "127.0.0.1:8019", 401, 401, 401},
		{"a stranger, with a password", "sesame open", "203.0.113.9", "board.local", 401, 401, 401},
	} {
		s, f := newServer(t, func(o *Config) { o.Password = c.password })
		for what, want := range map[string]int{undo: c.undo, volume: c.volume} {
			if w := post(s, c.from, c.host, "/api/command", what); w.Code != want {
				t.Errorf("%s: %s: status %d, want %d: %s", c.name, what, w.Code, want, w.Body)
			}
		}
		if (len(f.taken()) > 0) != (c.undo == 200) {
			t.Errorf("%s: the table got %v", c.name, f.taken())
		}
		if w := post(s, c.from, c.host, "/metrics", ""); w.Code != c.metrics {
			t.Errorf("%s: metrics: status %d, want %d", c.name, w.Code, c.metrics)
		}
		if w := post(s, c.from, c.host, "/api/state", ""); w.Code != 200 {
			t.Errorf("%s: may not even look: %d", c.name, w.Code)
		}
	}
}

// Nobody who comes over TCP powers the computer off without a password, whatever a
// relay says of where they come from.
func TestPowerOffTakesMore(t *testing.T) {
	const off = `{"do":"shutdown"}`
	s, f := newServer(t, func(c *Config) { c.PowersOff = true })
	for _, from := range []string{"127.0.0.1", "203.0.113.9", "127.0.0.1 as 127.0.0.1 by X-Forwarded-For"} {
		if w := post(s, from, "127.0.0.1:8019", "/api/command", off); w.Code != 403 {
			t.Errorf("%s: status %d %s", from, w.Code, w.Body)
		}
	}
	if len(f.taken()) > 0 {
		t.Errorf("the table got %v", f.taken())
	}
	s, f = newServer(t, func(c *Config) { c.PowersOff, c.Password = true, "sesame open" })
	cookies := logIn(t, s, "203.0.113.9", `{"password":"sesame open"}`)
	if w := post(s, "203.0.113.9", "board.local", "/api/command", off, cookies...); w.Code != 200 || len(f.taken()) != 1 {
		t.Errorf("logged in: status %d %s", w.Code, w.Body)
	}
}

// logIn logs in and returns the cookies.
func logIn(t *testing.T, s *Server, from, body string, cookies ...*http.Cookie) []*http.Cookie {
	t.Helper()
	w := post(s, from, "board.local", "/api/login", body, cookies...)
	if w.Code != 200 {
		t.Fatalf("logging in: %d %s", w.Code, w.Body)
	}
	got := w.Result().Cookies()
	for _, c := range got {
		if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Secure {
			t.Errorf("the cookie %+v", c)
		}
	}
	return got
}

func TestTrustedProxies(t *testing.T) {
	s, _ := newServer(t, func(c *Config) {
		c.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32"), netip.MustParsePrefix("10.0.0.0/8")}
	})
	for _, c := range []struct{ remote, forwarded, want string }{
		{"127.0.0.1", "203.0.113.9", "203.0.113.9"},
		{"127.0.0.1", "127.0.0.1", "127.0.0.1"},
		{"127.0.0.1", "", "127.0.0.1"},
		{"127.0.0.1", "198.51.100.1, 203.0.113.9", "203.0.113.9"}, // the first is what the caller says of itself
		{"127.0.0.1", "203.0.113.9, 10.1.2.3", "203.0.113.9"},
		{"127.0.0.1", "nonsense, 10.1.2.3", "10.1.2.3"},
		{"127.0.0.1", "2001:db8::1", "2001:db8::1"},
		{"203.0.113.50", "127.0.0.1", "203.0.113.50"}, // nobody's proxy
	} {
		r := httptest.NewRequest("GET", "http://127.0.0.1:8019/", nil)
		r.RemoteAddr = c.remote + ":5000"
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		r.Header.Set("X-Forwarded-Proto", "https")
		got := s.recognize(r)
		if got.addr.String() != c.want || got.local || got.https != (c.remote == "127.0.0.1") {
			t.Errorf("%s for %q: %+v, want %s, not local", c.remote, c.forwarded, got, c.want)
		}
	}
	if w := post(s, "127.0.0.1", "127.0.0.1:8019", "/api/command", `{"do":"undo"}`); w.Code != 403 {
		t.Errorf("who comes through a trusted proxy is taken for this computer: %d", w.Code)
	}
	s, _ = newServer(t, func(c *Config) { c.Remote = true })
	if w := post(s, "127.0.0.1", "127.0.0.1:8019", "/api/command", `{"do":"undo"}`); w.Code != 403 {
		t.Errorf("nobody is to be local, and somebody is: %d", w.Code)
	}
}

// Loops of wrong passwords keep the owner out neither at another address, nor at
// their own.
func TestWrongPasswordsLockNobodyOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := newServer(t, func(c *Config) { c.Password = "sesame open" })
		known := logIn(t, s, "203.0.113.9", `{"password":"sesame open"}`)
		stop := make(chan struct{})
		var loops sync.WaitGroup
		var guesses atomic.Int64
		for range 6 {
			loops.Go(func() {
				for {
					select {
					case <-stop:
						return
					default:
					}
					if w := post(s, "203.0.113.9", "board.local", "/api/login", `{"password":"sesame shut"}`); w.Code == 200 {
						t.Error("a wrong password was taken")
					}
					guesses.Add(1)
				}
			})
		}
		begun := time.Now()
		for i := range 20 {
			time.Sleep(time.Second)
			for who, most := range map[string]time.Duration{"192.168.1.9": 0, "203.0.113.9": 6 * attempts.Pause} {
				at := time.Now()
				logIn(t, s, who, `{"password":"sesame open"}`)
				if took := time.Since(at); took > most {
					t.Fatalf("login %d from %s took %s, want %s at most", i, who, took, most)
				}
			}
			at := time.Now()
			logIn(t, s, "203.0.113.9", `{"password":"sesame open"}`, known...)
			if took := time.Since(at); took > 0 {
				t.Fatalf("a browser that is known waited %s", took)
			}
			if w := post(s, "203.0.113.9", "board.local", "/api/command", `{"do":"undo"}`, known...); w.Code != 200 {
				t.Fatalf("logged in, and refused: %d %s", w.Code, w.Body)
			}
		}
		close(stop)
		loops.Wait()
		if most := int(time.Since(begun)/attempts.Pause) + 6; guesses.Load() > int64(most) {
			t.Errorf("%d passwords were tried from one address in %s, want %d at most", guesses.Load(), time.Since(begun), most)
		}
	})
}

// Wrong passwords by HTTP's own means are slowed as others are; networks of IPv6 are
// one address each.
func TestAttemptsShareALine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := newServer(t, func(c *Config) { c.Password = "sesame open" })
		begun := time.Now()
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				r := httptest.NewRequest("GET", "http://board.local/metrics", nil)
				r.RemoteAddr = fmt.Sprintf("[2001:db8:1:2::%d]:5000", i)
				r.SetBasicAuth("x", "sesame shut")
				if w := respond(s, r); w.Code != 401 {
					t.Errorf("%d", w.Code)
				}
			})
		}
		all.Wait()
		if took := time.Since(begun); took < 8*attempts.Pause {
			t.Errorf("eight wrong passwords took %s", took)
		}
		r := httptest.NewRequest("GET", "http://board.local/metrics", nil)
		r.SetBasicAuth("x", "sesame open")
		if w := respond(s, r); w.Code != 200 {
			t.Errorf("the password: %d", w.Code)
		}
	})
}

// Who enters the PIN plays, until there is another one; and does not operate.
func TestPIN(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := newServer(t, func(c *Config) { c.PINTime, c.Password = time.Hour, "sesame open" })
		shown := func() (p pinned) {
			t.Helper()
			w := post(s, "127.0.0.1", "127.0.0.1:8019", "/api/pin", "")
			if err := json.Unmarshal(w.Body.Bytes(), &p); w.Code != 200 || err != nil || len(p.PIN) != 6 {
				t.Fatalf("the table's screen sees no PIN: %d %s", w.Code, w.Body)
			}
			return p
		}
		for _, from := range []string{"203.0.113.9", "127.0.0.1 as 1.2.3.4 by X-Forwarded-For"} {
			for _, path := range []string{"/api/pin", "/api/pin.svg"} {
				if w := post(s, from, "127.0.0.1:8019", path, ""); w.Code != 401 {
					t.Errorf("%s sees the PIN at %s: %d", from, path, w.Code)
				}
			}
		}
		if w := post(s, "127.0.0.1", "127.0.0.1:8019", "/api/pin.svg", ""); w.Code != 200 || !strings.HasPrefix(w.Body.String(), "<svg") {
			t.Errorf("no QR code: %d", w.Code)
		}
		pin := shown().PIN
		wrong := "000000"
		if pin == wrong {
			wrong = "000001"
		}
		if w := post(s, "203.0.113.9", "board.local", "/api/login", `{"pin":"`+wrong+`"}`); w.Code != 401 {
			t.Errorf("a wrong PIN: %d %s", w.Code, w.Body)
		}
		holder := logIn(t, s, "203.0.113.9", `{"pin":"`+pin+`"}`)
		try := func(do string, want int) {
			t.Helper()
			if w := post(s, "203.0.113.9", "board.local", "/api/command", `{"do":"`+do+`"}`, holder...); w.Code != want {
				t.Errorf("a holder of the PIN: %s: %d, want %d: %s", do, w.Code, want, w.Body)
			}
		}
		try("undo", 200)
		try("shutdown", 401)
		time.Sleep(59 * time.Minute)
		try("undo", 200)
		time.Sleep(2 * time.Minute)
		if shown().PIN == pin {
			t.Error("the PIN is the old one")
		}
		try("undo", 401)
		holder = logIn(t, s, "203.0.113.9", `{"pin":"`+shown().PIN+`"}`)
		owner := logIn(t, s, "203.0.113.9", `{"password":"sesame open"}`)
		if w := post(s, "203.0.113.9", "board.local", "/api/pin/change", `{}`, holder...); w.Code != 401 {
			t.Errorf("a holder changes the PIN: %d", w.Code)
		}
		if w := post(s, "203.0.113.9", "board.local", "/api/pin/change", `{}`, owner...); w.Code != 200 {
			t.Errorf("the owner cannot change the PIN: %d", w.Code)
		}
		try("undo", 401)
	})
}

func TestLogout(t *testing.T) {
	s, _ := newServer(t, func(c *Config) { c.Password = "sesame open" })
	cookies := logIn(t, s, "203.0.113.9", `{"password":"sesame open"}`)
	w := post(s, "203.0.113.9", "board.local", "/api/logout", `{}`, cookies...)
	if w.Code != 200 || !strings.Contains(w.Body.String(), `"role":"look"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := post(s, "203.0.113.9", "board.local", "/api/command", `{"do":"undo"}`, cookies...); w.Code != 401 {
		t.Errorf("logged out, and still let in by the old cookie: %d", w.Code)
	}
	cookies[0].Value = "guessed"
	if w := post(s, "203.0.113.9", "board.local", "/api/command", `{"do":"undo"}`, cookies...); w.Code != 401 {
		t.Errorf("a cookie that was made up: %d", w.Code)
	}
}

// Through the door of the spectators nobody does more than look, whatever they show;
// through the owner's they do everything.
func TestDoors(t *testing.T) {
	s, _ := newServer(t, func(c *Config) { c.Password, c.PINTime, c.PowersOff = "sesame open", time.Hour, true })
	cookies := logIn(t, s, "203.0.113.9", `{"password":"sesame open"}`)
	ask := func(k DoorKind, method, path, body string) int {
		r := httptest.NewRequest(method, "http://board.local"+path, strings.NewReader(body))
		r.RemoteAddr = "127.0.0.1:5000"
		for _, c := range cookies {
			r.AddCookie(c)
		}
		return respond(s, r.WithContext(s.server(k).BaseContext(nil))).Code
	}
	for _, c := range []struct {
		kind         DoorKind
		method       string
		path, body   string
		want, owners int
	}{
		{Spectators, "GET", "/api/state", "", 200, 200},
		{Spectators, "POST", "/api/command", `{"do":"undo"}`, 403, 200},
		{Spectators, "POST", "/api/login", `{"password":"sesame open"}`, 403, 200},
		{Spectators, "GET", "/metrics", "", 403, 200},
		{Spectators, "GET", "/api/pin", "", 403, 200},
		{Spectators, "POST", "/api/command", `{"do":"shutdown"}`, 403, 200},
	} {
		if got := ask(Spectators, c.method, c.path, c.body); got != c.want {
			t.Errorf("a spectator: %s %s: %d, want %d", c.method, c.path, got, c.want)
		}
		if got := ask(Owners, c.method, c.path, c.body); got != c.owners {
			t.Errorf("the owner: %s %s: %d, want %d", c.method, c.path, got, c.owners)
		}
	}
}

// An arm that was stopped on the page goes on by the word of who operates; one that stopped
// otherwise, of anyone who plays.
func TestWhoResumesTheArm(t *testing.T) {
	s, f := newServer(t, func(c *Config) { c.PINTime, c.Password = time.Hour, "sesame open" })
	const from = "192.168.1.9"
	player, operator := logIn(t, s, from, `{"pin":"`+s.PIN()+`"}`), logIn(t, s, from, `{"password":"sesame open"}`)
	for cause, want := range map[hw.ArmCause]int{hw.ArmOperator: 403, hw.ArmReset: 200, hw.ArmMissing: 200} {
		f.set(func(n *api.Snapshot) { n.ArmState, n.ArmCause = hw.ArmStopped, cause })
		if w := post(s, from, "board.local", "/api/command", `{"do":"resume-arm"}`, player...); w.Code != want {
			t.Errorf("a player, %s: %d: %s", cause, w.Code, w.Body)
		}
		if w := post(s, from, "board.local", "/api/command", `{"do":"resume-arm"}`, operator...); w.Code != 200 {
			t.Errorf("who operates, %s: %d: %s", cause, w.Code, w.Body)
		}
		f.mu.Lock()
		if c := f.commands[len(f.commands)-1]; c.Told == nil || *c.Told != cause {
			t.Errorf("%s: the table hears that they were told %v", cause, c.Told)
		}
		f.mu.Unlock()
	}
}

// Who asks too often is told so, and nobody else is.
func TestRates(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, f := newServer(t, func(c *Config) { c.PINTime = time.Hour })
		flood := func(from, path, body string) (last int) {
			for range 2000 {
				last = post(s, from, "127.0.0.1:8019", path, body).Code
			}
			return last
		}
		if got := flood("203.0.113.9", "/api/state", ""); got != 429 {
			t.Errorf("2000 states at once: %d", got)
		}
		if got := post(s, "203.0.113.10", "board.local", "/api/state", "").Code; got != 200 {
			t.Errorf("another address: %d", got)
		}
		if got := flood("127.0.0.1", "/api/state", ""); got != 200 {
			t.Errorf("this computer's own page: %d", got)
		}
		if got := flood("127.0.0.1", "/api/command", `{"do":"seats"}`); got != 429 || len(f.taken()) > localCommandAllowance.burst {
			t.Errorf("2000 commands at once: %d, and the table got %d", got, len(f.taken()))
		}
		time.Sleep(5 * time.Second)
		if got := post(s, "127.0.0.1", "127.0.0.1:8019", "/api/command", `{"do":"undo"}`).Code; got != 200 {
			t.Errorf("five seconds later: %d", got)
		}
		for i := range 3000 {
			post(s, fmt.Sprintf("[2001:db8:%x::1]", i), "board.local", "/api/state", "")
		}
		if n := len(s.rates.meters); n > mostMeters {
			t.Errorf("%d meters are kept", n)
		}
	})
}

// Who did what is written down, in a file that does not grow for ever, and is told to
// those who operate.
func TestAudit(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "late") // not there yet
	path := filepath.Join(dir, "audit.log")
	s, _ := newServer(t, func(c *Config) { c.Audit, c.Password = path, "sesame open" })
	before := logIn(t, s, "203.0.113.9", `{"password":"sesame open"}`)
	for range 2 { // made late, and made again
		if err := errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o700)); err != nil {
			t.Fatal(err)
		}
		post(s, "203.0.113.9", "board.local", "/api/command", `{"do":"resign"}`, before...)
	}
	if err := errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o700)); err != nil {
		t.Fatal(err)
	}
	cookies := logIn(t, s, "203.0.113.9", `{"password":"sesame open"}`)
	post(s, "203.0.113.9", "board.local", "/api/command", `{"do":"undo"}`, cookies...)
	for range 50 {
		post(s, "203.0.113.10", "board.local", "/api/command", `{"do":"undo"}`)
	}
	if w := post(s, "203.0.113.10", "board.local", "/api/audit", ""); w.Code != 401 {
		t.Errorf("a stranger reads the log: %d", w.Code)
	}
	w := post(s, "203.0.113.9", "board.local", "/api/audit", "", cookies...)
	var got []string
	for line := range strings.Lines(w.Body.String()) {
		var l struct{ Msg, Role, From, Do string }
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		got = append(got, strings.TrimSpace(strings.Join([]string{l.Role, l.From, l.Msg, l.Do}, " ")))
	}
	want := "operate 203.0.113.9 log in|operate 203.0.113.9 command undo|look 203.0.113.10 refused POST /api/command|look 203.0.113.10 refused GET /api/audit"
	if strings.Join(got, "|") != want {
		t.Errorf("the log says %q, want %q", got, want)
	}
	r := httptest.NewRequest("POST", "/", nil)
	for range 3 * auditBytes / 100 {
		s.audit.did(r, strings.Repeat("x", 100))
	}
	var size int64
	files, _ := filepath.Glob(path + "*")
	for _, f := range files {
		i, err := os.Stat(f)
		if err != nil {
			t.Fatal(err)
		}
		if size += i.Size(); i.Mode().Perm() != 0o600 {
			t.Errorf("%s may be read by others: %s", f, i.Mode())
		}
	}
	if len(files) != 2 || size > 2*auditBytes {
		t.Errorf("%d files of %d bytes", len(files), size)
	}
}

// The roles of the commands that the table knows.
func TestEveryCommandHasARole(t *testing.T) {
	for _, do := range dos {
		if r := commandRoles[do]; r < Play || r > Operate {
			t.Errorf("nobody has said who may give the command %s", do)
		}
	}
	if commandRoles[api.DoShutdown] != Operate {
		t.Error("not only who operates may shut down")
	}
	for do, want := range map[string]string{api.DoSensors: "operate", api.DoTimetable: "operate", api.DoArm: "operate", api.DoResumeArm: "operate", api.DoUndo: "play", "nonsense": "play"} {
		if got := Takes(do); got != want {
			t.Errorf("the command %q takes the role %s, not %s", do, got, want)
		}
	}
}

// A client that hangs up while waiting in a line leaves no line in the log, which a flood
// of them would fill.
func TestHangingUpFillsNoLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		s, _ := newServer(t, func(c *Config) {
			c.Password, c.Log = "sesame open", slog.New(slog.NewTextHandler(&log, nil))
		})
		go post(s, "203.0.113.9", "board.local", "/api/login", `{"password":"sesame shut"}`)
		synctest.Wait() // it holds the line for half a second
		ctx, hangUp := context.WithCancel(t.Context())
		time.AfterFunc(10*time.Millisecond, hangUp)
		r := httptest.NewRequest("POST", "http://board.local/api/login", strings.NewReader(`{"password":"sesame open"}`)).WithContext(ctx)
		r.RemoteAddr = "203.0.113.9:5000"
		if w := respond(s, r); w.Code != http.StatusServiceUnavailable {
			t.Errorf("who hung up got %d %s", w.Code, w.Body)
		}
		time.Sleep(time.Second)
		if log.Len() > 0 {
			t.Errorf("the log has\n%s", log.String())
		}
	})
}
