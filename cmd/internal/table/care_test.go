package table

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/attract"
	"stonehand/cmd/internal/table/care"
	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// Who looks after the table sees what the sensors show, with the fields where the board
// measures them, for as long as they ask.
func TestSensorsLive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{Fields: true}, nil, nil)
		defer r.stop()
		r.pass(time.Second)
		if r.table.Sensors() != nil {
			t.Fatal("the sensors are told to nobody who asked")
		}
		r.put("C2", board.White)
		r.do(api.Command{Do: api.DoSensors})
		r.pass(2 * time.Second)
		s := r.table.Sensors()
		if s == nil || s.Cols != 19 || len(s.Shown) != 361 || s.Shown[19+2] != 'w' || strings.Count(s.Shown, ".") != 360 {
			t.Fatalf("the sensors show %+v", s)
		}
		if len(s.Fields) != 361 || s.Fields[19+2] > -20 || s.Fields[300] > 20 {
			t.Fatalf("the fields are %v", s.Fields)
		}
		r.pass(20 * time.Second)
		r.lift("C2")
		r.pass(2 * time.Second)
		if s := r.table.Sensors(); s.Shown[19+2] != 'w' {
			t.Error("the sensors are measured though nobody asks any more")
		}
	})
}

// Every light is tried in each colour, and then the game's picture is back.
func TestLightsAreTried(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := begun(t, nil)
		defer r.stop()
		r.pass(time.Second)
		before := r.board.Lights()
		r.refused(api.Command{Do: api.DoTest, Answer: "nonsense"}, "bad-value")
		r.refused(api.Command{Do: api.DoTest, Answer: api.TestVoice}, "not-now")
		r.do(api.Command{Do: api.DoTest, Answer: api.TestLights})
		seen := map[hw.Signal]map[int]bool{}
		for range 160 {
			r.pass(100 * time.Millisecond)
			for i, s := range r.board.Lights().Points {
				if seen[s] == nil {
					seen[s] = map[int]bool{}
				}
				seen[s][i] = true
			}
		}
		for _, s := range care.Signals {
			if len(seen[s]) != 361 {
				t.Errorf("%d lights were tried with signal %d", len(seen[s]), s)
			}
		}
		if after := r.board.Lights(); after.Edge != before.Edge || len(after.Points) != len(before.Points) {
			t.Errorf("after the test the edge shows %v, before %v", after.Edge, before.Edge)
		}
	})
}

// The exhibit follows another timetable at once, and it is kept. One that cannot be read
// changes nothing.
func TestTimetableIsChanged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var kept []api.Timetable
		monday := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
		start := time.Now()
		r := begun(t, func(c *Config) {
			c.Attract = attract.Default()
			c.KeepHours = func(x api.Timetable) { kept = append(kept, x) }
			c.Wall = func() time.Time { return monday.Add(time.Since(start)) }
		})
		defer r.stop()
		r.pass(time.Second)
		set := func(hours ...string) error {
			_, err := r.table.Do(t.Context(), api.Command{Do: api.DoTimetable, Hours: &api.Timetable{Hours: hours, Goodbye: 300}})
			return err
		}
		var refused *api.CommandError
		if err := set("mon 10-12"); !errors.As(err, &refused) || refused.Code != "bad-timetable" || !strings.Contains(refused.Text, `"10-12"`) {
			t.Errorf("a line that cannot be read: %v", err)
		}
		if err := set("tue 10:00-12:00"); err != nil {
			t.Fatal(err)
		}
		// Who opens it at once is not told goodbye.
		if s := r.phase(api.PhaseClosed); !strings.Contains(s.Message, "closes now") {
			t.Errorf("as it closes: %s", s.Message)
		}
		if s := r.do(api.Command{Do: api.DoOpen}); s.Phase == api.PhaseClosed || strings.Contains(s.Message, "closes now") {
			t.Errorf("opened by hand: %s, %s", s.Phase, s.Message)
		}
		r.refused(api.Command{Do: api.DoOpen}, "not-now")
		if err := set("wed 10:00-12:00"); err != nil {
			t.Fatal(err)
		}
		if err := set("mon 10:00-18:00"); err != nil {
			t.Fatal(err)
		}
		r.pass(time.Second)
		if p := r.table.Snapshot().Phase; p == api.PhaseClosed || len(kept) != 3 || kept[2].Hours[0] != "mon 10:00-18:00" {
			t.Errorf("phase %s, kept %v", p, kept)
		}
	})
}

// Only an exhibit has opening hours.
func TestTimetableOfNoExhibit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := begun(t, nil)
		defer r.stop()
		_, err := r.table.Do(t.Context(), api.Command{Do: api.DoTimetable, Hours: &api.Timetable{}})
		_, open := r.table.Do(t.Context(), api.Command{Do: api.DoOpen})
		for _, err := range []error{err, open} {
			var refused *api.CommandError
			if !errors.As(err, &refused) || refused.Code != "not-now" || !strings.Contains(refused.Text, "exhibit.enabled") {
				t.Errorf("%v", err)
			}
		}
		states := map[string]string{}
		for _, d := range r.table.Snapshot().Devices {
			states[d.Name] = d.State
		}
		for name, want := range map[string]string{"sensors": "well", "lights": "well", "arm": "none", "voice": "none", "storage": "well", "computer": "well"} {
			if states[name] != want {
				t.Errorf("%s is %q, want %q", name, states[name], want)
			}
		}
	})
}
