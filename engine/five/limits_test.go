package five

import (
	"bytes"
	"context"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
)

// middle is a position of the middle game in which much can be tried.
func middle(t testing.TB, rules game.Row, now func() time.Time) *Engine {
	t.Helper()
	e := New(fifteen, rules, now)
	for i, s := range []string{"H8", "I9", "J8", "H10", "G7", "I7", "K9", "J10", "F9", "G10", "L7", "E8"} {
		e.Put(at(t, s), colours[i%2])
	}
	return e
}

func TestSearchAllocatesNothing(t *testing.T) {
	for _, rules := range []game.Row{game.FiveOrMore, game.ExactFive, game.RenjuFive} {
		e := middle(t, rules, time.Now)
		if n := testing.AllocsPerRun(3, func() {
			e.Search(context.Background(), board.Black, limit.Limits{Nodes: 3000, Hard: time.Minute}, nil)
		}); n > 0 {
			t.Errorf("rules %d: a search allocates %v times", rules, n)
		}
	}
}

// When its time is up, or its context ends, a search asks for the time at most once
// more for each of its parts, and looks at few positions between two such questions.
func TestSearchEndsInTime(t *testing.T) {
	for _, rules := range []game.Row{game.FiveOrMore, game.RenjuFive} {
		var now time.Time
		asked, late := 0, 0
		const hard = 300
		e := middle(t, rules, func() time.Time {
			asked++
			if asked > hard+1 {
				late++
			}
			return now.Add(time.Duration(asked) * time.Millisecond)
		})
		f := e.Search(t.Context(), board.Black, limit.Limits{Hard: hard * time.Millisecond}, nil)
		if f.Move == board.Nowhere || asked < hard/2 || late > 2 {
			t.Errorf("rules %d: %d questions, %d of them late; plays %s", rules, asked, late, f.Move)
		}
		if most := uint64(asked) * 128; f.Nodes > most {
			t.Errorf("rules %d: %d positions between %d questions for the time", rules, f.Nodes, asked)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		e.Clear()
		e.Put(fifteen.Center(), board.Black)
		if f := e.Search(ctx, board.White, limit.Limits{}, nil); f.Move == board.Nowhere || f.Nodes > 200 {
			t.Errorf("rules %d: %d positions after the end", rules, f.Nodes)
		}
	}
}

// A search looks at no more positions than it may, the solver's included.
func TestNodesAreBounded(t *testing.T) {
	for _, rules := range []game.Row{game.FiveOrMore, game.RenjuFive} {
		e := middle(t, rules, time.Now)
		for n := uint64(1); n < 4000; n += 1 + n/7 {
			f := e.Search(t.Context(), board.Black, limit.Limits{Nodes: n}, nil)
			if f.Move == board.Nowhere || f.Nodes > n || f.Nodes < n && f.Score < Proved {
				t.Errorf("rules %d: %d positions of %d; plays %s", rules, f.Nodes, n, f.Move)
			}
		}
	}
}

// Wherever the root's score is first looked for, what is returned is a score and no
// bound of the window, or nothing when the search ends before there is one.
func TestWindowIsLeft(t *testing.T) {
	for _, last := range []int{-5000, 0, 5000} {
		e := middle(t, game.FiveOrMore, time.Now)
		e.farthest = maxPly / 2
		n := e.generate(board.Black, 0, board.Nowhere)
		if at, score := e.aspirate(board.Black, 4, n, last); at == board.Nowhere || score < -1000 || score > 1000 {
			t.Errorf("about %d: %s, %d", last, at, score)
		}
		e.clock.Over = true
		if at, _ := e.aspirate(board.Black, 4, n, last); at != board.Nowhere {
			t.Errorf("about %d: %s without a search", last, at)
		}
	}
}

// A move that a window shows to be better is played, although the time ends before it is
// known by how much.
func TestTimeEndsAboveTheWindow(t *testing.T) {
	const depth, low = 6, -5000
	e := middle(t, game.FiveOrMore, time.Now)
	e.farthest = maxPly / 2
	n := e.generate(board.Black, 0, board.Nowhere)
	want, score := e.root(board.Black, depth*stone, n, low-e.options.Aspiration, low+e.options.Aspiration)
	if want == board.Nowhere || score <= low {
		t.Fatalf("the window shows %s, %d", want, score)
	}
	nodes := e.clock.Nodes
	var late *Engine
	late = middle(t, game.FiveOrMore, func() (now time.Time) {
		if late.clock.Nodes > nodes {
			now = now.Add(time.Hour)
		}
		return now
	})
	late.farthest = maxPly / 2
	late.generate(board.Black, 0, board.Nowhere)
	late.clock.Start(t.Context(), limit.Limits{Hard: time.Minute}, late.now)
	at, least := late.aspirate(board.Black, depth, n, low)
	if !late.clock.Over || at != want || least != score {
		t.Errorf("%s, %d, at an end that is %v; want %s, %d", at, least, late.clock.Over, want, score)
	}
}

// Someone who watches a search is shown every position whose worth is asked for, those
// above beta too.
func TestWatchIsShownEveryLeaf(t *testing.T) {
	e := engineAt(t, game.FiveOrMore, "H8", "")
	points := e.generate(board.White, 0, board.Nowhere)
	shown := map[board.Point]bool{}
	e.Watch(func(line []board.Point) { shown[line[0]] = true })
	e.Search(t.Context(), board.White, limit.Limits{Depth: 1}, nil)
	if len(shown) != points {
		t.Errorf("%d of %d leaves are shown", len(shown), points)
	}
	e.Watch(nil)
	clear(shown)
	if e.Search(t.Context(), board.White, limit.Limits{Depth: 1}, nil); len(shown) > 0 {
		t.Errorf("%d leaves are shown to nobody", len(shown))
	}
}

func TestEmbeddedTables(t *testing.T) {
	for _, r := range []game.Row{game.FiveOrMore, game.ExactFive, game.RenjuFive} {
		all := defaultTables[r%3]()
		if all[0] == nil || all[1] == nil || r != game.RenjuFive && all[0] != all[1] {
			t.Errorf("rules %d: %v", r, all)
		}
		var b bytes.Buffer
		if err := all.Write(&b); err != nil {
			t.Fatal(err)
		}
		again, err := ReadTables(&b)
		if err != nil || *again[0] != *all[0] || *again[1] != *all[1] {
			t.Errorf("rules %d: what is written is not what is read: %v", r, err)
		}
	}
}

// FuzzReadTables reads whatever a file may hold.
func FuzzReadTables(f *testing.F) {
	var b bytes.Buffer
	s := shapedTable()
	if err := (Tables{s, s}).Write(&b); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add(b.Bytes()[:100])
	f.Add([]byte(tableFile.Magic + "\x02\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, file []byte) {
		all, err := ReadTables(bytes.NewReader(file))
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := all.Write(&again); err != nil {
			t.Fatal(err)
		}
		if one := len(file) == again.Len(); one && !bytes.Equal(file, again.Bytes()) {
			t.Fatal("what is read is not what is written")
		}
	})
}

// kindScores are what a kind adds to how promising a point is, in the absence of a
// learned table.
var kindScores = [kindCount]int16{MakesThree: 40, DoubleThree: 300, MakesFour: 60, FourThree: 600, Straight: 2000, Wins: 10_000}

// shapedTable returns a table of which nothing was learned.
func shapedTable() *Table {
	t := &Table{}
	for i := range t.Moving {
		x := codebookOnce().some[i]
		s, k := x.shaped(), kindScores[x.kind()]
		t.Moving[i], t.Waiting[i] = s, s
		t.Own[i], t.Taken[i] = 2*s+2*k, s+k
	}
	return t
}
