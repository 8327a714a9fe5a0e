package table

import (
	"stonehand/cmd/internal/inset"
	"stonehand/cmd/internal/table/sensing"
	"stonehand/hw"
)

// fit makes the board that was reached show the game, if it fits and is not calibrated.
func (t *core) fit() {
	if t.calib.On() {
		return
	}
	size := t.match.Game.Size()
	anew, err := t.sensed.Fit(sensing.Play{
		Size: size, Votes: t.cfg.Votes, Window: t.cfg.Window, No: t.match.Dismissed,
		Masked: func(in inset.Inset) []int { return t.calib.Masked(t.cfg.Masked, in) },
	})
	if err != nil {
		t.log.Error("the board is not filtered as configured", "err", err) // the numbers were tried when the table was made
	}
	if anew {
		t.doubt.Watch(t.now, size.Count())
	}
}

// focus looks at the board behind a link as it is known to lie.
func (t *core) focus(l *hw.Link) {
	lens, levels, log := t.calib.Reach(l, t.cfg.LampsID)
	t.log = append(t.log, log...)
	t.sensed.Reach(l, lens)
	if t.cfg.Prober != nil && l != nil && l.Up {
		t.out.Levels = &levels
	}
}

// refocus looks at the board anew when something else is known of it.
func (t *core) refocus() {
	t.focus(t.sensed.Link())
	t.sensed.Forget(t.match.Dismissed)
	t.fit()
	t.changed = true
}
