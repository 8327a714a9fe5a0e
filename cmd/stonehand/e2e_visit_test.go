package main_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
	"stonehand/engine/puzzle"
)

// visitWords are the words by which a visitor finds things, in English and Chinese.
var visitWords = map[string][2]string{
	"menu": {"Menu", "菜单"}, "learn": {"Learn", "学棋"}, "puzzles": {"Puzzles", "习题"}, "solved": {"Solved\\.", "解出来了。"}, "play": {"Play", "对弈"}, "next": {"Next", "下一步"}, "leave lesson": {"Play now", "马上开始"}, "new game": {"New game", "新对局"},
	"pebble": {"Pebble", "小石子"}, "start": {"Start against Pebble", "与小石子开局"}, "here": {"(\\w+), empty, put a .* here", "(\\w+)，空，请在此放.*"}, "put": {"Place on %s", "落子 %s"},
	"black": {"(\\w+), black stone", "(\\w+)，黑子"}, "white": {"(\\w+), white stone", "(\\w+)，白子"}, "yours": {"Your turn", "轮到你了"}, "won": {"You won", "你赢了"}, "invited": {"Come and play", "来下一局吧"},
	"look back": {"Review this game", "复盘这一局"}, "turn back": {"Previous turn", "上一手"}, "first": {"Go to the start", "回到开局"}, "table": {"Back to the table", "返回棋桌"},
	"take": {"Take your game home", "把棋局带回家"}, "sgf": {".*SGF.*", ".*SGF.*"}, "again": {"Play again", "再来一局"},
}

// visitor is a person who has never seen the page before.
type visitor struct {
	t       *testing.T
	browser *webtest.Browser
	*webtest.Tab
	way     webtest.Way
	chinese int // 0 or 1
	name    string
	master  func(ctx context.Context, stones []api.Stone, due int, c board.Color) ([]string, error)
	shots   int
}

func (v *visitor) word(what string) string {
	w, ok := visitWords[what]
	if !ok {
		v.t.Fatalf("no words for %q", what)
	}
	return w[v.chinese]
}

func (v *visitor) use(role, what string) { v.t.Helper(); v.Use(v.way, role, v.word(what)) }

// keep takes a picture of what the visitor sees.
func (v *visitor) keep(what string) {
	v.shots++
	v.Keep(fmt.Sprintf("visit-%s-%02d-%s", v.name, v.shots, what))
	if os.Getenv("WEBTEST_PICTURES") != "" {
		time.Sleep(300 * time.Millisecond) // a picture resizes the window for a moment, in which taps are lost
	}
}

// hears waits for a heading.
func (v *visitor) hears(what string) {
	v.t.Helper()
	for end := time.Now().Add(webtest.Limit); len(v.Named("heading", v.word(what))) == 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			v.t.Fatalf("no heading says %q; %s", v.word(what), v.Says())
		}
	}
}

// points are those of the board whose names match.
func (v *visitor) points(what string) (list []string) {
	v.t.Helper()
	re := regexp.MustCompile(v.word(what))
	for _, n := range v.Named("gridcell", v.word(what)) {
		list = append(list, re.FindStringSubmatch(n.Name)[1])
	}
	return list
}

// put puts a stone on a point.
func (v *visitor) put(point string) {
	v.t.Helper()
	if v.way == webtest.ByKeys {
		v.goTo(point)
		v.Type(kb.Enter)
		return
	}
	v.Use(v.way, "gridcell", point+"\\b.*")
	if put := strings.ReplaceAll(v.word("put"), "%s", point); v.way == webtest.ByTaps && v.Sees(`!document.querySelector("#propose").hidden`, 2*time.Second) {
		v.Use(v.way, "button", put)
	}
}

// goTo brings the keyboard to a point of the board.
func (v *visitor) goTo(point string) {
	v.t.Helper()
	at := func() string {
		return webtest.Eval[string](v.Tab, `document.activeElement?.dataset?.point ?? ""`)
	}
	for n := 0; at() == ""; n++ {
		if n > 60 {
			v.t.Fatal("the keyboard does not reach the board")
		}
		v.Type(kb.Tab)
	}
	size := board.Size{Cols: 19, Rows: 19}
	to, err := size.Parse(point, board.Algebraic)
	if err != nil {
		v.t.Fatal(err)
	}
	from, err := size.Parse(at(), board.Algebraic)
	if err != nil {
		v.t.Fatal(err)
	}
	keys := ""
	for dx := to.X() - from.X(); dx != 0; dx -= sign(dx) {
		keys += map[bool]string{true: kb.ArrowRight, false: kb.ArrowLeft}[dx > 0]
	}
	for dy := to.Y() - from.Y(); dy != 0; dy -= sign(dy) {
		keys += map[bool]string{true: kb.ArrowUp, false: kb.ArrowDown}[dy > 0]
	}
	if v.Type(keys); at() != point {
		v.t.Fatalf("the keyboard went to %q instead of %s", at(), point)
	}
}

func sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

// goToView goes to a view of the page, by its link there or in the menu.
func (v *visitor) goToView(what string) {
	v.t.Helper()
	if len(v.Named("link", v.word(what))) == 0 {
		v.use("link", "menu")
		v.keep("menu")
	}
	v.use("link", what)
	v.Wait("the view", fmt.Sprintf(`document.body.dataset.view === %q`, what))
}

// best is the turn of c's that the engine would play among the stones that the
// visitor is told of.
func (v *visitor) best(due int, c board.Color) []string {
	v.t.Helper()
	var stones []api.Stone
	for color, what := range map[board.Color]string{board.Black: "black", board.White: "white"} {
		for _, name := range v.points(what) {
			stones = append(stones, api.Stone{Point: apitest.At(name), Color: color})
		}
	}
	names, err := v.master(v.t.Context(), stones, due, c)
	if err != nil {
		v.t.Fatal(err)
	}
	return names
}

// play plays Black until the game is over.
func (v *visitor) play() {
	v.t.Helper()
	for turn := range 60 {
		v.Wait("the visitor's turn", `["human", "over"].includes(document.querySelector("#status").dataset.phase) && !document.querySelector(".stones .pending")`)
		if v.Text("#headline") != "" && len(v.Named("heading", v.word("won"))) > 0 {
			return
		}
		v.hears("yours")
		before := len(v.points("black"))
		due := min(turn, 1) + 1
		for i, point := range v.best(due, board.Black) {
			if v.put(point); !v.Sees(fmt.Sprintf(`document.querySelector('.stones [data-at=%q]') && !document.querySelector(".stones .pending")`, point), patience) {
				v.t.Fatalf("turn %d: the stone on %s (%d of %d) is not there: %q", turn+1, point, i+1, due, v.Text("#message"))
			}
			if turn == 1 && i == 0 {
				v.keep("half-turn")
			}
		}
		v.Wait("the turn to be taken", fmt.Sprintf(`document.querySelector("#status").dataset.phase === "over" || document.querySelectorAll("#moves li span").length > %d || document.querySelectorAll('.stones [data-color="white"]').length >= %d`, 1+2*turn, before+due))
		if turn == 4 {
			v.keep("middle")
		}
	}
	v.t.Fatal("the game does not end")
}

var everyVisit = flag.Bool("everyvisit", false, "let TestVisit come in every language by every way")

// TestVisit is a whole visit to an exhibited table: a person comes while it plays by
// itself, learns the rules, solves a puzzle, beats the weakest opponent, sees how, takes the game home and
// leaves; by taps, by the keyboard alone, and by what a screen reader says.
func TestVisit(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole game in a browser takes a while, so -short leaves it out")
	}
	t.Parallel()
	browser := webtest.Start(t)
	for _, c := range []struct {
		name   string
		way    webtest.Way
		screen webtest.Screen
		always bool // each way, each language, light and dark
	}{
		{"taps-en", webtest.ByTaps, webtest.Screen{Width: 390, Height: 844, Touch: true, Dark: true}, false},
		{"taps-zh", webtest.ByTaps, webtest.Screen{Width: 320, Height: 568, Touch: true, Language: "zh-CN"}, true},
		{"keys-en", webtest.ByKeys, webtest.Screen{Width: 1366, Height: 768}, false},
		{"keys-zh", webtest.ByKeys, webtest.Screen{Width: 1920, Height: 1080, Dark: true, Language: "zh-CN"}, true},
		{"reader-en", webtest.ByReader, webtest.Screen{Width: 1366, Height: 768, Dark: true}, true},
		{"reader-zh", webtest.ByReader, webtest.Screen{Width: 390, Height: 844, Touch: true, Language: "zh-CN"}, false},
	} {
		if !c.always && !*everyVisit {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, `
[exhibit]
enabled = true
idle = "15s"
pace = "300ms"
[game]
level = 5
time = "200ms"
[sim]
as_real_board = false
hand = "20ms"
[engine]
table_mb = 4
[web]
listen = "127.0.0.1:0"
`))
			master, err := newMaster()
			if err != nil {
				t.Fatal(err)
			}
			c.screen.Lively = *everyVisit
			v := &visitor{t: t, browser: browser, Tab: browser.Open(t, d.Base+"/", c.screen), way: c.way, name: c.name, master: master}
			if c.screen.Language != "" {
				v.chinese = 1
			}
			v.visit()
			for _, complaint := range v.Complaints() {
				t.Errorf("console: %s", complaint)
			}
			d.Stop()
		})
	}
}

// solve solves the first puzzle and comes back to the game.
func (v *visitor) solve() {
	v.t.Helper()
	v.goToView("puzzles")
	v.Wait("a puzzle", `document.querySelector("#puzzles .lead")`)
	v.keep("puzzle")
	p := puzzle.Find("connect6-1")
	for _, point := range v.best(p.Due(), p.Start.ToMove) {
		v.put(point)
	}
	v.Wait("the puzzle to be solved", `document.querySelector("#puzzle-next")?.classList.contains("main")`)
	if said := v.Text("#puzzle-task"); !regexp.MustCompile(v.word("solved")).MatchString(said) {
		v.t.Errorf("a solved puzzle says %q", said)
	}
	v.keep("puzzle-solved")
	v.goToView("play")
}

func (v *visitor) visit() {
	v.t.Helper()
	v.Wait("the table to invite people", `document.querySelector("#status").dataset.phase === "attract"`)
	v.hears("invited")
	v.keep("attract")

	// The rules, in four steps.
	v.goToView("learn")
	for step := range 4 {
		v.keep("lesson")
		for n := 0; ; n++ {
			points := v.points("here")
			if len(points) == 0 || n > 5 {
				break
			}
			v.put(points[0])
		}
		v.keep("lesson-done")
		if step < 3 {
			v.use("button", "next")
		}
	}
	v.use("button", "leave lesson")

	// A game against the weakest.
	v.Wait("the game", `document.querySelector("#status").dataset.phase === "human"`)
	v.keep("play")
	v.solve()
	v.use("button", "new game")
	v.keep("new-game")
	v.use("radio", "pebble")
	v.keep("pebble")
	v.use("button", "start")
	v.play()
	v.hears("won")
	v.keep("won")

	// It is looked at again, and taken home.
	v.use("link", "look back")
	v.Wait("the game from its record", `!document.querySelector("#review").hidden`)
	v.keep("look-back")
	v.use("button", "turn back")
	v.use("button", "first")
	v.keep("first")
	v.use("button", "table")
	v.hears("won")
	var home string
	v.Wait("the way to take it home", `document.querySelector("#take a")`)
	if len(v.Named("link", v.word("take"))) != 1 {
		v.t.Error("nothing is called", v.word("take"))
	}
	home = webtest.Eval[string](v.Tab, `document.querySelector("#take a").href`)
	screen := webtest.Screen{Width: 390, Height: 844, Touch: true}
	if v.chinese == 1 {
		screen.Language = "zh-CN"
	}
	page := v.browser.Visit(v.t, home, screen)
	page.Wait("the game's page", `document.querySelector("a[download]")`)
	page.Keep(fmt.Sprintf("visit-%s-home", v.name))
	if len(page.Named("link", v.word("sgf"))) == 0 {
		v.t.Error("the game's page has no SGF")
	}

	// Left alone, the table invites the next.
	v.Wait("the table to invite the next", `document.querySelector("#status").dataset.phase === "attract"`)
	v.keep("attract-again")
}
