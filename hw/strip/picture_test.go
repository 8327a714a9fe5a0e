package strip

import (
	"bytes"
	"encoding/hex"
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"stonehand/hw"
	"stonehand/hw/wiring"
)

var update = flag.Bool("update", false, "write the golden frames again")

// frameOf returns the frame of a picture so long after it was shown.
func frameOf(t testing.TB, s *Strip, p hw.Picture, after time.Duration) []byte {
	t.Helper()
	s.shown.take(p, s.born)
	s.paint(s.born.Add(after))
	frame, err := s.forms[0].encode(s.pixels)
	if err != nil {
		t.Fatal(err)
	}
	return frame
}

func mustNew(t testing.TB, o Options) *Strip {
	t.Helper()
	if o.Device == "" {
		o.Device = "/dev/spidev0.0"
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// everything is a picture of all signals on a board of 6 by 6.
func everything() hw.Picture {
	p := hw.Picture{Points: make([]hw.Signal, 36), Edge: hw.YourTurn}
	for i := range p.Points {
		p.Points[i] = hw.Signal(i) % signals
	}
	return p
}

// TestGoldenFrames holds the frames of a picture of all signals, on a strip laid to
// and fro with four lights for the edge, against recorded ones. What they show is
// held against the looks in TestPictures; these say that not a bit changes
// unnoticed.
func TestGoldenFrames(t *testing.T) {
	for _, chip := range []Chip{WS2812, SK6812W, APA102} {
		s := mustNew(t, Options{
			Chip: chip, Cols: 6, Rows: 6, Wiring: wiring.Layout{Preset: wiring.Serpentine}, Rim: []int{36, 37, 38, 39},
		})
		var got strings.Builder
		var frames [][]byte
		for _, after := range []time.Duration{0, 700 * time.Millisecond} {
			frameOf(t, s, everything(), after)
			for _, form := range s.forms {
				frame, err := form.encode(s.pixels)
				if err != nil {
					t.Fatal(err)
				}
				frames = append(frames, slices.Clone(frame))
			}
		}
		for _, frame := range frames {
			line := hex.EncodeToString(frame)
			for len(line) > 0 {
				n := min(len(line), 120)
				got.WriteString(line[:n] + "\n")
				line = line[n:]
			}
			got.WriteString("\n")
		}
		path := filepath.Join("testdata", string(chip)+".hex")
		if *update {
			if err := os.WriteFile(path, []byte(got.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got.String() != string(want) {
			t.Errorf("%s differs from %s; if that is meant, run go test ./hw/strip -run Golden -update", chip, path)
		}
	}
}

// anyPicture draws a picture; few points show anything, or all do.
func anyPicture(t *rapid.T, points int, among ...hw.Signal) hw.Picture {
	if len(among) == 0 {
		for s := hw.Off; s < signals; s++ {
			among = append(among, s)
		}
	}
	p := hw.Picture{Points: make([]hw.Signal, points), Edge: rapid.SampledFrom(among).Draw(t, "edge")}
	if rapid.Bool().Draw(t, "full") {
		for i := range p.Points {
			p.Points[i] = rapid.SampledFrom(among).Draw(t, "signal")
		}
		return p
	}
	for range rapid.IntRange(0, 8).Draw(t, "lit") {
		p.Points[rapid.IntRange(0, points-1).Draw(t, "point")] = rapid.SampledFrom(among).Draw(t, "signal")
	}
	return p
}

// seen is what an eye with a colorimeter makes of a look at a level: linear
// light, 0 to 255 a channel, before anything is dimmed for the current.
func seen(c hw.RGB, brightness, gamma float64) [3]float64 {
	lin := func(v uint8) float64 { return 255 * brightness * math.Pow(float64(v)/255, gamma) }
	return [3]float64{lin(c.R), lin(c.G), lin(c.B)}
}

// TestPictures shows pictures on strips of every kind and layout, turns the bits
// back into light with a chain of LEDs, and holds what each shows against the look
// of its signal.
func TestPictures(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		cols, rows := rapid.IntRange(2, 19).Draw(rt, "cols"), rapid.IntRange(2, 19).Draw(rt, "rows")
		o := Options{
			Chip: rapid.SampledFrom(Chips()).Draw(rt, "chip"), Cols: cols, Rows: rows,
			Each:       rapid.IntRange(1, 2).Draw(rt, "each"),
			Brightness: rapid.Float64Range(0.1, 1).Draw(rt, "brightness"),
			Gamma:      rapid.Float64Range(1, 3).Draw(rt, "gamma"),
			Current:    Budget{Most: MaxCurrent},
			Wiring: wiring.Layout{
				Start:      rapid.SampledFrom([]string{wiring.LowerLeft, wiring.UpperRight}).Draw(rt, "start"),
				Along:      rapid.SampledFrom([]string{wiring.Rows, wiring.Columns}).Draw(rt, "along"),
				Serpentine: rapid.Bool().Draw(rt, "serpentine"),
				Between:    rapid.IntRange(0, 1).Draw(rt, "between"),
				Rotate:     rapid.SampledFrom([]int{0, 90, 180, 270}).Draw(rt, "rotate"),
			},
		}
		points, err := o.Wiring.Points(cols, rows)
		if err != nil {
			rt.Fatal(err)
		}
		end := len(points) * o.Each
		o.Rim = []int{end, end + 2} // and one LED between them that serves nothing
		s := mustNew(t, o)
		picture := anyPicture(rt, cols*rows)
		after := time.Duration(rapid.IntRange(0, 10_000).Draw(rt, "ms")) * time.Millisecond

		lights := newChain(o.Chip, s.LEDs())
		frameOf(t, s, picture, after)
		frame, err := rapid.SampledFrom(s.forms).Draw(rt, "form").encode(s.pixels)
		if err != nil {
			rt.Fatal(err)
		}
		if err := lights.Write(frame); err != nil {
			rt.Fatal(err)
		}
		chase, step := map[int]int{}, 0
		for i, signal := range picture.Points {
			if signal == hw.Winning {
				chase[i], step = step%6, step+1
			}
		}
		for led := range s.LEDs() {
			signal, k := hw.Off, 0
			switch {
			case led == end || led == end+2:
				signal = picture.Edge
			case led < end && points[led/o.Each] != wiring.Unused:
				signal, k = picture.Points[points[led/o.Each]], chase[points[led/o.Each]]
			}
			look := signal.Look()
			if look.Rhythm == hw.Once && after >= look.Period/2 {
				look = hw.Look{}
			}
			v, alt := level(look, after, k)
			color := look.Color
			if alt {
				color = look.Alt
			}
			want := seen(color, o.Brightness, o.Gamma)
			got := lights.RGB(led)
			for c := range want {
				// Two roundings down where a white LED helps, and the least step that
				// every colour takes.
				w := want[c] * float64(v) / 255
				if float64(got[c]) > w+1 || float64(got[c]) < w-2.01 {
					rt.Fatalf("LED %d, signal %d at %v: %v, want %v at level %d", led, signal, after, got, want, v)
				}
			}
		}
	})
}

// TestCurrentIsCapped shows what takes most, at any moment, with any budget.
func TestCurrentIsCapped(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		o := Options{
			Chip: rapid.SampledFrom(Chips()).Draw(rt, "chip"), Cols: 19, Rows: 19,
			Brightness: rapid.Float64Range(0.01, 1).Draw(rt, "brightness"),
			Gamma:      rapid.Float64Range(1, 3).Draw(rt, "gamma"),
			Current: Budget{
				Channel: rapid.Float64Range(1, 60).Draw(rt, "channel"),
				Idle:    rapid.Float64Range(0.1, 2).Draw(rt, "idle"),
			},
		}
		o.Current.Most = int(math.Ceil(361*o.Current.Idle+3*o.Current.Channel)) + rapid.IntRange(0, 3000).Draw(rt, "most")
		s := mustNew(t, o)
		p := anyPicture(rt, 361)
		if rapid.Bool().Draw(rt, "white") {
			p = hw.Picture{Points: slices.Repeat([]hw.Signal{hw.PlaceWhite}, 361), Edge: hw.PlaceWhite}
		}
		steady := map[int][]byte{}
		for range 20 {
			s.shown.take(p, s.born)
			s.paint(s.born.Add(time.Duration(rapid.IntRange(0, 20_000).Draw(rt, "ms")) * time.Millisecond))
			if mA := s.budget.Current(s.pixels, s.channels); mA > float64(o.Current.Most) {
				rt.Fatalf("%.1f mA of %d", mA, o.Current.Most)
			}
			for i, signal := range p.Points {
				if signal.Look().Rhythm != hw.Steady {
					continue
				}
				now := s.pixels[i*s.channels : (i+1)*s.channels]
				if was, ok := steady[i]; ok && !bytes.Equal(was, now) {
					rt.Fatalf("steady light %d wavers: %v, then %v", i, was, now)
				}
				steady[i] = slices.Clone(now)
			}
		}
	})
}

// Inks are exact on computers whose int has 32 bits, too.
func TestInkIsExact(t *testing.T) {
	for v := 0; v <= 255*256; v += 77 {
		for scale := 0; scale <= whole; scale += 1021 {
			want := int64(v) * int64(scale) / whole / 256
			if got := (ink{v}).at(255, scale)[0]; int64(got) != want {
				t.Fatalf("ink %d at scale %d takes %d steps, not %d", v, scale, got, want)
			}
		}
	}
}

// All LEDs of the reference board at full white take the 21.7 A that such a board
// takes, and with a cap no more than that.
func TestFullWhite(t *testing.T) {
	for _, tt := range []struct{ most, want int }{{MaxCurrent, 22_021}, {2000, 2000}, {500, 500}} {
		s := mustNew(t, Options{Chip: WS2812, Cols: 19, Rows: 19, Brightness: 1, Current: Budget{Most: tt.most}})
		for i := range s.inks {
			s.inks[i][0] = ink{255 * 256, 255 * 256, 255 * 256}
		}
		p := hw.Picture{Points: slices.Repeat([]hw.Signal{hw.PlaceWhite}, 361), Edge: hw.PlaceWhite}
		frameOf(t, s, p, 0)
		got := s.budget.Current(s.pixels, s.channels)
		if got > float64(tt.want) || got < 0.80*float64(tt.want) {
			t.Errorf("at most %d mA: %.0f mA, want %d", tt.most, got, tt.want)
		}
	}
}
