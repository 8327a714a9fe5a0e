package web

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

const (
	cookieName = "stonehand"
	// loginTime is how long somebody stays logged in, and mostLogins how many may be
	// at once: then the oldest has to log in again.
	loginTime  = 30 * 24 * time.Hour
	mostLogins = 64
	// loginPause is how long one attempt to log in takes, and holds up the next: a
	// password cannot be guessed by trying.
	loginPause = 500 * time.Millisecond
)

// logins is who has logged in, while the program runs.
type logins struct {
	mu    sync.Mutex // guards what follows
	known map[string]time.Time
	turn  chan struct{} // held by the one attempt under way
	wrong chan struct{} // held by the one wrong password of a program that is answered
}

// punish lets wrong passwords wait, one after the other.
func (l *logins) punish(ctx context.Context) {
	select {
	case l.wrong <- struct{}{}:
	case <-ctx.Done():
		return
	}
	defer func() { <-l.wrong }()
	select {
	case <-time.After(loginPause):
	case <-ctx.Done():
	}
}

func newLogins() *logins {
	return &logins{known: map[string]time.Time{}, turn: make(chan struct{}, 1), wrong: make(chan struct{}, 1)}
}

// loggingIn is the body of POST /api/login.
type loggingIn struct {
	Password string `json:"password"`
}

// login answers POST /api/login with a cookie.
func (s *Server) login(w http.ResponseWriter, r *http.Request) {
	var q loggingIn
	err := read(r, &q, `{"password":"..."}`)
	if err == nil && s.Password == "" {
		err = &refusal{http.StatusConflict, "no-password", "This board has no password: set web.password in its configuration."}
	}
	if err == nil {
		select {
		case s.logins.turn <- struct{}{}:
			defer func() { <-s.logins.turn }()
		default:
			err = &refusal{http.StatusTooManyRequests, "busy", "Somebody else is logging in: try again in a second."}
		}
	}
	if err == nil && !s.isPassword(q.Password) {
		select {
		case <-time.After(loginPause):
		case <-r.Context().Done():
		}
		s.Log.Warn("a wrong password", "from", r.RemoteAddr)
		err = &refusal{http.StatusUnauthorized, "log-in", "That is not the password."}
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	token := rand.Text()
	s.logins.mu.Lock()
	oldest := ""
	for t, since := range s.logins.known {
		if oldest == "" || since.Before(s.logins.known[oldest]) {
			oldest = t
		}
	}
	if len(s.logins.known) >= mostLogins {
		delete(s.logins.known, oldest)
	}
	s.logins.known[token] = s.Clock()
	s.logins.mu.Unlock()
	http.SetCookie(w, &http.Cookie{Name: cookieName, Value: token, Path: "/", MaxAge: int(loginTime.Seconds()),
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil})
	s.reply(w, r, http.StatusOK, map[string]bool{"logged_in": true})
}

// isPassword compares in a time that tells nothing of the password.
func (s *Server) isPassword(given string) bool {
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(s.Password))
	return s.Password != "" && subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

// loggedIn reports whether a request comes from somebody who has logged in, by the
// cookie or, for programs, by HTTP's own means with any name and the password.
func (s *Server) loggedIn(r *http.Request) bool {
	if _, password, ok := r.BasicAuth(); ok {
		if s.isPassword(password) {
			return true
		}
		s.logins.punish(r.Context())
	}
	c, err := r.Cookie(cookieName)
	if err != nil {
		return false
	}
	s.logins.mu.Lock()
	defer s.logins.mu.Unlock()
	since, ok := s.logins.known[c.Value]
	return ok && s.Clock().Sub(since) < loginTime
}

// here reports whether a request comes from this computer itself, and from no
// program that hands on others' requests.
func here(r *http.Request) bool {
	for _, name := range []string{"X-Forwarded-For", "Forwarded", "X-Real-Ip", "Via"} {
		if r.Header.Get(name) != "" {
			return false
		}
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	ip := net.ParseIP(host)
	return err == nil && ip != nil && ip.IsLoopback()
}

// may says why a request may not touch the game, or nil. With a password, only who
// has logged in may. Without one everybody may who reaches the page, but while a
// player elsewhere takes part or is invited only this computer: strangers know the
// address then.
func (s *Server) may(r *http.Request) error {
	switch {
	case s.loggedIn(r):
		return nil
	case s.Password != "":
		return &refusal{http.StatusUnauthorized, "log-in", "Log in first: this board has a password."}
	case here(r):
		return nil
	case s.Desk != nil && s.Desk.Locked():
		return &refusal{http.StatusForbidden, "locked",
			"While a player elsewhere takes part or is invited, only the board's own computer may command it: set web.password in its configuration, and log in."}
	}
	return nil
}

// mayInvite is [Server.may] for what opens the board to others: without a password
// only this computer may.
func (s *Server) mayInvite(r *http.Request) error {
	if s.Password == "" && !here(r) {
		return &refusal{http.StatusForbidden, "locked",
			fmt.Sprintf("Invitations are given and taken at the board's own computer, or by who has logged in: set web.password in its configuration (you come from %s).", r.RemoteAddr)}
	}
	return s.may(r)
}
