package web

import (
	"encoding/json"
	"net/http"
	"slices"
	"sync"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/study"
)

// studies are the latest positions of Go that were studied, by what was asked. They are
// studied in the goroutine of the request.
type studies struct {
	work sync.Mutex // held by who studies: one at a time, however many ask
	mu   sync.Mutex // guards kept
	kept []studied  // the latest last
}

type studied struct {
	asked string
	api.Study
}

// mostStudies bounds them. One takes some 15 KiB.
const mostStudies = 16

// study answers POST /api/study with what is known of a position.
func (s *Server) study(_ http.ResponseWriter, _ *http.Request, o api.StudyOrder) (any, error) {
	at, err := study.Read(&o)
	if err != nil {
		return nil, badValue("The position cannot be studied: %v.", err)
	}
	key, err := json.Marshal(&o)
	if err != nil {
		return nil, err
	}
	records, counting := s.counter.Records()
	games := 0
	if records != nil {
		games, _ = records.Games()
	}
	l := &s.studies
	l.mu.Lock()
	i := slices.IndexFunc(l.kept, func(k studied) bool { return k.asked == string(key) && k.Games == games })
	if i >= 0 {
		a := l.kept[i].Study
		l.mu.Unlock()
		a.Counting = counting
		return &a, nil
	}
	l.mu.Unlock()
	l.work.Lock()
	a := study.Study(at, records)
	l.work.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.kept) == mostStudies {
		l.kept = slices.Delete(l.kept, 0, 1)
	}
	l.kept = append(l.kept, studied{string(key), *a})
	a.Counting = counting
	return a, nil
}
