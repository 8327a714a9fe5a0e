package service

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// scene is a daemon and a service manager in a bubble of fake time.
type scene struct {
	mu       sync.Mutex
	status   string
	progress time.Time
	broken   error
	page     error // of the probe of the page
	got      []message
	log      bytes.Buffer
}

// message is something that the service manager was told, and when.
type message struct {
	after time.Duration
	text  string
}

func (s *scene) set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

// play runs the daemon side under a watchdog of the given interval while script
// plays, and returns what the service manager was told.
func (s *scene) play(interval time.Duration, script func()) []message {
	start := time.Now()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		run(ctx, Config{
			Progress: func() time.Time { s.mu.Lock(); defer s.mu.Unlock(); return s.progress },
			Status:   func() string { s.mu.Lock(); defer s.mu.Unlock(); return s.status },
			Probe:    func(context.Context) error { s.mu.Lock(); defer s.mu.Unlock(); return s.page },
			Log:      slog.New(slog.NewTextHandler(&s.log, nil)),
		}, interval, func(text string) error {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.got = append(s.got, message{time.Since(start), text})
			return s.broken
		})
	}()
	synctest.Wait()
	script()
	synctest.Wait()
	cancel()
	<-done
	return s.got
}

// turn lets the loop go round once a second for the given number of seconds.
func (s *scene) turn(seconds int) {
	for range seconds {
		time.Sleep(time.Second)
		s.set(func() { s.progress = time.Now() })
	}
}

// pings returns when the watchdog was fed.
func pings(got []message) (at []time.Duration) {
	for _, m := range got {
		if m.text == "WATCHDOG=1" {
			at = append(at, m.after)
		}
	}
	return at
}

func TestReadyStatusStopping(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := scene{status: "turn 1"}
		got := s.play(0, func() {
			s.turn(3)
			s.set(func() { s.status = "turn 2\nWATCHDOG=1" })
			s.turn(3)
		})
		want := []string{"READY=1\nSTATUS=turn 1", "STATUS=turn 2 WATCHDOG=1", "STOPPING=1\nSTATUS=stopping"}
		var texts []string
		for _, m := range got {
			texts = append(texts, m.text)
		}
		if !slices.Equal(texts, want) {
			t.Errorf("the service manager was told %q, want %q", texts, want)
		}
	})
}

func TestWatchdogIsFedWhileTheLoopTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const interval = 20 * time.Second
		var s scene
		fed := pings(s.play(interval, func() { s.turn(200) }))
		if len(fed) == 0 {
			t.Fatal("never fed")
		}
		last := time.Duration(0)
		for _, at := range append(fed, 200*time.Second) {
			if at-last > interval/2 {
				t.Errorf("not fed between %v and %v", last, at)
			}
			last = at
		}
	})
}

func TestWatchdogIsNotFedWhenThePageDoesNotAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const interval = 20 * time.Second
		var s scene
		fed := pings(s.play(interval, func() {
			s.turn(30)
			s.set(func() { s.page = errors.New("no answer") })
			s.turn(70)
			s.set(func() { s.page = nil })
			s.turn(30)
		}))
		for _, at := range fed {
			if at > 30*time.Second+interval/2+interval/8 && at < 100*time.Second {
				t.Errorf("fed at %v, though the page did not answer from 30s on", at)
			}
		}
		if last := fed[len(fed)-1]; last < 101*time.Second {
			t.Errorf("last fed at %v, though the page answered again from 100s on", last)
		}
		if !strings.Contains(s.log.String(), "the page does not answer") || !strings.Contains(s.log.String(), "the page answers again") {
			t.Errorf("the log says:\n%s", s.log.String())
		}
	})
}

func TestWatchdogIsNotFedWhenTheLoopIsStuck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const interval = 20 * time.Second
		var s scene
		fed := pings(s.play(interval, func() {
			s.turn(30)
			time.Sleep(70 * time.Second) // stuck from 30 to 100
			s.turn(30)                   // and free again
		}))
		for _, at := range fed {
			if at > 30*time.Second+interval/2 && at < 100*time.Second {
				t.Errorf("fed at %v, though the loop was stuck from 30s on", at)
			}
		}
		if last := fed[len(fed)-1]; last < 101*time.Second {
			t.Errorf("last fed at %v, though the loop went on at 100s", last)
		}
		for _, sentence := range []string{"the game loop is stuck", "goes round again"} {
			if n := strings.Count(s.log.String(), sentence); n != 1 {
				t.Errorf("the log says %d times that %q:\n%s", n, sentence, &s.log)
			}
		}
	})
}

// A wall clock that is set back or forth while the daemon runs changes what
// Progress returns by years; only that it changes counts.
func TestWatchdogDoesNotMindTheClockBeingSet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s scene
		fed := pings(s.play(20*time.Second, func() {
			for i := range 60 {
				time.Sleep(time.Second)
				s.set(func() { s.progress = time.Unix(int64(i), 0) }) // 1970
			}
		}))
		if len(fed) < 10 {
			t.Errorf("fed %d times in 60 seconds of a loop that turns", len(fed))
		}
	})
}

func TestAShortWatchdogIsFedInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const interval = 400 * time.Millisecond
		var s scene
		fed := pings(s.play(interval, func() {
			for range 100 {
				time.Sleep(50 * time.Millisecond)
				s.set(func() { s.progress = time.Now() })
			}
		}))
		for i := 1; i < len(fed); i++ {
			if fed[i]-fed[i-1] > interval/2 {
				t.Errorf("not fed between %v and %v", fed[i-1], fed[i])
			}
		}
		if len(fed) < 20 {
			t.Errorf("fed %d times in 5 seconds", len(fed))
		}
	})
}

func TestAnUnreachableManagerIsSaidOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := scene{broken: errors.New("no such socket")}
		s.play(4*time.Second, func() { s.turn(60) })
		if n := strings.Count(s.log.String(), "no such socket"); n != 1 {
			t.Errorf("the log says it %d times:\n%s", n, &s.log)
		}
	})
}

// The real protocol, over a real socket.
func TestSocket(t *testing.T) {
	name := filepath.Join(t.TempDir(), "notify")
	manager, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer manager.Close()
	t.Setenv("NOTIFY_SOCKET", name)
	t.Setenv("WATCHDOG_USEC", "40000")
	t.Setenv("WATCHDOG_PID", "")

	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- Run(ctx, Config{Progress: time.Now, Status: func() string { return "here" }, Log: slog.New(slog.DiscardHandler)})
	}()
	hear := func() string {
		t.Helper()
		manager.SetReadDeadline(time.Now().Add(2 * time.Minute))
		buf := make([]byte, 4096)
		n, err := manager.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		return string(buf[:n])
	}
	if got, want := hear(), "READY=1\nSTATUS=here"; got != want {
		t.Errorf("first message %q, want %q", got, want)
	}
	if got, want := hear(), "WATCHDOG=1"; got != want {
		t.Errorf("second message %q, want %q", got, want)
	}
	cancel()
	for last := ""; last != "STOPPING=1\nSTATUS=stopping"; {
		if last = hear(); last != "WATCHDOG=1" && !strings.HasPrefix(last, "STOPPING=1") {
			t.Fatalf("unexpected message %q", last)
		}
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestWithoutAServiceManager(t *testing.T) {
	t.Setenv("NOTIFY_SOCKET", "")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Run(ctx, Config{}); err != nil {
		t.Error(err)
	}
}

func TestABadEnvironmentIsSaid(t *testing.T) {
	t.Setenv("NOTIFY_SOCKET", "/nowhere")
	t.Setenv("WATCHDOG_USEC", "soon")
	err := Run(context.Background(), Config{})
	if err == nil || !strings.Contains(err.Error(), `WATCHDOG_USEC="soon"`) {
		t.Errorf("error is %v; it is to name the variable and its value", err)
	}
}
