package eval

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A drawing is the eleven points that a stone reads, in order: X is mine, o is
// blocked, a dot is empty. The reading stone is the sixth and always X here.
type drawing []byte

func (d drawing) read() Shape {
	var mine, blocked uint32
	for i, c := range d {
		switch c {
		case 'X':
			mine |= 1 << i
		case 'o':
			blocked |= 1 << i
		}
	}
	return Read(mine, blocked)
}

// runs returns the six runs of six points that hold the reading stone and that
// no blocked point spoils.
func (d drawing) runs() (open []drawing) {
	for start := 0; start+6 <= len(d); start++ {
		if run := d[start : start+6]; !slices.Contains(run, 'o') {
			open = append(open, run)
		}
	}
	return open
}

// stones is the greatest number of stones in one open run; -1 without any.
func (d drawing) stones() int {
	most := -1
	for _, run := range d.runs() {
		n := 0
		for _, c := range run {
			if c == 'X' {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// answers is the least number of stones, put down by the opponent now, after
// which my next two stones make no six: found by putting them down.
func (d drawing) answers() int {
	if !d.threatens() {
		return 0
	}
	for n := 1; n <= 2; n++ {
		if d.some('o', n, func(after drawing) bool { return !after.threatens() }) {
			return n
		}
	}
	return 3
}

// threatens reports whether two stones complete six.
func (d drawing) threatens() bool { return d.stones() >= 4 }

// some reports whether n stones of a kind can be put on empty points so that ok.
func (d drawing) some(stone byte, n int, ok func(drawing) bool) bool {
	if n == 0 {
		return ok(d)
	}
	for i, c := range d {
		if c == '.' {
			d[i] = stone
			found := d.some(stone, n-1, ok)
			d[i] = '.'
			if found {
				return true
			}
		}
	}
	return false
}

// within reports whether at most n more stones of mine make the line such that
// ok.
func (d drawing) within(n int, ok func(drawing) bool) bool {
	for i := range n + 1 {
		if d.some('X', i, ok) {
			return true
		}
	}
	return false
}

func liveFour(d drawing) bool { return d.stones() == 4 && d.answers() >= 2 }
func liveFive(d drawing) bool { return d.stones() == 5 && d.answers() >= 2 }

// shape is the definitions of shape.go, word for word.
func (d drawing) shape() Shape {
	switch d.stones() {
	case -1:
		return Dead
	case 1:
		if d.within(3, liveFour) {
			return Single
		}
		return SleepingOne
	case 2:
		switch {
		case !d.within(2, liveFour):
			return SleepingTwo
		case d[4] == 'X' || d[6] == 'X':
			return LiveTwo
		}
		return JumpTwo
	case 3:
		switch {
		case d.within(1, liveFour):
			return LiveThree
		case d.within(2, liveFive):
			return HazyThree
		}
		return SleepingThree
	case 4:
		if liveFour(d) {
			return LiveFour
		}
		return SleepingFour
	case 5:
		if liveFive(d) {
			return LiveFive
		}
		return SleepingFive
	}
	return Six
}

// number returns the drawing whose other ten points are the digits of n.
func number(n int) drawing {
	d := make(drawing, span)
	for i := range d {
		if i == reach {
			d[i] = 'X'
			continue
		}
		d[i] = ".Xo"[n%3]
		n /= 3
	}
	return d
}

// TestShapesMatchDefinitions holds every pattern against a reading that puts
// stones down and looks.
func TestShapesMatchDefinitions(t *testing.T) {
	for n := range Patterns {
		d := number(n)
		if got, want := d.read(), d.shape(); got != want {
			t.Fatalf("%s reads as %v, want %v", d, got, want)
		}
	}
}

func TestShapeOfMirrorImage(t *testing.T) {
	for n := range Patterns {
		d := number(n)
		shape := d.read()
		slices.Reverse(d)
		if got := d.read(); got != shape {
			t.Fatalf("%s reads as %v, its mirror image as %v", d, got, shape)
		}
	}
}

// TestDrawnShapes reads drawings whose shape a player would name. S is the
// reading stone. A four takes two answers only with two open points on each side
// of it, eight open points in all; a five needs seven.
func TestDrawnShapes(t *testing.T) {
	for _, c := range []struct {
		shape Shape
		drawn []string
	}{
		{Dead, []string{"....oSo....", "ooooXSXXooo", "..oXXSXXo..", "XXXXoSX.Xo."}},
		{SleepingOne, []string{"oooooS.....", "....oS.....", "...o.S.....", "o....S..o.."}},
		{Single, []string{".....S.....", "..o..S.....", "o....S...o.", ".....S..o.."}},
		{SleepingTwo, []string{"oooooSX....", "....oS.X...", "...o.SX....", "X....So...."}},
		{JumpTwo, []string{".....S.X...", "..X..S.....", "..o..S..X..", "...X.S....o"}},
		{LiveTwo, []string{".....SX....", "....XS.....", "..o..SX....", "o...XS...o."}},
		{SleepingThree, []string{"oooooSXX...", "...oXSX....", "..o..SXX.o.", "..oX.S.X..o"}},
		{HazyThree, []string{"...o.SXX...", "..o.XSX...o", "X..X.S.....", "..X..S.X..o"}},
		{LiveThree, []string{"....XSX....", "...X.SX....", "..o..SXX...", "....XS.X..."}},
		{SleepingFour, []string{"oooooSXXX..", "..oXXSX....", "..X.XSX....", "..oX.SXX..."}},
		{LiveFour, []string{"...XXSX....", "..XXXS.....", "..o..SXXX..", "o..XXSX..o."}},
		{SleepingFive, []string{"oooooSXXXX.", "..oXXSXX...", "oXX.XSXo...", "X.XXXSo...."}},
		{LiveFive, []string{"...XXSXX...", "oX.XXSX.X..", "..o.XSXXX..", "o.XXXSX.o.."}},
		{Six, []string{"XXXXXS.....", "....XSXXXX.", "oXXXXSXXXXo", "oooooSXXXXX"}},
	} {
		for _, text := range c.drawn {
			d := drawing(strings.Replace(text, "S", "X", 1))
			if len(d) != span || text[reach] != 'S' {
				t.Fatalf("%s is not a drawing of %d points with S in the middle", text, span)
			}
			if got := d.read(); got != c.shape {
				t.Errorf("%s is a %v, want %v", text, got, c.shape)
			}
		}
	}
}

var shapeNames = [Shapes]string{"dead", "sleeping one", "single", "sleeping two", "jump two", "live two", "sleeping three",
	"hazy three", "live three", "sleeping four", "live four", "sleeping five", "live five", "six"}

// String returns the shape's name.
func (s Shape) String() string {
	if int(s) < Shapes {
		return shapeNames[s]
	}
	return "unknown"
}

// TestReadIgnoresOwnBit: the reading stone counts whether its bit is set or not.
func TestReadIgnoresOwnBit(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	for range 2000 {
		mine, blocked := rng.Uint32()&(1<<span-1), rng.Uint32()&(1<<span-1)
		blocked &^= mine
		if a, b := Read(mine|own, blocked&^own), Read(mine&^own, blocked|own); a != b {
			t.Fatalf("mine %011b, blocked %011b: %v with the stone's bit set, %v without", mine, blocked, a, b)
		}
	}
}
