package weiqi

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"stonehand/engine/board"
)

func newGame(t testing.TB, rules Rules, cols, rows int) *Game {
	t.Helper()
	g, err := New(rules, board.Size{Cols: cols, Rows: rows})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// play makes moves like "B3" of the sides in turn.
func play(t testing.TB, g *Game, names ...string) {
	t.Helper()
	for _, name := range names {
		p := board.Nowhere
		if name != "pass" {
			p = point(t, g.board.size, name)
		}
		if _, err := g.Play(g.ToMove(), p); err != nil {
			t.Fatalf("%v %s: %v\n%s", g.ToMove(), name, err, draw(&g.board))
		}
	}
}

// allowed says of every rule set what it answers to a move.
func allowed(t *testing.T, g *Game, c board.Color, name string, want map[string]error) {
	t.Helper()
	for _, r := range append(Presets(), Rules{Name: "suicide, positional", Ko: Positional, Suicide: true}) {
		at := g.After(g.Len())
		at.rules = r
		if err := at.Check(c, point(t, g.board.size, name)); !errors.Is(err, want[r.Name]) {
			t.Errorf("%s by %s: %v, want %v", name, r.Name, err, want[r.Name])
		}
	}
}

func TestSuicideByRules(t *testing.T) {
	// Two stones, and one.
	g := newGame(t, Rules{}, 4, 3)
	g.board = *position(t, `
		OOO.
		X.OO
		OOO.`)
	forbidden := map[string]error{"chinese": ErrSuicide, "aga": ErrSuicide, "japanese": ErrSuicide, "even": ErrSuicide}
	allowed(t, g, board.Black, "B2", forbidden)
	g.board = *position(t, `
		.O..
		OO..
		....`)
	forbidden["suicide, positional"] = ErrSuperko
	allowed(t, g, board.Black, "A3", forbidden)
	g.rules = preset(t, "new-zealand")
	if u, err := g.Play(board.Black, point(t, g.board.size, "A3")); err != nil || !u.Suicide || g.board.Captured(board.White) != 1 {
		t.Errorf("suicide: %+v, %v, captured %d", u, err, g.board.Captured(board.White))
	}
}

// On small boards games by chance repeat themselves all the time. What is forbidden is
// found here by the boards as they were drawn, and whose move made another of them.
func TestSuperko(t *testing.T) {
	for _, ko := range []Ko{SimpleKo, Positional, Situational} {
		for _, suicide := range []bool{false, true} {
			met := map[error]int{}
			for seed := range uint64(60) {
				r := seed + 1
				size := board.Size{Cols: 1 + int(seed%4), Rows: 2 + int(seed/4%3)}
				g := newGame(t, Rules{Ko: ko, Suicide: suicide}, size.Cols, size.Rows)
				type situation struct {
					drawn string
					mover board.Color
				}
				var before []situation
				for range 120 {
					n := uint64(board.SplitMix(&r))
					c, p := g.ToMove(), size.Point(int(n>>8%uint64(size.Count())))
					if n%13 == 0 {
						c = c.Other()
					}
					if n%11 == 0 {
						p = board.Nowhere
					}
					var want error
					if p != board.Nowhere && g.board.At(p) == board.Empty {
						next := g.board
						u := next.Play(c, p)
						at, of := g.board.Ko()
						switch {
						case at == p && of == c:
							want = ErrKo
						case u.Suicide && !suicide:
							want = ErrSuicide
						default:
							for _, s := range append(before, situation{draw(&g.board), c}) {
								if s.drawn == draw(&next) && (ko == Positional || ko == Situational && s.mover != c) {
									want = ErrSuperko
								}
							}
						}
					} else if p != board.Nowhere {
						want = ErrOccupied
					}
					if err := g.Check(c, p); !errors.Is(err, want) {
						t.Fatalf("ko %d, move %d: %v at %v: %v, want %v\n%s", ko, g.Len(), c, p, err, want, draw(&g.board))
					}
					met[want]++
					was := situation{draw(&g.board), c}
					if _, err := g.Play(c, p); err == nil {
						before = append(before, was)
					}
				}
			}
			for _, err := range []error{nil, ErrKo, ErrOccupied, ErrSuicide, ErrSuperko} {
				if n := met[err]; (n == 0) == (err != ErrSuicide && (err != ErrSuperko || ko != SimpleKo) || err == ErrSuicide && !suicide) {
					t.Errorf("ko %d, suicide %v: %v was met %d times", ko, suicide, err, n)
				}
			}
		}
	}
}

func TestRulesByName(t *testing.T) {
	for _, r := range Presets() {
		if got, err := Preset(strings.ToUpper(r.Name)); err != nil || got != r {
			t.Errorf("%s: %v, %v", r.Name, got, err)
		}
	}
	if _, err := Preset("ing"); err == nil || !strings.Contains(err.Error(), "chinese, aga, japanese, new-zealand, even") {
		t.Errorf("%v", err)
	}
	for _, k := range []float64{math.NaN(), math.Inf(1), -400} {
		if _, err := New(Rules{Komi: k}, board.Size{Cols: 9, Rows: 9}); err == nil {
			t.Errorf("komi %v is taken", k)
		}
	}
}

func TestHandicap(t *testing.T) {
	names := func(size board.Size, points []board.Point) string {
		var list []string
		for _, p := range points {
			list = append(list, size.Name(p, board.GTP))
		}
		return strings.Join(list, " ")
	}
	for _, c := range []struct {
		cols, rows, n int
		want          string
	}{
		{19, 19, 2, "D4 Q16"}, {19, 19, 3, "D4 Q16 D16"}, {19, 19, 4, "D4 Q16 D16 Q4"}, {19, 19, 5, "D4 Q16 D16 Q4 K10"},
		{19, 19, 6, "D4 Q16 D16 Q4 D10 Q10"}, {19, 19, 7, "D4 Q16 D16 Q4 D10 Q10 K10"},
		{19, 19, 8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"}, {19, 19, 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"},
		{9, 9, 5, "C3 G7 C7 G3 E5"}, {13, 13, 2, "D4 K10"}, {7, 7, 4, "C3 E5 C5 E3"}, {8, 8, 4, "C3 F6 C6 F3"},
		{19, 13, 4, "D4 Q10 D10 Q4"}, {12, 12, 2, "C3 K10"}, {13, 9, 9, "D3 K7 D7 K3 D5 K5 G3 G7 G5"},
		{19, 19, 10, ""}, {19, 19, 1, ""}, {7, 7, 5, ""}, {8, 8, 5, ""}, {5, 5, 2, ""}, {19, 6, 2, ""},
	} {
		size := board.Size{Cols: c.cols, Rows: c.rows}
		points, err := FixedHandicap(size, c.n)
		if (err == nil) != (c.want != "") || names(size, points) != c.want && err == nil || err != nil && !errors.Is(err, ErrHandicap) {
			t.Errorf("%v with %d: %s, %v; want %s", size, c.n, names(size, points), err, c.want)
		}
	}
	for _, size := range testSizes[3:] {
		for n := 2; n < size.Count(); n += 1 + n/3 {
			points, err := FreeHandicap(size, n)
			g := newGame(t, Rules{}, size.Cols, size.Rows)
			if err != nil || len(points) != n {
				t.Fatalf("%v with %d: %v, %v", size, n, points, err)
			}
			if err := g.SetHandicap(points); err != nil || g.ToMove() != board.White || g.Handicap() != n {
				t.Errorf("%v with %d: %v", size, n, err)
			}
		}
	}
	g := newGame(t, preset(t, "chinese"), 9, 9)
	a, b := board.At(2, 2), board.At(6, 6)
	for _, points := range [][]board.Point{{a}, {a, a}, {a, board.At(9, 0)}, nil} {
		if err := g.SetHandicap(points); err == nil || g.board.Count(board.Black) != 0 {
			t.Errorf("%v are taken as handicap", points)
		}
	}
	if err := g.SetHandicap([]board.Point{a, b}); err != nil {
		t.Fatal(err)
	}
	if err := g.SetHandicap([]board.Point{a, b}); !errors.Is(err, ErrBegun) {
		t.Errorf("handicap twice: %v", err)
	}
	for _, c := range []struct {
		rules string
		want  float64
	}{{"chinese", 71.5}, {"aga", 72.5}, {"japanese", 72.5}, {"new-zealand", 74}, {"even", 81}} {
		g.rules = preset(t, c.rules)
		if s := g.Score(nil); s.Margin() != c.want {
			t.Errorf("%s: %s, not %v", c.rules, &s, c.want)
		}
	}
}

func TestSetUp(t *testing.T) {
	g := newGame(t, Rules{}, 3, 3)
	if err := g.SetUp([]board.Point{board.At(0, 0)}, []board.Point{board.At(1, 0), board.At(0, 1)}, board.White); !errors.Is(err, ErrLifeless) || g.board.Count(board.Black) != 0 {
		t.Errorf("%v", err)
	}
	if err := g.SetUp([]board.Point{board.At(0, 0)}, []board.Point{board.At(0, 0)}, board.White); !errors.Is(err, ErrOccupied) {
		t.Errorf("%v", err)
	}
	if err := g.SetUp(nil, []board.Point{board.At(0, 0)}, board.White); err != nil || g.ToMove() != board.White {
		t.Errorf("%v", err)
	}
	play(t, g, "B2")
	if err := g.SetUp(nil, nil, board.Black); !errors.Is(err, ErrBegun) {
		t.Errorf("%v", err)
	}
	if _, err := g.Play(board.Empty, board.At(2, 2)); !errors.Is(err, ErrNoColor) {
		t.Errorf("%v", err)
	}
}

func TestPasses(t *testing.T) {
	g := newGame(t, Rules{}, 5, 5)
	for i, want := range []int{1, 2, 0, 1} {
		if i == 2 {
			play(t, g, "C3") // play on
		} else {
			play(t, g, "pass")
		}
		if g.Passes() != want {
			t.Errorf("%d passes after move %d, not %d", g.Passes(), i+1, want)
		}
	}
}

// anyGame is a game by chance, by any rules on any board, with passes and now and then
// the same side twice.
func anyGame(t *rapid.T, most int) *Game {
	side := rapid.IntRange(1, MaxSide)
	size := board.Size{Cols: side.Draw(t, "columns"), Rows: side.Draw(t, "rows")}
	rules := rapid.SampledFrom(append(Presets(), Rules{Ko: Positional, Suicide: true})).Draw(t, "rules")
	g, err := New(rules, size)
	if err != nil {
		t.Fatal(err)
	}
	r := rapid.Uint64().Draw(t, "seed")
	for range rapid.IntRange(0, most).Draw(t, "moves") {
		n := uint64(board.SplitMix(&r))
		c, p := g.ToMove(), size.Point(int(n>>8%uint64(size.Count())))
		if n%16 == 0 {
			p = board.Nowhere
		}
		if n>>4%8 == 0 {
			c = c.Other()
		}
		g.Play(c, p)
	}
	return g
}

// replay plays a game again with points and colours changed.
func replay(t *rapid.T, g *Game, size board.Size, color func(board.Color) board.Color, turn func(board.Point) board.Point) *Game {
	h, err := New(g.rules, size)
	if err != nil {
		t.Fatal(err)
	}
	for i := range g.Len() {
		m := g.Move(i)
		if _, err := h.Play(color(m.Color), turn(m.Point)); err != nil {
			t.Fatalf("move %d: %v", i, err)
		}
	}
	return h
}

// same fails unless two games stand alike, with points and colours changed.
func same(t *rapid.T, g, h *Game, color func(board.Color) board.Color, turn func(board.Point) board.Point) {
	size := g.board.size
	dead, deadH := g.board.ProvenDead(), h.board.ProvenDead()
	// Komi and bonus are White's, no matter who that is.
	g, h = g.After(g.Len()), h.After(h.Len())
	g.rules.Komi, h.rules.Komi = 0, 0
	s, sh := g.Score(&dead), h.Score(&deadH)
	for i := range size.Count() {
		p := size.Point(i)
		q := turn(p)
		if color(g.board.At(p)) != h.board.At(q) || color(s.Owner[p]) != sh.Owner[q] || dead.Has(p) != deadH.Has(q) || s.Seki.Has(p) != sh.Seki.Has(q) {
			t.Fatalf("%v and %v differ:\n%s\n\n%s", p, q, draw(&g.board), draw(&h.board))
		}
		for _, c := range []board.Color{board.Black, board.White} {
			if a, b := g.Check(c, p), h.Check(color(c), q); !errors.Is(a, b) {
				t.Fatalf("%v %v: %v, and %v", c, p, a, b)
			}
		}
	}
	for _, c := range []board.Color{board.Black, board.White} {
		if g.board.Captured(c) != h.board.Captured(color(c)) || s.Points[c] != sh.Points[color(c)] || s.Area[c] != sh.Area[color(c)] {
			t.Fatalf("%v: captured %d and %d, points %v and %v", c, g.board.Captured(c), h.board.Captured(color(c)), s.Points, sh.Points)
		}
	}
	if s.Area[board.Black]+s.Area[board.White] != float64(size.Count()) {
		t.Fatalf("the areas are %v", s.Area)
	}
}

func TestSymmetriesAndColorSwap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGame(t, 250)
		size := g.board.size
		keep := func(c board.Color) board.Color { return c }
		stay := func(p board.Point) board.Point { return p }
		swapped := replay(t, g, size, board.Color.Other, stay)
		swapped.white = true
		same(t, g, swapped, board.Color.Other, stay)
		for k := 1; k < board.Symmetries; k++ {
			turned := size
			if k&4 != 0 {
				turned = board.Size{Cols: size.Rows, Rows: size.Cols}
			}
			turn := func(p board.Point) board.Point { return size.Turn(p, k) }
			same(t, g, replay(t, g, turned, keep, turn), keep, turn)
		}
	})
}

func TestUndoIsReplay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGame(t, 250)
		n := rapid.IntRange(0, g.Len()).Draw(t, "kept")
		kept := g.After(n)
		again, err := New(g.rules, g.board.size)
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			m := g.Move(i)
			again.Play(m.Color, m.Point)
		}
		if kept.Len() != n || !slices.Equal(kept.moves, again.moves) {
			t.Fatal("the moves differ")
		}
		id := func(c board.Color) board.Color { return c }
		same(t, kept, again, id, func(p board.Point) board.Point { return p })
		if a, b := kept.board.Key(), again.board.Key(); a != b {
			t.Fatalf("keys %x and %x", a, b)
		}
	})
}

func ExampleGame() {
	rules, _ := Preset("chinese")
	g, _ := New(rules, board.Size{Cols: 9, Rows: 9})
	stars, _ := FixedHandicap(g.Board().Size(), 2)
	g.SetHandicap(stars)
	fmt.Println(g.ToMove())
	_, err := g.Play(board.White, stars[0])
	fmt.Println(err)
	// Output:
	// white
	// a stone is there already
}

// Until all stones of a handicap are placed it is Black's turn, unless they are set up.
func TestWhoPlacesAHandicap(t *testing.T) {
	g := newGame(t, Rules{}, 9, 9)
	if err := g.GiveHandicap(3); err != nil {
		t.Fatal(err)
	}
	for i, want := range []board.Color{board.Black, board.Black, board.Black, board.White, board.Black} {
		if c := g.ToMove(); c != want {
			t.Errorf("after %d moves %s is to move, want %s", i, c, want)
		}
		if _, err := g.Play(want, board.At(2*i, 4)); err != nil {
			t.Fatal(err)
		}
	}
	for g.Len() > 1 {
		g.Undo()
	}
	if c := g.ToMove(); c != board.Black {
		t.Errorf("%s is to move once a handicap stone is taken back", c)
	}
	g = newGame(t, Rules{}, 9, 9)
	if err := g.GiveHandicap(2); err != nil {
		t.Fatal(err)
	}
	if err := g.SetUp([]board.Point{board.At(2, 2), board.At(6, 6)}, nil, board.White); err != nil {
		t.Fatal(err)
	}
	if c := g.ToMove(); c != board.White {
		t.Errorf("%s is to move after stones that were set up", c)
	}
}
