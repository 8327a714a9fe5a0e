package table

import (
	"slices"
)

// show brings the lamps to the present state.
func (t *core) show() {
	p := t.calib.view.Picture // by the lamps' own numbers
	if !t.underway() || t.leaving.On() {
		p = t.calib.lens.Picture(t.sensed.inset.Spread(t.present().Paint()))
	}
	if t.cfg.Lamps == nil || (p.Edge == t.picture.Edge && slices.Equal(p.Points, t.picture.Points)) {
		return
	}
	t.picture = p
	t.out.Lamps = &p
}
