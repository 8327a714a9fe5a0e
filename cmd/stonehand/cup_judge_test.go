package main_test

import (
	"cmp"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// cupPosition reads a board: x and o are stones, any other letter names a point.
func cupPosition(rule cupRule, rows ...string) (b *cupBoard, points map[rune]cupPoint) {
	b, points = newCupBoard(len(rows[0]), len(rows), rule), map[rune]cupPoint{}
	for y, row := range rows {
		for x, c := range row {
			switch p := (cupPoint{x, y}); c {
			case 'x':
				b.stones[p] = cupBlack
			case 'o':
				b.stones[p] = cupWhite
			default:
				points[c] = p
			}
		}
	}
	return b, points
}

// The judge's own idea of what Renju forbids.
func TestCupForbidden(t *testing.T) {
	for _, c := range []struct {
		name string
		rows string
		want bool
	}{
		{"a stone alone", "..... ..a.. .....", false},
		{"overline", "......... .xxxaxx.. .........", true},
		{"five beside an overline", ".xxaxx.. ...x.... ...x.... ...x.... ...x.... ...x....", false},
		{"two fours in one line", "........... .x.xxa.x.. ...........", true},
		{"a straight four", "......... ..xxxa.. .........", false},
		{"double four", "......... oxxxa.... ....x.... ....x.... ....x.... ....o....", true},
		{"double three", "......... ..xxa.... ....x.... ....x.... .........", true},
		{"a three that the edge closes", "......... ..xxa.... ....x.... ....x.... ....o....", false},
		{"four and three", "......... oxxxa.... ....x.... ....x.... .........", false},
		// The left point would make a straight four, and an overline with what is
		// farther left: only the right one counts, and it does.
		{"three beside a stone", "............ x..xxa...... .....x...... .....x...... ............ ............", true},
	} {
		rows := strings.Fields(c.rows)
		width := 0
		for _, r := range rows {
			width = max(width, len(r))
		}
		for i := range rows {
			rows[i] += strings.Repeat(".", width+2-len(rows[i]))
		}
		b, points := cupPosition(cupRenju, append(rows, strings.Repeat(".", width+2), strings.Repeat(".", width+2))...)
		if got := b.Forbidden(points['a']); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// Rows win as the rules say.
func TestCupWins(t *testing.T) {
	for _, c := range []struct {
		rule cupRule
		row  string
		want bool
	}{
		{cupFreestyle, ".xxxxx..", true}, {cupFreestyle, ".xxxxxx.", true}, {cupFreestyle, ".xxxx...", false},
		{cupExact, ".xxxxx..", true}, {cupExact, ".xxxxxx.", false}, {cupExact, "oooooo..", false},
		{cupRenju, ".xxxxx..", true}, {cupRenju, ".xxxxxx.", false}, {cupRenju, "oooooo..", true},
	} {
		b, _ := cupPosition(c.rule, c.row)
		at := strings.IndexAny(c.row, "xo")
		if got := b.Wins(cupPoint{at + 2, 0}); got != c.want {
			t.Errorf("rule %d, %s: %v", c.rule, c.row, got)
		}
	}
}

// cupScript is a brain of a few lines of shell, which gets every line as $line.
func cupScript(t *testing.T, body string) *cupBrain {
	t.Helper()
	b, err := startBrain("script", []string{"sh", "-c", "n=0; while read -r line; do case $line in START*) echo OK;; INFO*|BOARD*|[0-9]*) ;; END*) exit 0;; *) n=$((n+1)); " + body + ";; esac; done"}, t.Output(), rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Kill)
	return b
}

// Brains that break the rules are found out.
func TestCupVerdicts(t *testing.T) {
	for _, c := range []struct {
		name, black, white string
		terms              cupTerms
		winner             cupSide
		fault, err         string
	}{
		{name: "a row", black: "echo $n,1", white: "echo $n,3", winner: cupBlack},
		{name: "the same point twice", black: "echo 1,1", white: "echo $n,3", winner: cupWhite, fault: "on a stone"},
		{name: "off the board", black: "echo $n,1", white: "echo 3,15", winner: cupBlack, fault: "off the board"},
		{name: "late", black: "echo $n,1", white: "sleep 4; echo $n,3", terms: cupTerms{Turn: 3 * time.Second}, winner: cupBlack, fault: "for a move"},
		{name: "the match's time", black: "echo $n,1", white: "sleep 0.2; echo $n,3", terms: cupTerms{Match: 300 * time.Millisecond}, winner: cupBlack, fault: "for the match"},
		{name: "too much memory", black: "echo $n,1", white: "echo $n,3", terms: cupTerms{Memory: 1000}, winner: cupWhite, fault: "bytes"},
		{name: "forbidden", black: "echo 5,1", white: "echo $n,3", terms: cupTerms{Rule: cupRenju, Opening: []cupPoint{{2, 1}, {9, 9}, {3, 1}, {9, 11}, {4, 1}, {9, 13}, {6, 1}, {11, 11}, {7, 1}, {13, 13}}}, winner: cupWhite, fault: "forbidden to cupBlack"},
		{name: "no point", black: "echo hello", white: "echo $n,3", err: "not a point"},
		{name: "gone", black: "exit 0", white: "echo $n,3", err: "has left"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.terms.Cols, c.terms.Rows, c.terms.Turn, c.terms.Slack = 15, 15, cmp.Or(c.terms.Turn, time.Minute), 0
			v, err := playCup(cupScript(t, c.black), cupScript(t, c.white), c.terms, rand.New(rand.NewPCG(1, 1)))
			if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
				t.Fatalf("%v", err)
			}
			if err == nil && (v.Winner != c.winner || (v.Fault == "") != (c.fault == "") || !strings.Contains(v.Fault, c.fault)) {
				t.Errorf("winner %d, fault %q, %v", v.Winner, v.Fault, v.Moves)
			}
		})
	}
}
