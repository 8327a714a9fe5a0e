package strip

import (
	"fmt"
	"io"
	"slices"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/devices/v3/apa102"
)

// Chip is the kind of LED on a strip.
type Chip string

// The chips. Those that share a comment speak the same protocol.
const (
	WS2812  Chip = "ws2812"  // and WS2812B, WS2813, WS2815: one wire, red green blue
	SK6812  Chip = "sk6812"  // as WS2812
	SK6812W Chip = "sk6812w" // one wire, red green blue white ("RGBW")
	APA102  Chip = "apa102"  // clock and data, red green blue
	SK9822  Chip = "sk9822"  // as APA102
)

// Chips returns every chip there is.
func Chips() []Chip { return []Chip{WS2812, SK6812, SK6812W, APA102, SK9822} }

// MaxLEDs is the most LEDs that one strip can have.
const MaxLEDs = 4096

// channels is how many colours one LED of the chip has.
func (c Chip) channels() int {
	if c == SK6812W {
		return 4
	}
	return 3
}

// clocked reports whether the chip has a clock line of its own, so that neither
// the speed nor pauses matter to it.
func (c Chip) clocked() bool { return c == APA102 || c == SK9822 }

// oneWire is the bit clock that turns SPI into the one-wire protocol: 312.5 ns a
// bit. A zero is high for one of them and a one for two or three, so that every
// chip's data sheet is met in what tells the two apart: WS2812B-V5, WS2813 and
// WS2815 take 220 to 380 ns for a zero and 580 ns to 1 µs for a one, WS2812,
// WS2812B and SK6812 the same and more. A port that divides its clock to anything
// from 3.0 to 3.4 MHz keeps within that: a Raspberry Pi makes 3.125 to 3.175 MHz of
// its 250, 400 or 500 MHz, and a Pi 5 3.125 of its 200 (dividers are even, and
// rounded up).
const oneWire = 3200 * physic.KiloHertz

// resetBytes is how much silence, in bytes at oneWire, makes every LED take over
// what it was sent and wait for the next frame: 300 µs. WS2812B of 2016 and later
// ask for 280 µs, all others for less.
const resetBytes = 120

// encoder turns the colours of a whole strip into what goes over the wire.
type encoder struct {
	driver io.Writer
	wire   *wire
	bytes  int // of colour in a frame
}

// newEncoders returns the encoders of a strip of so many LEDs, the best first;
// later ones make shorter frames.
func newEncoders(c Chip, leds int) ([]*encoder, error) {
	if leds < 1 || leds > MaxLEDs {
		return nil, fmt.Errorf("strip: a strip of %d LEDs is not possible; it can have 1 to %d", leds, MaxLEDs)
	}
	w := &wire{leds: leds}
	n := c.channels()
	if !slices.Contains(Chips(), c) {
		return nil, fmt.Errorf("strip: there is no LED called %q; it can be %q", string(c), Chips())
	}
	if c.clocked() {
		o := apa102.PassThruOpts
		o.NumPixels = leds
		driver, err := apa102.New(w, &o)
		return []*encoder{{driver, w, leds * n}}, err
	}
	// Three bits of one let 361 LEDs fit into what spidev takes unless it is told
	// otherwise.
	return []*encoder{
		{&pulses{w, n, &fours, make([]byte, 0, 4*leds*n)}, w, leds * n},
		{&pulses{w, n, &threes, make([]byte, 0, 3*leds*n)}, w, leds * n},
	}, nil
}

// encode returns the frame that shows pixels: all channels of every LED, red
// first. The frame is good until the next call of any of a strip's encoders.
func (e *encoder) encode(pixels []byte) ([]byte, error) {
	if len(pixels) != e.bytes {
		return nil, fmt.Errorf("strip: %d bytes of colour do not fit a strip that takes %d", len(pixels), e.bytes)
	}
	if _, err := e.driver.Write(pixels); err != nil {
		return nil, err
	}
	return e.wire.frame, nil
}

// size returns how long a frame is.
func (e *encoder) size() (int, error) {
	frame, err := e.encode(make([]byte, e.bytes))
	return len(frame), err
}

// pulses makes several bits of one, a long pulse for 1 and a short one for 0.
type pulses struct {
	wire     *wire
	channels int
	table    *[256][]byte
	bits     []byte
}

// Write sends colours, red first; LEDs take green first.
func (p *pulses) Write(pixels []byte) (int, error) {
	order := [4]int{1, 0, 2, 3}
	p.bits = p.bits[:0]
	for led := 0; led < len(pixels); led += p.channels {
		for _, c := range order[:p.channels] {
			p.bits = append(p.bits, p.table[pixels[led+c]]...)
		}
	}
	p.wire.silenced(p.bits)
	return len(pixels), nil
}

// fours is each byte at four bits for one, 1000 or 1110. Every byte then begins
// high and ends low, so that a controller may pause between bytes: some Raspberry
// Pis do for a bit's time, which the LEDs do not notice where the line is low
// already (github.com/jgarff/rpi_ws281x/issues/499).
var fours = expand(4, 0b1000, 0b1110)

// threes is each byte at three bits for one, 100 or 110.
var threes = expand(3, 0b100, 0b110)

// expand makes so many bits of each bit of every byte, the highest first.
func expand(bits int, zero, one uint32) (t [256][]byte) {
	for v := range t {
		var all uint32
		for k := 7; k >= 0; k-- {
			pulse := zero
			if v>>k&1 == 1 {
				pulse = one
			}
			all = all<<bits | pulse
		}
		for k := bits - 1; k >= 0; k-- {
			t[v] = append(t[v], byte(all>>(8*k)))
		}
	}
	return t
}

// wire stands where the drivers expect hardware, and keeps what they send.
type wire struct {
	leds  int
	frame []byte
}

// silenced takes the bits of a one-wire frame. Silence comes before them, so
// that a frame that was broken off is over, and after them.
func (w *wire) silenced(bits []byte) {
	var silence [resetBytes]byte
	w.frame = append(w.frame[:0], silence[:]...)
	w.frame = append(w.frame, bits...)
	w.frame = append(w.frame, silence[:]...)
}

// Tx takes the frame of a clocked strip, and puts zeros where the driver ends it
// with ones. An SK9822 shows a frame only after 32 zero bits; the driver's end
// would hold each picture back until the next. And the ones would light LEDs
// beyond the end that was configured, at full power.
func (w *wire) Tx(out, _ []byte) error {
	w.frame = append(w.frame[:0], out[:4+4*w.leds]...)
	// Every LED passes the clock on half a cycle late.
	w.frame = append(w.frame, make([]byte, 4+(w.leds+15)/16)...)
	return nil
}

// Connect gives the driver the wire itself.
func (w *wire) Connect(physic.Frequency, spi.Mode, int) (spi.Conn, error) { return w, nil }

// The rest of what hardware must be able to do, for drivers that ask for it.

func (w *wire) TxPackets(p []spi.Packet) error {
	for i := range p {
		if err := w.Tx(p[i].W, nil); err != nil {
			return err
		}
	}
	return nil
}

func (w *wire) Duplex() conn.Duplex { return conn.Half }
func (w *wire) String() string      { return "wire" }

var (
	_ spi.Port = (*wire)(nil)
	_ spi.Conn = (*wire)(nil)
)
