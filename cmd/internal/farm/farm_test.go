package farm

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"stonehand/cmd/internal/jobs"
	"stonehand/hw"
)

func TestTwoWorkers(t *testing.T) {
	r := newRig(t)
	r.prepare()
	var by [2]atomic.Int32
	for i, name := range []string{"a", "b"} {
		r.work(name, truth, func(w *Worker) {
			w.Each = func(string, time.Duration, string) { by[i].Add(1) }
		})
	}
	if err := squares(t.Context(), r.asker(), 300); err != nil {
		t.Fatal(err)
	}
	if n := by[0].Load() + by[1].Load(); n < 300 || by[0].Load() == 0 || by[1].Load() == 0 {
		t.Errorf("the workers did %d and %d jobs", by[0].Load(), by[1].Load())
	}
}

func TestAStallingWorker(t *testing.T) {
	for name, change := range map[string]func(*Worker){
		"with heartbeats": func(w *Worker) {},
		// Its leases run out, again and again.
		"silent": func(w *Worker) { w.Lease = 300 * time.Millisecond },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			r.prepare()
			taken := newSignal()
			stalls := func(ctx context.Context, _ []byte) ([]byte, error) {
				taken.give()
				<-ctx.Done()
				return nil, ctx.Err()
			}
			r.work("staller", stalls, change)
			a := r.asker(func(c *AskerConfig) { c.Patience = 200 * time.Millisecond })
			done := make(chan error, 1)
			go func() { done <- squares(t.Context(), a, 40) }()
			<-taken.c
			r.work("honest", truth)
			if err := <-done; err != nil {
				t.Fatal(err)
			}
		})
	}
}

// TestAWorkerThatDropsJobs takes jobs as a worker does, and does nothing with them.
func TestAWorkerThatDropsJobs(t *testing.T) {
	r := newRig(t)
	r.prepare()
	taken := newSignal()
	x := &Worker{NATS: r.dial(), Name: "dropper", Signature: "1", Lease: 100 * time.Millisecond, Log: quiet}
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	all.Go(func() {
		if err := x.open(); err != nil {
			t.Error(err)
			return
		}
		if err := x.join(ctx); err != nil {
			t.Error(err)
		}
		for ctx.Err() == nil {
			for _, q := range x.queues {
				if batch, err := q.FetchNoWait(1); err == nil {
					for range batch.Messages() {
						taken.give()
					}
				}
			}
			hw.Sleep(ctx, 5*time.Millisecond)
		}
	})
	a := r.asker(func(c *AskerConfig) { c.Patience, c.Grace = 300*time.Millisecond, 100*time.Millisecond })
	done := make(chan error, 1)
	go func() { done <- squares(t.Context(), a, 20) }()
	<-taken.c
	r.work("honest", truth, func(w *Worker) { w.Slots, w.Lease = 4, 100*time.Millisecond })
	err := <-done
	cancel()
	all.Wait()
	if err != nil {
		t.Fatal(err)
	}
}

func TestASlowWorker(t *testing.T) {
	r := newRig(t)
	r.prepare()
	slow := func(ctx context.Context, args []byte) ([]byte, error) {
		hw.Sleep(ctx, 700*time.Millisecond) // longer than a lease
		return truth(ctx, args)
	}
	r.work("slow", slow)
	r.work("quick", truth)
	if err := squares(t.Context(), r.asker(), 60); err != nil {
		t.Fatal(err)
	}
}

// TestKilledAtRandom kills workers and the server while jobs are done: every result
// counts once.
func TestKilledAtRandom(t *testing.T) {
	if testing.Short() {
		t.Skip("jobs of workers that were killed wait for their leases, so -short leaves it out")
	}
	const rounds = 20
	r := newRig(t)
	r.prepare()
	slowly := func(ctx context.Context, args []byte) ([]byte, error) {
		hw.Sleep(ctx, 30*time.Millisecond)
		return truth(ctx, args)
	}
	all := make([]*working, 3)
	for i := range all {
		all[i] = r.work(fmt.Sprint("w", i), slowly)
	}
	a := r.asker(func(c *AskerConfig) { c.Patience = 5 * time.Second })
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		var err error
		for n := 0; err == nil && ctx.Err() == nil; n++ {
			err = squares(t.Context(), a, 100*(n+1))
		}
		done <- err
	}()
	chance := rand.New(rand.NewPCG(7, 7))
	for n := range rounds {
		hw.Sleep(t.Context(), time.Duration(100+chance.IntN(200))*time.Millisecond)
		if n%7 == 6 {
			r.stop()
			r.start()
			continue
		}
		i := chance.IntN(len(all))
		if chance.IntN(3) == 0 {
			all[i].end()
		} else {
			all[i].kill()
		}
		all[i] = r.work(fmt.Sprint("w", i), slowly)
	}
	cancel()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

// TestNoWorkerOfThisVersion has only workers of another version: who asks is told.
func TestNoWorkerOfThisVersion(t *testing.T) {
	r := newRig(t)
	r.prepare()
	r.work("old", truth, func(w *Worker) { w.Signature = "0" })
	told := make(chan string, 9)
	a := r.asker(func(c *AskerConfig) {
		c.Grace, c.Log = 100*time.Millisecond, slog.New(slog.NewTextHandler(lines(told), nil))
	})
	done := make(chan error, 1)
	go func() { done <- squares(t.Context(), a, 20) }()
	if line := <-told; !strings.Contains(line, "none runs this version of the program") || !strings.Contains(line, "engine=1") {
		t.Errorf("who asks is told %q", line)
	}
	r.work("new", truth)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if len(told) > 0 {
		t.Errorf("who asks is told more: %q", <-told)
	}
}

// lines takes what is written, in lines.
type lines chan<- string

func (l lines) Write(line []byte) (int, error) {
	l <- string(line)
	return len(line), nil
}

func TestAPoisonJob(t *testing.T) {
	r := newRig(t)
	r.prepare()
	var mu sync.Mutex
	var current *working
	tries := atomic.Int32{}
	died := make(chan struct{}, 10)
	deadly := func(ctx context.Context, args []byte) ([]byte, error) {
		if string(args) != "13" {
			return truth(ctx, args)
		}
		tries.Add(1)
		mu.Lock()
		current.nc.Flush() // what it has begun is heard
		current.nc.Close()
		current.stop()
		mu.Unlock()
		died <- struct{}{}
		return nil, ctx.Err()
	}
	start := func() {
		mu.Lock()
		defer mu.Unlock()
		current = r.work("a", deadly, func(w *Worker) { w.Slots = 1 })
	}
	start()
	a := r.asker(func(c *AskerConfig) { c.Grace = 50 * time.Millisecond })
	done := make(chan error, 1)
	go func() {
		_, err := a.Do(t.Context(), "square", []byte("13"))
		done <- err
	}()
	for {
		select {
		case <-died:
			start()
			continue
		case err := <-done:
			if !errors.Is(err, ErrPoison) || tries.Load() != mostTries {
				t.Errorf("after %d tries: %v", tries.Load(), err)
			}
		}
		break
	}
	if err := squares(t.Context(), a, 10); err != nil {
		t.Errorf("the other jobs: %v", err)
	}
}

// TestATardyWorker does a job that was handed out for the last time because nobody heard of
// its workers, as on a machine with too much to do: its answer counts.
func TestATardyWorker(t *testing.T) {
	r := newRig(t)
	r.prepare()
	begun := make(chan struct{}, 2*mostTries)
	answers := make(chan struct{})
	tardy := func(ctx context.Context, args []byte) ([]byte, error) {
		begun <- struct{}{}
		<-answers
		return truth(ctx, args)
	}
	for i := range mostTries + 1 { // the last one asks for a job once more
		r.work(fmt.Sprint("w", i), tardy, func(w *Worker) { w.Slots, w.Lease = 1, time.Hour })
	}
	a := r.asker(func(c *AskerConfig) { c.Grace = patience })
	// The queue's leases are shorter than a worker's pause between two heartbeats. Every
	// worker that joins makes them long again.
	hurry := func() {
		q, err := a.js.Consumer(t.Context(), StreamJobs, Machines+"-1")
		if err == nil {
			c := q.CachedInfo().Config
			c.AckWait = 100 * time.Millisecond
			a.js.UpdateConsumer(t.Context(), StreamJobs, c)
		}
		a.NATS.Publish(SubjectRing, nil)
	}
	done := make(chan error, 1)
	go func() {
		_, err := a.ask(t.Context(), Job{Kind: "square", Args: []byte("13")}, "")
		done <- err
	}()
	for n := 0; n < mostTries; {
		select {
		case <-begun:
			n++
		case <-time.After(50 * time.Millisecond):
			hurry()
		}
	}
	poisoned := func() bool {
		a.mu.Lock()
		defer a.mu.Unlock()
		for _, q := range a.asked {
			select {
			case <-q.poison:
				return true
			default:
			}
		}
		return false
	}
	for end := time.Now().Add(patience); !poisoned(); hw.Sleep(t.Context(), 50*time.Millisecond) {
		hurry()
		if time.Now().After(end) {
			t.Fatal("the job was not handed out for the last time")
		}
	}
	close(answers)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

func TestCallingOff(t *testing.T) {
	r := newRig(t)
	r.prepare()
	begun, ended, did := make(chan struct{}, 9), make(chan struct{}, 9), atomic.Int32{}
	first := r.work("a", func(ctx context.Context, _ []byte) ([]byte, error) {
		begun <- struct{}{}
		<-ctx.Done()
		ended <- struct{}{}
		return nil, ctx.Err()
	}, func(w *Worker) { w.Slots = 1 })
	a := r.asker()
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for i := range 5 {
		all.Go(func() {
			if _, err := jobs.Ask[int](ctx, a, "square", i); !errors.Is(err, context.Canceled) {
				t.Errorf("called off: %v", err)
			}
		})
	}
	<-begun
	cancel()
	all.Wait()
	<-ended
	first.end()
	// Nor are those that are called off on their way into the queue.
	for i := range 100 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*50*time.Microsecond)
		if _, err := jobs.Ask[int](ctx, a, "square", i); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("called off: %v", err)
		}
		cancel()
	}
	// Those that waited in the queue are not done when a worker comes that could.
	r.work("b", func(ctx context.Context, args []byte) ([]byte, error) {
		did.Add(1)
		return truth(ctx, args)
	})
	if err := squares(t.Context(), r.asker(func(c *AskerConfig) { c.Share = 1e-9 }), 3); err != nil {
		t.Fatal(err)
	}
	if n := did.Load(); n != 3 {
		t.Errorf("%d jobs were done, not 3", n)
	}
}

func TestPeopleComeFirst(t *testing.T) {
	r := newRig(t)
	r.prepare()
	var mu sync.Mutex
	var order []string
	gate, busy := make(chan struct{}), newSignal()
	note := func(ctx context.Context, args []byte) ([]byte, error) {
		busy.give()
		<-gate
		mu.Lock()
		order = append(order, string(args))
		mu.Unlock()
		return truth(ctx, args)
	}
	machines, people := r.asker(), r.asker(func(c *AskerConfig) { c.Name, c.Priority = "you", People })
	var all sync.WaitGroup
	ask := func(a *Asker, n int) {
		all.Go(func() {
			if _, err := jobs.Ask[int](t.Context(), a, "square", n); err != nil {
				t.Error(err)
			}
		})
	}
	ask(machines, 1)
	r.work("a", note, func(w *Worker) { w.Slots = 1 })
	<-busy.c
	ask(machines, 2)
	r.queued(t, 2)
	ask(people, 3)
	r.queued(t, 3)
	close(gate)
	all.Wait()
	mu.Lock()
	defer mu.Unlock()
	if at := fmt.Sprint(order[:2]); at != "[1 3]" {
		t.Errorf("jobs were done in the order %v", order)
	}
}

// queued waits until so many jobs are in the queue or being done.
func (r *rig) queued(t *testing.T, n uint64) {
	t.Helper()
	js := r.asker().js
	for end := time.Now().Add(patience); ; hw.Sleep(t.Context(), 5*time.Millisecond) {
		s, err := js.Stream(t.Context(), StreamJobs)
		if err == nil && s.CachedInfo().State.Msgs >= n {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the queue has fewer than %d jobs", n)
		}
	}
}

func TestErrorsAreResults(t *testing.T) {
	r := newRig(t)
	r.prepare()
	r.work("a", truth)
	a := r.asker()
	if _, err := jobs.Ask[int](t.Context(), a, "square", -4); err == nil || err.Error() != "-4 is below 0" {
		t.Errorf("a job with an error: %v", err)
	}
	if _, err := jobs.Ask[int](t.Context(), a, "cube", 4); err == nil {
		t.Error("there are cubes")
	}
}
