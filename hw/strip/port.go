package strip

import (
	"fmt"
	"io"
	"regexp"
	"strconv"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/host/v3/sysfs"
)

// Port is an SPI port that bytes are written to. Every Write is one transfer.
type Port interface {
	io.WriteCloser
}

// device is the path of a kernel's SPI port.
var device = regexp.MustCompile(`^/dev/spidev(\d{1,4})\.(\d{1,2})$`)

// parseDevice returns the numbers of bus and chip select in a path.
func parseDevice(path string) (bus, cs int, err error) {
	m := device.FindStringSubmatch(path)
	if m == nil {
		return 0, 0, fmt.Errorf("%q is no SPI port; write one like \"/dev/spidev0.0\"", path)
	}
	bus, _ = strconv.Atoi(m[1]) // digits, by the pattern
	cs, _ = strconv.Atoi(m[2])
	return bus, cs, nil
}

// OpenSPI opens a port of the kernel by its path, like "/dev/spidev0.0", at a
// clock rate. A frame goes out in one transfer, so it must not be longer than the
// kernel takes at once (the parameter bufsiz of its module spidev).
func OpenSPI(path string, speed physic.Frequency) (Port, error) {
	bus, cs, err := parseDevice(path)
	if err != nil {
		return nil, err
	}
	p, err := sysfs.NewSPI(bus, cs)
	if err != nil {
		return nil, err
	}
	// Mode 3, as the drivers of periph.io choose for both families of chips.
	c, err := p.Connect(speed, spi.Mode3, 8)
	if err != nil {
		p.Close()
		return nil, err
	}
	return devicePort{p, c}, nil
}

// devicePort is a port of the kernel.
type devicePort struct {
	port *sysfs.SPI
	conn spi.Conn
}

// Write sends b in one transfer.
func (p devicePort) Write(b []byte) (int, error) {
	if err := p.conn.Tx(b, nil); err != nil {
		return 0, err
	}
	return len(b), nil
}

// Close gives the port back.
func (p devicePort) Close() error { return p.port.Close() }
