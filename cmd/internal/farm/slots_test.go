package farm

import (
	"context"
	"fmt"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"stonehand/cmd/internal/jobs"
	"stonehand/hw"
)

// TestAWorkerFetchesAhead: where jobs are short beside the way to the queue, the next one is
// there before the last is done; where they are long, another worker gets it.
func TestAWorkerFetchesAhead(t *testing.T) {
	for _, long := range []bool{false, true} {
		t.Run(fmt.Sprint("long ", long), func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			r.prepare()
			gate, blocked := make(chan struct{}), newSignal()
			var w *Worker
			job := func(ctx context.Context, args []byte) ([]byte, error) {
				if string(args) == "99" {
					blocked.give()
					<-gate
				}
				return truth(ctx, args)
			}
			r.work("a", job, func(x *Worker) { w, x.Slots = x, 1 })
			a := r.asker(func(c *AskerConfig) { c.Share = 1e-9 })
			if err := squares(t.Context(), a, 20); err != nil {
				t.Fatal(err)
			}
			if long {
				w.mu.Lock()
				w.took = time.Hour
				w.mu.Unlock()
			}
			var both errgroup.Group
			ask := func(n int) {
				both.Go(func() error {
					_, err := jobs.Ask[int](t.Context(), a, "square", n)
					return err
				})
			}
			ask(99)
			<-blocked.c
			ask(100)
			if long {
				r.work("b", truth) // gets the second one
				for end := time.Now().Add(patience); !known(a, 100); hw.Sleep(t.Context(), time.Millisecond) {
					if time.Now().After(end) {
						t.Fatal("the second worker gets no job")
					}
				}
			}
			for end := time.Now().Add(patience); !long && w.fetched() == 0; hw.Sleep(t.Context(), time.Millisecond) {
				if time.Now().After(end) {
					t.Fatal("the worker fetches nothing while it works")
				}
			}
			close(gate)
			if err := both.Wait(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestAWorkerEndsWithoutItsServer has jobs that it fetched ahead as it is ended: it tries to give all
// back at the same time.
func TestAWorkerEndsWithoutItsServer(t *testing.T) {
	r := newRig(t)
	r.prepare()
	blocked := newSignal()
	var w *Worker
	x := r.work("a", func(ctx context.Context, args []byte) ([]byte, error) {
		if string(args) == "99" {
			blocked.give()
			<-ctx.Done()
		}
		return truth(ctx, args)
	}, func(x *Worker) { w, x.Slots = x, 1 })
	a := r.asker(func(c *AskerConfig) { c.Share = 1e-9 })
	if err := squares(t.Context(), a, 20); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var all errgroup.Group
	for n := range 12 {
		all.Go(func() error { jobs.Ask[int](ctx, a, "square", 99+n); return nil })
		if n == 0 {
			<-blocked.c
		}
	}
	n := 0
	for end := time.Now().Add(patience); n < 5; hw.Sleep(t.Context(), time.Millisecond) {
		if n = w.fetched(); time.Now().After(end) {
			t.Fatalf("the worker fetches %d jobs while it works", n)
		}
	}
	r.stop()
	began := time.Now()
	x.end()
	if took := time.Since(began); took > time.Duration(n)*goodbye {
		t.Errorf("with %d jobs it ends after %v", n, took)
	}
	cancel()
	all.Wait()
}

// fetched returns how many jobs a worker has and has not begun.
func (w *Worker) fetched() (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, list := range w.waiting {
		n += len(list)
	}
	return n
}

// known reports whether an asker has heard what the square of a number is.
func known(a *Asker, n int) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, b := range a.known {
		if string(b.job.Args) == fmt.Sprint(n) {
			return true
		}
	}
	return false
}

// BenchmarkIdle measures which share of its time a worker waits for the next of many jobs,
// by how long each takes.
func BenchmarkIdle(b *testing.B) {
	for _, long := range []time.Duration{time.Millisecond, 10 * time.Millisecond, 100 * time.Millisecond, time.Second} {
		b.Run(long.String(), func(b *testing.B) {
			r := newRig(b)
			r.prepare()
			var w *Worker
			r.work("a", func(ctx context.Context, args []byte) ([]byte, error) {
				hw.Sleep(ctx, long)
				return truth(ctx, args)
			}, func(x *Worker) { w, x.Slots = x, 1 })
			a := r.asker(func(c *AskerConfig) { c.Share = 1e-9 })
			for b.Loop() {
				if err := squares(b.Context(), a, max(20, int(2*time.Second/long))); err != nil {
					b.Fatal(err)
				}
			}
			idle, busy := w.Waited()
			b.ReportMetric(100*idle.Seconds()/(idle+busy).Seconds(), "%-idle")
		})
	}
}
