package main_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/grbl/grblsim"
)

// armSettings are for the arm that grblsim simulates when nothing else is said,
// with quicker macros.
const armSettings = `
[arm]
kind = "grbl"
port = %q
corners = ["A1 -448 -448 -50", "S1 -52 -448 -50", "A19 -448 -52 -50", "S19 -52 -52 -50"]
safe_z = -10
feed = 6000
feed_z = 2000
park_x = -10
park_y = -10
[arm.black]
x = -480
y = -250
z = -50.5
stones = 181
[arm.white]
x = -20
y = -250
z = -50.5
stones = 180
`

// simulatedArm is a controller on a pseudo-terminal whose stones come to stand on
// the simulated board of a daemon.
type simulatedArm struct {
	*grblsim.Server
	port string
	wait sync.WaitGroup
}

func newSimulatedArm(t *testing.T, speed float64) *simulatedArm {
	t.Helper()
	s, err := grblsim.NewServer(grblsim.Options{}, speed)
	if err != nil {
		t.Fatal(err)
	}
	a := &simulatedArm{Server: s, port: filepath.Join(t.TempDir(), "arm")}
	ctx, cancel := context.WithCancel(context.Background())
	there := make(chan struct{}, 1)
	a.wait.Go(func() {
		err := s.ServePTY(ctx, a.port, func(string) {
			select {
			case there <- struct{}{}:
			default:
			}
		})
		if err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(func() {
		cancel()
		a.wait.Wait()
		s.Close()
	})
	select {
	case <-there:
	case <-time.After(patience):
		t.Fatalf("the arm is not at %s after %v", a.port, patience)
	}
	return a
}

// over lets the arm's stones fall on a daemon's board; one that falls where it was
// not to go is picked up by somebody.
func (a *simulatedArm) over(p *process) {
	a.Notify(func(e grblsim.Event) {
		if e.Board < 0 || e.Kind != grblsim.Released && e.Kind != grblsim.Dropped {
			return
		}
		if e.Kind == grblsim.Dropped {
			a.Do(func(m *grblsim.Machine) { m.World().Lift(e.Board) })
			return
		}
		name := board.At(e.Board%19, e.Board/19).String()
		// The daemon may have been told to end.
		_ = p.Put(api.Stone{Point: apitest.At(name), Color: board.Color(e.Stone)})
	})
}

// TestArmPlaysBothSides lets the machine play itself with an arm behind a real
// serial line, while the controller is reset, unplugged and driven into its
// switches: every stone comes to stand, and nothing ever moves unhomed.
func TestArmPlaysBothSides(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole game of an arm takes a while, so -short leaves it out")
	}
	t.Parallel()
	a := newSimulatedArm(t, 300)
	settings := strings.Replace(fast, "level = 1\n", "level = 15\nhuman = \"none\"\n", 1) + fmt.Sprintf(armSettings, a.port)
	p := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, settings))
	a.over(p)
	after := func(turns int) *api.Snapshot {
		for {
			s := p.Until(t, fmt.Sprintf("%d turns", turns), func(s *api.Snapshot) bool {
				return len(s.Moves) >= turns || s.Phase == api.PhaseOver || s.ArmState == hw.ArmStopped
			})
			if s.ArmState != hw.ArmStopped {
				return s
			}
			// It may have gone on meanwhile.
			_, _ = p.Command(map[string]any{"do": api.DoResumeArm})
		}
	}
	after(3)
	a.Do(func(m *grblsim.Machine) { m.Restart() })
	p.Until(t, "the arm to wait for a person", func(s *api.Snapshot) bool { return s.ArmCause == hw.ArmReset })
	after(5)
	a.Unplug()
	s := p.Until(t, "the arm to be missed", func(s *api.Snapshot) bool { return s.ArmState == hw.ArmAway })
	if !strings.Contains(s.Fault, "My arm cannot be used") {
		t.Errorf("fault %q", s.Fault)
	}
	a.Plug()
	after(7)
	a.Do(func(m *grblsim.Machine) { _ = m.HitLimit(grblsim.Y, 300*time.Millisecond) })
	s = after(10)
	// A whole game takes a minute and more; "make grbl" plays one.
	for os.Getenv("STONEHAND_WHOLE_GAME") != "" && s.Phase != api.PhaseOver {
		s = after(len(s.Moves) + 10)
	}
	if s.Phase != api.PhaseOver {
		s = p.Until(t, "a turn to stand", func(s *api.Snapshot) bool { return len(s.Stones) == len(s.Record) })
	}
	if len(s.Stones) != len(s.Record) || s.Trays[0].Left >= 181 {
		t.Errorf("%d stones stand, %d are on record; trays %+v", len(s.Stones), len(s.Record), s.Trays)
	}
	p.Stop()
	a.Do(func(m *grblsim.Machine) {
		c, at := m.Counts(), m.Position()
		if c.UnhomedMotion != 0 || c.Homings < 4 {
			t.Errorf("%+v", c)
		}
		if at != (grblsim.Vec{-10, -10, -10}) {
			t.Errorf("it does not park at the end: %v", at)
		}
	})
}

// TestPageStopsAnArmThatParksAtTheEnd ends the daemon while its arm carries a stone: the page is
// there until the arm stands still, and stops it.
func TestPageStopsAnArmThatParksAtTheEnd(t *testing.T) {
	t.Parallel()
	a := newSimulatedArm(t, 3)
	settings := strings.Replace(fast, "level = 1\n", "level = 1\nhuman = \"white\"\n", 1) + fmt.Sprintf(armSettings, a.port)
	p := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, settings))
	a.over(p)
	p.Until(t, "the arm to fetch a stone", func(s *api.Snapshot) bool { return s.ArmState == hw.ArmWorking })
	if err := syscall.Kill(p.Pid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond) // it has begun to end
	if _, err := p.Send("POST", "/api/arm", []byte(`{"do":"stop"}`)); err != nil {
		t.Fatal(err)
	}
	if err := p.Wait(); err != nil {
		t.Errorf("the daemon ended badly: %v\n%s", err, p.Log())
	}
	a.Do(func(m *grblsim.Machine) {
		if at := m.Position(); at == (grblsim.Vec{-10, -10, -10}) {
			t.Error("it has parked all the same")
		}
	})
}

// TestStopSurvivesTheFolder deletes the folder of the games: that the arm was stopped, and where
// its board is, are in the next one.
func TestStopSurvivesTheFolder(t *testing.T) {
	t.Parallel()
	a := newSimulatedArm(t, 300)
	dir := filepath.Join(t.TempDir(), "data")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	corners := `{"corners":["A1 -448 -448 -50","S1 -52 -448 -50","A19 -448 -52 -50","S19 -52 -52 -50"]}` + "\n"
	if err := os.WriteFile(filepath.Join(dir, "arm-corners.json"), []byte(corners), 0o600); err != nil {
		t.Fatal(err)
	}
	var settings []string
	for line := range strings.Lines(fast + fmt.Sprintf(armSettings, a.port)) {
		if !strings.HasPrefix(line, "corners") {
			settings = append(settings, line)
		}
	}
	p := startDaemon(t, "stonehand", "serve", "--data", dir, "--config", daemonConfig(t, strings.Join(settings, "")))
	p.Until(t, "the arm", func(s *api.Snapshot) bool { return s.ArmState.Ready() })
	if _, err := p.Send("POST", "/api/arm", []byte(`{"do":"stop"}`)); err != nil {
		t.Fatal(err)
	}
	p.Until(t, "the stop", func(s *api.Snapshot) bool { return s.ArmState == hw.ArmStopped })
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	saying(t, p, "The folder with the games was deleted")
	p.Stop()
	for name, want := range map[string]string{"arm-corners.json": corners, "arm-stock.json": `"stopped":"operator"`} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %s, %v", name, text, err)
		}
	}
}
