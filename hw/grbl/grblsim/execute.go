package grblsim

import (
	"math"
	"time"
)

// execute lets a block that has been found good change the parser, and returns
// the steps that are left: those that wait.
func (m *Machine) execute(b *gblock) []step {
	g := &m.gc
	var todo []step
	then := func(s ...step) { todo = append(todo, s...) }
	once := func(f func()) { then(func() bool { f(); return true }) }

	old := g.modal
	g.feed = b.val('F')
	rpm := b.val('S')
	speeds := rpm != g.rpm && old.spindle != 0
	g.rpm = rpm
	if b.has('T') {
		g.number = int(b.val('T'))
	} else {
		g.number = 0
	}
	if dir := b.modal.spindle; dir != old.spindle || speeds {
		m.switched(&todo, func() { m.setSpindle(dir, rpm) })
	}
	if b.modal.flood != old.flood || b.modal.mist != old.mist {
		flood, mist := b.modal.flood, b.modal.mist
		m.switched(&todo, func() { m.setCoolant(flood, mist) })
	}
	if b.nonModal == dwellWord && m.sys.state != Check {
		then(m.synced, m.dwell(time.Duration(min(b.val('P'), 1e6)*float64(time.Second))))
	}
	if b.axis == axisTool {
		tool := 0.0
		if b.modal.toolOffset {
			tool = b.target[toolAxis]
		}
		if tool != g.tool {
			g.tool, m.sys.wcoIn = tool, 0
		}
	}
	if b.modal.coord != old.coord {
		g.system, m.sys.wcoIn = m.rom.Coords[b.modal.coord], 0
	}
	g.modal = b.modal

	switch b.nonModal {
	case setData:
		place, data := b.place, b.data
		then(m.synced)
		once(func() {
			m.rom.Coords[place] = data
			if g.modal.coord == place {
				g.system, m.sys.wcoIn = data, 0
			}
		})
	case goG28, goG30:
		if b.axis != axisNone {
			then(m.line(b.target, feed{rapid: true}))
		}
		then(m.line(b.data, feed{rapid: true}))
		g.position = b.data
	case setG28, setG30:
		at, place := g.position, coordG28
		if b.nonModal == setG30 {
			place = coordG30
		}
		then(m.synced)
		once(func() { m.rom.Coords[place] = at })
	case setOffset:
		g.offset, m.sys.wcoIn = b.data, 0
	case clearOffset:
		g.offset, m.sys.wcoIn = Vec{}, 0
	}
	if b.axis == axisMotion && b.modal.motion != noMotion {
		then(m.motion(b)...)
	}
	switch b.end {
	case 0:
	case 1: // a pause is a hold that nobody asked for
		then(m.synced)
		if m.sys.state != Check {
			once(func() { m.sys.exec.hold = true })
			then(m.heldOnce())
		}
	default:
		then(m.synced)
		once(m.endProgram)
	}
	return todo
}

// switched adds a step that waits for motion to end and then switches something,
// but not while g-code is only being checked.
func (m *Machine) switched(todo *[]step, act func()) {
	if m.sys.state == Check {
		return
	}
	*todo = append(*todo, m.synced, func() bool { act(); return true })
}

// heldOnce waits until the hold that a pause asked for has begun; the program
// stands still in it, and goes on after it.
func (m *Machine) heldOnce() step {
	asked := false
	return func() bool {
		was := asked
		asked = true
		return was
	}
}

// endProgram is M2 and M30: some modes go back to what a start finds.
func (m *Machine) endProgram() {
	g := &m.gc
	g.modal.motion, g.modal.plane, g.modal.incremental, g.modal.inverse = linear, 17, false, false
	g.modal.coord, g.modal.spindle, g.modal.flood, g.modal.mist = 0, 0, false, false
	m.sys.feed, m.sys.rapid, m.sys.spindle = 100, 100, 100
	if m.sys.state != Check {
		g.system = m.rom.Coords[0]
		m.sys.wcoIn, m.sys.ovIn = 0, 0
		m.setSpindle(0, 0)
		m.setCoolant(false, false)
	}
	m.message(msgEnd)
}

// motion returns the steps of a motion, and moves the parser to its end.
func (m *Machine) motion(b *gblock) []step {
	g := &m.gc
	from := g.position
	g.position = b.target
	f := feed{rate: g.feed / 60, inverse: g.modal.inverse}
	switch b.modal.motion {
	case seek:
		return []step{m.line(b.target, feed{rapid: true})}
	case linear:
		return []step{m.line(b.target, f)}
	case arcCW, arcCCW:
		return []step{m.arc(b, from, f)}
	}
	f.fixed = true
	return m.probe(b, f)
}

// line is the step that puts a straight motion into the planner, once there is
// room for it.
func (m *Machine) line(target Vec, f feed) step {
	checked := false
	return func() bool {
		if !checked {
			checked = true
			if m.rom.Settings.on(SoftLimits) && m.sys.state != Jog && m.beyond(target) {
				m.sys.softLimit = true
				m.program.push(m.overtravel())
				return true
			}
		}
		if m.sys.state == Check {
			return true
		}
		if m.plan.full() {
			return false
		}
		m.enqueue(target, f)
		return true
	}
}

// mostSegments bounds what an arc is made of.
const mostSegments = 65535

// arc is the step that puts an arc into the planner, as straight pieces that stay
// within the arc tolerance.
func (m *Machine) arc(b *gblock, from Vec, f feed) step {
	u, v, w := planeAxes(b.modal.plane)
	cu, cv := from[u]+b.center[0], from[v]+b.center[1]
	start := math.Atan2(from[v]-cv, from[u]-cu)
	sweep := math.Remainder(math.Atan2(b.target[v]-cv, b.target[u]-cu)-start, 2*math.Pi)
	const whole = 5e-7 // an arc back to its start is a full circle
	if b.modal.motion == arcCW {
		if sweep >= -whole {
			sweep -= 2 * math.Pi
		}
	} else if sweep <= whole {
		sweep += 2 * math.Pi
	}
	pieces := 1
	// A chord of a circle strays from it by the tolerance t when its half is the
	// square root of t(2r-t).
	if t := m.rom.Settings[ArcTolerance]; t > 0 && 2*b.radius > t {
		n := math.Abs(sweep) * b.radius / 2 / math.Sqrt(t*(2*b.radius-t))
		pieces = int(min(max(math.Floor(n), 1), mostSegments))
	}
	if f.inverse {
		f.rate *= float64(pieces)
	}
	next, to, radius := 1, b.target, b.radius
	var piece step
	return func() bool {
		for {
			if piece == nil {
				at := to
				if next < pieces {
					share := float64(next) / float64(pieces)
					at[u] = cu + radius*math.Cos(start+sweep*share)
					at[v] = cv + radius*math.Sin(start+sweep*share)
					at[w] = from[w] + (to[w]-from[w])*share
				}
				piece = m.line(at, f)
			}
			if !piece() {
				return false
			}
			piece = nil
			if next++; next > pieces || m.sys.softLimit {
				return true
			}
		}
	}
}

// jog is a block that came with "$J=".
func (m *Machine) jog(b *gblock) (code int, todo []step) {
	if b.groups&^(1<<groupDistance|1<<groupUnits|1<<groupNonModal) != 0 || b.nonModal != absolute && b.nonModal != 0 {
		return errJog, nil
	}
	if m.rom.Settings.on(SoftLimits) && m.beyond(b.target) {
		return errTravel, nil
	}
	f := feed{rate: b.val('F') / 60, fixed: true}
	m.gc.position = b.target
	return 0, []step{
		m.line(b.target, f),
		func() bool {
			if m.sys.state == Idle && !m.plan.empty() {
				m.sys.state = Jog
			}
			return true
		},
	}
}

// probe returns the steps of a probing cycle: G38.2 to G38.5.
func (m *Machine) probe(b *gblock, f feed) []step {
	away := b.modal.motion == probeAway || b.modal.motion == probeAwayTr
	lenient := b.modal.motion == probeTry || b.modal.motion == probeAwayTr
	if m.sys.state == Check {
		return nil
	}
	failed := false
	line := m.line(b.target, f)
	return []step{
		m.synced,
		func() bool {
			m.sys.touched = false
			if m.world.touching() != away {
				m.sys.alarm, failed = alarmProbeStart, true
				m.sync()
				return true
			}
			m.drive.probe, m.drive.probeAway = true, away
			m.sys.probing = true
			return true
		},
		func() bool { return failed || line() },
		func() bool { return failed || m.synced() },
		func() bool {
			if m.sys.probing {
				m.sys.probing, m.drive.probe = false, false
				if lenient {
					m.sys.probed = m.sys.position
				} else {
					m.sys.alarm = alarmProbeMiss
				}
			}
			if m.sys.touched || lenient {
				m.plan = planner{}
				m.sync()
			}
			return true
		},
		func() bool {
			if !failed {
				m.say(m.probeLine())
			}
			return true
		},
	}
}
