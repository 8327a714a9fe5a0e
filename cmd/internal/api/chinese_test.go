package api

import (
	"testing"

	"stonehand/cmd/internal/text"
	"stonehand/cmd/internal/text/texttest"
)

// What is wrong with a command is said in Chinese too, here and at the table.
func TestEveryRefusalHasChinese(t *testing.T) {
	texttest.Formats(t, chinese, []string{"*.go", "../table/*.go"}, map[string]int{"Bad": 0, "plain": 1, "Of": 0})
}

func TestRefusalsInChinese(t *testing.T) {
	for command, want := range map[string]string{
		`{"do":"seats","level":"high"}`:    `"level" 应为 1 到 15 的整数，不能是 "high"。`,
		`{"do":"seats","volume":"loud"}`:   `"volume" 应为 0 到 100 的整数，不能是 "loud"。`,
		`{"do":"new-game","clock":"100h"}`: `"clock"：棋钟的基本时间 100h 超出范围：可以是 10ms 到 24h。`,
		`{"do":1}`:                         `"do" 应为带引号的词，如 "undo"，不能是 1。`,
	} {
		_, err := ParseCommand([]byte(command))
		if got := text.Because(err).In(text.Chinese); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", command, got, want)
		}
	}
}
