package table

import (
	"stonehand/cmd/internal/api"
	"time"

	"stonehand/cmd/internal/table/status"
	"stonehand/engine/board"
	"stonehand/engine/clock"
)

// describeClock writes a clock as it stands at a moment.
func describeClock(k *clock.Clock, now time.Time) api.Clock {
	c := k.Control()
	side := func(color board.Color) api.ClockSide {
		s := k.Side(now, color)
		d := api.ClockSide{LeftMS: s.Main.Milliseconds(), Periods: s.Periods}
		if c.Periods > 0 && s.Main == 0 {
			d.LeftMS, d.Overtime = s.Period.Milliseconds(), true
		}
		return d
	}
	return api.Clock{Control: c, Running: k.Running(), PeriodMS: c.Period.Milliseconds(), Black: side(board.Black), White: side(board.White)}
}

// times returns what the sides have left at a moment, nil without a clock.
func times(k *clock.Clock, now time.Time) *api.Times {
	if k.Control().IsZero() {
		return nil
	}
	side := func(c board.Color) api.SideTime {
		s := k.Side(now, c)
		ms := func(d time.Duration) int64 { return d.Round(time.Millisecond).Milliseconds() }
		return api.SideTime{Main: ms(s.Main), Periods: s.Periods, Period: ms(s.Period)}
	}
	return &api.Times{Black: side(board.Black), White: side(board.White)}
}

// setTimes returns what an entry says of the time that the sides have left, as a
// change that cannot fail.
func (m *match) setTimes(e api.Entry) (func(), error) {
	if e.Left == nil || m.clock.Control().IsZero() {
		return func() {}, nil
	}
	c := m.clock.Control()
	black, err := e.Left.Black.Side(c)
	if err != nil {
		return nil, err
	}
	white, err := e.Left.White.Side(c)
	if err != nil {
		return nil, err
	}
	return func() { m.clock.Set(black, white) }, nil
}

// resetClock puts a clock with all its time on the table. What it showed before the
// turns on record is not known then.
func (m *match) resetClock(c clock.Control) {
	m.clock = clock.New(c)
	m.marks = nil
	for range len(m.game.Turns()) + 1 {
		m.mark()
	}
	m.timed = len(m.game.Turns())
}

// mark notes what the clock shows as a position comes up.
func (m *match) mark() {
	var at time.Time // the clock stands
	m.marks = append(m.marks, [3]clock.Side{board.Black: m.clock.Side(at, board.Black), board.White: m.clock.Side(at, board.White)})
}

// rewind sets the clock to what it showed when the present position came up.
func (m *match) rewind() {
	m.marks = m.marks[:len(m.game.Turns())+1]
	m.timed = min(m.timed, len(m.game.Turns()))
	last := m.marks[len(m.marks)-1]
	m.clock.Set(last[board.Black], last[board.White])
}

// spent lists what the side that played a turn had left after it, for the last
// turns: those that were played on the present clock.
func (m *match) spent() []clock.Side {
	if m.clock.Control().IsZero() {
		return nil
	}
	var left []clock.Side
	for i := range m.game.Turns() {
		if i >= m.timed {
			left = append(left, m.spentSide(i))
		}
	}
	return left
}

// ticking returns whose time is to run: that of the side to move while nothing else is
// waited for.
func (t *core) ticking() board.Color {
	s := t.status()
	switch {
	case !s.Waits():
		return board.Empty
	case s.Actor == status.Remote && (!t.opponent.Stand().Up || t.opponent.Stand().Timed):
		return board.Empty // its own table keeps its time
	case t.alone && s.Actor == status.Person:
		return board.Empty
	}
	return s.Side
}

// keepTime brings the clock to the present state: who has no time left has lost,
// and the time of the side that is waited for runs.
func (t *core) keepTime() {
	k := &t.match.clock
	if c := k.Fallen(t.now); c != board.Empty {
		t.fall(c)
		t.judge()
	}
	side := t.ticking()
	out := t.clockwork.Step(t.now, k, side, t.match.human[side])
	t.changed = t.changed || out.Changed
	// While nothing can be saved, time is the least that is worth holding.
	if out.Keep && t.unsaved.cause == nil {
		t.noteTime()
		k.Run(t.now, side)
	}
}

// noteTime writes into the journal what the sides have left.
func (t *core) noteTime() {
	changed := t.changed
	if err := t.commit(api.Entry{Kind: api.KindClock}); err != nil {
		t.log.Error("the clock's time cannot be noted", "err", err)
	}
	t.changed = changed // the world counts by itself
}

// fall ends the game, because a side has no time left.
func (t *core) fall(c board.Color) {
	if err := t.commit(api.Entry{Kind: api.KindFlag, Color: c}); err != nil {
		t.log.Error("a flag has fallen in a game that cannot end so", "err", err)
		return
	}
	t.log.Info("out of time", "color", c)
}
