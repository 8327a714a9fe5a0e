package sim

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"stonehand/hw"
	"stonehand/hw/debounce"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func mustNew(t testing.TB, s Settings) *Board {
	t.Helper()
	b, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// sense runs b.Sense until the test ends, or for an hour: a test that waits longer
// waits for what never comes, and as a board never tires of sending frames a bubble
// would not notice.
func sense(t *testing.T, b *Board) <-chan hw.Reading {
	out := make(chan hw.Reading)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- b.Sense(ctx, out) }()
	late := time.AfterFunc(time.Hour, func() {
		t.Error("an hour went by without what the test waits for")
		cancel()
	})
	t.Cleanup(func() {
		late.Stop()
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Sense: %v", err)
		}
	})
	return out
}

// frame returns the next frame; anything else fails the test.
func frame(t *testing.T, in <-chan hw.Reading) *hw.Frame {
	t.Helper()
	r := <-in
	if r.Frame == nil {
		t.Fatalf("a reading without a frame: %+v", r)
	}
	return r.Frame
}

func link(t *testing.T, in <-chan hw.Reading) *hw.Link {
	t.Helper()
	r := <-in
	if r.Link == nil {
		t.Fatalf("a reading without a link: %+v", r)
	}
	return r.Link
}

func TestSenseBeginsWithALinkAndScansInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := mustNew(t, Settings{})
		in := sense(t, b)
		if l := link(t, in); !l.Up || l.Board != (hw.Geometry{Cols: 19, Rows: 19, Colors: true}) {
			t.Errorf("link %+v", l)
		}
		start := time.Now()
		var first, last *hw.Frame
		for range 51 {
			last = frame(t, in)
			if first == nil {
				first = last
			}
		}
		if d := time.Since(start); d != time.Second {
			t.Errorf("51 frames took %v, want 1s", d)
		}
		if &first.Points[0] != &last.Points[0] {
			t.Error("a board at rest does not share its frames")
		}
	})
}

func TestHand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := mustNew(t, Settings{})
		in := sense(t, b)
		link(t, in)
		check := func(p int, want hw.State) {
			t.Helper()
			frame(t, in) // one may have been read before the hand moved
			if got := frame(t, in).Points[p]; got != want {
				t.Errorf("point %d reads %v, want %v", p, got, want)
			}
		}
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		must(b.Put(0, hw.Black))
		check(0, hw.Black)
		must(b.Put(360, hw.White))
		check(360, hw.White)
		must(b.Lift(0))
		check(0, hw.Empty)
		must(b.Slide(360, 0))
		for range 60 {
			frame(t, in)
		}
		check(0, hw.White)
		check(360, hw.Empty)
		b.Clear()
		check(0, hw.Empty)
		if slices.ContainsFunc(b.Stones(), func(s hw.State) bool { return s != hw.Empty }) {
			t.Error("stones are left after Clear")
		}
	})
}

func TestHandRefuses(t *testing.T) {
	b := mustNew(t, Settings{})
	if err := b.Put(1, hw.Black); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		err  error
		want error
		text string
	}{
		{b.Put(1, hw.White), ErrOccupied, "sim: a white stone cannot be put down on point 1 (column 2, row 1): a stone is there already (black); lift it first"},
		{b.Put(-1, hw.White), ErrOffBoard, "points 0 to 360"},
		{b.Put(361, hw.White), ErrOffBoard, "point 361"},
		{b.Put(2, hw.Stone), ErrNoStone, "use black or white"},
		{b.Put(2, hw.Empty), ErrNoStone, "use black or white"},
		{b.Lift(2), ErrEmpty, "column 3, row 1"},
		{b.Lift(1000), ErrOffBoard, "point 1000"},
		{b.Slide(2, 3), ErrEmpty, "point 2"},
		{b.Slide(1, 400), ErrOffBoard, "point 400"},
		{b.Stick(400, hw.Empty), ErrOffBoard, "point 400"},
	} {
		if !errors.Is(c.err, c.want) || !strings.Contains(c.err.Error(), c.text) {
			t.Errorf("%v, want %q", c.err, c.text)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	for _, s := range []Settings{
		{Board: hw.Geometry{Cols: -1, Rows: 3}},
		{Board: hw.Geometry{Cols: 65, Rows: 64}},
		{Board: hw.Geometry{Cols: math.MaxInt, Rows: 2}},
		{ScanRate: -1},
		{ScanRate: 1001},
		{ScanRate: math.NaN()},
		{HandDelay: -1},
		{Noise: Noise{FalseRead: 1.5}},
		{Noise: Noise{Leak: math.NaN()}},
		{Noise: Noise{Bounce: -1}},
		{Stuck: map[int]hw.State{361: hw.Empty}},
		{Stuck: map[int]hw.State{0: 9}},
	} {
		if _, err := New(s); err == nil {
			t.Errorf("%+v was accepted", s)
		}
	}
}

func TestSlowHandDoesOneThingAfterTheOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := mustNew(t, Settings{HandDelay: time.Second})
		in := sense(t, b)
		link(t, in)
		start := time.Now()
		for p := range 3 {
			if err := b.Put(p, hw.Black); err != nil {
				t.Fatal(err)
			}
		}
		for p := range 3 {
			for {
				f := frame(t, in)
				if f.Points[p] == hw.Black {
					// The scan at the very moment does not see it yet.
					if d := f.At.Sub(start); d != time.Duration(p+1)*time.Second+b.period {
						t.Errorf("stone %d arrived after %v", p, d)
					}
					break
				}
			}
		}
	})
}

func TestSlideIsFeltOnTheWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := mustNew(t, Settings{})
		in := sense(t, b)
		if err := b.Put(0, hw.Black); err != nil {
			t.Fatal(err)
		}
		if err := b.Slide(0, 4); err != nil {
			t.Fatal(err)
		}
		f, err := debounce.New(361, 3, 4)
		if err != nil {
			t.Fatal(err)
		}
		link(t, in)
		raw := make(map[int]bool)
		for range 30 {
			fr := frame(t, in)
			o, _ := f.Step(*fr)
			for p := range 4 {
				raw[p] = raw[p] || fr.Points[p] == hw.Black
				if o.Points[p] == hw.Black {
					t.Errorf("the filter took a stone that slid over point %d for one that stands there", p)
				}
			}
		}
		if !raw[1] || !raw[2] || !raw[3] {
			t.Errorf("points felt on the way: %v, want 1, 2 and 3", raw)
		}
		if fr := frame(t, in); fr.Points[4] != hw.Black {
			t.Errorf("the stone did not arrive")
		}
	})
}

func TestBounceFlickersAndEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := mustNew(t, Settings{ScanRate: 1000, Noise: Noise{Bounce: 100 * time.Millisecond}})
		in := sense(t, b)
		link(t, in)
		frame(t, in)
		if err := b.Put(5, hw.White); err != nil {
			t.Fatal(err)
		}
		put := time.Now()
		seen := make(map[hw.State]int)
		for range 300 {
			f := frame(t, in)
			s := f.Points[5]
			if f.At.Sub(put) >= 100*time.Millisecond {
				if s != hw.White {
					t.Fatalf("%v after %v", s, f.At.Sub(put))
				}
				continue
			}
			seen[s]++
		}
		if seen[hw.Empty] < 20 || seen[hw.White] < 20 {
			t.Errorf("while it bounced the point read %v, want both often", seen)
		}
	})
}

// noise returns the share of wrong readings over many scans, and the readings.
func noise(t *testing.T, s Settings, scans int, point int) (share float64, all [][]hw.State) {
	b := mustNew(t, s)
	if err := b.Put(60, hw.Black); err != nil {
		t.Fatal(err)
	}
	at := time.Now().Add(time.Hour)
	wrong := 0
	for range scans {
		points := b.read(at)
		if points[point] != b.Stones()[point] {
			wrong++
		}
		all = append(all, points)
	}
	return float64(wrong) / float64(scans), all
}

func TestNoiseIsAsOftenAsSetAndReproducible(t *testing.T) {
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 0.02 {
			t.Errorf("%s: %v of readings wrong, want %v", what, got, want)
		}
	}
	set := Settings{Seed: 7, Noise: Noise{FalseRead: 0.1}}
	got, first := noise(t, set, 4000, 0)
	near("false reads", got, 0.1)
	_, again := noise(t, set, 4000, 0)
	if !slices.EqualFunc(first, again, slices.Equal) {
		t.Error("the same seed gave other noise")
	}
	set.Seed = 8
	if _, other := noise(t, set, 100, 0); slices.EqualFunc(first[:100], other, slices.Equal) {
		t.Error("another seed gave the same noise")
	}
	for _, p := range []int{59, 61, 41, 79} {
		got, _ = noise(t, Settings{Noise: Noise{Leak: 0.3}}, 4000, p)
		near("leak to a neighbour", got, 0.3)
	}
	for _, p := range []int{58, 40, 42, 60} {
		got, _ = noise(t, Settings{Noise: Noise{Leak: 0.3}}, 1000, p)
		near("leak elsewhere", got, 0)
	}
}

func TestStuckSensors(t *testing.T) {
	b := mustNew(t, Settings{Stuck: map[int]hw.State{3: hw.White, 4: hw.Empty}})
	if err := b.Put(4, hw.Black); err != nil {
		t.Fatal(err)
	}
	now := time.Now().Add(time.Second)
	if r := b.read(now); r[3] != hw.White || r[4] != hw.Empty {
		t.Errorf("points 3 and 4 read %v and %v, want white and empty", r[3], r[4])
	}
	if len(b.Stuck()) != 2 {
		t.Errorf("stuck: %v", b.Stuck())
	}
	b.Mend()
	if r := b.read(now); r[3] != hw.Empty || r[4] != hw.Black {
		t.Errorf("mended, points 3 and 4 read %v and %v, want empty and black", r[3], r[4])
	}
}

func TestBoardWithoutColours(t *testing.T) {
	b := mustNew(t, Settings{Board: hw.Geometry{Cols: 9, Rows: 7}})
	for p, s := range []hw.State{hw.Black, hw.White, hw.Stone} {
		if err := b.Put(p, s); err != nil {
			t.Fatal(err)
		}
	}
	r := b.read(time.Now().Add(time.Second))
	if len(r) != 63 || r[0] != hw.Stone || r[1] != hw.Stone || r[2] != hw.Stone || r[3] != hw.Empty {
		t.Errorf("reads %v", r)
	}
}

func TestUnplugAndPlug(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := mustNew(t, Settings{})
		in := sense(t, b)
		link(t, in)
		frame(t, in)
		b.Show(hw.Picture{Points: []hw.Signal{hw.PlaceBlack}, Edge: hw.Thinking})

		b.Unplug()
		b.Unplug()
		r := <-in
		for r.Frame != nil { // one was on its way
			r = <-in
		}
		if l := r.Link; l.Up || l.Reason == "" {
			t.Errorf("after Unplug: %+v", l)
		}
		if p := b.Lights(); p.Edge != hw.LinkLost {
			t.Errorf("unplugged, the edge shows %v", p.Edge)
		}
		if err := b.Put(9, hw.Black); err != nil {
			t.Fatal(err)
		}
		select {
		case r := <-in:
			t.Errorf("an unplugged board says %+v", r)
		case <-time.After(time.Minute):
		}
		b.Plug()
		if l := link(t, in); !l.Up {
			t.Errorf("after Plug: %+v", l)
		}
		if f := frame(t, in); f.Points[9] != hw.Black {
			t.Error("a stone put down meanwhile is not seen")
		}
		if p := b.Lights(); p.Edge != hw.Thinking || p.Points[0] != hw.PlaceBlack || p.Points[1] != hw.Off {
			t.Errorf("plugged in again it shows %v", p)
		}

		// A plug that was out for less than a scan is told of too.
		synctest.Wait()
		b.Unplug()
		b.Plug()
		var ups []bool
		for len(ups) < 2 {
			if r := <-in; r.Link != nil {
				ups = append(ups, r.Link.Up)
			}
		}
		if ups[0] || !ups[1] {
			t.Errorf("links %v, want down and up", ups)
		}
	})
}

func TestSenseOfAnUnpluggedBoardSaysSo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := mustNew(t, Settings{})
		b.Unplug()
		in := sense(t, b)
		if l := link(t, in); l.Up {
			t.Error("an unplugged board is up")
		}
		b.Plug()
		if l := link(t, in); !l.Up {
			t.Error("a plugged board is down")
		}
	})
}

func TestHalt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := mustNew(t, Settings{})
		b.Show(hw.Picture{Points: []hw.Signal{hw.Extra}, Edge: hw.YourTurn})
		done := make(chan error)
		out := make(chan hw.Reading) // never read: Halt must get through all the same
		go func() { done <- b.Sense(context.Background(), out) }()
		synctest.Wait()
		if err := b.Sense(context.Background(), out); err == nil {
			t.Error("a second Sense was let in")
		}
		for range 2 {
			if err := b.Halt(); err != nil {
				t.Error(err)
			}
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
		b.Show(hw.Picture{Points: []hw.Signal{hw.Extra}})
		if p := b.Lights(); p.Points[0] != hw.Off || p.Edge != hw.Off {
			t.Errorf("halted, it shows %v", p)
		}
	})
}

// A filter of 5 in 7 brings a board with every kind of noise to the truth.
func TestFilterSeesThroughNoise(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := mustNew(t, Settings{Seed: 3, Noise: Noise{Bounce: 60 * time.Millisecond, FalseRead: 0.01, Leak: 0.05}})
		in := sense(t, b)
		link(t, in)
		f, err := debounce.New(361, 5, 7)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 40 {
			if err := b.Put(i*9, hw.Black+hw.State(i%2)); err != nil {
				t.Fatal(err)
			}
			var o debounce.Observation
			for range 15 {
				o, _ = f.Step(*frame(t, in))
			}
			if !slices.Equal(o.Points, b.Stones()) {
				t.Fatalf("after stone %d the filter sees %v", i, o.Points)
			}
		}
	})
}

func BenchmarkIdleScan(b *testing.B) {
	board := mustNew(b, Settings{})
	now := time.Now()
	b.ReportAllocs()
	for b.Loop() {
		board.read(now)
	}
}

func BenchmarkNoisyScan(b *testing.B) {
	board := mustNew(b, Settings{Noise: Noise{FalseRead: 0.01, Leak: 0.01}})
	now := time.Now()
	b.ReportAllocs()
	for b.Loop() {
		board.read(now)
	}
}
