package web

import (
	"net/http"

	"stonehand/cmd/internal/api"
)

// guest answers POST /api/guest: what a program says that plays against the people
// at the table.
func (s *Server) guest(_ http.ResponseWriter, r *http.Request, o api.GuestOrder) (any, error) {
	if err := s.commandsTooFast(r); err != nil {
		return nil, err
	}
	state, err := s.tellTable(r, api.Command{Do: api.DoLink, Link: &api.LinkOrder{Guest: &o}})
	if err != nil {
		return nil, err
	}
	s.Log.Info("guest", "do", o.Do, "from", who(r).from())
	s.audit.did(r, "guest", "do", o.Do)
	return state, nil
}
