package table

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/weiqi"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// wholeGame is a game of Go from the first stone to the score.
type wholeGame struct {
	name  string
	size  board.Size
	moves []weiqi.Move
	dead  []string // a stone of each dead chain
	score string   // "" : what the rules say
}

// seki is a position that nobody can go on in: three white stones and the black chain
// around them live by A1 and E1. H8 and H2 are dead.
const seki = `
	. . . . . . . . .
	. . . . . . . O .
	. . . . . . . . .
	X X X X X X X X X
	O O O O O O O O O
	. . . . . . . . .
	O O O O O O O . .
	X X X X X X O X .
	. O O O . X O . .`

// drawn returns the moves that make a position, first Black's and White's in turn, then
// those of the side that has more, with passes between, and two passes.
func drawn(t *testing.T, picture string) (moves []weiqi.Move) {
	var sides [3][]board.Point
	rows := strings.Split(strings.TrimSpace(picture), "\n")
	for i, row := range rows {
		for x, c := range strings.Fields(row) {
			if at := strings.Index(".XO", c); at > 0 {
				sides[at] = append(sides[at], board.At(x, len(rows)-1-i))
			}
		}
	}
	for i := range max(len(sides[board.Black]), len(sides[board.White])) {
		for _, c := range []board.Color{board.Black, board.White} {
			p := board.Nowhere
			if i < len(sides[c]) {
				p = sides[c][i]
			}
			moves = append(moves, weiqi.Move{Color: c, Point: p})
		}
	}
	moves = append(moves, weiqi.Move{Color: board.Black, Point: board.Nowhere}, weiqi.Move{Color: board.White, Point: board.Nowhere})
	for i := 1; i < len(moves)-2; i++ {
		if moves[i-1].Point == board.Nowhere && moves[i].Point == board.Nowhere {
			t.Fatal("two passes before the end")
		}
	}
	return moves
}

// untilNothingIsLeft plays moves by chance, captures and kos among them, until neither
// side has one left that does not fill an eye of its own; with most moves at most.
func untilNothingIsLeft(t *testing.T, size board.Size, seed uint64, most int) (moves []weiqi.Move) {
	rules, err := weiqi.Preset("chinese")
	if err != nil {
		t.Fatal(err)
	}
	g, err := weiqi.New(rules, size)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 23))
	for g.Passes() < 2 {
		b, c, best := g.Board(), g.ToMove(), []board.Point(nil)
		for i := range size.Count() {
			p := size.Point(i)
			eye := !slices.ContainsFunc(b.Around(p, nil), func(q board.Point) bool { return b.At(q) != c })
			if eye || g.Check(c, p) != nil || len(moves) >= most {
				continue
			}
			for range 1 + 9*min(1, len(b.Captures(c, p, nil))) {
				best = append(best, p)
			}
		}
		p := board.Nowhere
		if len(best) > 0 {
			p = best[rng.IntN(len(best))]
		}
		if _, err := g.Play(c, p); err != nil {
			t.Fatal(err)
		}
		moves = append(moves, weiqi.Move{Color: c, Point: p})
	}
	return moves
}

// wholeGames are the games that are played.
func wholeGames(t *testing.T) []wholeGame {
	nine, nineteen := board.Size{Cols: 9, Rows: 9}, board.Size{Cols: 19, Rows: 19}
	return []wholeGame{
		// Black has 43 points and half of A1 and E1, White 36 and the other half.
		{"seki", nine, drawn(t, seki), []string{"H8", "H2"}, "W+0.5"},
		{"to the last point", nine, untilNothingIsLeft(t, nine, 4, 1000), nil, ""},
		{"agreed early", nine, untilNothingIsLeft(t, nine, 9, 40), nil, ""},
		{"large", nineteen, untilNothingIsLeft(t, nineteen, 2, 1000), nil, ""},
	}
}

// Two people play whole games of Go from the first stone to the score, on boards that
// measure fields and on some that know only whether a stone stands there: captures and
// kos, passes, counting that is broken off and taken up again over a power cut, dead
// stones that are lifted or tapped. What is archived is the game that was played, with its
// points and its result; and it happens the same way twice.
func TestWholeGamesOfGo(t *testing.T) {
	unraced(t)
	for _, g := range wholeGames(t) {
		for kind, settings := range map[string]sim.Settings{
			"fields":    {Board: hw.Geometry{Cols: g.size.Cols, Rows: g.size.Rows, Colors: true}, Fields: true},
			"occupancy": {Board: hw.Geometry{Cols: g.size.Cols, Rows: g.size.Rows}},
		} {
			t.Run(g.name+" on "+kind, func(t *testing.T) {
				var first []string
				for range 2 {
					synctest.Test(t, func(t *testing.T) {
						w := &wholePlayers{game: g, rng: rand.New(rand.NewPCG(1, 29))}
						w.play(t, settings)
						if t.Failed() {
							return
						}
						if first != nil && !slices.Equal(first, w.told) {
							t.Errorf("the second time the table tells people something else:\n%v\n%v", first, w.told)
						}
						first = w.told
					})
				}
			})
		}
	}
}

// wholePlayers are two people who play one game to its end.
type wholePlayers struct {
	*rig
	game wholeGame
	rng  *rand.Rand
	told []string // what the table said after every turn
}

func (w *wholePlayers) play(t *testing.T, settings sim.Settings) {
	config := func(c *Config) {
		c.Games, c.Human = []game.Rules{game.Weiqi{Board: w.game.size}}, api.Colors{board.Black, board.White}
	}
	w.rig = newRig(t, settings, nil, config)
	defer func() { w.stop() }()
	w.pass(2 * time.Second)
	rules, err := weiqi.Preset("chinese")
	if err != nil {
		t.Fatal(err)
	}
	truth, err := weiqi.New(rules, w.game.size)
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range w.game.moves {
		w.turn(truth, m)
		s := w.table.Snapshot()
		w.told = append(w.told, s.Message)
		if len(s.Moves) != i+1 || !slices.Equal([]board.Point(s.Moves[i]), pointsOf(m)) || len(s.Marks) > 0 {
			t.Fatalf("after move %d, %s on %s: %d moves on record, %q", i+1, m.Color, m.Point, len(s.Moves), s.Message)
		}
		if i == len(w.game.moves)*2/3 {
			w.stop()
			w.start(w.journal.all(), config) // the power fails
			w.pass(2 * time.Second)
		}
	}
	w.phase(api.PhaseCount)
	w.do(api.Command{Do: api.DoPlayOn}) // somebody thinks that there is something left
	w.pass(time.Second)
	w.phase(api.PhaseHuman)
	for range 2 {
		w.turn(truth, weiqi.Move{Color: truth.ToMove(), Point: board.Nowhere})
	}
	w.pass(30 * time.Second) // dead stones are looked for
	var dead weiqi.Set
	for i, name := range w.game.dead {
		p, err := w.game.size.Parse(name, board.Algebraic)
		if err != nil {
			t.Fatal(err)
		}
		truth.Board().Toggle(&dead, p)
		switch on := slices.Contains(w.table.Snapshot().Go.Dead, p); {
		case on:
		case i%2 == 0:
			w.do(api.Command{Do: api.DoDead, Point: &p})
		default:
			for _, q := range truth.Board().Chain(p, nil) {
				w.lift(q.String())
			}
			w.pass(3 * time.Second)
		}
	}
	for _, p := range w.table.Snapshot().Go.Dead { // what was proposed and is not meant
		if !dead.Has(p) && slices.Contains(w.table.Snapshot().Go.Dead, p) {
			w.do(api.Command{Do: api.DoDead, Point: &p})
		}
	}
	want := truth.Score(&dead)
	s := w.table.Snapshot()
	if s.Go.Score != want.String() || w.game.score != "" && s.Go.Score != w.game.score || s.Go.Area.Black+s.Go.Area.White != float64(w.game.size.Count()) {
		t.Fatalf("the score is %s, areas %v; want %s, and in the seki %q", s.Go.Score, s.Go.Area, want.String(), w.game.score)
	}
	w.do(api.Command{Do: api.DoAgree, Color: board.Black})
	w.phase(api.PhaseCount)
	w.do(api.Command{Do: api.DoAgree, Color: board.White})
	w.pass(2 * time.Second)
	w.told = append(w.told, w.phase(api.PhaseOver).Message)
	w.archived(truth, &want)
}

func pointsOf(m weiqi.Move) []board.Point {
	if m.Point == board.Nowhere {
		return nil
	}
	return []board.Point{m.Point}
}

// turn plays a move as people do: the stone, and then what it captures, in any order.
func (w *wholePlayers) turn(truth *weiqi.Game, m weiqi.Move) {
	var taken []board.Point
	if m.Point != board.Nowhere {
		taken = truth.Board().Captures(m.Color, m.Point, nil)
	}
	if _, err := truth.Play(m.Color, m.Point); err != nil {
		w.t.Fatalf("%s on %s: %v", m.Color, m.Point, err)
	}
	if m.Point == board.Nowhere {
		w.do(api.Command{Do: api.DoPass})
		w.pass(time.Second)
		return
	}
	w.rng.Shuffle(len(taken), func(i, j int) { taken[i], taken[j] = taken[j], taken[i] })
	w.put(m.Point.String(), m.Color)
	w.pass(time.Second)
	for _, p := range taken {
		w.lift(p.String())
		w.pass(300 * time.Millisecond)
	}
	w.pass(2 * time.Second)
}

// archived compares the game that is archived with the one that was played.
func (w *wholePlayers) archived(truth *weiqi.Game, want *weiqi.Score) {
	games := w.archive.all()
	if len(games) != 1 {
		w.t.Fatalf("%d games are archived", len(games))
	}
	g := games[0].Game
	if score := g.Score(); score.String() != want.String() || score.Owner != want.Owner {
		w.t.Errorf("the score is %s, want %s", score.String(), want.String())
	}
	for i := range truth.Len() {
		m := truth.Move(i)
		if turns := g.Turns(); i >= len(turns) || turns[i].Color != m.Color || !slices.Equal(turns[i].Points, pointsOf(m)) {
			w.t.Fatalf("move %d on record is not %s on %s", i+1, m.Color, m.Point)
		}
	}
	if g.Weiqi().Board().Stones() != truth.Board().Stones() {
		w.t.Error("the record ends with other stones")
	}
}

// The lesson of Go begins on an empty board, whatever handicap the house plays with.
func TestLessonWithoutHandicap(t *testing.T) {
	for _, side := range []int{9, 13, 19} {
		synctest.Test(t, func(t *testing.T) {
			size := board.Size{Cols: side, Rows: side}
			r := newRig(t, sim.Settings{Board: hw.Geometry{Cols: side, Rows: side, Colors: true}}, nil, func(c *Config) {
				c.Games, c.Human = []game.Rules{game.Weiqi{Board: size, Terms: game.Terms{Handicap: 5}}}, api.Colors{board.Black, board.White}
			})
			defer r.stop()
			r.pass(time.Second)
			r.do(api.Command{Do: api.DoRules})
			for range 100 {
				if s := r.table.Snapshot(); s.Attract != nil && s.Attract.Step == 2 && len(s.Record) > 3 {
					break
				}
				r.pass(time.Second)
			}
			if s := r.scene("lesson"); !slices.Contains(s.Record, api.Stone{Point: board.At(side/2, side/2), Color: board.White}) {
				t.Errorf("%d: %q beside %v", side, s.Message, s.Record)
			}
		})
	}
}
