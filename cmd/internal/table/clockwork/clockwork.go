// Package clockwork lets the clock of a game run for the player who is waited for, and says
// when its time is to be kept for good and when a person is to be warned.
package clockwork

import (
	"slices"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/clock"
)

// Time that has run goes into the journal so often that a power cut costs a
// side a second, or, of more than an hour, a small part of what it has left.
const (
	saveTime = time.Second
	saveTurn = 3600
)

// lowTimes are the times left, ascending, at which a person is warned; not at
// those that are more than a third of what they began with.
var lowTimes = []time.Duration{10 * time.Second, 30 * time.Second, time.Minute}

// Machine is a clock's work. The zero value is that of one that stands.
type Machine struct {
	run  time.Duration // that has run since time was saved last, up to from
	from time.Time
	due  time.Time // when the clock has to be looked at; zero if it stands
	low  Warning
}

// Warning is what a person whose time runs should know of it; zero: nothing.
type Warning struct {
	Periods int // byo-yomi periods left, the running one included; 0: none runs
	// Turns are those of Canadian overtime that are to be completed in it; 0: none runs.
	// Of is how long all of them have, where none is completed; 0: some are.
	Turns int
	Of    time.Duration
	Low   time.Duration // less than this is left of the time, or of the period; 0: more
}

// Out is what follows.
type Out struct {
	Changed bool // what is shown
	Keep    bool // the time is to be kept for good
}

// Warning returns what a person should know as it stands.
func (m *Machine) Warning() Warning { return m.low }

// Next returns when the clock has to be looked at; zero if it stands.
func (m *Machine) Next() time.Time { return m.due }

// Saved is that the time is kept as it is now.
func (m *Machine) Saved(now time.Time) { m.run, m.from = 0, now }

// Step lets the clock k run for a side, Empty for neither; no flag may have fallen.
// Person says that the side is a person's.
func (m *Machine) Step(now time.Time, k *clock.Clock, side board.Color, person bool) (out Out) {
	c := k.Control()
	if c.IsZero() {
		m.due = time.Time{}
		return out
	}
	was := k.Running()
	k.Run(now, side)
	if was != board.Empty {
		m.run += now.Sub(m.from)
	}
	m.from = now
	warning, until := Warning{}, time.Duration(clock.Never)
	if side != board.Empty && person {
		warning, until = Warn(c, k.Side(now, side))
	}
	out.Changed = side != was || warning != m.low
	m.low = warning
	if side == board.Empty {
		m.due = time.Time{}
		return out
	}
	every := max(saveTime, c.Left(k.Side(now, side))/saveTurn)
	if out.Keep = m.run >= every; out.Keep {
		m.run = 0
	}
	m.due = now.Add(every - m.run)
	for _, at := range []time.Time{k.Falls(), now.Add(until)} {
		if at.Before(m.due) {
			m.due = at
		}
	}
	return out
}

// Warn says what a person who has s left on a clock of control c should know, and for
// how long that stays so.
func Warn(c clock.Control, s clock.Side) (Warning, time.Duration) {
	if c.Periods == 0 {
		low, until := low(s.Main, c.Turn+c.Main)
		return Warning{Low: low}, until
	}
	if s.Main > 0 {
		return Warning{}, s.Main
	}
	low, until := low(s.Period, c.Period)
	w := Warning{Periods: s.Periods, Low: low}
	if c.Canadian {
		w.Turns, w.Periods = s.Periods, 0
		if w.Turns == c.Periods {
			w.Of = c.Period
		}
	}
	return w, min(until, s.Period)
}

// low returns which of lowTimes what is left of a whole time has come below, 0 for none.
func low(left, whole time.Duration) (time.Duration, time.Duration) {
	last := len(lowTimes)
	for last > 0 && 3*lowTimes[last-1] > whole {
		last--
	}
	i := slices.IndexFunc(lowTimes[:last], func(low time.Duration) bool { return left <= low })
	switch {
	case last == 0:
		return 0, clock.Never
	case i < 0:
		return 0, left - lowTimes[last-1]
	case i == 0:
		return lowTimes[0], left
	}
	return lowTimes[i], left - lowTimes[i-1]
}
