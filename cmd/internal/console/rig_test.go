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
	"stonehand/engine/limit"
	"stonehand/engine/player"
	"stonehand/engine/search"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// stubEngine takes the first free points at once, or whatever think does.
type stubEngine struct {
	options search.Options
	limits  limit.Limits // of the last search
	think   func(ctx context.Context)
}

func newStub(testing.TB) *stubEngine { return &stubEngine{options: search.DefaultOptions()} }

func (e *stubEngine) Hurries() {}

func (e *stubEngine) Options() search.Options { return e.options }

func (e *stubEngine) Set(o search.Options) error {
	if err := o.Check(); err != nil {
		return err
	}
	e.options = o
	return nil
}

func (e *stubEngine) Choose(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	e.limits = q.Limits
	if e.think != nil {
		hurried, cancel := player.Hurried(ctx, q.Hurry)
		e.think(hurried)
		cancel()
	}
	if err := ctx.Err(); err != nil {
		return player.Answer{}, err
	}
	points := firstFree(q)
	a := player.Answer{Points: points, Info: player.Info{Source: player.FromSearch, Depth: 1, Nodes: 1, Line: [][]board.Point{points}}}
	if report != nil {
		report(a.Info)
	}
	return a, nil
}

// firstFree are the first free points of a board, as many as are due.
func firstFree(q player.Question) (points []board.Point) {
	b := q.Board()
	for i := 0; len(points) < q.Due && i < b.Size.Count(); i++ {
		if p := b.Size.Point(i); b.Stones[p] == board.Empty {
			points = append(points, p)
		}
	}
	return points
}

// realEngine is the product's engine, quick enough for tests.
func realEngine(t testing.TB, now func() time.Time) *search.Player {
	t.Helper()
	o := search.DefaultOptions()
	o.TableMB = 1
	e, err := search.NewPlayer(connect.Board, o, now)
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
