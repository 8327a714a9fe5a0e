package referee

import (
	"slices"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// place: a person puts down the stones of a turn where the machine asks.
func (r *Referee) place(now time.Time, d *difference) Event {
	color, _ := r.game.Due()
	var unseen []board.Point
	var replaced []Mark
	for _, p := range r.ask.Points {
		switch s := r.cells[p].sight; {
		case s == Unknown:
			unseen = append(unseen, p)
		case s == Empty || r.captives.has(p):
			r.view.Wanted = append(r.view.Wanted, p)
		case !s.may(color):
			r.view.Wanted = append(r.view.Wanted, p)
			replaced = append(replaced, Mark{Point: p, Kind: MarkWrong, Color: color})
		}
	}
	others := without(d.fresh, r.ask.Points)
	var early []board.Point // stones that need not have settled
	if len(r.view.Wanted) == 0 && r.mayReply(others) {
		early = others
	}

	r.sayDisturbed(now, d)
	if len(replaced) > 0 {
		r.say(Replaced{Stones: replaced})
	}
	extra := d.spent
	if len(others) > len(early) {
		extra = slices.Concat(extra, others)
	}
	if len(extra) > 0 {
		r.say(Extra{Points: extra})
	}
	r.sayCaptured(d)
	// On the others stands a stone of the wrong colour, which has a verdict of its own.
	empty, _ := split(r.view.Wanted, func(p board.Point) bool { return r.cells[p].sight == Empty || r.captives.has(p) })
	if len(empty) > 0 {
		r.say(Wanted{Points: empty, Color: color})
	}
	blindFrom := r.asked
	for _, p := range unseen {
		blindFrom = latest(blindFrom, r.cells[p].since)
	}
	waited := true
	if len(unseen) > 0 && !r.passed(now, blindFrom.Add(r.set.Blind)) {
		waited = false
		r.say(Unseen{Points: unseen, Color: color})
		r.view.Wanted = append(r.view.Wanted, unseen...)
	}
	clean := !d.disturbed() && len(d.spent) == 0 && len(others) == len(early)
	if !clean || !waited || len(r.view.Wanted) > 0 || !r.finished(now, early) {
		return nil
	}
	return Played{Turn: game.Turn{Color: color, Points: slices.Clone(r.ask.Points)}}
}
