package config

import (
	"fmt"
	"strconv"
	"time"

	"stonehand/engine/board"
	"stonehand/hw/grbl"
)

// Kinds of arm, for [Arm.Kind].
const (
	ArmNone = "none"
	ArmGRBL = "grbl" // a plotter or pick-and-place machine whose controller runs GRBL 1.1
)

// Whether the controller learns of every loss of the motors' supply, for
// [Arm.Supply].
const (
	SupplyUnwatched = "unwatched" // it may be lost unseen: the arm homes after every pause
	SupplyWatched   = "watched"   // whatever cuts it resets the controller, or holds its abort input
)

// Arm is what puts the machine's stones down. Lengths are millimetres in the
// arm's machine coordinates, feeds millimetres a minute.
type Arm struct {
	Kind          string   `toml:"kind"`           // ArmNone or ArmGRBL
	Port          string   `toml:"port"`           // the serial device's path
	USB           string   `toml:"usb"`            // "vendor:product" or "vendor:product:serial", in place of Port
	Baud          int      `toml:"baud"`           // bits a second
	Corners       []string `toml:"corners"`        // touched points, "A1 -448 -448 -50"; empty: those that "stonehand arm calibrate" has saved
	SafeZ         float64  `toml:"safe_z"`         // height at which it travels
	ReleaseHeight float64  `toml:"release_height"` // how far above the touched height it lets go, 0 to 20
	Feed          float64  `toml:"feed"`           // feed along the board, 10 to 50000
	FeedZ         float64  `toml:"feed_z"`         // feed up and down, 10 to 50000
	ParkX         float64  `toml:"park_x"`         // where it rests, at the safe height
	ParkY         float64  `toml:"park_y"`
	Press         float64  `toml:"press"` // how far below the touched height it goes to take a stone off the board, 0 to 3
	// Bin is where lifted stones are let go that no tray takes, X and Y at the safe
	// height; empty: there is none. Trays of slots take stones back, magazines none.
	Bin           []float64 `toml:"bin"`
	Clears        bool      `toml:"clears"`         // it clears the board after a game
	HomingTimeout Duration  `toml:"homing_timeout"` // the longest that homing may take, 5s to 10m

	// Supply is SupplyUnwatched or SupplyWatched.
	Supply string `toml:"supply"`

	Gripper      string   `toml:"gripper"` // one of grbl.GripperKinds
	Grip         []string `toml:"grip"`    // custom: lines of g-code that take a stone, with {power} and {time}
	Release      []string `toml:"release"` // custom: and that let it go
	GripPower    int      `toml:"grip_power"`
	ReleasePower int      `toml:"release_power"`
	GripTime     Duration `toml:"grip_time"`
	ReleaseTime  Duration `toml:"release_time"`

	Black Tray `toml:"black"`
	White Tray `toml:"white"`
}

// Tray is where the arm takes stones of one colour.
type Tray struct {
	X      float64 `toml:"x"` // the place of the first stone
	Y      float64 `toml:"y"`
	Z      float64 `toml:"z"`
	Cols   int     `toml:"cols"`   // slots; 1 and 1: a magazine that offers each stone at the same place
	Rows   int     `toml:"rows"`   //
	StepX  float64 `toml:"step_x"` // from column to column
	StepY  float64 `toml:"step_y"` // from row to row
	Stones int     `toml:"stones"` // in a full tray, 0 to 400; 0: there is none
	Low    int     `toml:"low"`    // people are told when so many are left
}

func (t Tray) tray() grbl.Tray {
	return grbl.Tray{At: [3]float64{t.X, t.Y, t.Z}, Cols: t.Cols, Rows: t.Rows, StepX: t.StepX, StepY: t.StepY, Stones: t.Stones, Low: t.Low}
}

// Address is where the arm is, for [serialport.New].
func (a Arm) Address() string {
	if a.Port != "" {
		return a.Port
	}
	return a.USB
}

// Touched reads touched points, as in Corners.
func Touched(list []string, size board.Size) ([]grbl.Touch, error) {
	var touched []grbl.Touch
	for _, text := range list {
		name, at, err := grbl.ParseTouch(text)
		if err != nil {
			return nil, err
		}
		p, err := size.Parse(name, board.Algebraic)
		if err != nil {
			return nil, err
		}
		i := size.Index(p)
		touched = append(touched, grbl.Touch{Col: i % size.Cols, Row: i / size.Cols, At: at})
	}
	return touched, nil
}

// Options returns what the arm is to be over a board of a size. corners are the
// points that a calibration has saved; Corners go first. Without either there is
// no Fit.
func (a Arm) Options(size board.Size, corners []string) (grbl.Options, error) {
	o := grbl.Options{
		Cols: size.Cols, Rows: size.Rows, Safe: a.SafeZ, Above: a.ReleaseHeight, Travel: a.Feed, Lift: a.FeedZ, ParkX: a.ParkX, ParkY: a.ParkY, Press: a.Press,
		Gripper: grbl.Gripper{
			Kind: a.Gripper, Grip: a.Grip, Release: a.Release, GripPower: a.GripPower, ReleasePower: a.ReleasePower,
			GripTime: a.GripTime.Duration, ReleaseTime: a.ReleaseTime.Duration,
		},
		Black: a.Black.tray(), White: a.White.tray(), Homing: a.HomingTimeout.Duration, Watched: a.Supply == SupplyWatched,
	}
	if len(a.Bin) == 2 {
		o.Bin = (*[2]float64)(a.Bin)
	}
	if len(a.Corners) > 0 {
		corners = a.Corners
	}
	if len(corners) == 0 {
		return o, nil
	}
	touched, err := Touched(corners, size)
	if err != nil {
		return o, err
	}
	o.Fit, err = grbl.NewFit(touched)
	return o, err
}

// check checks the settings one by one, and those of an arm that is to be used
// together.
func (a Arm) check(k *checker, size board.Size) {
	k.oneOf("arm.kind", a.Kind, ArmNone, ArmGRBL)
	k.serial("arm", a.Kind, a.Kind == ArmGRBL, a.Port, a.USB, a.Baud)
	for _, c := range []struct {
		key    string
		v      float64
		lo, hi float64
	}{
		{"arm.safe_z", a.SafeZ, -1000, 1000}, {"arm.release_height", a.ReleaseHeight, 0, 20}, {"arm.feed", a.Feed, 10, 50000}, {"arm.feed_z", a.FeedZ, 10, 50000},
		{"arm.park_x", a.ParkX, -5000, 5000}, {"arm.park_y", a.ParkY, -5000, 5000}, {"arm.press", a.Press, 0, 3},
	} {
		k.measure(c.key, c.v, c.lo, c.hi)
	}
	if n := len(a.Bin); n != 0 && n != 2 {
		k.refuse("arm.bin", fmt.Sprint(a.Bin), "write its X and Y: [-20, -300]")
	}
	for _, v := range a.Bin {
		k.measure("arm.bin", v, -5000, 5000)
	}
	k.lasting("arm.homing_timeout", a.HomingTimeout, 5*time.Second, 10*time.Minute)
	k.oneOf("arm.supply", a.Supply, SupplyUnwatched, SupplyWatched)
	k.oneOf("arm.gripper", a.Gripper, grbl.GripperKinds...)
	k.between("arm.grip_power", a.GripPower, 0, 10000)
	k.between("arm.release_power", a.ReleasePower, 0, 10000)
	k.lasting("arm.grip_time", a.GripTime, 0, grbl.MaxDwell)
	k.lasting("arm.release_time", a.ReleaseTime, 0, grbl.MaxDwell)
	for name, t := range map[string]Tray{"black": a.Black, "white": a.White} {
		key := "arm." + name + "."
		k.between(key+"stones", t.Stones, 0, grbl.MaxStones)
		k.between(key+"cols", t.Cols, 1, grbl.MaxStones)
		k.between(key+"rows", t.Rows, 1, grbl.MaxStones)
		k.between(key+"low", t.Low, 0, grbl.MaxStones)
		for part, v := range map[string]float64{"x": t.X, "y": t.Y, "z": t.Z, "step_x": t.StepX, "step_y": t.StepY} {
			k.measure(key+part, v, -5000, 5000)
		}
	}
	if len(k.problems) > 0 || a.Kind == ArmNone || !size.Valid() {
		return
	}
	// What is left is wrong in its parts together.
	o, err := a.Options(size, nil)
	if err != nil {
		k.whole("arm.corners", err)
		return
	}
	if err := o.Check(); err != nil {
		k.whole("arm.kind", err)
	}
}

// measure checks a length or a feed.
func (c *checker) measure(key string, v, lo, hi float64) {
	if !(v >= lo && v <= hi) { // NaN fails too
		c.refuse(key, v, "it can be %s to %s", strconv.FormatFloat(lo, 'f', -1, 64), strconv.FormatFloat(hi, 'f', -1, 64))
	}
}

// whole notes what is wrong with a section as a whole, at one of its keys.
func (c *checker) whole(key string, err error) {
	c.note(key, "%s: %v", key, err)
}

// defaultArm is an arm as it is without a file: none.
func defaultArm() Arm {
	tray := Tray{Cols: 1, Rows: 1, Low: 5}
	return Arm{
		Kind: ArmNone, Baud: 115200, SafeZ: -5, ReleaseHeight: 0.5, Feed: 4000, FeedZ: 1000, ParkX: -5, ParkY: -5, HomingTimeout: Duration{2 * time.Minute},
		Supply:  SupplyUnwatched,
		Gripper: grbl.Magnet, GripPower: 1000, GripTime: Duration{300 * time.Millisecond}, ReleaseTime: Duration{300 * time.Millisecond},
		Black: tray, White: tray,
	}
}
