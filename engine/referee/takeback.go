package referee

import (
	"slices"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// TakingBack says that the stones of the last turns, and no others, have been
// lifted: if they stay so, the turns are taken back. If Rest is not empty, its
// stones must be lifted too before that can be.
type TakingBack struct {
	Stones []Mark
	Rest   []board.Point
	Turns  int
}

// Marks implements [Verdict].
func (v TakingBack) Marks() []Mark { return v.Stones }

// takeBack finds out whether turns are being taken back, and returns the event
// when they have been. Who has begun to put stones back is mending the board, and
// the stones of the last turns may just be the last to be mended.
func (r *Referee) takeBack(now time.Time, d *difference) Event {
	r.back = nil
	if r.mending || r.ask.Scoring || len(r.ask.Back) == 0 || r.game.Result().Over || len(d.missing) == 0 || len(d.moved)+len(d.replaced)+len(d.fresh)+len(d.spent) > 0 {
		return nil
	}
	for _, m := range d.missing {
		if !r.cells[m.Point].lifted {
			return nil // nobody has seen how it went
		}
	}
	n, k := 0, 0
	for n < len(d.missing) && k < len(r.game.Turns()) {
		k++
		for _, p := range r.ofTurn(k) {
			if r.cells[p].status != gone {
				return nil
			}
			n++
		}
	}
	if n != len(d.missing) {
		return nil // a stone of the position that was set up
	}
	least := r.ask.Back[0]
	if k < least {
		var rest []board.Point
		for i := k + 1; i <= least; i++ {
			rest = append(rest, r.ofTurn(i)...)
		}
		r.back = &TakingBack{Stones: d.missing, Rest: rest, Turns: least}
		return nil
	}
	if !slices.Contains(r.ask.Back, k) || k > least && n == r.game.Count() {
		return nil
	}
	r.back = &TakingBack{Stones: d.missing, Turns: k}
	from := latest(r.calm(nil), r.asked, r.menued) // not without notice
	if r.menu.open || !r.passed(now, from.Add(r.set.TakeBack)) {
		return nil
	}
	return TakenBack{Turns: k}
}

// ofTurn returns the stones of the k-th last turn that the record still has.
func (r *Referee) ofTurn(k int) []board.Point {
	turns := r.game.Turns()
	t := turns[len(turns)-k]
	points, _ := split(t.Points, func(p board.Point) bool { return r.game.At(p) == t.Color && !r.since(len(turns)-k+1, p) })
	return points
}

// since reports whether a stone came to p in a turn from that number on: one that stood
// there before was captured.
func (r *Referee) since(turn int, p board.Point) bool {
	return slices.ContainsFunc(r.game.Turns()[turn:], func(t game.Turn) bool { return slices.Contains(t.Points, p) })
}
