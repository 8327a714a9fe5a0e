package grblsim

import (
	"math"
	"time"
)

// The homing cycle goes this far at most: so many times the travel to find a
// switch, so many times the pull-off to find it again.
const (
	searchScale = 1.5
	locateScale = 5
	homingLegs  = 4 // approach, pull off, approach slowly, pull off
)

// homing is a homing cycle under way.
type homing struct {
	busy  bool
	todo  []uint8 // masks of axes that home together: first Z, then X and Y
	leg   int
	mask  uint8
	until time.Duration // debouncing
	begun bool          // an axis' legs are under way
	next  bool          // the next leg is to begin
}

// homeAll is the step that "$H" waits in.
func (m *Machine) homeAll() (code int, todo []step) {
	switch {
	case !m.rom.Settings.on(Homing):
		return errHomingOff, nil
	case m.doorOpen():
		return errDoor, nil
	}
	m.sys.state, m.sys.homed = Home, false
	m.world.power.lost = false
	m.home = homing{busy: true, todo: []uint8{1 << Z, 1<<X | 1<<Y}}
	// The steps are come to when the state is Home no more.
	return 0, []step{func() bool {
		m.program.push(m.startup()...)
		return true
	}}
}

// homingTick lets the homing cycle go on. Only a reset and the door are heeded.
func (m *Machine) homingTick() {
	h := &m.home
	if m.sys.exec.door {
		m.failHoming(alarmHomeDoor)
		return
	}
	if m.now < h.until {
		return
	}
	if !h.begun {
		if len(h.todo) == 0 {
			m.homed()
			return
		}
		h.mask, h.todo, h.leg, h.begun, h.next = h.todo[0], h.todo[1:], 0, true, true
	}
	if h.next {
		h.next = false
		m.beginLeg()
		return
	}
	approach := h.leg%2 == 0
	pressed := m.switches()
	if approach {
		m.drive.locked |= pressed & h.mask
		if m.drive.locked&h.mask == h.mask {
			m.endLeg()
			return
		}
	}
	if m.drive.awake {
		return
	}
	m.sys.exec.stopped = false
	switch {
	case approach:
		m.failHoming(alarmHomeMiss)
	case pressed&h.mask != 0:
		m.failHoming(alarmHomeStuck)
	default:
		m.endLeg()
	}
}

// beginLeg starts the motors for one leg.
func (m *Machine) beginLeg() {
	h, s := &m.home, &m.rom.Settings
	rate, far := s[HomingSeek], s[HomingPullOff]
	switch h.leg {
	case 0:
		far = 0
		for a := range axes {
			if h.mask>>a&1 != 0 {
				far = max(far, searchScale*s[MaxTravel+a])
			}
		}
	case 2:
		rate, far = s[HomingLocate], locateScale*far
	}
	target, n := m.mm(m.sys.position), 0
	for a := range axes {
		if h.mask>>a&1 == 0 {
			continue
		}
		n++
		m.sys.position[a] = 0
		target[a] = far
		if (h.leg%2 == 0) == s.bit(HomingInvert, a) {
			target[a] = -far
		}
	}
	m.plan = planner{position: m.sys.position}
	m.drive = drive{locked: ^h.mask & (1<<axes - 1)}
	m.wake()
	m.enqueue(target, feed{rate: rate / 60 * math.Sqrt(float64(n)), fixed: true})
}

// endLeg stops the motors, lets the machine come to rest, and goes on with the
// next leg.
func (m *Machine) endLeg() {
	h := &m.home
	m.plan, m.drive = planner{}, drive{}
	h.until = m.now + time.Duration(m.rom.Settings[HomingDebounce])*time.Millisecond
	if h.leg++; h.leg < homingLegs {
		h.next = true
		return
	}
	s := &m.rom.Settings
	for a := range axes {
		if h.mask>>a&1 == 0 {
			continue
		}
		at := -s[HomingPullOff]
		if s.bit(HomingInvert, a) {
			at = s[HomingPullOff] - s[MaxTravel+a]
		}
		m.sys.position[a] = int(math.Round(at * s[StepsPerMM+a]))
	}
	h.begun = false
}

// homed is the end of a cycle that succeeded.
func (m *Machine) homed() {
	m.home = homing{}
	m.plan, m.drive = planner{}, drive{}
	m.sys.switches = m.switches()
	m.sync()
	if m.sys.exec.status {
		// A "?" from during the cycle is answered at its end, with the state that it
		// was sent in.
		m.sys.exec.status = false
		m.report()
	}
	m.sys.exec = flags{reset: m.sys.exec.reset}
	m.sys.homed = true
	m.counts.Homings++
	m.sys.state = Idle
	m.goIdle()
}

// failHoming ends the cycle with an alarm, which resets the controller.
func (m *Machine) failHoming(alarm int) {
	m.sys.alarm = alarm
	m.abort()
	m.home = homing{}
}
