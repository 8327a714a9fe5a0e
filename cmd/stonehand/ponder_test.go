package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table"
	"stonehand/engine/board"
	"stonehand/engine/game"
)

// asked is the question of a game given as turns of points, "J10 K11+J9 ...".
func asked(t *testing.T, turns string) table.Question {
	t.Helper()
	q := table.Question{Rules: game.Connect6(), Level: api.MaxLevel, Budget: time.Hour, Now: make(chan struct{})}
	g := game.New(q.Rules)
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
	q.Turns = g.Turns()
	return q
}

// shallow is a thinker of one thread whose clock stands still and whose depth is
// bounded, so that the same questions have the same answers.
func shallow(t *testing.T) *thinker {
	t.Helper()
	o := defaults
	o.Depth, o.TableMB, o.Book = 4, 1, false
	think, err := newThinker(o, func() time.Time { return time.Unix(1, 0) })
	if err != nil {
		t.Fatal(err)
	}
	return think
}

// ask returns the answer, which is checked to be one to q, and how many turns
// were tried for it.
func ask(t *testing.T, think *thinker, q table.Question) (points []board.Point, nodes uint64) {
	t.Helper()
	points, err := think.Think(t.Context(), q, func(th api.Thought) { nodes = th.Nodes })
	if err != nil {
		t.Fatal(err)
	}
	g := game.New(q.Rules)
	for _, turn := range q.Turns {
		if err := g.Play(turn); err != nil {
			t.Fatal(err)
		}
	}
	c, _ := g.Due()
	if err := g.Check(game.Turn{Color: c, Points: points}); err != nil {
		t.Fatalf("the answer %v: %v", points, err)
	}
	return points, nodes
}

const (
	before = "J10 K11+I11 K9+I10"     // the person is to move
	after  = before + " L8+J12 L9+J8" // and has; then the machine, and the person again
)

// TestPonderingHelps: what was found on the person's time makes the search that
// follows a good reply shorter.
func TestPonderingHelps(t *testing.T) {
	reply, _ := ask(t, shallow(t), asked(t, before))
	q := asked(t, before+" "+reply[0].String()+"+"+reply[1].String())
	_, alone := ask(t, shallow(t), q)
	think := shallow(t)
	think.Ponder(t.Context(), asked(t, before))
	if _, nodes := ask(t, think, q); nodes >= alone {
		t.Errorf("%d turns tried after pondering, %d without", nodes, alone)
	}
}

// TestPonderingIsNoAnswer: whatever was pondered on, and however it ended, the
// answer is one to the question.
func TestPonderingIsNoAnswer(t *testing.T) {
	think := shallow(t)
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for _, on := range []string{"", "J10", before, after, "A1 J10+J11 A3+A5 J12+J13 S1+S3 J14+S19"} {
		for _, ctx := range []context.Context{over, t.Context()} {
			think.Ponder(ctx, asked(t, on))
			ask(t, think, asked(t, after))
			ask(t, think, asked(t, "J10 K11+I11"))
		}
	}
	// Five in a row with both ends open: there is one reply, and the machine
	// prepares for what follows it.
	think.Ponder(t.Context(), asked(t, "J10 A1+A3 J11+J12 C1+C3 J13+J14"))
	if at := think.engine.Position().Count(); at != 11 {
		t.Errorf("it pondered on a position of %d stones, want 11: behind the only reply", at)
	}
	// A question that is none is left alone.
	q := asked(t, before)
	q.Turns = append(q.Turns, q.Turns[0])
	think.Ponder(t.Context(), q)
}
