package matrix

import (
	"strings"
	"testing"
	"time"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/i2c/i2ctest"

	"stonehand/hw"
)

// A chip that is lost takes only its own points with it, is named, and comes back
// within 2 s, set up as it was.
func TestAnExpanderIsLost(t *testing.T) {
	for name, lose := range map[string]func(m *MCP23017, on bool){
		"gone":  func(m *MCP23017, on bool) { m.Vanish(on) },
		"stuck": func(m *MCP23017, on bool) { m.Stick(on) },
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				w, _, chips := i2cBoard(t)
				r := newRig(t, w, 50)
				defer r.stop()
				w.put(0, hw.Stone)
				w.put(5*ExpanderInputs+2, hw.Stone)
				r.pass(time.Second)
				for range 3 {
					r.faults = nil
					lose(chips[5], true)
					r.pass(time.Second)
					for p, s := range r.frame.Points {
						want := hw.Empty
						switch {
						case p/ExpanderInputs == 5:
							want = hw.Unknown
						case p == 0:
							want = hw.Stone
						}
						if s != want {
							t.Fatalf("point %d is %v, want %v", p, s, want)
						}
					}
					if len(r.faults) == 0 || !strings.Contains(r.faults[0], "0:25") {
						t.Errorf("named: %q", r.faults)
					}
					if len(r.faults) > 1 {
						t.Errorf("named %d times in a second", len(r.faults))
					}
					lose(chips[5], false)
					r.pass(2 * time.Second)
					r.shows(map[int]hw.State{0: hw.Stone, 5*ExpanderInputs + 2: hw.Stone})
					r.pass(10 * time.Second)
				}
				if len(r.downs) != 0 {
					t.Errorf("the link was lost: %q", r.downs)
				}
			})
		})
	}
}

// A chip that is reset or whose settings change is set up again at once, and what
// its floating pins read is no stone.
func TestAnExpanderForgets(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w, b, chips := i2cBoard(t)
		r := newRig(t, w, 50)
		defer r.stop()
		w.put(100, hw.Stone)
		r.pass(time.Second)
		forget := []func(){
			chips[7].Reset,
			b.ResetMux,
			func() { chips[7].Corrupt(regGPPU, 0x7F) },      // pins float
			func() { chips[7].Corrupt(regIODIR+1, 0x05) },   // pins are driven low
			func() { chips[7].Corrupt(0x02, 0x7F) },         // pins read the other way round
			func() { chips[7].Corrupt(regIOCON, 0x80) },     // registers are elsewhere
			func() { chips[7].Corrupt(regIOCON, 0x20) },     // registers do not follow each other
			func() { chips[7].Corrupt(regOLAT, 0x01) },      // its mark is another
			func() { chips[7].Corrupt(regGPINTEN+2, 0x01) }, // of no matter
		}
		for i, f := range forget {
			f()
			for range 50 {
				r.pass(20 * time.Millisecond)
				for p, s := range r.frame.Points {
					if p == 100 && s == hw.Empty || p != 100 && s == hw.Stone {
						t.Fatalf("case %d: point %d shows %v", i, p, s)
					}
				}
			}
			w.put(101, hw.Stone) // which has the settings looked at
			r.pass(100 * time.Millisecond)
			r.shows(map[int]hw.State{100: hw.Stone, 101: hw.Stone})
			w.put(101, hw.Empty)
			r.pass(100 * time.Millisecond)
		}
		if len(r.downs) != 0 {
			t.Errorf("the link was lost: %q", r.downs)
		}
	})
}

// What is wrong with the bus as a whole is named within 3 s and over within 2 s.
func TestBusFaults(t *testing.T) {
	for name, c := range map[string]struct {
		faults BusFaults
		want   string
	}{
		"no multiplexer": {BusFaults{NoMux: true}, "multiplexer does not answer at 0x70"},
		"no answer":      {BusFaults{NACK: 1}, "multiplexer"},
		"stuck":          {BusFaults{Stuck: time.Second}, "held low"},
		"stuck for long": {BusFaults{Stuck: 10 * time.Second}, "hangs"},
		"noise":          {BusFaults{Noise: 0.3}, "what they say is wrong"},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				w, b, _ := i2cBoard(t)
				r := newRig(t, w, 50)
				defer r.stop()
				w.put(9, hw.Stone)
				r.pass(time.Second)
				b.Fail(c.faults)
				r.pass(3 * time.Second)
				if all := strings.Join(append(r.downs, r.faults...), "\n"); !strings.Contains(all, c.want) {
					t.Errorf("named %q, want %q", all, c.want)
				}
				b.Fail(BusFaults{})
				r.pass(c.faults.Stuck) // until the kernel gives up
				r.pass(2 * time.Second)
				r.shows(map[int]hw.State{9: hw.Stone})
			})
		})
	}
}

// What goes over the bus, byte by byte, held against periph's own recorder.
func TestTheExpandersConversation(t *testing.T) {
	b := NewBus(0, 1)
	chip := b.Add(0, 0x21)
	bus, err := b.Open()
	if err != nil {
		t.Fatal(err)
	}
	rec := &i2ctest.Record{Bus: bus}
	src, err := NewExpanders(&I2C{Path: "/dev/i2c-1", Expanders: []Address{{0, 0x21}}, OpenBus: func() (i2c.BusCloser, error) {
		return struct {
			i2c.Bus
			closer
		}{rec, closer{}}, nil
	}}, false)
	if err != nil {
		t.Fatal(err)
	}
	chip.Hold(8, Low) // GPB0
	if err := src.open(); err != nil {
		t.Fatal(err)
	}
	in := make([]input, src.inputs())
	for range 2 {
		if err := src.scan(in, newNotes("", nil)); err != nil {
			t.Fatal(err)
		}
	}
	if in[7] != on || in[6] != off {
		t.Errorf("read %v", in)
	}
	settings := []byte{regIODIR, 0x7F, 0x7F, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x7F, 0x7F}
	all := append(append([]byte(nil), settings[1:]...), 0, 0, 0, 0, 0x7F, 0x7E, 1, 0x7E)
	want := []i2ctest.IO{
		{Addr: 0x21, W: []byte{bankedIOCON, 0}},
		{Addr: 0x21, W: []byte{regIOCON, 0}},
		{Addr: 0x21, W: []byte{regOLAT, 1, 0x7E}},
		{Addr: 0x21, W: settings},
		{Addr: 0x21, W: []byte{0}, R: all},
		{Addr: 0x21, W: []byte{regGPIO}, R: []byte{0x7F, 0x7E, 1, 0x7E}},
		{Addr: 0x21, W: []byte{0}, R: all},
		{Addr: 0x21, W: []byte{regGPIO}, R: []byte{0x7F, 0x7E, 1, 0x7E}},
	}
	if len(rec.Ops) != len(want) {
		t.Fatalf("%d transfers, want %d: %v", len(rec.Ops), len(want), rec.Ops)
	}
	for i, op := range rec.Ops {
		if op.Addr != want[i].Addr || string(op.W) != string(want[i].W) || string(op.R) != string(want[i].R) {
			t.Errorf("transfer %d: %x, want %x", i, op, want[i])
		}
	}
}

type closer struct{}

func (closer) Close() error { return nil }

// A bus that fails now and then is played on, and named.
func TestHiccups(t *testing.T) {
	boards := map[string]func(t *testing.T) (wired, func(BusFaults)){
		"expanders": func(t *testing.T) (wired, func(BusFaults)) {
			w, b, _ := i2cBoard(t)
			return w, b.Fail
		},
		"grid": func(t *testing.T) (wired, func(BusFaults)) {
			w, b, _, _ := gridOn(t)
			return w, b.Fail
		},
	}
	for name, board := range boards {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				w, fail := board(t)
				r := newRig(t, w, 40)
				defer r.stop()
				w.put(9, hw.Stone)
				fail(BusFaults{NACK: 0.02})
				r.pass(3 * time.Second)
				if len(r.faults) == 0 || len(r.downs) != 0 {
					t.Errorf("named %q, lost for %q", r.faults, r.downs)
				}
				if s := r.frame.Points[9]; s != hw.Stone && s != hw.Unknown {
					t.Errorf("the stone shows %v", s)
				}
				if name == "expanders" {
					fail(BusFaults{NACK: 0.25})
					r.pass(3 * time.Second)
					if len(r.downs) != 0 {
						t.Errorf("lost for %q", r.downs)
					}
				}
				fail(BusFaults{})
				r.pass(time.Second)
				r.shows(map[int]hw.State{9: hw.Stone})
			})
		})
	}
}
