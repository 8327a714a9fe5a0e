package lab

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"stonehand/engine/book"

	"go.uber.org/goleak"
)

// tinySettings build in little time.
func tinySettings() BookSettings {
	s := DefaultBookSettings
	s.Nodes, s.Verify, s.Games, s.Keep = 60, 120, 0.5, 3
	return s
}

// somePeople are three games that people might have played.
func somePeople(t testing.TB) []Played {
	t.Helper()
	var rows strings.Builder
	rows.WriteString("id,moves,winner\n")
	for i := range 14 {
		fmt.Fprintf(&rows, "%d,\"j10,i9,k10,j11,k11\",%s\n", i, []string{"black", "white"}[i%2])
	}
	rows.WriteString("20,\"j10,a1,s19,j11,k11\",black\n")
	games, err := ReadCSV(strings.NewReader(rows.String()))
	if err != nil {
		t.Fatal(err)
	}
	return games
}

// buildTo builds on until so many positions are judged and returns the work file.
func buildTo(t testing.TB, work *BookWork, file []byte, positions, workers int) []byte {
	t.Helper()
	out := bytes.NewBuffer(file)
	if len(file) == 0 {
		if err := WriteLine(out, work.Settings); err != nil {
			t.Fatal(err)
		}
	}
	b := BookBuilder{Work: work, People: somePeople(t), Workers: workers, Positions: positions, Out: out}
	if err := b.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if work.Tree.Len() != positions {
		t.Fatalf("%d positions are judged, not %d", work.Tree.Len(), positions)
	}
	return out.Bytes()
}

func newWork(t testing.TB) *BookWork {
	t.Helper()
	w, err := NewBookWork(tinySettings())
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestBookBuildsTheSame: with one worker the same settings build the same, at one
// go or broken off within a line and taken up again.
func TestBookBuildsTheSame(t *testing.T) {
	alone(t)
	defer goleak.VerifyNone(t)
	whole := buildTo(t, newWork(t), nil, 7, 1)
	half := buildTo(t, newWork(t), nil, 3, 1)
	torn := append(bytes.Clone(half), `{"at":"J10 I9`...)
	again, err := ReadBookWork(bytes.NewReader(torn))
	if err != nil {
		t.Fatal(err)
	}
	if again.Whole != int64(len(half)) || again.Settings != tinySettings() {
		t.Errorf("%d whole bytes with %+v, want %d with %+v", again.Whole, again.Settings, len(half), tinySettings())
	}
	if got := buildTo(t, again, bytes.Clone(half), 7, 1); !bytes.Equal(got, whole) {
		t.Errorf("broken off and taken up again:\n%s\nat one go:\n%s", got, whole)
	}
	if !bytes.Contains(whole, []byte(`"share":0.93`)) || !bytes.Contains(whole, []byte(`{"game":"J10 `)) {
		t.Errorf("no turn of people, or no game:\n%s", whole)
	}
}

// TestBookBuildsWithWorkers: several workers judge different positions, and what
// they build can be written, read and checked.
func TestBookBuildsWithWorkers(t *testing.T) {
	defer goleak.VerifyNone(t)
	w := newWork(t)
	file := buildTo(t, w, nil, 12, 3)
	again, err := ReadBookWork(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if again.Tree.Len() != 12 || again.Games != w.Games || again.Games < 3 {
		t.Errorf("read again: %d positions, %d games of %d", again.Tree.Len(), again.Games, w.Games)
	}
	var text bytes.Buffer
	n, err := DefaultBookWriter.Write(again.Tree, book.Header{Recipe: "a test", Engine: 1}, &text)
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	check := BookChecker{Engine: 1, Nodes: w.Settings.Verify, Each: func(int, VerifiedTurn, bool) error { lines++; return nil }}
	r, err := check.Check(t.Context(), bytes.NewReader(text.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if r.Positions != n || r.Turns < n || lines != r.Turns || r.Deepest < 1 {
		t.Errorf("%+v after %d lines; %d positions were written", r, lines, n)
	}
	// What the build verified, the check finds again.
	if len(r.Faults) > 0 {
		t.Errorf("faults %q", r.Faults)
	}
}

// brokenWriter fails.
type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

func TestBookBuildingEnds(t *testing.T) {
	defer goleak.VerifyNone(t)
	b := BookBuilder{Work: newWork(t), Workers: 2, Out: brokenWriter{}}
	if err := b.Run(t.Context()); err == nil || err.Error() != "the disk is full" {
		t.Errorf("with a full disk: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	out := &bytes.Buffer{}
	b = BookBuilder{Work: newWork(t), Workers: 2, Out: out, Each: func(w *BookWork) {
		if w.Tree.Len() == 2 {
			cancel()
		}
	}}
	if err := b.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if n := strings.Count(out.String(), `{"at"`); n < 2 || n > 3 || !strings.HasSuffix(out.String(), "\n") {
		t.Errorf("%d positions were written:\n%s", n, out)
	}
	// Lines of two turns: the start is all there is to judge.
	s := tinySettings()
	s.Turns, s.Games = 2, 0
	w, err := NewBookWork(s)
	if err != nil {
		t.Fatal(err)
	}
	b = BookBuilder{Work: w, Workers: 2, Out: &bytes.Buffer{}}
	if err := b.Run(t.Context()); err != nil || w.Tree.Len() != 1 {
		t.Errorf("%v after %d positions", err, w.Tree.Len())
	}
}

// TestJudgeFindsForcedWins: who wins by force needs no book, and what loses by
// force is known to.
func TestJudgeFindsForcedWins(t *testing.T) {
	j := BookJudge{Nodes: 2000, Keep: 4, Verify: 2000}
	pts, _ := parsePoints("J10 A1 C1 H10 I11 E1 G1")
	p, err := j.Judge(t.Context(), pts, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if p.Won != 5 || len(p.Turns) > 0 {
		t.Errorf("%+v, want a forced win in 5 turns", p)
	}
	// One turn before, White has thrown too much away.
	pts, _ = parsePoints("J10 A1 C1 H10 I11")
	if p, err = j.Judge(t.Context(), pts, nil, nil); err != nil {
		t.Fatal(err)
	}
	if p.Won != 0 || len(p.Turns) < 4 {
		t.Errorf("%+v, want turns, though none that holds", p)
	}
	for _, turn := range p.Turns {
		if turn.Lost < 1 {
			t.Errorf("%v is not known to lose: %+v", turn.Move, turn)
		}
	}
	tree := newTree(t)
	if err := tree.Add(p); err != nil {
		t.Fatal(err)
	}
	for name, l := range look(t, tree, "J10 A1 C1 H10 I11") {
		if l.Weight != 0 {
			t.Errorf("%s loses by force and has the weight %d", name, l.Weight)
		}
	}
	if _, err := j.Judge(t.Context(), nil, nil, nil); err == nil {
		t.Error("the empty board, where one stone is due, is judged")
	}
}

func TestGamesRefusedInSentences(t *testing.T) {
	for text, word := range map[string]string{
		"":                                     "the file is empty",
		"id,moves,winner\n":                    "a heading and no games",
		"id,moves\n":                           "wrong number of fields",
		"id,moves,winner\n7,\"j10,x\",black":   "line 2, game \"7\": \"x\" is not a point",
		"id,moves,winner\n7,\"j10,j10\",black": "stone 2, J10, cannot be played",
	} {
		if _, err := ReadCSV(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%q: %v, want an error with %q", text, err, word)
		}
	}
}

func TestWorkRefusedInSentences(t *testing.T) {
	head := &bytes.Buffer{}
	if err := WriteLine(head, tinySettings()); err != nil {
		t.Fatal(err)
	}
	for text, word := range map[string]string{
		"":                                   "the work file is empty",
		"{\"version\":1":                     "its first line is cut off",
		"hello\n":                            "line 1 of the work file: these are not the settings of a book",
		"{\"version\":1}\n":                  "version 1 of the work file is unknown",
		"{\"version\":2}\n":                  "0 nodes are out of range",
		head.String() + "x\n":                "line 2 of the work file",
		head.String() + "{}\n":               "neither a position nor a game",
		head.String() + "{\"at\":\"J10\"}\n": "has no turns",
		head.String() + "{\"at\":\"J10\",\"turns\":[{\"t\":\"A1\"}]}\n":                "is not a turn of 2 points",
		head.String() + "{\"at\":\"J10\",\"turns\":[{\"t\":\"A1 A2\",\"share\":2}]}\n": "out of range",
		head.String() + "{\"at\":\"J10\",\"turns\":[{\"t\":\"A1 J10\"}]}\n":            "not an empty point",
		head.String() + "{\"at\":\"Z\",\"won\":1}\n":                                   "not a point",
		head.String() + "{\"game\":\"J10\",\"winner\":\"me\"}\n":                       "winner",
		head.String() + "{\"game\":\"J10\",\"won\":1,\"at\":\"J10\"}\n":                "neither a position nor a game",
		head.String() + "{\"more\":1}\n":                                               "more",
		head.String() + strings.Repeat("{\"at\":\"J10\",\"won\":1}\n", 2):              "line 3 of the work file: the position after J10 is there already",
	} {
		if _, err := ReadBookWork(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%q: %v, want an error with %q", text, err, word)
		}
	}
}

// FuzzReadBookWork: any text is the work file of a tree that can be written and
// grown, or refused.
func FuzzReadBookWork(f *testing.F) {
	w, err := NewBookWork(tinySettings())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(buildTo(f, w, nil, 2, 1)))
	f.Add("{\"version\":2,\"nodes\":1,\"verify\":1,\"keep\":1,\"turns\":3}\n{\"at\":\"J10\",\"won\":1}\n{\"game\":\"J10 A1\"}\n{")
	f.Fuzz(func(t *testing.T, text string) {
		w, err := ReadBookWork(strings.NewReader(text))
		if err != nil {
			return
		}
		if stones, ok := w.Tree.Next(); ok {
			if err := setUp(w.Tree.pos, stones); err != nil {
				t.Errorf("to be judged next: %v", err)
			}
		}
		var out bytes.Buffer
		if _, err := DefaultBookWriter.Write(w.Tree, book.Header{}, &out); err != nil {
			return
		}
		if _, err := book.Read(&out); err != nil {
			t.Errorf("what is written is not a book: %v", err)
		}
	})
}

// FuzzReadCSV: any text is games or refused.
func FuzzReadCSV(f *testing.F) {
	f.Add("id,moves,winner\n7,\"j10,i9,k10\",black\n")
	f.Fuzz(func(t *testing.T, text string) {
		games, err := ReadCSV(strings.NewReader(text))
		if err == nil && len(games) == 0 {
			t.Error("neither games nor an error")
		}
	})
}
