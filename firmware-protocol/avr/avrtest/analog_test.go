package avrtest

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	protocol "stonehand/firmware-protocol"
)

// sees waits until the board reports want, and returns the snapshot that does.
func (h *host) sees(what string, want []protocol.State) {
	h.t.Helper()
	await(h, what, func(_ heard, s protocol.Snapshot) bool { return cmp.Equal(s.States, want) })
}

// raw returns the field at every point.
func (h *host) raw(points int) (field []int8) {
	h.t.Helper()
	for len(field) < points {
		r := ask[protocol.Raw](h, protocol.RawGet{First: uint16(len(field)), Count: uint8(min(protocol.MaxPayload-2, points-len(field)))})
		field = append(field, r.Field...)
	}
	return field
}

// quick makes the board scan without a pause and report twice as often as a test
// would like to wait.
func (h *host) quick() {
	h.t.Helper()
	ask[protocol.ConfigNow](h, protocol.Config{SnapshotMillis: 200, ScanMillis: 2})
}

func TestAnalogIntroduction(t *testing.T) {
	t.Parallel()
	_, h, caps := meet(t, Options{Analog: true, UID: "0123456789abcdef"})
	want := protocol.Caps{
		Major: 1, Minor: protocol.Minor, Firmware: [3]uint8{1, 1, 1}, Planes: 2, Rows: 19, Cols: 19, LEDs: 361, EdgeLEDs: 4,
		Features: protocol.FeaturePointLEDs | protocol.FeatureEdgeLEDs | protocol.FeatureSelftest | protocol.FeatureLimit |
			protocol.FeatureChainCheck | protocol.FeatureFieldRaw | protocol.FeatureLevels,
		Boot: caps.Boot, Reset: protocol.ResetPower,
		UID: [8]byte{0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF}, Model: "stonehand atmega2560 analog",
	}
	if diff := cmp.Diff(want, caps); diff != "" {
		t.Error(diff)
	}
	test := ask[protocol.Selftest](h, protocol.SelftestRun{})
	if test.Failed != 0 || test.Ran != protocol.TestChain|protocol.TestMemory|protocol.TestEEPROM || test.Chips != 23 || test.Found != 23 {
		t.Errorf("self-test %+v", test)
	}
	// Lights and all else are the other firmware's own.
	picture := make([]uint8, 361)
	h.show(make([]uint8, 361), picture, 13)
}

// Each point is a sensor of its own, and both poles are told apart.
func TestAnalogPoints(t *testing.T) {
	t.Parallel()
	b, h, _ := meet(t, Options{Analog: true})
	h.quick()
	for p := range b.Points() {
		s := protocol.Black + protocol.State(p%2)
		b.SetPoint(p, s)
		d := await[protocol.Delta](h, "the stone", nil)
		if diff := cmp.Diff([]protocol.Change{{Point: uint16(p), State: s}}, d.Changes); diff != "" {
			t.Fatalf("point %d: %s", p, diff)
		}
	}
	// Whole positions, with sensors that are missing, come out as they lie.
	r := rand.New(rand.NewPCG(5, 1))
	for range 3 {
		want, hand := make([]protocol.State, b.Points()), map[int]protocol.State{}
		for p := range want {
			want[p] = protocol.State(r.IntN(3))
			if r.IntN(20) == 0 {
				want[p] = protocol.Unreadable
			}
			hand[p] = want[p]
		}
		b.SetPoints(hand)
		h.sees("the position", want)
	}
}

func TestAnalogFields(t *testing.T) {
	t.Parallel()
	b, h, _ := meet(t, Options{Analog: true})
	h.quick()
	// One step of the ADC is 4.88 mV.
	b.SetVolts(map[int]int{0: 2500 + 98, 1: 2500 - 98, 199: 2500 + 49, 200: 4700, 360: 300, 180: 10, 181: Open})
	want := map[int]int8{0: 20, 1: -20, 199: 10, 200: 127, 360: -127, 180: -127, 181: 127}
	h.until("the fields", func() bool {
		for p, got := range h.raw(b.Points()) {
			if d := int(got) - int(want[p]); d < -1 || d > 1 {
				return false
			}
		}
		return true
	})
	states := h.states()
	for p, s := range map[int]protocol.State{0: protocol.Black, 1: protocol.White, 199: protocol.Empty, 200: protocol.Black, 360: protocol.White, 180: protocol.Unreadable, 181: protocol.Unreadable} {
		if states[p] != s {
			t.Errorf("point %d is %v, want %v", p, states[p], s)
		}
	}
}

// The host's levels hold from the next scan on, a stone stays a little longer than
// it takes to come, and 0 gives a point back.
func TestAnalogLevels(t *testing.T) {
	t.Parallel()
	b, h, _ := meet(t, Options{Analog: true})
	h.quick()
	const p = 300
	at := func(field int, want protocol.State) {
		t.Helper()
		b.SetVolts(map[int]int{p: 2500 + (2*field+1)*2441/1000})
		h.until(fmt.Sprintf("%v at a field of %d", want, field), func() bool { return h.states()[p] == want })
		// Not only for a moment.
		scans := ask[protocol.Stats](h, protocol.StatsGet{}).Scans
		h.until("three scans more", func() bool { return ask[protocol.Stats](h, protocol.StatsGet{}).Scans >= scans+3 })
		if got := h.states()[p]; got != want {
			t.Fatalf("at %d it is %v, want %v", field, got, want)
		}
	}
	level := func(zero int8, stone uint8) {
		t.Helper()
		ask[protocol.Ack](h, protocol.LevelsSet{First: p, Levels: []protocol.Level{{Zero: zero, Stone: stone}}})
	}
	at(30, protocol.Black)
	level(-10, 48)
	at(20, protocol.Empty)
	at(30, protocol.Empty) // 40 away
	at(40, protocol.Black) // 50
	at(32, protocol.Black) // 42: one that came at 48 stays to 40
	at(28, protocol.Empty)
	at(-56, protocol.Empty)
	at(-60, protocol.White)
	level(0, 0)
	at(10, protocol.Empty)
	at(22, protocol.Black)
	at(-22, protocol.White)

	for _, m := range []protocol.LevelsSet{
		{First: 361, Levels: []protocol.Level{{Stone: 5}}},
		{First: 360, Levels: []protocol.Level{{Stone: 5}, {Stone: 5}}},
		{First: 0xFFFF, Levels: []protocol.Level{{Stone: 5}, {Stone: 5}}},
	} {
		if e := ask[protocol.Error](h, m); e.Code != protocol.CodeValue || e.About != protocol.TypeLevelsSet {
			t.Errorf("%+v refused by: %v", m, e)
		}
	}
	for payload, code := range map[string]protocol.ErrorCode{
		"\x00\x00\x05\x80":             protocol.CodeValue,
		"\x00\x00\x00\x05\x00":         protocol.CodeLength,
		"\x00\x00":                     protocol.CodeLength,
		"\x2C\x01\x00\x03\x00\xFF":     protocol.CodeValue, // the first of the two would be point 300
		"\x00\x00\x00\x00\x00\x00\x05": protocol.CodeLength,
	} {
		seq := h.seq.Next()
		wire, err := protocol.AppendFrame(nil, protocol.Frame{Version: protocol.Major, Type: protocol.TypeLevelsSet, Seq: seq, Payload: []byte(payload)})
		if err != nil {
			t.Fatal(err)
		}
		h.write(wire)
		e := await(h, "the refusal", func(r heard, _ protocol.Error) bool { return r.Ack == seq })
		if e.Code != code || e.About != protocol.TypeLevelsSet {
			t.Errorf("%q was refused by: %v", payload, e)
		}
	}
	at(16, protocol.Empty) // none of a refused message was taken
}

// Noise of three steps of the ADC, about what such an ADC is stated to be off at
// this clock, changes nothing that is reported, with fields just beyond their
// levels too.
func TestAnalogNoise(t *testing.T) {
	t.Parallel()
	b, h, _ := meet(t, Options{Analog: true})
	h.quick()
	volts, want := map[int]int{}, make([]protocol.State, b.Points())
	for p := range want {
		switch p % 5 {
		case 0:
			volts[p], want[p] = 2500+24*49/10, protocol.Black
		case 1:
			volts[p], want[p] = 2500-24*49/10, protocol.White
		case 2:
			volts[p] = 2500 + 16*49/10
		case 3:
			volts[p] = 2500 - 16*49/10
		}
	}
	b.SetVolts(volts)
	h.sees("the position", want)
	b.Noise(15)
	scans := ask[protocol.Stats](h, protocol.StatsGet{}).Scans
	h.inbox = nil
	for end := scans + 100; scans < end; {
		seq, get := h.wire(protocol.StatsGet{})
		h.write(get)
		asked := time.Now()
		for answered := false; !answered; h.pump() {
			if time.Since(asked) > patience {
				t.Fatal("the board does not say what it has counted")
			}
			for _, r := range h.inbox {
				switch m := r.msg.(type) {
				case protocol.Delta:
					t.Fatalf("noise changed %+v", m.Changes)
				case protocol.Snapshot:
					if !cmp.Equal(m.States, want) {
						t.Fatalf("noise made it%s", pointsOf(m.States))
					}
				case protocol.Stats:
					if r.Ack == seq {
						answered, scans = true, m.Scans
					}
				}
			}
			h.inbox = h.inbox[:0]
		}
	}
	// Of a level that noise does reach, hysteresis keeps a stone that has come.
	b.Noise(0)
	b.SetVolts(map[int]int{7: 2500 + 21*49/10})
	h.until("the stone", func() bool { return h.states()[7] == protocol.Black })
	b.Noise(15)
	h.inbox = nil
	time.Sleep(100 * time.Millisecond)
	if h.pump(); h.states()[7] != protocol.Black {
		t.Error("noise about its level lifted a stone")
	}
}

// A multiplexer that is pulled out, a line that does not move and a supply that is
// gone report no stones and lift none.
func TestAnalogFaults(t *testing.T) {
	t.Parallel()
	b, h, _ := meet(t, Options{Analog: true})
	h.quick()
	b.SetPoint(5, protocol.Black)
	b.SetPoint(360, protocol.White)
	want := make([]protocol.State, b.Points())
	want[5], want[360] = protocol.Black, protocol.White
	h.sees("both stones", want)

	lost := append([]protocol.State(nil), want...)
	for p := 3 * 16; p < 4*16; p++ {
		lost[p] = protocol.Unreadable
	}
	b.Break(3)
	h.sees("which points cannot be read", lost)
	if test := ask[protocol.Selftest](h, protocol.SelftestRun{}); test.Failed != protocol.TestChain || test.Found != 22 {
		t.Errorf("with a multiplexer out the self-test is %+v", test)
	}
	b.Mend()
	h.sees("it put back", want)

	for line := Address0; line <= Bank2; line++ {
		for _, level := range []bool{false, true} {
			h.inbox = nil
			b.Stick(line, level)
			h.until(fmt.Sprintf("no word of line %d at %v", line, level), func() bool {
				e, is := exchange(h, protocol.SnapshotGet{}).(protocol.Error)
				return is && e.Code == protocol.CodeChain
			})
			if line == Address0 && !level {
				if fault := awaitFault(h, want); fault.Code != protocol.CodeChain || fault.About != 0 {
					t.Errorf("the fault is reported as %v", fault)
				}
			}
			b.Unstick()
			h.until("the board as before", func() bool {
				s, is := exchange(h, protocol.SnapshotGet{}).(protocol.Snapshot)
				if is {
					sameStones(t, s.States, want)
				}
				return is && cmp.Equal(s.States, want)
			})
		}
	}

	dark := map[int]int{}
	for p := range b.Points() {
		dark[p] = 0
	}
	b.SetVolts(dark)
	if fault := awaitFault(h, want); fault.Code != protocol.CodeChain {
		t.Errorf("without its sensors' supply it says %v", fault)
	}
}

// awaitFault waits for a fault, and fails the test on a report that shows a stone
// where want has none, or none where it has one. A line that fails in the middle of
// a scan may make points unreadable.
func awaitFault(h *host, want []protocol.State) protocol.Error {
	h.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); h.pump() {
		for _, r := range h.inbox {
			switch m := r.msg.(type) {
			case protocol.Delta:
				for _, c := range m.Changes {
					sameStone(h.t, int(c.Point), c.State, want)
				}
			case protocol.Snapshot:
				sameStones(h.t, m.States, want)
			case protocol.Error:
				return m
			}
		}
		h.inbox = h.inbox[:0]
	}
	h.t.Fatal("no fault came")
	return protocol.Error{}
}

// sameStones fails the test where a broken board shows a stone that want has not,
// or none where want has one. Points may be unreadable.
func sameStones(t testing.TB, got, want []protocol.State) {
	t.Helper()
	for p, s := range got {
		sameStone(t, p, s, want)
	}
}

func sameStone(t testing.TB, p int, s protocol.State, want []protocol.State) {
	t.Helper()
	if s != want[p] && s != protocol.Unreadable {
		t.Errorf("a broken board reported %v at %d, where %v is", s, p, want[p])
	}
}

// A board learns at its first start what its sensors show without stones, keeps
// that whatever lies on it later, and learns again when its button is held.
func TestAnalogZeros(t *testing.T) {
	t.Parallel()
	b, h, _ := meet(t, Options{Analog: true, Rows: 9, Cols: 9})
	restart := func(volts map[int]int, want map[int]int8) {
		t.Helper()
		b.SetVolts(volts)
		b.Reset()
		await[protocol.Caps](h, "its introduction", nil)
		h.quick()
		await[protocol.Snapshot](h, "a snapshot", nil)
		for p, got := range h.raw(b.Points()) {
			if d := int(got) - int(want[p]); d < -1 || d > 1 {
				t.Fatalf("the field at %d is %d, want %d", p, got, want[p])
			}
		}
	}
	// One zero is written with every scan.
	scanned := func() {
		t.Helper()
		h.quick()
		h.until("the zeros kept", func() bool { return ask[protocol.Stats](h, protocol.StatsGet{}).Scans > 200 })
	}
	scanned()
	restart(map[int]int{9: 2500 + 200, 10: 2500 - 200}, map[int]int8{9: 41, 10: -41})
	b.HoldButton(true)
	restart(map[int]int{11: 2500 + 1000}, map[int]int8{11: 127}) // too far off for a zero
	b.HoldButton(false)
	scanned()
	restart(map[int]int{9: 2500, 10: 2500, 11: 2500}, map[int]int8{9: -41, 10: 41})

	// At a start at which the sensors cannot be read the zeros that are kept count, and
	// nothing is learned, whatever is held.
	b.Stick(Address0, false)
	b.HoldButton(true)
	b.Reset()
	await[protocol.Caps](h, "its introduction", nil)
	h.until("the snapshot refused", func() bool {
		e, is := exchange(h, protocol.SnapshotGet{}).(protocol.Error)
		return is && e.Code == protocol.CodeChain
	})
	b.HoldButton(false)
	b.Unstick()
	h.quick()
	h.until("a snapshot", func() bool { _, is := exchange(h, protocol.SnapshotGet{}).(protocol.Snapshot); return is })
	if f := h.raw(b.Points()); f[9] > -40 || f[10] < 40 {
		t.Errorf("after a start that did not prove the fields are %d and %d, want -41 and 41", f[9], f[10])
	}
	scanned()
	restart(nil, map[int]int8{9: -41, 10: 41})
}

func TestAnalogSmallBoards(t *testing.T) {
	t.Parallel()
	b, h, caps := meet(t, Options{Analog: true, Rows: 9, Cols: 9, NoPointLEDs: true})
	if caps.Points() != 81 {
		t.Fatalf("caps %+v", caps)
	}
	for _, p := range []int{0, 15, 16, 80} {
		b.SetPoint(p, protocol.White)
		d := await[protocol.Delta](h, "the stone", nil)
		if diff := cmp.Diff([]protocol.Change{{Point: uint16(p), State: protocol.White}}, d.Changes); diff != "" {
			t.Error(diff)
		}
	}
	if s := ask[protocol.Selftest](h, protocol.SelftestRun{}); s.Failed != 0 || s.Found != 6 {
		t.Errorf("self-test %+v", s)
	}
}
