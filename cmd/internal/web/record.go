package web

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/sgf"
)

// Record is a finished game turn by turn: the body of GET
// /api/games/{id}/record.
type Record struct {
	Game  Game                 `json:"game"` // as in the list
	Cols  int                  `json:"cols"`
	Rows  int                  `json:"rows"`
	Moves api.List[api.Points] `json:"moves"` // every turn, each a list of points
	Line  api.Points           `json:"line"`  // the winning line, if there is one

	SetUp api.List[api.Stone] `json:"set_up"` // the position that the game began from, if one was set up
	First board.Color         `json:"first"`  // who plays the first turn of Moves: "black", unless a position was set up
}

// record answers GET /api/games/{id}/record.
func (s *Server) record(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	_, rec, err := s.finished(id)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	a := Record{Game: Game{ID: id}, Cols: rec.Size.Cols, Rows: rec.Size.Rows, Line: rec.Result.Line, First: board.Black}
	if !rec.Start.IsZero() {
		a.First = rec.Start.ToMove
	}
	for _, side := range []game.Turn{{Color: board.Black, Points: rec.Start.Black}, {Color: board.White, Points: rec.Start.White}} {
		for _, p := range side.Points {
			a.SetUp = append(a.SetUp, api.Stone{Point: p, Color: side.Color})
		}
	}
	games, err := s.Games.List()
	if err != nil {
		s.refuse(w, r, fmt.Errorf("listing the finished games: %w", err))
		return
	}
	for _, g := range games {
		if g.ID == id {
			a.Game = g
		}
	}
	for _, t := range rec.Turns {
		a.Moves = append(a.Moves, t.Points)
	}
	s.reply(w, r, http.StatusOK, a)
}

// finished returns a finished game of Connect6: its file and what is in it.
func (s *Server) finished(id string) ([]byte, *sgf.Record, error) {
	unknown := notFound("There is no finished game %q: GET /api/games lists those there are.", clip(id))
	if s.Games == nil || !plainID(id) {
		return nil, nil, unknown
	}
	text, err := s.Games.SGF(id)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, unknown
	case err != nil:
		return nil, nil, fmt.Errorf("reading game %s: %w", id, err)
	}
	rec, err := sgf.ReadAny(text)
	if err != nil {
		return nil, nil, &refusal{http.StatusConflict, "not-readable", fmt.Sprintf("The file of game %s cannot be read: %v.", id, err)}
	}
	return text, rec, nil
}
