package players

import (
	"context"
	"strings"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
	"stonehand/engine/search"
)

// asked is the question of a game given as turns of points, "J10 K11+J9 ...".
func asked(t *testing.T, turns string) player.Question {
	t.Helper()
	g := playedOut(t, game.Connect6(), turns)
	return player.Question{Position: player.At(g), Level: Levels, Limits: limit.Limits{Hard: time.Hour}}
}

// playedOut returns a game in which these turns were played.
func playedOut(t *testing.T, r game.Rules, turns string) *game.Game {
	t.Helper()
	g := game.New(r)
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

// shallow is a machine of one thread whose clock stands still and whose depth is
// bounded, so that the same questions have the same answers.
func shallow() *Machine {
	o := search.DefaultOptions()
	o.Depth, o.TableMB, o.Book = 4, 1, false
	return NewMachine(o, func() time.Time { return time.Unix(1, 0) })
}

// ask returns the answer, which is checked to be one to q, and how many turns
// were tried for it.
func ask(t *testing.T, think *Machine, q player.Question) (points []board.Point, nodes uint64) {
	t.Helper()
	a, err := think.Choose(t.Context(), q, func(i player.Info) { nodes = i.Nodes })
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
	if err := g.Check(game.Turn{Color: c, Points: a.Points}); err != nil {
		t.Fatalf("the answer %v: %v", a.Points, err)
	}
	return a.Points, nodes
}

const (
	before = "J10 K11+I11 K9+I10"     // the person is to move
	after  = before + " L8+J12 L9+J8" // and has; then the machine, and the person again
)

// TestPonderingHelps: what was found on the person's time makes the search that
// follows a good reply shorter.
func TestPonderingHelps(t *testing.T) {
	reply, _ := ask(t, shallow(), asked(t, before))
	q := asked(t, before+" "+reply[0].String()+"+"+reply[1].String())
	_, alone := ask(t, shallow(), q)
	think := shallow()
	think.Ponder(t.Context(), asked(t, before))
	if _, nodes := ask(t, think, q); nodes >= alone {
		t.Errorf("%d turns tried after pondering, %d without", nodes, alone)
	}
}

// TestPonderingIsNoAnswer: whatever was pondered on, and however it ended, the
// answer is one to the question.
func TestPonderingIsNoAnswer(t *testing.T) {
	think := shallow()
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for _, on := range []string{"", "J10", before, after, "A1 J10+J11 A3+A5 J12+J13 S1+S3 J14+S19"} {
		for _, ctx := range []context.Context{over, t.Context()} {
			think.Ponder(ctx, asked(t, on))
			ask(t, think, asked(t, after))
			ask(t, think, asked(t, "J10 K11+I11"))
		}
	}
	// A question that is none is left alone.
	q := asked(t, before)
	q.Turns = append(q.Turns, q.Turns[0])
	think.Ponder(t.Context(), q)
}
