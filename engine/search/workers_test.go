package search

import (
	"context"
	"strings"
	"testing"
	"time"

	"stonehand/engine/connect"
	"stonehand/engine/limit"
)

// TestThreadsSearchTogether lets four threads search a few positions and stop
// when told: the answer is legal, the position as it was, no thread left over.
func TestThreadsSearchTogether(t *testing.T) {
	o := DefaultOptions()
	o.Threads, o.Book, o.TableMB = 4, false, 1
	e, err := New(connect.Board, o, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	pos := e.Position()
	for range 4 {
		key, count := pos.Key(), pos.Count()
		r := e.Search(context.Background(), limit.Limits{Nodes: 3000}, nil)
		if pos.Key() != key || pos.Count() != count {
			t.Fatal("the search left the position changed")
		}
		for _, p := range r.Move.Points(nil) {
			if !pos.Free(p) {
				t.Fatalf("turn %v is not legal", r.Move)
			}
		}
		pos.PlayMove(r.Move)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r := e.Search(ctx, limit.Limits{}, nil); r.Move == connect.NoMove {
		t.Fatal("a cancelled search has no answer")
	}
	o.Threads = 1
	if err := e.Set(o); err != nil {
		t.Fatal(err)
	}
	if n := len(e.workers.all); n != 0 {
		t.Fatalf("%d workers are left of one thread", n)
	}
}

// A panic on another thread reaches who asked, who may recover from it.
func TestPanicOfAThread(t *testing.T) {
	o := DefaultOptions()
	o.Threads, o.Book, o.TableMB = 2, false, 1
	e, err := New(connect.Board, o, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		e.Position().PlayMove(e.Search(t.Context(), limit.Limits{Nodes: 100}, nil).Move)
	}
	e.workers.all[0].solver = nil
	defer func() {
		if err, ok := recover().(error); !ok || !strings.Contains(err.Error(), "workers.go") {
			t.Errorf("recovered: %v", err)
		}
	}()
	e.Search(t.Context(), limit.Limits{Nodes: 3000}, nil)
}
