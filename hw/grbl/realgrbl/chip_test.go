package realgrbl

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/hw/grbl/grblsim"
)

// TestChip holds the runner and the machine at its pins against a firmware whose
// every step is known.
func TestChip(t *testing.T) {
	c, err := New(Runner(t), pins(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	ask := func(text, want string) {
		t.Helper()
		c.Send([]byte(text))
		c.Advance(20 * time.Millisecond)
		if got := string(c.Receive()); got != want || c.Err() != nil {
			t.Errorf("%q is answered %q, %v; want %q", text, got, c.Err(), want)
		}
	}
	w := c.World()
	from := w.Position()
	ask("a", "!b")
	ask("u", "v")
	if w.Position() != from || w.Holding() {
		t.Error("it moved with its drivers disabled")
	}
	ask("eud", "fve")
	for axis, per := range []float64{80, 80, 400} {
		if d := (w.Position()[axis] - from[axis]) * per; d < 1.99 || d > 2.01 {
			t.Errorf("axis %d made %.2f steps of 5 up and 3 down", axis, d)
		}
	}
	if !w.Holding() {
		t.Error("enabled drivers do not hold")
	}
	w.Supply(false)
	at := w.Position()
	ask("u", "v")
	if w.Position() != at {
		t.Error("it moved without its supply")
	}
	w.Supply(true)
	ask("i", "\x16\x27j")
	if err := w.PressStop(2); err != nil {
		t.Fatal(err)
	}
	for axis := range 3 {
		if err := w.BreakLimit(axis, grblsim.LimitStuck); err != nil {
			t.Fatal(err)
		}
	}
	w.Hand(true)
	ask("i", "\x00\x24j")
	w.ReleaseStop()
	ask("i", "\x00\x25j")
	if c.drive.Spindle != 0 || c.drive.Flood {
		t.Error("outputs that nobody switched are on")
	}
	ask("sf", "tg")
	if c.drive.Spindle != topSpeed || !c.drive.Flood {
		t.Errorf("%+v", c.drive)
	}
	c.Reset()
	ask("", "!")
	if w.Holding() {
		t.Error("the drivers stay enabled over a reset")
	}
	if got := c.Now(); got != 9*20*time.Millisecond {
		t.Errorf("%v have passed", got)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if c.Advance(time.Millisecond); c.Err() == nil {
		t.Error("a chip that is closed goes on")
	}
}

// TestNoFirmware: a file that is no firmware is told of.
func TestNoFirmware(t *testing.T) {
	run := Runner(t)
	bad := filepath.Join(t.TempDir(), "bad.elf")
	if err := os.WriteFile(bad, []byte("stone"), 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := New(run, bad, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Advance(time.Millisecond)
	if c.Err() == nil || !strings.Contains(c.Err().Error(), "the chip has stopped") {
		t.Errorf("%v", c.Err())
	}
	if err := c.Close(); err == nil {
		t.Error("its program ended as if all were well")
	}
	if _, err := New(filepath.Join(t.TempDir(), "none"), bad, nil); err == nil {
		t.Error("a runner that is not there")
	}
}

// TestServer: a line restarts the chip, carries bytes while time passes, and ends.
func TestServer(t *testing.T) {
	run, elf := Runner(t), pins(t)
	synctest.Test(t, func(t *testing.T) {
		c, err := New(run, elf, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := Serve(c)
		for range 2 {
			line, err := s.Dial(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			var got [2]byte
			if _, err := io.ReadFull(line, got[:1]); err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			if _, err := line.Write([]byte("a")); err != nil {
				t.Fatal(err)
			}
			if _, err := io.ReadFull(line, got[1:]); err != nil || string(got[:]) != "!b" {
				t.Errorf("%q, %v", got, err)
			}
			if d := time.Since(began); d > 10*time.Millisecond {
				t.Errorf("the answer took %v of the chip's time", d)
			}
			other, _ := s.Dial(t.Context())
			if _, err := line.Read(got[:]); err != io.EOF {
				t.Errorf("a line that was cut: %v", err)
			}
			if _, err := line.Write(got[:]); err == nil {
				t.Error("a line that was cut takes bytes")
			}
			other.Close()
		}
		s.Do(func(c *Chip) {
			if c.Now() == 0 || c.Err() != nil {
				t.Error(c.Now(), c.Err())
			}
		})
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}
