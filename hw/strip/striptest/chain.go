// Package striptest is addressable LEDs for tests: it reads the bits of an SPI
// port as the data sheets describe them, and knows what each LED shows. It has
// nothing of the code that makes the bits.
package striptest

import (
	"errors"
	"fmt"
)

// Chain is so many LEDs one after the other. Its methods are not safe for
// concurrent use.
type Chain struct {
	Chip  string    // "ws2812", "sk6812", "sk6812w", "apa102" or "sk9822"
	Shows [][4]byte // red, green, blue, white of each LED

	shift    [][4]byte // what it got and does not show yet
	bits     int       // since the last pause that counts
	complete int       // LEDs that got all of theirs
	high     int       // how long the line has been so, in bits of the port
	low      int
}

// New returns a chain that is dark.
func New(chip string, leds int) *Chain {
	return &Chain{Chip: chip, Shows: make([][4]byte, leds), shift: make([][4]byte, leds)}
}

// The data line is sampled every 312.5 ns, a bit of a port at 3.2 MHz. What tells
// the bits apart is bounded as the strictest data sheets have it, those of
// WS2812B-V5 and WS2815: a 0 is high for 220 to 380 ns, a 1 for 580 to 1000. The
// line is low for 220 ns or more between two bits, and 280 µs of it end a frame.
const (
	psPerBit = 312_500
	latchPs  = 280_000_000
)

// Write takes what one transfer sends. An error says which rule of the data sheet
// it breaks.
func (c *Chain) Write(b []byte) error {
	switch c.Chip {
	case "ws2812", "sk6812", "sk6812w":
		return c.oneWire(b)
	case "apa102", "sk9822":
		return c.clocked(b)
	}
	return fmt.Errorf("nothing is known of %s", c.Chip)
}

func (c *Chain) oneWire(b []byte) error {
	for _, octet := range b {
		for k := 7; k >= 0; k-- {
			if octet>>k&1 == 1 {
				if c.high == 0 && c.bits > 0 {
					if ps := c.low * psPerBit; ps < 220_000 || ps > 5_000_000 && ps < latchPs {
						return fmt.Errorf("the line is low for %d ns after bit %d", ps/1000, c.bits)
					}
				}
				c.high++
				c.low = 0
				continue
			}
			if c.high > 0 {
				if err := c.bit(c.high * psPerBit / 1000); err != nil {
					return err
				}
				c.high = 0
			}
			c.low++
			if c.low*psPerBit >= latchPs && c.bits > 0 {
				copy(c.Shows[:c.complete], c.shift[:c.complete])
				c.bits, c.complete = 0, 0
			}
		}
	}
	return nil
}

// bit takes a pulse of so many nanoseconds: the first LED without all its bits
// keeps it.
func (c *Chain) bit(ns int) error {
	var v byte
	switch {
	case ns >= 220 && ns <= 380:
	case ns >= 580 && ns <= 1000:
		v = 1
	default:
		return fmt.Errorf("bit %d is high for %d ns", c.bits, ns)
	}
	per := 24
	if c.Chip == "sk6812w" {
		per = 32
	}
	if led := c.bits / per; led < len(c.shift) {
		channel := [4]int{1, 0, 2, 3}[c.bits%per/8] // green, red, blue, white
		c.shift[led][channel] = c.shift[led][channel]<<1 | v
		if c.bits%per == per-1 {
			c.complete = led + 1
		}
	}
	c.bits++
	return nil
}

// clocked reads words of 32 bits. A frame begins with one of zeros; an SK9822
// shows what it got with the next one; every LED passes the clock on half a
// cycle late. A dimmer below its most flickers, and nothing may light LEDs
// beyond the last.
func (c *Chain) clocked(b []byte) error {
	if len(b) < 4 || b[0]|b[1]|b[2]|b[3] != 0 {
		return fmt.Errorf("the frame begins with %x", b[:min(4, len(b))])
	}
	got := 0
	i := 4
	for ; i+4 <= len(b) && b[i]&0xE0 == 0xE0; i += 4 {
		if got >= len(c.Shows) {
			return errors.New("LEDs beyond the last are lit")
		}
		if b[i] != 0xFF {
			return fmt.Errorf("the dimmer of LED %d is %x", got, b[i])
		}
		c.shift[got] = [4]byte{b[i+3], b[i+2], b[i+1]}
		got++
	}
	for _, v := range b[i:] {
		if v != 0 {
			return fmt.Errorf("%x follows the last LED", v)
		}
	}
	if clocks := (len(b) - i) * 8; clocks < 32+(got+1)/2 {
		return fmt.Errorf("%d clocks follow %d LEDs", clocks, got)
	}
	copy(c.Shows[:got], c.shift[:got])
	return nil
}

// RGB returns the light of an LED, white as a part of all three.
func (c *Chain) RGB(led int) [3]int {
	v := c.Shows[led]
	w := int(v[3])
	return [3]int{int(v[0]) + w, int(v[1]) + w, int(v[2]) + w}
}
