package avrtest

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"

	"github.com/creack/pty"

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

// startPico starts the simulator of the RP2040 with the device's end of a new
// pseudo-terminal at its file descriptor 3. The terminal is raw, and stays so.
func (b *Board) startPico() {
	b.t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		b.t.Fatal(err)
	}
	defer master.Close()
	raw := exec.Command("stty", "raw", "-echo")
	raw.Stdin = slave
	out, err := raw.CombinedOutput()
	if err != nil {
		b.t.Fatalf("%v: %v\n%s", raw, err, out)
	}
	b.cmd.Args = append(b.cmd.Args, slave.Name())
	b.cmd.ExtraFiles = []*os.File{master}
	if err := b.cmd.Start(); err != nil {
		b.t.Fatal(err)
	}
	// The simulator shares this file, and must not wait when it reads.
	if err := syscall.SetNonblock(int(master.Fd()), true); err != nil {
		b.t.Error(err)
	}
	slave.Close()
}

// Device returns what a computer reads of the board at its USB, as
// "2e8a:000a maker/product/serial"; it is empty while the board is unplugged.
func (b *Board) Device() string {
	b.t.Helper()
	return b.ask("device")
}

// Unplug pulls the board's USB out, which goes on with a supply of its own; Plug puts
// it back.
func (b *Board) Unplug() {
	b.t.Helper()
	b.ask("unplug")
}

// Plug puts the board's USB back.
func (b *Board) Plug() {
	b.t.Helper()
	b.ask("plug")
}
