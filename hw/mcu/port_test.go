package mcu

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"go.bug.st/serial/enumerator"

	protocol "stonehand/firmware-protocol"
	"stonehand/hw"
	"stonehand/hw/hwtest"
)

// socket is a place where a terminal can be plugged in: a lasting name that
// leads to a new pseudo-terminal each time.
type socket struct {
	t      *testing.T
	name   string
	master *os.File
	slave  *os.File // held so that the master does not end before a host comes
	served sync.WaitGroup
}

func newSocket(t *testing.T) *socket {
	s := &socket{t: t, name: filepath.Join(t.TempDir(), "board")}
	t.Cleanup(s.unplug)
	return s
}

// plug plugs a terminal in and, unless b is nil, lets b serve it.
func (s *socket) plug(b *hwtest.Board) {
	s.t.Helper()
	var err error
	if s.master, s.slave, err = pty.Open(); err != nil {
		s.t.Fatal(err)
	}
	if err := os.Symlink(s.slave.Name(), s.name); err != nil {
		s.t.Fatal(err)
	}
	// A master from pty.Open blocks, and its Close would wait for its reader.
	fd, err := syscall.Dup(int(s.master.Fd()))
	if err != nil {
		s.t.Fatal(err)
	}
	s.master.Close()
	if err := syscall.SetNonblock(fd, true); err != nil {
		s.t.Fatal(err)
	}
	s.master = os.NewFile(uintptr(fd), "master")
	if b != nil {
		master := s.master
		s.served.Go(func() { b.Serve(master) })
	}
}

func (s *socket) unplug() {
	if s.master == nil {
		return
	}
	os.Remove(s.name)
	s.master.Close()
	s.slave.Close()
	s.master = nil
	s.served.Wait()
}

func mustSerial(t *testing.T, address string) Dial {
	t.Helper()
	dial, err := Serial(address, 0)
	if err != nil {
		t.Fatal(err)
	}
	return dial
}

// A whole conversation over a real terminal of the system, two hundred times
// unplugged and plugged in again while stones move.
func TestTerminalReplugged(t *testing.T) {
	s := newSocket(t)
	b := hwtest.NewBoard(protocol.Caps{})
	s.plug(b)
	host, err := New(mustSerial(t, s.name), Options{})
	if err != nil {
		t.Fatal(err)
	}
	host.pause = time.Millisecond // a person is slower than this test
	r := &rig{t: t, host: host, in: make(chan hw.Reading), board: b}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- host.Sense(ctx, r.in) }()
	defer func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}()
	r.up()
	truth := make([]hw.State, 361)
	for i := range 200 {
		s.unplug()
		p, state := i*7%361, protocol.State(1+i%2)
		b.Put(p, state)
		truth[p] = hw.State(state)
		want := map[int]hw.Signal{i: hw.LastMove}
		host.Show(show(hw.YourTurn, want))
		s.plug(b)
		r.down()
		r.up()
		if f := r.frame(); !slices.Equal(f.Points, truth) {
			t.Fatalf("after replug %d the frame is wrong", i)
		}
		for {
			if points, edge := b.Lights(); points[i] != 0 && edge == uint8(hw.YourTurn) {
				break
			}
			r.frame()
		}
		r.lights(want, hw.YourTurn)
		if t.Failed() {
			t.FailNow()
		}
	}
	if n := host.Stats().Connects; n != 201 {
		t.Errorf("%d connects", n)
	}
}

func TestTwoProgramsCannotHoldOnePort(t *testing.T) {
	s := newSocket(t)
	s.plug(nil)
	dial := mustSerial(t, s.name)
	first, err := dial(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := dial(t.Context()); err == nil || !strings.Contains(err.Error(), "is in use by another program") {
		t.Errorf("a second opening: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	again, err := dial(t.Context())
	if err != nil {
		t.Fatalf("after it was closed: %v", err)
	}
	again.Close()
}

func TestOpeningWhatIsNoPort(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		filepath.Join(dir, "none"): "there is no device at",
		file:                       "is not a serial port",
		dir:                        "cannot be opened",
	} {
		if _, err := mustSerial(t, path)(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
	for _, c := range []struct {
		address string
		baud    int
	}{{"", 0}, {"2341:42", 0}, {"usb:2341:0042", 0}, {"/dev/x", -1}, {"/dev/x", MaxBaud + 1}} {
		if _, err := Serial(c.address, c.baud); err == nil {
			t.Errorf("Serial(%q, %d) was accepted", c.address, c.baud)
		}
	}
}

func TestCloseFreesReadersAndStuckWriters(t *testing.T) {
	s := newSocket(t)
	s.plug(nil)
	line, err := mustSerial(t, s.name)(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	read, wrote := make(chan error, 1), make(chan error, 1)
	go func() {
		_, err := line.Read(make([]byte, 1))
		read <- err
	}()
	go func() {
		_, err := line.Write(make([]byte, 1<<20)) // nobody reads it
		wrote <- err
	}()
	for n := 0; n < 4096; { // until the terminal holds what it can, or nearly
		m, err := s.master.Read(make([]byte, 1024))
		if err != nil {
			t.Fatal(err)
		}
		n += m
	}
	if err := line.Close(); err != nil {
		t.Error(err)
	}
	if err := line.Close(); err != nil {
		t.Errorf("the second time: %v", err)
	}
	if err := <-read; !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("the read ended with %v", err)
	}
	drained := make(chan struct{})
	go func() { // lets a writer go that was left behind
		io.Copy(io.Discard, s.master)
		close(drained)
	}()
	<-wrote
	s.unplug()
	<-drained
	if _, err := line.Write([]byte{1}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a write after Close: %v", err)
	}
}

func TestFindingAUSBDevice(t *testing.T) {
	dir := t.TempDir()
	tty := filepath.Join(dir, "ttyACM0")
	if err := os.WriteFile(tty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	byID := filepath.Join(dir, "by-id")
	if err := os.Mkdir(byID, 0o700); err != nil {
		t.Fatal(err)
	}
	lasting := filepath.Join(byID, "usb-Arduino_Mega_123-if00")
	if err := os.Symlink("../ttyACM0", lasting); err != nil {
		t.Fatal(err)
	}
	var plugged []*enumerator.PortDetails
	var failure error
	u := usb{list: func() ([]*enumerator.PortDetails, error) { return plugged, failure }, byID: byID}
	mega := &enumerator.PortDetails{Name: tty, IsUSB: true, VID: "2341", PID: "004A", SerialNumber: "123"}
	other := &enumerator.PortDetails{Name: "/dev/ttyACM1", IsUSB: true, VID: "2341", PID: "004A", SerialNumber: "456"}
	plain := &enumerator.PortDetails{Name: "/dev/ttyAMA0"}
	for _, c := range []struct {
		address string
		plugged []*enumerator.PortDetails
		want    string
	}{
		{"2341:004a", []*enumerator.PortDetails{plain, mega}, lasting},
		{"2341:004a:456", []*enumerator.PortDetails{mega, other}, "/dev/ttyACM1"},
		{"2341:004A", []*enumerator.PortDetails{mega, other}, "2 USB devices are 2341:004a; add the serial number of the board's: 2341:004a:123 at "},
		{"2341:004a:789", []*enumerator.PortDetails{mega, other}, "no USB device 2341:004a:789 is plugged in"},
		{"1a86:7523", []*enumerator.PortDetails{plain}, "no USB device 1a86:7523 is plugged in"},
	} {
		plugged = c.plugged
		id, ok := parseUSB(c.address)
		if !ok {
			t.Fatalf("%s is no identity", c.address)
		}
		got, err := u.find(id)
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s, want %s", c.address, got, c.want)
		}
	}
	failure = errors.New("no bus")
	dial, err := serialDial("2341:004a", 9600, u)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := dial(t.Context()); !errors.Is(err, failure) {
		t.Errorf("when the bus cannot be listed: %v", err)
	}
}
