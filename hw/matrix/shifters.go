package matrix

import (
	"errors"
	"io/fs"
	"os"
	"regexp"
	"strconv"
	"strings"
	"syscall"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/host/v3/sysfs"

	"stonehand/hw"
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
		return hw.Errorf("a chain on GPIO lines has 1 to %d data lines, not %d", MaxDataLines, len(b.Data))
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
		return hw.Errorf("the clock and latch lines of the chain: %w", err)
	}
	if b.in, err = in(); err != nil {
		b.in = nil
		b.Close()
		return hw.Errorf("the data lines of the chain: %w", err)
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
		return hw.Errorf("the latch line of the chain: %w", err)
	}
	clear(r)
	for i := range length {
		v, err := b.in.Read()
		if err != nil {
			return hw.Errorf("the data lines of the chain: %w", err)
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
			return hw.Errorf("the clock line of the chain: %w", err)
		}
		if err := b.out.Out(0, clockLine); err != nil {
			return hw.Errorf("the clock line of the chain: %w", err)
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

// Pins are GPIO lines that are held, as [gpiochip.Lines].
type Pins interface {
	Read() (uint64, error)
	Out(bits, mask uint64) error
	Close() error
}

// SPI clocks a chain through an SPI port: its clock goes to the clock of every
// chip, its MISO comes from the first chip.
type SPI struct {
	Path  string           // /dev/spidev0.0
	Clock physic.Frequency // 100 Hz to 30 MHz
	Mode  spi.Mode         // Mode0 to Mode3; the chips shift on rising edges
	// Latch is the GPIO line that goes to SH/LD of every chip, as gpiochip.Find
	// knows it. Empty: SH/LD hangs on the port's chip select through an inverter,
	// so that it is low between readings.
	Latch string

	// OpenPort and OpenLatch open the devices; nil: the kernel's.
	OpenPort  func() (spi.PortCloser, error)
	OpenLatch func() (Pins, error)

	port  spi.PortCloser
	conn  spi.Conn
	latch Pins
	zeros []byte
}

var _ Shifter = (*SPI)(nil)

// String names the port.
func (s *SPI) String() string { return s.Path }

// spidev is the path of an SPI port.
var spidev = regexp.MustCompile(`^/dev/spidev([0-9]{1,3})\.([0-9]{1,3})$`)

// ValidSPI reports whether path can be an SPI port's.
func ValidSPI(path string) bool { return spidev.MatchString(path) }

// openSPI opens a port of the kernel's. Periph's register of ports knows only
// those that were there when the program began.
func openSPI(path string) (spi.PortCloser, error) {
	m := spidev.FindStringSubmatch(path)
	if m == nil {
		return nil, hw.Errorf("%s is not an SPI port; write it like /dev/spidev0.0", path)
	}
	bus, _ := strconv.Atoi(m[1])
	cs, _ := strconv.Atoi(m[2])
	p, err := sysfs.NewSPI(bus, cs)
	if err != nil {
		return nil, openError(path, "SPI", "dtparam=spi=on", err)
	}
	return p, nil
}

// openError says why a device cannot be opened, and what to do. The errors of
// periph do not keep their cause, so the device is opened once more.
func openError(path, what, dtparam string, err error) error {
	f, again := os.OpenFile(path, os.O_RDWR, 0)
	if again == nil {
		f.Close()
		again = err
	}
	switch {
	case errors.Is(again, fs.ErrNotExist), errors.Is(again, syscall.ENXIO), errors.Is(again, syscall.ENODEV):
		return hw.Errorf("there is no %s; switch %s on, on a Raspberry Pi with %s in /boot/firmware/config.txt, and restart the computer (%w)", path, what, dtparam, again)
	case errors.Is(again, fs.ErrPermission):
		return hw.Errorf("%s may not be opened by this user; add the user to the group that owns it, often %s (%w)", path, map[string]string{"SPI": "spi", "I2C": "i2c"}[what], again)
	case errors.Is(again, syscall.EBUSY):
		return hw.Errorf("%s is in use by another program; end that program (%w)", path, again)
	}
	return hw.Errorf("%s cannot be opened: %w", path, again)
}

// openLines takes GPIO lines of the kernel's.
func openLines(o gpiochip.Options, names ...string) (Pins, error) {
	lines, err := gpiochip.Find(names...)
	if err != nil {
		return nil, err
	}
	return gpiochip.Open(lines, o)
}

// Open implements [Shifter].
func (s *SPI) Open() error {
	s.Close()
	open := s.OpenPort
	if open == nil {
		open = func() (spi.PortCloser, error) { return openSPI(s.Path) }
	}
	var err error
	if s.port, err = open(); err != nil {
		s.port = nil
		return err
	}
	if s.conn, err = s.port.Connect(s.Clock, s.Mode, 8); err != nil {
		s.Close()
		return hw.Errorf("%s cannot be used with %v at %v: %w", s.Path, s.Mode, s.Clock, err)
	}
	if s.Latch == "" {
		return nil
	}
	latch := s.OpenLatch
	if latch == nil {
		latch = func() (Pins, error) { return openLines(gpiochip.Options{Outputs: true, Levels: 1}, s.Latch) }
	}
	if s.latch, err = latch(); err != nil {
		s.latch = nil
		s.Close()
		return hw.Errorf("the latch line of the chain: %w", err)
	}
	return nil
}

// Shift implements [Shifter].
func (s *SPI) Shift(r []byte) error {
	if s.latch != nil {
		// Low takes the inputs in, high lets them be clocked out. Each call into
		// the kernel lasts longer than the 20 ns that the chips need.
		for _, level := range []uint64{0, 1} {
			if err := s.latch.Out(level, 1); err != nil {
				return hw.Errorf("the latch line of the chain: %w", err)
			}
		}
	}
	if len(s.zeros) < len(r) {
		s.zeros = make([]byte, len(r))
	}
	if err := s.conn.Tx(s.zeros[:len(r)], r); err != nil {
		return hw.Errorf("%s cannot be read; is the device still there? (%w)", s.Path, err)
	}
	return nil
}

// Close implements [Shifter].
func (s *SPI) Close() error {
	var err error
	if s.latch != nil {
		err = s.latch.Close()
		s.latch = nil
	}
	if s.port != nil {
		err = errors.Join(err, s.port.Close())
		s.port, s.conn = nil, nil
	}
	return err
}
