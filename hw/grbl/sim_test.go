package grbl_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/hw"
	"stonehand/hw/grbl"
	"stonehand/hw/grbl/grblsim"
)

// simOptions fit the simulated arm as it is delivered.
func simOptions(t *testing.T) grbl.Options {
	fit, err := grbl.NewFit([]grbl.Touch{
		{Col: 0, Row: 0, At: [3]float64{-448, -448, -50}}, {Col: 18, Row: 0, At: [3]float64{-52, -448, -50}},
		{Col: 0, Row: 18, At: [3]float64{-448, -52, -50}}, {Col: 18, Row: 18, At: [3]float64{-52, -52, -50}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return grbl.Options{
		Cols: 19, Rows: 19, Fit: fit, Safe: -10, Above: 1, Travel: 6000, Lift: 2000, ParkX: -10, ParkY: -10,
		Gripper: grbl.Gripper{Kind: grbl.Magnet, GripPower: 1000, GripTime: 200 * time.Millisecond, ReleaseTime: 100 * time.Millisecond},
		Black:   grbl.Tray{At: [3]float64{-480, -250, -50.5}, Cols: 1, Rows: 1, Stones: 180, Low: 5},
		White:   grbl.Tray{At: [3]float64{-20, -250, -50.5}, Cols: 1, Rows: 1, Stones: 180, Low: 5},
	}
}

// simRig is an arm at a simulated controller, in a synctest bubble.
type simRig struct {
	flavour grblsim.Flavour
	slots   bool // its white tray is a grid
	sim     *grblsim.Server
	arm     *grbl.Arm
	stop    func() error // says whether the arm ever moved unhomed
}

// settingsOf are an arm's settings as a flavour has them.
func settingsOf(f grblsim.Flavour) grblsim.Settings {
	set := grblsim.ArmSettings()
	if f == grblsim.GrblHAL {
		set[grblsim.StatusMask] = 511
	}
	return set
}

func newSimRig(t *testing.T, o grbl.Options, flavour grblsim.Flavour) *simRig {
	rom := grblsim.EEPROM{Written: true, Settings: settingsOf(flavour)}
	layout := grblsim.DefaultLayout()
	layout.Bins = []grblsim.Point{{X: -20, Y: -20}}
	if o.White.Rows > 1 {
		layout.Trays = append(layout.Trays[:1], grblsim.TrayGrid(hw.White, grblsim.Point{X: o.White.At[0], Y: o.White.At[1]},
			grblsim.Point{}, grblsim.Point{Y: o.White.StepY}, 1, o.White.Rows)...)
	}
	s, err := grblsim.NewServer(grblsim.Options{Flavour: flavour, EEPROM: &rom, Layout: &layout}, 1)
	if err != nil {
		t.Fatal(err)
	}
	arm, err := grbl.New(func(context.Context) (io.ReadWriteCloser, error) { return s.Dial() }, o)
	if err != nil {
		t.Fatal(err)
	}
	r := &simRig{sim: s, arm: arm, flavour: flavour, slots: o.White.Rows > 1}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	news := make(chan hw.ArmNews)
	go func() {
		for range news {
		}
	}()
	go func() { done <- arm.Keep(ctx, news) }()
	r.stop = func() error {
		cancel()
		err := <-done
		close(news)
		s.Do(func(m *grblsim.Machine) {
			if far := m.Counts().UnhomedMotion; far != 0 {
				err = fmt.Errorf("the arm moved %.1f mm without having been homed", far)
			}
		})
		return errors.Join(err, s.Close())
	}
	return r
}

// ready waits until the arm can be asked; where it is stopped, somebody says that it
// may go on.
func (r *simRig) ready() error {
	for range 600 {
		n := r.arm.News()
		if n.State.Ready() {
			return nil
		}
		if n.State == hw.ArmStopped {
			r.arm.Resume(r.arm.News().Cause)
		}
		time.Sleep(100 * time.Millisecond)
	}
	n := r.arm.News()
	return fmt.Errorf("the arm is %s for a minute: %s", n.State, n.Text)
}

// place has one stone placed.
func (r *simRig) place(ctx context.Context, s hw.State, point int) (let bool, err error) {
	return r.ask(ctx, r.arm.Place, s, point)
}

// ask has one stone placed or lifted.
func (r *simRig) ask(ctx context.Context, job func(context.Context, hw.State, []int, chan<- hw.Placement) error, s hw.State, point int) (done bool, err error) {
	// As arm and controller never cease to talk, a bubble would not notice.
	late := time.AfterFunc(time.Hour, func() { panic("an hour went by and the stone is not placed or lifted") })
	defer late.Stop()
	out := make(chan hw.Placement, 1)
	err = job(ctx, s, []int{point}, out)
	select {
	case p := <-out:
		return p.Err == nil, err
	default:
		return false, err
	}
}

func (r *simRig) stones() (board []hw.State, astray int) {
	r.sim.Do(func(m *grblsim.Machine) { board, astray = m.World().Stones(), m.World().Astray() })
	return board, astray
}

// The arm and the simulator were written from the same documents, apart from each
// other: stones come to stand where they are to, and are taken off again.
func TestPlacesOnTheSimulatedArm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := simOptions(t)
		o.Bin = &[2]float64{-20, -20}
		o.Log = slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelDebug}))
		r := newSimRig(t, o, grblsim.GRBL)
		defer func() {
			if err := r.stop(); err != nil {
				t.Error(err)
			}
		}()
		if err := r.ready(); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		out := make(chan hw.Placement, 8)
		for _, c := range []hw.State{hw.Black, hw.White} {
			if err := r.arm.Place(t.Context(), c, []int{int(c) - 1, 361 - int(c)}, out); err != nil {
				t.Fatal(err)
			}
		}
		board, astray := r.stones()
		if board[0] != hw.Black || board[360] != hw.Black || board[1] != hw.White || board[359] != hw.White || astray != 0 {
			t.Errorf("%v, %d astray", board, astray)
		}
		for _, c := range []hw.State{hw.Black, hw.White} {
			if err := r.arm.Lift(t.Context(), c, []int{int(c) - 1, 361 - int(c)}, out); err != nil {
				t.Fatal(err)
			}
		}
		r.sim.Do(func(m *grblsim.Machine) {
			w := m.World()
			if w.Binned(hw.Black) != 2 || w.Binned(hw.White) != 2 || w.Astray() != 0 || slices.ContainsFunc(w.Stones(), func(s hw.State) bool { return s != hw.Empty }) {
				t.Errorf("%d and %d in the bin, %d astray, %v", w.Binned(hw.Black), w.Binned(hw.White), w.Astray(), w.Stones())
			}
		})
		t.Logf("homing and four stones, there and back, took %v", time.Since(began).Round(time.Second))
	})
}

// The cable comes out two hundred times, at any moment; the arm is back soon after
// it is in again.
func TestReplugged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newSimRig(t, simOptions(t), grblsim.GRBL)
		defer func() {
			if err := r.stop(); err != nil {
				t.Error(err)
			}
		}()
		rng := rand.New(rand.NewPCG(200, 1))
		worst := time.Duration(0)
		var wait sync.WaitGroup
		for i := range 200 {
			if err := r.ready(); err != nil {
				t.Fatal(err)
			}
			if i%10 == 0 {
				wait.Wait()
				wait.Go(func() { _, _ = r.place(t.Context(), hw.Black, i) })
			}
			time.Sleep(time.Duration(rng.IntN(2000)) * time.Millisecond)
			r.sim.Unplug()
			time.Sleep(time.Duration(rng.IntN(5000)) * time.Millisecond)
			r.sim.Plug()
			in := time.Now()
			time.Sleep(time.Millisecond)
			if err := r.ready(); err != nil {
				t.Fatalf("replug %d: %v", i, err)
			}
			worst = max(worst, time.Since(in))
		}
		wait.Wait()
		if err := r.ready(); err != nil {
			t.Fatal(err)
		}
		if let, err := r.place(t.Context(), hw.Black, 180); !let || err != nil {
			t.Errorf("in the end: %v", err)
		}
		if worst > 3500*time.Millisecond {
			t.Errorf("the arm took %v to be back", worst)
		}
		t.Logf("back after %v at most", worst)
	})
}

// Whatever happens to the controller and its machine, the arm never moves without
// having been homed, never says of a stone that it let it go or took it off where it did
// not, never puts one onto another in a tray, and goes on as soon as nothing goes wrong
// any more.
func TestFaultsAtRandom(t *testing.T) {
	kinds := []string{"reset", "limit x", "limit z", "unplug", "silence", "refuse", "power", "drop", "nopick", "hold", "button", "slip",
		"stop", "supply at rest", "stray", "garble", "blank", "setting", "stuck", "dead"}
	for seed := range *lives {
		rng := rand.New(rand.NewPCG(seed, 1))
		var troubles []trouble
		for range 1 + rng.IntN(6) {
			troubles = append(troubles, trouble{time.Duration(rng.IntN(20_000)) * time.Millisecond, kinds[rng.IntN(len(kinds))]})
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				flavour := [...]grblsim.Flavour{grblsim.GRBL, grblsim.GrblHAL, grblsim.FluidNC}[seed%3]
				if err := live(t, troubles, seed%2 == 0, flavour); err != nil {
					t.Errorf("%v: %v: %v", flavour, troubles, err)
				}
			})
		})
	}
}

var lives = flag.Uint64("lives", 2, "how many arms have troubles at random")

// trouble is something that goes wrong so long after the one before.
type trouble struct {
	after time.Duration
	kind  string
}

// live lets an arm put five stones down, and take them off again, while it has troubles.
func live(t *testing.T, troubles []trouble, watched bool, flavour grblsim.Flavour) (err error) {
	o := simOptions(t)
	o.Watched, o.Bin = watched, &[2]float64{-20, -20}
	if len(troubles)%2 == 0 {
		o.White = grbl.Tray{At: [3]float64{-20, -80, -50.5}, Cols: 1, Rows: 16, StepY: -22, Stones: 16}
	}
	r := newSimRig(t, o, flavour)
	defer func() { err = errors.Join(err, r.stop()) }()

	sound := !slices.ContainsFunc(troubles, func(x trouble) bool { return slices.Contains([]string{"drop", "nopick", "slip", "garble"}, x.kind) })
	never := make(chan grblsim.Event, 1)
	r.sim.Notify(func(e grblsim.Event) {
		if e.Kind == grblsim.Crashed || e.Kind == grblsim.Piled {
			select {
			case never <- e:
			default:
			}
		}
	})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for _, x := range troubles {
			time.Sleep(x.after)
			if flavour == grblsim.FluidNC && (x.kind == "blank" || x.kind == "setting") {
				continue // its settings are in a file
			}
			if err := r.wrong(x.kind); err != nil {
				t.Errorf("%s: %v", x.kind, err)
			}
		}
	}()
	defer func() { <-ended }()
	// one has a stone placed or lifted until the point shows want.
	one := func(lift bool, point int, want hw.State) error {
		job := r.arm.Place
		if lift {
			job = r.arm.Lift
		}
		for after := 0; ; {
			if err := r.ready(); err != nil {
				return err
			}
			if r.arm.Memory().White == 0 {
				r.sim.Do(func(m *grblsim.Machine) { m.World().Refill(hw.White) })
				r.arm.Refill()
			}
			done, err := r.ask(t.Context(), job, hw.White, point)
			board, astray := r.stones()
			switch {
			case (err == nil) != done:
				return fmt.Errorf("done %v, and %v", done, err)
			case err != nil && err.Error() == "":
				return errors.New("a fault has no name")
			case done && sound && board[point] != want:
				return fmt.Errorf("point %d is said to be %s, and is %s", point, want, board[point])
			case done && lift && board[point] != want:
				r.arm.Remained(point)
			case done && board[point] != want:
				r.arm.Missed(hw.White)
			}
			select {
			case e := <-never:
				return fmt.Errorf("it must never be: %v", e)
			default:
			}
			if board[point] == want {
				if !lift && !done { // it fell there, and a hand moves it to the middle
					r.sim.Do(func(m *grblsim.Machine) { m.World().Lift(point); _ = m.World().Put(point, want) })
				}
				return nil
			}
			select {
			case <-ended:
				after++
			default:
			}
			if after > 4 {
				return fmt.Errorf("nothing goes wrong any more, and point %d stays %s: %v; %d astray", point, board[point], err, astray)
			}
		}
	}
	for point := range 5 {
		if err := one(false, point, hw.White); err != nil {
			return err
		}
		if point%2 == 1 {
			if err := errors.Join(one(true, point, hw.Empty), one(true, point-1, hw.Empty)); err != nil {
				return err
			}
		}
	}
	return nil
}

// wrong lets something go wrong, and says what must never follow from it.
func (r *simRig) wrong(kind string) (err error) {
	do := func(f func(m *grblsim.Machine)) { r.sim.Do(f) }
	switch kind {
	case "reset":
		do(func(m *grblsim.Machine) { m.Restart() })
	case "limit x":
		do(func(m *grblsim.Machine) { _ = m.HitLimit(grblsim.X, 300*time.Millisecond) })
	case "limit z":
		do(func(m *grblsim.Machine) { _ = m.HitLimit(grblsim.Z, 2*time.Second) })
	case "unplug":
		r.sim.Unplug()
		time.Sleep(3 * time.Second)
		r.sim.Plug()
	case "silence":
		do(func(m *grblsim.Machine) { m.Silence(4 * time.Second) })
	case "refuse":
		do(func(m *grblsim.Machine) { _ = m.Refuse(20, 2) })
	case "power":
		do(func(m *grblsim.Machine) { m.PowerOff() })
		time.Sleep(time.Second)
		do(func(m *grblsim.Machine) { m.PowerOn() })
	case "drop":
		do(func(m *grblsim.Machine) { m.World().DropAfter(50) })
	case "nopick":
		do(func(m *grblsim.Machine) { m.World().FailPicks(1) })
	case "hold":
		r.arm.Hold(true)
		time.Sleep(3 * time.Second)
		r.arm.Hold(false)
	case "button":
		do(func(m *grblsim.Machine) { m.OpenDoor() })
		time.Sleep(3 * time.Second)
		do(func(m *grblsim.Machine) { m.CloseDoor(); m.Send([]byte("~")) })
	case "slip":
		do(func(m *grblsim.Machine) { m.World().Slip(grblsim.X, 0.5) })
	case "stop":
		return r.press(5 * time.Second)
	case "supply at rest":
		for range 600 {
			if s := r.arm.News().State; s == hw.ArmParked || s == hw.ArmUnhomed {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
		if r.arm.News().State == hw.ArmUnhomed { // or nothing is done before it is on again
			do(func(m *grblsim.Machine) { m.World().Supply(false); m.World().Supply(true) })
		}
	case "stray": // of another program on the line
		do(func(m *grblsim.Machine) { m.Send([]byte("G999\n")) })
	case "garble":
		do(func(m *grblsim.Machine) { m.Garble(5) })
	case "blank": // noticed at the next start, which is refused until somebody sets it right
		do(func(m *grblsim.Machine) { m.EraseEEPROM(); m.Restart() })
		time.Sleep(3 * time.Second)
		r.arm.Resume(r.arm.News().Cause) // it is refused then, whatever anybody says
		time.Sleep(3 * time.Second)
		set := settingsOf(r.flavour)
		for n := len(set) - 1; n >= 0; n-- { // soft limits are only taken after homing
			do(func(m *grblsim.Machine) { m.Send(fmt.Appendf(nil, "$%d=%g\n", n, set[n])) })
			time.Sleep(100 * time.Millisecond)
		}
	case "setting":
		do(func(m *grblsim.Machine) { m.Send([]byte("$1=25\n")) })
		for mended := false; !mended; { // it is only taken at rest
			time.Sleep(time.Second)
			do(func(m *grblsim.Machine) { mended = m.EEPROM().Settings[1] == 255; m.Send([]byte("$1=255\n")) })
		}
	case "stuck", "dead":
		do(func(m *grblsim.Machine) {
			_ = m.World().BreakLimit(grblsim.X, map[string]grblsim.LimitFault{"stuck": grblsim.LimitStuck, "dead": grblsim.LimitDead}[kind])
		})
		time.Sleep(3 * time.Second)
		do(func(m *grblsim.Machine) { _ = m.World().BreakLimit(grblsim.X, grblsim.LimitWorks) })
	}
	return nil
}

// press holds the emergency stop, with both contacts, for d, and says whether a step
// was made meanwhile.
func (r *simRig) press(d time.Duration) error {
	var before, after [3]uint64
	r.sim.Do(func(m *grblsim.Machine) { _ = m.World().PressStop(2) })
	time.Sleep(50 * time.Millisecond)
	r.sim.Do(func(m *grblsim.Machine) { before = m.Counts().Steps })
	time.Sleep(d)
	r.sim.Do(func(m *grblsim.Machine) { after = m.Counts().Steps; m.World().ReleaseStop() })
	if before != after {
		return fmt.Errorf("steps were made while the emergency stop was held: %v, %v", before, after)
	}
	return nil
}
