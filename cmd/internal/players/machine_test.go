package players

import (
	"sync"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
)

// The machine that takes over a turn which a person has begun plays the rest of
// it: it wins with one stone, answers with one what it can, and its search is of
// no harm where one is not enough.
func TestThinkCompletesATurn(t *testing.T) {
	for name, c := range map[string]struct {
		turns, placed string
		among         []string // one of these must be the answer; nil: any
	}{
		"anywhere":              {turns: before, placed: "L12"},
		"five of six":           {turns: "J10 A1+A3 K10+L10 C1+C3 M10+E10", placed: "S1", among: nil},
		"wins with the stone":   {turns: "J10 A1+A3 K10+L10 C1+C3 M10+S19 E1+E3", placed: "N10", among: []string{"I10", "O10"}},
		"stops a five":          {turns: "A1 J10+K10 A3+C1 L10+M10 A5+C3", placed: "N10", among: []string{"I10", "O10"}},
		"defends with one left": {turns: "A1 J10+K10 A3+C1 L10+M10", placed: "I10", among: []string{"N10", "O10"}},
		"both ends are open":    {turns: "A1 J10+K10 A3+C1 L10+M10", placed: "S1"},
	} {
		q := asked(t, c.turns)
		p, err := q.Rules.Size().Parse(c.placed, board.Algebraic)
		if err != nil {
			t.Fatal(err)
		}
		q.Placed, q.Due = []board.Point{p}, 1
		for _, level := range []int{1, Levels} {
			q.Level = level
			a, err := shallow().Choose(t.Context(), q, nil)
			points := a.Points
			if err != nil || len(points) != 1 {
				t.Errorf("%s, level %d: %v, %v", name, level, points, err)
				continue
			}
			g := game.New(q.Rules)
			for _, turn := range q.Turns {
				_ = g.Play(turn)
			}
			color, _ := g.Due()
			if err := g.Check(game.Turn{Color: color, Points: append(q.Placed, points...)}); err != nil {
				t.Errorf("%s, level %d: %v", name, level, err)
			}
			ok := c.among == nil || level < Levels
			for _, want := range c.among {
				ok = ok || points[0].String() == want
			}
			if !ok {
				t.Errorf("%s: %v, want one of %v", name, points, c.among)
			}
		}
	}
}

// On a clock the machine plans by it and not by its budget, and answers well
// before its flag would fall.
func TestThinkPlansFromTheClock(t *testing.T) {
	q := asked(t, before)
	q.Limits.Hard = 5 * time.Second
	const s = time.Second
	for text, c := range map[string]struct {
		left        clock.Side
		least, most time.Duration // of the hard bound
	}{
		"none":       {clock.Side{}, 4 * s, 5 * s},
		"30s/turn":   {clock.Side{Main: 20 * s}, 19 * s, 19900 * time.Millisecond},
		"10m":        {clock.Side{Main: 600 * s}, 60 * s, 300 * s},
		"11m":        {clock.Side{Main: s}, 1, s / 2},
		"10m+5s":     {clock.Side{Main: 2 * s}, s / 10, s},
		"10m+3x30s":  {clock.Side{Periods: 1, Period: 30 * s}, 29 * s, 29900 * time.Millisecond},
		"9m+3x30s":   {clock.Side{Main: 540 * s, Periods: 3, Period: 30 * s}, 60 * s, 540 * s},
		"100ms":      {clock.Side{Main: 100 * time.Millisecond}, 1, 50 * time.Millisecond},
		"200ms/turn": {clock.Side{Main: 200 * time.Millisecond}, 1, 150 * time.Millisecond},
	} {
		var err error
		if q.Clock, err = clock.Parse(text); err != nil {
			t.Fatal(err)
		}
		q.Left = c.left
		l := plan(q, q.Count())
		if l.Hard < c.least || l.Hard > c.most || l.Soft <= 0 || l.Soft > l.Hard {
			t.Errorf("%s with %+v: %+v, want %v to %v", text, c.left, l, c.least, c.most)
		}
	}
}

// What is planned already is taken as it is.
func TestPlannedIsLeftAlone(t *testing.T) {
	q := asked(t, before)
	q.Limits = limit.Limits{Nodes: 7, Soft: time.Second, Hard: time.Second}
	if l := plan(q, q.Count()); l != q.Limits {
		t.Errorf("%+v became %+v", q.Limits, l)
	}
}

// Only the engines of the game that is played have memory. A game may end while its last
// question is being answered.
func TestOneGameHasMemory(t *testing.T) {
	m := shallow()
	held := func() [2]bool { return [2]bool{m.connect6 != nil, len(m.players) > 0} }
	for _, c := range []struct {
		rules game.Rules
		want  [2]bool // of Connect6, of Gomoku and Renju
	}{
		{game.Connect6(), [2]bool{true, false}}, {game.Renju(), [2]bool{false, true}}, {game.Fives(), [2]bool{true, false}}, {game.Freestyle(), [2]bool{false, true}},
	} {
		if err := m.Prepare(c.rules); err != nil || held() != c.want {
			t.Errorf("ready for %s, it has %v of both engines, not %v (%v)", c.rules.Name(), held(), c.want, err)
		}
		if m.Seat(c.rules, nil); held() != c.want {
			t.Errorf("a game of %s takes its engine away", c.rules.Name())
		}
	}
	var thinking sync.WaitGroup
	for _, rules := range []game.Rules{game.Renju(), game.Connect6()} {
		thinking.Go(func() {
			q := player.Question{Position: player.At(game.New(rules)), Limits: limit.Limits{Nodes: 500}}
			if a, err := m.Choose(t.Context(), q, nil); err != nil || len(a.Points) != 1 {
				t.Errorf("%s: %v, %v", rules.Name(), a.Points, err)
			}
		})
		m.Seat(game.Go(), nil)
		thinking.Wait()
	}
	if m.Seat(game.Go(), nil); held() != [2]bool{} {
		t.Errorf("in a game of Go it has %v of both engines", held())
	}
}
