package gomoku

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/opening"
	"stonehand/engine/player"
)

// ticking is a clock that goes on by a millisecond each time it is asked.
func ticking() func() time.Time {
	now := time.Unix(0, 0)
	return func() time.Time {
		now = now.Add(time.Millisecond)
		return now
	}
}

// judged is what a player makes of a position.
func judged(at board.Point, depth, score int) player.Answer {
	return player.Answer{Info: player.Info{Depth: depth, Score: score}, Points: []board.Point{at}}
}

// Whatever the opening, the board, and no matter who put down what before, the opener's
// stones and choices lead through it.
func TestOpenerPlaysOpenings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := rapid.SampledFrom([]game.Gomoku{game.Freestyle(), game.Renju()}).Draw(t, "rules")
		side := rapid.IntRange(3, board.MaxSide).Draw(t, "side")
		rules.Board = board.Size{Cols: side, Rows: side}
		rules.Opening = rapid.SampledFrom(rules.Openings()).Draw(t, "opening")
		seed := rapid.Uint64().Draw(t, "seed")
		rng := rand.New(rand.NewPCG(seed, 1))
		o := Opener{Now: ticking(), Rand: rng.IntN, Judge: func(q player.Question) (player.Answer, bool) {
			free := around(q, 1)
			return judged(free[0], 0, rng.IntN(200)-100), rng.IntN(40) > 0
		}}
		if rapid.Bool().Draw(t, "plain") {
			o.Rand = nil
		}
		g := game.New(rules)
		for len(g.Turns()) < 6 && !g.Result().Over {
			q := player.Question{Position: player.At(g), Limits: limit.Limits{Hard: 50 * time.Millisecond}}
			step := g.Step()
			if step.Pick {
				offered := g.Offered()
				q.Turns = q.Turns[:len(q.Turns)-1]
				if err := g.Choose(opening.Choice(o.Keep(q, offered).String())); err != nil {
					t.Fatal(err)
				}
				continue
			}
			if step.Chooses() {
				c, _ := o.Colour(q, rules.Opening)
				if rules.Opening == opening.Swap2 && len(g.Turns()) == 3 && rng.IntN(2) == 0 {
					c = opening.PutTwo
				}
				if err := g.Choose(c); err != nil {
					t.Fatal(err)
				}
				continue
			}
			color, due := g.Due()
			var list []board.Point
			switch {
			case step.Stones == 2:
				list = o.Fifths(q)
			case step.Player == opening.First:
				list = o.Stones(q, rules.Opening)
			case step.Player == opening.Second:
				list = o.Two(q)
			default:
				list = around(q, 2)
			}
			if len(list) < due {
				t.Fatalf("%v for %d stones after %v", list, due, g.Turns())
			}
			if rng.IntN(3) == 0 && step.Player == opening.First { // somebody else puts this one down
				free := g.Allowed()
				if free == nil {
					free = around(q, 1)
				}
				list = []board.Point{free[rng.IntN(len(free))]}
			}
			if err := g.Play(game.Turn{Color: color, Points: list[:due]}); err != nil {
				t.Fatalf("%v after %v: %v", list[:due], g.Turns(), err)
			}
		}
	})
}

// The opener takes the side that is better, puts down what is nearest to even, and
// keeps the fifth stone that is best for White.
func TestOpenerChooses(t *testing.T) {
	rules := game.Renju()
	size := rules.Board
	worth := map[string]int{}
	o := Opener{Now: ticking(), Judge: func(q player.Question) (player.Answer, bool) {
		all := q.Points()
		return judged(board.At(0, 0), 0, worth[all[len(all)-1].String()]), true
	}}
	three := opening.Canonical()[3].Points(size, 0)
	q := player.Question{Position: player.Position{Rules: rules, Turns: alternate(three[:])}, Limits: limit.Limits{Hard: time.Hour}}
	for score, want := range map[int]opening.Choice{-50: opening.TakeBlack, 50: opening.TakeWhite} {
		worth[three[2].String()] = score
		if got, _ := o.Colour(q, opening.Swap2); got != want {
			t.Errorf("White stands at %d: %s", score, got)
		}
	}
	for _, p := range opening.Canonical() {
		at := p.Points(size, 0)
		worth[at[2].String()] = 900
		got, _ := o.Colour(player.Question{Position: player.Position{Rules: rules, Turns: alternate(at[:])}, Limits: q.Limits}, opening.RIF)
		if want := map[bool]opening.Choice{true: opening.TakeBlack, false: opening.TakeWhite}[p.Worth > 0]; got != want {
			t.Errorf("%s: %s", p.Name, got)
		}
	}
	sosei := opening.Canonical()[2].Points(size, 0)
	worth[sosei[2].String()] = -1
	if got := o.Stones(player.Question{Position: player.Position{Rules: rules}, Limits: q.Limits}, opening.Renju); !slices.Equal(got, sosei[:]) {
		t.Errorf("the opening is %v", got)
	}
	// The search swings with the depth; what counts is between two of them.
	swings := Opener{Now: ticking(), Judge: func(q player.Question) (player.Answer, bool) {
		if q.Limits.Depth == 0 {
			return judged(board.At(0, 0), 5, 40), true
		}
		return judged(board.At(1, 0), q.Limits.Depth, -60), true
	}}
	if got, _ := swings.Colour(q, opening.Swap2); got != opening.TakeBlack {
		t.Errorf("between 40 and -60: %s", got)
	}
	a, b := board.At(2, 2), board.At(3, 9)
	worth[a.String()], worth[b.String()] = 10, 20
	if got := o.Keep(q, []board.Point{a, b}); got != b {
		t.Errorf("White keeps %v", got)
	}
}

// A stone that no known opening begins with is followed by those of several, to choose what is
// even from.
func TestOpenerGoesOnFromAnyStone(t *testing.T) {
	for _, put := range [][]board.Point{{board.At(7, 7)}, {board.At(7, 7), board.At(8, 8)}} {
		all := threes(game.Freestyle(), opening.Swap2, put, 0)
		if len(all) < looked {
			t.Errorf("after %v there are %d ways to go on", put, len(all))
		}
		for _, three := range all {
			if !slices.Equal(three[:len(put)], put) {
				t.Errorf("%v does not go on from %v", three, put)
			}
		}
	}
}
