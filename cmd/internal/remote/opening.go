package remote

import (
	"errors"
	"fmt"

	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/opening"
)

// checkChoice says why a choice cannot be the next event, or nil.
func (p *position) checkChoice(e Event) error {
	side := p.game.Side()
	switch {
	case e.Points != nil || e.Back != 0:
		return errors.New("a choice has no points, and takes nothing back")
	case side == board.Empty || len(p.game.Choices()) == 0:
		return errors.New("there is nothing to choose")
	case e.Color != side.String():
		return fmt.Errorf("%s chooses, not %q", side, clip(e.Color))
	}
	for _, c := range p.game.Choices() {
		if string(c) == e.Choice {
			return p.checkLeft(e)
		}
	}
	return fmt.Errorf("%q cannot be chosen: there is %q", clip(e.Choice), p.game.Choices())
}

// choose makes a choice that has been checked. Where the colours change hands, so
// does the time.
func (p *position) choose(c opening.Choice) {
	black := p.game.BlackPlayer()
	_ = p.game.Choose(c)
	if p.game.BlackPlayer() == black {
		return
	}
	exchange := func(s *[3]clock.Side) { s[board.Black], s[board.White] = s[board.White], s[board.Black] }
	for i := range p.left {
		exchange(&p.left[i])
	}
	exchange(&p.now)
}

// settled is how many turns cannot be taken back: those before the opening's last
// choice. With a choice the players may have exchanged their colours, their clocks
// and what stands before them, and neither should get that undone by a slip.
func (p *position) settled() int {
	made := p.game.Made()
	if len(made) == 0 {
		return 0
	}
	return made[len(made)-1].After
}

// guest is the colour that the guest has.
func (p *position) guest() board.Color {
	c := p.setup.guest()
	if p.game.BlackPlayer() == opening.Second {
		return c.Other()
	}
	return c
}

// by returns the colour of the player of an event, which may become the next one:
// in an opening one player puts down stones of both colours.
func (p *position) by(e Event) string {
	if side := p.game.Side(); e.Kind == KindTurn && e.Color != "" && side != board.Empty {
		if due, _ := p.game.Due(); e.Color == due.String() {
			return side.String()
		}
	}
	return e.Color
}

// step describes what the game waits for; nil when it is over.
func (p *position) step() *Step {
	g := p.game
	if p.over() {
		return nil
	}
	due, n := g.Due()
	s := &Step{Guest: p.guest().String(), Side: g.Side().String(), Color: due.String(), Due: n, Player: int(g.Step().Player)}
	for _, c := range g.Choices() {
		s.Choices = append(s.Choices, string(c))
	}
	for _, q := range g.Allowed() {
		s.Allowed = append(s.Allowed, q.String())
	}
	return s
}

// actor returns who of the opening's players acts after so many turns and these
// choices.
func (p *position) actor(turns int, made []opening.Made) opening.Player {
	k := p.game.Opening()
	step := k.Next(turns, made)
	if step.Player != opening.Nobody {
		return step.Player
	}
	c, _ := p.game.Rules().Due(turns)
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
	turns, made := len(p.game.Turns()), p.game.Made()
	before := p.actor(turns, made)
	if e.Kind == KindChoice {
		made = append(made[:len(made):len(made)], opening.Made{After: turns, Choice: opening.Choice(e.Choice)})
	} else {
		turns++
	}
	return p.actor(turns, made) != before
}
