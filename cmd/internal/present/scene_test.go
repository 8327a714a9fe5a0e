package present

import (
	"strings"
	"testing"

	"stonehand/cmd/internal/table/status"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
)

// played returns a game after turns, "J10", "K10 L10".
func played(t *testing.T, r game.Rules, turns ...string) *game.Game {
	t.Helper()
	g := game.New(r)
	for _, turn := range turns {
		var points []board.Point
		for name := range strings.FieldsSeq(turn) {
			p, err := r.Size().Parse(name, board.Algebraic)
			if err != nil {
				t.Fatal(err)
			}
			points = append(points, p)
		}
		c, _ := g.Due()
		if err := g.Play(game.Turn{Color: c, Points: points}); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// People who watch are told of the threats, no matter which side has to answer them.
func TestScene(t *testing.T) {
	for _, c := range []struct {
		name   string
		rules  game.Rules
		turns  []string
		en, zh string
	}{
		{"the beginning", game.Connect6(), nil, "Turn 1: Black places one black stone.", "第1手：黑方放一枚黑子。"},
		{"four on a row", game.Connect6(), []string{"J10", "A7 B7", "A19 C19", "C7 D7"},
			"White has 4 of 6 in a row on row 7. Black must block now.", "白方在第7行的 6 个点中已占 4 个。黑方必须立刻挡住。"},
		{"its own four", game.Connect6(), []string{"A1", "S19 S17", "B1 C1", "S15 S13", "D1 A19", "Q10 P10"}, "Black can complete 6 in a row now.", "黑方现在可以连成 6 子。"},
		{"a four that is shut in", game.Connect6(), []string{"J10", "A7 B7", "F7 G7", "C7 D7"}, "Turn 5: Black places two black stones.", "第5手：黑方放两枚黑子。"},
		{"four of five in a column", game.Freestyle(), []string{"A1", "H8", "B1", "H9", "C2", "H10", "A15", "H11"},
			"White has 4 of 5 in a row in column H. Black must block now.", "白方在H列的 5 个点中已占 4 个。黑方必须立刻挡住。"},
		{"five with one more is nothing", game.Standard(), []string{"A1", "H8", "B1", "H9", "A15", "H10", "C3", "H12", "D5", "H13", "F1"},
			"Turn 12: White places one white stone.", "第12手：白方放一枚白子。"},
		{"Go", game.Weiqi{Board: board.Size{Cols: 9, Rows: 9}}, []string{"E5"}, "Turn 2: White places one white stone.", "第2手：白方放一枚白子。"},
	} {
		g := played(t, c.rules, c.turns...)
		side, due := g.Due()
		table := &Table{Game: g, Status: &status.Status{Live: true, Begun: true, InPlay: true, Actor: status.Person, Side: side, Stones: side, Due: due}}
		for l, want := range map[text.Language]string{text.English: c.en, text.Chinese: c.zh} {
			if got := table.In(l).scene(); got != want {
				t.Errorf("%s: %q, want %q", c.name, got, want)
			}
		}
	}
}
