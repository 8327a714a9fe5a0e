package sim

import (
	"testing"
	"testing/synctest"
	"time"

	"stonehand/hw"
)

// Frames of a board at rest are few until something happens to it; then one
// comes at once and the others at their rate.
func TestFewFramesAtRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := mustNew(t, Settings{HandDelay: 50 * time.Millisecond, Noise: Noise{Bounce: 60 * time.Millisecond}})
		in := sense(t, b)
		link(t, in)
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, happens := range []struct {
			what string
			now  bool // shows in the first frame
			do   func()
			want hw.State // of point 7, in the end
		}{
			{"put", false, func() { must(b.Put(7, hw.Black)) }, hw.Black},
			{"lift", false, func() { must(b.Lift(7)) }, hw.Empty},
			{"stuck", true, func() { must(b.Stick(7, hw.White)) }, hw.White},
			{"mended", true, b.Mend, hw.Empty},
			{"laid", true, func() { must(b.Lay(map[int]hw.State{7: hw.White})) }, hw.White},
			{"slid", false, func() { must(b.Slide(7, 11)) }, hw.Empty},
			{"swept", true, b.Clear, hw.Empty},
		} {
			for rest := 0; rest < 3; {
				begun := time.Now()
				frame(t, in)
				if d := time.Since(begun); d == hw.RestPeriod {
					rest++
				}
			}
			time.Sleep(33 * time.Millisecond)
			begun := time.Now()
			happens.do()
			synctest.Wait()
			for i := range 10 {
				f := frame(t, in)
				if i == 0 && happens.now && f.Points[7] != happens.want {
					t.Errorf("%s: the first frame shows %v", happens.what, f.Points[7])
				}
				if d, want := time.Since(begun), time.Duration(i)*20*time.Millisecond; d != want {
					t.Errorf("%s: frame %d came after %v, want %v", happens.what, i, d, want)
				}
			}
			for range 30 {
				frame(t, in)
			}
			if s := frame(t, in).Points[7]; s != happens.want {
				t.Errorf("%s: the point reads %v in the end, want %v", happens.what, s, happens.want)
			}
		}
		// A board that reads wrong is never at rest.
		must(b.SetNoise(Noise{FalseRead: 0.01}))
		frame(t, in)
		begun := time.Now()
		for range 200 {
			frame(t, in)
		}
		if d := time.Since(begun); d != 4*time.Second {
			t.Errorf("200 noisy frames took %v, want 4s", d)
		}
	})
}
