package game

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"stonehand/engine/board"
)

// points reads "J10 K11".
func points(t *testing.T, s board.Size, text string) []board.Point {
	t.Helper()
	var list []board.Point
	for _, name := range strings.Fields(text) {
		p, err := s.Parse(name, board.Algebraic)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

// play plays turns of the colour that is due, each written "J10 K11".
func play(t *testing.T, g *Game, turns ...string) {
	t.Helper()
	for _, text := range turns {
		c, _ := g.Due()
		if err := g.Play(Turn{Color: c, Points: points(t, g.Size(), text)}); err != nil {
			t.Fatalf("turn %d %q: %v", len(g.Turns())+1, text, err)
		}
	}
}

func TestConnect6TurnOrder(t *testing.T) {
	g := New(Connect6())
	for i, want := range []struct {
		color  board.Color
		stones int
		turn   string
	}{
		{board.Black, 1, "J10"}, {board.White, 2, "A1 S19"}, {board.Black, 2, "A2 B2"}, {board.White, 2, "C1 C2"},
	} {
		if c, n := g.Due(); c != want.color || n != want.stones {
			t.Fatalf("turn %d: %v places %d, want %v %d", i+1, c, n, want.color, want.stones)
		}
		play(t, g, want.turn)
	}
	if g.board.Count != 7 || g.At(board.At(9, 9)) != board.Black || g.At(board.At(18, 18)) != board.White {
		t.Errorf("%d stones on the board", g.board.Count)
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		name  string
		color board.Color
		turn  string
		want  error
		says  string
	}{
		{"other side", board.White, "A1 A2", ErrTurn, "black is to move"},
		{"no colour", board.Empty, "A1 A2", ErrTurn, ""},
		{"too few", board.Black, "A1", ErrStones, "takes 2, not 1"},
		{"none", board.Black, "", ErrStones, "takes 2, not 0"},
		{"too many", board.Black, "A1 A2 A3", ErrStones, "takes 2, not 3"},
		{"occupied", board.Black, "A1 J10", ErrOccupied, "J10"},
		{"named twice", board.Black, "A1 A1", ErrOccupied, "A1 is named twice"},
	} {
		g := New(Connect6())
		play(t, g, "J10", "K10 L10")
		before := g.Key()
		turn := Turn{Color: c.color, Points: points(t, g.Size(), c.turn)}
		if err := g.Check(turn); !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
		if err := g.Play(turn); !errors.Is(err, c.want) {
			t.Errorf("%s: Play says %v", c.name, err)
		}
		if g.Key() != before || len(g.Turns()) != 2 {
			t.Errorf("%s: the refusal changed the game", c.name)
		}
	}
	g := New(Connect6())
	for _, p := range []board.Point{board.Nowhere, board.At(19, 0), board.At(0, 19)} {
		if err := g.Check(Turn{Color: board.Black, Points: []board.Point{p}}); !errors.Is(err, ErrOff) {
			t.Errorf("%v: %v, want %v", p, err, ErrOff)
		}
	}
}

func TestSixWinInEveryDirection(t *testing.T) {
	for _, c := range []struct{ name, first, rest, line string }{
		{"across", "A1", "B1 C1 D1 E1 F1", "A1 B1 C1 D1 E1 F1"},
		{"up", "S14", "S15 S16 S17 S18 S19", "S14 S15 S16 S17 S18 S19"},
		{"rising", "A1", "B2 C3 D4 E5 F6", "A1 B2 C3 D4 E5 F6"},
		{"falling", "A6", "B5 C4 D3 E2 F1", "A6 B5 C4 D3 E2 F1"},
		{"closed in the middle", "A1", "B1 C1 F1 E1 D1", "A1 B1 C1 D1 E1 F1"},
	} {
		g := New(Connect6())
		rest := strings.Fields(c.rest)
		play(t, g, c.first, "J10 J12", rest[0]+" "+rest[1], "L10 L12", rest[2]+" "+rest[3], "N10 N12", rest[4]+" Q19")
		r := g.Result()
		if !r.Over || r.Winner != board.Black || r.Reason != ByLine || !slices.Equal(r.Line, points(t, g.Size(), c.line)) {
			t.Errorf("%s: %+v", c.name, r)
		}
		if col, n := g.Due(); col != board.Empty || n != 0 {
			t.Errorf("%s: %v places %d after the end", c.name, col, n)
		}
		if err := g.Check(Turn{Color: board.White, Points: points(t, g.Size(), "A19 B19")}); !errors.Is(err, ErrOver) {
			t.Errorf("%s: after the end: %v", c.name, err)
		}
	}
}

func TestSevenWinToo(t *testing.T) {
	g := New(Connect6())
	play(t, g, "A1", "J10 J12", "B1 C1", "L10 L12", "E1 F1", "N10 N12", "G1 D1")
	if r := g.Result(); r.Winner != board.Black || len(r.Line) != 7 {
		t.Errorf("%+v", r)
	}
}

func TestFiveDoNotWinNorDoesALineRoundTheEdge(t *testing.T) {
	g := New(Connect6())
	play(t, g, "P1", "J10 J12", "Q1 R1", "L10 L12", "S1 A2", "N10 N12", "B2 C2")
	if r := g.Result(); r.Over {
		t.Errorf("%+v", r)
	}
}

func TestShortTurnThatWins(t *testing.T) {
	g := New(Connect6())
	play(t, g, "A1", "J10 J12", "B1 C1", "L10 L12", "D1 E1", "N10 N12")
	if err := g.Check(Turn{Color: board.Black, Points: points(t, g.Size(), "H8")}); !errors.Is(err, ErrStones) {
		t.Fatalf("one stone that does not win: %v", err)
	}
	play(t, g, "F1")
	if r := g.Result(); r.Winner != board.Black || r.Reason != ByLine {
		t.Fatalf("%+v", r)
	}
	if !g.Undo() || g.Result().Over || g.At(board.At(5, 0)) != board.Empty {
		t.Fatalf("after undo: %+v", g.Result())
	}
}

func TestOpponentsLineIsNoWinForAShortTurn(t *testing.T) {
	g := New(Connect{Title: "small", Board: board.Size{Cols: 5, Rows: 5}, Row: 3, Each: 2, First: 1})
	play(t, g, "A1", "C3 C5")
	if err := g.Check(Turn{Color: board.Black, Points: points(t, g.Size(), "C4")}); !errors.Is(err, ErrStones) {
		t.Errorf("%v", err)
	}
}

// full plays a full 4x2 board without three in a row.
func full(t *testing.T, fives bool) *Game {
	g := New(Connect{Title: "tiny", Board: board.Size{Cols: 4, Rows: 2}, Row: 3, Each: 2, First: 1, CountFives: fives})
	play(t, g, "A1", "B1 A2", "B2 C2", "D2 C1")
	if c, n := g.Due(); c != board.Black || n != 1 {
		t.Fatalf("the last turn: %v places %d, want black 1", c, n)
	}
	play(t, g, "D1")
	return g
}

func TestFullBoard(t *testing.T) {
	if r := full(t, false).Result(); !r.Over || r.Winner != board.Empty || r.Reason != ByFull || r.Line != nil {
		t.Errorf("without the house rule: %+v", r)
	}
	// Rows of the full board: W B B W over B W W B. Lines of exactly two, in the
	// place of fives: Black B2-C2 and the diagonals A1-B2 and C2-D1; White B1-C1
	// and the diagonals A2-B1 and C1-D2.
	if r := full(t, true).Result(); !r.Over || r.Winner != board.Empty || r.Reason != ByFives {
		t.Errorf("with the house rule, as many fives each: %+v", r)
	}
	g := New(Connect{Title: "tiny", Board: board.Size{Cols: 3, Rows: 2}, Row: 3, Each: 2, First: 1, CountFives: true})
	play(t, g, "B1", "A1 C2", "B2 A2", "C1")
	// B B W over W B W. Lines of exactly two: Black A2-B2, B1-B2 and A2-B1; White
	// C1-C2.
	if r := g.Result(); r.Winner != board.Black || r.Reason != ByFives {
		t.Errorf("with the house rule, Black has more: %+v", r)
	}
}

func TestRunsCountsExactLength(t *testing.T) {
	b := &Board{Size: board.Size{Cols: 19, Rows: 19}}
	put := func(c board.Color, text string) {
		for _, p := range points(t, b.Size, text) {
			b.Stones[p] = c
		}
	}
	put(board.Black, "A1 B1 C1 D1 E1") // five at the edge
	put(board.Black, "H1 H2 H3 H4 H5") // five upwards
	put(board.Black, "K1 L1 M1 N1")    // four
	put(board.Black, "A9 B9 C9 D9 E9 F9")
	put(board.White, "S19 R18 Q17 P16 O15") // five, falling from the corner
	if n := b.Runs(board.Black, 5); n != 2 {
		t.Errorf("Black has %d fives, want 2", n)
	}
	if n := b.Runs(board.White, 5); n != 1 {
		t.Errorf("White has %d fives, want 1", n)
	}
}

func TestEndAndReopen(t *testing.T) {
	g := New(Connect6())
	play(t, g, "J10", "A1 A2")
	g.End(Result{Winner: board.White, Reason: ByResign})
	if r := g.Result(); !r.Over || r.Winner != board.White {
		t.Fatalf("%+v", r)
	}
	if err := g.Check(Turn{Color: board.Black, Points: points(t, g.Size(), "B1 B2")}); !errors.Is(err, ErrOver) {
		t.Fatalf("%v", err)
	}
	g.Reopen()
	if g.Result().Over || len(g.Turns()) != 2 {
		t.Fatalf("%+v", g.Result())
	}
	play(t, g, "B1 B2")

	won := New(Connect6())
	play(t, won, "A1", "J10 J12", "B1 C1", "L10 L12", "D1 E1", "N10 N12", "F1")
	won.Reopen()
	if r := won.Result(); r.Reason != ByLine || r.Winner != board.Black {
		t.Errorf("a game that its rules ended was reopened: %+v", r)
	}
	empty := New(Connect6())
	empty.End(Result{Winner: board.White, Reason: ByResign})
	empty.Reopen()
	if empty.Result().Over || empty.Undo() {
		t.Error("a game without turns")
	}
}

func TestPlayKeepsItsOwnPoints(t *testing.T) {
	g := New(Connect6())
	p := points(t, g.Size(), "J10")
	if err := g.Play(Turn{Color: board.Black, Points: p}); err != nil {
		t.Fatal(err)
	}
	p[0] = board.At(0, 0)
	if got := g.Turns()[0].Points[0]; got != board.At(9, 9) {
		t.Errorf("the recorded turn became %v", got)
	}
}

// Random turns, legal or not, and undos: the game always equals one played
// again from its record, a refused turn changes nothing, and only a full board
// or a line ends it.
func TestRandomPlayAgreesWithItsRecord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := Connect{Title: "small",
			Board: board.Size{Cols: rapid.IntRange(1, 6).Draw(t, "cols"), Rows: rapid.IntRange(1, 6).Draw(t, "rows")},
			Row:   rapid.IntRange(2, 5).Draw(t, "k"), Each: rapid.IntRange(1, 3).Draw(t, "p"), First: rapid.IntRange(1, 2).Draw(t, "q"),
			CountFives: rapid.Bool().Draw(t, "fives")}
		g := New(rules)
		for range rapid.IntRange(0, 40).Draw(t, "steps") {
			if rapid.IntRange(0, 5).Draw(t, "undo") == 0 {
				n := len(g.Turns())
				if g.Undo() != (n > 0) || len(g.Turns()) != max(0, n-1) {
					t.Fatal("undo")
				}
				continue
			}
			c, due := g.Due()
			if rapid.IntRange(0, 9).Draw(t, "other") == 0 {
				c = c.Other()
			}
			turn := Turn{Color: c}
			for range rapid.IntRange(max(0, due-1), due+rapid.IntRange(0, 1).Draw(t, "more")).Draw(t, "stones") {
				turn.Points = append(turn.Points, rules.Board.Point(rapid.IntRange(0, rules.Board.Count()-1).Draw(t, "point")))
			}
			key, checked := g.Key(), g.Check(turn)
			err := g.Play(turn)
			if (err == nil) != (checked == nil) {
				t.Fatalf("Check says %v, Play says %v", checked, err)
			}
			if err != nil && g.Key() != key {
				t.Fatalf("refused (%v), but the board changed", err)
			}
		}
		again := New(rules)
		for _, turn := range g.Turns() {
			if err := again.Play(turn); err != nil {
				t.Fatalf("the record cannot be played again: %v", err)
			}
		}
		if again.board != g.board || again.Key() != g.Key() || again.Result().Over != g.Result().Over || again.Result().Winner != g.Result().Winner {
			t.Fatalf("played again: %+v, was %+v", again.Result(), g.Result())
		}
	})
}
