package referee

import (
	"time"

	"stonehand/engine/board"
)

// cell is what the referee knows of one point.
type cell struct {
	state
	was state // before the last change
}

// state is what a point shows and since when.
type state struct {
	sight  Sight
	since  time.Time // when it began to show this
	turned time.Time // when its status last changed
	found  bool      // it was so when the board was seen first
	lifted bool      // a stone on record stood here and was seen to go
	status status
}

// change makes the cell show s from now on, next to the stone on record. What
// lasts no longer than blip and then is as before has not happened; then it
// returns false.
func (c *cell) change(now time.Time, s Sight, record board.Color, blip time.Duration) bool {
	next := state{sight: s, since: now, turned: c.turned, status: rate(record, s)}
	back := s == c.was.sight && !c.was.since.IsZero() && now.Sub(c.since) <= blip
	if back {
		next = c.was
		next.status = rate(record, s)
	} else if next.status != c.status {
		next.turned = now
	}
	if next.status == gone {
		next.lifted = c.lifted || c.status == right && c.sight != Unknown
	}
	c.was, c.state = c.state, next
	return !back
}

// take notes which points have changed.
func (r *Referee) take(now time.Time) {
	first := !r.seen
	r.seen = true
	r.unspend(now)
	r.release(now)
	var returned []board.Point
	for p := range r.game.Size().Points {
		c := &r.cells[p]
		s := r.sight(p)
		switch {
		case first:
			*c = cell{state: state{sight: s, since: now, turned: now, found: true, status: rate(r.game.At(p), s)}}
		case s != c.sight:
			before := c.status
			if c.change(now, s, r.game.At(p), r.set.Blip) && before == gone {
				r.mending = true
			}
			if before == gone && s == Stone && c.status == right {
				returned = append(returned, p)
			} else {
				delete(r.unsure, p)
			}
		}
	}
	if first {
		r.capture(r.game, 0)
		r.admit()
	}
	if len(returned) > 0 {
		r.doubt(returned)
	}
}

// sight returns what a point is taken to show: a stone that people vouch for is
// there, and one that gives an answer is not part of the game.
func (r *Referee) sight(p board.Point) Sight {
	s := r.raw[p]
	switch {
	case s == Unknown && r.believed[p] != board.Empty:
		return sightOf(r.believed[p])
	case r.question.answeredBy(p, s), r.menu.query.answeredBy(p, s):
		return Empty
	}
	return s
}

// rate sets every point against the record again, when the record has changed
// and the board has not.
func (r *Referee) rate() {
	for p := range r.game.Size().Points {
		c := &r.cells[p]
		c.status = rate(r.game.At(p), c.sight)
		if c.status != gone {
			c.lifted = false
		}
	}
}

// bare reports whether no stone is to be seen on the board.
func (r *Referee) bare() bool {
	for p := range r.game.Size().Points {
		if s := r.cells[p].sight; s != Empty && s != Unknown {
			return false
		}
	}
	return true
}
