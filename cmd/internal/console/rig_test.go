package console

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/eval"
	"stonehand/engine/search"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// stubEngine takes the first free points at once, or whatever think does.
type stubEngine struct {
	pos     *connect.Position
	options search.Options
	limits  search.Limits // of the last search
	think   func(ctx context.Context)
}

func newStub(t testing.TB) *stubEngine {
	t.Helper()
	pos, err := connect.New(connect.Connect6, eval.DefaultRoads.Values())
	if err != nil {
		t.Fatal(err)
	}
	return &stubEngine{pos: pos, options: search.DefaultOptions()}
}

func (e *stubEngine) Position() *connect.Position { return e.pos }

func (e *stubEngine) Options() search.Options { return e.options }

func (e *stubEngine) Set(o search.Options) error {
	if err := o.Check(); err != nil {
		return err
	}
	e.options = o
	return nil
}

func (e *stubEngine) Search(ctx context.Context, lim search.Limits, report func(search.Info)) search.Result {
	e.limits = lim
	if e.think != nil {
		e.think(ctx)
	}
	points := [2]board.Point{board.Nowhere, board.Nowhere}
	n := 0
	for i := 0; n < e.pos.Due(); i++ {
		if p := e.pos.Rules().Size().Point(i); e.pos.Free(p) {
			points[n] = p
			n++
		}
	}
	m := connect.Pair(points[0], points[1])
	r := search.Result{Move: m, Info: search.Info{Source: search.FromSearch, Depth: 1, Nodes: 1, Line: []connect.Move{m}}}
	if report != nil {
		report(r.Info)
	}
	return r
}

// realEngine is the product's engine, quick enough for tests.
func realEngine(t testing.TB, now func() time.Time) *search.Engine {
	t.Helper()
	o := search.DefaultOptions()
	o.TableMB = 1
	e, err := search.New(connect.Connect6, o, now)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// talk runs a whole conversation and returns all that was answered.
func talk(t *testing.T, c *Connect6, input string) string {
	t.Helper()
	if c.Now == nil {
		c.Now = time.Now
	}
	var out strings.Builder
	if err := c.Run(t.Context(), strings.NewReader(input), &out); err != nil {
		t.Fatalf("Run: %v\nafter answering:\n%s", err, &out)
	}
	return out.String()
}

// frontEnd is the other end of a conversation line by line.
type frontEnd struct {
	t        *testing.T
	in       *io.PipeWriter
	from     *io.PipeReader
	out      *bufio.Scanner // of from
	finished chan error     // what Run returned
}

// begin starts a conversation that lasts as long as the test.
func begin(t *testing.T, ctx context.Context, c *Connect6) *frontEnd {
	t.Helper()
	if c.Now == nil {
		c.Now = time.Now
	}
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	f := &frontEnd{t, inWrite, outRead, bufio.NewScanner(outRead), make(chan error, 1)}
	go func() {
		err := c.Run(ctx, inRead, outWrite)
		outWrite.Close()
		f.finished <- err
	}()
	t.Cleanup(func() {
		inWrite.Close()
		outRead.Close()
	})
	return f
}

// patience is how long a program may keep its front end waiting in a test.
const patience = 2 * time.Minute

// patiently ends the conversation, unless stop is called before patience is over.
func (f *frontEnd) patiently() (stop func() bool) {
	return time.AfterFunc(patience, func() {
		err := fmt.Errorf("%v went by without a word", patience)
		f.in.CloseWithError(err)
		f.from.CloseWithError(err)
	}).Stop
}

// send writes a line.
func (f *frontEnd) send(line string) {
	f.t.Helper()
	defer f.patiently()()
	if _, err := io.WriteString(f.in, line+"\n"); err != nil {
		f.t.Fatalf("sending %q: %v", line, err)
	}
}

// receive waits for a line.
func (f *frontEnd) receive() string {
	f.t.Helper()
	defer f.patiently()()
	if !f.out.Scan() {
		f.t.Fatalf("no answer: %v", f.out.Err())
	}
	return f.out.Text()
}

// ask sends a line and waits for its answer.
func (f *frontEnd) ask(line string) string {
	f.t.Helper()
	f.send(line)
	return f.receive()
}

// leave waits for Run to return and for nothing more to be answered.
func (f *frontEnd) leave() {
	f.t.Helper()
	defer f.patiently()()
	for f.out.Scan() {
		f.t.Errorf("answered %q, and nobody had asked", f.out.Text())
	}
	if err := <-f.finished; err != nil {
		f.t.Errorf("Run: %v", err)
	}
}
