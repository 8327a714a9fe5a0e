package strip

import (
	"maps"
	"testing"
	"time"

	"pgregory.net/rapid"

	"stonehand/hw"
	"stonehand/hw/strip/striptest"
)

// line returns the numbers from one LED to another, either way.
func line(from, to int) []int {
	list := []int{from}
	for from != to {
		if from < to {
			from++
		} else {
			from--
		}
		list = append(list, from)
	}
	return list
}

// frameLights is a board of 19 by 19 with a strip along its lower edge and up its
// right one, and back along the other two.
func frameLights() Options {
	return Options{
		Chip: APA102, Cols: 19, Rows: 19, Device: "/dev/spidev0.0",
		Edges: &Edges{Columns: [][]int{line(0, 18), line(56, 38)}, Rows: [][]int{line(19, 37), line(75, 57)}},
	}
}

// glance is the points that a person reads off the lights of the edges at one
// moment: the crossings of the columns and rows that are lit.
func glance(c *striptest.Chain, o Options) map[int]bool {
	read := map[int]bool{}
	for x := range o.Cols {
		for y := range o.Rows {
			col, row := c.RGB(o.Edges.Columns[0][x]), c.RGB(o.Edges.Rows[0][y])
			if col != [3]int{} && row != [3]int{} {
				read[y*o.Cols+x] = true
			}
		}
	}
	return read
}

// TestEdgesAreRead shows points by the lights of columns and rows and reads them
// off again: at no moment a point that was not meant, all of them in a round, and
// something at every moment while steady lights ask for stones.
func TestEdgesAreRead(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		o := frameLights()
		s := mustNew(t, o)
		asks := []hw.Signal{hw.PlaceBlack, hw.PlaceWhite, hw.MissingBlack, hw.Extra, hw.WrongColor, hw.Refused, hw.Confirm, hw.Winning}
		p := hw.Picture{Points: make([]hw.Signal, 361)}
		want := map[int]bool{}
		steady := true
		for range rapid.IntRange(1, 8).Draw(rt, "lit") {
			point := rapid.IntRange(0, 360).Draw(rt, "point")
			p.Points[point] = rapid.SampledFrom(asks).Draw(rt, "signal")
			want[point] = true
		}
		for point := range want {
			steady = steady && p.Points[point].Look().Rhythm == hw.Steady
		}
		lights := newChain(o.Chip, s.LEDs())
		read := map[int]bool{}
		s.shown.take(p, s.born)
		for at := s.born; at.Before(s.born.Add(16 * time.Second)); {
			next := s.paint(at)
			frame, err := s.forms[0].encode(s.pixels)
			if err != nil {
				rt.Fatal(err)
			}
			if err := lights.Write(frame); err != nil {
				rt.Fatal(err)
			}
			now := glance(lights, o)
			if steady && len(now) == 0 {
				rt.Fatalf("at %v all is dark", at)
			}
			var signal hw.Signal
			for point := range now {
				if !want[point] {
					rt.Fatalf("at %v point %d is read, and %v are meant", at, point, want)
				}
				if signal != hw.Off && p.Points[point] != signal {
					rt.Fatalf("at %v points of two signals are shown at once", at)
				}
				signal = p.Points[point]
			}
			maps.Copy(read, now)
			if at = next; next.IsZero() {
				at = s.born.Add(time.Minute) // nothing changes any more
			}
			for k := range 19 { // both sides of the board say the same
				if lights.Shows[k] != lights.Shows[56-k] || lights.Shows[19+k] != lights.Shows[75-k] {
					rt.Fatalf("at %v the sides differ", at)
				}
			}
		}
		if !maps.Equal(read, want) {
			rt.Fatalf("%v were read, %v are meant", read, want)
		}
	})
}

// The two stones of a turn take turns; in one row or column they are shown
// together.
func TestTwoStonesOnEdges(t *testing.T) {
	o := frameLights()
	for _, tt := range []struct {
		a, b   int
		at     time.Duration
		expect map[int]bool
	}{
		{3*19 + 4, 7*19 + 9, 0, map[int]bool{3*19 + 4: true}},
		{3*19 + 4, 7*19 + 9, stay - 1, map[int]bool{3*19 + 4: true}},
		{3*19 + 4, 7*19 + 9, stay, map[int]bool{7*19 + 9: true}},
		{3*19 + 4, 7*19 + 9, 2 * stay, map[int]bool{3*19 + 4: true}},
		{3*19 + 4, 3*19 + 9, stay, map[int]bool{3*19 + 4: true, 3*19 + 9: true}},
		{3*19 + 4, 7*19 + 4, 0, map[int]bool{3*19 + 4: true, 7*19 + 4: true}},
	} {
		s := mustNew(t, o)
		lights := newChain(o.Chip, s.LEDs())
		p := picture(map[int]hw.Signal{tt.a: hw.PlaceBlack, tt.b: hw.PlaceBlack})
		if err := lights.Write(frameOf(t, s, p, tt.at)); err != nil {
			t.Fatal(err)
		}
		if got := glance(lights, o); !maps.Equal(got, tt.expect) {
			t.Errorf("%d and %d at %v: %v, want %v", tt.a, tt.b, tt.at, got, tt.expect)
		}
	}
}

// Without points all lights say what the board says; lights of its own say it
// always.
func TestBoardOnEdges(t *testing.T) {
	o := frameLights()
	s := mustNew(t, o)
	lights := newChain(o.Chip, s.LEDs())
	at := func(p hw.Picture, after time.Duration) {
		if err := lights.Write(frameOf(t, s, p, after)); err != nil {
			t.Fatal(err)
		}
	}
	p := hw.Picture{Edge: hw.YourTurn}
	at(p, 0)
	for i := range s.LEDs() {
		if c := lights.RGB(i); c[1] <= c[2] || c[0] != 0 {
			t.Fatalf("light %d shows %v, want green", i, c)
		}
	}
	// The last turn takes turns with it.
	p = picture(map[int]hw.Signal{100: hw.LastMove})
	p.Edge = hw.YourTurn
	if at(p, 0); !maps.Equal(glance(lights, o), map[int]bool{100: true}) {
		t.Error(glance(lights, o))
	}
	if at(p, stay); len(glance(lights, o)) != 361 {
		t.Error("the board does not say that it is a person's turn")
	}
	// A stone that was accepted blinks before it.
	p = picture(map[int]hw.Signal{40: hw.Accepted})
	p.Edge = hw.Thinking
	if at(p, 0); !maps.Equal(glance(lights, o), map[int]bool{40: true}) {
		t.Error(glance(lights, o))
	}
	if at(p, 300*time.Millisecond); len(glance(lights, o)) != 0 {
		t.Error("the blink goes on")
	}
	if at(p, 2*time.Second); len(glance(lights, o)) != 361 {
		t.Error("the board does not say that the machine thinks")
	}

	o.Rim = []int{76, 78}
	s = mustNew(t, o)
	lights = newChain(o.Chip, s.LEDs())
	p = picture(map[int]hw.Signal{100: hw.PlaceWhite})
	p.Edge = hw.YourTurn
	at(p, 0)
	if lights.RGB(76)[1] == 0 || lights.RGB(77) != [3]int{} || lights.RGB(78) != lights.RGB(76) {
		t.Error("the lights of the rim do not show the edge's signal")
	}
	if !maps.Equal(glance(lights, o), map[int]bool{100: true}) {
		t.Error(glance(lights, o))
	}
}

// A picture that stands still on the edges costs a frame for every change of turns.
func TestFramesOnEdges(t *testing.T) {
	lit(t, Options{Chip: APA102, Edges: frameLights().Edges}, func(r *rig) {
		r.Show(picture(map[int]hw.Signal{4: hw.PlaceBlack, 100: hw.PlaceBlack}))
		r.after(0)
		if n := r.after(18 * time.Second); n != 20 {
			t.Errorf("%d frames in 18 s, want one every %v", n, stay)
		}
	})
}
