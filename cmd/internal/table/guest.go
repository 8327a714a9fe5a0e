package table

import (
	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/opponent"
	"stonehand/cmd/internal/table/status"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/opening"
)

// guestSays does what a guest says.
func (t *core) guestSays(o *GuestOrder) *CommandError {
	m := &t.match
	here := m.elsewhere != board.Empty
	switch {
	case here && !m.guest:
		return t.refuse("not-now", text.GuestBusy)
	case !here && o.Do != GuestBegin, o.Do == GuestStand && o.GameID != m.id:
		return t.refuse("not-now", text.GuestGone)
	}
	color, known := board.ParseColor(o.Color)
	if !known && (o.Do == GuestBegin || o.Do == GuestPlay) {
		return api.Bad("\"color\" is to be \"black\" or \"white\", not %q.", api.Clip([]byte(o.Color)))
	}
	switch o.Do {
	case GuestBegin:
		if !here && !o.Replace && m.underWay() {
			return t.refuse("game-running", text.GuestReplaces)
		}
		opens, err := opening.Parse(o.Opening)
		if err != nil {
			return api.Bad("\"opening\": %v.", err)
		}
		if refusal := t.linkSays(&LinkOrder{Begin: &LinkGame{
			Rules: o.Game, Opening: opens, Elsewhere: color, Human: Colors{color.Other()}, Clock: clock.Control{}, Guest: true,
		}}); refusal != nil {
			return refusal
		}
		return t.linkSays(guestStands(o))
	case GuestStand:
		return t.linkSays(guestStands(o))
	case GuestPlay:
		var turn []board.Point
		for _, name := range o.Points {
			p, err := m.game.Size().Parse(name, board.Algebraic)
			if err != nil {
				return api.Bad("\"points\": %v.", err)
			}
			turn = append(turn, p)
		}
		return t.linkSays(&LinkOrder{Play: &LinkTurn{Before: o.Before, Color: color, Points: turn, Down: o.Down}})
	case GuestChoose:
		if t.status().Actor != status.Remote {
			return t.refuse("not-now", text.NotNow)
		}
		return t.linkSays(&LinkOrder{Choose: &LinkChoice{Before: len(m.game.Turns()), Choice: opening.Choice(o.Choice)}})
	case GuestUndo:
		if o.Turns == 0 && m.decision == nil {
			return nil
		}
		return t.linkSays(&LinkOrder{Undo: &o.Turns})
	case GuestLeave:
		return t.linkSays(&LinkOrder{Free: true})
	}
	return api.Bad("\"do\" is to be begin, stand, play, choose, undo or leave, not %q.", api.Clip([]byte(o.Do)))
}

func guestStands(o *GuestOrder) *LinkOrder {
	const most = 40
	name := []rune(o.Name)
	return &LinkOrder{Stand: &LinkStand{Up: true, Name: string(name[:min(len(name), most)])}}
}

// freeGuest lets people here begin another game, or seat others, without asking the
// program that plays against them.
func (t *core) freeGuest(e *Entry, c Command) {
	if !t.match.guest || e.Kind != KindNewGame && c.Human == nil {
		return
	}
	e.Elsewhere = board.Empty
	if c.Human == nil {
		e.Human = []board.Color{board.Black, board.White}
	}
	t.opponent = opponent.Machine{}
}
