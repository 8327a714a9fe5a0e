package grbl

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Settings of GRBL 1.1 that matter here.
const (
	setSoftLimits = 20
	setHardLimits = 21
	setHoming     = 22
	setHomingDir  = 23
	setInches     = 13
	setPullOff    = 27
	setLaser      = 32
	setRateX      = 110 // to 112
	setTravelX    = 130 // to 132
)

// controller is what a controller says of itself.
type controller struct {
	version string // "1.1h"
	build   string // [VER:...]
	options string // the letters of [OPT:...]
	values  map[int]float64
}

// take notes a line of an answer to $$ or $I.
func (c *controller) take(l Line) {
	switch {
	case l.Kind == Setting:
		if v, err := strconv.ParseFloat(strings.TrimSpace(l.Value), 64); err == nil && !math.IsNaN(v) {
			c.values[l.Code] = v
		}
	case l.Kind == Message && strings.HasPrefix(l.Value, "VER:"):
		c.build = l.Value[len("VER:"):]
	case l.Kind == Message && strings.HasPrefix(l.Value, "OPT:"):
		c.options, _, _ = strings.Cut(l.Value[len("OPT:"):], ",")
	}
}

// on reports whether a switch is on; one that was not told of is off.
func (c *controller) on(setting int) bool { return c.values[setting] != 0 }

// judge says why a controller that is set up so must not be moved, and what to
// type; nil when it may.
func (c *controller) judge(o *Options, m macros) error {
	if !strings.HasPrefix(c.version, "1.1") {
		return fmt.Errorf("the controller runs GRBL %s, and it takes 1.1; flash GRBL 1.1h", clip(c.version))
	}
	if len(c.values) == 0 {
		return fmt.Errorf("the controller told none of its settings; flash GRBL 1.1h")
	}
	var wrong, do []string
	for _, s := range []struct {
		number int
		name   string
	}{{setHoming, "homing"}, {setSoftLimits, "soft limits"}, {setHardLimits, "hard limits"}} {
		if !c.on(s.number) {
			wrong = append(wrong, fmt.Sprintf("%s ($%d)", s.name, s.number))
			do = append(do, fmt.Sprintf("$%d=1", s.number))
		}
	}
	if len(wrong) > 0 {
		verb := "is"
		if len(wrong) > 1 {
			verb = "are"
		}
		return fmt.Errorf("%s %s switched off in the controller, so that it could run into its ends; wire limit switches, then type %s in a serial terminal",
			enumerate(wrong), verb, enumerate(do))
	}
	if c.on(setInches) {
		return fmt.Errorf("the controller reports inches; type $13=0 in a serial terminal")
	}
	if c.on(setLaser) {
		for _, l := range append(append([]string(nil), m.grip...), m.release...) {
			if strings.HasPrefix(l, "M3") || strings.HasPrefix(l, "M4") {
				return fmt.Errorf("the controller is in laser mode, which switches the gripper off between motions; type $32=0 in a serial terminal")
			}
		}
	}
	for axis := range 3 {
		if travel := c.values[setTravelX+axis]; !(travel > 0) {
			return fmt.Errorf("the controller has no travel for its %s axis; type $%d= and the millimetres that it can move", axes[axis], setTravelX+axis)
		}
	}
	for _, p := range o.places() {
		for axis := range 3 {
			if lo, hi := c.reach(axis); p.at[axis] < lo || p.at[axis] > hi {
				return fmt.Errorf("%s is at %s %.1f mm, and the machine reaches %.1f to %.1f; correct the place in the configuration, or the travel ($%d)",
					p.what, axes[axis], p.at[axis], lo, hi, setTravelX+axis)
			}
		}
	}
	return nil
}

var axes = [3]string{"X", "Y", "Z"}

// enumerate writes "a", "a and b", "a, b and c".
func enumerate(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}

// reach returns the ends of an axis in machine coordinates, mm. Its space is
// below zero, unless GRBL was built to begin at zero where it homes.
func (c *controller) reach(axis int) (lo, hi float64) {
	travel := c.values[setTravelX+axis]
	if strings.Contains(c.options, "Z") && int(c.values[setHomingDir])&(1<<axis) != 0 {
		return 0, travel
	}
	return -travel, 0
}

// rate returns how fast a motion can be at most that is asked for at feed, mm/min.
func (c *controller) rate(feed float64) float64 {
	for axis := range 3 {
		if r := c.values[setRateX+axis]; r > 0 {
			feed = min(feed, r)
		}
	}
	return max(feed, 1)
}
