package web

import (
	"context"
	"net/http"

	"stonehand/cmd/internal/api"
)

// guest answers POST /api/guest: what a program says that plays against the people
// at the table.
func (s *Server) guest(r *http.Request) (any, error) {
	var o api.GuestOrder
	err := read(r, &o, `{"do":"begin","game":"gomoku","color":"white"}`)
	if err == nil {
		err = s.commandsTooFast(r)
	}
	var state *api.Snapshot
	if err == nil {
		ctx, cancel := context.WithTimeout(r.Context(), commandTime)
		defer cancel()
		state, err = api.Guest(ctx, s.Table, o)
	}
	if err != nil {
		return nil, commandRefusal(err)
	}
	s.Log.Info("guest", "do", o.Do, "from", who(r).from())
	s.audit.did(r, "guest", "do", o.Do)
	return state, nil
}
