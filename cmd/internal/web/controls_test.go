package web

import (
	"slices"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
	"stonehand/hw"
)

// lastCommand waits for a command like want.
func lastCommand(t *testing.T, s *site, want string) {
	t.Helper()
	var last string
	for end := time.Now().Add(webtest.Limit); last != want && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if taken := s.table.taken(); len(taken) > 0 {
			text, err := taken[len(taken)-1].MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			last = string(text)
		}
	}
	if last != want {
		t.Errorf("the last command is %s, want %s", last, want)
	}
}

// Who plays what is changed in mid-game, and the machine is shut down after a
// question; both on a phone and with its thumb.
func TestSeatsAndShutdown(t *testing.T) {
	s := newSite(t)
	s.table.set(scene)
	p := browser(t).Open(t, s.url(), webtest.Phone)
	p.Wait("the buttons", `document.querySelector("#shutdown").hidden && !document.querySelector("#seats").disabled`)
	s.table.set(func(n *api.Snapshot) { n.Shutdown = true })
	p.Wait("the offer to shut down", `!document.querySelector("#shutdown").hidden`)
	thumbs := func(ids ...string) {
		t.Helper()
		for _, id := range ids {
			// A thumb needs 44 px, and no button may hang over the edge.
			if ok := webtest.Eval[bool](p, `(() => { const b = document.querySelector("#`+id+`"); b.scrollIntoView({ block: "nearest" }); const r = b.getBoundingClientRect();
				return r.height >= 44 && r.width >= 44 && r.left >= 0 && r.right <= innerWidth && r.bottom <= innerHeight })()`); !ok {
				t.Errorf("the button %s is too small for a thumb: %s", id, webtest.Eval[string](p, `JSON.stringify(document.querySelector("#`+id+`").getBoundingClientRect()) + innerWidth`))
			}
		}
	}
	thumbs("new", "undo", "pause", "resign")
	s.table.set(func(n *api.Snapshot) { n.Phase = api.PhaseThinking })
	p.Wait("the button for those in a hurry", `!document.querySelector("#move-now").disabled`)
	thumbs("move-now")
	s.table.set(scene)
	inMenu(p)
	thumbs("seats", "shutdown")
	p.Click("#view-close")
	p.Keep("controls-phone")
	s.table.set(func(n *api.Snapshot) {
		n.Trays = []api.Tray{{Color: board.Black, Left: 12, Full: 20, Low: 5}, {Color: board.White, Left: 3, Full: 20, Low: 5}}
	})
	p.Wait("what is left in the trays", `document.querySelector("#refill").textContent === "Trays refilled (left: 12 black, 3 white)" && document.querySelector("#refill.main")`)
	p.Click("#refill")
	lastCommand(t, s, `{"do":"refill"}`)
	s.table.set(func(n *api.Snapshot) { n.Trays = nil })
	p.Wait("an arm without trays to say nothing", `document.querySelector("#refill").offsetHeight === 0`)
	s.table.set(func(n *api.Snapshot) { n.ArmState = hw.ArmWorking })
	p.Wait("what stops the arm", `document.querySelector("#stop-arm").offsetHeight > 0`)
	thumbs("stop-arm")
	p.Keep("controls-arm")
	p.Click("#stop-arm")
	lastCommand(t, s, `{"do":"arm"}`)
	if taken := s.table.taken(); taken[len(taken)-1].Arm.Do != api.ArmStop {
		t.Errorf("the arm is to %s, not to stop", taken[len(taken)-1].Arm.Do)
	}
	s.table.set(func(n *api.Snapshot) { n.ArmState, n.ArmCause = hw.ArmStopped, hw.ArmOperator })
	p.Wait("what lets it go on", `document.querySelector("#stop-arm").hidden && document.querySelector("#resume-arm").offsetHeight > 0`)
	s.table.set(func(n *api.Snapshot) { n.ArmState, n.ArmCause = "", "" })

	inMenu(p)
	p.Click("#seats")
	p.Wait("the dialog", `document.querySelector("#new-title").textContent === "Who plays" && document.querySelector("#new-ok").textContent === "Change"`)
	p.Click(`label:has(input[name="human"][value="both"])`)
	p.Click("#new-ok")
	lastCommand(t, s, `{"do":"seats","human":"both","level":5,"time":5}`)

	inMenu(p)
	p.Click("#shutdown")
	p.Wait("the question", `document.querySelector("#ask-dialog").open`)
	p.Click(`#ask-dialog [value="cancel"]`)
	p.Wait("the question to go", `!document.querySelector("#ask-dialog").open`)
	lastCommand(t, s, `{"do":"seats","human":"both","level":5,"time":5}`)
	p.Click("#shutdown")
	p.Click("#ask-ok")
	lastCommand(t, s, `{"do":"shutdown"}`)
	s.table.set(func(n *api.Snapshot) {
		n.Phase, n.Message = api.PhaseOff, "Goodbye. Everything is saved. Wait ten seconds, then the power may be switched off."
	})
	p.Wait("goodbye", `document.querySelector("#headline").textContent === "Shutting down" && document.querySelector("#new").disabled && document.querySelector("#seats").disabled`)
	s.stop()
	p.Wait("the page to say why nobody answers", `document.querySelector("#offline").textContent.startsWith("The board is shut down")`)
}

// Where the board speaks, the page has its volume.
func TestVolume(t *testing.T) {
	s := newSite(t)
	s.table.set(scene)
	p := browser(t).Open(t, s.url(), webtest.Phone)
	inMenu(p)
	p.Wait("no voice", `document.querySelector("#voice").hidden && !document.querySelector("#seats").disabled`)
	s.table.set(func(n *api.Snapshot) { n.Voice = &api.Speech{Volume: 40} })
	p.Wait("the volume", `!document.querySelector("#voice").hidden && document.querySelector("#volume").value === "40" && document.querySelector("#volume-out").value === "40"`)
	if !webtest.Eval[bool](p, `(() => { const r = document.querySelector("#volume").getBoundingClientRect(); return r.height >= 40 && r.width >= 150 && r.left >= 0 && r.right <= innerWidth })()`) {
		t.Errorf("the volume is too small for a thumb: %s", webtest.Eval[string](p, `JSON.stringify(document.querySelector("#volume").getBoundingClientRect())`))
	}
	p.Keep("volume-phone")
	webtest.Eval[bool](p, `(() => { const v = document.querySelector("#volume"); v.value = "0"; v.dispatchEvent(new Event("input")); v.dispatchEvent(new Event("change")); return true })()`)
	lastCommand(t, s, `{"do":"volume","volume":0}`)
	s.table.set(func(n *api.Snapshot) { n.Voice = &api.Speech{} })
	p.Wait("silence", `document.querySelector("#volume-out").value === "off"`)
}

// Who has run out of time before a turn was played can take that back.
func TestTakingBackALossOnTime(t *testing.T) {
	s := newSite(t)
	p := browser(t).Open(t, s.url(), webtest.Phone)
	s.table.set(func(n *api.Snapshot) {
		scene(n)
		n.Moves, n.Record, n.Phase, n.Turn, n.Wanted = apitest.Turns([][]string{}), []api.Stone{}, api.PhaseHuman, nil, nil
	})
	p.Wait("nothing to take back", `document.querySelector("#undo").disabled && !document.querySelector("#new").disabled`)
	s.table.set(func(n *api.Snapshot) { n.Phase, n.Result, n.Reason = api.PhaseOver, "white", "time" })
	p.Wait("the loss to be taken back", `!document.querySelector("#undo").disabled`)
	p.Click("#undo")
	lastCommand(t, s, `{"do":"undo"}`)
}

// The menu that was opened at the board can be answered on the page as well.
func TestMenuOnThePage(t *testing.T) {
	s := newSite(t)
	s.table.set(func(n *api.Snapshot) {
		scene(n)
		n.Phase = api.PhaseRepair
		says(n, "What would you like?", "你想做什么？")
		n.Question = &api.Inquiry{ID: 3, Kind: "menu", Text: n.Message, Options: []api.Option{
			at("C1", option("undo", "take back", "悔棋")), at("O1", option("resign", "resign", "认输")), option("no", "Close", "关闭"),
		}}
	})
	p := browser(t).Open(t, s.url(), webtest.Phone)
	p.Wait("the choices", `[...document.querySelectorAll("#answers button")].map((b) => b.textContent).join() === "take back,resign,Close"`)
	otherLanguage(p)
	p.Wait("Chinese", `[...document.querySelectorAll("#answers button")].map((b) => b.textContent).join() === "悔棋,认输,关闭" && document.querySelector("#message").textContent === "你想做什么？"`)
	p.Click(`#answers [data-answer="resign"]`)
	lastCommand(t, s, `{"answer":"resign","do":"answer","question":3}`)
	s.table.set(func(n *api.Snapshot) {
		says(n, "Do you really resign? The game ends.", "确定认输吗？对局将结束。")
		n.Question = &api.Inquiry{ID: 4, Kind: "menu", Path: []string{"resign"}, Options: []api.Option{at("J1", option("yes", "Yes", "是")), option("no", "Close", "关闭")}}
	})
	p.Wait("the confirmation", `document.querySelector("#message").textContent === "确定认输吗？对局将结束。"`)
	p.Click(`#answers [data-answer="yes"]`)
	lastCommand(t, s, `{"answer":"yes","do":"answer","question":4}`)

	// What leads back into a paused game at the board is no question on the page.
	s.table.set(func(n *api.Snapshot) {
		n.Phase = api.PhasePaused
		says(n, "The game is paused. Put a stone on J1 to resume it.", "对局已暂停。在J1放一枚棋子即可继续。")
		n.Question = &api.Inquiry{ID: 5, Kind: "menu", Path: []string{"resume"}, Options: []api.Option{at("J1", option("yes", "Yes", "是")), option("no", "Close", "关闭")}}
	})
	p.Wait("the usual buttons", `document.querySelector("#answers").hidden && ["undo", "pause", "resign", "new"].every((id) => document.querySelector("#" + id).checkVisibility())`)
	if got := p.Text("#pause"); got != "继续" {
		t.Errorf("the button that resumes says %q", got)
	}
	if got := p.Marked("asked"); len(got) != 1 || got[0] != "J1" {
		t.Errorf("the board asks at %v", got)
	}
	p.Keep("paused-phone")
	p.Click("#pause")
	lastCommand(t, s, `{"do":"resume"}`)
	for _, complaint := range p.Complaints() {
		t.Errorf("console: %s", complaint)
	}
}

// The buttons beside a simulated board are pushed down and let go on the page.
func TestButtonsOfTheSimulatedBoard(t *testing.T) {
	s := newSite(t)
	p := browser(t).Open(t, s.url(), webtest.Phone)
	p.Wait("no buttons", `document.querySelector("#keys").hidden`)
	s.table.set(func(n *api.Snapshot) {
		n.Buttons = []api.Key{{Name: "1", Press: "undo", Hold: "shutdown", Said: map[string]api.KeySaid{"en": {Press: "take back", Hold: "shut down"}, "zh": {Press: "悔棋", Hold: "关机"}}}}
	})
	p.Wait("the button", `!document.querySelector("#keys").hidden && document.querySelector('[data-key="1"]').textContent === "1 take back · hold: shut down"`)
	p.Click(`[data-key="1"]`)
	pushed := func() []bool {
		s.table.mu.Lock()
		defer s.table.mu.Unlock()
		return slices.Clone(s.table.pushes)
	}
	for end := time.Now().Add(webtest.Limit); len(pushed()) < 2 && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
	}
	if got := pushed(); !slices.Equal(got, []bool{true, false}) {
		t.Errorf("pushes %v, want down and up", got)
	}
	// On a slow line the letting go does not overtake the push.
	p.Wait("a slow line", `(() => { const at = window.fetch; window.fetch = async (path, options) => {
		if (options?.body?.includes('"down":true')) await new Promise((done) => setTimeout(done, 300));
		return at(path, options);
	}; return true })()`)
	p.Click(`[data-key="1"]`)
	for end := time.Now().Add(webtest.Limit); len(pushed()) < 4 && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
	}
	if got := pushed(); !slices.Equal(got, []bool{true, false, true, false}) {
		t.Errorf("pushes %v, want down and up twice", got)
	}
	for _, complaint := range p.Complaints() {
		t.Errorf("console: %s", complaint)
	}
}

// On a simulated board helping hands do the chores, unless people want it as on a
// real board: the page has the switch, and does not get into their way.
func TestHelpingHandsOnThePage(t *testing.T) {
	s := newSite(t)
	s.table.set(func(n *api.Snapshot) {
		scene(n)
		n.Sim, n.Helping, n.Message = true, true, ""
		n.Phase, n.ToMove, n.Due, n.Wanted = api.PhasePlace, board.White, 2, apitest.Points("A1", "B1")
	})
	p := browser(t).Open(t, s.url(), webtest.Desktop)
	p.Wait("the hands at work", `document.querySelector("#hand").hidden && !document.querySelector("#real-board").checked && document.querySelector("#headline").textContent === "Placing White’s stones"`)
	p.Tap("A1")
	inMenu(p)
	p.Click(`label:has(#real-board)`)
	lastCommand(t, s, `{"answer":"own","do":"hands"}`)
	s.table.set(func(n *api.Snapshot) { n.Helping, n.Phase, n.Wanted = false, api.PhaseClear, nil })
	p.Wait("a person's work", `document.querySelector("#real-board").checked && !document.querySelector("#sweep").hidden && !document.querySelector("#hand").hidden`)
	p.Click(`label:has(#real-board)`)
	lastCommand(t, s, `{"answer":"help","do":"hands"}`)
	s.table.set(func(n *api.Snapshot) { n.Helping = true })
	p.Wait("the hands again", `!document.querySelector("#real-board").checked && document.querySelector("#sweep").hidden`)
	s.table.set(func(n *api.Snapshot) { n.Sim, n.Helping = false, false })
	p.Wait("no switch at a real board", `document.querySelector("#hand").hidden`)
	for _, complaint := range p.Complaints() {
		t.Errorf("console: %s", complaint)
	}
}

// Whose turn it is resigns, and is named where two people play. A question that was asked of
// another turn, or of a game that is no more, resigns nothing; and who is about to begin a game
// learns of one that somebody else has begun meanwhile.
func TestOldQuestionsEndNoGame(t *testing.T) {
	s := newSite(t)
	s.table.set(twoPlayGo)
	s.table.set(func(n *api.Snapshot) { n.Side, n.ToMove = board.Black, board.Black })
	p := browser(t).Open(t, s.url(), webtest.Desktop)
	ask := func(text string) {
		t.Helper()
		p.Click("#resign")
		p.Wait("the question", `document.querySelector("#ask-dialog").open && document.querySelector("#ask-text").textContent === "`+text+`"`)
	}
	refused := func() {
		t.Helper()
		p.Click("#ask-ok")
		p.Wait("that nobody has resigned", `document.querySelector("#toast").textContent === "The game has gone on. Nobody has resigned."`)
		if got := s.table.taken(); len(got) != 0 {
			t.Fatalf("the table was told %+v", got)
		}
		webtest.Eval[bool](p, `(document.querySelector("#toast").textContent = "", true)`)
	}
	ask("Does Black resign?")
	s.table.set(func(n *api.Snapshot) { n.Side, n.ToMove = board.White, board.White })
	p.Wait("White's turn", `document.querySelector("#headline").textContent === "White to play"`)
	refused()
	s.table.set(func(n *api.Snapshot) { n.Human = []board.Color{board.Black} })
	p.Wait("a person alone", `document.querySelector("#me").innerText.startsWith("You")`)
	ask("Resign this game?")
	s.table.set(func(n *api.Snapshot) { n.GameID, n.Moves = "next", nil })
	p.Wait("the next game", `document.querySelectorAll("#moves .empty").length === 1`)
	refused()

	p.Click("#new")
	p.Wait("the dialog", `document.querySelector("#new-dialog").open && document.querySelector("#new-hint").textContent === ""`)
	s.table.set(func(n *api.Snapshot) { n.Moves = apitest.Turns([][]string{{"C3"}}) })
	p.Wait("what would end", `document.querySelector("#new-hint").textContent === "This ends the current game without a result."`)
	p.Click("#new-cancel")
	ask("Resign this game?")
	p.Click("#ask-ok")
	lastCommand(t, s, `{"do":"resign"}`)
}

// Who presses again because a slow table has not answered yet takes back one turn, and passes
// once.
func TestPressedAgainBeforeTheAnswer(t *testing.T) {
	s := newSite(t)
	s.table.set(twoPlayGo)
	answers := make(chan struct{}) // one for each
	defer close(answers)
	s.table.answer = func(api.Command) error { <-answers; return nil }
	p := browser(t).Open(t, s.url(), webtest.Desktop)
	webtest.Eval[bool](p, `(() => { const ask = window.fetch; window.fetch = (path, ...rest) => { if (path === "/api/command") window.sent++; return ask(path, ...rest); }; return true; })()`)
	for _, do := range []string{api.DoUndo, api.DoPass} {
		press := `document.querySelector("#` + do + `").click()`
		webtest.Eval[bool](p, `(window.sent = 0, `+press+`, `+press+`, true)`)
		if n := webtest.Eval[int](p, `window.sent`); n != 1 {
			t.Fatalf("%s pressed twice is sent %d times", do, n)
		}
		answers <- struct{}{}
		p.Wait("that it can be pressed again", `window.sent > 1 || (`+press+`, false)`)
		answers <- struct{}{}
	}
}
