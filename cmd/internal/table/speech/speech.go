// Package speech decides what a board says aloud, and when. Lights and page follow
// every stone; a voice that did would talk all the time.
package speech

import (
	"cmp"
	"time"

	"stonehand/cmd/internal/table/status"
	"stonehand/cmd/internal/table/times"
)

// Remark is what people are told, and how a voice treats it.
type Remark struct {
	Text   string
	Spoken string // what a voice says in place of Text, if that
	Tone   Tone
	About  uint64 // the question that it asks
}

// aloud returns what a voice says.
func (r Remark) aloud() string { return cmp.Or(r.Spoken, r.Text) }

// Tone says when a remark is worth speaking, and what it may break off.
type Tone uint8

// The tones.
const (
	Quiet   Tone = iota // never spoken
	Turn                // whose turn it is: only where that may be in doubt
	Part                // a part of a turn is down: to those who hesitate
	Move                // the machine's turn, the end of a game
	Lost                // the board cannot be reached
	Trouble             // the stones are not as they should be
	Ask                 // a question, the menu, a pause
	Last                // goodbye
)

// patience is how long a remark must stand before it is spoken. Hands that are at
// work are left in peace: most of what is wrong is put right at once.
var patience = [...]time.Duration{
	Turn:    300 * time.Millisecond,
	Part:    12 * time.Second,
	Move:    300 * time.Millisecond,
	Lost:    3 * time.Second,
	Trouble: 1200 * time.Millisecond,
	Ask:     200 * time.Millisecond,
	Last:    0,
}

const (
	// remindAfter is how long people leave the machine's stones, or what is wrong,
	// before they are told once more, and then no more.
	remindAfter = 30 * time.Second
	// againAfter is how soon the same may be said again: a stone that is set down
	// and taken up once more is no news.
	againAfter = 10 * time.Second
	// noticeTime is how long a notice may take to be said; what is not urgent
	// waits for it.
	noticeTime = 4 * time.Second
	// faultTime is how long a part must be faulty before that is said, and
	// faultAgain how soon the same is said again.
	faultTime  = 3 * time.Second
	faultAgain = time.Hour
	// mostFaults are remembered at most.
	mostFaults = 100
)

// Machine is what a table remembers of what it has said.
type Machine struct {
	game     string // that last belongs to
	now      Remark // as it stands
	since    time.Time
	spoken   bool // now has been said
	reminded bool
	last     Remark // said last
	lastAt   time.Time

	noticed  time.Time // In.Shown of the notice that was said last
	quietAt  time.Time // when that will have been said
	warned   string    // said last of the clock
	faulty   string    // the fault that stands
	faultAt  time.Time // since when
	faultsAt map[string]time.Time

	next time.Time // when something has to be said; zero: nothing
}

// In is what there is to say at a moment.
type In struct {
	Remark  *Remark   // what people are told, if it may be another than before
	Notice  string    // said before that for a while; "" for nothing
	Shown   time.Time // until when it is shown: no two notices have the same
	Warning string    // of the clock
	Fault   string    // of a part, that is worth saying
	// Arm says that an arm is putting stones down, ByHand that there is none, and
	// Turns that people want to hear every time whose turn it is.
	Arm, ByHand, Turns bool
}

// Out is what to say now: first the notice, then the remark. Hush breaks off what is
// being said.
type Out struct {
	Hush           bool
	Notice, Remark string
	More           string // of a fault, after a notice
}

// Next returns when there may be something to say though nothing happens; zero for
// never.
func (m *Machine) Next() time.Time { return m.next }

// Step takes what there is to say.
func (m *Machine) Step(now time.Time, s *status.Status, in In) (out Out) {
	if in.Remark != nil {
		out.Hush = m.attend(now, s, *in.Remark)
	}
	m.next = time.Time{}
	if in.Notice != "" && !s.Leaving && in.Shown != m.noticed {
		out.Notice, m.noticed = in.Notice, in.Shown
	}
	out.Remark = m.dueRemark(now, s, &in)
	if out.Notice == "" && out.Remark == "" && !s.Leaving {
		out.Notice, out.More = m.dueWarning(in.Warning), m.dueFault(now, in.Fault)
	}
	said := out.Notice != "" || out.More != ""
	switch {
	case out.Remark == "" && !said:
		return out
	case out.Remark != "" && m.now.Tone >= Trouble && (m.now.Tone == Last || now.After(m.quietAt)), said && m.last.Tone < Move:
		out.Hush = true
	}
	if said {
		m.quietAt = now.Add(noticeTime)
	}
	return out
}

// attend takes what people are told, and reports whether what is being said of the
// remark before is over.
func (m *Machine) attend(now time.Time, s *status.Status, r Remark) (over bool) {
	if m.game != s.Game {
		m.game, m.last = s.Game, Remark{}
	}
	if r == m.now {
		return false
	}
	over = m.spoken && m.now.Tone >= Trouble && now.After(m.quietAt)
	m.now, m.since, m.spoken, m.reminded = r, now, false, false
	return over
}

// dueRemark returns the remark that stands if it is to be said at this moment, ""
// if not, and notes when it will be.
func (m *Machine) dueRemark(now time.Time, s *status.Status, in *In) string {
	r := m.now
	if m.spoken {
		if m.reminded || r.Tone != Move && r.Tone != Trouble || in.Arm || s.Over {
			return ""
		}
		if at := m.since.Add(remindAfter); now.Before(at) {
			m.next = times.Earliest(m.next, at)
			return ""
		}
		m.reminded = true
		return r.aloud()
	}
	if !m.worthSaying(r, in) {
		return ""
	}
	if at := m.since.Add(patience[r.Tone]); now.Before(at) {
		m.next = times.Earliest(m.next, at)
		return ""
	}
	m.spoken = true
	if r.Tone == Move || r.Tone == Trouble {
		m.next = times.Earliest(m.next, m.since.Add(remindAfter))
	}
	if r == m.last && now.Before(m.lastAt.Add(againAfter)) {
		return ""
	}
	m.last, m.lastAt = r, now
	return r.aloud()
}

// worthSaying reports whether a remark tells people what they do not know.
func (m *Machine) worthSaying(r Remark, in *In) bool {
	switch r.Tone {
	case Quiet:
		return false
	case Turn:
		// Who has put down a turn, or the machine's, knows that the other side is
		// to move; who has mended the board wants to know that all is well.
		return in.Turns || m.last.Tone != Turn && !(m.last.Tone == Move && in.ByHand)
	case Part:
		// An arm needs no reminding; and people need it once.
		return !in.Arm && r != m.last
	}
	return r.Text != ""
}

// dueWarning returns what is to be said of the clock, once.
func (m *Machine) dueWarning(warning string) string {
	if warning == m.warned || warning == "" {
		return ""
	}
	m.warned = warning
	return warning
}

// dueFault returns what is to be said of a part that is faulty: that is for those
// who have no page before them, and said rarely.
func (m *Machine) dueFault(now time.Time, fault string) string {
	if fault == m.now.Text {
		fault = "" // it is said already
	}
	if fault != m.faulty {
		m.faulty, m.faultAt = fault, now
	}
	if fault == "" {
		return ""
	}
	if at, said := m.faultsAt[fault]; said && now.Before(at.Add(faultAgain)) {
		return ""
	}
	if at := m.faultAt.Add(faultTime); now.Before(at) {
		m.next = times.Earliest(m.next, at)
		return ""
	}
	if m.faultsAt == nil || len(m.faultsAt) > mostFaults {
		m.faultsAt = map[string]time.Time{}
	}
	m.faultsAt[fault] = now
	return fault
}
