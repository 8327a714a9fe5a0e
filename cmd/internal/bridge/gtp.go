package bridge

import (
	"context"

	"stonehand/cmd/internal/console"
	"stonehand/engine/board"
)

// Stones are the people at the board as who answers a program of GTP.
type Stones struct{ *Bridge }

// Choose is [console.GTP.Choose]: what the people put down. Of Connect6 it is both
// stones of their turn.
func (p Stones) Choose(ctx context.Context, q console.GTPQuestion) ([]board.Point, error) {
	return p.Bridge.Choose(ctx, asked(q))
}

// Changed is [console.GTP.Changed]: the board shows what the front end has played
// and taken back.
func (p Stones) Changed(ctx context.Context, q console.GTPQuestion) {
	if err := p.Show(ctx, asked(q)); err != nil {
		p.tell(err.Error())
	}
}

// asked is a question of GTP as the bridge asks it.
func asked(q console.GTPQuestion) Question {
	ask := Question{Rules: q.Rules, ToMove: q.ToMove}
	for _, s := range q.Stones {
		ask.Stones = append(ask.Stones, Stone(s))
	}
	return ask
}
