package search

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/connect/connecttest"
	"stonehand/engine/hybrid"
	"stonehand/engine/limit"
	"stonehand/engine/player"
	"stonehand/engine/threat"
)

// stepping is a clock that goes on by a fixed step whenever it is read.
type stepping struct {
	at   time.Time
	step time.Duration
}

func (c *stepping) now() time.Time {
	c.at = c.at.Add(c.step)
	return c.at
}

// quiet returns an engine in a middle game that no one wins by threats, for
// searches that would go on for ever.
func quiet(t testing.TB, mix hybrid.Mix, solver bool, now func() time.Time) *Engine {
	t.Helper()
	o := DefaultOptions()
	o.Mix, o.Book, o.Solver, o.TableMB, o.Width = mix, false, solver, 1, 16
	e, err := New(connect.Board, o, now)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(7, 77))
	for {
		connecttest.MiddleGame(e.Position(), rng, 21)
		e.Position().SetTurn(e.Position().ToMove(), 2)
		pos := connecttest.Rebuilt(t, e.Position(), o.Roads.Values())
		s := threat.New(pos, threat.Memory{Proofs: proofEntries, Lines: lineEntries})
		if b := connecttest.Of(pos); len(b.Threats(board.Black, 2)) == 0 && len(b.Threats(board.White, 2)) == 0 && s.Solve(&limit.Clock{}, 400_000, 8) == 0 {
			return e
		}
	}
}

// TestHardLimit: on a clock that goes on with every look, the search is over
// within a few looks of its hard limit.
func TestHardLimit(t *testing.T) {
	for _, mix := range kinds {
		for _, solver := range []bool{false, true} {
			clock := &stepping{step: time.Millisecond}
			e := quiet(t, mix, solver, clock.now)
			r := search(t, e, limit.Limits{Hard: 4 * time.Millisecond})
			if r.Elapsed < 4*time.Millisecond || r.Elapsed > 10*time.Millisecond {
				t.Errorf("%v: over after %v, the hard limit is 4ms", mix, r.Elapsed)
			}
		}
	}
}

// TestHardLimitAtOnce: a limit that has passed before the search begins still
// leaves a legal answer.
func TestHardLimitAtOnce(t *testing.T) {
	for _, mix := range kinds {
		clock := &stepping{step: time.Hour}
		e := quiet(t, mix, true, clock.now)
		if r := search(t, e, limit.Limits{Hard: time.Nanosecond}); r.Nodes > 4*limit.LookEvery {
			t.Errorf("%v: %d nodes after the time was up", mix, r.Nodes)
		}
	}
}

// TestSoftLimit: after the soft limit no iteration begins, and the one that is
// complete answers.
func TestSoftLimit(t *testing.T) {
	var now time.Time
	e := quiet(t, hybrid.RoadShape, false, func() time.Time { return now })
	var depths []int
	r := e.Search(context.Background(), limit.Limits{Soft: time.Second}, func(i Found) {
		depths = append(depths, i.Depth)
		if i.Depth == 3 {
			now = now.Add(time.Second)
		}
	})
	if r.Depth != 3 || len(depths) != 3 || depths[2] != 3 {
		t.Errorf("depth %d after reports %v; the soft limit came in depth 3", r.Depth, depths)
	}
	if r.Elapsed != time.Second {
		t.Errorf("took %v by the clock passed in, want 1s", r.Elapsed)
	}
	connecttest.CheckTurn(t, e.Position(), r.Move)
}

// TestCancel: a context that is done ends the search, which has an answer.
func TestCancel(t *testing.T) {
	for _, mix := range kinds {
		for _, solver := range []bool{false, true} {
			e := quiet(t, mix, solver, connecttest.Frozen)
			before := snap(e.Position())
			ctx, cancel := context.WithCancel(context.Background())
			var at uint64
			r := e.Search(ctx, limit.Limits{}, func(i Found) {
				if i.Depth == 2 {
					at = i.Nodes
					cancel()
				}
			})
			cancel()
			if at == 0 || r.Nodes > at+2*limit.LookEvery {
				t.Errorf("%v: cancelled at %d nodes, over at %d", mix, at, r.Nodes)
			}
			if snap(e.Position()) != before {
				t.Errorf("%v: a cancelled search left the position changed", mix)
			}
			connecttest.CheckTurn(t, e.Position(), r.Move)

			r = e.Search(ctx, limit.Limits{}, nil) // done before it begins
			connecttest.CheckTurn(t, e.Position(), r.Move)
			if r.Nodes > 4*limit.LookEvery {
				t.Errorf("%v: %d nodes in a search that was over before it began", mix, r.Nodes)
			}
		}
	}
}

// TestNodeLimit: no search tries more turns than it may.
func TestNodeLimit(t *testing.T) {
	for _, mix := range kinds {
		for _, solver := range []bool{false, true} {
			e := quiet(t, mix, solver, connecttest.Frozen)
			for _, nodes := range []uint64{1, 2, 10, 100, 777} {
				if r := search(t, e, limit.Limits{Nodes: nodes}); r.Nodes > nodes {
					t.Errorf("%v: %d nodes, at most %d were asked for", mix, r.Nodes, nodes)
				}
			}
		}
	}
}

// TestDepthLimit: the depth asked for is reached and not passed, whether it is
// the search's or the engine's.
func TestDepthLimit(t *testing.T) {
	for depth := 1; depth <= 3; depth++ {
		e := quiet(t, hybrid.RoadShape, false, connecttest.Frozen)
		if r := search(t, e, limit.Limits{Depth: depth}); r.Depth != depth {
			t.Errorf("depth %d, want %d", r.Depth, depth)
		}
		o := e.Options()
		o.Depth = depth
		if err := e.Set(o); err != nil {
			t.Fatal(err)
		}
		if r := search(t, e, limit.Limits{Depth: MaxDepth}); r.Depth != depth {
			t.Errorf("depth %d with an engine of depth %d", r.Depth, depth)
		}
	}
}

// TestReports: depths come in order, nodes and time never go back, and every
// line is one of legal turns.
func TestReports(t *testing.T) {
	clock := &stepping{step: time.Microsecond}
	e := quiet(t, hybrid.RoadShape, true, clock.now)
	last := Found{}
	r := e.Search(context.Background(), limit.Limits{Depth: 4}, func(i Found) {
		if i.Depth != last.Depth+1 || i.Nodes < last.Nodes || i.Elapsed < last.Elapsed || i.Source != player.FromSearch || len(i.Line) == 0 {
			t.Errorf("report %+v after %+v", i, last)
		}
		last = i
	})
	if last.Depth != 4 || r.Depth != 4 || r.Score != last.Score {
		t.Errorf("answer %+v, last report %+v", r, last)
	}
}
