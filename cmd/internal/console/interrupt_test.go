package console

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

// endless is an engine that thinks until it is told to stop; began tells of each
// search.
func endless(t *testing.T) (e *stubEngine, began chan struct{}) {
	e, began = newStub(t), make(chan struct{}, 1)
	e.think = func(ctx context.Context) {
		began <- struct{}{}
		<-ctx.Done()
	}
	return e, began
}

func TestQuitEndsTheSearch(t *testing.T) {
	for _, word := range []string{"quit", "exit", "QUIT"} {
		e, began := endless(t)
		f := begin(t, t.Context(), &Connect6{Player: e})
		f.send("new white")
		f.send("move JJ@@")
		<-began
		f.send(word)
		if got := f.receive(); got != "move AABA" {
			t.Errorf("%s: answered %q, want the best turn so far", word, got)
		}
		f.leave()
	}
}

func TestEndEndsTheSearchAndTheGame(t *testing.T) {
	e, began := endless(t)
	f := begin(t, t.Context(), &Connect6{Player: e})
	f.send("new white")
	f.send("move JJ@@")
	<-began
	f.send("end")
	if got := f.receive(); got != "move AABA" {
		t.Errorf("answered %q, want the best turn so far", got)
	}
	if got := f.ask("move KKLL"); got != "end unfinished" {
		t.Errorf("after end, move is answered %q", got)
	}
	if got := f.ask("next"); got != "end unfinished" {
		t.Errorf("after end, next is answered %q", got)
	}
	e.think = nil
	if got := f.ask("new black"); got != "move AA@@" {
		t.Errorf("after end, new black is answered %q", got)
	}
	f.send("quit")
	f.leave()
}

func TestOtherLinesWaitForTheAnswer(t *testing.T) {
	e, began := newStub(t), make(chan struct{})
	e.think = func(ctx context.Context) {
		began <- struct{}{}
		began <- struct{}{}
		if ctx.Err() != nil {
			t.Error("the search was ended by a line that can wait")
		}
	}
	f := begin(t, t.Context(), &Connect6{Player: e})
	f.send("next")
	<-began
	f.send("name?")
	<-began
	if got := f.receive(); got != "move AA@@" {
		t.Errorf("answered %q first, want the move", got)
	}
	if got := f.receive(); got != "name Stonehand" {
		t.Errorf("answered %q second, want the name", got)
	}
	f.in.Close()
	f.leave()
}

func TestEndOfInputWaitsForTheAnswer(t *testing.T) {
	e, began := newStub(t), make(chan struct{})
	e.think = func(context.Context) { began <- struct{}{}; began <- struct{}{} }
	f := begin(t, t.Context(), &Connect6{Player: e})
	f.send("next")
	<-began
	f.in.Close()
	<-began
	if got := f.receive(); got != "move AA@@" {
		t.Errorf("answered %q", got)
	}
	f.leave()
}

func TestContextEndsEverything(t *testing.T) {
	t.Run("thinking", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		e, began := endless(t)
		f := begin(t, ctx, &Connect6{Player: e})
		f.send("next")
		<-began
		cancel()
		f.leave()
	})
	t.Run("waiting", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		f := begin(t, ctx, &Connect6{Player: newStub(t)})
		if got := f.ask("next"); got != "move AA@@" {
			t.Errorf("answered %q", got)
		}
		cancel()
		f.leave()
	})
}

func TestBenchIsInterrupted(t *testing.T) {
	began := make(chan struct{})
	c := &Connect6{Player: newStub(t), Bench: func(ctx context.Context, out io.Writer) error {
		_, _ = io.WriteString(out, "counting\n")
		close(began)
		<-ctx.Done()
		return ctx.Err()
	}}
	f := begin(t, t.Context(), c)
	if got := f.ask("bench"); got != "counting" {
		t.Errorf("answered %q", got)
	}
	<-began
	f.send("quit")
	f.leave()
}

// brokenWriter takes n writes and fails afterwards.
type brokenWriter struct{ n int }

var errBroken = errors.New("pipe broken for a test")

func (w *brokenWriter) Write(p []byte) (int, error) {
	if w.n--; w.n < 0 {
		return 0, errBroken
	}
	return len(p), nil
}

func TestBrokenPipesAreErrors(t *testing.T) {
	c := &Connect6{Player: newStub(t), Now: time.Now, Thoughts: true}
	for n := range 4 {
		err := c.Run(t.Context(), strings.NewReader("name\nnext\nnext\nname\n"), &brokenWriter{n})
		if !errors.Is(err, errBroken) {
			t.Errorf("with %d writes: Run returned %v", n, err)
		}
	}
	in := io.MultiReader(strings.NewReader("name\nnext"), brokenReader{})
	var out strings.Builder
	if err := c.Run(t.Context(), in, &out); !errors.Is(err, errBroken) {
		t.Errorf("with a broken input: Run returned %v", err)
	}
	if out.String() != "name Stonehand\n" {
		t.Errorf("half a line was obeyed: %q", &out)
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errBroken }
