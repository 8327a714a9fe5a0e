package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/config"
	"stonehand/engine/board"
	"stonehand/engine/player"
	protocol "stonehand/firmware-protocol"
	"stonehand/firmware-protocol/avr/avrtest"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// bench19 is the board of the latency benchmarks.
var bench19 = board.Size{Cols: 19, Rows: 19}

// pattern returns the points of a colour, row by row, on a board that is filled
// so that nobody ever has more than two in a row: games of these points last
// until the board is full.
func pattern(c board.Color) (points []board.Point) {
	for i := range bench19.Count() {
		p := bench19.Point(i)
		if ((p.X()/2+p.Y())%2 == 0) == (c == board.Black) {
			points = append(points, p)
		}
	}
	return points
}

// pondering is how long the machine of these benchmarks thinks: the least that
// can be set, so that the lights have time to say that it is thinking.
const pondering = 100 * time.Millisecond

// ponderer is a player that plays White's next points of the pattern, and notes
// how long it took.
type ponderer struct {
	points []board.Point
	took   atomic.Int64 // the last time, as a time.Duration
}

// Choose implements [player.Player].
func (p *ponderer) Choose(_ context.Context, q player.Question, _ func(player.Info)) (player.Answer, error) {
	begun := time.Now()
	n := len(q.Turns) / 2 * 2
	if n+2 > len(p.points) {
		return player.Answer{}, errors.New("the pattern is full")
	}
	time.Sleep(pondering)
	p.took.Store(int64(time.Since(begun)))
	return player.Answer{Points: p.points[n : n+2]}, nil
}

// stage is a board under a latency benchmark.
type stage interface {
	set(stones map[int]hw.State)       // changes several points at the same moment
	shows(point int, s hw.Signal) bool // the light of a point
	edge(s hw.Signal) bool             // the lights of the edge
	// open sets how the daemon reaches it; what it returns is to be called with
	// the daemon that was made.
	open(cfg *config.Config) func(*Daemon)
}

// chipStage is a board's firmware on a simulated microcontroller.
type chipStage struct{ *avrtest.Board }

func (s chipStage) set(stones map[int]hw.State) {
	states := map[int]protocol.State{}
	for p, stone := range stones {
		states[p] = protocol.State(stone)
	}
	s.SetPoints(states)
}

func (s chipStage) shows(point int, signal hw.Signal) bool {
	return s.Lights()[point] == avrtest.Strip(avrtest.RGB(signal.Look().Color))
}

func (s chipStage) edge(signal hw.Signal) bool { return s.shows(bench19.Count(), signal) }

func (s chipStage) open(cfg *config.Config) func(*Daemon) {
	cfg.Board.Kind, cfg.Board.Port = config.KindMCU, s.Pty()
	return func(*Daemon) {}
}

// simStage is the simulated board, without bouncing.
type simStage struct{ b *sim.Board }

func (s *simStage) set(stones map[int]hw.State) {
	for p, stone := range stones {
		if stone == hw.Empty {
			s.b.Lift(p)
		} else {
			s.b.Put(p, stone)
		}
	}
}

func (s *simStage) shows(point int, signal hw.Signal) bool {
	return s.b.Lights().Points[point] == signal
}

func (s *simStage) edge(signal hw.Signal) bool { return s.b.Lights().Edge == signal }

func (s *simStage) open(*config.Config) func(*Daemon) {
	return func(d *Daemon) { s.b = d.device.(*sim.Board) }
}

// BenchmarkStoneToLight measures, on the wall's clock, from the moment a turn's
// last stone lies still to the moment the lights answer it. An iteration is two
// turns:
//
//   - answer: a person's turn is complete -> the lights ask for the machine's
//     stones. Two journal entries are made safe in between.
//   - turn: the machine's stones are there -> the edge says that it is the
//     person's turn. One journal entry is made safe in between.
//
// The settle time, the readings that the debouncing asks for beyond the first,
// and the time that the machine thinks are subtracted; the wait for that first
// reading is not.
func BenchmarkStoneToLight(b *testing.B) {
	b.Run("firmware", func(b *testing.B) { stoneToLight(b, chipStage{avrtest.Start(b, avrtest.Options{})}) })
	b.Run("simulated", func(b *testing.B) { stoneToLight(b, &simStage{}) })
	b.Run("apa102", func(b *testing.B) { stoneToLight(b, newStripStage("apa102")) })
	b.Run("ws2812", func(b *testing.B) { stoneToLight(b, newStripStage("ws2812")) })
}

func stoneToLight(b *testing.B, s stage) {
	cfg := config.Default()
	cfg.Sim.AsRealBoard = true
	reach := s.open(&cfg)
	cfg.Board.Settle = config.Duration{Duration: 250 * time.Millisecond}
	cfg.Sim.Bounce.Duration = 0
	cfg.Web.Listen = "127.0.0.1:0"
	cfg.Store.Dir = b.TempDir()
	// Readings come every 20 ms from either board.
	waits := cfg.Board.Settle.Duration + time.Duration(cfg.Board.DebounceN-1)*cfg.Sim.Scan.Duration
	white := pattern(board.White)
	machine := &ponderer{points: white}
	d, err := newDaemon(cfg, slog.New(slog.DiscardHandler), machine)
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close()
	reach(d)
	ctx, cancel := context.WithCancel(b.Context())
	done := make(chan error, 1)
	go func() { done <- d.Run(ctx) }()
	defer func() {
		cancel()
		if err := <-done; err != nil {
			b.Error(err)
		}
	}()
	until := func(what string, ok func() bool) {
		for end := time.Now().Add(time.Minute); !ok(); time.Sleep(100 * time.Microsecond) {
			if time.Now().After(end) {
				b.Fatalf("waited for %s; the state is %+v", what, d.table.Snapshot())
			}
		}
	}
	// lay puts a turn's stones down at some moment and returns how long the
	// lights take to answer.
	lay := func(points []board.Point, stone hw.State, what string, answered func() bool) float64 {
		time.Sleep(time.Duration(rand.IntN(40_000)) * time.Microsecond)
		turn := map[int]hw.State{}
		for _, p := range points {
			turn[bench19.Index(p)] = stone
		}
		machine.took.Store(0)
		begun := time.Now()
		s.set(turn)
		until(what, answered)
		took := time.Since(begun) - waits - time.Duration(machine.took.Load())
		return float64(took.Microseconds()) / 1000
	}
	black := pattern(board.Black)
	yours := func() bool { return s.edge(hw.YourTurn) }
	until("the first turn", yours)
	var answer, turn []float64
	played := 0 // turns of each side in this game
	for b.Loop() {
		if 2*played+2 > min(len(white), len(black)-1) {
			if _, err := d.table.Do(ctx, api.Command{Do: api.DoNewGame}); err != nil {
				b.Fatal(err)
			}
			sweep := map[int]hw.State{}
			for i := range bench19.Count() {
				sweep[i] = hw.Empty
			}
			s.set(sweep)
			until("the next game", func() bool {
				now := d.table.Snapshot()
				return now.Phase == api.PhaseHuman && len(now.Moves) == 0 && yours()
			})
			played = 0
		}
		mine := black[max(0, 2*played-1) : 2*played+1]
		theirs := white[2*played : 2*played+2]
		answer = append(answer, lay(mine, hw.Black, "the machine's turn", func() bool {
			return s.shows(bench19.Index(theirs[0]), hw.PlaceWhite) && s.shows(bench19.Index(theirs[1]), hw.PlaceWhite)
		}))
		turn = append(turn, lay(theirs, hw.White, "the person's turn", yours))
		played++
	}
	for name, took := range map[string][]float64{"answer": answer, "turn": turn} {
		slices.Sort(took)
		for _, q := range []int{50, 90, 99, 100} {
			b.ReportMetric(took[min(len(took)*q/100, len(took)-1)], fmt.Sprintf("%s-p%d-ms", name, q))
		}
	}
}
