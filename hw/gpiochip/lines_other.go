//go:build !linux

package gpiochip

import (
	"time"

	"stonehand/hw"
)

var errLinux = hw.Errorf("GPIO lines are read through Linux's /dev/gpiochip; this system has none")

// Lines are lines of one chip that this program holds.
type Lines struct{}

// Find returns the lines that the names mean.
func Find(...string) ([]Line, error) { return nil, errLinux }

// Open asks for lines of one chip.
func Open([]Line, Options) (*Lines, error) { return nil, errLinux }

// String names the lines.
func (*Lines) String() string { return "no lines" }

// Read returns the levels of all lines.
func (*Lines) Read() (uint64, error) { return 0, errLinux }

// Out drives lines.
func (*Lines) Out(uint64, uint64) error { return errLinux }

// Wait returns the next edge.
func (*Lines) Wait(time.Duration) (Event, error) { return Event{}, errLinux }

// Close gives the lines back.
func (*Lines) Close() error { return nil }
