package main

import (
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/lab"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/search"
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
		q.Placed = []board.Point{p}
		for _, level := range []int{api.MinLevel, api.MaxLevel} {
			q.Level = level
			points, err := shallow(t).Think(t.Context(), q, func(api.Thought) {})
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
			ok := c.among == nil || level < api.MaxLevel
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
	think := shallow(t)
	q := asked(t, before)
	q.Budget = 5 * time.Second
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
		l := think.bounds(q)
		if l.Hard < c.least || l.Hard > c.most || l.Soft <= 0 || l.Soft > l.Hard {
			t.Errorf("%s with %+v: %+v, want %v to %v", text, c.left, l, c.least, c.most)
		}
	}
}

// A thought tells the chance that an analysis of the game would, and 1 or 0 where
// its score proves the end; other games' scores tell what they prove alone.
func TestThoughtTellsTheChance(t *testing.T) {
	for score, want := range map[int32]float64{
		0: 0.5, 930: lab.Value{Score: 930}.Chance(), 17_588: lab.Value{Score: 17_588}.Chance(), search.Win - 3: 1, 3 - search.Win: 0,
	} {
		if th := thought(search.Info{Score: score}, time.Second); th.Chance == nil || *th.Chance != want {
			t.Errorf("%d: %v, want %v", score, th.Chance, want)
		}
	}
	if c := decided(search.Win - 3); c == nil || *c != 1 {
		t.Errorf("a proved win: %v", c)
	}
	if c := decided(300); c != nil {
		t.Errorf("a score that proves nothing: %v", *c)
	}
}
