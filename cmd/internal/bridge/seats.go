package bridge

import (
	"context"

	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/player"
)

// Player returns the people at the board as a player of every game that is played on
// it. They cannot be hurried.
func (b *Bridge) Player() player.Player { return people{b} }

type people struct{ *Bridge }

// Choose implements [player.Player]. In the opening swap2 the people play their part
// of it.
func (p people) Choose(ctx context.Context, q player.Question, _ func(player.Info)) (a player.Answer, err error) {
	if r, ok := q.Rules.(game.Gomoku); ok && r.Opening == opening.Swap2 {
		a.Choice, a.Points, err = p.swap2(ctx, q.Position)
	} else {
		a.Points, err = p.play(ctx, q.Position)
	}
	return a, err
}

// Changed brings onto the board what a front end has played and taken back.
func (b *Bridge) Changed(ctx context.Context, at player.Position) {
	if err := b.show(ctx, at); err != nil {
		b.tell(err.Error())
	}
}
