package grblsim

import (
	"cmp"
	"fmt"
	"time"
)

// Options are what a machine is to be. The zero Options are an arm over a board
// as [DefaultLayout] has it, set up with [ArmSettings].
type Options struct {
	EEPROM *EEPROM // nil: ArmEEPROM
	Layout *Layout // what is behind the controller; nil: DefaultLayout
	Baud   int     // bits a second on the line, both ways; zero: 115200
	Mist   bool    // a build with M7 (ENABLE_M7)
	// Boot is how long a start takes before the banner, while what is sent is
	// lost: an Arduino's boot loader listens first, for up to two seconds.
	Boot time.Duration
	// Door is a build whose hold input is a safety door
	// (ENABLE_SAFETY_DOOR_INPUT_PIN): a hand in the workspace opens it.
	Door    bool
	Flavour Flavour // whose firmware it speaks as
}

// Machine is a GRBL controller with all that is behind it. It is not safe for
// concurrent use. Time passes in Advance only.
type Machine struct {
	opt     Options
	rom     EEPROM
	world   *World
	now     time.Duration
	powered bool
	booting time.Duration // until when the boot loader runs; 0: it does not
	serial  uart
	link    link
	faults  faults
	program program
	sys     system
	gc      parser
	out     outputs
	plan    planner
	drive   drive
	home    homing
	idleAt  time.Duration // when the drivers are switched off; 0: not
	deaf    time.Duration // until when what is sent is lost
	counts  Counts
}

// Counts is what a machine has done since it was made, to be held against what
// it should have done.
type Counts struct {
	Steps         [axes]uint64 // steps that the motors were told to make
	UnhomedMotion float64      // mm travelled while the position was not known, homing itself left out
	HardLimits    int          // how often a switch stopped the motors
	Homings       int          // completed
	Starts        int          // banners printed
	Lines         int          // lines that were answered
}

// New returns a machine that is powered: its banner is on its way.
func New(opt Options) (*Machine, error) {
	opt.Baud = cmp.Or(opt.Baud, 115200)
	if opt.Baud < 300 || opt.Baud > 4_000_000 {
		return nil, fmt.Errorf("grblsim: a line of %d baud is out of range; use 300 to 4000000", opt.Baud)
	}
	m := &Machine{opt: opt, rom: ArmEEPROM()}
	m.serial.items = opt.Flavour == FluidNC
	world, err := NewWorld(opt.Layout, m.Now)
	if err != nil {
		return nil, err
	}
	m.world = world
	if opt.EEPROM != nil {
		m.rom = *opt.EEPROM
	}
	m.PowerOn()
	return m, nil
}

// Now returns how much time has passed in the machine.
func (m *Machine) Now() time.Duration { return m.now }

// World returns what is behind the controller.
func (m *Machine) World() *World { return m.world }

// EEPROM returns what the controller keeps without power.
func (m *Machine) EEPROM() EEPROM { return m.rom }

// Counts returns what the machine has done so far.
func (m *Machine) Counts() Counts { return m.counts }

// State returns the state as a status report names it, "Idle", "Hold:0".
func (m *Machine) State() string { return m.sys.name() }

// Position returns where the controller believes it is, in machine coordinates.
func (m *Machine) Position() Vec { return m.mm(m.sys.position) }

// Homed reports whether the controller's position can be relied on: it has homed
// and nothing has happened since that loses steps. The controller itself does
// not know it as exactly.
func (m *Machine) Homed() bool { return m.sys.homed && !m.world.power.lost }

// Powered reports whether the controller has power.
func (m *Machine) Powered() bool { return m.powered }

// Quiet reports whether nothing goes on and nothing is going to happen until
// bytes arrive or somebody interferes: time may pass in one leap.
func (m *Machine) Quiet() bool {
	if m.now < m.faults.silentUntil || m.world.busy() || m.idleAt > 0 {
		return false
	}
	if !m.powered {
		return true
	}
	if m.booting > 0 {
		return false
	}
	p, y := &m.program, &m.sys
	switch {
	case len(m.serial.wire) > 0 || len(m.link.wire) > 0 || m.now < p.asleepUntil || p.afterSleep != nil || y.alarm != 0:
		return false
	case y.controls != m.world.controls():
		return false
	case p.critical:
		return !y.exec.reset
	case y.exec != flags{} || len(y.overrides) > 0 || m.drive.awake || y.restoring || y.switches != m.switches():
		return false
	case y.suspended():
		if y.state == Hold {
			return y.holdDone
		}
		return y.holdDone && y.deenergize && (y.state == Sleep) == y.asleep && (!y.doorAjar || m.doorOpen())
	}
	return len(m.serial.rx) == 0 && len(p.steps) == 0 && m.plan.empty() && !m.home.busy
}

// Advance lets time pass.
func (m *Machine) Advance(d time.Duration) {
	for end := m.now + d; m.now < end; {
		if m.Quiet() {
			m.now = end
			return
		}
		m.tick(min(Tick, end-m.now))
	}
}

// tick lets a moment of at most Tick pass.
func (m *Machine) tick(dt time.Duration) {
	m.now += dt
	m.world.sink(dt)
	if !m.powered {
		return
	}
	if m.booting > 0 {
		m.serial.wire = m.serial.wire[:0]
		if m.now < m.booting {
			return
		}
		m.booting = 0
		m.boot()
	}
	if m.idleAt > 0 && m.now >= m.idleAt {
		m.idleAt = 0
		m.enable(false)
	}
	m.watchControls()
	if m.sys.exec != (flags{}) {
		m.run() // what came beside the line came before what is on it
	}
	m.receive(dt)
	m.run()
	m.move(dt.Seconds())
	m.watchSwitches()
	m.transmit(dt)
}

// PowerOn switches the controller on. It knows nothing of where it is.
func (m *Machine) PowerOn() {
	if m.powered {
		return
	}
	m.powered = true
	m.sys = system{state: Alarm}
	if m.booting = m.now + m.opt.Boot; m.opt.Boot <= 0 {
		m.booting = 0
		m.boot()
	}
}

// PowerOff switches it off: motors and gripper let go, only the EEPROM is kept.
func (m *Machine) PowerOff() {
	if !m.powered {
		return
	}
	m.jolt()
	m.powered, m.booting = false, 0
	m.serial, m.link = uart{items: m.serial.items}, link{}
	m.program, m.plan, m.drive = program{}, planner{}, drive{}
	m.sys.homed, m.idleAt = false, 0
	m.setSpindle(0, 0)
	m.setCoolant(false, false)
	m.world.Enable(false)
}

// Restart is the controller's reset button, or a host that opens the line of an
// Arduino: everything but the EEPROM is lost.
func (m *Machine) Restart() {
	if m.powered {
		m.PowerOff()
		m.PowerOn()
	}
}

// boot is what happens when power comes.
func (m *Machine) boot() {
	m.sys = system{state: Idle}
	m.world.Enable(true) // what the pins say until the settings are read
	blank := !m.rom.Written
	if blank {
		m.status(errEEPROM)
		m.rom.restore(restoreAll)
		m.say(m.printSettings())
	}
	if m.lockedAtStart() {
		m.sys.state = Alarm
	}
	m.initialise(true)
	if blank && m.opt.Flavour == GRBL {
		for range m.rom.Startup { // neither can be read
			m.say(fmt.Sprintf(">:error:%d\r\n", errEEPROM))
		}
	}
}

// initialise is what power-up and a soft reset have in common: the state and
// the position stay, everything else starts again.
func (m *Machine) initialise(cold bool) {
	m.sys = system{state: m.sys.state, position: m.sys.position, homed: m.sys.homed, controls: m.world.controls(), feed: 100, rapid: 100, spindle: 100}
	m.serial = uart{items: m.serial.items, wire: m.serial.wire, credit: m.serial.credit}
	m.program = program{}
	m.plan = planner{}
	m.drive = drive{}
	m.home = homing{}
	m.gc = parser{}
	m.gc.reset(&m.rom)
	m.setSpindle(0, 0)
	m.setCoolant(false, false)
	m.goIdle()
	m.program.asleepUntil = 0
	m.sync()
	m.sys.switches = m.switches()
	m.counts.Starts++
	m.say(flavours[m.opt.Flavour].banner)
	if m.rom.Settings.on(HardLimits) && m.sys.switches != 0 {
		m.sys.state = Alarm
		m.message(msgLimits)
	}
	if m.sys.state == Alarm || m.sys.state == Sleep {
		m.sys.state = Alarm
		m.sayLocked(cold)
		return
	}
	m.sys.state = Idle
	if m.doorOpen() {
		m.sys.exec.door = true
	}
	m.program.push(m.startup()...)
}

// sync makes parser and planner start from where the steps are.
func (m *Machine) sync() {
	m.gc.position = m.mm(m.sys.position)
	m.plan.position = m.sys.position
}

// mm turns steps into machine coordinates.
func (m *Machine) mm(p steps) Vec {
	var v Vec
	for a := range v {
		if per := m.rom.Settings[StepsPerMM+a]; per > 0 {
			v[a] = float64(p[a]) / per
		}
	}
	return v
}
