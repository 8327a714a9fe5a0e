package strip

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

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
	text, do := devnode.System{}.SPITrouble(n)
	if text == nil { // another one than this computer's kernel sets the limit
		return nil, hw.Errorf("one picture takes %d bytes, and a transfer holds %d", n, most)
	}
	return nil, sentence(text, do)
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
func sentence(text, do error) error {
	if do == nil {
		return text
	}
	return hw.Errorf("%w: %w", text, do)
}

// device is the path of a kernel's SPI port.
var device = regexp.MustCompile(`^/dev/spidev(\d{1,4})\.(\d{1,2})$`)

// parseDevice returns the numbers of bus and chip select in a path.
func parseDevice(path string) (bus, cs int, err error) {
	m := device.FindStringSubmatch(path)
	if m == nil {
		return 0, 0, hw.Errorf("%q; that is no SPI port, write one like \"/dev/spidev0.0\"", hw.Clip(path))
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
	if text, do := here.Trouble(path); text != nil {
		return nil, sentence(text, do)
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
	return errors.New(strings.TrimPrefix(text, "Tx() failed: "))
}

// tried is how long Examine lights the LEDs.
const tried = 500 * time.Millisecond

// Examine tries a strip: it opens the port, lights all LEDs dimly for half a
// second and turns them off. LEDs answer nothing, so that somebody has to look;
// what can be known is whether the port takes the frames. A daemon that runs on the
// same port brings its picture back within [Refresh].
func Examine(ctx context.Context, o Options) []hw.Finding {
	f := hw.Finding{Device: "lights on " + o.Device}
	bad := func(text, do string) []hw.Finding {
		f.Health, f.Text, f.Do = hw.Bad, text, do
		return []hw.Finding{f}
	}
	kernel := o.Open == nil
	s, err := New(o)
	if err != nil {
		return bad("lights."+err.Error(), "correct the configuration")
	}
	var here devnode.System
	if kernel {
		if found := here.Examine(f.Device, o.Device); len(found) > 0 {
			return found
		}
	}
	port, err := s.o.Open(s.o.Device, s.hz)
	if err != nil {
		return bad(err.Error(), "")
	}
	defer port.Close()
	form, err := s.form(port)
	if err != nil {
		return bad(err.Error(), "")
	}
	size, err := form.size()
	if err != nil {
		return bad(err.Error(), "")
	}
	took, err := s.flash(ctx, port, form)
	if err != nil {
		return bad("the port accepts no data: "+err.Error(), "check whether another driver uses the port, and read the kernel's messages (dmesg)")
	}
	findings := []hw.Finding{f}
	if kernel && !o.Chip.clocked() {
		findings = append(findings, unsteady(f.Device, o.Device, "/")...)
		if best, err := s.forms[0].size(); err == nil {
			for _, w := range here.ExamineSPIBuffer(f.Device, best) {
				w.Text = "the LEDs get their data in a short form, which pauses between bytes can garble. In the long form, " + w.Text
				findings = append(findings, w)
			}
		}
	}
	findings[0].Text = fmt.Sprintf("%d LEDs %s; a picture takes %d bytes and %v. All were lit dimly for half a second: LEDs do not answer, so look at them",
		s.LEDs(), s.o.Chip, size, took.Round(100*time.Microsecond))
	return findings
}

// unsteady warns of what garbles LEDs without a clock line on a Raspberry Pi. Its
// SPI clock is divided from the core's, which changes with the load without the
// kernel's driver being told (github.com/raspberrypi/linux/issues/3381); and its
// auxiliary controllers, SPI1 and SPI2, have no DMA, so that they pause. The
// controllers of a Raspberry Pi 5 do neither.
func unsteady(name, device, root string) []hw.Finding {
	model, err := os.ReadFile(filepath.Join(root, "proc/device-tree/model"))
	if err != nil || !strings.HasPrefix(string(model), "Raspberry Pi ") || strings.HasPrefix(string(model), "Raspberry Pi 5") {
		return nil
	}
	var findings []hw.Finding
	if bus, _, _ := parseDevice(device); bus == 1 || bus == 2 {
		findings = append(findings, hw.Finding{Device: name, Health: hw.Warn,
			Text: fmt.Sprintf("this controller (SPI%d) pauses within a picture, which makes LEDs without a clock line show wrong colours", bus),
			Do:   "connect them to SPI0, /dev/spidev0.0, or use LEDs with a clock line",
		})
	}
	var lines []string
	switch name := string(model); {
	case strings.HasPrefix(name, "Raspberry Pi 4"), strings.HasPrefix(name, "Raspberry Pi Compute Module 4"):
		lines = []string{"core_freq=500", "core_freq_min=500"}
	case strings.HasPrefix(name, "Raspberry Pi 3"), strings.HasPrefix(name, "Raspberry Pi Zero 2"):
		lines = []string{"core_freq=250"}
	}
	var have []string
	path := "/boot/firmware/config.txt"
	for _, p := range []string{path, "/boot/config.txt"} {
		if text, err := os.ReadFile(filepath.Join(root, p)); err == nil {
			path, have = p, strings.Fields(string(text))
			break
		}
	}
	lines = slices.DeleteFunc(lines, func(l string) bool { return slices.Contains(have, l) })
	if len(lines) > 0 {
		findings = append(findings, hw.Finding{Device: name, Health: hw.Warn,
			Text: "the SPI clock of this computer changes with the processor's load, which makes LEDs without a clock line show wrong colours",
			Do:   fmt.Sprintf("add %s to %s and restart", strings.Join(lines, " and "), path),
		})
	}
	return findings
}

// flash lights all LEDs for a while and turns them off. It returns how long a
// frame takes.
func (s *Strip) flash(ctx context.Context, port Port, form *encoder) (took time.Duration, err error) {
	for i := range s.scene.lights {
		s.scene.lights[i] = light{signal: hw.LastMove}
	}
	s.pixelsOf(&s.scene, 0, 0)
	begun := time.Now()
	if err := s.transfer(port, form); err != nil {
		return 0, err
	}
	took = time.Since(begun)
	hw.Sleep(ctx, tried)
	clear(s.pixels)
	return took, s.transfer(port, form)
}
