package mcu

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.bug.st/serial"

	protocol "stonehand/firmware-protocol"
	"stonehand/firmware-protocol/avr/avrtest"
	"stonehand/hw"
	"stonehand/hw/hwtest"
	"stonehand/hw/serialport"
)

// How long the boards of these tests are waited for. None has a boot loader, and
// one that is to answer does so when this machine comes to it; what is no board is
// tried to the end.
var (
	sure  = waits{start: patience, rate: patience, answer: patience, test: patience}
	short = waits{start: 2 * time.Second, rate: 20 * time.Millisecond}
)

// found fails the test unless there is a finding of that health whose text and
// advice have these words.
func found(t *testing.T, fs []hw.Finding, h hw.Health, text, do string) {
	t.Helper()
	for _, f := range fs {
		if f.Health == h && strings.Contains(f.Text, text) && strings.Contains(f.Do, do) {
			return
		}
	}
	t.Errorf("there is no %v finding with %q and %q in %+v", h, text, do, fs)
}

// scanned is long enough, by a board's own clock, for it to read all its sensors
// several times.
const scanned = 50 * time.Millisecond

func TestExamineFirmware(t *testing.T) {
	t.Parallel()
	chip := avrtest.Start(t, avrtest.Options{})
	chip.SetPoints(map[int]protocol.State{0: protocol.Black, 180: protocol.White})
	chip.Run(scanned)
	fs := examine(t.Context(), chip.Pty(), 0, hw.Geometry{Cols: 19, Rows: 19}, sure)
	if hw.Worst(fs) != hw.OK {
		t.Errorf("a board that is well: %+v", fs)
	}
	found(t, fs, hw.OK, "19 columns, 19 rows, tells colours apart, lights at the points, firmware 1.1.1; sees 2 stones", "")

	chip.SetPoint(7, protocol.Unreadable)
	chip.Run(scanned)
	found(t, examine(t.Context(), chip.Pty(), 0, hw.Geometry{}, sure), hw.Warn, "1 points show both poles", "board.masked")
	chip.SetPoint(7, protocol.Empty)
	chip.Break(40)
	chip.Run(scanned)
	fs = examine(t.Context(), chip.Pty(), 0, hw.Geometry{}, sure)
	found(t, fs, hw.Bad, "nothing comes back through the 91 shift registers", "first one")
	chip.Mend()

	found(t, examine(t.Context(), chip.Pty(), 0, hw.Geometry{Cols: 15, Rows: 15}, sure), hw.Bad, "the configuration says 15 columns and 15 rows", "board.cols")
}

func TestExamineAnalogFirmware(t *testing.T) {
	t.Parallel()
	chip := avrtest.Start(t, avrtest.Options{Analog: true})
	chip.SetPoints(map[int]protocol.State{0: protocol.Black, 180: protocol.White})
	chip.Run(scanned)
	fs := examine(t.Context(), chip.Pty(), 0, hw.Geometry{Cols: 19, Rows: 19}, sure)
	if hw.Worst(fs) != hw.OK {
		t.Errorf("a board that is well: %+v", fs)
	}
	found(t, fs, hw.OK, "tells colours apart, measures fields, lights at the points, firmware 1.1.1; sees 2 stones", "")
	chip.Break(3)
	chip.Run(scanned)
	fs = examine(t.Context(), chip.Pty(), 0, hw.Geometry{}, sure)
	found(t, fs, hw.Warn, "16 points show both poles", "board.masked")
	found(t, fs, hw.Bad, "22 of 23 multiplexers have a sensor that answers", "--watch")
	chip.Mend()
	chip.Stick(avrtest.Address2, true)
	chip.Run(scanned)
	fs = examine(t.Context(), chip.Pty(), 0, hw.Geometry{}, sure)
	found(t, fs, hw.Bad, "its sensors cannot be read", "supply of the multiplexers")
	found(t, fs, hw.Bad, "the tied inputs of the last multiplexer", "address and enable lines")
}

func TestExamineAnotherRate(t *testing.T) {
	for _, c := range []struct{ actual, set int }{{57600, 115200}, {115200, 9600}} {
		t.Run(fmt.Sprint(c.actual), func(t *testing.T) {
			t.Parallel()
			chip := avrtest.Start(t, avrtest.Options{MCU: avrtest.ATmega328P, Rows: 9, Cols: 9, Planes: 1})
			device, err := serial.Open(chip.Pty(), &serial.Mode{BaudRate: 115200})
			if err != nil {
				t.Fatal(err)
			}
			port := hwtest.RatedLine(t, device, c.actual)
			if fs := examine(t.Context(), port, c.actual, hw.Geometry{}, sure); hw.Worst(fs) != hw.OK {
				t.Errorf("at its own rate: %+v", fs)
			}
			// The rate it runs at is the first that is tried.
			wait := waits{start: short.start / 4, rate: patience}
			found(t, examine(t.Context(), port, c.set, hw.Geometry{}, wait), hw.Bad,
				fmt.Sprintf("the board answers at %d baud, but the configuration says %d", c.actual, c.set), fmt.Sprintf("set board.baud = %d", c.actual))
		})
	}
}

func TestExamineWhatIsNoBoard(t *testing.T) {
	t.Parallel()
	talker := func(every string) func(io.ReadWriteCloser) {
		return func(line io.ReadWriteCloser) {
			for {
				if _, err := line.Write([]byte(every)); err != nil {
					return
				}
				time.Sleep(50 * time.Millisecond)
			}
		}
	}
	for name, c := range map[string]struct {
		serve    func(io.ReadWriteCloser)
		wait     waits
		text, do string
	}{
		"silence":       {func(line io.ReadWriteCloser) { io.Copy(io.Discard, line) }, short, "silence: not a byte at 115200 baud", "check its power"},
		"GRBL":          {talker("\r\nGrbl 1.1h ['$' for help]\r\n"), short, "it looks like a GRBL controller", "the board's port"},
		"text":          {talker("temperature 21.5\r\n"), short, `it looks like a device that sends text: "temperature 21.5"`, ""},
		"garbage":       {talker("\x83\xfe\x12\x99\xf0\xf0\x80"), short, "garbage: ", "wiring"},
		"another major": {foreignBoard, sure, "version", "flash"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := hwtest.NewSocket(t)
			s.Plug(c.serve)
			found(t, examine(t.Context(), s.Name, 0, hw.Geometry{}, c.wait), hw.Bad, c.text, c.do)
		})
	}
}

// TestExamineOldBoard tries a board that works and gives reason to look after it.
func TestExamineOldBoard(t *testing.T) {
	t.Parallel()
	b := hwtest.NewBoard(protocol.Caps{Firmware: [3]uint8{0, 9, 3}, Planes: 1, Model: "old one", Reset: protocol.ResetBrownOut | protocol.ResetWatchdog})
	s := hwtest.NewSocket(t)
	s.Plug(func(line io.ReadWriteCloser) { b.Serve(line) })
	fs := examine(t.Context(), s.Name, 0, hw.Geometry{Cols: 19, Rows: 19}, sure)
	found(t, fs, hw.OK, "old one: 19 columns, 19 rows, sees stones without their colour", "")
	found(t, fs, hw.Warn, "its firmware 0.9.3 is older than 1.1.1", "flash-atmega2560")
	found(t, fs, hw.Warn, "low supply voltage", "stronger supply")
	found(t, fs, hw.Warn, "its watchdog restarted it", "flash")
	if hw.Worst(fs) != hw.Warn {
		t.Errorf("%+v", fs)
	}
}

// foreignBoard answers everything with the CAPS of another major version.
func foreignBoard(line io.ReadWriteCloser) {
	var d protocol.Decoder
	buf := make([]byte, 256)
	for {
		n, err := line.Read(buf)
		if err != nil {
			return
		}
		d.Feed(buf[:n], func(f protocol.Frame) {
			out, err := protocol.AppendFrame(nil, protocol.Frame{Version: protocol.Major + 1, Type: protocol.TypeCaps, Seq: 1, Ack: f.Seq,
				Payload: []byte{protocol.Major + 1, 0, 9, 9, 9}})
			if err == nil {
				line.Write(out)
			}
		})
	}
}

func TestExamineOpening(t *testing.T) {
	t.Parallel()
	s := hwtest.NewSocket(t)
	s.Plug(nil)
	dial, err := Serial(s.Name, 0)
	if err != nil {
		t.Fatal(err)
	}
	line, err := dial(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer line.Close()
	found(t, Examine(t.Context(), s.Name, 0, hw.Geometry{}), hw.Bad, "is in use by mcu.test (process ", "end that program")
	found(t, Examine(t.Context(), filepath.Join(t.TempDir(), "ttyACM0"), 0, hw.Geometry{}), hw.Bad, "is not there", "")
	found(t, Examine(t.Context(), "9999:9999", 0, hw.Geometry{}), hw.Bad, "no USB device 9999:9999 is plugged in", "lsusb")
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	found(t, Examine(t.Context(), file, 0, hw.Geometry{}), hw.Bad, "is not a serial port", "name the device")
}

func TestExamineEndsWithItsContext(t *testing.T) {
	t.Parallel()
	s := hwtest.NewSocket(t)
	ctx, cancel := context.WithCancel(t.Context())
	s.Plug(func(line io.ReadWriteCloser) {
		defer cancel() // when it is spoken to, or is let go
		line.Read(make([]byte, 1))
	})
	never := waits{start: 100 * time.Hour, rate: 100 * time.Hour}
	found(t, examine(ctx, s.Name, 0, hw.Geometry{}, never), hw.Bad, "the test was cut short", "")
}

func TestSearch(t *testing.T) {
	t.Parallel()
	chip := avrtest.Start(t, avrtest.Options{})
	s := hwtest.NewSocket(t)
	s.Plug(func(line io.ReadWriteCloser) { io.Copy(io.Discard, line) })
	none := serialport.Plugged{Path: "/dev/none", USB: "2341:0042"}
	if fs := search(t.Context(), []serialport.Plugged{{Path: s.Name, USB: "1a86:7523"}, none}, waits{start: 200 * time.Millisecond}); len(fs) > 0 {
		t.Errorf("where nothing speaks: %+v", fs)
	}
	fs := search(t.Context(), []serialport.Plugged{{Path: chip.Pty(), USB: "2341:0042:7"}, none}, sure)
	if len(fs) != 1 {
		t.Fatalf("found %+v", fs)
	}
	found(t, fs, hw.Warn, "it is not in the configuration", `kind = "mcu" and port = "`+chip.Pty()+`", or usb = "2341:0042:7"`)
}

func TestSpokenFor(t *testing.T) {
	dir := t.TempDir()
	tty, link := filepath.Join(dir, "ttyACM0"), filepath.Join(dir, "board")
	if err := os.WriteFile(tty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(tty, link); err != nil {
		t.Fatal(err)
	}
	p := serialport.Plugged{Path: link, USB: "2341:0042:57E0"}
	for address, want := range map[string]bool{
		tty: true, link: true, "2341:0042": true, "2341:0042:57e0": true,
		"2341:0042:57": false, "2341:0043": false, "": false, "/dev/none": false,
	} {
		if got := spokenFor(p, address); got != want {
			t.Errorf("%q names it: %v", address, got)
		}
	}
}

// TestFirmwareIsThisOne holds the version of the firmware's sources against
// [Firmware].
func TestFirmwareIsThisOne(t *testing.T) {
	text, err := os.ReadFile("../../firmware-protocol/board/config.h")
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"MAJOR", "MINOR", "PATCH"} {
		want := "#define FIRMWARE_" + name + " " + string('0'+rune(Firmware[i])) + "\n"
		if !strings.Contains(string(text), want) {
			t.Errorf("config.h has no line %q", want)
		}
	}
}
