package matrix

import (
	"strings"
	"testing"
	"time"

	"periph.io/x/conn/v3/i2c"

	"stonehand/hw"
)

// gridBoard is 19 rows and 19 columns on three expanders.
func gridBoard(t testing.TB) (wired, *Switches, []*MCP23017) {
	w, _, s, chips := gridOn(t)
	return w, s, chips
}

// gridOn is gridBoard with the bus it is on.
func gridOn(t testing.TB) (wired, *Bus, *Switches, []*MCP23017) {
	t.Helper()
	b := NewBus(0, 1)
	bus := &I2C{Path: "/dev/i2c-1", OpenBus: func() (i2c.BusCloser, error) { return b.Open() }}
	var chips []*MCP23017
	for i := range 3 {
		bus.Expanders = append(bus.Expanders, Address{0, uint16(0x20 + i)})
		chips = append(chips, b.Add(0, uint16(0x20+i)))
	}
	s := NewSwitches(b, 19, 19)
	src, err := NewGrid(bus, 19, 19)
	if err != nil {
		t.Fatal(err)
	}
	return wired{
		source: src, geo: occupancy,
		put:    func(p int, v hw.State) { s.Close(p/19, p%19, v != hw.Empty) },
		unplug: func(out bool) { b.Fail(BusFaults{Unplugged: out}) },
	}, b, s, chips
}

func TestGrid(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w, _, _ := gridBoard(t)
		r := newRig(t, w, 40)
		defer r.stop()
		r.pass(time.Second)
		r.shows(nil)
		stones := map[int]hw.State{}
		for p := 0; p < points; p += 7 { // many rectangles, none a ghost
			stones[p] = hw.Stone
			w.put(p, hw.Stone)
			r.pass(60 * time.Millisecond)
		}
		r.pass(200 * time.Millisecond)
		r.shows(stones)
		w.unplug(true)
		r.pass(time.Second)
		w.unplug(false)
		r.pass(2 * time.Second)
		r.shows(stones)
		if len(r.faults) != 0 {
			t.Errorf("faults: %q", r.faults)
		}
	})
}

// Without a diode the fourth corner of a rectangle would show a stone.
func TestGhosts(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w, s, _ := gridBoard(t)
		r := newRig(t, w, 40)
		defer r.stop()
		s.Bare(3, 4, true)
		w.put(3*19+4, hw.Stone)
		w.put(3*19+9, hw.Stone)
		r.pass(time.Second)
		r.shows(map[int]hw.State{3*19 + 4: hw.Stone, 3*19 + 9: hw.Stone})
		w.put(8*19+4, hw.Stone) // now (8, 9) would be a ghost
		r.pass(time.Second)
		if s := r.frame.Points[8*19+9]; s != hw.Unknown {
			t.Errorf("the ghost shows %v", s)
		}
		for p, s := range r.frame.Points {
			if s == hw.Stone && p != 3*19+4 && p != 3*19+9 && p != 8*19+4 {
				t.Errorf("point %d is not a stone", p)
			}
		}
		if len(r.faults) == 0 || !strings.Contains(r.faults[0], "rows 4 and 9") {
			t.Errorf("named: %q", r.faults)
		}
		s.Bare(3, 4, false)
		r.pass(time.Second)
		r.shows(map[int]hw.State{3*19 + 4: hw.Stone, 3*19 + 9: hw.Stone, 8*19 + 4: hw.Stone})
	})
}

// Chips that are reset, vanish or lose their settings show no stone.
func TestGridFaults(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w, _, chips := gridBoard(t)
		r := newRig(t, w, 40)
		defer r.stop()
		stones := map[int]hw.State{0: hw.Stone, 15*19 + 3: hw.Stone, 18*19 + 18: hw.Stone}
		for p := range stones {
			w.put(p, hw.Stone)
		}
		r.pass(time.Second)
		r.shows(stones)
		for i, chip := range chips {
			for name, fail := range map[string]func(on bool){
				"reset": func(on bool) {
					if on {
						chip.Reset()
					}
				},
				"gone":  chip.Vanish,
				"stuck": chip.Stick,
				"shorted": func(on bool) {
					if on {
						chip.Corrupt(regIODIR, 0x01)
					}
				},
			} {
				fail(true)
				for range 30 {
					r.pass(50 * time.Millisecond)
					if r.frame == nil {
						continue
					}
					for p, s := range r.frame.Points {
						if s == hw.Stone && stones[p] != hw.Stone {
							t.Fatalf("chip %d %s: point %d shows a stone", i, name, p)
						}
					}
				}
				fail(false)
				r.pass(2 * time.Second)
				r.shows(stones)
			}
		}
		if len(r.faults)+len(r.downs) == 0 {
			t.Error("nothing was named")
		}
	})
}
