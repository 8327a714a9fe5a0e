package five

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/linenet"
)

// TestWhenTheNetworkIsAsked: in searches that time alone bounds, on fifteen by fifteen, of
// the rules that have one, and always where it is given.
func TestWhenTheNetworkIsAsked(t *testing.T) {
	given := defaultNetworks[game.FiveOrMore]()
	for name, c := range map[string]struct {
		side  int
		rules game.Row
		o     func(*Options)
		l     limit.Limits
		want  bool
	}{
		"time":          {15, game.FiveOrMore, nil, limit.Limits{Hard: time.Hour}, linenet.Vectors},
		"exactly five":  {15, game.ExactFive, nil, limit.Limits{Hard: time.Hour}, linenet.Vectors},
		"nodes":         {15, game.FiveOrMore, nil, limit.Limits{Nodes: 500}, false},
		"depth":         {15, game.FiveOrMore, nil, limit.Limits{Depth: 2}, false},
		"a large board": {19, game.FiveOrMore, nil, limit.Limits{Hard: time.Hour}, false},
		"Renju":         {15, game.RenjuFive, nil, limit.Limits{Hard: time.Hour}, linenet.Vectors},
		"other tables":  {15, game.FiveOrMore, func(o *Options) { o.Tables = defaultTables[0]() }, limit.Limits{Hard: time.Hour}, false},
		"switched off":  {15, game.FiveOrMore, func(o *Options) { o.Off = LineNetwork }, limit.Limits{Hard: time.Hour}, false},
		"given":         {15, game.RenjuFive, func(o *Options) { o.Network = given }, limit.Limits{Nodes: 500}, true},
		"given, large":  {19, game.RenjuFive, func(o *Options) { o.Network = given }, limit.Limits{Nodes: 500}, false},
	} {
		o := DefaultOptions()
		if c.o != nil {
			c.o(&o)
		}
		o.Off |= RootSolver // which takes a while
		e := NewWith(board.Size{Cols: c.side, Rows: c.side}, c.rules, o, time.Now)
		for i, s := range strings.Fields("H8 I9 J8 H10 G7 I7") {
			e.Put(at(t, s), colours[i%2])
		}
		asked := false
		ctx, cancel := context.WithCancel(t.Context())
		e.Watch(func([]board.Point) {
			asked = e.network != nil
			cancel()
		})
		e.Search(ctx, board.Black, c.l, nil)
		cancel()
		if asked != c.want || e.network != nil {
			t.Errorf("%s: asked %v, want %v; afterwards %v", name, asked, c.want, e.network != nil)
		}
	}
}

// TestNetworkSearchAllocatesNothing: nor does it leave anything behind for the next search.
func TestNetworkSearchAllocatesNothing(t *testing.T) {
	o := DefaultOptions()
	o.Network = defaultNetworks[game.FiveOrMore]()
	e := NewWith(fifteen, game.FiveOrMore, o, time.Now)
	var stones []board.Point
	for _, s := range strings.Fields("H8 I9 J8 H10 G7 I7 K9 J10 F9 G10 L7 E8") {
		stones = append(stones, at(t, s))
	}
	search := func() Found {
		e.Clear()
		for i, at := range stones {
			e.Put(at, colours[i%2])
		}
		return e.Search(context.Background(), board.Black, limit.Limits{Nodes: 3000}, nil)
	}
	first := search()
	if n := testing.AllocsPerRun(3, func() { search() }); n > 0 {
		t.Errorf("a search allocates %v times", n)
	}
	if f := search(); f.Move != first.Move || f.Score != first.Score || f.Nodes != first.Nodes {
		t.Errorf("the same search finds %s %d in %d nodes, and then %s %d in %d", first.Move, first.Score, first.Nodes, f.Move, f.Score, f.Nodes)
	}
}

// TestNetworkFollowsTheStones has networks judge positions as stones come and go, and the same
// positions looked at again.
func TestNetworkFollowsTheStones(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, rules := range []game.Row{game.FiveOrMore, game.RenjuFive} {
		net := defaultNetworks[rules]()
		p, q := NewPosition(fifteen, rules), NewPosition(fifteen, rules)
		for range 7 {
			p.Put(free(rng, p), board.Color(1+p.Count()%2))
		}
		p.ask(newNetSums(net, fifteen))
		fresh := newNetSums(net, fifteen)
		root := p.Count()
		for range 300 {
			if p.Count() > root && rng.IntN(5) < 2 {
				p.Take()
			} else if p.Count() < 100 {
				p.Put(free(rng, p), board.Color(1+p.Count()%2))
			}
			if rng.IntN(3) > 0 { // some are never asked for
				continue
			}
			for q.network = nil; q.Count() > 0; {
				q.Take()
			}
			for i, at := range p.moves {
				q.Put(at, board.Color(1+i%2))
			}
			q.ask(fresh)
			for _, c := range colours {
				if got, want := p.correction(c), q.correction(c); got != want {
					t.Fatalf("after %d stones, %v to move: %d, looked at again %d", p.Count(), c, got, want)
				}
			}
		}
	}
}

// free is an empty point.
func free(rng *rand.Rand, p *Position) board.Point {
	for {
		if at := p.size.Point(rng.IntN(p.size.Count())); p.At(at) == board.Empty {
			return at
		}
	}
}

// BenchmarkNetwork measures a stone put down, judged and lifted, with the network and
// without.
func BenchmarkNetwork(b *testing.B) {
	net := defaultNetworks[game.FiveOrMore]()
	for _, with := range []bool{false, true} {
		b.Run(map[bool]string{false: "without", true: "with"}[with], func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 1))
			p := NewPosition(fifteen, game.FiveOrMore)
			for range 30 {
				p.Put(free(rng, p), board.Color(1+p.Count()%2))
			}
			if with {
				p.ask(newNetSums(net, fifteen))
			}
			at := free(rng, p)
			b.ReportAllocs()
			for b.Loop() {
				p.Put(at, board.Black)
				p.Value(board.White)
				if with {
					p.correction(board.White)
				}
				p.Take()
			}
		})
	}
}
