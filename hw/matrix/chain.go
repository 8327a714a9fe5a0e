package matrix

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"stonehand/hw"
)

// chipInputs is how many inputs a 74HC165 has.
const chipInputs = 8

// MaxChips is how many 74HC165 a chain has at most.
const MaxChips = 256

// Shifter latches the inputs of a chain of 74HC165 and clocks them out: [SPI] or
// [Bits].
type Shifter interface {
	fmt.Stringer
	// Open takes the devices; its error is a sentence that says what to do.
	Open() error
	// Shift latches all inputs at one moment and fills r with what comes out of
	// the chain: the first bit is bit 7 of the first byte.
	Shift(r []byte) error
	// Close gives the devices back; it may be called at any time.
	Close() error
}

// ChainOptions are how a chain is wired. Its inputs are counted from the chip
// whose output goes to the computer.
type ChainOptions struct {
	Places int // sensors, or pairs of them, one for each place of the wiring
	Planes int // 1: one input a place; 2: two, Black's and White's
	Chips  int // 0: as few as hold all inputs
	// Paired says that the two inputs of a place lie side by side, Black's first.
	// Without it all of Black's come first, and White's from a new chip on.
	Paired bool
	// AFirst says that the inputs of each chip are used from A to H. Without it
	// from H to A, the order in which they are clocked out.
	AFirst     bool
	ActiveHigh bool // a stone reads high; without it, low
	// Check is what the inputs beyond the last sensor are tied to, in their
	// order: H for high, L for low, - for nothing.
	Check string
	// Tail is what the serial input of the last chip is tied to: H, L or nothing.
	Tail string
}

// Chain is a chain of 74HC165.
type Chain struct {
	shifter Shifter
	o       ChainOptions
	pieces  int // that are clocked together
	used    int // bits with sensors, up to the last of them
	chips   int
	buf     []byte
	before  []byte // what in was made of last; nil: nothing yet
	bitOf   []int  // by input: its bit in the order of clocks
	check   []tied
	proof   bool
	group   []group
}

// tied is a bit with a level that is known.
type tied struct {
	bit  int
	high bool
}

var _ Source = (*Chain)(nil)

// NewChain returns the chain that s clocks.
func NewChain(s Shifter, o ChainOptions) (*Chain, error) {
	c := &Chain{shifter: s, o: o}
	whole := (o.Places + chipInputs - 1) / chipInputs * chipInputs
	switch {
	case s == nil:
		return nil, errors.New("matrix: a chain needs something that clocks it; use SPI or Bits")
	case o.Places < 1 || o.Places > MaxChips*chipInputs:
		return nil, hw.Errorf("a chain for %d sensors cannot be; use 1 to %d", o.Places, MaxChips*chipInputs)
	case o.Planes == 1:
		c.used = o.Places
	case o.Planes == 2 && o.Paired:
		c.used = 2 * o.Places
	case o.Planes == 2:
		c.used = whole + o.Places
	default:
		return nil, fmt.Errorf("matrix: a chain has 1 or 2 planes, not %d", o.Planes)
	}
	pieces := 1
	if p, ok := s.(interface{ Pieces() int }); ok {
		pieces = max(p.Pieces(), 1)
	}
	c.pieces = pieces
	least := (c.used + chipInputs - 1) / chipInputs
	if c.chips = o.Chips; c.chips == 0 {
		c.chips = (least + pieces - 1) / pieces * pieces
	}
	spare := c.chips*chipInputs - c.used
	switch {
	case c.chips < least || c.chips > MaxChips:
		return nil, hw.Errorf("%d sensors need %d chips of 74HC165, not %d; at most %d can be used", c.used, least, c.chips, MaxChips)
	case c.chips%pieces != 0:
		return nil, hw.Errorf("a chain of %d chips cannot be cut into %d pieces of the same length; give a number of chips that can", c.chips, pieces)
	case pieces > 1 && o.Tail != "":
		return nil, hw.Errorf("a chain in %d pieces has as many ends; leave the level of the last serial input out", pieces)
	case strings.Trim(o.Check, "HL-") != "":
		return nil, fmt.Errorf("matrix: the check inputs are %q; write H, L or - for each", o.Check)
	case len(o.Check) > spare:
		return nil, hw.Errorf("%d check inputs are named, and %d chips have %d inputs beyond the last sensor; name fewer, or add a chip", len(o.Check), c.chips, spare)
	case o.Tail != "" && o.Tail != "H" && o.Tail != "L":
		return nil, fmt.Errorf("matrix: the serial input of the last chip is tied to %q; write H, L or nothing", o.Tail)
	}
	c.wire(whole)
	return c, nil
}

// wire finds the bit of each input and of each level that is known.
func (c *Chain) wire(whole int) {
	position := func(i int) int {
		if c.o.AFirst {
			return i/chipInputs*chipInputs + chipInputs - 1 - i%chipInputs
		}
		return i
	}
	for plane := range c.o.Planes {
		for place := range c.o.Places {
			i := place + plane*whole
			if c.o.Paired && c.o.Planes == 2 {
				i = 2*place + plane
			}
			c.bitOf = append(c.bitOf, position(i))
		}
	}
	length := c.chips
	for i, level := range c.o.Check {
		if level != '-' {
			c.check = append(c.check, tied{position(c.used + i), level == 'H'})
		}
	}
	if c.o.Tail != "" {
		length++
		for i := range chipInputs {
			c.check = append(c.check, tied{c.chips*chipInputs + i, c.o.Tail == "H"})
		}
	}
	high, low := false, false
	for _, t := range c.check {
		high, low = high || t.high, low || !t.high
	}
	c.proof = high && low // a wire that is stuck fails one of them
	c.buf = make([]byte, length)
	if c.o.Planes == 1 {
		for from := 0; from < c.o.Places; from += chipInputs {
			c.group = append(c.group, group{hw.Errorf("chip %d of the chain", from/chipInputs+1), from, min(from+chipInputs, c.o.Places)})
		}
	}
}

// String names what clocks the chain.
func (c *Chain) String() string { return c.shifter.String() }

// Chips is how many chips the chain has.
func (c *Chain) Chips() int { return c.chips }

func (c *Chain) open() error {
	c.before = c.before[:0]
	return c.shifter.Open()
}

func (c *Chain) close()          { c.shifter.Close() }
func (c *Chain) inputs() int     { return len(c.bitOf) }
func (c *Chain) groups() []group { return c.group }
func (c *Chain) proven() bool    { return c.proof }

// untouched is what the buffer holds before it is filled: no board reads so, and
// a device that leaves a part of it as it was is found out.
const untouched = 0xB4

func (c *Chain) scan(in []input, _ *notes) error {
	for i := range c.buf {
		c.buf[i] = untouched
	}
	if err := c.shifter.Shift(c.buf); err != nil {
		return err
	}
	if bytes.Equal(c.buf, c.before) {
		return nil // in is as it was left
	}
	if err := c.verify(); err != nil {
		return err
	}
	c.before = append(c.before[:0], c.buf...)
	for i, bit := range c.bitOf {
		high := c.buf[bit>>3]>>(7-bit&7)&1 != 0
		in[i] = off
		if high == c.o.ActiveHigh {
			in[i] = on
		}
	}
	return nil
}

// verify holds the levels that are known against what was read.
func (c *Chain) verify() error {
	filled := false
	for _, b := range c.buf {
		filled = filled || b != untouched
	}
	if !filled && len(c.buf) > 1 {
		return hw.Errorf("%s has read nothing though it says so; check its driver", c.shifter)
	}
	wrong, low, high := 0, 0, 0
	for _, t := range c.check {
		is := c.buf[t.bit>>3]>>(7-t.bit&7)&1 != 0
		if is != t.high {
			wrong++
		}
		if is {
			high++
		} else {
			low++
		}
	}
	if wrong == 0 {
		return nil
	}
	from, level := c.alike()
	each := c.chips / c.pieces // chips of a piece
	switch {
	case from > 0 && from < len(c.buf) && from%each == 0 && c.pieces > 1:
		return hw.Errorf("data line %d of the chain on %s reads %s all along; check it and the supply of its chips", from/each+1, c.shifter, level)
	case from == 0:
		return hw.Errorf("the chain on %s reads %s all along; check its data wire, its supply, and the latch wire", c.shifter, level)
	case from < len(c.buf) && (low == 0 || high == 0):
		return hw.Errorf("the chain on %s reads %s from chip %d on; check the wires between chips %d and %d, and the supply of chip %d", c.shifter, level, from+1, from, from+1, from+1)
	}
	return hw.Errorf("%d of the %d check inputs of the chain on %s read wrong; check the clock wire, the number of chips, and how the check inputs are tied; a slower clock may help", wrong, len(c.check), c.shifter)
}

// alike returns the chip, from 0, from which on everything reads alike, and how.
func (c *Chain) alike() (from int, level string) {
	last := c.buf[len(c.buf)-1]
	level = "high"
	switch last {
	case 0:
		level = "low"
	case 0xFF:
	default:
		return len(c.buf), ""
	}
	from = len(c.buf) - 1
	for from > 0 && c.buf[from-1] == last {
		from--
	}
	return from, level
}
