package sgf

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/opening"
)

// A record of any game with an opening is read again as what it was, wherever it
// stops.
func TestOpeningsAreReadAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := rapid.SampledFrom([]game.Gomoku{game.Freestyle(), game.Standard(), game.Renju()}).Draw(t, "rules")
		rules.Opening = rapid.SampledFrom(rules.Openings()).Draw(t, "opening")
		g := game.New(rules)
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			if list := g.Choices(); len(list) > 0 {
				if err := g.Choose(rapid.SampledFrom(list).Draw(t, "choice")); err != nil {
					t.Fatal(err)
				}
				continue
			}
			c, n := g.Due()
			var at []board.Point
			for range n {
				at = append(at, g.Size().Point(rapid.IntRange(0, g.Size().Count()-1).Draw(t, "at")))
			}
			if allowed := g.Allowed(); allowed != nil {
				at = []board.Point{rapid.SampledFrom(allowed).Draw(t, "allowed")}
			}
			_ = g.Play(game.Turn{Color: c, Points: at}) // or it is not allowed
		}
		r := &Record{Game: rules, Size: rules.Board, Rules: rules.Title, Turns: append([]game.Turn(nil), g.Turns()...), Made: g.Made(), Result: g.Result()}
		if len(g.Choices()) == 0 {
			r.Offer = g.Offer()
		}
		if len(r.Turns) == 0 {
			return
		}
		text := r.SGF()
		again, err := ReadAny(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if !reflect.DeepEqual(again, r) {
			t.Fatalf("%s\n%+v\n%+v", text, again, r)
		}
	})
}

// What a record says, and what is refused.
func TestOpeningProperties(t *testing.T) {
	const kagetsu = "(;FF[4]GM[4]SZ[15]RU[renju]OPENING[renju-rif];B[hh];W[hg];B[ig]CHOICE[black];W[gg];B[jh]OFFER[fh]CHOICE[jh];W[aa])"
	r, err := ReadAny([]byte(kagetsu))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Turns) != 6 || len(r.Turns[4].Points) != 1 || len(r.Offer) != 2 || len(r.Made) != 2 {
		t.Errorf("%+v", r)
	}
	if text := string(r.SGF()); !strings.Contains(text, "ON[D4 Kagetsu 花月]") || !strings.Contains(text, "OFFER[fh]CHOICE[jh]") {
		t.Errorf("written again: %s", text)
	}
	for _, c := range []struct{ sgf, want string }{
		{"(;GM[4]SZ[15]RU[renju]OPENING[sakata];B[hh])", "no opening"},
		{"(;GM[4]SZ[15]OPENING[renju];B[hh])", `has no opening "renju"`},
		{"(;GM[4]SZ[14]RU[renju]OPENING[renju];B[hh])", `has no opening "renju"`},
		{"(;GM[4]SZ[15]RU[renju]OPENING[renju];B[aa])", "the middle"},
		{"(;GM[4]SZ[15]RU[renju]OPENING[renju];B[hh];W[hg];B[ig];W[aa])", "waits for a choice"},
		{"(;GM[4]SZ[15]RU[renju]OPENING[renju];B[hh];W[hg];B[ig]CHOICE[more])", "CHOICE[more]"},
		{"(;GM[4]SZ[15]RU[renju]OPENING[renju]CHOICE[black];B[hh])", "follows no move"},
		{"(;GM[4]SZ[15]RU[renju]OPENING[renju];B[hh]CHOICE[black])", "nothing to choose"},
		{"(;GM[4]SZ[15]RU[renju]OPENING[renju-rif];B[hh];W[hg];B[hf]CHOICE[black];W[he];B[gh]OFFER[ih]CHOICE[gh])", "mirror image"},
		{"(;GM[4]SZ[15]RU[renju]OPENING[renju-rif];B[hh];W[hg];B[hf]CHOICE[black];W[he];B[gh]OFFER[zz]CHOICE[gh])", "zz"},
	} {
		if _, err := ReadAny([]byte(c.sgf)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; want %q", c.sgf, err, c.want)
		}
	}
}

// Whatever a file says, it is read or refused, and what was read can be written and
// read again.
func FuzzAny(f *testing.F) {
	f.Add([]byte("(;FF[4]GM[4]SZ[15]RU[renju]OPENING[renju-rif];B[hh];W[hg];B[ig]CHOICE[black];W[gg];B[jh]OFFER[fh]CHOICE[jh];W[aa])"))
	f.Add([]byte("(;GM[4]SZ[15]OPENING[swap2];B[hh];W[aa];B[ig]CHOICE[more];W[gg];B[jh]CHOICE[white];W[ab])"))
	f.Add([]byte("(;GM[4]SZ[7]OPENING[swap2];AB[aa];B[hh]CHOICE[];W[aa]CHOICE[a][b]OFFER[])"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := ReadAny(data)
		if err != nil || len(r.Turns) == 0 {
			return
		}
		again, err := ReadAny(r.SGF())
		if err != nil {
			t.Fatalf("%v\n%s", err, r.SGF())
		}
		if !reflect.DeepEqual(again.Turns, r.Turns) || !reflect.DeepEqual(again.Made, r.Made) || !reflect.DeepEqual(again.Offer, r.Offer) {
			t.Fatalf("%+v\n%+v", again, r)
		}
	})
}

// A game of Connect6 with a swap is written with its choice and read again.
func TestSwapIsWrittenAndRead(t *testing.T) {
	rules, err := game.Opened(game.Connect6(), opening.Swap)
	if err != nil {
		t.Fatal(err)
	}
	g := game.New(rules)
	for i, points := range [][]board.Point{{board.At(9, 9)}, {board.At(8, 8), board.At(7, 7)}, {board.At(1, 1), board.At(2, 2)}} {
		if i == 2 {
			if err := g.Choose(opening.TakeBlack); err != nil {
				t.Fatal(err)
			}
		}
		c, _ := g.Due()
		if err := g.Play(game.Turn{Color: c, Points: points}); err != nil {
			t.Fatal(err)
		}
	}
	r := Record{Game: g.Rules(), Size: g.Size(), Turns: g.Turns(), Made: g.Made()}
	got, err := ReadAny(r.SGF())
	if err != nil {
		t.Fatal(err)
	}
	if got.Game != g.Rules() || !slices.Equal(got.Made, g.Made()) || len(got.Turns) != 3 {
		t.Errorf("%s\nis read as %+v", r.SGF(), got)
	}
}
