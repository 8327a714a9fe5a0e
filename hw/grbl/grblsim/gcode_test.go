package grblsim

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
)

// TestErrorCodes holds every error code that this build can give against the
// line that the documents name for it.
func TestErrorCodes(t *testing.T) {
	r := homedOnce(t)
	for _, c := range []struct {
		line string
		code int
	}{
		{"", 0}, {"(only a comment)", 0}, {" ; nothing", 0}, {"/", 0},
		{"1G0", errLetter}, {"X1.5=", errLetter}, {"G", errNumber}, {"GX1", errNumber}, {"G1X", errNumber}, {"X.", errNumber}, {"X--1", errNumber},
		{"$Q", errNumber}, {"$1", errStatement}, {"$100=", errNumber}, {"$100=1X", errStatement}, {"$7=1", errStatement}, {"$300=1", errStatement},
		{"$$X", errStatement}, {"$GG", errStatement}, {"$SLEEP", errStatement}, {"$RST=x", errStatement}, {"$N5=G21", errStatement}, {"$Ifoo", errStatement},
		{"$J", errStatement}, {"$JX1", errStatement},
		{"$1=-1", errNegative}, {"F-1", errNegative}, {"G4P-1", errNegative}, {"S-1", errNegative}, {"N-1", errNegative},
		{"$0=2", errStepPulse}, {"G1X1", errFeed}, {"G1F0X1", errFeed}, {"G93G1X1", errFeed},
		{"G20.3", errInteger}, {"G0.5", errInteger}, {"M3.1", errInteger}, {"G59.1", errInteger},
		{"G5", errUnsupported}, {"G64", errUnsupported}, {"G43Z1", errUnsupported}, {"G38.1Z-1F1", errUnsupported}, {"G90.1", errUnsupported}, {"M6", errUnsupported}, {"M7", errUnsupported}, {"A1", errUnsupported}, {"G10L3P1X0", errUnsupported}, {"G10L2P1R1X0", errUnsupported},
		{"G0G1X1F1", errAxisClash}, {"G90G91", errModalGroup}, {"G20G21", errModalGroup}, {"M3M4", errModalGroup}, {"M8M9", errModalGroup}, {"G54G55", errModalGroup},
		{"G0G28X1", errAxisClash}, {"G10G92X1", errAxisClash},
		{"X1X2", errRepeated}, {"G4P1P2", errRepeated},
		{"G10L2P1", errNoAxis}, {"G92", errNoAxis}, {"G2F100I1", errNoAxis}, {"G38.2F10", errNoAxis},
		{"N10000001", errLineNumber}, {"N9999999", 0},
		{"G4", errMissing}, {"G10X1", errMissing}, {"G10L2P7X1", errCoordSystem},
		{"G2G53X1F10R5", errG53}, {"G80X1", errAxisUnused}, {"G80", 0},
		{"G2F100Z-1I1", errArcNoAxis}, {"G18G2F100Y-1I1", errArcNoAxis},
		{"G2F100X-10Y-2I-1", errTarget}, {"G38.2X-2F10", errTarget}, {"G2F100X-2Y-2R1", errTarget},
		{"G2F100X-12R1", errArcRadius}, {"G2F100X-12", errArcNoOffset}, {"G2F100X-12K1", errArcNoOffset},
		{"G0X-3I1", errUnused}, {"G21P1", errUnused}, {"R1", errUnused}, {"$J=X-3F100S1", errUnused},
		{"G43.1X1", errToolLength}, {"G43.1", errToolLength}, {"T256", errTool}, {"T255", 0},
		{"$J=X-3", errFeed}, {"$J=X-600F100", errTravel}, {"$J=G0X-3F100", errJog}, {"$J=G91G28X-3F100", errJog}, {"$J=M3X-3F100", errJog}, {"$J=G91G20X-0.1F10", 0},
		{strings.Repeat("G", 79), errNumber}, {strings.Repeat(" ", 90) + "G21", 0}, {"G21" + strings.Repeat("0", 90), errOverflow},
		{"g21 g90", 0}, {"G0 X-3 (to the side) Y-3", 0}, {"G01.0F5", 0}, {"M1", 0}, {"G40G49G61G91.1", 0},
	} {
		t.Run(c.line, func(t *testing.T) {
			r.ask("\x18", 100*time.Millisecond)
			r.after(2 * time.Second)
			want := "ok"
			if c.code != 0 {
				want = fmt.Sprintf("error:%d", c.code)
			}
			if got := r.ask(c.line, 3*time.Second); got != want {
				t.Errorf("%q is answered %q; want %q", c.line, got, want)
			}
		})
	}
	r = newRig(t, Options{EEPROM: &EEPROM{Written: true, Settings: FactorySettings()}})
	r.after(time.Second)
	r.expect("$20=1", "error:10")
	r.expect("$H", "error:5")
	r.expect("$22=1", "ok")
	r.expect("$20=1", "ok")
	r.expect("$22=0", "ok")
	if rom := r.EEPROM(); rom.Settings.on(SoftLimits) {
		t.Error("soft limits outlive homing")
	}
	r = newRig(t, Options{Mist: true, Door: true})
	r.after(time.Second)
	r.expect("$I", "[VER:1.1h.20190825:] / [OPT:VM+,15,128] / ok")
	r.expect("$X", "[MSG:Caution: Unlocked] / ok")
	r.expect("M7", "ok")
	r.expect("M8", "ok")
	r.expect("$G", "[GC:G0 G54 G17 G21 G90 G94 M5 M7 M8 T0 F0 S0] / ok")
	r.OpenDoor()
	r.after(time.Second)
	r.expect("$H", "") // held: nothing is read
}

// homedOnce returns a rig as it is after homing.
func homedOnce(t *testing.T) *rig {
	return homedRig(t, Options{Layout: near()})
}

// near is a layout with the tool close to the switches, where homing is quick.
func near() *Layout {
	l := DefaultLayout()
	l.Start = Vec{-3, -3, -3}
	return &l
}

// TestModes follows the parser's modes through the lines of a program.
func TestModes(t *testing.T) {
	r := homedOnce(t)
	for _, c := range []struct{ line, modes string }{
		{"G21", "G0 G54 G17 G21 G90 G94 M5 M9 T0 F0 S0"},
		{"G1 F250.7 X-3", "G1 G54 G17 G21 G90 G94 M5 M9 T0 F251 S0"},
		{"M3 S500 T7", "G1 G54 G17 G21 G90 G94 M3 M9 T7 F251 S500"},
		{"G20 G91 G18 G55 M8", "G1 G55 G18 G20 G91 G94 M3 M8 T0 F251 S500"},
		{"G80", "G80 G55 G18 G20 G91 G94 M3 M8 T0 F251 S500"},
		{"G93 M4", "G80 G55 G18 G20 G91 G93 M4 M8 T0 F0 S500"},
		{"$X", "G80 G55 G18 G20 G91 G93 M4 M8 T0 F0 S500"},
		{"M30", "G1 G54 G17 G20 G90 G94 M5 M9 T0 F0 S500"},
		{"G38.3 Z-3 F10 G21", "G38.3 G54 G17 G21 G90 G94 M5 M9 T0 F10 S500"},
	} {
		answer := r.ask(c.line, 10*time.Second)
		if !strings.HasSuffix(answer, "ok") {
			t.Fatalf("%q: %q", c.line, answer)
		}
		r.expect("$G", "[GC:"+c.modes+"] / ok")
	}
}

// TestCoordinates follows positions through coordinate systems and offsets.
func TestCoordinates(t *testing.T) {
	r := homedOnce(t)
	for _, c := range []struct {
		lines string
		want  Vec
	}{
		{"G0 X-10 Y-20 Z-5", Vec{-10, -20, -5}},
		{"G91 X-1 Y1", Vec{-11, -19, -5}},
		{"G90 G20 X-1", Vec{-25.4, -19, -5}},
		{"G21 G10 L2 P1 X-30 Y-30", Vec{-25.4, -19, -5}},
		{"X0 Y0", Vec{-30, -30, -5}},
		{"G10 L20 P0 X5", Vec{-30, -30, -5}},
		{"X0", Vec{-35, -30, -5}},
		{"G53 X-40", Vec{-40, -30, -5}},
		{"G92 Y100", Vec{-40, -30, -5}},
		{"Y90", Vec{-40, -40, -5}},
		{"G92.1 Y0", Vec{-40, -130, -5}}, // the offset holds for the line that ends it
		{"Y0", Vec{-40, -30, -5}},
		{"G43.1 Z-1", Vec{-40, -30, -5}},
		{"Z-5", Vec{-40, -30, -6}},
		{"G49", Vec{-40, -30, -6}},
		{"G28.1", Vec{-40, -30, -6}},
		{"G55 X-12 Y-12", Vec{-12, -12, -6}},
		{"G28 Z-3", Vec{-12, -12, -6}},
		{"G28", Vec{-40, -30, -6}},
		{"G30", Vec{0, 0, 0}}, // 0 is on the switches
	} {
		if c.lines == "G30" {
			break
		}
		if got := r.ask(c.lines, 20*time.Second); got != "ok" {
			t.Fatalf("%q: %q", c.lines, got)
		}
		if got := r.Position(); dist(got, c.want) > 0.01 {
			t.Errorf("%q leads to %v, want %v", c.lines, got, c.want)
		}
		if dist(r.Position(), r.World().Position()) > 0.02 {
			t.Errorf("%q: it is at %v and believes %v", c.lines, r.World().Position(), r.Position())
		}
	}
	want := "[G54:-35.000,-30.000,0.000] / [G55:0.000,0.000,0.000]"
	if got := r.ask("$#", time.Second); !strings.HasPrefix(got, want) || !strings.Contains(got, "[G28:-40.000,-30.000,-6.000]") ||
		!strings.HasSuffix(got, "[G92:0.000,0.000,0.000] / [TLO:0.000] / [PRB:0.000,0.000,0.000:0] / ok") {
		t.Error(got)
	}
	r.expect("$RST=#", "[MSG:Restoring defaults] / ok / Grbl 1.1h ['$' for help]")
	if got := r.ask("$#", time.Second); !strings.HasPrefix(got, "[G54:0.000,0.000,0.000]") {
		t.Error(got)
	}
}

func dist(a, b Vec) float64 {
	d := 0.0
	for i := range a {
		d += (a[i] - b[i]) * (a[i] - b[i])
	}
	return math.Sqrt(d)
}

// TestArcs holds the path of arcs against their circles.
func TestArcs(t *testing.T) {
	for _, c := range []struct {
		line   string
		center Point
		radius float64
		to     Vec
		length float64
		slack  float64 // slow motion goes step by step, round corners
	}{
		{"G2 X-80 Y-100 I10 F3000", Point{-90, -100}, 10, Vec{-80, -100, -10}, math.Pi * 10, 0.02},
		{"G3 X-80 Y-100 I10 F3000", Point{-90, -100}, 10, Vec{-80, -100, -10}, math.Pi * 10, 0.02},
		{"G2 X-100 Y-100 I10 F3000", Point{-90, -100}, 10, Vec{-100, -100, -10}, math.Pi * 20, 0.02},
		{"G3 X-90 Y-90 R10 F3000", Point{-100, -90}, 10, Vec{-90, -90, -10}, math.Pi * 5, 0.02},
		{"G2 X-90 Y-90 R10 F3000", Point{-90, -100}, 10, Vec{-90, -90, -10}, math.Pi * 5, 0.02},
		{"G2 X-90 Y-90 R-10 F3000", Point{-100, -90}, 10, Vec{-90, -90, -10}, math.Pi * 15, 0.02},
		{"G93 G3 X-90 Y-90 R10 F30", Point{-100, -90}, 10, Vec{-90, -90, -10}, math.Pi * 5, 0.2},
	} {
		r := homedOnce(t)
		r.expect("G0 X-100 Y-100 Z-10", "ok")
		r.after(10 * time.Second)
		r.Send([]byte(c.line + "\n"))
		length, last, worst, began := 0.0, r.Position(), 0.0, r.Now()
		for r.after(2 * time.Millisecond); r.State() != "Idle" || r.Now() < began+50*time.Millisecond; r.after(time.Millisecond) {
			at := r.Position()
			length += dist(at, last)
			last = at
			worst = max(worst, math.Abs(math.Hypot(at[X]-c.center.X, at[Y]-c.center.Y)-c.radius))
		}
		if dist(r.Position(), c.to) > 0.01 || worst > 0.02 || math.Abs(length-c.length) > c.slack*c.length {
			t.Errorf("%s: ends at %v, strays %.4f mm, is %.2f mm long and not %.2f", c.line, r.Position(), worst, length, c.length)
		}
		if took := (r.Now() - began).Seconds(); strings.HasPrefix(c.line, "G93") && (took < 2 || took > 2.3) {
			t.Errorf("%s took %.2f s; 1/30 of a minute is wanted", c.line, took)
		}
	}
}
