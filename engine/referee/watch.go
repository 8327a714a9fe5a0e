package referee

import (
	"slices"
	"time"

	"stonehand/engine/board"
)

// watch: nobody is to put down anything.
func (r *Referee) watch(now time.Time, d *difference) Event {
	if r.justAgreed(d) {
		return Agreed{}
	}
	r.sayDisturbed(now, d)
	color, _ := r.game.Due()
	_, extra := split(d.fresh, func(p board.Point) bool { return slices.Contains(r.ask.Kept, p) && r.cells[p].sight.may(color) })
	if extra = append(extra, d.spent...); len(extra) > 0 {
		r.say(Extra{Points: extra})
	}
	r.sayCaptured(d)
	if r.agreed || !d.none() {
		return nil
	}
	r.level = r.calm(nil)
	if !r.settled(now, nil) {
		return nil
	}
	for _, c := range r.captives {
		if !r.passed(now, c.gone.Add(r.set.Settle)) {
			return nil
		}
	}
	return Agreed{}
}

// justAgreed reports whether the board agreed with the game until a stone was put down, for
// as long at least as a stone takes that somebody pushes from one point to another: it
// belongs to what the game waits for next, although the settle time has not passed.
func (r *Referee) justAgreed(d *difference) bool {
	if r.agreed || d.none() {
		return false
	}
	since := r.level
	r.level = time.Time{}
	return !since.IsZero() && !d.disturbed() && len(d.spent)+len(d.captured)+len(d.early) == 0 &&
		!slices.ContainsFunc(d.fresh, func(p board.Point) bool { return r.cells[p].since.Before(since.Add(r.nudge())) })
}

// Standing returns the stones of the turn that is due that stand on the board
// and have settled, in the order in which they came: what a player who leaves
// the turn to another has put down of it. There are no more than are due.
func (r *Referee) Standing(now time.Time) []board.Point {
	if !r.seen || r.game.Result().Over {
		return nil
	}
	color, due := r.game.Due()
	turn, _ := r.sort(r.differ().fresh, color)
	turn = slices.DeleteFunc(turn, func(p board.Point) bool { return now.Before(r.cells[p].since.Add(r.set.Settle)) })
	return turn[:min(due, len(turn))]
}
