package table

import (
	"slices"
	"time"

	"stonehand/cmd/internal/table/status"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
)

// describeClock writes a clock as it stands at a moment.
func describeClock(k *clock.Clock, now time.Time) Clock {
	c := k.Control()
	side := func(color board.Color) ClockSide {
		s := k.Side(now, color)
		d := ClockSide{LeftMS: s.Main.Milliseconds(), Periods: s.Periods}
		if c.Periods > 0 && s.Main == 0 {
			d.LeftMS, d.Overtime = s.Period.Milliseconds(), true
		}
		return d
	}
	return Clock{Control: c, Running: k.Running(), PeriodMS: c.Period.Milliseconds(), Black: side(board.Black), White: side(board.White)}
}

// times returns what the sides have left at a moment, nil without a clock.
func times(k *clock.Clock, now time.Time) *Times {
	if k.Control().IsZero() {
		return nil
	}
	side := func(c board.Color) SideTime {
		s := k.Side(now, c)
		ms := func(d time.Duration) int64 { return d.Round(time.Millisecond).Milliseconds() }
		return SideTime{Main: ms(s.Main), Periods: s.Periods, Period: ms(s.Period)}
	}
	return &Times{Black: side(board.Black), White: side(board.White)}
}

// setTimes returns what an entry says of the time that the sides have left, as a
// change that cannot fail.
func (m *match) setTimes(e Entry) (func(), error) {
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
	case s.Actor == status.Remote && (!t.link.now.Up || t.link.now.Timed):
		return board.Empty // its own table keeps its time
	case t.alone && s.Actor == status.Person:
		return board.Empty
	}
	return s.Side
}

// Time that has run goes into the journal so often that a power cut costs a
// side a second, or, of more than an hour, a small part of what it has left.
const (
	saveTime = time.Second
	saveTurn = 3600
)

// keepTime brings the clock to the present state: who has no time left has lost,
// and the time of the side that is waited for runs.
func (t *core) keepTime() {
	k := &t.match.clock
	c := k.Control()
	if c.IsZero() {
		t.timeDue = time.Time{}
		return
	}
	if k.Fallen(t.now) != board.Empty {
		t.fall(k.Fallen(t.now))
		t.judge()
	}
	was := k.Running()
	k.Run(t.now, t.ticking())
	running := k.Running()
	if was != board.Empty {
		t.timeRun += t.now.Sub(t.timeFrom)
	}
	t.timeFrom = t.now
	t.changed = t.changed || running != was
	warning, until := t.warning()
	if warning != t.timeLow {
		t.timeLow, t.changed = warning, true
	}
	if running == board.Empty {
		t.timeDue = time.Time{}
		return
	}
	every := max(saveTime, c.Left(k.Side(t.now, running))/saveTurn)
	if t.timeRun >= every {
		t.timeRun = 0
		// While nothing can be saved, time is the least that is worth holding.
		if t.unsaved.cause == nil {
			t.noteTime()
			k.Run(t.now, running)
		}
	}
	t.timeDue = t.now.Add(every - t.timeRun)
	for _, at := range []time.Time{k.Falls(), t.now.Add(until)} {
		if at.Before(t.timeDue) {
			t.timeDue = at
		}
	}
}

// noteTime writes into the journal what the sides have left.
func (t *core) noteTime() {
	changed := t.changed
	if err := t.commit(Entry{Kind: KindClock}); err != nil {
		t.log.Error("the clock's time cannot be noted", "err", err)
	}
	t.changed = changed // the world counts by itself
}

// fall ends the game, because a side has no time left.
func (t *core) fall(c board.Color) {
	if err := t.commit(Entry{Kind: KindFlag, Color: c}); err != nil {
		t.log.Error("a flag has fallen in a game that cannot end so", "err", err)
		return
	}
	t.log.Info("out of time", "color", c)
}

// lowTimes are the times left, ascending, at which a person is warned; not at
// those that are more than a third of what they began with.
var lowTimes = []time.Duration{10 * time.Second, 30 * time.Second, time.Minute}

// warning says what the person whose time runs should know of it, and how long
// that stays so.
func (t *core) warning() (string, time.Duration) {
	k := &t.match.clock
	c, side := k.Control(), k.Running()
	if side == board.Empty || !t.match.human[side] {
		return "", clock.Never
	}
	s := k.Side(t.now, side)
	if c.Periods == 0 {
		return t.timeLeft(s.Main, c.Turn+c.Main)
	}
	if s.Main > 0 {
		return "", s.Main
	}
	say := t.lang.Say(text.PeriodsLeft, s.Periods)
	if s.Periods == 1 {
		say = t.lang.Say(text.LastPeriod)
	}
	low, until := t.timeLeft(s.Period, c.Period)
	return t.lang.Join(say, low), min(until, s.Period)
}

// timeLeft warns of what is left of a whole time.
func (t *core) timeLeft(left, whole time.Duration) (string, time.Duration) {
	i := slices.IndexFunc(lowTimes, func(low time.Duration) bool { return left <= low })
	last := len(lowTimes)
	for last > 0 && 3*lowTimes[last-1] > whole {
		last--
	}
	if i < 0 {
		i = len(lowTimes)
	}
	if i >= last { // not low yet
		if last == 0 {
			return "", clock.Never
		}
		return "", left - lowTimes[last-1]
	}
	until := left
	if i > 0 {
		until = left - lowTimes[i-1]
	}
	return t.lang.Say(text.TimeLow, int(lowTimes[i].Seconds())), until
}
