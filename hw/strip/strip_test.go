package strip

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/hw"
)

// rig is a strip that is lit in a bubble of time.
type rig struct {
	*Strip
	t      *testing.T
	port   *fakePort
	faults chan hw.Fault
	cancel context.CancelFunc
	ended  chan error
}

// lit runs test with a strip for a board of 19 by 19 that is being lit.
func lit(t *testing.T, o Options, test func(r *rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		o.Cols, o.Rows, o.Device = 19, 19, "/dev/spidev0.0"
		if o.Chip == "" {
			o.Chip = WS2812
		}
		r := &rig{t: t, port: newFakePort(t, o.Chip, 361), faults: make(chan hw.Fault, 100), ended: make(chan error, 1)}
		o.Open = r.port.open
		var err error
		if r.Strip, err = New(o); err != nil {
			t.Fatal(err)
		}
		r.port.chain = newChain(o.Chip, r.LEDs())
		var ctx context.Context
		ctx, r.cancel = context.WithCancel(t.Context())
		go func() { r.ended <- r.Light(ctx, r.faults) }()
		synctest.Wait()
		test(r)
		r.cancel()
		synctest.Wait()
		select {
		case err := <-r.ended:
			if err != nil {
				t.Error(err)
			}
		default:
			t.Error("Light goes on")
		}
	})
}

// after lets time pass and returns what was written in it.
func (r *rig) after(d time.Duration) int {
	time.Sleep(d)
	synctest.Wait()
	return len(r.port.take())
}

// fault returns the next fault, which has come. As pictures are shown again for
// ever, a bubble would not notice that one never does.
func (r *rig) fault() hw.Fault {
	r.t.Helper()
	select {
	case f := <-r.faults:
		return f
	default:
		r.t.Fatal("no fault was told")
		return hw.Fault{}
	}
}

func picture(at map[int]hw.Signal) hw.Picture {
	p := hw.Picture{Points: make([]hw.Signal, 361)}
	for i, s := range at {
		p.Points[i] = s
	}
	return p
}

// A picture is one frame, at once; the same picture is none; one that stands
// still is repeated every second.
func TestOneFrameForOnePicture(t *testing.T) {
	for _, chip := range Chips() {
		lit(t, Options{Chip: chip}, func(r *rig) {
			if n := r.after(time.Minute); n != 0 {
				t.Errorf("%s: %d frames before the first picture", chip, n)
			}
			asks := picture(map[int]hw.Signal{60: hw.PlaceBlack, 300: hw.PlaceWhite})
			r.Show(asks)
			if n := r.after(0); n != 1 {
				t.Errorf("%s: %d frames for a picture", chip, n)
			}
			if c := r.port.rgb(60); c[2] == 0 || c[0] != 0 {
				t.Errorf("%s: point 60 shows %v, want blue", chip, c)
			}
			if r.port.rgb(300)[0] == 0 || r.port.rgb(61) != [3]int{} {
				t.Errorf("%s: %v and %v", chip, r.port.rgb(300), r.port.rgb(61))
			}
			for range 50 {
				r.Show(asks)
				r.after(0)
			}
			if n := r.after(Refresh - 1); n != 0 {
				t.Errorf("%s: %d frames of a picture that stands still", chip, n)
			}
			if n := r.after(100 * Refresh); n != 100 {
				t.Errorf("%s: %d refreshes in 100 s", chip, n)
			}
			r.Show(picture(map[int]hw.Signal{60: hw.PlaceBlack}))
			if n := r.after(0); n != 1 || r.port.rgb(300) != [3]int{} {
				t.Errorf("%s: %d frames, and point 300 shows %v", chip, n, r.port.rgb(300))
			}
			if st := r.Stats(); st.Frames != 102 || st.Refreshes != 100 || !st.Up || st.Current < 361 {
				t.Errorf("%s: %+v", chip, st)
			}
		})
	}
}

// Many pictures at the same moment are one frame: the last.
func TestOnlyTheLastPicture(t *testing.T) {
	lit(t, Options{}, func(r *rig) {
		r.port.mu.Lock() // no frame is sent until all have been shown
		for i := range 100 {
			r.Show(picture(map[int]hw.Signal{i: hw.PlaceWhite}))
		}
		r.port.mu.Unlock()
		if n := r.after(0); n > 2 || r.port.rgb(99) == [3]int{} || r.port.rgb(98) != [3]int{} {
			t.Errorf("%d frames; %v, %v", n, r.port.rgb(98), r.port.rgb(99))
		}
	})
}

// A light blinks once from the picture that first has it, whatever other pictures
// follow, and nothing is sent once it is over.
func TestOnce(t *testing.T) {
	lit(t, Options{}, func(r *rig) {
		half := hw.Accepted.Look().Period / 2
		on := func(p int) bool { return r.port.rgb(p) != [3]int{} }
		r.Show(picture(map[int]hw.Signal{5: hw.Accepted}))
		r.after(half / 2)
		r.Show(picture(map[int]hw.Signal{5: hw.Accepted, 6: hw.Accepted}))
		if r.after(half/2 - 1); !on(5) || !on(6) {
			t.Error("the blink is over too soon")
		}
		if n := r.after(1); n != 1 || on(5) || !on(6) {
			t.Errorf("%d frames; %v, %v", n, on(5), on(6))
		}
		if n := r.after(half / 2); n != 1 || on(6) {
			t.Errorf("%d frames; %v", n, on(6))
		}
		r.Show(picture(map[int]hw.Signal{5: hw.Accepted, 7: hw.PlaceBlack}))
		if r.after(0); on(5) {
			t.Error("it blinks again")
		}
		r.Show(picture(nil))
		r.Show(picture(map[int]hw.Signal{5: hw.Accepted}))
		r.after(0)
		r.Show(picture(nil))
		r.after(0)
		r.Show(picture(map[int]hw.Signal{5: hw.Accepted}))
		if r.after(0); !on(5) {
			t.Error("it does not blink again")
		}
	})
}

// Rhythms of steps take a frame for each step and none between.
func TestFramesOfRhythms(t *testing.T) {
	for _, tt := range []struct {
		signal hw.Signal
		frames int // in 12 s, and with the refreshes
	}{
		{hw.MissingBlack, 20}, {hw.Extra, 96}, {hw.WrongColor, 30}, {hw.Refused, 32}, {hw.Confirm, 30},
	} {
		lit(t, Options{}, func(r *rig) {
			r.Show(picture(map[int]hw.Signal{5: tt.signal}))
			r.after(0)
			if n := r.after(12 * time.Second); n < tt.frames || n > tt.frames+1 {
				t.Errorf("%d: %d frames in 12 s, want %d", tt.signal, n, tt.frames)
			}
		})
	}
	for chip, most := range map[Chip]int{WS2812: 20, APA102: 40} {
		lit(t, Options{Chip: chip}, func(r *rig) {
			r.Show(hw.Picture{Points: make([]hw.Signal, 361), Edge: hw.Thinking})
			r.after(0)
			if n := r.after(12 * time.Second); n > 12*most {
				t.Errorf("%s: breathing takes %d frames in 12 s", chip, n)
			}
			if r.port.rgb(0) != r.port.rgb(18) || r.port.rgb(1) != [3]int{} {
				t.Errorf("%s: it is not the corners that breathe", chip)
			}
		})
	}
}

// A port that fails is said, tried again with growing pauses, and brought to the
// present picture within two seconds of being back.
func TestPortFails(t *testing.T) {
	lit(t, Options{Chip: APA102}, func(r *rig) {
		r.Show(picture(map[int]hw.Signal{5: hw.PlaceBlack}))
		r.after(0)
		for round := range 50 {
			r.port.fail(errors.New("no such device"))
			if r.after(3 * time.Second); len(r.faults) != 1 {
				t.Fatalf("round %d: %d faults within three seconds", round, len(r.faults))
			}
			if f := r.fault(); f.Device != "lights" || f.Text != "/dev/spidev0.0: no such device" {
				t.Errorf("%+v", f)
			}
			point := round + 10
			r.Show(picture(map[int]hw.Signal{point: hw.PlaceWhite}))
			if r.after(time.Duration(round) * time.Second); r.Stats().Up {
				t.Error("it counts as up")
			}
			for len(r.faults) > 0 { // told again while it lasts
				<-r.faults
			}
			r.port.unplug() // it comes back without power having been kept
			r.port.fail(nil)
			if r.after(2 * time.Second); r.port.rgb(point) == [3]int{} || r.port.rgb(point-1) != [3]int{} {
				t.Fatalf("round %d: the present picture is not shown", round)
			}
			if f := r.fault(); f.Text != "" {
				t.Errorf("%+v", f)
			}
		}
		if st := r.Stats(); r.port.opened != 51 || r.port.closed != 50 || st.Failures < 100 || st.Failures > 2000 {
			t.Errorf("opened %d times, closed %d times, %d failures", r.port.opened, r.port.closed, st.Failures)
		}
	})
}

// The first word of a port that has gone is what is wrong and what to do, which a
// write does not know, and a single write that fails is no word worth.
func TestPortGone(t *testing.T) {
	lit(t, Options{}, func(r *rig) {
		r.Show(picture(map[int]hw.Signal{5: hw.PlaceBlack}))
		r.after(0)
		r.port.mu.Lock()
		r.port.fails = 1
		r.port.mu.Unlock()
		r.Show(picture(map[int]hw.Signal{6: hw.PlaceBlack}))
		if r.after(0); r.port.rgb(6) == [3]int{} || len(r.faults) != 0 || r.Stats().Failures != 1 {
			t.Errorf("after one write that failed: %d faults, %+v", len(r.faults), r.Stats())
		}
		r.port.mu.Lock()
		r.port.broken, r.port.gone = errors.New("shutdown"), errors.New("there is no device at /dev/spidev0.0: plug it in")
		r.port.mu.Unlock()
		r.Show(picture(map[int]hw.Signal{7: hw.PlaceBlack}))
		r.after(0)
		if len(r.faults) != 1 {
			t.Fatalf("%d faults", len(r.faults))
		}
		if f := r.fault(); f.Text != "there is no device at /dev/spidev0.0: plug it in" {
			t.Errorf("%+v", f)
		}
	})
}

// A picture that comes with the end is shown, such as the dark one of a computer
// that shuts down.
func TestLastPicture(t *testing.T) {
	for range 20 {
		lit(t, Options{}, func(r *rig) {
			r.Show(picture(map[int]hw.Signal{5: hw.PlaceBlack}))
			r.after(0)
			r.Show(picture(nil))
			r.cancel()
			if r.after(0); r.port.rgb(5) != [3]int{} {
				t.Error("the light stays on")
			}
		})
	}
}

// LEDs that lost their power, which the port cannot know, are lit again.
func TestPowerLost(t *testing.T) {
	lit(t, Options{}, func(r *rig) {
		r.Show(picture(map[int]hw.Signal{5: hw.PlaceBlack}))
		r.after(10 * time.Millisecond)
		r.port.unplug()
		if r.after(Refresh); r.port.rgb(5) == [3]int{} {
			t.Error("the LEDs stay dark")
		}
	})
}

// Halt darkens the LEDs; a context that ends leaves them.
func TestHalt(t *testing.T) {
	lit(t, Options{}, func(r *rig) {
		r.Show(picture(map[int]hw.Signal{5: hw.PlaceBlack}))
		r.after(0)
		for range 2 {
			if err := r.Halt(); err != nil {
				t.Error(err)
			}
		}
		if r.port.rgb(5) != [3]int{} || r.port.closed != 1 {
			t.Error("the lights stay on")
		}
		if err := r.Light(t.Context(), r.faults); err != nil {
			t.Error(err)
		}
	})
	lit(t, Options{}, func(r *rig) {
		r.Show(picture(map[int]hw.Signal{5: hw.PlaceBlack}))
		r.after(0)
		if err := r.Light(t.Context(), r.faults); err == nil {
			t.Error("it is lit twice at once")
		}
		r.cancel()
		r.after(0)
		if r.port.rgb(5) == [3]int{} || r.port.closed != 1 {
			t.Error("the lights went out")
		}
	})
}

// The kernel takes so many bytes at once. LEDs with a clock get more in pieces; those
// without would take the pause for the end.
func TestTransfersInPieces(t *testing.T) {
	lit(t, Options{Chip: SK9822}, func(r *rig) {
		r.port.most = 512
		r.Show(picture(map[int]hw.Signal{5: hw.PlaceBlack}))
		time.Sleep(0)
		synctest.Wait()
		var whole []byte
		for _, w := range r.port.take() {
			whole = append(whole, w...)
		}
		if err := r.port.chain.Write(whole); err != nil || r.port.rgb(5)[2] == 0 || len(whole) != 4+4*361+4+23 {
			t.Errorf("%d bytes: %v", len(whole), err)
		}
	})
	lit(t, Options{Chip: SK6812W}, func(r *rig) {
		r.port.most = 4096
		r.Show(picture(map[int]hw.Signal{5: hw.PlaceBlack}))
		r.after(0)
		if f := r.fault(); !strings.Contains(f.Text, "one picture takes 6016 bytes") || r.after(0) != 0 {
			t.Errorf("%+v", f)
		}
	})
	// spidev takes 4096 bytes unless it is told otherwise.
	for most, want := range map[int]int{0: 4572, 8192: 4572, 4572: 4572, 4571: 3489, 4096: 3489} {
		lit(t, Options{Chip: WS2812}, func(r *rig) {
			r.port.most = most
			r.Show(picture(map[int]hw.Signal{5: hw.PlaceBlack}))
			time.Sleep(0)
			synctest.Wait()
			if w := r.port.take(); len(w) != 1 || len(w[0]) != want || r.port.hz != 3_200_000 || r.port.rgb(5)[2] == 0 {
				t.Errorf("at most %d bytes: %d transfers, the first of %d bytes, at %d Hz", most, len(w), len(w[0]), r.port.hz)
			}
		})
	}
}
