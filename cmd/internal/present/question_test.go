package present

import (
	"slices"
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/engine/referee"
)

// TestChoicesAreNamedWhereTheyStand: one answer has other names in other places of the
// menu, and what can be set there has a name in both languages.
func TestChoicesAreNamedWhereTheyStand(t *testing.T) {
	path := func(steps ...referee.Answer) []referee.Answer { return steps }
	for _, c := range []struct {
		path   []referee.Answer
		answer referee.Answer
		en, zh string
	}{
		{path(api.ButtonLevel), "7", "7", "7"},
		{path(api.DoSeats, api.MenuProgram), "program:road-road:Road/road", "Road/road", "路/路"},
		{path(api.DoSeats, api.MenuProgram), "program:a:Alpha", "Alpha", "Alpha"},
		{path(api.ButtonLevel), referee.No, "Close", "关闭"},
		{path(api.DoNewGame), "none", "the machine alone", "机器自弈"},
		{path(api.DoNewGame, api.MenuProgram), "none", "the program plays both colours", "双方都由程序下"},
		{path(api.MenuSettings, api.MenuClock), "none", "no clock", "不计时"},
		{path(api.MenuSettings, api.MenuClock), "5m", "5 minutes", "5分钟"},
		{path(api.MenuSettings, api.MenuClock), "10m+5s", "10 minutes, plus 5 seconds per turn", "10分钟，每手加5秒"},
		{path(api.MenuSettings, api.MenuClock), "10m+3x30s", "10 minutes, then 3 × 30 seconds", "10分钟，然后读秒3次，每次30秒"},
		{path(api.MenuSettings, api.MenuClock), "3x1m30s", "3 × 90 seconds", "读秒3次，每次90秒"},
		{path(api.MenuSettings, api.MenuClock), "12m30s+5/3m", "12 minutes 30 seconds, then 5 turns in 3 minutes", "12分钟30秒，然后每3分钟5手"},
		{path(api.MenuSettings, api.MenuClock), "10m+1/3m", "10 minutes, then one turn in 3 minutes", "10分钟，然后每3分钟1手"},
		{path(api.MenuSettings, api.MenuClock), "30s/turn", "30 seconds per turn", "每手30秒"},
		{path(api.MenuSettings, api.MenuTime), "1s", "one second", "1秒"},
		{path(api.MenuSettings, api.MenuTime), "1m", "one minute", "1分钟"},
		{path(api.MenuSettings, api.MenuGame), "renju", "Renju", "连珠"},
		{path(api.MenuSettings, api.MenuGame), "connect6-fives", "Connect6, fives count", "六子棋（满盘数五连）"},
		{path(api.MenuSettings, api.MenuOpening), "renju", "26 openings, swap", "指定开局，三手交换"},
	} {
		q := &referee.Question{Kind: referee.AskMenu, Path: c.path}
		if w := answer(q, c.answer); w.In(text.English) != c.en || w.In(text.Chinese) != c.zh {
			t.Errorf("%v: %q is called %q and %q, want %q and %q", c.path, c.answer, w.In(text.English), w.In(text.Chinese), c.en, c.zh)
		}
	}
	q := &referee.Question{Kind: referee.AskUnseen}
	if got := answer(q, "J10").In(text.Chinese); got != "有，在J10" {
		t.Errorf("a stone that stands there is %q", got)
	}
}

// TestButtonsHaveNames: each action of a button has a name of its own in both languages.
func TestButtonsHaveNames(t *testing.T) {
	for _, do := range api.ButtonActions {
		en, zh := action(do).In(text.English), action(do).In(text.Chinese)
		if en == do && !slices.Contains([]string{"hint", "level", "menu", "pause", "pass", "resign", "rules", "calibrate"}, do) || en == zh {
			t.Errorf("%q is called %q and %q", do, en, zh)
		}
	}
	if got := action(api.ButtonTurnBlack).In(text.English); got != "Black ends the turn" {
		t.Errorf("Black's side of a lever is called %q", got)
	}
}
