package referee

import (
	"slices"
	"time"

	"stonehand/engine/board"
)

// watch: nobody is to put down anything.
func (r *Referee) watch(now time.Time, d *difference) Event {
	r.sayDisturbed(now, d)
	color, _ := r.game.Due()
	var extra []board.Point
	for _, p := range d.fresh {
		if !slices.Contains(r.ask.Kept, p) || !r.cells[p].sight.may(color) {
			extra = append(extra, p)
		}
	}
	if extra = append(extra, d.spent...); len(extra) > 0 {
		r.say(Extra{Points: extra})
	}
	r.sayCaptured(d)
	if r.agreed || !d.none() || !r.settled(now, nil) {
		return nil
	}
	for _, c := range r.captives {
		if !r.passed(now, c.gone.Add(r.set.Settle)) {
			return nil
		}
	}
	return Agreed{}
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
