package kerneltest_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"stonehand/hw"
	"stonehand/hw/debounce"
	"stonehand/hw/kerneltest"
	"stonehand/hw/matrix"
)

const points = 361 // 19 x 19

// Bounds of the product: within said a fault is named, within back the board is
// read again after it is over.
const (
	said = 3 * time.Second
	back = 2 * time.Second
)

// wired is one design of a board: what the program is told of it, and what hands
// and accidents do to it.
type wired struct {
	source matrix.Source
	rate   float64
	colors bool
	put    func(point int, s hw.State)
	unplug func(b *kerneltest.Board)
	plug   func(b *kerneltest.Board)
}

// reference is the reference board's chain: 91 chips, with inputs that are tied
// to a level.
var reference = matrix.ChainOptions{Places: points, Planes: 2, Paired: true, Check: "HLHLHL", Tail: "L"}

// spiBoard is the reference board on /dev/spidev0.0, or with a latch line of its
// own on /dev/spidev1.0.
func spiBoard(t *testing.T, b *kerneltest.Board, latch string) wired {
	t.Helper()
	n, path := 0, "/dev/spidev0.0"
	if latch != "" {
		n, path = 2, "/dev/spidev1.0"
	}
	chain := b.Chain(n)
	chain.Length(728)
	chain.PL(latch != "")
	chain.Tail(false)
	for i, level := range reference.Check {
		chain.Input(2*points+i, level == 'H')
	}
	source, err := matrix.NewChain(&matrix.SPI{Path: path, Clock: 4 * physic.MegaHertz, Mode: spi.Mode0, Latch: latch}, reference)
	if err != nil {
		t.Fatal(err)
	}
	return wired{
		source: source, rate: 100, colors: true,
		put: func(p int, s hw.State) {
			chain.Input(2*p, s != hw.Black)
			chain.Input(2*p+1, s != hw.White)
		},
		unplug: func(b *kerneltest.Board) { b.SPI(n).Vanish() },
		plug:   func(b *kerneltest.Board) { b.SPI(n).Return() },
	}
}

// gpioBoard is a board that senses occupancy, two chains of 23 chips on plain
// GPIO lines.
func gpioBoard(t *testing.T, b *kerneltest.Board) wired {
	t.Helper()
	const piece = 184
	chains := []kerneltest.Chain{b.Chain(4), b.Chain(5)}
	for _, c := range chains {
		c.Length(piece)
	}
	chains[1].Input(points+1-piece, false)
	source, err := matrix.NewChain(&matrix.Bits{Clock: "BOARD_CLK", Latch: "BOARD_PL", Data: []string{"BOARD_Q0", "BOARD_Q1"}},
		matrix.ChainOptions{Places: points, Planes: 1, Check: "HL"})
	if err != nil {
		t.Fatal(err)
	}
	return wired{
		source: source, rate: 50,
		put:    func(p int, s hw.State) { chains[p/piece].Input(p%piece, s == hw.Empty) },
		unplug: (*kerneltest.Board).GPIOVanish,
		plug:   (*kerneltest.Board).GPIOReturn,
	}
}

// bonded returns the pin of a usable input: GPA0-6, then GPB0-6.
func bonded(k int) int {
	if k >= matrix.ExpanderInputs/2 {
		return k + 1
	}
	return k
}

// expanderBoard is 26 expanders behind a multiplexer.
func expanderBoard(t *testing.T, b *kerneltest.Board) (wired, []kerneltest.Expander) {
	t.Helper()
	b.Mux(0x70)
	bus := &matrix.I2C{Path: "/dev/i2c-1", Mux: 0x70}
	var chips []kerneltest.Expander
	for i := range 26 {
		at := matrix.Address{Channel: i / 8, Addr: uint16(0x20 + i%8)}
		bus.Expanders = append(bus.Expanders, at)
		chips = append(chips, b.Expander(0x70, at.Channel, int(at.Addr)))
	}
	source, err := matrix.NewExpanders(bus, false)
	if err != nil {
		t.Fatal(err)
	}
	return wired{
		source: source, rate: 50,
		put: func(p int, s hw.State) {
			e, k := chips[p/matrix.ExpanderInputs], bonded(p%matrix.ExpanderInputs)
			if s == hw.Empty {
				e.Float(k)
			} else {
				e.Pin(k, false)
			}
		},
		unplug: (*kerneltest.Board).I2CVanish,
		plug:   (*kerneltest.Board).I2CReturn,
	}, chips
}

// gridBoard is 19 rows and 19 columns on three expanders, with a switch at each
// crossing.
func gridBoard(t *testing.T, b *kerneltest.Board) (wired, []kerneltest.Expander) {
	t.Helper()
	bus := &matrix.I2C{Path: "/dev/i2c-1"}
	var chips []kerneltest.Expander
	for i := range 3 {
		bus.Expanders = append(bus.Expanders, matrix.Address{Addr: uint16(0x20 + i)})
		chips = append(chips, b.Expander(0, 0, 0x20+i))
	}
	source, err := matrix.NewGrid(bus, 19, 19)
	if err != nil {
		t.Fatal(err)
	}
	line := func(i int) (kerneltest.Expander, int) {
		return chips[i/matrix.ExpanderInputs], bonded(i % matrix.ExpanderInputs)
	}
	contacts := make([]kerneltest.Contact, points)
	for p := range contacts {
		row, rowPin := line(p / 19)
		col, colPin := line(19 + p%19)
		contacts[p] = b.Contact(row, rowPin, col, colPin)
	}
	return wired{
		source: source, rate: 20,
		put:    func(p int, s hw.State) { contacts[p].Close(s != hw.Empty) },
		unplug: (*kerneltest.Board).I2CVanish,
		plug:   (*kerneltest.Board).I2CReturn,
	}, chips
}

// bench is a board that is sensed. Every frame, and what settles from the frames,
// is held against the stones that lie on it: one that shows what is not there
// fails the test.
type bench struct {
	*testing.T
	wired
	kernel *kerneltest.Board
	board  *matrix.Board

	mu       sync.Mutex
	stones   []hw.State // what lies on the board
	changing int        // the point that a hand is at, -1: none
	link     bool
	frame    *hw.Frame // the last since the link is up
	frames   int
	text     []string // what was told: faults, and why the link is down
	noisy    bool     // single frames may be wrong
	filter   *debounce.Filter
	settled  []hw.State    // what the game would see
	news     chan struct{} // holds one token after a reading
}

func newBench(t *testing.T, b *kerneltest.Board, w wired) *bench {
	t.Helper()
	board, err := matrix.New(w.source, matrix.Options{
		Board: hw.Geometry{Cols: 19, Rows: 19, Colors: w.colors}, Points: straight(), Rate: w.rate,
	})
	if err != nil {
		t.Fatal(err)
	}
	filter, err := debounce.New(points, 3, 5)
	if err != nil {
		t.Fatal(err)
	}
	x := &bench{T: t, filter: filter, wired: w, kernel: b, board: board, stones: make([]hw.State, points), changing: -1, news: make(chan struct{}, 1)}
	ctx, cancel := context.WithCancel(context.Background())
	out, ended := make(chan hw.Reading), make(chan error, 1)
	go func() {
		ended <- board.Sense(ctx, out)
		close(out)
	}()
	read := make(chan struct{})
	go func() {
		defer close(read)
		for r := range out {
			x.take(r)
		}
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		<-read
	})
	x.shows(back)
	return x
}

func straight() []int {
	p := make([]int, points)
	for i := range p {
		p[i] = i
	}
	return p
}

// take takes one reading and judges it.
func (x *bench) take(r hw.Reading) {
	x.mu.Lock()
	defer x.mu.Unlock()
	switch {
	case r.Link != nil:
		x.link, x.frame, x.settled = r.Link.Up, nil, nil
		x.filter.Reset()
		if !r.Link.Up {
			x.text = append(x.text, r.Link.Reason)
		}
	case r.Fault != nil:
		x.text = append(x.text, r.Fault.Text)
	case r.Frame != nil:
		x.frame = r.Frame
		x.frames++
		o, _ := x.filter.Step(*r.Frame)
		x.settled = o.Points
		if !x.noisy {
			x.judge("a frame shows", r.Frame.Points)
		}
		x.judge("the game sees", o.Points)
	}
	select {
	case x.news <- struct{}{}:
	default:
	}
}

// judge holds what is shown against what lies on the board.
func (x *bench) judge(what string, shown []hw.State) {
	for p, s := range shown {
		if s != hw.Unknown && s != x.stones[p] && p != x.changing {
			x.Errorf("%s %v at point %d, where %v is", what, s, p, x.stones[p])
		}
	}
}

// until waits until f holds and returns how long that took.
func (x *bench) until(what string, within time.Duration, f func() bool) time.Duration {
	x.Helper()
	begun := time.Now()
	for late := time.After(within); ; {
		x.mu.Lock()
		ok := f()
		x.mu.Unlock()
		if ok {
			return time.Since(begun)
		}
		select {
		case <-x.news:
		case <-late:
			x.mu.Lock()
			defer x.mu.Unlock()
			x.Fatalf("%s: not in %v; link up %v, %d frames, told %q, %+v", what, within, x.link, x.frames, x.text, x.board.Stats())
		}
	}
}

// put lays a stone or takes it away and waits until the game would see it.
func (x *bench) put(p int, s hw.State) time.Duration {
	x.Helper()
	if !x.colors && s != hw.Empty {
		s = hw.Stone
	}
	x.mu.Lock()
	x.changing, x.stones[p] = p, s
	x.mu.Unlock()
	x.wired.put(p, s)
	took := x.until("a stone", said, func() bool { return x.settled != nil && x.settled[p] == s })
	x.mu.Lock()
	x.changing = -1
	x.mu.Unlock()
	return took
}

// shows waits until the game would see every stone, and no point is unknown.
func (x *bench) shows(within time.Duration) time.Duration {
	x.Helper()
	return x.until("the board as it is", within, func() bool {
		return x.link && x.settled != nil && slices.Equal(x.settled, x.stones)
	})
}

// told waits until something is told that was not before, and returns it.
func (x *bench) told(accident func()) (string, time.Duration) {
	x.Helper()
	x.mu.Lock()
	x.text = nil
	x.mu.Unlock()
	accident()
	took := x.until("naming the fault", said, func() bool { return len(x.text) > 0 })
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.text[0], took
}

// suffers lets an accident happen and end, and holds both to their bounds.
func (x *bench) suffers(what string, accident, over func()) {
	x.Helper()
	text, named := x.told(accident)
	time.Sleep(1300 * time.Millisecond) // pauses between attempts have grown
	over()
	again := x.shows(back)
	x.Logf("%s: %q after %v; read again after %v", what, text, named.Round(time.Millisecond), again.Round(time.Millisecond))
}
