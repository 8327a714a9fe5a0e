package matrix

import (
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"testing"
	"time"

	"stonehand/hw"
	"stonehand/hw/debounce"
)

// late is for how many scans a stone that was lifted may be shown: faults may
// keep all of them from being believed for nearly as long.
const late = 100

// trial reads a board with faults, settles what it shows as the table does, and
// holds it against the stones that are there.
type trial struct {
	w      wired
	rng    *rand.Rand
	share  int                  // a reading takes so many times as long to play
	fail   func(rng *rand.Rand) // begins some fault, or ends all
	stones [points]hw.State
	was    [points]hw.State // what stood there before
	moved  [points]int      // the scan at which that changed
}

// run makes the given number of scans. It returns how many of them were believed.
func (x *trial) run(t *testing.T, scans int) (sound int) {
	t.Helper()
	n := newNotes("board", slog.New(slog.DiscardHandler))
	filter, err := debounce.New(points, 3, 5)
	if err != nil {
		t.Fatal(err)
	}
	for p := range x.moved {
		x.moved[p] = -1000
	}
	in := make([]input, x.w.source.inputs())
	b, open := newPlausible(x.w.source, x.w.geo, straight()), false
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	lost := 0
	for i := range scans {
		now = now.Add(10 * time.Millisecond)
		if i%50 == 0 {
			x.move(i)
		}
		if i%40 == 0 {
			x.fail(x.rng)
		}
		if !open { // as a session begins
			if x.w.source.open() != nil {
				continue
			}
			open = true
			b.again()
			filter.Reset()
			lost = 0
		}
		n.begin(now)
		err := x.w.source.scan(in, n)
		var shown []hw.State
		if err == nil {
			shown, err = b.take(in, n)
		}
		n.end()
		if shown == nil {
			if lost++; lost >= 30 { // and as it ends
				x.w.source.close()
				open = false
			}
			continue
		}
		lost = 0
		sound++
		o, changed := filter.Step(hw.Frame{At: now, Points: shown})
		if !changed {
			continue
		}
		for p, s := range o.Points {
			if s == hw.Unknown || s == hw.Empty || s == x.stones[p] || s == x.was[p] && i-x.moved[p] < late {
				continue
			}
			t.Fatalf("scan %d: point %d shows %v; %v is there since scan %d (last failure: %v)", i, p, s, x.stones[p], x.moved[p], err)
		}
	}
	x.w.source.close()
	return sound
}

// move puts a stone down or lifts one.
func (x *trial) move(scan int) {
	p := x.rng.IntN(points)
	x.was[p], x.moved[p] = x.stones[p], scan
	switch {
	case x.stones[p] != hw.Empty:
		x.stones[p] = hw.Empty
	case x.w.geo.Colors:
		x.stones[p] = hw.Black + hw.State(x.rng.IntN(2))
	default:
		x.stones[p] = hw.Stone
	}
	x.w.put(p, x.stones[p])
}

// chainFaults returns something that is wrong with a chain, half of the time
// nothing.
func chainFaults(rng *rand.Rand) ChainFaults {
	var f ChainFaults
	switch rng.IntN(20) {
	case 0:
		f.Unplugged = true
	case 1:
		f.Data = Low
	case 2:
		f.Data = High
	case 3:
		f.Broken, f.BrokenAs = 1+rng.IntN(45), Level(rng.IntN(3))
	case 4:
		f.Slip = 1 + rng.IntN(30)
	case 5:
		f.Slip = -1 - rng.IntN(30)
	case 6:
		f.Garbage = true
	case 7:
		f.Short = true
	case 8, 9:
		f.Noise = 1e-4
	case 10:
		f.Noise = 0.05
	}
	return f
}

// scans is how often each kind of board is read; "make scans" reads a million
// times.
var scans = flag.Int("scans", 20_000, "how often TestNoFalseStone reads each kind of board")

// However often a board is read, with faults of every kind all the time, it shows
// no stone that is not there.
func TestNoFalseStone(t *testing.T) {
	for name, begin := range map[string]func(seed uint64) *trial{
		"two planes on SPI": func(uint64) *trial {
			w, c := spiBoard(t, reference)
			return &trial{w: w, fail: func(rng *rand.Rand) { c.Fail(chainFaults(rng)) }}
		},
		"one plane on SPI": func(uint64) *trial {
			w, c := spiBoard(t, ChainOptions{Places: points, Planes: 1, Check: "HLHLHLH", Tail: "L"})
			return &trial{w: w, fail: func(rng *rand.Rand) { c.Fail(chainFaults(rng)) }}
		},
		"expanders": func(uint64) *trial {
			w, b, chips := i2cBoard(t)
			return &trial{w: w, fail: func(rng *rand.Rand) { expanderFaults(rng, b, chips) }}
		},
		"grid": func(uint64) *trial {
			w, b, _, chips := gridOn(t)
			return &trial{w: w, share: 20, fail: func(rng *rand.Rand) { expanderFaults(rng, b, chips) }}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := begin(1)
			x.rng = rand.New(rand.NewPCG(7, 7))
			n := *scans / max(x.share, 1)
			if testing.Short() {
				n /= 10
			}
			sound := x.run(t, n)
			t.Logf("%d of %d scans were believed", sound, n)
			if sound < n/5 {
				t.Errorf("only %d of %d scans were believed", sound, n)
			}
		})
	}
}

// expanderFaults makes something go wrong with expanders, or ends it.
func expanderFaults(rng *rand.Rand, b *Bus, chips []*MCP23017) {
	b.Fail(BusFaults{})
	for _, c := range chips {
		c.Vanish(false)
	}
	c := chips[rng.IntN(len(chips))]
	switch rng.IntN(16) {
	case 0:
		b.Fail(BusFaults{Unplugged: true})
	case 1:
		b.Fail(BusFaults{NACK: 0.01})
	case 2:
		b.Fail(BusFaults{NACK: 0.5})
	case 3:
		b.Fail(BusFaults{NoMux: true})
	case 4:
		b.Fail(BusFaults{Noise: 1e-4})
	case 5, 6:
		c.Vanish(true)
	case 7, 8:
		c.Reset()
	case 9:
		b.ResetMux()
	case 10:
		c.Corrupt(rng.IntN(0x16), byte(1+rng.IntN(255)))
	}
}

// BenchmarkScan is what one reading of a board costs the computer, without what
// the kernel and the wire take.
func BenchmarkScan(b *testing.B) {
	for _, o := range []ChainOptions{reference, {Places: points, Planes: 1, Check: "HLHLHLH", Tail: "L"}} {
		b.Run(fmt.Sprintf("planes=%d", o.Planes), func(b *testing.B) {
			w, _ := spiBoard(b, o)
			if err := w.source.open(); err != nil {
				b.Fatal(err)
			}
			defer w.source.close()
			n := newNotes("board", slog.New(slog.DiscardHandler))
			in := make([]input, w.source.inputs())
			bel := newPlausible(w.source, w.geo, straight())
			b.ReportAllocs()
			for i := range b.N {
				if i%20 == 0 {
					w.put(i/20%points, hw.State(i/20/points&1))
				}
				if err := w.source.scan(in, n); err != nil {
					b.Fatal(err)
				}
				if _, err := bel.take(in, n); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
