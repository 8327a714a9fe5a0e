package grbl_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/hw"
	"stonehand/hw/grbl"
	"stonehand/hw/grbl/grblsim"
)

// terminal is an arm in somebody's hands at a terminal, and the simulated machine behind
// it; in a synctest bubble.
type terminal struct {
	*grbl.Manual
	t   *testing.T
	sim *grblsim.Server
	arm *grbl.Arm
	end func() // tells the program to end
}

// atTerminal opens a simulated arm and homes it.
func atTerminal(t *testing.T, o grbl.Options, machine grblsim.Options) *terminal {
	t.Helper()
	rom, layout := grblsim.EEPROM{Written: true, Settings: settingsOf(machine.Flavour)}, grblsim.DefaultLayout()
	machine.EEPROM, machine.Layout = &rom, &layout
	s, err := grblsim.NewServer(machine, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	m := &terminal{t: t, sim: s}
	if m.arm, err = grbl.New(func(context.Context) (io.ReadWriteCloser, error) { return s.Dial() }, o); err != nil {
		t.Fatal(err)
	}
	var ctx context.Context
	ctx, m.end = context.WithCancel(t.Context())
	t.Cleanup(m.end)
	if m.Manual, err = m.arm.Open(ctx, nil); err != nil {
		t.Fatal(err)
	}
	if err := m.Home(); err != nil {
		t.Fatal(err)
	}
	return m
}

// at returns where the machine is.
func (m *terminal) at() (at grblsim.Vec) {
	m.sim.Do(func(m *grblsim.Machine) { at = m.World().Position() })
	return at
}

// stays reports an error if the machine moves while act is called and for a minute after.
func (m *terminal) stays(what string, act func()) {
	m.t.Helper()
	from := m.at()
	act()
	time.Sleep(time.Minute)
	if to := m.at(); to != from {
		m.t.Errorf("%s: it moves from %v to %v", what, from, to)
	}
}

// later does something to the machine after a while.
func (m *terminal) later(d time.Duration, do func(*grblsim.Machine)) {
	time.AfterFunc(d, func() { m.sim.Do(do) })
}

// far is a long way for a machine that has just homed.
var far = [3]float64{-448, -448, -50}

// However a motion is broken off, the program leaves nothing in the controller that
// would go on once the hold is let go, or the line is heard again.
func TestTerminalLeavesNoMotion(t *testing.T) {
	for name, c := range map[string]struct {
		door bool
		do   func(*grblsim.Machine)
	}{
		"feed hold":   {false, func(m *grblsim.Machine) { m.OpenDoor() }},
		"safety door": {true, func(m *grblsim.Machine) { m.OpenDoor() }},
		"silence":     {false, func(m *grblsim.Machine) { m.Silence(3300 * time.Millisecond) }},
	} {
		for way, move := range map[string]func(*terminal) error{
			"over": func(m *terminal) error { return m.Over(far) },
			"jog":  func(m *terminal) error { return m.Jog([3]float64{-400, -400, 0}) },
		} {
			t.Run(name+", "+way, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					o := simOptions(t)
					o.Travel = 600
					m := atTerminal(t, o, grblsim.Options{Door: c.door})
					m.later(1500*time.Millisecond, c.do)
					if err := move(m); !grbl.Lost(err) {
						t.Fatal(err)
					}
					m.Close()
					time.Sleep(time.Second)
					m.stays(name, func() {
						m.sim.Do((*grblsim.Machine).CloseDoor)
						time.Sleep(5 * time.Second)
						m.sim.Do(func(m *grblsim.Machine) { m.Send([]byte("~")) })
					})
				})
			})
		}
	}
}

// A controller that nobody tells any more to stop, as after the program was killed or its cable
// came out, has one leg to carry out.
func TestOneLegAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := atTerminal(t, simOptions(t), grblsim.Options{})
		defer m.Close()
		if err := m.Lower(-50); err != nil {
			t.Fatal(err)
		}
		from := m.at()
		m.later(700*time.Millisecond, func(m *grblsim.Machine) { m.Silence(time.Minute) }) // on its way up
		if err := m.Over(far); !grbl.Lost(err) {
			t.Fatal(err)
		}
		if to := m.at(); to[0] != from[0] || to[1] != from[1] || to[2] == from[2] {
			t.Errorf("it goes from %v to %v", from, to)
		}
	})
}

// A slow disk at a prompt is no silence of the controller.
func TestTerminalOnASlowDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := simOptions(t)
		o.Save = func(grbl.Memory) error {
			time.Sleep(6 * time.Second)
			return nil
		}
		m := atTerminal(t, o, grblsim.Options{})
		defer m.Close()
		if err := m.Jog([3]float64{-20, 0, 0}); err != nil {
			t.Fatal(err)
		}
		typed := make(chan struct{})
		time.AfterFunc(10*time.Second, func() { close(typed) })
		if err := m.Rest(typed); err != nil {
			t.Error(err)
		}
	})
}

// A motion that ends well leaves the controller as it is, whatever its firmware.
func TestTerminalLeavesARestingArmAlone(t *testing.T) {
	for _, flavour := range []grblsim.Flavour{grblsim.GRBL, grblsim.GrblHAL, grblsim.FluidNC} {
		synctest.Test(t, func(t *testing.T) {
			m := atTerminal(t, simOptions(t), grblsim.Options{Flavour: flavour})
			if err := m.Jog([3]float64{-10, 0, 0}); err != nil {
				t.Fatal(err)
			}
			if err := m.Jog([3]float64{10000, 0, 0}); err == nil || grbl.Lost(err) {
				t.Error(err)
			}
			resets := 0
			m.sim.Trace(func(fromHost bool, b []byte) {
				if fromHost && len(b) > 0 && b[0] == 0x18 {
					resets++
				}
			})
			m.Close()
			time.Sleep(time.Second)
			if resets > 0 {
				t.Errorf("%v: %d resets", flavour, resets)
			}
		})
	}
}

// waysToMove are all that somebody at a terminal can have a homed arm do.
var waysToMove = map[string]func(*terminal) error{
	"jog":   func(m *terminal) error { return m.Jog([3]float64{-200, 0, 0}) },
	"over":  func(m *terminal) error { return m.Over(far) },
	"lower": func(m *terminal) error { return m.Lower(-10) },
	"park":  func(m *terminal) error { return m.Park() },
	"grip":  func(m *terminal) error { return m.Grip(true) },
	"place": func(m *terminal) error { _, err := m.Place(); return err },
}

// What happens to the arm while the person at the terminal thinks, and is over when he
// goes on, ends the work all the same: nothing moves, and no place is taken for known.
func TestTerminalHearsWhatWasWhileItWaited(t *testing.T) {
	n := 0
	for what, do := range map[string]func(*terminal){
		"emergency stop": func(m *terminal) {
			m.sim.Do(func(m *grblsim.Machine) { m.World().PressStop(2) })
			time.Sleep(2 * time.Second)
			m.sim.Do(func(m *grblsim.Machine) { m.World().ReleaseStop() })
		},
		"reset": func(m *terminal) { m.sim.Do(func(m *grblsim.Machine) { m.Restart() }) },
		"hold":  func(m *terminal) { m.sim.Do((*grblsim.Machine).OpenDoor) },
	} {
		for way, move := range waysToMove {
			if n++; testing.Short() && n%3 > 0 { // as with the race detector, which makes it ten times slower
				continue
			}
			synctest.Test(t, func(t *testing.T) {
				o := simOptions(t)
				o.Watched = what != "hold"
				m := atTerminal(t, o, grblsim.Options{})
				if err := m.Jog([3]float64{-100, -100, -30}); err != nil {
					t.Fatal(err)
				}
				time.Sleep(10 * time.Second)
				do(m)
				time.Sleep(2 * time.Second)
				m.stays(what+", "+way, func() {
					if err := move(m); !grbl.Lost(err) {
						t.Errorf("%s, %s: %v", what, way, err)
					}
					m.Close()
				})
			})
		}
	}
}

// One who waits for the person is told at once.
func TestTerminalWatchesTheArmAtRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := atTerminal(t, simOptions(t), grblsim.Options{})
		defer m.Close()
		line := make(chan struct{})
		time.AfterFunc(time.Minute, func() { close(line) })
		if err := m.Rest(line); err != nil {
			t.Fatal(err)
		}
		m.later(time.Minute, func(m *grblsim.Machine) { m.World().PressStop(2) })
		began := time.Now()
		if err := m.Rest(make(chan struct{})); !grbl.Lost(err) || time.Since(began) > 62*time.Second {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
	})
}

// What stops the arm in the middle of a motion, or the end of the program there, is kept: the
// next program, and the daemon, move it only after a person's word. A fault of the arm's own
// is none of that, nor is an end at rest.
func TestTerminalKeepsWhatStoppedTheArm(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(*terminal)
		rest bool // it happens while the arm stands
		want hw.ArmCause
	}{
		"emergency stop":    {func(m *terminal) { m.sim.Do(func(m *grblsim.Machine) { m.World().PressStop(2) }) }, false, hw.ArmReset},
		"feed hold":         {func(m *terminal) { m.sim.Do((*grblsim.Machine).OpenDoor) }, false, hw.ArmHold},
		"silence":           {func(m *terminal) { m.sim.Do(func(m *grblsim.Machine) { m.Silence(time.Minute) }) }, false, hw.ArmCut},
		"cable":             {func(m *terminal) { m.sim.Unplug() }, false, hw.ArmCut},
		"Ctrl-C":            {func(m *terminal) { m.end() }, false, hw.ArmCut},
		"limit switch":      {func(m *terminal) { m.sim.Do(func(m *grblsim.Machine) { _ = m.HitLimit(grblsim.X, time.Second) }) }, false, ""},
		"reset, at rest":    {func(m *terminal) { m.sim.Do((*grblsim.Machine).Restart) }, true, hw.ArmReset},
		"Ctrl-C, at rest":   {func(m *terminal) { m.end() }, true, ""},
		"cable, at rest":    {func(m *terminal) { m.sim.Unplug() }, true, ""},
		"nothing":           {nil, false, ""},
		"killed, in motion": {nil, false, hw.ArmCut},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := simOptions(t)
				var mu sync.Mutex
				kept := grbl.Memory{Stock: grbl.Stock{Black: 9, White: 7}}
				memory := kept
				o.Memory = &memory
				o.Save = func(m grbl.Memory) error { mu.Lock(); kept = m; mu.Unlock(); return nil }
				now := func() grbl.Memory { mu.Lock(); defer mu.Unlock(); return kept }
				m := atTerminal(t, o, grblsim.Options{})
				if now().Moving {
					t.Error("at rest it is kept that it moves")
				}
				inMotion := make(chan grbl.Memory, 1)
				time.AfterFunc(time.Second, func() { inMotion <- now() })
				if c.do != nil {
					time.AfterFunc(1500*time.Millisecond, func() { c.do(m) })
				}
				err := error(nil)
				if c.rest {
					err = m.Rest(make(chan struct{}))
				} else {
					err = m.Over(far)
				}
				if grbl.Lost(err) != (c.do != nil) {
					t.Error(err)
				}
				m.Close()
				time.Sleep(time.Minute)
				if got := now(); got.Stopped != c.want && name != "killed, in motion" || got.Moving || got.Black != 9 {
					t.Errorf("kept %+v, want %q", got, c.want)
				}
				killed := <-inMotion
				if killed.Moving == c.rest {
					t.Errorf("a second after it began, it is kept that it moves: %v", killed.Moving)
				}
				m.sim.Plug()
				m.sim.Do(func(m *grblsim.Machine) { m.World().ReleaseStop(); m.CloseDoor() })
				time.Sleep(time.Minute)

				memory = now()
				if name == "killed, in motion" {
					memory = killed
				}
				m.next(o, c.want)
			})
		})
	}
}

// next starts the daemon's arm, and then that of another command, which move only after a
// person's word if want says that the arm is stopped.
func (m *terminal) next(o grbl.Options, want hw.ArmCause) {
	dial := func(context.Context) (io.ReadWriteCloser, error) { return m.sim.Dial() }
	daemon, err := grbl.New(dial, o)
	if err != nil {
		m.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(m.t.Context())
	done := make(chan error)
	news := make(chan hw.ArmNews)
	go func() {
		for range news {
		}
	}()
	go func() { done <- daemon.Keep(ctx, news); close(news) }()
	time.Sleep(15 * time.Second)
	if n := daemon.News(); n.Cause != want || (n.State == hw.ArmStopped) != (want != "") {
		m.t.Errorf("the daemon's arm is %s (%q): %s", n.State, n.Cause, n.Text)
	}
	cancel()
	if err := <-done; err != nil {
		m.t.Error(err)
	}
	again, err := grbl.New(dial, o)
	if err != nil {
		m.t.Fatal(err)
	}
	asked := 0
	for _, answer := range []error{errors.New("no"), nil} {
		hand, err := again.Open(m.t.Context(), func(error) error { asked++; return answer })
		if want != "" && answer != nil {
			if !errors.Is(err, answer) {
				m.t.Errorf("after a no: %v", err)
			}
			continue
		}
		if err == nil {
			err = hand.Home()
			hand.Close()
		}
		if err != nil || again.Memory().Stopped != "" {
			m.t.Errorf("after a yes: %v; %+v", err, again.Memory())
		}
	}
	if (asked > 0) != (want != "") {
		m.t.Errorf("asked %d times", asked)
	}
}

// As long as the emergency stop is pressed, a yes does not let the arm go on.
func TestTerminalAsksWhileTheStopIsPressed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := atTerminal(t, simOptions(t), grblsim.Options{})
		m.Close()
		m.sim.Do(func(m *grblsim.Machine) { m.World().PressStop(2) })
		if _, err := m.arm.Open(t.Context(), nil); err == nil {
			t.Error("it opens a stopped arm without asking anyone")
		}
		var asked []string
		hand, err := m.arm.Open(t.Context(), func(why error) error {
			if asked = append(asked, why.Error()); len(asked) == 3 {
				m.sim.Do(func(m *grblsim.Machine) { m.World().ReleaseStop() })
			}
			return nil
		})
		if err != nil || len(asked) != 3 || !strings.Contains(asked[1], "is pressed") {
			t.Fatalf("%v; asked %q", err, asked)
		}
		defer hand.Close()
		if err := hand.Home(); err != nil {
			t.Error(err)
		}
	})
}
