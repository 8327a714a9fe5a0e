package table

import (
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/present"
	"stonehand/engine/board"
	"stonehand/engine/referee"
	"stonehand/hw/calib"
)

// present is everything that is shown of the table as it stands.
func (t *core) present() *present.Table {
	m, c := &t.match, &t.calib
	q := t.sensed.view.Question
	var known *calib.Calibration
	if t.inForce() {
		known = new(t.calibration())
	}
	notice, _ := t.notices.Notice()
	touched := board.Nowhere
	if !t.touched.until.IsZero() {
		touched = t.touched.point
	}
	return &present.Table{
		Touched: touched,
		Lang:    t.lang, Status: t.status(), Record: m, Game: m.Game,
		Link: t.sensed.link, Fits: t.sensed.filter != nil, Inset: t.sensed.inset, Seen: t.sensed.referee.Seen(),
		Simulated: t.cfg.Simulated, Shutdown: t.cfg.Shutdown != nil, Wiring: t.cfg.Wiring, Pondering: t.search.Pondering(),
		Notice: notice, Warning: t.clockwork.Warning(), Helping: t.helping,
		HasArm: t.cfg.Arm != nil, Arm: &t.arm, HasVoice: t.cfg.Voice != nil, Volume: t.voice.volume, Heat: t.heat,
		Unsaved: t.unsaved.cause, Loss: t.recovery.loss, Kept: t.recovery.kept, Faults: t.notices.Faults(),
		Opponent: &t.opponent, Patience: t.cfg.Patience,
		Calibrates: t.cfg.Calibrations != nil, Known: known, Masked: t.masked(),
		Calibration: &c.view, Review: t.review.machine.View(), CalibrationID: c.question(), Trouble: c.trouble, Foreign: c.foreign, Rehung: c.rehung,
		Doubt: t.doubt.about, DoubtHow: t.doubt.say, ByButton: q != nil && t.byButton(q),
	}
}

// byButton reports whether the question is one that a button asks, to be
// answered by pressing it again.
func (t *core) byButton(q *referee.Question) bool {
	return t.buttons.Asking(q.Serial) && ends(q.Path)
}

// ends reports whether the menu after path ends something.
func ends(path []referee.Answer) bool {
	return len(path) == 1 && slices.Contains([]referee.Answer{api.DoNewGame, api.DoResign, api.DoShutdown}, path[0])
}
