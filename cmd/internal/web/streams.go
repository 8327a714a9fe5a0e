package web

import (
	"net/http"
	"sync"
)

// streams counts the streams that are open and says who may have one more. A
// quarter of them is reserved for the privileged, and nobody's share is more than a
// quarter, so no one caller takes a stream from another.
type streams struct {
	most int

	mu     sync.Mutex // guards what follows
	all    int
	common int // of those, which are not the privileged's
	by     map[share]int
}

func newStreams(most int) *streams { return &streams{most: most, by: map[share]int{}} }

// each is how many streams one share has.
func (s *streams) each() int { return max(2, s.most/4) }

// open is how many there are.
func (s *streams) open() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all
}

// take opens a stream for a caller, or says why there is none. What it returns
// closes it.
func (s *streams) take(c caller) (done func(), err error) {
	key, common := c.share(), 0
	if !c.privileged() {
		common = 1
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.all >= s.most || s.common+common > s.most-s.most/4 && common > 0:
		return nil, refusing(http.StatusServiceUnavailable, "too-many-streams", "All %d event streams of this board are in use. Ask GET /api/state every few seconds, or try again later.", s.most)
	case s.by[key] >= s.each():
		return nil, refusing(http.StatusServiceUnavailable, "too-many-streams", "Your address already has %d streams open, which is the limit. Ask GET /api/state every few seconds, or close a stream.", s.each())
	}
	s.all++
	s.common += common
	s.by[key]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.all--
		s.common -= common
		if s.by[key]--; s.by[key] == 0 {
			delete(s.by, key)
		}
	}, nil
}

// takeStream opens a stream for a request and returns what closes it, or refuses it
// and returns nil.
func (s *Server) takeStream(w http.ResponseWriter, r *http.Request) (done func()) {
	done, err := s.streams.take(who(r))
	if err != nil {
		w.Header().Set("Retry-After", "10")
		s.refuse(w, r, err)
		return nil
	}
	keepOpen(r.Context())
	return done
}
