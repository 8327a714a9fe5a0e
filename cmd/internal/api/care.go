package api

// Device is a part of the table, and how it is.
type Device struct {
	Name  string `json:"name"`  // "sensors", "lights", "arm", "voice", "storage", "computer"
	State string `json:"state"` // one of the Device constants
}

// How a part is.
const (
	DeviceWell = "well"
	DeviceWeak = "weak" // it works, and somebody should look at it
	DeviceBad  = "bad"
	DeviceNone = "none" // there is none
)

// Sensors is what the board's own sensors show now, before it has settled, by point, row
// by row from A1, whatever part of the board the game takes.
type Sensors struct {
	Cols  int    `json:"cols"`
	Rows  int    `json:"rows"`
	Shown string `json:"shown"` // a letter a point: "." nothing, "b", "w", "s" a stone, "?" not read
	// Fields are how strong the field is at each point, Black's pole positive, to 127;
	// empty where the board measures none, or has not yet.
	Fields List[int] `json:"fields"`
}

// Timetable is when an exhibit is open, and how loud and bright it is, as the section
// [exhibit] of the configuration writes it.
type Timetable struct {
	Hours      List[string] `json:"hours"`
	Exceptions List[string] `json:"exceptions"`
	Goodbye    int          `json:"goodbye"` // seconds before closing; 0: none
	Volume     List[string] `json:"volume"`
	Brightness List[string] `json:"brightness"`
}

// What [DoTest] tries.
const (
	TestLights = "lights"
	TestVoice  = "voice"
)

// ArmOrder is what those who look after a table do with its arm.
type ArmOrder struct {
	Do string     // one of the Arm constants
	By [3]float64 // ArmJog: mm along each axis, at most [hw.MaxStep]
}

// What is done with an arm by hand.
const (
	ArmAsk    = "ask"    // ask a person at the board whether it may be moved
	ArmJog    = "jog"    // move it by a step
	ArmHome   = "home"   // let it find its origin
	ArmEnd    = "end"    // give it back to the game
	ArmStop   = "stop"   // stop it, whatever it does
	ArmResult = "result" // say what became of the last motion
)

// DoMoveArm is what a person at the board is asked: whether the arm may be moved by hand.
const DoMoveArm = "move-arm"
