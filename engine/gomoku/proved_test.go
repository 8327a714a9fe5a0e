package gomoku

import (
	"strings"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/five"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
)

// TestTellsProvedWinsOnly: a win that only alpha-beta scores is told without a length
// and without certainty.
func TestTellsProvedWinsOnly(t *testing.T) {
	for stones, want := range map[string]int{
		"F7 H10 F8 I6 G7 H7 G8 G6 F6 F5": 0,
		"H8 A1 I8 A3 J8 A5 K8 A7":        1,
		"H8 A1 I8 A3 J8 A5 K8":           -1,
	} {
		rules := game.Freestyle()
		g := game.New(rules)
		for i, name := range strings.Fields(stones) {
			p, err := rules.Board.Parse(name, board.Algebraic)
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Play(game.Turn{Color: [2]board.Color{board.Black, board.White}[i%2], Points: []board.Point{p}}); err != nil {
				t.Fatal(err)
			}
		}
		p := NewFive(five.DefaultOptions(), time.Now)
		a, err := p.Choose(t.Context(), player.Question{Position: player.At(g), Limits: limit.Limits{Nodes: 8000}}, nil)
		if err != nil || a.Win != want || a.Chance == nil || (*a.Chance == 0 || *a.Chance == 1) != (want != 0) || (a.Score > five.Proved || a.Score < -five.Proved) != (want != 0) {
			t.Errorf("%s: %+v, %v; want a win in %d", stones, a, err, want)
		}
	}
}
