package program

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/player"
)

// told is what a program's lines come to, in words.
func told(t testing.TB, rules game.Rules, read func(string) ([]board.Point, bool), scale float64, lines ...string) (string, *thoughts) {
	t.Helper()
	var last player.Info
	q := player.Question{Position: player.Position{Rules: rules, ToMove: board.Black, Turns: []game.Turn{{Color: board.White, Points: []board.Point{board.At(0, 0)}}}}}
	h := overhear(q, read, func(i player.Info) { last = i })
	if scale > 0 {
		h.scale = scale
	}
	for _, line := range lines {
		h.hear(line)
	}
	h.end()
	return inWords(rules, last), h
}

func inWords(rules game.Rules, i player.Info) string {
	var b strings.Builder
	value := func(score, win int, chance *float64) {
		fmt.Fprintf(&b, " score %d", score)
		if win != 0 {
			fmt.Fprintf(&b, " win %d", win)
		}
		if chance != nil {
			fmt.Fprintf(&b, " chance %.3g", *chance)
		}
	}
	name := func(points []board.Point) {
		b.WriteByte(' ')
		for _, p := range points {
			b.WriteString(rules.Size().Name(p, board.Algebraic))
		}
		if len(points) == 0 {
			b.WriteString("pass")
		}
	}
	fmt.Fprintf(&b, "depth %d", i.Depth)
	value(i.Score, i.Win, i.Chance)
	fmt.Fprintf(&b, " nodes %d line", i.Nodes)
	for _, turn := range i.Line {
		name(turn)
	}
	for _, c := range i.Candidates {
		b.WriteString(" |")
		name(c.Points)
		value(c.Score, c.Win, c.Chance)
	}
	return b.String()
}

func gomokuPoints() func(string) ([]board.Point, bool) {
	return (&lettered{size: game.Freestyle().Board}).turn
}

func goPoints(word string) ([]board.Point, bool) {
	a, err := readVertex(word, game.Go().Board)
	return a.Points, err == nil && !a.Resign
}

// Programs that people use write what they think in many ways, and all are read.
func TestThoughtsOfPrograms(t *testing.T) {
	five, weiqi := game.Freestyle(), game.Go()
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"Rapfi, like UCI": {[]string{"MESSAGE depth 12-20 ev 123 n 456K n/ms 500 tm 912 pv H8 I9 G7"},
			"depth 12 score 123 nodes 456000 line H8 I9 G7 | H8 score 123"},
		"Rapfi, as it comes": {[]string{"MESSAGE Depth 5-9 | Eval -34 | Time 12ms | H8 I9", "MESSAGE Speed 456K | Depth 6-11 | Eval -30 | Node 1.5M | Time 2s", "MESSAGE Bestline H8 I9 G7"},
			"depth 6 score -30 nodes 1500000 line H8 I9 G7 | H8 score -34"},
		"Rapfi, several lines": {[]string{"MESSAGE (1) 40 | 7-12 | H8 I9", "MESSAGE (2) -3 | 7-11 | G7", "MESSAGE (3) -M8 | 7-9 | F6 G7"},
			"depth 7 score 40 nodes 0 line H8 I9 | H8 score 40 | G7 score -3 | F6 score 0 win -4 chance 0"},
		"Rapfi, UCI, several lines": {[]string{"MESSAGE depth 7-12 multipv 1 ev +M5 n 9K n/ms 1 tm 3 pv H8 I9", "MESSAGE depth 7-10 multipv 2 ev 12 n 9K n/ms 1 tm 3 pv G7"},
			"depth 7 score 0 win 3 chance 1 nodes 9000 line H8 I9 | H8 score 0 win 3 chance 1 | G7 score 12"},
		"Rapfi, tree search": {[]string{"MESSAGE (1) 40 (W 52.10, D 3.00, S 0.10) | V 1.2K | SD 14 | H8 I9"},
			"depth 14 score 40 chance 0.521 nodes 1200 line H8 I9 | H8 score 40 chance 0.521"},
		"Rapfi, detail": {[]string{"INFO PV 0", "INFO NUMPV 2", "INFO DEPTH 9", "INFO SELDEPTH 12", "INFO TOTALNODES 12345", "INFO EVAL 55", "INFO WINRATE 0.61", "INFO BESTLINE 7,7 8,8", "INFO PV DONE",
			"INFO PV 1", "INFO DEPTH 9", "INFO EVAL -M4", "INFO WINRATE 0", "INFO BESTLINE 6,7", "INFO PV DONE"},
			"depth 9 score 55 chance 0.61 nodes 12345 line H8 I9 | H8 score 55 chance 0.61 | G8 score 0 win -2 chance 0"},
		"Yixin": {[]string{"MESSAGE DEPTH: 8-14 EVAL: 77 NODE: 12K TIME: 31 PV: [7,7] [8,7]"},
			"depth 8 score 77 nodes 12000 line H8 I8 | H8 score 77"},
		"points that are taken": {[]string{"MESSAGE depth 3 ev 1 pv H8 H8 G7", "MESSAGE depth 4 ev 2 pv A15 B2", "MESSAGE depth 5 ev 3 pv A1 B2"},
			"depth 5 score 3 nodes 0 line | A15 score 2"},
		"talk": {[]string{"MESSAGE somebody thinks", "MESSAGE depth charge", "MESSAGE", "DEBUG depth 3 ev 4 pv H8", "MESSAGE | | |"},
			"depth 0 score 0 nodes 0 line"},
	} {
		if got, _ := told(t, five, gomokuPoints(), 0, c.lines...); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
	for name, c := range map[string]struct {
		scale float64
		lines []string
		want  string
	}{
		"Leela Zero": {10000, []string{"info move Q16 visits 30 winrate 4810 prior 900 lcb 4700 order 0 pv Q16 D4 pass info move D4 visits 9 winrate 4700 prior 800 order 1 pv D4 Q16"},
			"depth 3 score 0 chance 0.481 nodes 39 line P16 D4 pass | P16 score 0 chance 0.481 | D4 score 0 chance 0.47"},
		"KataGo": {1, []string{"info move D4 visits 5 edgeVisits 5 utility 0.1 winrate 0.52 scoreMean 0.4 scoreStdev 9 scoreLead 2.6 prior 0.1 lcb 0.5 order 1 pv D4 info move Q16 visits 50 utility 0.1 winrate 1 scoreLead -3.2 order 0 pv Q16 C3 rootInfo visits 55"},
			"depth 2 score -3 chance 0.999 nodes 55 line P16 C3 | D4 score 3 chance 0.52 | P16 score -3 chance 0.999"},
		"Pachi": {0, []string{"[9000] best 53.1% xkomi 1.0 | seq Q16  D4 pass | can b Q16(53.1)  D4(51.0)                     "},
			"depth 3 score 0 chance 0.531 nodes 9000 line P16 D4 pass | P16 score 0 chance 0.531 | D4 score 0 chance 0.51"},
		"a pass": {10000, []string{"info move pass visits 3 winrate 9999 order 0 pv pass"}, "depth 1 score 0 chance 0.999 nodes 3 line pass"},
	} {
		if got, _ := told(t, weiqi, goPoints, c.scale, c.lines...); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
}

// The rows of a program are learned from its answers.
func TestLettersAreLearned(t *testing.T) {
	size := game.Freestyle().Board
	l := lettered{size: size}
	if p, _ := l.turn("C1"); p[0] != board.At(2, 0) {
		t.Errorf("before anything is known C1 is %v", p)
	}
	l.learn("C1", board.At(2, 14))
	if p, ok := l.turn("D2"); !ok || p[0] != board.At(3, 13) {
		t.Errorf("rows from the other side: %v", p)
	}
	l.learn("J3", board.At(8, 12))
	if p, ok := l.turn("J1"); !ok || p[0] != board.At(8, 14) {
		t.Errorf("without I: %v", p)
	}
	l.learn("Q99", board.At(1, 1)) // nothing fits: what is known stays
	if p, ok := l.turn("J1"); !ok || p[0] != board.At(8, 14) {
		t.Errorf("after nonsense: %v", p)
	}
}

// However much a program says, it is reported a few times a second, and the last of it.
func TestThoughtsAreRare(t *testing.T) {
	var all []int
	q := player.Question{Position: player.Position{Rules: game.Freestyle(), ToMove: board.Black}}
	h := overhear(q, gomokuPoints(), func(i player.Info) { all = append(all, i.Depth) })
	at := time.Unix(0, 0)
	h.now, h.began = func() time.Time { return at }, at
	for d := 1; d <= 225; d++ {
		h.hear(fmt.Sprintf("MESSAGE depth %d ev 1 pv H8", d))
		at = at.Add(time.Millisecond)
	}
	h.end()
	h.end()
	if fmt.Sprint(all) != "[1 101 201 225]" {
		t.Errorf("reported %v", all)
	}
}

// Whatever a program writes, what it comes to is within bounds and can be shown.
func FuzzThoughts(f *testing.F) {
	for _, line := range []string{
		"MESSAGE depth 12-20 ev 123 n 456K n/ms 500 tm 912 pv H8 I9 G7", "MESSAGE (1) +M13 | 7-12 | H8 I9", "INFO PV 0\nINFO EVAL -M4\nINFO BESTLINE 7,7\nINFO PV DONE",
		"info move Q16 visits 30 winrate 4810 order 0 pv Q16 D4", "[9000] best 53.1% | seq Q16 D4 | can b Q16(53.1)", "# depth 3 score 4 nodes 5 ms 6 win 1 line JJKK AABB",
		"MESSAGE depth 9 ev NaN w 1e999 n 9e99T pv", "INFO PV 99999999999999", "MESSAGE (-5) 3 | 4 | A1",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, g := range []struct {
			rules game.Rules
			read  func(string) ([]board.Point, bool)
		}{{game.Freestyle(), gomokuPoints()}, {game.Go(), goPoints}, {game.Connect6(), contestTurn}} {
			q := player.Question{Position: player.Position{Rules: g.rules, ToMove: board.Black}}
			h := overhear(q, g.read, func(i player.Info) {
				size := g.rules.Size()
				if i.Depth < 0 || i.Depth > board.Cells || len(i.Line) > mostLine || len(i.Candidates) > player.MostCandidates || i.Win < -mostWin || i.Win > mostWin {
					t.Errorf("%+v", i)
				}
				check := func(points []board.Point) {
					for _, p := range points {
						if !size.Has(p) {
							t.Errorf("%v is no point of the board", p)
						}
					}
				}
				for _, turn := range i.Line {
					check(turn)
				}
				for _, c := range append([]player.Candidate{{Chance: i.Chance, Win: i.Win}}, i.Candidates...) {
					check(c.Points)
					if c.Chance != nil && (!(*c.Chance >= 0 && *c.Chance <= 1) || (*c.Chance == 0 || *c.Chance == 1) != (c.Win != 0)) {
						t.Errorf("a chance of %v, a win of %d", *c.Chance, c.Win)
					}
				}
			})
			h.now = func() time.Time { h.told = time.Time{}; return time.Unix(1, 0) }
			for line := range strings.Lines(text) {
				h.hear(line)
			}
			h.end()
		}
	})
}
