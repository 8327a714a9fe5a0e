package shapes_test

import (
	"slices"
	"strings"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/weiqi"
	"stonehand/engine/weiqi/shapes"
	"stonehand/engine/weiqi/tactics"
)

var nineteen = board.Size{Cols: 19, Rows: 19}

// stand puts a drawing on a board, own stones in c, and returns where its move is. Where
// anything may be is what anything says: 'O', or '.' for nothing.
func stand(t testing.TB, s *shapes.Shape, c board.Color, symmetry int, anything byte) (*weiqi.Board, board.Point) {
	t.Helper()
	b, err := weiqi.NewBoard(nineteen)
	if err != nil {
		t.Fatal(err)
	}
	// In the middle, or with the row off the board one row below it.
	left, top := 6, 12
	if last := s.Rows[len(s.Rows)-1]; strings.Contains(last, "#") {
		top = len(s.Rows) - 2
	}
	move := board.Nowhere
	for y, row := range s.Rows {
		for x, cell := range []byte(row) {
			if cell == '?' {
				cell = anything
			}
			if cell == '#' || cell == '.' || cell == 'x' || cell == 'o' {
				continue
			}
			p := nineteen.Turn(board.At(left+x, top-y), symmetry)
			switch cell {
			case 'X':
				b.Play(c, p)
			case 'O':
				b.Play(c.Other(), p)
			case '*':
				move = p
			}
		}
	}
	return b, move
}

func TestLibraryIsLarge(t *testing.T) {
	list := shapes.All().Shapes()
	if len(list) < 30 {
		t.Errorf("%d shapes, want at least 30", len(list))
	}
	names := map[string]bool{}
	for _, s := range list {
		if names[s.English] || names[s.Chinese] {
			t.Errorf("%s has the name of another", s.ID)
		}
		names[s.English], names[s.Chinese] = true, true
		if strings.ContainsFunc(s.English, func(r rune) bool { return r > 0x7f }) || !strings.ContainsFunc(s.Chinese, func(r rune) bool { return r >= 0x4e00 }) {
			t.Errorf("%s: %q and %q", s.ID, s.English, s.Chinese)
		}
	}
	for _, proverb := range []string{"二子头必扳", "镇以飞应", "断从一边长", "三子正中", "点方"} {
		if !names[proverb] {
			t.Errorf("the proverb %s is missing", proverb)
		}
	}
}

func TestFoundInAllSymmetriesAndColors(t *testing.T) {
	for _, s := range shapes.All().Shapes() {
		for k := range 16 {
			c := board.Black + board.Color(k&1)
			b, move := stand(t, s, c, k/2, '.')
			found := shapes.All().Find(b, c)
			if !slices.Contains(found, shapes.Match{Point: move, Shape: s}) {
				t.Errorf("%s, symmetry %d, %v: not among %d at %s", s.ID, k/2, c, len(found), move)
			}
			for i, m := range found {
				if slices.Contains(found[:i], m) {
					t.Errorf("%s, symmetry %d: %s is there twice at %s", s.ID, k/2, m.Shape.ID, m.Point)
				}
			}
		}
	}
}

// What a shape says of captures is proved.
func TestClaimsAreTrue(t *testing.T) {
	solver := tactics.NewSolver()
	for _, s := range shapes.All().Shapes() {
		switch {
		case s.Captures:
			b, move := stand(t, s, board.Black, 0, '.')
			targets := b.Around(move, nil)
			if s.ID == "net" || s.ID == "catch-under" {
				targets = nil
				for i := range nineteen.Count() {
					targets = append(targets, nineteen.Point(i))
				}
			}
			targets = slices.DeleteFunc(targets, func(p board.Point) bool { return b.At(p) != board.White || b.Head(p) != p && len(targets) > 4 })
			b.Play(board.Black, move)
			caught := 0
			for _, p := range targets {
				if b.At(p) == board.Empty {
					caught++
				} else if a := solver.Solve(b, tactics.Question{Target: p, First: board.White, Goal: tactics.Capture}); a.Result == tactics.Lost {
					caught++
				} else {
					t.Logf("%s: %s can be saved: %v %v", s.ID, p, a.Result, a.Line)
				}
			}
			if caught == 0 || caught < len(targets) {
				t.Errorf("%s: %d of %d chains are caught", s.ID, caught, len(targets))
			}
		case s.Kills:
			b, move := stand(t, s, board.Black, 0, 'O')
			target := enclose(b)
			q := tactics.Question{Target: target, First: board.Black, Goal: tactics.Kill}
			if r, points := solver.Moves(b, q); r != tactics.Won || !slices.Contains(points, move) {
				t.Errorf("%s: %v by %v, want %s", s.ID, r, points, move)
			}
			q.First = board.White
			if a := solver.Solve(b, q); a.Result != tactics.Won {
				t.Errorf("%s does not live if White moves first: %v", s.ID, a.Result)
			}
		}
	}
}

// enclose puts black stones on all points beside white ones but those of the drawing's
// eye space, and returns a white stone.
func enclose(b *weiqi.Board) (target board.Point) {
	// Points that the edge of the board can be reached from are outside.
	var outside weiqi.Set
	queue := []board.Point{board.At(18, 18)}
	outside.Add(queue[0])
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		for _, q := range b.Around(p, nil) {
			if b.At(q) == board.Empty && !outside.Has(q) {
				outside.Add(q)
				queue = append(queue, q)
			}
		}
	}
	var ring []board.Point
	for i := range nineteen.Count() {
		p := nineteen.Point(i)
		if b.At(p) == board.White {
			target = p
			for _, q := range b.Around(p, nil) {
				if b.At(q) == board.Empty && outside.Has(q) && !slices.Contains(ring, q) {
					ring = append(ring, q)
				}
			}
		}
	}
	for _, p := range ring {
		b.Play(board.Black, p)
	}
	return target
}

// A point at the edge is no empty point, and a shape of the edge is found there only.
func TestEdge(t *testing.T) {
	b, err := weiqi.NewBoard(board.Size{Cols: 9, Rows: 9})
	if err != nil {
		t.Fatal(err)
	}
	b.Play(board.Black, board.At(3, 1))
	b.Play(board.White, board.At(4, 1))
	find := func(id string) (points []string) {
		for _, m := range shapes.All().Find(b, board.Black) {
			if m.Shape.ID == id {
				points = append(points, b.Size().Name(m.Point, board.GTP))
			}
		}
		return points
	}
	if got := find("descend"); !slices.Equal(got, []string{"D1"}) {
		t.Errorf("descend at %v, want D1", got)
	}
	if got := find("first-line-hane"); !slices.Equal(got, []string{"E1"}) {
		t.Errorf("hane at %v, want E1", got)
	}
}

// Matching by sets of variants finds what looking at every point finds.
func TestAgainstPlainSearch(t *testing.T) {
	seed := uint64(7)
	for round := range 60 {
		size := board.Size{Cols: 5 + round%15, Rows: 5 + round*7%15}
		b, err := weiqi.NewBoard(size)
		if err != nil {
			t.Fatal(err)
		}
		for range size.Count() * (round % 5) / 5 {
			p := size.Point(int(board.SplitMix(&seed) % uint64(size.Count())))
			c := board.Black + board.Color(board.SplitMix(&seed)%2)
			if b.At(p) == board.Empty && b.Check(c, p) == nil {
				b.Play(c, p)
			}
		}
		for _, c := range []board.Color{board.Black, board.White} {
			got := map[shapes.Match]bool{}
			for _, m := range shapes.All().Find(b, c) {
				got[m] = true
			}
			for _, s := range shapes.All().Shapes() {
				for i := range size.Count() {
					p := size.Point(i)
					if want := plain(b, c, s, p); want != got[shapes.Match{Point: p, Shape: s}] {
						t.Fatalf("%s at %s for %v: %v, want %v", s.ID, p, c, !want, want)
					}
				}
			}
		}
	}
}

// plain matches a shape at a point as a reader of the file would.
func plain(b *weiqi.Board, c board.Color, s *shapes.Shape, move board.Point) bool {
	if b.Check(c, move) != nil {
		return false
	}
	after := *b
	after.Play(c, move)
	if _, atari := after.InAtari(move); atari && !s.Sacrifice {
		return false
	}
	size := b.Size()
	x0, y0 := 0, 0
	for y, row := range s.Rows {
		if x := strings.IndexByte(row, '*'); x >= 0 {
			x0, y0 = x, y
		}
	}
	for k := range 8 {
		fits := true
		for y, row := range s.Rows {
			for x := range row {
				dx, dy := x-x0, y-y0
				if k&1 != 0 {
					dx = -dx
				}
				if k&2 != 0 {
					dy = -dy
				}
				if k&4 != 0 {
					dx, dy = dy, dx
				}
				qx, qy := move.X()+dx, move.Y()+dy
				signs := "#?"
				if qx >= 0 && qy >= 0 && qx < size.Cols && qy < size.Rows {
					switch b.At(board.At(qx, qy)) {
					case c:
						signs = "Xx?"
					case c.Other():
						signs = "Oo?"
					default:
						signs = ".*xo?"
					}
				}
				fits = fits && strings.IndexByte(signs, row[x]) >= 0
			}
		}
		if fits {
			return true
		}
	}
	return false
}

const good = `stonehand shapes 1

shape ponnuki
en Ponnuki
zh 提
captures
?X?
XO*
?X?
`

func TestReadRefusesInSentences(t *testing.T) {
	if _, err := shapes.Read(strings.NewReader(good)); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][3]string{
		{"shapes 1", "shapes 2", `line 1, column 1: "stonehand shapes 2" is not "stonehand shapes 1"`},
		{"XO*", "XO*.", `line 8, column 4: the row has 4 points and the first one has 3`},
		{"XO*", "XOQ", `line 8, column 3: "XOQ" is not part of a drawing: it has X, O, x, o, #, *, ? and points`},
		{"XO*", "XO.", `line 3, column 1: the drawing of ponnuki has no move: one point has a *`},
		{"?X?\nXO*", "?X*\nXO*", `line 8, column 3: the drawing has two moves: one point has a *`},
		{"en Ponnuki", "english Ponnuki", `line 4, column 1: "english Ponnuki" is not understood: write en or zh and a name, captures, kills, sacrifice, or a row of the drawing`},
		{"zh 提\n", "", `line 3, column 1: ponnuki needs en and zh, and a name after each`},
		{"shape ponnuki", "shape Ponnuki", `line 3, column 7: "Ponnuki" is no identifier: it has small letters, digits and hyphens`},
		{"shape ponnuki", "en x", `line 3, column 1: "shape" and an identifier are due, not "en"`},
		{"?X?\nXO*\n?X?", "?*?", `line 3, column 1: the drawing of ponnuki has no stone`},
		{good, "", `line 1, column 1: the file is empty: its first line must be "stonehand shapes 1"`},
	} {
		_, err := shapes.Read(strings.NewReader(strings.Replace(good, c[0], c[1], 1)))
		if err == nil || err.Error() != c[2] {
			t.Errorf("%s for %s: %v", c[1], c[0], err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(good)
	f.Add("stonehand shapes 1\nshape a\nen A\nzh 二\n*X???????????\n#############")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := shapes.Read(strings.NewReader(text))
		if err != nil {
			return
		}
		b, _ := weiqi.NewBoard(board.Size{Cols: 5, Rows: 4})
		b.Play(board.White, board.At(2, 2))
		l.Find(b, board.Black)
	})
}

// A whole 19x19 board, half full.
func BenchmarkFind(b *testing.B) {
	pos, err := weiqi.NewBoard(nineteen)
	if err != nil {
		b.Fatal(err)
	}
	seed := uint64(3)
	for range 160 {
		p := nineteen.Point(int(board.SplitMix(&seed) % 361))
		if c := board.Black + board.Color(board.SplitMix(&seed)%2); pos.At(p) == board.Empty && pos.Check(c, p) == nil {
			pos.Play(c, p)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		shapes.All().Find(pos, board.Black)
	}
}
