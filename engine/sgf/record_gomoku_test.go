package sgf

import (
	"reflect"
	"strings"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/renju"
)

// A game of Renju is written with FF[4]'s number and points, and read again as
// what it was; another program's, which does not name its rules, is freestyle.
func TestGomoku(t *testing.T) {
	size := board.Size{Cols: 15, Rows: 15}
	turn := func(c board.Color, x, y int) game.Turn {
		return game.Turn{Color: c, Points: []board.Point{board.At(x, y)}}
	}
	r := &Record{
		Game: game.Renju(), Size: size, Rules: "renju", Black: "a", White: "b",
		Turns:  []game.Turn{turn(board.Black, 7, 7), turn(board.White, 8, 8), turn(board.Black, 0, 14)},
		Result: game.Result{Over: true, Winner: board.White, Reason: game.ByResign},
	}
	text := string(r.SGF())
	if !strings.Contains(text, "GM[4]") || !strings.Contains(text, "B[hh]") || !strings.Contains(text, "W[ig]") || !strings.Contains(text, "B[aa]") {
		t.Errorf("%s", text)
	}
	again, err := ReadAny([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(again, r) {
		t.Errorf("read again: %+v, not %+v", again, r)
	}
	other, err := ReadAny([]byte("(;GM[4]SZ[15];B[hh];W[ig])"))
	if err != nil || other.Game.Name() != "gomoku" {
		t.Errorf("%+v, %v", other, err)
	}
	for said, want := range map[string]string{
		"Renju": "renju", "renju, swap2": "renju", "Gomoku Standard": "gomoku-standard", "GOMOKU": "gomoku", "house rules": "gomoku",
	} {
		r, err := ReadAny([]byte("(;GM[4]SZ[15]RU[" + said + "];B[hh];W[ig])"))
		if err != nil || r.Game.Name() != want || r.Game.Size() != size || r.Rules != said {
			t.Errorf("RU[%s]: %+v, %v", said, r, err)
		}
	}
	if r, err := ReadAny([]byte("(;GM[511]RU[Connect6-fives];B[j10])")); err != nil || r.Game == nil || r.Game.Name() != "connect6-fives" {
		t.Errorf("Connect6 that counts fives: %+v, %v", r, err)
	}
	const passes = "(;GM[4]SZ[15]RU[Renju];B[hh];W[])"
	if _, err := ReadAny([]byte(passes)); err == nil || !strings.HasSuffix(err.Error(), "white passes; in renju nobody can") {
		t.Errorf("a pass: %v", err)
	}
	if games, err := Read([]byte(text)); err != nil {
		t.Error(err)
	} else if _, err := Connect6(games[0]); err == nil || !strings.Contains(err.Error(), "another game") {
		t.Errorf("as Connect6: %v", err)
	}
}

// A game of Renju that Black lost by a forbidden point is read, written and read again;
// nothing follows that point.
func TestRenjuLostByFoul(t *testing.T) {
	const lost = "(;GM[4]SZ[15]RU[renju]RE[W+];B[hh];W[aa];B[ih];W[ac];B[jh];W[ae];B[gh];W[ag];B[eh];W[ai];B[fh]"
	r, err := ReadAny([]byte(lost + ")"))
	for range 2 {
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Turns) != 10 || r.Foul == nil || r.Foul.Point != board.At(5, 7) || r.Foul.Foul != renju.Overline || r.Result.Winner != board.White || r.Result.Reason != game.ByFoul {
			t.Fatalf("%d turns, %v, %+v", len(r.Turns), r.Foul, r.Result)
		}
		written := r.SGF()
		if text := string(written); !strings.Contains(text, "RE[W+F]") || !strings.Contains(text, ";B[fh]") {
			t.Errorf("written: %s", text)
		}
		r, err = ReadAny(written)
	}
	if _, err := ReadAny([]byte(lost + ";W[ak])")); err == nil || !strings.Contains(err.Error(), "F8 is forbidden to Black: it makes an overline") {
		t.Errorf("played on: %v", err)
	}
}
