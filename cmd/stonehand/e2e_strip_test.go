package main

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/config"
	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/strip"
	"stonehand/hw/strip/striptest"
)

// stripStage is the simulated board with a strip of LEDs of one for each point,
// on a port that takes as long for a frame as the wire does.
type stripStage struct {
	simStage
	chip string

	mu    sync.Mutex
	chain *striptest.Chain
	hz    int
	err   error // the first rule of the LEDs' data sheet that was broken
	// broken is what the port says to every frame.
	broken error
}

// fail makes the port fail; nil: work.
func (s *stripStage) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.broken = err
}

func newStripStage(chip string) *stripStage {
	return &stripStage{chip: chip, chain: striptest.New(chip, bench19.Count())}
}

func (s *stripStage) open(cfg *config.Config) func(*Daemon) {
	cfg.Lights.Kind = s.chip
	openLights = func(_ string, hz int) (strip.Port, error) {
		s.hz = hz
		return s, nil
	}
	reach := s.simStage.open(cfg)
	return func(d *Daemon) {
		reach(d)
		openLights = nil
	}
}

// Write implements [strip.Port].
func (s *stripStage) Write(b []byte) (int, error) {
	time.Sleep(time.Duration(len(b)*8) * time.Second / time.Duration(s.hz))
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken != nil {
		return 0, s.broken
	}
	if err := s.chain.Write(b); err != nil && s.err == nil {
		s.err = err
	}
	return len(b), nil
}

// MaxTransfer implements [strip.Port].
func (s *stripStage) MaxTransfer() int { return 8192 }

// Close implements [strip.Port].
func (s *stripStage) Close() error { return nil }

// shows compares what LED and signal have most of: their colours are different
// enough for that.
func (s *stripStage) shows(point int, signal hw.Signal) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		panic(s.err)
	}
	c, l := s.chain.RGB(point), signal.Look().Color
	order := func(a, b, c int) [3]bool { return [3]bool{a > b, b > c, a > c} }
	return c != [3]int{} && order(c[0], c[1], c[2]) == order(int(l.R), int(l.G), int(l.B))
}

// edge looks at the corners, of which the last turn may have one.
func (s *stripStage) edge(signal hw.Signal) bool {
	corners := 0
	for _, p := range []int{0, 18, 342, 360} {
		if s.shows(p, signal) {
			corners++
		}
	}
	return corners > 1
}

// TestStrip plays two turns with strips: what the machine wants is lit
// and stays lit until it is there. A port that fails is said on the page, and the
// game goes on.
func TestStrip(t *testing.T) {
	for _, chip := range []strip.Chip{strip.WS2812, strip.SK6812W, strip.APA102} {
		t.Run(string(chip), func(t *testing.T) {
			s := newStripStage(string(chip))
			cfg := config.Default()
			cfg.Sim.AsRealBoard = true
			reach := s.open(&cfg)
			cfg.Board.Settle.Duration, cfg.Sim.Bounce.Duration = 100*time.Millisecond, 0
			cfg.Web.Listen, cfg.Store.Dir = "127.0.0.1:0", t.TempDir()
			white := pattern(board.White)
			d, err := newDaemon(cfg, slog.New(slog.DiscardHandler), &ponderer{points: white})
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			reach(d)
			ctx, cancel := context.WithCancel(t.Context())
			done := make(chan error, 1)
			go func() { done <- d.Run(ctx) }()
			until := func(what string, ok func() bool) {
				t.Helper()
				for end := time.Now().Add(2 * time.Minute); !ok(); time.Sleep(time.Millisecond) {
					if time.Now().After(end) {
						t.Fatalf("waited for %s; the state is %+v", what, d.table.Snapshot())
					}
				}
			}
			until("the person's turn", func() bool { return s.edge(hw.YourTurn) })
			s.set(map[int]hw.State{bench19.Index(pattern(board.Black)[0]): hw.Black})
			first, second := bench19.Index(white[0]), bench19.Index(white[1])
			until("the machine's points", func() bool { return s.shows(first, hw.PlaceWhite) && s.shows(second, hw.PlaceWhite) })
			s.set(map[int]hw.State{first: hw.White})
			until("the first stone to be seen", func() bool { return !s.shows(first, hw.PlaceWhite) })
			if !s.shows(second, hw.PlaceWhite) {
				t.Error("the second point went out with the first")
			}
			s.fail(errors.New("input/output error"))
			until("the fault", func() bool {
				return strings.HasPrefix(d.table.Snapshot().Fault, "The lights cannot be reached: /dev/spidev0.0: ")
			})
			s.set(map[int]hw.State{second: hw.White})
			until("the person's turn", func() bool { return d.table.Snapshot().Phase == api.PhaseHuman })
			s.fail(nil)
			until("the person's turn", func() bool { return s.edge(hw.YourTurn) && d.table.Snapshot().Fault == "" })
			cancel()
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
}
