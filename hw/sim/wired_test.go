package sim

import (
	"testing"
	"testing/synctest"
	"time"

	"stonehand/hw"
	"stonehand/hw/calib"
)

// listen returns the readings of a board for a while.
func listen(t *testing.T, b *Board, d time.Duration) (frames []hw.Frame, fields []hw.Field, link hw.Link) {
	t.Helper()
	out := make(chan hw.Reading)
	ctx := t.Context()
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := b.Sense(ctx, out); err != nil {
			t.Error(err)
		}
	}()
	for end := time.Now().Add(d); time.Now().Before(end); {
		select {
		case r := <-out:
			switch {
			case r.Frame != nil:
				frames = append(frames, *r.Frame)
			case r.Field != nil:
				fields = append(fields, *r.Field)
			case r.Link != nil:
				link = *r.Link
			}
		case <-time.After(time.Until(end)):
		}
	}
	if err := b.Halt(); err != nil {
		t.Error(err)
	}
	<-done
	return frames, fields, link
}

func wiredBoard(t *testing.T, s Settings) *Board {
	t.Helper()
	s.Board = hw.Geometry{Cols: 5, Rows: 5, Colors: true}
	b, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestSensorsAndLampsMayLieOtherwise(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := wiredBoard(t, Settings{Sensors: calib.Orientation{Quarters: 1}, Lamps: calib.Orientation{Mirror: true}, Stuck: map[int]hw.State{4: hw.White}})
		if err := b.Put(20, hw.Black); err != nil { // upper left
			t.Fatal(err)
		}
		b.Show(hw.Picture{Points: []hw.Signal{hw.Extra}})
		if got := b.Lights().Points; got[4] != hw.Extra || got[0] != hw.Off {
			t.Errorf("a person sees %v", got)
		}
		frames, _, link := listen(t, b, time.Second)
		last := frames[len(frames)-1].Points
		// Turned clockwise, the sensors' lower left corner lies at the upper left.
		if last[0] != hw.Black || link.ID != ID {
			t.Errorf("the frame is %v, the board %q", last, link.ID)
		}
		stones := 0
		for _, s := range last {
			if s != hw.Empty {
				stones++
			}
		}
		if stones != 2 {
			t.Errorf("%d stones are seen", stones)
		}
	})
	if _, err := New(Settings{Sensors: calib.Orientation{Quarters: 9}}); err == nil {
		t.Error("sensors turned by nine quarters")
	}
	if _, err := New(Settings{Weak: []int{999}}); err == nil {
		t.Error("a weak point off the board")
	}
}

func TestWeakPointsLoseStones(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := wiredBoard(t, Settings{Weak: []int{7}})
		for _, p := range []int{7, 8} {
			if err := b.Put(p, hw.White); err != nil {
				t.Fatal(err)
			}
		}
		frames, _, _ := listen(t, b, 4*time.Second)
		seen := [25]int{}
		for _, f := range frames {
			for p, s := range f.Points {
				if s != hw.Empty {
					seen[p]++
				}
			}
		}
		if n := len(frames); seen[8] < n-2 || seen[7] < n/3 || seen[7] > 2*n/3 {
			t.Errorf("of %d frames %d show the weak point's stone, %d the other's", n, seen[7], seen[8])
		}
	})
}

func TestFieldsAreMeasuredWhenAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := wiredBoard(t, Settings{Fields: true, Weak: []int{7}, Sensors: calib.Orientation{Quarters: 2}})
		for _, p := range []int{7, 0} {
			if err := b.Put(p, hw.White); err != nil {
				t.Fatal(err)
			}
		}
		b.Probe(true)
		frames, fields, _ := listen(t, b, 2*time.Second)
		if n := len(fields); n < 15 || n > 21 {
			t.Fatalf("%d fields in 2 s", n)
		}
		last := fields[len(fields)-1].Strength
		if last[24] > -70 || last[17] > -20 || last[17] < -40 {
			t.Errorf("the fields are %v", last)
		}
		if f := frames[len(frames)-1].Points; f[24] != hw.White || f[17] != hw.Empty {
			t.Errorf("the frame is %v", f)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		b := wiredBoard(t, Settings{Fields: true, Weak: []int{7}})
		if err := b.Put(7, hw.White); err != nil {
			t.Fatal(err)
		}
		levels := make([]hw.Level, 25)
		levels[7] = hw.Level{Stone: 12}
		b.SetLevels(levels)
		b.SetLevels(levels[1:]) // not of this board
		frames, fields, _ := listen(t, b, time.Second)
		if f := frames[len(frames)-1].Points; f[7] != hw.White || len(fields) != 0 {
			t.Errorf("with a lower level the frame is %v; %d fields came unasked", f, len(fields))
		}
	})
}
