package opening

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"stonehand/engine/board"
)

var fifteen = board.Size{Cols: 15, Rows: 15}

// put is a board of given stones.
type put map[board.Point]board.Color

func (b put) at(p board.Point) board.Color { return b[p] }

// Every way to put down three stones that the opening allows makes exactly one of
// the 26, and the 26 with all their symmetries are all these ways.
func TestEveryAllowedOpeningHasOneName(t *testing.T) {
	type three [3]board.Point
	want := map[three]string{}
	for _, p := range Canonical() {
		for s := range 8 {
			at := three(p.Points(fifteen, s))
			if other, ok := want[at]; ok && other != p.Code {
				t.Errorf("%v is both %s and %s", at, other, p.Code)
			}
			want[at] = p.Code
		}
	}
	got := map[three]string{}
	names := map[string]int{}
	b := put{}
	for _, one := range Renju.Allowed(fifteen, 0, b.at) {
		b[one] = board.Black
		for _, two := range Renju.Allowed(fifteen, 1, b.at) {
			b[two] = board.White
			for _, last := range Renju.Allowed(fifteen, 2, b.at) {
				p, ok := Named(fifteen, []board.Point{one, two, last})
				if !ok {
					t.Fatalf("%s %s %s is allowed and has no name", one, two, last)
				}
				got[three{one, two, last}] = p.Code
				names[p.Code]++
			}
			delete(b, two)
		}
		delete(b, one)
	}
	// Eight points around the middle, then the 23 left of 25.
	if len(got) != 8*23 || len(want) != len(got) {
		t.Errorf("%d ways are allowed, %d are named; want %d", len(got), len(want), 8*23)
	}
	for at, code := range got {
		if want[at] != code {
			t.Errorf("%v is %s, and by its symmetries %q", at, code, want[at])
		}
	}
	if len(names) != 26 {
		t.Errorf("%d names are reached: %v", len(names), names)
	}
	for code, n := range names {
		// A pattern on the axis of its first two stones is its own mirror image.
		if n != 4 && n != 8 {
			t.Errorf("%s is reached in %d ways", code, n)
		}
	}
}

// The patterns that every player knows, as they are told in words.
func TestKnownPatterns(t *testing.T) {
	for _, c := range []struct{ three, code, name string }{
		{"H8 H9 I9", "D4", "Kagetsu"}, // the flower moon: Black beside White
		{"H8 H9 H10", "D1", "Kansei"}, // in one row, Black behind White
		{"H8 H9 I8", "D6", "Ugetsu"},  // Black beside the first stone
		{"H8 I9 I7", "I7", "Hogetsu"}, // the two sure wins: this one and Kagetsu
		{"H8 I9 J10", "I1", "Chosei"}, // the long star: a diagonal
		{"H8 H9 J6", "D13", "Yusei"},  // the two that White wins: this one
		{"H8 I9 F6", "I13", "Suisei"}, // and this
		{"H8 G8 G9", "D4", "Kagetsu"},
		{"H8 G7 I7", "I7", "Hogetsu"},
		{"H8 I8 G8", "D8", "Shogetsu"}, // White between
		{"H8 H7 H10", "D11", "Zuisei"}, // upside down
		{"H8 I7 G7", "I7", "Hogetsu"},
		{"H8 G7 J10", "I13", "Suisei"},
		{"H8 G8 F9", "D2", "Keigetsu"},
		{"H8 I8 F6", "D13", "Yusei"},
		{"H8 H7 F8", "D7", "Kinsei"},
		{"H8 G9 F9", "I2", "Kyogetsu"},
		{"H8 I9 H6", "I10", "Myojo"},
		{"H8 I9 G6", "I12", "Meigetsu"},
		{"H8 H9 I6", "D12", "Sangetsu"},
		{"H8 H9 J7", "D10", "Shingetsu"},
		{"H8 H9 I7", "D9", "Kyugetsu"},
		{"H8 H9 J9", "D5", "Zangetsu"},
		{"H8 H9 J10", "D3", "Sosei"},
		{"H8 I9 J8", "I3", "Kosei"},
		{"H8 I9 J7", "I4", "Suigetsu"},
		{"H8 I9 J6", "I5", "Ryusei"},
		{"H8 I9 I8", "I6", "Ungetsu"},
		{"H8 I9 H7", "I9", "Gingetsu"},
		{"H8 I9 G7", "I11", "Shagetsu"},
		{"H8 I9 G8", "I9", "Gingetsu"}, // the mirror image along the diagonal
		{"H8 H9 G9", "D4", "Kagetsu"},
		{"H8 I9 I10", "I2", "Kyogetsu"},
		{"H8 G7 H6", "I3", "Kosei"},
		{"H8 I7 J9", "I4", "Suigetsu"},
		{"H8 I7 J10", "I5", "Ryusei"},
		{"H8 I8 J8", "D1", "Kansei"},
		{"H8 G8 H8", "", ""},  // taken
		{"H8 H10 I9", "", ""}, // White too far
		{"G8 H9 I9", "", ""},  // not in the middle
		{"H8 H9 K8", "", ""},  // Black too far
	} {
		var three []board.Point
		var a, b, d string
		if _, err := fmt.Sscan(c.three, &a, &b, &d); err != nil {
			t.Fatal(err)
		}
		for _, s := range []string{a, b, d} {
			p, err := fifteen.Parse(s, board.Algebraic)
			if err != nil {
				t.Fatal(err)
			}
			three = append(three, p)
		}
		p, ok := Named(fifteen, three)
		if ok != (c.code != "") || p.Code != c.code || p.Name != c.name {
			t.Errorf("%s is %s %s; want %s %s", c.three, p.Code, p.Name, c.code, c.name)
		}
	}
}

// Whatever is chosen, an opening comes to its end: every way through the
// protocols, with who acts and who has Black.
func TestWaysThroughTheProtocols(t *testing.T) {
	for _, c := range []struct {
		kind Kind
		want []string
	}{
		{Free, []string{"over:1"}},
		{Swap2, []string{
			"1 1 1 2:white over:1",
			"1 1 1 2:black over:2",
			"1 1 1 2:more 2 2 1:black over:1",
			"1 1 1 2:more 2 2 1:white over:2",
		}},
		{Renju, []string{"1 1 1 2:white over:1", "1 1 1 2:black over:2"}},
		{RIF, []string{"1 1 1 2:white 0 0x2 pick over:1", "1 1 1 2:black 0 0x2 pick over:2"}},
	} {
		var got []string
		var walk func(path string, turns int, made []Made)
		walk = func(path string, turns int, made []Made) {
			step := c.kind.Next(turns, made)
			done := c.kind == Free || turns >= AfterThree && !step.Chooses() && step.Player == Nobody && (c.kind != RIF || turns >= AfterFive)
			switch {
			case done:
				got = append(got, fmt.Sprintf("%sover:%d", path, c.kind.Black(made)))
			case step.Pick:
				walk(path+"pick ", turns, append(slices.Clone(made), Made{turns, "H8"}))
			case step.Chooses():
				for _, o := range step.Choices {
					walk(fmt.Sprintf("%s%d:%s ", path, step.Player, o), turns, append(slices.Clone(made), Made{turns, o}))
				}
			default:
				s := fmt.Sprint(step.Player)
				if step.Stones != 1 {
					s += fmt.Sprintf("x%d", step.Stones)
				}
				walk(path+s+" ", turns+1, made)
			}
		}
		walk("", 0, nil)
		slices.Sort(got)
		want := slices.Sorted(slices.Values(c.want))
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n%q\nwant\n%q", c.kind, got, want)
		}
	}
}

// What is allowed is what is checked, on any board that the opening fits and with
// any stones there.
func TestAllowedIsWhatIsChecked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom(Kinds()).Draw(t, "kind")
		size := board.Size{Cols: rapid.IntRange(1, board.MaxSide).Draw(t, "cols"), Rows: rapid.IntRange(1, board.MaxSide).Draw(t, "rows")}
		if !kind.Fits(size) {
			return
		}
		b := put{}
		for i := range rapid.IntRange(0, 4).Draw(t, "stones") {
			b[size.Point(rapid.IntRange(0, size.Count()-1).Draw(t, "at"))] = board.Black + board.Color(i%2)
		}
		turn := rapid.IntRange(0, 8).Draw(t, "turn")
		allowed := kind.Allowed(size, turn, b.at)
		if allowed == nil && (!kind.Canonical() || turn >= AfterThree) {
			for i := range size.Count() {
				if err := kind.Check(size, turn, []board.Point{size.Point(i)}, b.at); err != nil {
					t.Fatal(err)
				}
			}
			return
		}
		for i := range size.Count() {
			p := size.Point(i)
			free := b.at(p) == board.Empty && kind.Check(size, turn, []board.Point{p}, b.at) == nil
			if free != slices.Contains(allowed, p) {
				t.Fatalf("%s, turn %d, %s: checked %v", kind, turn, p, free)
			}
		}
	})
}

// Two fifth stones are the same choice exactly when a symmetry of what stands
// exchanges them.
func TestExchangedStones(t *testing.T) {
	point := func(s string) board.Point {
		p, err := fifteen.Parse(s, board.Algebraic)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	b := put{point("H8"): board.Black, point("H9"): board.White, point("H10"): board.Black, point("H11"): board.White}
	if !Exchanged(fifteen, point("G8"), point("I8"), b.at) {
		t.Error("G8 and I8 lie in one position mirrored in the H line")
	}
	if Exchanged(fifteen, point("G8"), point("I9"), b.at) {
		t.Error("G8 and I9 are no mirror images")
	}
	b[point("A1")] = board.White
	if Exchanged(fifteen, point("G8"), point("I8"), b.at) {
		t.Error("a stone off the axis leaves no symmetry")
	}
	err := RIF.Check(fifteen, fifthTurn, []board.Point{point("G8"), point("I8")}, put{point("H8"): board.Black, point("H9"): board.White}.at)
	if err == nil || err.Reason != Symmetric {
		t.Errorf("mirror images as fifth stones: %v", err)
	}
}

func TestParse(t *testing.T) {
	for _, k := range Kinds() {
		if got, err := Parse(k.String()); got != k || err != nil {
			t.Errorf("%s is read as %q, %v", k, got, err)
		}
	}
	if k, err := Parse(""); k != Free || err != nil {
		t.Errorf("nothing is read as %q, %v", k, err)
	}
	if _, err := Parse("swap3"); err == nil {
		t.Error("swap3 is read")
	}
}

// Connect6's even openings lie on the board in as many ways as there are symmetries,
// and those that stones put down already allow begin with them.
func TestEvens(t *testing.T) {
	all := Evens(evenBoard, nil)
	if len(all) < 8*40 || len(Evens(fifteen, nil)) > 0 {
		t.Fatalf("%d openings", len(all))
	}
	for _, three := range all {
		if three[0] == three[1] || three[0] == three[2] || three[1] == three[2] {
			t.Errorf("%v", three)
		}
		for _, put := range [][]board.Point{three[:1], {three[0], three[2]}, three[:]} {
			if got := Evens(evenBoard, put); !slices.Contains(got, three) {
				t.Errorf("after %v there is no %v", put, three)
			}
		}
	}
	if got := Evens(evenBoard, []board.Point{board.At(0, 0)}); len(got) > 0 {
		t.Errorf("after a stone in the corner: %v", got)
	}
}
