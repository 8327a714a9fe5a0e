package table

import (
	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/present"
	"stonehand/cmd/internal/text"
)

// present is everything that is shown of the table as it stands.
func (t *core) present() *present.Table {
	m, c := &t.match, &t.calib
	q := t.sensed.view.Question
	notice, _ := t.notices.Notice()
	return &present.Table{
		Lang: t.lang, Status: t.status(), Game: m.Game, People: m.People, Remote: m.Remote,
		Sat:  [3]bool{1: m.Final.Seats[1].Human, 2: m.Final.Seats[2].Human},
		Link: t.sensed.link, Fits: t.sensed.filter != nil,
		Notice: notice, Warning: t.clockwork.Warning(), Helping: t.helping,
		HasArm: t.cfg.Arm != nil, Arm: &t.arm, Volume: t.voice.volume, Heat: t.heat,
		Unsaved: t.unsaved.cause, Loss: t.recovery.loss, Kept: t.recovery.kept, Faults: t.notices.Faults(),
		Opponent: t.opponent.Stand(), GoneID: t.opponent.Question(), Patience: t.cfg.Patience,
		Calibration: &c.view, CalibrationID: c.question(), Trouble: c.trouble, Foreign: c.foreign, Rehung: c.rehung,
		Doubt: t.doubt.about, DoubtHow: t.doubt.say, ByButton: q != nil && t.byButton(q),
	}
}

// said is what people are told, in every language.
func (t *core) said() map[string]api.Said {
	all, shown := map[string]api.Said{}, t.present()
	for l := range text.Language(text.Languages) {
		in := shown.In(l)
		all[l.String()] = api.Said{Message: in.Message(), Fault: in.Fault()}
	}
	return all
}
