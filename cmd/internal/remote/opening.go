package remote

import (
	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/opening"
)

// by returns the colour of the player of an event, which may become the next one:
// in an opening one player puts down stones of both colours.
func (p *position) by(e Event) string {
	if side := p.record.Game.Side(); e.Kind == KindTurn && e.Color != "" && side != board.Empty {
		if due, _ := p.record.Game.Due(); e.Color == due.String() {
			return side.String()
		}
	}
	return e.Color
}

// step describes what the game waits for; nil when it is over.
func (p *position) step() *Step {
	g := p.record.Game
	if p.over() {
		return nil
	}
	due, n := g.Due()
	return &Step{Guest: p.guest().String(), Side: g.Side().String(), Color: due.String(), Due: n, Player: int(g.Step().Player),
		Choices: g.Choices(), Allowed: api.Names(g.Allowed())}
}

// actor returns who of the opening's players acts after so many turns and these
// choices.
func (p *position) actor(turns int, made []opening.Made) opening.Player {
	k := p.record.Game.Opening()
	step := k.Next(turns, made)
	if step.Player != opening.Nobody {
		return step.Player
	}
	c, _ := p.record.Game.Rules().Due(turns)
	if step.Pick {
		c = board.White
	}
	if c == board.Black {
		return k.Black(made)
	}
	return k.Black(made).Other()
}

// passes reports whether the other player acts after a turn or a choice, which may
// become the next event.
func (p *position) passes(e Event) bool {
	turns, made := len(p.record.Game.Turns()), p.record.Game.Made()
	before := p.actor(turns, made)
	if e.Kind == KindChoice {
		made = append(made[:len(made):len(made)], opening.Made{After: turns, Choice: opening.Choice(e.Choice)})
	} else {
		turns++
	}
	return p.actor(turns, made) != before
}
