package grbl

import (
	"math"
	"strconv"
	"strings"

	"stonehand/hw"
)

// controller is what a controller says of itself.
type controller struct {
	flavor  Flavor
	version string // "1.1h"; FluidNC's own where it names one
	build   string // [VER:...]
	options string // the letters of [OPT:...]
	// values are its settings, by number ("130") or FluidNC's item ("/stepping/idle_ms").
	values map[string]float64
}

// firmware is what to flash in place of something that does not do.
func (c *controller) firmware() error {
	if c.flavor == GRBL {
		return hw.Errorf("GRBL 1.1h")
	}
	return hw.Errorf("the present %v", c.flavor)
}

// take notes a line of an answer to $$, $I or $/.
func (c *controller) take(l Line) {
	switch {
	case l.Kind == Setting:
		key := l.Path
		if key != "" {
			key = "/" + key
		} else {
			key = strconv.Itoa(l.Code)
		}
		// grblHAL's masks may be written with the axes' letters; FluidNC has true and false.
		value := strings.TrimSpace(l.Value)
		switch value {
		case "true":
			value = "1"
		case "false":
			value = "0"
		}
		if v, err := strconv.ParseFloat(value, 64); err == nil && !math.IsNaN(v) && !math.IsInf(v, 0) {
			c.values[key] = v
		}
	case l.Kind == Message && strings.HasPrefix(l.Value, "VER:"):
		c.build = l.Value[len("VER:"):]
		if strings.Contains(c.build, "FluidNC") {
			c.flavor = FluidNC
		}
	case l.Kind == Message && strings.HasPrefix(l.Value, "OPT:"):
		c.options, _, _ = strings.Cut(l.Value[len("OPT:"):], ",")
	case l.Kind == Message && l.Value == "FIRMWARE:grblHAL":
		c.flavor = GrblHAL
	}
}

// setting returns the value of a numbered setting, 0 for one that was not told.
func (c *controller) setting(n int) float64 { return c.values[strconv.Itoa(n)] }

// item returns the value of FluidNC's item of an axis.
func (c *controller) item(axis int, name string) float64 {
	return c.values["/axes/"+strings.ToLower(axes[axis])+"/"+name]
}

// understood says why firmware of this kind and version cannot be used; nil where
// it can. It wants to be known before the settings are asked for.
func (c *controller) understood() error {
	switch {
	case c.flavor == FluidNC:
		return nil
	case !strings.HasPrefix(c.version, "1.1"):
		return hw.Errorf("the controller runs GRBL %s, and the arm takes 1.1; flash %s", hw.Clip(c.version), supported)
	}
	return nil
}

// judge says why a controller that is set up so must not be moved, and what to
// type; nil when it may.
func (c *controller) judge(o *Options, m macros) error {
	if err := c.understood(); err != nil {
		return err
	}
	if len(c.values) == 0 {
		return hw.Errorf("the controller told none of its settings; flash %w", c.firmware())
	}
	if err := c.lacking(m.spindle); err != nil {
		return err
	}
	if err := c.homesAll(); err != nil {
		return err
	}
	for _, p := range o.places() {
		for axis := range 3 {
			if lo, hi := c.reach(axis); p.at[axis] < lo || p.at[axis] > hi {
				return hw.Errorf("%w is at %s %.1f mm, and the machine reaches %.1f to %.1f; correct the place in the configuration, or the travel ($%d)",
					p.what, axes[axis], p.at[axis], lo, hi, setTravelX+axis)
			}
		}
	}
	return nil
}

// homesAll says which axes a grblHAL leaves out of its homing cycles, $44 to $49,
// where it tells of them; GRBL's are fixed when it is built.
func (c *controller) homesAll() error {
	cycles, told := 0, false
	for n := 44; n <= 49; n++ {
		if v, ok := c.values[strconv.Itoa(n)]; ok && c.flavor == GrblHAL {
			told = true
			cycles |= int(v)
		}
	}
	for axis := range 3 {
		if told && cycles&(1<<axis) == 0 {
			return hw.Errorf("the controller does not home its %s axis, so that it would not know where it is; type $44=4 and $45=3 in a serial terminal", axes[axis])
		}
	}
	return nil
}

// Settings that positions rest on.
const (
	setHomingDir = 23
	setPullOff   = 27
	setRateX     = 110 // to 112
	setTravelX   = 130 // to 132
)

var axes = [3]string{"X", "Y", "Z"}

// enumerate writes "a", "a and b", "a, b and c".
func enumerate(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}

// low reports whether an axis homes at its lower end.
func (c *controller) low(axis int) bool { return int(c.setting(setHomingDir))&(1<<axis) != 0 }

// reach returns the ends of an axis in machine coordinates, mm. Its space is
// below zero, unless GRBL was built to begin at zero where it homes; FluidNC's
// configuration says where it begins.
func (c *controller) reach(axis int) (lo, hi float64) {
	travel := c.setting(setTravelX + axis)
	switch {
	case c.flavor == FluidNC && c.item(axis, "homing/positive_direction") != 0:
		hi = c.item(axis, "homing/mpos_mm")
		return hi - travel, hi
	case c.flavor == FluidNC:
		lo = c.item(axis, "homing/mpos_mm")
		return lo, lo + travel
	case strings.Contains(c.options, "Z") && c.low(axis):
		return 0, travel
	}
	return -travel, 0
}

// home returns between which places an axis stands after homing: a pull-off off
// its switch.
func (c *controller) home(axis int) (lo, hi float64) {
	off := c.setting(setPullOff)
	switch {
	case c.flavor == FluidNC: // the place that it names is that before or after the pull-off
		at, off := c.item(axis, "homing/mpos_mm"), c.item(axis, "motor0/pulloff_mm")
		return at - off, at + off
	case strings.Contains(c.options, "Z"):
		return -off, off
	case c.low(axis):
		at := off - c.setting(setTravelX+axis)
		return at, at
	}
	return -off, -off
}

// rate returns how fast a motion can be at most that is asked for at feed, mm/min.
func (c *controller) rate(feed float64) float64 {
	for axis := range 3 {
		if r := c.setting(setRateX + axis); r > 0 {
			feed = min(feed, r)
		}
	}
	return max(feed, 1)
}
