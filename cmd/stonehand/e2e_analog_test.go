package main_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/firmware-protocol/avr/avrtest"
	"stonehand/hw/calib"
)

// TestAnalogBoardIsCalibrated calibrates the analog board's firmware, on a simulated
// microcontroller, with stones of different strength, sensors of different zeros, a
// dead one and one with a sensor that hardly feels its stone; and then plays on it,
// also after the board has started again.
func TestAnalogBoardIsCalibrated(t *testing.T) {
	if testing.Short() {
		t.Skip("a calibration and a game take a while, so -short leaves them out")
	}
	t.Parallel()
	const (
		faint = 40  // its stone is too weak for the board's own level
		dead  = 200 // shows the same whatever lies there
		lame  = 300 // its sensor hardly feels a stone
	)
	// What the sensor of a point puts out, in millivolts, under a stone of a field of
	// so many steps of the ADC; the zeros spread as the data sheet lets them.
	zero := func(p int) int { return avrtest.Rest + (p*37%41-20)*10 }
	chip := avrtest.Start(t, avrtest.Options{Analog: true, UID: "57e0e4a4d0000002", Defines: "-DSCAN_MS=2"})
	lay := func(field func(p int) int) {
		volts := map[int]int{}
		for p := range 361 {
			if f := field(p); p != dead {
				volts[p] = zero(p) + f*5
			}
		}
		chip.SetVolts(volts)
	}
	none := func(int) int { return 0 }
	lay(none)
	chip.HoldButton(true) // it learns the zeros
	chip.Reset()
	begun := time.Now()
	for sent := chip.Sent(); chip.Sent() == sent; time.Sleep(time.Millisecond) {
		if time.Since(begun) > patience {
			t.Fatalf("the board says nothing for %v after its reset", patience)
		}
	}
	chip.HoldButton(false)
	data := t.TempDir()
	d := startDaemon(t, "stonehand", "serve", "--data", data, "--config", daemonConfig(t, fmt.Sprintf(`
[game]
human = "both"
[board]
kind = "mcu"
port = %q
settle = "150ms"
[engine]
table_mb = 1
[web]
listen = "127.0.0.1:0"
`, chip.Pty())))
	d.Until(t, "the board", func(s *api.Snapshot) bool { return s.Link && s.Phase == api.PhaseHuman })
	if _, err := d.Command(map[string]any{"do": "calibrate", "answer": api.CalibratePoints}); err != nil {
		t.Fatal(err)
	}
	at := func(step calib.Step) func(*api.Snapshot) bool {
		return func(s *api.Snapshot) bool { return s.Question != nil && s.Question.Path[0] == step.String() }
	}
	d.Until(t, "every point to be asked for", at(calib.StepSweep))
	field := func(p int) int {
		strength := 30 + p%23
		switch p {
		case faint:
			strength = 14
		case lame:
			strength = 5
		}
		if p%2 == 1 {
			return -strength
		}
		return strength
	}
	shown := func(points int) func(*api.Snapshot) bool {
		return func(s *api.Snapshot) bool { return at(calib.StepSweep)(s) && s.Calibration.Seen == points }
	}
	// A field that a stone beside it may explain is none of a stone's own, so the
	// faint one comes by itself.
	lay(func(p int) int {
		if p == faint {
			return 0
		}
		return field(p)
	})
	d.Until(t, "the heat map", func(s *api.Snapshot) bool {
		return s.Calibration != nil && s.Calibration.Fields && len(s.Calibration.Heat) == 361 && s.Calibration.Heat[20] > 0
	})
	lay(none)
	d.Until(t, "nearly all points", shown(358))
	// The board has to have been seen empty in between. On a busy machine that may
	// take so long that the daemon asks whether that was all; more is shown then.
	var s *api.Snapshot
	for done := false; !done; {
		time.Sleep(time.Second)
		lay(func(p int) int {
			if p == faint {
				return field(p)
			}
			return 0
		})
		s = d.Until(t, "the faint one", func(s *api.Snapshot) bool { return shown(359)(s) || at(calib.StepReview)(s) })
		if done = at(calib.StepSweep)(s); !done {
			lay(none)
			if _, err := d.Command(map[string]any{"do": "answer", "question": s.Question.ID, "answer": string(calib.Again)}); err != nil {
				t.Fatal(err)
			}
			d.Until(t, "the points to be asked for again", at(calib.StepSweep))
		}
	}
	lay(none)
	if _, err := d.Command(map[string]any{"do": "answer", "question": s.Question.ID, "answer": string(calib.Finish)}); err != nil {
		t.Fatal(err)
	}
	s = d.Until(t, "the question", at(calib.StepReview))
	if _, err := d.Command(map[string]any{"do": "answer", "question": s.Question.ID, "answer": string(calib.Keep)}); err != nil {
		t.Fatal(err)
	}
	d.Until(t, "the game", func(s *api.Snapshot) bool { return s.Question == nil && s.Phase == api.PhaseHuman })

	text, err := os.ReadFile(filepath.Join(data, "calibration.json"))
	if err != nil {
		t.Fatal(err)
	}
	var c calib.Calibration
	if err := json.Unmarshal(text, &c); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(c.Dead, []int{dead, lame}) || !slices.Equal(c.Masked, c.Dead) {
		t.Errorf("dead are %v and masked %v, want %d and %d", c.Dead, c.Masked, dead, lame)
	}
	if c.Board.ID != "57e0e4a4d0000002" {
		t.Errorf("it is of the board %q", c.Board.ID)
	}
	if c.Quality[faint] <= 0 || c.Quality[faint] >= c.Quality[20] {
		t.Errorf("the heat map has %d for the faint stone and %d for a strong one", c.Quality[faint], c.Quality[20])
	}
	if l := c.Levels[faint].Stone; l < 4 || l > 12 {
		t.Errorf("the level of the faint point is %d", l)
	}

	// The faint stone counts in the game, and still does when the board has started
	// again, which the host tells the levels again.
	var hand = map[int]int{faint: 14}
	lay(func(p int) int { return hand[p] })
	s = d.Until(t, "the faint stone in the game", func(s *api.Snapshot) bool { return len(s.Moves) == 1 })
	if s.Record[0].Point.String() != "C3" {
		t.Errorf("it is at %s", s.Record[0].Point)
	}
	chip.Reset()
	until := time.Now().Add(3 * time.Second)
	d.Until(t, "some seconds after a restart", func(s *api.Snapshot) bool {
		if s.Phase == api.PhaseRepair || len(s.Moves) != 1 {
			t.Errorf("after the board's restart: %s", s.Message)
			return true
		}
		return time.Now().After(until)
	})
	d.Stop()
}
