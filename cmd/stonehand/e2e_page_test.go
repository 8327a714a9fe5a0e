package main_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
)

// tapper is a person with a phone, who sees the page and taps on it.
type tapper struct {
	t *testing.T
	*webtest.Tab
	own    board.Color
	stones []api.Stone // in the order in which they were put down
}

// sight is what the page shows.
type sight struct {
	Phase  string   `json:"phase"`
	Due    int      `json:"due"` // stones that the headline asks for
	Wanted []string `json:"wanted"`
}

func (p *tapper) look() sight {
	p.t.Helper()
	return webtest.Eval[sight](p.Tab, `({
		phase: document.querySelector("#status").dataset.phase,
		due: document.querySelectorAll("#pips .due").length,
		wanted: [...document.querySelectorAll('.marks [data-mark="wanted"]')].map((e) => e.dataset.at),
	})`)
}

// tapPatience is how long a person looks at a point that stays empty after a tap
// before tapping again. The page itself gives a stone that does not come up
// after 4 s.
const tapPatience = 8 * time.Second

// put taps stones onto points, and waits until the page is past the phase in
// which it asked for them. A tap that the page did not take, because it had lost
// its line for a moment, is made again, as by a person.
func (p *tapper) put(points []string, c board.Color, phase string) {
	p.t.Helper()
	for _, point := range points {
		there := fmt.Sprintf(`document.querySelector('.stones [data-at=%q]') !== null || document.querySelector("#status").dataset.phase !== %q`, point, phase)
		for tries := 0; tries < 5; tries++ {
			p.Tap(point)
			if p.Sees(there, tapPatience) {
				break
			}
			p.t.Logf("the page did not take the tap on %s; it says %q", point, p.Text("#message"))
		}
		p.stones = append(p.stones, api.Stone{Point: apitest.At(point), Color: c})
	}
	p.Wait("an answer to the stones", fmt.Sprintf(`document.querySelector("#status").dataset.phase !== %q`, phase))
}

// play taps until the page shows the phase, and turn is what it taps as its own.
func (p *tapper) play(until string, turn func(stones []api.Stone, n int, c board.Color) []string) {
	p.t.Helper()
	for range 200 {
		p.Wait("the page to ask for something", fmt.Sprintf(`["human", "place", "over", %q].includes(document.querySelector("#status").dataset.phase)`, until))
		switch s := p.look(); s.Phase {
		case until:
			return
		case "human":
			p.put(turn(p.stones, s.Due, p.own), p.own, s.Phase)
		case "place":
			p.put(s.Wanted, p.own.Other(), s.Phase)
		case "over":
			p.t.Fatalf("the game is over: %s", p.Text("#message"))
		}
	}
	p.t.Fatalf("the page never shows %q; it shows %q", until, p.Text("#headline"))
}

// TestGameByTaps plays a whole game on the daemon's page in a real browser, by
// taps alone, has its record, and begins another game from the dialog.
func TestGameByTaps(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole game in a browser takes a while, so -short leaves it out")
	}
	t.Parallel()
	browser := webtest.Start(t)
	data := t.TempDir()
	d := startDaemon(t, "stonehand", "serve", "--data", data, "--config", daemonConfig(t, `
[game]
level = 3
time = "100ms"
[board]
settle = "100ms"
[engine]
table_mb = 4
[web]
listen = "127.0.0.1:0"
`))
	phone := webtest.Phone
	phone.Lively = true
	p := &tapper{t: t, Tab: browser.Open(t, d.Base+"/", phone), own: board.Black}
	p.play("over", func(stones []api.Stone, n int, c board.Color) []string {
		if len(stones) < 14 {
			return hinder(stones, n, c)
		}
		return standAside(stones, n)
	})

	end, err := d.State()
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Text("#headline"); end.Result != "white" || got != "Duckling won" {
		t.Errorf("the page says %q, and the result is %q", got, end.Result)
	}
	sameStones(t, "on record", end.Record, p.stones)
	var shown []api.Stone
	for point, color := range p.Stones() {
		shown = append(shown, api.Stone{Point: apitest.At(point), Color: apitest.As[board.Color](color)})
	}
	sameStones(t, "on the page", shown, p.stones)
	wasKept(t, d.tableClient, data, end, p.stones)

	// The record, as a click on the list's link has it.
	p.Wait("the game in the list", `document.querySelectorAll("#games a[download]").length === 1`)
	p.Wait("the game's record", `window.sgf ?? (window.sgf ??= "", fetch(document.querySelector("#games a[download]").href).then((r) => r.text()).then((s) => window.sgf = s), false)`)
	served, err := d.Send("GET", "/api/games/"+end.GameID+".sgf", nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := webtest.Eval[string](p.Tab, `window.sgf`); got != string(served) {
		t.Errorf("the link leads to %q, and the record is %q", got, served)
	}

	// Another game: the person takes White, and the machine begins.
	p.Click("#new")
	p.Wait("the dialog", `document.querySelector("#new-dialog").open`)
	p.Click(`label:has(input[name="human"][value="white"])`)
	p.Click(`label:has(input[name="level"][value="2"])`)
	p.Click(`#new-dialog [value="ok"]`)
	p.Wait("the old stones to be in the way", `document.querySelector("#status").dataset.phase === "clear"`)
	p.Click("#sweep")
	p.stones, p.own = nil, board.White
	p.play("human", nil)
	now, err := d.State()
	if err != nil {
		t.Fatal(err)
	}
	if now.GameID == end.GameID || !slices.Equal(now.Human, []board.Color{board.White}) || now.Level != 2 || len(now.Moves) != 1 || now.ToMove != board.White {
		t.Errorf("the new game is %+v", now)
	}
	sameStones(t, "on record", now.Record, p.stones)
	p.put(hinder(p.stones, 2, board.White), board.White, "human")
	p.play("human", nil)
	if s, err := d.State(); err != nil || len(s.Moves) != 3 {
		t.Errorf("after a turn of each: %+v, %v", s, err)
	}
	for _, complaint := range p.Complaints() {
		t.Errorf("console: %s", complaint)
	}
	t.Logf("%d turns by taps", len(end.Moves))
	d.Stop()
}
