package replay

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/record"
)

// Journal keeps entries in memory; it is a table's journal in a replay. It is safe
// for concurrent use.
type Journal struct {
	mu      sync.Mutex
	entries []api.Entry
}

// Append implements [api.Journal].
func (j *Journal) Append(e api.Entry) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.entries = append(j.entries, e)
	return nil
}

// Game is one game as a journal has it.
type Game struct {
	ID     string
	Begun  string     // the position that people set up for it, as a sentence; empty: the usual start
	Turns  [][]string // each turn's points, as they stood at the end; take-backs are gone
	Backs  int        // turns that were taken back
	Result string     // how it ended if not by a row or a full board: "black resigned", "white ran out of time"
}

// Played returns the games that came of the replay, and Then those of the
// recording's own journal, as far as it has one; valid once Over is closed. The
// first may have begun before the recording did.
func (p *Player) Played(j *Journal) (played, then []Game) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return fold(p.book, slices.Concat(p.then[:p.restore], j.entries)), fold(p.book, p.then)
}

// Strays is how often the machine chose a turn in the recording where the replay's
// table did not wait for one: more than none means that the games differ.
func (p *Player) Strays() int { return p.strays }

// fold makes games of entries. Those that do not fit are let pass.
func fold(book []game.Rules, entries []api.Entry) []Game {
	var games []Game
	at := record.Game{Book: book}
	finish := func() {
		if len(games) == 0 {
			return
		}
		g := &games[len(games)-1]
		g.Result = ended(at.Game.Result())
		for _, t := range at.Game.Turns() {
			g.Turns = append(g.Turns, inOrder(t.Points))
		}
	}
	for _, e := range entries {
		at.Seq = e.Seq - 1
		fact, err := at.Plan(e.Line(&at))
		if err != nil {
			continue
		}
		if e.Begins() || e.Whole() && e.ID != at.ID {
			finish()
			games = append(games, Game{ID: e.ID})
		}
		at.Apply(fact)
		g := &games[len(games)-1]
		g.Begun = begun(at.Game.Start())
		g.Backs += e.Back
	}
	finish()
	return games
}

// begun is a position that people set up, as a sentence.
func begun(s game.Start) string {
	if s.IsZero() {
		return ""
	}
	return fmt.Sprintf("black %s, white %s, %s to move", names(s.Black), names(s.White), s.ToMove)
}

// ended is how a game ended, if not by its rules.
func ended(r game.Result) string {
	switch r.Reason {
	case game.ByResign:
		return r.Winner.Other().String() + " resigned"
	case game.ByTime:
		return r.Winner.Other().String() + " ran out of time"
	case game.ByAbandoned:
		return string(r.Reason)
	}
	return ""
}

// inOrder returns a turn's points from the first column and row on.
func inOrder(turn []board.Point) []string {
	list := api.Names(turn)
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
	return list
}

func names(points []board.Point) string {
	return cmp.Or(strings.Join(api.Names(points), " "), "nothing")
}

// String writes a game as lines: its turns by number, and how it ended.
func (g Game) String() string {
	var b strings.Builder
	if g.Begun != "" {
		fmt.Fprintf(&b, "begun from: %s\n", g.Begun)
	}
	for i, t := range g.Turns {
		fmt.Fprintf(&b, "%3d. %s\n", i+1, strings.Join(t, " "))
	}
	if g.Backs > 0 {
		fmt.Fprintf(&b, "taken back: %d\n", g.Backs)
	}
	if g.Result != "" {
		fmt.Fprintf(&b, "%s\n", g.Result)
	}
	return b.String()
}

// Same reports whether two lists of games have the same turns and ends.
func Same(a, b []Game) bool {
	return slices.EqualFunc(a, b, func(x, y Game) bool { return x.String() == y.String() })
}
