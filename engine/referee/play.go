package referee

import (
	"errors"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// play: a person puts down the stones of a turn where they like.
func (r *Referee) play(now time.Time, d *difference) Event {
	color, due := r.game.Due()
	turn, others := r.sort(d.fresh, color)
	var surplus []board.Point
	if len(turn) > due {
		turn, surplus = turn[:due], turn[due:]
	}
	early := len(turn) == due && len(surplus) == 0 && r.mayReply(others)

	r.sayDisturbed(d, nil)
	if len(others) > 0 && !early {
		r.say(OutOfTurn{Points: others, Color: color})
	}
	if len(surplus) > 0 {
		r.say(TooMany{Points: surplus, Due: due})
	}
	for _, p := range turn {
		if r.passed(now, r.since[p].Add(r.set.Settle)) {
			r.view.Partial = append(r.view.Partial, p)
		}
	}
	clean := !d.disturbed() && len(surplus) == 0 && (len(others) == 0 || early)

	var e Event
	t := game.Turn{Color: color, Points: turn}
	switch err := r.game.Check(t); {
	case len(turn) == 0 || errors.Is(err, game.ErrStones):
		// Not complete yet.
	case err != nil:
		r.say(Refused{Points: turn, Err: err})
	case clean && !r.done && r.settled(now):
		e = Played{Turn: t}
	}
	if n := len(r.view.Partial); n > 0 && n < due {
		r.say(Partial{Points: r.view.Partial, Due: due})
	}
	return e
}

// sort divides fresh stones into those that may be of colour c and the others,
// keeping their order.
func (r *Referee) sort(fresh []board.Point, c board.Color) (of, others []board.Point) {
	for _, p := range fresh {
		if r.obs[p].may(c) {
			of = append(of, p)
		} else {
			others = append(others, p)
		}
	}
	return of, others
}

// mayReply reports whether the stones can be the beginning of the turn after
// this one, played early by a person. A stone of unknown colour cannot: it may
// as well be one too many of this turn.
func (r *Referee) mayReply(stones []board.Point) bool {
	if !r.ask.Reply || len(stones) == 0 {
		return false
	}
	color, due := r.game.Rules().Due(len(r.game.Turns()) + 1)
	for _, p := range stones {
		if r.obs[p] != sightOf(color) {
			return false
		}
	}
	return len(stones) <= due
}
