package referee

import (
	"slices"
	"time"

	"stonehand/engine/board"
)

// doubt notes stones of the game that were put back on a board that cannot tell
// their colour. A stone put where the lights asked for it has the colour they
// asked for; others may have been mixed up, if both colours were missing.
func (r *Referee) doubt(returned []board.Point) {
	var colors [3]bool
	for _, v := range r.view.Verdicts {
		for _, m := range v.Marks() {
			if m.Kind == MarkMissing {
				colors[m.Color] = true
			}
		}
	}
	if !colors[board.Black] || !colors[board.White] {
		return
	}
	if g := r.view.Guide; len(returned) == 1 && len(g) > 0 && g[0].Point == returned[0] {
		return
	}
	for _, p := range returned {
		r.unsure[p] = true
	}
}

// askColors asks whether stones of both colours were put back rightly.
func (r *Referee) askColors(now time.Time, d *difference) {
	if len(r.unsure) == 0 || d.disturbed() {
		return
	}
	r.wonder(now, r.calm(nil).Add(r.set.Settle), AskColors, func() *Question {
		q := &Question{Options: []Option{{Answer: Yes, Point: board.Nowhere}}}
		for p := range r.unsure {
			q.About = append(q.About, Mark{Point: p, Kind: MarkAsked, Color: r.game.At(p)})
		}
		slices.SortFunc(q.About, func(a, b Mark) int { return int(a.Point) - int(b.Point) })
		return q
	})
}
