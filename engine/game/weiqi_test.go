package game

import (
	"math/rand/v2"
	"slices"
	"testing"

	"stonehand/engine/board"
)

// onBoard is Go on a small board.
func onBoard(n int, t Terms) Weiqi { return Weiqi{Board: board.Size{Cols: n, Rows: n}, Terms: t} }

// put plays points by name; "pass" passes.
func put(t *testing.T, g *Game, names ...string) {
	t.Helper()
	for _, name := range names {
		c, _ := g.Due()
		turn := Turn{Color: c}
		if name != "pass" {
			p, err := g.Size().Parse(name, board.Algebraic)
			if err != nil {
				t.Fatal(err)
			}
			turn.Points = []board.Point{p}
		}
		if err := g.Play(turn); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

// Random games, with passes and suicide, stand on the board as package weiqi has them,
// forwards and backwards.
func TestGoFollowsItsHistory(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 2))
		terms := Terms{Preset: []string{"chinese", "new-zealand", "japanese"}[seed%3]}
		if seed%4 == 3 {
			terms.Handicap, terms.Free = 2, seed%8 == 3
		}
		g := New(onBoard(5+int(seed%3)*2, terms))
		if terms.Handicap > 0 && !terms.Free && g.Size().Cols < 7 {
			continue // no star points
		}
		for range 200 {
			if g.Counting() {
				if err := g.PlayOn(); err != nil {
					t.Fatal(err)
				}
			}
			if len(g.Turns()) > 0 && rng.IntN(6) == 0 {
				g.Undo()
			}
			c, n := g.Due()
			if n != 1 {
				t.Fatalf("%d stones are due", n)
			}
			turn := Turn{Color: c, Points: []board.Point{g.Size().Point(rng.IntN(g.Size().Count()))}}
			if rng.IntN(12) == 0 {
				turn.Points = nil
			}
			before := g.Clone()
			if err := g.Play(turn); err == nil && rng.IntN(4) == 0 {
				g.Undo()
				if g.board != before.board || g.past.game.Board().Key() != before.past.game.Board().Key() {
					t.Fatal("taking a turn back does not lead back")
				}
			}
			if want := g.Weiqi().Board().Stones(); g.board.Stones != want {
				t.Fatalf("seed %d: the board differs after %v", seed, g.Turns())
			}
			stones := 0
			for _, c := range g.board.Stones {
				if c != board.Empty {
					stones++
				}
			}
			if stones != g.Count() {
				t.Fatalf("%d stones, counted as %d", stones, g.Count())
			}
		}
	}
}

func TestGoIsCounted(t *testing.T) {
	g := New(onBoard(5, Terms{}))
	put(t, g, "C1", "D1", "C2", "D2", "C3", "D3", "C4", "D4", "C5", "D5", "A1", "pass", "pass")
	if c, n := g.Due(); !g.Counting() || n != 0 || c != board.White {
		t.Fatalf("counting %v, %v is due %d stones", g.Counting(), c, n)
	}
	if err := g.Play(Turn{Color: board.White}); err != ErrCounting {
		t.Errorf("a turn while counting: %v", err)
	}
	if err := g.PlayOn(); err != nil || g.Counting() {
		t.Fatal("play does not go on", err)
	}
	put(t, g, "A5", "pass", "pass")
	if g.Counting() != true {
		t.Fatal("two more passes do not end play")
	}
	a5, _ := g.Size().Parse("A5", board.Algebraic)
	if err := g.Toggle(a5); err != nil || !slices.Equal(g.Dead(), []board.Point{a5}) {
		t.Fatal(err, g.Dead())
	}
	s := g.Score()
	if s.Area[board.Black]+s.Area[board.White] != 25 || s.Area[board.Black] != 15 {
		t.Errorf("area %v", s.Area)
	}
	if err := g.Agree(board.Black); err != nil || g.Result().Over {
		t.Fatal("one side ends the game", err)
	}
	if err := g.Toggle(a5); err != nil || g.Agreed(board.Black) {
		t.Error("after a change Black has still agreed", err)
	}
	_ = g.Toggle(a5)
	_, _ = g.Agree(board.White), g.Agree(board.Black)
	if r := g.Result(); !r.Over || r.Reason != ByScore || r.Winner != board.White || r.Score != "W+2.5" {
		t.Errorf("%+v", r)
	}
	if err := g.PlayOn(); err != ErrNotCounting {
		t.Errorf("play goes on after the end: %v", err)
	}
	g.Reopen()
	if !g.Result().Over {
		t.Error("the score was forgotten")
	}
	if g.Undo(); g.Result().Over || g.Counting() {
		t.Error("a pass was not taken back")
	}
}

func TestTerms(t *testing.T) {
	for text, want := range map[string]Terms{
		"":                                {},
		"japanese":                        {Preset: "japanese"},
		"AGA handicap 4 free":             {Preset: "aga", Handicap: 4, Free: true},
		"chinese komi -3.5":               {Preset: "chinese", OwnKomi: true, Komi: -3.5},
		"komi 0 handicap 2":               {OwnKomi: true, Handicap: 2},
		"new-zealand komi 6.5 handicap 9": {Preset: "new-zealand", OwnKomi: true, Komi: 6.5, Handicap: 9},
	} {
		var got, again Terms
		if err := got.UnmarshalText([]byte(text)); err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
		out, err := got.MarshalText()
		if err != nil || again.UnmarshalText(out) != nil || again != want {
			t.Errorf("%q is written %q", text, out)
		}
	}
	for _, text := range []string{"komi", "komi x", "handicap", "handicap -1", "ing", "komi NaN", "komi 9999"} {
		if err := new(Terms).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q was read", text)
		}
	}
	if err := new(Terms).UnmarshalText([]byte("komi 400")); err == nil || err.Error() != "komi goes from -361 to 361 points" {
		t.Errorf("komi 400: %v", err)
	}
	for _, c := range []struct {
		terms Terms
		komi  float64
	}{{Terms{}, 7.5}, {Terms{Handicap: 3}, 0.5}, {Terms{Preset: "even"}, 0}, {Terms{OwnKomi: true}, 0}} {
		if r, err := c.terms.Rules(); err != nil || r.Komi != c.komi {
			t.Errorf("%+v: komi %v, %v", c.terms, r.Komi, err)
		}
	}
	if err := (Terms{Handicap: 1}).Check(board.Size{Cols: 19, Rows: 19}); err == nil {
		t.Error("a handicap of one stone")
	}
}

func FuzzTerms(f *testing.F) {
	f.Add("chinese komi 7.5 handicap 3 free")
	f.Fuzz(func(t *testing.T, text string) {
		var a, b Terms
		if a.UnmarshalText([]byte(text)) != nil {
			return
		}
		out, err := a.MarshalText()
		if err != nil || b.UnmarshalText(out) != nil || a != b {
			t.Errorf("%q is written %q: %+v, %+v", text, out, a, b)
		}
	})
}

// Handicap: who begins, and what stands.
func TestHandicap(t *testing.T) {
	g := New(onBoard(9, Terms{Handicap: 3}))
	if c, _ := g.Due(); c != board.White || g.Count() != 3 || g.Weiqi().Handicap() != 3 {
		t.Errorf("%v begins, %d stones stand", c, g.Count())
	}
	put(t, g, "E5")
	if c, _ := g.Due(); c != board.Black {
		t.Errorf("then %v", c)
	}
	g = New(onBoard(9, Terms{Handicap: 3, Free: true}))
	put(t, g, "A1", "B2", "C3")
	if c, _ := g.Due(); c != board.White {
		t.Errorf("after three stones %v is to move", c)
	}
	put(t, g, "E5")
	if c, _ := g.Due(); c != board.Black {
		t.Errorf("then %v", c)
	}
	if _, err := Resized(Weiqi{Terms: Terms{Handicap: 9}}, board.Size{Cols: 5, Rows: 5}); err == nil {
		t.Error("nine star points on 5x5")
	}
	set, err := NewFrom(onBoard(9, Terms{}), Start{Black: []board.Point{board.At(1, 1)}, White: []board.Point{board.At(2, 2)}, ToMove: board.White})
	if err != nil {
		t.Fatal(err)
	}
	if c, _ := set.Due(); c != board.White {
		t.Errorf("in a position that was set up %v is to move", c)
	}
	put(t, set, "E5", "pass", "pass")
	if !set.Counting() {
		t.Error("a position that was set up is not counted")
	}
}
