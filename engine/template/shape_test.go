package template

import (
	"math/bits"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// read reads a line of X (own), O (the other side) and . (empty).
func read(text string) (own, empty uint32, n int) {
	for i, c := range text {
		switch c {
		case 'X':
			own |= 1 << i
		case '.':
			empty |= 1 << i
		}
	}
	return own, empty, len(text)
}

// marked writes bits as a line.
func marked(set uint32, n int) string {
	var s strings.Builder
	for i := range n {
		s.WriteByte("-+"[set>>i&1])
	}
	return s.String()
}

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		line  string
		shape Shape
		make_ string
		exact bool
	}{
		{"...............", Nothing, "---------------", false},
		{".....X.........", Nothing, "---------------", false},
		{"...XXXXX.......", Five, "---------------", false},
		{"...XXXXXX......", Overline, "---------------", false},
		{"...XXXXXX......", Overline, "---------------", true},
		{"...XXXX........", LiveFour, "--+----+-------", false},
		{"XXXX...........", Four, "----+----------", false},
		{"..OXXXX........", Four, "-------+-------", false},
		{"..OXXXXO.......", Nothing, "---------------", false},
		{"...XX.XX.......", Four, "-----+---------", false},
		{"..X.XXX.X......", LiveFour, "---+---+-------", false},
		{".X.XXXX........", LiveFour, "--+----+-------", false},
		{".X.XXXX........", Four, "-------+-------", true},
		{".XX.XXX........", Four, "---+-----------", false},
		{".XX.XXX........", SleepingThree, "-------++------", true},
		{"....XXX........", LiveThree, "---+---+-------", false},
		{"..O.XXX........", LiveThree, "-------+-------", false},
		{"..OXXX.........", SleepingThree, "------++-------", false},
		{"....XX.X.......", LiveThree, "------+--------", false},
		{"XXX............", SleepingThree, "---++----------", false},
		{"O.XXX.O........", SleepingThree, "-+---+---------", false},
		{"O.XXX.OXX......", SleepingThree, "-+---+---------", false},
		{".....XX........", LiveTwo, "---++--++------", false},
		{"....X.X........", LiveTwo, "---+-+-+-------", false},
	} {
		own, empty, n := read(c.line)
		m := match(own, empty, n, c.exact)
		if got := marked(m.Make, n); m.Shape != c.shape || got != c.make_ {
			t.Errorf("%s exact %v: %v, made at\n%s, not %v, at\n%s", c.line, c.exact, m.Shape, got, c.shape, c.make_)
		}
		back, backEmpty, _ := read(reversed(c.line))
		if b := match(back, backEmpty, n, c.exact); b.Shape != m.Shape || marked(b.Make, n) != reversed(marked(m.Make, n)) {
			t.Errorf("%s: %v, and %v backwards", c.line, m.Shape, b.Shape)
		}
	}
}

func reversed(s string) string {
	var r strings.Builder
	for i := len(s) - 1; i >= 0; i-- {
		r.WriteByte(s[i])
	}
	return r.String()
}

// Every match keeps its word: a stone where the shape is made makes the next one,
// and where there is no four no stone makes a five.
func TestMatchKeepsItsWord(t *testing.T) {
	next := map[Shape]Shape{LiveTwo: LiveThree, SleepingThree: Four, LiveThree: LiveFour, Four: Five, LiveFour: Five}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(5, 20).Draw(t, "length")
		text := ""
		for range n {
			text += rapid.SampledFrom([]string{".", ".", "X", "O"}).Draw(t, "cell")
		}
		exact := rapid.Bool().Draw(t, "exact")
		own, empty, _ := read(text)
		m := match(own, empty, n, exact)
		if m.Make&^empty != 0 || m.Stop&^empty != 0 || m.Make&^m.Stop != 0 && m.Shape == LiveThree {
			t.Fatalf("%s: %v made at %s, stopped at %s", text, m.Shape, marked(m.Make, n), marked(m.Stop, n))
		}
		fives := uint32(0)
		for rest := empty; rest != 0; rest &= rest - 1 {
			bit := rest & -rest
			after := match(own|bit, empty&^bit, n, exact)
			if want, ok := next[m.Shape]; ok && m.Make&bit != 0 && after.Shape < want {
				t.Fatalf("%s: %v, but the stone at %d makes %v", text, m.Shape, bits.TrailingZeros32(bit), after.Shape)
			}
			if longest(own) < 5 && (after.Shape == Five || after.Shape == Overline && !exact) {
				fives |= bit
			}
			if m.Shape == LiveThree && m.Stop&bit != 0 && match(own, empty&^bit, n, exact).Shape == LiveThree && m.Make == match(own, empty&^bit, n, exact).Make {
				t.Fatalf("%s: a stone at %d stops nothing", text, bits.TrailingZeros32(bit))
			}
		}
		if m.Shape < Five && (m.Shape == Four || m.Shape == LiveFour || fives != 0) && m.Make != fives {
			t.Fatalf("%s exact %v: %v made at %s, fives at %s", text, exact, m.Shape, marked(m.Make, n), marked(fives, n))
		}
	})
}

func TestLines(t *testing.T) {
	p := New(fifteen, game.FiveOrMore)
	if len(p.lines) != 72 {
		t.Errorf("%d lines", len(p.lines))
	}
	most := 0
	for i := range fifteen.Count() {
		most = max(most, len(p.through[fifteen.Point(i)]))
	}
	if most != 4 || len(p.through[board.At(0, 0)]) != 3 || len(p.through[board.At(0, 3)]) != 3 {
		t.Errorf("%d lines through a point, %d through a corner", most, len(p.through[board.At(0, 0)]))
	}
}

var fifteen = board.Size{Cols: 15, Rows: 15}

func BenchmarkPut(b *testing.B) {
	p := New(fifteen, game.FiveOrMore)
	for b.Loop() {
		p.Put(board.At(7, 7), board.Black)
		p.judge(board.White)
		p.Take(board.At(7, 7))
	}
}
