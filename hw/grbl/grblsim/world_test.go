package grblsim

import (
	"math"
	"slices"
	"testing"
	"time"

	"stonehand/hw"
)

// arm is a rig that is homed, and what happened behind it.
type arm struct {
	*rig
	events []Event
}

func newArm(t *testing.T) *arm {
	a := &arm{rig: homedOnce(t)}
	a.World().Notify(func(e Event) { a.events = append(a.events, e) })
	return a
}

// do carries out lines, one at a time.
func (a *arm) do(lines ...string) {
	a.Helper()
	for _, line := range lines {
		a.Send([]byte(line + "\n"))
		got := ""
		for end := a.Now() + time.Minute; got == "" && a.Now() < end; {
			got = a.after(10 * time.Millisecond)
		}
		if got != "ok" {
			a.Fatalf("%s: %q", line, got)
		}
	}
}

func (a *arm) kinds() []EventKind {
	var k []EventKind
	for _, e := range a.events {
		k = append(k, e.Kind)
	}
	return k
}

var (
	fetch = []string{"G53G0Z-20", "G53G0X-480Y-250", "G53G0Z-50", "M3S1000", "G4P0.1", "G53G0Z-20", "G4P0"}
	place = []string{"G53G0X-250Y-250", "G53G0Z-50", "G4P0.1", "M5", "G4P0.1", "G53G0Z-20", "G4P0"}
)

// TestCarries: a stone goes from its tray to the centre of the board.
func TestCarries(t *testing.T) {
	a := newArm(t)
	w := a.World()
	a.do(fetch...)
	if w.Held() != hw.Black || w.Left(hw.Black) != 180 {
		t.Fatal(w.Held(), w.Left(hw.Black))
	}
	a.do(place...)
	if s := w.Stones(); s[9*19+9] != hw.Black || w.Held() != hw.Empty || w.Astray() != 0 {
		t.Error(w.Held(), w.Astray())
	}
	if !slices.Equal(a.kinds(), []EventKind{Picked, Released}) || a.events[1].Board != 9*19+9 || a.events[0].Board != -1 {
		t.Error(a.events)
	}
	// It can take it off again, and a hand can.
	a.do("G53G0X-250Y-250", "G53G0Z-50", "M3S1000", "G4P0.1", "G53G0Z-20", "G4P0")
	if w.Held() != hw.Black || w.Stones()[180] != hw.Empty {
		t.Error("not lifted")
	}
	if err := w.Put(3, hw.White); err != nil || w.Stones()[3] != hw.White || w.Put(361, hw.White) == nil {
		t.Error(err)
	}
	if w.Lift(3); w.Stones()[3] != hw.Empty {
		t.Error("not lifted")
	}
}

// TestLosesStones: everything that keeps a stone from where it should be.
func TestLosesStones(t *testing.T) {
	a := newArm(t)
	w := a.World()
	// In flight.
	w.DropAfter(95)
	a.do(fetch...)
	a.do(place...)
	if !slices.Equal(a.kinds(), []EventKind{Picked, Dropped}) || w.Stones()[180] != hw.Empty || w.Astray() != 1 {
		t.Error(a.events, w.Astray())
	}
	if at := a.events[1].Where; math.Abs(at.X+480-95+30) > 1 {
		t.Errorf("it fell at %v; of 95 mm 30 went up", at)
	}
	// Not picked up, and then picked up.
	a.events = nil
	w.FailPicks(1)
	a.do(fetch...)
	if !slices.Equal(a.kinds(), []EventKind{Missed}) || w.Held() != hw.Empty {
		t.Error(a.events)
	}
	a.do("M5")
	a.do(fetch...)
	if w.Held() != hw.Black {
		t.Error(a.events)
	}
	// A reset drops it.
	a.events = nil
	a.ask("\x18", time.Second)
	if !slices.Equal(a.kinds(), []EventKind{Dropped}) {
		t.Error(a.events)
	}
	// An empty tray.
	a.events = nil
	w.Empty(hw.Black)
	a.do(append([]string{"G53G0Z-20"}, fetch...)...)
	if w.Held() != hw.Empty && a.events[0].Where == (Point{-480, -250}) {
		t.Error("a stone from an empty tray", a.events)
	}
	w.Refill(hw.Black)
	if w.Left(hw.Black) != 181 {
		t.Error(w.Left(hw.Black))
	}
	// On another stone it rolls off.
	a = newArm(t)
	a.World().Put(180, hw.White)
	a.do(fetch...)
	a.do(place...)
	if a.World().Stones()[180] != hw.White || a.World().Astray() != 1 {
		t.Error("two stones on one point")
	}
	// Steps that get lost lead beside the point.
	a = newArm(t)
	a.World().Slip(Y, -9)
	a.do(fetch...)
	if a.World().Held() != hw.Empty {
		t.Error("reached a stone 9 mm off")
	}
}

// TestCrash: driven into the board, the tool loses steps and says so.
func TestCrash(t *testing.T) {
	a := newArm(t)
	a.do("G53G0Z-58", "G4P0")
	if !slices.Equal(a.kinds(), []EventKind{Crashed}) || a.World().Position()[Z] != -55 {
		t.Error(a.events, a.World().Position())
	}
	a.do("G53G0Z-20", "G4P0")
	if z := a.World().Position()[Z]; math.Abs(z+17) > 0.01 {
		t.Errorf("3 mm of steps are lost, and it is at %v", z)
	}
	// So it does at the ends of an axis without switches.
	rom := ArmEEPROM()
	rom.Settings[HardLimits], rom.Settings[SoftLimits] = 0, 0
	r := homedRig(t, Options{EEPROM: &rom, Layout: near()})
	var got []Event
	r.World().Notify(func(e Event) { got = append(got, e) })
	r.ask("G0X50", 10*time.Second)
	if len(got) != 1 || got[0].Kind != Stalled || r.World().Position()[X] != 4 || r.Position()[X] != 50 {
		t.Error(got, r.World().Position(), r.Position())
	}
}

// TestTooFast: a motor that is driven faster than it can loses steps, and the
// controller does not know.
func TestTooFast(t *testing.T) {
	a := newArm(t)
	a.do("$110=30000", "G0X-400", "G4P0")
	if d := math.Abs(a.World().Position()[X] - a.Position()[X]); d < 50 || !a.Homed() || !slices.Equal(a.kinds(), []EventKind{Stalled}) {
		t.Errorf("driven at 500 mm/s it is %.1f mm off: %v", d, a.events)
	}
	a = newArm(t)
	a.do("$110=14000", "G0X-400", "G4P0")
	if d := math.Abs(a.World().Position()[X] - a.Position()[X]); d > 0.02 || len(a.events) > 0 {
		t.Errorf("driven at 233 mm/s it is %.1f mm off: %v", d, a.events)
	}
}

// TestCoolantGripper: M8 holds where the layout says so, and a servo's output
// holds from its speed on.
func TestCoolantGripper(t *testing.T) {
	l := near()
	l.Grip = GripCoolant
	a := &arm{rig: homedRig(t, Options{Layout: l})}
	a.do(fetch...)
	if a.World().Held() != hw.Empty {
		t.Error("held by the spindle")
	}
	a.do("G53G0X-480Y-250", "G53G0Z-50", "M8", "G53G0Z-20", "G4P0")
	if a.World().Held() != hw.Black {
		t.Error("not held")
	}
	l = near()
	l.GripSpeed = 500
	a = &arm{rig: homedRig(t, Options{Layout: l})}
	a.do(fetch...)
	a.do("M3S600")
	if a.World().Held() != hw.Black {
		t.Error("not held by the servo")
	}
	if a.do("M3S400"); a.World().Held() != hw.Empty {
		t.Error("the servo is open and holds")
	}
}

// TestTrayGrid: a tray of places is emptied place by place.
func TestTrayGrid(t *testing.T) {
	l := near()
	l.Trays = TrayGrid(hw.White, Point{-480, -250}, Point{0, 25}, Point{-5, 0}, 3, 2)
	a := &arm{rig: homedRig(t, Options{Layout: l})}
	a.do(fetch...)
	if a.World().Held() != hw.White || a.World().Left(hw.White) != 5 {
		t.Error(a.World().Held(), a.World().Left(hw.White))
	}
	a.do(place...)
	a.do(fetch...)
	if a.World().Held() != hw.Empty {
		t.Error("a second stone at an empty place")
	}
}

// TestTrayHeight: stones in a tray that stands higher are reached higher up.
func TestTrayHeight(t *testing.T) {
	l := near()
	l.Trays[0].Top = -30
	a := &arm{rig: homedRig(t, Options{Layout: l})}
	a.do("G53G0Z-20", "G53G0X-480Y-250", "G53G0Z-30", "M3S1000", "G53G0Z-20", "G4P0")
	if a.World().Held() != hw.Black {
		t.Fatal("not reached")
	}
	a.do(place...)
	if a.World().Stones()[180] != hw.Black {
		t.Error("not put down")
	}
}

// TestStores: stones go back into empty slots of their colour, and into bins; on any
// other tray they are a fault.
func TestStores(t *testing.T) {
	l := near()
	l.Trays = append(TrayGrid(hw.White, Point{-480, -250}, Point{0, 25}, Point{-5, 0}, 1, 1), Tray{At: Point{-480, -100}, Stone: hw.Black, Count: 9})
	l.Bins = []Point{{-480, -400}}
	a := &arm{rig: homedRig(t, Options{Layout: l})}
	w := a.World()
	w.Notify(func(e Event) { a.events = append(a.events, e) })
	let := func(y string, low string) []string {
		return []string{"G53G0X-480Y" + y, "G53G0Z" + low, "G4P0.1", "M5", "G4P0.1", "G53G0Z-20", "G4P0"}
	}
	for _, c := range []struct {
		y, low string
		want   EventKind
		white  int
	}{{"-250", "-50", Stored, 1}, {"-400", "-20", Stored, 0}, {"-100", "-50", Piled, 0}} {
		w.Refill(hw.White)
		a.do(fetch...)
		a.events = nil
		a.do(let(c.y, c.low)...)
		if !slices.Equal(a.kinds(), []EventKind{c.want}) || w.Left(hw.White) != c.white || w.Held() != hw.Empty {
			t.Errorf("let go at %s: %v, %d left", c.y, a.events, w.Left(hw.White))
		}
	}
	if w.Binned(hw.White) != 1 || w.Binned(hw.Black) != 0 || w.Binned(hw.Stone) != 0 || w.Astray() != 1 {
		t.Errorf("%d and %d in the bin, %d astray", w.Binned(hw.White), w.Binned(hw.Black), w.Astray())
	}
}
