package calib

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"stonehand/hw"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestOrientationsAreWhatTheySay(t *testing.T) {
	// On 3x3 the device's corner 0 and its neighbour 1 lie on the board here.
	for _, c := range []struct {
		o           Orientation
		zero, right int
	}{
		{Orientation{0, false}, 0, 1},
		{Orientation{1, false}, 6, 3}, // lower left goes to upper left
		{Orientation{2, false}, 8, 7},
		{Orientation{3, false}, 2, 5},
		{Orientation{0, true}, 2, 1},
		{Orientation{1, true}, 0, 3},
	} {
		if z, r := c.o.Board(0, 3, 3), c.o.Board(1, 3, 3); z != c.zero || r != c.right {
			t.Errorf("%v: corner on %d, its neighbour on %d; want %d and %d", c.o, z, r, c.zero, c.right)
		}
	}
	for _, size := range [][2]int{{3, 3}, {4, 4}, {5, 3}, {1, 1}, {1, 6}, {19, 19}} {
		all := orientations(size[0], size[1])
		if want := map[bool]int{true: 8, false: 4}[size[0] == size[1]]; len(all) != want {
			t.Fatalf("%v: %d orientations, want %d", size, len(all), want)
		}
		for _, o := range all {
			seen := map[int]bool{}
			for p := range size[0] * size[1] {
				q := o.Board(p, size[0], size[1])
				if q < 0 || q >= size[0]*size[1] || seen[q] {
					t.Fatalf("%v on %v is no permutation", o, size)
				}
				seen[q] = true
			}
		}
	}
	if (Orientation{1, false}).Check(5, 3) == nil || (Orientation{4, false}).Check(3, 3) == nil || (Orientation{-1, false}).Check(3, 3) == nil {
		t.Error("an orientation that does not fit was taken")
	}
}

// Whichever way sensors and lamps lie, a person who does as the lights say makes
// them known.
func TestEveryOrientationIsFound(t *testing.T) {
	for _, size := range [][2]int{{9, 9}, {3, 3}, {2, 2}, {5, 4}, {1, 3}, {1, 1}, {20, 20}} {
		cols, rows := size[0], size[1]
		if testing.Short() && cols*rows > 100 {
			continue
		}
		for _, sensors := range orientations(cols, rows) {
			for _, lamps := range orientations(cols, rows) {
				s := newScript(t, nil)
				s.cols, s.rows, s.sensors, s.lamps = cols, rows, sensors, lamps
				if err := s.do([]string{"begin"}); err != nil {
					t.Fatal(err)
				}
				s.pass(2 * time.Second)
				for range 6 {
					at := -1
					switch s.session.step {
					case StepLeft:
						at = 0
					case StepRight:
						at = cols - 1
					case StepLit:
						at = s.lit(hw.PlaceWhite)[0]
					}
					if at < 0 {
						break
					}
					clear(s.stones)
					s.pass(time.Second)
					s.stones[at] = hw.Black
					s.pass(time.Second)
				}
				// Small boards look the same from several sides.
				for p := range cols * rows {
					if s.session.step != StepSweep && s.session.step != StepKept || s.session.sensors.Board(p, cols, rows) != sensors.Board(p, cols, rows) || s.session.lamps.Board(p, cols, rows) != lamps.Board(p, cols, rows) {
						t.Fatalf("%v: sensors %v, lamps %v were found as %v and %v, at step %v", size, sensors, lamps, s.session.sensors, s.session.lamps, s.session.step)
					}
				}
			}
		}
	}
}

func good3() Calibration {
	return Calibration{
		Version: Version, Board: Board{ID: "0102", Cols: 3, Rows: 3, Colors: true}, Made: noon,
		Sensors: Orientation{3, true}, Masked: []int{1, 4}, Stuck: []int{1}, Dead: []int{4}, Weak: []int{},
		Quality: []int{-1, 0, 100, 3, 4, 5, 6, 7, 8}, Levels: make([]hw.Level, 9),
	}
}

func TestCalibrationsAreReadAsWritten(t *testing.T) {
	c := good3()
	text, err := c.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	again, err := Parse(text)
	if err != nil || !reflect.DeepEqual(again, c) {
		t.Errorf("read as %+v, %v; want %+v", again, err, c)
	}
	c.Mask(2)
	c.Mask(2)
	c.Mask(0)
	if !slices.Equal(c.Masked, []int{0, 1, 2, 4}) {
		t.Errorf("masked are %v", c.Masked)
	}
	if !c.Fits(Board{ID: "0102", Cols: 3, Rows: 3, Colors: true}) || c.Fits(Board{Cols: 3, Rows: 3, Colors: true}) {
		t.Error("which board it fits is wrong")
	}
}

func TestWhatIsNoCalibrationIsRefused(t *testing.T) {
	for name, spoil := range map[string]func(*Calibration){
		"board":   func(c *Calibration) { c.Board.Cols = 0 },
		"huge":    func(c *Calibration) { c.Board.Cols, c.Board.Rows = 1<<30, 1<<30 },
		"turned":  func(c *Calibration) { c.Sensors.Quarters = 7 },
		"lamps":   func(c *Calibration) { c.Lamps.Quarters = -1 },
		"off":     func(c *Calibration) { c.Masked = []int{9} },
		"order":   func(c *Calibration) { c.Weak = []int{4, 4} },
		"quality": func(c *Calibration) { c.Quality = c.Quality[1:] },
		"percent": func(c *Calibration) { c.Quality[3] = 101 },
		"levels":  func(c *Calibration) { c.Levels = c.Levels[1:] },
		"level":   func(c *Calibration) { c.Levels[0].Stone = -1 },
	} {
		c := good3()
		spoil(&c)
		text, err := c.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Parse(text); err == nil {
			t.Errorf("%s: it was taken", name)
		}
	}
	if _, err := Parse([]byte(`{"version":2,"what":1}`)); !errors.Is(err, ErrNewer) {
		t.Errorf("a newer version: %v", err)
	}
	for _, text := range []string{"", "{", "[]", `{"version":1,"masks":[]}`, `{"version":1}`, strings.Repeat(" ", MaxBytes+1)} {
		if _, err := Parse([]byte(text)); err == nil {
			t.Errorf("%.20q was taken", text)
		}
	}
}

func FuzzParse(f *testing.F) {
	text, err := good3().Marshal()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"version":1,"board":{"cols":3,"rows":3},"sensors":{"quarters":9}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Parse(data)
		if err != nil {
			return
		}
		text, err := c.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Parse(text); err != nil {
			t.Fatalf("it is not read back: %v", err)
		}
	})
}

// FuzzSession lets anything happen to a session: it never panics, what it keeps
// is sound, and it ends when nobody does anything.
func FuzzSession(f *testing.F) {
	f.Add(uint8(5), uint8(5), true, []byte("\x00\x20\xff\x04\x24\xff\x61\x62\x63\x64"))
	f.Add(uint8(3), uint8(4), false, []byte{1, 1, 1, 1, 1, 1})
	f.Fuzz(func(t *testing.T, cols, rows uint8, orient bool, script []byte) {
		if cols == 0 || rows == 0 || cols > 20 || rows > 20 {
			return
		}
		n := int(cols) * int(rows)
		b := Board{Cols: int(cols), Rows: int(rows)}
		now := noon
		s, err := Begin(now, b, Abilities{Lights: len(script)%2 == 0, Fields: len(script)%3 == 0}, Calibration{}, orient, Default())
		if err != nil {
			t.Fatal(err)
		}
		points, field := make([]hw.State, n), make([]int8, n)
		answers := []Answer{Skip, Finish, Keep, Again, Leave, "what"}
		for _, c := range script {
			points[int(c)%n] = hw.State(c>>3) % 6
			field[int(c)%n] = int8(c)
			for range 1 + int(c)%40 {
				now = now.Add(20 * time.Millisecond)
				s.Frame(now, points)
			}
			if c%5 == 0 {
				s.Field(now, field)
			}
			if c%7 == 0 {
				s.Answer(now, answers[int(c)%len(answers)])
			}
			v := s.View()
			if len(v.Picture.Points) != n || len(v.Heat) != n || v.Seen+len(v.Left) != n {
				t.Fatalf("the view does not fit the board: %+v", v)
			}
			if (v.Result != nil) != (v.Step == StepKept) {
				t.Fatalf("a result at step %v: %+v", v.Step, v.Result)
			}
			if v.Result != nil {
				if err := v.Result.Check(); err != nil {
					t.Fatal(err)
				}
			}
		}
		for range 10 {
			s.Frame(now, points)
			if !s.Over() && !s.Next().IsZero() {
				now = s.Next()
				s.Tick(now)
			}
		}
		now = now.Add(time.Hour)
		s.Tick(now)
		if !s.Over() {
			t.Fatalf("it does not end, at step %v", s.View().Step)
		}
	})
}
