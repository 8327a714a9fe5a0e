package matrix

import (
	"errors"
	"math/bits"
	"slices"
	"time"

	"periph.io/x/conn/v3/i2c"

	"stonehand/hw"
)

// MaxLines is how many rows, and how many columns, a grid has at most.
const MaxLines = 64

// Grid is a board with a switch and a diode at each crossing of its row wires and
// column wires, which go to the usable pins of MCP23017: the rows first, then the
// columns, GPA0-6 and GPB0-6 of one chip after the other. One row after the other
// is driven low; the columns, which pull-ups hold high, follow it where a switch
// is closed. The diodes point from column to row.
//
// Without its diode a closed switch joins its row and its column both ways, and
// through the other switches that are closed there currents find other ways: of
// three stones on the corners of a rectangle the fourth corner shows a stone too,
// a ghost. A row that another one pulls low gives that away. Where two rows are
// joined, the columns that show stones on both are not believed if there are
// several: which of them are ghosts cannot be told.
type Grid struct {
	bus        *I2C
	rows, cols int

	chips []gridChip
	low   [][]uint64  // scratch: by row driven, [rows that are low, columns that are low]
	last  [][][2]byte // by row driven and chip: what its pins read last
}

// gridChip is where the rows and columns on one chip are.
type gridChip struct {
	row, col   [ExpanderInputs]int // of each usable pin; -1: none
	rows, cols bool                // it has any
}

var _ Source = (*Grid)(nil)

// NewGrid returns the grid of rows and columns on a bus.
func NewGrid(bus *I2C, rows, cols int) (*Grid, error) {
	switch {
	case bus == nil:
		return nil, errors.New("matrix: a grid needs a bus")
	case rows < 1 || rows > MaxLines || cols < 1 || cols > MaxLines:
		return nil, hw.Errorf("a grid of %d rows and %d columns cannot be; use 1 to %d of each", rows, cols, MaxLines)
	}
	if err := bus.check(); err != nil {
		return nil, err
	}
	if have, need := len(bus.Expanders)*ExpanderInputs, rows+cols; have < need {
		return nil, hw.Errorf("%d rows and %d columns need %d expanders, and %d are named", rows, cols, (need+ExpanderInputs-1)/ExpanderInputs, len(bus.Expanders))
	}
	g := &Grid{bus: bus, rows: rows, cols: cols, chips: make([]gridChip, len(bus.Expanders)), low: make([][]uint64, rows)}
	for i := range g.chips {
		c := &g.chips[i]
		for k := range ExpanderInputs {
			c.row[k], c.col[k] = -1, -1
			switch line := i*ExpanderInputs + k; {
			case line < rows:
				c.row[k], c.rows = line, true
			case line < rows+cols:
				c.col[k], c.cols = line-rows, true
			}
		}
	}
	g.last = make([][][2]byte, rows)
	for r := range g.low {
		g.low[r], g.last[r] = make([]uint64, 2), make([][2]byte, len(g.chips))
	}
	return g, nil
}

// String names the bus.
func (g *Grid) String() string { return g.bus.String() }

func (g *Grid) close()          { g.bus.close() }
func (g *Grid) inputs() int     { return g.rows * g.cols }
func (g *Grid) groups() []group { return nil }
func (g *Grid) proven() bool    { return true } // by marks, and by what released rows and columns read

func (g *Grid) open() error {
	if err := g.bus.open(); err != nil {
		return err
	}
	for i, e := range g.bus.chips {
		// A latch of a row holds low, which is what the row is driven to.
		for k, r := range g.chips[i].row {
			if r >= 0 {
				half, bit := k/(ExpanderInputs/2), k%(ExpanderInputs/2)
				e.mark[half] &^= 1 << bit
			}
		}
	}
	return nil
}

// drive makes row r the only one of its chip that is driven; -1: none is.
func (g *Grid) drive(bus i2c.Bus, i, r int) error {
	e, dir := g.bus.chips[i], [2]byte{usable, usable}
	if k := slices.Index(g.chips[i].row[:], r); r >= 0 && k >= 0 {
		dir[k/(ExpanderInputs/2)] &^= 1 << (k % (ExpanderInputs / 2))
	}
	if e.dir == dir && e.ready {
		return nil
	}
	if err := bus.Tx(e.at.Addr, []byte{regIODIR, dir[0], dir[1]}, nil); err != nil {
		return err
	}
	e.dir = dir
	return nil
}

// scan reads the grid row by row, and once with no row driven.
func (g *Grid) scan(in []input, n *notes) error {
	b := g.bus
	b.begin()
	for _, e := range b.chips {
		// setUp releases the rows; it is asked for where a reading was cut short.
		if e.dir != [2]byte{usable, usable} {
			e.dir, e.ready = [2]byte{usable, usable}, false
		}
	}
	// With no row driven every line is high.
	idle := make([]uint64, 2)
	good, err := b.each(n, func(i int, e *expander) error {
		if err := e.verify(b.bus); err != nil {
			return err
		}
		g.gather(i, [2]byte{e.regs[regGPIO], e.regs[regGPIO+1]}, idle)
		return nil
	})
	if err != nil {
		return err
	}
	for i, c := range g.chips {
		if !good[i] && c.rows && c.cols {
			return b.complaint(b.chips[i], nil)
		}
	}
	for r := range g.rows {
		if err := g.step(r, good); err != nil {
			return err
		}
	}
	g.judge(in, idle, good, n)
	return nil
}

// step drives row r and reads every line.
func (g *Grid) step(r int, good []bool) error {
	b := g.bus
	clear(g.low[r])
	driver := r / ExpanderInputs
	if !good[driver] {
		return nil
	}
	// Rows of other chips are released first: two are never driven at once.
	for i, e := range b.chips {
		if i == driver || !g.chips[i].rows || !good[i] || e.dir == [2]byte{usable, usable} {
			continue
		}
		if err := g.on(e, func() error { return g.drive(b.bus, i, -1) }); err != nil {
			return err
		}
	}
	if err := g.on(b.chips[driver], func() error { return g.drive(b.bus, driver, r) }); err != nil {
		return err
	}
	for i, e := range b.chips {
		if !good[i] {
			continue
		}
		now, err := g.look(e)
		if err == nil && now != g.last[r][i] { // what is new must read the same twice
			var again [2]byte
			if again, err = g.look(e); err == nil && again != now {
				err = errShaky
			}
		}
		if err != nil {
			return err
		}
		g.last[r][i] = now
		g.gather(i, now, g.low[r])
	}
	if r == g.rows-1 {
		return g.on(b.chips[driver], func() error { return g.drive(b.bus, driver, -1) })
	}
	return nil
}

// errShaky spoils a reading in which a line changed.
var errShaky = hw.Errorf("lines of the grid read differently each time; check the ground wire and the pull-ups of SDA and SCL")

// look reads the pins of a chip.
func (g *Grid) look(e *expander) ([2]byte, error) {
	err := g.on(e, func() error { return e.peek(g.bus.bus) })
	return [2]byte{e.got[0], e.got[1]}, err
}

// on does something with a chip on its channel, several times if that fails. A
// chip that fails in the middle of a reading spoils it: the next reading begins
// with setting it up.
func (g *Grid) on(e *expander, do func() error) error {
	var err error
	for range attempts {
		from := time.Now()
		if err = g.bus.channelOf(e); err == nil {
			err = do()
		}
		if err == nil {
			return nil
		}
		if errors.Is(err, errForgotten) || time.Since(from) > slow {
			break
		}
		g.bus.channel = -1
	}
	e.ready = false
	if errors.Is(err, errMux) {
		return err
	}
	return g.bus.complaint(e, err)
}

// gather adds the lines of a chip that are low.
func (g *Grid) gather(i int, pins [2]byte, low []uint64) {
	c := &g.chips[i]
	for k := range ExpanderInputs {
		if pin(pins, k) {
			continue
		}
		if r := c.row[k]; r >= 0 {
			low[0] |= 1 << r
		}
		if col := c.col[k]; col >= 0 {
			low[1] |= 1 << col
		}
	}
}

// judge makes inputs of what was read, and takes away what cannot be believed.
func (g *Grid) judge(in []input, idle []uint64, good []bool, n *notes) {
	blindCols := idle[1]
	var dead hw.List
	for i, c := range g.chips {
		if good[i] {
			continue
		}
		for _, col := range c.col {
			if col >= 0 {
				blindCols |= 1 << col
			}
		}
	}
	for r := range g.rows {
		blind := blindCols
		if g.low[r][0]>>r&1 == 0 || idle[0]>>r&1 != 0 {
			blind = ^uint64(0) // its row was not driven, or always is
			if good[r/ExpanderInputs] {
				dead = append(dead, hw.Errorf("row %d", r+1))
			}
		}
		for col := range g.cols {
			v := off
			switch {
			case blind>>col&1 != 0:
				v = unread
			case g.low[r][1]>>col&1 != 0:
				v = on
			}
			in[r*g.cols+col] = v
		}
	}
	for col := range g.cols {
		if idle[1]>>col&1 != 0 {
			dead = append(dead, hw.Errorf("column %d", col+1))
		}
	}
	if len(dead) > 0 {
		n.part("lines "+dead.Error(), hw.Errorf("%w of the grid cannot be driven or is held low; look for a short circuit; its points are played without", dead))
	}
	g.ghosts(in, n)
}

// ghosts takes away what may be a ghost.
func (g *Grid) ghosts(in []input, n *notes) {
	joined := 0
	first := [2]int{}
	for r := range g.rows {
		for other := range r {
			if g.low[r][0]>>other&1 == 0 && g.low[other][0]>>r&1 == 0 {
				continue
			}
			both := g.low[r][1] & g.low[other][1]
			if bits.OnesCount64(both) < 2 {
				continue
			}
			if joined++; joined == 1 {
				first = [2]int{other + 1, r + 1}
			}
			for col := range g.cols {
				if both>>col&1 != 0 {
					in[r*g.cols+col], in[other*g.cols+col] = unread, unread
				}
			}
		}
	}
	if joined > 0 {
		n.part("ghosts", hw.Errorf("rows %d and %d of the grid are joined, and stones there cannot be told from ghosts; a diode is missing or broken at one of their stones", first[0], first[1]))
	}
}
