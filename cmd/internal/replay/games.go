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
	before := p.then[:p.restore]
	return fold(slices.Concat(before, j.entries)), fold(p.then)
}

// Strays is how often the machine chose a turn in the recording where the replay's
// table did not wait for one: more than none means that the games differ.
func (p *Player) Strays() int { return p.strays }

// fold makes games of entries.
func fold(entries []api.Entry) []Game {
	var games []Game
	for _, e := range entries {
		if e.Begins() {
			games = append(games, begun(e))
			continue
		}
		if e.Kind == api.KindCheckpoint && e.State != nil && (len(games) == 0 || games[len(games)-1].ID != e.ID) {
			games = append(games, resumed(e))
			continue
		}
		if len(games) == 0 {
			continue
		}
		g := &games[len(games)-1]
		switch e.Kind {
		case api.KindTurn:
			g.Turns = append(g.Turns, inOrder(e.Turn))
		case api.KindUndo:
			n := min(e.Back, len(g.Turns))
			g.Turns = g.Turns[:len(g.Turns)-n]
			g.Backs += n
			g.Result = ""
		case api.KindAbandon:
			g.Result = "abandoned"
		case api.KindResign:
			g.Result = e.Color.String() + " resigned"
		case api.KindFlag:
			g.Result = e.Color.String() + " ran out of time"
		}
	}
	return games
}

// begun is a game that begins with an entry.
func begun(e api.Entry) Game {
	g := Game{ID: e.ID}
	if len(e.Black)+len(e.White) > 0 {
		g.Begun = fmt.Sprintf("black %s, white %s, %s to move", names(e.Black), names(e.White), e.Color)
	}
	return g
}

// resumed is a game of which nothing is known before a checkpoint.
func resumed(e api.Entry) Game {
	g := begun(e)
	for _, turn := range e.State.Turns {
		g.Turns = append(g.Turns, inOrder(turn))
	}
	switch s := e.State; s.Reason {
	case game.ByResign:
		g.Result = s.Winner.Other().String() + " resigned"
	case game.ByTime:
		g.Result = s.Winner.Other().String() + " ran out of time"
	case game.ByAbandoned:
		g.Result = string(s.Reason)
	}
	return g
}

// inOrder returns a turn's points from the first column and row on.
func inOrder(turn []board.Point) []string {
	list := words(turn)
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
	return list
}

func words(points []board.Point) []string {
	var list []string
	for _, p := range points {
		list = append(list, p.String())
	}
	return list
}

func names(points []board.Point) string { return cmp.Or(strings.Join(words(points), " "), "nothing") }

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
