package table

import (
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/inset"
	"stonehand/cmd/internal/table/status"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/referee"
)

// told is what the world was told last, with the clock as it was then.
type told struct {
	state *Snapshot
	clock clock.Clock
}

// Snapshot implements [Board]. The time on the clock is that of the call.
func (t *Table) Snapshot() *Snapshot {
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
	t.shown, t.out.State = s, &told{s, t.match.clock}
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

// phase says what the table is waiting for.
func (t *core) phase() Phase {
	switch s := t.status(); {
	case s.Leaving:
		return PhaseOff
	case s.Calibrating:
		return PhaseCalibrate
	case !s.Live:
		return PhaseLost
	case s.Over:
		return PhaseOver
	case s.Paused:
		return PhasePaused
	case s.Mending:
		return t.match.mend
	case s.Decision == nil && s.Actor == status.Remote:
		return PhaseElsewhere
	case s.Decision == nil && s.Actor != status.Person:
		return PhaseThinking
	case s.View.Disturbed:
		return PhaseRepair
	case s.Decision != nil:
		return PhasePlace
	case len(s.Choices) > 0:
		return PhaseChoose
	}
	return PhaseHuman
}

// describe makes the snapshot of the present state, without its version.
func (t *core) describe() *Snapshot {
	m, v := &t.match, &t.sensed.view
	size := m.game.Size()
	result := m.game.Result()
	toMove, due := m.game.Due()
	said := t.said()
	own := said[t.lang.String()]
	s := &Snapshot{
		Version:  1,
		GameID:   m.id,
		Game:     m.game.Rules().Name(),
		Cols:     size.Cols,
		Rows:     size.Rows,
		Board:    t.area(),
		Games:    m.gameNames(),
		Phase:    t.phase(),
		Due:      due,
		Opening:  t.describeOpening(),
		Openings: m.describeOpenings(),
		Human:    m.colors(),
		Level:    m.level,
		TurnTime: m.budget.Seconds(),
		Clock:    describeClock(&m.clock, t.now),
		SetUp:    []Stone{},
		First:    m.game.First(),
		Moves:    m.turns(),
		Record:   []Stone{},
		Stones:   []api.Seen{},

		Turn:  slices.Clone(m.decision),
		Marks: []Mark{},

		Message:  own.Message,
		Fault:    own.Fault,
		Said:     said,
		Result:   resultName(result),
		Reason:   string(result.Reason),
		Line:     slices.Clone(result.Line),
		Link:     t.sensed.live() || t.underway(),
		Sim:      t.cfg.Simulated,
		Helping:  t.helping,
		Mending:  m.mend != "",
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
		s.Voice = &Speech{Volume: t.voice.volume, Fault: t.voice.fault}
	}
	if s.Phase == PhaseHuman || s.Phase == PhaseElsewhere {
		s.Forbidden = slices.Clone(m.game.Forbidden())
		s.Opening.Allowed = slices.Clone(m.game.Allowed())
	}
	for _, p := range m.game.Start().Black {
		s.SetUp = append(s.SetUp, Stone{Point: p, Color: board.Black})
	}
	for _, p := range m.game.Start().White {
		s.SetUp = append(s.SetUp, Stone{Point: p, Color: board.White})
	}
	if toMove != board.Empty {
		s.ToMove, s.Side = toMove, m.game.Side()
	}
	for i := range size.Count() {
		p := size.Point(i)
		if c := m.game.At(p); c != board.Empty {
			s.Record = append(s.Record, Stone{Point: p, Color: c})
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
		s.Wanted = slices.Clone(m.decision)
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
	if m.decision == nil && len(m.placed) > 0 {
		s.Partial = slices.Clone(m.placed)
	}
	s.Wanted = slices.Clone(v.Wanted)
	if s.Question = t.question(); s.Question == nil {
		s.Question = t.awayQuestion()
	}
	if m.paused {
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
			s.Marks = append(s.Marks, Mark{Point: k.Point, Kind: markNames[k.Kind], Color: k.Color})
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

// said is what people are told, in every language.
func (t *core) said() map[string]Said {
	messages, faults := t.everyLanguage(t.message), t.everyLanguage(t.fault)
	all := map[string]Said{}
	for l := range messages {
		all[text.Language(l).String()] = Said{Message: messages[l], Fault: faults[l]}
	}
	return all
}

// fault says what is wrong with the parts, the most important only.
func (t *core) fault() string {
	f := &t.faults
	switch {
	case t.unsaved.cause != nil:
		return t.lang.Say(text.JournalFailed, t.because(t.unsaved.cause))
	case f.shutdown != nil:
		return t.lang.Say(text.ShutdownFailed, f.shutdown)
	case !f.remade.IsZero():
		return t.lang.Say(text.FolderRemade)
	case t.recovery.loss != LossNone:
		return t.recovered()
	case f.thinker != "":
		return t.lang.Say(text.ThinkerFailed, f.thinker)
	case t.sensed.link != nil && !t.sensed.live() && !t.underway():
		if t.sensed.link.Up && t.sensed.filter != nil {
			return "" // it is being read for the first time
		}
		return t.lost()
	case f.device != "":
		return f.device
	case t.armFault() != "":
		return t.armFault()
	case f.lights != "":
		return t.lang.Say(text.LightsLost, f.lights)
	case f.archive != nil:
		return t.lang.Say(text.ArchiveFailed, t.because(f.archive))
	case t.voice.fault != "" && t.voice.volume > 0:
		return t.voice.fault
	case t.calibrationTrouble() != "" && !t.underway():
		return t.calibrationTrouble()
	}
	return t.slow()
}

// lastTurn returns the points of the last turn that was played, and whether a
// person played it.
func (m *match) lastTurn() (points []board.Point, person bool) {
	turns := m.game.Turns()
	if len(turns) == 0 {
		return nil, false
	}
	last := len(turns) - 1
	return slices.Clone(turns[last].Points), m.human[m.game.SideOf(last)]
}

// ending says how the game ended.
func (t *core) ending(r game.Result) string {
	winner := t.lang.Side(r.Winner)
	seats := &t.match.final.seats
	you := r.Winner != board.Empty && seats[r.Winner].human && !seats[r.Winner.Other()].human
	if r.Winner == board.Empty {
		switch r.Reason {
		case game.ByAbandoned:
			return t.lang.Say(text.EndAbandoned)
		case game.ByFives:
			return t.lang.Say(text.DrawFives)
		case game.ByStuck:
			return t.lang.Say(text.DrawStuck, t.lang.Side(board.Black))
		}
		return t.lang.Say(text.DrawFull)
	}
	switch r.Reason {
	case game.ByResign:
		return t.lang.Say(text.WinsByResign, winner, t.lang.Side(r.Winner.Other()))
	case game.ByTime:
		return t.lang.Say(text.WinsByTime, winner, t.lang.Side(r.Winner.Other()))
	case game.ByFives:
		if you {
			return t.lang.Say(text.YouWinByFives)
		}
		return t.lang.Say(text.WinsByFives, winner)
	case game.ByStuck:
		if you {
			return t.lang.Say(text.YouWinByStuck, t.lang.Side(r.Winner.Other()))
		}
		return t.lang.Say(text.WinsByStuck, winner, t.lang.Side(r.Winner.Other()))
	}
	_, five := t.match.game.Rules().(game.Gomoku)
	switch {
	case five && you:
		return t.lang.Say(text.YouWinByFive)
	case five:
		return t.lang.Say(text.WinsByFive, winner)
	case you:
		return t.lang.Say(text.YouWinByLine)
	}
	return t.lang.Say(text.WinsByLine, winner)
}

// area is the board for the snapshot; before one was reached it is the game's own.
func (t *core) area() Area {
	in := t.sensed.inset
	if size := t.match.game.Size(); in.Game != size {
		in = inset.Inset{Board: size, Game: size}
	}
	left, bottom := in.Corner()
	return Area{Cols: in.Board.Cols, Rows: in.Board.Rows, Left: left, Bottom: bottom}
}
