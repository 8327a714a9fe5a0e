package kerneltest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// GPIOVanish takes the GPIO chip "stonehand-board" away, see [Board.Chain].
func (b *Board) GPIOVanish() { b.t.Helper(); b.do("gpio vanish") }

// GPIOReturn brings it back.
func (b *Board) GPIOReturn() { b.t.Helper(); b.do("gpio return") }

// SimChip is a GPIO chip of the kernel's gpio-sim: lines that a program reads,
// drives and waits for, and that the test pulls.
type SimChip struct {
	b      *Board
	config string // its folder in configfs
}

// SimChip makes a GPIO chip, labelled label, with a line for each name; a line
// may go without.
func (b *Board) SimChip(label string, names ...string) *SimChip {
	b.t.Helper()
	s := &SimChip{b, filepath.Join("/sys/kernel/config/gpio-sim", label)}
	bank := filepath.Join(s.config, "bank0")
	s.mkdir(bank)
	s.write(filepath.Join(bank, "label"), label)
	s.write(filepath.Join(bank, "num_lines"), fmt.Sprint(len(names)))
	for i, name := range names {
		line := filepath.Join(bank, fmt.Sprintf("line%d", i))
		s.mkdir(line)
		if name != "" {
			s.write(filepath.Join(line, "name"), name)
		}
	}
	b.sims = append(b.sims, s)
	s.Return()
	return s
}

// Vanish takes the chip away, also from programs that hold its lines.
func (s *SimChip) Vanish() { s.b.t.Helper(); s.write(filepath.Join(s.config, "live"), "0") }

// Return brings it back, with every line pulled down.
func (s *SimChip) Return() { s.b.t.Helper(); s.write(filepath.Join(s.config, "live"), "1") }

// Path returns the chip's device, such as /dev/gpiochip1.
func (s *SimChip) Path() string {
	s.b.t.Helper()
	return "/dev/" + s.read(filepath.Join(s.config, "bank0", "chip_name"))
}

// Pull pulls a line up or down. A program that waits for its edges sees one.
func (s *SimChip) Pull(line int, up bool) {
	s.b.t.Helper()
	way := "pull-down"
	if up {
		way = "pull-up"
	}
	s.write(filepath.Join(s.sysfs(line), "pull"), way)
}

// Level returns the level of a line: what a program drives it to, or how it is
// pulled.
func (s *SimChip) Level(line int) bool {
	s.b.t.Helper()
	return s.read(filepath.Join(s.sysfs(line), "value")) == "1"
}

// sysfs is where the kernel shows a line.
func (s *SimChip) sysfs(line int) string {
	s.b.t.Helper()
	return filepath.Join("/sys/devices/platform", s.read(filepath.Join(s.config, "dev_name")),
		s.read(filepath.Join(s.config, "bank0", "chip_name")), fmt.Sprintf("sim_gpio%d", line))
}

func (s *SimChip) mkdir(path string) {
	s.b.t.Helper()
	if err := os.MkdirAll(path, 0o755); err != nil {
		s.b.t.Error(err)
	}
}

func (s *SimChip) write(path, text string) {
	s.b.t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		s.b.t.Error(err)
	}
}

func (s *SimChip) read(path string) string {
	s.b.t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		s.b.t.Error(err)
	}
	return strings.TrimSpace(string(text))
}

// remove takes the chip out of configfs, folder by folder as it was made.
func (s *SimChip) remove() {
	s.b.t.Helper()
	s.Vanish()
	bank := filepath.Join(s.config, "bank0")
	lines, _ := filepath.Glob(filepath.Join(bank, "line*"))
	for _, dir := range append(lines, bank, s.config) {
		if err := os.Remove(dir); err != nil {
			s.b.t.Error(err)
		}
	}
}

// Expander is one MCP23017 on the bus /dev/i2c-1. Pins 0 to 7 are its port A, 8
// to 15 its port B.
type Expander struct {
	b *Board
	n int
}

// count is how many expanders and contacts the board has been given.
type count struct{ expanders, contacts int }

// Mux puts a PCA9548 on the bus, at address 0x70 to 0x77.
func (b *Board) Mux(addr int) { b.t.Helper(); b.do("i2c mux %d", addr) }

// MuxPower takes the supply of a multiplexer away, or gives it back; without it
// nothing behind it answers.
func (b *Board) MuxPower(addr int, on bool) {
	b.t.Helper()
	b.do("i2c muxpower %d %d", addr, level(on))
}

// Expander puts an MCP23017 at address 0x20 to 0x27 on a channel, 0 to 7, of the
// multiplexer at address mux, or on the bus itself if mux is 0. Its pins are not
// connected.
func (b *Board) Expander(mux, channel, addr int) Expander {
	b.t.Helper()
	b.do("i2c expander %d %d %d", mux, channel, addr)
	b.i2c.expanders++
	return Expander{b, b.i2c.expanders - 1}
}

// Pin holds a pin at a level.
func (e Expander) Pin(pin int, high bool) {
	e.b.t.Helper()
	e.b.do("i2c pin %d %d %d", e.n, pin, level(high))
}

// Float lets a pin go that Pin held. Without the chip's pull-up a pin that
// nothing holds reads a random level.
func (e Expander) Float(pin int) { e.b.t.Helper(); e.b.do("i2c pin %d %d -1", e.n, pin) }

// Stick makes an input read a level whatever is at it.
func (e Expander) Stick(pin int, high bool) {
	e.b.t.Helper()
	e.b.do("i2c stick %d %d %d", e.n, pin, level(high))
}

// Free ends what Stick did.
func (e Expander) Free(pin int) { e.b.t.Helper(); e.b.do("i2c stick %d %d -1", e.n, pin) }

// Nack makes the chip not answer to so many messages.
func (e Expander) Nack(messages int) { e.b.t.Helper(); e.b.do("i2c nack %d %d", e.n, messages) }

// Power takes the chip's supply away: it does not answer. With its supply it
// comes back as from a reset, all pins inputs.
func (e Expander) Power(on bool) { e.b.t.Helper(); e.b.do("i2c power %d %d", e.n, level(on)) }

// Contact is a switch between two pins of expanders, with a diode.
type Contact struct {
	b *Board
	n int
}

// Contact puts a switch between two pins, open at first. Closed, it carries a low
// level from an output at a to an input at z.
func (b *Board) Contact(a Expander, pinA int, z Expander, pinZ int) Contact {
	b.t.Helper()
	b.do("i2c contact %d %d %d %d", a.n, pinA, z.n, pinZ)
	b.i2c.contacts++
	return Contact{b, b.i2c.contacts - 1}
}

// Close closes the switch, or opens it.
func (c Contact) Close(closed bool) { c.b.t.Helper(); c.b.do("i2c switch %d %d", c.n, level(closed)) }

// I2CHold holds the bus low: every message fails with ETIMEDOUT, after 0.1 s.
func (b *Board) I2CHold(on bool) { b.t.Helper(); b.do("i2c hold %d", level(on)) }

// I2CVanish takes the adapter away: its device node goes, and programs that have
// it open get errors.
func (b *Board) I2CVanish() { b.t.Helper(); b.do("i2c vanish") }

// I2CReturn brings the adapter back, once no program has the old one open.
func (b *Board) I2CReturn() { b.t.Helper(); b.do("i2c return") }
