package avrtest

import (
	"math/rand/v2"
	"testing"

	protocol "stonehand/firmware-protocol"
)

// noise returns n random bytes, none of them a delimiter.
func noise(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(1 + r.IntN(255))
	}
	return b
}

func TestGarbageCostsFramesAndNothingElse(t *testing.T) {
	onEach(t, Options{}, func(t *testing.T, o Options) {
		b, h, caps := meet(t, o)
		r := rand.New(rand.NewPCG(3, 5))
		picture := make([]uint8, b.Points())
		picture[3] = 2
		h.show(make([]uint8, b.Points()), picture, 0)
		b.SetPoint(100, protocol.White)
		await[protocol.Delta](h, "a stone", nil)
		before := ask[protocol.Stats](h, protocol.StatsGet{})

		// Each of these must leave the line in working order: the next command
		// gets its answer at the first try.
		set := protocol.LEDSet{Runs: []protocol.Run{{First: 3, Signals: []uint8{7}}}}
		for _, c := range []struct {
			name  string
			bytes func() []byte
		}{
			{"noise", func() []byte { return noise(r, 50) }},
			{"long noise", func() []byte { return noise(r, 700) }},
			{"delimiters", func() []byte { return make([]byte, 20) }},
			{"truncated", func() []byte { _, w := h.wire(set); return w[:len(w)-4] }},
			{"headless", func() []byte { _, w := h.wire(set); return w[4:] }},
			{"noise within", func() []byte { _, w := h.wire(set); return append(append(w[:6:6], noise(r, 9)...), w[6:]...) }},
			{"zero within", func() []byte { _, w := h.wire(set); return append(append(w[:6:6], 0), w[6:]...) }},
			{"flipped", func() []byte { _, w := h.wire(set); w[len(w)-4] ^= 0x10; return w }},
			{"its own echo", func() []byte { w, _ := protocol.Append(nil, 9, 0, protocol.Delta{Scan: 9}); return w }},
			{"unknown type", func() []byte {
				w, _ := protocol.AppendFrame(nil, protocol.Frame{Version: 1, Type: 0x7E, Seq: 9})
				return w
			}},
			{"longest garbage", func() []byte { return append(append([]byte{0}, noise(r, 209)...), 0) }},
		} {
			h.write(c.bytes())
			seq, ping := h.wire(protocol.HostPing{})
			h.write(ping)
			await(h, "the answer after "+c.name, func(r heard, _ protocol.BoardPong) bool { return r.Ack == seq })
		}

		after := ask[protocol.Stats](h, protocol.StatsGet{})
		if after.CRCErrors == before.CRCErrors || after.BadFrames == before.BadFrames || after.Overlong == before.Overlong || after.Unknown != before.Unknown+1 {
			t.Errorf("the damage was not counted: %+v, then %+v", before, after)
		}
		if after.Overruns != 0 {
			t.Errorf("%d bytes were lost to overruns", after.Overruns)
		}
		t.Logf("after garbage: %+v", after)
		// Nothing of the broken frames was taken for a command.
		ask[protocol.Ack](h, protocol.LEDCommit{Check: protocol.PictureCheck(picture)})
		if got := pointsOf(h.states()); got != " 100=2" {
			t.Errorf("stones:%s", got)
		}
		if pong := ask[protocol.BoardPong](h, protocol.HostPing{}); pong.Boot != caps.Boot {
			t.Error("the board restarted")
		}
		// The line was opened in the middle of a frame, perhaps.
		if h.dec.Counts.Broken() > 1 {
			t.Errorf("the board's own frames arrived damaged: %+v", h.dec.Counts)
		}
	})
}

// TestAStormOfBytes throws everything at the board at once: noise, and frames
// whose check is right and whose content is not.
func TestAStormOfBytes(t *testing.T) {
	onEach(t, Options{}, func(t *testing.T, o Options) {
		b, h, caps := meet(t, o)
		r := rand.New(rand.NewPCG(7, 7))
		for range 150 {
			var w []byte
			if r.IntN(3) == 0 {
				w = make([]byte, r.IntN(120))
				for i := range w {
					w[i] = byte(r.Uint32())
				}
			} else {
				p := make([]byte, r.IntN(protocol.MaxPayload+1)>>r.IntN(8))
				for i := range p {
					p[i] = byte(r.Uint32()) >> r.IntN(9)
				}
				types := []protocol.Type{
					protocol.TypeHello, protocol.TypeHostPing, protocol.TypeHostPong, protocol.TypeConfig, protocol.TypeSnapshotGet,
					protocol.TypeLEDSet, protocol.TypeLEDCommit, protocol.TypeRawGet, protocol.TypeSelftestRun, protocol.TypeStatsGet, protocol.TypeLevelsSet,
					protocol.Type(r.Uint32()),
				}
				var err error
				w, err = protocol.AppendFrame(nil, protocol.Frame{
					Version: uint8(1 + r.IntN(20)/19), Type: types[r.IntN(len(types))], Seq: h.seq.Next(), Ack: uint8(r.Uint32()), Payload: p,
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			h.write(w)
			h.pump()
		}
		stats := ask[protocol.Stats](h, protocol.StatsGet{})
		t.Logf("%+v", stats)
		if stats.FreeRAM < 64 {
			t.Errorf("only %d bytes of RAM were never touched", stats.FreeRAM)
		}
		if pong := ask[protocol.BoardPong](h, protocol.HostPing{}); pong.Boot != caps.Boot {
			t.Errorf("the board restarted: boot %d, then %d", caps.Boot, pong.Boot)
		}
		b.SetPoint(44, protocol.White)
		await(h, "a stone", func(_ heard, d protocol.Delta) bool {
			return d.Changes[0] == protocol.Change{Point: 44, State: protocol.White}
		})
	})
}

func TestDuplicatesChangeNothing(t *testing.T) {
	onEach(t, Options{}, func(t *testing.T, o Options) {
		b, h, _ := meet(t, o)
		picture := make([]uint8, b.Points())
		picture[9] = 11
		sets := protocol.PictureSets(make([]uint8, b.Points()), picture, protocol.MaxPayload)
		for _, m := range []protocol.Message{sets[0], protocol.LEDCommit{Check: protocol.PictureCheck(picture)}, protocol.SnapshotGet{}} {
			seq, w := h.wire(m)
			h.write(append(append(w[:len(w):len(w)], w...), w...))
			for i := range 3 {
				h.until("an answer to each", func() bool {
					for j, r := range h.inbox {
						if r.Ack == seq && r.Type != protocol.TypeBoardPing {
							if r.Type == protocol.TypeError {
								t.Fatalf("repetition %d of %v: %v", i, m.Type(), r.msg)
							}
							h.inbox = append(h.inbox[:j], h.inbox[j+1:]...)
							return true
						}
					}
					return false
				})
			}
		}
		h.until("the light", func() bool { return b.Lights()[9] == readLooks(t)[11].full() })
	})
}

func TestOtherVersions(t *testing.T) {
	onEach(t, Options{}, func(t *testing.T, o Options) {
		_, h, _ := meet(t, o)
		for _, f := range []protocol.Frame{
			{Version: 9, Type: protocol.TypeHello, Payload: []byte{9, 0}},
			{Version: 9, Type: protocol.TypeHello}, // even when a later version's HELLO is empty
		} {
			f.Seq = h.seq.Next()
			w, err := protocol.AppendFrame(nil, f)
			if err != nil {
				t.Fatal(err)
			}
			h.write(w)
			caps := await(h, "CAPS for another version", func(r heard, _ protocol.Caps) bool { return r.Ack == f.Seq })
			if caps.Major != protocol.Major {
				t.Errorf("CAPS say major %d", caps.Major)
			}
		}
		seq := h.seq.Next()
		w, err := protocol.AppendFrame(nil, protocol.Frame{Version: 9, Type: protocol.TypeSnapshotGet, Seq: seq})
		if err != nil {
			t.Fatal(err)
		}
		h.write(w)
		e := await(h, "the refusal", func(r heard, _ protocol.Error) bool { return r.Ack == seq })
		if e != (protocol.Error{Code: protocol.CodeVersion, About: protocol.TypeSnapshotGet, Detail: protocol.Major}) {
			t.Errorf("refused by: %v", e)
		}
		seq = h.seq.Next()
		w, err = protocol.AppendFrame(nil, protocol.Frame{Version: protocol.Major, Type: protocol.TypeConfig, Seq: seq, Payload: []byte{1}})
		if err != nil {
			t.Fatal(err)
		}
		h.write(w)
		e = await(h, "the refusal", func(r heard, _ protocol.Error) bool { return r.Ack == seq })
		if e != (protocol.Error{Code: protocol.CodeLength, About: protocol.TypeConfig, Detail: 1}) {
			t.Errorf("refused by: %v", e)
		}
	})
}

func TestAResetInTheMiddle(t *testing.T) {
	onEach(t, Options{}, func(t *testing.T, o Options) {
		b, h, first := meet(t, o)
		picture := make([]uint8, b.Points())
		for i := range picture {
			picture[i] = uint8(1 + i%2)
		}
		b.SetPoint(200, protocol.Black)
		await[protocol.Delta](h, "a stone", nil)

		// Half a picture, and half a frame of its other half, then a reset.
		sets := protocol.PictureSets(make([]uint8, b.Points()), picture, protocol.MaxPayload)
		ask[protocol.Ack](h, sets[0])
		_, w := h.wire(sets[1])
		h.write(w[:len(w)/2])
		b.Reset()
		h.write(w[len(w)/2:])
		caps := await(h, "the introduction after the reset", func(r heard, c protocol.Caps) bool { return r.Ack == 0 && c.Boot != first.Boot })
		if caps.Boot != first.Boot+1 || caps.Reset&protocol.ResetPin == 0 {
			t.Errorf("boot %d after %d, cause %v", caps.Boot, first.Boot, caps.Reset)
		}
		snap := await[protocol.Snapshot](h, "a snapshot unasked", nil)
		if snap.States[200] != protocol.Black {
			t.Error("the stone was forgotten")
		}
		// The board has only the second half: it refuses to show that.
		ask[protocol.Ack](h, sets[1])
		if e := ask[protocol.Error](h, protocol.LEDCommit{Check: protocol.PictureCheck(picture)}); e.Code != protocol.CodePicture {
			t.Errorf("half a picture refused by: %v", e)
		}
		h.show(make([]uint8, b.Points()), picture, 0)

		// And a reset while the board itself is sending.
		for range 5 {
			_, get := h.wire(protocol.SnapshotGet{})
			h.write(get)
			sent := b.Sent()
			h.until("the board is sending", func() bool { return b.Sent() > sent+5 })
			b.Reset()
			now := await(h, "the next introduction", func(_ heard, c protocol.Caps) bool { return c.Boot != caps.Boot })
			if now.Boot != caps.Boot+1 {
				t.Errorf("boot %d after %d", now.Boot, caps.Boot)
			}
			caps = now
		}
		if got := pointsOf(h.states()); got != " 200=1" {
			t.Errorf("stones:%s", got)
		}
	})
}

// TestStatsOfABusyBoard keeps every part busy and looks at what the firmware
// says of itself.
func TestStatsOfABusyBoard(t *testing.T) {
	onEach(t, Options{}, func(t *testing.T, o Options) {
		b, h, _ := meet(t, o)
		from := make([]uint8, b.Points())
		for i := range 15 {
			to := make([]uint8, b.Points())
			for p := range to {
				to[p] = uint8((p + i) % 16)
			}
			b.SetPoint(i, protocol.Black)
			h.show(from, to, 4)
			from = to
		}
		s := ask[protocol.Stats](h, protocol.StatsGet{})
		t.Logf("%+v", s)
		if s.Overruns != 0 || s.CRCErrors+s.BadFrames+s.Overlong != 0 || s.ChainFaults != 0 {
			t.Errorf("a healthy line lost something: %+v", s)
		}
		if s.FreeRAM < 64 {
			t.Errorf("only %d bytes of RAM were never touched", s.FreeRAM)
		}
		if s.FramesIn < 45 || s.FramesOut < 45 || s.Scans == 0 || s.Uptime == 0 {
			t.Errorf("too little was counted: %+v", s)
		}
	})
}
