package players

import (
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/opening"
	"stonehand/engine/player"
)

// A five that can be made is told as a win, as at Connect6, not as many points.
func TestWinAtGomokuIsDecided(t *testing.T) {
	g := playedOut(t, game.Freestyle(), "H8 A1 H9 A3 H10 A5 H11 A7")
	var last player.Info
	q := player.Question{Position: player.At(g), Level: Levels, Limits: limit.Limits{Hard: time.Minute}}
	a, err := shallow().Choose(t.Context(), q, func(i player.Info) { last = i })
	if err != nil || len(a.Points) != 1 {
		t.Fatal(a, err)
	}
	if got := a.Points[0].String(); got != "H7" && got != "H12" {
		t.Errorf("%s makes no five", got)
	}
	if last.Win != 1 || last.Chance == nil || *last.Chance != 1 {
		t.Errorf("told of %+v, and a win in one", last)
	}
	q.Level = 1 // who overlooks the five now and then, and is told a chance then
	if _, err := shallow().Choose(t.Context(), q, func(i player.Info) { last = i }); err != nil || last.Win != 0 || last.Chance != nil && *last.Chance == 1 {
		t.Errorf("the five-tuple table proves something: %+v, %v", last, err)
	}
}

// The machine plays its part of every opening, alone against itself, and goes on
// from a position that was set up without one.
func TestMachinePlaysOpenings(t *testing.T) {
	for _, k := range game.Renju().Openings()[1:] {
		rules := game.Renju()
		rules.Opening = k
		g, m := game.New(rules), shallow()
		playOn(t, g, m, 7)
		set, err := game.NewFrom(rules, game.Start{Black: []board.Point{board.At(7, 7)}, ToMove: board.White})
		if err != nil {
			t.Fatal(err)
		}
		if a, err := shallow().Choose(t.Context(), player.Question{Position: player.At(set), Level: 4, Limits: limit.Limits{Hard: time.Hour}}, nil); err != nil || set.Check(game.Turn{Color: board.White, Points: a.Points}) != nil {
			t.Errorf("%s, from a position that was set up: %+v, %v", k, a, err)
		}
	}
}

// playOn has a machine play for all until a game has so many turns.
func playOn(t *testing.T, g *game.Game, m *Machine, turns int) {
	t.Helper()
	for len(g.Turns()) < turns {
		a, err := m.Choose(t.Context(), player.Question{Position: player.At(g), Level: 4, Limits: limit.Limits{Hard: time.Hour}}, nil)
		c, _ := g.Due()
		switch {
		case err != nil:
		case a.Choice != "":
			err = g.Choose(a.Choice)
		default:
			err = g.Play(game.Turn{Color: c, Points: a.Points})
		}
		if err != nil {
			t.Fatalf("%s on %v after %v: %+v: %v", g.Rules().(game.Gomoku).Opening, g.Rules().Size(), g.Turns(), a, err)
		}
	}
}

// An opening is for the game that is asked about, also where nobody said that the one
// before is over, as managers of Gomocup do not.
func TestOpeningsAreOfTheirGame(t *testing.T) {
	m := shallow()
	seen := map[board.Point]bool{}
	for _, side := range []int{board.MaxSide, 6, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15} {
		rules := game.Freestyle()
		rules.Opening, rules.Board = opening.Swap2, board.Size{Cols: side, Rows: side}
		g := game.New(rules)
		playOn(t, g, m, opening.AfterThree)
		seen[g.Turns()[0].Points[0]] = true
	}
	if len(seen) <= 3 {
		t.Errorf("fourteen games began with %d stones", len(seen))
	}
}

// Where people have begun Connect6's opening with a strong stone, as the one in the middle, the
// machine's two keep the sides about even.
func TestMachineEvensTheSwap(t *testing.T) {
	alone(t)
	rules, err := game.Opened(game.Connect6(), opening.Swap)
	if err != nil {
		t.Fatal(err)
	}
	for _, black := range []board.Point{board.At(9, 9), board.At(6, 6)} {
		g, m := game.New(rules), shallow()
		if err := g.Play(game.Turn{Color: board.Black, Points: []board.Point{black}}); err != nil {
			t.Fatal(err)
		}
		a, err := m.Choose(t.Context(), player.Question{Position: player.At(g), Limits: limit.Limits{Hard: time.Hour}}, nil)
		if err == nil {
			err = g.Play(game.Turn{Color: board.White, Points: a.Points})
		}
		if err != nil {
			t.Fatal(err)
		}
		ahead, _, err := m.lead(t.Context(), player.Question{Position: player.At(g)}, rules.(game.Connect), 20000)
		if err != nil || ahead.Chance == nil || *ahead.Chance < 0.3 || *ahead.Chance > 0.7 {
			t.Errorf("after %s and %v Black's chance is %+v, %v", black, a.Points, ahead, err)
		}
	}
}

// The machine plays its part of Connect6's opening too, alone against itself and
// where people have begun it, and takes the side that is ahead.
func TestMachinePlaysTheSwap(t *testing.T) {
	alone(t)
	rules, err := game.Opened(game.Connect6(), opening.Swap)
	if err != nil {
		t.Fatal(err)
	}
	at := board.At
	for name, c := range map[string]struct {
		turns  []game.Turn
		placed []board.Point
		want   opening.Choice
	}{
		"alone":                       {},
		"after a stone in the corner": {turns: []game.Turn{{Color: board.Black, Points: []board.Point{at(0, 0)}}}},
		"after half a turn":           {turns: []game.Turn{{Color: board.Black, Points: []board.Point{at(9, 9)}}}, placed: []board.Point{at(10, 10)}},
		"Black is far ahead":          {turns: []game.Turn{{Color: board.Black, Points: []board.Point{at(9, 9)}}, {Color: board.White, Points: []board.Point{at(0, 0), at(18, 18)}}}, want: opening.TakeBlack},
		"White is far ahead":          {turns: []game.Turn{{Color: board.Black, Points: []board.Point{at(0, 0)}}, {Color: board.White, Points: []board.Point{at(9, 9), at(10, 10)}}}, want: opening.TakeWhite},
	} {
		t.Run(name, func(t *testing.T) {
			g, m, placed := game.New(rules), shallow(), c.placed
			for _, turn := range c.turns {
				if err := g.Play(turn); err != nil {
					t.Fatal(err)
				}
			}
			for len(g.Turns()) < 4 {
				a, err := m.Choose(t.Context(), player.Question{Position: player.At(g, placed...), Limits: limit.Limits{Hard: time.Hour}}, nil)
				color, _ := g.Due()
				switch {
				case err != nil:
				case a.Choice != "":
					if c.want != "" && a.Choice != c.want {
						t.Errorf("takes %s", a.Choice)
					}
					err = g.Choose(a.Choice)
				default:
					err = g.Play(game.Turn{Color: color, Points: append(placed, a.Points...)})
					placed = nil
				}
				if err != nil {
					t.Fatalf("after %v: %+v: %v", g.Turns(), a, err)
				}
			}
		})
	}
}
