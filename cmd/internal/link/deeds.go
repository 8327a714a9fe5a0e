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
)

// deed is one thing that was done in a game: a turn, or a choice of its opening.
// Deeds are counted together, in the order in which they were done.
type deed struct {
	points []board.Point  // of a turn; of the fifth one where two stones were offered, both
	choice opening.Choice // "" for a turn
}

// same reports whether two deeds are the same, with the points in any order.
func (a deed) same(b deed) bool {
	return a.choice == b.choice && slices.Equal(slices.Sorted(slices.Values(a.points)), slices.Sorted(slices.Values(b.points)))
}

// fifth is the place of the turn, counted from 0, of which one stone may have been
// taken away.
const fifth = 4

// deeds puts turns and choices in order.
func deeds(turns []api.Points, made []api.Made, offer []board.Point) []deed {
	var list []deed
	for i := range len(turns) + 1 {
		for _, m := range made {
			if m.After == i {
				list = append(list, deed{choice: m.Choice})
			}
		}
		switch {
		case i == len(turns):
		case i == fifth && len(offer) > 0:
			list = append(list, deed{points: offer})
		default:
			list = append(list, deed{points: turns[i]})
		}
	}
	return list
}

// done lists what was done at a table.
func done(s *api.Snapshot) []deed { return deeds(s.Moves, s.Opening.Made, s.Opening.Offer) }

// agreed lists what both ends have agreed on.
func agreed(v remote.View) []deed {
	turns := make([]api.Points, len(v.Turns))
	for i, t := range v.Turns {
		turns[i] = t.Points
	}
	made := make([]api.Made, len(v.Made))
	for i, m := range v.Made {
		made[i] = api.Made{After: m.After, Choice: m.Choice}
	}
	return deeds(turns, made, v.Offer)
}

// standing lists the events whose deeds a log leaves. Only turns are ever taken back,
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

// deedsAfter counts them.
func deedsAfter(log []remote.Event) int { return len(standing(log)) }

// deedOf is the deed of an event.
func deedOf(e remote.Event) deed { return deed{points: e.Stones(), choice: opening.Choice(e.Choice)} }

// giveUp has the table, which showed s, take back the last of what was done there,
// which is here.
func (d *Desk) giveUp(ctx context.Context, s *api.Snapshot, here []deed) error {
	o := api.LinkOrder{Undo: new(int), Unchosen: len(here) > 0 && here[0].choice != "", Standing: s.Result == ""}
	for _, x := range here {
		if x.choice == "" {
			*o.Undo++
		}
	}
	_, err := d.do(ctx, o)
	return err
}

// event says what was done at this table, for the other end.
func event(x deed, v remote.View, me board.Color) remote.Event {
	if x.choice != "" {
		return remote.Event{Kind: remote.KindChoice, Color: me.String(), Choice: string(x.choice)}
	}
	return remote.Event{Kind: remote.KindTurn, Color: v.Stones.String(), Points: names(x.points)}
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

// chooseHere has the table make a choice that was made elsewhere.
func (d *Desk) chooseHere(ctx context.Context, s *api.Snapshot, e remote.Event) (bool, error) {
	c := &api.LinkChoice{Before: len(s.Moves), Choice: opening.Choice(e.Choice), Left: leftOf(e, s)}
	_, err := d.do(ctx, api.LinkOrder{Choose: c})
	return err == nil, err
}

// byRules reports whether a game was ended by what lies on the board.
func byRules(r game.Reason) bool {
	return slices.Contains([]game.Reason{game.ByLine, game.ByFull, game.ByFives, game.ByStuck}, r)
}

// names writes points as events have them.
func names(points []board.Point) []string {
	list := make([]string, len(points))
	for i, p := range points {
		list[i] = p.String()
	}
	return list
}
