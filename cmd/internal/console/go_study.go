package console

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"stonehand/cmd/internal/library"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/weiqi/joseki"
	"stonehand/engine/weiqi/shapes"
	"stonehand/engine/weiqi/tactics"
)

// goSide reads an optional colour, the side to move if there is none.
func (s *gtpSession) goSide(args []string) (board.Color, error) {
	if len(args) == 0 {
		return s.weiqi.ToMove(), nil
	}
	c, err := gtpColor(args)
	if err != nil || len(args) != 1 {
		return board.Empty, errSyntax
	}
	return c, nil
}

// ofSide makes a command of one about a colour that may be given.
func ofSide(do func(*gtpSession, board.Color) (string, error)) gtpCommand {
	return func(s *gtpSession, _ context.Context, args []string) (string, error) {
		c, err := s.goSide(args)
		if err != nil {
			return "", err
		}
		return do(s, c)
	}
}

// goJoseki lists the known next moves in the corners, one a line: the point, how many
// joseki begin so, and the name in both languages of the move or of one of them.
func goJoseki(s *gtpSession, c board.Color) (string, error) {
	var lines []string
	for _, m := range joseki.All().Next(s.weiqi.Board(), c) {
		name := m.Name
		if name == (joseki.Name{}) && len(m.Joseki) > 0 {
			name = m.Joseki[0].Name
		}
		lines = append(lines, fmt.Sprintf("%s %d %s %s", s.goNames([]board.Point{m.Point}, ""), len(m.Joseki), name.English, name.Chinese))
	}
	return strings.Join(lines, "\n"), nil
}

// goShapes lists the moves of shapes, one a line: the point and the name in both languages.
func goShapes(s *gtpSession, c board.Color) (string, error) {
	var lines []string
	for _, m := range shapes.All().Find(s.weiqi.Board(), c) {
		if s.weiqi.Check(c, m.Point) == nil {
			lines = append(lines, fmt.Sprintf("%s %s %s", s.goNames([]board.Point{m.Point}, ""), m.Shape.English, m.Shape.Chinese))
		}
	}
	return strings.Join(lines, "\n"), nil
}

// goSolve answers how a local fight ends: "solve GOAL POINT [COLOR]".
func goSolve(s *gtpSession, _ context.Context, args []string) (string, error) {
	if len(args) != 2 && len(args) != 3 {
		return "", errSyntax
	}
	q := tactics.Question{Goal: tactics.Capture}
	for q.Goal.String() != args[0] {
		if q.Goal++; q.Goal > tactics.Kill {
			return "", fmt.Errorf("%q is not a goal: ask for capture, ladder or kill", text.Clip(args[0]))
		}
	}
	var err error
	if q.First, err = s.goSide(args[2:]); err != nil {
		return "", err
	}
	if q.Target, err = s.goPoint(args[1]); err != nil {
		return "", err
	}
	b := s.weiqi.Board()
	if !b.Size().Has(q.Target) || b.At(q.Target) == board.Empty {
		return "", fmt.Errorf("there is no stone on %s", text.Clip(args[1]))
	}
	a := s.judge.ready().Solve(b, q)
	words := []string{a.Result.String()}
	if a.Seki {
		words = append(words, "seki")
	}
	return strings.TrimSuffix(strings.Join(words, " ")+" "+s.goNames(a.Line, " "), " "), nil
}

// goHints lists the moves that take or save chains, one a line: the point, what it does,
// a stone of the chain, how many stones that has, the result, and the line of play.
func goHints(s *gtpSession, c board.Color) (string, error) {
	b := s.weiqi.Board()
	var lines []string
	for _, h := range s.judge.ready().Hints(b, c, 0) {
		if s.weiqi.Check(c, h.Point) != nil {
			continue
		}
		does := h.Goal.String()
		if h.Saves(b) {
			does = "save"
		}
		lines = append(lines, fmt.Sprintf("%s %s %s %d %s %s", s.goNames([]board.Point{h.Point}, ""), does,
			s.goNames([]board.Point{h.Target}, ""), h.Stones, h.Result, s.goNames(h.Line, " ")))
	}
	return strings.Join(lines, "\n"), nil
}

// goIndexGames counts the moves of the records in a folder, and answers how many games there
// are and, a line each, what is wrong with records that are not counted in full. A folder's
// name may have spaces, in quotation marks or not.
func goIndexGames(s *gtpSession, ctx context.Context, _ []string) (string, error) {
	folder, behind, _ := unquoted(s.rest)
	if folder == "" || behind != "" {
		return "", errSyntax
	}
	r, problems, err := library.Moves(ctx, library.Folder(folder))
	if err != nil {
		if p, ok := errors.AsType[*fs.PathError](err); ok && p.Path == "." { // as the folder calls itself
			err = p.Err
		}
		return "", fmt.Errorf("%s: %w", text.Clip(folder), err)
	}
	s.records = r
	n, forgotten := r.Games()
	lines := []string{fmt.Sprintf("%d games", n)}
	if forgotten {
		lines[0] += ", without rare moves: there are too many"
	}
	return strings.Join(append(lines, problems...), "\n"), nil
}

// goPlayed lists the moves that were played in the games of the index, one a line: the point,
// in how many games, and how many of these the side won. "played board" is about the whole
// position, "played corner" about the corner of the point alone.
func goPlayed(s *gtpSession, _ context.Context, args []string) (string, error) {
	if len(args) == 0 || args[0] != "board" && args[0] != "corner" {
		return "", errors.New("ask for played board or played corner")
	}
	c, err := s.goSide(args[1:])
	switch {
	case err != nil:
		return "", err
	case s.records == nil:
		return "", errors.New("no games are indexed: send index_games and a folder first")
	}
	var lines []string
	for _, p := range s.records.Next(s.weiqi.Board(), c, args[0] == "corner") {
		lines = append(lines, fmt.Sprintf("%s %d %d", s.goNames([]board.Point{p.Point}, ""), p.Games, p.Won))
	}
	return strings.Join(lines, "\n"), nil
}
