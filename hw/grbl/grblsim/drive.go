package grblsim

import (
	"math"
	"time"
)

// drive is what turns the plan into steps.
type drive struct {
	awake     bool // the motors are being stepped
	holding   bool // it brakes, whatever the plan says, from
	brakeAt   time.Duration
	speed     float64 // mm/s along the path
	locked    uint8   // axes that do not step, while homing
	probe     bool
	probeAway bool
}

// nearEnd is the rest of a block, in mm, that counts as none.
const nearEnd = 1e-9

// move steps the motors for dt seconds.
func (m *Machine) move(dt float64) {
	d := &m.drive
	for d.awake && dt > 0 {
		if m.plan.empty() {
			m.rest()
			return
		}
		b := &m.plan.blocks[0]
		speed, used, way := m.pace(b, dt)
		b.left -= way
		dt -= used
		d.speed = speed
		done := b.left <= nearEnd
		if done {
			b.left = 0
		}
		m.stepTo(b)
		if d.probe && m.world.touching() != d.probeAway {
			m.sys.probed, m.sys.touched, m.sys.probing = m.sys.position, true, false
			d.probe = false
			d.speed = 0
			m.plan = planner{position: m.sys.position}
			m.rest()
			return
		}
		if done {
			m.plan.blocks = append(m.plan.blocks[:0], m.plan.blocks[1:]...)
			if m.plan.empty() {
				m.rest()
				return
			}
		}
		if m.braking() && d.speed == 0 {
			m.rest()
			return
		}
	}
}

// holdDelay is how long the motors go on when a hold is asked for: their steps are
// worked out in pieces of 10 ms, several ahead (stepper.h, SEGMENT_BUFFER_SIZE).
// Measured with GRBL 1.1h on a simulated chip.
const holdDelay = 45 * time.Millisecond

// braking reports whether a hold brakes the motors.
func (m *Machine) braking() bool { return m.drive.holding && m.now >= m.drive.brakeAt }

// rest is the end of motion.
func (m *Machine) rest() {
	m.drive.awake = false
	m.drive.speed = 0
	m.sys.exec.stopped = true
	m.goIdle()
}

// pace returns how far the first block gets within dt seconds, what speed it has
// then, and how much of the time it used: less than dt when the block ends, or
// when a hold has brought it to rest.
func (m *Machine) pace(b *block, dt float64) (speed, used, way float64) {
	d := &m.drive
	v, a := d.speed, b.accel
	if m.braking() {
		speed = max(v-a*dt, 0)
		used = dt
		if speed == 0 && a > 0 {
			used = min(v/a, dt)
		}
	} else {
		nominal := b.nominal(m.rates())
		speed = min(v+a*dt, max(nominal, v-a*dt))
		// The highest speed from which the rest of the block, after this moment,
		// still brakes down to the speed at its end.
		exit := m.plan.exit()
		inner := a*a*dt*dt - 4*(a*dt*v-exit-2*a*b.left)
		brake := 0.0
		if inner > 0 {
			brake = (math.Sqrt(inner) - a*dt) / 2
		}
		// What cannot be braked any more in one moment is braked as hard as can be.
		speed = max(min(speed, brake), v-a*dt, 0)
		used = dt
	}
	mean := (v + speed) / 2
	way = mean * used
	if way >= b.left {
		// The block ends within the moment, at the same acceleration.
		gain := (speed - v) / used
		end := math.Sqrt(max(v*v+2*gain*b.left, 0))
		if v+end > 0 {
			used = min(2*b.left/(v+end), used)
		}
		way, speed = b.left, end
		if len(m.plan.blocks) == 1 {
			speed = 0
		}
	} else if speed == 0 && !d.holding && v == 0 && b.left < 1e-6 {
		way, used = b.left, 0 // rounding has left a rest that no speed is planned for
	}
	return speed, max(used, 1e-12), way
}

// stepTo steps the motors to where the block has got.
func (m *Machine) stepTo(b *block) {
	share := 1 - b.left/b.length
	var made steps
	moved := 0.0
	per := m.rom.Settings.perAxis(StepsPerMM)
	for a := range axes {
		if m.drive.locked>>a&1 != 0 {
			continue
		}
		to := b.from[a] + int(math.Round(float64(b.delta[a])*share))
		made[a] = to - m.sys.position[a]
		m.sys.position[a] = to
		n := made[a]
		if n < 0 {
			n = -n
		}
		m.counts.Steps[a] += uint64(n)
		if per[a] > 0 {
			moved += float64(n) * float64(n) / per[a] / per[a]
		}
	}
	if !m.Homed() && !m.home.busy && m.world.Holding() {
		m.counts.UnhomedMotion += math.Sqrt(moved)
	}
	along := b.unit
	for a := range along {
		// The world's speed is that of the motor, whatever the settings say of it.
		along[a] *= m.drive.speed * per[a] / m.world.layout.StepsPerMM[a]
		if m.rom.Settings.bit(invertDirections, a) {
			made[a], along[a] = -made[a], -along[a]
		}
	}
	m.world.step(made, along)
}

// jolt is what happens to the machine when its motors stop at speed: it slides on
// and they lose count of it.
func (m *Machine) jolt() {
	if m.drive.awake && !m.plan.empty() && m.drive.speed > 0 {
		if m.world.Holding() {
			m.world.coast(m.world.power.speed)
		}
		m.sys.homed = false
	}
}

// wake enables the drivers and begins to step.
func (m *Machine) wake() {
	m.drive.awake, m.idleAt = true, 0
	m.enable(true)
}

// enable switches the enable output. The drivers are on while it is low, which is
// what $4 turns round.
func (m *Machine) enable(on bool) { m.world.Enable(on != m.rom.Settings.on(invertEnable)) }

// goIdle is the end of stepping. Unless $1 is 255, and after an alarm even then,
// the drivers are switched off after the delay that it says, in which the program
// stands still. While homing they stay on.
func (m *Machine) goIdle() {
	delay := m.rom.Settings[IdleDelay]
	if m.sys.state == Home || delay == 255 && m.sys.alarm == 0 && m.sys.state != Sleep {
		m.idleAt = 0
		m.enable(true)
		return
	}
	m.idleAt = m.now + max(time.Duration(delay)*time.Millisecond, Tick)
	m.program.asleepUntil = m.idleAt
}
