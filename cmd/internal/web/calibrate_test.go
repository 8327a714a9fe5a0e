package web

import (
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/web/webtest"
)

// calibrates is a table in the middle of a calibration: the lower half of the
// points has been seen, one of them badly.
func calibrates(n *api.Snapshot) {
	n.Phase = api.PhaseCalibrate
	says(n, "Show a stone to every point that is lit.", "请让每个亮灯的点都见到棋子。")
	c := &api.Calibration{Step: "sweep", Weak: apitest.Points("C3"), Stuck: apitest.Points(), Dead: apitest.Points(), Masked: apitest.Points("A1"), Sensors: "turned by 90 degrees", Lamps: "as numbered"}
	for i := range size19.Count() {
		p := size19.Point(i).String()
		switch heat := 60 + i%40; {
		case i >= size19.Count()/2:
			c.Left, c.Heat = append(c.Left, apitest.At(p)), append(c.Heat, -1)
			continue
		case p == "C3":
			c.Heat = append(c.Heat, 40)
		case i%3 == 0:
			c.Heat = append(c.Heat, -1)
		default:
			c.Heat = append(c.Heat, heat)
		}
		c.Seen++
	}
	n.Calibration = c
	n.Question = &api.Inquiry{ID: 1 << 40, Kind: "calibration", Text: n.Message, Path: []string{"sweep"}, Options: []api.Option{
		option("finish", "done", "完成"), option("leave", "change nothing", "不更改"),
	}}
}

// A calibration is begun on the page, shows its progress, what was found and a
// map of the points, and is answered there.
func TestCalibration(t *testing.T) {
	s := newSite(t)
	s.table.set(func(n *api.Snapshot) {
		n.Calibration = &api.Calibration{Masked: apitest.Points("J10"), Dead: apitest.Points("J10"), Made: "2026-03-01T12:00:00Z"}
	})
	p := browser(t).Open(t, s.url(), webtest.Phone)
	p.Wait("what is known", `document.querySelector("#calibration-facts").textContent === "Never detect a stone: J10Ignored: J10" && document.querySelector("#calibration-about").textContent.includes("2026")`)
	if n := webtest.Eval[int](p, `document.querySelectorAll(".heat > *").length`); n != 0 {
		t.Errorf("%d points of a map that nobody makes", n)
	}
	inMenu(p)
	p.Click("#calibrate")
	p.Click("#view-close")
	take := func(n int) api.Command {
		t.Helper()
		for end := time.Now().Add(webtest.Limit); len(s.table.taken()) < n && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		}
		got := s.table.taken()
		if len(got) != n {
			t.Fatalf("commands %+v", got)
		}
		return got[n-1]
	}
	if c := take(1); c.Do != api.DoCalibrate || c.Answer != "" {
		t.Fatalf("the button commands %+v", c)
	}

	s.table.set(calibrates)
	p.Wait("the progress", `document.querySelector("#calibration-seen").textContent === "180 of 361 points work" && document.querySelector("#headline").textContent === "Calibrating the board"`)
	counts := webtest.Eval[map[string]int](p, `Object.fromEntries(["left", "seen", "measured", "weak", "broken"].map((k) => [k, document.querySelectorAll(".heat ." + k).length]))`)
	if counts["left"] != 181 || counts["weak"] != 1 || counts["seen"] != 60 || counts["measured"] != 119 || counts["broken"] != 0 {
		t.Errorf("the map has %v", counts)
	}
	if webtest.Eval[bool](p, `["new", "undo", "resign", "pause", "calibrate"].some((id) => !document.querySelector("#" + id).disabled)`) {
		t.Error("a button can be pressed that would be refused")
	}
	p.Keep("calibrate-phone")
	otherLanguage(p)
	p.Wait("Chinese", `document.querySelector('#answers [data-answer="finish"]').textContent === "完成" && document.querySelector("#message").textContent.startsWith("请让每个亮灯的点")`)
	otherLanguage(p)
	p.Click(`#answers [data-answer="finish"]`)
	if c := take(2); c.Do != api.DoAnswer || c.Answer != "finish" || c.Question != 1<<40 {
		t.Fatalf("the answer commands %+v", c)
	}

	s.table.set(func(n *api.Snapshot) {
		c := *n.Calibration
		c.Step, c.Dead, c.Left = "review", apitest.Points("S19"), apitest.Points("S19")
		c.Seen = 360
		n.Calibration = &c
		n.Question = &api.Inquiry{ID: 1<<40 + 1, Kind: "calibration", Text: "Keep it?", Path: []string{"review"}, Options: []api.Option{
			at("E1", option("keep", "keep this", "保存结果")), at("J1", option("again", "show more", "继续测试")), at("N1", option("leave", "change nothing", "不更改")),
		}}
		n.Message = "360 of 361 points work."
	})
	p.Wait("what was found", `document.querySelector("#calibration-facts").textContent.includes("Never detect a stone: S19") && document.querySelectorAll(".heat .broken").length === 1`)
	if got := p.Marked("asked"); len(got) != 3 {
		t.Errorf("marked as asked: %v", got)
	}
	s.table.set(func(n *api.Snapshot) {
		n.Phase, n.Question, n.Calibration = api.PhaseHuman, nil, &api.Calibration{Foreign: true}
	})
	p.Wait("the map to go", `document.querySelectorAll(".heat > *").length === 0 && document.querySelector("#calibration-about").textContent.includes("another board")`)
	s.table.set(func(n *api.Snapshot) { n.Calibration = nil })
	p.Wait("nothing of it", `document.querySelector("#calibration").hidden`)
	for _, complaint := range p.Complaints() {
		t.Errorf("console: %s", complaint)
	}
}
