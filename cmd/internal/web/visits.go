package web

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"stonehand/cmd/internal/api"
)

// Visits are the counts of what happened at an exhibit.
type Visits interface {
	// Counts returns them, the earliest hour first.
	Counts() ([]api.Count, error)
}

// counts reads them for a request.
func (s *Server) counts() ([]api.Count, error) {
	if s.Visits == nil {
		return nil, notFound("This table counts no visitors: set exhibit.enabled in its configuration.")
	}
	list, err := s.Visits.Counts()
	return append([]api.Count{}, list...), err
}

// visits answers GET /api/visits.
func (s *Server) visits(*http.Request) (any, error) { return s.counts() }

// visitsTable answers GET /api/visits.csv.
func (s *Server) visitsTable(w http.ResponseWriter, r *http.Request) {
	list, err := s.counts()
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/csv; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="visits.csv"`)
	h.Set("Cache-Control", "no-store")
	out := csv.NewWriter(w)
	out.Write([]string{"hour", "what", "game", "level", "result", "count", "turns", "seconds"})
	for _, c := range list {
		out.Write([]string{c.Hour.Format(time.RFC3339), c.What, c.Game, strconv.Itoa(c.Level), c.Result, strconv.Itoa(c.Count), strconv.Itoa(c.Turns), fmt.Sprint(c.Time)})
	}
	out.Flush()
}
