package players

import (
	"context"
	"fmt"
	"strconv"

	"stonehand/cmd/internal/api"
	"stonehand/engine/game"
	"stonehand/engine/gomoku"
	"stonehand/engine/human"
	"stonehand/engine/player"
	"stonehand/engine/search"
)

// Levels is how many strengths the product offers, 1 the weakest.
const Levels = api.MaxLevel

// level is who plays one: a learner, an engine, or an engine with the lapses of a
// learner.
type level struct {
	habits human.Habits
	rung   int // of the game's engine; 0 for a learner alone
}

// lapse is how often turns are played with the given habits.
func lapse(chance float64, h human.Habits) human.Habits {
	h.Lapse = chance
	return h
}

// The levels of each game are spaced by matches, the first also by matches against
// scripted beginners (docs/strength.md).
var (
	connect6Levels = [Levels]level{
		{habits: human.Habits{Lapse: 1, Own: 0.97, Near: 0.93, Far: 0.70, Gap: 0.4, Care: 0.15, Slip: 0.6, Tire: 0.03}},
		{habits: human.Habits{Lapse: 1, Own: 0.99, Near: 0.97, Far: 0.84, Gap: 0.2, Care: 0.27, Slip: 0.42, Tire: 0.015}},
		{habits: human.Habits{Lapse: 1, Own: 1, Near: 0.989, Far: 0.943, Gap: 0.07, Care: 0.49, Slip: 0.41, Tire: 0.009}},
		{habits: human.Habits{Lapse: 1, Own: 1, Near: 0.995, Far: 0.975, Gap: 0.02, Care: 0.61, Slip: 0.33, Tire: 0.003}},
		{habits: human.Habits{Lapse: 1, Own: 1, Near: 0.997, Far: 0.982, Care: 0.71, Slip: 0.25}},
		{habits: lapse(0.75, human.Careful), rung: 1},
		{habits: lapse(0.22, human.Careful), rung: 1},
		{habits: lapse(0.25, human.Careful), rung: 2},
		{habits: lapse(0.02, human.Careful), rung: 2}, {rung: 3}, {rung: 4}, {rung: 5}, {rung: 6}, {rung: 7}, {rung: search.Rungs},
	}
	gomokuLevels = [Levels]level{
		{habits: human.Habits{Lapse: 1, Own: 0.95, Near: 0.90, Far: 0.66, Gap: 0.4, Care: 0.12, Slip: 0.66, Tire: 0.04}},
		{habits: human.Habits{Lapse: 1, Own: 0.985, Near: 0.965, Far: 0.82, Gap: 0.27, Care: 0.25, Slip: 0.56, Tire: 0.022}},
		{habits: human.Habits{Lapse: 1, Own: 1, Near: 0.985, Far: 0.93, Gap: 0.1, Care: 0.44, Slip: 0.44, Tire: 0.012}},
		{habits: human.Habits{Lapse: 1, Own: 1, Near: 0.994, Far: 0.972, Gap: 0.03, Care: 0.58, Slip: 0.35, Tire: 0.004}},
		{habits: human.Habits{Lapse: 1, Own: 1, Near: 0.999, Far: 0.99, Care: 0.72, Slip: 0.24}},
		{habits: human.Habits{Lapse: 1, Own: 1, Near: 1, Far: 1, Care: 0.84, Slip: 0.16}},
		{habits: lapse(0.83, human.Careful), rung: 1},
		{habits: lapse(0.33, human.Careful), rung: 2}, {rung: 3}, {rung: 4}, {rung: 5}, {rung: 6}, {rung: 7}, {rung: 8}, {rung: gomoku.Rungs},
	}
	renjuLevels = gomokuLevels
)

// levelOf returns who plays a level, the nearest of a number beyond either end.
func levelOf(r game.Rules, n int) level {
	n = min(max(n, 1), Levels) - 1
	switch r := r.(type) {
	case game.Gomoku:
		if r.Wins == game.RenjuFive {
			return renjuLevels[n]
		}
		return gomokuLevels[n]
	}
	return connect6Levels[n]
}

// Habits are those that a level plays by, a number from 1 to [Levels].
func Habits(r game.Rules, n int) human.Habits { return levelOf(r, n).habits }

// parseLevel reads the N of "level:N".
func parseLevel(r game.Rules, text string) (level, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > Levels {
		return level{}, fmt.Errorf("level %q is not a number from 1 to %d", text, Levels)
	}
	return levelOf(r, n), nil
}

// chooser is a [player.Player] that is one function.
type chooser func(context.Context, player.Question, func(player.Info)) (player.Answer, error)

// Choose implements [player.Player].
func (c chooser) Choose(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	return c(ctx, q, report)
}

// play answers a question as the level does, with the game's engine for what is not
// played by habit.
func (l level) play(ctx context.Context, q player.Question, report func(player.Info), seed uint64, engine chooser, forget func()) (player.Answer, error) {
	asked := q
	q.Level = l.rung
	var p player.Player = engine
	if l.habits.Lapse > 0 {
		p = human.New(l.habits, engine, seed)
	}
	if l.rung >= glance || report == nil {
		return p.Choose(ctx, q, report)
	}
	a, err := p.Choose(ctx, q, nil)
	if err != nil {
		return a, err
	}
	if a.Win == 0 {
		a.Chance = outlook(ctx, asked, a, engine)
		if l.rung > 0 {
			forget() // it plays by what it sees itself
		}
	}
	report(a.Info)
	return a, nil
}

const (
	// glance is the weakest rung, of every game's engine, that knows chances.
	glance = 5
	// doubt is how near to certainty a glance comes: what is proved for the engine is not
	// proved for a learner, who does not see it.
	doubt = 0.01
)

// outlook is the chance to win, from 0 to 1, of the side that answered so, as a glance of the
// engine at what follows has it; nil if the game is over, or it cannot say.
func outlook(ctx context.Context, q player.Question, a player.Answer, engine chooser) *float64 {
	next, over := q.After(a.Points)
	if over {
		return nil
	}
	q.Position, q.Level = next, glance
	reply, err := engine(ctx, q, nil)
	if err != nil || reply.Chance == nil {
		return nil
	}
	c := min(max(1-*reply.Chance, doubt), 1-doubt)
	return &c
}

// lapses returns a maker of players who play as m's do but for lapses.
func lapses(m Maker, h human.Habits) Maker {
	if h.Lapse == 0 {
		return m
	}
	return Maker{m.Name, func(ctx context.Context) (player.Player, error) {
		p, err := m.Make(ctx)
		return human.New(h, p, 0), err
	}}
}
