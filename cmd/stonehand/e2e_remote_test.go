package main_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
)

// remoteConfig is a configuration for boards that settle soon.
const remoteConfig = `
[game]
rules = "%s"
[board]
cols = 15
rows = 15
settle = "50ms"
[engine]
table_mb = 4
[web]
listen = "%s"
`

// A guest without a table plays by an invitation's link in a browser, against
// people at the host's board: turns, a turn that is taken back, a host that is
// killed in between, and the end.
func TestGuestInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a game in a browser takes a while, so -short leaves it out")
	}
	t.Parallel()
	browser := webtest.Start(t)
	data, config := t.TempDir(), daemonConfig(t, fmt.Sprintf(remoteConfig, "gomoku", webtest.Address(t)))
	start := func() *process {
		return startDaemon(t, "stonehand", "serve", "--data", data, "--config", config)
	}
	d := start()
	host := browser.Open(t, d.Base+"/", webtest.Desktop)
	host.Wait("the offer to invite", `!document.querySelector("#remote-invite").hidden`)
	host.Click("#remote-invite")
	host.Wait("the dialog", `document.querySelector("#remote-dialog").open`)
	host.Click(`#remote-dialog [value="ok"]`)
	host.Wait("the link", `document.querySelector("#remote-address").value.includes("/invite#")`)
	host.Keep("invite-desktop")
	link := webtest.Eval[string](host, `document.querySelector("#remote-address").value`)

	guest := browser.Open(t, link, webtest.Phone)
	guest.Wait("the game", `document.querySelector("#message").textContent.startsWith("Waiting for")`)
	put := func(point string) {
		t.Helper()
		d.Until(t, "the host's turn", func(s *api.Snapshot) bool { return s.Phase == api.PhaseHuman })
		if err := d.Put(api.Stone{Point: apitest.At(point), Color: board.Black}); err != nil {
			t.Fatal(err)
		}
		guest.Wait("the host's stone on "+point, fmt.Sprintf(`document.querySelector('.stones [data-at=%q]') !== null`, point))
	}
	play := func(point string) {
		t.Helper()
		guest.Wait("the guest's turn", `document.querySelector("#headline").textContent === "Your turn"`)
		guest.Tap(point)
		guest.Wait("the choice to stand", `!document.querySelector("#play").disabled`)
		guest.Click("#play")
		s := d.Until(t, "the guest's stone to be asked for", func(s *api.Snapshot) bool { return s.Phase == api.PhasePlace })
		if len(s.Wanted) != 1 || s.Wanted[0].String() != point {
			t.Fatalf("wanted: %v", s.Wanted)
		}
		if err := d.Put(api.Stone{Point: apitest.At(point), Color: board.White}); err != nil {
			t.Fatal(err)
		}
	}
	put("A1")
	play("A3")
	guest.Keep("guest-phone")

	// The guest asks to take its turn back, and the host agrees on its page.
	d.Until(t, "the guest's turn to count", func(s *api.Snapshot) bool { return len(s.Moves) == 2 })
	guest.Wait("the offer to ask for it", `!document.querySelector("#back").disabled`)
	guest.Click("#back")
	host.Wait("the question", `!document.querySelector("#answers").hidden && document.querySelector("#message").textContent.includes("asks for a take-back")`)
	host.Click(`#answers [data-answer="yes"]`)
	guest.Wait("the turn to be taken back", `document.querySelector('.stones [data-at="A3"]') === null`)
	d.Until(t, "the host's board to be mended", func(s *api.Snapshot) bool { return s.Phase == api.PhaseRepair })
	if err := d.Lift(api.Stone{Point: apitest.At("A3")}); err != nil {
		t.Fatal(err)
	}
	play("B3")

	// The host dies in between, and comes back.
	d.Kill()
	guest.Wait("the link to be cut", `document.body.dataset.online === "no"`)
	d = start()
	guest.Wait("the link to be back", `document.body.dataset.online === "yes"`)
	d.Until(t, "the game to be there", func(s *api.Snapshot) bool {
		if s.Phase == api.PhasePlace { // its stone was not on the board yet
			_ = d.Put(api.Stone{Point: apitest.At("B3"), Color: board.White})
		}
		return s.Remote != nil && s.Remote.Link == "up" && len(s.Moves) == 2
	})
	for i, point := range []string{"B1", "C1", "D1"} {
		put(point)
		play(fmt.Sprintf("%c5", 'C'+2*i))
	}
	d.Until(t, "the last turn", func(s *api.Snapshot) bool { return len(s.Moves) == 8 })
	put("E1")
	guest.Wait("the end", `document.querySelector("#headline").textContent === "Black wins"`)
	s := d.Until(t, "the end at the host", func(s *api.Snapshot) bool { return s.Result == "black" && s.Reason == "line" })
	if len(s.Moves) != 9 {
		t.Errorf("%d turns", len(s.Moves))
	}
	for _, complaint := range host.Complaints() {
		t.Logf("host's console: %s", complaint) // the machine was away for a while
	}
	d.Stop()
}

// A guest in a browser that leaves while the host is away: the host is told when it is
// back, as long as the page stays open.
func TestGuestInABrowserLeavesWhileTheHostIsAway(t *testing.T) {
	if testing.Short() {
		t.Skip("a page in a browser takes a while, so -short leaves it out")
	}
	t.Parallel()
	browser := webtest.Start(t)
	data, config := t.TempDir(), daemonConfig(t, fmt.Sprintf(remoteConfig, "gomoku", webtest.Address(t)))
	d := startDaemon(t, "stonehand", "serve", "--data", data, "--config", config)
	answer, err := d.Send("POST", "/api/invite", []byte(`{"guest":"white"}`))
	if err != nil {
		t.Fatal(err)
	}
	var invited struct{ Link string }
	if err := json.Unmarshal(answer, &invited); err != nil {
		t.Fatal(err)
	}
	guest := browser.Open(t, invited.Link, webtest.Phone)
	guest.Wait("the game", `document.querySelector("#message").textContent.startsWith("Waiting for")`)
	d.Kill()
	guest.Wait("the link to be cut", `document.body.dataset.online === "no"`)
	guest.Click("#leave")
	guest.Wait("the question", `document.querySelector("#ask-dialog").open`)
	guest.Click("#ask-ok")
	guest.Wait("the end", `document.querySelector("#headline").textContent === "A player has left the game."`)
	d = startDaemon(t, "stonehand", "serve", "--data", data, "--config", config)
	// A table that has just been started does not know its remote opponent yet.
	d.Until(t, "the host to be told", func(s *api.Snapshot) bool {
		return s.Remote == nil && strings.Contains(s.Message, "The remote opponent has left.")
	})
	d.Stop()
}

// A guest in a browser makes the choices of an opening: colours change hands on both
// sides, and a host that is killed in the middle of it has all of it again.
func TestOpeningWithAGuestInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("games in a browser take a while, so -short leaves them out")
	}
	t.Parallel()
	browser := webtest.Start(t)
	for _, c := range []struct {
		rules, opening string
		// What is done, in order: by the host at the board (h) or the guest (g), on
		// points or, with a colon, what is chosen.
		script string
		last   string // who plays Black in the end
		made   string
	}{
		{"gomoku", "swap2", "h A1 h C1 h E1 g :more g A3 g C3 kill h :white h A5 g C5", "g", "[{3 more} {5 white}]"},
		{"renju", "renju-rif", "h H8 h H9 h J10 g :black h A1 g A3+C3 kill h :C3 h A5 g C5", "g", "[{3 black} {5 C3}]"},
		{"renju", "renju-rif", "h H8 h H9 h J10 g :white g A1 h A3+C3 g :A3 g C7 h C5", "h", "[{3 white} {5 A3}]"},
	} {
		t.Run(c.opening+" "+c.made, func(t *testing.T) {
			data, config := t.TempDir(), daemonConfig(t, fmt.Sprintf(remoteConfig, c.rules, webtest.Address(t)))
			start := func() *process {
				return startDaemon(t, "stonehand", "serve", "--data", data, "--config", config)
			}
			d := start()
			answer, err := d.Send("POST", "/api/invite", fmt.Appendf(nil, `{"guest":"white","opening":%q}`, c.opening))
			if err != nil {
				t.Fatal(err)
			}
			var invited struct{ Link, Opening string }
			if err := json.Unmarshal(answer, &invited); err != nil || invited.Opening != c.opening {
				t.Fatalf("%s, %v", answer, err)
			}
			guest := browser.Open(t, invited.Link, webtest.Phone)
			// until does what the board asks for, for somebody else or to be mended.
			until := func(what string, ok func(*api.Snapshot) bool) *api.Snapshot {
				t.Helper()
				for {
					s := d.Until(t, what, func(s *api.Snapshot) bool {
						return ok(s) || s.Phase == api.PhasePlace || s.Phase == api.PhaseRepair
					})
					if ok(s) {
						return s
					}
					if _, err := d.Act(s, nil); err != nil {
						t.Fatal(err)
					}
				}
			}
			words := strings.Fields(c.script)
			for i := 0; i < len(words); i++ {
				if words[i] == "kill" {
					d.Kill()
					guest.Wait("the link to be cut", `document.body.dataset.online === "no"`)
					d = start()
					guest.Wait("the link to be back", `document.body.dataset.online === "yes"`)
					continue
				}
				who, what := words[i], words[i+1]
				i++
				choice, chooses := strings.CutPrefix(what, ":")
				if who == "h" {
					phase := map[bool]api.Phase{true: api.PhaseChoose, false: api.PhaseHuman}[chooses]
					s := until("the board to be asked for "+what, func(s *api.Snapshot) bool { return s.Phase == phase })
					if chooses {
						if _, err := d.Command(map[string]any{"do": "choose", "answer": choice}); err != nil {
							t.Fatal(err)
						}
						continue
					}
					for _, p := range strings.Split(what, "+") {
						if err := d.Put(api.Stone{Point: apitest.At(p), Color: s.ToMove}); err != nil {
							t.Fatal(err)
						}
						guest.Wait("the host's stone on "+p, fmt.Sprintf(`document.querySelector('.stones [data-at=%q]') !== null || %t`, p, strings.Contains(what, "+")))
					}
					continue
				}
				if chooses {
					guest.Wait("the choices", fmt.Sprintf(`document.querySelector('#answers:not([hidden]) [data-answer=%q]') !== null`, choice))
					if i < 8 {
						guest.Keep("guest-choice-phone")
					}
					guest.Click(fmt.Sprintf(`#answers [data-answer=%q]`, choice))
					continue
				}
				for _, p := range strings.Split(what, "+") {
					guest.Wait("the guest's turn on "+p, `document.querySelector("#headline").textContent === "Your turn" && document.querySelector("#message").textContent.includes("then press Play")`)
					guest.Tap(p)
				}
				guest.Wait("the points to stand", `!document.querySelector("#play").disabled`)
				guest.Click("#play")
			}
			turns := strings.Count(c.script, "h ") + strings.Count(c.script, "g ") - strings.Count(c.script, ":")
			s := until("the last turn", func(s *api.Snapshot) bool { return len(s.Moves) == turns })
			if got := fmt.Sprint(s.Opening.Made); got != c.made || s.Opening.Black != map[string]int{"h": 1, "g": 2}[c.last] {
				t.Errorf("%s, %+v", got, s.Opening)
			}
			if color := map[string]string{"h": "white", "g": "black"}[c.last]; s.Remote.Color.String() != color {
				t.Errorf("the guest has %s", s.Remote.Color)
			}
			guest.Click("#resign")
			guest.Wait("the question", `document.querySelector("#ask-dialog").open`)
			guest.Click("#ask-ok")
			s = d.Until(t, "the resignation", func(s *api.Snapshot) bool { return s.Result != "" })
			if s.Result == s.Remote.Color.String() || s.Reason != "resign" {
				t.Errorf("%s by %s", s.Result, s.Reason)
			}
			for _, complaint := range guest.Complaints() {
				if !strings.Contains(complaint, "ERR_CONNECTION") && !strings.Contains(complaint, "WebSocket") {
					t.Errorf("the guest's console: %s", complaint)
				}
			}
			d.Stop()
		})
	}
}

// Two daemons play a game of Renju; the guest's is started with the invitation's
// link, and either is killed.
func TestPlayBetweenDaemons(t *testing.T) {
	t.Parallel()
	begun := time.Now()
	at, datas := [2]string{webtest.Address(t), webtest.Address(t)}, [2]string{t.TempDir(), t.TempDir()}
	start := func(i int, args ...string) *process {
		config := daemonConfig(t, fmt.Sprintf(remoteConfig, "renju", at[i]))
		return startDaemon(t, "stonehand", append(args, "--data", datas[i], "--config", config)...)
	}
	h := start(0, "serve")
	answer, err := h.Send("POST", "/api/invite", []byte(`{"guest":"white","clock":"10m+5s"}`))
	if err != nil {
		t.Fatal(err)
	}
	var invited struct{ Link string }
	if err := json.Unmarshal(answer, &invited); err != nil {
		t.Fatal(err)
	}
	g := start(1, "play", invited.Link)
	ends := [2]*process{h, g}
	points := [][]string{{"H8", "G7", "I9", "J12"}, {"A1", "C1", "E1", "G1"}}
	act := func(i, turns int) {
		s, err := ends[i].State()
		if err != nil || s.Remote == nil {
			return // a stone for the table's own game would lie in the way of theirs
		}
		if len(s.Moves) >= turns {
			return
		}
		if _, err := ends[i].Act(s, func(s *api.Snapshot, _ int) []string { return []string{points[i][len(s.Moves)/2]} }); err != nil {
			t.Log(err)
		}
	}
	until := func(turns int) {
		t.Helper()
		for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
			n := 0
			for i, e := range ends {
				if s, err := e.State(); err == nil && s.Remote != nil && len(s.Moves) >= turns {
					n++
				} else {
					act(i, turns)
				}
			}
			if n == 2 {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("%d turns were not played on both boards", turns)
			}
		}
	}
	until(2)
	g.Kill()
	ends[1] = start(1, "serve")
	until(4)
	h.Kill()
	ends[0] = start(0, "serve")
	until(6)
	// Who resigns does so too while the other's stone is asked for; the turn counts.
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		if s, err := ends[1].State(); err == nil && s.Phase == api.PhasePlace {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the seventh turn does not arrive")
		}
		act(0, 7)
	}
	if _, err := ends[1].Command(map[string]any{"do": "resign"}); err != nil {
		t.Fatal(err)
	}
	// Either has to be told of the last turn before the other ends.
	for _, e := range ends {
		s := e.Until(t, "the resignation", func(s *api.Snapshot) bool { return s.Result == "black" && s.Reason == "resign" && len(s.Moves) == 7 })
		// 10 minutes, with 5 s for each of four turns, less at most what the test took.
		if left, took := s.Clock.Black.LeftMS, time.Since(begun); left > 620_000 || left < 600_000-took.Milliseconds() {
			t.Errorf("after %v and the turns %v the clock is %+v", took, s.Moves, s.Clock)
		}
	}
	for _, e := range ends {
		e.Stop()
	}
}
