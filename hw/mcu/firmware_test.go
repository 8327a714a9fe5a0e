package mcu

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	protocol "stonehand/firmware-protocol"
	"stonehand/firmware-protocol/avr/avrtest"
	"stonehand/hw"
)

// The tests of this file drive the very firmware that boards run, on a
// simulated chip, over a terminal of the system.

// seen waits until a frame shows s at point. Links and faults may come between.
func (r *rig) seen(point int, s hw.State) {
	r.t.Helper()
	r.await(fmt.Sprintf("point %d becoming %v", point, s), func(got hw.Reading) bool {
		return got.Frame != nil && got.Frame.Points[point] == s
	})
}

// fault waits until a fault comes that says text.
func (r *rig) fault(text string) {
	r.t.Helper()
	r.await("the fault "+text, func(got hw.Reading) bool {
		return got.Fault != nil && strings.Contains(got.Fault.Text, text)
	})
}

// lost waits until the link is down for a reason that says text. A machine that is
// too slow for the chip may lose it for another before.
func (r *rig) lost(text string) (reason string) {
	r.t.Helper()
	return r.await("a loss because "+text, func(got hw.Reading) bool {
		return got.Link != nil && !got.Link.Up && strings.Contains(got.Link.Reason, text)
	}).Link.Reason
}

// lit waits until the light of point shows c.
func (r *rig) lit(b *avrtest.Board, point int, c hw.RGB) {
	r.t.Helper()
	want := avrtest.Strip(avrtest.RGB(c))
	for begun := time.Now(); b.Lights()[point] != want; {
		if time.Since(begun) > patience {
			r.t.Fatalf("after %v light %d shows %v, want %v", patience, point, b.Lights()[point], want)
		}
		select {
		case <-r.in: // a reading, while there are any
		case <-time.After(time.Millisecond):
		}
	}
}

// during returns how many restarts and losses the host finds while do runs. Losing
// the board fails the test, unless this machine is so slow that the simulated chip
// says nothing for longer than silence: then losing it is right.
func (r *rig) during(chip *avrtest.Board, do func()) (restarts, losses uint64) {
	r.t.Helper()
	before := r.host.Stats()
	behind := chip.Behind(do)
	after := r.host.Stats()
	restarts, losses = after.Restarts-before.Restarts, after.Losses-before.Losses
	if losses > 0 && behind < silence/2 {
		r.t.Errorf("lost, though the chip kept pace to %v: %+v", behind, after)
	}
	return restarts, losses
}

// startsAnew makes the chip start again and waits for the stone that is then put
// on point. The host is to find that out without losing the board; where this
// machine is too slow for that, the chip is made to start once more.
func (r *rig) startsAnew(chip *avrtest.Board, point int, why protocol.ResetCause, do func()) {
	r.t.Helper()
	for range 5 {
		boot := r.host.Stats().Board.Boot
		restarts, losses := r.during(chip, func() {
			do()
			chip.SetPoint(point, protocol.White)
			// A slow chip may tell of the stone before it starts.
			r.await(fmt.Sprintf("a stone on point %d after a start", point), func(got hw.Reading) bool {
				return got.Frame != nil && got.Frame.Points[point] == hw.White && r.host.Stats().Board.Boot != boot
			})
		})
		if b := r.host.Stats().Board; b.Boot != boot+1 || b.Reset&why == 0 || restarts+losses == 0 {
			r.t.Errorf("start %d because of %v after start %d, %d restarts and %d losses; want one start because of %v", b.Boot, b.Reset, boot, restarts, losses, why)
		}
		if losses == 0 {
			return
		}
		chip.SetPoint(point, protocol.Empty)
		r.seen(point, hw.Empty)
	}
	r.t.Log("this machine is too slow for the host to keep the board through a start")
}

func TestFirmwarePlaysAlong(t *testing.T) {
	for name, o := range map[string]avrtest.Options{
		"on a Mega":         {},
		"on a Pico, by USB": {MCU: avrtest.RP2040, USB: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			playsAlong(t, o)
		})
	}
}

func playsAlong(t *testing.T, o avrtest.Options) {
	t.Helper()
	chip := avrtest.Start(t, o)
	// The limit of the current is out of reach, so colours are exact.
	r := newRigOver(t, mustSerial(t, chip.Pty()), Options{
		Board:    hw.Geometry{Cols: 19, Rows: 19},
		Settings: protocol.Config{Brightness: 255, LimitMilliamps: 60000},
	})
	if l := r.up(); l.Board != (hw.Geometry{Cols: 19, Rows: 19, Colors: true}) {
		t.Errorf("link %+v", *l)
	}
	chip.SetPoint(180, protocol.Black)
	r.seen(180, hw.Black)
	chip.SetPoints(map[int]protocol.State{0: protocol.White, 360: protocol.Unreadable, 180: protocol.Empty})
	r.seen(0, hw.White)
	r.seen(360, hw.Unknown)
	r.seen(180, hw.Empty)

	blue, warm := hw.PlaceBlack.Look().Color, hw.PlaceWhite.Look().Color
	r.host.Show(show(hw.YourTurn, map[int]hw.Signal{0: hw.PlaceBlack, 200: hw.PlaceWhite}))
	r.lit(chip, 0, blue)
	r.lit(chip, 200, warm)
	r.host.Show(show(hw.YourTurn, map[int]hw.Signal{360: hw.PlaceWhite}))
	r.lit(chip, 360, warm)
	r.lit(chip, 0, hw.RGB{})
	r.lit(chip, 200, hw.RGB{})

	r.startsAnew(chip, 17, protocol.ResetPin, chip.Reset)
	r.lit(chip, 360, warm)
	r.startsAnew(chip, 18, protocol.ResetWatchdog, chip.Stall) // until the watchdog bites
	r.lit(chip, 360, warm)

	r.during(chip, func() {
		chip.Break(40)
		r.fault("sensor chain is broken")
		chip.Mend()
		chip.SetPoint(19, protocol.White)
		r.seen(19, hw.White)
	})

	halted := make(chan error)
	go func() { halted <- r.host.Halt() }()
	for waiting := true; waiting; {
		select {
		case <-r.in:
		case err := <-halted:
			waiting = false
			if err != nil {
				t.Error(err)
			}
		}
	}
	r.lit(chip, 360, hw.RGB{})
}

func TestFirmwareThatIsResetByOpening(t *testing.T) {
	chip := avrtest.Start(t, avrtest.Options{MCU: avrtest.ATmega328P, Rows: 9, Cols: 9, Planes: 1, ResetOnOpen: true})
	r := newRigOver(t, mustSerial(t, chip.Pty()), Options{})
	if l := r.up(); l.Board != (hw.Geometry{Cols: 9, Rows: 9}) {
		t.Errorf("link %+v", *l)
	}
	chip.SetPoint(80, protocol.Black)
	r.seen(80, hw.Stone)
	chip.Close()
	if why := r.lost(""); why == "" {
		t.Error("the link went down without a reason")
	}
}

func TestFirmwareOfAnotherSize(t *testing.T) {
	chip := avrtest.Start(t, avrtest.Options{MCU: avrtest.ATmega328P, Rows: 9, Cols: 9, Planes: 1})
	r := newRigOver(t, mustSerial(t, chip.Pty()), Options{Board: hw.Geometry{Cols: 19, Rows: 19}})
	r.lost("9 columns and 9 rows")
}

// BenchmarkShowToLight measures, on the wall's clock, from Show to the moment
// the strip has been sent the picture, over a real terminal to the simulated
// chip, which keeps pace with the clock on the wall only on a machine that is
// fast enough.
func BenchmarkShowToLight(bench *testing.B) {
	chip := avrtest.Start(bench, avrtest.Options{})
	dial, err := Serial(chip.Pty(), 0)
	if err != nil {
		bench.Fatal(err)
	}
	host, err := New(dial, Options{})
	if err != nil {
		bench.Fatal(err)
	}
	in := make(chan hw.Reading)
	go host.Sense(bench.Context(), in)
	for r := range in {
		if r.Link != nil && r.Link.Up {
			break
		}
	}
	go func() {
		for {
			select {
			case <-in:
			case <-bench.Context().Done():
				return
			}
		}
	}()
	var took []float64
	for i := 0; bench.Loop(); i++ {
		time.Sleep(time.Duration(rand.IntN(40_000)) * time.Microsecond)
		p := show(hw.YourTurn, map[int]hw.Signal{40: hw.PlaceBlack})
		if i%2 == 1 {
			p.Points[40] = hw.Off
		}
		begun := time.Now()
		host.Show(p)
		for (chip.Lights()[40] != avrtest.RGB{}) != (i%2 == 0) {
			time.Sleep(200 * time.Microsecond)
		}
		took = append(took, float64(time.Since(begun).Microseconds())/1000)
	}
	slices.Sort(took)
	bench.ReportMetric(took[len(took)/2], "p50-ms")
	bench.ReportMetric(took[len(took)*99/100], "p99-ms")
}
