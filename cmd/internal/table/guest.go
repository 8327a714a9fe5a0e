package table

import (
	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/status"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/opening"
)

// guestSays does what a guest says.
func (t *core) guestSays(o *api.GuestOrder) *api.CommandError {
	m := &t.match
	here := m.Remote != board.Empty
	switch {
	case here && !m.Guest:
		return t.refuse("not-now", text.GuestBusy)
	case !here && o.Do != api.GuestBegin, o.Do == api.GuestStand && o.GameID != m.ID:
		return t.refuse("not-now", text.GuestGone)
	}
	color, known := board.ParseColor(o.Color)
	if !known && (o.Do == api.GuestBegin || o.Do == api.GuestPlay) {
		return api.Bad("\"color\" is to be \"black\" or \"white\", not %q.", api.Clip([]byte(o.Color)))
	}
	switch o.Do {
	case api.GuestBegin:
		if !here && !o.Replace && m.UnderWay() {
			return t.refuse("game-running", text.GuestReplaces)
		}
		opens, err := opening.Parse(o.Opening)
		if err != nil {
			return api.Bad("\"opening\": %v.", err)
		}
		if refusal := t.linkSays(&api.LinkOrder{Begin: &api.LinkGame{
			Rules: o.Game, Opening: opens, Remote: color, Human: api.Colors{color.Other()}, Clock: clock.Control{}, Size: o.Size, Terms: o.Terms, Guest: true,
		}}); refusal != nil {
			return refusal
		}
		return t.linkSays(guestStands(o))
	case api.GuestStand:
		return t.linkSays(guestStands(o))
	case api.GuestPlay:
		var turn []board.Point
		for _, name := range o.Points {
			p, err := m.Game.Size().Parse(name, board.Algebraic)
			if err != nil {
				return api.Bad("\"points\": %v.", err)
			}
			turn = append(turn, p)
		}
		return t.linkSays(&api.LinkOrder{Play: &api.LinkTurn{Before: o.Before, Color: color, Points: turn, Down: o.Down}})
	case api.GuestChoose:
		if t.status().Actor != status.Remote {
			return t.refuse("not-now", text.NotNow)
		}
		return t.linkSays(&api.LinkOrder{Choose: &api.LinkChoice{Before: len(m.Game.Turns()), Choice: opening.Choice(o.Choice)}})
	case api.GuestUndo:
		if o.Turns == 0 && m.Decision == nil {
			return nil
		}
		return t.linkSays(&api.LinkOrder{Undo: &o.Turns})
	case api.GuestLeave:
		return t.linkSays(&api.LinkOrder{Free: true})
	}
	return api.Bad("\"do\" is to be begin, stand, play, choose, undo or leave, not %q.", api.Clip([]byte(o.Do)))
}

func guestStands(o *api.GuestOrder) *api.LinkOrder {
	const most = 40
	name := []rune(o.Name)
	return &api.LinkOrder{Stand: &api.LinkStand{Up: true, Name: string(name[:min(len(name), most)])}}
}
