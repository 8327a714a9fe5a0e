package mcu

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	protocol "stonehand/firmware-protocol"
	"stonehand/hw"
	"stonehand/hw/devnode"
	"stonehand/hw/serialport"
)

// Firmware is the version of the firmware that comes with this program, in
// firmware-protocol/avr: major, minor, patch.
var Firmware = [3]uint8{1, 1, 1}

// Rates are the line speeds that a board is looked for at when it does not
// answer at its own, in bits a second, likely ones first.
var Rates = []int{115200, 57600, 250000, 9600, 38400, 500000, 19200, 230400, 1000000}

// Examine tries the board at address, as [Serial] takes it, as [hw.Finding]
// asks: it opens the line, greets the board, asks it for what it counted, for a
// self-test where it has one, and for what stands on it. A board that does not
// answer is looked for at the other usual rates, so that a wrong baud is told
// from a board without power. want is the size it must have, zero for any; its
// Colors is not looked at.
func Examine(ctx context.Context, address string, baud int, want hw.Geometry) []hw.Finding {
	return examine(ctx, address, baud, want, usual)
}

// examine is Examine with other patience.
func examine(ctx context.Context, address string, baud int, want hw.Geometry, wait waits) []hw.Finding {
	baud = cmp.Or(baud, protocol.BaudRate)
	device := "board at " + address
	line, path, fs := serialport.Try(device, "board", address, baud)
	if line == nil {
		return fs
	}
	if path != address {
		device += " (" + path + ")"
	}
	v := newInterview(line)
	defer v.close()
	report := func(h hw.Health, do, format string, args ...any) []hw.Finding {
		return []hw.Finding{{Device: device, Health: h, Text: fmt.Sprintf(format, args...), Do: do}}
	}
	caps, err := v.greet(ctx, wait.start)
	if gone, ok := errors.AsType[*lineError](err); ok {
		return report(hw.Bad, "plug it in again; if that does not help, try another cable", "the connection broke during the test: %v", gone.error)
	}
	if err == nil {
		return v.examine(ctx, device, caps, want, wait)
	}
	if wrong, ok := errors.AsType[*protocol.VersionError](err); ok {
		return report(hw.Bad, flash, "%v", wrong)
	}
	heard, sample := v.received, slices.Clone(v.sample)
	for _, rate := range Rates {
		if rate == baud || ctx.Err() != nil {
			continue
		}
		if v.retune(rate) != nil {
			continue // the port cannot run at it
		}
		if _, err := v.greet(ctx, wait.rate); err == nil {
			return report(hw.Bad, fmt.Sprintf("set board.baud = %d", rate), "the board answers at %d baud, but the configuration says %d", rate, baud)
		}
	}
	var this devnode.System
	switch {
	case ctx.Err() != nil:
		return report(hw.Bad, "", "the test was cut short: %v", ctx.Err())
	case this.Console(path):
		return report(hw.Bad, "turn off console and login shell on the serial port with raspi-config, and restart", "the kernel uses this line as its console")
	case v.decoder.Counts.Frames > 0:
		return report(hw.Bad, "switch it off and on", "frames arrive, but HELLO gets no answer at %d baud", baud)
	case heard == 0:
		return report(hw.Bad, "check its power and its cable, and that this is its port; an unflashed board is silent too ("+flash+")",
			"silence: not a byte at %d baud within %v, and no board at any other usual rate", baud, wait.start)
	}
	do := "check that this is the board's port"
	if guess := guess(sample); guess != "" {
		return report(hw.Bad, do, "%d bytes came at %d baud, but no frame; it looks like %s", heard, baud, guess)
	}
	return report(hw.Bad, do+", and the line's wiring", "garbage: %d bytes came at %d baud, but no frame, and no board answered at any other usual rate", heard, baud)
}

// flash says how a board gets its firmware.
const flash = "flash the firmware: make -C firmware-protocol/avr flash-atmega2560 PORT=..., or make flash-pico"

// guess says what a device that speaks something else may be, "" if nothing
// comes to mind.
func guess(sample []byte) string {
	text := string(sample)
	switch {
	case strings.Contains(text, "Grbl "), strings.Contains(text, "<Idle|"):
		return "a GRBL controller, such as the arm has"
	case strings.Contains(text, "$GP"), strings.Contains(text, "$GN"):
		return "a satellite receiver"
	}
	printable := 0
	for _, c := range sample {
		if c >= ' ' && c <= '~' || c == '\r' || c == '\n' || c == '\t' {
			printable++
		}
	}
	if len(sample) >= 8 && printable == len(sample) {
		line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
		return fmt.Sprintf("a device that sends text: %q", strings.TrimSpace(line))
	}
	return ""
}

// examine asks a board that has introduced itself for everything else.
func (v *interview) examine(ctx context.Context, device string, c protocol.Caps, want hw.Geometry, wait waits) (fs []hw.Finding) {
	add := func(h hw.Health, do, format string, args ...any) {
		fs = append(fs, hw.Finding{Device: device, Health: h, Text: fmt.Sprintf(format, args...), Do: do})
	}
	who := describe(c)
	switch err := c.Understood(); {
	case err != nil:
		add(hw.Bad, flash, "%s; %v", who, err)
		return fs
	case want.Cols != 0 && (want.Cols != int(c.Cols) || want.Rows != int(c.Rows)):
		add(hw.Bad, "plug in the right board, or change board.cols and board.rows", "%s; the configuration says %d columns and %d rows", who, want.Cols, want.Rows)
		return fs
	}
	text := who
	snapshot, err := v.ask(ctx, protocol.SnapshotGet{}, wait.answer)
	unread := 0
	switch s, ok := snapshot.(protocol.Snapshot); {
	case ok && len(s.States) == c.Points():
		stones := 0
		for _, p := range s.States {
			switch p {
			case protocol.Black, protocol.White:
				stones++
			case protocol.Unreadable:
				unread++
			}
		}
		text += fmt.Sprintf("; sees %d stones", stones)
		add(hw.OK, "", "%s", text)
	case err == nil:
		err = hw.Errorf("it answered %v", snapshot)
		fallthrough
	default:
		add(hw.OK, "", "%s", text)
		if refusal, ok := errors.AsType[protocol.Error](err); ok {
			add(hw.Bad, "check the wiring and the supply of the "+chips(c), "its sensors cannot be read: %v", refusal)
		} else {
			add(hw.Bad, "switch it off and on; if that does not help: "+flash, "it does not report its stones: %v", err)
		}
	}
	if unread > 0 {
		add(hw.Warn, "check those sensors (stonehand doctor --watch shows them as ?), or go on without them (board.masked)",
			"%d points show both poles at once or are dead", unread)
	}
	if slices.Compare(c.Firmware[:], Firmware[:]) < 0 {
		add(hw.Warn, flash, "its firmware %s is older than %s, which comes with this program", version(c.Firmware), version(Firmware))
	}
	if c.Reset&protocol.ResetBrownOut != 0 {
		add(hw.Warn, "use a stronger supply, or a lower current limit for the lights", "its last restart was caused by low supply voltage")
	}
	if c.Reset&protocol.ResetWatchdog != 0 {
		add(hw.Warn, "if it happens again: "+flash, "its watchdog restarted it, so its firmware hung")
	}
	fs = append(fs, v.selftest(ctx, device, c, wait.test)...)
	if s, err := v.ask(ctx, protocol.StatsGet{}, wait.answer); err == nil {
		if s, ok := s.(protocol.Stats); ok {
			if lost := uint64(s.CRCErrors) + uint64(s.BadFrames); lost > 10 && lost*50 > uint64(s.FramesIn) {
				add(hw.Warn, "use a shorter or shielded cable, away from the lights' supply", "of %d frames sent to it, %d were corrupted on the line", s.FramesIn, lost)
			}
			if s.ChainFaults > 0 {
				add(hw.Warn, "check the wiring and the supply of the "+chips(c), "%d scans since its start were incomplete", s.ChainFaults)
			}
		}
	}
	return fs
}

// selftest has a board that can test itself do so.
func (v *interview) selftest(ctx context.Context, device string, c protocol.Caps, wait time.Duration) []hw.Finding {
	if c.Features&protocol.FeatureSelftest == 0 {
		return nil
	}
	m, err := v.ask(ctx, protocol.SelftestRun{}, wait)
	if err != nil {
		return []hw.Finding{{Device: device, Health: hw.Warn, Text: fmt.Sprintf("its self-test gave no result: %v", err), Do: "switch it off and on"}}
	}
	t, ok := m.(protocol.Selftest)
	if !ok || t.Failed == 0 {
		return nil
	}
	bad := hw.Finding{Device: device, Health: hw.Bad}
	switch {
	case t.Failed&protocol.TestChain != 0 && measures(c) && t.Found == 0xFFFF:
		bad.Text, bad.Do = "its self-test failed: the tied inputs of the last multiplexer do not read as they should", "check the address and enable lines of the multiplexers, their supply, and those ties"
	case t.Failed&protocol.TestChain != 0 && measures(c):
		bad.Text, bad.Do = fmt.Sprintf("its self-test failed: %d of %d multiplexers have a sensor that answers", t.Found, t.Chips), "stonehand doctor --watch shows their points as ?; check the supply and the output of those multiplexers"
	case t.Failed&protocol.TestChain != 0 && t.Found == 0xFFFF:
		bad.Text, bad.Do = fmt.Sprintf("its self-test failed: nothing comes back through the %d shift registers", t.Chips), "check their supply, clock and data lines at the first one"
	case t.Failed&protocol.TestChain != 0:
		bad.Text, bad.Do = fmt.Sprintf("its self-test failed: the chain is %d shift registers long, and %d were built in", t.Found, t.Chips), "look for a bridge or a gap in the data line, or build the firmware for this many"
	case t.Failed&protocol.TestEEPROM != 0:
		bad.Health, bad.Text, bad.Do = hw.Warn, "its self-test failed: its EEPROM does not keep what is written", "replace the microcontroller when convenient"
	default:
		bad.Text, bad.Do = fmt.Sprintf("its self-test failed: the stack came near the data (%d bytes left)", t.FreeRAM), flash
	}
	return []hw.Finding{bad}
}

// measures reports whether a board's sensors measure fields; others are switches.
func measures(c protocol.Caps) bool { return c.Features&protocol.FeatureFieldRaw != 0 }

// chips names what a board's sensors are read through.
func chips(c protocol.Caps) string {
	if measures(c) {
		return "multiplexers"
	}
	return "shift registers"
}

// Search greets what is plugged in at USB, but for skip, which are devices that
// are spoken for: paths, or USB identities as [Serial] takes them. Each board that
// answers is a finding with the lines that would make it the table's. Devices that
// opening resets are reset.
func Search(ctx context.Context, skip []string) []hw.Finding {
	plugged, err := serialport.List()
	if err != nil {
		return nil // then there is no USB here
	}
	return search(ctx, slices.DeleteFunc(plugged, func(p serialport.Plugged) bool {
		return slices.ContainsFunc(skip, func(address string) bool { return spokenFor(p, address) })
	}), usual)
}

// spokenFor reports whether address names p.
func spokenFor(p serialport.Plugged, address string) bool {
	if id := strings.ToLower(p.USB); address != "" && strings.HasPrefix(id+":", strings.ToLower(address)+":") {
		return true
	}
	return real(p.Path) == real(address)
}

// real follows the links of a path, as far as they lead anywhere.
func real(path string) string {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		return to
	}
	return path
}

func search(ctx context.Context, plugged []serialport.Plugged, wait waits) []hw.Finding {
	found := make([]*hw.Finding, len(plugged))
	var all sync.WaitGroup
	for i, p := range plugged {
		all.Go(func() {
			line, _, _ := serialport.Try("", "board", p.Path, protocol.BaudRate)
			if line == nil {
				return
			}
			v := newInterview(line)
			defer v.close()
			c, err := v.greet(ctx, wait.start)
			if err != nil {
				return
			}
			found[i] = &hw.Finding{Device: "board at " + p.Path, Health: hw.Warn,
				Text: fmt.Sprintf("%s; it is not in the configuration", describe(c)),
				Do:   fmt.Sprintf("to play on it, write under [board]: kind = \"mcu\" and port = %q, or usb = %q", p.Path, p.USB)}
		})
	}
	all.Wait()
	var fs []hw.Finding
	for _, f := range found {
		if f != nil {
			fs = append(fs, *f)
		}
	}
	return fs
}

// describe says what a board is, in a line.
func describe(c protocol.Caps) string {
	parts := []string{fmt.Sprintf("%d columns, %d rows", c.Cols, c.Rows)}
	if c.Planes == 2 {
		parts = append(parts, "tells colours apart")
	} else {
		parts = append(parts, "sees stones without their colour")
	}
	if measures(c) {
		parts = append(parts, "measures fields")
	}
	switch {
	case c.LEDs > 0:
		parts = append(parts, "lights at the points")
	case c.EdgeLEDs > 0:
		parts = append(parts, "lights at the edge only")
	default:
		parts = append(parts, "no lights")
	}
	name := "a board"
	if c.Model != "" {
		name = c.Model
	}
	return fmt.Sprintf("%s: %s, firmware %s", name, strings.Join(parts, ", "), version(c.Firmware))
}

func version(v [3]uint8) string { return fmt.Sprintf("%d.%d.%d", v[0], v[1], v[2]) }
