package avrtest

import (
	"os"
	"os/exec"
	"syscall"

	"github.com/creack/pty"
)

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
