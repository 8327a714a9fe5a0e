package table

import (
	"strings"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/pointmap"
	"stonehand/cmd/internal/table/care"
	"stonehand/cmd/internal/table/hours"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/hw"
)

// doSensors has the sensors measured for a while.
func (t *core) doSensors() *api.CommandError {
	l := t.sensed.Link
	t.followCare(t.care.Measure(t.now, l != nil && l.Up && l.Fields && t.cfg.Prober != nil && !t.calib.On()))
	return nil
}

// measure says what a frame, if there is one, and the last field show, while somebody wants
// to know.
func (t *core) measure(f *hw.Frame) {
	l := t.sensed.Link
	if f == nil || !t.care.Measures(t.now) || l == nil || !l.Up {
		return
	}
	size := board.Size{Cols: l.Board.Cols, Rows: l.Board.Rows}
	in := pointmap.Map{Board: size, Game: size}
	in.Lie(t.calib.Known())
	s := &api.Sensors{Cols: size.Cols, Rows: size.Rows}
	var shown strings.Builder
	for _, at := range in.Frame(f.Points) {
		shown.WriteByte(map[hw.State]byte{hw.Empty: '.', hw.Black: 'b', hw.White: 'w', hw.Stone: 's'}[at])
	}
	s.Shown = strings.ReplaceAll(shown.String(), "\x00", "?")
	if f := t.care.Field(); f != nil {
		for _, v := range in.Fields(f.Strength) {
			s.Fields = append(s.Fields, int(v))
		}
	}
	t.out.Sensors = s
}

// doTest tries a part.
func (t *core) doTest(what string) *api.CommandError {
	switch {
	case what != api.TestLights && what != api.TestVoice:
		return t.refuse("bad-value", text.TestWhat, text.Clip(what), api.TestLights+t.lang.Say(text.Comma)+api.TestVoice)
	case what == api.TestLights && t.cfg.Lamps == nil, what == api.TestVoice && t.cfg.Voice == nil:
		return t.refuse("not-now", text.TestNone)
	case what == api.TestVoice:
		t.sayAloud(t.lang.Say(text.TestVoiceSays))
	case t.calib.On() || t.leaving.On():
		return t.refuse("not-now", text.NotNow)
	default:
		t.care.Try(t.now)
	}
	return nil
}

// stepCare is a pass: it ends what was asked for, and lights the next row.
func (t *core) stepCare() {
	rows := 0
	if l := t.sensed.Link; l != nil && l.Up {
		rows = l.Board.Rows
	}
	t.followCare(t.care.Step(t.now, rows))
}

// followCare carries out what follows.
func (t *core) followCare(out care.Out) {
	t.changed = t.changed || out.Changed
	if out.Probe != nil {
		t.out.Probe = out.Probe
	}
}

// doTimetable changes when the exhibit is open, and how loud and bright it is.
func (t *core) doTimetable(c api.Command) *api.CommandError {
	if !t.cfg.Attract.On {
		return t.refuse("not-now", text.TimetableNone)
	}
	if bad := c.CheckSetting(); bad != nil {
		return t.refuseAs(bad.Code, bad.Words)
	}
	table, _ := c.Hours.Read() // it was checked
	t.hours.Follow(table)
	t.out.KeepHours = c.Hours
	t.stepHours(hours.In{Wall: t.wall})
	t.log.Info("the exhibit has another timetable")
	return nil
}
