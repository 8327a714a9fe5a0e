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
