package grblsim

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/hw"
)

// start returns a server whose time is the test's.
func start(t *testing.T, opt Options, speed float64) *Server {
	t.Helper()
	s, err := NewServer(opt, speed)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// talk opens the line and returns what sends a line and waits for its answer.
func talk(t *testing.T, s *Server) (send func(line, until string) []string, end io.Closer) {
	t.Helper()
	c, err := s.Dial()
	if err != nil {
		t.Fatal(err)
	}
	in := bufio.NewScanner(c)
	return func(line, until string) []string {
		t.Helper()
		if _, err := io.WriteString(c, line); err != nil {
			t.Fatal(err)
		}
		var got []string
		for in.Scan() {
			if in.Text() == "" {
				continue
			}
			if got = append(got, in.Text()); strings.HasPrefix(in.Text(), until) {
				return got
			}
		}
		t.Fatalf("the line ended after %q: %v", got, in.Err())
		return nil
	}, c
}

// TestServer: time passes as the clock does, and not at all while nobody asks.
func TestServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(t, Options{Layout: near()}, 1)
		send, line := talk(t, s)
		send("", "[MSG:'$H'")
		send("$H\n", "ok")
		began := time.Now()
		send("G1 X-102 F600\n", "ok")
		if d := time.Since(began); d > 20*time.Millisecond {
			t.Errorf("planned after %v", d)
		}
		send("G4P0\n", "ok")
		if d, want := time.Since(began), trapezoid(100, 600, 800); d < want || d > want+20*time.Millisecond {
			t.Errorf("done after %v, want %v", d, want)
		}
		time.Sleep(1000 * time.Hour)
		if got := send("?", "<"); !strings.HasPrefix(got[0], "<Idle|MPos:-102.000") {
			t.Error(got)
		}
		line.Close()
		if _, err := line.(io.Writer).Write([]byte("?")); !errors.Is(err, ErrUnplugged) {
			t.Error(err)
		}
	})
}

// TestUnplug: the host hears of it at once; plugged in again the controller
// starts again.
func TestUnplug(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(t, Options{Layout: near()}, 10)
		for range 200 {
			c, err := s.Dial()
			if err != nil {
				t.Fatal(err)
			}
			gone := make(chan error)
			go func() {
				_, err := io.Copy(io.Discard, c)
				gone <- err
			}()
			time.Sleep(30 * time.Millisecond)
			s.Unplug()
			if err := <-gone; !errors.Is(err, ErrUnplugged) {
				t.Fatal(err)
			}
			if _, err := s.Dial(); !errors.Is(err, ErrUnplugged) {
				t.Fatal(err)
			}
			s.Plug()
		}
		send, line := talk(t, s)
		send("", "[MSG:'$H'")
		line.Close()
	})
}

// TestServe joins the machine to something that is written and read.
func TestServe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(t, Options{}, 1)
		host, device := net.Pipe()
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- s.Serve(ctx, device) }()
		heard(t, host, "[MSG:'$H'")
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		host, device = net.Pipe()
		go func() { ended <- s.Serve(t.Context(), device) }()
		heard(t, host, "[MSG:'$H'")
		go io.Copy(io.Discard, host)
		s.Unplug()
		if err := <-ended; !errors.Is(err, ErrUnplugged) {
			t.Error(err)
		}
	})
}

// TestEvents: anyone who asked hears what happens, and may ask back.
func TestEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(t, Options{Layout: near()}, 1)
		var got []string
		s.Notify(func(e Event) {
			state, err := s.Obey("state")
			if err != nil || !strings.Contains(state, "holds black") {
				t.Errorf("%q, %v", state, err)
			}
			got = append(got, e.String())
		})
		send, line := talk(t, s)
		send("", "[MSG:'$H'")
		for _, l := range append([]string{"$H"}, fetch...) {
			send(l+"\n", "ok")
		}
		synctest.Wait()
		if len(got) != 1 || got[0] != "black picked at X-480.0 Y-250.0" {
			t.Error(got)
		}
		line.Close()
	})
}

// TestOrders: what a person who rehearses may ask for, and what not.
func TestOrders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(t, Options{Layout: near()}, 1)
		send, line := talk(t, s)
		defer line.Close()
		send("", "[MSG:'$H'")
		send("$H\n", "ok")
		obey := func(order, answer string) {
			t.Helper()
			if err := CheckOrder(order); err != nil {
				t.Error(err)
			}
			if order != "" {
				if got, err := s.Obey(order); err != nil || got != "" {
					t.Errorf("%s: %q, %v", order, got, err)
				}
			}
			if answer != "" {
				send("", answer)
			}
		}
		obey("hand in", "")
		if got := send("?", "<"); !strings.HasPrefix(got[0], "<Hold:0|") {
			t.Error(got)
		}
		obey("hand out", "")
		send("~G4P0\n", "ok")
		obey("refuse 20 2", "")
		send("G0X-3\n", "error:20")
		send("G0X-3\n", "error:20")
		obey("limit z 50ms", "ALARM:1")
		obey("", "[MSG:Reset")
		obey("reset", "Grbl 1.1h")
		obey("", "[MSG:'$H'")
		send("$H\n", "ok")
		obey("power off", "")
		time.Sleep(time.Second)
		obey("power on", "[MSG:'$H'")
		obey("blank", "")
		obey("reset", "error:7")
		obey("", "Grbl 1.1h")
		obey("send $I", "[VER:")
		obey("", "ok")
		obey("garble 4", "")
		if got := send("?", "i"); got[0][4:] != "e|MPos:0.000,0.000,0.000|FS:0,0|WCO:0.000,0.000,0.000>" {
			t.Error(got)
		}
		obey("silence 100ms", "")
		obey("wait 1s", "")
		obey("slip x -1.5", "")
		for _, order := range []string{"supply off", "push x -1", "supply on", "stop press 1", "stop release", "falls z 3", "falls z 0",
			"lose x 20% 5s", "lose x 0", "limit y stuck", "limit y dead", "limit y works"} {
			obey(order, "")
		}
		obey("stop press", "Grbl 1.1h")
		if got, _ := s.Obey("state"); !strings.HasPrefix(got, "Idle, not homed, stop pressed\n") {
			t.Errorf("%q", got)
		}
		obey("stop release", "")
		obey("nopick 2", "")
		obey("drop 100", "")
		obey("empty black", "")
		s.Do(func(m *Machine) {
			if w := m.World(); w.Left(hw.Black) != 0 || w.failPicks != 2 || w.dropIn != 100 || w.at[X] > -3 {
				t.Errorf("%+v", w)
			}
		})
		obey("refill black", "")
		obey("", "")
		if got, err := s.Obey("help"); err != nil || got != Orders {
			t.Error(err)
		}
		if got, err := s.Obey("state"); err != nil || !strings.HasPrefix(got, "Idle, not homed, motors off\n") {
			t.Errorf("%q, %v", got, err)
		}
		obey("unplug", "")
		if got, _ := s.Obey("state"); !strings.HasPrefix(got, "unplugged\n") {
			t.Errorf("%q", got)
		}
		obey("plug", "")
		for _, wrong := range []string{"dance", "power", "power up", "silence soon", "silence -1s", "limit", "limit q", "limit x x",
			"refuse x", "refuse 99", "refuse 9 1 1", "slip", "slip x y", "hand", "empty", "empty red", "state now", "unplug it", "drop", "drop x", "nopick x", "blank x", "wait long", "wait 1s 2s",
			"supply", "stop", "stop press 3", "falls", "falls z x", "falls z -1", "lose x 120%", "lose x 5% soon", "push q", "push x", "limit y stuck 5s"} {
			if got, err := s.Obey(wrong); err == nil {
				t.Errorf("%q is taken: %q", wrong, got)
			}
			if err := CheckOrder(wrong); err == nil && wrong != "drop" && wrong != "refuse 99" && wrong != "push x" {
				t.Errorf("%q is taken for later", wrong)
			}
		}
	})
}
