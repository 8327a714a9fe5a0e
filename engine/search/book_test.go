package search

import (
	"context"
	"strings"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/connect"
)

func readBook(t testing.TB, text string) *Book {
	t.Helper()
	b, err := ReadBook(connect.Connect6, strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// played returns the position after the named points.
func played(t testing.TB, points string) *connect.Position {
	t.Helper()
	p := newPosition(t, connect.Connect6)
	for _, word := range strings.Fields(points) {
		pt, err := p.Rules().Size().Parse(word, board.Algebraic)
		if err != nil {
			t.Fatal(err)
		}
		p.Play(pt)
	}
	return p
}

// TestEmbeddedBook walks every line of the book that the program carries: its
// positions are found under all symmetries, and the turn played there turns
// with them.
func TestEmbeddedBook(t *testing.T) {
	b := readBook(t, bookText)
	lines := 0
	for _, line := range strings.Split(bookText, "\n") {
		line, _, _ = strings.Cut(line, "#")
		stones, _, found := strings.Cut(line, "|")
		if !found {
			continue
		}
		lines++
		pos := played(t, stones)
		want, ok := b.Find(pos, 0)
		if !ok {
			t.Fatalf("after %s the book knows nothing", stones)
		}
		checkTurn(t, pos, want)
		size := pos.Rules().Size()
		pos.PlayMove(want)
		key, _ := Canonical(pos)
		for s := range size.Symmetries() {
			q := newPosition(t, connect.Connect6)
			for i := range pos.Count() - 2 {
				pt, _ := pos.Stone(i)
				q.Play(size.Turn(pt, s))
			}
			m, ok := b.Find(q, 0)
			if !ok {
				t.Fatalf("after %s, turned by %d, the book knows nothing", stones, s)
			}
			checkTurn(t, q, m)
			// A position with a symmetry of its own may answer on either side.
			q.PlayMove(m)
			if k, _ := Canonical(q); k != key {
				t.Fatalf("after %s the book plays %v, turned by %d %v", stones, want, s, m)
			}
		}
	}
	if lines < 10 {
		t.Errorf("a book of %d lines", lines)
	}
}

func TestBookChoosesByWeight(t *testing.T) {
	b := readBook(t, `
		# a comment, and a line of nothing

		J10 H9 J11 | I10 I11 100 | K10 K11 300 # the end
		J10 H9 J12 | I10 I11 1`)
	pos := played(t, "J10 H9 J11")
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
	for _, points := range []string{"", "J10", "J10 H9", "J10 H9 J13", "J10 H9 J11 A1 A2"} {
		if m, ok := b.Find(played(t, points), 0); ok {
			t.Errorf("after %q the book knows %v", points, m)
		}
	}
	// The same stones in other colours are another position.
	if m, ok := b.Find(played(t, "H9 J10 J11"), 0); ok {
		t.Errorf("with the colours changed the book knows %v", m)
	}
}

func TestBookRefusedInSentences(t *testing.T) {
	for text, word := range map[string]string{
		"J10 | K10 5":                         "not 2 points",
		"J10 | K10 L10 0":                     "weight",
		"J10 | K10 L10 -3":                    "weight",
		"J10 | K10 L10 99999999999":           "weight",
		"J10 | K10 L10 x":                     "weight",
		"J10 | J10 L10 5":                     "taken",
		"J10 | L10 L10 5":                     "taken",
		"J10 | Z99 L10 5":                     "Z99",
		"J10 J10 K10 | L10 L11 5":             "twice",
		"J10 K10 | L10 L11 5":                 "whole turn",
		"| J10 J11 5":                         "whole turn",
		"J10 Q | L10 L11 5":                   "\"Q\"",
		"\n\nJ10 | K10 5":                     "line 3",
		"J10 | " + strings.Repeat("a", 70000): "",
	} {
		if _, err := ReadBook(connect.Connect6, strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%.40q: %v, want an error with %q", text, err, word)
		}
	}
	if _, err := ReadBook(connect.Rules{}, strings.NewReader("")); err == nil {
		t.Error("a book of impossible rules is accepted")
	}
}

// TestBookInSearch: the engine plays from the book at once when it may, and
// thinks when it may not.
func TestBookInSearch(t *testing.T) {
	o := small(RoadShape)
	e := newEngine(t, connect.Connect6, o)
	if r := search(t, e, Limits{}); r.Move != (connect.Move{A: board.At(9, 9), B: board.Nowhere}) || r.Source != FromBook {
		t.Errorf("the first stone: %v (%s), want J10 from the book", r.Move, r.Source)
	}
	e.Position().CopyFrom(played(t, "J10"))
	if r := search(t, e, Limits{}); r.Source != FromBook || r.Nodes != 0 {
		t.Errorf("White's first turn comes from %s after %d nodes", r.Source, r.Nodes)
	}
	o.Book = false
	if err := e.Set(o); err != nil {
		t.Fatal(err)
	}
	if r := e.Search(context.Background(), Limits{Nodes: 50}, nil); r.Source != FromSearch || r.Nodes == 0 {
		t.Errorf("without the book the turn comes from %s after %d nodes", r.Source, r.Nodes)
	}
}

// FuzzReadBook: any text is a book or refused, and what a book answers is legal.
func FuzzReadBook(f *testing.F) {
	f.Add("J10 | I11 K11 40 | K10 L10 20\n", uint64(0))
	f.Add("# nothing\nJ10 I9 K10 | A1 A2 1000000 | A1 A3 1000000", uint64(3))
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		b, err := ReadBook(connect.Connect6, strings.NewReader(text))
		if err != nil {
			return
		}
		pos := newPosition(t, connect.Connect6)
		for _, points := range []string{"", "J10", "J10 I9 K10"} {
			pos.CopyFrom(played(t, points))
			if m, ok := b.Find(pos, seed); ok {
				checkTurn(t, pos, m)
			}
		}
	})
}
