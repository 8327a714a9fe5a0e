package weiqi

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"stonehand/engine/board"
)

// position reads a board as people draw it: "." empty, "X" Black, "O" White, the top
// row first.
func position(t testing.TB, drawn string) *Board {
	t.Helper()
	rows := strings.Fields(drawn)
	b, err := NewBoard(board.Size{Cols: len(rows[0]), Rows: len(rows)})
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		for x, mark := range row {
			if c := board.Color(strings.IndexRune(".XO", mark)); c != board.Empty {
				b.Play(c, board.At(x, len(rows)-1-i))
			}
		}
	}
	if got := draw(b); got != strings.Join(rows, "\n") {
		t.Fatalf("the position cannot stand:\n%s", drawn)
	}
	b.taken = [3]int{}
	b.ko = nowhere
	return b
}

func draw(b *Board) string {
	var text strings.Builder
	for y := b.size.Rows - 1; y >= 0; y-- {
		for x := range b.size.Cols {
			text.WriteByte(".XO"[b.At(board.At(x, y))])
		}
		if y > 0 {
			text.WriteByte('\n')
		}
	}
	return text.String()
}

// plain is Go once more, as simple as can be: every question is answered by looking at
// the whole board.
type plain struct {
	size   board.Size
	stones map[board.Point]board.Color
}

func (p *plain) around(at board.Point) (list []board.Point) {
	for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		if x, y := at.X()+d[0], at.Y()+d[1]; x >= 0 && y >= 0 && x < p.size.Cols && y < p.size.Rows {
			list = append(list, board.At(x, y))
		}
	}
	return list
}

func (p *plain) chain(at board.Point) (stones, liberties map[board.Point]bool) {
	stones, liberties = map[board.Point]bool{at: true}, map[board.Point]bool{}
	for todo := []board.Point{at}; len(todo) > 0; todo = todo[1:] {
		for _, q := range p.around(todo[0]) {
			switch {
			case p.stones[q] == board.Empty:
				liberties[q] = true
			case p.stones[q] == p.stones[at] && !stones[q]:
				stones[q] = true
				todo = append(todo, q)
			}
		}
	}
	return stones, liberties
}

func (p *plain) play(c board.Color, at board.Point) (lifted int, suicide bool) {
	p.stones[at] = c
	for _, q := range p.around(at) {
		if p.stones[q] == c.Other() {
			if stones, liberties := p.chain(q); len(liberties) == 0 {
				for s := range stones {
					delete(p.stones, s)
				}
				lifted += len(stones)
			}
		}
	}
	if stones, liberties := p.chain(at); len(liberties) == 0 {
		for s := range stones {
			delete(p.stones, s)
		}
		return len(stones), true
	}
	return lifted, false
}

// agree fails unless a board is the plain one, with the chains that this finds.
func (p *plain) agree(t *testing.T, b *Board) {
	t.Helper()
	count, key := [3]int{}, board.Key(0)
	for i := range b.size.Count() {
		at := b.size.Point(i)
		c := b.At(at)
		if c != p.stones[at] {
			t.Fatalf("%v is %v, not %v:\n%s", at, c, p.stones[at], draw(b))
		}
		if len(b.Around(at, nil)) != len(p.around(at)) {
			t.Fatalf("%v has neighbours %v", at, b.Around(at, nil))
		}
		if c == board.Empty {
			continue
		}
		count[c]++
		key ^= board.StoneKey(c, at)
		stones, liberties := p.chain(at)
		chain, free := b.Chain(at, nil), b.Liberties(at, nil)
		if len(chain) != len(stones) || b.ChainSize(at) != len(stones) || len(free) != len(liberties) {
			t.Fatalf("%v: %v with liberties %v, not %v with %v", at, chain, free, stones, liberties)
		}
		for _, s := range chain {
			if !stones[s] || b.Head(s) != b.Head(at) {
				t.Fatalf("%v: %v is of its chain", at, s)
			}
		}
		for _, l := range free {
			if !liberties[l] {
				t.Fatalf("%v: %v is a liberty", at, l)
			}
		}
		if l, yes := b.InAtari(at); yes != (len(liberties) == 1) || yes && !liberties[l] {
			t.Fatalf("%v in atari: %v, at %v; liberties %v", at, yes, l, free)
		}
	}
	if count[1] != b.Count(board.Black) || count[2] != b.Count(board.White) || key != b.Key() {
		t.Fatalf("counts %v, %v; keys %x, %x", count, b.count, key, b.key)
	}
}

var testSizes = []board.Size{{Cols: 1, Rows: 1}, {Cols: 1, Rows: 5}, {Cols: 2, Rows: 2}, {Cols: 3, Rows: 3}, {Cols: 5, Rows: 5}, {Cols: 5, Rows: 7}, {Cols: 9, Rows: 9}, {Cols: 13, Rows: 6}, {Cols: 19, Rows: 19}}

// Every move of games by chance, with suicides, is what the plain board makes of it,
// and undoing all of them goes back through the same boards.
func TestBoardAgainstPlainBoard(t *testing.T) {
	seeds := uint64(6)
	if testing.Short() {
		seeds = 1
	}
	for _, size := range testSizes {
		for seed := range seeds {
			r := rand.New(rand.NewPCG(seed, 7))
			b, err := NewBoard(size)
			if err != nil {
				t.Fatal(err)
			}
			p := &plain{size, map[board.Point]board.Color{}}
			var undos []Undo
			var before []Board
			for range min(2*size.Count(), 300) {
				c := board.Color(1 + r.IntN(2))
				at := size.Point(r.IntN(size.Count()))
				if b.At(at) != board.Empty {
					continue
				}
				suicide := b.Check(c, at) == ErrSuicide
				captured := b.Captures(c, at, nil)
				before = append(before, *b)
				u := b.Play(c, at)
				undos = append(undos, u)
				lifted, was := p.play(c, at)
				n := len(captured)
				if was {
					n++
				}
				if u.Lifted != lifted || u.Suicide != was || n != lifted || (suicide != was && before[len(before)-1].ko != cellOf(at)) {
					t.Fatalf("%v %v on\n%s\nlifted %d %v, not %d %v; foreseen %v", c, at, draw(&before[len(before)-1]), u.Lifted, u.Suicide, lifted, was, captured)
				}
				if n := len(undos); n%5 == 0 || n < 30 {
					p.agree(t, b)
				}
			}
			for i := len(undos) - 1; i >= 0; i-- {
				b.Undo(undos[i])
				w := &before[i]
				if draw(b) != draw(w) || b.taken != w.taken || b.ko != w.ko || b.koColor != w.koColor {
					t.Fatalf("undone to\n%s\nnot\n%s", draw(b), draw(w))
				}
				if i%7 == 0 || i < 9 {
					p.stones = map[board.Point]board.Color{}
					for j := range size.Count() {
						if c := b.At(size.Point(j)); c != board.Empty {
							p.stones[size.Point(j)] = c
						}
					}
					p.agree(t, b)
				}
			}
		}
	}
}

func TestSet(t *testing.T) {
	var s Set
	for i := range testSizes[8].Count() {
		p := testSizes[8].Point(i)
		s.Add(p)
		if !s.Has(p) || i%2 == 0 {
			s.Remove(p)
		}
		if s.Has(p) != (i%2 == 1) {
			t.Fatalf("%v is in the set: %v", p, s.Has(p))
		}
	}
}

func TestSizesOfBoards(t *testing.T) {
	for _, s := range []board.Size{{Cols: 0, Rows: 9}, {Cols: 20, Rows: 19}, {Cols: 9, Rows: 20}} {
		if _, err := NewBoard(s); err == nil || !strings.Contains(err.Error(), "from 1 to 19") {
			t.Errorf("%v: %v", s, err)
		}
	}
}

func TestKo(t *testing.T) {
	b := position(t, `
		.XO..
		X.XO.
		.XO..
		.....
		.....`)
	at := func(name string) board.Point { p, _ := b.size.Parse(name, board.GTP); return p }
	if err := b.Check(board.White, at("B4")); err != nil {
		t.Fatalf("White takes the ko: %v", err)
	}
	b.Play(board.White, at("B4"))
	if p, c := b.Ko(); p != at("C4") || c != board.Black {
		t.Errorf("ko at %v for %v", p, c)
	}
	if err := b.Check(board.Black, at("C4")); err != ErrKo {
		t.Errorf("Black takes back: %v", err)
	}
	b.Play(board.Black, at("E1"))
	if p, _ := b.Ko(); p != board.Nowhere {
		t.Errorf("ko at %v after a move elsewhere", p)
	}
}

// Two stones captured are no ko, nor is one by a stone that is part of a chain.
func TestSnapbackIsNoKo(t *testing.T) {
	b := position(t, `
		.....
		.....
		XXXX.
		OOOX.
		..OX.`)
	p, _ := b.size.Parse("B1", board.GTP)
	q, _ := b.size.Parse("A1", board.GTP)
	if u := b.Play(board.Black, p); u.Lifted != 0 {
		t.Fatalf("lifted %d", u.Lifted)
	}
	if u := b.Play(board.White, q); u.Lifted != 1 {
		t.Fatalf("lifted %d", u.Lifted)
	}
	if k, _ := b.Ko(); k != board.Nowhere {
		t.Errorf("ko at %v", k)
	}
	if u := b.Play(board.Black, p); u.Lifted != 5 {
		t.Errorf("lifted %d:\n%s", u.Lifted, draw(b))
	}
}

// The numbers of legal positions are those of J. Tromp and G. Farneback,
// "Combinatorics of Go", 2007: every position that moves can reach, suicides too, is
// counted here.
func TestNumberOfPositions(t *testing.T) {
	for _, c := range []struct {
		size board.Size
		want int
	}{
		{board.Size{Cols: 1, Rows: 1}, 1}, {board.Size{Cols: 2, Rows: 1}, 5}, {board.Size{Cols: 3, Rows: 1}, 15},
		{board.Size{Cols: 2, Rows: 2}, 57}, {board.Size{Cols: 3, Rows: 2}, 489}, {board.Size{Cols: 3, Rows: 3}, 12675},
	} {
		if testing.Short() && c.want > 1000 {
			continue
		}
		b, _ := NewBoard(c.size)
		seen := map[board.Key]bool{0: true}
		var walk func()
		walk = func() {
			for i := range c.size.Count() {
				for _, side := range []board.Color{board.Black, board.White} {
					if p := c.size.Point(i); b.At(p) == board.Empty {
						u := b.Play(side, p)
						if !seen[b.Key()] {
							seen[b.Key()] = true
							walk()
						}
						b.Undo(u)
					}
				}
			}
		}
		walk()
		if len(seen) != c.want {
			t.Errorf("%v: %d positions, not %d", c.size, len(seen), c.want)
		}
	}
}

func TestPlayingAllocatesNothing(t *testing.T) {
	b, _ := NewBoard(board.Size{Cols: 9, Rows: 9})
	if n := testing.AllocsPerRun(50, func() {
		r := uint64(1)
		for range 200 {
			p := b.size.Point(int(uint64(board.SplitMix(&r)) % 81))
			if b.Check(board.Black, p) == nil {
				b.Undo(b.Play(board.Black, p))
				b.Play(board.Color(1+r%2), p)
			}
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func ExampleBoard() {
	b, _ := NewBoard(board.Size{Cols: 5, Rows: 5})
	for i, name := range []string{"C3", "C4", "A1", "B3", "A2", "D3", "A3"} {
		p, _ := b.Size().Parse(name, board.GTP)
		b.Play(board.Color(1+i%2), p)
	}
	p, _ := b.Size().Parse("C2", board.GTP)
	u := b.Play(board.White, p)
	fmt.Println(u.Lifted, b.Captured(board.White))
	b.Undo(u)
	c3, _ := b.Size().Parse("C3", board.GTP)
	fmt.Println(b.At(c3), len(b.Liberties(c3, nil)))
	// Output:
	// 1 1
	// black 1
}
