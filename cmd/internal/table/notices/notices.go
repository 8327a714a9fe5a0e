// Package notices remembers what people are told for a while: what has just been done
// for them, and what is wrong with the parts.
package notices

import (
	"time"

	"stonehand/cmd/internal/table/times"
	"stonehand/cmd/internal/text"
)

const (
	// shown is how long a notice stays in the message.
	shown = 8 * time.Second
	// faultShown is how long a device's fault is shown after it was last reported; many
	// devices do not say when a fault is over.
	faultShown = time.Minute
	// folderShown is how long people are told that the folder of the games is a new one.
	folderShown = 10 * time.Minute
)

// Part is what a fault is of.
type Part uint8

// The parts.
const (
	Device   Part = iota // of the board
	Lights               // cannot be reached
	Voice                // cannot speak
	Player               // gave no turn
	Shutdown             // did not happen
	Archive              // takes no game
	Folder               // of the games: had to be made again
	Link                 // to a remote opponent: cannot be kept
	Settings             // that people have made: cannot be kept
	parts
)

// lasts is how long a fault is shown after it was last reported; 0: until it is over.
var lasts = [parts]time.Duration{Device: faultShown, Folder: folderShown}

// Fault is what is wrong with a part; the zero value is nothing.
type Fault struct {
	Text  string // as the part says
	Cause error  // nil if only the part knows
}

// Is reports whether something is wrong.
func (f Fault) Is() bool { return f.Text != "" || f.Cause != nil }

// Broken returns the fault with a cause; of nil, none.
func Broken(cause error) Fault {
	if cause == nil {
		return Fault{}
	}
	return Fault{cause.Error(), cause}
}

// Faults are what is wrong, by part.
type Faults [parts]Fault

// Machine is what people are told for a while. The zero value is nothing.
type Machine struct {
	notice text.Words
	until  time.Time
	brief  bool // the notice ends early where what it says does
	faults Faults
	ends   [parts]time.Time // when each fault is shown no more; zero: when it is over
}

// In is what is new; nothing set: time has passed.
type In struct {
	Notice text.Words // to be shown for a while
	Brief  bool       // which ends early where what it says does
	Undone bool       // what a brief notice says is so no more
	Part   Part
	Fault  *Fault // of Part; the zero value: it is over
}

// Notice returns what is said before the message, nil for nothing, and until when.
func (m *Machine) Notice() (text.Words, time.Time) { return m.notice, m.until }

// Faults returns what is wrong.
func (m *Machine) Faults() *Faults { return &m.faults }

// Next returns when the first of it is shown no more; zero for never.
func (m *Machine) Next() time.Time {
	next := times.Earliest(m.ends[:]...)
	if m.notice != nil {
		next = times.Earliest(next, m.until)
	}
	return next
}

// Step takes what is new, and reports whether what is shown has changed.
func (m *Machine) Step(now time.Time, in In) (changed bool) {
	switch {
	case in.Notice != nil:
		m.notice, m.until, m.brief, changed = in.Notice, now.Add(shown), in.Brief, true
	case in.Undone && m.brief:
		m.notice, m.brief, changed = nil, false, true
	case in.Fault != nil:
		changed = m.faults[in.Part].Text != in.Fault.Text
		m.faults[in.Part], m.ends[in.Part] = *in.Fault, time.Time{}
		if d := lasts[in.Part]; d > 0 && in.Fault.Is() {
			m.ends[in.Part] = now.Add(d)
		}
	}
	if m.notice != nil && !now.Before(m.until) {
		m.notice, m.brief, changed = nil, false, true
	}
	for p, at := range m.ends {
		if !at.IsZero() && !now.Before(at) {
			m.faults[p], m.ends[p], changed = Fault{}, time.Time{}, true
		}
	}
	return changed
}
