package web

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"stonehand/cmd/internal/remote"
	"stonehand/cmd/internal/web/webtest"
)

// pageHost is the host of a guest in a browser, which says what a test has it say.
type pageHost struct {
	fakeSession
	t *testing.T

	mu   sync.Mutex // guards what follows
	now  *remote.Message
	shut bool // nobody is let in
	away int  // how many were not
	conn *websocket.Conn
	got  []*remote.Message
}

const pageCode = "mPQ0v9yHq2nO3b1xKc5sTg"

// ServeHTTP implements [remote.Session].
func (h *pageHost) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ws, err := websocket.Accept(w, r, nil)
	if err != nil {
		h.t.Error(err)
		return
	}
	defer ws.CloseNow()
	ctx := h.t.Context()
	say := func(m any) error {
		data, _ := json.Marshal(m)
		return ws.Write(ctx, websocket.MessageText, data)
	}
	if say(map[string]any{"v": remote.Version, "challenge": "c"}) != nil {
		return
	}
	if _, _, err := ws.Read(ctx); err != nil {
		return
	}
	h.mu.Lock()
	now, shut := h.now, h.shut
	if !shut {
		h.conn = ws
		_ = say(map[string]any{"welcome": true})
		now.Seq++
		_ = say(now)
	}
	h.mu.Unlock()
	if shut {
		h.mu.Lock()
		h.away++
		h.mu.Unlock()
		_ = say(map[string]any{"error": "closed"})
		_ = ws.Close(websocket.StatusPolicyViolation, "")
		return
	}
	for {
		_, data, err := ws.Read(ctx)
		if err != nil {
			return
		}
		m, err := remote.Parse(data)
		if err != nil {
			h.t.Errorf("the page says %s: %v", data, err)
			return
		}
		if m.Game != "" && m.Hash == "" {
			h.t.Errorf("the page names a game without a record of it, which no host has: %s", data)
		}
		h.mu.Lock()
		h.got = append(h.got, m)
		h.mu.Unlock()
	}
}

// tell changes what the host says, and says it.
func (h *pageHost) tell(change func(*remote.Message)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	change(h.now)
	h.now.Seq++
	data, _ := json.Marshal(h.now)
	_ = h.conn.Write(h.t.Context(), websocket.MessageText, data)
}

// drop cuts the link, and lets nobody in any more if shut says so.
func (h *pageHost) drop(shut bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.shut, h.got = shut, nil
	h.conn.CloseNow()
}

// until waits for a message of the page, and forgets those before it.
func (h *pageHost) until(what string, ok func(*remote.Message) bool) *remote.Message {
	h.t.Helper()
	for end := time.Now().Add(webtest.Limit); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		h.mu.Lock()
		for i, m := range h.got {
			if ok(m) {
				h.got = h.got[i+1:]
				h.mu.Unlock()
				return m
			}
		}
		h.mu.Unlock()
	}
	h.t.Fatalf("the page does not say %s", what)
	return nil
}

// newPageHost serves the page of a guest in a game.
func newPageHost(t *testing.T, s remote.Setup, step *remote.Step, log ...remote.Event) (h *pageHost, link string) {
	s.Game, s.Round, s.Cols, s.Rows, s.Clock = "g1", 1, 15, 15, "none"
	h = &pageHost{t: t, now: &remote.Message{V: remote.Version, Boot: 1, Game: "g1", Setup: &s, Step: step, N: len(log), Hash: "h", Seal: "s", Events: log}}
	site := newSite(t, func(s *site) { s.session = h })
	return h, strings.TrimSuffix(site.url(), "/") + "/invite#" + pageCode
}

func turn(color, point string) remote.Event {
	return remote.Event{Kind: remote.KindTurn, Color: color, Points: []string{point}}
}

func sure(p *webtest.Tab, button string) {
	p.Click(button)
	p.Wait("the question", `document.querySelector("#ask-dialog").open`)
	p.Click("#ask-ok")
}

func headline(p *webtest.Tab, text string) {
	p.Wait(text, `document.querySelector("#headline").textContent === "`+text+`"`)
}

// A guest that leaves says so until its host is known to know, though the link may be
// cut without either end having noticed, and though the page is loaded again; of two
// pages with one link the newer one plays.
func TestGuestPageLeaves(t *testing.T) {
	h, link := newPageHost(t, remote.Setup{Rules: "gomoku", Guest: "white"}, &remote.Step{Guest: "white", Side: "black", Color: "black", Due: 1})
	browser := browser(t)
	p := browser.Open(t, link, webtest.Phone)
	headline(p, "Black to move")
	bye := func(m *remote.Message) bool { return m.Bye }
	sure(p, "#leave")
	h.until("that it leaves", bye)
	h.drop(false) // the host has not heard it
	h.until("that it leaves, again", bye)
	again := browser.Open(t, link, webtest.Phone)
	headline(again, "A player has left the game.")
	headline(p, "This game is open in another window. Reload this page to play here.")
	h.until("that it leaves, from the new page", bye)
	h.drop(true)
	again.Wait("the end of it", `document.body.dataset.online === "no" && document.querySelector("#offline").hidden`)
	headline(again, "A player has left the game.")
}

// Who has resigned has resigned, though the link is cut at that moment, the game has
// gone on, or the page is loaded again.
func TestGuestPageResigns(t *testing.T) {
	h, link := newPageHost(t, remote.Setup{Rules: "gomoku", Guest: "white"}, &remote.Step{Guest: "white", Side: "black", Color: "black", Due: 1})
	browser := browser(t)
	p := browser.Open(t, link, webtest.Phone)
	headline(p, "Black to move")
	at := func(n int) func(*remote.Message) bool {
		return func(m *remote.Message) bool {
			return m.N == n && m.Propose != nil && m.Propose.Event.Kind == remote.KindResign && m.Propose.Event.Color == "white"
		}
	}
	sure(p, "#resign")
	h.until("that White resigns", at(0))
	// The host plays on meanwhile; what it says first on a new connection has no events.
	h.mu.Lock()
	h.now.N, h.now.From, h.now.Step = 1, 1, &remote.Step{Guest: "white", Side: "white", Color: "white", Due: 1}
	h.mu.Unlock()
	h.drop(false)
	h.until("that it resigns, with what it knows", at(0))
	h.tell(func(m *remote.Message) { m.From, m.Events = 0, []remote.Event{turn("black", "H8")} })
	h.until("that it resigns after that turn", at(1))
	again := browser.Open(t, link, webtest.Phone)
	h.until("that it resigns, from the new page", at(1))
	h.tell(func(m *remote.Message) {
		m.N, m.Step, m.Over = 2, nil, &remote.Outcome{Winner: "black", Reason: "resign"}
		m.Events = append(m.Events, remote.Event{Kind: remote.KindResign, Color: "white"})
	})
	headline(again, "Black wins by resignation")
	h.until("what it has", func(m *remote.Message) bool { return m.N == 2 && m.Propose == nil })
	if kept := webtest.Eval[string](again, `localStorage.getItem("link `+pageCode+`")`); strings.Contains(kept, "resigning") {
		t.Errorf("it still resigns: %s", kept)
	}
}

// Who resigns, leaves then, and has the page loaded again, has done both: the host,
// which hears of nothing before, is told of the resignation first, or with the other.
func TestGuestPageResignsAndLeaves(t *testing.T) {
	h, link := newPageHost(t, remote.Setup{Rules: "gomoku", Guest: "white"}, &remote.Step{Guest: "white", Side: "black", Color: "black", Due: 1})
	browser := browser(t)
	p := browser.Open(t, link, webtest.Phone)
	headline(p, "Black to move")
	sure(p, "#resign")
	sure(p, "#leave")
	boot := h.until("that it leaves", func(m *remote.Message) bool { return m.Bye }).Boot
	newer := func(m *remote.Message) bool { return m.Boot > boot }
	// The host plays on; what it says first on a new connection has no events.
	h.mu.Lock()
	h.now.N, h.now.From, h.now.Step = 1, 1, &remote.Step{Guest: "white", Side: "white", Color: "white", Due: 1}
	h.mu.Unlock()
	again := browser.Open(t, link, webtest.Phone)
	for range 2 { // at the welcome, and when it knows that events are missing
		if m := h.until("what the new page begins with", newer); m.Bye {
			t.Fatalf("it leaves before it has resigned: %+v", m)
		}
	}
	h.tell(func(m *remote.Message) { m.From, m.Events = 0, []remote.Event{turn("black", "H8")} })
	if m := h.until("that the new page leaves", func(m *remote.Message) bool { return newer(m) && m.Bye }); m.N != 1 || m.Propose == nil || m.Propose.Event.Kind != remote.KindResign || m.Propose.Event.Color != "white" {
		t.Errorf("it leaves without having resigned: %+v", m)
	}
	h.tell(func(m *remote.Message) {
		m.N, m.Step, m.Over = 2, nil, &remote.Outcome{Winner: "black", Reason: "resign"}
		m.Events = append(m.Events, remote.Event{Kind: remote.KindResign, Color: "white"})
	})
	boot = h.until("what it has", func(m *remote.Message) bool { return m.N == 2 && m.Propose == nil && m.Bye }).Boot
	headline(again, "Black wins by resignation")

	// A host that has no game any more is not kept waiting.
	webtest.Eval[string](again, `(() => { const key = "link `+pageCode+`", kept = JSON.parse(localStorage.getItem(key)); localStorage.setItem(key, JSON.stringify({ ...kept, resigning: "g1" })); return key; })()`)
	h.mu.Lock()
	h.now = &remote.Message{V: remote.Version, Boot: h.now.Boot, Seq: h.now.Seq}
	h.mu.Unlock()
	browser.Open(t, link, webtest.Phone)
	h.until("that it leaves no game", func(m *remote.Message) bool { return newer(m) && m.Bye })
}

// A page that has yielded to a newer one does not come back, though it was about to try
// again.
func TestGuestPageYieldsBetweenAttempts(t *testing.T) {
	h, link := newPageHost(t, remote.Setup{Rules: "gomoku", Guest: "white"}, &remote.Step{Guest: "white", Side: "black", Color: "black", Due: 1})
	browser := browser(t)
	p := browser.Open(t, link, webtest.Phone)
	headline(p, "Black to move")
	webtest.Eval[bool](p, `(() => {
		window.later = [];
		window.setTimeout = (f) => later.push(f);
		window.opened = 0;
		window.WebSocket = class extends WebSocket { constructor(url) { super(url); opened++; } };
		return true;
	})()`)
	h.drop(false)
	if !p.Sees(`later.length > 0`, webtest.Limit) { // Wait needs the timers of the page
		t.Fatal("the page does not try again")
	}
	browser.Open(t, link, webtest.Phone)
	headline(p, "This game is open in another window. Reload this page to play here.")
	if n := webtest.Eval[int](p, `(later.forEach((f) => f()), opened)`); n > 0 {
		t.Error("it has come back")
	}
}

// A page that is loaded when the colours have changed hands and the game is over
// counts the guest's turns by the colour that it has.
func TestGuestPageAfterTheColoursChangedHands(t *testing.T) {
	h, link := newPageHost(t, remote.Setup{Rules: "gomoku", Guest: "white", Opening: "swap2"}, nil,
		turn("black", "A1"), turn("white", "C1"), turn("black", "E1"), remote.Event{Kind: remote.KindChoice, Color: "white", Choice: "black"},
		turn("white", "C3"), turn("black", "E3"), turn("white", "C5"))
	h.now.Over = &remote.Outcome{Winner: "white", Reason: "line"}
	p := browser(t).Open(t, link, webtest.Phone)
	headline(p, "White wins")
	p.Click("#back")
	if m := h.until("what it asks", func(m *remote.Message) bool { return m.Ask != nil }); m.Ask.Back != 2 {
		t.Errorf("it asks for %d turns to be taken back, and the guest's last is the second to last", m.Ask.Back)
	}
}

// A host whose disk has lost the end of the game gets it from the page; one that
// leaves says how the game ended.
func TestGuestPageKnowsMoreThanItsHost(t *testing.T) {
	h, link := newPageHost(t, remote.Setup{Rules: "gomoku", Guest: "white"}, &remote.Step{Guest: "white", Side: "black", Color: "black", Due: 1}, turn("black", "H8"), turn("white", "H9"))
	p := browser(t).Open(t, link, webtest.Phone)
	p.Wait("the stones", `document.querySelector('.stones [data-at="H9"]') !== null`)
	h.until("what it has", func(m *remote.Message) bool { return m.N == 2 })
	h.tell(func(m *remote.Message) { m.N, m.From, m.Events = 1, 1, nil })
	m := h.until("what the host lacks", func(m *remote.Message) bool { return m.From == 1 && m.N == 2 })
	if len(m.Events) != 1 || m.Events[0].Points[0] != "H9" || m.Seal != "s" || m.Hash != "h" {
		t.Errorf("%+v", m)
	}
	h.tell(func(m *remote.Message) {
		m.N, m.From, m.Step, m.Bye, m.Over = 3, 0, nil, true, &remote.Outcome{Winner: "white", Reason: "resign"}
		m.Events = []remote.Event{turn("black", "H8"), turn("white", "H9"), {Kind: remote.KindResign, Color: "black"}}
	})
	headline(p, "White wins by resignation")
	p.Wait("that the other has left", `document.querySelector("#message").textContent === "A player has left the game."`)
	h.until("that it knows", func(m *remote.Message) bool { return m.Bye && m.N == 3 })
}

// A guest whose time is over reads that, in both languages.
func TestGuestPageLosesOnTime(t *testing.T) {
	h, link := newPageHost(t, remote.Setup{Rules: "gomoku", Guest: "white"}, nil, turn("black", "H8"), remote.Event{Kind: remote.KindTime, Color: "white"})
	h.now.Over = &remote.Outcome{Winner: "black", Reason: "time"}
	p := browser(t).Open(t, link, webtest.Phone)
	headline(p, "Black wins on time")
	otherLanguage(p)
	headline(p, "黑方超时胜")
}

// A page that has been let in goes on trying where its host does not know the game for a
// while, as after a start with a wrong setting.
func TestGuestPageOutlivesAHostThatForgets(t *testing.T) {
	h, link := newPageHost(t, remote.Setup{Rules: "gomoku", Guest: "white"}, &remote.Step{Guest: "white", Side: "black", Color: "black", Due: 1})
	p := browser(t).Open(t, link, webtest.Phone)
	headline(p, "Black to move")
	h.drop(true)
	for end, away := time.Now().Add(webtest.Limit), 0; away == 0 && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		h.mu.Lock()
		away = h.away
		h.mu.Unlock()
	}
	p.Wait("that the link is cut", `!document.querySelector("#offline").hidden && document.querySelector("#headline").textContent === "Black to move"`)
	h.mu.Lock()
	h.shut = false
	h.mu.Unlock()
	p.Wait("the link", `document.body.dataset.online === "yes" && document.querySelector("#offline").hidden`)
}

// A guest is offered a pass only once all the stones of a free handicap lie there.
func TestGuestPagePassesAfterTheHandicap(t *testing.T) {
	step := remote.Step{Guest: "black", Side: "black", Color: "black", Due: 1}
	h, link := newPageHost(t, remote.Setup{Rules: "go", Guest: "black", Terms: "chinese handicap 2 free"}, &step)
	h.now.Go = &remote.Go{Rows: []string{"..."}}
	p := browser(t).Open(t, link, webtest.Phone)
	passes := func(stones string, possible bool) {
		t.Helper()
		p.Wait(stones, `document.querySelectorAll("#board g[data-color]").length === `+stones+` && !document.querySelector("#pass").hidden`)
		if got := !webtest.Eval[bool](p, `document.querySelector("#pass").disabled`); got != possible {
			t.Errorf("with %s stones a pass is offered: %v", stones, got)
		}
	}
	passes("0", false)
	play := func(rows string, events ...remote.Event) {
		h.tell(func(m *remote.Message) {
			m.From, m.Events, m.N, m.Go = m.N, events, m.N+len(events), &remote.Go{Rows: []string{rows}}
		})
	}
	play("X..", turn("black", "A1"))
	passes("1", false)
	play("XXO", turn("black", "B1"), turn("white", "C1"))
	passes("3", true)
}
