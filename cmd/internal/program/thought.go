package program

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
)

// What is taken of what a program thinks.
const (
	// tellEvery is the least time between two reports: a person reads no faster, and
	// programs write hundreds of lines a second.
	tellEvery = 100 * time.Millisecond
	// mostLine is how many turns of an expected line are kept.
	mostLine = 12
	// mostSure is the chance to win of a program that does not say that it has a proof.
	mostSure = 0.999
)

// thoughts turns the lines that a program writes about one question into reports. It
// knows these forms:
//
//   - Gomocup's MESSAGE as Rapfi, Yixin and Embryo write it: "depth 12-20 ev 35 n 1M tm
//     90 pv h8 i9", "Depth 12-20 | Eval 35 | Time 90ms | H8 I9", "(2) 35 | 12-20 | H8 I9";
//   - Rapfi's INFO lines, one value each, from "INFO PV 0" to "INFO PV DONE";
//   - the streams of lz-genmove_analyze and kata-genmove_analyze: "info move Q16 visits 9
//     winrate 4810 order 0 pv Q16 D4 info move …";
//   - Pachi's "[9000] best 53.1% | seq Q16 D4 | can b Q16(53.1) D4(51.0)" on standard error;
//   - the lines of "stonehand console --thoughts".
//
// Whatever else a program writes is passed over.
type thoughts struct {
	stones  *game.Board
	toMove  board.Color
	go_     bool // stones may be captured, so that points are played on twice
	read    func(word string) (turn []board.Point, ok bool)
	report  func(player.Info)
	now     func() time.Time
	began   time.Time
	told    time.Time
	hard    time.Duration
	pending bool // info is newer than what was reported
	fresh   bool // INFO lines have begun a new candidate
	info    player.Info
	index   int    // of the candidate that INFO lines are about
	first   string // the first word of the last line of turns
	scale   float64
}

// overhear returns who reads a program's lines about a question, nil where nobody wants to
// know. read reads a turn as the program writes it.
func overhear(q player.Question, read func(string) ([]board.Point, bool), report func(player.Info)) *thoughts {
	if report == nil {
		return nil
	}
	_, captures := q.Rules.(game.Weiqi)
	t := &thoughts{stones: q.Board(), toMove: q.ToMove, go_: captures, read: read, report: report, now: time.Now, hard: q.Limits.Hard, scale: 10000}
	if !q.Clock.IsZero() {
		t.hard = limit.OnClock(q.Clock, q.Left).Limits(q.Count()).Hard
	}
	t.began = t.now()
	return t
}

// hear reads a line, and reports what it says, but not more often than people can read.
func (t *thoughts) hear(line string) {
	if t == nil || !t.take(line) {
		return
	}
	t.pending = true
	if t.now().Sub(t.told) >= tellEvery {
		t.tell()
	}
}

// end reports what is left to report.
func (t *thoughts) end() {
	if t != nil && t.pending {
		t.tell()
	}
}

func (t *thoughts) tell() {
	t.pending, t.told = false, t.now()
	i := t.info
	i.Source, i.Elapsed, i.Hard = player.FromSearch, t.told.Sub(t.began), t.hard
	i.Line, i.Candidates = slices.Clone(i.Line), slices.Clone(i.Candidates)
	i.Candidates = slices.DeleteFunc(i.Candidates, func(c player.Candidate) bool { return c.Points == nil })
	t.report(i)
}

// take reads a line, and reports whether it says something.
func (t *thoughts) take(line string) bool {
	line = strings.TrimSpace(line)
	word, rest, _ := strings.Cut(line, " ")
	switch {
	case word == "info" && strings.HasPrefix(rest, "move "):
		return t.analysis(rest)
	case word == "INFO":
		return t.detail(rest)
	case strings.HasPrefix(word, "[") && strings.HasPrefix(rest, "best "):
		return t.pachi(word, rest)
	case word == "MESSAGE" || word == "#":
		return t.remark(rest)
	}
	return false
}

// remark reads a line of names and values, with or without bars between.
func (t *thoughts) remark(text string) bool {
	words := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == '|' || r == '=' })
	found, candidate := player.Info{}, 0
	depth, worth, line := false, false, false
	if len(words) > 2 && len(words[0]) > 2 && words[0][0] == '(' { // "(2) 35 | 12-20 | H8 I9"
		if n, err := strconv.Atoi(strings.Trim(words[0], "()")); err == nil && t.value(words[1], &found) {
			candidate, worth = n-1, true
			if d, ok := depthOf(words[2]); ok {
				found.Depth, depth = d, true
			}
		}
	}
	for i := 0; i < len(words); i++ {
		key, value := strings.ToLower(strings.Trim(words[i], ":()")), ""
		if i+1 < len(words) {
			value = strings.Trim(words[i+1], ",;()")
		}
		switch key {
		case "depth", "d", "sd":
			if d, ok := depthOf(value); ok && !depth {
				found.Depth, depth = d, true
			}
		case "ev", "eval", "score", "value":
			worth = t.value(value, &found) || worth
		case "w", "winrate":
			if p, err := strconv.ParseFloat(strings.TrimSuffix(value, "%"), 64); err == nil {
				found.Chance, worth = sure(p/100), true
			}
		case "win":
			if n, err := strconv.Atoi(value); err == nil && n != 0 {
				found.Win = min(max(n, -mostWin), mostWin)
				worth = true
			}
		case "n", "node", "nodes", "v", "visit", "visits":
			found.Nodes = count(value)
		case "multipv":
			if n, err := strconv.Atoi(value); err == nil {
				candidate = n - 1
			}
		case "pv", "line", "bestline", "seq":
			found.Line = t.turns(words[i+1:])
			line = len(found.Line) > 0
			i = len(words)
		}
	}
	if !line && (depth || worth) && strings.Contains(text, "|") {
		last := text[strings.LastIndexByte(text, '|')+1:]
		found.Line = t.turns(strings.Fields(last))
		line = len(found.Line) > 0
	}
	if !depth && !line {
		return false
	}
	if !worth { // more of what was said before
		if line && t.info.Depth > 0 && candidate == 0 {
			t.info.Line = found.Line
		} else if !depth {
			t.info.Line = found.Line
		} else {
			t.info.Depth = found.Depth
		}
		return true
	}
	t.candidate(candidate, found)
	return true
}

// candidate takes what is known of one of the best turns; the first is the one that the
// program would play.
func (t *thoughts) candidate(n int, i player.Info) {
	certain(&i)
	if n == 0 {
		keep := t.info.Candidates
		if i.Line == nil && i.Depth == t.info.Depth {
			i.Line = t.info.Line
		}
		i.Nodes = cmp.Or(i.Nodes, t.info.Nodes)
		t.info = i
		t.info.Candidates = keep
	}
	if n < 0 || n >= player.MostCandidates || len(i.Line) == 0 || len(i.Line[0]) == 0 {
		return
	}
	for len(t.info.Candidates) <= n {
		t.info.Candidates = append(t.info.Candidates, player.Candidate{})
	}
	t.info.Candidates[n] = player.Candidate{Points: i.Line[0], Score: i.Score, Win: i.Win, Chance: i.Chance}
}

// certain gives a win that a program claims the chance that belongs to it.
func certain(i *player.Info) {
	switch {
	case i.Win > 0:
		i.Chance = new(1.0)
	case i.Win < 0:
		i.Chance = new(0.0)
	}
}

// detail reads one of Rapfi's INFO lines.
func (t *thoughts) detail(text string) bool {
	key, value, _ := strings.Cut(text, " ")
	value = strings.TrimSpace(value)
	at := &t.info
	if t.fresh && t.index > 0 {
		at = &player.Info{}
		if t.index < len(t.info.Candidates) {
			c := t.info.Candidates[t.index]
			at.Score, at.Win, at.Chance = c.Score, c.Win, c.Chance
		}
	}
	switch strings.ToUpper(key) {
	case "PV":
		if strings.EqualFold(value, "DONE") {
			said := t.fresh
			t.fresh = false
			return said
		}
		n, err := strconv.Atoi(value)
		t.index, t.fresh = n, err == nil && n >= 0 && n < player.MostCandidates
		switch {
		case t.fresh && n == 0:
			t.info.Win, t.info.Chance = 0, nil
		case t.fresh && n < len(t.info.Candidates):
			t.info.Candidates[n] = player.Candidate{}
		}
		return false
	case "DEPTH":
		if d, ok := depthOf(value); ok && t.index == 0 {
			t.info.Depth = d
		}
	case "TOTALNODES":
		t.info.Nodes = count(value)
	case "EVAL":
		at.Score, at.Win = 0, 0
		t.value(value, at)
		certain(at)
	case "WINRATE":
		if p, err := strconv.ParseFloat(value, 64); err == nil && at.Win == 0 {
			at.Chance = sure(p)
		}
	case "BESTLINE":
		at.Line = t.turns(strings.Fields(value))
	}
	if t.fresh {
		n := t.index
		if line := at.Line; n == 0 && len(line) > 0 || n > 0 {
			for len(t.info.Candidates) <= n {
				t.info.Candidates = append(t.info.Candidates, player.Candidate{})
			}
			c := &t.info.Candidates[n]
			c.Score, c.Win, c.Chance = at.Score, at.Win, at.Chance
			if len(line) > 0 {
				c.Points = line[0]
			}
		}
	}
	return false
}

// analysis reads a line of lz-genmove_analyze or kata-genmove_analyze, which has all
// candidates: t.scale is what a certain win is there.
func (t *thoughts) analysis(text string) bool {
	var all player.Info
	best := 1 << 30
	for part := range strings.SplitSeq(text, "info move ") {
		words := strings.Fields(strings.TrimPrefix(part, "move "))
		if len(words) == 0 {
			continue
		}
		i, order := player.Info{Line: t.turns(words[:1])}, len(all.Candidates)
		if len(i.Line) == 0 {
			continue
		}
		for n := 1; n+1 < len(words); n++ {
			switch words[n] {
			case "visits":
				i.Nodes = count(words[n+1])
			case "winrate":
				if p, err := strconv.ParseFloat(words[n+1], 64); err == nil {
					i.Chance = sure(p / t.scale)
				}
			case "scoreLead":
				if p, err := strconv.ParseFloat(words[n+1], 64); err == nil && math.Abs(p) < 1000 {
					i.Score = int(math.Round(p))
				}
			case "order":
				if o, err := strconv.Atoi(words[n+1]); err == nil {
					order = o
				}
			case "pv":
				if line := t.turns(words[n+1:]); len(line) > 0 {
					i.Line = line
				}
				n = len(words)
			}
		}
		all.Nodes += i.Nodes
		if order < best {
			best = order
			all.Line, all.Chance, all.Score, all.Depth = i.Line, i.Chance, i.Score, len(i.Line)
		}
		if len(i.Line[0]) > 0 && len(all.Candidates) < player.MostCandidates {
			all.Candidates = append(all.Candidates, player.Candidate{Points: i.Line[0], Score: i.Score, Chance: i.Chance})
		}
	}
	if best == 1<<30 {
		return false
	}
	t.info = all
	return true
}

// pachi reads Pachi's progress.
func (t *thoughts) pachi(playouts, text string) bool {
	n, err := strconv.ParseUint(strings.Trim(playouts, "[]"), 10, 64)
	if err != nil {
		return false
	}
	i := player.Info{Nodes: n}
	for part := range strings.SplitSeq(text, "|") {
		words := strings.Fields(part)
		if len(words) < 2 {
			continue
		}
		switch words[0] {
		case "best":
			if p, err := strconv.ParseFloat(strings.TrimSuffix(words[1], "%"), 64); err == nil {
				i.Chance = sure(p / 100)
			}
		case "seq":
			i.Line = t.turns(words[1:])
			i.Depth = len(i.Line)
		case "can":
			for _, word := range words[2:] {
				name, value, _ := strings.Cut(strings.TrimSuffix(word, ")"), "(")
				p, err := strconv.ParseFloat(value, 64)
				if turn := t.turns([]string{name}); err == nil && len(turn) > 0 && len(turn[0]) > 0 && len(i.Candidates) < player.MostCandidates {
					i.Candidates = append(i.Candidates, player.Candidate{Points: turn[0], Chance: sure(p / 100)})
				}
			}
		}
	}
	if i.Chance == nil {
		return false
	}
	t.info = i
	return true
}

// turns reads an expected line until a word is none, or cannot be played.
func (t *thoughts) turns(words []string) (line [][]board.Point) {
	var played []board.Point
	if len(words) > 0 {
		t.first = words[0]
	}
	for _, word := range words {
		turn, ok := t.read(strings.Trim(word, "[](),;"))
		if !ok || len(line) == mostLine {
			break
		}
		for _, p := range turn {
			if (!t.go_ || len(line) == 0) && (t.stones.Stones[p] != board.Empty || slices.Contains(played, p)) {
				return line
			}
			played = append(played, p)
		}
		line = append(line, turn)
	}
	return line
}

// mostWin is the longest win that is believed, in turns of one side.
const mostWin = board.Cells / 2

// value reads a score: a number, or "+M13" for a win in 13 turns of both sides.
func (t *thoughts) value(word string, into *player.Info) bool {
	word = strings.Trim(word, "|,;")
	sign, plies, mate := strings.Cut(strings.ToUpper(word), "M")
	if mate && (sign == "+" || sign == "-" || sign == "") {
		n, err := strconv.Atoi(plies)
		if err != nil || n < 0 {
			return false
		}
		n = min(n, 2*mostWin)
		if into.Win = max(1, (n+1)/2); sign == "-" {
			into.Win = -max(1, n/2)
		}
		return true
	}
	f, err := strconv.ParseFloat(word, 64)
	if err != nil || math.IsNaN(f) || math.Abs(f) > 1<<28 {
		return false
	}
	into.Score = int(math.Round(f))
	return true
}
