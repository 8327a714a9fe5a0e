package table

import (
	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/status"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/record"
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
	if o.Color == board.Empty && (o.Do == api.GuestBegin || o.Do == api.GuestPlay) {
		return api.Bad("\"color\" is missing: \"black\" or \"white\".")
	}
	switch o.Do {
	case api.GuestBegin:
		if !here && !o.Replace && m.UnderWay() {
			return t.refuse("game-running", text.GuestReplaces)
		}
		if refusal := t.linkSays(&api.LinkOrder{Begin: &api.LinkGame{
			Rules: o.Game, Opening: o.Opening, Remote: o.Color, Human: api.Colors{o.Color.Other()}, Clock: o.Clock, Size: o.Size, Terms: o.Terms, Guest: true,
		}}); refusal != nil {
			return refusal
		}
		return t.linkSays(t.guestStands(o))
	case api.GuestStand:
		return t.linkSays(t.guestStands(o))
	case api.GuestPlay:
		for _, p := range o.Points {
			if !m.Game.Size().Has(p) {
				return api.Bad("\"points\": %s is not on this board, which has %s points.", p, m.Game.Size())
			}
		}
		return t.linkSays(&api.LinkOrder{Play: &api.LinkTurn{Before: o.Before, Color: o.Color, Points: o.Points, Down: o.Down}})
	case api.GuestChoose:
		if t.status().Actor != status.Remote {
			return t.refuse("not-now", text.NotNow)
		}
		return t.linkSays(&api.LinkOrder{Choose: &api.LinkChoice{Before: len(m.Game.Turns()), Choice: o.Choice}})
	case api.GuestUndo:
		if o.Turns == 0 && m.Decision == nil {
			return nil
		}
		return t.linkSays(&api.LinkOrder{Undo: &o.Turns})
	case api.GuestPlayOn:
		if !m.Game.Counting() {
			return t.refuse("not-now", text.NotCounting)
		}
		return t.save(record.Resumed{})
	case api.GuestClock:
		return t.guestTime(o)
	case api.GuestLeave:
		return t.linkSays(&api.LinkOrder{Free: true})
	}
	return api.Bad("\"do\" must be begin, stand, play, choose, undo, play-on, clock or leave, not %q.", text.Clip(o.Do))
}

// guestTime takes what the sides have left by the program's clock.
func (t *core) guestTime(o *api.GuestOrder) *api.CommandError {
	m := &t.match
	c := m.Clock.Control()
	if c.IsZero() || m.Game.Result().Over {
		return t.refuse("not-now", text.NotNow)
	}
	mark := record.Mark{Left: record.Sides(&m.Clock, t.now)}
	for color, left := range map[board.Color]*clock.Side{board.Black: o.Black, board.White: o.White} {
		if left == nil {
			continue
		}
		if err := c.Fits(*left); err != nil {
			return api.Bad("%q: %v.", color.String(), err)
		}
		mark.Left[color] = *left
		if color == o.Color && color != m.Game.Side() { // the people were quicker than their clock
			mark.Left[color] = c.Press(*left)
		}
	}
	return t.saveMarked(record.Ticked{}, mark)
}

// guestStands says who the program is, and that it keeps its own time if there is a clock.
func (t *core) guestStands(o *api.GuestOrder) *api.LinkOrder {
	const most = 40
	name := []rune(o.Name)
	return &api.LinkOrder{Stand: &api.LinkStand{Up: true, Timed: !t.match.Clock.Control().IsZero(), Name: string(name[:min(len(name), most)])}}
}
