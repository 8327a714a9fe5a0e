package main_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/table"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/cmd/stonehand/internal/daemontest"
	"stonehand/engine/board"
)

// misbuilt is a simulated board whose sensors and lamps lie each in a way of its
// own, with a dead, a stuck and a weak point.
const misbuilt = `
[game]
human = "both"
[board]
settle = "100ms"
[sim]
scan = "5ms"
bounce = "20ms"
rotate = 90
mirror = true
lamps_rotate = 180
dead = ["C3"]
stuck = ["Q4"]
weak = ["K10"]
[buttons]
press = ["1 calibrate"]
[engine]
table_mb = 4
[web]
listen = "127.0.0.1:0"
`

// calibrator is a person who calibrates a board, by hand.
type calibrator struct {
	t *testing.T
	daemontest.Table
}

// step waits for a step of the calibration.
func (c calibrator) step(want string) *table.Snapshot {
	c.t.Helper()
	return c.Until(c.t, "the step "+want, func(s *table.Snapshot) bool { return s.Calibration != nil && s.Calibration.Step == want })
}

// show puts stones on points for a while and takes them off again.
func (c calibrator) show(points []string, d time.Duration) {
	c.t.Helper()
	for _, p := range points {
		if err := c.Put(table.Stone{Point: p, Color: "black"}); err != nil {
			c.t.Fatal(err)
		}
	}
	time.Sleep(d)
	for _, p := range points {
		if err := c.Lift(table.Stone{Point: p, Color: "black"}); err != nil {
			c.t.Fatal(err)
		}
	}
	time.Sleep(d / 2)
}

// corners answers the questions of how sensors and lamps lie. The lamps are
// turned by 180 degrees: the one a third along the first row is seen in the last.
func (c calibrator) corners() {
	c.t.Helper()
	for _, at := range []struct{ step, point string }{{"left", "A1"}, {"right", "S1"}, {"lit", "M19"}} {
		c.step(at.step)
		c.show([]string{at.point}, 400*time.Millisecond)
	}
	c.step("sweep")
}

// allPoints names every point of the board.
func allPoints() (list []string) {
	size := board.Size{Cols: 19, Rows: 19}
	for i := range size.Count() {
		list = append(list, size.Point(i).String())
	}
	return list
}

// A person calibrates a board that was put together the wrong way, with the page
// as the only screen; the power fails in the middle, and everything is as it was;
// then it is done, outlives another power cut, and a game is played on it.
func TestCalibrationEndToEnd(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	args := []string{"serve", "--data", dir, "--config", daemontest.Config(t, misbuilt)}
	file := filepath.Join(dir, "calibration.json")
	p := daemontest.Start(t, "stonehand", args...)
	c := calibrator{t, p.Table}

	reached := func(s *table.Snapshot) bool { return s.Link }
	c.Until(t, "the board", reached)
	if _, err := c.Command(map[string]any{"do": table.DoCalibrate}); err != nil {
		t.Fatal(err)
	}
	c.step("clear")
	p.Kill()
	if _, err := os.Stat(file); err == nil {
		t.Error("a calibration was kept that was never done")
	}

	p = daemontest.Start(t, "stonehand", args...)
	c.Table = p.Table
	s := c.Until(t, "the pause", func(s *table.Snapshot) bool { return s.Phase == table.PhasePaused })
	if k := s.Calibration; k.Made != "" || k.Sensors != "as numbered" || len(k.Masked) != 0 {
		t.Errorf("after a power cut in the middle: %+v", k)
	}
	tab := webtest.Start(t).Open(t, p.Base+"/", webtest.Desktop)
	tab.Click("#calibrate")
	c.step("clear")
	tab.Click(`#answers [data-answer="skip"]`) // what Q4 shows is no stone
	c.corners()
	tab.Wait("the map", `document.querySelectorAll(".heat > *").length === 361`)
	points := slices.DeleteFunc(allPoints(), func(p string) bool { return p == "C3" })
	for group := range slices.Chunk(points, 60) {
		c.show(group, 600*time.Millisecond)
	}
	s = c.Until(t, "all but two points to be seen", func(s *table.Snapshot) bool { return s.Calibration.Seen == 359 })
	if !slices.Equal(s.Calibration.Left, []string{"C3", "Q4"}) {
		t.Errorf("left are %v", s.Calibration.Left)
	}
	tab.Click(`#answers [data-answer="finish"]`)
	s = c.step("review")
	k := s.Calibration
	if got := fmt.Sprint(k.Dead, k.Stuck, k.Weak); got != "[C3] [Q4] [K10]" {
		t.Errorf("dead, stuck and weak are %s", got)
	}
	tab.Wait("what was found", `document.querySelector("#calibration-facts").textContent.includes("Lose stones: K10")`)
	// The answer is given at the board.
	keep := s.Question.Options[0]
	if keep.Answer != "keep" || keep.Point == "" {
		t.Fatalf("the first option is %+v", keep)
	}
	if err := c.Put(table.Stone{Point: keep.Point, Color: "white"}); err != nil {
		t.Fatal(err)
	}
	c.Until(t, "the calibration to be kept", func(s *table.Snapshot) bool { return s.Calibration.Made != "" })
	if _, err := os.Stat(file); err != nil {
		t.Errorf("it was told before it was kept: %v", err)
	}
	p.Kill()

	p = daemontest.Start(t, "stonehand", args...)
	c.Table = p.Table
	if _, err := c.Command(map[string]any{"do": table.DoResume}); err != nil {
		t.Fatal(err)
	}
	s = c.Until(t, "a person's turn", func(s *table.Snapshot) bool { return s.Phase == table.PhaseHuman })
	if got := fmt.Sprint(s.Calibration.Masked, s.Calibration.Sensors, ", ", s.Calibration.Lamps); got != "[C3 Q4 K10]mirrored and turned by 90 degrees, turned by 180 degrees" {
		t.Errorf("in force after a power cut: %s", got)
	}
	for i, stones := range [][]string{{"B2"}, {"S18", "C19"}} {
		for _, point := range stones {
			if err := c.Put(table.Stone{Point: point, Color: []string{"black", "white"}[i]}); err != nil {
				t.Fatal(err)
			}
		}
		s = c.Until(t, "the turn to count", func(s *table.Snapshot) bool { return len(s.Moves) == i+1 })
		got := slices.Sorted(slices.Values(s.Moves[i]))
		slices.Sort(stones)
		if strings.Join(got, " ") != strings.Join(stones, " ") {
			t.Errorf("turn %d is %v, the stones lie on %v", i+1, got, stones)
		}
	}

	// Another board is told from this one, and not read through its calibration.
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p.Kill()
	if err := os.WriteFile(file, []byte(strings.Replace(string(text), `"simulated"`, `"0011223344556677"`, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	p = daemontest.Start(t, "stonehand", args...)
	c.Table = p.Table
	s = c.Until(t, "the board", reached)
	if k := s.Calibration; !k.Foreign || k.Sensors != "as numbered" || len(k.Masked) != 0 || !strings.Contains(s.Fault, "another board") {
		t.Errorf("another board's calibration: %+v, fault %q", k, s.Fault)
	}
	p.Stop()
}
