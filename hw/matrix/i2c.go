package matrix

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"time"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/host/v3/sysfs"

	"stonehand/hw"
)

// MaxExpanders is how many expanders a multiplexer makes room for.
const MaxExpanders = 64

// I2C is an I2C bus with the expanders on it. It serves [Expanders] and [Grid].
type I2C struct {
	Path      string // /dev/i2c-1
	Mux       uint16 // address of the PCA9548, 0x70 to 0x77; 0: there is none
	Expanders []Address

	// OpenBus opens the bus; nil: the kernel's.
	OpenBus func() (i2c.BusCloser, error)

	bus     i2c.BusCloser
	chips   []*expander
	began   time.Time // the present reading
	channel int       // that is selected; -1: not known
	notes   *notes
	failed  error // why no chip could be used last; nil: some could
}

const (
	// slow is what one transfer that fails may take. Where nothing answers a
	// transfer fails at once; one that takes longer has met a bus that is stuck,
	// and each further one would take as long.
	slow = 100 * time.Millisecond
	// hurry is from when on in a reading nothing is tried again.
	hurry = 300 * time.Millisecond
	// attempts is how often something is tried with an expander in one reading.
	attempts = 4
	// absentEvery is how often an expander that does not answer is looked for.
	absentEvery = 250 * time.Millisecond
)

var i2cdev = regexp.MustCompile(`^/dev/i2c-([0-9]{1,3})$`)

// ValidI2C reports whether path can be an I2C bus's.
func ValidI2C(path string) bool { return i2cdev.MatchString(path) }

// openI2C opens a bus of the kernel's. Periph's register of buses knows only
// those that were there when the program began.
func openI2C(path string) (i2c.BusCloser, error) {
	m := i2cdev.FindStringSubmatch(path)
	if m == nil {
		return nil, hw.Errorf("%s is not an I2C bus; write it like /dev/i2c-1", path)
	}
	n, _ := strconv.Atoi(m[1])
	b, err := sysfs.NewI2C(n)
	if err != nil {
		return nil, openError(path, "I2C", "dtparam=i2c_arm=on", err)
	}
	return b, nil
}

// check says what is wrong with how the bus is described.
func (b *I2C) check() error {
	if len(b.Expanders) < 1 || len(b.Expanders) > MaxExpanders {
		return hw.Errorf("%d expanders cannot be; use 1 to %d", len(b.Expanders), MaxExpanders)
	}
	if b.Mux != 0 && (b.Mux < 0x70 || b.Mux > 0x77) {
		return fmt.Errorf("matrix: no PCA9548 has the address %#02x; they have 0x70 to 0x77", b.Mux)
	}
	seen := map[Address]bool{}
	for _, a := range b.Expanders {
		switch {
		case a.Addr < 0x20 || a.Addr > 0x27:
			return fmt.Errorf("matrix: no MCP23017 has the address %02x; they have 20 to 27", a.Addr)
		case a.Channel < 0 || a.Channel > 7:
			return fmt.Errorf("matrix: the multiplexer has no channel %d; it has 0 to 7", a.Channel)
		case a.Channel != 0 && b.Mux == 0:
			return hw.Errorf("the expander %v is on channel %d, and there is no multiplexer; give its address", a, a.Channel)
		case seen[a]:
			return hw.Errorf("the expander %v is there twice", a)
		}
		seen[a] = true
	}
	return nil
}

// String names the bus.
func (b *I2C) String() string { return b.Path }

func (b *I2C) open() error {
	b.close()
	open := b.OpenBus
	if open == nil {
		open = func() (i2c.BusCloser, error) { return openI2C(b.Path) }
	}
	bus, err := open()
	if err != nil {
		return err
	}
	b.bus, b.channel, b.failed = bus, -1, nil
	b.chips = make([]*expander, len(b.Expanders))
	for i, at := range b.Expanders {
		b.chips[i] = newExpander(i, at)
	}
	return nil
}

func (b *I2C) close() {
	if b.bus != nil {
		b.bus.Close()
		b.bus = nil
	}
}

// errStuck marks failures that took so long that the bus must be stuck.
var errStuck = hw.Errorf("stuck")

// begin begins a reading. The channel is selected again in each: a multiplexer
// that was reset has forgotten it.
func (b *I2C) begin() { b.channel, b.began = -1, time.Now() }

// with does something with a chip on its channel, several times if that fails,
// and setting the chip up first where it has to be.
func (b *I2C) with(e *expander, do func() error) error {
	var err error
	hurt := false
	for range attempts {
		from := time.Now()
		if err = b.channelOf(e); err == nil {
			if !e.ready {
				err = e.setUp(b.bus)
			}
			if err == nil {
				err = do()
			}
		}
		if err == nil {
			if hurt && e.absent == 0 {
				b.notes.often(e.name.Error(), hw.Errorf("%v on %s answers only when it is asked again; check its wires and the pull-ups of SDA and SCL", e.name, b.Path))
			}
			e.absent = 0
			return nil
		}
		hurt = true
		if time.Since(from) > slow {
			return hw.Errorf("%s hangs; one of its wires is held low or its pull-ups are missing: switch the board off and on (%w: %w)", b.Path, errStuck, err)
		}
		b.channel = -1
		if errors.Is(err, errForgotten) {
			e.ready, e.known = false, false
		}
		if e.absent > noteAfter || time.Since(b.began) > hurry {
			break // it is only looked for, or the others are waiting
		}
	}
	e.absent++
	e.tried, e.ready, e.known = time.Now(), false, false
	return err
}

// errMux marks failures of the multiplexer.
var errMux = hw.Errorf("the multiplexer does not answer")

// channelOf selects the channel of a chip.
func (b *I2C) channelOf(e *expander) error {
	if b.Mux == 0 || b.channel == e.at.Channel {
		return nil
	}
	if err := b.bus.Tx(b.Mux, []byte{1 << e.at.Channel}, nil); err != nil {
		return hw.Errorf("%w at %#02x: check its address, its supply, and the wires of %s (%w)", errMux, b.Mux, b.Path, err)
	}
	b.channel = e.at.Channel
	return nil
}

// each calls do for all chips, chip by chip, and notes those with which it
// fails. A chip that has not answered for a while is looked for now and then
// only. Its error says that no chip can be used.
func (b *I2C) each(n *notes, do func(i int, e *expander) error) (good []bool, err error) {
	b.notes = n
	good = make([]bool, len(b.chips))
	some := false
	wrong := map[string]error{} // by the part
	var first error
	for i, e := range b.chips {
		if e.absent > noteAfter && time.Since(e.tried) < absentEvery {
			wrong[e.name.Error()] = b.complaint(e, nil)
			continue
		}
		err := b.with(e, func() error { return do(i, e) })
		switch {
		case err == nil:
			good[i], some = true, true
			continue
		case errors.Is(err, errStuck):
			return good, err
		case errors.Is(err, errMux):
			wrong["multiplexer"] = err
		default:
			wrong[e.name.Error()] = b.complaint(e, err)
		}
		first = cmp.Or(first, err)
	}
	switch {
	case some:
		b.failed = nil
		for _, key := range slices.Sorted(maps.Keys(wrong)) {
			n.part(key, wrong[key])
		}
	case errors.Is(first, errMux):
		b.failed = first
	case errors.Is(first, errForgotten):
		b.failed = hw.Errorf("the expanders on %s answer, and what they say is wrong; check the ground wire, the pull-ups of SDA and SCL, and the length of the cables", b.Path)
	case first != nil || b.failed == nil:
		b.failed = hw.Errorf("none of the %d expanders on %s answers; check the board's supply and the wires SDA and SCL", len(b.chips), b.Path)
	}
	return good, b.failed
}

// complaint says what is wrong with a chip.
func (b *I2C) complaint(e *expander, err error) error {
	if errors.Is(err, errForgotten) {
		return hw.Errorf("%v on %s loses its settings; check its supply and its reset wire; its points are played without meanwhile", e.name, b.Path)
	}
	return hw.Errorf("%v on %s does not answer; check its supply, its wires and its address; its points are played without until it does", e.name, b.Path)
}
