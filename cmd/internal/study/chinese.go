package study

import "stonehand/cmd/internal/text"

// chinese has in Chinese why a position cannot be studied.
var chinese = text.Formats{
	"\"size\": %w": "\"size\"：%v",
	"\"to_move\" is to be \"black\" or \"white\"":       "\"to_move\" 应为 \"black\" 或 \"white\"",
	"%q has %d characters: a board of %s has %d points": "%q 有 %d 个字符：%s 的棋盘有 %d 个点",
	"%q has %q for %s: use b, w and a full stop":        "%q 中有 %q（%s）：请用 b、w 和句点",
	"%q: %w":        "%q：%v",
	"\"rules\": %w": "\"rules\"：%v",
	"\"moves\" has %.12q, which is no move: write one like \"bD4\"": "\"moves\" 中的 %.12q 不是着手：应写作 \"bD4\" 这样",
}
