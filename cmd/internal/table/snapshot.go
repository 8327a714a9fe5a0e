package table

import "slices"

// tell tells the world what has changed, if anything has: lights first, people
// look at them.
func (t *core) tell() {
	if t.told = t.changed; !t.told {
		return
	}
	t.changed = false
	t.show()
	s, old := t.present().Snapshot(), t.shown
	if old != nil {
		s.Version = old.Version + 1
	}
	t.shown, t.out.State = s, &told{s, t.match.Clock}
	if s.Fault != "" && (old == nil || old.Fault != s.Fault) {
		t.out.Fault = s.Fault
	}
}

// Show returns what shows the state as it is, before the first step.
func (t *core) Show() Effects {
	t.out, t.changed = Effects{}, true
	t.tell()
	t.out.Log, t.log = t.log, nil
	return t.out
}

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
