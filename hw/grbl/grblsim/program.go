package grblsim

import (
	"fmt"
	"time"
)

// step is a part of what a line asks for. It is tried until it says that it is
// done: it waits for a free block, for motion to end, for time to pass.
type step func() (done bool)

// program is the controller's foreground: one line at a time, and what is left
// of it.
type program struct {
	steps       []step
	asleepUntil time.Duration // while a message is printed with a pause after it
	afterSleep  func()
	critical    bool // hard or soft limit: nothing but a reset is heeded
}

// push puts steps before all that are left.
func (p *program) push(s ...step) {
	p.steps = append(append(make([]step, 0, len(s)+len(p.steps)), s...), p.steps...)
}

// alarmPause is how long the controller does nothing after it printed an alarm.
const alarmPause = 500 * time.Millisecond

// run lets the program go on: first what real-time commands and interrupts ask
// for, then the line at hand, then the next.
func (m *Machine) run() {
	p := &m.program
	if m.now < p.asleepUntil {
		return
	}
	if then := p.afterSleep; then != nil {
		p.afterSleep = nil
		then()
	}
	if p.critical {
		if m.sys.exec.status && m.opt.Flavour != GRBL {
			m.sys.exec.status = false
			m.report()
		}
		if !m.sys.exec.reset || m.stopHeld() {
			m.sys.exec.reset = false
			return // of GRBL not even "?" is answered
		}
		p.critical = false
		m.restart()
		return
	}
	if m.home.busy && m.sys.alarm == 0 {
		m.homingTick()
		if m.home.busy {
			return
		}
	}
	if !m.heed() {
		return
	}
	for m.sys.alarm == 0 && !m.home.busy && (!m.sys.suspended() || m.sys.softLimit) {
		if len(p.steps) > 0 {
			first := p.steps[0]
			p.steps = p.steps[1:]
			if !first() {
				p.push(first)
				return
			}
			continue
		}
		// Real-time commands are looked after between two lines.
		if m.sys.exec != (flags{}) {
			if !m.heed() {
				return
			}
			continue
		}
		m.autostart()
		line, overflow, ok := m.serial.collect()
		if !ok {
			return
		}
		m.obey(line, overflow)
	}
}

// obey begins with a line.
func (m *Machine) obey(line string, overflow bool) {
	m.counts.Lines++
	code, todo := 0, []step(nil)
	switch {
	case overflow:
		code = errOverflow
	case m.faults.refuseLines > 0 && line != "":
		m.faults.refuseLines--
		code = m.faults.refuseCode
	case line == "":
	case line[0] == '$':
		code, todo = m.command(line)
	case m.sys.state == Alarm || m.sys.state == Jog:
		code = errLocked
	default:
		code, todo = m.block(line)
	}
	if code != 0 {
		m.status(code)
		return
	}
	m.program.push(append(todo, m.answer(0))...)
}

// answer is the step that ends a line.
func (m *Machine) answer(code int) step {
	return func() bool {
		m.status(code)
		return true
	}
}

// startup returns the steps of the startup lines.
func (m *Machine) startup() []step {
	var todo []step
	for _, line := range m.rom.Startup {
		if line == "" {
			continue
		}
		todo = append(todo, func() bool {
			code, inner := m.block(line)
			m.program.push(append(inner, func() bool {
				if code != 0 {
					m.say(fmt.Sprintf(">%s:error:%d\r\n", line, code))
				} else {
					m.say(fmt.Sprintf(">%s:ok\r\n", line))
				}
				return true
			})...)
			return true
		})
	}
	return todo
}

// synced is the step that waits until all motion so far is done.
func (m *Machine) synced() bool {
	return m.plan.empty() && m.sys.state != Run && !m.drive.awake
}

// dwell is the step that lets time pass. The controller is Idle meanwhile.
func (m *Machine) dwell(d time.Duration) step {
	var until time.Duration
	begun := false
	last := time.Duration(0)
	return func() bool {
		if !begun {
			begun, until = true, m.now+d
		} else if gap := m.now - last; gap > 2*Tick {
			until += gap // it was held meanwhile
		}
		last = m.now
		return m.now >= until
	}
}

// abort is what a reset does at once, from wherever it comes: spindle, coolant
// and motors stop. The program starts again when it comes round to it.
func (m *Machine) abort() {
	if m.sys.exec.reset {
		return
	}
	m.sys.exec.reset = true
	m.setSpindle(0, 0)
	m.setCoolant(false, false)
	if m.sys.state == Home || m.drive.awake {
		if m.sys.alarm == 0 {
			m.sys.alarm = alarmAbort
			if m.sys.state == Home {
				m.sys.alarm = alarmHomeReset
			}
		}
		m.jolt()
		m.drive = drive{}
		m.goIdle()
		m.deaf = m.idleAt // it waits inside an interrupt
	}
}

// restart is what a reset leads to. A line that was being carried out is answered
// first, as if it had been done.
func (m *Machine) restart() {
	if n := len(m.program.steps); n > 0 {
		m.program.steps[n-1]()
	}
	m.initialise(false)
}

// raise reports an alarm.
func (m *Machine) raise() {
	code := m.sys.alarm
	m.sys.alarm, m.home = 0, homing{}
	m.sys.state = Alarm
	m.sayAlarm(code)
	m.program.asleepUntil = m.now + alarmPause
	if m.critical(code) {
		m.program.afterSleep = func() {
			m.sayStopped(code)
			// A reset that came during the pause is lost with it.
			m.sys.exec.reset = false
			m.program.critical = true
		}
	}
}
