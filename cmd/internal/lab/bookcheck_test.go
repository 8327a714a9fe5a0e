package lab

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"stonehand/engine/book"
	"stonehand/engine/connect"
	"stonehand/engine/search"
)

// losingBook has a turn that loses by force.
var losingBook = book.Header{Recipe: "by hand", Engine: 7, Turns: 4}.String() + "J10\n A1C1\n  H10I11\n   E1G1 3\n"

// TestCheckFindsLosingTurns: a turn that allows a forced win is named with it.
func TestCheckFindsLosingTurns(t *testing.T) {
	c := BookChecker{Engine: 7, Nodes: 10_000}
	r, err := c.Check(t.Context(), strings.NewReader(losingBook))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Faults) != 1 || r.Faults[0] != "line 8: after J10 A1 C1 H10 I11, E1 G1 loses: black wins in 5, proved" {
		t.Errorf("faults %q", r.Faults)
	}
	if _, err := c.Check(t.Context(), strings.NewReader("nonsense")); err == nil {
		t.Error("nonsense is a book")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Check(ctx, strings.NewReader(losingBook)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	c.Engine = 8
	if _, err := c.Check(t.Context(), strings.NewReader(losingBook)); !errors.Is(err, ErrOtherEngine) || err.Error() != "the book was built by another engine: its signature is 7, this program's engine has 8" {
		t.Errorf("a book of another engine: %v", err)
	}
}

// TestCheckBelievesItsOwnList: verdicts of the same engine and effort are not worked
// out again, others are.
func TestCheckBelievesItsOwnList(t *testing.T) {
	kind := VerifiedTurn{After: "J10 A1 C1 H10 I11", Turn: "E1 G1"}
	list := VerifiedList{Engine: 7, Nodes: 10_000, Turns: []VerifiedTurn{kind}}
	again, err := ReadVerifiedList(bytes.NewReader(append(list.Text(), `{"after":"J1`...)))
	if err != nil || again.Engine != 7 || again.Nodes != 10_000 || len(again.Turns) != 1 || again.Turns[0] != kind {
		t.Fatalf("read again: %+v, %v", again, err)
	}
	for _, nodes := range []uint64{10_000, 9_000} {
		r, err := BookChecker{Engine: 7, Nodes: nodes, Known: again}.Check(t.Context(), strings.NewReader(losingBook))
		if err != nil {
			t.Fatal(err)
		}
		if known := nodes == 10_000; known != (len(r.Faults) == 0) {
			t.Errorf("%d nodes: faults %q", nodes, r.Faults)
		}
	}
	for text, word := range map[string]string{
		"":                                  "the list is empty",
		"x\n":                               "line 1 of the list",
		string(list.Text()) + "{\"a\":1}\n": "line 3 of the list",
		strings.Repeat("\x00", 1<<21):       "line 1 of the list is longer than 1048576 bytes",
	} {
		if _, err := ReadVerifiedList(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%q: %v, want an error with %q", text, err, word)
		}
	}
}

// FuzzReadVerifiedList: any text is a list that reads back as it is written, or
// refused.
func FuzzReadVerifiedList(f *testing.F) {
	f.Add("{\"engine\":1,\"nodes\":2}\n{\"after\":\"J10\",\"turn\":\"I9 K10\",\"s\":-3,\"d\":8,\"safe\":true,\"games\":1}\n")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := ReadVerifiedList(strings.NewReader(text))
		if err != nil {
			return
		}
		if again, err := ReadVerifiedList(bytes.NewReader(l.Text())); err != nil || !bytes.Equal(again.Text(), l.Text()) {
			t.Errorf("%q reads back as %q, %v", l.Text(), again.Text(), err)
		}
	})
}

// TestVerdictIsThatOfThePosition: it does not depend on how the board is turned or in
// which order the stones were played.
func TestVerdictIsThatOfThePosition(t *testing.T) {
	alone(t)
	v, err := NewBookVerifier(2000)
	if err != nil {
		t.Fatal(err)
	}
	var want BookVerdict
	for i, stones := range []string{"J10 K10 I11 I9 K9 H9 H12", "J10 I11 K10 K9 I9 H12 H9", "J10 J11 I9 I11 K11 K8 H8 A1"} {
		pts, err := parsePoints(stones)
		if err != nil {
			t.Fatal(err)
		}
		pos, _ := connect.New(connect.Board, connect.Values{})
		for _, p := range pts[:7] {
			if i == 1 {
				p = connect.Board.Turn(p, 3)
			}
			pos.Play(p)
		}
		got, err := v.Verify(t.Context(), pos)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			want = got
		}
		if i == 1 && got != want {
			t.Errorf("turned: %+v, want %+v", got, want)
		}
	}
}

// signature is that of the engine.
func signature(t testing.TB) uint64 {
	t.Helper()
	n, err := Bench(t.Context(), io.Discard, BenchDepth, search.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// verifiedFile is the list of the embedded book.
const verifiedFile = "../../../engine/book/verified.jsonl"

// rebuild is what to do when the book is not that of the engine.
const rebuild = "build the book again, as docs/book.md says; make book verifies it"

// TestEmbeddedBookIsVerified: the program's book is that of the program's engine,
// every turn of it was verified with the full effort and holds, and a short search
// finds none that loses.
func TestEmbeddedBookIsVerified(t *testing.T) {
	alone(t)
	text, err := os.ReadFile(verifiedFile)
	if err != nil {
		t.Fatal(err)
	}
	list, err := ReadVerifiedList(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	engine := signature(t)
	if list.Engine != engine || list.Nodes < DefaultVerifyNodes {
		t.Errorf("%s is of the engine %d with %d nodes; the engine is %d: %s", verifiedFile, list.Engine, list.Nodes, engine, rebuild)
	}
	known := 0
	full := BookChecker{Engine: engine, Nodes: list.Nodes, Known: list, Each: func(_ int, v VerifiedTurn, ok bool) error {
		if !ok {
			return fmt.Errorf("after %s, %s was not verified: %s", v.After, v.Turn, rebuild)
		}
		known++
		return nil
	}}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r, err := full.Check(ctx, strings.NewReader(book.Text()))
	if err != nil {
		t.Fatalf("%v: %s", err, rebuild)
	}
	if known != r.Turns || known != len(list.Turns) {
		t.Errorf("%d of %d turns are among the %d verified: %s", known, r.Turns, len(list.Turns), rebuild)
	}
	if r.Turns < 100 {
		t.Errorf("the book has only %d turns", r.Turns)
	}
	for _, fault := range r.Faults {
		t.Errorf("%s: %s", fault, rebuild)
	}
	short := BookChecker{Engine: engine, Nodes: 1500, NoGames: true, Every: 1}
	if r, err = short.Check(t.Context(), strings.NewReader(book.Text())); err != nil {
		t.Fatal(err)
	}
	for _, v := range r.List.Turns {
		if v.Lost > 0 {
			t.Errorf("with %d nodes, after %s, %s loses in %d", short.Nodes, v.After, v.Turn, v.Lost)
		}
	}
}

// TestLostInSevenStones: a turn by which an earlier book lost a game is known to lose,
// and the book does not choose it.
func TestLostInSevenStones(t *testing.T) {
	pts, err := parsePoints("J10 I10 J9 H11 I9 L12 L11")
	if err != nil {
		t.Fatal(err)
	}
	pos, err := connect.New(connect.Board, connect.Values{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := book.Open(connect.Board)
	if err != nil {
		t.Fatal(err)
	}
	for stones := 1; stones < len(pts); stones += connect.Each {
		if err := setUp(pos, pts[:stones]); err != nil {
			t.Fatal(err)
		}
		if m := connect.Pair(pts[stones], pts[stones+1]); stones%4 == 1 && weightOf(b, pos, m) > 0 {
			t.Errorf("after %s the book may choose %v", pointNames(pts[:stones]), m)
		}
	}
	if testing.Short() {
		t.Skip("searches 500,000 nodes, so -short leaves it out")
	}
	v, err := NewBookVerifier(DefaultVerifyNodes)
	if err != nil {
		t.Fatal(err)
	}
	pos.PlayMove(connect.Pair(pts[5], pts[6]))
	verdict, err := v.Verify(t.Context(), pos)
	if err != nil {
		t.Fatal(err)
	}
	if verdict.holds() {
		t.Errorf("%+v", verdict)
	}
}
