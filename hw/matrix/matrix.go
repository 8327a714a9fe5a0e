// Package matrix reads a board whose sensors are wired to the computer itself:
//
//   - 74HC165 shift registers in a chain, on SPI or on plain GPIO lines, one
//     input for each sensor ([Chain]);
//   - MCP23017 expanders on I2C, behind a PCA9548 multiplexer or without one,
//     one input for each sensor ([Expanders]);
//   - a grid of rows and columns on such expanders, a switch and a diode at each
//     crossing ([Grid]).
//
// It also reads buttons and a turn lever on GPIO lines ([Keys]).
//
// # What is believed
//
// A wire that is broken reads like a board without stones, or like one full of
// them, and noise reads like anything. So a reading counts only if it proves
// itself: by inputs that are tied to a level and must read so, by a register
// that a chip forgets when it is reset, or, where the wiring has no such proof,
// by reading the same twice. Readings in which more changes at once than hands
// can do must be repeated. What cannot be read is [hw.Unknown], never a stone;
// when nothing can be believed there are no frames, and after a moment the link
// is down, with a sentence that says why.
//
// Every failure ends with trying again: a chip that was lost is set up again, a
// device that is gone is opened again, with pauses of at most a second.
package matrix

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"stonehand/hw"
)

// DefaultRate is how often a board is read where Options say nothing, in
// readings a second, and MaxRate how often at most.
const (
	DefaultRate = 100
	MaxRate     = 1000
)

// input is what one input of a chip shows.
type input uint8

const (
	off    input = iota // no stone
	on                  // a stone
	unread              // the input could not be read
)

// group is a range of inputs that share a chip and its fate.
type group struct {
	name     error // "chip 3 of the chain"
	from, to int   // inputs, to excluded
}

// Source is a way of reading all inputs of a board: a [Chain], [Expanders] or a
// [Grid]. One goroutine at a time uses it.
type Source interface {
	fmt.Stringer
	// open takes the devices and sets the chips up; its error is a sentence.
	open() error
	// scan reads every input once into in, which is as the scan before has left it.
	// It notes what is wrong with a part; its error says why nothing of this
	// reading can be believed.
	scan(in []input, n *notes) error
	// close gives the devices back.
	close()
	// inputs is how many inputs there are: those of Black's plane, then as many of
	// White's if there are two.
	inputs() int
	// groups are the inputs that fail together.
	groups() []group
	// proven reports whether readings carry a proof of their own.
	proven() bool
}

// Options are what a board is to be.
type Options struct {
	Name  string      // how logs and faults call the board; empty: the source's name
	Board hw.Geometry // columns and rows; Colors says that there are two planes, Black's and White's
	// Points tells for each place of the wiring which point it serves, -1 for
	// none. Places beyond it serve none.
	Points []int
	Rate   float64 // readings a second, above 0 to MaxRate; 0: DefaultRate
	Log    *slog.Logger
}

// Board is a board whose sensors are wired to the computer. It is safe for
// concurrent use.
type Board struct {
	name   string
	source Source
	geo    hw.Geometry
	points []int
	period time.Duration
	log    *slog.Logger
	run    *hw.Run // of Sense
	counts hw.Counts[Stats]
}

var _ hw.Sensor = (*Board)(nil)

// New returns the board that src reads. Nothing is opened before Sense.
func New(src Source, o Options) (*Board, error) {
	o.Rate = cmp.Or(o.Rate, DefaultRate)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	if src == nil {
		return nil, errors.New("matrix: a board needs a source; make a Chain, Expanders or a Grid")
	}
	o.Name = cmp.Or(o.Name, src.String())
	planes := 1
	if o.Board.Colors {
		planes = 2
	}
	size := o.Board.Cols * o.Board.Rows
	switch {
	case o.Board.Cols < 1 || o.Board.Rows < 1:
		return nil, fmt.Errorf("matrix: no board has %d columns and %d rows; give both", o.Board.Cols, o.Board.Rows)
	case !(o.Rate > 0 && o.Rate <= MaxRate):
		return nil, fmt.Errorf("matrix: %v readings a second are out of range; use more than 0 to %d", o.Rate, MaxRate)
	}
	if err := Fits(src, o.Points, planes); err != nil {
		return nil, err
	}
	served := make([]bool, size)
	for place, p := range o.Points {
		switch {
		case p < -1 || p >= size:
			return nil, fmt.Errorf("matrix: place %d is to serve point %d, and the board has points 0 to %d", place, p, size-1)
		case p >= 0 && served[p]:
			return nil, fmt.Errorf("matrix: point %d is served by two places, the second is %d", p, place)
		case p >= 0:
			served[p] = true
		}
	}
	return &Board{
		name: o.Name, source: src, geo: o.Board, points: o.Points,
		period: time.Duration(float64(time.Second) / o.Rate),
		log:    o.Log.With("device", o.Name),
		run:    hw.NewRun(),
	}, nil
}

// Fits says what is wrong with a wiring of the given planes for a source; its
// points are not looked at.
func Fits(src Source, points []int, planes int) error {
	n := src.inputs()
	switch {
	case n%planes != 0:
		return hw.Errorf("%d inputs cannot be shared by %d planes; use an even number of expanders", n, planes)
	case len(points) > n/planes:
		return hw.Errorf("the wiring has %d places, and the chips have inputs for %d; add chips, or take places away", len(points), n/planes)
	}
	return nil
}

// String returns the board's name.
func (b *Board) String() string { return b.name }

// Halt ends Sense and waits for its end.
func (b *Board) Halt() error { return b.run.Halt() }

// Stats counts what happened since New. Counters only grow.
type Stats struct {
	Up          bool          // the board is read now
	Scans       uint64        // readings that were tried
	Unsound     uint64        // readings that were not believed
	Opens       uint64        // times the devices were opened
	Took        time.Duration // what the last reading took
	Losses      uint64        // times the board was lost after it had been read
	LastFailure string        // why the board was lost or not reached last, as a sentence
}

// Stats returns the present counts.
func (b *Board) Stats() Stats { return b.counts.Now() }

// Proven reports whether what src reads carries a proof of its own. Where it does
// not, a wire that is broken may look like a board without stones for a while.
func Proven(src Source) bool { return src.proven() }
