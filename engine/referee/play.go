package referee

import (
	"errors"
	"slices"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// play: a person puts down the stones of a turn where they like.
func (r *Referee) play(now time.Time, d *difference) Event {
	color, due := r.game.Due()
	turn, others := r.sort(d.fresh, color)
	var more, surplus []board.Point
	if len(turn) > due {
		turn, surplus = turn[:due], turn[due:]
		if r.ask.Reply {
			n := min(len(surplus), r.game.More())
			more, surplus = surplus[:n], surplus[n:]
		}
	}
	var replies []board.Point
	if len(turn) == due && len(surplus) == 0 && r.mayReply(others) {
		replies = others
	}
	early := slices.Concat(more, replies) // stones that need not have settled

	r.sayDisturbed(now, d)
	if len(d.spent) > 0 {
		r.say(Extra{Points: d.spent})
	}
	if len(others) > len(replies) {
		r.say(OutOfTurn{Points: others, Color: color})
	}
	if len(surplus) > 0 {
		r.say(TooMany{Points: surplus, Due: due})
	}
	for _, p := range turn {
		if r.passed(now, r.cells[p].since.Add(r.set.Settle)) {
			r.view.Partial = append(r.view.Partial, p)
		}
	}
	clean := !d.disturbed() && len(d.spent) == 0 && len(surplus) == 0 && len(others) == len(replies)

	var e Event
	t := game.Turn{Color: color, Points: turn}
	switch err := r.game.Check(t); {
	case len(turn) == 0 || errors.Is(err, game.ErrStones):
		// Not complete yet.
	case err != nil:
		if len(r.view.Partial) == len(turn) { // a sensor that is wrong for a moment refuses nothing
			r.say(Refused{Points: turn, Err: err})
		}
	case clean:
		r.view.Complete = !r.ask.Lever
		if r.finished(now, early) {
			e = Played{Turn: t}
		} else if r.ask.Lever && r.settled(now, early) {
			d.captured = append(d.captured, r.unlifted(t)...)
			r.say(Ready{Points: turn, Color: color})
		}
	}
	r.sayCaptured(d)
	if n := len(r.view.Partial); n > 0 && n < due {
		r.say(Partial{Points: r.view.Partial, Due: due})
	}
	if clean && e == nil && len(turn) < due {
		r.askUnseen(now, color, len(turn) > 0)
	}
	if len(surplus) > 0 && len(others)+len(d.spent) == 0 && !d.disturbed() {
		r.askTurns(now, t, surplus)
	}
	return e
}

// sort divides fresh stones into those that may be of colour c and the others,
// keeping their order.
func (r *Referee) sort(fresh []board.Point, c board.Color) (of, others []board.Point) {
	return split(fresh, func(p board.Point) bool { return r.cells[p].sight.may(c) })
}

// mayReply reports whether the stones can be the beginning of the turn after
// this one, played early by a person. A stone of unknown colour cannot: it may
// as well be one too many of this turn.
func (r *Referee) mayReply(stones []board.Point) bool {
	if !r.ask.Reply || len(stones) == 0 {
		return false
	}
	color, due := r.game.Next()
	for _, p := range stones {
		if r.cells[p].sight != sightOf(color) {
			return false
		}
	}
	return len(stones) <= due
}

// askUnseen asks whether stones that the turn lacks stand on points that the
// board cannot read. On the board a stone of the other colour answers: one of
// the colour that is due would be a move.
func (r *Referee) askUnseen(now time.Time, color board.Color, begun bool) {
	var blind []board.Point
	for p := range r.game.Size().Points {
		if r.cells[p].sight == Unknown && r.game.At(p) == board.Empty {
			blind = append(blind, p)
		}
	}
	if len(blind) == 0 {
		return
	}
	from := r.calm(nil).Add(r.set.Blind)
	if !begun {
		from = latest(r.calm(nil), r.asked).Add(r.set.Idle)
	}
	r.wonder(now, from, AskUnseen, func() *Question {
		var at []board.Point
		if r.tellsColors() {
			at = r.answerPoints(len(blind))
		}
		q := &Question{}
		for i, p := range blind {
			q.Options = append(q.Options, r.option(Answer(p.String()), at, i, color.Other()))
			q.About = append(q.About, Mark{Point: p, Kind: MarkAsked, Color: color})
		}
		q.Options = append(q.Options, Option{Answer: No, Point: board.Nowhere})
		return q
	})
}

// tellsColors reports whether the board has shown a stone's colour, and none
// whose colour it cannot tell.
func (r *Referee) tellsColors() bool {
	tells := false
	for p := range r.game.Size().Points {
		switch r.raw[p] {
		case Stone:
			return false
		case Black, White:
			tells = true
		}
	}
	return tells
}

// askTurns asks, on a board that cannot tell colours, whether stones beyond the
// turn's are the next turn, played before this one had settled.
func (r *Referee) askTurns(now time.Time, t game.Turn, surplus []board.Point) {
	color, due := r.game.Next()
	if !r.ask.Reply || len(surplus) > due {
		return
	}
	last := r.cells[t.Points[len(t.Points)-1]].since
	for _, p := range surplus {
		if r.cells[p].sight != Stone || !r.cells[p].since.After(last) {
			return
		}
	}
	r.wonder(now, r.calm(nil).Add(r.set.Settle), AskTurns, func() *Question {
		return &Question{
			Options: []Option{r.option(Yes, r.answerPoints(1), 0, board.Empty), {Answer: No, Point: board.Nowhere}},
			Turns:   []game.Turn{t, {Color: color, Points: surplus}},
		}
	})
}
