package present

import (
	"slices"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/referee"
)

// Snapshot is the state as the world is told it, as version 1.
func (t *Table) Snapshot() *api.Snapshot {
	m, v := t.Record, &t.Status.View
	size := m.Game.Size()
	result := m.Game.Result()
	toMove, due := m.Game.Due()
	said := t.said()
	own := said[t.Lang.String()]
	s := &api.Snapshot{
		Version:  1,
		GameID:   m.ID,
		Game:     m.Game.Rules().Name(),
		Cols:     size.Cols,
		Rows:     size.Rows,
		Board:    t.area(),
		Games:    t.Games(),
		Phase:    t.Phase(),
		Due:      due,
		Opening:  t.opening(),
		Openings: t.openings(),
		Human:    m.Colors(),
		Level:    m.Level,
		Programs: api.SidesOf(m.Programs),
		Players:  t.Programs,
		TurnTime: m.Budget.Seconds(),
		Clock:    Clock(&m.Clock, t.Status.Now),
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
		Result:   Result(result),
		Reason:   string(result.Reason),
		Line:     slices.Clone(result.Line),
		Link:     t.Status.Live || t.Status.Calibrating,
		Sim:      t.Simulated,
		Helping:  t.Helping,
		Mending:  t.Status.Mending,
		Shutdown: t.Shutdown,
		Buttons:  t.Keys,

		Pondering: t.Pondering,
		Arm:       t.Arm.Running(),
		ArmState:  t.Arm.News().State,
		ArmCause:  t.Arm.News().Cause, ArmPressed: t.Arm.News().Pressed,
		Trays: t.trays(),

		Calibration: t.calibration(),
		Remote:      t.opponent(),
		Match:       t.match(),
		Attract:     t.attracts(),
		Queue:       t.queue(), Devices: t.devices(), ArmManual: t.ArmManual,

		Hint: t.Hint, Go: t.weiqi(), GoSizes: t.GoSizes(), PlayedBy: t.playedBy(),
	}
	t.showRemote(&s.Clock)
	if t.HasVoice {
		s.Voice = &api.Speech{Volume: t.Volume, Fault: t.Voice()}
	}
	if s.Phase == api.PhaseHuman || s.Phase == api.PhaseRemote {
		s.Forbidden = slices.Clone(m.Game.Forbidden())
		s.Opening.Allowed = slices.Clone(m.Game.Allowed())
	}
	for p, c := range m.Game.Start().Stones {
		s.SetUp = append(s.SetUp, api.Stone{Point: p, Color: c})
	}
	if toMove != board.Empty {
		s.ToMove, s.Side = toMove, m.Game.Side()
	}
	for p := range size.Points {
		if c := m.Game.At(p); c != board.Empty {
			s.Record = append(s.Record, api.Stone{Point: p, Color: c})
		}
	}
	if t.Status.Calibrating {
		s.Question = t.calibrationAsks()
		for p, shown := range t.Calib.View.Shows {
			if o := referee.Sight(shown); o == referee.Black || o == referee.White || o == referee.Stone {
				s.Stones = append(s.Stones, api.Seen{Point: size.Point(p), Color: o})
			}
		}
		return s
	}
	if t.Review != nil {
		t.showReview(s)
		return s
	}
	if s.Phase == api.PhaseAttract && t.Attract.Lights() {
		t.showDemo(s)
		return s
	}
	if !t.Status.Live {
		// What was seen last may be wrong by now; what the machine wants it
		// wants still.
		s.Wanted = slices.Clone(m.Decision)
		return s
	}
	seen := t.Seen
	for p := range size.Points {
		if o := seen[p]; o == referee.Black || o == referee.White || o == referee.Stone {
			s.Stones = append(s.Stones, api.Seen{Point: p, Color: o})
		}
	}
	if t.Attract.Wanted() { // none of them is wrong in the game, and all are to come off
		for _, stone := range s.Stones {
			s.Marks = append(s.Marks, api.Mark{Point: stone.Point, Kind: MarkNames[referee.MarkExtra]})
		}
		return s
	}
	s.Partial = slices.Clone(v.Partial)
	if m.Decision == nil && len(m.Placed) > 0 {
		s.Partial = slices.Clone(m.Placed)
	}
	s.Wanted = slices.Clone(v.Wanted)
	if s.Question = t.Question(); s.Question == nil {
		s.Question = t.remoteQuestion()
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
			s.Marks = append(s.Marks, api.Mark{Point: k.Point, Kind: MarkNames[k.Kind], Color: k.Color})
		}
	}
	return s
}

// MarkNames are the kinds of marks as the contract has them.
var MarkNames = map[referee.MarkKind]string{
	referee.MarkMissing:  "missing",
	referee.MarkExtra:    "extra",
	referee.MarkWrong:    "wrong",
	referee.MarkAccepted: "accepted",
	referee.MarkRefused:  "refused",
	referee.MarkCaptured: "captured",
}

// area is the board for the snapshot; before one was reached it is the game's own.
func (t *Table) area() api.Area {
	in := t.Map
	left, bottom := in.Corner()
	return api.Area{Cols: in.Board.Cols, Rows: in.Board.Rows, Left: left, Bottom: bottom}
}

// said is what people are told, in every language.
func (t *Table) said() map[string]api.Said {
	all := map[string]api.Said{}
	for l := range text.Language(text.Languages) {
		in := t.In(l)
		all[l.String()] = api.Said{Message: in.Message(), Fault: in.Fault(), Scene: in.Scene()}
	}
	return all
}

// trays describes the arm's trays.
func (t *Table) trays() []api.Tray {
	list := []api.Tray{}
	for _, r := range t.Arm.News().Trays {
		list = append(list, api.Tray{Color: board.Color(r.Color), Left: r.Left, Unsure: r.Unsure, Full: r.Full, Low: r.Low})
	}
	return list
}

// Keys describes the buttons.
func Keys(wiring []api.Wiring) []api.Key {
	list := []api.Key{}
	for _, w := range wiring {
		said := map[string]api.KeySaid{}
		for l := range text.Language(text.Languages) {
			said[l.String()] = api.KeySaid{Press: action(w.Press).In(l), Hold: action(w.Hold).In(l)}
		}
		list = append(list, api.Key{Name: w.Name, Press: w.Press, Hold: w.Hold, Said: said})
	}
	return list
}

// Result writes a result as in the HTTP contract.
func Result(r game.Result) string {
	switch {
	case !r.Over:
		return ""
	case r.Reason == game.ByAbandoned:
		return "void"
	case r.Winner == board.Empty:
		return "draw"
	}
	return r.Winner.String()
}

// Clock writes a clock as it stands at a moment.
func Clock(k *clock.Clock, now time.Time) api.Clock {
	c := k.Control()
	side := func(color board.Color) api.ClockSide {
		s := k.Side(now, color)
		d := api.ClockSide{LeftMS: s.Main.Milliseconds(), Periods: s.Periods}
		if c.Periods > 0 && s.Main == 0 {
			d.LeftMS, d.Overtime = s.Period.Milliseconds(), true
		}
		return d
	}
	return api.Clock{Control: c, Running: k.Running(), PeriodMS: c.Period.Milliseconds(), Canadian: c.Canadian, Black: side(board.Black), White: side(board.White)}
}
