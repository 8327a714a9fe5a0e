//go:build slow

package main_test

import (
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/hw/kerneltest"
)

var unplugs = flag.Int("unplugs", 200, "how often a plug is pulled during games")

// TestUnplugged plays games on a board that is wired to the computer, in a
// kernel of its own: sensors on one SPI port, a strip of LEDs on another. At any
// moment one of the plugs is pulled and put back, with hands that do not wait.
func TestUnplugged(t *testing.T) {
	kerneltest.Run(t, kerneltest.Part{Name: "games", Test: playUnplugged})
}

// wiredHand is a person at a board of shift registers.
type wiredHand struct {
	*testing.T
	tableClient
	kernel *kerneltest.Board
	stones []api.Stone // on the board
	turns  int         // put down by the person
	games  int
}

// move puts a stone down or takes it away.
func (h *wiredHand) move(s api.Stone, down bool) {
	input := 2 * size.Index(s.Point)
	if s.Color == board.White {
		input++
	}
	h.kernel.Chain(0).Input(input, !down)
	if down {
		h.stones = append(h.stones, s)
	} else {
		h.stones = without(h.stones, []api.Stone{s})
	}
}

// act does what the table asks for.
func (h *wiredHand) act() {
	s, err := h.State()
	if err != nil {
		h.Fatal(err)
	}
	pending := without(h.stones, s.Record)
	switch s.Phase {
	case api.PhaseHuman:
		if len(pending) > 0 {
			return // they are settling
		}
		for _, p := range hinderAWhile(h.stones, s.Due, board.Black) {
			at, err := size.Parse(p, board.Algebraic)
			if err != nil {
				h.Fatal(err)
			}
			h.move(api.Stone{Point: at, Color: s.ToMove}, true)
		}
		h.turns++
	case api.PhasePlace:
		for _, p := range s.Wanted {
			if stone := (api.Stone{Point: p, Color: s.ToMove}); len(without([]api.Stone{stone}, h.stones)) > 0 {
				h.move(stone, true)
			}
		}
	case api.PhaseClear:
		for _, stone := range pending {
			h.move(stone, false)
		}
	case api.PhaseRepair:
		h.Fatalf("the board is said to be wrong: %s; on it are %v, on record %v", s.Message, h.stones, s.Record)
	case api.PhaseOver:
		sameStones(h.T, "on record", s.Record, h.stones)
		if s.Reason != "line" {
			h.Errorf("a game ended by %q: %s", s.Reason, s.Message)
		}
		h.games++
		if _, err := h.Command(map[string]any{"do": "new-game"}); err != nil {
			h.Fatal(err)
		}
	}
}

func playUnplugged(t *testing.T, b *kerneltest.Board) {
	chain := b.Chain(0)
	chain.Length(728)
	chain.Tail(false)
	for i, level := range "HLHLHL" {
		chain.Input(722+i, level == 'H')
	}
	b.SPI(1).Capture(true)
	begun := time.Now()
	d := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, `
[game]
human = "black"
level = 1
time = "100ms"
[board]
kind = "matrix"
[matrix]
preset = "hall-spi"
latch = "cs"
[lights]
kind = "apa102"
device = "/dev/spidev0.1"
[engine]
table_mb = 4
[web]
listen = "127.0.0.1:0"
`))
	h := &wiredHand{T: t, tableClient: d.tableClient, kernel: b}
	rng := rand.New(rand.NewPCG(5, 2026))
	pause := func(most time.Duration) {
		for end := time.Now().Add(time.Duration(rng.Int64N(int64(most)))); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
			h.act()
		}
	}
	await := func(what string, ok func() bool) time.Duration {
		t.Helper()
		begun := time.Now()
		for !ok() {
			if time.Since(begun) > 3*time.Second {
				s, err := h.State()
				t.Fatalf("%s: not in 3 s; %+v %v\n%s", what, s, err, d.Log())
			}
			time.Sleep(5 * time.Millisecond)
		}
		return time.Since(begun)
	}
	linked := func() bool {
		s, err := h.State()
		return err == nil && s.Link
	}
	await("the board", linked)
	var lost, back, lit time.Duration
	for i := range *unplugs {
		pause(900 * time.Millisecond)
		if i%3 == 2 {
			b.SPI(1).Vanish()
			pause(700 * time.Millisecond)
			b.Written()
			b.SPI(1).Return()
			lit = max(lit, await("the lights", func() bool { return len(b.Written()) > 0 }))
			continue
		}
		b.SPI(0).Vanish()
		if i%2 == 0 {
			lost = max(lost, await("naming the plug", func() bool { return !linked() }))
		}
		pause(700 * time.Millisecond)
		b.SPI(0).Return()
		back = max(back, await("the board again", linked))
	}
	// What lies there has to be on record in the end.
	await("the record", func() bool {
		s, err := h.State()
		return err == nil && len(without(h.stones, shown(s)))+len(without(shown(s), h.stones)) == 0
	})
	d.Stop()
	t.Logf("in %v %d plugs were pulled, %d turns put down, %d games ended; the loss was told after %v, the board was back after %v, the lights after %v at most",
		time.Since(begun).Round(time.Second), *unplugs, h.turns, h.games, lost, back, lit)
	if back > 2*time.Second || lit > 2*time.Second {
		t.Error("a device was back too late")
	}
	if h.turns < *unplugs/20 {
		t.Error("the games did not go on")
	}
}
