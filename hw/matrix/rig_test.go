package matrix

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"go.uber.org/goleak"

	"stonehand/hw"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// Boards of the tests: 19 x 19 points, the places in point order.
var (
	twoColors = hw.Geometry{Cols: 19, Rows: 19, Colors: true}
	occupancy = hw.Geometry{Cols: 19, Rows: 19}
)

const points = 361

// straight serves point i by place i.
func straight() []int {
	p := make([]int, points)
	for i := range p {
		p[i] = i
	}
	return p
}

// wired is a board of the tests: what the program sees of it, and its stones.
type wired struct {
	source Source
	geo    hw.Geometry
	put    func(point int, s hw.State)
	unplug func(bool)
}

// spiBoard is the reference board: two planes, paired, on SPI with a latch line.
func spiBoard(t testing.TB, o ChainOptions) (wired, *fakeChain) {
	t.Helper()
	chips := (o.Places*o.Planes + 7) / 8
	c := newFakeChain(chips, true, 1)
	s := &SPI{
		Path: "/dev/spidev0.0", Clock: 4 * physic.MegaHertz, Latch: "GPIO25",
		OpenPort: func() (spi.PortCloser, error) { return c.SPI(true) },
		OpenLatch: func() (Pins, error) {
			return c.Latch()
		},
	}
	src, err := NewChain(s, o)
	if err != nil {
		t.Fatal(err)
	}
	used := o.Places * o.Planes
	for i, l := range o.Check {
		c.Set(used+i, l == 'H')
	}
	c.Tail(o.Tail == "H")
	w := wired{source: src, geo: hw.Geometry{Cols: 19, Rows: 19, Colors: o.Planes == 2}}
	w.put = func(p int, s hw.State) {
		if o.Planes == 1 {
			c.Set(p, s == hw.Empty)
			return
		}
		c.Set(2*p, s != hw.Black)
		c.Set(2*p+1, s != hw.White)
	}
	w.unplug = func(out bool) { c.Fail(ChainFaults{Unplugged: out}) }
	return w, c
}

// reference is the reference board's chain; its check inputs prove each reading.
var reference = ChainOptions{Places: points, Planes: 2, Paired: true, Check: "HLHLHL", Tail: "L"}

// i2cBoard is 26 expanders behind a multiplexer.
func i2cBoard(t testing.TB) (wired, *Bus, []*MCP23017) {
	t.Helper()
	b := NewBus(0x70, 1)
	bus := &I2C{Path: "/dev/i2c-1", Mux: 0x70, OpenBus: func() (i2c.BusCloser, error) { return b.Open() }}
	var chips []*MCP23017
	for i := range 26 {
		a := Address{i / 8, uint16(0x20 + i%8)}
		bus.Expanders = append(bus.Expanders, a)
		chips = append(chips, b.Add(a.Channel, a.Addr))
	}
	src, err := NewExpanders(bus, false)
	if err != nil {
		t.Fatal(err)
	}
	w := wired{source: src, geo: occupancy}
	w.put = func(p int, s hw.State) {
		k := p % ExpanderInputs
		if k >= 7 {
			k++
		}
		l := Free
		if s != hw.Empty {
			l = Low
		}
		chips[p/ExpanderInputs].Hold(k, l)
	}
	w.unplug = func(out bool) { b.Fail(BusFaults{Unplugged: out}) }
	return w, b, chips
}

// rig senses a board on a fake clock.
type rig struct {
	*testing.T
	wired
	board  *Board
	out    chan hw.Reading
	link   *hw.Link
	frame  *hw.Frame
	frames int
	faults []string
	downs  []string
	stop   func()
}

func newRig(t *testing.T, w wired, rate float64) *rig {
	t.Helper()
	b, err := New(w.source, Options{Board: w.geo, Points: straight(), Rate: rate})
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{T: t, wired: w, board: b, out: make(chan hw.Reading)}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.Sense(ctx, r.out) }()
	r.stop = func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("Sense: %v", err)
		}
	}
	return r
}

// pass lets time go by and takes what the board delivers.
func (r *rig) pass(d time.Duration) {
	r.Helper()
	t := time.NewTimer(d)
	defer t.Stop()
	for {
		select {
		case v := <-r.out:
			switch {
			case v.Link != nil:
				r.link = v.Link
				r.frame = nil
				if !v.Link.Up {
					r.downs = append(r.downs, v.Link.Reason)
				}
			case v.Frame != nil:
				if r.link == nil || !r.link.Up {
					r.Error("a frame without a link")
				}
				r.frame, r.frames = v.Frame, r.frames+1
			case v.Fault != nil:
				r.faults = append(r.faults, v.Fault.Text)
			}
		case <-t.C:
			return
		}
	}
}

// shows checks the last frame against stones; every other point is empty.
func (r *rig) shows(stones map[int]hw.State) {
	r.Helper()
	if r.frame == nil {
		r.Fatalf("no frame; link %+v", r.link)
	}
	for p, s := range r.frame.Points {
		if s != stones[p] {
			r.Errorf("point %d shows %v, and %v is there", p, s, stones[p])
		}
	}
}

func bubble(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, f)
}
