package five

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/region"
	"stonehand/engine/template"
	"stonehand/engine/tuple"
)

var fifteen = board.Size{Cols: 15, Rows: 15}

func at(t testing.TB, s string) board.Point {
	t.Helper()
	p, err := fifteen.Parse(s, board.Algebraic)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func engineAt(t testing.TB, rules game.Row, black, white string) *Engine {
	t.Helper()
	e := New(fifteen, rules, time.Now)
	for _, s := range strings.Fields(black) {
		e.Put(at(t, s), board.Black)
	}
	for _, s := range strings.Fields(white) {
		e.Put(at(t, s), board.White)
	}
	return e
}

// String names the shape.
func (s Shape) String() string {
	return [...]string{"nothing", "sleeping two", "two", "sleeping three", "three", "four", "straight four", "five"}[s&7]
}

// What a stone makes, written with the stone as *, own stones X, the other side's
// O.
func TestShapes(t *testing.T) {
	for _, c := range []struct {
		line         string
		shape, exact Shape
	}{
		{".....*.....", Nothing, Nothing},
		{"...XX*XX...", Five, Five},
		{"..XXX*XX...", Five, Nothing},
		{"...XX*X....", StraightFour, StraightFour},
		{"..OXX*X....", Four, Four},
		{"...X.*XX.X.", StraightFour, StraightFour},
		{"..O.X*X.O..", SleepingThree, SleepingThree},
		{"....X*X....", Three, Three},
		{"...OX*X....", SleepingThree, SleepingThree},
		{"...X.*X....", Three, Three},
		{".....*X....", Two, Two},
		{"..O..*X.O..", SleepingTwo, SleepingTwo},
		{"..O..*.O...", Nothing, Nothing},
		{".X.XX*.....", Four, Four},
		{"X..XX*X....", StraightFour, StraightFour},
		{"X.XXX*.....", StraightFour, Four},
	} {
		view := 0
		for i, cell := range c.line {
			if i == reach {
				continue
			}
			view += strings.IndexRune(".XO", cell) * int(power[slot(i-reach)])
		}
		if got, exact := shapeOf[views(false)[view]], shapeOf[views(true)[view]]; got != c.shape || exact != c.exact {
			t.Errorf("%s: %v and exactly %v, not %v and %v", c.line, got, exact, c.shape, c.exact)
		}
	}
}

// plainClass looks up what a stone makes point by point.
func plainClass(p *Position, pt board.Point, s, d int) class {
	view := 0
	for n := -reach; n <= reach; n++ {
		x, y := pt.X()+n*board.Directions[d][0], pt.Y()+n*board.Directions[d][1]
		digit := isClosed
		if x >= 0 && y >= 0 && x < p.size.Cols && y < p.size.Rows {
			switch p.At(board.At(x, y)) {
			case board.Empty:
				digit = isEmpty
			case colours[s]:
				digit = isOwn
			}
		}
		if n != 0 {
			view += digit * int(power[slot(n)])
		}
	}
	return views(p.rules == game.ExactFive || p.rules == game.RenjuFive && s == 0)[view]
}

// Whatever is put down and taken off, every point knows what one that is set up
// from the start would.
func TestPositionIsKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom([]board.Size{fifteen, {Cols: 6, Rows: 9}, {Cols: 19, Rows: 19}, {Cols: 20, Rows: 20}}).Draw(t, "size")
		rules := rapid.SampledFrom([]game.Row{game.FiveOrMore, game.ExactFive, game.RenjuFive}).Draw(t, "rules")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		p := NewPosition(size, rules)
		for range rng.IntN(rapid.SampledFrom([]int{120, 800}).Draw(t, "stones")) {
			if pt := size.Point(rng.IntN(size.Count())); p.At(pt) == board.Empty {
				p.Put(pt, board.Color(1+rng.IntN(2)))
			} else if p.Count() > 0 {
				p.Take()
			}
		}
		for p.Count() > 0 && rng.IntN(3) == 0 {
			p.Take()
		}
		again := NewPosition(size, rules)
		for i := range size.Count() {
			if pt := size.Point(i); p.At(pt) != board.Empty {
				again.Put(pt, p.At(pt))
			}
		}
		if p.key != again.key || p.count != again.count || p.sums != again.sums || p.tally != again.tally ||
			p.points != again.points || p.free != again.free || p.close != again.close || p.lines != again.lines {
			t.Fatalf("%v %v, set up again %v %v", p.sums, p.tally, again.sums, again.tally)
		}
		for i := range size.Count() {
			pt := size.Point(i)
			if p.At(pt) == board.Empty && *p.cell(pt) != *again.cell(pt) {
				t.Fatalf("%s: %v %v", pt, *p.cell(pt), *again.cell(pt))
			}
			if p.At(pt) == board.Empty && p.Allowed(pt, board.Black) != again.Allowed(pt, board.Black) {
				t.Fatalf("%s is allowed to Black or not, as it was set up", pt)
			}
			for s, c := range colours {
				if p.At(pt) != board.Empty {
					continue
				}
				for d := range board.Directions {
					if got, want := p.code(pt, c).in(d), plainClass(p, pt, s, d); got != want {
						t.Fatalf("%s for %v in direction %d: class %d, not %d", pt, c, d, got, want)
					}
				}
			}
		}
	})
}

// A stone that is tried makes the same of every point as one that is put down, and
// leaves nothing behind.
func TestTryIsTakenBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := rapid.SampledFrom([]game.Row{game.FiveOrMore, game.ExactFive, game.RenjuFive}).Draw(t, "rules")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		p := NewPosition(fifteen, rules)
		next := func() (board.Point, board.Color) {
			for {
				if pt := fifteen.Point(rng.IntN(225)); p.At(pt) == board.Empty {
					return pt, board.Color(1 + rng.IntN(2))
				}
			}
		}
		for range rng.IntN(100) {
			p.Put(next())
		}
		cells, sums, points, tally, lines := p.cells, p.sums, p.points, p.tally, p.lines
		pt, c := next()
		p.Put(pt, c)
		made := p.points
		p.Take()
		p.try(pt, c)
		if p.points != made {
			t.Fatalf("%s for %v: a stone tried makes other kinds than one put down", pt, c)
		}
		more := rng.IntN(6)
		for range more {
			p.try(next())
		}
		for range more + 1 {
			p.Take()
		}
		if p.cells != cells || p.sums != sums || p.points != points || p.tally != tally || p.lines != lines {
			t.Fatalf("%s for %v: a stone tried leaves something behind", pt, c)
		}
	})
}

func TestForced(t *testing.T) {
	for _, c := range []struct {
		name         string
		rules        game.Row
		black, white string
		me           board.Color
		want         string // any of these
		score        int32  // at least; 0: any
	}{
		{"makes five", game.FiveOrMore, "H8 I8 J8 K8", "H9 I9 J9 G8", board.Black, "L8", Win - 1},
		{"makes five before it stops one", game.FiveOrMore, "H8 I8 J8 K8 A1", "H9 I9 J9 K9", board.Black, "G8 L8", Win - 1},
		{"stops a four", game.FiveOrMore, "H8 I8 J8 K8 A1", "H9 I9 J9 G8", board.White, "L8", 0},
		{"makes a straight four", game.FiveOrMore, "H8 I8 J8", "A1 C5 O15", board.Black, "G8 K8", Win - 3},
		{"stops a three", game.FiveOrMore, "H8 I8 J8", "A1 C5", board.White, "F8 G8 K8 L8", 0},
		{"a four and a three", game.FiveOrMore, "H8 I8 J8 K9 K10 D4", "G8 A1 O15 C12 E1 L2", board.Black, "K8", Win - 5},
		{"two threes", game.FiveOrMore, "H8 I8 J9 J10", "A1 C5 O15 N2", board.Black, "J8", Win - 7},
		{"two threes are a foul", game.RenjuFive, "H8 I8 J9 J10", "A1 C5 O15 N2", board.Black, "!J8", 0},
		{"Black may not stop White's four, and plays on", game.RenjuFive, "G8 I8 H9 H10 A1", "D8 E8 F8 A2 A3 H8", board.Black, "", 0},
		{"Black may not stop the four", game.RenjuFive, "H5 H6 H7 G8 I8 A1", "H9 K8 L8 M8 N8", board.White, "", 0},
	} {
		e := engineAt(t, c.rules, c.black, c.white)
		f := e.Search(context.Background(), c.me, limit.Limits{Nodes: 20_000}, nil)
		want, not := strings.CutPrefix(c.want, "!")
		if f.Move == board.Nowhere || !e.Allowed(f.Move, c.me) {
			t.Errorf("%s: plays %s", c.name, f.Move)
		}
		if found := strings.Contains(" "+want+" ", " "+f.Move.String()+" "); want != "" && found == not || f.Score < c.score && c.score > 0 {
			t.Errorf("%s: %s %d", c.name, f.Move, f.Score)
		}
	}
}

// chooser is one of those that a game is played by.
type chooser func(c board.Color, moves []board.Point) board.Point

func strong(rules game.Row, l limit.Limits) chooser {
	return func(c board.Color, moves []board.Point) board.Point {
		e := New(fifteen, rules, time.Now)
		side := board.Black
		for _, m := range moves {
			e.Put(m, side)
			side = side.Other()
		}
		return e.Search(context.Background(), c, l, nil).Move
	}
}

func byTuples(rules game.Row) chooser {
	return func(c board.Color, moves []board.Point) board.Point {
		p, t := NewPosition(fifteen, rules), tuple.New(fifteen)
		side := board.Black
		for _, m := range moves {
			p.Put(m, side)
			t.Put(m, side)
			side = side.Other()
		}
		return t.Best(c, func(at board.Point) bool { return p.Allowed(at, c) })
	}
}

func byTemplates(rules game.Row, l limit.Limits) chooser {
	return func(c board.Color, moves []board.Point) board.Point {
		e := template.NewEngine(fifteen, rules, time.Now)
		side := board.Black
		for _, m := range moves {
			e.Put(m, side)
			side = side.Other()
		}
		return e.Search(context.Background(), c, l).Move
	}
}

func byRegion(depth int) chooser {
	return func(c board.Color, moves []board.Point) board.Point {
		p := region.New(fifteen)
		side := board.Black
		for _, m := range moves {
			p.Put(m, side)
			side = side.Other()
		}
		f, _ := p.Search(c, region.Growing, depth, nil)
		return f.Move
	}
}

// play plays a game from an opening of the middle and so many random stones near
// it, and returns who wins.
func play(t testing.TB, rules game.Row, players [3]chooser, seed uint64, random int) board.Color {
	p := NewPosition(fifteen, rules)
	rng := rand.New(rand.NewPCG(seed, 1))
	var moves []board.Point
	c := board.Black
	for n := range fifteen.Count() {
		m := board.Nowhere
		switch {
		case n == 0:
			m = fifteen.Center()
		case n <= random:
			for m == board.Nowhere || p.At(m) != board.Empty {
				m = board.At(5+rng.IntN(5), 5+rng.IntN(5))
			}
		default:
			m = players[c](c, moves)
		}
		if m == board.Nowhere || p.At(m) != board.Empty || !p.Allowed(m, c) {
			t.Fatalf("seed %d, stone %d: %s plays %s", seed, n+1, c, m)
		}
		won := p.Kind(m, c) == Wins
		p.Put(m, c)
		moves = append(moves, m)
		if won {
			return c
		}
		c = c.Other()
	}
	return board.Empty
}

// The strong player beats the others, from an opening that either side can win,
// with either colour. The matches that say how sure that is are in
// docs/strength.md.
func TestBeatsTheOthers(t *testing.T) {
	if testing.Short() {
		t.Skip("games take their time; left out with -short")
	}
	const opening = 3
	for name, c := range map[string]struct {
		rules game.Row
		other chooser
	}{
		"tuples":    {game.FiveOrMore, byTuples(game.FiveOrMore)},
		"region":    {game.FiveOrMore, byRegion(3)},
		"templates": {game.RenjuFive, byTemplates(game.RenjuFive, limit.Limits{Nodes: 1000})},
	} {
		me := strong(c.rules, limit.Limits{Nodes: 10_000})
		for _, color := range []board.Color{board.Black, board.White} {
			var players [3]chooser
			players[color], players[color.Other()] = me, c.other
			if won := play(t, c.rules, players, opening, 2); won != color {
				t.Errorf("%s, as %s: %s wins", name, color, won)
			}
		}
	}
}

// Whatever stands on the board, what is played is allowed.
func TestPlaysWhatIsAllowed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		e := New(board.Size{Cols: 9, Rows: 9}, game.RenjuFive, time.Now)
		for range rng.IntN(70) {
			pt := e.Size().Point(rng.IntN(81))
			c := board.Color(1 + rng.IntN(2))
			if e.At(pt) == board.Empty && e.Kind(pt, c) != Wins {
				e.Put(pt, c)
			}
		}
		free := 0
		for i := range 81 {
			if pt := e.Size().Point(i); e.At(pt) == board.Empty && e.Allowed(pt, board.Black) {
				free++
			}
		}
		f := e.Search(t.Context(), board.Black, limit.Limits{Nodes: 50}, nil)
		if (f.Move == board.Nowhere) != (free == 0) || free > 0 && (e.At(f.Move) != board.Empty || !e.Allowed(f.Move, board.Black)) {
			t.Fatalf("%d points are free, and it plays %s", free, f.Move)
		}
	})
}
