package debounce

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"stonehand/hw"
)

var epoch = time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)

// feed steps f through a history: one string a frame, one letter a point
// (. empty, b, w, s stone, ? unknown), 20 ms apart.
func feed(f *Filter, frames ...string) (o Observation, changes []string) {
	at := epoch
	for _, s := range frames {
		var changed bool
		o, changed = f.Step(hw.Frame{At: at, Points: parse(s)})
		if changed {
			changes = append(changes, format(o.Points))
		}
		at = at.Add(20 * time.Millisecond)
	}
	return o, changes
}

const letters = ".bws?"

func parse(s string) []hw.State {
	var out []hw.State
	for _, r := range s {
		out = append(out, hw.State(strings.IndexRune(letters, r)))
	}
	return out
}

func format(p []hw.State) string {
	var b strings.Builder
	for _, s := range p {
		b.WriteByte(letters[s])
	}
	return b.String()
}

func mustNew(t testing.TB, points, n, m int) *Filter {
	t.Helper()
	f, err := New(points, n, m)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestHistories(t *testing.T) {
	for _, c := range []struct {
		name   string
		n, m   int
		frames string
		want   string
	}{
		{"a board that stands still settles once", 3, 4, ".b .b .b .b .b", ".b"},
		{"a stone put down settles after N frames", 3, 4, ". . . . b b b b", ". b"},
		{"one spike is outvoted", 3, 4, ". . . . b . . . .", "."},
		{"a stone that bounces settles late", 3, 4, ". . . . b . b b b", ". b"},
		{"a stone turned over changes colour without becoming empty", 2, 3, "b b b w w w", "b w"},
		{"flicker without a majority keeps the old value", 4, 5, ". . . . . b w b w b w", "."},
		{"a point that cannot be read becomes unknown", 2, 3, "b b b ? ? ?", "b ?"},
		{"one of one passes everything on", 1, 1, ". b . w", ". b . w"},
	} {
		t.Run(c.name, func(t *testing.T) {
			frames := strings.Fields(c.frames)
			_, got := feed(mustNew(t, len(frames[0]), c.n, c.m), frames...)
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("%d of %d over %q: changes %q, want %q", c.n, c.m, c.frames, s, c.want)
			}
		})
	}
}

func TestSinceIsTheFirstReadingOfTheValue(t *testing.T) {
	f := mustNew(t, 2, 3, 5)
	o, _ := feed(f, "..", "..", "..", "..", "b.", "..", "b.", "b.")
	if want := epoch.Add(4 * 20 * time.Millisecond); !o.Since[0].Equal(want) {
		t.Errorf("the stone has been there since %v, want %v", o.Since[0], want)
	}
	if !o.Since[1].Equal(epoch) {
		t.Errorf("the empty point has been so since %v, want %v", o.Since[1], epoch)
	}
	if !slices.Equal(o.Changed, []int{0}) {
		t.Errorf("changed %v, want [0]", o.Changed)
	}
}

func TestMask(t *testing.T) {
	f := mustNew(t, 3, 2, 2)
	feed(f, "b.w", "b.w")
	if err := f.Mask(0, 1); err != nil {
		t.Fatal(err)
	}
	before, changed := f.Step(hw.Frame{At: epoch.Add(time.Second), Points: parse("b.w")})
	if got := format(before.Points); got != "??w" || !changed || !slices.Equal(before.Changed, []int{0, 1}) {
		t.Errorf("masked: %s, changed %v; want ??w and [0 1]", got, before.Changed)
	}
	if o, changed := f.Step(hw.Frame{Points: parse("ww.")}); changed || format(o.Points) != "??w" {
		t.Errorf("a masked point moved: %s", format(o.Points))
	}
	f.Step(hw.Frame{Points: parse("ww.")})
	if err := f.Mask(); err != nil {
		t.Fatal(err)
	}
	o, _ := f.Step(hw.Frame{Points: parse("ww.")})
	if got := format(o.Points); got != "ww." {
		t.Errorf("unmasked: %s, want ww. (what the sensors have said meanwhile)", got)
	}
	if got := format(before.Points); got != "??w" {
		t.Errorf("an observation already given out changed to %s", got)
	}
	if err := f.Mask(2, 3); err == nil || !strings.Contains(err.Error(), "point 3") {
		t.Errorf("masking a point off the board: %v", err)
	}
}

func TestResetForgets(t *testing.T) {
	f := mustNew(t, 1, 2, 3)
	feed(f, "b", "b", "b")
	if !f.Settled() {
		t.Error("not settled after a full window")
	}
	f.Reset()
	if f.Settled() {
		t.Error("settled right after Reset")
	}
	if o, _ := f.Step(hw.Frame{Points: parse("b")}); format(o.Points) != "?" {
		t.Errorf("one frame after Reset: %s, want ?", format(o.Points))
	}
	if o, changed := f.Step(hw.Frame{Points: parse("b")}); !changed || format(o.Points) != "b" {
		t.Errorf("two frames after Reset: %s, want b", format(o.Points))
	}
}

func TestFramesOfTheWrongSizeAreHarmless(t *testing.T) {
	f := mustNew(t, 3, 1, 1)
	if o, _ := f.Step(hw.Frame{Points: parse("b")}); format(o.Points) != "b??" {
		t.Errorf("short frame: %s", format(o.Points))
	}
	if o, _ := f.Step(hw.Frame{Points: parse("...bbb")}); format(o.Points) != "..." {
		t.Errorf("long frame: %s", format(o.Points))
	}
	if o, _ := f.Step(hw.Frame{Points: []hw.State{200, 0, 0}}); format(o.Points) != "?.." {
		t.Errorf("a state that does not exist: %s", format(o.Points))
	}
}

func TestNewRefuses(t *testing.T) {
	for _, c := range []struct{ points, n, m int }{{0, 1, 1}, {1, 0, 1}, {1, 2, 4}, {1, 5, 4}, {1, 1, 0}, {1, 40, 65}, {1, -3, -5}} {
		if _, err := New(c.points, c.n, c.m); err == nil {
			t.Errorf("New(%d, %d, %d) was accepted", c.points, c.n, c.m)
		}
	}
}

// window draws N and M.
func window(t *rapid.T) (n, m int) {
	m = rapid.IntRange(1, 12).Draw(t, "m")
	return rapid.IntRange(m/2+1, m).Draw(t, "n"), m
}

// A value that never has N votes among M frames in a row never shows.
func TestFlickerNeverShows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := window(t)
		f, _ := New(1, n, m)
		for range m {
			f.Step(hw.Frame{Points: []hw.State{hw.Empty}})
		}
		var past []hw.State
		for range rapid.IntRange(0, 80).Draw(t, "frames") {
			s := hw.State(rapid.IntRange(0, 4).Draw(t, "s"))
			recent := append(slices.Clone(past[max(0, len(past)-m+1):]), s)
			if s != hw.Empty && votes(recent, s) >= n {
				s = hw.Empty
			}
			past = append(past, s)
			if o, changed := f.Step(hw.Frame{Points: []hw.State{s}}); changed || o.Points[0] != hw.Empty {
				t.Fatalf("%d of %d: %v shows %v", n, m, past, o.Points[0])
			}
		}
	})
}

func votes(w []hw.State, s hw.State) (n int) {
	for _, x := range w {
		if x == s {
			n++
		}
	}
	return n
}

// Whatever went before, a value that stands still shows after N frames and
// stays.
func TestStandingStillShows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := window(t)
		f, _ := New(1, n, m)
		for _, s := range rapid.SliceOfN(rapid.IntRange(0, 4), 0, 40).Draw(t, "past") {
			f.Step(hw.Frame{Points: []hw.State{hw.State(s)}})
		}
		s := hw.State(rapid.IntRange(0, 4).Draw(t, "s"))
		for i := 1; i <= 2*m; i++ {
			o, _ := f.Step(hw.Frame{Points: []hw.State{s}})
			if i >= n && o.Points[0] != s {
				t.Fatalf("%d of %d: after %d frames of %v it shows %v", n, m, i, s, o.Points[0])
			}
		}
	})
}

// The filter agrees with its definition: the last value that had N of the last
// M readings, points independent of each other, Changed exact.
func TestAgreesWithTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := window(t)
		points := rapid.IntRange(1, 5).Draw(t, "points")
		f, _ := New(points, n, m)
		want := slices.Repeat([]hw.State{hw.Unknown}, points)
		var past [][]hw.State
		for range rapid.IntRange(1, 60).Draw(t, "frames") {
			frame := make([]hw.State, points)
			for p := range frame {
				frame[p] = hw.State(rapid.IntRange(0, 4).Draw(t, "s"))
			}
			past = append(past, frame)
			var changed []int
			for p := range frame {
				var w []hw.State
				for _, row := range past[max(0, len(past)-m):] {
					w = append(w, row[p])
				}
				for s := hw.Empty; s <= hw.Unknown; s++ {
					if votes(w, s) >= n && want[p] != s {
						want[p] = s
						changed = append(changed, p)
					}
				}
			}
			o, is := f.Step(hw.Frame{Points: frame})
			if !slices.Equal(o.Points, want) || !slices.Equal(o.Changed, changed) || is != (changed != nil) {
				t.Fatalf("%d of %d: %v changed %v, want %v changed %v", n, m, o.Points, o.Changed, want, changed)
			}
		}
	})
}

func TestUnchangedFramesAllocateNothing(t *testing.T) {
	f := mustNew(t, 361, 3, 4)
	a, b := make([]hw.State, 361), make([]hw.State, 361)
	b[100], b[17] = hw.Black, hw.White
	for range 8 {
		f.Step(hw.Frame{Points: a})
	}
	i := 0
	if n := testing.AllocsPerRun(100, func() {
		frame := hw.Frame{Points: a}
		if i%4 == 3 {
			frame.Points = b // noise that is outvoted
		}
		i++
		if _, changed := f.Step(frame); changed {
			t.Fatal("the picture changed")
		}
	}); n != 0 {
		t.Errorf("%v allocations a frame, want 0", n)
	}
}

func BenchmarkStep(b *testing.B) {
	f := mustNew(b, 361, 3, 4)
	frame := hw.Frame{Points: make([]hw.State, 361)}
	b.ReportAllocs()
	for b.Loop() {
		f.Step(frame)
	}
}
