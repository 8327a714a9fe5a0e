package table

import (
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/present"
	"stonehand/cmd/internal/table/byhand"
	"stonehand/engine/board"
	"stonehand/engine/referee"
)

// present is everything that is shown of the table as it stands.
func (t *core) present() *present.Table {
	m := &t.match
	q := t.sensed.View.Question
	doubt, how := t.doubt.About()
	notice, _ := t.notices.Notice()
	touched := board.Nowhere
	if !t.touched.until.IsZero() {
		touched = t.touched.point
	}
	thought := t.considered.thought
	if t.considered.position != m.Position || !t.search.Thinks() {
		thought = nil
	}
	return &present.Table{
		Thought: thought,
		Touched: touched, Programs: t.cfg.Programs, Hint: t.advice.Hint(), Candidates: t.cfg.Candidates, Show: t.advice.Show(), Lights: t.advice.Lights(),
		Lang: t.lang, Status: t.status(), Record: m, Game: m.Game,
		Link: t.sensed.Link, Fits: t.sensed.Fits(), Map: t.sensed.Map(t.size()), Seen: t.sensed.Seen(),
		Simulated: t.cfg.Simulated, Shutdown: t.cfg.Shutdown != nil, Keys: t.keys, Pondering: t.search.Pondering(),
		Notice: notice, Warning: t.clockwork.Warning(), Helping: t.helping,
		HasArm: t.cfg.Arm != nil, ArmManual: t.armManual(), Arm: &t.arm, HasVoice: t.cfg.Voice != nil, HasLights: t.cfg.Lamps != nil, Volume: t.voice.volume, Heat: t.heat,
		Unsaved: t.unsaved.cause, Loss: t.recovery.loss, Kept: t.recovery.kept, Faults: t.notices.Faults(),
		Opponent: &t.opponent, Patience: t.cfg.Patience,
		Review: t.review.machine.View(), Attract: &t.attract, Queue: &t.queue, Opens: t.hours.Change(),
		Calibrates: t.cfg.Calibrations != nil, Calib: &t.calib, Masked: t.masked(), Doubt: doubt, DoubtHow: how, ByButton: q != nil && t.byButton(q),
	}
}

// armManual says whether the arm is moved by hand.
func (t *core) armManual() string {
	if t.byHand.Step() == byhand.On && t.byHand.Moving() {
		return "moving"
	}
	return t.byHand.Step().String()
}

// byButton reports whether the question is one that a button asks, to be
// answered by pressing it again.
func (t *core) byButton(q *referee.Question) bool {
	return t.buttons.Asking(q.Serial) && isFinal(q.Path)
}

// isFinal reports whether the menu after path ends something.
func isFinal(path []referee.Answer) bool {
	return len(path) == 1 && slices.Contains([]referee.Answer{api.DoNewGame, api.DoResign, api.DoShutdown}, path[0])
}

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
	p := t.calib.View.Picture // by the lamps' own numbers
	if !t.calib.Underway() || t.leaving.On() {
		p = t.sensed.Picture(t.present().Paint())
	}
	if l := t.sensed.Link; l != nil && l.Up && !t.calib.On() && !t.leaving.On() {
		if tried := t.care.Picture(t.now, l.Board.Cols, l.Board.Rows); tried != nil {
			p = *tried
		}
	}
	if t.cfg.Lamps == nil || (p.Edge == t.picture.Edge && slices.Equal(p.Points, t.picture.Points)) {
		return
	}
	t.picture = p
	t.out.Lamps = &p
}
