package table

import (
	"context"
	"errors"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/player"
)

// program is a program that gives hints: K10 is nearly as good as J10, and A1 is not.
func program(_ context.Context, q player.Question) (player.Answer, error) {
	if q.Player != "stub" {
		return player.Answer{}, errors.New("it does not answer")
	}
	best, near, poor := 0.6, 0.57, 0.2
	at := func(x, y int) []board.Point { return []board.Point{board.At(x, y)} }
	return player.Answer{Points: at(9, 9), Info: player.Info{Chance: &best, Candidates: []player.Candidate{
		{Points: at(9, 9), Chance: &best}, {Points: at(10, 9), Chance: &near}, {Points: at(0, 0), Chance: &poor},
	}}}, nil
}

// adviser finds the first free points the best, after a second.
type adviser struct{}

// Choose implements [player.Player].
func (adviser) Choose(ctx context.Context, q player.Question, _ func(player.Info)) (a player.Answer, err error) {
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
		return a, ctx.Err()
	}
	chance := 0.6
	a.Chance = &chance
	if len(q.Choices) > 0 {
		a.Choice = q.Choices[0]
		return a, nil
	}
	for i := 0; len(a.Points) < q.Due; i++ {
		if p := q.Rules.Size().Point(i); q.At(p) == board.Empty {
			a.Points = append(a.Points, p)
		}
	}
	return a, nil
}
