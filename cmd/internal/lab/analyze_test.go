package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/players"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/pairs"
	"stonehand/engine/search"
	"stonehand/engine/sgf"
)

// careless is a game in which White answers only half of the threat that Black
// makes in turn 5, and Black wins in turn 7. A comment stands on the
// game, one on a turn's first stone and one on its last.
const careless = `(;FF[4]GM[511]SZ[19]PB[Ann]PW[Bob \[2d\]]RE[B+]C[A club game.]
;B[JJ]C[The centre.]
;W[MN];W[NM]
;B[HJ]C[First stone.];B[IJ]C[Second: stone.]
;W[OO];W[NO]
;B[KJ];B[AS]
;W[LJ];W[SS]
;B[GJ];B[FJ])`

// quick judges with little effort, the same every time.
var quick = Analyzer{Limits: limit.Limits{Nodes: 600}, Doubtful: 0.1, Bad: 0.2}

func read(t *testing.T, data []byte) *sgf.Record {
	t.Helper()
	rec, err := sgf.ReadAny(data)
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	return rec
}

func analyze(t *testing.T, rec *sgf.Record) *Analysis {
	t.Helper()
	a, err := quick.Analyze(t.Context(), game.Connect6(), rec.Start, Moves(rec), nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// A game that began from a position in which White wins at once, and does not
// see it.
func TestAnalysisOfAGameThatWasSetUp(t *testing.T) {
	for played, want := range map[string]struct {
		mark   Mark
		missed int
	}{"W[FA];W[GA]": {NoMark, 0}, "W[SS];W[SR]": {Bad, 1}} {
		rec := read(t, []byte("(;FF[4]GM[511]SZ[19]AB[JJ][KK][JK]AW[BA][CA][DA][EA]PL[W];"+played+")"))
		a := analyze(t, rec)
		if len(a.Turns) != 1 || a.Turns[0].Color != board.White || a.Turns[0].Mark != want.mark || a.Turns[0].Missed != want.missed {
			t.Errorf("%s: %+v", played, a.Turns)
		}
		text, err := a.Annotate(rec, nil, text.English)
		if err != nil {
			t.Fatal(err)
		}
		if again := read(t, text); fmt.Sprint(again.Start, again.Turns) != fmt.Sprint(rec.Start, rec.Turns) {
			t.Errorf("%s came back as\n%s", played, text)
		}
	}
	if _, err := quick.Analyze(t.Context(), game.Connect6(), game.Start{Black: []board.Point{board.At(3, 3), board.At(3, 3)}, ToMove: board.White}, nil, nil); err == nil {
		t.Error("two stones on one point were taken")
	}
}

func TestAnalysisFindsMissedAndAllowedWins(t *testing.T) {
	// Black has four in a row open at both ends after turn 5, so that White has
	// to take both; he takes one end and throws the other stone away.
	rec := read(t, []byte(careless))
	a := analyze(t, rec)
	if len(a.Turns) != 7 {
		t.Fatalf("%d turns are judged, not 7", len(a.Turns))
	}
	six := a.Turns[5]
	if six.Mark != Bad || len(six.Allowed) == 0 || six.Color != board.White || six.After.Win != -1 {
		t.Errorf("White's turn 6 lets Black win: %+v", six)
	}
	if last := a.Turns[6]; !last.After.Over || last.After.Chance() != 1 || last.Before.Win != 1 || last.Better != connect.NoMove {
		t.Errorf("Black's turn 7 wins: %+v", last)
	}
	if s := a.Sum(board.White); s.Turns != 3 || s.Allowed != 1 || s.Bad < 1 {
		t.Errorf("White's turns come to %+v", s)
	}

	missed := read(t, []byte(strings.Replace(careless, ";B[GJ];B[FJ]", ";B[AR];B[AQ]", 1)))
	a = analyze(t, missed)
	seven := a.Turns[6]
	if seven.Mark != Bad || seven.Missed != 1 || len(seven.Line) != 1 || seven.Better != move(t, "F10 G10") {
		t.Errorf("Black's turn 7 misses six at once: %+v", seven)
	}
	if s := strings.Join(seven.Sentences(text.English), " "); !strings.Contains(s, "Misses a forced win in 1: F10 G10.") {
		t.Errorf("it is said: %s", s)
	}
}

// checkAnalysis holds against each other what an analysis says.
func checkAnalysis(t *testing.T, a *Analysis) {
	t.Helper()
	pos, err := connect.New(connect.Board, connect.Values{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range a.Turns {
		j := &a.Turns[i]
		if j.Number != i+1 || j.Color != pos.ToMove() {
			t.Fatalf("turn %d is numbered %d, of %v", i+1, j.Number, j.Color)
		}
		if l := j.Loss(); l < 0 || l > 1 || j.Before.Chance() < j.After.Chance()-1e-9 && j.Before.Win <= 0 {
			t.Errorf("turn %d loses %g: from %v to %v", j.Number, l, j.Before, j.After)
		}
		if (j.Better != connect.NoMove) != (j.Mark == Bad || j.Mark == Doubtful) {
			t.Errorf("turn %d is marked %d, with %v better", j.Number, j.Mark, j.Better)
		}
		// playable plays a line, in which winner is to win in so many turns of
		// his, if there is one.
		playable := func(line []connect.Move, winner board.Color, turns int) {
			played := 0
			for _, m := range line {
				if err := legal(pos, m); err != nil {
					t.Errorf("turn %d: the line %s: %v", j.Number, Turns(line), err)
					break
				}
				pos.PlayMove(m)
				played++
			}
			if turns > 0 && played == 2*turns-1 && pos.Winner() != winner {
				t.Errorf("turn %d: the line %s is not a win", j.Number, Turns(line))
			}
			for _, m := range line[:played] {
				defer pos.TakeMove(m)
			}
		}
		if j.Better != connect.NoMove {
			if j.Better == j.Played || j.Line[0] != j.Better {
				t.Errorf("turn %d: %v is better than %v, with the line %v", j.Number, j.Better, j.Played, Turns(j.Line))
			}
			func() { playable(j.Line, j.Color, j.Missed) }()
		}
		pos.PlayMove(j.Played)
		if len(j.Allowed) > 0 {
			func() { playable(j.Allowed, j.Color.Other(), -j.After.Win) }()
		}
	}
}

// checkAnnotated holds an annotated record against the one it was made of.
func checkAnnotated(t *testing.T, rec *sgf.Record, a *Analysis, data []byte) {
	t.Helper()
	got := read(t, data)
	if string(plain(got).SGF()) != string(plain(rec).SGF()) {
		t.Errorf("the record has become\n%s\nof\n%s", got.SGF(), rec.SGF())
	}
	games, err := sgf.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	better := 0
	var walk func(before []sgf.Node, tree *sgf.Tree)
	walk = func(before []sgf.Node, tree *sgf.Tree) {
		line := append(before[:len(before):len(before)], tree.Nodes...)
		if _, err := sgf.Connect6(&sgf.Tree{Nodes: line}); err != nil {
			t.Errorf("a variation cannot be played: %v", err)
		}
		better += max(0, len(tree.Variations)-1)
		for _, v := range tree.Variations {
			walk(line, v)
		}
	}
	walk(nil, games[0])
	want := 0
	for i := range a.Turns {
		if a.Turns[i].Better != connect.NoMove {
			want++
		}
	}
	if better != want {
		t.Errorf("%d variations for %d better turns", better, want)
	}
	values, marked := 0, 0
	for _, n := range games[0].Main() {
		if v, ok := n.Get("V"); ok {
			x, err := strconv.ParseFloat(string(v), 64)
			if err != nil || x < -1 || x > 1 {
				t.Errorf("V[%s] is not a value", v)
			}
			values++
			if _, ok := n.Get("C"); !ok {
				t.Errorf("there is no comment with V[%s]", v)
			}
		}
		here := 0
		for _, name := range []string{"BM", "DO", "TE"} {
			if _, ok := n.Get(name); ok {
				here++
			}
		}
		if marked += here; here > 1 {
			t.Errorf("a turn has %d marks: %v", here, n)
		}
	}
	if values != len(a.Turns) {
		t.Errorf("%d values for %d turns", values, len(a.Turns))
	}
	for i := range a.Turns {
		if a.Turns[i].Mark != NoMark {
			marked--
		}
	}
	if marked != 0 {
		t.Errorf("%d marks too many", marked)
	}
}

// plain returns the record without what is said in it.
func plain(rec *sgf.Record) *sgf.Record {
	r := *rec
	r.More = nil
	return &r
}

func TestAnnotatedRecordsReadBack(t *testing.T) {
	rec := read(t, []byte(careless))
	a := analyze(t, rec)
	checkAnalysis(t, a)
	said := Comments([]byte(careless), rec)
	for turn, want := range map[int]string{0: "A club game.", 1: "The centre.", 3: "First stone.\nSecond: stone."} {
		if said[turn] != want {
			t.Errorf("the comment after turn %d is %q, want %q", turn, said[turn], want)
		}
	}
	data, err := a.Annotate(rec, said, text.English)
	if err != nil {
		t.Fatal(err)
	}
	checkAnnotated(t, rec, a, data)
	for _, want := range []string{"A club game.", "First stone.\nSecond\\: stone.", "BM[2]", "PW[Bob [2d\\]]"} {
		if !strings.Contains(string(data), want) {
			t.Errorf("the annotated record lacks %q:\n%s", want, data)
		}
	}
	data, err = a.Annotate(rec, said, text.Chinese)
	if err != nil {
		t.Fatal(err)
	}
	checkAnnotated(t, rec, a, data)
	for _, want := range []string{"A club game.", "First stone.\nSecond\\: stone.", "让黑方得以必胜：", "白方：1手内必败", "BM[2]"} {
		if !strings.Contains(string(data), want) {
			t.Errorf("the record annotated in Chinese lacks %q:\n%s", want, data)
		}
	}
}

// TestGamesOfWeakPlayersAreJudged analyzes whole games with mistakes in them.
func TestGamesOfWeakPlayersAreJudged(t *testing.T) {
	alone(t)
	weak := limit.Limits{Nodes: 30}
	m := Match{Rules: game.Connect6(), MaxTurns: 60,
		A: players.Engine("Ann", search.DefaultOptions(), weak),
		B: players.Engine("Bob", search.DefaultOptions(), limit.Limits{Nodes: 60})}
	openings, err := Openings(t.Context(), 2, 3, 7, 0)
	if err != nil {
		t.Fatal(err)
	}
	m.Openings = Beginnings(openings)
	marked := 0
	m.Each = func(pair [2]Record, _ pairs.Score) {
		for _, r := range pair {
			rec := read(t, r.SGF())
			a := analyze(t, rec)
			checkAnalysis(t, a)
			data, err := a.Annotate(rec, nil, text.English)
			if err != nil {
				t.Fatal(err)
			}
			checkAnnotated(t, rec, a, data)
			marked += a.Sum(board.Black).Bad + a.Sum(board.White).Bad
		}
	}
	if _, err := m.Play(t.Context()); err != nil {
		t.Fatal(err)
	}
	if marked == 0 {
		t.Error("no turn of four weak games is bad")
	}
}

func TestAnalysisOfATurnThatIsNotComplete(t *testing.T) {
	rec := read(t, []byte("(;GM[511];B[JJ];W[AA];W[CA];B[HJ];B[IJ];W[EA])"))
	a := analyze(t, rec)
	if n := len(a.Turns); n != 4 || a.Turns[3].Played.Stones() != 1 {
		t.Fatalf("%d turns, the last %v", n, a.Turns[n-1].Played)
	}
	data, err := a.Annotate(rec, nil, text.English)
	if err != nil {
		t.Fatal(err)
	}
	checkAnnotated(t, rec, a, data)
}

// Five stones in a row become six with the first stone of a turn, which then has no second.
func TestAnalysisOfAWinWithTheFirstStoneOfATurn(t *testing.T) {
	rec := read(t, []byte("(;FF[4]GM[511]SZ[19]RE[B+];B[JJ];W[AA];W[AS];B[KJ];B[LJ];W[SA];W[SS];B[MJ];B[NJ];W[IJ];W[CC];B[OJ])"))
	a, err := quick.Analyze(t.Context(), Rules(rec), rec.Start, Moves(rec), nil)
	if err != nil {
		t.Fatal(err)
	}
	if last := a.Turns[len(a.Turns)-1]; !last.After.Over || last.After.Chance() != 1 || last.Mark != NoMark {
		t.Errorf("the turn that wins is judged %v, %q", last.After, last.Mark)
	}
}

func TestAnalysisRefusesInSentences(t *testing.T) {
	for _, a := range []Analyzer{{}, {Limits: quick.Limits}, {Limits: quick.Limits, Doubtful: 0.3, Bad: 0.2}, {Limits: quick.Limits, Doubtful: 0.3, Bad: 2}} {
		if _, err := a.Analyze(t.Context(), game.Connect6(), game.Start{}, nil, nil); err == nil {
			t.Errorf("%+v is accepted", a)
		}
	}
	for _, turns := range [][]connect.Move{
		{move(t, "J10 I9")},
		{move(t, "J10"), move(t, "J10 I9")},
		{move(t, "J10"), {A: board.At(1, 1), B: board.At(1, 1)}},
		{move(t, "J10"), move(t, "I9"), move(t, "K9 K10")},
	} {
		if _, err := quick.Analyze(t.Context(), game.Connect6(), game.Start{}, turns, nil); err == nil || !strings.HasPrefix(err.Error(), "turn ") {
			t.Errorf("%v: %v", Turns(turns), err)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := quick.Analyze(ended, game.Connect6(), game.Start{}, []connect.Move{move(t, "J10")}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("an analysis that was called off answers %v", err)
	}
}

// The effort for a turn is measured by the analyzer's own clock alone.
func TestAnalysisGoesByItsClock(t *testing.T) {
	alone(t)
	const looks = 200 // at the clock, for each position
	now, asked := time.Time{}, 0
	a := Analyzer{Limits: limit.Limits{Hard: looks * time.Hour}, Doubtful: 0.1, Bad: 0.2, TableMB: 1, Now: func() time.Time {
		now, asked = now.Add(time.Hour), asked+1
		return now
	}}
	turns := []connect.Move{move(t, "J10"), move(t, "K11 I11"), move(t, "K9 L10")}
	if _, err := a.Analyze(t.Context(), game.Connect6(), game.Start{}, turns, nil); err != nil {
		t.Fatal(err)
	}
	if positions := len(turns) + 1; asked > 2*looks*positions {
		t.Errorf("%d looks at the clock for %d positions of %d each", asked, positions, looks)
	}
}

// Searches of like depth favour one side; what they say of a position and of the
// one after its best turn is weighed against each other.
func TestOpinionsAreFair(t *testing.T) {
	for _, c := range []struct {
		o    opinion
		want Value
	}{
		{opinion{Value: Value{Score: 1500}, Best: Value{Score: -500}}, Value{Score: 500}},
		{opinion{Value: winIn(3), Best: Value{Score: -500}}, winIn(3)},
		{opinion{Value: winIn(2).other()}, winIn(2).other()},
		{opinion{Value: Value{Over: true}}, Value{Over: true}},
		// A score that speaks of a win counts no more than a great one.
		{opinion{Value: Value{Score: search.Win - 9}, Best: Value{Score: -20 * search.ChanceScale}}, Value{}},
	} {
		if got := c.o.fair(); got != c.want {
			t.Errorf("%+v is worth %+v, want %+v", c.o, got, c.want)
		}
	}
}

func TestValues(t *testing.T) {
	for _, c := range []struct {
		v      Value
		text   string
		chance float64
	}{
		{winIn(1), "wins in 1", 1},
		{winIn(4).other(), "loses in 4", 0},
		{winIn(4).before(), "wins in 5", 1},
		{Value{}, "50 %", 0.5},
		{Value{Score: search.Win - 9}, "99 %", 0.99}, // not proved
		{Value{Score: -search.Win}, "1 %", 0.01},
		{Value{Score: search.Win, Over: true}, "won", 1},
		{Value{Score: search.Win, Over: true}.other(), "lost", 0},
		{Value{Score: search.Win, Over: true}.before(), "wins in 1", 1},
		{Value{Over: true}, "drawn", 0.5},
	} {
		if c.v.String() != c.text || c.v.Chance() != c.chance {
			t.Errorf("%+v reads %q, chance %g; want %q, %g", c.v, c.v, c.v.Chance(), c.text, c.chance)
		}
	}
}

// Many comments on one turn cost memory in proportion to them.
func TestManyComments(t *testing.T) {
	const n = 20_000
	data := []byte("(;GM[511];B[JJ]" + strings.Repeat(";C[0123456789]", n) + ")")
	rec := read(t, data)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	said := Comments(data, rec)
	runtime.ReadMemStats(&after)
	if got, want := len(said[1]), 11*n-1; got != want {
		t.Errorf("%d characters are kept; want %d", got, want)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 100*uint64(len(data)) {
		t.Errorf("%d bytes of text take %d bytes of memory", len(data), n)
	}
}

func FuzzComments(f *testing.F) {
	f.Add([]byte(careless))
	f.Add([]byte("(;B[JJ]C[x];W[AAAA]C[y];B[@@HJ]C[z])"))
	f.Fuzz(func(t *testing.T, data []byte) {
		rec, err := sgf.ReadAny(data)
		if err != nil {
			return
		}
		for turn := range Comments(data, rec) {
			if turn < 0 || turn > len(rec.Turns) {
				t.Fatalf("a comment after turn %d of %d", turn, len(rec.Turns))
			}
		}
	})
}

// A game of Renju ends where every free point is forbidden to Black, and its analysis with
// it; so does that of a position that begins so.
func TestAnalysisOfAGameWithoutAPointLeft(t *testing.T) {
	data, err := os.ReadFile("testdata/stuck.sgf")
	if err != nil {
		t.Fatal(err)
	}
	rec, err := sgf.ReadAny(data)
	if err != nil {
		t.Fatal(err)
	}
	a, err := quick.Analyze(t.Context(), Rules(rec), rec.Start, Moves(rec), nil)
	if err != nil {
		t.Fatal(err)
	}
	if j := a.Turns[0]; len(a.Turns) != 1 || j.After != (Value{Over: true}) {
		t.Errorf("%+v", a.Turns)
	}
	start := rec.Start
	start.White, start.ToMove = append(start.White, rec.Turns[0].Points...), board.Black
	if a, err := quick.Analyze(t.Context(), Rules(rec), start, nil, nil); err != nil || len(a.Turns) != 0 {
		t.Errorf("set up: %+v, %v", a, err)
	}
}
