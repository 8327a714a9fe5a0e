package referee

import (
	"slices"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// Captured says that stones that were captured still lie on the board. They may be
// lifted in any order, and the next turn counts without that.
type Captured struct{ Stones []Mark }

// Capturing says that stones have been lifted that a stone on At captures, before that
// stone was placed.
type Capturing struct {
	Stones []Mark // lifted
	At     board.Point
	// Asked says that they have been off for the take-back time, or that people are
	// putting stones back: the lights then ask for them.
	Asked bool
}

// Marks implements [Verdict].
func (v Captured) Marks() []Mark { return v.Stones }

// Marks implements [Verdict].
func (v Capturing) Marks() []Mark { return v.Stones }

// captives are captured stones that lie on the board, or did until a moment ago.
type captives map[board.Point]captive

type captive struct {
	color board.Color
	gone  time.Time // when it was seen to be lifted; zero: it lies there
}

func (c captives) has(p board.Point) bool {
	_, ok := c[p]
	return ok
}

// capture notes the stones that the turns of g from that number on have captured and
// that still lie on the board.
func (r *Referee) capture(g *game.Game, from int) {
	if g != r.game {
		clear(r.captives)
	}
	for p := range r.captives {
		if g.At(p) != board.Empty {
			delete(r.captives, p) // taken back
		}
	}
	turns := g.Turns()
	for i := from; i < len(turns); i++ {
		taken := g.Captured(i)
		color := takenFrom(turns[i], taken)
		for _, p := range taken {
			delete(r.captives, p)
			if g.At(p) == board.Empty && r.cells[p].sight.may(color) {
				r.captives[p] = captive{color: color}
			}
		}
	}
}

// admit takes captives for the stones of their colour that the machine asks for on the
// same points: there is nothing to lift, then.
func (r *Referee) admit() {
	if r.ask.Task != Place {
		return
	}
	color, _ := r.game.Due()
	for _, p := range r.ask.Points {
		if r.captives[p].color == color {
			delete(r.captives, p)
		}
	}
}

// takenFrom returns the colour of the stones that a turn took off the board.
func takenFrom(t game.Turn, taken []board.Point) board.Color {
	if len(t.Points) > 0 && slices.Contains(taken, t.Points[0]) {
		return t.Color // suicide
	}
	return t.Color.Other()
}

// release forgets captives that were lifted, or in whose place another stone lies. One
// that is seen again sooner than a hand can lift it and place another was only touched, or
// misread. For the settle time after it went, it may have been pushed to the next point.
func (r *Referee) release(now time.Time) {
	for p, c := range r.captives {
		s := r.raw[p]
		long := !c.gone.IsZero() && now.Sub(c.gone) > r.nudge()
		switch {
		case s == Unknown:
		case s == Empty && !c.gone.IsZero() && now.Sub(c.gone) <= r.set.Settle:
		case s == Empty && !c.gone.IsZero(), s != Empty && long:
			delete(r.captives, p)
		case s.may(c.color):
			r.captives[p] = captive{color: c.color}
		case c.gone.IsZero():
			r.captives[p] = captive{c.color, now}
		}
	}
}

// replaced sees to it that Step is called when a captive in whose place another stone
// seems to lie has been away for long enough.
func (r *Referee) replaced(now time.Time) {
	for p, c := range r.captives {
		if !c.gone.IsZero() && r.raw[p] != Empty {
			r.passed(now, c.gone.Add(r.nudge()+1))
		}
	}
}

// nudge is how much later than a stone was missed on one point it comes to another
// when somebody pushes it: no hand lays it aside and places another in that time.
func (r *Referee) nudge() time.Duration { return min(2*overlap, r.set.Settle) }

// pushed reports whether the stone that was missed on one point at a time may be the
// one on another point, pushed there.
func (r *Referee) pushed(missed time.Time, to board.Point) bool {
	after := r.cells[to].since.Sub(missed)
	return after >= -min(overlap, r.nudge()) && after <= r.nudge()
}

// stray reports whether the stone on p is a captive that was pushed there from the next
// point.
func (r *Referee) stray(p board.Point) bool {
	for from, c := range r.captives {
		if !c.gone.IsZero() && from.Distance(p) == 1 && r.cells[p].sight.may(c.color) && r.pushed(c.gone, p) {
			return true
		}
	}
	return false
}

// spendStrays makes captives that were pushed no part of the game. Where the board cannot
// tell colours, so is whatever else comes before they are taken off: then nobody could
// tell whose it is.
func (r *Referee) spendStrays(fresh []board.Point) {
	r.strays, _ = split(r.strays, r.menu.spentOn)
	for _, p := range fresh {
		if len(r.captives) > 0 && !r.menu.spentOn(p) && r.stray(p) {
			r.menu.spent[p] = time.Time{}
			if r.cells[p].sight == Stone {
				r.strays = append(r.strays, p)
			}
		}
	}
	if len(r.strays) > 0 {
		for _, p := range fresh {
			r.menu.spent[p] = time.Time{}
		}
	}
}

// captures returns what the turn that is due would capture with stones on these points;
// nil if it may not be played.
func (r *Referee) captures(points []board.Point) []board.Point {
	color, _ := r.game.Due()
	after := r.game.Clone()
	if after.Play(game.Turn{Color: color, Points: points}) != nil {
		return nil
	}
	return after.Captured(len(after.Turns()) - 1)
}

// capturing finds among the fresh stones the turn that is due, if it captures stones
// that are away: these have been lifted early. On a board that cannot tell colours one
// stone that came as another went may as well be that one, pushed; then slid says so.
func (r *Referee) capturing(away, fresh []board.Point) (turn, early []board.Point, slid bool) {
	if len(away) == 0 || len(fresh) == 0 || r.game.Result().Over {
		return nil, nil, false
	}
	color, due := r.game.Due()
	var candidates [][]board.Point
	of, _ := r.sort(fresh, color)
	_, of = split(of, r.menu.spentOn)
	switch {
	case r.ask.Task == Place:
		if standing := slices.DeleteFunc(slices.Clone(r.ask.Points), func(p board.Point) bool { return !slices.Contains(of, p) }); len(standing) == len(r.ask.Points) {
			candidates = append(candidates, standing)
		}
	case r.ask.Task != Play || due == 0 || len(of) < due:
	case due == 1:
		for i := range of {
			candidates = append(candidates, of[i:i+1])
		}
	default:
		candidates = append(candidates, of[:due])
	}
	for i, turn := range candidates {
		if i == 1 { // the order of arrival comes before any other
			if replied := r.replied(away, fresh); len(replied) > 0 {
				return nil, replied, false
			}
		}
		taken := r.captures(turn)
		early = slices.DeleteFunc(slices.Clone(away), func(p board.Point) bool {
			return !slices.Contains(taken, p) || slices.ContainsFunc(fresh, func(q board.Point) bool {
				return !slices.Contains(turn, q) && p.Distance(q) == 1 && r.cells[q].sight.may(r.game.At(p)) && r.pushed(r.cells[p].since, q)
			})
		})
		if len(early) == 0 {
			continue
		}
		slid := len(early) == 1 && slices.ContainsFunc(turn, func(q board.Point) bool {
			return r.cells[q].sight.may(r.game.At(early[0])) && r.pushed(r.cells[early[0]].since, q)
		})
		return turn, early, slid
	}
	return nil, r.replied(away, fresh), false
}

// replied returns the stones that are away and that the turn after this one captures,
// placed at once and lifted before this one has settled.
func (r *Referee) replied(away, fresh []board.Point) []board.Point {
	color, due := r.game.Due()
	turn, reply := r.sort(fresh, color)
	if len(turn) > due { // on a board that cannot tell colours, in the order of arrival
		reply = slices.Concat(turn[due:], reply)
		turn = turn[:due]
	}
	next, n := r.game.Next()
	if !r.ask.Reply || r.ask.Task != Play || due == 0 || len(turn) != due || len(reply) != n {
		return nil
	}
	after := r.game.Clone()
	for _, t := range []game.Turn{{Color: color, Points: turn}, {Color: next, Points: reply}} {
		if after.Play(t) != nil {
			return nil
		}
	}
	taken := after.Captured(len(after.Turns()) - 1)
	return slices.DeleteFunc(slices.Clone(away), func(p board.Point) bool { return !slices.Contains(taken, p) })
}

// askCapture asks, on a board that cannot tell colours, whether a stone was captured or
// pushed.
func (r *Referee) askCapture(now time.Time, d *difference) {
	if len(d.slid) == 0 || len(d.moved) != 1 || len(d.missing)+len(d.replaced)+len(d.spent) > 0 || len(d.fresh) > 0 {
		return
	}
	m := d.moved[0]
	r.wonder(now, r.calm(nil).Add(r.set.Settle), AskCapture, func() *Question {
		color, _ := r.game.Due()
		return &Question{
			Options: []Option{r.option(Yes, r.answerPoints(1), 0, board.Empty), {Answer: No, Point: board.Nowhere}},
			About:   []Mark{{Point: m.From, Kind: MarkAsked, Color: m.Color}},
			Turns:   []game.Turn{{Color: color, Points: d.slid}},
		}
	})
}

// unlifted returns the stones that a turn captures and that have not been lifted.
func (r *Referee) unlifted(t game.Turn) (marks []Mark) {
	taken := r.captures(t.Points)
	for _, p := range taken {
		if r.cells[p].sight != Empty {
			marks = append(marks, Mark{Point: p, Kind: MarkCaptured, Color: takenFrom(t, taken)})
		}
	}
	return marks
}

// sayCaptured says which captured stones are to be lifted. The rest of what is wrong
// comes first.
func (r *Referee) sayCaptured(d *difference) {
	if len(d.captured) > 0 {
		r.say(Captured{Stones: d.captured})
	}
}

// sayMissing says that stones are missing, and which of them people may have lifted
// because the turn that is due captures them.
func (r *Referee) sayMissing(now time.Time, d *difference) {
	at, lifted := r.about(d)
	if len(lifted) == 0 {
		r.say(Missing{Stones: d.missing})
		return
	}
	v := Capturing{At: at, Asked: r.passed(now, r.calm(nil).Add(r.set.TakeBack)) || r.mending}
	var rest []Mark
	for _, m := range d.missing {
		switch {
		case !slices.Contains(lifted, m.Point):
			rest = append(rest, m)
		case v.Asked:
			v.Stones = append(v.Stones, m)
		default:
			v.Stones = append(v.Stones, Mark{Point: m.Point, Kind: MarkCaptured, Color: m.Color})
		}
	}
	if len(rest) > 0 {
		r.say(Missing{Stones: rest})
	}
	r.say(v)
}

// about finds the one stone that captures most of the stones that are missing, more
// than half of them: the person who lifted these may be about to place it.
func (r *Referee) about(d *difference) (at board.Point, lifted []board.Point) {
	_, due := r.game.Due()
	if due != 1 || r.ask.Task == Watch || len(d.moved)+len(d.replaced)+len(d.fresh)+len(d.spent) > 0 {
		return board.Nowhere, nil
	}
	var tried []board.Point
	for _, m := range d.missing {
		p := r.ask.Points
		if r.ask.Task == Play {
			_, p = r.chain(m.Point)
		}
		if len(p) != 1 || slices.Contains(tried, p[0]) {
			continue
		}
		tried = append(tried, p[0])
		taken := r.captures(p)
		var found []board.Point
		for _, m := range d.missing {
			if slices.Contains(taken, m.Point) {
				found = append(found, m.Point)
			}
		}
		if len(found) > len(lifted) {
			at, lifted = p[0], found
		}
	}
	if 2*len(lifted) <= len(d.missing) {
		return board.Nowhere, nil
	}
	return at, lifted
}

// chain returns the stones that are connected on record with the one on p, and the
// empty points next to them.
func (r *Referee) chain(p board.Point) (stones, liberties []board.Point) {
	size, c := r.game.Size(), r.game.At(p)
	stones = []board.Point{p}
	for i := 0; i < len(stones); i++ {
		for _, step := range [4][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}} {
			x, y := stones[i].X()+step[0], stones[i].Y()+step[1]
			if x < 0 || y < 0 || x >= size.Cols || y >= size.Rows {
				continue
			}
			switch q := board.At(x, y); {
			case r.game.At(q) == c && !slices.Contains(stones, q):
				stones = append(stones, q)
			case r.game.At(q) == board.Empty && !slices.Contains(liberties, q):
				liberties = append(liberties, q)
			}
		}
	}
	return stones, liberties
}
