package console

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

// steps is a clock that goes on by a step whenever somebody looks at it.
type steps struct {
	mu   sync.Mutex
	now  time.Time
	step time.Duration
}

func (s *steps) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(s.step)
	return s.now
}

// read returns the time without moving it.
func (s *steps) read() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// TestTimeIsHonoured plays with the real engine on a clock that goes on at every
// look, so that the whole of a search costs as much as it has looks.
func TestTimeIsHonoured(t *testing.T) {
	for ms, step := range map[int]time.Duration{50: 4 * time.Millisecond, 500: 6 * time.Millisecond} {
		clock := &steps{now: time.Unix(0, 0), step: step}
		e := realEngine(t, clock.Now)
		o := e.Options()
		o.Book = false
		if err := e.Set(o); err != nil {
			t.Fatal(err)
		}
		c := &Connect6{Player: e, Now: clock.Now}
		f := begin(t, t.Context(), c)
		f.send(fmt.Sprintf("time %d", ms))
		f.send("new white")
		for _, line := range []string{"move JJ", fmt.Sprintf("go %d J10 K11 K9 L12", ms)} {
			before := clock.read()
			if got := f.ask(line); !strings.HasPrefix(got, "move ") {
				t.Fatalf("%q is answered %q", line, got)
			}
			if took, budget := clock.read().Sub(before), time.Duration(ms)*time.Millisecond; took > budget {
				t.Errorf("%q took %v of %v", line, took, budget)
			} else if took < budget/10 {
				t.Errorf("%q took %v of %v: the time was hardly used", line, took, budget)
			}
		}
		f.send("quit")
		f.leave()
	}
}

func TestLimitsStayInsideTheBudget(t *testing.T) {
	for _, budget := range []time.Duration{-time.Second, 0, 1, time.Millisecond, 30 * time.Millisecond, time.Second, time.Minute, MaxTime} {
		l := limits(budget, 7)
		if l.Hard <= 0 || l.Soft < 0 || l.Soft > l.Hard || l.Nodes != 7 {
			t.Errorf("%v: limits %+v", budget, l)
		}
		if budget >= time.Millisecond && (l.Hard >= budget || l.Hard < budget/2 || budget-l.Hard > maxReserve) {
			t.Errorf("%v: hard limit %v", budget, l.Hard)
		}
	}
}

func TestSettingsReachTheSearch(t *testing.T) {
	e := newStub(t)
	clock := &steps{now: time.Unix(0, 0)}
	c := &Connect6{Player: e, Now: clock.Now}
	got := talk(t, c, "depth 3\nwidth 7\nnodes 1234\nhash 2\nthreads 1\nmix shape-road\nunvcf\ntime 2000\nnext\n")
	if got != "move AA@@\n" {
		t.Fatalf("answered %q: settings are silent", got)
	}
	o := e.options
	if o.Depth != 3 || o.Width != 7 || o.TableMB != 2 || o.Mix.String() != "shape/road" || o.Solver {
		t.Errorf("the engine's options are %+v", o)
	}
	if want := limits(2*time.Second, 1234); e.limits != want {
		t.Errorf("the limits are %+v, want %+v", e.limits, want)
	}
	talk(t, c, "vcf\nnext\n")
	if want := limits(DefaultTime, 0); e.limits != want || !e.options.Solver {
		t.Errorf("a new conversation has the limits %+v, want %+v", e.limits, want)
	}
}

// TestGameClock plays on a clock that goes on by 400 ms a turn.
func TestGameClock(t *testing.T) {
	e := newStub(t)
	clock := &steps{now: time.Unix(0, 0)}
	e.think = func(context.Context) {
		clock.mu.Lock()
		defer clock.mu.Unlock()
		clock.now = clock.now.Add(400 * time.Millisecond)
	}
	f := begin(t, t.Context(), &Connect6{Player: e, Now: clock.Now})
	want := func(left, increment time.Duration, stones int) {
		t.Helper()
		c := gameClock{left: left, increment: increment}
		if l := c.budget(0).Limits(stones); e.limits != l {
			t.Errorf("the limits are %+v, want %+v: %v are left", e.limits, l, left)
		}
	}
	f.send("nodes 0")
	f.send("clock 10000 100")
	f.ask("new black")
	want(10*time.Second, 100*time.Millisecond, 0)
	f.ask("move KKLL")
	want(9700*time.Millisecond, 100*time.Millisecond, 3)
	f.ask("move MMNN")
	want(9400*time.Millisecond, 100*time.Millisecond, 7)
	f.ask("new black") // a new game, the clock at its start
	want(10*time.Second, 100*time.Millisecond, 0)
	f.send("clock 300")
	f.ask("move KKLL")
	want(300*time.Millisecond, 0, 3)
	f.ask("move MMNN") // it has run out, and still there is an answer
	if e.limits.Hard > time.Microsecond {
		t.Errorf("the clock has run out, but the limits are %+v", e.limits)
	}
	f.ask("go 500 J10")
	if e.limits != limits(500*time.Millisecond, 0) {
		t.Errorf("\"go\" brings its own time, but the limits are %+v", e.limits)
	}
	f.send("clock 0")
	f.ask("next")
	if e.limits != limits(DefaultTime, 0) {
		t.Errorf("the clock is put away, but the limits are %+v", e.limits)
	}
	f.send("quit")
	f.leave()
}

func TestBadSettingsChangeNothing(t *testing.T) {
	e := newStub(t)
	before := e.options
	c := &Connect6{Player: e}
	for _, line := range []string{
		"time", "time 0", "time -5", "time 1e3", "time 99999999999", "time 99999999999999999999999", "time 1 2",
		"depth", "depth 0", "depth 33", "depth x", "depth 99999999999999999999", "depth 18446744073709551615",
		"width 0", "width 100000", "nodes -1", "nodes", "threads 0", "threads 65", "hash 0", "hash 4294967297",
		"clock", "clock x", "clock -1", "clock 1 2 3", "clock 99999999999", "clock 1 99999999999999999999",
		"mix", "mix road", "mix road/road extra",
	} {
		got := talk(t, c, line+"\n")
		if !strings.HasPrefix(got, "error: ") || strings.Count(got, "\n") != 1 {
			t.Errorf("%q is answered %q", line, got)
		}
	}
	if e.options != before {
		t.Errorf("the options became %+v", e.options)
	}
}
