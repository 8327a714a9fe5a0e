package mcu

import (
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
	for got := range r.in {
		if got.Frame != nil && got.Frame.Points[point] == s {
			return
		}
	}
}

// fault waits until a fault comes that says text.
func (r *rig) fault(text string) {
	r.t.Helper()
	for got := range r.in {
		if got.Fault != nil && strings.Contains(got.Fault.Text, text) {
			return
		}
	}
}

// lit waits until the light of point shows c.
func (r *rig) lit(b *avrtest.Board, point int, c hw.RGB) {
	r.t.Helper()
	want := avrtest.Strip(avrtest.RGB(c))
	for {
		if b.Lights()[point] == want {
			return
		}
		select {
		case <-r.in: // a reading, while there are any
		case <-time.After(time.Millisecond):
		}
	}
}

func TestFirmwarePlaysAlong(t *testing.T) {
	chip := avrtest.Start(t, avrtest.Options{})
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

	chip.Reset()
	chip.SetPoint(17, protocol.White)
	r.seen(17, hw.White)
	r.lit(chip, 360, warm)
	if n := r.host.Stats().Restarts; n != 1 {
		t.Errorf("%d restarts after the first", n)
	}

	chip.Stall() // until the watchdog bites
	chip.SetPoint(18, protocol.White)
	r.seen(18, hw.White)
	r.lit(chip, 360, warm)
	if s := r.host.Stats(); s.Restarts != 2 || s.Board.Reset&protocol.ResetWatchdog == 0 {
		t.Errorf("%d restarts after the second, the last because of %v", s.Restarts, s.Board.Reset)
	}

	chip.Break(40)
	r.fault("sensor chain is broken")
	chip.Mend()
	chip.SetPoint(19, protocol.White)
	r.seen(19, hw.White)
	if s := r.host.Stats(); s.Losses != 0 {
		t.Errorf("stats %+v", s)
	}

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
	if why := r.down(); why == "" {
		t.Error("the link went down without a reason")
	}
}

func TestFirmwareOfAnotherSize(t *testing.T) {
	chip := avrtest.Start(t, avrtest.Options{MCU: avrtest.ATmega328P, Rows: 9, Cols: 9, Planes: 1})
	r := newRigOver(t, mustSerial(t, chip.Pty()), Options{Board: hw.Geometry{Cols: 19, Rows: 19}})
	if why := r.down(); !strings.Contains(why, "9 columns and 9 rows") {
		t.Errorf("reason %q", why)
	}
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
