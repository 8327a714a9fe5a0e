package serialport

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.bug.st/serial/enumerator"
	"go.uber.org/goleak"

	"stonehand/hw/hwtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func mustDial(t *testing.T, address string) Dial {
	t.Helper()
	dial, err := New("board", address, 115200)
	if err != nil {
		t.Fatal(err)
	}
	return dial
}

func TestTwoProgramsCannotHoldOnePort(t *testing.T) {
	s := hwtest.NewSocket(t)
	s.Plug(nil)
	dial := mustDial(t, s.Name)
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
		if _, err := mustDial(t, path)(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
	for _, c := range []struct {
		address string
		baud    int
	}{{"", 9600}, {"2341:42", 9600}, {"usb:2341:0042", 9600}, {"/dev/x", 0}, {"/dev/x", -1}, {"/dev/x", MaxBaud + 1}} {
		if _, err := New("board", c.address, c.baud); err == nil {
			t.Errorf("New(%q, %d) was accepted", c.address, c.baud)
		}
	}
}

func TestCloseFreesReadersAndStuckWriters(t *testing.T) {
	const patience = 2 * time.Minute
	late := time.AfterFunc(patience, func() { panic(fmt.Sprintf("after %v a reader or a writer is not free", patience)) })
	defer late.Stop()
	s := hwtest.NewSocket(t)
	s.Plug(nil)
	line, err := mustDial(t, s.Name)(t.Context())
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
		m, err := s.Master.Read(make([]byte, 1024))
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
		io.Copy(io.Discard, s.Master)
		close(drained)
	}()
	<-wrote
	s.Unplug()
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
	u := usb{what: "board", list: func() ([]*enumerator.PortDetails, error) { return plugged, failure }, byID: byID}
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
			t.Fatalf("%s is not an identity", c.address)
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
	dial, err := dialer("board", "2341:004a", 9600, u)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := dial(t.Context()); !errors.Is(err, failure) {
		t.Errorf("when the bus cannot be listed: %v", err)
	}
}
