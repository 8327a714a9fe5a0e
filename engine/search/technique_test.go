package search

import (
	"strings"
	"testing"
	"time"

	"stonehand/engine/connect"
	"stonehand/engine/connect/connecttest"
	"stonehand/engine/eval"
	"stonehand/engine/limit"
)

// middleGames are some of the positions of "stonehand bench": quiet ones, and one
// with a win near.
var middleGames = append([]string{
	"J10 J7 J9 H10 I11 K8 I10 K9 H12 L8 F14 H11",
	"J10 I13 M13 I10 I11 H12 H13 G10 H10 F10 K10 J12 K13 F8 L14 J9 J11 J8 J13",
	"J10 I12 M13 K9 L10 I10 K10 L9 I11 L6 L8 E3 G6",
	"J10 M8 G11 I10 I11 H12 I12 M7 K12 E9 F10 D8 I13 L8 F12 J11 L13 G8 M14 J12 J13 J8 J14 H10 K13 G9 M13 K5 Q16 G13 L14",
	"J10 H11 G13 K10 J11 H13 J13 F10 I10 G10 I15 L10 M10 H10 N10 H12 I12 G8 M11 G11 J14 H8 I13 F13 L13 H9 B18 H7 L12 I8 F11 J7 E12 J8 S17 F8 L8 L9 K12 K9 K16 M7 L14 N14 K19 D3 D10 R1 L19 B4 E7",
}, open...)

// count searches positions of the middle game with some techniques switched off
// and returns how many nodes that took; full: as where time alone bounds.
func count(t *testing.T, off Technique, full bool) (nodes uint64) {
	t.Helper()
	o := DefaultOptions()
	o.Book, o.Solver, o.Off = false, off&NodeSolver == 0, off
	if full {
		o.Network = eval.DefaultNetwork()
	}
	e := newEngine(t, connect.Board, o)
	for _, game := range middleGames {
		e.Position().CopyFrom(connecttest.Played(t, game))
		nodes += search(t, e, limit.Limits{Depth: 5}).Nodes
	}
	return nodes
}

// TestEveryTechniqueCanBeSwitchedOff: without any one of them, and without all,
// the search is another one and still answers.
func TestEveryTechniqueCanBeSwitchedOff(t *testing.T) {
	t.Parallel()
	// Some show only where others do not do their work.
	hidden := map[string]Technique{"internal": TableMove, "distance": NullWindow | NodeSolver | Zone}
	all, full := count(t, 0, false), count(t, 0, true)
	for _, name := range techniqueNames {
		if name == "pace" || name == "staged" || name == "network" || name == "putoff" {
			continue // of searches on a clock, as those below; "staged" saves time and no nodes, "putoff" is of threads
		}
		off, err := ParseTechniques(name)
		if err != nil {
			t.Fatal(err)
		}
		with, asTuned := all, false
		switch name {
		case "tuned", "replies":
			with, asTuned = full, true
		}
		if hidden[name] != 0 {
			with = count(t, hidden[name], asTuned)
		}
		if n := count(t, off|hidden[name], asTuned); n == with {
			t.Errorf("without %s the search takes %d nodes, as with it", name, n)
		} else {
			t.Logf("%-10s %8d nodes, with it %8d", name, n, with)
		}
	}
	if n := count(t, 1<<len(techniqueNames)-1, false); n <= all {
		t.Errorf("without any technique %d nodes, with all %d", n, all)
	}
	if _, err := ParseTechniques("killers+magic"); err == nil || !strings.Contains(err.Error(), "magic") || !strings.Contains(err.Error(), "internal") {
		t.Errorf("an unknown technique: %v", err)
	}
}

// TestWithoutPaceTheSoftLimitAloneCounts: no iteration begins after it, and none is
// spared before it.
func TestWithoutPaceTheSoftLimitAloneCounts(t *testing.T) {
	clock := &stepping{step: time.Millisecond}
	o := DefaultOptions()
	o.Book, o.Solver, o.Off = false, false, Pace
	e, err := New(connect.Board, o, clock.now)
	if err != nil {
		t.Fatal(err)
	}
	e.Position().CopyFrom(connecttest.Played(t, open[0]))
	soft := 300 * time.Millisecond
	var last Found
	r := e.Search(t.Context(), limit.Limits{Soft: soft, Hard: time.Hour}, func(i Found) {
		if last.Elapsed >= soft {
			t.Errorf("depth %d began %v after the soft limit", i.Depth, last.Elapsed-soft)
		}
		last = i
	})
	if r.Elapsed < soft {
		t.Errorf("over after %v, the soft limit is %v", r.Elapsed, soft)
	}
}
