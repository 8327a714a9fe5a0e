package grbl

import "strings"

// Flavor is a family of firmware that speaks as GRBL 1.1 does, with differences.
type Flavor uint8

// The families.
const (
	GRBL    Flavor = iota // GRBL 1.1 itself, and what is built from it
	GrblHAL               // https://github.com/grblHAL
	FluidNC               // https://github.com/bdring/FluidNC
)

// String returns the family's name.
func (f Flavor) String() string { return [...]string{"GRBL", "grblHAL", "FluidNC"}[f] }

// supported is what a controller may run.
const supported = "GRBL 1.1h, grblHAL or FluidNC"

// greetings are how firmware that is none of GRBL's begins, or answers what it
// does not know. Each list is of prefixes.
var greetings = []struct {
	name  string
	begin []string
}{
	{"Marlin", []string{"start", "Marlin", "echo:"}},
	{"RepRapFirmware", []string{"RepRapFirmware"}},
	{"Repetier", []string{"Repetier", "Info:"}},
	{"Smoothieware", []string{"Smoothie"}},
	{"TinyG or g2core", []string{`{"`, "tinyg ", "g2core"}},
	{"LinuxCNC", []string{"LinuxCNC", "EMC ", "HELLO NAK"}},
	{"Klipper", []string{"// Klipper", "// Unknown command", "!! "}},
	{"MicroPython", []string{">>>", "MicroPython"}},
}

// foreign names the firmware that a line is of, "" where it says nothing.
func foreign(line string) string {
	for _, g := range greetings {
		for _, b := range g.begin {
			if strings.HasPrefix(line, b) {
				return g.name
			}
		}
	}
	return ""
}
