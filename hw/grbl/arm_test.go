package grbl

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/hw"
)

// usual is an arm over a 19x19 board with 20 mm between points.
func usual(t *testing.T) Options {
	t.Helper()
	fit, err := NewFit([]Touch{
		{0, 0, [3]float64{-400, -400, -60}}, {18, 0, [3]float64{-40, -400, -60}},
		{0, 18, [3]float64{-400, -40, -60}}, {18, 18, [3]float64{-40, -40, -60}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return Options{
		Watched: true,
		Cols:    19, Rows: 19, Fit: fit, Safe: -5, Above: 1, Travel: 4000, Lift: 1000, ParkX: -10, ParkY: -10,
		Gripper: Gripper{Kind: Magnet, GripPower: 1000, GripTime: 300 * time.Millisecond, ReleaseTime: 200 * time.Millisecond},
		Black:   Tray{At: [3]float64{-450, -20, -50}, Cols: 4, Rows: 5, StepX: 22, StepY: -22, Stones: 20, Low: 3},
		White:   Tray{At: [3]float64{-450, -450, -50}, Cols: 1, Rows: 1, Stones: 20, Low: 3},
		Log:     slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
}

// rig is an arm at a fake controller, in a synctest bubble.
type rig struct {
	t    *testing.T
	fake *fake
	arm  *Arm
	stop func()
}

func newRig(t *testing.T, f *fake, o Options) *rig {
	t.Helper()
	arm, err := New(f.dial, o)
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, fake: f, arm: arm}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	news := make(chan hw.ArmNews)
	go func() {
		for range news {
		}
	}()
	go func() { done <- arm.Keep(ctx, news) }()
	ended := false
	r.stop = func() {
		if ended {
			return
		}
		ended = true
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Keep: %v", err)
		}
		close(news)
		f.served.Wait()
		if f.moved {
			t.Error("the arm moved without having been homed")
		}
	}
	return r
}

// until waits for a state.
func (r *rig) until(s hw.ArmState) hw.ArmNews {
	r.t.Helper()
	for range 1200 {
		if n := r.arm.News(); n.State == s {
			return n
		}
		time.Sleep(50 * time.Millisecond)
	}
	r.t.Fatalf("the arm is %q (%s), never %q", r.arm.News().State, r.arm.News().Text, s)
	return hw.ArmNews{}
}

// placing ends a test in which stones take an hour to be placed. As arm and
// controller never cease to talk, a bubble would not notice.
func placing() *time.Timer {
	return time.AfterFunc(time.Hour, func() { panic("an hour went by and the stones are not placed") })
}

// place has stones placed and returns what was let go and why it ended.
func (r *rig) place(ctx context.Context, s hw.State, points ...int) (let []int, err error) {
	return ask(r.arm.Place, ctx, s, points)
}

// placed has a white stone placed, and tells why that ended.
func (r *rig) placed(ctx context.Context, point int) <-chan error {
	done := make(chan error, 1)
	go func() {
		_, err := r.place(ctx, hw.White, point)
		done <- err
	}()
	return done
}

// lift has stones lifted and returns which were and why it ended.
func (r *rig) lift(ctx context.Context, s hw.State, points ...int) (off []int, err error) {
	return ask(r.arm.Lift, ctx, s, points)
}

// ask returns for which points a job was done, and why it ended.
func ask(job func(context.Context, hw.State, []int, chan<- hw.Placement) error, ctx context.Context, s hw.State, points []int) (done []int, err error) {
	defer placing().Stop()
	out := make(chan hw.Placement, len(points))
	err = job(ctx, s, points, out)
	close(out)
	for p := range out {
		if p.Err == nil {
			done = append(done, p.Point)
		}
	}
	return done, err
}

// held reports whether an error is of a job that a hold or a stop broke off.
func held(err error) bool {
	var e *hw.ArmError
	return errors.As(err, &e) && e.Held
}

// goOn waits until the arm is stopped, and says that it may go on.
func (r *rig) goOn() {
	r.t.Helper()
	r.until(hw.ArmStopped)
	r.arm.Resume(r.arm.News().Cause)
	r.until(hw.ArmUnhomed)
}

func TestPlacesStones(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		r := newRig(t, f, usual(t))
		defer r.stop()
		r.until(hw.ArmUnhomed)
		if got := strings.Join(f.lines(), " "); got != "$I $$" {
			t.Errorf("at start: %s", got)
		}
		let, err := r.place(t.Context(), hw.Black, 0, 20)
		if err != nil || len(let) != 2 {
			t.Fatalf("%v, %v", let, err)
		}
		r.until(hw.ArmParked)
		want := `$H M5 G4P0.2 G21G90G94G53G1Z-5.000F1000 G4P0.01
G21G90G94G53G1Z-5.000F1000 G4P0.01 G21G90G94G53G1X-450.000Y-20.000F4000 G4P0.01 G21G90G94G53G1Z-50.000F1000 G4P0.01 M3S1000 G4P0.3
G21G90G94G53G1Z-5.000F1000 G4P0.01 G21G90G94G53G1X-400.000Y-400.000F4000 G4P0.01 G21G90G94G53G1Z-59.000F1000 G4P0.01 M5 G4P0.2 G21G90G94G53G1Z-5.000F1000 G4P0.01
G21G90G94G53G1Z-5.000F1000 G4P0.01 G21G90G94G53G1X-428.000Y-20.000F4000 G4P0.01 G21G90G94G53G1Z-50.000F1000 G4P0.01 M3S1000 G4P0.3
G21G90G94G53G1Z-5.000F1000 G4P0.01 G21G90G94G53G1X-380.000Y-380.000F4000 G4P0.01 G21G90G94G53G1Z-59.000F1000 G4P0.01 M5 G4P0.2 G21G90G94G53G1Z-5.000F1000 G4P0.01
G21G90G94G53G1Z-5.000F1000 G4P0.01 G21G90G94G53G1X-10.000Y-10.000F4000 G4P0.01`
		if got := strings.Join(f.lines(), " "); got != strings.ReplaceAll(want, "\n", " ") {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		if n := r.arm.News(); n.Trays[0].Left != 18 || n.Trays[1].Left != 20 {
			t.Errorf("%+v", n.Trays)
		}
	})
}

func TestRefusesWhatMustNotMove(t *testing.T) {
	for _, c := range []struct {
		setting int
		value   string
		want    string
	}{
		{20, "0", "the controller's settings are not safe: $20 (soft limits) is 0, and without them a wrong place drives it into its ends; type $20=1 in a serial terminal"},
		{22, "0", "type $22=1 in"},
		{13, "1", "type $13=0 in"},
		{32, "1", "type $32=0 in"},
		{130, "300.000", "is at X -4"},
		{1, "25", "$1 (step idle delay) is 25"},
		{27, "", "the controller does not tell $27 (homing pull-off)"},
	} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			f.settings[c.setting] = c.value
			if c.value == "" {
				delete(f.settings, c.setting)
			}
			r := newRig(t, f, usual(t))
			n := r.until(hw.ArmRefused)
			if !strings.Contains(n.Text, c.want) {
				t.Errorf("%s", n.Text)
			}
			_, err := r.place(t.Context(), hw.White, 5)
			if hw.ArmTroubleOf(err) != hw.ArmNotReady {
				t.Errorf("%v", err)
			}
			f.mu.Lock()
			f.settings[c.setting] = newFake().settings[c.setting]
			f.mu.Unlock()
			r.until(hw.ArmUnhomed)
			r.stop()
		})
	}
}

// Whatever happens in the middle of a job, the stone counts as lost where there
// was one, and the next job begins with a homing cycle.
func TestFaultsInTheMiddle(t *testing.T) {
	for name, c := range map[string]struct {
		at   string // the line at which it happens
		act  func(f *fake) string
		want hw.ArmTrouble
		text string
		stop hw.ArmCause // whether it waits for a person
	}{
		"restart with a stone": {"G21G90G94G53G1X-400.000", func(f *fake) string { go f.restart(); return "-" }, hw.ArmDropped, "restarted", hw.ArmReset},
		"limit with a stone":   {"G21G90G94G53G1X-400.000", func(f *fake) string { go f.alarm(1); return "-" }, hw.ArmDropped, "a limit switch was hit", ""},
		"limit without":        {"G21G90G94G53G1X-450.000", func(f *fake) string { go f.alarm(1); return "-" }, hw.ArmFailed, "a limit switch was hit", ""},
		"silence with a stone": {"G21G90G94G53G1X-400.000", func(f *fake) string {
			f.mu.Lock()
			f.silent = true
			f.mu.Unlock()
			time.AfterFunc(20*time.Second, func() { f.mu.Lock(); f.silent = false; f.mu.Unlock() })
			return "-"
		}, hw.ArmDropped, "has said nothing for 3s", hw.ArmCut},
		"reset in a dwell": {"G4P0.3", func(f *fake) string {
			go func() { f.say(f.conn, "ok"); f.restart() }()
			return "-"
		}, hw.ArmDropped, "restarted", hw.ArmReset},
		"abort with a stone": {"G21G90G94G53G1X-400.000", func(f *fake) string {
			go f.press(true)
			time.AfterFunc(time.Minute, func() { f.press(false) })
			return "-"
		}, hw.ArmDropped, "restarted", hw.ArmEmergency},
		"abort in homing": {"$H", func(f *fake) string {
			go f.press(true)
			time.AfterFunc(time.Minute, func() { f.press(false) })
			return "-"
		}, hw.ArmFailed, "restarted", hw.ArmEmergency},
		"unplugged":   {"G21G90G94G53G1X-400.000", func(f *fake) string { go f.unplug(); return "-" }, hw.ArmDropped, "is its cable in", hw.ArmCut},
		"error":       {"M3S1000", func(f *fake) string { return "error:20" }, hw.ArmDropped, "error 20: a g-code command is not supported", ""},
		"answer lost": {"G21G90G94G53G1X-400.000", func(*fake) string { return "-" }, hw.ArmDropped, "stands still and has not answered", ""},
		"no homing":   {"$H", func(f *fake) string { go func() { f.alarm(9); f.restart() }(); return "-" }, hw.ArmFailed, "homing found no limit switch", ""},
		"no answer":   {"$H", func(f *fake) string { return "-" }, hw.ArmFailed, "did not do within 2m0s", ""},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFake()
				r := newRig(t, f, usual(t))
				defer r.stop()
				r.until(hw.ArmUnhomed)
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
				let, err := r.place(t.Context(), hw.Black, 0, 1)
				if len(let) != 0 || hw.ArmTroubleOf(err) != c.want || !strings.Contains(err.Error(), c.text) {
					t.Fatalf("%v, trouble %d, %v", let, hw.ArmTroubleOf(err), err)
				}
				for _, l := range f.lines() {
					if strings.Contains(l, "G1") {
						t.Errorf("sent after the fault: %s", l)
					}
				}
				if c.stop != "" {
					n := r.until(hw.ArmStopped)
					if sent := strings.Join(f.lines(), " "); n.Cause != c.stop || strings.Contains(sent, "$H") || strings.Contains(sent, "G1") {
						t.Errorf("%+v; sent %q", n, sent)
					}
					time.Sleep(2 * time.Minute)
					if n := r.until(hw.ArmStopped); n.Cause != c.stop {
						t.Errorf("after two minutes: %+v", n)
					}
					r.arm.Resume(r.arm.News().Cause)
				}
				r.until(hw.ArmUnhomed)
				let, err = r.place(t.Context(), hw.Black, 0, 1)
				if err != nil || len(let) != 2 {
					t.Fatalf("afterwards: %v, %v", let, err)
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

// A hold stops what moves at once, and it goes on where it was.
func TestHold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		f.motion = 3 * time.Second
		r := newRig(t, f, usual(t))
		defer r.stop()
		r.until(hw.ArmUnhomed)
		done := r.placed(t.Context(), 40)
		time.Sleep(12 * time.Second)
		r.arm.Hold(true)
		synctest.Wait()
		f.mu.Lock()
		if !strings.HasPrefix(f.bytes, "R!") || f.state != "Hold" {
			t.Errorf("bytes %s", f.bytes)
		}
		f.mu.Unlock()
		sent := len(f.lines())
		time.Sleep(10 * time.Minute)
		if n := r.arm.News(); n.State != hw.ArmHeld || sent == 0 || len(f.lines()) != 0 {
			t.Errorf("%+v", n)
		}
		r.arm.Hold(false)
		if err := <-done; err != nil {
			t.Error(err)
		}
		r.until(hw.ArmParked)
		// A hold while it homes breaks the homing off.
		f.restart()
		r.goOn()
		done = r.placed(t.Context(), 40)
		time.Sleep(2 * time.Second)
		r.arm.Hold(true)
		if err := <-done; !held(err) || !strings.Contains(err.Error(), "homing was broken off") {
			t.Error(err)
		}
		r.until(hw.ArmUnhomed)
		r.arm.Hold(false)
		if _, err := r.place(t.Context(), hw.White, 40); err != nil {
			t.Error(err)
		}
	})
}

// A machine whose position is lost while a hold keeps it from moving does not move
// once that is over.
func TestLostWhileHeldAtRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		r := newRig(t, f, usual(t))
		defer r.stop()
		r.until(hw.ArmUnhomed)
		if _, err := r.place(t.Context(), hw.White, 40); err != nil {
			t.Fatal(err)
		}
		r.until(hw.ArmParked)
		r.arm.Hold(true)
		done := r.placed(t.Context(), 41)
		time.Sleep(5 * time.Second)
		f.mu.Lock() // it starts again, unheard, and is of those that do not lock themselves then
		f.begin()
		f.state, f.at = "Idle", [3]float64{}
		f.mu.Unlock()
		time.Sleep(5 * time.Second)
		r.arm.Hold(false)
		if err := <-done; err == nil {
			t.Error("a stone was placed from where nobody knows")
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.moved {
			t.Error("it moved without having been homed")
		}
	})
}

// A stone that is no longer needed goes back: to its slot of a grid, else into the
// dish.
func TestWantedNoMore(t *testing.T) {
	for _, color := range []hw.State{hw.Black, hw.White} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			r := newRig(t, f, usual(t))
			defer r.stop()
			r.until(hw.ArmUnhomed)
			ctx, cancel := context.WithCancel(t.Context())
			f.mu.Lock()
			f.trap = func(l string) string {
				if l == "M3S1000" {
					cancel()
				}
				return ""
			}
			f.mu.Unlock()
			let, err := r.place(ctx, color, 7)
			if len(let) != 0 || !errors.Is(err, context.Canceled) {
				t.Errorf("%v, %v", let, err)
			}
			r.until(hw.ArmParked)
			want := 20
			if color == hw.White {
				want = 19
			}
			if n := r.arm.left(color); n != want || f.magnet {
				t.Errorf("%d stones of %s left, magnet %v", n, color, f.magnet)
			}
		})
	}
}

func TestTrayRunsEmpty(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := usual(t)
		var saved []Stock
		o.Memory = &Memory{Stock: Stock{Black: 99, White: 1}}
		o.Save = func(m Memory) error {
			if len(saved) == 0 || saved[len(saved)-1] != m.Stock {
				saved = append(saved, m.Stock)
			}
			return nil
		}
		r := newRig(t, newFake(), o)
		defer r.stop()
		r.until(hw.ArmUnhomed)
		let, err := r.place(t.Context(), hw.White, 1, 2)
		if len(let) != 1 || hw.ArmTroubleOf(err) != hw.ArmEmpty {
			t.Errorf("%v, %v", let, err)
		}
		r.arm.Refill()
		if let, err := r.place(t.Context(), hw.White, 2); err != nil || len(let) != 1 {
			t.Errorf("%v, %v", let, err)
		}
		r.stop()
		if len(saved) != 4 || saved[1] != (Stock{Black: 20}) || saved[3] != (Stock{Black: 20, White: 19}) {
			t.Errorf("%v", saved)
		}
	})
}

// What rests notices at once that the controller started again or has gone.
func TestFaultsAtRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		r := newRig(t, f, usual(t))
		defer r.stop()
		r.until(hw.ArmUnhomed)
		for range 3 {
			if _, err := r.place(t.Context(), hw.White, 1); err != nil {
				t.Fatal(err)
			}
			r.until(hw.ArmParked)
			f.restart()
			r.goOn()
			f.unplug()
			if n := r.until(hw.ArmAway); !strings.Contains(n.Text, "is its cable in?") {
				t.Errorf("%s", n.Text)
			}
			r.until(hw.ArmUnhomed)
			f.mu.Lock()
			f.silent = true
			f.mu.Unlock()
			r.until(hw.ArmAway)
			time.Sleep(10 * time.Second)
			if n := r.arm.News(); !strings.Contains(n.Text, "does not answer; it is silent") {
				t.Errorf("%+v", n)
			}
			f.mu.Lock()
			f.silent = false
			f.mu.Unlock()
			r.until(hw.ArmUnhomed)
		}
	})
}
