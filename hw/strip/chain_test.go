package strip

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// chain is LEDs as their data sheets describe them: it reads the bits of a port
// and knows what each LED shows. It has nothing of the code that makes the bits.
type chain struct {
	chip Chip
	now  [][4]byte // red, green, blue, white, as shown

	// of one wire
	shift    [][4]byte
	bits     int
	high     int // periods of the line
	low      int
	complete int // LEDs that got all their bits since the last latch
}

func newChain(c Chip, leds int) *chain {
	return &chain{chip: c, now: make([][4]byte, leds), shift: make([][4]byte, leds)}
}

// write reads a transfer. An error says which rule of the data sheet it breaks.
func (c *chain) write(b []byte) error {
	switch c.chip {
	case WS2812, SK6812, SK6812W:
		return c.oneWire(b)
	}
	return c.clocked(b)
}

// The data line is sampled every 400 ns. WS2812B: a 0 is high for 220 to 550 ns, a 1
// for 580 to 1000; low lasts 220 to 1000 between bits; 280 µs of it latch.
const (
	nsPerBit = 400
	latchNs  = 280_000
)

func (c *chain) oneWire(b []byte) error {
	for _, octet := range b {
		for k := 7; k >= 0; k-- {
			if octet>>k&1 == 1 {
				if c.high == 0 && c.bits > 0 {
					if ns := c.low * nsPerBit; ns < 220 || ns > 1000 && ns < latchNs {
						return fmt.Errorf("the line is low for %d ns after bit %d", ns, c.bits)
					}
				}
				c.high++
				c.low = 0
				continue
			}
			if c.high > 0 {
				if err := c.bit(c.high * nsPerBit); err != nil {
					return err
				}
				c.high = 0
			}
			c.low++
			if c.low*nsPerBit >= latchNs && c.bits > 0 {
				copy(c.now[:c.complete], c.shift[:c.complete])
				c.bits, c.complete = 0, 0
			}
		}
	}
	return nil
}

// bit takes a pulse of so many nanoseconds: the first LED without all its bits
// keeps it.
func (c *chain) bit(ns int) error {
	var v byte
	switch {
	case ns >= 220 && ns <= 550:
	case ns >= 580 && ns <= 1000:
		v = 1
	default:
		return fmt.Errorf("bit %d is high for %d ns", c.bits, ns)
	}
	per := 24
	if c.chip == SK6812W {
		per = 32
	}
	led := c.bits / per
	if led < len(c.shift) {
		channel := []int{1, 0, 2, 3}[c.bits%per/8] // green, red, blue, white
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
// cycle late.
func (c *chain) clocked(b []byte) error {
	if len(b) < 4 || b[0]|b[1]|b[2]|b[3] != 0 {
		return fmt.Errorf("the frame begins with %x", b[:min(4, len(b))])
	}
	got := 0
	i := 4
	for ; i+4 <= len(b) && b[i]&0xE0 == 0xE0; i += 4 {
		if got >= len(c.now) {
			return errors.New("LEDs beyond the last are lit")
		}
		if b[i] != 0xFF {
			return fmt.Errorf("the dimmer of LED %d is %x: it flickers below 31", got, b[i])
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
	copy(c.now[:got], c.shift[:got])
	return nil
}

// rgb returns what an LED shows, white added to all three.
func (c *chain) rgb(i int) [3]int {
	v := c.now[i]
	w := int(v[3])
	return [3]int{int(v[0]) + w, int(v[1]) + w, int(v[2]) + w}
}

// fakePort is a port with a chain on it.
type fakePort struct {
	t testing.TB

	mu     sync.Mutex
	chain  *chain
	most   int
	broken error    // what opening and writing answer
	writes [][]byte // since the last take
	last   []byte   // what the chain has not read yet
	opened int
	closed int
	hz     int
}

func newFakePort(t testing.TB, c Chip, leds int) *fakePort {
	return &fakePort{t: t, chain: newChain(c, leds)}
}

func (p *fakePort) open(_ string, hz int) (Port, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.broken != nil {
		return nil, p.broken
	}
	p.opened++
	p.hz = hz
	return p, nil
}

// Write implements Port.
func (p *fakePort) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.broken != nil {
		return 0, p.broken
	}
	if p.most > 0 && len(b) > p.most {
		return 0, errors.New("message too long")
	}
	p.writes = append(p.writes, append([]byte(nil), b...))
	if p.most == 0 { // pieces are put together by whoever takes them
		p.last = append(p.last[:0], b...)
	}
	return len(b), nil
}

// MaxTransfer implements Port.
func (p *fakePort) MaxTransfer() int { return p.most }

// Close implements Port.
func (p *fakePort) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed++
	return nil
}

func (p *fakePort) fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.broken = err
}

// take returns what was written since the last call.
func (p *fakePort) take() [][]byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	w := p.writes
	p.writes = nil
	return w
}

// unplug puts dark LEDs in place of those that are there.
func (p *fakePort) unplug() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.chain, p.last = newChain(p.chain.chip, len(p.chain.now)), nil
}

// rgb returns what an LED shows. Reading a frame takes long, so only those that
// are looked at are read.
func (p *fakePort) rgb(i int) [3]int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.last) > 0 {
		if err := p.chain.write(p.last); err != nil {
			p.t.Errorf("%s: %v", p.chain.chip, err)
		}
		p.last = p.last[:0]
	}
	return p.chain.rgb(i)
}
