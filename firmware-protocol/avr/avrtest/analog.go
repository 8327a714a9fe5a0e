package avrtest

import (
	"fmt"
	"strings"

	protocol "stonehand/firmware-protocol"
)

// What the sensors of an analog board put out, in millivolts, unless the test
// says otherwise: half of their supply, and as much more or less as a magnet of
// some 20 mT makes it.
const (
	Rest  = 2500
	Stone = 300
	// Open is a sensor that is not there.
	Open = -1
)

// The lines of an analog board that [Board.Stick] takes: four of address, then the
// enable lines, active low, of three banks of eight multiplexers each.
const (
	Address0 = iota
	Address1
	Address2
	Address3
	Bank0
	Bank1
	Bank2
)

// SetVolts sets what sensors of an analog board put out, by point, in millivolts
// or [Open]. It returns the cycle at which they changed.
func (b *Board) SetVolts(millivolts map[int]int) uint64 {
	b.t.Helper()
	var s strings.Builder
	for point, mv := range millivolts {
		fmt.Fprintf(&s, " %d %d", point, mv)
	}
	return b.number(b.ask("volts%s", s.String()), 0)
}

// lay is SetPoints of an analog board.
func (b *Board) lay(states map[int]protocol.State) uint64 {
	b.t.Helper()
	mv := map[protocol.State]int{
		protocol.Empty: Rest, protocol.Black: Rest + Stone, protocol.White: Rest - Stone, protocol.Unreadable: Open,
	}
	volts := make(map[int]int, len(states))
	for point, state := range states {
		volts[point] = mv[state]
	}
	return b.SetVolts(volts)
}

// Noise adds up to mv millivolts either way to every sample of an analog board.
func (b *Board) Noise(mv int) {
	b.t.Helper()
	b.ask("noise %d", mv)
}

// Stick holds a line of an analog board's multiplexers at a level, whatever the
// firmware makes of its pin.
func (b *Board) Stick(line int, level bool) {
	b.t.Helper()
	n := 0
	if level {
		n = 1
	}
	b.ask("stick %d %d", line, n)
}

// Unstick lets all lines go that Stick held.
func (b *Board) Unstick() {
	b.t.Helper()
	b.ask("stick -1")
}

// HoldButton holds the button that makes an analog board learn its zeros again when
// it starts, or lets it go.
func (b *Board) HoldButton(held bool) {
	b.t.Helper()
	n := 0
	if held {
		n = 1
	}
	b.ask("button %d", n)
}

// ScanTook returns how long the last scan of an analog board had taken when its
// last sample was begun, in cycles of 62.5 ns.
func (b *Board) ScanTook() uint64 {
	b.t.Helper()
	return b.number(b.ask("scan"), 0)
}
