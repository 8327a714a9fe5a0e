package region

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"stonehand/engine/board"
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

// The table's figures, of rows alone on the board: each of the others of their
// stones' lines is a single.
func TestTable(t *testing.T) {
	const free, one = 50, 10
	for _, c := range []struct {
		name         string
		black, white []string
		want         int32
	}{
		{"a single", []string{"H8"}, nil, 4 * free},
		{"a single in the corner", []string{"A1"}, nil, 3*one + one},
		{"an open two", []string{"H8", "I8"}, nil, 1000 + 2*3*free},
		{"an open three", []string{"H8", "I8", "J8"}, nil, 3600 + 3*3*free},
		{"an open four", []string{"H8", "I8", "J8", "K8"}, nil, 500_000 + 4*3*free},
		{"five", []string{"H8", "I8", "J8", "K8", "L8"}, nil, 1_000_000 + 5*3*free},
		{"six", []string{"H8", "I8", "J8", "K8", "L8", "M8"}, nil, 1_000_000 + 6*3*free},
		{"a three with one end closed", []string{"H8", "I8", "J8"}, []string{"G8"}, 500 + 3*3*free - one - 3*free},
		{"a three with both ends closed", []string{"H8", "I8", "J8"}, []string{"G8", "K8"}, 10 + 3*3*free - 2*one - 2*3*free},
		{"White's open two", nil, []string{"H8", "I8"}, -1000 - 2*3*free},
	} {
		p := New(fifteen)
		for _, s := range c.black {
			p.Put(at(t, s), board.Black)
		}
		for _, s := range c.white {
			p.Put(at(t, s), board.White)
		}
		if got := p.Value(board.Black); got != c.want {
			t.Errorf("%s: %d, not %d", c.name, got, c.want)
		}
		if p.Value(board.White) != -p.Value(board.Black) {
			t.Errorf("%s: not negated for White", c.name)
		}
	}
}

// scratch is the value added up again.
func scratch(p *Player) int32 {
	sum := int32(0)
	for i := range p.size.Count() {
		c := cell(p.size.Point(i))
		if !isStone(p.cells[c]) {
			continue
		}
		for _, d := range board.Directions {
			step := d[1]*stride + d[0]
			if v, low, _ := p.row(c, step); low == c-step {
				sum += v
			}
		}
	}
	return sum
}

func random(p *Player, rng *rand.Rand, n int) {
	for range n {
		pt := p.size.Point(rng.IntN(p.size.Count()))
		switch c := p.cells[cell(pt)]; {
		case c == board.Empty:
			p.Put(pt, board.Color(1+rng.IntN(2)))
		case rng.IntN(2) == 0:
			p.set(cell(pt), board.Empty)
		}
	}
}

func TestValueIsKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom([]board.Size{fifteen, {Cols: 5, Rows: 7}, {Cols: 20, Rows: 20}}).Draw(t, "size")
		p := New(size)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		for range 20 {
			random(p, rng, 10)
			if got, want := p.value, scratch(p); got != want {
				t.Fatalf("%d, added up %d", got, want)
			}
		}
	})
}

// Alpha-beta finds the value of minimax with fewer boards; so does the region
// when it is the whole board.
func TestMethodsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := New(board.Size{Cols: 5, Rows: 6})
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		random(p, rng, rng.IntN(40))
		before := p.grid
		depth := rapid.IntRange(1, 3).Draw(t, "depth")
		c := rapid.SampledFrom([]board.Color{board.Black, board.White}).Draw(t, "side")
		plain, _ := p.Search(c, Minimax, depth, nil)
		cut, _ := p.Search(c, AlphaBeta, depth, nil)
		if cut.Score != plain.Score || cut.Move != plain.Move || cut.Nodes > plain.Nodes {
			t.Fatalf("depth %d: minimax %+v, alpha-beta %+v", depth, plain, cut)
		}
		p.stones = 100 // the region is the whole board
		if all, _ := p.Search(c, Growing, depth, nil); all.Score != plain.Score {
			t.Fatalf("depth %d: minimax %+v, region %+v", depth, plain, all)
		}
		if p.grid != before {
			t.Fatal("the board has changed")
		}
	})
}

// The region begins small, around the middle, and grows.
func TestRegion(t *testing.T) {
	p := New(fifteen)
	if n := len(p.points(Growing, 3)); n != 25 {
		t.Errorf("%d points of an empty board", n)
	}
	p.Put(at(t, "H8"), board.Black)
	points := p.points(Growing, 3)
	if len(points) != 48 || points[0] != at(t, "G7") {
		t.Errorf("%d points after one stone, the first %s", len(points), points[0])
	}
	if n := len(p.points(AlphaBeta, 3)); n != 224 {
		t.Errorf("%d points without a region", n)
	}
	p.stones = 30
	if n := len(p.points(Growing, 4)); n != 224 {
		t.Errorf("%d points in the end", n)
	}
}

func TestStop(t *testing.T) {
	p := New(fifteen)
	p.Put(at(t, "H8"), board.Black)
	if _, ok := p.Search(board.White, Minimax, 3, func() bool { return true }); ok {
		t.Error("not stopped")
	}
	if p.stones != 1 || p.value != scratch(p) {
		t.Error("the board has changed")
	}
}

// A full board has nothing to play.
func TestFull(t *testing.T) {
	p := New(board.Size{Cols: 1, Rows: 1})
	p.Put(board.At(0, 0), board.White)
	if f, ok := p.Search(board.Black, AlphaBeta, 3, nil); !ok || f.Move != board.Nowhere || f.Score != p.Value(board.Black) {
		t.Errorf("%+v", f)
	}
}
