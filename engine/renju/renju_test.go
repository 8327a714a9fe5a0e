package renju

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"stonehand/engine/board"
)

var fifteen = board.Size{Cols: 15, Rows: 15}

// diagrams reads testdata/fouls.txt: see its head.
func diagrams(t *testing.T) []diagram {
	t.Helper()
	text, err := os.ReadFile("testdata/fouls.txt")
	if err != nil {
		t.Fatal(err)
	}
	var list []diagram
	d := diagram{}
	for line := range strings.Lines(string(text) + "\n") {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "#"):
			d.title = strings.TrimSpace(d.title + " " + strings.TrimSpace(line[1:]))
		case line == "":
			if len(d.rows) > 0 {
				list = append(list, d)
			}
			d = diagram{}
		default:
			d.rows = append(d.rows, strings.Fields(line))
		}
	}
	return list
}

type diagram struct {
	title string
	rows  [][]string // from the top
}

// The diagrams show every foul that the rules name, and what looks like one.
func TestDiagrams(t *testing.T) {
	fouls := map[string]Foul{"o": Overline, "4": DoubleFour, "3": DoubleThree, "+": None}
	n := 0
	for _, d := range diagrams(t) {
		b := New(fifteen)
		want := map[board.Point]Foul{}
		for i, row := range d.rows {
			for x, mark := range row {
				p := board.At(x, 14-i)
				switch mark {
				case "X":
					b.Put(p, board.Black)
				case "O":
					b.Put(p, board.White)
				case ".":
				default:
					f, ok := fouls[mark]
					if !ok {
						t.Fatalf("%s: what is %q?", d.title, mark)
					}
					want[p] = f
				}
			}
		}
		for p, f := range want {
			n++
			if got := b.Foul(p); got != f {
				t.Errorf("%s: %s is %v, not %v", d.title, p, got, f)
			}
		}
	}
	if n < 20 {
		t.Errorf("%d points", n)
	}
}

// Whatever stands on the board, the quick way and the plain one agree on every
// point, and the board is left as it was.
func TestAgreesWithPlain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom([]board.Size{fifteen, {Cols: 9, Rows: 7}, {Cols: 20, Rows: 20}}).Draw(t, "size")
		seed := rapid.Uint64().Draw(t, "seed")
		share := rapid.Float64Range(0.05, 0.5).Draw(t, "share")
		compare(t, size, rand.New(rand.NewPCG(seed, 1)), share)
	})
}

func compare(t interface{ Fatalf(string, ...any) }, size board.Size, rng *rand.Rand, share float64) {
	b, plain := New(size), &plain{size, map[board.Point]board.Color{}}
	// Stones close together, more of them black, make more shapes; and more still
	// if most of them lie in few rows.
	rows := rng.Uint32()
	for i := range size.Count() {
		p := size.Point(i)
		if rng.Float64() > share*float64(1+rows>>p.Y()&1) {
			continue
		}
		c := board.Black
		if rng.IntN(3) == 0 {
			c = board.White
		}
		b.Put(p, c)
		plain.stones[p] = c
	}
	before := *b
	for i := range size.Count() {
		p := size.Point(i)
		if got, want := b.Foul(p), plain.foul(p); got != want {
			t.Fatalf("%s is %v, and by the letter %v, on %v", p, got, want, plain.stones)
		}
	}
	if *b != before {
		t.Fatalf("the board has changed")
	}
}

// Two double rows across the board, far from each other, are the worst for the
// recursion that a search of 300,000 patterns has found.
func BenchmarkForbiddenRows(b *testing.B) {
	board_ := New(fifteen)
	for x := range 15 {
		for _, y := range []int{3, 4, 9, 10} {
			board_.Put(board.At(x, y), board.Black)
		}
	}
	for b.Loop() {
		board_.Forbidden()
	}
}

func BenchmarkForbidden(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	board_ := New(fifteen)
	for i := range fifteen.Count() {
		if p := fifteen.Point(i); rng.IntN(4) == 0 {
			board_.Put(p, board.Color(1+rng.IntN(2)))
		}
	}
	for b.Loop() {
		board_.Forbidden()
	}
}
