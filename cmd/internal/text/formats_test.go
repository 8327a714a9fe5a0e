package text_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"stonehand/cmd/internal/text"
	"stonehand/cmd/internal/text/texttest"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/sgf"
)

// What the engine says of what people wrote is said in Chinese too.
func TestEngineProblemsInChinese(t *testing.T) {
	var files []string
	for _, dir := range []string{"board", "clock", "game", "weiqi", "gametree", "record", "puzzle", "opening"} {
		files = append(files, "../../../engine/"+dir+"/*.go")
	}
	texttest.Formats(t, text.Engine, files, map[string]int{"problem.New": 0, "wrong": 0})
}

func TestBecause(t *testing.T) {
	const known = text.Section("test")
	text.AddSection(known, map[string]string{"%d: %w": "第%d个：%v", "no": "不"})
	var terms game.Terms
	_, notClock := clock.Parse("soon")
	_, long := clock.Parse("100h")
	_, record := sgf.Read([]byte("no game"))
	for _, c := range []struct {
		err    error
		en, zh string
	}{
		{io.EOF, "EOF", "EOF"},
		{known.Of("no"), "no", "不"},
		{known.Of("%d: %w", 3, known.Of("no")), "3: no", "第3个：不"},
		{known.Of("%d: %w", 3, io.EOF), "3: EOF", "第3个：EOF"},
		{known.Of("unknown %s", "x"), "unknown x", "unknown x"},
		{long, "a main time of 100h on a clock is out of range: it can be 10ms to 24h", "棋钟的基本时间 100h 超出范围：可以是 10ms 到 24h"},
		{notClock, notClock.Error(), `"soon" 不是棋钟：可以写 "none"、"30s/turn"、"10m"、"10m+5s"、"10m+3x30s" 或 "10m+5/3m"`},
		{terms.UnmarshalText([]byte("komi high")), `"high" is not a komi: write a number, like "komi 7.5"`, `"high" 不是贴目：请写数字，如 "komi 7.5"`},
		{record, record.Error(), text.Chinese.Record(record)},
		// What is said around an error in English alone stays with it.
		{fmt.Errorf("here: %w", notClock), "here: " + notClock.Error(), "here: " + notClock.Error()},
	} {
		w := text.Because(c.err)
		if got := w.In(text.English); got != c.en {
			t.Errorf("%s, want %s", got, c.en)
		}
		if got := w.In(text.Chinese); got != c.zh && got+"。" != c.zh {
			t.Errorf("%s, want %s", got, c.zh)
		}
		if got := text.Tell(text.TimetableBad, c.err).In(text.English); got != "This timetable cannot be used: "+c.en+"." {
			t.Error(got)
		}
	}
	for clause, want := range map[string][2]string{"no": {"No.", "不。"}, "": {"", ""}, "école.toml is away": {"École.toml is away.", "école.toml is away。"}} {
		w := text.Sentence(known.Of(clause))
		if en, zh := w.In(text.English), w.In(text.Chinese); zh != want[1] || en != want[0] {
			t.Errorf("%q: %q and %q", clause, en, zh)
		}
	}
	if err := known.Of("%d: %w", 3, io.EOF); !errors.Is(err, io.EOF) {
		t.Error("it does not wrap what it names")
	}
}
