package web

import (
	"fmt"
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/web/webtest"
)

// The lesson of each game is gone through on the page's board by taps, in both
// languages, and nothing of it reaches the table.
func TestLesson(t *testing.T) {
	b, source := browser(t), webtest.Axe(t)
	chinese := webtest.Screen{Width: 320, Height: 568, Touch: true, Language: "zh-CN"}
	for name, screen := range map[string]webtest.Screen{"desktop": webtest.Desktop, "chinese": chinese} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			p := b.Open(t, s.url()+"#learn", screen)
			for _, game := range []string{"connect6", "gomoku", "renju", "go"} {
				p.Wait("the lesson of "+game, fmt.Sprintf(`(() => {
					const choice = () => document.querySelector('#learn [value="%s"]');
					choice().focus();
					choice().click();
					return document.querySelector("#learn-back").disabled && document.activeElement === choice();
				})()`, game))
				p.Type("u")           // which takes nothing back at the table
				if game == "gomoku" { // one end of three is as good as the other
					for range 2 {
						p.Click("#learn-next")
					}
					for _, end := range []string{"F8", "J8"} {
						webtest.Eval[any](p, `(location.hash = "", 0)`)
						webtest.Eval[any](p, `(location.hash = "learn", 0)`)
						p.Wait("the step that was left", `document.querySelector("#learn .sub").textContent.startsWith("3 ")`)
						p.Tap(end)
						p.Wait("the end "+end+" taken", `document.querySelector("#learn-next").className === "main" && document.querySelectorAll(".marks .wanted").length === 0`)
					}
					p.Reload()
					p.Wait("the step that was left, in the page loaded again", `document.querySelector("#learn .sub").textContent.startsWith("3 ")`)
					p.Click("#learn-again")
				}
				for step := range 4 {
					p.Wait(fmt.Sprintf("step %d of %s", step+1, game), fmt.Sprintf(`document.querySelector("#learn .sub").textContent.startsWith("%d ")`, step+1))
					for _, point := range p.Marked("wanted") {
						p.Tap(point)
					}
					p.Wait("nothing more to be put down", `document.querySelectorAll(".marks .wanted").length === 0`)
					p.Keep(fmt.Sprintf("learn-%s-%s-%d", name, game, step+1))
					if step < 2 { // the others look alike
						for _, v := range p.Violations(source, "#learn") {
							t.Errorf("%s: %s", game, v)
						}
					}
					if step < 3 {
						p.Click("#learn-next")
					}
				}
			}
			p.Click("#learn-next")
			p.Wait("the table's game", `!document.querySelector("#status").hidden && document.querySelector("#learn").hidden`)
			if taken := s.table.taken(); len(taken) > 0 {
				t.Errorf("the table was told to %v", taken)
			}
			for _, complaint := range p.Complaints() {
				t.Errorf("console: %s", complaint)
			}
		})
	}
}

// A page that opens with the lesson teaches the game on the table.
func TestLessonOfTheTable(t *testing.T) {
	s := newSite(t)
	s.table.set(func(n *api.Snapshot) { n.Game, n.Moves, n.Record, n.Stones, n.Go = "go", nil, nil, nil, &api.Go{} })
	p := browser(t).Open(t, s.url()+"#learn", webtest.Desktop)
	p.Wait("Go's lesson", `document.querySelector("#learn-go")?.checked`)
	for game, says := range map[string]string{"gomoku-standard": "Exactly five in a row wins", "go": "First to capture 3 wins"} {
		s.table.set(func(n *api.Snapshot) { n.Game, n.Go = game, &api.Go{Capture: 3} })
		p := browser(t).Open(t, s.url()+"#learn", webtest.Desktop)
		p.Wait("what its own goal is", fmt.Sprintf(`document.querySelector("#learn h2").textContent === %q || (document.querySelector("#learn-next").click(), false)`, says))
	}
}

// Before the first turn the list of turns says the rules in words that need no lesson's board.
func TestRulesInShort(t *testing.T) {
	s := newSite(t)
	p := browser(t).Open(t, s.url(), webtest.Desktop)
	for _, c := range []struct {
		game    string
		capture int
		says    string
	}{
		{"connect6", 0, "each side places two"},
		{"gomoku-standard", 0, "place one stone each"},
		{"gomoku-standard", 0, "Exactly five in a row wins"},
		{"renju", 0, "For Black it has to be exactly five."},
		{"go", 0, "The side that surrounds more of the board wins."},
		{"go", 3, "First to capture 3 wins"},
	} {
		s.table.set(func(n *api.Snapshot) {
			n.Game, n.Moves, n.Record, n.Stones, n.Go = c.game, nil, nil, nil, nil
			if c.game == "go" {
				n.Go = &api.Go{Capture: c.capture}
			}
		})
		p.Wait(c.says, fmt.Sprintf(`document.querySelector("#moves .empty")?.textContent.includes(%q)`, c.says))
		p.Wait("no board meant", `!/These|on the cross/.test(document.querySelector("#moves .empty").textContent)`)
	}
}

// On phones, each step of the lessons and each puzzle is in sight with the buttons that lead on,
// without scrolling; but on the smallest the first step of Go, which is a little longer.
func TestLessonsAreInSight(t *testing.T) {
	for _, language := range []string{"en-GB", "zh-CN"} {
		for _, screen := range []webtest.Screen{{Width: 320, Height: 568}, {Width: 360, Height: 640}, {Width: 375, Height: 667}, {Width: 390, Height: 844}, {Width: 412, Height: 915}, {Width: 844, Height: 390}} {
			screen.Touch, screen.Language = true, language
			name := fmt.Sprintf("%s-%dx%d", language, screen.Width, screen.Height)
			p := browser(t).Open(t, newSite(t).url()+"#learn", screen) // where nobody has learnt yet
			look := func(what, parts string) {
				t.Helper()
				const hidden = `[...document.querySelectorAll(%q)].filter((e) => {
					const r = e.getBoundingClientRect(), box = document.querySelector("#body").getBoundingClientRect();
					return r.height && (r.top < box.top - 2 || r.bottom > box.bottom + 2) }).map((e) => e.id || e.nodeName).join()`
				p.Wait(name+": "+what+" in sight", fmt.Sprintf(hidden, parts)+` === ""`)
				if cut := webtest.Eval[string](p, `[...document.querySelectorAll("#learn .choice label")].filter((e) => e.getBoundingClientRect().right > e.parentElement.getBoundingClientRect().right + 1).map((e) => e.textContent).join()`); cut != "" {
					t.Errorf("%s: %s: %s is cut", name, what, cut)
				}
				p.Keep(fmt.Sprintf("in-sight-%s-%s", name, what))
			}
			for _, game := range []string{"connect6", "gomoku", "renju", "go"} {
				p.Wait("the lesson", fmt.Sprintf(`document.querySelector("#learn-%[1]s")?.click() || document.querySelector("#learn-%[1]s")?.checked`, game))
				for step := range 4 {
					p.Wait("the step", fmt.Sprintf(`document.querySelector("#learn .sub")?.textContent.startsWith("%d ")`, step+1))
					if game != "go" || step > 0 || screen.Width > 320 {
						look(fmt.Sprintf("%s-%d", game, step+1), "#learn h2, #learn .lead, #learn-task:not(:empty), #learn-next")
					}
					if step < 3 {
						webtest.Eval[any](p, `(document.querySelector("#learn-next").click(), 0)`)
					}
				}
			}
			webtest.Eval[any](p, `(location.hash = "puzzles", 0)`)
			for n := range 3 {
				p.Wait("the puzzle", fmt.Sprintf(`/(^|\D)%d (of|\/)/.test(document.querySelector("#puzzles .sub")?.textContent)`, n+1))
				look(fmt.Sprintf("puzzle-%d", n+1), "#puzzles h2, #puzzles .lead, #puzzle-hint, #puzzle-next")
				p.Click("#puzzle-next")
			}
		}
	}
}
