package mcu

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	protocol "stonehand/firmware-protocol"
	"stonehand/firmware-protocol/avr/avrtest"
	"stonehand/hw"
	"stonehand/hw/hwtest"
)

// spoiled makes every byte another with a chance of rate.
func spoiled(rng *rand.Rand, rate float64) func([]byte) []byte {
	return func(b []byte) []byte {
		for i := range b {
			if rng.Float64() < rate {
				b[i] ^= byte(1 + rng.IntN(255))
			}
		}
		return b
	}
}

// spoiledLine is a line that spoils what goes over it.
type spoiledLine struct {
	io.ReadWriteCloser
	in, out func([]byte) []byte
}

func (l spoiledLine) Read(p []byte) (int, error) {
	n, err := l.ReadWriteCloser.Read(p)
	l.in(p[:n])
	return n, err
}

func (l spoiledLine) Write(p []byte) (int, error) {
	return l.ReadWriteCloser.Write(l.out(slices.Clone(p)))
}

// The firmware itself, which opening the line restarts, on a simulated chip: the link
// forms, a stone is seen and a light lit.
func TestFirmwareOnABadLine(t *testing.T) {
	if testing.Short() {
		t.Skip("a line that spoils one byte in twenty takes its time, and the chip keeps pace with the clock, so -short leaves it out")
	}
	for i, rate := range []float64{0.01, 0.05} {
		t.Run(fmt.Sprintf("%v%%", 100*rate), func(t *testing.T) {
			t.Parallel()
			chip := avrtest.Start(t, avrtest.Options{ResetOnOpen: true})
			dial := mustSerial(t, chip.Pty())
			opened := uint64(0)
			r := newRigOver(t, func(ctx context.Context) (io.ReadWriteCloser, error) {
				line, err := dial(ctx)
				if err != nil {
					return nil, err
				}
				opened++
				seed := opened<<8 | uint64(i)
				return spoiledLine{line, spoiled(rand.New(rand.NewPCG(seed, 1)), rate), spoiled(rand.New(rand.NewPCG(seed, 2)), rate)}, nil
			}, Options{Settings: protocol.Config{Brightness: 255, LimitMilliamps: 60000}})
			r.up()
			chip.SetPoint(180, protocol.Black)
			r.seen(180, hw.Black)
			r.host.Show(show(hw.YourTurn, map[int]hw.Signal{200: hw.PlaceWhite}))
			r.lit(chip, 200, hw.PlaceWhite.Look().Color)
			s := r.host.Stats()
			t.Logf("opened %d times, %d losses, %d frames, %d broken, %d retries", opened, s.Losses, s.Line.Frames, s.Line.Broken(), s.Retries)
		})
	}
}

// badLine dials a board whose lines spoil bytes at rate, each way, from their first
// byte on.
func badLine(b *hwtest.Board, seed uint64, rate float64) Dial {
	rng := rand.New(rand.NewPCG(seed, 5))
	return func(ctx context.Context) (io.ReadWriteCloser, error) {
		line, err := b.Dial(ctx)
		if err == nil {
			b.Wire().Noise(true, spoiled(rand.New(rand.NewPCG(rng.Uint64(), 1)), rate))
			b.Wire().Noise(false, spoiled(rand.New(rand.NewPCG(rng.Uint64(), 2)), rate))
		}
		return line, err
	}
}

var badLineFor = flag.Duration("badline", 5*time.Minute, "how long each link of TestALinkFormsOnABadLine is played on, in simulated time")

// A line that spoils up to one byte in twenty, each way, carries a link: it comes up
// within two minutes, stones are seen, pictures are shown, and it stays with hardly a break.
func TestALinkFormsOnABadLine(t *testing.T) {
	for _, rate := range []float64{0.001, 0.01, 0.02, 0.05} {
		for seed := range uint64(3) {
			t.Run(fmt.Sprintf("%v%% seed %d", 100*rate, seed), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { playOnABadLine(t, seed, rate) })
			})
		}
	}
}

func playOnABadLine(t *testing.T, seed uint64, rate float64) {
	b := hwtest.NewBoard(protocol.Caps{Model: "stonehand atmega2560"})
	b.Put(7, protocol.White)
	r := newRigOver(t, badLine(b, seed, rate), Options{Settings: protocol.Config{Brightness: 255, LimitMilliamps: 2500}})
	r.board = b
	begun := time.Now()
	r.up()
	formed := time.Since(begun)
	if formed > 2*time.Minute {
		t.Errorf("the link took %v to form", formed)
	}
	// A stone every half minute, and a picture with it.
	rng := rand.New(rand.NewPCG(seed, 9))
	var slowest, darkest time.Duration
	stones := int(*badLineFor / (30 * time.Second))
	for n := range stones {
		p, s := rng.IntN(361), protocol.State(1+n%2)
		b.Put(p, protocol.Empty)
		b.Put(p, s)
		begun := time.Now()
		want := map[int]hw.Signal{p: hw.LastMove, (p + 100) % 361: hw.PlaceBlack}
		r.host.Show(show(hw.YourTurn, want))
		seen, lit := time.Duration(0), time.Duration(0)
		for seen == 0 || lit == 0 {
			got := r.next()
			if seen == 0 && got.Frame != nil && got.Frame.Points[p] == hw.State(s) {
				seen = time.Since(begun) + 1
			}
			if points, edge := b.Lights(); lit == 0 && points[p] == uint8(hw.LastMove) && hw.Signal(edge) == hw.YourTurn {
				lit = time.Since(begun) + 1
			}
			if time.Since(begun) > 5*time.Minute {
				t.Fatalf("stone %d: seen after %v, lit after %v", n, seen, lit)
			}
		}
		slowest, darkest = max(slowest, seen), max(darkest, lit)
		for end := begun.Add(30 * time.Second); time.Now().Before(end); {
			r.next()
		}
	}
	s := r.host.Stats()
	t.Logf("formed after %v; a stone seen after %v at most, a picture shown after %v; %d losses, %d retries, %d frames and %d broken",
		formed, slowest, darkest, s.Losses, s.Retries, s.Line.Frames, s.Line.Broken())
	if s.Losses > 1+uint64(*badLineFor/time.Hour) {
		t.Errorf("the link was lost %d times in %v", s.Losses, *badLineFor)
	}
}
