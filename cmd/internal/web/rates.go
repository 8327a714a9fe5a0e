package web

import (
	"net/http"
	"sync"

	"golang.org/x/time/rate"
)

// allowance is how many requests a second somebody may make, and how many at once.
type allowance struct {
	rate  rate.Limit
	burst int
}

// allowances are what each address has, for what takes each role.
var allowances = map[Role]allowance{
	Look:    {30, 150}, // a page is some 40 files
	Play:    {40, 120}, // stones of a simulated board, by touch
	Operate: {40, 120},
}

// commandAllowances are for commands, each of which the table writes to the disk
// before it goes on.
var commandAllowances = map[Role]allowance{
	Play:    {2, 10},
	Operate: {4, 20},
}

// What people at this computer, and its programs, have in place of those.
var (
	localAllowance        = allowance{400, 800}
	localCommandAllowance = allowance{20, 100}
)

// mostMeters bounds the memory for allowances.
const mostMeters = 1024

// meter is one share's use of one allowance.
type meter struct {
	share share
	kind  string
}

// rates counts requests.
type rates struct {
	mu     sync.Mutex // guards meters
	meters map[meter]*rate.Limiter
}

func newRates() *rates { return &rates{meters: map[meter]*rate.Limiter{}} }

// errTooFast is that somebody asks too often.
var errTooFast = refusing(http.StatusTooManyRequests, "too-many", "Too many requests. Wait a second, then try again.")

// take uses up one request of a share, or says that there is none left.
func (l *rates) take(m meter, a allowance) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := l.meters[m]
	if r == nil {
		if len(l.meters) >= mostMeters {
			l.sweep()
		}
		r = rate.NewLimiter(a.rate, a.burst)
		l.meters[m] = r
	}
	if !r.Allow() {
		return errTooFast
	}
	return nil
}

// sweep forgets meters that have not been used recently, or else any one; l.mu is held.
func (l *rates) sweep() {
	for m, r := range l.meters {
		if r.Tokens() >= float64(r.Burst()) {
			delete(l.meters, m)
		}
	}
	for m := range l.meters {
		if len(l.meters) < mostMeters {
			return
		}
		delete(l.meters, m)
	}
}

// tooFast says that a caller asks too often for what takes a role, or nil. Looking is
// free at this computer.
func (s *Server) tooFast(r *http.Request, role Role) error {
	c := who(r)
	a := allowances[role]
	switch {
	case c.owner || role == Look && c.local:
		return nil
	case c.local:
		a = localAllowance
	}
	return s.rates.take(meter{c.share(), role.String()}, a)
}

// commandsTooFast is [Server.tooFast] for commands of the table, which are written to
// the disk, no matter who gives them.
func (s *Server) commandsTooFast(r *http.Request) error {
	c := who(r)
	a := commandAllowances[c.role]
	if c.local || c.owner {
		a = localCommandAllowance
	}
	return s.rates.take(meter{c.share(), "command"}, a)
}
