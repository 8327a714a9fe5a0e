package search

import (
	"context"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/connect/connecttest"
	"stonehand/engine/eval"
	"stonehand/engine/limit"
	"stonehand/engine/linenet"
)

// TestWhenTheNetworkIsAsked: in searches of Connect6 that time alone bounds, with the worth of
// stones that it corrects, and always where it is given.
func TestWhenTheNetworkIsAsked(t *testing.T) {
	given, large := eval.DefaultNetwork(), board.Size{Cols: 20, Rows: 20}
	for name, c := range map[string]struct {
		size board.Size
		o    func(*Options)
		l    limit.Limits
		want bool
	}{
		"time":         {connect.Board, nil, limit.Limits{Hard: time.Hour}, linenet.Vectors},
		"nodes":        {connect.Board, nil, limit.Limits{Nodes: 500}, false},
		"depth":        {connect.Board, nil, limit.Limits{Depth: 2}, false},
		"little depth": {connect.Board, func(o *Options) { o.Depth = 2 }, limit.Limits{Hard: time.Hour}, false},
		"20x20":        {large, nil, limit.Limits{Hard: time.Hour}, false},
		"other stones": {connect.Board, func(o *Options) { o.Stones = eval.FromRoads(o.Learned.Road, 0) }, limit.Limits{Hard: time.Hour}, false},
		"no stones":    {connect.Board, func(o *Options) { o.Stones = nil }, limit.Limits{Hard: time.Hour}, false},
		"switched off": {connect.Board, func(o *Options) { o.Off = LineNetwork }, limit.Limits{Hard: time.Hour}, false},
		"lean":         {connect.Board, func(o *Options) { *o = o.Lean() }, limit.Limits{Hard: time.Hour}, false},
		"given":        {connect.Board, func(o *Options) { o.Network = given }, limit.Limits{Nodes: 500}, true},
		"given, 20x20": {large, func(o *Options) { o.Network = given }, limit.Limits{Nodes: 500}, false},
	} {
		o := DefaultOptions()
		o.Book, o.Solver = false, false
		if c.o != nil {
			c.o(&o)
		}
		e := newEngine(t, c.size, o)
		e.Position().PlayMove(connect.Move{A: c.size.Center(), B: board.Nowhere})
		asked := false
		ctx, cancel := context.WithCancel(t.Context())
		e.Watch(func([]connect.Move) {
			asked = e.tree.networks.net != nil
			cancel()
		})
		e.Search(ctx, c.l, nil)
		cancel()
		if asked != c.want {
			t.Errorf("%s: asked %v, want %v", name, asked, c.want)
		}
	}
}

// TestNetworkFollowsTheSearch looks at the leaves of searches again.
func TestNetworkFollowsTheSearch(t *testing.T) {
	o := DefaultOptions()
	o.Book, o.Solver, o.Network = false, false, eval.DefaultNetwork()
	e := newEngine(t, connect.Board, o)
	fresh := linenet.NewSums(o.Network, connect.Board, 0, NetworkScale)
	leaves := 0
	e.Watch(func([]connect.Move) {
		if leaves++; leaves%7 > 0 {
			return // many are never asked for
		}
		n := &e.tree.networks
		for _, at := range n.path[n.net.Seen():] {
			n.net.Put(at, e.pos.At(at))
		}
		fresh.Begin(e.pos.At)
		for need := range 2 {
			if got, want := n.net.Correction(need, e.pos.ToMove()), fresh.Correction(need, e.pos.ToMove()); got != want {
				t.Fatalf("leaf %d: %d, looked at again %d", leaves, got, want)
			}
		}
	})
	for _, game := range middleGames[:3] {
		e.Position().CopyFrom(connecttest.Played(t, game))
		search(t, e, limit.Limits{Nodes: 3000})
	}
	if leaves < 700 {
		t.Errorf("only %d leaves", leaves)
	}
}

// TestOptionsKeepTheNetworksMemory: players set options before every turn.
func TestOptionsKeepTheNetworksMemory(t *testing.T) {
	o := DefaultOptions()
	o.Threads, o.Network = 2, eval.DefaultNetwork()
	e := newEngine(t, connect.Board, o)
	if n := testing.AllocsPerRun(3, func() {
		if err := e.Set(o); err != nil {
			t.Fatal(err)
		}
	}); n > 1 { // what the opening's turns are ranked by
		t.Errorf("setting the same options allocates %v times", n)
	}
}
