package mcu

import (
	"testing"
	"testing/synctest"
	"time"

	protocol "stonehand/firmware-protocol"
	"stonehand/hw"
	"stonehand/hw/hwtest"
)

// analog is a board that measures fields and takes levels.
func analog() *hwtest.Board {
	return hwtest.NewBoard(protocol.Caps{
		Rows: 19, Cols: 19, LEDs: 361, UID: [8]byte{0, 1, 2, 3, 4, 5, 6, 0xFF},
		Features: protocol.FeaturePointLEDs | protocol.FeatureFieldRaw | protocol.FeatureLevels,
	})
}

// fields collects the fields of a while.
func (r *rig) fields(d time.Duration) (list []*hw.Field, frames int) {
	r.t.Helper()
	end := time.After(d)
	for {
		select {
		case got := <-r.in:
			switch {
			case got.Field != nil:
				list = append(list, got.Field)
			case got.Frame != nil:
				frames++
			case got.Fault != nil:
				r.t.Errorf("fault: %s", got.Fault.Text)
			}
		case <-end:
			return list, frames
		}
	}
}

func TestFieldsAreMeasuredWhileAskedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := analog()
		b.Feel(map[int]int8{0: 80, 200: -90, 360: 20})
		r := newRig(t, b, Options{})
		if l := r.up(); !l.Fields || l.ID != "00010203040506ff" {
			t.Errorf("the link says %+v", l)
		}
		if list, _ := r.fields(2 * time.Second); len(list) != 0 {
			t.Errorf("%d fields came unasked", len(list))
		}
		r.host.Probe(true)
		list, _ := r.fields(2 * time.Second)
		if len(list) < 8 || len(list) > 11 {
			t.Fatalf("%d fields in 2 s", len(list))
		}
		f := list[len(list)-1].Strength
		if len(f) != 361 || f[0] != 80 || f[200] != -90 || f[360] != 20 || f[1] != 0 {
			t.Errorf("the field is %v", f)
		}
		// Stones are seen as soon as ever.
		begun := time.Now()
		b.Feel(map[int]int8{5: 90})
		r.sees(5, hw.Black)
		if took := time.Since(begun); took > 40*time.Millisecond {
			t.Errorf("while fields are measured a stone took %v", took)
		}
		// It goes on after the board has started again, and ends when it is to end.
		b.Restart()
		r.up2(b)
		if list, _ := r.fields(2 * time.Second); len(list) < 7 {
			t.Errorf("%d fields in 2 s after a restart", len(list))
		}
		r.host.Probe(false)
		r.fields(time.Second)
		if list, _ := r.fields(2 * time.Second); len(list) != 0 {
			t.Errorf("%d fields came after the end", len(list))
		}
		b.Refuse(protocol.TypeRawGet, protocol.Error{Code: protocol.CodeUnsupported})
		r.host.Probe(true)
		if list, frames := r.fields(2 * time.Second); len(list) != 0 || frames == 0 {
			t.Errorf("of a board that refuses %d fields and %d frames came", len(list), frames)
		}
	})
}

// up2 waits until frames come again from a board that has started again.
func (r *rig) up2(b *hwtest.Board) {
	r.t.Helper()
	time.Sleep(100 * time.Millisecond)
	b.Put(300, protocol.White)
	r.sees(300, hw.White)
}

func TestLevelsAreToldAndToldAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := analog()
		r := newRig(t, b, Options{})
		r.up()
		r.idle(time.Second)
		for _, m := range b.Heard() {
			if m != nil && m.Type() == protocol.TypeLevelsSet {
				t.Error("levels were told that nobody set")
			}
		}
		b.Feel(map[int]int8{360: 20, 0: 30}) // too faint for the board's own judgement
		levels := make([]hw.Level, 361)
		levels[360], levels[0] = hw.Level{Zero: -2, Stone: 15}, hw.Level{Stone: 60}
		r.host.SetLevels(levels)
		r.sees(360, hw.Black)
		if got := b.Levels(360); got != (protocol.Level{Zero: -2, Stone: 15}) {
			t.Errorf("the board was told %+v", got)
		}
		b.Restart()
		if got := b.Levels(360); got.Stone != 0 {
			t.Fatal("a board that starts again remembers levels")
		}
		// What it judges by levels of its own meanwhile is not delivered.
		for range 50 {
			if got := r.frame().Points[360]; got != hw.Black {
				t.Fatalf("after a restart a frame shows %v where the stone lies", got)
			}
		}
		if got := b.Levels(360); got.Stone != 15 {
			t.Errorf("after a restart the board was told %+v", got)
		}
		// Two changes in a row: the last one holds, whole.
		other := make([]hw.Level, 361)
		for p := range other {
			other[p] = hw.Level{Stone: 40}
		}
		r.host.SetLevels(levels)
		r.host.SetLevels(other)
		r.idle(time.Second)
		for p := range 361 {
			if got := b.Levels(p); got.Stone != 40 || got.Zero != 0 {
				t.Fatalf("point %d was told %+v", p, got)
			}
		}
		r.host.SetLevels(nil)
		r.idle(time.Second)
		if got := b.Levels(17); got.Stone != 0 {
			t.Errorf("the board's own judgement was not given back: %+v", got)
		}
	})
}

// A board that takes no levels never hears of any.
func TestLevelsAreForThoseWhoTakeThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := hwtest.NewBoard(protocol.Caps{})
		r := newRig(t, b, Options{})
		r.host.SetLevels(make([]hw.Level, 361))
		r.host.Probe(true)
		if l := r.up(); l.Fields || l.ID != "" {
			t.Errorf("the link says %+v", l)
		}
		if list, _ := r.fields(2 * time.Second); len(list) != 0 {
			t.Errorf("%d fields of a board without", len(list))
		}
		for _, m := range b.Heard() {
			if m != nil && (m.Type() == protocol.TypeLevelsSet || m.Type() == protocol.TypeRawGet) {
				t.Errorf("it was asked %v", m.Type())
			}
		}
	})
}
