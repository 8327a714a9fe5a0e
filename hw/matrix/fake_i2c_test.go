package matrix

import (
	"math/rand/v2"
	"sync"
	"syscall"
	"time"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
)

// BusFaults are what is wrong with a bus. The zero BusFaults are nothing.
type BusFaults struct {
	Unplugged bool          // the bus is gone
	NACK      float64       // the share of transfers that are not acknowledged
	Stuck     time.Duration // SDA is held low: each transfer fails after this time; 0: it is not
	NoMux     bool          // the multiplexer does not answer
	Noise     float64       // the share of bits read that are wrong
}

// Bus is an I2C bus with a PCA9548 and expanders. It is safe for concurrent use.
type Bus struct {
	mu       sync.Mutex
	mux      uint16
	channels byte // channels that the multiplexer has selected
	chips    map[place]*MCP23017
	all      []*MCP23017
	there    []*MCP23017 // scratch
	wires    func()      // brings the pins up to date
	faults   BusFaults
	rng      *rand.Rand
	seen     int
	opened   int
}

type place struct {
	channel int
	addr    uint16
}

// NewBus returns a bus. mux is the address of its multiplexer, 0 for none.
func NewBus(mux uint16, seed uint64) *Bus {
	return &Bus{mux: mux, chips: map[place]*MCP23017{}, rng: rand.New(rand.NewPCG(seed, 23017))}
}

// Add puts an expander on a channel, 0 without a multiplexer.
func (b *Bus) Add(channel int, addr uint16) *MCP23017 {
	m := &MCP23017{bus: b}
	m.reset()
	b.chips[place{channel, addr}] = m
	b.all = append(b.all, m)
	return m
}

// Fail makes f what is wrong with the bus.
func (b *Bus) Fail(f BusFaults) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.faults = f
}

// ResetMux resets the multiplexer: no channel is selected.
func (b *Bus) ResetMux() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.channels = 0
}

// Transfers is how many transfers were tried.
func (b *Bus) Transfers() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.seen
}

// Open opens the bus.
func (b *Bus) Open() (i2c.BusCloser, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.faults.Unplugged {
		return nil, syscall.ENODEV
	}
	b.opened++
	return &opened{bus: b}, nil
}

// opened is the bus as a program has it.
type opened struct {
	bus    *Bus
	closed bool
}

func (o *opened) String() string                  { return "I2C with expanders" }
func (o *opened) SetSpeed(physic.Frequency) error { return nil }

func (o *opened) Close() error {
	o.bus.mu.Lock()
	defer o.bus.mu.Unlock()
	if !o.closed {
		o.closed = true
		o.bus.opened--
	}
	return nil
}

// Tx writes w and then reads r.
func (o *opened) Tx(addr uint16, w, r []byte) error {
	b := o.bus
	b.mu.Lock()
	defer b.mu.Unlock()
	b.seen++
	f := &b.faults
	switch {
	case o.closed || f.Unplugged:
		return syscall.ENODEV
	case f.Stuck > 0:
		d := f.Stuck
		b.mu.Unlock()
		time.Sleep(d)
		b.mu.Lock()
		return syscall.ETIMEDOUT
	case f.NACK > 0 && b.rng.Float64() < f.NACK:
		return syscall.EREMOTEIO
	}
	if b.mux != 0 && addr == b.mux {
		if f.NoMux {
			return syscall.EREMOTEIO
		}
		for _, v := range w {
			b.channels = v
		}
		for i := range r {
			r[i] = b.channels
		}
		return nil
	}
	there := b.there[:0]
	for channel := range 8 {
		if b.mux == 0 && channel == 0 || b.channels>>channel&1 != 0 {
			if m := b.chips[place{channel, addr}]; m != nil && !m.gone {
				there = append(there, m)
			}
		}
	}
	if b.there = there; len(there) == 0 {
		return syscall.EREMOTEIO
	}
	for i := range r {
		r[i] = 0xFF
	}
	var room [0x20]byte
	buf := room[:min(len(r), len(room))]
	for _, m := range there { // several at an address pull the wire low together
		m.write(w)
		if b.wires != nil {
			b.wires()
		}
		m.read(buf)
		for i := range buf {
			r[i] &= buf[i]
		}
	}
	if f.Noise > 0 {
		for i := range r {
			for k := range 8 {
				if b.rng.Float64() < f.Noise {
					r[i] ^= 1 << k
				}
			}
		}
	}
	return nil
}

// MCP23017 is one expander: its registers, and what is at its pins.
type MCP23017 struct {
	bus     *Bus
	gone    bool
	regs    [0x16]byte // as with IOCON.BANK clear
	pointer byte
	held    [2]byte // pins that something outside holds at a level
	level   [2]byte // which level
	drift   [2]byte // what pins read that nothing holds and no pull-up either
	stuck   [2]byte // bits of GPIO that read low whatever is there
}

func (m *MCP23017) reset() {
	m.regs = [0x16]byte{0: 0xFF, 1: 0xFF}
	m.pointer = 0
}

// Reset is what the chip's reset pin or a dip of its supply does: all pins are
// inputs without pull-ups.
func (m *MCP23017) Reset() { m.locked(m.reset) }

// Vanish makes the chip stop answering, or answer again as after power-up.
func (m *MCP23017) Vanish(gone bool) {
	m.locked(func() {
		if m.gone && !gone {
			m.reset()
		}
		m.gone = gone
	})
}

// Hold holds a pin, 0 to 7 GPA and 8 to 15 GPB, at a level, or lets go of it.
func (m *MCP23017) Hold(pin int, l Level) {
	m.locked(func() { m.hold(pin, l) })
}

// Drift makes pins that nothing holds read low while their pull-up is off.
func (m *MCP23017) Drift(low bool) {
	m.locked(func() {
		m.drift = [2]byte{0xFF, 0xFF}
		if low {
			m.drift = [2]byte{}
		}
	})
}

// Stick makes all pins read low, as on a chip that is damaged.
func (m *MCP23017) Stick(on bool) {
	m.locked(func() {
		m.stuck = [2]byte{}
		if on {
			m.stuck = [2]byte{0xFF, 0xFF}
		}
	})
}

// Corrupt changes bits of a register behind the program's back.
func (m *MCP23017) Corrupt(register int, bits byte) { m.locked(func() { m.regs[register] ^= bits }) }

func (m *MCP23017) locked(do func()) {
	m.bus.mu.Lock()
	defer m.bus.mu.Unlock()
	do()
}

func (m *MCP23017) hold(pin int, l Level) {
	half, bit := pin/8, byte(1)<<(pin%8)
	m.held[half] &^= bit
	m.level[half] &^= bit
	if l != Free {
		m.held[half] |= bit
	}
	if l == High {
		m.level[half] |= bit
	}
}

// drives reports whether the chip drives a pin, and how.
func (m *MCP23017) drives(pin int) (bool, bool) {
	half, bit := pin/8, byte(1)<<(pin%8)
	return m.regs[half]&bit == 0 && !m.gone, m.regs[0x14+half]&bit != 0
}

// banked translates a register's number while IOCON.BANK is set.
func (m *MCP23017) banked(r byte) byte {
	if m.regs[0x0A]&0x80 == 0 {
		return r
	}
	switch {
	case r < 0x0B:
		return 2 * r
	case r >= 0x10 && r < 0x1B:
		return 2*(r-0x10) + 1
	}
	return 0xFF
}

func (m *MCP23017) write(w []byte) {
	if len(w) == 0 {
		return
	}
	m.pointer = w[0]
	for _, v := range w[1:] {
		switch r := m.banked(m.pointer); {
		case r >= 0x16:
		case r == 0x12 || r == 0x13: // writing GPIO writes the latch
			m.regs[r+2] = v
		case r >= 0x0E && r < 0x12: // flags are read only
		case r == 0x0A || r == 0x0B: // one register, twice
			m.regs[0x0A], m.regs[0x0B] = v, v
		default:
			m.regs[r] = v
		}
		m.next()
	}
}

func (m *MCP23017) read(r []byte) {
	for i := range r {
		k := m.banked(m.pointer)
		switch {
		case k >= 0x16:
			r[i] = 0
		case k == 0x12 || k == 0x13:
			r[i] = m.port(int(k - 0x12))
		default:
			r[i] = m.regs[k]
		}
		m.next()
	}
}

// next moves the pointer on: round the registers in the usual mode.
func (m *MCP23017) next() {
	if m.regs[0x0A]&0x20 != 0 { // SEQOP: it stays
		return
	}
	if m.pointer++; m.regs[0x0A]&0x80 == 0 && m.pointer >= 0x16 {
		m.pointer = 0
	}
}

// port is what a half of the pins reads.
func (m *MCP23017) port(half int) byte {
	dir, latch, pull := m.regs[half], m.regs[0x14+half], m.regs[0x0C+half]
	open := pull | ^pull&m.drift[half] // nothing holds it
	in := m.held[half]&m.level[half] | ^m.held[half]&open
	v := dir&in | ^dir&latch
	v &^= m.stuck[half]
	return v ^ m.regs[2+half]
}
