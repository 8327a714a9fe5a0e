package web

import (
	"fmt"
	"testing"

	"stonehand/cmd/internal/web/webtest"
)

// The lesson of each game is gone through on the page's board by taps, in both
// languages, and nothing of it reaches the table.
func TestLesson(t *testing.T) {
	b, source := browser(t), webtest.Axe(t)
	chinese := webtest.Screen{Width: 320, Height: 568, Touch: true, Calm: true, Language: "zh-CN"}
	for name, screen := range map[string]webtest.Screen{"desktop": webtest.Desktop, "chinese": chinese} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			p := b.Open(t, s.url()+"#learn", screen)
			for _, game := range []string{"connect6", "gomoku", "renju", "go"} {
				p.Wait("the lesson of "+game, fmt.Sprintf(`(document.querySelector('#learn [value="%s"]').click(), document.querySelector("#learn-back").disabled)`, game))
				for step := range 4 {
					p.Wait(fmt.Sprintf("step %d of %s", step+1, game), fmt.Sprintf(`document.querySelector("#learn .sub").textContent.startsWith("%d ")`, step+1))
					for _, point := range p.Marked("wanted") {
						p.Tap(point)
					}
					p.Wait("nothing more to be put down", `document.querySelectorAll(".marks .wanted").length === 0`)
					p.Keep(fmt.Sprintf("learn-%s-%s-%d", name, game, step+1))
					if v := p.Violations(source, "#learn"); len(v) > 0 && step < 2 {
						t.Errorf("%s: %v", game, v)
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
