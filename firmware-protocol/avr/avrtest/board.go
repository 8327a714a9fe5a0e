// Package avrtest runs the board's firmware for tests: the very program that is
// flashed onto a microcontroller, on a simulated one (simavr for AVRs, rp2040js for the
// RP2040 of a Pico), with its serial line on a pseudo-terminal, its sensors set by the
// test and its lights read back as they were clocked out.
//
//	b := avrtest.Start(t, avrtest.Options{})
//	// open b.Pty() as any serial port, raw, and talk to it
//	b.SetPoint(180, protocol.Black) // a hand puts a stone down
//	c := b.Lights()[180]            // what the light under it shows
//	b.Reset()                       // somebody presses the reset button
//
// Simulated time keeps pace with the clock on the wall, and falls behind it on
// a machine that is too slow; idle, a board takes about a sixth of a core. The
// firmware and the simulator are built on first use and kept in the user's
// cache folder. Where a tool is missing [Start] skips the test, or fails it
// under CI=true.
//
// What runs a Pico is in ../../rp2040/sim. The simulator of AVRs (../simrun) is a program of its own under the GPL-3,
// because it is linked with libsimavr; this package only starts it.
package avrtest

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	protocol "stonehand/firmware-protocol"
)

// The microcontrollers the firmware is built for.
const (
	ATmega2560 = "atmega2560"
	ATmega328P = "atmega328p"
	RP2040     = "rp2040" // of a Raspberry Pi Pico
)

// The boot loaders of Arduino's boards, which differ in what they do with a
// watchdog. Either waits a second before it starts the firmware.
const (
	Bootloader2011  = "2011"  // leaves it on, so that a watchdog's reset never ends
	BootloaderLater = "later" // switches it off
)

// Options is what board to start. The zero Options is the reference board: an
// ATmega2560, 19 by 19 points, two planes, a light a point and four at the edge.
type Options struct {
	MCU         string // ATmega2560 when empty
	Rows, Cols  int    // 19 when 0
	Planes      int    // 2 when 0
	Analog      bool   // the analog board, which an ATmega2560 alone reads
	NoPointLEDs bool   // built without lights at the points
	NoEdgeLEDs  bool   // built without lights of their own for the edge
	Defines     string // further options of the firmware's make, as "-DSCAN_MS=2"
	UID         string // 16 hexadecimal digits; empty: the board has none
	USB         bool   // an RP2040 whose line is its USB, not its UART
	// Bootloader is what an AVR starts with; empty: the firmware itself.
	Bootloader string
	// ResetOnOpen restarts the chip whenever the line is opened, as on an
	// Arduino, whose reset hangs on the line's DTR.
	ResetOnOpen bool
}

// RGB is what one light was told to show, 0-255 a channel.
type RGB struct{ R, G, B uint8 }

// Strip returns what the firmware sends to a light for a look's colour at full
// brightness and with the current limit out of reach: its square, which is close
// to how eyes judge brightness.
func Strip(c RGB) RGB {
	f := func(v uint8) uint8 { return uint8(uint16(v) * (uint16(v) + 1) >> 8) }
	return RGB{f(c.R), f(c.G), f(c.B)}
}

// Board is a running board. Its methods may be called from any goroutine; what
// goes wrong fails the test.
type Board struct {
	t      testing.TB
	o      Options
	pty    string
	cmd    *exec.Cmd
	stderr bytes.Buffer

	mu     sync.Mutex // over a command and its answer, and closed
	in     io.WriteCloser
	out    *bufio.Reader
	closed bool
	gone   bool // the simulator has ended by itself
}

// Start builds what is needed and starts a board that lives until the test
// ends, or until Close. The firmware is running when Start returns; what it sends
// before its line is opened, its introduction too, is lost, as on a real line.
func Start(t testing.TB, o Options) *Board {
	t.Helper()
	o.MCU = cmp.Or(o.MCU, ATmega2560)
	o.Rows, o.Cols, o.Planes = cmp.Or(o.Rows, 19), cmp.Or(o.Cols, 19), cmp.Or(o.Planes, 2)
	kit := kitOf(o.MCU)
	requireTools(t, kit)
	dir, err := kit.build(o.build(), o.defines())
	if failed, ok := errors.AsType[*buildError](err); ok && failed.offline() {
		unavailable(t, "the simulator of the RP2040 cannot be fetched from npm's registry: "+err.Error())
	}
	if err != nil {
		t.Fatalf("building the firmware: %v", err)
	}
	b := &Board{t: t, o: o}
	b.cmd = b.simulator(dir)
	b.cmd.Stderr = &b.stderr
	if b.in, err = b.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := b.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	b.out = bufio.NewReader(out)
	if o.MCU == RP2040 {
		b.startPico()
	} else if err := b.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	first, err := b.out.ReadString('\n')
	var found bool
	if b.pty, found = strings.CutPrefix(strings.TrimSpace(first), "pty "); err != nil || !found {
		b.Close()
		t.Fatalf("the simulator did not start: %q, %v\n%s", first, err, b.stderr.String())
	}
	for !b.runs() {
		if b.lost() {
			t.FailNow()
		}
		time.Sleep(time.Millisecond)
	}
	return b
}

// lost reports whether the simulator is gone. That the test has failed says nothing of it:
// scripts that run side by side in one test have boards of their own.
func (b *Board) lost() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.gone
}

// runs tells whether the firmware has come so far that its line may be opened.
func (b *Board) runs() bool {
	b.t.Helper()
	if b.o.USB {
		return b.ask("device") != ""
	}
	return b.Sent() > 0
}

// simulator returns the command that runs the board.
func (b *Board) simulator(dir string) *exec.Cmd {
	o := b.o
	chips := fmt.Sprint((o.Rows*o.Cols*o.Planes + 7) / 8)
	if o.MCU == RP2040 {
		line := "uart"
		if o.USB {
			line = "usb"
		}
		return exec.Command("node", filepath.Join(dir, "picosim.mjs"),
			filepath.Join(dir, o.build()), chips, fmt.Sprint(o.lights()), o.UID, line)
	}
	args := []string{"-m", o.MCU, "-f", filepath.Join(dir, o.build()), "-l", fmt.Sprint(o.lights())}
	if o.Analog {
		args = append(args, "-a", fmt.Sprint(o.Rows*o.Cols))
	} else {
		args = append(args, "-c", chips)
	}
	if o.Bootloader != "" {
		args = append(args, "-b", filepath.Join(dir, "boot-"+o.MCU+"-"+o.Bootloader+".hex"))
	}
	if o.UID != "" {
		args = append(args, "-u", o.UID)
	}
	if o.ResetOnOpen {
		args = append(args, "-r")
	}
	return exec.Command(filepath.Join(dir, "simrun"), args...)
}

// build names what the firmware's make is to build.
func (o Options) build() string {
	switch {
	case o.MCU == RP2040:
		return "rp2040.uf2"
	case o.Analog:
		return o.MCU + "-analog.elf"
	}
	return o.MCU + ".elf"
}

func (o Options) defines() string {
	var d []string
	d = append(d, fmt.Sprintf("-DROWS=%d -DCOLS=%d -DPLANES=%d", o.Rows, o.Cols, o.Planes))
	if o.NoPointLEDs {
		d = append(d, "-DPOINT_LEDS=0")
	}
	if o.NoEdgeLEDs {
		d = append(d, "-DEDGE_LEDS=0")
	}
	if o.Defines != "" {
		d = append(d, o.Defines)
	}
	return strings.Join(d, " ")
}

func (o Options) lights() int {
	n := 0
	if !o.NoPointLEDs {
		n = o.Rows * o.Cols
	}
	if !o.NoEdgeLEDs {
		n += 4
	}
	return n
}

// Pty returns the path of the board's serial line.
func (b *Board) Pty() string { return b.pty }

// Points returns the number of points.
func (b *Board) Points() int { return b.o.Rows * b.o.Cols }

// ask sends one command and returns the answer after "ok".
func (b *Board) ask(format string, args ...any) string {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		b.t.Errorf("the board was used after Close")
		return ""
	}
	line := fmt.Sprintf(format, args...)
	if _, err := fmt.Fprintln(b.in, line); err != nil {
		b.gone = true
		b.t.Errorf("the simulator is gone: %v", err)
		return ""
	}
	answer, err := b.out.ReadString('\n')
	if err != nil {
		b.gone = true
		b.t.Errorf("the simulator is gone: %v", err)
		return ""
	}
	answer = strings.TrimSpace(answer)
	rest, ok := strings.CutPrefix(answer, "ok")
	if !ok {
		b.t.Errorf("the simulator answered %q to %q", answer, line)
	}
	return strings.TrimSpace(rest)
}

// number reads the n-th number of an answer, 0 first.
func (b *Board) number(answer string, n int) uint64 {
	b.t.Helper()
	var v uint64
	fields := strings.Fields(answer)
	if n >= len(fields) {
		b.t.Errorf("the simulator answered %q", answer)
		return 0
	}
	if _, err := fmt.Sscan(fields[n], &v); err != nil {
		b.t.Errorf("the simulator answered %q: %v", answer, err)
	}
	return v
}

// SetPoint puts what s says onto a point: Empty lifts the stone, Unreadable
// holds both poles to it. On a board of one plane anything but Empty is a stone.
// It returns the cycle (of 62.5 ns simulated time) at which the sensor changed.
func (b *Board) SetPoint(point int, s protocol.State) uint64 {
	b.t.Helper()
	return b.SetPoints(map[int]protocol.State{point: s})
}

// SetPoints changes several points at the same moment.
func (b *Board) SetPoints(states map[int]protocol.State) uint64 {
	b.t.Helper()
	if b.o.Analog {
		return b.lay(states)
	}
	var s strings.Builder
	for point, state := range states {
		if point < 0 || point >= b.Points() {
			b.t.Errorf("there is no point %d on this board", point)
			return 0
		}
		for plane := range b.o.Planes {
			level := 1 // sensors are low over a magnet
			if state&(1<<plane) != 0 || b.o.Planes == 1 && state != protocol.Empty {
				level = 0
			}
			fmt.Fprintf(&s, " %d %d", plane*b.Points()+point, level)
		}
	}
	return b.number(b.ask("input%s", s.String()), 0)
}

// Lights returns what every light shows now: one a point in point order, then
// those of the edge, as far as the board has them. It is the last frame that
// was clocked out whole.
func (b *Board) Lights() []RGB {
	b.t.Helper()
	l, _ := b.lights()
	return l
}

// lights also returns the cycle at which the frame was complete.
func (b *Board) lights() ([]RGB, uint64) {
	b.t.Helper()
	answer := b.ask("lights")
	at := b.number(answer, 1)
	raw, err := hex.DecodeString(answer[strings.LastIndexByte(answer, ' ')+1:])
	if err != nil || len(raw) != 3*b.o.lights() {
		b.t.Errorf("the simulator answered %q", answer)
		return make([]RGB, b.o.lights()), 0
	}
	l := make([]RGB, b.o.lights())
	for i := range l {
		l[i] = RGB{raw[3*i], raw[3*i+1], raw[3*i+2]}
	}
	return l, at
}

// LitAt returns the cycle at which the last frame of the lights was complete.
func (b *Board) LitAt() uint64 {
	b.t.Helper()
	_, at := b.lights()
	return at
}

// SentAt returns the cycle at which byte n, counted from 0 since the board was
// started, had left the board.
func (b *Board) SentAt(n uint64) uint64 {
	b.t.Helper()
	return b.number(b.ask("sent %d", n), 0)
}

// Sent returns how many bytes have left the board since it was started.
func (b *Board) Sent() uint64 {
	b.t.Helper()
	return b.number(b.ask("cycle"), 1)
}

// elapsed returns the simulated time since the board was started.
func (b *Board) elapsed() time.Duration {
	b.t.Helper()
	return time.Duration(b.number(b.ask("cycle"), 0)) * 125 / 2
}

// Run waits until d of simulated time has passed.
func (b *Board) Run(d time.Duration) {
	b.t.Helper()
	for end := b.elapsed() + d; b.elapsed() < end && !b.t.Failed(); {
		time.Sleep(time.Millisecond)
	}
}

// Behind returns how far simulated time fell behind the clock on the wall while do
// ran: nothing on a machine that is fast enough.
func (b *Board) Behind(do func()) time.Duration {
	b.t.Helper()
	began, at := time.Now(), b.elapsed()
	do()
	return max(time.Since(began)-(b.elapsed()-at), 0)
}

// Reset restarts the chip as its reset pin would. Sensors keep their state, the
// EEPROM its content, and the lights show what they last showed.
func (b *Board) Reset() {
	b.t.Helper()
	b.ask("reset pin")
}

// Cause is why a chip starts again.
type Cause string

// The causes. Dip and BrownOut are a supply that was too low: for so short a time that
// the RAM kept what was in it, or for longer. After BrownOut and Power the RAM holds
// anything.
const (
	Pin      Cause = "pin"
	Dip      Cause = "dip"
	BrownOut Cause = "brownout"
	Power    Cause = "power"
)

// Restart starts the chip n times because of why, and lets it run for so much
// simulated time each, as fast as this machine can.
func (b *Board) Restart(why Cause, n int, each time.Duration) {
	b.t.Helper()
	b.ask("reset %s %d %d", why, n, each.Milliseconds())
}

// Resets returns how often the chip was reset since it was started, by whatever.
func (b *Board) Resets() uint64 {
	b.t.Helper()
	return b.number(b.ask("resets"), 0)
}

// Worn returns how often the EEPROM was written since the chip was started, and how often
// the cell that was written most.
func (b *Board) Worn() (writes, most uint64) {
	b.t.Helper()
	answer := b.ask("worn")
	return b.number(answer, 0), b.number(answer, 1)
}

// Break cuts the wire between shift registers chip-1 and chip, counted from 0
// at the microcontroller: what comes from beyond reads as ones. Of an analog board
// it pulls out multiplexer chip.
func (b *Board) Break(chip int) {
	b.t.Helper()
	b.ask("break %d", chip)
}

// BreakFor is Break for a chain that is joined again within a scan, after so many of
// its bytes.
func (b *Board) BreakFor(chip, bytes int) {
	b.t.Helper()
	b.ask("break %d %d", chip, bytes)
}

// Mend joins what Break cut.
func (b *Board) Mend() {
	b.t.Helper()
	b.ask("break -1")
}

// Stall stops the unit that reads the sensors, so that the firmware's main loop
// hangs until its watchdog restarts the chip.
func (b *Board) Stall() {
	b.t.Helper()
	b.ask("stall")
}

// Close ends the board: its line hangs up. Only the first call counts.
func (b *Board) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return
	}
	b.closed = true
	b.in.Close()
	if err := b.cmd.Wait(); err != nil {
		b.t.Errorf("the simulator ended badly: %v\n%s", err, b.stderr.String())
	}
}
