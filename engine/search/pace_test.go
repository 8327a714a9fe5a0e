package search

import (
	"strings"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/connect/connecttest"
	"stonehand/engine/hybrid"
	"stonehand/engine/limit"
	"stonehand/engine/player"
)

// round is one complete iteration: how long it took, what it found best.
type round struct {
	cost  time.Duration
	move  int
	score int32
}

// walk takes iterations until one is the last, and returns its depth and when it
// was complete; 0 if none was.
func walk(l limit.Limits, margin int32, rounds func(depth int) round) (depth int, at time.Duration) {
	var p pace
	p.begin(l, margin)
	for depth = 1; depth <= MaxDepth; depth++ {
		r := rounds(depth)
		at += r.cost
		if l.Hard > 0 && at >= l.Hard {
			return 0, at
		}
		if p.enough(depth, at, connect.Move{A: board.At(r.move, 0), B: board.Nowhere}, r.score) {
			return depth, at
		}
	}
	return 0, at
}

// TestPace: on iterations of 100 ms each a search with a soft limit of 1 s lasts
// as long as its course asks for.
func TestPace(t *testing.T) {
	even := 100 * time.Millisecond
	for _, c := range []struct {
		name        string
		soft, hard  time.Duration
		rounds      func(depth int) round
		least, most time.Duration
	}{
		{"settled", time.Second, 4 * time.Second, func(int) round { return round{even, 1, 50} }, 800 * time.Millisecond, 900 * time.Millisecond},
		{"always another turn", time.Second, 4 * time.Second, func(d int) round { return round{even, d % 3, 50} }, 1900 * time.Millisecond, 2 * time.Second},
		{"one change late", time.Second, 4 * time.Second, func(d int) round { return round{even, d / 8, 50} }, 1100 * time.Millisecond, 1300 * time.Millisecond},
		{"falling", time.Second, 4 * time.Second, func(d int) round { return round{even, 1, int32(-100 * d)} }, 1400 * time.Millisecond, 1600 * time.Millisecond},
		{"falling and changing", time.Second, 4 * time.Second, func(d int) round { return round{even + even, d % 2, int32(-900 * d)} }, 4 * time.Second, 4 * time.Second},
		{"rising", time.Second, 4 * time.Second, func(d int) round { return round{even, 1, int32(100 * d)} }, 800 * time.Millisecond, 900 * time.Millisecond},
		// What goes up and down with the side that moves last is no fall.
		{"swinging", time.Second, 4 * time.Second, func(d int) round { return round{even, 1, int32(300 * (d % 2))} }, 800 * time.Millisecond, 900 * time.Millisecond},
	} {
		if depth, at := walk(limit.Limits{Soft: c.soft, Hard: c.hard}, 100, c.rounds); at < c.least || at > c.most {
			t.Errorf("%s: over after %v at depth %d, want %v to %v", c.name, at, depth, c.least, c.most)
		}
	}
}

// TestPaceBeginsNothingThatWillNotFit: iterations that take four times as long
// each stop when not half of another fits before the hard limit.
func TestPaceBeginsNothingThatWillNotFit(t *testing.T) {
	grow := func(move func(int) int) func(int) round {
		return func(depth int) round {
			return round{time.Millisecond << (2 * (depth - 1)), move(depth), 0}
		}
	}
	same := func(int) int { return 1 }
	// 1 + 4 + 16 + 64 + 256 ms = 341 ms; the next takes 1,024 ms.
	for _, c := range []struct {
		hard time.Duration
		move func(int) int
		want int // 0: cut short by the hard limit
	}{
		{800 * time.Millisecond, same, 5}, // half of the next ends after 853 ms
		{time.Second, same, 0},
		{800 * time.Millisecond, func(d int) int { return d }, 0}, // it changes its mind
	} {
		if depth, _ := walk(limit.Limits{Soft: 700 * time.Millisecond, Hard: c.hard}, 100, grow(c.move)); depth != c.want {
			t.Errorf("within %v the last complete iteration is %d, want %d", c.hard, depth, c.want)
		}
	}
}

// TestPaceWithoutSoftLimit: without a soft limit, or with one that saves
// nothing, only the hard limit ends a search.
func TestPaceWithoutSoftLimit(t *testing.T) {
	rounds := func(int) round { return round{10 * time.Millisecond, 1, 0} }
	for _, l := range []limit.Limits{{}, {Hard: time.Second}, {Nodes: 5}, {Soft: time.Second, Hard: time.Second}} {
		if depth, at := walk(l, 100, rounds); depth != 0 {
			t.Errorf("%+v: over after %v at depth %d", l, at, depth)
		}
	}
}

// TestCompelled: the only answer to threats, and a position that is lost, are
// answered without a search when time is short, and only then.
func TestCompelled(t *testing.T) {
	clock := &stepping{step: time.Microsecond}
	e, err := New(connect.Board, small(hybrid.Own), clock.now)
	if err != nil {
		t.Fatal(err)
	}
	stand := func(white string) {
		pos := e.Position()
		pos.Reset()
		for i, name := range strings.Fields(white) {
			p, err := pos.Size().Parse(name, board.Algebraic)
			if err != nil {
				t.Fatal(err)
			}
			pos.Put(p, board.White)
			pos.Put(board.At(2*i%19, 18-2*(i/9)), board.Black)
		}
		pos.SetTurn(board.Black, 2)
	}
	for _, c := range []struct {
		white  string
		source player.Source
		move   string // if there is only one
		lost   bool
	}{
		{white: "D5 E5 F5 G5", source: player.FromSearch},                                     // three pairs answer
		{white: "D5 E5 F5 G5 H5", source: player.FromOnly, move: "C5 I5"},                     // five in a row with both ends open
		{white: "D5 E5 F5 G5 H5 D10 E10 F10 G10", source: player.FromSearch, lost: true},      // three threats
		{white: "A5 B5 C5 D5 A7 B7 C7 D7 A9 B9 C9 D9", source: player.FromSearch, lost: true}, // three at the edge
	} {
		stand(c.white)
		r := search(t, e, limit.Limits{Hard: time.Hour, Nodes: 5000})
		if (r.Score <= -Proved) != c.lost {
			t.Errorf("%s: score %d", c.white, r.Score)
		}
		if c.move != "" && (r.Move.String() != c.move || r.Source != player.FromOnly) || c.move == "" && r.Source == player.FromOnly {
			t.Errorf("%s: %s %s, want %s", c.white, r.Source, r.Move, c.move)
		}
		if quick := c.lost || c.move != ""; quick != (r.Nodes == 0) {
			t.Errorf("%s: %d nodes", c.white, r.Nodes)
		}
		// Without a limit of time it is searched as ever.
		untimed := search(t, e, limit.Limits{Nodes: 5000})
		if c.move != "" && untimed.Move != r.Move {
			t.Errorf("%s: %s in a hurry, %s otherwise", c.white, r.Move, untimed.Move)
		}
	}
}

// TestTimeFollowsTheSearch: on a clock that goes on with every look, a search
// whose mind is made up is over before its soft limit, and none takes more than
// the hard one.
func TestTimeFollowsTheSearch(t *testing.T) {
	clock := &stepping{step: 50 * time.Microsecond}
	o := DefaultOptions()
	o.Book, o.TableMB = false, 1
	e, err := New(connect.Board, o, clock.now)
	if err != nil {
		t.Fatal(err)
	}
	e.Position().CopyFrom(connecttest.Played(t, "J10 K11 J9 I9 I11"))
	lim := limit.Limits{Soft: 20 * time.Millisecond, Hard: 80 * time.Millisecond}
	r := search(t, e, lim)
	if r.Elapsed > lim.Hard+time.Millisecond || r.Depth < 2 {
		t.Errorf("took %v to depth %d, limits %+v", r.Elapsed, r.Depth, lim)
	}
	all := search(t, e, limit.Limits{Soft: lim.Hard, Hard: lim.Hard})
	if all.Elapsed < lim.Hard-time.Millisecond {
		t.Errorf("over after %v, though nothing is saved by it", all.Elapsed)
	}
}
