package eval

import (
	"math/rand/v2"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// TestShapeFigures: the two tables of paragraph 38. The worth of my live two is
// illegible in the document; it has to lie between jump two and sleeping three.
func TestShapeFigures(t *testing.T) {
	for _, c := range []struct {
		shape        Shape
		mine, theirs int32
	}{
		{Dead, 0, 0},
		{SleepingOne, 20, 10}, {Single, 30, 20},
		{SleepingTwo, 510, 200}, {JumpTwo, 900, 450}, {LiveTwo, DefaultShapes.Mine[LiveTwo], 600},
		{SleepingThree, 1400, 1300}, {HazyThree, 2800, 2100}, {LiveThree, 3000, 2400},
		{SleepingFour, 7000, 5500}, {LiveFour, 12000, 9000},
		{SleepingFive, 500, 8000}, {LiveFive, 1000, 10000},
		{Six, 100000, 300000},
	} {
		if got := DefaultShapes.Mine[c.shape]; got != c.mine {
			t.Errorf("my %v is worth %d, want %d", c.shape, got, c.mine)
		}
		if got := DefaultShapes.Theirs[c.shape]; got != c.theirs {
			t.Errorf("their %v is worth %d, want %d", c.shape, got, c.theirs)
		}
	}
	if live := DefaultShapes.Mine[LiveTwo]; live <= 900 || live >= 1400 {
		t.Errorf("my live two is worth %d, want more than 900 and less than 1400", live)
	}
	if DefaultShapes.Imbalance != 25 {
		t.Errorf("a stone is out of balance from %d tenths, want 25", DefaultShapes.Imbalance)
	}
}

// line returns the eleven points of direction d around (x, y) as a drawing for
// colour c, the middle imagined to be c's.
func (b *plain) line(c board.Color, x, y int, d [2]int) drawing {
	var s drawing
	for i := -reach; i <= reach; i++ {
		px, py := x+i*d[0], y+i*d[1]
		switch {
		case i == 0:
			s = append(s, 'X')
		case !b.has(px, py):
			s = append(s, 'o')
		case b.color(px, py) == c:
			s = append(s, 'X')
		case b.color(px, py) == board.Empty:
			s = append(s, '.')
		default:
			s = append(s, 'o')
		}
	}
	return s
}

// turn is eq. 2 to 9 read off the board, as paragraphs 24 to 27 put them. Two
// stones on one line at a distance of at most five are associated: neither reads
// that line for itself. It is read once for the pair, as the better of the two
// shapes that it shows to them, and that is the pair's bonus of eq. 3 and 4. The
// bonus is no part of a stone's own worth, so it does not enter the imbalance.
func (b *plain) turn(s *ShapeParams, me board.Color, m connect.Move) (j Judgement) {
	points := m.Points(nil)
	them := me.Other()
	// The opponent is imagined on all points of the turn at once.
	imagined := b.with(them, points...)
	shared := [2]int{}
	if len(points) == 2 {
		dx, dy := points[1].X()-points[0].X(), points[1].Y()-points[0].Y()
		for _, d := range directions {
			for i := 1; i <= 5; i++ {
				if dx == i*d[0] && dy == i*d[1] || dx == -i*d[0] && dy == -i*d[1] {
					shared = d
				}
			}
		}
	}
	var pairMine, pairTheirs int32
	for _, pt := range points {
		x, y := pt.X(), pt.Y()
		var my, their int32
		for _, d := range directions {
			mine := s.Mine[b.line(me, x, y, d).shape()]
			theirs := s.Theirs[imagined.line(them, x, y, d).shape()]
			if d == shared {
				pairMine, pairTheirs = max(pairMine, mine), max(pairTheirs, theirs)
				continue
			}
			my, their = my+mine, their+theirs
		}
		j.My += my
		j.Threat += their
		if k := float64(max(my, their)) / float64(min(my, their)); k >= float64(s.Imbalance)/10 {
			j.W += -min(my, their) / 2
		}
		for _, d := range directions {
			for _, i := range []int{-2, -1, 1, 2} {
				if b.has(x+i*d[0], y+i*d[1]) && b.color(x+i*d[0], y+i*d[1]) == board.Empty {
					j.Extra += s.Open
				}
			}
		}
		nearest := min(x, y, b.cols-1-x, b.rows-1-y)
		j.Extra -= s.Edge * int32(max(0, 5-nearest))
	}
	j.My += pairMine
	j.Threat += pairTheirs
	if shared != [2]int{} && !b.room(me, points) {
		j.Extra -= s.Cramped
	}
	if b.forced(me) >= 3 || b.filled(me) {
		return Judgement{Extra: s.Win}
	}
	return j
}

// room reports whether some six in a row of me can still hold all the points.
func (b *plain) room(me board.Color, points []board.Point) bool {
	found := false
	b.windows(func(run [][2]int) {
		holds := 0
		for _, q := range run {
			if b.color(q[0], q[1]) == me.Other() {
				return
			}
			for _, pt := range points {
				if q == [2]int{pt.X(), pt.Y()} {
					holds++
				}
			}
		}
		found = found || holds == len(points)
	})
	return found
}

func (b *plain) filled(c board.Color) bool {
	for _, empty := range b.threats(c) {
		if len(empty) == 0 {
			return true
		}
	}
	return false
}

func TestTurnMatchesReference(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 9))
	sizes := []board.Size{connect.Board, {Cols: 9, Rows: 12}, {Cols: 20, Rows: 20}}
	n := 1500
	if testing.Short() {
		n = 100
	}
	var wins, pairs, cramped, unbalanced, single int
	for i := range n {
		r := sizes[i%len(sizes)]
		p := randomPosition(t, rng, r, rng.IntN(r.Cols*r.Rows/3))
		m, me := randomTurn(rng, p, 1+min(1, rng.IntN(5)))
		params := DefaultShapes
		if i%4 == 0 {
			for k := range Shapes {
				params.Mine[k], params.Theirs[k] = rng.Int32N(5000), rng.Int32N(5000)
			}
			params.Win, params.Edge, params.Open, params.Cramped = rng.Int32N(1e7), rng.Int32N(50), rng.Int32N(50), rng.Int32N(500)
			params.Imbalance = 10 + rng.Int32N(40)
		}
		b := newPlain(p)
		got, want := params.Turn(p, me, m), b.turn(&params, me, m)
		if got != want {
			t.Fatalf("case %d, %v by %v of %d: %+v, want %+v", i, m, me, p.Count(), got, want)
		}
		if got.Total() != want.My+want.Threat+want.Extra+want.W {
			t.Fatalf("case %d: total %d of %+v", i, got.Total(), want)
		}
		if want.My == 0 && want.Extra == params.Win {
			wins++
		} else if _, distance := associated(m); m.B != board.Nowhere && distance > 0 {
			pairs++
			if !b.room(me, m.Points(nil)) {
				cramped++
			}
		}
		if want.W != 0 {
			unbalanced++
		}
		if m.B == board.Nowhere {
			single++
		}
	}
	for name, seen := range map[string]int{"won turns": wins, "associated pairs": pairs, "cramped pairs": cramped, "unbalanced turns": unbalanced, "single stones": single} {
		if seen < n/100 {
			t.Errorf("only %d of %d turns were %s", seen, n, name)
		}
	}
}

func TestImbalance(t *testing.T) {
	for _, c := range []struct{ my, their, want int32 }{
		{1000, 2499, 0}, {1000, 2500, -500}, {1000, 2501, -500},
		{2499, 1000, 0}, {2500, 1000, -500}, {2501, 1000, -500},
		{1000, 1000, 0}, {30, 300000, -15}, {31, 300000, -15},
		{0, 0, 0}, {0, 500, 0},
	} {
		if got := DefaultShapes.imbalance(c.my, c.their); got != c.want {
			t.Errorf("stones worth %d and %d are out of balance by %d, want %d", c.my, c.their, got, c.want)
		}
	}
	half := DefaultShapes
	half.Imbalance = 40
	if got := half.imbalance(1000, 3999); got != 0 {
		t.Errorf("below a ratio of 4: %d, want 0", got)
	}
	if got := half.imbalance(1000, 4000); got != -500 {
		t.Errorf("at a ratio of 4: %d, want -500", got)
	}
}

// TestTurnIsSymmetric: a turn is worth the same however the board lies.
func TestTurnIsSymmetric(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for i := range 200 {
		size := connect.Board
		if i%3 == 0 {
			size.Cols = 14
		}
		p := randomPosition(t, rng, size, rng.IntN(60))
		m, me := randomTurn(rng, p, 1+i%2)
		want := DefaultShapes.Turn(p, me, m)
		for k := range size.Symmetries() {
			q, err := connect.New(size, DefaultRoads.Values())
			if err != nil {
				t.Fatal(err)
			}
			for n := range p.Count() {
				pt, c := p.Stone(n)
				q.Put(size.Turn(pt, k), c)
			}
			turned := connect.Move{A: size.Turn(m.A, k), B: board.Nowhere}
			if m.B != board.Nowhere {
				turned = connect.Pair(turned.A, size.Turn(m.B, k))
			}
			if got := DefaultShapes.Turn(q, me, turned); got.Total() != want.Total() {
				t.Fatalf("case %d: %v is worth %+v, turned by symmetry %d %+v", i, m, want, k, got)
			}
		}
	}
}

// FuzzTurn sets stones up as the bytes say and judges the last ones as a turn.
func FuzzTurn(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7}, true)
	f.Add([]byte{180, 181, 182, 183}, false)
	f.Fuzz(func(t *testing.T, stones []byte, two bool) {
		p, err := connect.New(board.Size{Cols: 16, Rows: 16}, DefaultRoads.Values())
		if err != nil {
			t.Fatal(err)
		}
		var own []board.Point
		for i, c := range stones {
			pt := board.At(int(c%16), int(c/16))
			color := board.Color(1 + i/2%2)
			if i+2 >= len(stones) {
				color = board.Black
			}
			if p.Free(pt) {
				p.Put(pt, color)
				if color == board.Black {
					own = append(own, pt)
				}
			}
		}
		if len(own) == 0 {
			return
		}
		m := connect.Move{A: own[len(own)-1], B: board.Nowhere}
		if two && len(own) > 1 {
			m = connect.Pair(m.A, own[len(own)-2])
		}
		if got, want := DefaultShapes.Turn(p, board.Black, m), newPlain(p).turn(&DefaultShapes, board.Black, m); got != want {
			t.Fatalf("%v: %+v, want %+v", m, got, want)
		}
	})
}

func TestTurnAllocatesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	p := randomPosition(t, rng, connect.Board, 40)
	m, me := randomTurn(rng, p, 2)
	if n := testing.AllocsPerRun(100, func() { DefaultShapes.Turn(p, me, m) }); n != 0 {
		t.Errorf("a judgement allocates %v times", n)
	}
}

// TestTurnByHand works turns on a nearly empty board out on paper.
func TestTurnByHand(t *testing.T) {
	one := func(x, y int) connect.Move { return connect.Move{A: board.At(x, y), B: board.Nowhere} }
	two := func(x, y, x2, y2 int) connect.Move { return connect.Pair(board.At(x, y), board.At(x2, y2)) }
	for _, c := range []struct {
		name  string
		black connect.Move
		white []board.Point
		want  Judgement
	}{
		// Four singles; sixteen empty points within two steps.
		{"one stone in the centre", one(9, 9), nil, Judgement{My: 4 * 30, Threat: 4 * 20, Extra: 16 * 2}},
		// Three lines end at the stone: there it sleeps. The fourth has no room.
		{"one stone in the corner", one(0, 0), nil, Judgement{My: 3 * 20, Threat: 3 * 10, Extra: 6*2 - 5*10}},
		// Three singles each, and the shared line once: a live two. Each stone
		// has fifteen empty points near.
		{"two neighbours", two(9, 9, 10, 9), nil, Judgement{My: 6*30 + 1200, Threat: 6*20 + 600, Extra: 30 * 2}},
		{"two with a gap", two(9, 9, 11, 11), nil, Judgement{My: 6*30 + 900, Threat: 6*20 + 450, Extra: 30 * 2}},
		// At a distance of six they are not associated: four singles each.
		{"two far apart", two(6, 9, 12, 9), nil, Judgement{My: 8 * 30, Threat: 8 * 20, Extra: 32 * 2}},
		// White stands beside a single stone: it sleeps on that line, and White
		// imagined in its place makes a live two there.
		{"white beside", one(9, 9), []board.Point{board.At(10, 9)}, Judgement{My: 3*30 + 20, Threat: 3*20 + 600, Extra: 15 * 2, W: -55}},
	} {
		p, err := connect.New(connect.Board, DefaultRoads.Values())
		if err != nil {
			t.Fatal(err)
		}
		for _, pt := range c.black.Points(nil) {
			p.Put(pt, board.Black)
		}
		for _, pt := range c.white {
			p.Put(pt, board.White)
		}
		if got := DefaultShapes.Turn(p, board.Black, c.black); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// TestThreeThreatsWin: the document sets a turn that leaves three or more forced
// threats to the maximum; two are not enough.
func TestThreeThreatsWin(t *testing.T) {
	at := func(points ...int) (p []board.Point) {
		for i := 0; i < len(points); i += 2 {
			p = append(p, board.At(points[i], points[i+1]))
		}
		return p
	}
	for _, c := range []struct {
		name  string
		black []board.Point // the last two are the turn
		white []board.Point
		win   bool
	}{
		{"a live four", at(6, 9, 7, 9, 8, 9, 9, 9), nil, false},
		{"a live four and a sleeping four", at(6, 9, 7, 9, 8, 9, 9, 10, 9, 11, 9, 12, 9, 9, 9, 13), at(9, 14), true},
		{"two sleeping fours", at(6, 9, 7, 9, 8, 9, 9, 10, 9, 11, 9, 12, 9, 9, 9, 13), at(9, 14, 5, 9), false},
		{"six", at(4, 9, 5, 9, 6, 9, 7, 9, 8, 9, 9, 9), nil, true},
	} {
		p, err := connect.New(connect.Board, DefaultRoads.Values())
		if err != nil {
			t.Fatal(err)
		}
		for _, pt := range c.white {
			p.Put(pt, board.White)
		}
		for _, pt := range c.black {
			p.Put(pt, board.Black)
		}
		n := len(c.black)
		got := DefaultShapes.Turn(p, board.Black, connect.Pair(c.black[n-1], c.black[n-2]))
		if (got == Judgement{Extra: DefaultShapes.Win}) != c.win {
			t.Errorf("%s: %+v; a win is %v", c.name, got, c.win)
		}
	}
}
