package grbl_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/hw"
	"stonehand/hw/grbl"
	"stonehand/hw/grbl/grblsim"
	"stonehand/hw/grbl/realgrbl"
)

// genuine is a chip with the firmware that GRBL_ELF names, whose line an arm opens.
type genuine struct {
	mu   sync.Mutex
	chip *realgrbl.Chip
	line net.Conn // the chip's end; nil: none is open
	over chan struct{}
	wait sync.WaitGroup
}

func newGenuine(t *testing.T, runner, elf string) *genuine {
	chip, err := realgrbl.New(runner, elf, nil)
	if err != nil {
		t.Fatal(err)
	}
	g := &genuine{chip: chip, over: make(chan struct{})}
	chip.World().Notify(func(e grblsim.Event) { t.Logf("%v: %v", e.At, e) })
	chip.Advance(2 * time.Second)
	set := grblsim.ArmSettings()
	for n := len(set) - 1; n >= 0; n-- {
		chip.Send(fmt.Appendf(nil, "$%d=%g\n", n, set[n]))
		chip.Advance(60 * time.Millisecond)
	}
	g.wait.Go(func() {
		tick := time.NewTicker(10 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
			case <-g.over:
				return
			}
			g.mu.Lock()
			chip.Advance(10 * time.Millisecond)
			sent, line := chip.Receive(), g.line
			g.mu.Unlock()
			if line != nil && len(sent) > 0 {
				_, _ = line.Write(sent)
			}
		}
	})
	return g
}

// dial opens the line, which resets the board.
func (g *genuine) dial(context.Context) (io.ReadWriteCloser, error) {
	host, device := net.Pipe()
	g.mu.Lock()
	g.line = device
	g.chip.Reset()
	g.mu.Unlock()
	g.wait.Go(func() {
		b := make([]byte, 256)
		for {
			n, err := device.Read(b)
			if err != nil {
				return
			}
			g.mu.Lock()
			g.chip.Send(b[:n])
			g.mu.Unlock()
		}
	})
	return host, nil
}

// world does something with the machine behind the chip.
func (g *genuine) world(f func(w *grblsim.World)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f(g.chip.World())
}

func (g *genuine) close() error {
	close(g.over)
	g.mu.Lock()
	if g.line != nil {
		g.line.Close()
	}
	g.mu.Unlock()
	g.wait.Wait()
	return g.chip.Close()
}

// A genuine GRBL whose emergency stop is pressed with a stone in the gripper does not
// move before a person says so, homes then, and places its stone.
func TestEmergencyStopOnAGenuineController(t *testing.T) {
	elf := os.Getenv("GRBL_ELF")
	if elf == "" {
		t.Skip("GRBL_ELF names no firmware")
	}
	dir := t.TempDir()
	if out, err := exec.Command("make", "-s", "-C", "realgrbl/grblrun", "OUT="+dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, at := range map[string]time.Duration{"homing": 5 * time.Second, "carrying": 0, "parked": 2 * time.Minute} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := newGenuine(t, dir+"/grblrun", elf)
				o := simOptions(t)
				o.Watched = true
				arm, err := grbl.New(g.dial, o)
				if err != nil {
					t.Fatal(err)
				}
				ctx, cancel := context.WithCancel(t.Context())
				news := make(chan hw.ArmNews)
				done, placed := make(chan error, 1), make(chan error, 1)
				go func() {
					for range news {
					}
				}()
				go func() { done <- arm.Keep(ctx, news) }()
				until := func(what string, so func() bool) {
					t.Helper()
					for range 1200 {
						if so() {
							return
						}
						time.Sleep(50 * time.Millisecond)
					}
					t.Fatalf("never %s: %+v", what, arm.News())
				}
				is := func(s hw.ArmState) func() bool { return func() bool { return arm.News().State == s } }
				until("reached", is(hw.ArmUnhomed))
				place := func() { placed <- arm.Place(ctx, hw.Black, []int{200}, make(chan hw.Placement, 1)) }
				go place()
				if name == "carrying" {
					until(name, func() (so bool) {
						g.world(func(w *grblsim.World) { so = w.Held() != hw.Empty && w.Position()[2] > -20 })
						return so
					})
				} else if name == "parked" {
					if err := <-placed; err != nil {
						t.Error(err)
					}
					until(name, is(hw.ArmParked))
				} else {
					time.Sleep(at)
				}
				g.world(func(w *grblsim.World) { _ = w.PressStop(2) })
				time.Sleep(100 * time.Millisecond)
				where := func() (at grblsim.Vec) {
					g.world(func(w *grblsim.World) { at = w.Position() })
					return at
				}
				stood := where()
				until("stopped", is(hw.ArmStopped))
				time.Sleep(5 * time.Second)
				if n := arm.News(); n.Cause != hw.ArmEmergency || !n.Pressed || where() != stood {
					t.Errorf("pressed: %+v; at %v, stopped at %v", n, where(), stood)
				}
				g.world(func(w *grblsim.World) { w.ReleaseStop() })
				time.Sleep(10 * time.Second)
				if n := arm.News(); n.State != hw.ArmStopped || n.Pressed || where() != stood {
					t.Errorf("released: %+v; at %v, stopped at %v", n, where(), stood)
				}
				if name != "parked" {
					if err := <-placed; err == nil {
						t.Error("a stone is said to be placed")
					}
				}
				arm.Resume()
				until("let go on", is(hw.ArmUnhomed))
				go place()
				if err := <-placed; err != nil {
					t.Error(err)
				}
				g.world(func(w *grblsim.World) {
					if w.Stones()[200] != hw.Black {
						t.Error("the stone does not lie")
					}
				})
				cancel()
				if err := <-done; err != nil {
					t.Error(err)
				}
				close(news)
				if err := g.close(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}
