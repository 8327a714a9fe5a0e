package config

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/calib"
	"stonehand/hw/gpiochip"
	"stonehand/hw/matrix"
	"stonehand/hw/wiring"
)

// Presets of [Matrix], for [Matrix.Preset].
const (
	HallSPI = "hall-spi" // two planes of 74HC165 on SPI: a sensor for each colour
	ReedSPI = "reed-spi" // one plane of 74HC165 on SPI: occupancy alone
	ReedI2C = "reed-i2c" // MCP23017 behind a PCA9548, an input for each point
	Grid    = "grid"     // MCP23017 with rows and columns
)

// Buses, for [Matrix.Bus].
const (
	BusSPI  = "spi"
	BusGPIO = "gpio"
	BusI2C  = "i2c"
	BusGrid = "grid"
)

// None is what takes away a setting that a preset makes.
const None = "none"

// Matrix is a board that is wired to the computer itself. An empty setting is as
// the preset has it.
type Matrix struct {
	Preset string `toml:"preset"` // HallSPI, ReedSPI, ReedI2C or Grid
	Bus    string `toml:"bus"`    // BusSPI, BusGPIO, BusI2C or BusGrid
	Planes int    `toml:"planes"` // 1: occupancy; 2: a sensor for each colour
	Active string `toml:"active"` // the level of an input with a stone: "low" or "high"
	Rate   int    `toml:"rate"`   // readings a second, 1 to 1000

	// 74HC165
	Chips  int    `toml:"chips"`  // in the chain, 1 to 256
	Order  string `toml:"order"`  // two planes: "paired", Black's and White's input of a point side by side, or "planes"
	Inputs string `toml:"inputs"` // of each chip, "H-A", as they are clocked out, or "A-H"
	Check  string `toml:"check"`  // levels of the inputs beyond the last sensor: H, L, - for each; or None
	Tail   string `toml:"tail"`   // level of the last chip's serial input: "H", "L" or None

	SPI     string `toml:"spi"`      // /dev/spidev0.0
	ClockHz int    `toml:"clock_hz"` // 10000 to 20000000
	SPIMode int    `toml:"spi_mode"` // 0 to 3
	Latch   string `toml:"latch"`    // GPIO line to SH/LD; "cs": SPI's chip select, inverted

	ClockLine string   `toml:"clock_line"` // BusGPIO: line to CLK
	DataLines []string `toml:"data_lines"` // BusGPIO: a line from each piece of the chain

	// MCP23017
	I2C       string   `toml:"i2c"`       // /dev/i2c-1
	Mux       string   `toml:"mux"`       // address of the PCA9548, "70" to "77", or None
	Expanders []string `toml:"expanders"` // channel and address, "0:20", or several, "0:20-27"

	Wiring wiring.Layout `toml:"wiring"` // which place of chain, expanders or grid serves which point
}

// presets are whole, but for what no bus of theirs needs.
var presets = map[string]Matrix{
	HallSPI: {Bus: BusSPI, Planes: 2, Active: "low", Order: "paired", Inputs: "H-A", Check: "HLHLHL", Tail: "L", SPI: "/dev/spidev0.0", ClockHz: 4_000_000, Latch: "GPIO25"},
	ReedSPI: {Bus: BusSPI, Planes: 1, Active: "low", Inputs: "H-A", Check: "HLHLHLH", Tail: "L", SPI: "/dev/spidev0.0", ClockHz: 4_000_000, Latch: "GPIO25"},
	ReedI2C: {Bus: BusI2C, Planes: 1, Active: "low", I2C: "/dev/i2c-1", Mux: "70", Expanders: []string{"0:20-27", "1:20-27", "2:20-27", "3:20-21"}},
	Grid:    {Bus: BusGrid, Planes: 1, Active: "low", I2C: "/dev/i2c-1", Mux: None, Expanders: []string{"0:20-22"}},
}

// Readings a second where nothing else is said.
var rates = map[string]int{BusSPI: 100, BusGPIO: 50, BusI2C: 50, BusGrid: 40}

// Whole returns m with every setting that is empty as the preset, or a bus that
// is not the preset's, has it. Whole of None is empty.
func (m Matrix) Whole() Matrix {
	p := presets[m.Preset]
	str := func(s *string, preset, other string) {
		if *s = cmp.Or(*s, preset, other); *s == None {
			*s = ""
		}
	}
	num := func(n *int, preset, other int) { *n = cmp.Or(*n, preset, other) }
	str(&m.Bus, p.Bus, "")
	num(&m.Planes, p.Planes, 1)
	str(&m.Active, p.Active, "low")
	num(&m.Rate, p.Rate, rates[m.Bus])
	num(&m.Chips, p.Chips, 0)
	str(&m.Order, p.Order, "paired")
	str(&m.Inputs, p.Inputs, "H-A")
	str(&m.Check, p.Check, "")
	if len(m.DataLines) > 1 && m.Tail == "" {
		m.Tail = None // a chain in pieces has several ends
	}
	str(&m.Tail, p.Tail, "")
	str(&m.SPI, p.SPI, "/dev/spidev0.0")
	num(&m.ClockHz, p.ClockHz, 4_000_000)
	str(&m.Latch, p.Latch, "GPIO25")
	str(&m.ClockLine, p.ClockLine, "GPIO11")
	if len(m.DataLines) == 0 {
		m.DataLines = []string{"GPIO9"}
	}
	str(&m.I2C, p.I2C, "/dev/i2c-1")
	str(&m.Mux, p.Mux, "")
	if len(m.Expanders) == 0 {
		m.Expanders = p.Expanders
	}
	return m
}

// expander is one entry of [Matrix.Expanders].
var expander = regexp.MustCompile(`^([0-7]):([0-9A-Fa-f]{2})(?:-([0-9A-Fa-f]{2}))?$`)

// addresses returns where the expanders are.
func (m Matrix) addresses() ([]matrix.Address, error) {
	var list []matrix.Address
	for _, e := range m.Expanders {
		parts := expander.FindStringSubmatch(e)
		if parts == nil {
			return nil, chinese.Of(`%q is not an expander; write its channel and address, like "0:20", or several, like "0:20-27"`, text.Clip(e))
		}
		channel, _ := strconv.Atoi(parts[1])
		from, _ := strconv.ParseUint(parts[2], 16, 8)
		to := from
		if parts[3] != "" {
			to, _ = strconv.ParseUint(parts[3], 16, 8)
		}
		if from < 0x20 || to > 0x27 || to < from {
			return nil, chinese.Of("%q is not an expander; their addresses are 20 to 27", text.Clip(e))
		}
		for a := from; a <= to; a++ {
			list = append(list, matrix.Address{Channel: channel, Addr: uint16(a)})
		}
	}
	return list, nil
}

// Source returns what reads the board, and which place of it serves which point.
// Nothing is opened yet. A Matrix that [Config.Check] has not refused gives no
// error.
func (m Matrix) Source(cols, rows int) (matrix.Source, []int, error) {
	m = m.Whole()
	points, err := m.Wiring.Points(cols, rows)
	if err != nil {
		return nil, nil, err
	}
	var src matrix.Source
	switch m.Bus {
	case BusSPI, BusGPIO:
		src, err = m.chain(len(points))
	case BusI2C, BusGrid:
		var at []matrix.Address
		if at, err = m.addresses(); err != nil {
			return nil, nil, err
		}
		mux, _ := strconv.ParseUint(m.Mux, 16, 8)
		bus := &matrix.I2C{Path: m.I2C, Mux: uint16(mux), Expanders: at}
		if m.Bus == BusI2C {
			src, err = matrix.NewExpanders(bus, m.Active == "high")
		} else {
			src, err = matrix.NewGrid(bus, rows, cols)
		}
	default:
		err = fmt.Errorf("no board is wired by %q", m.Bus)
	}
	if err != nil {
		return nil, nil, err
	}
	return src, points, nil
}

func (m Matrix) chain(places int) (matrix.Source, error) {
	var s matrix.Shifter
	if m.Bus == BusSPI {
		p := &matrix.SPI{Path: m.SPI, Clock: physic.Frequency(m.ClockHz) * physic.Hertz, Mode: spi.Mode(m.SPIMode), Latch: m.Latch}
		if p.Latch == "cs" {
			p.Latch = ""
		}
		s = p
	} else {
		s = &matrix.Bits{Clock: m.ClockLine, Latch: m.Latch, Data: m.DataLines}
	}
	return matrix.NewChain(s, matrix.ChainOptions{
		Places: places, Planes: m.Planes, Chips: m.Chips, Paired: m.Order == "paired",
		AFirst: m.Inputs == "A-H", ActiveHigh: m.Active == "high", Check: m.Check, Tail: m.Tail,
	})
}

// check checks the board that is wired to the computer; wired says that it is the
// board that is used.
func (m Matrix) check(k *checker, wired bool, cols, rows int) {
	given := len(k.problems)
	optional := func(key, v string, right ...string) {
		if v != "" {
			k.oneOf(key, v, right...)
		}
	}
	line := func(key, v string) {
		if !gpiochip.Valid(v) {
			k.refuse(key, v, `write a GPIO line's name, like "GPIO25", or chip and number, like "gpiochip0:25"`)
		}
	}
	k.oneOf("matrix.preset", m.Preset, HallSPI, ReedSPI, ReedI2C, Grid)
	optional("matrix.bus", m.Bus, BusSPI, BusGPIO, BusI2C, BusGrid)
	k.between("matrix.planes", m.Planes, 0, 2)
	optional("matrix.active", m.Active, "low", "high")
	k.between("matrix.rate", m.Rate, 0, matrix.MaxRate)
	k.between("matrix.chips", m.Chips, 0, matrix.MaxChips)
	optional("matrix.order", m.Order, "paired", "planes")
	optional("matrix.inputs", m.Inputs, "H-A", "A-H")
	if m.Check != None && strings.Trim(m.Check, "HL-") != "" {
		k.refuse("matrix.check", m.Check, `write H, L or - for each input beyond the last sensor, like "HLHLHL", or "none"`)
	}
	optional("matrix.tail", m.Tail, "H", "L", None)
	if m.SPI != "" && !matrix.ValidSPI(m.SPI) {
		k.refuse("matrix.spi", m.SPI, `write a port like "/dev/spidev0.0"`)
	}
	if m.ClockHz != 0 {
		k.between("matrix.clock_hz", m.ClockHz, 10_000, 20_000_000)
	}
	k.between("matrix.spi_mode", m.SPIMode, 0, 3)
	if m.Latch != "" && m.Latch != "cs" {
		line("matrix.latch", m.Latch)
	}
	if m.ClockLine != "" {
		line("matrix.clock_line", m.ClockLine)
	}
	for _, l := range m.DataLines {
		line("matrix.data_lines", l)
	}
	if len(m.DataLines) > matrix.MaxDataLines {
		k.refuse("matrix.data_lines", m.DataLines, "there can be 1 to %d", matrix.MaxDataLines)
	}
	if m.I2C != "" && !matrix.ValidI2C(m.I2C) {
		k.refuse("matrix.i2c", m.I2C, `write a bus like "/dev/i2c-1"`)
	}
	if m.Mux != "" {
		k.oneOf("matrix.mux", m.Mux, "70", "71", "72", "73", "74", "75", "76", "77", None)
	}
	if _, err := m.addresses(); err != nil {
		k.refuse("matrix.expanders", m.Expanders, "%s", err)
	}
	m.checkWhole(k, wired && len(k.problems) == given, cols, rows)
}

// checkWhole checks what several settings are together.
func (m Matrix) checkWhole(k *checker, wired bool, cols, rows int) {
	var wrong *wiring.Error
	if _, err := m.Wiring.Points(cols, rows); errors.As(err, &wrong) {
		key := "matrix.wiring." + wrong.Key
		k.note(key, "%s %s", key, wrong.What)
		return
	}
	if !wired {
		return
	}
	say := func(format string, args ...any) {
		k.whole("matrix", chinese.Of(format, args...))
	}
	w := m.Whole()
	switch {
	case w.Bus == BusGrid && w.Planes == 2:
		say("a grid has one plane; set planes = 1")
		return
	case w.Bus == BusGPIO && w.Latch == "cs":
		say(`without SPI there is no chip select; set latch to a GPIO line, like "GPIO25"`)
		return
	}
	src, points, err := m.Source(cols, rows)
	if err == nil {
		err = matrix.Fits(src, points, w.Planes)
	}
	if err != nil {
		say("%v", err)
	}
}

// Sensors returns how the simulated board's sensors lie.
func (s Sim) Sensors() calib.Orientation {
	return calib.Orientation{Quarters: s.Rotate / 90, Mirror: s.Mirror}
}

// Lamps returns how its lamps lie.
func (s Sim) Lamps() calib.Orientation {
	return calib.Orientation{Quarters: s.LampsRotate / 90, Mirror: s.LampsMirror}
}

// Broken returns the points, by number, whose sensors always show the same, and
// what. Points that are none, which a Config that was read from a file never
// holds, are left out here as in [Sim.Faint].
func (s Sim) Broken(size board.Size) map[int]hw.State {
	broken := map[int]hw.State{}
	for _, p := range numbers(size, s.Stuck) {
		broken[p] = hw.Black
	}
	for _, p := range numbers(size, s.Dead) {
		broken[p] = hw.Empty
	}
	return broken
}

// Faint returns the points, by number, whose sensors are weak.
func (s Sim) Faint(size board.Size) []int { return numbers(size, s.Weak) }

func numbers(size board.Size, names []string) []int {
	var list []int
	for _, name := range names {
		if p, err := size.Parse(name, board.Algebraic); err == nil {
			list = append(list, size.Index(p))
		}
	}
	return list
}

// checkBuild checks how the simulated board was put together.
func (s Sim) checkBuild(k *checker, size board.Size) {
	for key, degrees := range map[string]int{"sim.rotate": s.Rotate, "sim.lamps_rotate": s.LampsRotate} {
		if degrees%90 != 0 || degrees < 0 || degrees > 270 {
			k.refuse(key, degrees, "it can be 0, 90, 180 or 270")
		}
	}
	if !size.Valid() {
		return
	}
	for key, names := range map[string][]string{"sim.stuck": s.Stuck, "sim.dead": s.Dead, "sim.weak": s.Weak} {
		for _, name := range names {
			if _, err := size.Parse(name, board.Algebraic); err != nil {
				k.refuse(key, names, "%s", err)
				break
			}
		}
	}
}
