package matrix

import (
	"errors"
	"fmt"
	"strings"

	"stonehand/hw/gpiochip"
)

// MaxDataLines is how many data lines a chain on GPIO lines has at most.
const MaxDataLines = 16

// Bits clocks a chain with plain GPIO lines. The chain may be cut into as many
// pieces of the same length as there are data lines; the pieces are clocked
// together, which takes less time, and count one after the other.
type Bits struct {
	Clock, Latch string   // GPIO lines as gpiochip.Find knows them: to CLK and to SH/LD of every chip
	Data         []string // from each piece of the chain, 1 to MaxDataLines; lines of one GPIO chip

	// OpenOut opens clock and latch, in this order, OpenIn the data lines; nil:
	// the kernel's.
	OpenOut, OpenIn func() (Pins, error)

	out, in Pins
}

// Lines of Bits.out.
const (
	clockLine = 1 << iota
	latchLine
)

var _ Shifter = (*Bits)(nil)

// String names the data lines.
func (b *Bits) String() string { return "GPIO " + strings.Join(b.Data, ",") }

// Pieces is in how many pieces the chain is cut.
func (b *Bits) Pieces() int { return len(b.Data) }

// Open implements [Shifter].
func (b *Bits) Open() error {
	b.Close()
	if len(b.Data) < 1 || len(b.Data) > MaxDataLines {
		return fmt.Errorf("a chain on GPIO lines has 1 to %d data lines, not %d", MaxDataLines, len(b.Data))
	}
	out, in := b.OpenOut, b.OpenIn
	if out == nil {
		out = func() (Pins, error) {
			return openLines(gpiochip.Options{Outputs: true, Levels: latchLine}, b.Clock, b.Latch)
		}
	}
	if in == nil {
		in = func() (Pins, error) { return openLines(gpiochip.Options{}, b.Data...) }
	}
	var err error
	if b.out, err = out(); err != nil {
		b.out = nil
		return fmt.Errorf("the clock and latch lines of the chain: %w", err)
	}
	if b.in, err = in(); err != nil {
		b.in = nil
		b.Close()
		return fmt.Errorf("the data lines of the chain: %w", err)
	}
	return nil
}

// Shift implements [Shifter]. The bits of r are shared by the pieces alike, what
// is over falls to the last.
func (b *Bits) Shift(r []byte) error {
	total := 8 * len(r)
	pieces := len(b.Data)
	length := (len(r) + pieces - 1) / pieces * 8
	if err := errors.Join(b.out.Out(0, clockLine|latchLine), b.out.Out(latchLine, latchLine)); err != nil {
		return fmt.Errorf("the latch line of the chain: %w", err)
	}
	clear(r)
	for i := range length {
		v, err := b.in.Read()
		if err != nil {
			return fmt.Errorf("the data lines of the chain: %w", err)
		}
		for piece := range pieces {
			if at := piece*length + i; v>>piece&1 != 0 && at < total {
				r[at>>3] |= 0x80 >> (at & 7)
			}
		}
		if i == length-1 {
			break
		}
		if err := b.out.Out(clockLine, clockLine); err != nil {
			return fmt.Errorf("the clock line of the chain: %w", err)
		}
		if err := b.out.Out(0, clockLine); err != nil {
			return fmt.Errorf("the clock line of the chain: %w", err)
		}
	}
	return nil
}

// Close implements [Shifter].
func (b *Bits) Close() error {
	var err error
	for _, p := range []*Pins{&b.in, &b.out} {
		if *p != nil {
			err = errors.Join(err, (*p).Close())
			*p = nil
		}
	}
	return err
}
