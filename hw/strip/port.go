package strip

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/host/v3/sysfs"

	"stonehand/hw"
	"stonehand/hw/devnode"
)

// Port is an SPI port that bytes are written to. Every Write is one transfer.
type Port interface {
	io.WriteCloser
	// MaxTransfer is the most bytes that one Write takes; 0: any number.
	MaxTransfer() int
}

// form returns the best form of frames that a port takes.
func (s *Strip) form(p Port) (*encoder, error) {
	best := s.forms[0]
	most := p.MaxTransfer()
	if most == 0 || s.o.Chip.clocked() {
		return best, nil
	}
	for _, e := range s.forms {
		if n, err := e.size(); err != nil || n <= most {
			return e, err
		}
	}
	n, err := best.size()
	if err != nil {
		return nil, err
	}
	f := devnode.System{}.ExamineSPIBuffer("", n)
	if len(f) == 0 { // another one than this computer's kernel sets the limit
		return nil, fmt.Errorf("one picture takes %d bytes, and a transfer holds %d", n, most)
	}
	return nil, sentence(f[0])
}

// transfer writes the pixels. LEDs with a clock line do not mind a pause, so they
// may have their frame in pieces; the others would take one for its end.
func (s *Strip) transfer(p Port, e *encoder) error {
	frame, err := e.encode(s.pixels)
	if err != nil {
		return err
	}
	for most := p.MaxTransfer(); s.o.Chip.clocked() && most > 0 && len(frame) > most; frame = frame[most:] {
		if _, err := p.Write(frame[:most]); err != nil {
			return err
		}
	}
	_, err = p.Write(frame)
	return err
}

// sentence makes an error of what was found.
func sentence(f hw.Finding) error {
	if f.Do == "" {
		return fmt.Errorf("%s", f.Text)
	}
	return fmt.Errorf("%s: %s", f.Text, f.Do)
}

// device is the path of a kernel's SPI port.
var device = regexp.MustCompile(`^/dev/spidev(\d{1,4})\.(\d{1,2})$`)

// parseDevice returns the numbers of bus and chip select in a path.
func parseDevice(path string) (bus, cs int, err error) {
	m := device.FindStringSubmatch(path)
	if m == nil {
		return 0, 0, fmt.Errorf("%q; that is no SPI port, write one like \"/dev/spidev0.0\"", hw.Clip(path))
	}
	bus, _ = strconv.Atoi(m[1]) // digits, by the pattern
	cs, _ = strconv.Atoi(m[2])
	return bus, cs, nil
}

// OpenSPI opens a port of the kernel by its path, like "/dev/spidev0.0", at a
// clock rate. What keeps it from that is said with what to do about it.
func OpenSPI(path string, speed physic.Frequency) (Port, error) {
	bus, cs, err := parseDevice(path)
	if err != nil {
		return nil, err
	}
	var here devnode.System
	if f := here.Examine("", path); len(f) > 0 {
		return nil, sentence(f[0])
	}
	p, err := sysfs.NewSPI(bus, cs)
	if err != nil {
		return nil, plain(err)
	}
	// LEDs with a clock line take a bit when it rises, so modes 0 and 3 do. The
	// auxiliary controllers of a Raspberry Pi, SPI1 and SPI2, refuse mode 3
	// (github.com/raspberrypi/linux/issues/5562).
	c, err := p.Connect(speed, spi.Mode0, 8)
	if err != nil {
		p.Close()
		return nil, plain(err)
	}
	most, _ := here.SPIBuffer()
	return devicePort{p, c, most}, nil
}

// devicePort is a port of the kernel.
type devicePort struct {
	port *sysfs.SPI
	conn spi.Conn
	most int
}

// MaxTransfer is the kernel's limit (the parameter bufsiz of its module spidev).
func (p devicePort) MaxTransfer() int { return p.most }

// Write sends b in one transfer.
func (p devicePort) Write(b []byte) (int, error) {
	if err := p.conn.Tx(b, nil); err != nil {
		return 0, plain(err)
	}
	return len(b), nil
}

// Close gives the port back.
func (p devicePort) Close() error { return p.port.Close() }

// plain leaves the driver's own names out of an error.
func plain(err error) error {
	text := strings.TrimPrefix(err.Error(), "sysfs-spi: ")
	return fmt.Errorf("%s", strings.TrimPrefix(text, "Tx() failed: "))
}
