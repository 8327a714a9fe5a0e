package replay_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/replay"
	"stonehand/cmd/internal/rerun"
	"stonehand/cmd/internal/table"
	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/calib"
	"stonehand/hw/sim"
)

// A recording holds what the sensors said, and how they lie: its replay shows the
// stones where they lay. What was found out in the middle counts from there on.
func TestRecordingsOfACalibratedBoard(t *testing.T) {
	var out bytes.Buffer
	turned := calib.Orientation{Quarters: 1, Mirror: true}
	synctest.Test(t, func(t *testing.T) {
		b, err := sim.New(sim.Settings{Sensors: turned})
		if err != nil {
			t.Fatal(err)
		}
		known := &calib.Calibration{Version: calib.Version, Board: calib.Board{ID: sim.ID, Cols: 19, Rows: 19, Colors: true}, Sensors: turned, Quality: make([]int, 361)}
		notes, rec := replay.NewNotes("a turned board")
		c := table.Config{
			Sensor: rec.Tap(b), Lamps: b, Player: firstFree{}, Journal: notes.Journal(&replay.Journal{}), Votes: 3, Window: 5,
			Human: api.Colors{board.Black, board.White}, Calibrations: notes.Calibrations(forgetful{}), Calibration: known,
		}
		tab, err := table.New(c)
		if err != nil {
			t.Fatal(err)
		}
		notes.Begin(rerun.Of(c), nil)
		rec.Keep(time.Hour, 1<<20)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- tab.Run(ctx) }()
		put := func(c hw.State, names ...string) {
			time.Sleep(time.Second)
			for _, n := range names {
				if err := b.Put(number(n), c); err != nil {
					t.Error(err)
				}
			}
			time.Sleep(2 * time.Second)
		}
		put(hw.Black, "B2")
		put(hw.White, "C4", "S1")
		if _, err := notes.Board(tab).Do(ctx, api.Command{Do: api.DoCalibrate, Answer: api.CalibrateForget}); err != nil {
			t.Error(err)
		}
		time.Sleep(3 * time.Second)
		if s := rerun.Of(c); s.Calibration == nil || s.Calibration.Quality != nil || !s.Lights {
			t.Errorf("the settings are %+v", s)
		}
		if err := rec.Kept(&out); err != nil {
			t.Error(err)
		}
		if s := notes.Settings(); s.Calibration != nil {
			t.Errorf("recordings that begin later have %+v", s.Calibration)
		}
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	_, j, last := again(t, out.Bytes(), 0)
	turns := ""
	for _, e := range j.Entries() {
		if e.Kind == api.KindTurn {
			turns += fmt.Sprint(e.Turn)
		}
	}
	if turns != "[B2][S1 C4]" {
		t.Errorf("the replay plays %s\n%s", turns, out.String())
	}
	if k := last.Calibration; k == nil || k.Made != "" || k.Sensors != "as numbered" {
		t.Errorf("after it was forgotten the replay knows %+v", k)
	}
}

// forgetful keeps nothing of a calibration.
type forgetful struct{}

func (forgetful) KeepCalibration(*calib.Calibration) error { return nil }
func (forgetful) ForgetCalibration() error                 { return nil }
