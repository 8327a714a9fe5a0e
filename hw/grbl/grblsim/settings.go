package grblsim

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Numbers of settings that the machine behind the controller depends on. All
// others are kept and shown, and change nothing.
const (
	IdleDelay      = 1   // ms until the drivers are switched off; 255: they stay on
	StatusMask     = 10  // bit 0: MPos instead of WPos; bit 1: buffer state
	Junction       = 11  // junction deviation, mm
	ArcTolerance   = 12  // mm
	ReportInches   = 13  // bool
	SoftLimits     = 20  // bool; needs Homing
	HardLimits     = 21  // bool
	Homing         = 22  // bool
	HomingInvert   = 23  // mask of axes that home to their lower end
	HomingLocate   = 24  // mm/min
	HomingSeek     = 25  // mm/min
	HomingDebounce = 26  // ms
	HomingPullOff  = 27  // mm
	SpindleMax     = 30  // rpm
	SpindleMin     = 31  // rpm
	LaserMode      = 32  // bool
	StepsPerMM     = 100 // and 101, 102: steps/mm
	MaxRate        = 110 // mm/min
	Acceleration   = 120 // mm/s²
	MaxTravel      = 130 // mm

	stepPulse        = 0
	invertDirections = 3
	invertEnable     = 4
	invertLimits     = 5
	invertProbe      = 6
)

// form is how a setting is kept and printed.
type form uint8

const (
	whole    form = iota // 0 to 255
	boolean              // 0 or 1
	decimal              // three places
	rotation             // rpm, no places
)

// known lists the settings in the order in which "$$" prints them.
var known = []struct {
	n     int
	form  form
	value float64 // of a controller that nobody has set up
}{
	{0, whole, 10}, {1, whole, 25}, {2, whole, 0}, {3, whole, 0}, {4, boolean, 0}, {5, boolean, 0}, {6, boolean, 0},
	{10, whole, 1}, {11, decimal, 0.010}, {12, decimal, 0.002}, {13, boolean, 0},
	{20, boolean, 0}, {21, boolean, 0}, {22, boolean, 0}, {23, whole, 0},
	{24, decimal, 25}, {25, decimal, 500}, {26, whole, 250}, {27, decimal, 1},
	{30, rotation, 1000}, {31, rotation, 0}, {32, boolean, 0},
	{100, decimal, 250}, {101, decimal, 250}, {102, decimal, 250},
	{110, decimal, 500}, {111, decimal, 500}, {112, decimal, 500},
	{120, decimal, 10}, {121, decimal, 10}, {122, decimal, 10},
	{130, decimal, 200}, {131, decimal, 200}, {132, decimal, 200},
}

// Settings are the "$" settings of a controller, by number.
type Settings [133]float64

// FactorySettings are those of a controller that nobody has set up: neither
// limits nor homing.
func FactorySettings() Settings {
	var s Settings
	for _, k := range known {
		s[k.n] = k.value
	}
	return s
}

// ArmSettings are those of an arm over a board, as [DefaultLayout] has it:
// belts in the plane, a screw for the height, switches, homing, limits.
func ArmSettings() Settings {
	s := FactorySettings()
	s[1] = 255 // the motors hold their place
	s[SoftLimits], s[HardLimits], s[Homing] = 1, 1, 1
	s[HomingLocate], s[HomingSeek], s[HomingPullOff] = 100, 1500, 2
	for axis, v := range [axes][4]float64{{80, 9000, 800, 500}, {80, 9000, 800, 500}, {400, 1800, 200, 60}} {
		for i, first := range []int{StepsPerMM, MaxRate, Acceleration, MaxTravel} {
			s[first+axis] = v[i]
		}
	}
	return s
}

// on reports whether a boolean setting is set; of grblHAL's masks, whether their
// first bit is.
func (s *Settings) on(n int) bool { return int(s[n])&1 != 0 }

// bit reports whether an axis is in a mask.
func (s *Settings) bit(n, axis int) bool { return int(s[n])>>axis&1 != 0 }

// perAxis returns a setting that every axis has its own of.
func (s *Settings) perAxis(first int) Vec { return Vec{s[first], s[first+1], s[first+2]} }

// set stores a value as "$n=value" does, and returns the error code: 0 is well.
func (s *Settings) set(n int, value float64) int {
	if value < 0 || math.IsNaN(value) {
		return errNegative
	}
	for _, k := range known {
		if k.n != n {
			continue
		}
		switch k.form {
		case whole:
			value = float64(uint8(min(value, math.MaxInt32)))
		case boolean:
			if value = math.Trunc(value); value != 0 {
				value = 1
			}
		}
		switch {
		case n == stepPulse && value < 3:
			return errStepPulse
		case n == SoftLimits && value != 0 && !s.on(Homing):
			return errNoHoming
		case n == Homing && value == 0:
			s[SoftLimits] = 0
		}
		s[n] = value
		return 0
	}
	return errStatement
}

// text prints a setting as "$$" does.
func (s *Settings) text(n int, f form) string {
	places := 0
	if f == decimal {
		places = 3
	}
	return strconv.FormatFloat(s[n], 'f', places, 64)
}

// print is the answer to "$$".
func (s *Settings) print() string {
	var b strings.Builder
	for _, k := range known {
		fmt.Fprintf(&b, "$%d=%s\r\n", k.n, s.text(k.n, k.form))
	}
	return b.String()
}
