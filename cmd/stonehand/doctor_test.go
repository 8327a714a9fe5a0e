package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/rogpeppe/go-internal/testscript"
	"go.bug.st/serial"

	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/doctor"
	"stonehand/cmd/internal/web/webtest"
	protocol "stonehand/firmware-protocol"
	"stonehand/firmware-protocol/avr/avrtest"
	"stonehand/hw"
	"stonehand/hw/calib"
	"stonehand/hw/hwtest"
)

// TestDoctor runs the conversations in testdata/doctor, at boards whose firmware
// runs on simulated microcontrollers and at devices that are none. What they hang
// on ends with the test.
//
//	board NAME [BAUD]    a board; $NAME is its port, which runs at BAUD
//	says NAME TEXT       a device that is no board and sends TEXT, or nothing
//	stone BOARD POINT S  what stands on a point, by number: 0 empty, 1 black, 2 white
//	port NAME            $NAME is a TCP address that is free
//	serves NAME          or one where another program answers
//	fill FILE            writes these values into a file, where it says $NAME
//	until TEXT PROGRAM   runs a program again and again until it says something
//	nobody FILE PORT     runs the doctor with a configuration as a user without rights
//	watch TEXT FILE PROGRAM...  runs a program until it has said what matches TEXT,
//	                     or written it into FILE if that is not -, and interrupts it
//	terminal TEXT PROGRAM...  the same on a terminal, where Ctrl-C is pressed
func TestDoctor(t *testing.T) {
	if testing.Short() {
		t.Skip("boards that do not answer are waited for, so -short leaves it out")
	}
	t.Parallel()
	var mu sync.Mutex // scripts run side by side
	boards := map[string]*avrtest.Board{}
	start := func(ts *testscript.TestScript, neg bool, args []string) {
		baud := protocol.BaudRate
		if len(args) == 2 {
			var err error
			baud, err = strconv.Atoi(args[1])
			ts.Check(err)
		}
		b := avrtest.Start(t, avrtest.Options{})
		mu.Lock()
		boards[args[0]] = b
		mu.Unlock()
		port := b.Pty()
		if baud != protocol.BaudRate {
			line, err := serial.Open(port, &serial.Mode{BaudRate: protocol.BaudRate})
			ts.Check(err)
			port = hwtest.RatedLine(t, line, baud)
		}
		ts.Setenv(args[0], port)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/doctor",
		Setup: func(e *testscript.Env) error {
			e.Setenv("GORACE", "atexit_sleep_ms=0")
			e.Setenv("XDG_DATA_HOME", e.WorkDir)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status,
			"board":  start,
			"says": func(ts *testscript.TestScript, neg bool, args []string) {
				s := hwtest.NewSocket(t)
				s.Plug(talk(strings.Join(args[1:], " ")))
				ts.Setenv(args[0], s.Name)
			},
			"stone": func(ts *testscript.TestScript, neg bool, args []string) {
				point, err := strconv.Atoi(args[1])
				ts.Check(err)
				state, err := strconv.Atoi(args[2])
				ts.Check(err)
				mu.Lock()
				b := boards[args[0]]
				mu.Unlock()
				b.SetPoint(point, protocol.State(state))
			},
			"port": func(ts *testscript.TestScript, neg bool, args []string) {
				ts.Setenv(args[0], webtest.Address(t))
			},
			"serves": func(ts *testscript.TestScript, neg bool, args []string) {
				l, err := net.Listen("tcp", "127.0.0.1:0")
				ts.Check(err)
				ts.Setenv(args[0], l.Addr().String())
				go func() {
					for {
						c, err := l.Accept()
						if err != nil {
							return
						}
						io.WriteString(c, "220 mail\r\n")
						c.Close()
					}
				}()
				ts.Defer(func() { l.Close() })
			},
			"fill":     fill,
			"until":    until,
			"nobody":   nobody,
			"watch":    watchFor,
			"terminal": pseudoTerminal,
		},
	})
}

// fill writes values of the environment into files, where they say $NAME.
func fill(ts *testscript.TestScript, neg bool, args []string) {
	for _, file := range args {
		text := os.Expand(ts.ReadFile(file), ts.Getenv)
		ts.Check(os.WriteFile(ts.MkAbs(file), []byte(text), 0o600))
	}
}

// until runs a program again and again until it says something.
func until(ts *testscript.TestScript, neg bool, args []string) {
	for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		err := ts.Exec(args[1], args[2:]...)
		if strings.Contains(ts.ReadFile("stdout"), args[0]) {
			return
		}
		if time.Now().After(end) {
			ts.Fatalf("it never said %q: %v", args[0], err)
		}
	}
}

// talk sends text over and over, or nothing if it is empty.
func talk(text string) func(io.ReadWriteCloser) {
	return func(line io.ReadWriteCloser) {
		if text == "" {
			io.Copy(io.Discard, line)
			return
		}
		for {
			if _, err := io.WriteString(line, text+"\r\n"); err != nil {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
}

// nobody runs the doctor as a user that may open nothing. Who runs the test as an
// ordinary user is nobody enough: his own port is taken from him.
func nobody(ts *testscript.TestScript, neg bool, args []string) {
	dir, err := os.MkdirTemp("", "nobody-*")
	ts.Check(err)
	defer os.RemoveAll(dir)
	ts.Check(os.Chmod(dir, 0o755))
	copyTo := func(name, from string, mode os.FileMode) string {
		text, err := os.ReadFile(from)
		ts.Check(err)
		to := filepath.Join(dir, name)
		ts.Check(os.WriteFile(to, text, mode))
		ts.Check(os.Chmod(to, mode))
		return to
	}
	program, err := exec.LookPath("stonehand")
	ts.Check(err)
	cmd := exec.Command(copyTo("stonehand", program, 0o755), "doctor", "--no-search", "--config", copyTo("settings.toml", ts.MkAbs(args[0]), 0o644))
	cmd.Env = []string{"HOME=/nonexistent"}
	if os.Geteuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	} else {
		ts.Check(os.Chmod(args[1], 0))
		defer os.Chmod(args[1], 0o620)
	}
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 {
		ts.Fatalf("it ended with %v:\n%s", err, out)
	}
	ts.Check(os.WriteFile(ts.MkAbs("said"), out, 0o600))
}

// watchFor runs a program and interrupts it when it has written something; it has
// to end well. All that it said is the file "said".
func watchFor(ts *testscript.TestScript, neg bool, args []string) {
	file := ts.MkAbs("said")
	out, err := os.Create(file)
	ts.Check(err)
	defer out.Close()
	if args[1] != "-" {
		file = ts.MkAbs(args[1])
	}
	cmd := exec.Command(args[2], args[3:]...)
	cmd.Dir = ts.MkAbs(".")
	cmd.Stdout, cmd.Stderr = out, out
	ts.Check(cmd.Start())
	wrote := written(file, args[0])
	ts.Check(cmd.Process.Signal(os.Interrupt))
	ended(ts, cmd, wrote, args[0])
}

// terminal does the same on a terminal, where it presses Ctrl-C.
func pseudoTerminal(ts *testscript.TestScript, neg bool, args []string) {
	file := ts.MkAbs("said")
	out, err := os.Create(file)
	ts.Check(err)
	defer out.Close()
	cmd := exec.Command(args[1], args[2:]...)
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = append(os.Environ(), "NO_COLOR=1")
	tty, err := pty.Start(cmd)
	ts.Check(err)
	defer tty.Close()
	var all sync.WaitGroup
	all.Go(func() { io.Copy(out, tty) }) // ends with an error when the terminal hangs up
	wrote := written(file, args[0])
	_, err = tty.Write([]byte{3})
	ended(ts, cmd, wrote, args[0])
	all.Wait()
	ts.Check(err)
}

// patience is how long a test waits for a program; it only ends tests that have failed.
const patience = 90 * time.Second

// written waits until a file holds what matches a pattern, or reports that it never
// does.
func written(file, pattern string) bool {
	wanted := regexp.MustCompile(pattern)
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if text, _ := os.ReadFile(file); wanted.Match(text) {
			return true
		}
	}
	return false
}

// ended waits for the end of a program that was interrupted.
func ended(ts *testscript.TestScript, cmd *exec.Cmd, wrote bool, pattern string) {
	late := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	defer late.Stop()
	if err := cmd.Wait(); err != nil || !wrote {
		ts.Fatalf("has it written what matches %q within %v: %t; it ended with %v:\n%s", pattern, patience, wrote, err, ts.ReadFile("said"))
	}
}

// TestTurned looks through a calibration at a board whose sensors lie mirrored.
func TestTurned(t *testing.T) {
	g := hw.Geometry{Cols: 3, Rows: 1, Colors: true}
	up := hw.Reading{Link: &hw.Link{Up: true, Board: g}}
	frame := hw.Reading{Frame: &hw.Frame{Points: []hw.State{hw.Black, hw.Empty, hw.White}}}
	c := &calib.Calibration{Board: calib.Board{Cols: 3, Rows: 1, Colors: true}, Sensors: calib.Orientation{Mirror: true}}
	for _, x := range []struct {
		known *calib.Calibration
		first hw.State
	}{{nil, hw.Black}, {c, hw.White}, {&calib.Calibration{Board: calib.Board{Cols: 1, Rows: 3}, Sensors: c.Sensors}, hw.Black}} {
		see := turned(x.known)
		see(up)
		if got := see(frame).Frame.Points[0]; got != x.first {
			t.Errorf("through %+v the first point shows %v", x.known, got)
		}
		if frame.Frame.Points[0] != hw.Black {
			t.Error("the sensor's frame was changed")
		}
	}
}

// A daemon that cannot start says why on the page that it serves meanwhile: it is no other
// program.
func TestDoctorKnowsADaemonThatWaits(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	for _, m := range []*mending{
		newFailed("", config.Config{}, errors.New("no certificate"), log),
		newMending("", "", config.Problems{{File: "a.toml", Line: 3, Text: "no certificate"}, {File: "a.toml", Line: 5, Text: "no key"}}, log),
	} {
		var served sync.WaitGroup
		ctx, cancel := context.WithCancel(t.Context())
		served.Go(func() { m.serve(ctx, l) })
		daemon, fs := doctor.Page(t.Context(), l.Addr().String(), "")
		cancel()
		served.Wait()
		if daemon != nil || len(fs) != 1 || fs[0].Health != hw.Bad || !strings.Contains(fs[0].Text, "waits") || !strings.Contains(fs[0].Text, "no certificate") {
			t.Errorf("%v, %+v", daemon, fs)
		}
		if l, err = net.Listen("tcp", l.Addr().String()); err != nil {
			t.Fatal(err)
		}
	}
	l.Close()
}

// A strip on the controller that reads the sensors, as both are where nothing is set, spoils
// readings.
func TestDoctorFindsASharedController(t *testing.T) {
	for device, shared := range map[string]bool{"/dev/spidev0.0": true, "/dev/spidev0.1": true, "/dev/spidev1.0": false} {
		c := config.Default()
		c.Board.Kind, c.Matrix.Preset, c.Lights.Kind, c.Lights.Device = config.KindMatrix, config.HallSPI, "apa102", device
		if err := c.Check(); err != nil {
			t.Fatal(err)
		}
		found := slices.ContainsFunc(examineDevices(t.Context(), c, nil), func(f hw.Finding) bool { return strings.Contains(f.Text, "same SPI controller") })
		if found != shared {
			t.Errorf("%s: found %v, want %v", device, found, shared)
		}
	}
}
