package serialport

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.bug.st/serial"

	"stonehand/hw"
	"stonehand/hw/devnode"
)

// Line is an open serial line whose speed can be changed.
type Line interface {
	io.ReadWriteCloser
	// SetBaud changes the speed to bits a second.
	SetBaud(baud int) error
}

// SetBaud implements [Line].
func (p *port) SetBaud(baud int) error {
	if err := p.begin(&p.writes); err != nil {
		return err
	}
	defer p.end(&p.writes)
	return p.serial.SetMode(&serial.Mode{BaudRate: baud, DataBits: 8})
}

// Try opens the line at address as a [Dial] of [New] does. Where it cannot be
// opened, line is nil and the findings, on device, say why and what to do: a node
// that is not there, rights, another program that holds it, by name where that
// can be known. path is the device's, empty if it was not found.
func Try(device, what, address string, baud int) (line Line, path string, fs []hw.Finding) {
	var this devnode.System
	bad := func(text, do string) []hw.Finding {
		return []hw.Finding{{Device: device, Health: hw.Bad, Text: text, Do: do}}
	}
	path = address
	if id, ok := parseUSB(address); ok {
		var err error
		if path, err = thisUSB(what).find(id); err != nil {
			text, do, _ := strings.Cut(err.Error(), "; ")
			return nil, "", bad(text, do)
		}
	}
	if fs := this.Examine(device, path); fs != nil {
		return nil, path, fs
	}
	opened, err := openPort(what, path, baud)
	switch holder := ""; {
	case err == nil:
		return opened.(*port), path, nil
	case errors.Is(err, errLocked) || isBusy(err):
		do := "end that program"
		if holder = this.Holder(path); holder == "" {
			holder = "another program"
		} else if strings.HasPrefix(holder, "stonehand ") {
			do = "run sudo systemctl stop stonehand, or end the one that was started by hand"
		}
		return nil, path, bad(fmt.Sprintf("%s is in use by %s", path, holder), do)
	default:
		text, do, _ := strings.Cut(err.Error(), "; ")
		do, _, _ = strings.Cut(do, " (")
		return nil, path, bad(text, do)
	}
}

// isBusy reports whether the system says that another program has the port.
func isBusy(err error) bool {
	var p *serial.PortError
	return errors.As(err, &p) && p.Code() == serial.PortBusy
}

// Plugged is a serial line on USB.
type Plugged struct {
	Path    string // its lasting name where it has one
	USB     string // "2341:0042:SERIAL", or without the serial number
	Product string // as the device calls itself, may be empty
}

// List returns the serial lines that are plugged in at USB, without opening one.
func List() ([]Plugged, error) {
	u := thisUSB("")
	ports, err := u.list()
	if err != nil {
		return nil, hw.Errorf("the USB devices cannot be listed: %w", err)
	}
	var list []Plugged
	for _, p := range ports {
		if p.IsUSB {
			list = append(list, Plugged{Path: u.lasting(p.Name), USB: usbID{p.VID, p.PID, p.SerialNumber}.String(), Product: p.Product})
		}
	}
	slices.SortFunc(list, func(a, b Plugged) int { return strings.Compare(a.Path, b.Path) })
	return list, nil
}
