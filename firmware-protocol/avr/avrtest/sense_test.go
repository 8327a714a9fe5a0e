package avrtest

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	protocol "stonehand/firmware-protocol"
)

func TestIntroduction(t *testing.T) {
	onEach(t, Options{UID: "0123456789abcdef"}, func(t *testing.T, o Options) {
		_, h, caps := meet(t, o)
		want := protocol.Caps{
			Major: 1, Minor: protocol.Minor, Firmware: [3]uint8{1, 1, 1}, Planes: 2, Rows: 19, Cols: 19, LEDs: 361, EdgeLEDs: 4,
			Features: protocol.FeaturePointLEDs | protocol.FeatureEdgeLEDs | protocol.FeatureSelftest |
				protocol.FeatureLimit | protocol.FeatureChainCheck,
			Boot: caps.Boot, Reset: protocol.ResetPower,
			UID: [8]byte{0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF}, Model: "stonehand " + o.MCU,
		}
		if diff := cmp.Diff(want, caps); diff != "" {
			t.Error(diff)
		}
		if err := caps.Understood(); err != nil {
			t.Error(err)
		}
		pong := ask[protocol.BoardPong](h, protocol.HostPing{})
		if pong.Boot != caps.Boot {
			t.Errorf("PONG of boot %d, CAPS of %d", pong.Boot, caps.Boot)
		}
		first := await[protocol.BoardPing](h, "a ping", nil)
		second := await[protocol.BoardPing](h, "a second ping", nil)
		if d := second.Uptime - first.Uptime; d < 900 || d > 1100 {
			t.Errorf("%d ms of the board's time between pings, want a second", d)
		}
	})
}

func TestStonesComeAsDeltas(t *testing.T) {
	onEach(t, Options{}, func(t *testing.T, o Options) {
		b, h, _ := meet(t, o)
		scan := ask[protocol.Snapshot](h, protocol.SnapshotGet{}).Scan
		for _, c := range []protocol.Change{
			{Point: 0, State: protocol.Black},
			{Point: 360, State: protocol.White},
			{Point: 18, State: protocol.White},
			{Point: 342, State: protocol.Black},
			{Point: 0, State: protocol.White}, // both planes change at once
			{Point: 180, State: protocol.Unreadable},
			{Point: 360, State: protocol.Empty},
		} {
			b.SetPoint(int(c.Point), c.State)
			d := await[protocol.Delta](h, "the delta", nil)
			scan++
			if diff := cmp.Diff(protocol.Delta{Scan: scan, Changes: []protocol.Change{c}}, d); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}

func TestSnapshotIsTheTruth(t *testing.T) {
	onEach(t, Options{}, func(t *testing.T, o Options) {
		b, h, _ := meet(t, o)
		r := rand.New(rand.NewPCG(6, 2))
		for range 3 {
			want := make([]protocol.State, b.Points())
			hand := map[int]protocol.State{}
			for p := range want {
				want[p] = protocol.State(r.IntN(4))
				hand[p] = want[p]
			}
			b.SetPoints(hand)
			// Many changes come as one snapshot, unasked.
			s := await(h, "the new position", func(_ heard, s protocol.Snapshot) bool {
				return cmp.Equal(s.States, want)
			})
			if got := ask[protocol.Snapshot](h, protocol.SnapshotGet{}); !cmp.Equal(got, s) {
				t.Fatalf("asked for, the snapshot is another: scan %d, then %d", s.Scan, got.Scan)
			}
		}
		ask[protocol.ConfigNow](h, protocol.Config{SnapshotMillis: 200})
		await(h, "an unasked snapshot", func(r heard, _ protocol.Snapshot) bool { return r.Ack == 0 })
	})
}

// TestDeltasLeaveNothingOut moves stones faster than the line can tell of each,
// and follows the reports as a host does: no number is skipped, and what they
// add up to is the truth.
func TestDeltasLeaveNothingOut(t *testing.T) {
	onEach(t, Options{}, func(t *testing.T, o Options) {
		b, h, _ := meet(t, o)
		start := ask[protocol.Snapshot](h, protocol.SnapshotGet{})
		now, scan := start.States, start.Scan
		h.inbox = nil
		follow := func() {
			h.pump()
			for _, r := range h.inbox {
				switch m := r.msg.(type) {
				case protocol.Delta:
					if m.Scan != scan+1 {
						t.Fatalf("after scan %d came %d", scan, m.Scan)
					}
					scan = m.Scan
					for _, c := range m.Changes {
						if now[c.Point] == c.State {
							t.Fatalf("scan %d tells that point %d changed to the %d it was", scan, c.Point, c.State)
						}
						now[c.Point] = c.State
					}
				case protocol.Snapshot:
					if m.Scan == scan && !cmp.Equal(m.States, now) {
						t.Fatalf("the snapshot of scan %d has%s, the deltas made%s", scan, pointsOf(m.States), pointsOf(now))
					}
					now, scan = m.States, m.Scan
				}
			}
			h.inbox = h.inbox[:0]
		}
		r := rand.New(rand.NewPCG(1, 9))
		want := make([]protocol.State, b.Points())
		for range 60 {
			hand := map[int]protocol.State{}
			for range r.IntN(8) + 1 {
				p := r.IntN(b.Points())
				want[p] = protocol.State(r.IntN(3))
				hand[p] = want[p]
			}
			b.SetPoints(hand)
			if r.IntN(4) == 0 {
				follow()
			}
		}
		h.until("the final state", func() bool { follow(); return cmp.Equal(now, want) })
	})
}

// The parts of a snapshot make the whole, and keep to its number while stones move.
func TestPartsOfASnapshot(t *testing.T) {
	for name, o := range map[string]Options{"switches": {MCU: ATmega328P}, "analog": {Analog: true}, "a Pico": {MCU: RP2040}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, h, _ := meet(t, o)
			first := ask[protocol.Part](h, protocol.SnapshotGet{Count: 4}) // whatever was reported before
			if len(first.States) != 4 {
				t.Errorf("4 points were asked for: %+v", first)
			}
			hand := map[int]protocol.State{0: protocol.Black, 63: protocol.White, 64: protocol.White, 360: protocol.Black}
			b.SetPoints(hand)
			await(h, "the stones", func(_ heard, s protocol.Snapshot) bool { return s.States[360] == protocol.Black })
			var all []protocol.State
			whole := ask[protocol.Snapshot](h, protocol.SnapshotGet{})
			for len(all) < b.Points() {
				p := ask[protocol.Part](h, protocol.SnapshotGet{First: uint16(len(all)), Count: uint8(min(64, b.Points()-len(all)))})
				if int(p.First) != len(all) || p.Scan != whole.Scan {
					t.Fatalf("part from %d of state %d; want from %d of %d", p.First, p.Scan, len(all), whole.Scan)
				}
				all = append(all, p.States...)
			}
			if !cmp.Equal(all, whole.States) {
				t.Errorf("the parts show%s, the whole%s", pointsOf(all), pointsOf(whole.States))
			}
			if e := ask[protocol.Error](h, protocol.SnapshotGet{First: 358, Count: 4}); e.Code != protocol.CodeValue || e.Detail != 358 {
				t.Errorf("points beyond the board: %v", e)
			}
		})
	}
}

// A board whose chain is mended says so with a snapshot at once.
func TestAMendedChainIsToldAtOnce(t *testing.T) {
	onEach(t, Options{}, func(t *testing.T, o Options) {
		b, h, _ := meet(t, o)
		ask[protocol.ConfigNow](h, protocol.Config{SnapshotMillis: 5000})
		before := lost(b, h)
		for range 3 {
			b.Break(40)
			await(h, "the fault", func(_ heard, e protocol.Error) bool { return e.Code == protocol.CodeChain })
			b.Run(200 * time.Millisecond)
			for broken := b.Sent(); b.Sent() == broken; { // what was sent before the fault has come
				h.pump()
			}
			mended := b.elapsed()
			b.Mend()
			_, at := awaitHeard[protocol.Snapshot](h, "a snapshot", nil)
			if d := time.Duration(b.SentAt(before+at.end-1))*125/2 - mended; d > 100*time.Millisecond {
				t.Errorf("the snapshot came %v after the chain was mended", d)
			}
		}
	})
}

func TestABrokenChainTellsNoLies(t *testing.T) {
	onEach(t, Options{}, func(t *testing.T, o Options) {
		b, h, caps := meet(t, o)
		b.SetPoint(5, protocol.Black)
		b.SetPoint(300, protocol.White)
		await(h, "both stones", func(_ heard, s protocol.Snapshot) bool { return s.States[5] == 1 && s.States[300] == 2 })

		b.Break(40)
		fault := await[protocol.Error](h, "the fault", nil)
		if fault.Code != protocol.CodeChain || fault.About != 0 {
			t.Errorf("reported as: %v", fault)
		}
		if e := ask[protocol.Error](h, protocol.SnapshotGet{}); e.Code != protocol.CodeChain {
			t.Errorf("a snapshot of a broken chain was refused by: %v", e)
		}
		test := ask[protocol.Selftest](h, protocol.SelftestRun{})
		if test.Failed != protocol.TestChain || test.Chips != 91 {
			t.Errorf("self-test: %+v", test)
		}
		for range 2 {
			await[protocol.BoardPing](h, "a ping", func() func(heard, protocol.BoardPing) bool {
				return func(r heard, p protocol.BoardPing) bool { return p.Boot == caps.Boot }
			}())
			for _, r := range h.inbox {
				switch r.Type {
				case protocol.TypeDelta, protocol.TypeSnapshot:
					t.Errorf("a broken chain reported %+v", r.msg)
				}
			}
		}

		b.Mend()
		b.SetPoint(7, protocol.Black)
		d := await[protocol.Delta](h, "the next stone", nil)
		if diff := cmp.Diff([]protocol.Change{{Point: 7, State: protocol.Black}}, d.Changes); diff != "" {
			t.Error(diff)
		}
		test = ask[protocol.Selftest](h, protocol.SelftestRun{})
		ran := protocol.TestChain | protocol.TestMemory
		if o.MCU != RP2040 { // which has no EEPROM
			ran |= protocol.TestEEPROM
		}
		if test.Failed != 0 || test.Found != 91 || test.Ran != ran {
			t.Errorf("self-test after mending: %+v", test)
		}
		if got := h.states(); got[5] != protocol.Black || got[300] != protocol.White {
			t.Errorf("after mending:%s", pointsOf(got))
		}
	})
}

// A chain that is joined in the middle of a scan has lost what was on its way, although
// the marker, which is the last to pass, arrives.
func TestAChainJoinedWithinAScanTellsNoLies(t *testing.T) {
	onEach(t, Options{}, func(t *testing.T, o Options) {
		b, h, _ := meet(t, o)
		const broken, last = 40, 90 // chips
		stones := map[int]protocol.State{}
		for chip := broken; chip <= last; chip++ {
			if p := chip * 8; p < b.Points() {
				stones[p] = protocol.Black
			} else {
				stones[p-b.Points()] |= protocol.White
			}
		}
		b.SetPoints(stones)
		await(h, "the stones", func(_ heard, s protocol.Snapshot) bool { return s.States[last*8-b.Points()] != 0 })
		for bytes := 1; bytes <= last; bytes += 9 {
			b.Break(broken)
			await(h, "the fault", func(_ heard, e protocol.Error) bool { return e.Code == protocol.CodeChain })
			b.BreakFor(broken, bytes)
			for at := b.elapsed(); b.elapsed()-at < 60*time.Millisecond; {
				h.pump()
			}
			// A fault that was told of twice is not to be taken for the next one: its answer to a
			// question is the last of what the board says of this scan.
			seq, question := h.wire(protocol.StatsGet{})
			h.write(question)
			h.until("an answer", func() bool {
				return slices.ContainsFunc(h.inbox, func(r heard) bool { return r.Ack == seq && r.Type != protocol.TypeBoardPing })
			})
			for _, r := range h.inbox {
				if d, is := r.msg.(protocol.Delta); is {
					t.Errorf("joined after %d bytes of a scan, the board reported %+v", bytes, d)
				}
			}
			h.inbox = h.inbox[:0]
		}
	})
}

func TestRawFields(t *testing.T) {
	onEach(t, Options{}, func(t *testing.T, o Options) {
		b, h, _ := meet(t, o)
		b.SetPoints(map[int]protocol.State{358: protocol.Black, 359: protocol.White, 360: protocol.Unreadable})
		h.until("the fields", func() bool {
			raw := ask[protocol.Raw](h, protocol.RawGet{First: 357, Count: 4})
			return cmp.Equal(raw, protocol.Raw{First: 357, Field: []int8{0, 127, -127, 0}})
		})
		levels := protocol.LevelsSet{First: 0, Levels: []protocol.Level{{Zero: 0, Stone: 20}}}
		if e := ask[protocol.Error](h, levels); e.Code != protocol.CodeUnsupported || e.About != protocol.TypeLevelsSet {
			t.Errorf("of levels the board says %v", e)
		}
		for _, m := range []protocol.RawGet{{First: 357, Count: 5}, {First: 361, Count: 1}, {First: 0xFFFF, Count: 9}, {First: 0, Count: 0}, {First: 0, Count: 199}} {
			if e := ask[protocol.Error](h, m); e.Code != protocol.CodeValue || e.About != protocol.TypeRawGet {
				t.Errorf("%+v refused by: %v", m, e)
			}
		}
	})
}

func TestOtherBoards(t *testing.T) {
	for name, o := range map[string]Options{
		"occupancy only, 9 by 9, no lights": {MCU: ATmega328P, Rows: 9, Cols: 9, Planes: 1, NoPointLEDs: true, NoEdgeLEDs: true},
		"occupancy only, 19 by 19":          {MCU: ATmega328P, Planes: 1},
		"15 by 13, corners for the edge":    {Rows: 13, Cols: 15, NoEdgeLEDs: true},
		"occupancy only, on a Pico":         {MCU: RP2040, Rows: 9, Cols: 9, Planes: 1},
		"no lights, on a Pico":              {MCU: RP2040, Rows: 13, Cols: 13, NoPointLEDs: true, NoEdgeLEDs: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, h, caps := meet(t, o)
			if err := caps.Understood(); err != nil {
				t.Fatal(err)
			}
			if caps.Points() != b.Points() || int(caps.LEDs)+int(caps.EdgeLEDs) != b.o.lights() || int(caps.Planes) != b.o.Planes {
				t.Errorf("caps %+v", caps)
			}
			want := make([]protocol.State, b.Points())
			for _, p := range []int{0, b.o.Cols, b.Points() - 1} {
				b.SetPoint(p, protocol.Stone)
				want[p] = protocol.Stone
				d := await[protocol.Delta](h, "the stone", nil)
				if diff := cmp.Diff([]protocol.Change{{Point: uint16(p), State: protocol.Stone}}, d.Changes); diff != "" {
					t.Error(diff)
				}
			}
			if diff := cmp.Diff(want, h.states()); diff != "" {
				t.Error(diff)
			}
			if s := ask[protocol.Selftest](h, protocol.SelftestRun{}); s.Failed != 0 {
				t.Errorf("self-test %+v", s)
			}
			if caps.LEDs == 0 {
				if e := ask[protocol.Error](h, protocol.LEDSet{Runs: []protocol.Run{{First: 0, Signals: []uint8{1}}}}); e.Code != protocol.CodeUnsupported {
					t.Errorf("lights that are not there refused by: %v", e)
				}
				ask[protocol.Ack](h, protocol.LEDCommit{Check: protocol.PictureCheck(nil)})
				return
			}
			// The edge's signal goes to the corners when it has no lights.
			picture := make([]uint8, b.Points())
			h.show(picture, picture, 13)
			turn := Strip(RGB{0, 120, 40})
			h.until("the edge shows", func() bool {
				l := b.Lights()
				if o.NoEdgeLEDs {
					return l[0] == turn && l[b.o.Cols-1] == turn && l[b.Points()-b.o.Cols] == turn && l[b.Points()-1] == turn && l[1] == RGB{}
				}
				return l[b.Points()] == turn && l[0] == RGB{}
			})
		})
	}
}
