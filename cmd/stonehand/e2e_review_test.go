package main_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"stonehand/cmd/internal/web"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/sgf"
)

// TestReview looks back at a finished game on the daemon's page, in a real
// browser: it has the game analysed, and finds every turn on the graph, better
// turns on the board and the annotated record to download.
func TestReview(t *testing.T) {
	if testing.Short() {
		t.Skip("an analysis in a browser takes a while, so -short leaves it out")
	}
	t.Parallel()
	const id = "20260301-100000"
	data := t.TempDir()
	file, err := os.ReadFile("testdata/mistakes.sgf")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(data, "games"), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(data, "games", id+".sgf"), file, 0o640); err != nil {
		t.Fatal(err)
	}
	rec, err := sgf.ReadAny(file)
	if err != nil {
		t.Fatal(err)
	}
	d := startDaemon(t, "stonehand", "serve", "--data", data, "--config", daemonConfig(t, `
[engine]
table_mb = 4
[web]
listen = "127.0.0.1:0"
`))
	browser := webtest.Start(t)
	phone := webtest.Screen{Width: 360, Height: 740, Touch: true}
	p := &looker{browser.Open(t, d.Base+"/", phone), t, rec}

	// From the list of finished games, as it ended.
	p.Wait("the game in the list", `document.querySelector("#games .back") !== null`)
	p.Wait("the menu", `(location.hash = "menu") && document.querySelector("#games .back").offsetHeight > 0`)
	p.Click("#games .back")
	p.Wait("the game", `!document.querySelector("#review").hidden && document.querySelector("#side").hidden`)
	p.shows(25)
	if n := webtest.Eval[int](p.Tab, `document.querySelectorAll(".marks .win .frame").length`); n != 6 {
		t.Errorf("the winning line has %d points", n)
	}
	p.Click("#step-first")
	p.shows(0)
	p.Click("#step-on")
	p.Click("#step-on")
	p.shows(2)
	p.Type(kb.ArrowRight + kb.ArrowRight + kb.ArrowLeft)
	p.shows(3)
	p.Keep("review-plain-phone")

	// Analysed.
	webtest.Eval[bool](p.Tab, `document.querySelector("#analyse-time").value = "0.3", true`)
	p.Click("#analyse-start")
	p.Wait("progress", `!document.querySelector("#analyse-now").hidden && document.querySelector("#analyse-bar").ariaValueNow > 0`)
	p.Keep("review-running-phone")
	p.Wait("the graph", `document.querySelectorAll("#graph [data-turn]").length === 25`)

	var a struct {
		Progress web.Progress
		Turns    []web.Judged
	}
	body, err := d.Send("GET", "/api/games/"+id+"/analysis", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(body, &a); err != nil || a.Progress.State != web.AnalysisDone || len(a.Turns) != 25 {
		t.Fatalf("the analysis: %v, %+v", err, a.Progress)
	}

	// A press on the graph shows the position, the next mistake the better turn.
	p.Click(`#graph [data-turn="12"]`)
	p.shows(12)
	p.Click("#step-first")
	p.Click("#step-mistake")
	first := slices.IndexFunc(a.Turns, func(j web.Judged) bool { return j.Mark == "doubtful" || j.Mark == "bad" })
	if first < 0 {
		t.Fatal("no turn of a weak game is bad")
	}
	p.shows(first + 1)
	better := slices.Sorted(slices.Values(a.Turns[first].Line[0]))
	if got := p.Marked("better"); !slices.Equal(got, better) {
		t.Errorf("the better turn %v is marked on %v", better, got)
	}
	p.Keep("review-better-phone")

	// Its line, step by step, from before the turn.
	line := a.Turns[first].Line
	p.Click(`.chip[data-line="line"]`)
	p.shows(first)
	p.line(line[:1])
	p.Type(kb.ArrowRight)
	p.line(line[:min(2, len(line))])
	p.Keep("review-line-phone")
	// Also for who is on the board with the keyboard.
	webtest.Eval[bool](p.Tab, `document.querySelector("#board [role=gridcell][tabindex='0']").focus() ?? true`)
	p.Type(kb.Escape)
	p.shows(first + 1)

	// How a win is allowed is shown from after the turn.
	if i := slices.IndexFunc(a.Turns, func(j web.Judged) bool { return len(j.Allowed) > 0 }); i < 0 {
		t.Error("no turn of a weak game allows a win")
	} else {
		p.Click(fmt.Sprintf(`#turns [data-turn="%d"]`, i+1))
		p.Click(`.chip[data-line="allowed"]`)
		p.shows(i + 1)
		p.line(a.Turns[i].Allowed[:1])
		p.Click("#line-close")
	}
	if wide := webtest.Eval[int](p.Tab, `document.documentElement.scrollWidth`); wide > int(phone.Width) {
		t.Errorf("the page scrolls sideways: %d pixels on %d", wide, phone.Width)
	}

	// The annotated record, as a click on the link has it.
	p.Wait("the record", `window.sgf ?? (window.sgf ??= "", fetch(document.querySelector("#annotated-sgf").href).then((r) => r.text()).then((s) => window.sgf = s), false)`)
	text := webtest.Eval[string](p.Tab, `window.sgf`)
	annotated, err := sgf.ReadAny([]byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if fmt.Sprint(annotated.Turns) != fmt.Sprint(rec.Turns) || annotated.Result.Winner != rec.Result.Winner {
		t.Errorf("the annotated record has other turns:\n%s", text)
	}
	if n := strings.Count(text, "V["); n != 25 {
		t.Errorf("the annotated record has %d values", n)
	}

	// Another screen goes to a turn by its address, and has what was found out.
	chinese := webtest.Desktop
	chinese.Language = "zh-CN"
	for _, s := range []struct {
		name   string
		screen webtest.Screen
	}{{"review-desktop", webtest.Desktop}, {"review-chinese", chinese}} {
		q := &looker{browser.Open(t, d.Base+"/#game/"+id+"/20", s.screen), t, rec}
		q.Wait("the graph", `document.querySelectorAll("#graph [data-turn]").length === 25`)
		q.shows(20)
		q.Wait("stones to lie still", `document.getAnimations().every((a) => a.effect.getTiming().iterations === Infinity || a.playState === "finished")`)
		q.Keep(s.name)
		webtest.Eval[bool](q.Tab, `document.querySelector("#graph").focus() ?? true`)
		q.Type(kb.ArrowLeft + kb.PageDown)
		q.shows(14)
		if got := webtest.Eval[string](q.Tab, `document.activeElement.ariaValueNow + location.hash`); got != "14#game/"+id+"/14" {
			t.Errorf("the slider and the address say %q", got)
		}
		q.quiet()
	}
	p.Click("#review-close")
	p.Wait("the table", `document.querySelector("#review").hidden && !document.querySelector("#side").hidden && document.querySelectorAll(".stones [data-at]").length === 0`)
	p.quiet()
	d.Stop()
}

// looker is a person who looks back at a game.
type looker struct {
	*webtest.Tab
	t   *testing.T
	rec *sgf.Record
}

// shows checks that the board shows the game after so many turns.
func (p *looker) shows(turns int) {
	p.t.Helper()
	want := map[string]string{}
	for _, turn := range p.rec.Turns[:turns] {
		for _, point := range turn.Points {
			want[point.String()] = turn.Color.String()
		}
	}
	p.Wait(fmt.Sprintf("the position after %d turns", turns), fmt.Sprintf(`document.querySelectorAll(".stones [data-at]").length === %d`, len(want)))
	if got := p.Stones(); !maps.Equal(got, want) {
		p.t.Errorf("after %d turns the board shows %v, want %v", turns, got, want)
	}
}

// line checks that the board shows a line with its numbers.
func (p *looker) line(line [][]string) {
	p.t.Helper()
	var want []string
	for i, turn := range line {
		for range turn {
			want = append(want, fmt.Sprint(i+1))
		}
	}
	p.Wait(fmt.Sprintf("the line %v", line), fmt.Sprintf(`[...document.querySelectorAll(".ghosts text")].map((e) => e.textContent).join() === %q`, strings.Join(want, ",")))
}

func (p *looker) quiet() {
	p.t.Helper()
	for _, complaint := range p.Complaints() {
		p.t.Errorf("console: %s", complaint)
	}
}
