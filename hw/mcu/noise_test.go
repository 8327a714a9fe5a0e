package mcu

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	protocol "stonehand/firmware-protocol"
	"stonehand/hw"
	"stonehand/hw/hwtest"
)

// noise spoils, drops, doubles and invents bytes, one in about every.
func noise(seed uint64, every int) func([]byte) []byte {
	rng := rand.New(rand.NewPCG(seed, 1))
	return func(in []byte) (out []byte) {
		for _, c := range in {
			if rng.IntN(every) > 0 {
				out = append(out, c)
				continue
			}
			switch rng.IntN(4) {
			case 0:
				out = append(out, c^1<<rng.IntN(8))
			case 1:
			case 2:
				out = append(out, c, c)
			case 3:
				for range rng.IntN(20) {
					out = append(out, byte(rng.Uint32()))
				}
			}
		}
		return out
	}
}

// On a line that spoils both ways, every frame that the host shows is a picture
// that the board really had, in the order in which it had them; and once the
// line is clean again the last one is seen and shown.
func TestNothingFalseGetsThroughNoise(t *testing.T) {
	for seed := range uint64(4) {
		synctest.Test(t, func(t *testing.T) {
			b := hwtest.NewBoard(protocol.Caps{})
			r := newRig(t, b, Options{})
			r.up()
			b.Wire().Noise(true, noise(seed, 150))
			b.Wire().Noise(false, noise(seed+100, 150))
			rng := rand.New(rand.NewPCG(seed, 2))
			now := make([]hw.State, 361)
			had := [][]hw.State{slices.Clone(now)}
			at := 0
			check := func(got hw.Reading) {
				if got.Frame == nil {
					return
				}
				for i := at; i < len(had); i++ {
					if slices.Equal(had[i], got.Frame.Points) {
						at = i
						return
					}
				}
				t.Fatalf("a picture that the board never had, or had before: after picture %d of %d", at, len(had))
			}
			for i := range 400 {
				p, s := rng.IntN(361), rng.IntN(3)
				now[p] = hw.State(s)
				had = append(had, slices.Clone(now))
				b.Put(p, protocol.State(s))
				r.host.Show(show(hw.Signal(i%22), map[int]hw.Signal{p: hw.Signal(rng.IntN(22))}))
				for range rng.IntN(4) {
					check(r.next())
				}
				if rng.IntN(50) == 0 {
					b.Restart()
				}
				if w := b.Wire(); rng.IntN(50) == 0 { // the link may have been lost and come back on a new wire
					w.Noise(true, noise(seed+uint64(i), 150))
					w.Noise(false, noise(seed+200+uint64(i), 150))
				}
			}
			b.Wire().Noise(true, nil)
			b.Wire().Noise(false, nil)
			want := map[int]hw.Signal{361 / 2: hw.Winning}
			r.host.Show(show(hw.Confirm, want))
			for end := time.Now().Add(20 * time.Second); time.Now().Before(end); {
				check(r.next())
			}
			if at != len(had)-1 && !slices.Equal(had[at], now) {
				t.Errorf("picture %d of %d was the last to be seen", at, len(had)-1)
			}
			r.lights(want, hw.Confirm)
			s := r.host.Stats()
			t.Logf("frames %d, broken %d, gaps %d, retries %d, refusals %d, restarts %d, losses %d",
				s.Line.Frames, s.Line.Broken(), s.Gaps, s.Retries, s.Refusals, s.Restarts, s.Losses)
			if s.Line.Broken() == 0 || s.Gaps == 0 || s.Retries == 0 {
				t.Error("the noise did not do its work")
			}
		})
	}
}

// Whatever a board says, in whatever order, nothing panics, and frames are of
// the board's size.
func FuzzSession(f *testing.F) {
	f.Add([]byte("\x00\x01garbage\x00"), uint8(1))
	for _, m := range []protocol.Message{
		protocol.Caps{Major: 1, Planes: 2, Rows: 19, Cols: 19, Boot: 9},
		protocol.Snapshot{Scan: 3, States: make([]protocol.State, 361)},
		protocol.Snapshot{Scan: 3, States: make([]protocol.State, 4)},
		protocol.Delta{Scan: 1, Changes: []protocol.Change{{Point: 600, State: 1}}},
		protocol.BoardPing{Boot: 77}, protocol.BoardPong{}, protocol.Ack{}, protocol.ConfigNow{},
		protocol.Stats{}, protocol.Raw{}, protocol.Selftest{}, protocol.Hello{},
		protocol.Error{Code: protocol.CodeChain}, protocol.Error{Code: protocol.CodePicture, About: protocol.TypeLEDCommit},
	} {
		for _, ack := range []uint8{0, 1, 3} {
			p, err := protocol.Append(nil, 1, ack, m)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(bytes.Repeat(p, 2), ack)
		}
	}
	f.Fuzz(func(t *testing.T, p []byte, when uint8) {
		synctest.Test(t, func(t *testing.T) {
			b := hwtest.NewBoard(protocol.Caps{})
			host, err := New(b.Dial, Options{})
			if err != nil {
				t.Fatal(err)
			}
			host.seq = 0
			r := &rig{t: t, host: host, in: make(chan hw.Reading), board: b}
			done := make(chan error, 1)
			go func() { done <- host.Sense(t.Context(), r.in) }()
			if when%2 == 0 {
				r.up()
			}
			b.SayBytes(p)
			for end := time.Now().Add(30 * time.Second); time.Now().Before(end); {
				if got := r.next(); got.Frame != nil && len(got.Frame.Points) != 361 {
					t.Fatalf("a frame of %d points", len(got.Frame.Points))
				}
			}
			if !host.Stats().Up {
				t.Error("the board was not reached again")
			}
			go func() {
				for range r.in {
				}
			}()
			host.Halt()
			<-done
			close(r.in)
			b.Wait()
		})
	})
}

// The outbox stays small, ends in the truth, and never hides a loss.
func TestOutbox(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		box := &outbox{out: make(chan hw.Reading, 1)}
		up, told, lost := false, false, false // as it is; as the receiver knows; a loss the receiver must hear of
		first := true
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			switch rapid.IntRange(0, 3).Draw(t, "step") {
			case 0:
				up = !up
				if !up {
					lost = lost || told
				}
				box.link(hw.Link{Up: up})
				first = false
			case 1:
				box.fault(hw.Fault{})
			case 2:
				if up {
					box.frame = &hw.Frame{}
				}
			case 3:
				out, r := box.head()
				if out == nil {
					break
				}
				box.sent()
				switch {
				case r.Link != nil:
					if told = r.Link.Up; !told {
						lost = false
					}
				case r.Frame != nil:
					if !told || lost {
						t.Fatalf("a frame while the receiver believes up=%v and lost=%v", told, lost)
					}
				}
			}
			if len(box.links) > 3 || len(box.faults) > maxFaults {
				t.Fatalf("%d links and %d faults wait", len(box.links), len(box.faults))
			}
		}
		for {
			out, r := box.head()
			if out == nil {
				break
			}
			box.sent()
			if r.Link != nil {
				if told = r.Link.Up; !told {
					lost = false
				}
			}
		}
		if !first && told != up || lost {
			t.Fatalf("in the end the receiver believes up=%v, lost=%v; it is up=%v", told, lost, up)
		}
	})
}
