package strip

import (
	"fmt"
	"io"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/gpio/gpiostream"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/pin"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/devices/v3/apa102"
	"periph.io/x/devices/v3/nrzled"
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

// oneWire is the bit clock that turns SPI into the one-wire protocol: each bit of
// a colour is sent as three, 100 or 110, high for 400 or 800 ns of 1.2 µs. Every
// Raspberry Pi divides its clock to exactly this rate.
const oneWire = 2500 * physic.KiloHertz

// resetBytes is how much silence, in bytes at oneWire, makes every LED take over
// what it was sent and wait for the next frame: 300.8 µs. WS2812B of 2016 and
// later ask for 280 µs, all others for less.
const resetBytes = 94

// encoder turns the colours of a whole strip into what goes over the wire.
type encoder struct {
	driver   io.Writer
	wire     *wire
	channels int
	leds     int
}

// newEncoder returns the encoder of a strip of so many LEDs.
func newEncoder(c Chip, leds int) (*encoder, error) {
	if leds < 1 || leds > MaxLEDs {
		return nil, fmt.Errorf("a strip of %d LEDs is not possible; it can have 1 to %d", leds, MaxLEDs)
	}
	w := &wire{leds: leds}
	e := &encoder{wire: w, channels: c.channels(), leds: leds}
	var err error
	switch c {
	case WS2812, SK6812, SK6812W:
		// The driver's stream form takes three bits for one; its SPI form takes
		// four, which makes 361 LEDs too long for spidev, and leaves out white.
		e.driver, err = nrzled.NewStream(w, &nrzled.Opts{NumPixels: leds, Channels: e.channels, Freq: oneWire})
	case APA102, SK9822:
		o := apa102.PassThruOpts
		o.NumPixels = leds
		e.driver, err = apa102.New(w, &o)
	default:
		err = fmt.Errorf("there is no LED called %q; it can be %q", string(c), Chips())
	}
	if err != nil {
		return nil, err
	}
	return e, nil
}

// encode returns the frame that shows pixels: channels bytes for every LED, red
// first. The frame is good until the next call.
func (e *encoder) encode(pixels []byte) ([]byte, error) {
	if len(pixels) != e.leds*e.channels {
		return nil, fmt.Errorf("%d bytes of colour do not fit %d LEDs of %d channels", len(pixels), e.leds, e.channels)
	}
	if _, err := e.driver.Write(pixels); err != nil {
		return nil, err
	}
	return e.wire.frame, nil
}

// wire stands where the drivers expect hardware, and keeps what they send.
type wire struct {
	leds  int
	frame []byte
}

// StreamOut takes the bits of a one-wire frame. Silence comes before them,
// so that a frame that was broken off is over, and after them.
func (w *wire) StreamOut(s gpiostream.Stream) error {
	bits, ok := s.(*gpiostream.BitStream)
	if !ok {
		return fmt.Errorf("a %T is no stream of bits", s)
	}
	w.frame = append(w.frame[:0], make([]byte, resetBytes)...)
	w.frame = append(w.frame, bits.Bits...)
	w.frame = append(w.frame, make([]byte, resetBytes)...)
	return nil
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
func (w *wire) Name() string        { return "wire" }
func (w *wire) Number() int         { return -1 }
func (w *wire) Function() string    { return "" }
func (w *wire) Halt() error         { return nil }

var (
	_ gpiostream.PinOut = (*wire)(nil)
	_ pin.Pin           = (*wire)(nil)
	_ spi.Port          = (*wire)(nil)
	_ spi.Conn          = (*wire)(nil)
)
