package table

import (
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/inset"
	"stonehand/cmd/internal/table/notices"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/referee"
)

// told is what the world was told last, with the clock as it was then.
type told struct {
	state *api.Snapshot
	clock clock.Clock
}

// Snapshot implements [Board]. The time on the clock is that of the call.
func (t *Table) Snapshot() *api.Snapshot {
	now := t.snapshot.Load()
	if now.clock.Running() == board.Empty {
		return now.state
	}
	s := *now.state
	s.Clock = describeClock(&now.clock, t.cfg.Timekeeper.Now())
	return &s
}

// tell tells the world what has changed, if anything has: lights first, people
// look at them.
func (t *core) tell() {
	if t.told = t.changed; !t.told {
		return
	}
	t.changed = false
	t.show()
	s, old := t.describe(), t.shown
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

// describe makes the snapshot of the present state, without its version.
func (t *core) describe() *api.Snapshot {
	m, v := &t.match, &t.sensed.view
	size := m.Game.Size()
	result := m.Game.Result()
	toMove, due := m.Game.Due()
	said := t.said()
	own := said[t.lang.String()]
	s := &api.Snapshot{
		Version:  1,
		GameID:   m.ID,
		Game:     m.Game.Rules().Name(),
		Cols:     size.Cols,
		Rows:     size.Rows,
		Board:    t.area(),
		Games:    t.gameNames(),
		Phase:    t.present().Phase(),
		Due:      due,
		Opening:  t.describeOpening(),
		Openings: t.describeOpenings(),
		Human:    m.Colors(),
		Level:    m.Level,
		TurnTime: m.Budget.Seconds(),
		Clock:    describeClock(&m.Clock, t.now),
		SetUp:    []api.Stone{},
		First:    m.Game.First(),
		Moves:    api.TurnsOf(m.Game),
		Record:   []api.Stone{},
		Stones:   []api.Seen{},

		Turn:  slices.Clone(m.Decision),
		Marks: []api.Mark{},

		Message:  own.Message,
		Fault:    own.Fault,
		Said:     said,
		Result:   resultName(result),
		Reason:   string(result.Reason),
		Line:     slices.Clone(result.Line),
		Link:     t.sensed.live() || t.underway(),
		Sim:      t.cfg.Simulated,
		Helping:  t.helping,
		Mending:  m.Mend != "",
		Shutdown: t.cfg.Shutdown != nil,
		Buttons:  t.keys(),

		Pondering: t.search.running && t.search.ponders,
		Arm:       t.arm.Running(),
		ArmState:  t.arm.News().State,
		ArmCause:  t.arm.News().Cause, ArmPressed: t.arm.News().Pressed,
		Trays: t.trays(),

		Calibration: t.describeCalibration(),
		Elsewhere:   t.describeElsewhere(),
	}
	t.showAway(&s.Clock)
	if t.cfg.Voice != nil {
		s.Voice = &api.Speech{Volume: t.voice.volume, Fault: t.notices.Faults()[notices.Voice].Text}
	}
	if s.Phase == api.PhaseHuman || s.Phase == api.PhaseElsewhere {
		s.Forbidden = slices.Clone(m.Game.Forbidden())
		s.Opening.Allowed = slices.Clone(m.Game.Allowed())
	}
	for _, p := range m.Game.Start().Black {
		s.SetUp = append(s.SetUp, api.Stone{Point: p, Color: board.Black})
	}
	for _, p := range m.Game.Start().White {
		s.SetUp = append(s.SetUp, api.Stone{Point: p, Color: board.White})
	}
	if toMove != board.Empty {
		s.ToMove, s.Side = toMove, m.Game.Side()
	}
	for i := range size.Count() {
		p := size.Point(i)
		if c := m.Game.At(p); c != board.Empty {
			s.Record = append(s.Record, api.Stone{Point: p, Color: c})
		}
	}
	if t.underway() {
		s.Question = t.calibrationAsks()
		for p, shown := range t.calib.view.Shows {
			if o := referee.Sight(shown); o == referee.Black || o == referee.White || o == referee.Stone {
				s.Stones = append(s.Stones, api.Seen{Point: size.Point(p), Color: o})
			}
		}
		return s
	}
	if !t.sensed.live() {
		// What was seen last may be wrong by now; what the machine wants it
		// wants still.
		s.Wanted = slices.Clone(m.Decision)
		return s
	}
	seen := t.sensed.referee.Seen()
	for i := range size.Count() {
		p := size.Point(i)
		if o := seen[p]; o == referee.Black || o == referee.White || o == referee.Stone {
			s.Stones = append(s.Stones, api.Seen{Point: p, Color: o})
		}
	}
	s.Partial = slices.Clone(v.Partial)
	if m.Decision == nil && len(m.Placed) > 0 {
		s.Partial = slices.Clone(m.Placed)
	}
	s.Wanted = slices.Clone(v.Wanted)
	if s.Question = t.question(); s.Question == nil {
		s.Question = t.awayQuestion()
	}
	if m.Paused {
		return s
	}
	for _, k := range v.Guide {
		s.Guide = append(s.Guide, k.Point)
	}
	for _, d := range v.Verdicts {
		for _, k := range d.Marks() {
			if k.Kind == referee.MarkWanted {
				continue // in Wanted
			}
			s.Marks = append(s.Marks, api.Mark{Point: k.Point, Kind: markNames[k.Kind], Color: k.Color})
		}
	}
	return s
}

var markNames = map[referee.MarkKind]string{
	referee.MarkMissing:  "missing",
	referee.MarkExtra:    "extra",
	referee.MarkWrong:    "wrong",
	referee.MarkAccepted: "accepted",
	referee.MarkRefused:  "refused",
}

// area is the board for the snapshot; before one was reached it is the game's own.
func (t *core) area() api.Area {
	in := t.sensed.inset
	if size := t.match.Game.Size(); in.Game != size {
		in = inset.Inset{Board: size, Game: size}
	}
	left, bottom := in.Corner()
	return api.Area{Cols: in.Board.Cols, Rows: in.Board.Rows, Left: left, Bottom: bottom}
}
