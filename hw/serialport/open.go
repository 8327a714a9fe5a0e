// Package serialport opens serial lines as devices that come and go need them:
// found by path or by USB identity again at each attempt, locked against other
// programs, safe to close while they are read and written, and pumped by
// goroutines that a stuck line cannot hold for ever.
package serialport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"

	"go.bug.st/serial"
	"go.bug.st/serial/enumerator"

	"stonehand/hw"
)

// MaxBaud is the highest line speed, in bits a second.
const MaxBaud = 4_000_000

// Dial opens a line, again for each attempt. Its errors are sentences for people.
// A Read of the line waits for bytes or for Close.
type Dial func(ctx context.Context) (io.ReadWriteCloser, error)

// byID is where the system keeps lasting names for serial ports.
const byID = "/dev/serial/by-id"

// New returns a Dial for the serial port at address, which is either
//
//   - the path of a device, such as /dev/ttyACM0 or, better, one below
//     /dev/serial/by-id, which stays the same whatever else is plugged in; or
//   - a USB identity, VID:PID or VID:PID:SERIAL in the digits that lsusb
//     prints, such as 2341:0042, which is looked for at each attempt and may
//     move from one port to another. Looking opens the machine's built-in ports
//     (ttyS*) for a moment; where something else hangs on one, name a path.
//
// baud is the line's speed, 1 to MaxBaud. The port is opened with 8 data bits, no
// parity and 1 stop bit, and is locked against other programs while it is open.
// Opening resets boards of the Arduino kind, which then take a second or two to
// answer. what is the device's name in sentences: "board", "arm".
func New(what, address string, baud int) (Dial, error) {
	return dialer(what, address, baud, thisUSB(what))
}

// thisUSB is this computer's.
func thisUSB(what string) usb {
	return usb{what: what, byID: byID, list: func() ([]*enumerator.PortDetails, error) { return enumerator.GetDetailedPortsList() }}
}

func dialer(what, address string, baud int, u usb) (Dial, error) {
	if baud < 1 || baud > MaxBaud {
		return nil, hw.Errorf("no serial line runs at %d baud; use 1 to %d", baud, MaxBaud)
	}
	if address == "" {
		return nil, hw.Errorf("no serial port was named; give a device such as /dev/ttyACM0, or a USB identity such as 2341:0042")
	}
	find := func() (string, error) { return address, nil }
	if id, ok := parseUSB(address); ok {
		find = func() (string, error) { return u.find(id) }
	} else if strings.Contains(address, ":") && !strings.ContainsAny(address, `/\`) {
		return nil, hw.Errorf("%q is neither the path of a device nor a USB identity; those are VID:PID or VID:PID:SERIAL with four hexadecimal digits for VID and PID, such as 2341:0042", address)
	}
	return func(context.Context) (io.ReadWriteCloser, error) {
		path, err := find()
		if err != nil {
			return nil, err
		}
		return openPort(what, path, baud)
	}, nil
}

// openPort opens and locks the port at path.
func openPort(what, path string, baud int) (io.ReadWriteCloser, error) {
	release, err := lockPort(path)
	if err != nil {
		return nil, openError(what, path, err)
	}
	s, err := serial.Open(path, &serial.Mode{BaudRate: baud, DataBits: 8})
	if err != nil {
		release()
		return nil, openError(what, path, err)
	}
	if err := s.SetReadTimeout(readWait); err != nil {
		s.Close()
		release()
		return nil, openError(what, path, err)
	}
	// What came before anybody listened is old. Failing to drop it is no harm.
	_ = s.ResetInputBuffer()
	return newPort(s, release), nil
}

// openError says what is wrong with a port and what to do.
func openError(what, path string, err error) error {
	var p *serial.PortError
	code := serial.PortErrorCode(-1)
	if errors.As(err, &p) {
		code = p.Code()
	}
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENXIO), errors.Is(err, syscall.ENODEV), code == serial.PortNotFound:
		return hw.Errorf("there is no device at %s; is the %s plugged in? (%w)", path, what, err)
	case errors.Is(err, fs.ErrPermission), code == serial.PermissionDenied:
		return hw.Errorf("%s may not be opened by this user; add the user to the group that owns it, often dialout (%w)", path, err)
	case errors.Is(err, errLocked), errors.Is(err, syscall.EBUSY), code == serial.PortBusy:
		return hw.Errorf("%s is in use by another program; end that program (%w)", path, err)
	case code == serial.InvalidSerialPort:
		return hw.Errorf("%s is not a serial port; name the device that the %s is plugged in at (%w)", path, what, err)
	case code == serial.InvalidSpeed:
		return hw.Errorf("%s cannot run at that baud rate; use 115200 (%w)", path, err)
	}
	return hw.Errorf("%s cannot be opened: %w", path, err)
}

// usbID is what a device says of itself on the bus.
type usbID struct{ vid, pid, serial string }

var usbForm = regexp.MustCompile(`^([0-9A-Fa-f]{4}):([0-9A-Fa-f]{4})(?::(.+))?$`)

func parseUSB(address string) (usbID, bool) {
	m := usbForm.FindStringSubmatch(address)
	if m == nil {
		return usbID{}, false
	}
	return usbID{strings.ToUpper(m[1]), strings.ToUpper(m[2]), m[3]}, true
}

func (id usbID) String() string {
	s := strings.ToLower(id.vid + ":" + id.pid)
	if id.serial != "" {
		s += ":" + id.serial
	}
	return s
}

// usb finds ports by their identity.
type usb struct {
	what string // what is looked for, in sentences
	list func() ([]*enumerator.PortDetails, error)
	byID string // where the system keeps lasting names for serial ports
}

func (u usb) find(id usbID) (string, error) {
	ports, err := u.list()
	if err != nil {
		return "", hw.Errorf("the USB devices cannot be listed: %w", err)
	}
	var fits, serials []string
	for _, p := range ports {
		if p.IsUSB && strings.EqualFold(p.VID, id.vid) && strings.EqualFold(p.PID, id.pid) &&
			(id.serial == "" || p.SerialNumber == id.serial) {
			fits = append(fits, p.Name)
			serials = append(serials, fmt.Sprintf("%s at %s", usbID{id.vid, id.pid, p.SerialNumber}, p.Name))
		}
	}
	switch len(fits) {
	case 0:
		return "", hw.Errorf("no USB device %s is plugged in; plug the %s in, or look its identity up with lsusb", id, u.what)
	case 1:
		return u.lasting(fits[0]), nil
	}
	return "", hw.Errorf("%d USB devices are %s; add the serial number of the %s's: %s", len(fits), id, u.what, strings.Join(serials, ", "))
}

// lasting returns the lasting name of the device at path, which logs are better
// off with, or path where it has none.
func (u usb) lasting(path string) string {
	entries, err := os.ReadDir(u.byID)
	if err != nil {
		return path
	}
	for _, e := range entries {
		link := filepath.Join(u.byID, e.Name())
		if target, err := filepath.EvalSymlinks(link); err == nil && target == path {
			return link
		}
	}
	return path
}
