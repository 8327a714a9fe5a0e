package web

import (
	"fmt"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/hw"
)

// cutTexts lists the texts of the page that are cut off: by the window's sides, or by a box
// that does not scroll, and the fields that show only a part of what they hold.
const cutTexts = `(() => {
	const out = [...document.querySelectorAll("input")].filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1).map((e) => (e.id || e.type) + ": " + e.value);
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let n; (n = walker.nextNode());) {
		const e = n.parentElement;
		if (!n.data.trim() || !e.checkVisibility({ visibilityProperty: true }) || e.closest("svg, select, noscript, script, .away")) continue;
		const range = document.createRange();
		range.selectNodeContents(n);
		for (const r of range.getClientRects()) {
			let [left, top, right, bottom] = [0, -Infinity, innerWidth, Infinity];
			for (let box = e; box && box !== document.body; box = box.parentElement) {
				const s = getComputedStyle(box), b = box.getBoundingClientRect();
				if (["hidden", "clip"].includes(s.overflowX)) { left = Math.max(left, b.left); right = Math.min(right, b.right); }
				if (["hidden", "clip"].includes(s.overflowY)) { top = Math.max(top, b.top); bottom = Math.min(bottom, b.bottom); }
				if (["auto", "scroll"].includes(s.overflowX)) { left = -Infinity; right = Infinity; }
			}
			if (getComputedStyle(document.body).overflowY === "hidden") bottom = Math.min(bottom, innerHeight);
			if (r.width && (r.left < left - 1 || r.right > right + 1 || r.top < top - 4 || r.bottom > bottom + 4)) { out.push((e.id || e.tagName) + ": " + n.data.trim().slice(0, 60)); break; }
		}
	}
	return out })()`

// sizes are the windows in which pages of their own are looked at.
var sizes = []webtest.Screen{
	{Width: 320, Height: 568, Touch: true}, {Width: 390, Height: 844, Touch: true, Dark: true}, {Width: 1366, Height: 768}, {Width: 1920, Height: 1080},
}

// fonts are a wide one that takes the place of the page's own where that did not arrive in
// time, and last the page's own, which has no name here.
var fonts = []string{`"DejaVu Sans", sans-serif`, ""}

// inspect looks at a page in each size and both languages, between which a click on
// chinese changes: no barriers, no text that is cut, nothing wider than the window, in the
// page's font or without it, and a picture.
func inspect(t *testing.T, b *webtest.Browser, axe, name, address, ready, chinese string, then ...func(*webtest.Tab)) {
	t.Helper()
	for _, screen := range sizes {
		p := b.Visit(t, address, screen)
		p.Wait(name, ready)
		for _, do := range then {
			do(p)
		}
		for _, language := range []string{"en", "zh"} {
			what := fmt.Sprintf("%s-%s-%dx%d", name, language, screen.Width, screen.Height)
			if language == "zh" {
				p.Click(chinese)
				p.Wait("Chinese", `document.documentElement.lang === "zh-Hans" && `+ready)
			}
			p.Keep(what)
			for _, font := range fonts {
				webtest.Eval[bool](p, fmt.Sprintf(`(document.documentElement.style.setProperty("--font", %q), true)`, font))
				if cut := webtest.Eval[[]string](p, cutTexts); len(cut) > 0 {
					t.Errorf("%s, font %q: texts are cut: %s", what, font, strings.Join(cut, "; "))
				}
				if webtest.Eval[bool](p, `document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
					t.Errorf("%s, font %q: the page is wider than its window", what, font)
				}
			}
			if hasBarriersOfItsOwn(screen) {
				if found := p.Violations(axe); len(found) > 0 {
					t.Errorf("%s:\n%s", what, strings.Join(found, "\n"))
				}
			}
		}
		for _, complaint := range p.Complaints() {
			t.Errorf("%s: console: %s", name, complaint)
		}
		webtest.Eval[bool](p, `(localStorage.clear(), true)`) // the next one begins in English
	}
}

// audience is a game in its middle with all that a screen for an audience shows.
func audience(n *api.Snapshot) {
	scene(n)
	n.Phase, n.ToMove, n.Side, n.Wanted, n.Turn, n.Level = api.PhaseHuman, board.Black, board.Black, nil, nil, 3
	n.Clock = api.Clock{Control: apitest.As[clock.Control]("10m+5s"), Black: api.ClockSide{LeftMS: 228_000}, White: api.ClockSide{LeftMS: 252_000}}
	says(n, "Your turn.", "轮到你了。")
	n.Said["en"] = api.Said{Message: n.Message, Scene: "White has 4 of 6 in a row from A19 to F14. Black must block now."}
	n.Said["zh"] = api.Said{Message: n.Message, Scene: "白方在A19 至 F14 已有 4 子，只差连成 6 子。黑方必须立刻挡住。"}
	n.Queue = &api.Queue{Waiting: []api.Queued{{Number: 12, Name: "Wilhelmina Maria"}, {Number: 13}, {Number: 14, Name: "小明"}, {Number: 15}, {Number: 16}}}
}

// reachable makes a table one that phones reach.
func reachable(s *site) {
	s.network = func() net.IP { return net.IPv4(192, 168, 100, 200) }
	_, port, _ := net.SplitHostPort(s.addr)
	s.addr = net.JoinHostPort("0.0.0.0", port)
}

// at is a page of the table's own computer.
func (s *site) at(path string) string {
	_, port, _ := net.SplitHostPort(s.addr)
	return "http://127.0.0.1:" + port + path
}

func TestWatchPage(t *testing.T) {
	b, axe := browser(t), webtest.Axe(t)
	s := newSite(t, reachable)
	s.table.set(audience)
	inspect(t, b, axe, "watch", s.at("/watch"), `document.body.dataset.online === "yes" && document.querySelector("#scene").textContent !== "" && document.querySelector("#code").textContent.length === 4`, "#language", func(p *webtest.Tab) {
		s.table.publish(api.Update{Thought: aThought})
		p.Wait("the chance", `document.querySelector("#chance-text").textContent !== ""`)
		if !webtest.Eval[bool](p, `(() => { const r = document.querySelector("#board").getBoundingClientRect(); return r.left >= 0 && r.top >= 0 && r.right <= innerWidth && r.bottom <= innerHeight && r.width > 190 })()`) {
			t.Errorf("the board is not whole: %s", webtest.Eval[string](p, boardRect))
		}
	})
	p := b.Visit(t, s.at("/watch"), webtest.Screen{Width: 1920, Height: 1080})
	p.Wait("the queue", `document.querySelector("#next-waiting").textContent.includes("小明")`)
	where := webtest.Eval[string](p, boardRect)
	s.table.set(func(n *api.Snapshot) { n.Queue = &api.Queue{Called: &api.Queued{Number: 12, Name: "Ada"}} })
	p.Wait("who is called", `document.querySelector("#next-title").textContent === "Next player: Ada"`)
	p.Keep("watch-called")
	s.table.set(func(n *api.Snapshot) {
		n.Queue, n.Result, n.ToMove, n.Phase = &api.Queue{Playing: &api.Queued{Number: 12, Name: "Ada"}}, "black", board.Empty, api.PhaseOver
	})
	p.Wait("the end", `document.querySelector("#chance-text").textContent === "Ada won"`)
	if now := webtest.Eval[string](p, boardRect); now != where {
		t.Errorf("the board is at %s, and was at %s", now, where)
	}
}

func TestJoinPage(t *testing.T) {
	b, axe := browser(t), webtest.Axe(t)
	s := newSite(t, reachable)
	queued(s.table)
	inspect(t, b, axe, "join", s.at("/join#BCDF"), `!document.querySelector("#form").hidden && document.querySelector("#letters").value === "BCDF"`, "#language")
	screen := b.Visit(t, s.at("/watch"), webtest.Desktop)
	screen.Wait("the letters", `document.querySelector("#code").textContent.length === 4`)
	code := screen.Text("#code")
	p := b.Visit(t, s.at("/join#ZZZZ"), webtest.Screen{Width: 320, Height: 568, Touch: true})
	p.Wait("the form", `!document.querySelector("#form").hidden`)
	p.Click("#form button")
	p.Wait("the refusal", `document.querySelector("#error").textContent === "These are not the letters on the screen."`)
	p.Keep("join-wrong")
	webtest.Eval[bool](p, `(() => { document.querySelector("#letters").value = "`+strings.ToLower(code)+`"; document.querySelector("#name").value = "Ada"; return true })()`)
	p.Click("#form button")
	p.Wait("the place", `document.querySelector("#number").textContent === "1" && document.body.dataset.state === "waiting"`)
	p.Keep("join-waiting")
	screen.Wait("the name on the screen", `document.querySelector("#next-waiting").textContent.includes("Ada")`)
	s.table.set(func(n *api.Snapshot) { n.Queue = &api.Queue{Called: &api.Queued{Number: 1, Name: "Ada"}} })
	p.Wait("the call", `document.body.dataset.state === "called" && !document.querySelector("#here").hidden`)
	p.Keep("join-called")
	if found := p.Violations(axe); len(found) > 0 {
		t.Error(strings.Join(found, "\n"))
	}
	p.Click("#here")
	p.Wait("to play", `document.body.dataset.state === "playing" && !document.querySelector("#open").hidden`)
	if role := webtest.Eval[string](p, `(() => { const q = new XMLHttpRequest(); q.open("GET", "/api/me", false); q.send(); return JSON.parse(q.responseText).role })()`); role != "operate" && role != "play" {
		t.Errorf("who has come may only %s", role)
	}
	p.Keep("join-playing")
	p.Click("#leave")
	p.Wait("the end", `document.body.dataset.state === "" && !document.querySelector("#form").hidden`)
}

func TestCardPage(t *testing.T) {
	b, axe := browser(t), webtest.Axe(t)
	s := newSite(t)
	inspect(t, b, axe, "card", s.url()+"card", `document.querySelectorAll("[data-card]:not([hidden])").length === 1`, `[data-show="zh"]`)
	p := b.Visit(t, s.url()+"card", webtest.Desktop)
	p.Wait("the card", `document.querySelectorAll("[data-card]:not([hidden])").length === 1`)
	p.Click(`[data-show="both"]`)
	p.Wait("both languages", `document.querySelectorAll("[data-card]:not([hidden])").length === 2`)
	// A sheet has two sides, and each language begins one.
	for language, most := range map[string]int{"both": 4, "zh": 2, "en": 2} {
		p.Click(fmt.Sprintf("[data-show=%q]", language))
		p.Wait(language, fmt.Sprintf(`document.querySelector('[data-show=%q]').getAttribute("aria-pressed") === "true"`, language))
		if n := p.Pages(); n == 0 || n > most {
			t.Errorf("on paper the card takes %d pages in %q, and %d at most", n, language, most)
		}
	}
}

// manyVisits are those of a busy day, today.
type manyVisits struct{}

func (manyVisits) Counts() (list []api.Count, err error) {
	year, month, day := time.Now().Date()
	for h := range 8 {
		hour := time.Date(year, month, day, 10+h, 0, 0, 0, time.Local)
		list = append(list, api.Count{Hour: hour, What: "visit", Count: 3 + h},
			api.Count{Hour: hour, What: "game", Game: "connect6", Level: 1 + h%3, Result: api.TallyPeople, Count: 2 + h%3, Turns: 40, Time: 600},
			api.Count{Hour: hour, What: "game", Game: "connect6", Level: 1 + h%3, Result: api.TallyMachine, Count: 1 + h%4, Turns: 30, Time: 500})
	}
	return list, nil
}

// corner is a table with everything that the operator's corner shows.
func corner(s *site) {
	reachable(s)
	s.set = func(c *Config) {
		week := api.Timetable{
			Hours: api.List[string]{"tue-fri 10:00-17:00", "sat-sun 10:00-12:00 13:00-18:00"}, Exceptions: api.List[string]{"2026-12-24 10:00-14:00"}, Goodbye: 300,
			Volume: api.List[string]{"10:00 60", "17:00 30"}, Brightness: api.List[string]{"10:00 100"},
		}
		c.Visits = manyVisits{}
		c.Care = Care{
			Version: "1.4.0", Language: func() string { return "en" }, Started: time.Now().Add(-144 * time.Hour), Restart: func() {},
			Timetable: func() (now, configured api.Timetable) { return week, api.Timetable{} },
			Sensors: func() *api.Sensors {
				n := api.Sensors{Cols: 19, Rows: 19, Shown: strings.Repeat(".", 361)}
				for i := range 361 {
					n.Fields = append(n.Fields, (i*37)%120-60)
				}
				return &n
			},
			Log: func() []LogLine {
				return []LogLine{{At: time.Now(), Level: "INFO", Text: "board reached cols=19 rows=19"}, {At: time.Now(), Level: "WARN", Text: "device fault part=lights device=/dev/spidev0.0 text=the strip does not answer"}}
			},
		}
	}
}

func cornerState(n *api.Snapshot) {
	audience(n)
	n.Shutdown, n.Voice, n.Board = true, &api.Speech{Volume: 60}, api.Area{Cols: 19, Rows: 19}
	n.Calibration = &api.Calibration{Weak: apitest.Points("F4")}
	n.ArmState, n.ArmManual = hw.ArmParked, "on"
	for name, state := range map[string]string{"sensors": "weak", "lights": "bad", "arm": "well", "voice": "well", "storage": "well", "computer": "none"} {
		n.Devices = append(n.Devices, api.Device{Name: name, State: state})
	}
	slices.SortFunc(n.Devices, func(a, b api.Device) int { return strings.Compare(a.Name, b.Name) })
}

func TestOperatorPage(t *testing.T) {
	b, axe := browser(t), webtest.Axe(t)
	s := newSite(t, corner)
	s.table.set(cornerState)
	const filled = `!document.querySelector("#cards").hidden && document.querySelectorAll("#lines li").length === 2 && document.querySelectorAll("#plot-hour rect").length > 8 && document.querySelectorAll("#week tr").length === 7 && document.querySelectorAll("#device-list li").length === 7`
	inspect(t, b, axe, "operator", s.at("/operator"), filled, "#language", func(p *webtest.Tab) {
		p.Click("#live")
		p.Wait("the fields", `document.querySelectorAll("#map .plus").length > 50`)
	})
	p := b.Visit(t, s.at("/operator"), webtest.Screen{Width: 1366, Height: 768})
	p.Wait("the corner", filled)
	p.Click(`[data-device="voice"] button`)
	p.Click("#add-exception")
	webtest.Eval[bool](p, `(() => { const [a, b] = document.querySelector("#exceptions li:last-child").querySelectorAll("input"); a.value = "2026-12-31"; b.value = "closed"; return true })()`)
	p.Click(`#hours-form .main`)
	p.Wait("what was saved", `document.querySelector("#toast").textContent === "Saved."`)
	var got []string
	for _, c := range s.table.taken() {
		switch {
		case c.Do == api.DoTest:
			got = append(got, c.Do+" "+c.Answer)
		case c.Do == api.DoTimetable:
			got = append(got, strings.Join(c.Hours.Hours, ", "), strings.Join(c.Hours.Exceptions, ", "), fmt.Sprint(c.Hours.Goodbye), strings.Join(c.Hours.Volume, ", "))
		}
	}
	want := []string{"test voice", "mon closed, tue 10:00-17:00, wed 10:00-17:00, thu 10:00-17:00, fri 10:00-17:00, sat 10:00-12:00 13:00-18:00, sun 10:00-12:00 13:00-18:00", "2026-12-24 10:00-14:00, 2026-12-31 closed", "300", "10:00 60, 17:00 30"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the table got (-want +got):\n%s", diff)
	}
}

// growing is an exhibit to which more and more people come.
type growing struct{ *atomic.Int32 }

func (g growing) Counts() ([]api.Count, error) {
	return []api.Count{{Hour: time.Now(), What: "visit", Count: int(g.Load())}}, nil
}

// The operator's page stays open, and counts visitors again.
func TestOperatorCountsAgain(t *testing.T) {
	came := growing{new(atomic.Int32)}
	came.Store(1)
	s := newSite(t, func(s *site) {
		corner(s)
		set := s.set
		s.set = func(c *Config) {
			set(c)
			c.Visits = came
		}
	})
	s.table.set(cornerState)
	p := browser(t).Visit(t, s.at("/operator"), webtest.Desktop)
	p.Wait("one visit", `document.querySelector("#visits-say").textContent.startsWith("Visits: 1.")`)
	came.Store(2)
	webtest.Eval[bool](p, `document.querySelector("#period").dispatchEvent(new Event("change"))`)
	p.Wait("another one", `document.querySelector("#visits-say").textContent.startsWith("Visits: 2.")`)
}

// Who presses "Stop the arm" twice presses nothing else the second time, and to resume it asks first.
func TestOperatorStopsTheArm(t *testing.T) {
	s := newSite(t, corner)
	s.table.set(cornerState)
	for _, width := range []int64{320, 1366} {
		s.table.set(func(n *api.Snapshot) { n.ArmState, n.ArmManual, n.ArmCause = hw.ArmWorking, "", "" })
		p := browser(t).Visit(t, s.at("/operator"), webtest.Screen{Width: width, Height: 900})
		p.Wait("the arm", `document.querySelector("#arm-stop").offsetHeight > 0 && document.querySelector("#arm-resume").hidden`)
		p.Click("#arm-stop")
		s.table.set(func(n *api.Snapshot) { n.ArmState, n.ArmCause = hw.ArmStopped, hw.ArmOperator })
		p.Wait("that it is stopped", `!document.querySelector("#arm-resume").hidden`)
		if beside := webtest.Eval[bool](p, `document.querySelector("#arm-resume").offsetTop <= document.querySelector("#arm-stop").offsetTop`); beside {
			t.Errorf("%d: what lets it go on comes up where it is stopped", width)
		}
		p.Keep(fmt.Sprintf("operator-arm-%d", width))
		p.Click("#arm-resume")
		p.Wait("the question", `document.querySelector("#ask-dialog").open && document.querySelector("#ask-text").textContent.startsWith("Is everyone clear of the arm?")`)
		p.Click("#ask-ok")
		lastCommand(t, s, `{"do":"resume-arm"}`)
	}
}

// The right button of a mouse opens menus. What it has pressed it does not always let go of,
// so it does not move the arm.
func TestRightButtonMovesNoArm(t *testing.T) {
	s := newSite(t, corner)
	s.table.set(cornerState)
	p := browser(t).Visit(t, s.at("/operator"), webtest.Desktop)
	p.Wait("the keys", `document.querySelectorAll("#arm-jog .keys button").length === 6 && document.querySelectorAll("#lines li").length === 2 && document.querySelectorAll("#week tr").length === 7`)
	webtest.Eval[bool](p, `(addEventListener("mousedown", (e) => { window.on = e.target.textContent }, { capture: true }), true)`)
	p.ClickRight("#arm-jog .keys button")
	p.Wait("the press", `window.on === "X ←"`)
	p.Click("#arm-stop")
	lastCommand(t, s, `{"do":"arm"}`)
	if c := s.table.taken()[0]; c.Arm.Do != api.ArmStop {
		t.Errorf("the arm was moved: %+v", c.Arm)
	}
}

// That everyone is clear of the arm is said with a stone: no page has a button for it that would
// only be refused.
func TestPagesDoNotVouchForHands(t *testing.T) {
	s := newSite(t, corner)
	s.table.set(func(n *api.Snapshot) {
		cornerState(n)
		n.ArmManual = "asked"
		n.Question = &api.Inquiry{ID: 5, Kind: "menu", Path: []string{api.DoMoveArm}, Options: []api.Option{at("J2", option("yes", "Yes", "是")), option("no", "Close", "关闭")}}
	})
	for path, answers := range map[string]string{"/operator": "#asks", "/": "#answers"} {
		p := browser(t).Visit(t, s.at(path), webtest.Desktop)
		p.Wait("the answers", `document.querySelector("`+answers+`")?.textContent.endsWith("Close")`)
		if got := p.Text(answers); got != "Close" {
			t.Errorf("%s offers %s", path, got)
		}
	}
}

// Who calibrates from the operator's page reads the answers in the page's language, and of no
// flaw before it is known: until the end every point that has seen no stone could be dead.
func TestOperatorCalibrates(t *testing.T) {
	s := newSite(t, corner)
	s.table.set(func(n *api.Snapshot) {
		cornerState(n)
		calibrates(n)
		n.Calibration.Dead = n.Calibration.Left
	})
	p := browser(t).Visit(t, s.at("/operator"), webtest.Desktop)
	p.Wait("the answers", `document.querySelector("#asks").textContent === "donechange nothing"`)
	if got := p.Text("#map-weak"); got != "C3" {
		t.Errorf("in the middle these are said to be flawed: %s", got)
	}
	p.Click("#language")
	p.Wait("Chinese answers", `document.querySelector("#asks").textContent === "完成不更改"`)
	s.table.set(func(n *api.Snapshot) {
		c := *n.Calibration
		c.Step, c.Dead = "review", apitest.Points("S19")
		n.Calibration = &c
	})
	p.Wait("what was found", `document.querySelector("#map-weak").textContent === "C3 S19 A1"`)
}

// While the table is away, what lies under the line that says so still works.
func TestLanguageWhileAway(t *testing.T) {
	s := newSite(t, corner)
	s.table.set(cornerState)
	for _, path := range []string{"/operator", "/watch"} {
		for _, screen := range []webtest.Screen{sizes[0], webtest.Desktop} {
			p := browser(t).Visit(t, s.at(path), screen)
			p.Wait("the page", `document.body.dataset.online === "yes"`)
			webtest.Eval[bool](p, `(() => { const o = document.querySelector("#offline"); o.hidden = false; o.textContent = "The table is away."; return true })()`)
			p.Click("#language")
			p.Wait("Chinese at "+path, `document.documentElement.lang === "zh-Hans"`)
			webtest.Eval[bool](p, `(localStorage.clear(), true)`)
		}
	}
}

// From another computer the corner asks for the password first. It is gone from the page for the
// next one who stands there.
func TestOperatorLogsIn(t *testing.T) {
	b := browser(t)
	s := newSite(t, corner, func(s *site) {
		before := s.set
		s.set = func(c *Config) { before(c); c.Password, c.Remote = "sesame open", true }
	})
	s.table.set(cornerState)
	p := b.Visit(t, s.at("/operator"), webtest.Screen{Width: 320, Height: 568, Touch: true, Language: "zh-CN"})
	p.Wait("the question", `!document.querySelector("#login").hidden && document.querySelector("#cards").hidden`)
	p.Keep("operator-login")
	if cut := webtest.Eval[[]string](p, cutTexts); len(cut) > 0 {
		t.Errorf("texts are cut: %s", strings.Join(cut, "; "))
	}
	if found := p.Violations(webtest.Axe(t)); len(found) > 0 {
		t.Error(strings.Join(found, "\n"))
	}
	p.Click("#password")
	p.Type("sesame open\r")
	p.Wait("the cards", `!document.querySelector("#cards").hidden && document.querySelectorAll("#lines li").length === 2`)
	p.Click("#logout")
	p.Wait("the question again", `!document.querySelector("#login").hidden && document.querySelector("#cards").hidden`)
	if left := webtest.Eval[string](p, `document.querySelector("#password").value`); left != "" {
		t.Errorf("the next one is given the password %q", left)
	}
}

// However long it is what is said of a device, its name is read in one line.
func TestDevicesHaveRoomForTheirNames(t *testing.T) {
	s := newSite(t, corner, func(s *site) { s.network = func() net.IP { return nil } })
	s.table.set(cornerState)
	for _, width := range []int64{320, 390, 1440} {
		p := browser(t).Visit(t, s.at("/operator"), webtest.Screen{Width: width, Height: 900})
		p.Wait("the devices", `document.querySelector('[data-device="network"] b')?.textContent.length > 20`)
		p.Keep(fmt.Sprintf("devices-%d", width))
		if high := webtest.Eval[string](p, `[...document.querySelectorAll("#device-list span:not(.lamp)")].filter((e) => e.getBoundingClientRect().height > 50).map((e) => e.textContent).join()`); high != "" {
			t.Errorf("%d: the names of devices are squeezed: %s", width, high)
		}
	}
}
