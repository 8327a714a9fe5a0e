package text

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"stonehand/engine/board"
)

func TestEveryKeyHasEveryLanguage(t *testing.T) {
	seen := map[string]Key{}
	for k := Key(1); int(k) < len(sentences); k++ {
		en, zh := English.Say(k), Chinese.Say(k)
		if en == "" || zh == "" {
			t.Errorf("key %d: English %q, Chinese %q", k, en, zh)
			continue
		}
		if en == zh {
			t.Errorf("key %d is the same in both Languages: %q", k, en)
		}
		if strings.ContainsFunc(en, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			t.Errorf("English sentence with Chinese characters: %q", en)
		}
		if len(zh) > 10 && !strings.ContainsFunc(zh, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			t.Errorf("Chinese sentence without Chinese characters: %q", zh)
		}
		if a, b := verbs(en), verbs(zh); a != b {
			t.Errorf("%q and %q take different arguments: %q and %q", en, zh, a, b)
		}
		if first := en[0]; first >= 'A' && first <= 'Z' && len(en) > 12 && k != PlayerMachine && k != GameFives && k != GameStandard && !slices.Contains(minds, k) {
			if !strings.ContainsAny(en[len(en)-1:], ".?%s") || !slices.Contains([]string{"。", "？", "s"}, lastRune(zh)) {
				t.Errorf("not a whole sentence: %q, %q", en, zh)
			}
		}
		if old, ok := seen[en]; ok {
			t.Errorf("keys %d and %d say the same: %q", old, k, en)
		}
		seen[en] = k
	}
}

func lastRune(s string) string {
	r := []rune(s)
	return string(r[len(r)-1])
}

func TestWordsInSentences(t *testing.T) {
	p := []board.Point{board.At(9, 9), board.At(10, 10), board.At(0, 0)}
	for _, c := range []struct{ got, want string }{
		{English.Say(PlaceStones, English.Stones(2, board.White), English.Points(p[:2])), "Please put two white stones on J10 and K11."},
		{Chinese.Say(PlaceStones, Chinese.Stones(2, board.White), Chinese.Points(p[:2])), "请将两枚白子放在J10和K11。"},
		{English.Points(p), "J10, K11 and A1"},
		{Chinese.Points(p), "J10、K11和A1"},
		{English.Points(nil), ""},
		{English.Say(Missing, English.Color(board.Black), English.Points(p[:1])), "The black stone of J10 is missing. Put it back."},
		{Chinese.Say(Missing, Chinese.Color(board.Black), Chinese.Points(p[:1])), "缺少J10的黑子。请放回。"},
		{English.Say(StoneMoved, p[0], p[1]), "The stone of J10 stands on K11 now. Put it back on J10."},
		{English.Say(PutTurn, English.Side(board.Black), English.Stones(1, board.Black)), "Black to move: put down one black stone."},
		{Chinese.Say(PutTurn, Chinese.Side(board.White), Chinese.Stones(3, board.White)), "轮到白方：请落3枚白子。"},
		{English.Say(WinsByResign, "Black", "White"), "White resigned. Black wins."},
		{Chinese.Say(WinsByResign, "黑方", "白方"), "白方认输，黑方获胜。"},
		{English.Join("One.", "", "Two."), "One. Two."},
		{Chinese.Join("一。", "二。"), "一。二。"},
		{Language(9).Say(Thinking), "I am thinking."},
		{English.Say(0), ""},
		{English.Say(Key(len(sentences))), ""},
		{Weekday(time.Sunday).In(English), "Sunday"},
		{Weekday(time.Wednesday).In(Chinese), "星期三"},
		{Weekday(time.Saturday).In(English), "Saturday"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestParseLanguage(t *testing.T) {
	for code, want := range map[string]Language{"en": English, "EN": English, "en_GB.UTF-8": English, "zh": Chinese, "zh-CN": Chinese, "ZH": Chinese} {
		if got, err := ParseLanguage(code); err != nil || got != want {
			t.Errorf("%q: %v, %v", code, got, err)
		}
	}
	for _, code := range []string{"", "de", "english", "zhh"} {
		if l, err := ParseLanguage(code); err == nil {
			t.Errorf("%q is %v", code, l)
		}
	}
	for _, l := range []Language{English, Chinese} {
		if got, err := ParseLanguage(l.String()); err != nil || got != l {
			t.Errorf("%v: %v, %v", l, got, err)
		}
	}
}
