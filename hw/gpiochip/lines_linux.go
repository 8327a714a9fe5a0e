package gpiochip

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"stonehand/hw"
)

// The structures of linux/gpio.h, uAPI version 2. They are laid out alike on 32
// and 64 bits.
type (
	chipInfo struct {
		name, label [32]byte
		lines       uint32
	}
	attribute struct {
		id, _ uint32
		value uint64 // flags, levels, or microseconds in the lower half
	}
	lineInfo struct {
		name, consumer [32]byte
		offset, _      uint32 // and the number of attributes
		flags          uint64
		_              [10]attribute
		_              [4]uint32
	}
	configAttribute struct {
		attr attribute
		mask uint64
	}
	lineConfig struct {
		flags    uint64
		numAttrs uint32
		_        [5]uint32
		attrs    [10]configAttribute
	}
	lineRequest struct {
		offsets  [MaxLines]uint32
		consumer [32]byte
		config   lineConfig
		numLines uint32
		_        [6]uint32 // the size of the event buffer, padding
		fd       int32
	}
	lineValues struct{ bits, mask uint64 }
	lineEvent  struct {
		timestamp uint64
		id        uint32
		offset    uint32
		_         [8]uint32
	}
)

// ioctl numbers: direction, size, type 0xB4 and number.
const (
	getChipInfo  = 2<<30 | unsafe.Sizeof(chipInfo{})<<16 | 0xB4<<8 | 0x01
	getLineInfo  = 3<<30 | unsafe.Sizeof(lineInfo{})<<16 | 0xB4<<8 | 0x05
	getLine      = 3<<30 | unsafe.Sizeof(lineRequest{})<<16 | 0xB4<<8 | 0x07
	getValues    = 3<<30 | unsafe.Sizeof(lineValues{})<<16 | 0xB4<<8 | 0x0E
	setValues    = 3<<30 | unsafe.Sizeof(lineValues{})<<16 | 0xB4<<8 | 0x0F
	flagInput    = 1 << 2
	flagOutput   = 1 << 3
	flagRising   = 1 << 4
	flagFalling  = 1 << 5
	flagPullUp   = 1 << 8
	flagPullDown = 1 << 9
	flagFloating = 1 << 10
	attrLevels   = 2
	attrDebounce = 3
	risingEdge   = 1
)

func ioctl[T any](fd uintptr, request uintptr, arg *T) error {
	for {
		_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, fd, request, uintptr(unsafe.Pointer(arg)))
		switch errno {
		case 0:
			return nil
		case syscall.EINTR:
		default:
			return errno
		}
	}
}

func text(b []byte) string {
	s, _, _ := bytes.Cut(b, []byte{0})
	return string(s)
}

// Chips lists the chips of the computer by path. Those that cannot be opened
// are left out; the error is that of the first of them.
func Chips() ([]Chip, error) {
	paths, err := filepath.Glob("/dev/gpiochip*")
	var chips []Chip
	slices.Sort(paths)
	for _, p := range paths {
		c, e := chip(p)
		if e != nil {
			if err == nil {
				err = e
			}
			continue
		}
		// A Raspberry Pi has the same chip under two names.
		if !slices.ContainsFunc(chips, func(o Chip) bool { return o.Name == c.Name }) {
			chips = append(chips, c)
		}
	}
	return chips, err
}

func chip(path string) (Chip, error) {
	f, err := os.OpenFile(path, os.O_RDONLY, 0)
	if err != nil {
		return Chip{}, explain(path, err)
	}
	defer f.Close()
	var info chipInfo
	if err := ioctl(f.Fd(), getChipInfo, &info); err != nil {
		return Chip{}, explain(path, err)
	}
	return Chip{Path: path, Name: text(info.name[:]), Label: text(info.label[:]), Lines: int(info.lines)}, nil
}

// List returns what the kernel says of the lines of a chip.
func List(path string) ([]Info, error) {
	c, err := chip(path)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY, 0)
	if err != nil {
		return nil, explain(path, err)
	}
	defer f.Close()
	list := make([]Info, 0, c.Lines)
	for i := range c.Lines {
		info := lineInfo{offset: uint32(i)}
		if err := ioctl(f.Fd(), getLineInfo, &info); err != nil {
			return nil, explain(Line{path, i}.String(), err)
		}
		list = append(list, Info{
			Line: Line{path, i}, Name: text(info.name[:]), Consumer: text(info.consumer[:]), Used: info.flags&1 != 0,
		})
	}
	return list, nil
}

// Find returns the lines that the names mean, each a name of the device tree,
// such as GPIO17, or a chip and a number, such as gpiochip0:17. Of chips that
// have the same name for a line, a Raspberry Pi's header comes first; its pins
// are found as GPIO0 to GPIO27 whatever the kernel calls them.
func Find(names ...string) ([]Line, error) {
	found := make([]Line, len(names))
	missing := 0
	for i, name := range names {
		l, ok := Parse(name)
		if !ok {
			missing++
		}
		found[i] = l
	}
	if missing == 0 {
		return found, nil
	}
	chips, trouble := Chips()
	slices.SortStableFunc(chips, func(a, b Chip) int {
		rank := func(c Chip) int {
			if c.header() {
				return 0
			}
			return 1
		}
		return rank(a) - rank(b)
	})
	for _, c := range chips {
		list, err := List(c.Path)
		if err != nil {
			trouble = err
			continue
		}
		for i, name := range names {
			if found[i].Chip == "" {
				found[i] = c.line(name, list)
			}
		}
	}
	for i, l := range found {
		switch {
		case l.Chip != "":
		case trouble != nil:
			return nil, hw.Errorf("the GPIO line %s was not found: %w", names[i], trouble)
		case len(chips) == 0:
			return nil, hw.Errorf("the GPIO line %s was not found: this computer has no GPIO chip, /dev/gpiochip0", names[i])
		default:
			return nil, hw.Errorf("no GPIO line is called %s; gpioinfo lists the names, and gpiochip0:17 names a line by its number", names[i])
		}
	}
	return found, nil
}

// Lines are lines of one chip that this program holds. Its methods are safe for
// concurrent use.
type Lines struct {
	name    string
	offsets []int

	mu     sync.RWMutex // held for reading while the descriptor is in use
	file   *os.File
	conn   syscall.RawConn
	closed bool
}

// Open asks for lines of one chip. Nobody else can have them until Close.
func Open(lines []Line, o Options) (*Lines, error) {
	if len(lines) == 0 || len(lines) > MaxLines {
		return nil, hw.Errorf("%d GPIO lines cannot be asked for together; use 1 to %d", len(lines), MaxLines)
	}
	request := lineRequest{numLines: uint32(len(lines))}
	names := make([]string, len(lines))
	l := &Lines{}
	for i, line := range lines {
		if line.Chip != lines[0].Chip {
			return nil, hw.Errorf("the GPIO lines %v and %v are of two chips; use lines of one", lines[0], line)
		}
		names[i] = fmt.Sprint(line.Offset)
		request.offsets[i] = uint32(line.Offset)
		l.offsets = append(l.offsets, line.Offset)
	}
	l.name = lines[0].Chip + ":" + strings.Join(names, ",")
	o.Consumer = cmp.Or(o.Consumer, "stonehand")
	copy(request.consumer[:31], o.Consumer)
	request.config.set(o, uint64(1)<<len(lines)-1)

	f, err := os.OpenFile(lines[0].Chip, os.O_RDONLY, 0)
	if err != nil {
		return nil, explain(hw.Errorf("the GPIO chip %s", lines[0].Chip), err)
	}
	defer f.Close()
	if err := ioctl(f.Fd(), getLine, &request); err != nil {
		return nil, explain(hw.Errorf("the GPIO line %s", l.name), err)
	}
	if err := syscall.SetNonblock(int(request.fd), true); err != nil {
		syscall.Close(int(request.fd))
		return nil, explain(hw.Errorf("the GPIO line %s", l.name), err)
	}
	l.file = os.NewFile(uintptr(request.fd), l.name)
	if l.conn, err = l.file.SyscallConn(); err != nil {
		l.file.Close()
		return nil, explain(hw.Errorf("the GPIO line %s", l.name), err)
	}
	return l, nil
}

// set fills in what is asked of the lines in mask.
func (c *lineConfig) set(o Options, mask uint64) {
	c.flags = flagInput
	if o.Outputs {
		c.flags = flagOutput
		c.attrs[0] = configAttribute{attribute{id: attrLevels, value: o.Levels}, mask}
		c.numAttrs = 1
		return
	}
	c.flags |= map[Bias]uint64{PullUp: flagPullUp, PullDown: flagPullDown, Floating: flagFloating}[o.Bias]
	if o.Edges {
		c.flags |= flagRising | flagFalling
		if us := o.Debounce.Microseconds(); us > 0 {
			a := attribute{id: attrDebounce}
			binary.NativeEndian.PutUint32((*[8]byte)(unsafe.Pointer(&a.value))[:4], uint32(us))
			c.attrs[0], c.numAttrs = configAttribute{a, mask}, 1
		}
	}
}

// String names the lines, /dev/gpiochip0:17,22.
func (l *Lines) String() string { return l.name }

// control makes an ioctl on the lines.
func (l *Lines) control(request uintptr, v *lineValues) error {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if l.closed {
		return os.ErrClosed
	}
	var failed error
	if err := l.conn.Control(func(fd uintptr) { failed = ioctl(fd, request, v) }); err != nil {
		failed = err
	}
	if failed != nil {
		return explain(hw.Errorf("the GPIO line %s", l.name), failed)
	}
	return nil
}

// Read returns the levels of all lines at one moment: bit i is line i.
func (l *Lines) Read() (uint64, error) {
	v := lineValues{mask: uint64(1)<<len(l.offsets) - 1}
	err := l.control(getValues, &v)
	return v.bits, err
}

// Out drives the lines in mask to the levels in bits.
func (l *Lines) Out(bits, mask uint64) error {
	return l.control(setValues, &lineValues{bits: bits, mask: mask})
}

// Wait returns the next edge, [ErrTimeout] if there is none within d, which must
// be more than 0, or why the lines cannot be read any more.
func (l *Lines) Wait(d time.Duration) (Event, error) {
	if err := l.file.SetReadDeadline(time.Now().Add(d)); err != nil {
		return Event{}, explain(hw.Errorf("the GPIO line %s", l.name), err)
	}
	var e lineEvent
	buf := unsafe.Slice((*byte)(unsafe.Pointer(&e)), unsafe.Sizeof(e))
	switch n, err := l.file.Read(buf); {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return Event{}, ErrTimeout
	case errors.Is(err, io.EOF) || err == nil && n < len(buf):
		return Event{}, explain(hw.Errorf("the GPIO line %s", l.name), syscall.ENODEV)
	case err != nil:
		return Event{}, explain(hw.Errorf("the GPIO line %s", l.name), err)
	}
	return Event{Line: slices.Index(l.offsets, int(e.offset)), High: e.id == risingEdge}, nil
}

// Close gives the lines back.
func (l *Lines) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil
	}
	l.closed = true
	return l.file.Close()
}
