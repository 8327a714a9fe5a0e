//go:build !linux

package program

import "errors"

// Confinement is what a program may still do.
type Confinement struct {
	MemoryMB int    `flag:"memory,16,65536"`
	Hide     string `flag:"hide"`
	Scratch  string `flag:"scratch"`
	Group    string `flag:"group"`
}

// Confine is for Linux alone.
func Confine(Confinement, []string) error {
	return errors.New("other programs can play at the table on Linux only")
}

// Weakness says what this kernel does not hold a program back from.
func Weakness() string { return "only Linux holds other programs back" }
