package web

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
	"stonehand/engine/puzzle"
)

func TestPuzzlesOverHTTP(t *testing.T) {
	s, _ := newServer(t)
	var list api.Puzzles
	if err := json.Unmarshal([]byte(ask(t, s, "GET", "/api/puzzles?game=go", "").text), &list); err != nil || len(list.Puzzles) < 100 {
		t.Fatalf("%d puzzles, %v", len(list.Puzzles), err)
	}
	if p := list.Puzzles[0]; p.Game != "go" || p.Named["zh"] == "" || p.Target == nil || p.Due != 1 {
		t.Errorf("%+v", p)
	}
	p := puzzle.Find("connect6-1")
	turn, _ := json.Marshal(api.Points(p.Answers[0]))
	for body, want := range map[string]string{
		fmt.Sprintf(`{"id":"connect6-1","turns":[%s]}`, turn):                            `"right":true,"solved":true`,
		`{"id":"connect6-1","turns":[],"hint":true}`:                                     fmt.Sprintf(`"hint":%s`, turn),
		`{"id":"no-such","turns":[]}`:                                                    `There is no puzzle`,
		`{"id":"connect6-1","turns":[["A1","A1"]]}`:                                      "cannot be played: a turn has points that are empty",
		`{"id":"connect6-1","turns":[` + strings.Repeat(`[],`, puzzle.MaxTurns) + `[]]}`: "a puzzle takes at most 40",
		`{"id":"connect6-1"}`:                                                            `"right":true,"solved":false`,
	} {
		if a := ask(t, s, "POST", "/api/puzzles/try", body); !strings.Contains(a.text, want) {
			t.Errorf("%s: %s, want %s", body, a.text, want)
		}
	}
}

// wrong is a turn that is none of a puzzle's answers.
func wrong(p *puzzle.Puzzle) []board.Point {
	for i := range p.Size.Count() {
		turn := []board.Point{p.Size.Point(i)}
		if p.Due() == 2 {
			turn = append(turn, p.Size.Point((i+1)%p.Size.Count()))
		}
		if _, err := p.Try([][]board.Point{turn}, false); err == nil && !slices.ContainsFunc(p.Answers, func(a []board.Point) bool { return slices.Equal(a, turn) }) {
			return turn
		}
	}
	return nil
}

// A puzzle of each game is answered wrongly and refuted, then hinted at and solved, by
// taps in both languages. Nothing of it reaches the table, and nothing is cut.
func TestPuzzles(t *testing.T) {
	b, source := browser(t), webtest.Axe(t)
	chinese := webtest.Screen{Width: 320, Height: 568, Touch: true, Language: "zh-CN"}
	english := webtest.Screen{Width: 320, Height: 568, Touch: true, Language: "en-GB"}
	for name, screen := range map[string]webtest.Screen{"desktop": webtest.Desktop, "chinese": chinese, "english": english} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			p := b.Open(t, s.url()+"#puzzles", screen)
			barriers := func(game string) {
				t.Helper()
				if name == "english" { // the same as in Chinese
					return
				}
				for _, v := range p.Violations(source, "#puzzles") {
					t.Errorf("%s: %s", game, v)
				}
			}
			for _, game := range []string{"connect6", "gomoku", "renju", "go"} {
				i := slices.IndexFunc(puzzle.All(), func(z *puzzle.Puzzle) bool {
					return z.Game == game && len(z.Answers) > 0 && (z.Turns > 1 || game == "go") && z.Kind != puzzle.Defend
				})
				z := puzzle.All()[i]
				webtest.Eval[any](p, fmt.Sprintf(`location.hash = "#puzzles/%s"`, z.ID))
				p.Wait("the puzzle "+z.ID, fmt.Sprintf(`document.querySelector('#puzzles [value="%s"]')?.checked && document.querySelectorAll("#board g[data-color]").length === %d`, game, len(z.Start.Black)+len(z.Start.White)))
				tap := func(turn []board.Point) {
					for _, at := range turn {
						p.Tap(z.Size.Name(at, board.Algebraic))
					}
				}
				tap(wrong(z))
				p.Wait("not this", `!document.querySelector("#puzzle-hint") && document.querySelector("#puzzle-again")`)
				p.Keep(fmt.Sprintf("puzzles-%s-%s-wrong", name, game))
				for webtest.Eval[bool](p, `Boolean(document.querySelector("#puzzle-step"))`) {
					p.Click("#puzzle-step")
				}
				barriers(game)
				p.Click("#puzzle-again")
				if game == "go" {
					p.Click("#puzzle-none")
					p.Wait("a move works", `/not the answer|不是答案/.test(document.querySelector("#puzzle-task").textContent)`)
					p.Click("#puzzle-again")
				}
				p.Click("#puzzle-hint")
				p.Wait("a hint", `document.querySelectorAll(".marks .suggested").length === 1`)
				if first := z.Answers[0][:1]; z.Due() == 2 {
					second := fmt.Sprintf(`document.querySelectorAll(".marks .suggested").length === 1 && document.querySelector("#puzzle-task").textContent.includes(%q)`, z.Size.Name(z.Answers[0][1], board.Algebraic))
					tap(first)
					p.Wait("the hint of the second stone", second)
					tap(first)
				}
				var turns [][]board.Point
				stones := len(z.Start.Black) + len(z.Start.White)
				for turn := z.Answers[0]; ; {
					tap(turn)
					stones += len(turn)
					turns = append(turns, turn)
					v, err := z.Try(turns, true)
					if err != nil {
						t.Fatal(err)
					}
					if turn = v.Hint; v.Solved {
						break
					}
					stones += len(v.Line[0].Points)
					p.Wait("the answer", fmt.Sprintf(`document.querySelectorAll("#board g[data-color]").length === %d`, stones))
				}
				p.Wait("solved", `document.querySelector("#puzzle-next").classList.contains("main") && document.querySelector(".dots [aria-current]").classList.contains("done")`)
				p.Keep(fmt.Sprintf("puzzles-%s-%s", name, game))
				if found := webtest.Eval[string](p, cut); found != "" {
					t.Errorf("%s: cut: %s", game, found)
				}
				barriers(game)
			}
			webtest.Eval[any](p, `(location.hash = "#puzzles/go-side-first-line-seki", 0)`)
			z := puzzle.Find("go-side-first-line-seki")
			p.Wait("the seki", fmt.Sprintf(`document.querySelector("#puzzles h2")?.textContent.match(%q)`, z.English+"|"+z.Chinese))
			p.Tap(z.Size.Name(z.Answers[0][0], board.Algebraic))
			v, err := z.Try(z.Answers[:1], false)
			if err != nil {
				t.Fatal(err)
			}
			for _, step := range v.Line {
				p.Wait("what follows", `document.querySelector("#puzzle-step")`)
				p.Click("#puzzle-step")
				if passes := webtest.Eval[bool](p, `/passes|停一手/.test(document.querySelector("#puzzle-task").textContent)`); passes != (len(step.Points) == 0) {
					t.Errorf("after %v: passes is %v", step.Points, passes)
				}
			}
			if said := p.Text("#puzzle-task"); !strings.HasSuffix(said, "Solved.") && !strings.HasSuffix(said, "解出来了。") {
				t.Errorf("at the end of a line that ends in a pass: %q", said)
			}
			webtest.Eval[any](p, `(location.hash = "#puzzles/go-ladder-broken", 0)`)
			p.Wait("a puzzle without a move", `document.querySelector("#puzzles .lead")?.textContent.match(/ladder|征子/)`)
			p.Click("#puzzle-hint")
			p.Wait("the hint that there is none", `/No move works|无解/.test(document.querySelector("#puzzle-task").textContent)`)
			p.Click("#puzzle-none")
			p.Wait("solved", `document.querySelector("#puzzle-next").classList.contains("main")`)
			if taken := s.table.taken(); len(taken) > 0 {
				t.Errorf("the table was told to %v", taken)
			}
			for _, complaint := range p.Complaints() {
				t.Errorf("console: %s", complaint)
			}
		})
	}
}
