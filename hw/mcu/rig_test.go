package mcu

import (
	"bytes"
	"context"
	"log/slog"
	"testing"
	"time"

	"go.uber.org/goleak"

	"stonehand/hw"
	"stonehand/hw/hwtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// rig is a host and a board, joined by whatever dial opens.
type rig struct {
	t     *testing.T
	host  *Board
	board *hwtest.Board
	in    chan hw.Reading
	stop  func()
}

// newRig starts a host on b's wires.
func newRig(t *testing.T, b *hwtest.Board, o Options) *rig {
	r := newRigOver(t, b.Dial, o)
	r.board = b
	return r
}

func newRigOver(t *testing.T, dial Dial, o Options) *rig {
	t.Helper()
	o.Log = slog.New(slog.NewTextHandler(testLog{t}, &slog.HandlerOptions{Level: slog.LevelDebug}))
	host, err := New(dial, o)
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, host: host, in: make(chan hw.Reading)}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- host.Sense(ctx, r.in) }()
	stopped := false
	r.stop = func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Sense: %v", err)
		}
		if r.board != nil {
			r.board.Wait()
		}
	}
	t.Cleanup(r.stop)
	return r
}

type testLog struct{ t *testing.T }

func (l testLog) Write(p []byte) (int, error) {
	l.t.Logf("%s", bytes.TrimSpace(p))
	return len(p), nil
}

// patience is how long a reading may take that a test waits for: host and board
// keep pinging each other, so a test in a bubble would wait for ever.
const patience = 5 * time.Minute

// await returns the next reading for which good holds, leaving others out.
func (r *rig) await(what string, good func(hw.Reading) bool) hw.Reading {
	r.t.Helper()
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		select {
		case got := <-r.in:
			if good(got) {
				return got
			}
		case <-late.C:
			r.t.Fatalf("%v went by without %s", patience, what)
		}
	}
}

// next returns the next reading, whatever it is.
func (r *rig) next() hw.Reading {
	r.t.Helper()
	return r.await("a reading", func(hw.Reading) bool { return true })
}

// link returns the next link, leaving frames and faults out.
func (r *rig) link() *hw.Link {
	r.t.Helper()
	return r.await("a link", func(got hw.Reading) bool { return got.Link != nil }).Link
}

// up waits until the link is up.
func (r *rig) up() *hw.Link {
	r.t.Helper()
	for {
		if l := r.link(); l.Up {
			return l
		}
	}
}

// down expects the link to go down and returns why.
func (r *rig) down() string {
	r.t.Helper()
	l := r.link()
	if l.Up {
		r.t.Fatal("the link came up")
	}
	return l.Reason
}

// frame returns the next frame; a link fails the test.
func (r *rig) frame() *hw.Frame {
	r.t.Helper()
	return r.await("a frame", func(got hw.Reading) bool {
		if got.Link != nil {
			r.t.Fatalf("a link: %+v", *got.Link)
		}
		return got.Frame != nil
	}).Frame
}

// sees waits until frames show s at point.
func (r *rig) sees(point int, s hw.State) {
	r.t.Helper()
	for range 1000 {
		if r.frame().Points[point] == s {
			return
		}
	}
	r.t.Fatalf("point %d did not become %v", point, s)
}

// idle reads for d and returns the faults that came.
func (r *rig) idle(d time.Duration) (faults []string) {
	r.t.Helper()
	end := time.After(d)
	for {
		select {
		case got := <-r.in:
			if got.Link != nil {
				r.t.Fatalf("a link: %+v", *got.Link)
			}
			if got.Fault != nil && got.Fault.Text != "" {
				faults = append(faults, got.Fault.Text)
			}
		case <-end:
			return faults
		}
	}
}

func (r *rig) lights(want map[int]hw.Signal, edge hw.Signal) {
	r.t.Helper()
	points, e := r.board.Lights()
	for p, s := range points {
		if hw.Signal(s) != want[p] {
			r.t.Errorf("light %d shows %d, want %d", p, s, want[p])
		}
	}
	if hw.Signal(e) != edge {
		r.t.Errorf("the edge shows %d, want %d", e, edge)
	}
}

func show(edge hw.Signal, points map[int]hw.Signal) hw.Picture {
	p := hw.Picture{Points: make([]hw.Signal, 361), Edge: edge}
	for i, s := range points {
		p.Points[i] = s
	}
	return p
}
