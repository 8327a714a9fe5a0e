package referee

import (
	"maps"
	"slices"
	"time"

	"stonehand/engine/board"
)

// Choice is something that people may choose from a menu. What it means is the
// caller's matter: the referee leads people to it and says what they chose.
type Choice struct {
	Answer Answer // empty: not available now; its place stays free
	Set    bool   // it is so already
	Hidden bool   // it is reached by [Referee.Offer] alone; such choices stand last
	// Then is what is to be chosen next; nil for nothing. One [Yes] alone asks
	// for confirmation.
	Then []Choice
}

// Chosen says what people have chosen: an answer from the menu, and one from
// each that it led to. It changes no record by itself; it is given once.
type Chosen struct{ Answers []Answer }

func (Chosen) event() {}

// menu is the referee's memory of the menu that is open.
//
// People open it with a stone of the game that they put on a corner. So a stone
// of the game is away as long as it is open, and no turn can count; and if they
// have used it, what has come meanwhile is spent when it closes, and has to be
// taken off before anything counts again. A menu that somebody opened by
// accident leaves no trace.
type menu struct {
	open    bool
	path    []Answer      // what has been chosen so far
	choices []Choice      // what there is to choose from
	points  []board.Point // where, by choice
	query   *Question     // the same as people are asked it
	chosen  *Option       // the answer, not yet acted on
	hand    bool          // opened at the board
	corner  board.Point   // hand: where the stone lies that opened it
	opened  time.Time
	touched time.Time     // when it was last opened or answered
	patient time.Duration // how long it stays untouched; 0: for as long as it can
	used    bool          // people have answered it
	over    bool          // it was closed, and the stone that opened it lies there still
	heard   struct {      // the stone on the point of an answer
		point board.Point
		since time.Time
	}
	// spent are the stones that were put down for a menu and lie there still, with
	// the time since when they seem to be gone.
	spent map[board.Point]time.Time
}

// spentOn reports whether a spent stone lies on p.
func (m *menu) spentOn(p board.Point) bool { _, ok := m.spent[p]; return ok }

// gesture finds the stone that opens the menu: of the game's stones just one is
// away, and it lies on a corner. Stones of a turn that has begun may lie there too.
func (r *Referee) gesture(d *difference) (at board.Point, ok bool) {
	if len(d.replaced) > 0 || len(d.moved)+len(d.missing) != 1 {
		return board.Nowhere, false
	}
	others := len(d.fresh)
	home := board.Nowhere
	if len(d.moved) == 1 {
		home, at = d.moved[0].From, d.moved[0].To
		ok = slices.Contains(r.corners(), at)
	} else {
		home = d.missing[0].Point
		for _, p := range d.fresh {
			if slices.Contains(r.corners(), p) && r.cells[p].sight.may(d.missing[0].Color) && r.cells[p].since.After(r.cells[home].since) {
				at, ok = p, true
				others--
				break
			}
		}
	}
	due := 0
	if r.ask.Task == Play {
		_, due = r.game.Due()
	}
	return at, ok && others <= max(due-1, 0) && r.cells[home].lifted && !r.cells[at].found
}

// held reports whether people hold just one stone of the game in their hands,
// and may do with it what opens the menu.
func (r *Referee) held(d *difference) bool {
	return !r.menu.open && len(r.ask.Menu) > 0 && !r.game.Result().Over &&
		len(d.missing) == 1 && len(d.moved)+len(d.replaced)+len(d.fresh)+len(d.spent) == 0 && r.cells[d.missing[0].Point].lifted
}

// corners returns the four points that open the menu: the corners, or, where
// the game has a stone or the board cannot see, the next point on the edge,
// clockwise.
func (r *Referee) corners() []board.Point {
	size := r.game.Size()
	right, top := size.Cols-1, size.Rows-1
	var points []board.Point
	for _, c := range []struct{ x, y, dx, dy int }{{0, 0, 0, 1}, {0, top, 1, 0}, {right, top, 0, -1}, {right, 0, -1, 0}} {
		for x, y := c.x, c.y; x >= 0 && x <= right && y >= 0 && y <= top; x, y = x+c.dx, y+c.dy {
			if p := board.At(x, y); r.game.At(p) == board.Empty && r.raw[p] != Unknown {
				points = append(points, p)
				break
			}
		}
	}
	return points
}

// openMenu opens the menu when people ask for it at the board, and closes it
// when they have had enough of it.
func (r *Referee) openMenu(now time.Time, d *difference) {
	m := &r.menu
	at, asked := r.gesture(d)
	if r.held(d) && r.passed(now, r.calm(nil).Add(r.set.Menu)) {
		r.view.Corners = r.corners()
	}
	switch {
	case !m.open && !asked:
		m.over = false
	case !m.open && !m.over && len(r.ask.Menu) > 0 && r.passed(now, r.calm(nil).Add(r.set.Menu)):
		r.turnTo(now, nil, r.ask.Menu)
		m.hand, m.corner, m.patient = true, at, r.set.Patience
	case m.open && m.hand && (r.cells[m.corner].sight == Empty || !d.disturbed()):
		r.closeMenu()
		m.over = false
	case m.open && m.patient > 0 && r.passed(now, m.touched.Add(m.patient)):
		r.closeMenu()
	}
}

// Offer opens the menu at what follows the answers of path, as if people had
// chosen those, for as long as it is untouched for that long; 0: until it is
// answered or there is nothing to choose any more. It reports whether there is
// such a choice. The View changes with the next Step or Tick, which is due at once.
func (r *Referee) Offer(now time.Time, patience time.Duration, path ...Answer) bool {
	choices := follow(r.ask.Menu, path)
	if len(choices) == 0 || !r.seen {
		return false
	}
	r.turnTo(now, path, choices)
	r.menu.patient = patience
	return true
}

// follow returns what there is to choose from after the answers of path; nil
// when there is no such way.
func follow(choices []Choice, path []Answer) []Choice {
	for _, a := range path {
		i := slices.IndexFunc(choices, func(c Choice) bool { return c.Answer == a && a != "" })
		if i < 0 {
			return nil
		}
		choices = choices[i].Then
	}
	return choices
}

// turnTo shows the page of the menu that follows path.
func (r *Referee) turnTo(now time.Time, path []Answer, choices []Choice) {
	m := &r.menu
	if !m.open {
		m.open, m.hand, m.opened = true, false, now
		r.question, r.chosen = nil, nil
	} else {
		r.spend(now)
	}
	m.path, m.choices, m.touched = slices.Clone(path), choices, now
	m.chosen, m.query = nil, nil
	m.heard.point = board.Nowhere
	shown := len(choices)
	for shown > 0 && choices[shown-1].Hidden {
		shown--
	}
	m.points = r.menuPoints(shown)
	r.putMenu()
	r.fresh = true
}

// putMenu words the page as a question.
func (r *Referee) putMenu() {
	m := &r.menu
	q := &Question{Kind: AskMenu, Path: m.path}
	for i, c := range m.choices {
		if c.Answer != "" && !c.Hidden {
			o := r.option(c.Answer, m.points, i, board.Empty)
			o.Set = c.Set
			q.Options = append(q.Options, o)
		}
	}
	q.Options = append(q.Options, Option{Answer: No, Point: board.Nowhere})
	if m.query != nil && m.query.same(q) {
		return
	}
	r.questions++
	q.Serial = r.questions
	m.query, m.chosen = q, nil
}

// expectMenu keeps the menu open after a change of what there is to choose, if
// what people look at is among it still.
func (r *Referee) expectMenu(changed bool) {
	m := &r.menu
	if !m.open {
		return
	}
	choices := follow(r.ask.Menu, m.path)
	if changed || len(choices) != len(m.choices) {
		r.closeMenu()
		return
	}
	m.choices = choices
	r.putMenu()
}

// closeMenu closes the menu. What has been put down for it is spent.
func (r *Referee) closeMenu() {
	m := &r.menu
	if !m.open {
		return
	}
	r.spend(m.opened)
	if m.hand && m.used {
		m.spent[m.corner] = time.Time{}
	}
	*m = menu{over: m.hand, spent: m.spent}
	r.fresh = true
}

// spend makes no part of the game of the stones on the points of the answers,
// and, at a menu that was opened and used at the board, of all that came since.
func (r *Referee) spend(since time.Time) {
	m := &r.menu
	for p := range r.game.Size().Points {
		if s := r.raw[p]; s == Empty || s == Unknown || r.game.At(p) != board.Empty {
			continue
		}
		if m.query.answeredBy(p, r.raw[p]) || m.hand && m.used && !r.cells[p].since.Before(since) && r.cells[p].sight != Empty {
			m.spent[p] = time.Time{}
		}
	}
}

// spendAnswer makes no part of the game of the stones that lie on the points of
// a question's answers as it is answered: not when play goes on, either.
func (r *Referee) spendAnswer(q *Question) {
	for _, o := range q.Options {
		if o.Point != board.Nowhere && q.answeredBy(o.Point, r.raw[o.Point]) {
			r.menu.spent[o.Point] = time.Time{}
		}
	}
}

// Spent returns the points of the stones that were put down for a menu or for an
// answer and lie there still: no part of the game, and to be taken off.
func (r *Referee) Spent() []board.Point {
	return slices.Sorted(maps.Keys(r.menu.spent))
}

// Spend brings back what Spent returned, before the first Step.
func (r *Referee) Spend(points []board.Point) {
	for _, p := range points {
		r.menu.spent[p] = time.Time{}
	}
}

// unspend forgets spent stones that have been taken off.
func (r *Referee) unspend(now time.Time) {
	for p, gone := range r.menu.spent {
		there := r.raw[p] != Empty
		switch {
		case !gone.IsZero() && now.Sub(gone) > r.set.Blip:
			delete(r.menu.spent, p)
		case there:
			r.menu.spent[p] = time.Time{}
		case gone.IsZero():
			r.menu.spent[p] = now
		}
	}
}

// hearMenu acts on an answer to the menu: a stone on a lit point, the only one
// that lies there for it, or one given otherwise.
func (r *Referee) hearMenu(now time.Time, d *difference) Event {
	m := &r.menu
	if !m.open || r.done {
		return nil
	}
	if m.chosen == nil {
		m.chosen = r.answered(now, d)
	}
	if m.chosen == nil {
		return nil
	}
	a := m.chosen.Answer
	m.chosen, m.used = nil, true
	i := slices.IndexFunc(m.choices, func(c Choice) bool { return c.Answer == a })
	if i < 0 { // no more of it
		r.closeMenu()
		return nil
	}
	path := append(slices.Clone(m.path), a)
	if then := m.choices[i].Then; len(then) > 0 {
		r.turnTo(now, path, then)
		return nil
	}
	r.closeMenu()
	return Chosen{Answers: path}
}

// answered finds the option on whose point a stone has been standing for the
// answer time, alone.
func (r *Referee) answered(now time.Time, d *difference) *Option {
	m := &r.menu
	var found *Option
	for i, o := range m.query.Options {
		if o.Point == board.Nowhere || !m.query.answeredBy(o.Point, r.raw[o.Point]) {
			continue
		}
		if found != nil {
			found = nil // which of them is meant?
			m.heard.point = board.Nowhere
			break
		}
		found = &m.query.Options[i]
	}
	h := &m.heard
	if found == nil || len(d.spent) > 0 {
		h.point = board.Nowhere
		return nil
	}
	m.touched = now
	if h.point != found.Point {
		h.point, h.since = found.Point, now
	}
	if !r.passed(now, h.since.Add(r.set.Answer)) {
		return nil
	}
	return found
}

// menuPoints returns a point for each of n choices: side by side in the middle
// of a row, each in a column of its own, or above where that is taken. The first
// menu is on the lowest row, and what follows a row above, so that the stone of
// one answer never lies where the next is to be given.
func (r *Referee) menuPoints(n int) []board.Point {
	size := r.game.Size()
	step := 2
	if 2*n-1 > size.Cols-2 {
		step = 1
	}
	first := (size.Cols - (n-1)*step - 1) / 2
	if first < 0 {
		return r.answerPoints(n)
	}
	corners := r.corners()
	return r.columns(n, first, step, min(len(r.menu.path), size.Rows-1), func(p board.Point) bool {
		return r.raw[p] == Empty && !slices.Contains(r.ask.Points, p) && !slices.Contains(corners, p)
	})
}
