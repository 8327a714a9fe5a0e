package web

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/referee"
)

// windows are the sizes at which the board is whole and still: telephones
// upright and sideways, a tablet, laptops, and large screens.
var windows = []webtest.Screen{
	{Width: 320, Height: 568, Touch: true}, {Width: 390, Height: 844, Touch: true}, {Width: 844, Height: 390, Touch: true},
	{Width: 820, Height: 1180, Touch: true}, {Width: 1366, Height: 768}, {Width: 1440, Height: 900}, {Width: 1920, Height: 1080},
	{Width: 2560, Height: 1440},
}

// stage is one moment of a game, and how the page tells that it shows it.
type stage struct {
	name  string
	set   func(*api.Snapshot)
	shown string
}

// course is a game from its first stone to its end, with all that can appear on
// the page meanwhile. The third turn is over after the first turns of it.
var course = []stage{
	{"first stone", func(n *api.Snapshot) {
		n.Moves, n.Stones = apitest.Turns([][]string{{"J10"}}), []api.Seen{{Point: apitest.At("J10"), Color: referee.Black}}
		n.ToMove, n.Phase, n.Due, n.TurnTime, n.Message = board.White, api.PhaseThinking, 2, 5, "I am thinking."
	}, `document.querySelector("#status").dataset.phase === "thinking"`},
	{"second turn", func(n *api.Snapshot) {
		n.Phase, n.Wanted, n.Turn = api.PhasePlace, apitest.Points("K11", "I11"), apitest.Points("K11", "I11")
		n.Message = "Please put two white stones on K11 and I11."
	}, `document.querySelectorAll(".marks .wanted").length === 2`},
	{"third turn", func(n *api.Snapshot) {
		n.Moves, n.Wanted, n.Turn = apitest.Turns([][]string{{"J10"}, {"K11", "I11"}}), nil, nil
		n.Stones = append(n.Stones, api.Seen{Point: apitest.At("K11"), Color: referee.White}, api.Seen{Point: apitest.At("I11"), Color: referee.White})
		n.ToMove, n.Phase, n.Clock.Black.LeftMS = board.Black, api.PhaseHuman, 599_000
		n.Message = "Black to move: put down two black stones. White has four in a row. Less than 30 seconds are left."
	}, `document.querySelector("#status").dataset.phase === "human"`},
	{"middle", scene, `document.querySelector("#moves").textContent.includes("J12")`},
	{"fault", func(n *api.Snapshot) {
		n.Fault = "The arm does not answer: /dev/serial/by-id/usb-1a86_USB_Serial-if00-port0 is gone. Plug it in again."
		n.Clock.Running, n.Clock.Black.LeftMS = board.Empty, 9_300
	}, `!document.querySelector("#fault").hidden`},
	{"repair", func(n *api.Snapshot) {
		n.Fault, n.Phase, n.Wanted = "", api.PhaseRepair, nil
		n.Marks = []api.Mark{{Point: apitest.At("J10"), Kind: "missing", Color: board.Black}, {Point: apitest.At("D4"), Kind: "extra"}, {Point: apitest.At("L10"), Kind: "wrong", Color: board.White}}
		n.Message = "Three stones: one too many. The black stone of J10 is missing, and L10 is of the wrong colour. Remove D4."
	}, `document.querySelectorAll("#legend li").length === 3`},
	{"question", func(n *api.Snapshot) {
		n.Marks = nil
		n.Question = &api.Inquiry{ID: 7, Kind: "set-up", Text: "The stones do not stand as in the game. Play on from here? And whose turn is it?",
			Options: []api.Option{option("black", "Black to move", "轮到黑方"), option("white", "White to move", "轮到白方"), option("no", "No", "否")}}
		n.Message = n.Question.Text
	}, `document.querySelectorAll("#answers button").length === 3`},
	{"end", func(n *api.Snapshot) {
		n.Question, n.Phase, n.Result, n.Reason, n.ToMove = nil, api.PhaseOver, "black", "line", board.Empty
		n.Line, n.Message = apitest.Points("F6", "G7", "H8", "I9", "J10", "K11"), "Black wins with six in a row."
	}, `document.querySelector("#status").dataset.phase === "over"`},
}

const boardRect = `(() => { const r = document.querySelector("#board").getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom].join() })()`

// layoutShift is the sum of what the browser has seen move by itself since the
// page was opened, as its Layout Instability API counts it.
const layoutShift = `(() => { const o = new PerformanceObserver(() => {}); o.observe({ type: "layout-shift", buffered: true });
	return o.takeRecords().reduce((sum, e) => sum + e.value, 0) })()`

// shifted says what has moved: each element, from where to where.
const shifted = `(() => { const o = new PerformanceObserver(() => {}); o.observe({ type: "layout-shift", buffered: true });
	const at = (r) => [r.x, r.y, r.width, r.height].map(Math.round).join(" ");
	return o.takeRecords().flatMap((e) => e.sources.map((s) => (s.node?.id || s.node?.nodeName || "?") + ": " + at(s.previousRect) + " -> " + at(s.currentRect))).join("; ") })()`

// The board is whole in the window, at the same place from the first paint to the
// end of a game, and what stands around it stays where it is as well.
func TestBoardIsWholeAndStill(t *testing.T) {
	b := browser(t)
	pictures := os.Getenv("WEBTEST_PICTURES") != "" // for which the window changes its size for a moment
	for _, screen := range windows {
		t.Run(fmt.Sprintf("%dx%d", screen.Width, screen.Height), func(t *testing.T) {
			s := newSite(t)
			s.table.set(func(n *api.Snapshot) {
				n.Clock = api.Clock{Control: apitest.As[clock.Control]("10m+5s"), Black: api.ClockSide{LeftMS: 600_000}, White: api.ClockSide{LeftMS: 600_000}, Running: board.Black}
			})
			p := b.Open(t, s.url(), screen)
			want := webtest.Eval[string](p, boardRect)
			if !webtest.Eval[bool](p, `(() => { const r = document.querySelector("#board").getBoundingClientRect();
				return r.left >= 0 && r.top >= 0 && r.right <= innerWidth && r.bottom <= innerHeight && r.width >= 0.9 * Math.min(innerWidth, innerHeight, Math.max(innerHeight - 380, innerWidth - 380)) })()`) {
				t.Errorf("the board is not whole in the window, or small: %s", want)
			}
			for _, c := range course {
				s.table.set(c.set)
				p.Wait(c.name, c.shown)
				if got := webtest.Eval[string](p, boardRect); got != want {
					t.Errorf("%s: the board is at %s, and was at %s", c.name, got, want)
				}
				if wide := webtest.Eval[bool](p, `document.documentElement.scrollWidth > document.documentElement.clientWidth || document.documentElement.scrollHeight > innerHeight`); wide {
					t.Errorf("%s: the page is larger than its window", c.name)
				}
				if !pictures {
					if shift := webtest.Eval[float64](p, layoutShift); shift != 0 {
						t.Errorf("%s: the layout has shifted by %.4f: %s", c.name, shift, webtest.Eval[string](p, shifted))
					}
				}
				p.Keep(fmt.Sprintf("frame-%dx%d-%s", screen.Width, screen.Height, c.name))
			}
			for _, complaint := range p.Complaints() {
				t.Errorf("console: %s", complaint)
			}
		})
	}
}

// The end says who won to the one who won; where nobody or more than one person
// plays, it names the colour.
func TestEndSaysWhoWon(t *testing.T) {
	s := newSite(t)
	p := browser(t).Open(t, s.url(), webtest.Desktop)
	for _, c := range []struct {
		human            []string
		result           string
		english, chinese string
	}{
		{[]string{"black"}, "black", "You won", "你赢了"},
		{[]string{"white"}, "white", "You won", "你赢了"},
		{[]string{"black", "white"}, "black", "Black wins", "黑方获胜"},
		{nil, "white", "White wins", "白方获胜"},
		{[]string{"black"}, "draw", "A draw", "和棋"},
		{[]string{"black"}, "void", "Abandoned", "对局中止"},
	} {
		s.table.set(func(n *api.Snapshot) {
			n.Phase, n.Human, n.Result, n.Reason, n.ToMove = api.PhaseOver, apitest.As[api.List[board.Color]](c.human), c.result, "line", board.Empty
		})
		p.Wait(c.english, `document.querySelector("#headline").textContent === "`+c.english+`"`)
		otherLanguage(p)
		p.Wait(c.chinese, `document.querySelector("#headline").textContent === "`+c.chinese+`"`)
		otherLanguage(p)
	}
}

// Stones that are due look whole, and those that lie on the board are rings.
func TestDueStonesDoNotLookDisabled(t *testing.T) {
	s := newSite(t)
	p := browser(t).Open(t, s.url(), webtest.Desktop)
	for there, want := range map[int]string{0: "whole whole", 1: "ring whole"} {
		s.table.set(func(n *api.Snapshot) { n.Due, n.Partial = 2, apitest.Points([]string{"J10", "K10"}[:there]...) })
		p.Wait(want, `[...document.querySelectorAll("#pips .stone")].map((e) => {
			const s = getComputedStyle(e);
			return s.opacity !== "1" ? "faint" : s.backgroundImage === "none" ? "ring" : "whole"; }).join(" ") === "`+want+`"`)
	}
}

// One press takes all stones off a simulated board when the game is over; a real
// one offers no such button.
func TestStonesComeOffAtTheEnd(t *testing.T) {
	s := newSite(t)
	s.table.set(func(n *api.Snapshot) {
		scene(n)
		n.Phase, n.Wanted, n.Turn, n.Result, n.Reason = api.PhaseOver, nil, nil, "black", "line"
	})
	p := browser(t).Open(t, s.url(), windows[1])
	p.Wait("the button to be in sight", `(() => { const r = document.querySelector("#sweep").getBoundingClientRect(); return r.height >= 40 && r.top >= 0 && r.bottom <= innerHeight })()`)
	p.Click("#sweep")
	p.Wait("the board to be empty", `document.querySelectorAll(".stones [data-at]").length === 0 && document.querySelector("#sweep").hidden`)
	s.table.set(func(n *api.Snapshot) { scene(n); n.Phase, n.Sim = api.PhaseOver, false })
	p.Wait("a real board's end", `document.querySelectorAll(".stones [data-at]").length > 9 && document.querySelector("#sweep").hidden`)
}

// However long a game and whatever the window, the first row of the list of moves
// that is seen is whole, and the last one is seen.
func TestMovesAreNotClipped(t *testing.T) {
	b := browser(t)
	for _, screen := range []webtest.Screen{windows[1], windows[3], windows[4], windows[6]} {
		t.Run(fmt.Sprintf("%dx%d", screen.Width, screen.Height), func(t *testing.T) {
			s := newSite(t)
			p := b.Open(t, s.url(), screen)
			for _, turns := range []int{1, 9, 24, 25, 61, 62} {
				s.table.set(func(n *api.Snapshot) {
					n.Moves = nil
					for i := range turns {
						n.Moves = append(n.Moves, apitest.Points(fmt.Sprintf("%c%d", 'A'+i%19, 1+i%19)))
					}
				})
				p.Wait(fmt.Sprintf("%d turns", turns), fmt.Sprintf(`document.querySelectorAll("#moves li span").length === %d`, turns))
				p.Wait(fmt.Sprintf("the first row seen of %d turns to be whole", turns), `(() => {
					const list = document.querySelector("#moves").getBoundingClientRect();
					const rows = [...document.querySelectorAll("#moves li")].map((e) => e.getBoundingClientRect());
					const seen = rows.filter((r) => r.bottom > list.top + 1 && r.top < list.bottom - 1);
					return seen.length > 0 && seen[0].top >= list.top - 1 && rows.at(-1).bottom <= list.bottom + 1 && rows.at(-1) === seen.at(-1);
				})()`)
			}
		})
	}
}

var everyWindow = flag.Bool("everywindow", false, "look for barriers at every moment in every window, not in two or three of them")

// hasBarriersOfItsOwn reports whether axe-core is to look at what other windows show as well:
// what is in the way of a person is so in larger windows too, and once in dark colours.
func hasBarriersOfItsOwn(screen webtest.Screen) bool {
	return screen.Width == 320 || screen.Dark || *everyWindow
}

// axe-core finds nothing amiss on any screen, in light and dark, in both
// languages, whatever the game does. Each moment of a game is looked at in a small
// window and in a large one that has the other colours and the other language.
func TestAxe(t *testing.T) {
	b, source := browser(t), webtest.Axe(t)
	for i, screen := range windows {
		screen.Dark = i%2 == 1
		if i%4 >= 2 {
			screen.Language = "zh-CN"
		}
		t.Run(fmt.Sprintf("%dx%d", screen.Width, screen.Height), func(t *testing.T) {
			s := newSite(t)
			p := b.Open(t, s.url(), screen)
			look := func(when string, parts ...string) {
				t.Helper()
				for _, v := range p.Violations(source, parts...) {
					t.Errorf("%s: %s", when, v)
				}
			}
			whole := hasBarriersOfItsOwn(screen)
			if whole {
				look("at first")
			}
			// Of what follows only parts of the page change; one loop makes all cells of the
			// board, and the row of the first stone stands for the others.
			changing := []string{"#top", "#low", "#notices", "#board [role=row]:nth-child(10)"}
			for j, c := range course {
				s.table.set(c.set)
				p.Wait(c.name, c.shown)
				if !*everyWindow && (min(i, len(windows)-1-i)+j)%4 != 0 {
					continue
				}
				look(c.name, changing...)
			}
			newGame(p)
			p.Wait("the dialog", `document.querySelector("#new-dialog").open`)
			if whole {
				look("new game", "#new-dialog")
			}
			p.Click(`#new-dialog [value="cancel"]`)
			p.Wait("the dialog to go", `!document.querySelector("#new-dialog").open`)
			if i > 0 { // one window shows that axe-core looks
				return
			}
			webtest.Eval[string](p, `document.querySelector("#message").style.opacity = "0.3"`)
			if len(p.Violations(source, "#status")) == 0 {
				t.Error("a faint message passes: nothing was looked at")
			}
		})
	}
}

// tooSmall lists what can be tapped and is less than 44 px high or wide.
const tooSmall = `[...document.querySelectorAll("button, a[href], select, input:not([type=checkbox], [type=radio]), textarea, summary, .choice span, label:has([type=checkbox])")]
	.filter((e) => e.checkVisibility({ visibilityProperty: true })).map((e) => [e.id || e.textContent.trim().slice(0, 20) || e.tagName, e.getBoundingClientRect()])
	.filter(([, r]) => r.width && (r.height < 43.5 || r.width < 43.5)).map(([name, r]) => name + " " + Math.round(r.width) + "x" + Math.round(r.height))`

// A finger meets what it means.
func TestNothingIsTooSmallToTap(t *testing.T) {
	s := newSite(t)
	s.table.set(scene)
	for _, language := range []string{"en-GB", "zh-CN"} {
		p := browser(t).Open(t, s.url(), webtest.Screen{Width: 360, Height: 640, Touch: true, Language: language})
		for view, shown := range map[string]string{"": "#controls", "menu": "#theme", "learn": "#learn-next", "puzzles": "#puzzle-next", "library": "#library-add"} {
			webtest.Eval[bool](p, `(location.hash = "`+view+`", true)`)
			p.Wait("view "+view, `document.querySelector("`+shown+`")?.checkVisibility()`)
			if small := webtest.Eval[[]string](p, tooSmall); len(small) > 0 {
				t.Errorf("%s, %q: %s", language, view, strings.Join(small, "; "))
			}
		}
		webtest.Eval[bool](p, `(location.hash = "", localStorage.clear(), true)`)
	}
}

// On a small window the board's drawing is larger than its frame. Whatever point is
// focused, the drawing does not scroll there.
func TestBoardDoesNotScrollInItsFrame(t *testing.T) {
	p := browser(t).Open(t, newSite(t).url(), webtest.Screen{Width: 390, Height: 844, Touch: true})
	for _, point := range []string{"A1", "S19"} {
		p.Tap(point)
		webtest.Eval[any](p, `(document.querySelector('#board [data-point="`+point+`"]').focus(), document.querySelector("#board").scrollBy(0, 9), 0)`)
		if at := webtest.Eval[string](p, `((e) => [e.scrollLeft, e.scrollTop, e.getBoundingClientRect().top - e.parentElement.getBoundingClientRect().top].join())(document.querySelector("#board"))`); at != "0,0,0" {
			t.Errorf("%s: the board is scrolled and moved by %s", point, at)
		}
	}
}

// Who has the browser write one and a half times or twice as large on a phone reads the
// players' names whole.
func TestNamesInLargeType(t *testing.T) {
	s := newSite(t)
	for _, screen := range []webtest.Screen{{Width: 360, Height: 640, Type: 24}, {Width: 360, Height: 640, Type: 32}, {Width: 390, Height: 844, Type: 32, Language: "zh-CN"}} {
		screen.Touch = true
		p := browser(t).Open(t, s.url(), screen)
		p.Wait("the type", fmt.Sprintf(`getComputedStyle(document.documentElement).fontSize === "%dpx"`, screen.Type))
		// The page's own font may come too late to be used; this one is wider.
		for _, font := range []string{"Figtree", "DejaVu Sans"} {
			webtest.Eval[bool](p, `(document.documentElement.style.setProperty("--font", "`+font+`"), true)`)
			for _, timed := range []bool{false, true} {
				for kind, set := range map[string]func(*api.Snapshot){
					"machine": func(n *api.Snapshot) { n.Level, n.Human = 7, []board.Color{board.Black} },
					"person":  func(n *api.Snapshot) { n.Human = []board.Color{board.Black, board.White} },
					"remote": func(n *api.Snapshot) {
						n.Human, n.Remote = []board.Color{board.Black}, &api.Remote{Color: board.White, Name: "Annemarie at the club"}
					},
				} {
					s.table.set(func(n *api.Snapshot) {
						scene(n)
						n.Remote, n.Clock = nil, api.Clock{}
						if timed {
							n.Clock = api.Clock{Control: apitest.As[clock.Control]("10m+5s"), Black: api.ClockSide{LeftMS: 600_000}, White: api.ClockSide{LeftMS: 600_000}, Running: board.Black}
						}
						set(n)
					})
					p.Wait(kind, fmt.Sprintf(`document.querySelector("#opponent").dataset.kind === %q && (document.body.dataset.clock === "yes") === %v`, kind, timed))
					if cut := webtest.Eval[string](p, `[...document.querySelectorAll(".plate .name b")].filter((e) => e.checkVisibility() && (e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 1)).map((e) => e.textContent).join()`); cut != "" {
						t.Errorf("%+v, %s, %s, timed %v: %q is cut", screen, font, kind, timed, cut)
					}
				}
			}
		}
	}
}

// Who has the browser write twice as large still reaches everything, and sees the board.
func TestLargeType(t *testing.T) {
	s := endingSite(t)
	s.table.set(scene)
	for _, screen := range []webtest.Screen{{Width: 360, Height: 640, Touch: true}, {Width: 1366, Height: 768}} {
		screen.Type = 32
		p := browser(t).Open(t, s.url(), screen)
		p.Wait("the type", `getComputedStyle(document.documentElement).fontSize === "32px"`)
		inside := func(ids ...string) {
			t.Helper()
			for _, id := range ids {
				at := webtest.Eval[[]float64](p, `(() => { const e = document.querySelector("`+id+`"); e.scrollIntoView({ block: "nearest", inline: "nearest" });
					const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom].map(Math.round) })()`)
				if at[2] == 0 || at[0] < 0 || at[1] < 0 || at[2] > float64(screen.Width) || at[3] > float64(screen.Height) {
					t.Errorf("%dx%d: %s is at %v and cannot be reached", screen.Width, screen.Height, id, at)
				}
			}
		}
		p.Keep(fmt.Sprintf("large-%d", screen.Width))
		if wide := webtest.Eval[float64](p, `document.querySelector("#board").getBoundingClientRect().width`); wide < 200 {
			t.Errorf("%dx%d: the board is %.0f wide", screen.Width, screen.Height, wide)
		}
		inside("#burger", "#new", "#undo")
		p.Click("#new")
		inside("#new-cancel", "#new-ok")
		p.Keep(fmt.Sprintf("large-new-%d", screen.Width))
		p.Click("#new-cancel")
		webtest.Eval[bool](p, `(location.hash = "game/six", true)`)
		p.Wait("the review", `!document.querySelector("#review").hidden && document.querySelector("#step-count").textContent !== ""`)
		inside("#step-first", "#step-last")
		p.Keep(fmt.Sprintf("large-review-%d", screen.Width))
	}
}
