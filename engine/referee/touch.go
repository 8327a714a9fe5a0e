package referee

import (
	"maps"
	"slices"
	"time"

	"stonehand/engine/board"
)

// Touched says that a stone of the game was lifted for less than the answer time and put
// back, with nothing else amiss. It is given only where [Ask.Touch] asks for it, and
// needs no Expect.
type Touched struct{ Point board.Point }

// Toggled says that people at the board, while the game is counted, hold the chain of the
// stone on Point dead if it counts as living, and living if it counts as dead.
type Toggled struct{ Point board.Point }

func (Touched) event() {}
func (Toggled) event() {}

// touch is the one stone that is lifted.
type touch struct {
	away  bool
	spent bool // others are lifted too, or were with it
	point board.Point
	since time.Time
}

// touched finds a stone that was touched.
func (r *Referee) touched(now time.Time, d *difference) Event {
	t := r.touch
	r.touch = touch{}
	others := len(d.moved) + len(d.replaced) + len(d.fresh) + len(d.spent)
	if !r.ask.Touch || r.ask.Quiet || r.ask.Scoring || r.menu.open || r.game.Result().Over || others > 0 {
		return nil
	}
	switch {
	case len(d.missing) > 1 || t.spent && len(d.missing) > 0:
		r.touch.spent = true
	case len(d.missing) == 1 && (!t.away || t.point == d.missing[0].Point):
		if p := d.missing[0].Point; r.cells[p].lifted {
			r.touch = touch{away: true, point: p, since: r.cells[p].since}
		}
	case len(d.missing) == 0 && t.away && r.game.At(t.point) != board.Empty && r.cells[t.point].sight != Unknown:
		if off := now.Sub(t.since); off > r.set.Blip && off < r.set.Answer {
			return Touched{t.point}
		}
	}
	return nil
}

// mostLifted is of how many living chains stones may be lifted at once to say that these
// are dead; of more, somebody has swept them away.
const mostLifted = 3

// scoring are the chains of which stones are away while the game is counted, by the
// lowest of their points.
type scoring map[board.Point]*lift

// lift is a chain of which stones are away.
type lift struct {
	point board.Point // the stone that went first
	since time.Time   // zero while it stands elsewhere
	told  bool        // it was said that it is dead
	swept bool
	moved bool // it stood elsewhere: to put it back is no answer
}

// score finds out which chains people toggle, and takes their stones for no
// disturbance: they tap one stone of a chain, or lift stones of it, and keep them off for
// the answer time, and put them all back to make it live again.
func (r *Referee) score(now time.Time, d *difference) Event {
	if !r.ask.Scoring || r.game.Result().Over {
		r.scoring = nil
		return nil
	}
	if r.scoring == nil {
		r.scoring = scoring{}
	}
	away := map[board.Point]bool{}
	home := map[board.Point]board.Point{} // the chain of each missing stone
	pending := 0
	for _, m := range d.missing {
		chain, _ := r.chain(m.Point)
		key := slices.Min(chain)
		dead := slices.Contains(r.ask.Dead, m.Point)
		if !r.cells[m.Point].lifted && !dead {
			continue // nobody has seen how it went
		}
		home[m.Point] = key
		if away[key] {
			continue
		}
		away[key] = true
		l := r.scoring[key]
		if l == nil {
			l = &lift{point: m.Point, since: r.cells[m.Point].since, told: dead && !r.cells[m.Point].lifted}
			r.scoring[key] = l
		}
		if l.since.IsZero() {
			l.since = now
		}
		if !l.told && !dead {
			pending++
		}
	}
	elsewhere := map[board.Point]bool{}
	for _, v := range d.moved {
		chain, _ := r.chain(v.From)
		if key := slices.Min(chain); !away[key] {
			elsewhere[key] = true
			r.scoring[key] = &lift{point: v.From, moved: true}
		}
	}
	var e Event
	for _, key := range slices.Sorted(maps.Keys(r.scoring)) {
		l := r.scoring[key]
		if elsewhere[key] {
			continue
		}
		dead := slices.Contains(r.ask.Dead, l.point)
		if away[key] && pending > mostLifted && !l.told && !dead {
			l.swept = true
		}
		switch {
		case r.done || e != nil: // the next Expect is followed by another look
		case !away[key]:
			delete(r.scoring, key)
			off := now.Sub(l.since)
			if back := r.cells[l.point].status == right && off > r.set.Blip && !l.swept && (!l.moved || l.told); back && (off < r.set.Answer || dead) {
				e = Toggled{l.point}
			}
		case !l.told && !l.swept && r.passed(now, l.since.Add(r.set.Answer)):
			l.told = true
			if !dead {
				e = Toggled{l.point}
			}
		}
	}
	d.missing = slices.DeleteFunc(d.missing, func(m Mark) bool {
		key, ok := home[m.Point]
		return ok && !r.scoring[key].swept
	})
	return e
}
