package arm_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"stonehand/cmd/internal/pointmap"
	"stonehand/cmd/internal/table/arm"
	"stonehand/cmd/internal/table/status"
	"stonehand/engine/board"
	"stonehand/engine/referee"
	"stonehand/hw"
)

// scene is an arm over a board of five by five, and a table that is as a test has it.
type scene struct {
	*testing.T
	m      arm.Machine
	now    time.Time
	s      status.Status
	seen   referee.Observation
	stands map[board.Point]board.Color
}

func newScene(t *testing.T, kept, clears bool) *scene {
	x := &scene{T: t, m: arm.New(kept, true, clears), now: time.Unix(0, 0), stands: map[board.Point]board.Color{}}
	x.s = status.Status{Game: "a", Begun: true, InPlay: true, Serves: true, Live: true, Stones: board.Black}
	x.news(hw.ArmNews{State: hw.ArmParked, Onto: -1, Bin: true})
	return x
}

func (x *scene) step(in arm.In) arm.Out {
	in.Seen = &x.seen
	size := board.Size{Cols: 5, Rows: 5}
	in.Map = pointmap.Map{Board: size, Game: size}
	in.Stands = func(p board.Point) board.Color { return x.stands[p] }
	return x.m.Step(x.now, &x.s, in)
}

func (x *scene) news(n hw.ArmNews) arm.Out { return x.step(arm.In{News: &n}) }

// drive lets time pass and the arm look what it is to do.
func (x *scene) drive(after time.Duration) arm.Out {
	x.now = x.now.Add(after)
	return x.step(arm.In{Drive: true})
}

// capture has stones of White lie on points, captured.
func (x *scene) capture(points ...board.Point) {
	var marks []referee.Mark
	x.s.View.Captured = points
	for _, p := range points {
		x.seen[p] = referee.White
		marks = append(marks, referee.Mark{Point: p, Kind: referee.MarkCaptured, Color: board.White})
	}
	x.s.View.Verdicts = []referee.Verdict{referee.Captured{Stones: marks}}
}

// lift wants a job of lifting, on these points in this order.
func (x *scene) lift(out arm.Out, points ...int) {
	x.Helper()
	if j := out.Place; j == nil || !j.Lift || j.Stone != hw.White || !slices.Equal(j.Points, points) {
		x.Fatalf("asked for %+v, want %v lifted", j, points)
	}
}

// end ends the job with an error.
func (x *scene) end(err error, placed ...hw.Placement) arm.Out {
	return x.step(arm.In{Done: &arm.Done{Err: err, Placed: placed}})
}

func row(xs ...int) (points []board.Point) {
	for _, x := range xs {
		points = append(points, board.At(x, 0))
	}
	return points
}

// Those with the fewest stones beside them go first, so that the gripper finds room.
func TestLiftsFromTheOutside(t *testing.T) {
	x := newScene(t, true, false)
	x.capture(row(1, 2, 3)...)
	x.seen[board.At(0, 0)], x.seen[board.At(0, 1)] = referee.Black, referee.Black
	x.lift(x.drive(arm.Linger), 3, 2, 1)
	if !x.m.Running() || !x.m.Lifting() {
		t.Error("nothing is said to be lifted")
	}
}

// People have time to lift captured stones themselves.
func TestLeavesPeopleTime(t *testing.T) {
	x := newScene(t, true, false)
	x.capture(row(1)...)
	x.now = x.now.Add(time.Hour)
	x.step(arm.In{Watch: &arm.Watch{}})
	if out := x.drive(arm.Linger - time.Second); out.Place != nil {
		t.Errorf("at once: %+v", out.Place)
	}
	if next := x.m.Next(x.now, &x.s); next.Sub(x.now) > time.Second {
		t.Errorf("it looks again in %v", next.Sub(x.now))
	}
	x.s.Serves = false
	if out := x.drive(time.Hour); out.Place != nil {
		t.Errorf("between two people: %+v", out.Place)
	}
	x.s.Serves = true
	x.lift(x.drive(time.Second), 1)
}

// A stone that still stands is tried again after homing, and then left to people.
func TestStoneThatRemains(t *testing.T) {
	x := newScene(t, true, false)
	x.capture(row(1)...)
	x.now = x.now.Add(time.Hour)
	for range arm.Tries {
		x.lift(x.drive(time.Minute), 1)
		x.end(nil, hw.Placement{Point: 1})
	}
	out := x.drive(time.Minute)
	if out.Place != nil || len(out.Orders) != 2 || *out.Orders[0].Remained != 1 || out.Orders[1].Stop != hw.ArmMissing || len(out.Notices) != 1 {
		t.Errorf("%+v", out)
	}
	if out = x.drive(time.Minute); out.Place != nil || len(out.Orders) != 0 || len(out.Notices) != 0 {
		t.Errorf("once more: %+v", out)
	}
	x.news(hw.ArmNews{State: hw.ArmStopped, Cause: hw.ArmMissing, Onto: -1, Bin: true})
	x.news(hw.ArmNews{State: hw.ArmUnhomed, Onto: -1, Bin: true}) // somebody lets it go on
	for range arm.Tries {
		x.lift(x.drive(time.Minute), 1)
		x.end(nil, hw.Placement{Point: 1})
	}
	if out = x.drive(time.Minute); out.Place != nil || len(out.Orders) != 2 {
		t.Errorf("after a person's word: %+v", out)
	}
	x.capture() // somebody lifts it
	x.seen = referee.Observation{}
	x.drive(time.Minute)
	x.capture(row(1)...)
	x.lift(x.drive(time.Minute), 1)
}

// Where there is no place for a colour's stones, people are told and asked; nothing is
// put onto a stone that lies where the machine plays next.
func TestNoPlaceForStones(t *testing.T) {
	x := newScene(t, false, false)
	x.capture(row(1)...)
	x.now = x.now.Add(time.Hour)
	x.lift(x.drive(0), 1)
	out := x.end(&hw.ArmError{Trouble: hw.ArmFull, Color: hw.White, Err: errors.New("full")})
	if len(out.Notices) != 1 {
		t.Errorf("%+v", out)
	}
	x.s.Decision, x.s.View.Wanted = row(1), row(1)
	if out := x.drive(time.Minute); out.Place != nil {
		t.Errorf("%+v", out.Place)
	}
	x.s.Decision, x.s.View.Wanted = row(1, 4), row(1, 4)
	if out := x.drive(time.Minute); out.Place == nil || out.Place.Lift || !slices.Equal(out.Place.Points, []int{4}) {
		t.Errorf("%+v", out.Place)
	}
	k := newScene(t, true, false)
	k.capture(row(1)...)
	k.news(hw.ArmNews{State: hw.ArmParked, Onto: -1})
	if out := k.drive(time.Hour); out.Place != nil {
		t.Errorf("%+v", out.Place)
	}
	k.news(hw.ArmNews{State: hw.ArmParked, Onto: -1, Trays: []hw.ArmTray{{Color: hw.White, Room: 1}}})
	k.lift(k.drive(0), 1)
}

// A stone that somebody else lifts, or a game that is paused, ends the job.
func TestOvertaken(t *testing.T) {
	for name, change := range map[string]func(x *scene){
		"lifted": func(x *scene) { x.capture(row(3)...); x.seen[board.At(1, 0)] = referee.Empty },
		"paused": func(x *scene) { x.s.Paused, x.s.InPlay = true, false },
	} {
		x := newScene(t, true, false)
		x.capture(row(1, 3)...)
		x.lift(x.drive(time.Hour), 1, 3)
		if out := x.drive(time.Second); len(out.Orders) != 0 {
			t.Errorf("%s: before: %+v", name, out.Orders)
		}
		change(x)
		if out := x.drive(time.Second); len(out.Orders) != 1 || !out.Orders[0].Cancel {
			t.Errorf("%s: %+v", name, out.Orders)
		}
	}
	// What it holds itself is no surprise.
	x := newScene(t, true, false)
	x.capture(row(1, 3)...)
	x.lift(x.drive(time.Hour), 1, 3)
	x.news(hw.ArmNews{State: hw.ArmWorking, Onto: 1, Bin: true})
	x.capture(row(3)...)
	x.seen[board.At(1, 0)] = referee.Empty
	if out := x.drive(0); len(out.Orders) != 0 {
		t.Errorf("%+v", out.Orders)
	}
}

// A board that cannot tell colours is cleared, too: each stone into the tray of the
// colour that it had in the game, even when a new one has begun.
func TestClearsByTheGamesColors(t *testing.T) {
	x := newScene(t, true, true)
	x.seen[board.At(1, 0)], x.seen[board.At(4, 4)] = referee.Stone, referee.Stone
	x.stands[board.At(1, 0)] = board.White // the other is somebody's
	x.s.Over, x.s.InPlay = true, false
	if out := x.drive(time.Hour); out.Place != nil {
		t.Errorf("at once: %+v", out.Place)
	}
	if out := x.drive(arm.ClearAfter - time.Second); out.Place != nil {
		t.Errorf("while people look: %+v", out.Place)
	}
	x.s.Over, x.s.Clearing, x.s.Mending, x.s.Faults, x.s.Game = false, true, true, 2, "b"
	clear(x.stands)
	out := x.drive(arm.ClearAfter)
	x.lift(out, 1)
	if len(out.Orders) != 0 {
		t.Errorf("trays of an arm that clears the board are not refilled by a new game: %+v", out.Orders)
	}
	if out := x.step(arm.In{Hold: true}); len(out.Orders) != 0 {
		t.Errorf("held by the stones that it clears: %+v", out.Orders)
	}
	x.end(&hw.ArmError{Trouble: hw.ArmFailed, Color: hw.White, Err: errors.New("error 22")})
	x.lift(x.drive(time.Minute), 1)
}

// The handicap stones of a new game stay, also while other stones are taken off.
func TestLeavesHandicapStones(t *testing.T) {
	for _, sight := range []referee.Sight{referee.Black, referee.Stone} {
		x := newScene(t, true, true)
		x.stands[board.At(1, 1)], x.stands[board.At(3, 3)] = board.Black, board.Black
		x.seen[board.At(1, 1)] = sight
		x.s.InPlay, x.s.Clearing, x.s.Mending, x.s.Faults = false, true, true, 1
		x.drive(0)
		if out := x.drive(time.Hour); out.Place != nil {
			t.Fatalf("the arm takes %v off", out.Place.Points)
		}
		x.seen[board.At(2, 0)], x.seen[board.At(3, 3)] = referee.White, referee.White
		x.lift(x.drive(time.Hour), 18, 2)
	}
}

// The minute that people have with the end of their game begins again when they have done
// something else with the board, or it was not read.
func TestClearingWaitsAgain(t *testing.T) {
	for name, busy := range map[string]func(*status.Status, bool){
		"a replay":             func(s *status.Status, on bool) { s.Reviewing = on },
		"a calibration":        func(s *status.Status, on bool) { s.Calibrating = on },
		"a board out of reach": func(s *status.Status, on bool) { s.Live = !on },
	} {
		x := newScene(t, true, true)
		x.s.InPlay, x.s.Over = false, true
		x.seen[board.At(1, 0)] = referee.White
		x.drive(0)
		busy(&x.s, true)
		for range 10 {
			if out := x.drive(arm.ClearAfter); out.Place != nil {
				t.Fatalf("%s: the arm takes %v off", name, out.Place.Points)
			}
		}
		busy(&x.s, false)
		x.drive(0)
		if out := x.drive(arm.ClearAfter - time.Second); out.Place != nil {
			t.Errorf("after %s: the arm takes %v off too early", name, out.Place.Points)
		}
		x.lift(x.drive(2*time.Second), 1)
	}
}
