package grbl

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A board that is turned, shifted, tilted and touched with unsteady hands is found
// again.
func TestFitFindsTheBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pitchX, pitchY := rapid.Float64Range(15, 30).Draw(t, "x"), 0.0
		pitchY = pitchX * rapid.Float64Range(0.9, 1.1).Draw(t, "y")
		turn := rapid.Float64Range(-math.Pi, math.Pi).Draw(t, "turn")
		slope := rapid.Float64Range(-0.02, 0.02).Draw(t, "slope")
		place := func(col, row int) [3]float64 {
			x, y := float64(col)*pitchX, float64(row)*pitchY
			return [3]float64{-200 + x*math.Cos(turn) - y*math.Sin(turn), -150 + x*math.Sin(turn) + y*math.Cos(turn), -40 + slope*x}
		}
		corners := [][2]int{{0, 0}, {18, 0}, {0, 18}, {18, 18}}[:rapid.IntRange(3, 4).Draw(t, "touched")]
		var touched []Touch
		for _, c := range corners {
			at := place(c[0], c[1])
			for i := range at {
				at[i] += rapid.Float64Range(-0.3, 0.3).Draw(t, "error")
			}
			touched = append(touched, Touch{c[0], c[1], at})
		}
		f, err := NewFit(touched)
		if err != nil {
			t.Fatal(err)
		}
		for col := range 19 {
			for row := range 19 {
				got, want := f.At(col, row), place(col, row)
				for i := range got {
					if abs(got[i]-want[i]) > 1 {
						t.Fatalf("%d, %d: %v, want %v", col, row, got, want)
					}
				}
			}
		}
		if len(touched) == 3 && f.Worst > 1e-6 || f.Worst > 0.6 {
			t.Errorf("worst %v", f.Worst)
		}
	})
}

func TestFitRefuses(t *testing.T) {
	a, b, c, d := Touch{0, 0, [3]float64{-400, -400, -60}}, Touch{18, 0, [3]float64{-40, -400, -60}},
		Touch{0, 18, [3]float64{-400, -40, -60}}, Touch{18, 18, [3]float64{-40, -40, -60}}
	at := func(x Touch, dx, dy float64) Touch { x.At[0] += dx; x.At[1] += dy; return x }
	for want, touched := range map[string][]Touch{
		"2 points were touched":     {a, b},
		"on one line":               {a, b, {9, 0, [3]float64{-220, -400, -60}}},
		"do not fit one flat board": {a, b, c, at(d, 20, 0)},
		"at 78.7 degrees":           {a, b, at(c, 72, 0)},
		"boards have 8 to 60":       {a, at(b, -300, 0), c},
		"which no board does":       {a, b, at(c, 0, -120)},
		"which no machine reaches":  {a, b, at(c, math.NaN(), 0)},
	} {
		if _, err := NewFit(touched); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	f, err := NewFit([]Touch{a, b, c, at(d, 1.2, 0)})
	if err != nil || !strings.Contains(f.Verdict(), "the worst point is 0.30 mm off, which is good") {
		t.Errorf("%v, %v", f.Verdict(), err)
	}
}

func TestTouches(t *testing.T) {
	name, at, err := ParseTouch(FormatTouch("J10", [3]float64{-1.5, 2, -40.1234}))
	if err != nil || name != "J10" || at != [3]float64{-1.5, 2, -40.123} {
		t.Errorf("%s %v %v", name, at, err)
	}
	for _, text := range []string{"", "J10 1 2", "J10 1 2 x", "J10 1 2 NaN", "J10 1 2 1e9", "J10 1 2 3 4"} {
		if _, _, err := ParseTouch(text); err == nil {
			t.Errorf("%q was taken", text)
		}
	}
}

// FuzzMacro compiles whatever a configuration holds; what is accepted does not
// move and fits a line.
func FuzzMacro(f *testing.F) {
	for _, l := range []string{"M3 S{power}", "G4 P{time}", "G1 X5", "M3M5", "G4", "S1000", "{x}", "M8 (on)", "$X", "M3 S99999", "G4 P60"} {
		f.Add(l)
	}
	f.Fuzz(func(t *testing.T, line string) {
		m, err := Gripper{Kind: Custom, Grip: []string{line}, Release: []string{"M5"}, GripPower: 5, GripTime: time.Second}.compile()
		if err != nil {
			return
		}
		if l := m.grip[0]; strings.ContainsAny(l, "XYZFIJKR$!~?\n\x18{}") || len(l) > maxSent || m.dwell > MaxDwell {
			t.Errorf("%q became %q", line, l)
		}
	})
}

func TestGrippers(t *testing.T) {
	m, err := Gripper{Kind: Servo, GripPower: 300, ReleasePower: 700, GripTime: time.Second / 2}.compile()
	if err != nil || strings.Join(append(m.grip, m.release...), "; ") != "M3 S300; G4 P0.5; M3 S700; G4 P0" {
		t.Errorf("%+v, %v", m, err)
	}
	for want, g := range map[string]Gripper{
		`kind "claw" is not known`:              {Kind: "claw"},
		"the macro release has no lines":        {Kind: Custom, Grip: []string{"M3"}},
		"has macros of its own":                 {Kind: Magnet, Grip: []string{"M3"}},
		"G1 is not for a macro":                 {Kind: Custom, Grip: []string{"G1 Z5"}, Release: []string{"M5"}},
		"it must hold one of":                   {Kind: Custom, Grip: []string{"S100"}, Release: []string{"M5"}},
		"G4 and P go together":                  {Kind: Custom, Grip: []string{"G4"}, Release: []string{"M5"}},
		"no others":                             {Kind: Custom, Grip: []string{"M3 S{force}"}, Release: []string{"M5"}},
		"a power of -1 to grip is out of range": {Kind: Magnet, GripPower: -1},
		"it waits 60 s":                         {Kind: Custom, Grip: []string{"G4 P60"}, Release: []string{"M5"}},
		"is not g-code":                         {Kind: Custom, Grip: []string{"grab it"}, Release: []string{"M5"}},
	} {
		if _, err := g.compile(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// FuzzTouch reads whatever a configuration may name as a touched point; what is
// read is read again from how it is written.
func FuzzTouch(f *testing.F) {
	for _, s := range []string{"A1 -448 -448 -50", "S19 1e3 0 -0.5", "A1 NaN 0 0", "A1 1 2", "", "A1 1 2 3 4"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		name, at, err := ParseTouch(text)
		if err != nil {
			return
		}
		again, place, err := ParseTouch(FormatTouch(name, at))
		if err != nil || again != name {
			t.Fatalf("%q: %q, %v", text, again, err)
		}
		for i := range at {
			if abs(at[i]-place[i]) > 0.001 {
				t.Errorf("%q: %v became %v", text, at, place)
			}
		}
	})
}

func TestJogs(t *testing.T) {
	by, err := ParseJog("x10 y-0.5  x1")
	if err != nil || by != [3]float64{11, -0.5, 0} {
		t.Errorf("%v, %v", by, err)
	}
	for _, line := range []string{"x", "w5", "10", "x1e9", "xNaN", "x5 up"} {
		if _, err := ParseJog(line); err == nil || !strings.Contains(err.Error(), "is not a motion") {
			t.Errorf("%q: %v", line, err)
		}
	}
}

// FuzzJog reads whatever somebody may type while the arm waits.
func FuzzJog(f *testing.F) {
	for _, s := range []string{"x10", "y-0.5 z3", "xInf", "é5", " "} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		by, err := ParseJog(line)
		for _, v := range by {
			if err == nil && (math.IsNaN(v) || math.Abs(v) > 5000*float64(len(line)+1)) {
				t.Errorf("%q: %v", line, by)
			}
		}
	})
}

// The manual's table of settings is that of the program.
func TestManualListsTheNeeds(t *testing.T) {
	text, err := os.ReadFile("../../docs/arm.md")
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	for _, n := range needs {
		of := make([]string, len(n.Flavors))
		for i, f := range n.Flavors {
			of[i] = f.String()
		}
		name := strings.Join(of, ", ")
		if len(of) == len(all) {
			name = "all"
		}
		fmt.Fprintf(&table, "| `%s` %s | %s | %s | %s |\n", n.setting(), n.Name, name, n.Want, n.Why)
	}
	if !strings.Contains(string(text), "| --- | --- | --- | --- |\n"+table.String()+"\n") {
		t.Errorf("docs/arm.md has another table of settings than\n%s", table.String())
	}
}

// setting names what n is about: "$1", "$130 to $132" or FluidNC's item.
func (n Need) setting() string {
	switch {
	case n.Path != "":
		return n.Path
	case len(n.Settings) > 1:
		return fmt.Sprintf("$%d to $%d", n.Settings[0], n.Settings[len(n.Settings)-1])
	}
	return fmt.Sprintf("$%d", n.Settings[0])
}
