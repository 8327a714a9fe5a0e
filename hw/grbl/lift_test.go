package grbl

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/hw"
)

// binned is the usual arm with a bin, for the stones of its magazine.
func binned(t *testing.T) Options {
	o := usual(t)
	o.Press, o.Bin = 0.5, &[2]float64{-20, -250}
	return o
}

// tray returns the tray of a colour.
func (r *rig) tray(s hw.State) hw.ArmTray {
	for _, t := range r.arm.News().Trays {
		if t.Color == s {
			return t
		}
	}
	return hw.ArmTray{}
}

// Lifted stones go into the slots that were emptied last, from which the next are taken.
func TestLiftsStones(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		r := newRig(t, f, binned(t))
		defer r.stop()
		r.until(hw.ArmUnhomed)
		if let, err := r.place(t.Context(), hw.Black, 0, 20); err != nil || len(let) != 2 {
			t.Fatalf("%v, %v", let, err)
		}
		r.until(hw.ArmParked)
		f.lines()
		if n := r.tray(hw.Black); n.Left != 18 || n.Room != 2 || !r.arm.News().Bin {
			t.Errorf("%+v", r.arm.News())
		}
		if off, err := r.lift(t.Context(), hw.Black, 20, 0); err != nil || len(off) != 2 {
			t.Fatalf("%v, %v", off, err)
		}
		r.until(hw.ArmParked)
		want := `G21G90G94G53G1Z-5.000F1000 G4P0.01 G21G90G94G53G1X-380.000Y-380.000F4000 G4P0.01 G21G90G94G53G1Z-60.500F1000 G4P0.01 M3S1000 G4P0.3
G21G90G94G53G1Z-5.000F1000 G4P0.01 G21G90G94G53G1X-428.000Y-20.000F4000 G4P0.01 G21G90G94G53G1Z-50.000F1000 G4P0.01 M5 G4P0.2 G21G90G94G53G1Z-5.000F1000 G4P0.01
G21G90G94G53G1Z-5.000F1000 G4P0.01 G21G90G94G53G1X-400.000Y-400.000F4000 G4P0.01 G21G90G94G53G1Z-60.500F1000 G4P0.01 M3S1000 G4P0.3
G21G90G94G53G1Z-5.000F1000 G4P0.01 G21G90G94G53G1X-450.000Y-20.000F4000 G4P0.01 G21G90G94G53G1Z-50.000F1000 G4P0.01 M5 G4P0.2 G21G90G94G53G1Z-5.000F1000 G4P0.01
G21G90G94G53G1Z-5.000F1000 G4P0.01 G21G90G94G53G1X-10.000Y-10.000F4000 G4P0.01`
		if got := strings.Join(f.lines(), " "); got != strings.ReplaceAll(want, "\n", " ") {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		if n := r.tray(hw.Black); n.Left != 20 || n.Room != 0 {
			t.Errorf("%+v", n)
		}
		// A full tray's stones, and a magazine's, go into the bin.
		for _, s := range []hw.State{hw.Black, hw.White} {
			if off, err := r.lift(t.Context(), s, 5); err != nil || len(off) != 1 {
				t.Errorf("%s: %v, %v", s, off, err)
			}
			if got := strings.Join(f.lines(), " "); !strings.Contains(got, "X-20.000Y-250.000F4000 G4P0.01 G21G90G94G53G1Z-5.000F1000 G4P0.01 M5") {
				t.Errorf("%s: %s", s, got)
			}
			if n := r.tray(s); n.Left != 20 {
				t.Errorf("%+v", n)
			}
		}
	})
}

// An arm without a place for a stone says so, and lifts none; so does one that does not
// reach its bin. Both place stones all the same.
func TestLiftsNothingWithoutAPlace(t *testing.T) {
	for name, o := range map[string]func(*Options){
		"no bin": func(o *Options) { o.Bin = nil },
		"far":    func(o *Options) { o.Bin = &[2]float64{-20, -520} },
		"deep":   func(o *Options) { o.Press = 3; o.Fit.Origin[2] = -78; o.Above = 10 },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f, opts := newFake(), binned(t)
				o(&opts)
				r := newRig(t, f, opts)
				defer r.stop()
				r.until(hw.ArmUnhomed)
				f.lines()
				off, err := r.lift(t.Context(), hw.White, 5)
				if len(off) != 0 || hw.ArmTroubleOf(err) != hw.ArmFull || len(f.lines()) != 0 || !strings.Contains(err.Error(), "no place for a lifted stone, white") {
					t.Errorf("%v, %v", off, err)
				}
				if n := r.arm.News(); n.Lifts(hw.White) || n.Lifts(hw.Black) {
					t.Errorf("%+v", n)
				}
				if let, err := r.place(t.Context(), hw.Black, 5); err != nil || len(let) != 1 {
					t.Errorf("%v, %v", let, err)
				}
				if n := r.arm.News(); n.Lifts(hw.White) || n.Lifts(hw.Black) == (name == "deep") {
					t.Errorf("%+v", n)
				}
			})
		})
	}
	for _, bin := range [][2]float64{{-200, -200}, {-30, -200}, {-1e9, 0}} {
		o := binned(t)
		o.Bin = &bin
		if err := o.Check(); err == nil || !strings.Contains(err.Error(), "the bin at") {
			t.Errorf("%v: %v", bin, err)
		}
	}
}

// Nothing is put into a slot that may not be empty.
func TestSlotsInDoubt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := binned(t)
		o.Bin = nil
		r := newRig(t, newFake(), o)
		defer r.stop()
		r.until(hw.ArmUnhomed)
		place := func(points ...int) {
			t.Helper()
			if let, err := r.place(t.Context(), hw.Black, points...); err != nil || len(let) != len(points) {
				t.Fatalf("%v, %v", let, err)
			}
		}
		look := func(left, unsure, room int) {
			t.Helper()
			if n := r.tray(hw.Black); n.Left != left || n.Unsure != unsure || n.Room != room {
				t.Errorf("%+v", n)
			}
		}
		place(0, 1)
		r.arm.Missed(hw.Black) // it may lie in its slot yet
		look(18, 1, 0)
		place(2, 3)
		look(16, 1, 2)
		if off, err := r.lift(t.Context(), hw.Black, 0, 1, 2); len(off) != 2 || hw.ArmTroubleOf(err) != hw.ArmFull {
			t.Errorf("%v, %v", off, err)
		}
		look(18, 1, 0)
		place(4)
		if _, err := r.lift(t.Context(), hw.Black, 4); err != nil {
			t.Error(err)
		}
		r.arm.Remained(4) // the gripper came up without it
		look(17, 2, 0)
		r.arm.Remained(4)
		look(17, 2, 0)
		r.until(hw.ArmParked)
		r.fake.lines()
		place(5)
		if got := r.fake.lines(); got[0] != "$H" {
			t.Errorf("after a stone that remained: %v", got)
		}
		look(16, 2, 1)
		r.arm.Refill()
		look(20, 0, 0)
	})
	o := binned(t)
	o.Memory = &Memory{Stock: Stock{Black: 12, White: 20, BlackClosed: 3}, Moving: true}
	arm, err := New(newFake().dial, o)
	if err != nil {
		t.Fatal(err)
	}
	if m := arm.Memory(); m.room(hw.Black, &o.Black) != 0 {
		t.Errorf("a program that ended in the middle of a motion puts stones into %d slots", m.room(hw.Black, &o.Black))
	}
}

// A stone that is not to be lifted any more stays where it is until it is gripped, and
// is put away when it was.
func TestLiftWantedNoMore(t *testing.T) {
	for at, want := range map[string]int{"G21G90G94G53G1X-400.000": 0, "M3S1000": 1} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			r := newRig(t, f, binned(t))
			defer r.stop()
			r.until(hw.ArmUnhomed)
			ctx, cancel := context.WithCancel(t.Context())
			f.mu.Lock()
			f.trap = func(l string) string {
				if strings.HasPrefix(l, at) {
					cancel()
				}
				return ""
			}
			f.mu.Unlock()
			off, err := r.lift(ctx, hw.White, 0, 1)
			if len(off) != want || !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v, %v", at, off, err)
			}
			r.until(hw.ArmParked)
			if f.magnet {
				t.Errorf("%s: the gripper still holds", at)
			}
		})
	}
}

// Whatever happens in the middle of a lift, the next motion begins with a homing cycle,
// and what may have been a person is waited for.
func TestFaultsInTheMiddleOfALift(t *testing.T) {
	over, carry := "G21G90G94G53G1X-400.000", "G21G90G94G53G1X-450.000"
	for name, c := range map[string]struct {
		at   string
		act  func(f *fake) string
		want hw.ArmTrouble
		stop hw.ArmCause
		room int
	}{
		"restart before":       {over, func(f *fake) string { go f.restart(); return "-" }, hw.ArmFailed, hw.ArmReset, 1},
		"restart with a stone": {carry, func(f *fake) string { go f.restart(); return "-" }, hw.ArmDropped, hw.ArmReset, 1},
		"limit with a stone":   {carry, func(f *fake) string { go f.alarm(1); return "-" }, hw.ArmDropped, "", 1},
		"limit over the slot":  {"G21G90G94G53G1Z-50.000", func(f *fake) string { go f.alarm(1); return "-" }, hw.ArmDropped, "", 0},
		"limit with it let go": {"M5", func(f *fake) string { go f.alarm(1); return "-" }, hw.ArmDropped, "", 0},
		"abort while it grips": {"G4P0.3", func(f *fake) string {
			go f.press(true)
			time.AfterFunc(time.Minute, func() { f.press(false) })
			return "-"
		}, hw.ArmDropped, hw.ArmEmergency, 1},
		"error while it grips":   {"M3S1000", func(f *fake) string { return "error:20" }, hw.ArmDropped, "", 1},
		"unplugged":              {carry, func(f *fake) string { go f.unplug(); return "-" }, hw.ArmDropped, hw.ArmCut, 1},
		"an answer that is lost": {carry, func(*fake) string { return "-" }, hw.ArmDropped, "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFake()
				r := newRig(t, f, binned(t))
				defer r.stop()
				r.until(hw.ArmUnhomed)
				if _, err := r.place(t.Context(), hw.Black, 0); err != nil {
					t.Fatal(err)
				}
				r.until(hw.ArmParked)
				f.mu.Lock()
				f.trap = func(l string) string {
					if !strings.HasPrefix(l, c.at) {
						return ""
					}
					f.mu.Lock()
					f.trap, f.sent = nil, nil
					f.mu.Unlock()
					return c.act(f)
				}
				f.mu.Unlock()
				off, err := r.lift(t.Context(), hw.Black, 0)
				if len(off) != 0 || hw.ArmTroubleOf(err) != c.want {
					t.Fatalf("%v, trouble %d, %v", off, hw.ArmTroubleOf(err), err)
				}
				if c.stop != "" {
					time.Sleep(2 * time.Minute)
					n := r.until(hw.ArmStopped)
					if sent := strings.Join(f.lines(), " "); n.Cause != c.stop || strings.Contains(sent, "$H") || strings.Contains(sent, "G1") {
						t.Errorf("%+v; sent %q", n, sent)
					}
					r.arm.Resume(r.arm.News().Cause)
				}
				r.until(hw.ArmUnhomed)
				if n := r.tray(hw.Black); n.Room != c.room || n.Left != 19 {
					t.Errorf("%+v", n)
				}
				if off, err := r.lift(t.Context(), hw.Black, 0); err != nil || len(off) != 1 {
					t.Fatalf("afterwards: %v, %v", off, err)
				}
				homed := false
				for _, l := range f.lines() {
					homed = homed || l == "$H"
					if strings.Contains(l, "G1") && !homed || l == "$X" {
						t.Errorf("sent before homing: %s", l)
					}
				}
			})
		})
	}
}

func TestTheDoctorSaysWhatIsLifted(t *testing.T) {
	for want, change := range map[string]func(*Options){
		"into the tray of black stones and the bin":  func(*Options) {},
		"into the tray of black stones":              func(o *Options) { o.Bin = nil },
		"does not reach the bin at X -20.0 Y -520.0": func(o *Options) { o.Bin = &[2]float64{-20, -520} },
		"its trays are magazines, and arm.bin":       func(o *Options) { o.Bin, o.Black = nil, o.White },
		"cannot be lowered onto the stones":          func(o *Options) { o.Press = 3; o.Fit.Origin[2] = -78; o.Above = 10 },
	} {
		synctest.Test(t, func(t *testing.T) {
			f, o := newFake(), binned(t)
			change(&o)
			arm, err := New(f.dial, o)
			if err != nil {
				t.Fatal(err)
			}
			var last hw.Finding
			for _, found := range arm.Examine(t.Context(), "COM") {
				last = found
			}
			f.served.Wait()
			bad := strings.Contains(want, "reach") || strings.Contains(want, "cannot")
			if last.Device != "arm's lifting" || !strings.Contains(last.Text, want) || (last.Health == hw.Warn) != bad || (last.Do != "") != bad {
				t.Errorf("%s: %+v", want, last)
			}
		})
	}
}

// What a person does with the arm, and what goes wrong then, says nothing of the trays.
func TestMotionsByHandLeaveTheTrays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		o := binned(t)
		o.White.Stones = 5
		r := newRig(t, f, o)
		defer r.stop()
		r.until(hw.ArmUnhomed)
		if _, err := r.place(t.Context(), hw.Black, 0, 20); err != nil {
			t.Fatal(err)
		}
		r.until(hw.ArmParked)
		before := r.arm.Memory()
		f.motion = 3 * time.Second
		f.after("X-11.000", f.restart)
		if err := r.arm.Move(t.Context(), [3]float64{-1, 0, 0}); err == nil {
			t.Error("a step that a reset ended is said to be made")
		}
		r.goOn()
		if now := r.arm.Memory(); now != before {
			t.Errorf("from %+v to %+v", before, now)
		}
		f.motion = 200 * time.Millisecond
		if off, err := r.lift(t.Context(), hw.Black, 20); err != nil || len(off) != 1 {
			t.Fatalf("%v, %v", off, err)
		}
		r.until(hw.ArmParked)
		if err := r.arm.Move(t.Context(), [3]float64{-1, 0, 0}); err != nil {
			t.Fatal(err)
		}
		// The stone still stands, though the arm was moved meanwhile.
		r.arm.Remained(20)
		if n := r.tray(hw.Black); n.Left != 18 || n.Unsure != 1 || n.Room != 0 {
			t.Errorf("%+v", n)
		}
	})
}

// What is asked for by hand while a hand is over the board is refused: it would follow
// whenever that is gone.
func TestNoMotionByHandDuringAHold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		r := newRig(t, f, usual(t))
		defer r.stop()
		r.until(hw.ArmUnhomed)
		if _, err := r.place(t.Context(), hw.White, 3); err != nil {
			t.Fatal(err)
		}
		r.until(hw.ArmParked)
		r.arm.Hold(true)
		f.lines()
		if err := r.arm.Move(t.Context(), [3]float64{-1, 0, 0}); hw.ArmTroubleOf(err) != hw.ArmNotReady {
			t.Error(err)
		}
		if err := r.arm.Home(t.Context()); hw.ArmTroubleOf(err) != hw.ArmNotReady {
			t.Error(err)
		}
		r.arm.Hold(false)
		time.Sleep(time.Minute)
		if sent := f.lines(); len(sent) > 0 {
			t.Errorf("sent %q", sent)
		}
		if err := r.arm.Move(t.Context(), [3]float64{-1, 0, 0}); err != nil {
			t.Error(err)
		}
	})
}
