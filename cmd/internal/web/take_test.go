package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/gif"
	"image/png"
	"io/fs"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/cmd/internal/web/webtest"
)

// keptGames is an archive of several games.
type keptGames map[string]struct {
	api.GameInfo
	text string
}

func (k keptGames) List() (list []api.GameInfo, err error) {
	for id, g := range k {
		g.ID = id
		list = append(list, g.GameInfo)
	}
	return list, nil
}

func (k keptGames) SGF(id string) ([]byte, error) {
	if g, ok := k[id]; ok {
		return []byte(g.text), nil
	}
	return nil, fmt.Errorf("game %s: %w", id, fs.ErrNotExist)
}

// ends is when the games of takeServer ended.
var ends = time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)

// takeServer keeps games of every kind and ending; clock is when it is.
func takeServer(t *testing.T, clock *time.Time) (*Server, *fakeTable) {
	games := keptGames{}
	add := func(id, rules, result, reason, white, text string) {
		games[id] = struct {
			api.GameInfo
			text string
		}{api.GameInfo{Game: rules, Ended: ends, Black: "human", White: white, Result: result, Reason: reason, Turns: 9}, text}
	}
	add("six", "connect6", "black", "line", "Stonehand level 5", "(;GM[511]SZ[19];B[JJ];W[AA];W[AC];B[JK];B[JL];W[CA];W[CC];B[JM];B[JN];W[SA];W[SC];B[JO])")
	add("five", "gomoku", "white", "line", "人", "(;GM[4]SZ[15]RU[gomoku];B[aa];W[hh];B[ba];W[ih];B[ca];W[jh];B[da];W[kh];B[oo];W[lh])")
	add("long", "gomoku", "black", "line", "Ann", "(;GM[4]SZ[15]RU[gomoku]RE[B+];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[ea];W[eb];B[fa];W[hh];B[da])")
	add("renju", "renju", "white", "resign", "Ann", "(;GM[4]SZ[15]RU[renju]RE[W+R];B[hh])")
	add("go", "go", "white", "score", "Ann", "(;GM[1]SZ[9]RE[W+7.5];B[ee];W[];B[])")
	add("capture", "go", "white", "capture", "Ann", "(;GM[1]SZ[9]RE[W+];B[aa];W[ab];B[ee];W[ba])")
	add("draw", "connect6", "draw", "full", "Ann", "(;GM[511]SZ[19]RE[0];B[JJ])")
	add("cut", "connect6", "unfinished", "unfinished", "Ann", "(;GM[511]SZ[19]RE[Void];B[JJ])")
	add("slow", "go", "black", "time", "Ann", "(;GM[1]SZ[9]RE[B+T];B[ee])")
	return newServer(t, func(c *Config) {
		c.Games, c.TakeTime, c.TakeKey, c.Clock = games, 720*time.Hour, takeKey, func() time.Time { return *clock }
	})
}

func takeKey() ([]byte, error) { return []byte("secret"), nil }

// tokenOf is the token of a game's link.
func tokenOf(id string) string { return takeToken([]byte("secret"), id) }

// A visitor gets the link of the game that has just ended, and by it the game in every
// form, in both languages; nobody gets another's, and the link ends when the page says.
func TestTakeHome(t *testing.T) {
	now := ends
	s, table := takeServer(t, &now)
	if a := ask(t, s, "GET", "/api/take", ""); a.StatusCode != 404 || !strings.Contains(a.text, "No game has ended just now") {
		t.Errorf("in a game: %d %s", a.StatusCode, a.text)
	}
	over := func(id string) taking {
		t.Helper()
		table.set(func(n *api.Snapshot) { n.GameID, n.Phase, n.Result = id, api.PhaseOver, "black" })
		a := ask(t, s, "GET", "/api/take", "")
		var k taking
		if err := json.Unmarshal([]byte(a.text), &k); err != nil || a.StatusCode != 200 {
			t.Fatalf("%d %s %v", a.StatusCode, a.text, err)
		}
		return k
	}
	k := over("six")
	_, path, _ := strings.Cut(k.Link, ":8080")
	if k.Days != 30 || k.Until != "2026-12-23T10:00:00Z" || !strings.HasPrefix(path, "/take/six.") {
		t.Errorf("%+v", k)
	}
	if a := ask(t, s, "GET", "/api/take.svg", ""); a.StatusCode != 200 || !strings.HasPrefix(a.text, "<svg") {
		t.Errorf("%d %.40s", a.StatusCode, a.text)
	}
	for _, says := range []struct{ query, text string }{
		{"", "Black wins with six in a row."}, {"", "Connect6, 23 November 2026, turns: 9"}, {"", "Black: visitor"}, {"", "White: Stonehand level 5"}, {"", "until 23 December 2026"},
		{"?lang=zh", "黑方六子连珠，获胜。"}, {"?lang=zh", "六子棋，2026年11月23日，共9手"}, {"?lang=zh", "黑方：观众"}, {"?lang=zh", "保留到 2026年12月23日"},
	} {
		if a := ask(t, s, "GET", path+says.query, ""); a.StatusCode != 200 || !strings.Contains(a.text, says.text) {
			t.Errorf("%s: %d, without %q:\n%s", says.query, a.StatusCode, says.text, a.text)
		}
	}
	_, style, _ := strings.Cut(ask(t, s, "GET", path, "").text, `rel="stylesheet" href="`)
	style, _, _ = strings.Cut(style, `"`)
	if a := ask(t, s, "GET", style, ""); a.StatusCode != 200 || !strings.Contains(a.text, "--ground") {
		t.Errorf("the style %s: %d", style, a.StatusCode)
	}
	if a := ask(t, s, "GET", path, "", "Accept-Language", "zh-CN,en;q=0.5"); !strings.Contains(a.text, "观众") {
		t.Errorf("in Chinese: %s", a.text)
	}
	if m, err := png.Decode(strings.NewReader(ask(t, s, "GET", path+"/picture.png", "").text)); err != nil || m.Bounds().Dx() < 900 {
		t.Errorf("the picture: %v", err)
	}
	if all, err := gif.DecodeAll(strings.NewReader(ask(t, s, "GET", path+"/animation.gif", "").text)); err != nil || len(all.Image) != 9 {
		t.Errorf("the animation: %v", err)
	}
	if a := ask(t, s, "GET", path+"/game.sgf", ""); !strings.Contains(a.text, "B[JO]") || !strings.Contains(a.Header.Get("Content-Disposition"), `"stonehand-six.sgf"`) {
		t.Errorf("the record: %v %s", a.Header, a.text)
	}
	// Another game's id with this one's proof, no proof, half a proof.
	proof := strings.TrimPrefix(path, "/take/six.")
	for _, wrong := range []string{"five." + proof, "six", "six.", "six." + proof[:10], "six." + strings.Repeat("A", 22), "." + proof, "..%2f..%2fx." + proof} {
		if a := ask(t, s, "GET", "/take/"+wrong, ""); a.StatusCode != 404 || strings.Contains(a.text, "wins") || !strings.Contains(a.text, "There is no game here.") {
			t.Errorf("%s: %d %s", wrong, a.StatusCode, a.text)
		}
		if a := ask(t, s, "GET", "/take/"+wrong+"/game.sgf", ""); a.StatusCode != 404 || strings.Contains(a.text, "GM[") {
			t.Errorf("%s: %d %s", wrong, a.StatusCode, a.text)
		}
	}
	if a := ask(t, s, "GET", path+"/other.txt", ""); a.StatusCode != 404 {
		t.Errorf("another file: %d", a.StatusCode)
	}
	if other := over("five"); other.Link == k.Link {
		t.Error("two games have one link")
	}
	now = ends.Add(720*time.Hour - time.Second)
	if a := ask(t, s, "GET", path, ""); a.StatusCode != 200 {
		t.Errorf("a second before its end: %d", a.StatusCode)
	}
	now = ends.Add(720 * time.Hour)
	for _, end := range []string{"", "/game.sgf", "/picture.png"} {
		if a := ask(t, s, "GET", path+end, ""); a.StatusCode != 404 {
			t.Errorf("%s after its end: %d", end, a.StatusCode)
		}
	}
}

// In both languages, light and dark, nothing of the page is cut, and it reads well to everybody.
func TestTakePage(t *testing.T) {
	axe := webtest.Axe(t)
	s := endingSite(t)
	token := tokenOf("six")
	b := browser(t)
	for _, screen := range []webtest.Screen{{Width: 320, Height: 568, Touch: true}, {Width: 390, Height: 844, Touch: true, Dark: true, Language: "zh-CN"}, {Width: 1440, Height: 900}} {
		p := b.Visit(t, s.url()+"take/"+token, screen)
		p.Wait("the picture", `document.querySelector("img")?.naturalWidth > 900`)
		if webtest.Eval[bool](p, `document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
			t.Errorf("at %d the page is too wide", screen.Width)
		}
		for _, v := range p.Violations(axe, "body") {
			t.Errorf("at %d: %s", screen.Width, v)
		}
		p.Keep(fmt.Sprintf("take-%d", screen.Width))
		for _, complaint := range p.Complaints() {
			t.Errorf("console: %s", complaint)
		}
	}
}

// The page says how a game of every kind ended.
func TestTakeHomeEndings(t *testing.T) {
	now := ends
	s, _ := takeServer(t, &now)
	for id, want := range map[string][2]string{
		"five":    {"White wins with five in a row.", "白方五子连珠，获胜。"},
		"long":    {"Black wins with six in a row.", "黑方六子连珠，获胜。"},
		"renju":   {"Black resigned. White wins.", "黑方认输，白方获胜。"},
		"go":      {"White wins by 7.5 points.", "白方胜 7.5 目。"},
		"capture": {"White wins</h1>", "白方获胜</h1>"},
		"draw":    {"The board is full. The game is a draw.", "棋盘已满，和棋。"},
		"slow":    {"White ran out of time. Black wins.", "白方超时，黑方获胜。"},
	} {
		for i, lang := range []string{"en", "zh"} {
			if a := ask(t, s, "GET", "/take/"+tokenOf(id)+"?lang="+lang, ""); a.StatusCode != 200 || !strings.Contains(a.text, want[i]) {
				t.Errorf("%s: %d, without %q:\n%s", id, a.StatusCode, want[i], a.text)
			}
		}
		if _, err := png.Decode(strings.NewReader(ask(t, s, "GET", "/take/"+tokenOf(id)+"/picture.png", "").text)); err != nil {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// Without a time or a secret nobody is offered a link, and none is good.
func TestNothingToTakeHome(t *testing.T) {
	now := ends
	s, table := takeServer(t, &now)
	token := tokenOf("six")
	table.set(func(n *api.Snapshot) { n.GameID, n.Phase = "six", api.PhaseOver })
	s.TakeKey = func() ([]byte, error) { return nil, syscall.EROFS }
	if a := ask(t, s, "GET", "/api/take", ""); a.StatusCode != 404 || strings.Contains(a.text, "configuration") || !strings.Contains(a.text, "cannot save") {
		t.Errorf("without storage: %d %s", a.StatusCode, a.text)
	}
	if a := ask(t, s, "GET", "/take/"+token, ""); a.StatusCode != 404 {
		t.Errorf("without storage: %d", a.StatusCode)
	}
	for _, without := range []func(){func() { s.TakeTime = 0 }, func() { s.TakeTime, s.TakeKey = time.Hour, nil }} {
		without()
		if a := ask(t, s, "GET", "/api/take", ""); a.StatusCode != 404 || !strings.Contains(a.text, "web.take_home") {
			t.Errorf("%d %s", a.StatusCode, a.text)
		}
		if a := ask(t, s, "GET", "/take/"+token, ""); a.StatusCode != 404 {
			t.Errorf("%d", a.StatusCode)
		}
		if a := ask(t, s, "GET", "/take/"+tokenOf("six"), ""); a.StatusCode != 404 {
			t.Errorf("a link made with no secret: %d", a.StatusCode)
		}
	}
}

// Pictures of any game that was played here, of any turn; a browser that has one is not
// sent it again.
func TestGamePictures(t *testing.T) {
	now := ends
	s, _ := takeServer(t, &now)
	stones := func(path string) int {
		a := ask(t, s, "GET", path, "")
		if a.StatusCode != 200 || a.Header.Get("Content-Type") != "image/svg+xml" {
			t.Errorf("%s: %d %s", path, a.StatusCode, a.text)
		}
		return strings.Count(a.text, `fill="url(#`)
	}
	const at = "/api/library/six/picture.svg"
	for query, want := range map[string]int{"": 12, "?turn=0": 0, "?turn=2": 3, "?turn=99&numbers=1": 12} {
		if got := stones(at + query); got != want {
			t.Errorf("%s: %d stones", query, got)
		}
	}
	tag := ask(t, s, "GET", at, "").Header.Get("ETag")
	if a := ask(t, s, "GET", at, "", "If-None-Match", tag); a.StatusCode != 304 || a.text != "" {
		t.Errorf("%d %s", a.StatusCode, a.text)
	}
	if a := ask(t, s, "GET", at+"?turn=1", "", "If-None-Match", tag); a.StatusCode != 200 {
		t.Errorf("%d", a.StatusCode)
	}
	for query, want := range map[string]string{"?turn=x": "not a turn number", "?turn=-1": "not a turn number", "?numbers=7": "use 1 for numbers", "?what=1": "use turn and numbers"} {
		if a := ask(t, s, "GET", at+query, ""); a.StatusCode != 400 || !strings.Contains(a.text, want) {
			t.Errorf("%s: %d %s", query, a.StatusCode, a.text)
		}
	}
	if a := ask(t, s, "GET", "/api/library/unknown/animation.gif", ""); a.StatusCode != 404 {
		t.Errorf("%d", a.StatusCode)
	}
	if _, err := gif.DecodeAll(bytes.NewReader([]byte(ask(t, s, "GET", "/api/library/go/animation.gif", "").text))); err != nil {
		t.Error(err)
	}
}

// Who would wait too long while other pictures are drawn is told so.
func TestManyPictures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now := ends
		s, _ := takeServer(t, &now)
		for range mostDrawn {
			s.drawing <- struct{}{}
		}
		ask(t, s, "GET", "/api/library/six/picture.svg", "").sentence(t, 503, "busy", "try again in a moment")
		<-s.drawing
		if a := ask(t, s, "GET", "/api/library/six/picture.svg", ""); a.StatusCode != 200 {
			t.Error(a.Status)
		}
	})
}

// FuzzTakenID: no token but those that were given proves an id.
func FuzzTakenID(f *testing.F) {
	f.Add(tokenOf("20261123-101502-41"))
	f.Add("six.")
	f.Add("..")
	f.Fuzz(func(t *testing.T, token string) {
		if id := takenID([]byte("secret"), token); id != "" && (tokenOf(id) != token || !plainID(id)) {
			t.Errorf("%q proves %q", token, id)
		}
	})
}

// TestTakeHomeBeforeTheClockWasSet follows the link to a game that ended in 1970 by the computer's clock, which was
// set afterwards: it goes on, and names no day.
func TestTakeHomeBeforeTheClockWasSet(t *testing.T) {
	defer func(at time.Time) { ends = at }(ends)
	ends = time.Unix(100, 0).UTC()
	now := ends
	s, table := takeServer(t, &now)
	table.set(func(n *api.Snapshot) { n.GameID, n.Phase, n.Result = "six", api.PhaseOver, "black" })
	a := ask(t, s, "GET", "/api/take", "")
	var k taking
	if err := json.Unmarshal([]byte(a.text), &k); err != nil || strings.Contains(a.text, "until") {
		t.Fatalf("%d %s %v", a.StatusCode, a.text, err)
	}
	_, path, _ := strings.Cut(k.Link, ":8080")
	for _, at := range []time.Time{ends, time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)} {
		now = at
		for query, says := range map[string]string{"": "<p>Connect6, turns: 9<br>", "?lang=zh": "<p>六子棋，共9手<br>"} {
			if a := ask(t, s, "GET", path+query, ""); a.StatusCode != 200 || !strings.Contains(a.text, says) || strings.Contains(a.text, "1970") {
				t.Errorf("at %v%s: %d, without %q:\n%s", at, query, a.StatusCode, says, a.text)
			}
		}
		if a := ask(t, s, "GET", path+"/game.sgf", ""); a.StatusCode != 200 {
			t.Errorf("the record at %v: %d %s", at, a.StatusCode, a.text)
		}
	}
}

// Records of every version and language name the machine.
func TestTakenPlayers(t *testing.T) {
	for _, name := range []string{"Stonehand level 5", "Stonehand 5级", "Stonehand 等级5"} {
		if en, zh := playerIn(text.English, name), playerIn(text.Chinese, name); en != "Stonehand level 5" || zh != "Stonehand 等级5" {
			t.Errorf("%s is %q and %q", name, en, zh)
		}
	}
}
