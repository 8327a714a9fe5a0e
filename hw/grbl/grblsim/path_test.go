package grblsim

import (
	"fmt"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestAnyPath sends random paths, with holds, resumptions and overrides at any
// moment: the machine ends where the path ends, to the step, never speeds up or
// brakes harder than its axes can, never runs faster than they can, and every
// line is answered.
func TestAnyPath(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := homedOnce(t)
		const most = 1200 // mm/s², all axes together
		to := Vec{-2, -2, -2}
		moves := rapid.IntRange(1, 18).Draw(rt, "moves")
		answered := 0
		count := func(s string) {
			for _, c := range s {
				if c == 'k' {
					answered++
				}
			}
		}
		speed := 0.0
		pass := func(d time.Duration) {
			for end := r.Now() + d; r.Now() < end; {
				r.Advance(Tick)
				v := r.drive.speed
				if math.Abs(v-speed) > most*1.01*Tick.Seconds() && r.drive.awake {
					rt.Fatalf("from %.2f to %.2f mm/s in a millisecond", speed, v)
				}
				if v > 220 {
					rt.Fatalf("%.1f mm/s", v)
				}
				speed = v
			}
		}
		for i := range moves {
			for a := range axes {
				low := []int{-120, -120, -12}[a]
				if rapid.Bool().Draw(rt, "axis") {
					to[a] = float64(rapid.IntRange(low*10, -30).Draw(rt, "to")) / 10
				}
			}
			word := "G0"
			if rapid.Bool().Draw(rt, "feed") {
				word = fmt.Sprintf("G1 F%d", rapid.IntRange(300, 12000).Draw(rt, "rate"))
			}
			r.Send(fmt.Appendf(nil, "%s X%.1f Y%.1f Z%.1f\n", word, to[X], to[Y], to[Z]))
			pass(time.Duration(rapid.IntRange(5, 400).Draw(rt, "ms")) * time.Millisecond)
			switch rapid.IntRange(0, 9).Draw(rt, "event") {
			case 0:
				r.Send([]byte{cmdHold})
				pass(700 * time.Millisecond)
				if r.State() != "Hold:0" {
					rt.Fatalf("700 ms after a hold the state is %s", r.State())
				}
				r.Send([]byte{cmdStart})
			case 1:
				r.Send([]byte{byte(rapid.IntRange(cmdFeed100, cmdRapid25).Draw(rt, "override"))})
			}
			for n := 0; r.serial.wire != nil && len(r.serial.rx)+len(r.serial.wire) > 60; n++ {
				if pass(50 * time.Millisecond); n > 12000 {
					rt.Fatalf("move %d of %d is not read in ten minutes", i+1, moves)
				}
			}
			count(string(r.Receive()))
		}
		for n := 0; r.State() != "Idle" || len(r.serial.rx) > 0 || len(r.serial.wire) > 0 || len(r.program.steps) > 0; n++ {
			if pass(50 * time.Millisecond); n > 12000 {
				rt.Fatalf("the path is not over in ten minutes: %s", r.State())
			}
		}
		pass(50 * time.Millisecond)
		count(string(r.Receive()))
		if off := dist(r.Position(), to); off > 0.01 {
			rt.Fatalf("the path ends at %v; the machine believes to be at %v", to, r.Position())
		}
		if off := dist(r.Position(), r.World().Position()); off > 0.02 {
			rt.Fatalf("it is %.4f mm from where it believes to be", off)
		}
		if answered != moves || r.Counts().UnhomedMotion != 0 {
			rt.Fatalf("%d answers to %d moves, %+v", answered, moves, r.Counts())
		}
	})
}
