package web

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"net"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/remote"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
	"stonehand/engine/referee"
)

// site serves a fake table on a real port and can be stopped and started again
// on the same one.
type site struct {
	t       *testing.T
	table   *fakeTable
	games   Games
	judge   Analyst
	session remote.Session // nil: no remote games
	set     func(*Config)  // what else; nil: nothing
	network func() net.IP  // under which phones reach it; nil: the computer's own
	addr    string
	stop    func()
}

func newSite(t *testing.T, change ...func(*site)) *site {
	s := &site{t: t, table: newFakeTable(), games: fakeGames{}, judge: newFakeAnalyst(), addr: webtest.Address(t)}
	for _, ch := range change {
		ch(s)
	}
	s.start()
	t.Cleanup(func() { s.stop() })
	return s
}

func (s *site) start() {
	s.t.Helper()
	l, err := net.Listen("tcp", s.addr)
	if err != nil {
		s.t.Fatal(err)
	}
	s.addr = l.Addr().String()
	c := Config{Table: s.table, Games: s.games, Hand: fakeHand{s.table}, Analyst: s.judge, Session: s.session}
	if s.set != nil {
		s.set(&c)
	}
	server, err := New(c)
	if err != nil {
		s.t.Fatal(err)
	}
	if s.network != nil {
		server.network = s.network
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- server.Serve(ctx, l) }()
	s.stop = func() {
		cancel()
		if err := <-done; err != nil {
			s.t.Errorf("Serve: %v", err)
		}
		s.stop = func() {}
	}
}

// otherLanguage speaks the page's other language, as its button does, which small
// windows have in the menu.
func otherLanguage(p *webtest.Tab) {
	webtest.Eval[any](p, `document.querySelector("#language").click()`)
}

// inMenu opens the page's menu, by its way in the rail or, without one, beside the title.
func inMenu(p *webtest.Tab) {
	p.Click(webtest.Eval[string](p, `getComputedStyle(document.querySelector("#rail")).display === "none" ? "#burger" : "#menu-open"`))
	p.Wait("the menu", `!document.querySelector("#menu").hidden`)
}

// newGame opens the dialog of a new game, which the smallest windows have in the menu when
// a game is over.
func newGame(p *webtest.Tab) {
	if webtest.Eval[int](p, `document.querySelector("#new").offsetHeight`) == 0 {
		inMenu(p)
		p.Click("#menu-new")
		return
	}
	p.Click("#new")
}

// openLibrary opens the library by its way in the rail or, without one, in the menu.
func openLibrary(p *webtest.Tab) {
	p.Wait("the library to open", `(document.querySelector("#library-open").click(), location.hash === "#library")`)
}

func (s *site) url() string { return "http://" + s.addr + "/" }

// scene is a game in its middle, every kind of thing on the board.
func scene(n *api.Snapshot) {
	n.GameID, n.Due = "g2", 2
	n.Moves = apitest.Turns([][]string{{"J10"}, {"K11", "I11"}, {"K9", "L10"}, {"H10", "I9"}, {"J8", "L12"}, {"M13", "K10"}, {"I8", "J12"}})
	n.Record, n.Stones = nil, nil
	for i, turn := range n.Moves {
		for _, p := range turn {
			n.Record = append(n.Record, api.Stone{Point: p, Color: board.Black + board.Color(i%2)})
		}
	}
	n.Stones = append(n.Stones, apitest.As[[]api.Seen](n.Record)...)
	n.ToMove, n.Phase = board.White, api.PhasePlace
	n.Turn, n.Wanted = apitest.Points("H7", "K13"), apitest.Points("H7", "K13")
	n.Message = "Please put two white stones on H7 and K13."
}

func thinks(n *api.Snapshot) {
	n.Phase, n.Turn, n.Wanted, n.TurnTime = api.PhaseThinking, nil, nil, 8
	n.Message = "I am thinking."
}

var aChance = 0.57

var aThought = &api.Thought{Depth: 4, Score: 17_588, Chance: &aChance, Nodes: 1_234_567, NPS: 187_654, LeftMS: 3100, TotalMS: 8000,
	Line: apitest.Turns([][]string{{"H7", "K13"}, {"G6", "L14"}, {"N14", "L9"}, {"F11", "G9"}})}

// A score is shown as a chance to win, in the words that an analysis uses, or not
// at all; the number itself tells a visitor nothing.
func TestScoreIsAChance(t *testing.T) {
	s := newSite(t)
	s.table.set(func(n *api.Snapshot) { scene(n); thinks(n) })
	p := browser(t).Open(t, s.url(), webtest.Desktop)
	sure, hopeless := 1.0, 0.0
	for _, c := range []struct {
		chance *float64
		want   string
	}{{&aChance, "White 57 %"}, {&sure, "White wins"}, {&hopeless, "White loses"}, {nil, "–"}} {
		th := *aThought
		th.Chance = c.chance
		stop := s.table.keepTelling(api.Update{Thought: &th})
		p.Wait(c.want, `document.querySelector("#depth").textContent === "4" && document.querySelector("#score").textContent === "`+c.want+`"`)
		stop()
		if text := p.Text("body"); strings.Contains(text, "17588") || strings.Contains(text, "17,588") {
			t.Error("the page shows the score itself")
		}
	}
}

// Every picture is of a page that fits its screen's width and has nothing to
// complain of.
func TestPictures(t *testing.T) {
	b := browser(t)
	dark, chinese, tablet := webtest.Desktop, webtest.Phone, webtest.Screen{Width: 820, Height: 1180, Touch: true}
	dark.Dark = true
	chinese.Language = "zh-CN"
	for _, c := range []struct {
		name   string
		screen webtest.Screen
		set    func(*api.Snapshot)
		line   bool
	}{
		{"begin-phone", webtest.Phone, func(*api.Snapshot) {}, false},
		{"place-phone", webtest.Phone, scene, false},
		{"place-desktop", webtest.Desktop, scene, false},
		{"place-chinese", chinese, scene, false},
		{"thinking-desktop", webtest.Desktop, func(n *api.Snapshot) { scene(n); thinks(n) }, true},
		{"thinking-large", webtest.Large, func(n *api.Snapshot) { scene(n); thinks(n) }, false},
		{"repair-dark", dark, func(n *api.Snapshot) {
			scene(n)
			n.Phase, n.Wanted = api.PhaseRepair, nil
			n.Partial = apitest.Points("H7")
			n.Stones = append(n.Stones[1:], api.Seen{Point: apitest.At("D4"), Color: referee.Black}, api.Seen{Point: apitest.At("H7"), Color: referee.White})
			n.Marks = []api.Mark{{Point: apitest.At("J10"), Kind: "missing", Color: board.Black}, {Point: apitest.At("D4"), Kind: "extra"},
				{Point: apitest.At("L10"), Kind: "wrong", Color: board.White}, {Point: apitest.At("Q16"), Kind: "refused"}, {Point: apitest.At("H7"), Kind: "accepted"}}
			n.Message = "The black stone of J10 is missing. Put it back."
		}, false},
		{"over-tablet", tablet, func(n *api.Snapshot) {
			scene(n)
			n.Phase, n.Wanted, n.Result, n.Reason, n.ToMove = api.PhaseOver, nil, "black", "line", board.Empty
			n.Line = apitest.Points("F6", "G7", "H8", "I9", "J10", "K11")
			for _, p := range n.Line {
				n.Stones = append(n.Stones, api.Seen{Point: p, Color: referee.Black})
			}
			n.Message = "Black wins with six in a row."
		}, false},
		{"lost-desktop", webtest.Desktop, func(n *api.Snapshot) {
			scene(n)
			n.Phase, n.Link, n.Stones, n.Fault = api.PhaseLost, false, nil, "The board cannot be reached: /dev/ttyUSB0 is gone."
			n.Message = n.Fault
		}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSite(t)
			s.table.set(c.set)
			c.screen.Lively = true
			p := b.Open(t, s.url(), c.screen)
			if c.line {
				p.Click("#show-line")
			}
			// A thought is told once, and missed by a page that is just connecting.
			stop := s.table.keepTelling(api.Update{Thought: aThought})
			defer stop()
			p.Wait("the thought", `document.querySelector("#depth").textContent === "4"`)
			p.Wait("the games", `document.querySelectorAll("#games a[download]").length === 1`)
			p.Wait("movements to end", `document.getAnimations().every((a) => a.effect.getTiming().iterations === Infinity || a.playState === "finished")`)
			picture, err := png.Decode(bytes.NewReader(p.Picture(c.name)))
			if err != nil {
				t.Fatal(err)
			}
			if got := picture.Bounds().Dx(); got != int(c.screen.Width) {
				t.Errorf("the page is %d pixels wide on a screen of %d", got, c.screen.Width)
			}
			if wide := webtest.Eval[int](p, `document.documentElement.scrollWidth`); wide > int(c.screen.Width) {
				t.Errorf("the page scrolls sideways: %d pixels on %d", wide, c.screen.Width)
			}
			for _, complaint := range p.Complaints() {
				t.Errorf("console: %s", complaint)
			}
		})
	}
}

// What happens is heard, and the loudspeaker rests when nothing is.
func TestSoundRests(t *testing.T) {
	s := newSite(t)
	s.table.set(scene)
	p := browser(t).Open(t, s.url(), webtest.Desktop)
	webtest.Eval[bool](p, `(() => {
		window.heard = [];
		window.AudioContext = class extends AudioContext {
			constructor() { super(); window.audio = this; }
			get destination() { heard.push(this.state); return super.destination; }
		};
		return true;
	})()`)
	p.Click("#status")
	p.Wait("silence", `window.audio?.state === "suspended"`)
	s.table.set(func(n *api.Snapshot) {
		n.Stones = append(n.Stones, api.Seen{Point: apitest.At("A1"), Color: referee.White})
	})
	p.Wait("a stone", `heard.length === 2`)
	p.Wait("what is heard", `audio.currentTime > 0.05`)
	p.Wait("silence again", `audio.state === "suspended"`)
}

// A board that is looked at again, as for a game of another size, is connected: the headline
// does not say otherwise, and the message says why the board cannot be used.
func TestBoardThatIsNotReady(t *testing.T) {
	s := newSite(t)
	s.table.set(func(n *api.Snapshot) {
		n.Phase = api.PhaseLost
		says(n, "Waiting for the board.", "正在等待棋盘。")
	})
	p := browser(t).Open(t, s.url(), webtest.Desktop)
	if got := p.Text("#headline"); got != "The board is not ready" {
		t.Errorf("the headline says %q", got)
	}
	p.Click("#language")
	p.Wait("Chinese", `document.querySelector("#headline").textContent === "棋盘未就绪"`)
}

func TestTapsPutAndLift(t *testing.T) {
	b := browser(t)
	for _, screen := range []webtest.Screen{webtest.Phone, webtest.Desktop} {
		t.Run(fmt.Sprint(screen.Width), func(t *testing.T) {
			s := newSite(t)
			p := b.Open(t, s.url(), screen)
			shows := func(want map[string]string) {
				t.Helper()
				p.Wait(fmt.Sprintf("the stones %v", want), fmt.Sprintf(`!document.querySelector(".stones .pending") && document.querySelectorAll(".stones [data-at]").length === %d`, len(want)))
				if diff := cmp.Diff(want, p.Stones()); diff != "" {
					t.Error(diff)
				}
			}
			p.Tap("J10")
			shows(map[string]string{"J10": "black"}) // Black's turn
			s.table.set(func(n *api.Snapshot) {
				n.ToMove, n.Phase, n.Wanted, n.Moves = board.White, api.PhasePlace, apitest.Points("A1", "S19"), apitest.Turns([][]string{{"J10"}})
			})
			p.Wait("the machine to ask", `document.querySelectorAll(".wanted").length >= 2`)
			if got := p.Marked("wanted"); !cmp.Equal(got, []string{"A1", "S19"}) {
				t.Errorf("wanted: %v", got)
			}
			if got := p.Marked("last"); !cmp.Equal(got, []string{"J10"}) {
				t.Errorf("last move: %v", got)
			}
			p.Tap("A1")
			p.Tap("S19")
			shows(map[string]string{"J10": "black", "A1": "white", "S19": "white"})
			p.Click(`label:has(input[name="hand"][value="black"])`)
			p.Tap("B2") // a black stone where white is due, on purpose
			shows(map[string]string{"J10": "black", "A1": "white", "S19": "white", "B2": "black"})
			p.Tap("B2")
			p.Tap("S19")
			shows(map[string]string{"J10": "black", "A1": "white"})

			// A new game: one press takes off what is left of the old one.
			s.table.set(func(n *api.Snapshot) { n.Phase, n.Wanted, n.Moves = api.PhaseClear, nil, nil })
			p.Wait("the offer", `!document.querySelector("#sweep").hidden`)
			p.Click("#sweep")
			shows(map[string]string{})

			for _, complaint := range p.Complaints() {
				t.Errorf("console: %s", complaint)
			}
		})
	}
}

// What the hand cannot do is said, and the board shows what is there.
func TestHandIsRefused(t *testing.T) {
	s := newSite(t)
	p := browser(t).Open(t, s.url(), webtest.Desktop)
	s.table.mu.Lock() // behind the page's back
	s.table.now.Stones = []api.Seen{{Point: apitest.At("C3"), Color: referee.White}}
	s.table.mu.Unlock()
	p.Tap("C3")
	p.Wait("the refusal", `document.querySelector("#toast").textContent === "There is a stone on C3 already: lift it first."`)
	p.Wait("the stone", `!document.querySelector(".stones .pending") && document.querySelector('.stones [data-at="C3"]')`)
}

func TestKeyboardPlays(t *testing.T) {
	s := newSite(t)
	p := browser(t).Open(t, s.url(), webtest.Desktop)
	webtest.Eval[bool](p, `document.querySelector('[data-point="J10"]').focus() ?? true`)
	p.Type(kb.ArrowUp + kb.ArrowRight + kb.ArrowRight + "\r")
	p.Wait("the stone", `document.querySelector('.stones [data-at="L11"]')`)
	if got := webtest.Eval[string](p, `document.activeElement.getAttribute("aria-label")`); got != "L11, black stone" {
		t.Errorf("the point is called %q", got)
	}
	p.Type(kb.Home + kb.ArrowLeft + " ")
	p.Wait("the stone at the edge", `document.querySelector('.stones [data-at="A11"]')`)
}

func TestCommandsFromThePage(t *testing.T) {
	s := newSite(t)
	s.table.set(scene)
	p := browser(t).Open(t, s.url(), webtest.Desktop)
	p.Click("#undo")
	lastCommand(t, s, `{"do":"undo"}`)

	p.Click("#resign")
	p.Wait("the question", `document.querySelector("#ask-dialog").open`)
	p.Click(`#ask-dialog [value="cancel"]`)
	p.Wait("the question to go", `!document.querySelector("#ask-dialog").open`)
	p.Click("#resign")
	p.Click("#ask-ok")
	lastCommand(t, s, `{"do":"resign"}`)

	p.Click("#new")
	p.Keep("new-game")
	p.Click(`label:has(input[name="human"][value="white"])`)
	webtest.Eval[string](p, `document.querySelector("#time").value = "2.5"`)
	p.Click(`label:has(input[name="level"][value="7"])`)
	if got := p.Text("#level-out"); got != "Otter · level 7 of 15" {
		t.Errorf("the level shown is %q", got)
	}
	p.Click(`#new-dialog [value="ok"]`)
	lastCommand(t, s, `{"do":"new-game","game":"connect6","human":"white","level":7,"time":2.5}`)

	s.table.answer = func(api.Command) error {
		return &api.CommandError{Code: "nothing-to-undo", Text: "There is no turn to take back."}
	}
	p.Click("#undo")
	p.Wait("the refusal", `document.querySelector("#toast").textContent === "There is no turn to take back."`)
}

func TestPageComesBack(t *testing.T) {
	s := newSite(t)
	s.table.set(scene)
	p := browser(t).Open(t, s.url(), webtest.Desktop)
	s.stop()
	p.Wait("the page to say that the machine is away", `!document.querySelector("#offline").hidden && document.querySelector("#undo").disabled`)
	if got := p.Text("#offline"); !strings.Contains(got, "not responding") {
		t.Errorf("the page says %q", got)
	}
	p.Keep("offline")
	// The machine comes back in another state, with a version that is older.
	s.table.set(func(n *api.Snapshot) { n.Version, n.Stones, n.Moves = 0, n.Stones[:1], n.Moves[:1] })
	s.start()
	p.Wait("the page to come back", `document.querySelector("#offline").hidden && document.querySelectorAll(".stones [data-at]").length === 1`)
}

func TestLanguages(t *testing.T) {
	s := newSite(t)
	s.table.set(func(n *api.Snapshot) {
		says(n, "Three stones: one too many. Remove I9.", "多了一枚棋子。请取走I9。")
	})
	chinese := webtest.Phone
	chinese.Language = "zh-CN"
	p := browser(t).Open(t, s.url(), chinese)
	p.Wait("Chinese", `document.querySelector("#headline").textContent === "轮到你了" && document.querySelector("#message").textContent === "多了一枚棋子。请取走I9。"`)
	otherLanguage(p)
	p.Wait("English", `document.querySelector("#headline").textContent === "Your turn" && document.querySelector("#undo").textContent === "Undo" &&
		document.querySelector("#message").textContent === "Three stones: one too many. Remove I9."`)
}

// The puzzles and the library that are opened while the table is away are filled when it is
// back. Until then the library does not say that there are no games.
func TestOpenedWhileAway(t *testing.T) {
	s := newSite(t)
	s.table.set(scene)
	p := browser(t).Open(t, s.url(), webtest.Desktop)
	for view, filled := range map[string]string{"puzzles": `document.querySelectorAll("#puzzles h2").length === 1`, "library": `document.querySelector("#library-count").textContent !== ""`} {
		s.stop()
		p.Wait("the page to say that the machine is away", `!document.querySelector("#offline").hidden`)
		webtest.Eval[bool](p, `(location.hash = "`+view+`", true)`)
		p.Wait("a refusal", `document.querySelector("#toast").classList.contains("shown")`)
		if webtest.Eval[bool](p, filled+` || document.querySelector("#library-list .empty") !== null`) {
			t.Errorf("%s tells what only the table knows", view)
		}
		s.start()
		p.Wait(view, filled)
		webtest.Eval[bool](p, `(location.hash = "", document.querySelector("#toast").classList.remove("shown"), true)`)
	}
}
