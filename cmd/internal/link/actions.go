package link

import (
	"context"
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/remote"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/record"
)

// action is one thing that was done in a game: a turn, or a choice of its opening.
// Actions are counted together, in the order in which they were done.
type action struct {
	points []board.Point  // of a turn; of the fifth one where two stones were offered, both
	choice opening.Choice // "" for a turn
}

// same reports whether two actions are the same, with the points in any order.
func (a action) same(b action) bool {
	return a.choice == b.choice && slices.Equal(slices.Sorted(slices.Values(a.points)), slices.Sorted(slices.Values(b.points)))
}

// fifth is the place of the turn, counted from 0, of which one stone may have been
// taken away.
const fifth = 4

// done lists what was done at a table, in order.
func done(s *api.Snapshot) []action {
	var list []action
	for i := range len(s.Moves) + 1 {
		for _, m := range s.Opening.Made {
			if m.After == i {
				list = append(list, action{choice: m.Choice})
			}
		}
		switch {
		case i == len(s.Moves):
		case i == fifth && len(s.Opening.Offer) > 0:
			list = append(list, action{points: s.Opening.Offer})
		default:
			list = append(list, action{points: s.Moves[i]})
		}
	}
	return list
}

// agreed lists what both ends have agreed on.
func agreed(v remote.View) []action {
	var list []action
	for _, e := range standing(v.Log) {
		list = append(list, actionOf(e))
	}
	return list
}

// standing lists the events whose actions a log leaves. Only turns are ever taken back,
// and none that a choice follows.
func standing(log []remote.Event) []remote.Event {
	var list []remote.Event
	for _, e := range log {
		switch e.Kind {
		case remote.KindTurn, remote.KindChoice:
			list = append(list, e)
		case remote.KindUndo:
			list = list[:len(list)-e.Back]
		}
	}
	return list
}

// actionsAfter counts them.
func actionsAfter(log []remote.Event) int { return len(standing(log)) }

// actionOf is the action of an event.
func actionOf(e remote.Event) action {
	return action{points: e.Stones(), choice: opening.Choice(e.Choice)}
}

// giveUp has the table, which showed s, take back the last of what was done there,
// which is here.
func (d *Session) giveUp(ctx context.Context, s *api.Snapshot, here []action) error {
	o := api.LinkOrder{Undo: new(int), Unchosen: len(here) > 0 && here[0].choice != "", Standing: s.Result == ""}
	for _, x := range here {
		if x.choice == "" {
			*o.Undo++
		}
	}
	_, err := d.do(ctx, o)
	return err
}

// keep keeps what has changed, and what could not be kept before. Where it cannot, people
// here are told: nothing is sent meanwhile.
func (d *Session) keep(ctx context.Context) {
	if d.peer != nil && d.peer.Dirty() || d.unsaved != nil {
		_ = d.save()
	}
	cause := d.unsaved
	if d.kept.Session == nil {
		cause = nil
	}
	if lacking := cause != nil; lacking != d.lacking {
		if _, err := d.do(ctx, api.LinkOrder{Kept: &api.LinkKept{Cause: cause}}); err == nil {
			d.lacking = lacking
		}
	}
}

// event says what was done at this table, for the other end.
func event(x action, v remote.View, me board.Color) remote.Event {
	if x.choice != "" {
		return remote.EventOf(record.Chosen{By: me, Choice: x.choice})
	}
	return remote.EventOf(record.Played{Color: v.Stones, Points: x.points})
}

// leftOf is what an event says is left on a clock; nil if it says nothing.
func leftOf(e remote.Event, s *api.Snapshot) *clock.Side {
	if e.Left == nil {
		return nil
	}
	side, err := e.Left.Side(s.Clock.Control)
	if err != nil {
		return nil
	}
	return &side
}

// chooseHere has the table make a choice of the remote opponent.
func (d *Session) chooseHere(ctx context.Context, s *api.Snapshot, e remote.Event) (bool, error) {
	c := &api.LinkChoice{Before: len(s.Moves), Choice: opening.Choice(e.Choice), Left: leftOf(e, s)}
	_, err := d.do(ctx, api.LinkOrder{Choose: c})
	return err == nil, err
}

// byRules reports whether a game was ended by what lies on the board.
func byRules(r game.Reason) bool {
	return slices.Contains([]game.Reason{game.ByLine, game.ByFull, game.ByFives, game.ByStuck}, r)
}
