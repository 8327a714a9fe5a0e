// Package gpiochip reads and drives the GPIO lines of the computer through the
// kernel's character devices, /dev/gpiochipN (GPIO uAPI version 2, Linux 5.10
// and later).
//
// The package periph.io/x/host/v3/gpioioctl opens each chip once for the whole
// life of a program, reads a line that is gone as Low, and finds lines by name
// only. A board must come back after a chip has come back, must never take a
// dead line for a signal, and may have lines without names. So [Open] asks for
// lines again each time, every failure is an error, and lines are addressed by
// name or by chip and number.
package gpiochip

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"stonehand/hw"
)

// MaxLines is how many lines one request holds at most, as the kernel's.
const MaxLines = 64

// Line is one line of one chip.
type Line struct {
	Chip   string // path of its device, /dev/gpiochip0
	Offset int    // its number on the chip, from 0
}

// String writes the line as Parse reads it.
func (l Line) String() string { return fmt.Sprintf("%s:%d", l.Chip, l.Offset) }

// byNumber is chip:number, with or without /dev/.
var byNumber = regexp.MustCompile(`^(?:/dev/)?(gpiochip[0-9]{1,3}):([0-9]{1,4})$`)

// byName is how a line may be called in a device tree.
var byName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.+/-]{0,30}$`)

// byHeader is a pin of a Raspberry Pi's 40-pin header.
var byHeader = regexp.MustCompile(`^GPIO(0|1?[1-9]|[12]0|2[1-7])$`)

// Valid reports whether text can name a line: a name such as GPIO17, or a chip
// and a number such as gpiochip0:17.
func Valid(text string) bool { return byNumber.MatchString(text) || byName.MatchString(text) }

// Parse reads a chip and a number, such as gpiochip0:17 or /dev/gpiochip0:17.
func Parse(text string) (l Line, ok bool) {
	m := byNumber.FindStringSubmatch(text)
	if m == nil {
		return Line{}, false
	}
	n, err := strconv.Atoi(m[2])
	return Line{Chip: "/dev/" + m[1], Offset: n}, err == nil
}

// Chip is what the kernel says of a chip.
type Chip struct {
	Path, Name, Label string
	Lines             int
}

// Info is what the kernel says of a line.
type Info struct {
	Line
	Name     string // in the device tree; empty: it has none
	Consumer string // who holds it; empty: nobody
	Used     bool   // somebody holds it
}

// header reports whether the chip drives a Raspberry Pi's 40-pin header. Its
// device's number tells nothing: a Pi 5's is gpiochip4 or gpiochip0 by kernel
// (github.com/raspberrypi/linux, pull request 6144).
func (c Chip) header() bool {
	return c.Label == "pinctrl-rp1" || strings.HasPrefix(c.Label, "pinctrl-bcm2")
}

// line returns the line of the chip that the name means, the zero Line if it has
// none. Of a header, GPIO17 is line 17 also where it has another name: the first
// kernels for a Pi 5 call it PIN11, and mainline's device trees call GPIO9
// SPI_MISO.
func (c Chip) line(name string, list []Info) Line {
	if k := slices.IndexFunc(list, func(o Info) bool { return o.Name == name }); k >= 0 {
		return list[k].Line
	}
	if m := byHeader.FindStringSubmatch(name); m != nil && c.header() {
		if n, err := strconv.Atoi(m[1]); err == nil && n < c.Lines {
			return Line{c.Path, n}
		}
	}
	return Line{}
}

// Bias is what holds an input that nothing drives.
type Bias uint8

// The biases. Not every chip has each of them.
const (
	AsIs Bias = iota
	PullUp
	PullDown
	Floating
)

// Options are how lines are asked for. The zero Options are plain inputs.
type Options struct {
	Consumer string        // shown to anyone who asks who holds a line; empty: "stonehand"
	Bias     Bias          // of inputs
	Edges    bool          // of inputs: report both edges to Wait
	Debounce time.Duration // of inputs with edges: how long a level must last; 0: none. The kernel sees to it
	Outputs  bool          // the lines are driven
	Levels   uint64        // of outputs, at first: bit i is line i
}

// Event is an edge of a line.
type Event struct {
	Line int  // which of the lines asked for, from 0
	High bool // the level after it
}

// ErrTimeout is what Wait returns when nothing has happened in time.
var ErrTimeout = errors.New("gpiochip: no line has changed")

// explain says what a failure of a line or chip means for people.
func explain(what any, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENXIO), errors.Is(err, syscall.ENODEV):
		return hw.Errorf("%v is not there; plug in the chip that has it, or switch it on in the device tree (%w)", what, err)
	case errors.Is(err, fs.ErrPermission):
		return hw.Errorf("%v may not be used by this user; add the user to the group that owns /dev/gpiochip*, often gpio (%w)", what, err)
	case errors.Is(err, syscall.EBUSY):
		return hw.Errorf("%v is in use by another program or by the kernel; gpioinfo tells by which (%w)", what, err)
	case errors.Is(err, syscall.EINVAL):
		return hw.Errorf("%v cannot be used as is wanted; it may lack the pull resistor or the edges that were asked for (%w)", what, err)
	case errors.Is(err, syscall.ENOTTY):
		return hw.Errorf("%v is not a GPIO chip of a kernel from 5.10 on (%w)", what, err)
	}
	return hw.Errorf("%v does not work (%w)", what, err)
}
