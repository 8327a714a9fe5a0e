package book

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"stonehand/engine/connect"
	"stonehand/engine/connect/connecttest"
)

func read(t testing.TB, text string) *Book {
	t.Helper()
	b, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// book puts a header before the lines of a tree.
func book(tree string) string {
	n := 0
	for _, line := range strings.Split(tree, "\n") {
		if strings.TrimSpace(line) != "" && line[0] != '#' {
			n++
		}
	}
	return Header{Recipe: "by hand", Engine: 7, Turns: n}.String() + tree
}

// TestEmbeddedBook walks every line of the book that the program carries: its
// positions are found under all symmetries, and the turns chosen there turn with
// them.
func TestEmbeddedBook(t *testing.T) {
	if len(bookText) > MaxSize {
		t.Errorf("the book has %d bytes, more than %d", len(bookText), MaxSize)
	}
	b := read(t, bookText)
	chosen := 0
	_, err := Scan(strings.NewReader(bookText), func(l Line) error {
		if l.Weight == 0 {
			return nil
		}
		chosen++
		connecttest.CheckTurn(t, l.Pos, l.Move)
		after := connecttest.NewPosition(t, connect.Board)
		after.CopyFrom(l.Pos)
		after.PlayMove(l.Move)
		want, _ := Canonical(after)
		for s := range after.Size().Symmetries() {
			q := turned(t, l.Pos, s)
			found := false
			b.Each(q, func(m connect.Move, weight int) {
				connecttest.CheckTurn(t, q, m)
				q.PlayMove(m)
				if k, _ := Canonical(q); k == want && weight == l.Weight {
					found = true
				}
				q.TakeMove(m)
			})
			if !found {
				t.Fatalf("line %d: %v is not found in the position turned by %d", l.Number, l.Move, s)
			}
			for seed := range uint64(3) {
				m, ok := b.Find(q, seed)
				if !ok {
					t.Fatalf("line %d: turned by %d, the book chooses nothing", l.Number, s)
				}
				connecttest.CheckTurn(t, q, m)
			}
			q.SetTurn(q.ToMove().Other(), connect.Each) // as in a position that was set up
			if m, ok := b.Find(q, 0); ok {
				t.Fatalf("line %d: turned by %d, %v is the other side's turn", l.Number, s, m)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if chosen < 50 || chosen != b.Turns() {
		t.Errorf("%d turns to choose, %d are kept", chosen, b.Turns())
	}
}

// turned returns the position as symmetry s turns it.
func turned(t testing.TB, pos *connect.Position, s int) *connect.Position {
	q := connecttest.NewPosition(t, connect.Board)
	for i := range pos.Count() {
		pt, _ := pos.Stone(i)
		q.Play(pos.Size().Turn(pt, s))
	}
	return q
}

// someTurns is a book of three turns to choose in one position and one behind
// the first.
const someTurns = `J10
 H9J11
# three to choose, and a line of nothing

  K10K11 30
   A1A2
    A3A4 99
  I10I11 10
 H9J12
  I10I11 1
`

func TestBookChoosesByWeight(t *testing.T) {
	b := read(t, book(someTurns))
	if h := b.Header(); h != (Header{"by hand", 7, 8}) || b.Turns() != 4 {
		t.Errorf("header %v, %d turns to choose; want 4", h, b.Turns())
	}
	pos := connecttest.Played(t, "J10 H9 J11")
	if m, ok := b.Find(pos, 0); !ok || m.String() != "K10 K11" {
		t.Errorf("without a seed: %v, %v; want the heaviest, K10 K11", m, ok)
	}
	chosen := map[string]int{}
	for seed := range uint64(4000) {
		m, _ := b.Find(pos, seed+1)
		if again, _ := b.Find(pos, seed+1); again != m {
			t.Fatalf("seed %d chooses %v, then %v", seed+1, m, again)
		}
		chosen[m.String()]++
	}
	if n := chosen["I10 I11"]; n < 850 || n > 1150 || n+chosen["K10 K11"] != 4000 {
		t.Errorf("4000 seeds chose %v; want one in four I10 I11", chosen)
	}
	var each []string
	b.Each(pos, func(m connect.Move, weight int) { each = append(each, fmt.Sprint(m, " ", weight)) })
	if want := []string{"K10 K11 30", "I10 I11 10"}; !slices.Equal(each, want) {
		t.Errorf("the book's turns are %q, want %q", each, want)
	}
	for _, points := range []string{"", "J10", "J10 H9", "J10 H9 J13", "J10 H9 J11 A1 A2", "J10 H9 J11 K10 K11 A1 A2 A3 A4"} {
		if m, ok := b.Find(connecttest.Played(t, points), 0); ok {
			t.Errorf("after %q the book knows %v", points, m)
		}
	}
	// The same stones in other colours are another position.
	if m, ok := b.Find(connecttest.Played(t, "H9 J10 J11"), 0); ok {
		t.Errorf("with the colours changed the book knows %v", m)
	}
}

// TestBookChoosesAmongMirrorImages: after the first stone every turn can be
// played on eight sides.
func TestBookChoosesAmongMirrorImages(t *testing.T) {
	b := read(t, book("J10\n I9K10 5\n"))
	pos := connecttest.Played(t, "J10")
	sides := map[connect.Move]bool{}
	for seed := range uint64(200) {
		m, ok := b.Find(pos, seed+1)
		if !ok {
			t.Fatal("the book chooses nothing")
		}
		connecttest.CheckTurn(t, pos, m)
		sides[m] = true
	}
	if len(sides) != 8 {
		t.Errorf("200 seeds play on %d sides, want 8: %v", len(sides), sides)
	}
}

func TestBookRefusedInSentences(t *testing.T) {
	for tree, word := range map[string]string{
		"J10\n K10 5":                         "\"K10\" is not a turn of 2 points: write it like J10I9",
		"J10K10":                              "\"J10K10\" is not a turn of 1 points: write it like J10",
		"J10\n K10L10M10 5":                   "is not a",
		"J10\n K10L10 0":                      "weight \"0\" is not a number from 1 to 99",
		"J10\n K10L10 -3":                     "weight",
		"J10\n K10L10 99999999999":            "weight",
		"J10\n K10L10 100":                    "weight",
		"J10\n K10L10 x":                      "weight",
		"J10\n K10L10 1 2":                    "weight",
		"J10 3":                               "Black's first turn",
		"J10\n J10L10 5":                      "line 6 of the book: J10 is taken",
		"J10\n L10L10 5":                      "L10 is named twice",
		"J10\n Z99L10 5":                      "Z99",
		"J10\n 1L10 5":                        "is not a",
		"J10\n  K10L10 5":                     "indented by 2 spaces after a line with 0",
		" J10":                                "indented",
		"J10\n K10K11 5\n K9K10 5":            "line 6 has this turn or a mirror image of it",
		"J10\nJ10":                            "line 5 has this turn",
		"J10\n Q":                             "\"Q\"",
		"J10\n " + strings.Repeat("a", 70000): "longer than 65536 bytes",
		// The same stones in another order, described once more.
		"J10\n A1A2\n  B1B2\n   C1C2\n    D1D2 5\n C1C2\n  B1B2\n   A1A2\n    D1D2 6": "the position before this turn has its turns under line 8",
	} {
		if _, err := Read(strings.NewReader(book(tree))); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%.60q: %v, want an error with %q", tree, err, word)
		}
	}
	whole := book(someTurns)
	for text, word := range map[string]string{
		"":                   "the book is empty",
		"\n":                 "line 1 of the book: \"\" does not begin with \"stonehand book \"",
		"J10 | I11 K11 40":   "line 1 of the book",
		"stonehand book 2\n": "version \"2\" of the format is unknown: this program reads version 1",
		"stonehand book 1\n": "ends in its header, after 1 of 4 lines",
		"stonehand book 1\nrecipe x\nengine -1\n":                     "line 3 of the book: the engine's signature \"-1\" is not a number",
		"stonehand book 1\nrecipe x\nengine 1\nturns many\n":          "is not a number of turns",
		whole[:strings.LastIndexByte(strings.TrimSpace(whole), '\n')]: "7 turns where its header promises 8",
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%.60q: %v, want an error with %q", text, err, word)
		}
	}
	reading := errors.New("the disk is gone")
	if _, err := Read(iotest.ErrReader(reading)); !errors.Is(err, reading) {
		t.Errorf("a reader that fails: %v", err)
	}
	stop := errors.New("enough")
	if _, err := Scan(strings.NewReader(whole), func(Line) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("a visit that fails: %v", err)
	}
}

// A book may begin with a byte order mark, as editors on Windows write it.
func TestBookWithAByteOrderMark(t *testing.T) {
	if _, err := Read(strings.NewReader("\ufeff" + Header{Turns: 2}.String() + "J10\n I9K10 5\n")); err != nil {
		t.Error(err)
	}
}

func TestBookAllocatesNothing(t *testing.T) {
	b := read(t, book(someTurns))
	pos := connecttest.Played(t, "J10 H9 J11")
	if n := testing.AllocsPerRun(100, func() { b.Find(pos, 5) }); n != 0 {
		t.Errorf("finding a turn allocates %v times", n)
	}
}

func BenchmarkFind(b *testing.B) {
	book := read(b, bookText)
	pos := connecttest.Played(b, "J10 I9 K10 J11 K11")
	b.ReportAllocs()
	for seed := uint64(1); b.Loop(); seed++ {
		book.Find(pos, seed)
	}
}

func BenchmarkRead(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		read(b, bookText)
	}
}

// FuzzRead: any text is a book or refused, and what a book answers is legal.
func FuzzRead(f *testing.F) {
	f.Add(book(someTurns), uint64(0))
	f.Add(book("J10\n I9K10\n  A1A2 99\n  A1A3 1\n I9K11 2"), uint64(3))
	f.Add("stonehand book 1\nrecipe x\nengine 1\nturns 0\n", uint64(1))
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		b, err := Read(strings.NewReader(text))
		if err != nil {
			return
		}
		pos := connecttest.NewPosition(t, connect.Board)
		for _, points := range []string{"", "J10", "J10 I9 K10", "J10 H9 J11"} {
			pos.CopyFrom(connecttest.Played(t, points))
			if m, ok := b.Find(pos, seed); ok {
				connecttest.CheckTurn(t, pos, m)
			}
		}
		n := 0
		if _, err := Scan(strings.NewReader(text), func(l Line) error {
			connecttest.CheckTurn(t, l.Pos, l.Move)
			n += min(l.Weight, 1)
			return nil
		}); err != nil || n != b.Turns() {
			t.Errorf("read again: %v, %d turns to choose, not %d", err, n, b.Turns())
		}
	})
}
