package tuple

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"stonehand/engine/board"
)

var fifteen = board.Size{Cols: 15, Rows: 15}

func TestTuples(t *testing.T) {
	for _, c := range []struct {
		size board.Size
		want int
	}{{fifteen, 572}, {board.Size{Cols: 19, Rows: 19}, 1020}, {board.Size{Cols: 4, Rows: 9}, 20}, {board.Size{Cols: 4, Rows: 4}, 0}} {
		p, got := &Player{size: c.size}, 0
		for d := range board.Directions {
			for i := range c.size.Count() {
				if p.holds(c.size.Point(i), d) {
					got++
				}
			}
		}
		if got != c.want {
			t.Errorf("%v: %d tuples, not %d", c.size, got, c.want)
		}
	}
}

// plain adds up a point's tuples from scratch.
func plain(p *Player, at board.Point, c board.Color) int32 {
	sum := int32(0)
	for _, d := range board.Directions {
		for n := range Length {
			own, theirs, virtual := 0, 0, false
			for k := range Length {
				x, y := at.X()+(k-n)*d[0], at.Y()+(k-n)*d[1]
				if x < 0 || y < 0 || x >= p.size.Cols || y >= p.size.Rows {
					virtual = true
					break
				}
				switch p.stones[board.At(x, y)] {
				case board.Empty:
				case c:
					own++
				default:
					theirs++
				}
			}
			switch {
			case virtual || own > 0 && theirs > 0:
			case own > 0:
				sum += Own[own]
			case theirs > 0:
				sum += Theirs[theirs]
			default:
				sum += Blank
			}
		}
	}
	return sum
}

// Whatever is put down and taken off, the scores are those of the board as it
// stands.
func TestScores(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom([]board.Size{fifteen, {Cols: 7, Rows: 9}, {Cols: 20, Rows: 20}}).Draw(t, "size")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		p := New(size)
		for range rng.IntN(size.Count()) {
			at := size.Point(rng.IntN(size.Count()))
			if p.stones[at] != board.Empty {
				p.Take(at)
			} else {
				p.Put(at, board.Color(1+rng.IntN(2)))
			}
		}
		for i := range size.Count() {
			at := size.Point(i)
			if p.stones[at] != board.Empty {
				continue
			}
			for _, c := range []board.Color{board.Black, board.White} {
				if got, want := p.Score(at, c), plain(p, at, c); got != want {
					t.Fatalf("%s for %s: %d, not %d", at, c, got, want)
				}
			}
		}
	})
}

// It begins in the middle, where most tuples are, wins when it can, and blocks
// a four before it makes one of its own.
func TestBest(t *testing.T) {
	parse := func(s string) board.Point {
		at, err := fifteen.Parse(s, board.Algebraic)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	put := func(p *Player, c board.Color, points ...string) {
		for _, s := range points {
			p.Put(parse(s), c)
		}
	}
	p := New(fifteen)
	if at := p.Best(board.Black, nil); at != parse("H8") {
		t.Errorf("begins on %s", at)
	}
	if got, want := p.Score(parse("H8"), board.Black), int32(20*Blank); got != want {
		t.Errorf("the middle is worth %d, not %d", got, want)
	}
	put(p, board.White, "A3", "B3", "C3", "D3")
	put(p, board.Black, "H8", "I8", "J8")
	if at := p.Best(board.Black, nil); at != parse("E3") {
		t.Errorf("blocks on %s", at)
	}
	put(p, board.Black, "K8", "G8")
	p.Take(parse("G8"))
	if at := p.Best(board.Black, nil); at != parse("G8") && at != parse("L8") {
		t.Errorf("wins on %s", at)
	}
	if at := p.Best(board.Black, func(at board.Point) bool { return at == parse("O15") }); at != parse("O15") {
		t.Errorf("allowed only O15, plays %s", at)
	}
	if at := p.Best(board.Black, func(board.Point) bool { return false }); at != board.Nowhere {
		t.Errorf("allowed nothing, plays %s", at)
	}
}
