package matrix

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"periph.io/x/conn/v3/i2c"

	"stonehand/hw"
)

// Registers of the MCP23017 (Microchip DS20001952) with IOCON.BANK clear.
const (
	regIODIR   = 0x00 // A and B follow each other, here as everywhere
	regGPINTEN = 0x04
	regIOCON   = 0x0A
	regGPPU    = 0x0C
	regGPIO    = 0x12
	regOLAT    = 0x14
	registers  = 0x16
	// bankedIOCON is where IOCON is found while its BANK bit is set. With the bit
	// clear it is GPINTENB, which stays 0.
	bankedIOCON = 0x05
)

// ExpanderInputs is how many inputs of an MCP23017 are used: GPA0-6 and GPB0-6.
// The remaining two pins are outputs in the chip's revision D.
const ExpanderInputs = 14

// usable are the pins of each half that can be inputs.
const usable = 0x7F

// Address is where an expander is found.
type Address struct {
	Channel int    // of the multiplexer, 0 to 7; 0 without one
	Addr    uint16 // 0x20 to 0x27
}

// String writes the address as the configuration does, 0:20.
func (a Address) String() string { return fmt.Sprintf("%d:%02x", a.Channel, a.Addr) }

// expander is one MCP23017. As it stands, all its usable pins are inputs with
// pull-ups, and the latches of its outputs, which then drive nothing, hold a mark
// of its own: a chip that was reset has lost it, and behind a multiplexer that
// selects the wrong channel another chip shows another one.
type expander struct {
	at     Address
	name   error // "the expander at 0:20"
	mark   [2]byte
	ready  bool      // set up
	tried  time.Time // when it was looked for last in vain
	absent int       // readings in a row in which it has not answered
	pins   [2]byte
	known  bool // pins were read and confirmed
	dir    [2]byte
	regs   [registers]byte // scratch
	got    [4]byte
}

func newExpander(i int, at Address) *expander {
	m := byte(i+1) & usable
	return &expander{at: at, name: hw.Errorf("the expander at %v", at), mark: [2]byte{m, ^m & usable}, dir: [2]byte{usable, usable}}
}

// settings is what registers IODIR to GPPU are to hold: of each half the usable
// pins are inputs that read as they are, with pull-ups, and nothing interrupts.
func (e *expander) settings() []byte {
	s := make([]byte, regGPPU+2)
	s[regIODIR], s[regIODIR+1] = e.dir[0], e.dir[1]
	s[regGPPU], s[regGPPU+1] = usable, usable
	return s
}

// errForgotten says that a chip is not set up as it was.
var errForgotten = hw.Errorf("it has lost its settings")

// setUp brings the chip into its working state, whatever state it is in.
func (e *expander) setUp(bus i2c.Bus) error {
	e.ready, e.known = false, false
	err := errors.Join(
		bus.Tx(e.at.Addr, []byte{bankedIOCON, 0}, nil),
		bus.Tx(e.at.Addr, []byte{regIOCON, 0}, nil),
		bus.Tx(e.at.Addr, append([]byte{regOLAT}, e.mark[:]...), nil),
		bus.Tx(e.at.Addr, append([]byte{regIODIR}, e.settings()...), nil),
	)
	if err != nil {
		return err
	}
	if err := e.verify(bus); err != nil {
		return err
	}
	e.ready = true
	return nil
}

// verify reads everything back. On return regs is what the chip holds.
func (e *expander) verify(bus i2c.Bus) error {
	if err := bus.Tx(e.at.Addr, []byte{regIODIR}, e.regs[:]); err != nil {
		return err
	}
	if !bytes.Equal(e.regs[:regGPPU+2], e.settings()) || !bytes.Equal(e.regs[regOLAT:regOLAT+2], e.mark[:]) {
		return errForgotten
	}
	return nil
}

// peek reads the pins and the mark in one go. The mark comes after the pins, so
// that a chip which was reset before its pins were read cannot show it.
func (e *expander) peek(bus i2c.Bus) error {
	if err := bus.Tx(e.at.Addr, []byte{regGPIO}, e.got[:]); err != nil {
		return err
	}
	if e.got[2] != e.mark[0] || e.got[3] != e.mark[1] {
		return errForgotten
	}
	return nil
}

// read brings pins up to date. What differs from before counts only when the
// chip shows the same again and is found to be set up as it should be.
func (e *expander) read(bus i2c.Bus) error {
	if err := e.peek(bus); err != nil {
		return err
	}
	now := [2]byte{e.got[0] & usable, e.got[1] & usable}
	if e.known && now == e.pins {
		return nil
	}
	if err := e.verify(bus); err != nil {
		return err
	}
	if now == [2]byte{e.regs[regGPIO] & usable, e.regs[regGPIO+1] & usable} {
		e.pins, e.known = now, true
	}
	if !e.known {
		return hw.Errorf("its pins read differently each time")
	}
	return nil
}

// pin returns the level of usable pin i: 0 to 6 are GPA0-6, 7 to 13 GPB0-6.
func pin(pins [2]byte, i int) bool {
	if i < ExpanderInputs/2 {
		return pins[0]>>i&1 != 0
	}
	return pins[1]>>(i-ExpanderInputs/2)&1 != 0
}

// Expanders are MCP23017 with one input for each sensor: the first chip serves
// the first 14 places, GPA0-6 and then GPB0-6, and so on. With two planes the
// first half of the chips is Black's and the second White's.
type Expanders struct {
	bus        *I2C
	activeHigh bool
	group      []group
}

var _ Source = (*Expanders)(nil)

// NewExpanders returns the expanders on a bus. A stone reads low unless
// activeHigh.
func NewExpanders(bus *I2C, activeHigh bool) (*Expanders, error) {
	if bus == nil {
		return nil, errors.New("matrix: expanders need a bus")
	}
	if err := bus.check(); err != nil {
		return nil, err
	}
	s := &Expanders{bus: bus, activeHigh: activeHigh}
	for i, at := range bus.Expanders {
		s.group = append(s.group, group{hw.Errorf("the expander at %v", at), i * ExpanderInputs, (i + 1) * ExpanderInputs})
	}
	return s, nil
}

// String names the bus.
func (s *Expanders) String() string { return s.bus.String() }

func (s *Expanders) open() error     { return s.bus.open() }
func (s *Expanders) close()          { s.bus.close() }
func (s *Expanders) inputs() int     { return len(s.bus.Expanders) * ExpanderInputs }
func (s *Expanders) groups() []group { return s.group }
func (s *Expanders) proven() bool    { return true } // by their marks

func (s *Expanders) scan(in []input, n *notes) error {
	s.bus.begin()
	good, err := s.bus.each(n, func(_ int, e *expander) error { return e.read(s.bus.bus) })
	if err != nil {
		return err
	}
	for i, e := range s.bus.chips {
		for k := range ExpanderInputs {
			v := unread
			if good[i] {
				v = off
				if pin(e.pins, k) == s.activeHigh {
					v = on
				}
			}
			in[i*ExpanderInputs+k] = v
		}
	}
	return nil
}
