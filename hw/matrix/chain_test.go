package matrix

import (
	"strings"
	"testing"
	"time"

	"periph.io/x/conn/v3/conntest"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spitest"

	"stonehand/hw"
)

// bitBoard is a chain of 48 chips in four pieces on GPIO lines, in the order A to
// H, with a stone reading high.
func bitBoard(t testing.TB) (wired, []*fakeChain) {
	t.Helper()
	var pieces []*fakeChain
	for i := range 4 {
		pieces = append(pieces, newFakeChain(12, false, uint64(i)))
	}
	s := &Bits{
		Clock: "GPIO11", Latch: "GPIO25", Data: []string{"GPIO5", "GPIO6", "GPIO7", "GPIO8"},
		OpenOut: func() (Pins, error) { return Clocks(pieces...) },
		OpenIn:  func() (Pins, error) { return Data(pieces...) },
	}
	src, err := NewChain(s, ChainOptions{Places: points, Planes: 1, AFirst: true, ActiveHigh: true, Check: "HL-LHLH"})
	if err != nil {
		t.Fatal(err)
	}
	set := func(i int, high bool) {
		i = i/8*8 + 7 - i%8
		pieces[i/96].Set(i%96, high)
	}
	for i, l := range "HL-LHLH" {
		set(points+i, l == 'H')
	}
	return wired{
		source: src, geo: occupancy,
		put:    func(p int, s hw.State) { set(p, s != hw.Empty) },
		unplug: func(out bool) { pieces[2].Fail(ChainFaults{Unplugged: out}) },
	}, pieces
}

func TestBits(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w, pieces := bitBoard(t)
		if n := w.source.(*Chain).Chips(); n != 48 {
			t.Fatalf("%d chips", n)
		}
		r := newRig(t, w, 50)
		defer r.stop()
		r.pass(time.Second)
		stones := map[int]hw.State{}
		for p := 0; p < points; p += 13 {
			stones[p] = hw.Stone
			w.put(p, hw.Stone)
		}
		r.pass(time.Second)
		r.shows(stones)
		for range 5 {
			w.unplug(true)
			r.pass(time.Second)
			if r.link.Up {
				t.Error("the link is up without its lines")
			}
			w.unplug(false)
			r.pass(2 * time.Second)
			r.shows(stones)
		}
		pieces[3].Fail(ChainFaults{Data: High})
		r.pass(2 * time.Second)
		if r.link.Up || !strings.Contains(r.link.Reason, "data line 4") {
			t.Errorf("a stuck piece: %+v", r.link)
		}
	})
}

// A chain without a proof: a wire that is stuck makes no stones and no empty board.
func TestUnproven(t *testing.T) {
	for name, f := range map[string]ChainFaults{
		"low":     {Data: Low},
		"high":    {Data: High},
		"garbage": {Garbage: true},
		"short":   {Short: true},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				w, c := spiBoard(t, ChainOptions{Places: points, Planes: 1})
				r := newRig(t, w, 100)
				defer r.stop()
				stones := map[int]hw.State{}
				for p := 0; p < points; p += 17 {
					stones[p] = hw.Stone
					w.put(p, hw.Stone)
				}
				r.pass(time.Second)
				r.shows(stones)
				c.Fail(f)
				last := r.frame
				for range 30 {
					r.pass(100 * time.Millisecond)
					if r.frame != nil && r.frame != last {
						r.shows(stones)
					}
				}
				if r.link.Up {
					t.Error("not named")
				}
				c.Fail(ChainFaults{})
				r.pass(2 * time.Second)
				r.shows(stones)
			})
		})
	}
}

// What goes over SPI is one transfer of zeros, as long as the chain and its tail.
func TestTheChainsConversation(t *testing.T) {
	in := []byte{0xFE, 0xFF, 0b1111_1010, 0}
	p := &spitest.Playback{Playback: conntest.Playback{Ops: []conntest.IO{{W: make([]byte, 4), R: in}}}}
	s := &SPI{Path: "/dev/spidev0.0", Clock: physic.MegaHertz, OpenPort: func() (spi.PortCloser, error) { return p, nil }}
	c, err := NewChain(s, ChainOptions{Places: 20, Planes: 1, Check: "HLHL", Tail: "L"})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.open(); err != nil {
		t.Fatal(err)
	}
	got := make([]input, c.inputs())
	if err := c.scan(got, nil); err != nil {
		t.Fatal(err)
	}
	for i, v := range got {
		if (v == on) != (i == 7) {
			t.Errorf("input %d is %v", i, v)
		}
	}
	c.close() // fails the test when a transfer is missing
}

func TestChainsThatCannotBe(t *testing.T) {
	s := &SPI{}
	for want, o := range map[string]ChainOptions{
		"0 sensors":                  {Planes: 1},
		"1 or 2 planes":              {Places: 8},
		"needs 1 chips":              {Places: 8, Planes: 1, Chips: 300},
		"8 sensors need 1 chips":     {Places: 8, Planes: 1, Chips: 300},
		"write H, L or -":            {Places: 6, Planes: 1, Check: "hl"},
		"have 2 inputs beyond":       {Places: 6, Planes: 1, Check: "HLH"},
		"serial input of the last":   {Places: 6, Planes: 1, Tail: "X"},
		"16 sensors need 2 chips":    {Places: 8, Planes: 2, Paired: true, Chips: 1},
		"use 1 to 2048":              {Places: 5000, Planes: 1},
		"2 planes of 9 need 4 chips": {Places: 9, Planes: 2, Chips: 3},
	} {
		if _, err := NewChain(s, o); err == nil {
			t.Errorf("%+v is taken (%s)", o, want)
		}
	}
	if _, err := NewChain(&Bits{Data: []string{"a", "b"}}, ChainOptions{Places: 32, Planes: 1, Tail: "L"}); err == nil {
		t.Error("a chain in pieces with one end is taken")
	}
}
