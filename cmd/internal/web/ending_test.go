package web

import (
	"context"
	"fmt"
	"net"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/chromedp/chromedp/kb"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
	"stonehand/engine/sgf"
)

// wonGame is one that Black wins in turn 9, while White lets six be.
const wonGame = "(;FF[4]GM[511]SZ[19]RE[B+];B[JJ];W[KK];W[II];B[JK];B[JL];W[LL];W[AA];B[JM];B[JN];W[CC];W[SS];B[JO])"

// ended is the table at the end of that game, which a person played as a colour.
func ended(human board.Color) func(*api.Snapshot) {
	return func(n *api.Snapshot) {
		rec, err := sgf.ReadAny([]byte(wonGame))
		if err != nil {
			panic(err)
		}
		n.GameID, n.Phase, n.Result, n.Reason, n.ToMove, n.Due = "six", api.PhaseOver, "black", "line", board.Empty, 0
		n.Human, n.Level = []board.Color{human}, 5
		n.Record, n.Stones, n.Moves = nil, nil, nil
		for _, turn := range rec.Turns {
			n.Moves = append(n.Moves, turn.Points)
			for _, p := range turn.Points {
				n.Record = append(n.Record, api.Stone{Point: p, Color: turn.Color})
			}
		}
		n.Stones = append(n.Stones, apitest.As[[]api.Seen](n.Record)...)
		n.Line = rec.Result.Line
		n.Message = "Black wins with six in a row."
	}
}

// reasoner is an analyst who knows why White lost.
type reasoner struct{}

func (reasoner) Analyze(_ context.Context, record []byte, _ time.Duration, report func(Step)) (*Analysis, error) {
	rec, err := sgf.ReadAny(record)
	if err != nil {
		return nil, err
	}
	a := &Analysis{SGF: map[string]string{"en": string(record), "zh": string(record)}, Turning: Turning{Turn: 4, From: 4, Line: [][]string{{"J13", "J14"}, {"C3", "S19"}, {"J15"}}}}
	for i, t := range rec.Turns {
		j := Judged{Turn: i + 1, Color: t.Color.String(), Played: apitest.Names(t.Points), Black: 0.5 + 0.1*float64(i), Before: Verdict{Chance: 0.5}, After: Verdict{Chance: 0.5}}
		if i == 3 {
			j.Mark, j.After, j.Line = "bad", Verdict{Win: -2}, [][]string{{"J13", "J9"}}
		}
		a.Turns = append(a.Turns, j)
		report(Step{Done: i + 1, All: len(rec.Turns) + 1})
	}
	return a, nil
}

func endingSite(t *testing.T, set ...func(*Config)) *site {
	games := keptGames{"none": {api.GameInfo{Game: "connect6", Started: ends, Ended: ends, Black: "Stonehand level 5", White: "human", Result: "black", Reason: "resign"}, "(;FF[4]GM[511]SZ[19]RE[B+R])"},
		"six": {api.GameInfo{Game: "connect6", Started: ends.Add(-182 * time.Second), Ended: ends, Black: "human", White: "Stonehand level 5", Result: "black", Reason: "line", Turns: 7}, wonGame}}
	return newSite(t, func(s *site) {
		s.games, s.judge = games, reasoner{}
		s.set = func(c *Config) {
			c.TakeTime, c.TakeKey, c.Clock = 720*time.Hour, takeKey, func() time.Time { return ends }
			for _, more := range set {
				more(c)
			}
		}
	})
}

// A game that was won, and one that was lost, in both languages: who won, how long it
// took, what comes next, and taking it home.
func TestEnding(t *testing.T) {
	s := endingSite(t)
	b := browser(t)
	for _, c := range []struct {
		human                                           board.Color
		language                                        string
		headline, facts, again, swap, other, take, kept string
		lost                                            string
		next                                            bool // it is set already who is to play the next game
	}{
		{board.Black, "en-GB", "You won", "7 turns · 3 min 2 s", "Play again", "Swap sides", `Harder: (level 6|\w+)`, "Take your game home", "Kept for 30 days.", "", false},
		{board.White, "en-GB", `Black wins|\w+ won`, "7 turns · 3 min 2 s", "Play again", "Swap sides", `Easier: (level 4|\w+)`, "Take your game home", "Kept for 30 days.", "Why did I lose?", false},
		{board.Black, "zh-CN", "你赢了", "7手 · 3 分 2 秒", "再来一局", "交换黑白", `更强：.+`, "把棋局带回家", "保留 30 天。", "", false},
		{board.White, "zh-CN", `黑方获胜|.+赢了`, "7手 · 3 分 2 秒", "再来一局", "交换黑白", `更弱：.+`, "把棋局带回家", "保留 30 天。", "我为什么输了？", false},
		{board.Black, "en-GB", "You won", "7 turns · 3 min 2 s", "Play again", "Swap sides", `Harder: (level 6|\w+)`, "Take your game home", "Kept for 30 days.", "", true},
		{board.White, "en-GB", `Black wins|\w+ won`, "7 turns · 3 min 2 s", "Play again", "Swap sides", `Easier: (level 4|\w+)`, "Take your game home", "Kept for 30 days.", "Why did I lose?", true},
	} {
		s.table.set(func(n *api.Snapshot) {
			ended(c.human)(n)
			n.PlayedBy = nil
			if c.next {
				n.Human, n.Level, n.PlayedBy = []board.Color{c.human.Other()}, 9, &api.PlayedBy{Human: n.Human, Level: n.Level}
			}
		})
		screen := webtest.Desktop
		screen.Language = c.language
		p := b.Open(t, s.url(), screen)
		p.Wait("the way to take the game home", `!document.querySelector("#take").hidden && !document.querySelector("#look-back").hidden`)
		got := []string{p.Text("#headline"), p.Text("#end-facts"), p.Text("#end-again"), p.Text("#end-swap"), p.Text("#end-other"), p.Text("#take h3")}
		for i, want := range []string{c.headline, c.facts, c.again, c.swap, c.other, c.take} {
			if !regexp.MustCompile("^(" + want + ")$").MatchString(strings.TrimSpace(got[i])) {
				t.Errorf("%v %s: %q is not %q", c.human, c.language, got[i], want)
			}
		}
		if text := p.Text("#take p"); !strings.Contains(text, c.kept) {
			t.Errorf("%s: %q", c.language, text)
		}
		if shown := webtest.Eval[bool](p, `!document.querySelector("#end-why").hidden`); shown != (c.lost != "") || shown && p.Text("#end-why") != c.lost {
			t.Errorf("%v %s: the question is shown: %v, %q", c.human, c.language, shown, p.Text("#end-why"))
		}
		// The winning line is drawn through the six stones.
		if n := webtest.Eval[int](p, `document.querySelectorAll('.win .frame').length`); n != 6 {
			t.Errorf("%d stones are ringed", n)
		}
		p.Keep(fmt.Sprintf("ending-%v-%s-%v", c.human, c.language, c.next))
		webtest.Eval[bool](p, `(document.querySelector("#seats").click(), true)`)
		p.Wait("the choice of who plays", `document.querySelector("#new-form").elements.human.value !== ""`)
		if people, want := webtest.Eval[string](p, `document.querySelector("#new-form").elements.human.value`), c.human; (people == want.String()) == c.next {
			t.Errorf("%v: next plays %q", want, people)
		}
		for _, complaint := range p.Complaints() {
			t.Errorf("console: %s", complaint)
		}
	}
}

// Who has seen the game is shown how the chances went and where it turned, without asking;
// a page that opens later finds the same.
func TestEndingShowsTheCourse(t *testing.T) {
	s := endingSite(t)
	s.table.set(func(n *api.Snapshot) { scene(n); n.GameID = "six" })
	b := browser(t)
	p := b.Open(t, s.url(), webtest.Desktop)
	s.table.set(ended(board.Black))
	for _, shown := range []*webtest.Tab{p, nil} {
		if shown == nil {
			shown = b.Open(t, s.url(), webtest.Screen{Width: 390, Height: 844, Touch: true, Dark: true, Language: "zh-CN"})
		}
		shown.Wait("the course of the game", `document.querySelectorAll("#end-graph .point").length === 7 && /4/.test(document.querySelector("#end-turning").textContent)`)
		shown.Keep(fmt.Sprintf("ending-course-%t", shown == p))
	}

	// A game that goes on after its end was taken back may be decided by another turn.
	asked := `performance.getEntriesByType("resource").filter((e) => e.name.endsWith("/api/games/six/analysis")).length`
	before := webtest.Eval[int](p, asked)
	s.table.set(func(n *api.Snapshot) { scene(n); n.GameID, n.Result, n.Reason = "six", "", "" })
	p.Wait("the game to go on", `document.querySelector("#ending").hidden`)
	s.table.set(ended(board.Black))
	p.Wait("the course to be asked for again", fmt.Sprintf(`%s > %d && document.querySelectorAll("#end-graph .point").length === 7`, asked, before))
	p.Use(webtest.ByKeys, "link", "Turning point: turn 4")
	p.Wait("the turn itself", `location.hash === "#game/six/4"`)

	// Of a game that was resigned before its first turn there is nothing to ask.
	webtest.Eval[bool](p, `(location.hash = "", true)`)
	s.table.set(func(n *api.Snapshot) {
		scene(n)
		n.GameID, n.Result, n.Moves, n.Human = "none", "", nil, []board.Color{board.White}
	})
	p.Wait("a new game", `document.querySelector("#ending").hidden`)
	s.table.set(func(n *api.Snapshot) {
		ended(board.White)(n)
		n.GameID, n.Reason, n.Moves, n.Line = "none", "resign", nil, nil
	})
	p.Wait("its end", `!document.querySelector("#look-back").hidden && document.querySelector("#end-facts").textContent.startsWith("0 turns")`)
	if !webtest.Eval[bool](p, `document.querySelector("#end-why").hidden && document.querySelector("#end-course").hidden`) {
		t.Error("it is asked why a game without a turn was lost")
	}
	if n := webtest.Eval[int](p, `performance.getEntriesByType("resource").filter((e) => e.name.endsWith("/api/games/none/analysis")).length`); n != 0 {
		t.Errorf("its analysis was asked for %d times", n)
	}
}

// A page that may only look on does not ask for what it would be refused, which would be
// noted as an attempt.
func TestLookersAskForNoAnalysis(t *testing.T) {
	s := endingSite(t, func(c *Config) { c.Password = "sesame open" })
	s.table.set(func(n *api.Snapshot) { scene(n); n.GameID = "six" })
	p := browser(t).Open(t, s.url(), webtest.Desktop)
	p.Wait("to know what it may do", `document.querySelector("#access-form") !== null`)
	s.table.set(ended(board.Black))
	p.Wait("the analysis to be looked for", `performance.getEntriesByType("resource").some((e) => e.name.endsWith("/api/games/six/analysis"))`)
	webtest.Eval[bool](p, `(fetch("/api/me").then(() => fetch("/api/me")).then(() => { window.asked = true; }), true)`)
	p.Wait("later answers", `window.asked === true`)
	if webtest.Eval[bool](p, `performance.getEntriesByType("resource").some((e) => e.name.endsWith("/api/analysis"))`) {
		t.Error("it asked the table to judge the game")
	}
}

// The buttons begin the next game, with what they say.
func TestNextGame(t *testing.T) {
	s := endingSite(t)
	s.table.set(ended(board.White))
	p := browser(t).Open(t, s.url(), webtest.Phone)
	for _, c := range []struct{ button, human, level string }{{"#end-again", "[]", "none"}, {"#end-swap", "[black]", "none"}, {"#end-other", "[]", "4"}} {
		before := len(s.table.taken())
		p.Wait(c.button, `!document.querySelector("`+c.button+`").hidden && !document.querySelector("#end-acts").hidden`)
		p.Click(c.button)
		for i := 0; len(s.table.taken()) == before; i++ {
			if i > 1000 {
				t.Fatalf("%s: nothing was commanded", c.button)
			}
			time.Sleep(10 * time.Millisecond)
		}
		got := s.table.taken()[before]
		level := "none"
		if got.Level != nil {
			level = fmt.Sprint(*got.Level)
		}
		if got.Do != api.DoNewGame || fmt.Sprint(got.Human) != c.human || level != c.level {
			t.Errorf("%s: %s %v level %s", c.button, got.Do, got.Human, level)
		}
	}
}

// The one who lost is shown the turn that decided the game, and the forced win after it,
// step by step, without having asked for an analysis before.
func TestWhyDidILose(t *testing.T) {
	s := endingSite(t)
	s.table.set(ended(board.White))
	b := browser(t)
	p := b.Open(t, s.url(), webtest.Desktop)
	p.Wait("the question", `!document.querySelector("#end-why").hidden`)
	p.Click("#end-why")
	p.Wait("the turn", `document.querySelector("#step-count").textContent === "Variation: turn 1 of 3"`)
	for _, want := range []string{"This turn by White decided the game.", "From here, Black wins by force, whatever the other side plays."} {
		if got := p.Text("#judged-words"); !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
	ghosts := `document.querySelectorAll(".ghosts .ghost").length === `
	p.Wait("the first two stones", ghosts+"2")
	p.Keep("why-1")
	p.Click("#step-on")
	p.Wait("the answer", ghosts+"4")
	p.Click("#step-last")
	p.Wait("the end of it", ghosts+`5 && document.querySelector("#step-on").disabled`)
	p.Keep("why-3")
	p.Type(kb.Escape)
	p.Wait("the game", ghosts+`0 && document.querySelector("#step-count").textContent === "Turn 4 of 7" && document.querySelector("#step-turning").textContent === "Turning point: turn 4"`)
	// A tap plays on from here, where variations are kept.
	p.Tap("J13")
	p.Wait("the variation", `location.hash === "#tree/six/`+`8" || location.hash.startsWith("#tree/six/")`)
	p.Wait("the stone", `document.querySelector('.stones [data-at="J13"]') !== null && !document.querySelector("#tree").hidden`)
	p.Keep("why-try")
	if n := len(p.Stones()); n != 8 {
		t.Errorf("%d stones are on the board", n)
	}
}

// Where others reach the page, the link is a code to be scanned, black on white.
func TestTakeHomeCode(t *testing.T) {
	s := endingSite(t)
	s.stop()
	_, port, err := net.SplitHostPort(s.addr)
	if err != nil {
		t.Fatal(err)
	}
	s.addr = "0.0.0.0:" + port // every address of this machine
	s.start()
	s.table.set(ended(board.Black))
	if NetworkAddress() == nil {
		t.Skip("this machine is in no network, so nobody could scan a code")
	}
	b := browser(t)
	for _, screen := range []webtest.Screen{{Width: 1440, Height: 900}, {Width: 820, Height: 1180, Dark: true, Language: "zh-CN"}} {
		p := b.Open(t, "http://127.0.0.1:"+port+"/", screen)
		p.Wait("the code", `document.querySelector("#take img")?.naturalWidth > 0`)
		p.Keep(fmt.Sprintf("ending-code-%d", screen.Width))
		if wide := webtest.Eval[float64](p, `document.querySelector("#take img").getBoundingClientRect().width`); wide < 110 {
			t.Errorf("the code is %g pixels wide", wide)
		}
	}
}

// The ending fits every window, and reads well to everybody, also while the table is away.
func TestEndingFits(t *testing.T) {
	axe := webtest.Axe(t)
	s := endingSite(t)
	s.table.set(ended(board.White))
	b := browser(t)
	for i, screen := range windows {
		screen.Dark = i%2 == 1 // colours are measured when nothing fades any more
		if i%3 == 1 {
			screen.Language = "zh-CN"
		}
		t.Run(fmt.Sprintf("%dx%d", screen.Width, screen.Height), func(t *testing.T) { // more than six pages at once wait for each other
			p := b.Open(t, s.url(), screen)
			p.Wait("the buttons", `!document.querySelector("#end-acts").hidden && !document.querySelector("#look-back").hidden && !document.querySelector("#take").hidden`)
			if cut := webtest.Eval[string](p, `[...document.querySelectorAll("#end-acts > :not([hidden])")].filter((e) => { const r = e.getBoundingClientRect();
				return r.bottom > innerHeight || r.right > innerWidth || r.left < 0 || r.height < 40 || e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1 }).map((e) => e.id).join()`); cut != "" {
				t.Errorf("%s is cut", cut)
			}
			if hasBarriersOfItsOwn(screen) {
				for _, v := range p.Violations(axe, "#ending", "#end-acts") {
					t.Error(v)
				}
			}
			p.Keep(strings.ReplaceAll(t.Name(), "/", "-"))
		})
	}
	p := b.Open(t, s.url(), webtest.Screen{Width: 1440, Height: 900})
	p.Wait("the buttons", `!document.querySelector("#end-acts").hidden && !document.querySelector("#take").hidden`)
	s.stop()
	p.Wait("the table to be away", `document.body.dataset.online === "no"`)
	p.Keep("ending-away")
	for _, v := range p.Violations(axe, "#ending", "#end-acts") {
		t.Errorf("away: %s", v)
	}
}

// The board's own lights lead through the win that was forced; where none was proved, that
// is said.
func TestForcedWinOnTheBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, table := newServer(t, func(c *Config) { c.Games, c.Analyst = shelf{"six": wonGame}, reasoner{} })
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go s.queue.run(ctx)
		const path, body = "/api/library/six/replay", `{"node":0,"win":true}`
		ask(t, s, "POST", path, body).sentence(t, 409, "no-win", "No analysis has proved a forced win")
		ask(t, s, "POST", "/api/analysis", `{"do":"start","game":"six"}`)
		synctest.Wait()
		if a := ask(t, s, "POST", path, body); a.StatusCode != 200 {
			t.Fatal(a.Status, a.text)
		}
		order := table.taken()[0].Review
		if order.At != 4 || len(order.Steps) != 8 {
			t.Fatalf("at %d of %d steps", order.At, len(order.Steps))
		}
		for i, want := range []string{"black [J13 J14]", "white [C3 S19]", "black [J15]"} {
			if got := fmt.Sprint(order.Steps[5+i].Color, " ", order.Steps[5+i].Points); got != want {
				t.Errorf("step %d is %s, not %s", 5+i, got, want)
			}
		}
		cancel()
		synctest.Wait()
	})
}

// Who plays by keys goes on from where the page does: the focus never falls back to its top.
func TestFocusStays(t *testing.T) {
	s := endingSite(t)
	begin := func(n *api.Snapshot) {
		scene(n)
		n.GameID, n.Phase, n.Human, n.Result, n.Reason, n.Wanted, n.Turn, n.Question = "six", api.PhaseHuman, []board.Color{board.White}, "", "", nil, nil, nil
	}
	s.table.set(begin)
	p := browser(t).Open(t, s.url(), webtest.Desktop)
	focused := func(what, selector string) {
		t.Helper()
		if !p.Sees(`document.activeElement.matches("`+selector+`")`, 5*time.Second) {
			t.Errorf("%s: the focus is on %s, not on %s", what, webtest.Eval[string](p, `document.activeElement.id || document.activeElement.tagName`), selector)
		}
	}
	p.Use(webtest.ByKeys, "button", "Resign")
	p.Wait("the question", `document.querySelector("#ask-dialog").open`)
	p.Type(kb.Tab + kb.Enter)
	lastCommand(t, s, `{"do":"resign"}`)
	s.table.set(ended(board.White))
	focused("resigned", "#end-again")
	p.Use(webtest.ByKeys, "link", `Why did I lose\?`)
	focused("why", "#review-close")
	p.Type(kb.Enter)
	focused("back", "#end-why")
	p.Use(webtest.ByKeys, "button", "Play again")
	lastCommand(t, s, `{"do":"new-game"}`)
	s.table.set(begin)
	focused("a new game", "#headline")
	p.Use(webtest.ByKeys, "button", "Pause")
	s.table.set(thinks)
	focused("the machine's turn", "#move-now")
	s.table.set(begin)
	focused("the person's", "#pause")
	s.table.set(func(n *api.Snapshot) {
		n.Question = &api.Inquiry{ID: 7, Kind: "set-up", Options: []api.Option{option("yes", "Yes", "是"), option("no", "No", "否")}}
	})
	focused("a question", `[data-answer=yes]`)
	s.table.set(begin)
	focused("its answer", "#headline")
	for _, complaint := range p.Complaints() {
		t.Errorf("console: %s", complaint)
	}
}
