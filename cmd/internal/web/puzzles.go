package web

import (
	"net/http"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/puzzle"
)

// puzzles answers GET /api/puzzles.
func (s *Server) puzzles(r *http.Request) (any, error) {
	name, list := r.URL.Query().Get("game"), api.Puzzles{}
	for _, p := range puzzle.All() {
		if name != "" && p.Game != name {
			continue
		}
		z := api.Puzzle{
			ID: p.ID, Game: p.Game, Kind: string(p.Kind), Grade: p.Grade, Turns: p.Turns, Size: p.Size,
			Black: p.Start.Black, White: p.Start.White, ToMove: p.Start.ToMove, Due: p.Due(), Lives: p.Lives, Named: map[string]string{},
		}
		if p.Target != board.Nowhere {
			z.Target = &p.Target
		}
		if p.English != "" {
			z.Named = map[string]string{"en": p.English, "zh": p.Chinese}
		}
		list.Puzzles = append(list.Puzzles, z)
	}
	return list, nil
}

// tryPuzzle answers POST /api/puzzles/try with what comes of an attempt.
func tryPuzzle(_ http.ResponseWriter, _ *http.Request, o api.PuzzleAttempt) (any, error) {
	p := puzzle.Find(o.ID)
	if p == nil {
		return nil, notFound("There is no puzzle %q: GET /api/puzzles lists them.", text.Clip(o.ID))
	}
	if len(o.Turns) > puzzle.MaxTurns {
		return nil, badValue("The attempt has %d turns, but a puzzle takes at most %d.", len(o.Turns), puzzle.MaxTurns)
	}
	turns := make([][]board.Point, len(o.Turns))
	for i, t := range o.Turns {
		turns[i] = t
	}
	v, err := p.Try(turns, o.Hint)
	if err != nil {
		return nil, badValue("The attempt cannot be played: %v.", err)
	}
	a := api.PuzzleVerdict{Right: v.Right, Solved: v.Solved, Taken: v.Taken, Row: v.Row, Foul: v.Foul, Hint: v.Hint}
	for _, t := range v.Line {
		a.Line = append(a.Line, api.PuzzleStep{Points: t.Points, Taken: t.Taken})
	}
	return a, nil
}
