package table

import (
	"stonehand/cmd/internal/inset"
	"stonehand/engine/board"
	"stonehand/engine/referee"
	"stonehand/hw"
	"stonehand/hw/calib"
	"stonehand/hw/debounce"
)

// forget forgets what the board showed, but not what people have answered.
func (t *core) forget() {
	s := &t.sensed
	s.referee.Forget()
	s.referee.Dismiss(t.match.Dismissed)
	s.view = referee.View{}
}

// fit makes a filter for the board that was reached, if the game fits it.
func (t *core) fit() {
	s := &t.sensed
	if s.link == nil || !s.link.Up || t.calib.session != nil {
		return
	}
	size := t.size()
	in := inset.Inset{Board: board.Size{Cols: s.link.Board.Cols, Rows: s.link.Board.Rows}, Game: size}
	if !in.Fits() {
		s.filter, s.ready = nil, false
		t.forget()
		return
	}
	if s.filter != nil && s.inset == in {
		return
	}
	if s.filter != nil {
		s.ready = false
		t.forget()
	}
	s.inset = in
	f, err := debounce.New(size.Count(), t.cfg.Votes, t.cfg.Window)
	if err != nil {
		// The numbers were tried when the table was made.
		t.log.Error("debounce", "err", err)
		return
	}
	if err := f.Mask(t.masked()...); err != nil {
		t.log.Error("masked points", "err", err)
	}
	s.filter = f
	t.doubt.watch = calib.NewWatch(t.now, size.Count())
}

// focus brings the lens to the board that was reached.
func (t *core) focus() {
	c, l := &t.calib, t.sensed.link
	c.lens, c.foreign, c.rehung = calib.Lens{}, false, false
	var levels []hw.Level
	switch {
	case l == nil || !l.Up:
		return
	case c.known == nil:
	case !c.known.Fits(calib.BoardOf(l)):
		c.foreign = true
		t.log.Warn("the calibration that was kept is of another board", "its", c.known.Board, "this", calib.BoardOf(l))
	default:
		if c.rehung = c.known.Rehung(t.cfg.LampsID); c.rehung {
			t.log.Warn("the lights were wired otherwise when the board was calibrated; how they lay then is not used", "then", c.known.LampsID, "now", t.cfg.LampsID)
		}
		c.lens = calib.NewLens(t.calibration())
		levels = c.lens.Levels(c.known.Levels)
	}
	if t.cfg.Prober != nil {
		t.out.Levels = &levels
	}
}

// refocus looks at the board anew through a lens that has changed.
func (t *core) refocus() {
	t.focus()
	t.sensed.filter, t.sensed.ready = nil, false
	t.forget()
	t.fit()
	t.changed = true
}

// probe lets the sensor measure fields, or no more.
func (t *core) probe(on bool) { t.out.Probe = &on }
