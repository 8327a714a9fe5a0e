package search

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/connect/connecttest"
	"stonehand/engine/eval"
	"stonehand/engine/hybrid"
	"stonehand/engine/limit"
	"stonehand/engine/player"
)

// kinds are all searches there are: the document's four mixes and the
// product's own.
var kinds = func() (all []hybrid.Mix) {
	for m := hybrid.Mix(0); m.Valid(); m++ {
		all = append(all, m)
	}
	return all
}()

// small are options for quick searches of everything there is.
func small(mix hybrid.Mix) Options {
	o := DefaultOptions()
	o.Mix, o.Width, o.Depth, o.TableMB = mix, 10, 4, 1
	return o
}

// snapshot is what a search must leave as it was.
type snapshot struct {
	key         board.Key
	value       int32
	count, due  int
	toMove      board.Color
	hot         [2]int
	gains, past uint64
}

func snap(p *connect.Position) snapshot {
	s := snapshot{key: p.Key(), value: p.Value(board.Black), count: p.Count(), due: p.Due(), toMove: p.ToMove(),
		hot: [2]int{p.Hot(board.Black), p.Hot(board.White)}}
	size := p.Size()
	for i := range size.Count() {
		c := connect.CellOf(size.Point(i))
		s.gains = s.gains*31 + uint64(uint32(p.Gain(board.Black, c))) + uint64(uint32(p.Gain(board.White, c)))<<32
	}
	for i := range p.Count() {
		pt, c := p.Stone(i)
		s.past = s.past*31 + uint64(pt)<<2 + uint64(c)
	}
	return s
}

// search asks for a turn and checks what every answer has to keep: it is legal
// and the position is as it was.
func search(t testing.TB, e *Engine, lim limit.Limits) Found {
	t.Helper()
	before := snap(e.Position())
	r := e.Search(context.Background(), lim, nil)
	if after := snap(e.Position()); after != before {
		t.Fatalf("the search left the position changed: %+v, was %+v", after, before)
	}
	connecttest.CheckTurn(t, e.Position(), r.Move)
	if len(r.Line) > 0 && r.Line[0] != r.Move {
		t.Fatalf("answer %v, but a line %v", r.Move, r.Line)
	}
	return r
}

// sizes are boards of all kinds, some too small to win on.
var sizes = []board.Size{connect.Board, {Cols: 15, Rows: 15}, {Cols: 7, Rows: 7}, {Cols: 20, Rows: 20}, {Cols: 2, Rows: 2}, {Cols: 1, Rows: 1}, {Cols: 1, Rows: 9}, {Cols: 7, Rows: 3}}

// TestWholeGames plays games to their end on all boards with all mixes: the
// answer is always legal, and there is one as long as the game lasts.
func TestWholeGames(t *testing.T) {
	t.Parallel()
	for i, r := range sizes {
		for _, mix := range kinds {
			if testing.Short() && r.Count() > 100 && int(mix) != i%len(kinds) {
				continue
			}
			e := newEngine(t, r, small(mix))
			pos := e.Position()
			for !pos.Over() {
				pos.PlayMove(search(t, e, limit.Limits{Nodes: 300}).Move)
			}
			if got := search(t, e, limit.Limits{}); got.Move != connect.NoMove {
				t.Errorf("%v: turn %v after the end", r, got.Move)
			}
		}
	}
}

// TestNearlyFullBoards searches boards of Connect6 on which one, two or three
// points are left, with any side to place one stone or two.
func TestNearlyFullBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 61))
	for _, mix := range kinds {
		e := newEngine(t, connect.Board, small(mix))
		pos := e.Position()
		for left := 1; left <= 4; left++ {
			pos.Reset()
			// Rows in blocks of two colours hold no six.
			empty := map[int]bool{}
			for len(empty) < left {
				empty[rng.IntN(361)] = true
			}
			for i := range 361 {
				if pt := pos.Size().Point(i); !empty[i] {
					pos.Put(pt, board.Color(1+(pt.X()/2+pt.Y())%2))
				}
			}
			if pos.Winner() != board.Empty {
				t.Fatal("the filling has a winner")
			}
			for _, side := range []board.Color{board.Black, board.White} {
				for due := 1; due <= 2; due++ {
					pos.SetTurn(side, due)
					if r := search(t, e, limit.Limits{}); r.Move.Stones() != min(due, left) {
						t.Errorf("%d points left, %d due: %v", left, due, r.Move)
					}
				}
			}
		}
	}
}

// TestLostPositions: where nothing helps there is still an answer, and it blocks
// what can be blocked.
func TestLostPositions(t *testing.T) {
	pos := connecttest.Draw(t, connect.Board, board.White, `
		...................
		...XXXX............
		...................
		..........X........
		..........X........
		..........X........
		..........X........
		...................
		....O.O............`)
	for _, mix := range kinds {
		for due := 1; due <= 2; due++ {
			e := newEngine(t, connect.Board, small(mix))
			e.Position().CopyFrom(pos)
			e.Position().SetTurn(board.White, due)
			r := search(t, e, limit.Limits{})
			if r.Score > -Proved {
				t.Errorf("%v: a lost position scores %d", mix, r.Score)
			}
			hot := pos.Hot(board.Black)
			e.Position().PlayMove(r.Move)
			if got := e.Position().Hot(board.Black); got >= hot {
				t.Errorf("%v: %v blocks none of %d windows", mix, r.Move, hot)
			}
		}
	}
}

// TestMiddleOfTurn: with one stone placed, one more is asked for, and the two
// make the win.
func TestMiddleOfTurn(t *testing.T) {
	for _, mix := range kinds {
		e := newEngine(t, connect.Board, small(mix))
		e.Position().CopyFrom(connecttest.Draw(t, connect.Board, board.Black, `
			...................
			..OXXXX............
			...................
			...................`))
		e.Position().Play(board.At(7, 2))
		r := search(t, e, limit.Limits{})
		if r.Move != (connect.Move{A: board.At(8, 2), B: board.Nowhere}) {
			t.Errorf("%v: the second stone goes to %v", mix, r.Move)
		}
	}
}

// TestObviousTurns: a win at hand is taken, a threat met, at every strength of
// search that looks at all.
func TestObviousTurns(t *testing.T) {
	for _, mix := range kinds {
		for depth := 1; depth <= 3; depth++ {
			for _, solver := range []bool{false, true} {
				o := small(mix)
				o.Depth, o.Solver, o.Book = depth, solver, false
				e := newEngine(t, connect.Board, o)
				e.Position().CopyFrom(connecttest.Draw(t, connect.Board, board.Black, `
					...................
					...XXXX............
					...................
					...OOOO............
					...................
					...................`))
				r := search(t, e, limit.Limits{})
				e.Position().PlayMove(r.Move)
				if e.Position().Winner() != board.Black {
					t.Errorf("%v at depth %d: %v does not win", mix, depth, r.Move)
				}
				e.Position().CopyFrom(connecttest.Draw(t, connect.Board, board.Black, `
					...................
					...................
					...OOOO............
					...................
					....X..............
					...................
					..........X........`))
				r = search(t, e, limit.Limits{})
				e.Position().PlayMove(r.Move)
				if _, ok := e.Position().WinNow(); ok {
					t.Errorf("%v at depth %d: %v lets White finish", mix, depth, r.Move)
				}
			}
		}
	}
}

// TestSameSearchTwice: a position is searched the same way every time, node for
// node.
func TestSameSearchTwice(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 15))
	for _, mix := range kinds {
		for range 3 {
			pos := connecttest.NewPosition(t, connect.Board)
			connecttest.MiddleGame(pos, rng, 10+rng.IntN(20))
			var first Found
			for i := range 2 {
				e := newEngine(t, connect.Board, small(mix))
				e.Position().CopyFrom(pos)
				r := search(t, e, limit.Limits{Nodes: 1500})
				if i == 0 {
					first = r
				} else if r.Nodes != first.Nodes || r.Move != first.Move || r.Score != first.Score || r.Depth != first.Depth {
					t.Errorf("%v: %v, %d, %d nodes; the first time %v, %d, %d nodes", mix, r.Move, r.Score, r.Nodes, first.Move, first.Score, first.Nodes)
				}
			}
		}
	}
}

// TestSearchAllocatesNothing: with book and solver, in won, lost and quiet
// positions, at the beginning of a turn and in the middle of one, with one thread
// and with two, with a callback and a context that can be cancelled.
func TestSearchAllocatesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 60))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ctx.Done() // made on first use
	reports := 0
	report := func(Found) { reports++ }
	for i, mix := range append(kinds, hybrid.Own) {
		o := small(mix)
		if i == len(kinds) {
			o.Threads, o.Network = 2, eval.DefaultNetwork()
		}
		e := newEngine(t, connect.Board, o)
		sources := map[player.Source]int{}
		halves := 0
		for n := range 12 {
			if testing.Short() && n%3 == 1 && n < 10 {
				continue
			}
			connecttest.MiddleGame(e.Position(), rng, 4*n+n%2)
			switch n {
			case 10: // lost
				e.Position().CopyFrom(connecttest.Draw(t, connect.Board, board.White, "XXXX... ....... XXXX... ....... ....... .XXXX..."))
			case 11: // won by threats
				e.Position().CopyFrom(connecttest.Draw(t, connect.Board, board.White, ".......... .......... ...OOO.... .......... .......... .......O.. .......O.. .......O.. .......... .......... .........."))
			}
			halves += e.Position().Due() % 2
			r := e.Search(ctx, limit.Limits{Nodes: 100}, report)
			sources[r.Source]++
			for what, search := range map[string]func(){
				"with a callback":    func() { e.Search(ctx, limit.Limits{Nodes: 100}, report) },
				"without a callback": func() { e.Search(ctx, limit.Limits{Nodes: 20}, nil) },
				"to one depth":       func() { e.SearchOnce(ctx, limit.Limits{Depth: 2, Nodes: 30}) },
			} {
				if allocs := testing.AllocsPerRun(4, search); allocs != 0 {
					t.Errorf("%v, %d threads: a search %s (%s) of %d stones allocates %v times", mix, o.Threads, what, r.Source, e.Position().Count(), allocs)
				}
			}
		}
		if sources[player.FromThreat] == 0 || sources[player.FromSearch] == 0 || halves == 0 || halves > 8 {
			t.Errorf("%v: answers only from %v, %d in the middle of a turn", mix, sources, halves)
		}
	}
	if reports == 0 {
		t.Error("no search reported")
	}
}

func TestOptionsRefusedInSentences(t *testing.T) {
	for _, change := range []func(*Options){
		func(o *Options) { o.Mix = 9 }, func(o *Options) { o.Width = 0 }, func(o *Options) { o.Width = MaxWidth + 1 },
		func(o *Options) { o.Depth = 0 }, func(o *Options) { o.Depth = MaxDepth + 1 }, func(o *Options) { o.TableMB = 0 }, func(o *Options) { o.TableMB = 1 << 20 },
	} {
		o := small(hybrid.RoadShape)
		e := newEngine(t, connect.Board, o)
		bad := o
		change(&bad)
		if _, err := New(connect.Board, bad, connecttest.Frozen); err == nil || !strings.Contains(err.Error(), " ") {
			t.Errorf("New with %+v: %v", bad, err)
		}
		if err := e.Set(bad); err == nil || e.Options() != o {
			t.Errorf("Set with %+v: %v, options now %+v", bad, err, e.Options())
		}
	}
	if _, err := New(board.Size{Cols: 99, Rows: 19}, small(hybrid.RoadShape), connecttest.Frozen); err == nil {
		t.Error("99 columns are accepted")
	}
}

// TestWinsAreScored: every search that looks far enough tells a forced win by
// its score, also without the solver before it.
func TestWinsAreScored(t *testing.T) {
	for _, mix := range kinds {
		for _, solver := range []bool{false, true} {
			o := small(mix)
			o.Solver = solver
			e := newEngine(t, connect.Board, o)
			e.Position().CopyFrom(connecttest.Draw(t, connect.Board, board.Black, `
				...................
				.......X...........
				.......X...........
				.......X...........
				...................
				...XXX.............
				...................
				...................
				...................
				...................`))
			if r := search(t, e, limit.Limits{}); r.Score != Win-3 || len(r.Line) == 0 {
				t.Errorf("%v, solver %v: score %d (%s) with line %v, want %d for a win in three turns", mix, solver, r.Score, r.Source, r.Line, Win-3)
			}
		}
	}
}

// TestRungs: every rung makes options that an engine takes, and a number
// beyond either end is the nearest level.
func TestRungs(t *testing.T) {
	for n := -1; n <= Rungs+1; n++ {
		o, lim := Rung(n, small(hybrid.RoadShape), limit.Limits{Soft: 5, Hard: 7})
		if err := o.Check(); err != nil {
			t.Errorf("level %d: %v", n, err)
		}
		if lim.Soft != 5 || lim.Hard != 7 {
			t.Errorf("level %d changes the time to %+v", n, lim)
		}
		near, nearLim := Rung(max(1, min(n, Rungs)), small(hybrid.RoadShape), limit.Limits{Soft: 5, Hard: 7})
		if o != near || lim != nearLim {
			t.Errorf("level %d is not the nearest one", n)
		}
		e := newEngine(t, connect.Board, o)
		connecttest.MiddleGame(e.Position(), rand.New(rand.NewPCG(1, 1)), 12)
		if lim.Nodes == 0 || lim.Nodes > 500 {
			lim.Nodes = 500
		}
		search(t, e, lim)
	}
}

// TestBookInSearch: the engine plays from the book at once when it may, and
// thinks when it may not.
func TestBookInSearch(t *testing.T) {
	o := small(hybrid.RoadShape)
	e := newEngine(t, connect.Board, o)
	if r := search(t, e, limit.Limits{}); r.Move != (connect.Move{A: board.At(9, 9), B: board.Nowhere}) || r.Source != player.FromBook {
		t.Errorf("the first stone: %v (%s), want J10 from the book", r.Move, r.Source)
	}
	e.Position().CopyFrom(connecttest.Played(t, "J10"))
	if r := search(t, e, limit.Limits{}); r.Source != player.FromBook || r.Nodes != 0 {
		t.Errorf("White's first turn comes from %s after %d nodes", r.Source, r.Nodes)
	}
	o.Book = false
	if err := e.Set(o); err != nil {
		t.Fatal(err)
	}
	if r := e.Search(context.Background(), limit.Limits{Nodes: 50}, nil); r.Source != player.FromSearch || r.Nodes == 0 {
		t.Errorf("without the book the turn comes from %s after %d nodes", r.Source, r.Nodes)
	}
}

func newEngine(t testing.TB, size board.Size, o Options) *Engine {
	t.Helper()
	e, err := New(size, o, connecttest.Frozen)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
