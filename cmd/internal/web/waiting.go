package web

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/attempts"
)

const (
	// codeLasts is how long the letters are good by which phones join the queue: one address
	// can try 1 in 44 of them in that time.
	codeLasts = 2 * time.Hour
	// placeCookie is whose phone has a place in the queue.
	placeCookie = "stonehand-place"
	// placeTime is how long a phone keeps that.
	placeTime = 6 * time.Hour
)

// letters are those of a code: without vowels, so that they make no word.
const letters = "BCDFGHJKLMNPQRSTVWXZ"

// fourLetters makes a code to join by.
func fourLetters() string {
	code := make([]byte, 4)
	for i := range code {
		code[i] = letters[below(int64(len(letters)))]
	}
	return string(code)
}

// lining is the body of POST /api/queue.
type lining struct {
	Code string `json:"code"`
	Name string `json:"name"`
}

// quitting is the body of POST /api/queue/leave.
type quitting struct {
	Number int `json:"number"` // of somebody else's place; 0: one's own
}

// waiting is the body of GET /api/queue, and the answer to what is said there.
type waiting struct {
	Place   *standing `json:"place"`   // the caller's; nil: none
	Waiting int       `json:"waiting"` // how many wait
	Code    string    `json:"code"`    // what it takes to join; "" but for screens at the table
	Link    string    `json:"link"`    // leads to the page to join, with the code
	Hint    string    `json:"hint"`    // what to do if the link cannot be reached; empty if it can
}

// standing is how somebody's place stands.
type standing struct {
	Number int    `json:"number"`
	Name   string `json:"name"`
	State  string `json:"state"`   // "waiting", "called", "playing", or "gone"
	Ahead  int    `json:"ahead"`   // waiting: how many play before
	HeldMS int64  `json:"held_ms"` // called, playing: how long the place is held; 0 where nothing ends it
}

// screen returns what answers with a page of its own.
func (s *Server) screen(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { s.file(w, r, name) }
}

// placeOf returns the number of the caller's place, 0 for none.
func (s *Server) placeOf(r *http.Request) int {
	k, err := r.Cookie(placeCookie)
	if err != nil || !signed(s.places, k.Value) {
		return 0
	}
	id, _, _ := strings.Cut(k.Value, ".")
	n, _ := strconv.Atoi(id)
	return n
}

// hasTurn reports whether the caller has been called in the queue, and has come.
func (s *Server) hasTurn(r *http.Request) bool {
	n := s.placeOf(r)
	if n == 0 {
		return false
	}
	q := s.Table.Snapshot().Queue
	return q != nil && q.Playing != nil && q.Playing.Number == n
}

// standing returns how the place with a number stands in a queue.
func (s *Server) standing(q *api.Queue, number int) *standing {
	if number == 0 {
		return nil
	}
	p := &standing{Number: number, State: "gone"}
	if q == nil {
		return p
	}
	for i, w := range q.Waiting {
		if w.Number == number {
			p.Name, p.State, p.Ahead = w.Name, "waiting", i
		}
	}
	for state, w := range map[string]*api.Queued{"called": q.Called, "playing": q.Playing} {
		if w == nil {
			continue
		}
		if p.State == "waiting" {
			p.Ahead++
		}
		if w.Number == number {
			p.Name, p.State = w.Name, state
			if w.Until != nil {
				p.HeldMS = max(1, w.Until.Sub(s.Clock()).Milliseconds())
			}
		}
	}
	return p
}

// waiting is how the queue is for a caller whose place has that number.
func (s *Server) waiting(r *http.Request, q *api.Queue, number int) waiting {
	a := waiting{Place: s.standing(q, number)}
	if q != nil {
		a.Waiting = len(q.Waiting)
	}
	if doorOf(r.Context()) != Spectators && s.atTheTable(r) == nil {
		a.Code, a.Link, a.Hint = s.joinLink(r)
	}
	return a
}

// joinLink is the address of the page to join, with the code in it.
func (s *Server) joinLink(r *http.Request) (code, link, hint string) {
	code, _, _ = s.codes.now()
	base, hint := s.reach(r)
	return code, base + "/join#" + code, hint
}

// showQueue answers GET /api/queue.
func (s *Server) showQueue(r *http.Request) (any, error) {
	return s.waiting(r, s.Table.Snapshot().Queue, s.placeOf(r)), nil
}

// queueQR answers GET /api/queue.svg with the link to join.
func (s *Server) queueQR(r *http.Request) (link string, err error) {
	_, link, _ = s.joinLink(r)
	return link, s.atTheTable(r)
}

// order tells the table what somebody in the queue says, and returns the queue after it.
func (s *Server) order(r *http.Request, o api.QueueOrder) (*api.Queue, error) {
	state, err := s.tellTable(r, api.Command{Do: api.DoQueue, Queue: &o})
	if err != nil {
		return nil, err
	}
	return state.Queue, nil
}

// joinQueue answers POST /api/queue with a place, one for each person.
func (s *Server) joinQueue(w http.ResponseWriter, r *http.Request, j lining) (any, error) {
	if doorOf(r.Context()) == Spectators {
		return nil, refusing(http.StatusForbidden, "spectators", "This address is for watching only. You cannot join the queue from here.")
	}
	code := strings.ToUpper(strings.TrimSpace(j.Code))
	err := s.attempt(r, "code", attempts.Slow, func() bool { return s.codes.is(code) })
	if f, ok := errors.AsType[*refusal](err); ok && f.code == "log-in" {
		err = refusing(http.StatusForbidden, "wrong-code", "These are not the letters shown on the table's screen.")
	}
	number := s.placeOf(r)
	q := s.Table.Snapshot().Queue
	if p := s.standing(q, number); err == nil && (p == nil || p.State == "gone") {
		if q, err = s.order(r, api.QueueOrder{Join: true, Name: j.Name}); err == nil {
			number = latest(q)
			id := strconv.Itoa(number)
			setCookie(w, r, placeCookie, id+"."+sign(s.places, id), placeTime)
		}
	}
	if err != nil {
		return nil, err
	}
	return s.waiting(r, q, number), nil
}

// latest returns the greatest number in a queue, which is that of who has just joined.
func latest(q *api.Queue) (number int) {
	if q == nil {
		return 0
	}
	for _, p := range []*api.Queued{q.Called, q.Playing} {
		if p != nil {
			number = max(number, p.Number)
		}
	}
	for _, p := range q.Waiting {
		number = max(number, p.Number)
	}
	return number
}

// queueHere answers POST /api/queue/here: the person who was called has come.
func (s *Server) queueHere(w http.ResponseWriter, r *http.Request, _ struct{}) (any, error) {
	return s.sayInQueue(w, r, api.QueueOrder{Here: s.placeOf(r)})
}

// leaveQueue answers POST /api/queue/leave. The operator may take others
// out, too.
func (s *Server) leaveQueue(w http.ResponseWriter, r *http.Request, l quitting) (any, error) {
	if l.Number == 0 {
		l.Number = s.placeOf(r)
	} else if err := s.needs(r, Operate); err != nil {
		return nil, err
	}
	return s.sayInQueue(w, r, api.QueueOrder{Leave: l.Number})
}

// sayInQueue tells the table what somebody with a place says, and answers how the queue is.
func (s *Server) sayInQueue(w http.ResponseWriter, r *http.Request, o api.QueueOrder) (any, error) {
	if o == (api.QueueOrder{}) {
		return nil, refusing(http.StatusConflict, "no-place", "You have no place in the queue: join it first.")
	}
	q, err := s.order(r, o)
	if err != nil {
		return nil, err
	}
	number := s.placeOf(r)
	if number == o.Leave {
		setCookie(w, r, placeCookie, "", 0)
		number = 0
	}
	return s.waiting(r, q, number), nil
}
