package grblsim

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.bug.st/serial"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// heard reads lines until one begins with want, for at most a minute.
func heard(t *testing.T, r io.Reader, want string) []string {
	t.Helper()
	var lines []string
	found := make(chan bool, 1)
	go func() {
		in := bufio.NewScanner(r)
		for in.Scan() {
			if in.Text() != "" {
				lines = append(lines, in.Text())
			}
			if strings.HasPrefix(in.Text(), want) {
				found <- true
				return
			}
		}
		found <- false
	}()
	select {
	case ok := <-found:
		if !ok {
			t.Fatalf("the line ended before %q: %q", want, lines)
		}
	case <-time.After(time.Minute):
		t.Fatalf("no %q", want)
	}
	return lines
}

func TestPTY(t *testing.T) {
	const patience = 2 * time.Minute
	late := time.AfterFunc(patience, func() {
		panic(fmt.Sprintf("after %v the terminal is not served, read to its end or let go", patience))
	})
	defer late.Stop()
	s, err := NewServer(Options{}, 20)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	link := filepath.Join(t.TempDir(), "grbl")
	ctx, cancel := context.WithCancel(t.Context())
	names := make(chan string, 8)
	ended := make(chan error, 1)
	go func() { ended <- s.ServePTY(ctx, link, func(n string) { names <- n }) }()
	if got := <-names; got != link {
		t.Errorf("the device is called %q", got)
	}
	for range 2 { // a host goes and comes again
		p, err := serial.Open(link, &serial.Mode{BaudRate: 115200})
		if err != nil {
			t.Fatal(err)
		}
		heard(t, p, "[MSG:'$H'|'$X'")
		io.WriteString(p, "$H\n")
		heard(t, p, "ok")
		p.Close()
		for open := true; open; time.Sleep(time.Millisecond) {
			s.mu.Lock()
			open = s.line != nil
			s.mu.Unlock()
		}
	}
	p, err := serial.Open(link, &serial.Mode{BaudRate: 115200})
	if err != nil {
		t.Fatal(err)
	}
	heard(t, p, "[MSG:'$H'|'$X'")
	s.Unplug()
	if n, err := io.Copy(io.Discard, p); err == nil {
		t.Errorf("an unplugged line is read on, %d bytes", n)
	}
	p.Close()
	s.Plug()
	<-names
	p, err = serial.Open(link, &serial.Mode{BaudRate: 115200})
	if err != nil {
		t.Fatal(err)
	}
	heard(t, p, "[MSG:'$H'|'$X'")
	p.Close()
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// A simulator that ends leaves the link to one that was started after it.
func TestLinkOfALaterSimulatorStays(t *testing.T) {
	link := filepath.Join(t.TempDir(), "grbl")
	var stop [2]func()
	for i := range stop {
		ctx, cancel := context.WithCancel(t.Context())
		ready, ended := make(chan string, 1), make(chan error, 1)
		s, err := NewServer(Options{}, 1)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		go func() { ended <- s.ServePTY(ctx, link, func(n string) { ready <- n }) }()
		<-ready
		stop[i] = func() {
			cancel()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		}
	}
	stop[0]()
	if _, err := os.Stat(link); err != nil {
		t.Error(err)
	}
	stop[1]()
	if _, err := os.Lstat(link); err == nil {
		t.Error("the last simulator leaves its link")
	}
}
