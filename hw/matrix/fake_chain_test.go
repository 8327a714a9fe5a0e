package matrix

import (
	"errors"
	"math"
	"math/rand/v2"
	"sync"
	"syscall"
	"time"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// What follows plays the chips of a board that is wired to the computer:
//
//   - [fakeChain], 74HC165 in a chain, on an SPI port or on GPIO lines;
//   - [Bus], an I2C bus with a PCA9548 and [MCP23017]s;
//   - [Switches], a grid of switches and diodes on their pins.
//
// They do what the datasheets say, and can be made to fail as boards do: chips
// that vanish, are reset or do not answer, wires that are stuck, break or pick
// up noise, buses that hang.

// Level is what holds a wire.
type Level uint8

// The levels.
const (
	Free Level = iota // nothing holds it
	Low
	High
)

// ChainFaults are what is wrong with a chain. The zero ChainFaults are nothing.
type ChainFaults struct {
	Unplugged bool          // the devices are gone: whatever is done fails
	Data      Level         // the data wire is stuck
	Broken    int           // the wire into the output side of this chip, from 1, is cut; 0: none
	BrokenAs  Level         // what the rest then reads; Free: noise
	Slip      int           // clocks that are lost, or if negative seen twice, in each reading
	Noise     float64       // the share of single bits that read wrong
	Garbage   bool          // every bit is random
	Short     bool          // transfers succeed and read nothing
	Hang      time.Duration // what each transfer takes
}

// fakeChain is a chain of 74HC165. It is safe for concurrent use.
type fakeChain struct {
	mu     sync.Mutex
	levels []byte // at the inputs, in the order of clocks: the first bit is bit 7 of the first byte
	tail   bool   // at the serial input of the last chip
	faults ChainFaults
	rng    *rand.Rand

	latched []byte
	pos     int // bits clocked out since
	calm    int // bits until the next that noise turns over
	seen    int // transfers and readings of GPIO lines
	opened  int // devices that are open
}

// newFakeChain returns a chain whose inputs and last serial input are all at the
// given level.
func newFakeChain(chips int, high bool, seed uint64) *fakeChain {
	c := &fakeChain{levels: make([]byte, chips), latched: make([]byte, chips), tail: high, rng: rand.New(rand.NewPCG(seed, 165))}
	if high {
		for i := range c.levels {
			c.levels[i] = 0xFF
		}
	}
	return c
}

// Set puts an input to a level. Inputs are counted in the order in which they
// are clocked out.
func (c *fakeChain) Set(bit int, high bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.levels[bit>>3] &^= 0x80 >> (bit & 7)
	if high {
		c.levels[bit>>3] |= 0x80 >> (bit & 7)
	}
}

// Tail ties the serial input of the last chip.
func (c *fakeChain) Tail(high bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tail = high
}

// Fail makes f what is wrong with the chain.
func (c *fakeChain) Fail(f ChainFaults) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.faults, c.calm = f, 0
	if f.Noise > 0 {
		c.calm = int(math.Log(1-c.rng.Float64()) / math.Log(1-f.Noise))
	}
}

// Transfers is how many readings were made.
func (c *fakeChain) Transfers() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.seen
}

// Opened is how many devices of the chain are open.
func (c *fakeChain) Opened() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.opened
}

// errGone is what the kernel says of devices that are gone.
var errGone = syscall.ENODEV

func (c *fakeChain) open() error {
	if c.faults.Unplugged {
		return errGone
	}
	c.opened++
	return nil
}

func (c *fakeChain) load() {
	copy(c.latched, c.levels)
	c.pos = 0
	if c.faults.Slip != 0 {
		c.pos = c.faults.Slip
	}
}

// bit is what the chain's output shows.
func (c *fakeChain) bit() bool {
	v := c.tail
	if i := max(c.pos, 0); i < 8*len(c.latched) {
		v = c.latched[i>>3]>>(7-i&7)&1 != 0
	}
	return c.disturb(v, c.pos)
}

// disturb is what arrives of a bit at the computer.
func (c *fakeChain) disturb(v bool, at int) bool {
	f := &c.faults
	if f.Broken > 0 && at >= 8*(f.Broken-1) {
		v = f.BrokenAs == High
		if f.BrokenAs == Free {
			v = c.rng.Uint64()&1 != 0
		}
	}
	switch {
	case f.Garbage:
		v = c.rng.Uint64()&1 != 0
	case f.Noise > 0:
		if c.calm--; c.calm < 0 {
			v = !v
			c.calm = int(math.Log(1-c.rng.Float64()) / math.Log(1-f.Noise))
		}
	}
	switch f.Data {
	case Low:
		return false
	case High:
		return true
	}
	return v
}

// SPI returns the port that the chain is on. Without a latch line its inputs are
// taken in as each transfer begins.
func (c *fakeChain) SPI(latchLine bool) (spi.PortCloser, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.open(); err != nil {
		return nil, err
	}
	return &port{c: c, latched: latchLine}, nil
}

// port is an SPI port with the chain.
type port struct {
	c       *fakeChain
	latched bool // by a line of its own
	closed  bool
}

var (
	_ spi.PortCloser = (*port)(nil)
	_ spi.Conn       = (*port)(nil)
)

func (p *port) String() string                    { return "SPI with a chain of 74HC165" }
func (p *port) LimitSpeed(physic.Frequency) error { return nil }
func (p *port) Duplex() conn.Duplex               { return conn.Full }
func (p *port) TxPackets([]spi.Packet) error      { return errors.New("this port takes no packets") }

func (p *port) Connect(physic.Frequency, spi.Mode, int) (spi.Conn, error) { return p, nil }

func (p *port) Close() error {
	p.c.mu.Lock()
	defer p.c.mu.Unlock()
	if !p.closed {
		p.closed = true
		p.c.opened--
	}
	return nil
}

func (p *port) Tx(w, r []byte) error {
	c := p.c
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seen++
	if d := c.faults.Hang; d > 0 {
		c.mu.Unlock()
		time.Sleep(d)
		c.mu.Lock()
	}
	f := &c.faults
	switch {
	case p.closed || f.Unplugged:
		return errGone
	case len(r) != 0 && len(w) != 0 && len(r) != len(w):
		return errors.New("the buffers differ in length")
	case f.Short:
		return nil
	}
	if !p.latched {
		c.load()
	}
	if *f == (ChainFaults{Noise: f.Noise}) && c.pos == 0 && (f.Noise == 0 || c.calm >= 8*len(r)) { // quickly
		c.calm -= 8 * len(r)
		n := copy(r, c.latched)
		for ; n < len(r); n++ {
			r[n] = 0
			if c.tail {
				r[n] = 0xFF
			}
		}
		c.pos = 8 * len(r)
		return nil
	}
	for i := range r {
		var b byte
		for range 8 {
			b <<= 1
			if c.bit() {
				b |= 1
			}
			c.pos++
		}
		r[i] = b
	}
	return nil
}

// fakePins are GPIO lines that a chain is on.
type fakePins struct {
	chains []*fakeChain
	out    func(bits, mask uint64)
	closed bool
}

// Latch returns the line to SH/LD of a chain on an SPI port.
func (c *fakeChain) Latch() (*fakePins, error) {
	return take([]*fakeChain{c}, func(bits, mask uint64) {
		if mask&1 != 0 && bits&1 == 0 {
			c.load()
		}
	})
}

// Clocks returns the lines to CLK, the first, and SH/LD, the second, of chains
// that are clocked together.
func Clocks(chains ...*fakeChain) (*fakePins, error) {
	clock := uint64(0)
	return take(chains, func(bits, mask uint64) {
		for _, c := range chains {
			if mask&2 != 0 && bits&2 == 0 {
				c.load()
			}
			if mask&1 != 0 && bits&1 != 0 && clock == 0 {
				c.pos++ // shifts on the rising edge
			}
		}
		if mask&1 != 0 {
			clock = bits & 1
		}
	})
}

// Data returns the lines from the outputs of chains.
func Data(chains ...*fakeChain) (*fakePins, error) { return take(chains, nil) }

// take opens the lines, unless a chain is unplugged.
func take(chains []*fakeChain, out func(bits, mask uint64)) (*fakePins, error) {
	for _, c := range chains {
		c.mu.Lock()
		err := c.open()
		c.mu.Unlock()
		if err != nil {
			return nil, err
		}
	}
	return &fakePins{chains: chains, out: out}, nil
}

// locked calls do with every chain locked, unless a chain is unplugged.
func (p *fakePins) locked(do func()) error {
	for _, c := range p.chains {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.faults.Unplugged || p.closed {
			return errGone
		}
	}
	do()
	return nil
}

// Read returns the levels of data lines.
func (p *fakePins) Read() (v uint64, err error) {
	err = p.locked(func() {
		for i, c := range p.chains {
			if c.pos == 0 {
				c.seen++
			}
			if c.bit() {
				v |= 1 << i
			}
		}
	})
	return v, err
}

// Out drives lines.
func (p *fakePins) Out(bits, mask uint64) error {
	return p.locked(func() {
		if p.out != nil {
			p.out(bits, mask)
		}
	})
}

// Close gives the lines back.
func (p *fakePins) Close() error {
	if p.closed {
		return nil
	}
	for _, c := range p.chains {
		c.mu.Lock()
		c.opened--
		c.mu.Unlock()
	}
	p.closed = true
	return nil
}
