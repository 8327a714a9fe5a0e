package table

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/player"
	"stonehand/engine/referee"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// While Black places free handicap stones, nobody passes: the menu does not offer it, and
// the command is refused in a sentence. After them, a pass is a pass.
func TestNobodyPassesOverTheHandicap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		free := game.Weiqi{Board: board.Size{Cols: 19, Rows: 19}, Terms: game.Terms{Handicap: 2, Free: true}}
		r := newRig(t, sim.Settings{}, nil, func(c *Config) {
			c.Games, c.Human = []game.Rules{free}, api.Colors{board.Black, board.White}
		})
		defer r.stop()
		offered := func() bool {
			for _, c := range r.table.core.menu() {
				if c.Answer == referee.Answer(api.DoPass) {
					return true
				}
			}
			return false
		}
		r.pass(time.Second)
		for _, p := range []string{"D4", "P16"} {
			if r.refused(api.Command{Do: api.DoPass}, "not-now"); offered() {
				t.Errorf("before the stone on %s, the menu offers a pass", p)
			}
			r.turn(board.Black, p)
		}
		if !offered() {
			t.Error("the menu offers no pass after the handicap")
		}
		if s := r.do(api.Command{Do: api.DoPass}); len(s.Moves) != 3 {
			t.Errorf("after a pass there are %d turns", len(s.Moves))
		}
	})
}

// sayers are programs that say which stones are dead; those that are not here cannot.
type sayers map[string][]board.Point

// Choose implements [player.Player].
func (sayers) Choose(context.Context, player.Question, func(player.Info)) (player.Answer, error) {
	return player.Answer{}, errors.New("nobody asks")
}

// Dead implements [player.Counter].
func (s sayers) Dead(_ context.Context, q player.Question) ([]board.Point, error) {
	if list, ok := s[q.Player]; ok {
		return slices.Clone(list), nil
	}
	return nil, errors.New("it cannot say")
}

// Of two programs neither decides alone which stones are dead.
func TestTwoProgramsCount(t *testing.T) {
	unraced(t)
	black, white, beside, empty := board.At(0, 0), board.At(8, 8), board.At(7, 8), board.At(4, 4)
	g := game.New(game.Weiqi{Board: board.Size{Cols: 9, Rows: 9}})
	for _, turn := range [][]board.Point{{black}, {beside}, {board.At(0, 1)}, {white}} {
		c, _ := g.Due()
		if err := g.Play(game.Turn{Color: c, Points: turn}); err != nil {
			t.Fatal(err)
		}
	}
	both, chain := []string{"a", "b"}, []board.Point{beside, white}
	var found []board.Point // by the table itself
	for name, c := range map[string]struct {
		programs []string
		say      sayers
		dead     []board.Point
		disputed bool
	}{
		"they agree":        {both, sayers{"a": {white, white}, "b": {empty, beside}}, chain, false},
		"they do not":       {both, sayers{"a": {white}, "b": {black}}, found, true},
		"one kills all":     {both, sayers{"a": {white}, "b": {}}, found, true},
		"one cannot say":    {both, sayers{"b": {black}}, found, false},
		"the other cannot":  {both, sayers{"a": {black}}, found, false},
		"neither can":       {both, sayers{}, found, false},
		"there is one":      {both[:1], sayers{"a": {black}}, []board.Point{black, board.At(0, 1)}, false},
		"people alone play": {nil, sayers{"a": {black}}, found, false},
	} {
		o := &countOrder{board: *g.Weiqi().Board(), question: player.Question{Position: player.At(g)}, programs: c.programs}
		if got := o.count(t.Context(), c.say); !slices.Equal(got.dead, c.dead) || got.disputed != c.disputed {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// People who take passes back and pass again are told again which stones seem dead.
func TestDeadStonesAreProposedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{Board: hw.Geometry{Cols: 9, Rows: 9, Colors: true}}, nil, func(c *Config) {
			c.Games, c.Human = []game.Rules{game.Weiqi{Board: board.Size{Cols: 9, Rows: 9}}}, api.Colors{board.Black, board.White}
		})
		defer r.stop()
		r.pass(time.Second)
		r.turn(board.Black, "A1")
		r.turn(board.White, "I9")
		for range 2 {
			r.do(api.Command{Do: api.DoPass})
			r.do(api.Command{Do: api.DoPass})
			r.pass(30 * time.Second) // dead stones are looked for
			if dead := r.phase(api.PhaseCount).Go.Dead; len(dead) != 2 {
				t.Errorf("proposed as dead: %v", dead)
			}
			r.do(api.Command{Do: api.DoUndo})
			r.do(api.Command{Do: api.DoUndo})
			r.phase(api.PhaseHuman)
		}
	})
}
