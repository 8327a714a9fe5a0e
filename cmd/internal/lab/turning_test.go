package lab

import (
	"slices"
	"strings"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/sgf"
)

// White leaves half of a four in turn 6 and loses by that; the win after it is shown.
func TestTurning(t *testing.T) {
	a := analyze(t, read(t, []byte(careless)))
	got := a.Turning(board.Black, 0.1)
	if got.Turn != 6 || got.From != 6 || len(got.Line) != 1 {
		t.Errorf("%+v", got)
	}
	if got := a.Turning(board.Empty, 0.1); got.Turn != 0 || got.From != 0 {
		t.Errorf("of a draw: %+v", got)
	}
	// Black resigns although nothing is lost: there is nothing to show.
	if got := a.Turning(board.White, 0.99); got.From != 0 || len(got.Line) != 0 {
		t.Errorf("of a winner: %+v", got)
	}
}

// fiveGame is a game of Gomoku: White lets an open three be.
const fiveGame = "(;GM[4]SZ[15]RU[%s]RE[B+];B[hh];W[aa];B[ih];W[ab];B[jh];W[ac];B[kh];W[gh];B[lh])"

// Games of Gomoku and Renju are judged as well: the forced win is proved and shown to its
// end, every turn of it by the rules.
func TestAnalysisOfFives(t *testing.T) {
	alone(t)
	for _, rules := range []string{"gomoku", "gomoku-standard", "renju"} {
		rec, err := sgf.ReadAny([]byte(strings.Replace(fiveGame, "%s", rules, 1)))
		if err != nil {
			t.Fatal(err)
		}
		by := Analyzer{Limits: limit.Limits{Nodes: 3000}, Doubtful: 0.1, Bad: 0.2, TableMB: 1}
		a, err := by.Analyze(t.Context(), Rules(rec), rec.Start, Moves(rec), nil)
		if err != nil {
			t.Fatal(rules, err)
		}
		if n := len(a.Turns); n != 9 {
			t.Fatalf("%s: %d turns", rules, n)
		}
		if last := a.Turns[8]; !last.After.Over || last.Before.Win != 1 {
			t.Errorf("%s: the five is judged %+v", rules, last)
		}
		// The three of turn 5 was there to be stopped in turn 6 at the latest.
		got := a.Turning(rec.Result.Winner, 0.1)
		if got.From == 0 || got.From > 6 || len(got.Line)%2 == 0 {
			t.Fatalf("%s: %+v", rules, got)
		}
		g := game.New(Rules(rec))
		for _, turn := range rec.Turns[:got.From] {
			if err := g.Play(turn); err != nil {
				t.Fatal(err)
			}
		}
		for _, m := range got.Line {
			c, _ := g.Due()
			if err := g.Play(game.Turn{Color: c, Points: []board.Point{m.A}}); err != nil {
				t.Fatalf("%s: %v of %v: %v", rules, m, got.Line, err)
			}
		}
		if r := g.Result(); r.Winner != board.Black || r.Reason != game.ByLine {
			t.Errorf("%s: the line ends with %+v", rules, r)
		}
		text, err := a.Annotate(rec, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := sgf.ReadAny(text); err != nil || len(again.Turns) != 9 {
			t.Errorf("%s: it came back as %v\n%s", rules, err, text)
		}
	}
	by := quick
	if _, err := by.Analyze(t.Context(), game.Weiqi{Board: board.Size{Cols: 9, Rows: 9}}, game.Start{}, nil, nil); err == nil || !strings.Contains(err.Error(), "only those of Connect6, Gomoku and Renju") {
		t.Errorf("Go: %v", err)
	}
	center := connect.Move{A: board.At(7, 7), B: board.Nowhere}
	if _, err := by.Analyze(t.Context(), game.Freestyle(), game.Start{}, []connect.Move{center, center}, nil); err == nil || !strings.Contains(err.Error(), "turn 2: H8 is not an empty point") {
		t.Errorf("a point twice: %v", err)
	}
}

// Stones that an opening offers for a choice are neither mistakes of a colour nor why it lost: in
// swap2 the player who puts them down seeks what is even, and here the winner did.
func TestOffersAreNotJudged(t *testing.T) {
	alone(t)
	for _, c := range []struct {
		name, record string
		offered      []int
	}{
		{"swap2", "(;GM[4]SZ[15]RU[gomoku]OPENING[swap2]RE[W+R];B[ib];W[ka];B[jb]CHOICE[black];W[ie];B[hc])", []int{1, 2, 3}},
		{"two more", "(;GM[4]SZ[15]RU[gomoku]OPENING[swap2]RE[W+R];B[hh];W[jg];B[kf]CHOICE[more];W[lf];B[ld]CHOICE[black];W[me])", []int{1, 2, 3, 4, 5}},
		{"two fifth stones", "(;GM[4]SZ[15]RU[renju]OPENING[renju-rif]RE[W+R];B[hh];W[ig];B[jj]CHOICE[white];W[gh];B[ij]OFFER[hj]CHOICE[ij];W[gg];B[gf])", []int{1, 2, 3, 5}},
		{"swap", "(;GM[511]SZ[19]RU[connect6]OPENING[swap]RE[W+R];B[EN];W[HO];W[HN]CHOICE[black];B[HM];B[FO];W[FM];W[GN])", []int{1, 2}},
		{"free", strings.Replace(fiveGame, "%s", "gomoku", 1), nil},
	} {
		rec, err := sgf.ReadAny([]byte(c.record))
		if err != nil {
			t.Fatal(c.name, err)
		}
		by := Analyzer{Limits: limit.Limits{Nodes: 2000}, Doubtful: 0.1, Bad: 0.2, TableMB: 1, Made: rec.Made}
		a, err := by.Analyze(t.Context(), Rules(rec), rec.Start, Moves(rec), nil)
		if err != nil {
			t.Fatal(c.name, err)
		}
		var offered []int
		for _, j := range a.Turns {
			if j.Offered {
				offered = append(offered, j.Number)
				if j.Mark != NoMark || j.Better != connect.NoMove || j.Loss() > 0 {
					t.Errorf("%s: turn %d is judged %+v", c.name, j.Number, j)
				}
			}
		}
		if !slices.Equal(offered, c.offered) {
			t.Errorf("%s: turns %v are offers, want %v", c.name, offered, c.offered)
		}
		if turn := a.Turning(board.White, 0.1).Turn; slices.Contains(c.offered, turn) {
			t.Errorf("%s: turn %d is why Black lost", c.name, turn)
		}
	}
}
