package tactics

import (
	"math/rand/v2"
	"strings"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/weiqi"
)

// diagram reads a position, the upper row first: X Black, O White, . empty; the lower
// case letter is the target.
func diagram(text string) (b *weiqi.Board, target board.Point) {
	rows := strings.Fields(text)
	size := board.Size{Cols: len(rows[0]), Rows: len(rows)}
	b, err := weiqi.NewBoard(size)
	if err != nil {
		panic(err)
	}
	for i, r := range rows {
		for x, c := range r {
			p := board.At(x, size.Rows-1-i)
			switch c {
			case 'X', 'x':
				b.Play(board.Black, p)
			case 'O', 'o':
				b.Play(board.White, p)
			}
			if c == 'x' || c == 'o' {
				target = p
			}
		}
	}
	return b, target
}

func names(line []board.Point) (all []string) {
	for _, p := range line {
		if p == board.Nowhere {
			all = append(all, "pass")
		} else {
			all = append(all, p.String())
		}
	}
	return all
}

// The search agrees with the rules played out on random positions of boards so small
// that every position of them can be listed.
func TestAgainstAllPositions(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 16))
	sv := NewSolver()
	seen := map[Result]int{}
	for _, size := range []board.Size{{Cols: 3, Rows: 3}, {Cols: 5, Rows: 2}, {Cols: 4, Rows: 3}} {
		n := 40
		switch {
		case testing.Short() && size.Count() > 9:
			continue
		case testing.Short():
			n = 15
		case size.Count() > 10:
			n = 2
		}
		for range n {
			b, target := fill(r, size)
			if target == board.Nowhere {
				continue
			}
			for _, first := range []board.Color{board.Black, board.White} {
				q := Question{Target: target, First: first, Goal: Kill, Nodes: 3_000_000}
				got, want := sv.Solve(b, q), bruteResult(b, q)
				if got.Result != want && got.Result != Unknown {
					t.Errorf("%v, %v first: %v %v, all positions say %v%s", target, first, got.Result, names(got.Line), want, draw(b))
				}
				seen[got.Result]++
			}
		}
	}
	t.Log(seen)
	for _, r := range []Result{Won, Lost, Ko} {
		if seen[r] == 0 && !testing.Short() {
			t.Errorf("no position is %v", r)
		}
	}
}

// fill plays at random until a good part of the board is taken, and chooses a stone.
func fill(r *rand.Rand, size board.Size) (b *weiqi.Board, target board.Point) {
	b, err := weiqi.NewBoard(size)
	if err != nil {
		panic(err)
	}
	for range size.Count()/2 + r.IntN(size.Count()/2) {
		c, p := board.Black+board.Color(r.IntN(2)), size.Point(r.IntN(size.Count()))
		if b.Check(c, p) == nil {
			b.Play(c, p)
		}
	}
	target = board.Nowhere
	for i := range size.Count() {
		if p := size.Point(i); b.At(p) != board.Empty && (target == board.Nowhere || r.IntN(3) == 0) {
			target = p
		}
	}
	return b, target
}

func draw(b *weiqi.Board) (text string) {
	for y := b.Size().Rows - 1; y >= 0; y-- {
		text += "\n"
		for x := range b.Size().Cols {
			text += ".XO"[b.At(board.At(x, y)):][:1]
		}
	}
	return text
}

func TestCaptures(t *testing.T) {
	for _, c := range []struct {
		name, text string
		goal       Goal
		first      board.Color
		want       Result
	}{
		{"ladder to the edge", `
.........
.........
.........
.........
.........
..XX.....
.XOo.....
.XO......
..X......`, Ladder, board.Black, Won},
		{"net", `
.........
.........
.........
.........
..XX.....
.XOo.....
.XXOX....
...X.....
.........`, Capture, board.Black, Won},
		{"net, other first", `
.........
.........
.........
.........
..XX.....
.XOo.....
.XXOX....
...X.....
.........`, Capture, board.White, Lost},
		{"snapback", `
.........
.........
.........
.........
.........
.XXX.....
.XOOX....
.X.oOX...
.XXO.OX..
`, Capture, board.Black, Won},
	} {
		b, target := diagram(c.text)
		a := NewSolver().Solve(b, Question{Target: target, First: c.first, Goal: c.goal})
		t.Logf("%s: %v %v %d", c.name, a.Result, names(a.Line), a.Nodes)
		if a.Result != c.want {
			t.Errorf("%s: %v, want %v", c.name, a.Result, c.want)
		}
	}
}
