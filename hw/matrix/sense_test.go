package matrix

import (
	"strings"
	"testing"
	"time"

	"stonehand/hw"
)

func TestTheReferenceBoard(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w, _ := spiBoard(t, reference)
		r := newRig(t, w, 100)
		defer r.stop()
		r.pass(100 * time.Millisecond)
		if r.link == nil || !r.link.Up || r.link.Board != twoColors {
			t.Fatalf("link %+v", r.link)
		}
		r.shows(nil)
		w.put(0, hw.Black)
		w.put(360, hw.White)
		r.pass(15 * time.Millisecond)
		r.shows(map[int]hw.State{0: hw.Black, 360: hw.White})
	})
}

// A board at rest says little, and the first change comes at once.
func TestRest(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w, _ := spiBoard(t, reference)
		r := newRig(t, w, 100)
		defer r.stop()
		r.pass(2 * time.Second)
		r.frames = 0
		r.pass(10 * time.Second)
		if r.frames < 38 || r.frames > 42 {
			t.Errorf("%d frames in 10 s of rest", r.frames)
		}
		r.frames = 0
		w.put(7, hw.Black)
		r.pass(11 * time.Millisecond)
		r.shows(map[int]hw.State{7: hw.Black})
		r.pass(100 * time.Millisecond)
		if r.frames < 10 {
			t.Errorf("%d frames after a change", r.frames)
		}
	})
}

func TestUnpluggedAndBack(t *testing.T) {
	rounds := map[string]int{"spi": 200, "i2c": 40}
	if testing.Short() {
		rounds = map[string]int{"spi": 20, "i2c": 5}
	}
	boards := map[string]func(*testing.T) wired{
		"spi": func(t *testing.T) wired { w, _ := spiBoard(t, reference); return w },
		"i2c": func(t *testing.T) wired { w, _, _ := i2cBoard(t); return w },
	}
	for name, board := range boards {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				w := board(t)
				r := newRig(t, w, 100)
				defer r.stop()
				w.put(3, hw.Black)
				for i := range rounds[name] {
					r.pass(time.Second)
					if r.link == nil || !r.link.Up {
						t.Fatalf("round %d: link %+v", i, r.link)
					}
					if r.frame == nil || r.frame.Points[3] == hw.Empty || r.frame.Points[4] != hw.Empty {
						t.Fatalf("round %d: the stones are lost", i)
					}
					w.unplug(true)
					r.pass(time.Second + time.Duration(i)*17*time.Millisecond)
					if r.link.Up || r.link.Reason == "" {
						t.Fatalf("round %d: not named: %+v", i, r.link)
					}
					w.unplug(false)
					r.pass(1900 * time.Millisecond)
				}
				if n := len(r.downs); n < rounds[name] || n > 2*rounds[name] { // why it was lost, and why it is not found
					t.Errorf("%d losses were told %d times: %q", rounds[name], n, r.downs[:min(n, 5)])
				}
			})
		})
	}
}

// Whatever is wrong with a chain is named within 3 s, shows no stone, and is over
// within 2 s of its end.
func TestChainFaults(t *testing.T) {
	for name, c := range map[string]struct {
		faults ChainFaults
		want   string
	}{
		"low":       {ChainFaults{Data: Low}, "reads low all along"},
		"high":      {ChainFaults{Data: High}, "reads high all along"},
		"broken":    {ChainFaults{Broken: 40, BrokenAs: High}, "from chip 40 on"},
		"broken as": {ChainFaults{Broken: 2, BrokenAs: Low}, "check the wires between chips 1 and 2"},
		"floating":  {ChainFaults{Broken: 50}, "check inputs"},
		"slip":      {ChainFaults{Slip: 1}, "clock wire"},
		"slips":     {ChainFaults{Slip: 2}, "clock wire"},
		"late":      {ChainFaults{Slip: -1}, "clock wire"},
		"garbage":   {ChainFaults{Garbage: true}, "check inputs"},
		"short":     {ChainFaults{Short: true}, "has read nothing"},
		"hang":      {ChainFaults{Hang: time.Hour}, "hangs"},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				w, chain := spiBoard(t, reference)
				r := newRig(t, w, 100)
				stones := map[int]hw.State{}
				for i := range 20 {
					stones[i*17] = hw.Black + hw.State(i&1)
					w.put(i*17, stones[i*17])
				}
				r.pass(time.Second)
				r.shows(stones)
				before := r.frame
				chain.Fail(c.faults)
				for range 30 {
					r.pass(100 * time.Millisecond)
					if r.frame != nil && r.frame != before {
						r.shows(stones)
					}
				}
				if len(r.downs) == 0 || !strings.Contains(r.downs[0], c.want) {
					t.Errorf("named %q, want %q", r.downs, c.want)
				}
				chain.Fail(ChainFaults{})
				if c.faults.Hang > 0 {
					r.pass(c.faults.Hang) // until the kernel gives up
				}
				r.pass(2 * time.Second)
				r.shows(stones)
				r.stop()
				if n := chain.Opened(); n != 0 {
					t.Errorf("%d devices are still open", n)
				}
			})
		})
	}
}
