package web

import (
	"context"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"net/http"
	"sync"
	"time"

	"stonehand/cmd/internal/attempts"
)

const (
	cookieName = "stonehand"
	// pinCookie is who has entered the PIN, and knownCookie which browser has logged
	// in before.
	pinCookie   = "stonehand-pin"
	knownCookie = "stonehand-known"
	// loginTime is how long somebody stays logged in, and mostLogins how many may be
	// at once: then the oldest has to log in again.
	loginTime  = 30 * 24 * time.Hour
	mostLogins = 64
	knownTime  = 400 * 24 * time.Hour // as long as browsers keep a cookie
)

// logins is who has logged in, while the program runs.
type logins struct {
	mu    sync.Mutex // guards known
	known map[string]time.Time
	tries *attempts.Lines
	// browsers is the key of the proofs that browsers have of having logged in. It is
	// made of the password, so that they outlive the program and not the password.
	browsers func() []byte
}

func newLogins(password string, clock func() time.Time) *logins {
	return &logins{known: map[string]time.Time{}, tries: attempts.New(clock), browsers: sync.OnceValue(func() []byte {
		key, err := pbkdf2.Key(sha256.New, password, []byte("stonehand known browser"), 100_000, sha256.Size)
		if err != nil {
			return []byte(rand.Text()) // then they do not outlive the program
		}
		return key
	})}
}

// add logs somebody in.
func (l *logins) add(now time.Time) (token string) {
	token = rand.Text()
	l.mu.Lock()
	defer l.mu.Unlock()
	oldest := ""
	for t, since := range l.known {
		if oldest == "" || since.Before(l.known[oldest]) {
			oldest = t
		}
	}
	if len(l.known) >= mostLogins {
		delete(l.known, oldest)
	}
	l.known[token] = now
	return token
}

func (l *logins) has(token string, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	since, ok := l.known[token]
	return ok && now.Sub(since) < loginTime
}

func (l *logins) end(token string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.known, token)
}

// loggingIn is the body of POST /api/login.
type loggingIn struct {
	Password string `json:"password"`
	PIN      string `json:"pin"`
}

// me is the body of GET /api/me, and the answer to logging in and out.
type me struct {
	Role     string `json:"role"`
	LoggedIn bool   `json:"logged_in"`
	Password bool   `json:"password"` // whether this board has one
	PIN      bool   `json:"pin"`      // whether a PIN would let this caller play
	Shows    bool   `json:"shows"`    // whether GET /api/pin is for this caller
}

func (s *Server) me(r *http.Request) me {
	c := who(r)
	return me{Role: c.role.String(), LoggedIn: s.hasCookie(r), Password: s.Password != "",
		PIN: c.role < Play && s.pins.lasts > 0 && doorOf(r.Context()) != Spectators, Shows: s.maySeePIN(r) == nil}
}

// whoAmI answers GET /api/me.
func (s *Server) whoAmI(r *http.Request) (any, error) {
	return s.me(r), nil
}

// login answers POST /api/login with a cookie.
func (s *Server) login(w http.ResponseWriter, r *http.Request, q loggingIn) (any, error) {
	var err error
	switch {
	case doorOf(r.Context()) == Spectators:
		err = refusing(http.StatusForbidden, "spectators", "This address is for watching only. There is no login here.")
	case q.PIN != "" && q.Password == "":
		err = s.enterPIN(w, r, q.PIN)
	case s.Password == "":
		err = refusing(http.StatusConflict, "no-password", "This board has no password: set web.password in its configuration.")
	default:
		err = s.enterPassword(w, r, q.Password)
	}
	if err != nil {
		return nil, err
	}
	role := Operate
	if q.PIN != "" {
		role = Play
	}
	answer := s.me(as(r, role))
	answer.LoggedIn = true
	return answer, nil
}

// as is a request of somebody who has at least some role.
func as(r *http.Request, role Role) *http.Request {
	c := who(r)
	c.role = max(c.role, role)
	return r.WithContext(context.WithValue(r.Context(), callerKey{}, c))
}

func (s *Server) enterPassword(w http.ResponseWriter, r *http.Request, password string) error {
	if err := s.attempt(r, "password", attempts.Pause, func() bool { return s.isPassword(password) }); err != nil {
		return err
	}
	setCookie(w, r, cookieName, s.logins.add(s.Clock()), loginTime)
	id := rand.Text()
	setCookie(w, r, knownCookie, id+"."+sign(s.logins.browsers(), id), knownTime)
	s.audit.did(as(r, Operate), "log in")
	return nil
}

func (s *Server) enterPIN(w http.ResponseWriter, r *http.Request, pin string) error {
	if err := s.attempt(r, "PIN", attempts.Slow, func() bool { return s.pins.is(pin) }); err != nil {
		return err
	}
	setCookie(w, r, pinCookie, s.pins.token(), max(s.pins.lasts, time.Hour))
	s.audit.did(as(r, Play), "enter the PIN")
	return nil
}

// errTooMany is that a line is full.
var errTooMany = refusing(http.StatusTooManyRequests, "busy", "Too many attempts from your address are waiting. Try again in a few seconds.")

// attempt judges a password or a PIN when it is its turn.
func (s *Server) attempt(r *http.Request, what string, most time.Duration, ok func() bool) error {
	right, err := s.logins.tries.Try(r.Context(), what+" "+s.lineOf(r), most, ok)
	switch {
	case errors.Is(err, attempts.ErrFull):
		return errTooMany
	case err != nil:
		return err
	case !right:
		s.Log.Debug("a wrong "+what, "from", who(r).from())
		s.audit.failed(r, "wrong "+what)
		return refusing(http.StatusUnauthorized, "log-in", "Wrong %s.", chinese.Of(what))
	}
	return nil
}

// lineOf names the line in which an attempt waits: that of a browser which has
// logged in before, or else that of its address.
func (s *Server) lineOf(r *http.Request) string {
	if c, err := r.Cookie(knownCookie); err == nil && s.Password != "" && signed(s.logins.browsers(), c.Value) {
		return "browser " + c.Value
	}
	return attempts.Network(who(r).addr).String()
}

// setCookie sets a cookie that no script reads and no other site sends; value "" ends it.
func setCookie(w http.ResponseWriter, r *http.Request, name, value string, lasts time.Duration) {
	age := int(lasts.Seconds())
	if value == "" {
		age = -1
	}
	http.SetCookie(w, &http.Cookie{Name: name, Value: value, Path: "/", MaxAge: age,
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: who(r).https})
}

// logout answers POST /api/logout. The browser stays known: nobody keeps it from
// logging in again.
func (s *Server) logout(w http.ResponseWriter, r *http.Request, _ struct{}) (any, error) {
	if c, err := r.Cookie(cookieName); err == nil {
		s.logins.end(c.Value)
	}
	setCookie(w, r, cookieName, "", 0)
	setCookie(w, r, pinCookie, "", 0)
	s.audit.did(r, "log out")
	r.Header.Del("Cookie")
	r = r.WithContext(context.WithValue(r.Context(), callerKey{}, s.recognize(r)))
	return s.me(r), nil
}

// isPassword compares in a time that tells nothing of the password.
func (s *Server) isPassword(given string) bool {
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(s.Password))
	return s.Password != "" && subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

// hasCookie reports whether a request comes from a browser that has logged in.
func (s *Server) hasCookie(r *http.Request) bool {
	c, err := r.Cookie(cookieName)
	return err == nil && s.logins.has(c.Value, s.Clock())
}
