package search

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
)

var (
	_ player.Player    = (*Player)(nil)
	_ player.Ponderer  = (*Player)(nil)
	_ player.Hurrier   = (*Player)(nil)
	_ player.Forgetter = (*Player)(nil)
)

// gameOf is a game given as turns of points, "J10 K11+J9 ...".
func gameOf(t *testing.T, turns string) *game.Game {
	t.Helper()
	g := game.New(game.Connect6())
	for _, word := range strings.Fields(turns) {
		c, _ := g.Due()
		turn := game.Turn{Color: c}
		for _, name := range strings.Split(word, "+") {
			p, err := g.Size().Parse(name, board.Algebraic)
			if err != nil {
				t.Fatal(err)
			}
			turn.Points = append(turn.Points, p)
		}
		if err := g.Play(turn); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func newPlayer(t *testing.T) *Player {
	t.Helper()
	o := DefaultOptions()
	o.Depth, o.TableMB, o.Book = 4, 1, false
	p, err := NewPlayer(connect.Board, o, func() time.Time { return time.Unix(1, 0) })
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A game of a player is turn for turn that of the bare engine, and its nodes are the
// same.
func TestPlayerIsItsEngine(t *testing.T) {
	o := DefaultOptions()
	o.TableMB, o.Book = 1, false
	now := func() time.Time { return time.Unix(1, 0) }
	bare, err := New(connect.Board, o, now)
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPlayer(connect.Board, o, now)
	if err != nil {
		t.Fatal(err)
	}
	g := gameOf(t, "")
	for !g.Result().Over && len(g.Turns()) < 40 {
		r := bare.Search(t.Context(), limit.Limits{Nodes: 400}, nil)
		a, err := p.Choose(t.Context(), player.Question{Position: player.At(g), Limits: limit.Limits{Nodes: 400}}, nil)
		if err != nil || !slices.Equal(a.Points, r.Move.Points(nil)) || a.Nodes != r.Nodes || a.Score != told(r).Score {
			t.Fatalf("turn %d: %+v, %v, and the engine %+v", len(g.Turns())+1, a, err, r)
		}
		bare.Position().PlayMove(r.Move)
		c, _ := g.Due()
		if err := g.Play(game.Turn{Color: c, Points: a.Points}); err != nil {
			t.Fatal(err)
		}
	}
}

// A player answers at once when it is hurried, and not at all when the position is
// gone.
func TestPlayerIsHurried(t *testing.T) {
	p := newPlayer(t)
	now := make(chan struct{})
	close(now)
	q := player.Question{Position: player.At(gameOf(t, "J10 K11+I11 K9+I10")), Hurry: now}
	if a, err := p.Choose(t.Context(), q, nil); err != nil || len(a.Points) != 2 {
		t.Errorf("%+v, %v", a, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Choose(ctx, q, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("the position is gone: %v", err)
	}
	q.Turns = append(slices.Clone(q.Turns), q.Turns[0])
	if _, err := p.Choose(t.Context(), q, nil); err == nil {
		t.Error("it plays on with two stones on a point")
	}
	q.Rules = game.Freestyle()
	if _, err := p.Choose(t.Context(), q, nil); err == nil {
		t.Error("it plays Gomoku")
	}
}

// Five in a row with both ends open leave one reply, and what is prepared for is
// what follows it.
func TestPonderOnTheOnlyReply(t *testing.T) {
	p := newPlayer(t)
	p.Ponder(t.Context(), player.Question{Position: player.At(gameOf(t, "J10 A1+A3 J11+J12 C1+C3 J13+J14"))})
	if at := p.engine.Position().Count(); at != 11 {
		t.Errorf("it pondered on a position of %d stones, want 11: behind the only reply", at)
	}
}

// Scores tell the turns of a win and the chance of one.
func TestScoresTold(t *testing.T) {
	for _, c := range []struct {
		score  int32
		win    int
		chance float64
	}{
		{0, 0, 0.5}, {Win - 1, 1, 1}, {Win - 5, 3, 1}, {4 - Win, -2, 0}, {2 - Win, -1, 0}, {100_000, 0, 0.99}, {-100_000, 0, 0.01},
	} {
		if i := told(Found{Score: c.score, Proved: c.win != 0}); i.Win != c.win || *i.Chance != c.chance {
			t.Errorf("%d: %d, %v; want %d, %v", c.score, i.Win, *i.Chance, c.win, c.chance)
		}
	}
}
