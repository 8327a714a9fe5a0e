package kerneltest

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"testing"
	"time"
)

const (
	control = "/dev/stonehand-board"
	capture = "/dev/stonehand-capture"
)

// Board is the board behind the machine's SPI, I2C and GPIO. Its methods may be
// called from any goroutine of the part they were given to; what goes wrong
// fails it.
type Board struct {
	t    *testing.T
	file *os.File
	sims []*SimChip
	i2c  count
}

func open(t *testing.T) *Board {
	t.Helper()
	f, err := os.OpenFile(control, os.O_RDWR, 0)
	if err != nil {
		t.Fatalf("the machine has no board: %v", err)
	}
	return &Board{t: t, file: f}
}

// do gives one command to the module; board/README.md lists them.
func (b *Board) do(format string, args ...any) {
	b.t.Helper()
	line := fmt.Sprintf(format, args...)
	if _, err := b.file.WriteString(line); err != nil {
		b.t.Errorf("the board did not take %q: %v", line, err)
	}
}

// Reset makes the board what it is at the beginning of every part: all devices
// there, nothing connected to them, no faults.
func (b *Board) Reset() {
	b.t.Helper()
	for n := range 6 {
		b.do("chain %d length 0", n)
		b.do("chain %d pl 0", n)
	}
	for n := range 4 {
		b.do("spi %d return", n)
		b.do("spi %d delay 0", n)
		b.do("spi %d fail 0", n)
		b.do("spi %d capture 0", n)
	}
	b.do("i2c clear")
	b.i2c = count{}
	b.do("i2c delay 0")
	b.do("i2c hold 0")
	b.do("i2c return")
	b.do("gpio return")
	b.Written()
	for _, s := range b.sims {
		s.remove()
	}
	b.sims = nil
}

// Chain is a chain of 74HC165 shift registers. Its inputs are numbered in the
// order in which they are clocked out, and high when nothing is connected.
type Chain struct {
	b *Board
	n int
}

// Chain returns chain n. Chains 0 to 3 send on /dev/spidev0.0, 0.1, 1.0 and 1.1,
// and are loaded when chip select becomes active. Chains 4 and 5 are on the GPIO
// chip "stonehand-board": loaded by line 0 (BOARD_PL), clocked by line 1
// (BOARD_CLK), read from line 2 (BOARD_Q0) and 3 (BOARD_Q1).
func (b *Board) Chain(n int) Chain { return Chain{b, n} }

// Length connects a chain of so many inputs, 0 to 2048, without faults.
func (c Chain) Length(inputs int) { c.b.t.Helper(); c.b.do("chain %d length %d", c.n, inputs) }

// Input sets the level at one input.
func (c Chain) Input(n int, high bool) {
	c.b.t.Helper()
	c.b.do("chain %d input %d %d", c.n, n, level(high))
}

// Inputs sets the levels at all inputs at one moment.
func (c Chain) Inputs(high []bool) {
	c.b.t.Helper()
	packed := make([]byte, (len(high)+7)/8)
	for i, h := range high {
		packed[i/8] |= byte(level(h)) << (7 - i%8)
	}
	c.b.do("chain %d set %s", c.n, hex.EncodeToString(packed)[:(len(high)+3)/4])
}

// Stick makes an input read a level whatever is at it.
func (c Chain) Stick(n int, high bool) {
	c.b.t.Helper()
	c.b.do("chain %d stick %d %d", c.n, n, level(high))
}

// Free ends what Stick did, for all inputs.
func (c Chain) Free() { c.b.t.Helper(); c.b.do("chain %d free", c.n) }

// Break cuts the wire before input n: it and all after it read high.
func (c Chain) Break(n int) { c.b.t.Helper(); c.b.do("chain %d break %d", c.n, n) }

// Mend joins what Break cut.
func (c Chain) Mend() { c.b.t.Helper(); c.b.do("chain %d mend", c.n) }

// Tail sets the level of the last chip's serial input, which comes out after the
// last input.
func (c Chain) Tail(high bool) { c.b.t.Helper(); c.b.do("chain %d tail %d", c.n, level(high)) }

// Noise makes so many of a million bits come out wrong.
func (c Chain) Noise(ppm int) { c.b.t.Helper(); c.b.do("chain %d noise %d", c.n, ppm) }

// PL connects SH/LD of a chain on SPI to the line BOARD_PL instead of chip select.
func (c Chain) PL(on bool) { c.b.t.Helper(); c.b.do("chain %d pl %d", c.n, level(on)) }

// SPI is one SPI device of the machine.
type SPI struct {
	b *Board
	n int
}

// SPI returns device n: 0 to 3 are /dev/spidev0.0, 0.1, 1.0 and 1.1.
func (b *Board) SPI(n int) SPI { return SPI{b, n} }

// Vanish takes the device away, also from programs that have it open.
func (s SPI) Vanish() { s.b.t.Helper(); s.b.do("spi %d vanish", s.n) }

// Return brings it back.
func (s SPI) Return() { s.b.t.Helper(); s.b.do("spi %d return", s.n) }

// Delay makes every message take longer, to a microsecond.
func (s SPI) Delay(d time.Duration) {
	s.b.t.Helper()
	s.b.do("spi %d delay %d", s.n, d.Microseconds())
}

// Fail makes the next messages fail with EIO.
func (s SPI) Fail(messages int) { s.b.t.Helper(); s.b.do("spi %d fail %d", s.n, messages) }

// Capture keeps what is written to the device from now on, for [Board.Written].
func (s SPI) Capture(on bool) { s.b.t.Helper(); s.b.do("spi %d capture %d", s.n, level(on)) }

// Write is what was written to an SPI device while chip select was active.
type Write struct {
	Device       int    // as in [Board.SPI]
	Speed        uint32 // Hz
	Begun, Ended time.Duration
	Data         []byte
}

// Written returns what was written to devices that [SPI.Capture] was called for,
// since the last call, in order. Times are those of the machine's clock. More
// than 4 MiB between two calls fail the test.
func (b *Board) Written() []Write {
	b.t.Helper()
	f, err := os.Open(capture)
	if err != nil {
		b.t.Error(err)
		return nil
	}
	defer f.Close()
	buf := make([]byte, 4<<20)
	n, err := f.Read(buf)
	if err != nil && n != 0 {
		b.t.Error(err)
		return nil
	}
	var w []Write
	const header = 32
	for buf = buf[:n]; len(buf) >= header; {
		field := func(i int) uint32 { return binary.NativeEndian.Uint32(buf[4*i:]) }
		size := int(field(1))
		if field(3) != 0 {
			b.t.Errorf("%d writes were not captured: there was no room", field(3))
		}
		w = append(w, Write{
			Device: int(field(0)), Speed: field(2),
			Begun: time.Duration(binary.NativeEndian.Uint64(buf[16:])),
			Ended: time.Duration(binary.NativeEndian.Uint64(buf[24:])),
			Data:  buf[header : header+size : header+size],
		})
		buf = buf[header+(size+7)/8*8:]
	}
	return w
}

func level(high bool) int {
	if high {
		return 1
	}
	return 0
}
