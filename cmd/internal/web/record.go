package web

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/library"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/sgf"
)

// Record is a finished game turn by turn: the body of GET
// /api/games/{id}/record.
type Record struct {
	Game  api.GameInfo         `json:"game"` // as in the list
	Cols  int                  `json:"cols"`
	Rows  int                  `json:"rows"`
	Moves api.List[api.Points] `json:"moves"` // every turn, each a list of points
	Line  api.Points           `json:"line"`  // the winning line, if there is one

	SetUp api.List[api.Stone] `json:"set_up"` // the position that the game began from, if one was set up
	First board.Color         `json:"first"`  // who plays the first turn of Moves: "black", unless a position was set up
}

// record answers GET /api/games/{id}/record.
func (s *Server) record(r *http.Request) (any, error) {
	id := r.PathValue("id")
	_, rec, err := s.finished(r.Context(), id)
	if err != nil {
		return nil, err
	}
	a := Record{Cols: rec.Size.Cols, Rows: rec.Size.Rows, Line: rec.Result.Line, First: board.Black}
	if !rec.Start.IsZero() {
		a.First = rec.Start.ToMove
	}
	for p, c := range rec.Start.Stones {
		a.SetUp = append(a.SetUp, api.Stone{Point: p, Color: c})
	}
	switch a.Game, err = s.taken(id); {
	case errors.Is(err, fs.ErrNotExist):
		a.Game = fromLibrary(id, rec)
	case err != nil:
		return nil, err
	}
	for _, t := range rec.Turns {
		a.Moves = append(a.Moves, t.Points)
	}
	if rec.Foul != nil {
		a.Moves = append(a.Moves, api.Points{rec.Foul.Point})
	}
	return a, nil
}

// fromLibrary says of a game of the library what the list of finished games says of others.
func fromLibrary(id string, rec *sgf.Record) api.GameInfo {
	g := api.GameInfo{ID: id, Game: game.Connect6().Name(), Black: rec.Black, White: rec.White, Result: "unfinished", Reason: string(rec.Result.Reason), Turns: len(rec.Turns)}
	if rec.Game != nil {
		g.Game = rec.Game.Name()
	}
	if rec.Result.Over {
		if g.Result = "draw"; rec.Result.Winner != board.Empty {
			g.Result = rec.Result.Winner.String()
		}
	}
	g.Ended, _ = time.Parse(time.DateOnly, rec.Date) // the zero time where it is not known
	g.Started = g.Ended
	return g
}

// finished returns a game of k in a row that was played here or lies in the library: its
// file and what is in it.
func (s *Server) finished(ctx context.Context, id string) ([]byte, *sgf.Record, error) {
	o, err := s.opened(ctx, id)
	if errors.Is(err, library.ErrUnknown) {
		return nil, nil, notFound("There is no finished game %q: GET /api/games and GET /api/library list those there are.", text.Clip(id))
	} else if err != nil {
		return nil, nil, libraryRefusal(err)
	}
	text := library.Text(o.Tree)
	if o.Game.File == "" { // as it was written
		if text, err = s.Games.SGF(id); err != nil {
			return nil, nil, fmt.Errorf("reading game %s: %w", id, err)
		}
	}
	rec, err := sgf.ReadAny(text)
	if err != nil {
		return nil, nil, refusing(http.StatusConflict, "not-readable", "The file of game %s cannot be read: %v.", id, err)
	}
	return text, rec, nil
}
