package tournament

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// position reads a board: x and o are stones, any other letter names a point.
func position(rule Rule, rows ...string) (b *Board, points map[rune]Point) {
	b, points = NewBoard(len(rows[0]), len(rows), rule), map[rune]Point{}
	for y, row := range rows {
		for x, c := range row {
			switch p := (Point{x, y}); c {
			case 'x':
				b.stones[p] = Black
			case 'o':
				b.stones[p] = White
			default:
				points[c] = p
			}
		}
	}
	return b, points
}

// The judge's own idea of what Renju forbids.
func TestForbidden(t *testing.T) {
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
		b, points := position(Renju, append(rows, strings.Repeat(".", width+2), strings.Repeat(".", width+2))...)
		if got := b.Forbidden(points['a']); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// Rows win as the rules say.
func TestWins(t *testing.T) {
	for _, c := range []struct {
		rule Rule
		row  string
		want bool
	}{
		{Freestyle, ".xxxxx..", true}, {Freestyle, ".xxxxxx.", true}, {Freestyle, ".xxxx...", false},
		{Exact, ".xxxxx..", true}, {Exact, ".xxxxxx.", false}, {Exact, "oooooo..", false},
		{Renju, ".xxxxx..", true}, {Renju, ".xxxxxx.", false}, {Renju, "oooooo..", true},
	} {
		b, _ := position(c.rule, c.row)
		at := strings.IndexAny(c.row, "xo")
		if got := b.Wins(Point{at + 2, 0}); got != c.want {
			t.Errorf("rule %d, %s: %v", c.rule, c.row, got)
		}
	}
}

// script is a brain of a few lines of shell, which gets every line as $line.
func script(t *testing.T, body string) *Brain {
	t.Helper()
	b, err := Start("script", []string{"sh", "-c", "n=0; while read -r line; do case $line in START*) echo OK;; INFO*|BOARD*|[0-9]*) ;; END*) exit 0;; *) n=$((n+1)); " + body + ";; esac; done"}, t.Output(), rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Kill)
	return b
}

// Brains that break the rules are found out.
func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		name, black, white string
		terms              Terms
		winner             Side
		fault, err         string
	}{
		{name: "a row", black: "echo $n,1", white: "echo $n,3", winner: Black},
		{name: "the same point twice", black: "echo 1,1", white: "echo $n,3", winner: White, fault: "on a stone"},
		{name: "off the board", black: "echo $n,1", white: "echo 3,15", winner: Black, fault: "off the board"},
		{name: "late", black: "echo $n,1", white: "sleep 1; echo $n,3", winner: Black, fault: "for a move"},
		{name: "the match's time", black: "echo $n,1", white: "sleep 0.2; echo $n,3", terms: Terms{Match: 300 * time.Millisecond}, winner: Black, fault: "for the match"},
		{name: "too much memory", black: "echo $n,1", white: "echo $n,3", terms: Terms{Memory: 1000}, winner: White, fault: "bytes"},
		{name: "forbidden", black: "echo 5,1", white: "echo $n,3", terms: Terms{Rule: Renju, Opening: []Point{{2, 1}, {9, 9}, {3, 1}, {9, 11}, {4, 1}, {9, 13}, {6, 1}, {11, 11}, {7, 1}, {13, 13}}}, winner: White, fault: "forbidden to Black"},
		{name: "no point", black: "echo hello", white: "echo $n,3", err: "not a point"},
		{name: "gone", black: "exit 0", white: "echo $n,3", err: "has left"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.terms.Cols, c.terms.Rows, c.terms.Turn, c.terms.Slack = 15, 15, 500*time.Millisecond, 0
			v, err := Play(script(t, c.black), script(t, c.white), c.terms, rand.New(rand.NewPCG(1, 1)))
			if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
				t.Fatalf("%v", err)
			}
			if err == nil && (v.Winner != c.winner || (v.Fault == "") != (c.fault == "") || !strings.Contains(v.Fault, c.fault)) {
				t.Errorf("winner %d, fault %q, %v", v.Winner, v.Fault, v.Moves)
			}
		})
	}
}
