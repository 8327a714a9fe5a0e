package grbl

import (
	"cmp"
	"log/slog"
	"time"

	"stonehand/hw"
)

// Options are what an arm is to be.
type Options struct {
	Name       string // how logs and sentences call the arm; empty: "arm"
	Cols, Rows int    // of the board
	// Fit says where the points are. An arm without one can be homed, jogged and
	// examined, and is refused to place anything.
	Fit *Fit
	// Safe is the Z at which the gripper travels, machine coordinates, mm.
	Safe float64
	// Above is how far above the touched height it lets go, 0 to 20 mm.
	Above float64
	// Travel and Lift are the feed rates along the board and up and down, mm/min,
	// 10 to 50000. The controller keeps its own maxima ($110 to $112).
	Travel, Lift float64
	// Press is how far below the touched height it goes to take a stone off the board,
	// 0 to 3 mm: a suction cup wants to be pressed on.
	Press float64
	// ParkX, ParkY are where it rests, at the safe height. A stone that was taken
	// from a magazine and is no longer needed is let go there: put a dish below.
	ParkX, ParkY float64
	// Bin is where lifted stones are let go, at the safe height, that no tray takes;
	// nil: there is none. A tray takes lifted stones if it is a grid.
	Bin          *[2]float64
	Gripper      Gripper
	Black, White Tray
	// Homing is the longest that a homing cycle may take, 5 s to 10 min; 0: 2 min.
	Homing time.Duration
	// Watched is that nothing can take the motors' supply away without the
	// controller noticing: it shares the supply, or its abort input is held by a
	// second contact of the emergency stop. Otherwise the arm homes after every
	// pause that could have hidden it.
	Watched bool
	// Memory is what an arm before this one has left; nil: full trays, at rest. Save,
	// if it is set, is told of every change, by one goroutine at a time, and has kept it
	// when it returns, or says why not. The arm acts on its own changes after that, and on
	// what it is told, a stop for one, at once.
	Memory *Memory
	Save   func(Memory) error
	Log    *slog.Logger // nil: none
}

// Check says what is wrong with options, as a sentence.
func (o Options) Check() error {
	if err := o.check(); err != nil {
		return err
	}
	_, err := o.Gripper.compile()
	return err
}

// check says what is wrong with options and fills in defaults.
func (o *Options) check() error {
	o.Name = cmp.Or(o.Name, "arm")
	o.Homing = cmp.Or(o.Homing, 2*time.Minute)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	switch {
	case o.Cols < 1 || o.Rows < 1 || o.Cols > 64 || o.Rows > 64:
		return hw.Errorf("no board has %d columns and %d rows", o.Cols, o.Rows)
	case !(abs(o.Safe) <= 1000):
		return hw.Errorf("a safe height of %v mm is out of range; use machine coordinates, mostly a little below 0", o.Safe)
	case !(o.Above >= 0 && o.Above <= 20):
		return hw.Errorf("stones cannot be let go %v mm above the board; use 0 to 20", o.Above)
	case !(o.Press >= 0 && o.Press <= 3):
		return hw.Errorf("stones cannot be taken %v mm below the touched height; use 0 to 3", o.Press)
	case o.Bin != nil && !(abs(o.Bin[0]) <= 5000 && abs(o.Bin[1]) <= 5000):
		return hw.Errorf("the bin at X %v Y %v mm is out of range; use machine coordinates", o.Bin[0], o.Bin[1])
	case o.Bin != nil && o.Fit != nil && o.overBoard(*o.Bin):
		return hw.Errorf("the bin at X %v Y %v mm is over the board; put it beside the board", o.Bin[0], o.Bin[1])
	case !(o.Travel >= 10 && o.Travel <= 50000) || !(o.Lift >= 10 && o.Lift <= 50000):
		return hw.Errorf("feeds of %v and %v mm/min are out of range; use 10 to 50000", o.Travel, o.Lift)
	case o.Homing < 5*time.Second || o.Homing > 10*time.Minute:
		return hw.Errorf("a homing time of %v is out of range; use 5s to 10m", o.Homing)
	}
	for color, t := range map[hw.State]*Tray{hw.Black: &o.Black, hw.White: &o.White} {
		if err := t.check(color); err != nil {
			return err
		}
	}
	return nil
}

// place is somewhere the arm goes, with a name for sentences.
type place struct {
	what error
	at   [3]float64
}

// places lists every extreme place that the arm may be sent to.
func (o *Options) places() []place {
	all := []place{{hw.Errorf("the park position"), [3]float64{o.ParkX, o.ParkY, o.Safe}}}
	if o.Fit != nil {
		for _, c := range []struct {
			what     error
			col, row int
		}{
			{hw.Errorf("the board's lower left corner"), 0, 0}, {hw.Errorf("the board's lower right corner"), o.Cols - 1, 0},
			{hw.Errorf("the board's upper left corner"), 0, o.Rows - 1}, {hw.Errorf("the board's upper right corner"), o.Cols - 1, o.Rows - 1},
		} {
			all = append(all, place{c.what, o.over(o.Fit.At(c.col, c.row))})
		}
	}
	for color, t := range map[hw.State]*Tray{hw.Black: &o.Black, hw.White: &o.White} {
		if t.Stones == 0 {
			continue
		}
		all = append(all, place{hw.Errorf("the first stone of the %s tray", color), t.slot(t.Stones)})
		if !t.magazine() {
			last := [3]float64{t.At[0] + float64(t.Cols-1)*t.StepX, t.At[1] + float64(t.Rows-1)*t.StepY, t.At[2]}
			all = append(all, place{hw.Errorf("the last slot of the %s tray", color), last})
		}
	}
	return all
}

// overBoard reports whether a place is over the board, or less than a point's
// distance beside its outer points.
func (o *Options) overBoard(at [2]float64) bool {
	c, r := o.Fit.Col, o.Fit.Row
	det := c[0]*r[1] - c[1]*r[0]
	x, y := at[0]-o.Fit.Origin[0], at[1]-o.Fit.Origin[1]
	col, row := (x*r[1]-y*r[0])/det, (y*c[0]-x*c[1])/det
	return col > -1 && col < float64(o.Cols) && row > -1 && row < float64(o.Rows)
}

// low returns the place where a stone is taken off a point of the board.
func (o *Options) low(col, row int) [3]float64 {
	p := o.Fit.At(col, row)
	p[2] = min(p[2]-o.Press, o.Safe)
	return p
}

// over returns the place where a stone is let go that was touched at p.
func (o *Options) over(p [3]float64) [3]float64 {
	p[2] = min(p[2]+o.Above, o.Safe)
	return p
}

// tray returns the tray of a colour.
func (o *Options) tray(color hw.State) *Tray {
	if color == hw.Black {
		return &o.Black
	}
	return &o.White
}
