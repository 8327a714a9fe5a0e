package protocol

import (
	"bufio"
	"encoding/binary"
	"flag"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

var badLine = flag.Duration("badline", 4*time.Minute, "how long TestAWeekOfABadLine spoils the board's line, in the board's time")

// hosted is the boards' common C, built for this computer with the sanitizers, in
// time that the test tells (board/hosted).
type hosted struct {
	t   *testing.T
	in  *bufio.Writer
	out *bufio.Reader
	dec Decoder
}

func startHosted(t *testing.T) *hosted {
	t.Helper()
	if _, err := exec.LookPath("gcc"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("gcc is not installed: apt-get install gcc libc6-dev")
		}
		t.Skip("gcc is not installed, so the boards' C was not tested: apt-get install gcc libc6-dev")
	}
	bin := filepath.Join(t.TempDir(), "hosted")
	args := []string{"-std=gnu99", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-Wno-type-limits",
		"-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-Iboard/hosted", "-Iboard", "-Ic"}
	object := filepath.Join(t.TempDir(), "main.o")
	for _, cmd := range [][]string{
		append(args[:len(args):len(args)], "-Dmain=board_main", "-c", "-o", object, "board/main.c"),
		append(args[:len(args):len(args)], "-o", bin, "board/hosted/hosted.c", object,
			"board/chain.c", "board/grid.c", "board/lights.c", "board/link.c", "board/looks.c", "c/wire.c"),
	} {
		if out, err := exec.Command("gcc", cmd...).CombinedOutput(); err != nil {
			t.Fatalf("gcc %v: %v\n%s", cmd, err, out)
		}
	}
	in, out := startProgram(t, bin)
	return &hosted{t: t, in: bufio.NewWriter(in), out: bufio.NewReader(out)}
}

// order writes an order.
func (h *hosted) order(b ...byte) { h.in.Write(b) }

// input sets an input of the shift registers, low over a magnet.
func (h *hosted) input(k int, high byte) { h.order('i', byte(k), byte(k>>8), high) }

// run lets ms pass while the line brings p, and returns what the board sent.
func (h *hosted) run(ms int, p []byte) []byte {
	h.t.Helper()
	h.order('r', byte(ms), byte(ms>>8), byte(len(p)), byte(len(p)>>8))
	h.in.Write(p)
	if err := h.in.Flush(); err != nil {
		h.t.Fatal(err)
	}
	var n uint16
	if err := binary.Read(h.out, binary.LittleEndian, &n); err != nil {
		h.t.Fatalf("the board is gone: %v", err)
	}
	sent := make([]byte, n)
	if _, err := io.ReadFull(h.out, sent); err != nil {
		h.t.Fatal(err)
	}
	return sent
}

// TestAWeekOfABadLine spoils up to one byte in twenty to the board, opens the line
// again and again, breaks the chain, and moves stones. The board never says what
// cannot be read, answers the first good frame after whatever came, and ends
// with the truth; and the sanitizers find nothing.
func TestAWeekOfABadLine(t *testing.T) {
	t.Parallel()
	h := startHosted(t)
	r := rand.New(rand.NewPCG(1, 8))
	var seq Sequence
	var states [361]State
	boots, starts, commands, broken := map[uint16]bool{}, 0, 0, false
	// hear takes what the board sent and returns the answer to the frame ack.
	hear := func(sent []byte, ack uint8) (answer Message) {
		h.dec.Feed(sent, func(f Frame) {
			m, err := Unmarshal(f)
			if err != nil {
				t.Fatalf("the board sent what cannot be read: %v", err)
			}
			if c, ok := m.(Caps); ok {
				boots[c.Boot] = true
			}
			if f.Ack == ack && ack != 0 {
				answer = m
			}
		})
		if h.dec.Counts.Broken() > 0 {
			t.Fatalf("the board sent spoilt frames: %+v", h.dec.Counts)
		}
		return answer
	}
	hear(h.run(100, nil), 0)
	for passed := time.Duration(0); passed < *badLine; passed += 2 * time.Second {
		rate := []float64{0.001, 0.01, 0.05}[r.IntN(3)]
		for range 4 {
			var p []byte
			for range 1 + r.IntN(6) {
				payload := make([]byte, r.IntN(MaxPayload+1)>>r.IntN(8))
				for i := range payload {
					payload[i] = byte(r.Uint32()) >> r.IntN(9)
				}
				types := []Type{TypeHello, TypeHostPing, TypeHostPong, TypeConfig, TypeSnapshotGet, TypeLEDSet, TypeLEDCommit, TypeRawGet,
					TypeSelftestRun, TypeStatsGet, TypeLevelsSet, Type(r.Uint32())}
				p, _ = AppendFrame(p, Frame{Version: Major, Type: types[r.IntN(len(types))], Seq: seq.Next(), Payload: payload})
				commands++
			}
			for i := range p {
				if r.Float64() < rate {
					p[i] ^= byte(1 + r.IntN(255))
				}
			}
			point := r.IntN(len(states))
			states[point] = State(r.IntN(4))
			h.input(point, ^byte(states[point])&1)
			h.input(361+point, ^byte(states[point])>>1&1)
			hear(h.run(300+r.IntN(400), p), 0)
		}
		switch r.IntN(20) {
		case 0, 1, 2: // the line is opened again
			h.order('x')
			h.dec.Reset()
			starts++
			hear(h.run(100, nil), 0)
		case 3:
			broken = !broken
			h.order('b', map[bool]byte{true: 1}[broken])
		}
		// The line is clean: whatever came before, one question has its answer.
		hear(h.run(300, nil), 0) // what was asked before is answered
		s := seq.Next()
		ping, _ := Append(nil, s, 0, HostPing{})
		if m, ok := hear(h.run(50, ping), s).(BoardPong); !ok {
			t.Fatalf("after %v a clean PING was answered by %v", passed, m)
		}
	}
	h.order('b', 0)
	hear(h.run(200, nil), 0)
	var parts []State
	for len(parts) < len(states) {
		s := seq.Next()
		get, _ := Append(nil, s, 0, SnapshotGet{First: uint16(len(parts)), Count: uint8(min(64, len(states)-len(parts)))})
		part, ok := hear(h.run(100, get), s).(Part)
		if !ok {
			t.Fatalf("the board does not say what stands on it")
		}
		parts = append(parts, part.States...)
	}
	for p := range states {
		if parts[p] != states[p] {
			t.Errorf("point %d is %d and shows %d", p, states[p], parts[p])
		}
	}
	if len(boots) != min(starts+1, 1<<16) {
		t.Errorf("%d starts had %d numbers", starts, len(boots))
	}
	t.Logf("%v, %d starts, %d frames to the board, %d from it", *badLine, starts, commands, h.dec.Counts.Frames)
}

// A broken chain is told of once a second while it lasts, also when the count of scans
// that were thrown away has reached its end, and when the chain breaks again after that.
func TestABreakIsToldWhileItLasts(t *testing.T) {
	t.Parallel()
	h := startHosted(t)
	var faults, snapshots int
	var count uint16 // that the last fault told
	hear := func(sent []byte) {
		h.dec.Feed(sent, func(f Frame) {
			m, err := Unmarshal(f)
			if err != nil {
				t.Fatal(err)
			}
			switch m := m.(type) {
			case Error:
				if m.Code == CodeChain {
					faults, count = faults+1, m.Detail
				}
			case Snapshot:
				snapshots++
			}
		})
	}
	config, _ := Append(nil, 1, 0, Config{ScanMillis: 2})
	hear(h.run(500, config))
	const seconds = 140 // at 500 scans a second more than the count holds
	for i, broken := range []byte{1, 0, 1} {
		h.order('b', broken)
		hear(h.run(100, nil))
		faults, snapshots = 0, 0
		for range seconds / 20 {
			hear(h.run(20000, nil))
		}
		switch {
		case broken == 0 && (faults > 0 || snapshots < seconds/2):
			t.Errorf("mended, it told of %d faults and sent %d snapshots in %d s", faults, snapshots, seconds)
		case broken == 1 && (faults < seconds*9/10 || faults > seconds || snapshots > 0):
			t.Errorf("state %d: broken, it told of %d faults and sent %d snapshots in %d s", i, faults, snapshots, seconds)
		}
	}
	if count != 65535 {
		t.Errorf("the last fault told of %d scans thrown away", count)
	}
}
