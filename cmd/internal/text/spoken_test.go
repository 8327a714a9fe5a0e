package text

import (
	"bytes"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unicode"
)

func TestSpoken(t *testing.T) {
	for _, c := range []struct {
		l          Language
		show, want string
	}{
		{English, "Please put two white stones on J10 and A1.", "Please put two white stones on J 10 and eigh 1."},
		{English, "A stone there says: C1 take back, E1 new game.", "A stone there says: C 1 take back, E 1 new game."},
		{English, "This board has 15 x 15 points.", "This board has 15 by 15 points."},
		{English, "The computer is too hot (85 °C).", "The computer is too hot , 85 degrees, ."},
		{English, "Try A100, AB12, Z3 and J21.", "Try A100, AB12, Z3 and J21."},
		{Chinese, "请将两枚白子放在A1和T19。", "请将两枚白子放在A 1和T 19。"},
		{Chinese, "此棋盘为 15×15 路（见说明）。", "此棋盘为 15乘15 路，见说明，。"},
		{Language(9), "A1", "eigh 1"},
		{Chinese, "黑方胜 12.5 目。白方胜 3.75 目。", "黑方胜 12点5 目。白方胜 3点7 5 目。"},
		{Chinese, "黑方胜率：56%，白方胜率：2.5%。", "黑方胜率：百分之56，白方胜率：百分之2点5。"},
		{Chinese, "在2处，共2枚，又2 子，下了2手。", "在两处，共两枚，又两 子，下了两手。"},
		{Chinese, "第2手，共12手，胜 2.2 目，救出 C2 处的棋。", "第2手，共12手，胜 2点2 目，救出 C 2 处的棋。"},
		{Chinese, "已下2局：胜2局。", "已下两局：胜两局。"},
		{Chinese, "加时：3:00内下5子，1:02:30内、2:00内、0:30内。", "加时：3分钟内下5子，62分钟30秒内，两分钟内，30秒内。"},
		{English, "Overtime: 10 stones in 3:00. Overtime: 2 stones in 0:10.", "Overtime: 10 stones in 3 minutes. Overtime: 2 stones in 10 seconds."},
		{English, "Overtime: one stone in 1:00, or in 1:00:00, or in 0:01.", "Overtime: one stone in one minute, or in 60 minutes, or in one second."},
		{English, "The exhibit opens on Tuesday, 2026-12-01 10:00.", "The exhibit opens on Tuesday, 2026-12-01 10:00."},
		{Chinese, "F3表示路/棋型。", "F 3表示路，棋型。"},
		{Chinese, "2026-12-01 10:00 再次开放。", "2026-12-01 10:00 再次开放。"},
		{Chinese, "正在校准。请重试、重来，或重新开始；严重。", "正在较准。请虫试，虫来，或虫新开始；严重。"},
		{Chinese, "第12行和第 3 行。一次猜中4手，运行。", "第12航和第3航。一次猜众4手，运行。"},
		{English, "Black wins by 12.5 points; 56 %.", "Black wins by 12.5 points; 56 %."},
	} {
		if got := c.l.Spoken(c.show); got != c.want {
			t.Errorf("%v: %q is spoken %q, want %q", c.l, c.show, got, c.want)
		}
	}
}

// foreign reports whether a Chinese sentence has Latin words.
func foreign(l Language, s string) bool {
	return l == Chinese && strings.ContainsFunc(s, func(r rune) bool { return r >= 'a' && r <= 'z' })
}

// sample is a sentence about the second of something, or about a side.
func sample(l Language, k Key) string {
	var args []any
	for _, verb := range verbs(l.Say(k)) {
		switch {
		case strings.HasSuffix(verb, "d"):
			args = append(args, 2)
		case strings.HasSuffix(verb, "f"):
			args = append(args, 2.0)
		case verb != "":
			args = append(args, l.Side(1))
		}
	}
	return l.Say(k, args...)
}

// Every sentence can be spoken by the real synthesizer: it makes sound of a
// length that fits the sentence, and reads nothing Chinese as if it were English.
func TestEverySentenceCanBeSpoken(t *testing.T) {
	if _, err := exec.LookPath("espeak-ng"); err != nil {
		const sentence = "espeak-ng is not here; install it with: apt-get install espeak-ng"
		if os.Getenv("CI") == "true" {
			t.Fatal(sentence)
		}
		t.Skip(sentence)
	}
	for l, voice := range map[Language]string{English: "en", Chinese: "cmn-latn-pinyin"} {
		var all []string
		for k := Key(1); int(k) < len(sentences); k++ {
			// What is for those who type commands has foreign words in it.
			if s := l.Spoken(sample(l, k)); !foreign(l, s) && strings.ContainsFunc(s, unicode.IsLetter) {
				all = append(all, s)
			}
		}
		for _, s := range []string{
			l.Say(PlaceStones, l.Stones(2, 1), "J10"+l.Say(And)+"A1"), l.Say(StoneMoved, "A1", "B2"),
			l.Say(AskUnseen, l.Color(1), "C3"), l.Say(MenuHow, l.Say(MenuLight, "C1", l.Say(MenuUndo))),
		} {
			all = append(all, l.Spoken(s))
		}
		// A few at a time, because most of it goes into starting the program.
		for few := range slices.Chunk(all, 8) {
			s := strings.Join(few, "\n")
			cmd := exec.CommandContext(t.Context(), "espeak-ng", "--stdin", "-b", "1", "-v", voice, "-s", "160", "-x", "--stdout")
			cmd.Stdin = strings.NewReader(s + "\n")
			// -x adds the phonemes, "(en)" where it changes to English.
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("%q: %v", s, err)
			}
			phonemes, sound, found := bytes.Cut(out, []byte("RIFF"))
			if !found {
				t.Errorf("%q makes no sound: %q", s, phonemes)
				continue
			}
			if l == Chinese && bytes.Contains(out, []byte("(en)")) {
				t.Errorf("%q is read as English: %s", s, phonemes)
			}
			// 22050 samples of two bytes a second. A letter takes 0.05 s, a Chinese
			// character 0.2, and there is a pause after every sentence.
			seconds, runes := float64(len(sound))/22050/2, float64(len([]rune(s)))
			least := map[Language]float64{English: 0.03, Chinese: 0.1}[l] * runes
			if seconds < least || seconds > 10*least+float64(2*len(few)) {
				t.Errorf("%q takes %.1f s", s, seconds)
			}
		}
	}
}
