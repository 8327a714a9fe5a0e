package grbl

import (
	"slices"
	"strconv"
	"strings"

	"stonehand/hw"
)

// Need is a setting that the arm's safety rests on.
type Need struct {
	// Settings are its numbers, one for each axis where it is the axes'. Path is
	// FluidNC's item in place of them, which counts where it is not empty; "{axis}"
	// in it stands for x, y and z.
	Settings []int
	Path     string
	Name     string
	Want     string // what it has to be, for people
	Why      string // what could happen otherwise
	Flavors  []Flavor
	Set      string // the value to type where there is one for all machines

	fits     func(v float64) bool
	switches bool // it counts only where the gripper is at the spindle output
}

func is(want float64) func(float64) bool { return func(v float64) bool { return v == want } }

func above(low float64) func(float64) bool { return func(v float64) bool { return v > low } }

func bits(set, clear int) func(float64) bool {
	return func(v float64) bool { return v >= 0 && int(v)&set == set && int(v)&clear == 0 }
}

func any3(n int) []int { return []int{n, n + 1, n + 2} }

var (
	all     = []Flavor{GRBL, GrblHAL, FluidNC}
	classic = []Flavor{GRBL, GrblHAL}
)

// needs are the settings that are looked at after every start of the controller.
// Numbers and meanings are those of GRBL 1.1's settings.md, of grblHAL's settings.h
// and of FluidNC's SettingsDefinitions.cpp and Configuration.
var needs = []Need{
	{Settings: []int{22}, Name: "homing", Want: "1", Set: "1", Flavors: []Flavor{GRBL, FluidNC}, fits: is(1),
		Why: "without it the arm does not know where it is"},
	{Settings: []int{22}, Name: "homing", Want: "odd, without 32 (manual homing)", Set: "1", Flavors: []Flavor{GrblHAL}, fits: bits(1, 32),
		Why: "without it the arm does not know where it is"},
	{Settings: []int{20}, Name: "soft limits", Want: "1", Set: "1", Flavors: all, fits: is(1),
		Why: "without them a wrong place drives it into its ends"},
	{Settings: []int{21}, Name: "hard limits", Want: "1", Set: "1", Flavors: []Flavor{GRBL, FluidNC}, fits: is(1),
		Why: "without them it runs into its ends when it has lost steps"},
	{Settings: []int{21}, Name: "hard limits", Want: "odd", Set: "1", Flavors: []Flavor{GrblHAL}, fits: bits(1, 0),
		Why: "without them it runs into its ends when it has lost steps"},
	{Settings: []int{1}, Name: "step idle delay", Want: "255", Set: "255", Flavors: classic, fits: is(255),
		Why: "below that the motors let go whenever it stands, with a stone in the gripper: the gripper sinks, or is moved by hand, and the controller does not know"},
	{Path: "stepping/idle_ms", Name: "motors' idle time", Want: "255", Set: "255", Flavors: []Flavor{FluidNC}, fits: is(255),
		Why: "otherwise the motors let go whenever it stands, and the controller does not know where it is"},
	{Settings: []int{5}, Name: "limit switches inverted", Want: "told", Flavors: classic, fits: above(-1),
		Why: "if the limit switches are read the wrong way round, there are no limits"},
	{Settings: []int{10}, Name: "status report", Want: "odd", Set: "1", Flavors: []Flavor{GRBL, FluidNC}, fits: bits(1, 0),
		Why: "the arm checks where the machine says it is after each motion"},
	{Settings: []int{10}, Name: "status report", Want: "with 1 and 16", Set: "511", Flavors: []Flavor{GrblHAL}, fits: bits(1|16, 0),
		Why: "the arm checks where the machine says it is, and whether the emergency stop is pressed"},
	{Settings: []int{13}, Name: "report in inches", Want: "0", Set: "0", Flavors: classic, fits: is(0),
		Why: "every length would be taken for another"},
	{Path: "report_inches", Name: "report in inches", Want: "false", Set: "false", Flavors: []Flavor{FluidNC}, fits: is(0),
		Why: "every length would be taken for another"},
	{Settings: []int{23}, Name: "homing directions", Want: "told", Flavors: all, fits: above(-1),
		Why: "it says at which ends the machine homes"},
	{Settings: []int{24}, Name: "homing feed", Want: "above 0", Flavors: []Flavor{GRBL}, fits: above(0),
		Why: "homing would never end"},
	{Settings: []int{25}, Name: "homing seek rate", Want: "above 0", Flavors: []Flavor{GRBL}, fits: above(0),
		Why: "homing would never end"},
	{Settings: []int{27}, Name: "homing pull-off", Want: "above 0", Flavors: classic, fits: above(0),
		Why: "it would stay on its limit switches, which then stop every motion"},
	{Settings: []int{32}, Name: "laser mode", Want: "0", Set: "0", Flavors: all, fits: is(0), switches: true,
		Why: "it switches a gripper at the spindle output off between motions"},
	{Settings: any3(100), Name: "steps a millimetre", Want: "above 0", Flavors: all, fits: above(0),
		Why: "lengths would mean nothing"},
	{Settings: any3(110), Name: "maximum rate", Want: "above 0", Flavors: all, fits: above(0),
		Why: "the axis would not move"},
	{Settings: any3(120), Name: "acceleration", Want: "above 0", Flavors: all, fits: above(0),
		Why: "the axis would not move"},
	{Settings: any3(130), Name: "travel", Want: "above 0", Flavors: all, fits: above(0),
		Why: "the soft limits rest on it"},
	{Path: "axes/{axis}/soft_limits", Name: "soft limits", Want: "true", Set: "true", Flavors: []Flavor{FluidNC}, fits: is(1),
		Why: "without them a wrong place drives it into its ends"},
	{Path: "axes/{axis}/motor0/hard_limits", Name: "hard limits", Want: "true", Set: "true", Flavors: []Flavor{FluidNC}, fits: is(1),
		Why: "without them it runs into its ends when it has lost steps"},
	{Path: "axes/{axis}/motor0/pulloff_mm", Name: "homing pull-off", Want: "above 0", Flavors: []Flavor{FluidNC}, fits: above(0),
		Why: "it would stay on its limit switches, which then stop every motion"},
	{Path: "axes/{axis}/homing/cycle", Name: "homing cycle", Want: "1 or more", Flavors: []Flavor{FluidNC}, fits: above(0),
		Why: "an axis that does not home does not know where it is"},
	{Path: "axes/{axis}/homing/mpos_mm", Name: "place after homing", Want: "told", Flavors: []Flavor{FluidNC}, fits: above(-1e6),
		Why: "it says where the machine's coordinates begin"},
	{Path: "axes/{axis}/homing/positive_direction", Name: "homing direction", Want: "told", Flavors: []Flavor{FluidNC}, fits: above(-1),
		Why: "it says at which end the machine homes"},
}

// keys returns what the controller calls the values of n.
func (n Need) keys() []string {
	if n.Path == "" {
		var list []string
		for _, s := range n.Settings {
			list = append(list, strconv.Itoa(s))
		}
		return list
	}
	if !strings.Contains(n.Path, "{axis}") {
		return []string{"/" + n.Path}
	}
	var list []string
	for _, a := range axes {
		list = append(list, "/"+strings.ReplaceAll(n.Path, "{axis}", strings.ToLower(a)))
	}
	return list
}

// lacking says what is wrong with the settings of a controller, as a sentence
// without an end, and what to type; nil where they are as the arm needs them.
// spindle says whether the gripper is at the spindle output.
func (c *controller) lacking(spindle bool) error {
	var missing, wrong, do hw.List
	var why []string
	for _, n := range needs {
		if !slices.Contains(n.Flavors, c.flavor) || n.switches && !spindle {
			continue
		}
		for _, key := range n.keys() {
			v, told := c.values[key]
			switch {
			case !told:
				missing = append(missing, hw.Errorf("$%s (%s)", key, n.Name))
				continue
			case n.fits(v):
				continue
			}
			wrong = append(wrong, hw.Errorf("$%s (%s) is %s", key, n.Name, strconv.FormatFloat(v, 'f', -1, 64)))
			set := hw.Errorf("$%s=%s", key, n.Set)
			if n.Set == "" {
				set = hw.Errorf("$%s=a value %s", key, n.Want)
			}
			do = append(do, set)
			if !slices.Contains(why, n.Why) {
				why = append(why, n.Why)
			}
		}
	}
	if more := len(missing) - 4; more > 0 {
		missing = append(missing[:4], hw.Errorf("%d more", more))
	}
	switch {
	case len(missing) > 0:
		return hw.Errorf("the controller does not tell %w; flash %w, or clear its settings with $RST=$ and set all of them again", missing, c.firmware())
	case len(wrong) == 0:
		return nil
	}
	unsafe := hw.Errorf("the controller's settings are not safe: %w", wrong)
	if len(why) == 1 { // of several the manual says why
		unsafe = hw.Errorf("%w, and %s", unsafe, why[0])
	}
	if c.flavor == FluidNC {
		return hw.Errorf("%w; set %w, in its config.yaml where it is an item of that", unsafe, do)
	}
	return hw.Errorf("%w; type %w in a serial terminal", unsafe, do)
}
