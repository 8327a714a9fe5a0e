package console

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/influence"
)

// goInfluence answers the influence on every point by one of the two models, the top row
// first: "influence map" and "influence forces".
func goInfluence(s *gtpSession, _ context.Context, args []string) (string, error) {
	size, stones := s.weiqi.Board().Size(), influence.Stones(s.weiqi.Board().Stones())
	var at func(board.Point) int
	switch args[0] {
	case "map":
		var m influence.Map
		m.Set(size, &stones)
		at = m.At
	case "forces":
		var f influence.Forces
		f.Set(size, &stones)
		at = f.At
	default:
		return "", fmt.Errorf("%q is not a model of influence: ask for map or forces", text.Clip(args[0]))
	}
	var text strings.Builder
	for y := size.Rows - 1; y >= 0; y-- {
		separator := "\n"
		for x := range size.Cols {
			text.WriteString(separator + strconv.Itoa(at(board.At(x, y))))
			separator = " "
		}
	}
	return text.String(), nil
}

// goMoveValue answers what a point is worth to the side to move: by how much playing there
// moves the balance of the influence map in its favour.
func goMoveValue(s *gtpSession, _ context.Context, args []string) (string, error) {
	p, err := s.goPoint(args[0])
	if err != nil {
		return "", err
	}
	c := s.weiqi.ToMove()
	if err := s.weiqi.Check(c, p); err != nil {
		return "", fmt.Errorf("illegal move: %w", err)
	}
	after := *s.weiqi.Board()
	after.Play(c, p)
	before, then := influence.Stones(s.weiqi.Board().Stones()), influence.Stones(after.Stones())
	return strconv.Itoa(influence.Worth(after.Size(), &before, &then, c)), nil
}
