package arm_test

import (
	"testing"
	"time"

	"stonehand/cmd/internal/table/arm"
	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/calib"
)

// watched is a guard of a board of three by two, which has been read.
type watched struct {
	*testing.T
	g      arm.Guard
	now    time.Time
	points []hw.State
}

func newWatched(t *testing.T, masked ...board.Point) *watched {
	x := &watched{T: t, g: arm.NewGuard(2, 3, masked), now: time.Unix(0, 0), points: make([]hw.State, 6)}
	x.reach()
	return x
}

func (x *watched) reach() {
	x.g.Reach(&hw.Link{Up: true, Board: hw.Geometry{Cols: 3, Rows: 2}})
	if !x.g.Blind() {
		x.Error("it has not been read yet")
	}
	if x.show() || x.g.Blind() {
		x.Error("what lies there at first is no hand, and the board is read")
	}
}

// show has the sensors show the points for a while, and reports whether there is a hand.
func (x *watched) show() (hand bool) {
	for range 3 {
		x.now = x.now.Add(20 * time.Millisecond)
		hand = x.g.Frame(x.now, &hw.Frame{At: x.now, Points: x.points}) || hand
	}
	return hand
}

func (x *watched) put(sensor int, s hw.State) bool {
	x.points[sensor] = s
	return x.show()
}

// What changes is a hand, but not where the gripper is, or was a moment ago.
func TestGuard(t *testing.T) {
	x := newWatched(t)
	if !x.put(0, hw.Black) || x.show() || !x.put(0, hw.Empty) {
		t.Error("a stone comes and goes, once each")
	}
	x.g.News(x.now, &hw.ArmNews{Onto: 4})
	if x.put(4, hw.White) || !x.put(5, hw.White) {
		t.Error("the arm's own stone is none, and one beside it is")
	}
	x.g.News(x.now, &hw.ArmNews{Onto: -1})
	if x.put(4, hw.Empty) {
		t.Error("the arm's own stone slips off")
	}
	x.now = x.now.Add(time.Minute)
	if !x.put(4, hw.White) {
		t.Error("somebody puts one down where the arm was")
	}
	x.points[4] = hw.Empty
	if x.g.Frame(x.now, &hw.Frame{Points: x.points}); x.points[4] == hw.Empty {
		x.points[4] = hw.White
	}
	if x.show() {
		t.Error("one frame is no hand")
	}
	// A point that cannot be read for a while is compared with what it showed before.
	if x.put(0, hw.Unknown) || !x.put(0, hw.Black) {
		t.Error("a stone that came while its point could not be read")
	}
	x.g.Reach(&hw.Link{})
	if x.put(1, hw.Black) || !x.g.Blind() {
		t.Error("a board that is away shows nothing")
	}
	x.reach()
}

// Points that are not believed are no hands, and sensors may be turned.
func TestGuardOfACalibratedBoard(t *testing.T) {
	x := newWatched(t, board.At(0, 1))
	if x.put(3, hw.Black) {
		t.Error("a point that the settings mask")
	}
	x.g.Know(&calib.Calibration{Board: calib.Board{Cols: 3, Rows: 2}, Masked: []int{1}})
	if x.put(1, hw.Black) || !x.put(2, hw.Black) {
		t.Error("a point that was masked, and one that was not")
	}
	x.g.Know(&calib.Calibration{Board: calib.Board{Cols: 3, Rows: 2}, Sensors: calib.Orientation{Quarters: 2}})
	if !x.g.Blind() || x.show() || x.g.Blind() {
		t.Error("turned, the board is looked at once more from the beginning")
	}
	x.g.News(x.now, &hw.ArmNews{Onto: 5})
	if x.put(0, hw.White) || !x.put(5, hw.White) {
		t.Error("the arm works at the other end")
	}
	x.g.Know(&calib.Calibration{Board: calib.Board{Cols: 9, Rows: 9}, Sensors: calib.Orientation{Quarters: 1}, Masked: []int{80}})
	x.show()
	if !x.put(1, hw.Empty) {
		t.Error("of another board nothing is known here")
	}
	x.g.Reach(&hw.Link{Up: true, Board: hw.Geometry{Cols: 1, Rows: 1}})
	if x.points = []hw.State{hw.Empty}; x.show() || !x.put(0, hw.Black) {
		t.Error("a smaller board")
	}
}
