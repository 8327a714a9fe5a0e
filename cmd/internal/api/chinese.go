package api

import "stonehand/cmd/internal/text"

// chinese has what is wrong with commands, by the English formats.
var chinese = text.Formats{
	"The command is not valid JSON: %v. Write it like {\"do\":\"undo\"}.": "命令不是有效的 JSON：%v。应写作 {\"do\":\"undo\"} 这样。",
	"A command is an object, like {\"do\":\"undo\"}.":                     "命令应为一个对象，如 {\"do\":\"undo\"}。",
	"A command has no field %q: it may have do, game, size, terms, opening, human, players, level, time, clock, games, adviser, question, answer, point, color and volume.": "命令没有字段 %q：可用 do、game、size、terms、opening、human、players、level、time、clock、games、adviser、question、answer、point、color、volume。",

	"%q must be %s, not %s.":            "%q 应为%s，不能是 %s。",
	`a word in quotes, like "undo"`:     `带引号的词，如 "undo"`,
	`a word in quotes, like "yes"`:      `带引号的词，如 "yes"`,
	`a name in quotes, like "connect6"`: `带引号的名称，如 "connect6"`,
	`a name in quotes, like "gnugo"`:    `带引号的名称，如 "gnugo"`,
	`a name in quotes, like "swap2"`:    `带引号的名称，如 "swap2"`,
	`a board in quotes, like "9x9"`:     `带引号的棋盘大小，如 "9x9"`,
	`"black" or "white"`:                `"black" 或 "white"`,
	"a whole number from %d to %d":      " %d 到 %d 的整数",
	"the question's number, its id":     "问题的编号，即其 id",

	"\"point\" must be a point in quotes, like \"J10\", not %s.":                               "\"point\" 应为带引号的点，如 \"J10\"，不能是 %s。",
	"\"terms\" must be words in quotes, like \"chinese komi 7.5 handicap 3\": %v.":             "\"terms\" 应为带引号的词，如 \"chinese komi 7.5 handicap 3\"：%v。",
	"\"players\" must name a program for a colour, like {\"white\": \"gnugo\"}, not %s.":       "\"players\" 应为一方指定程序，如 {\"white\": \"gnugo\"}，不能是 %s。",
	"\"time\" must be the machine's seconds a turn, like 5 or \"5s\", not %s.":                 "\"time\" 应为机器每手的秒数，如 5 或 \"5s\"，不能是 %s。",
	"\"clock\" must be a text like \"10m+5s\", not %s.":                                        "\"clock\" 应为 \"10m+5s\" 这样的文字，不能是 %s。",
	"\"human\" must be \"black\", \"white\", \"both\", \"none\" or a list of colours, not %s.": "\"human\" 应为 \"black\"、\"white\"、\"both\"、\"none\" 或颜色列表，不能是 %s。",
	"\"clock\": %v.": "\"clock\"：%v。",
	"\"terms\": %v.": "\"terms\"：%v。",
	"%q: %v.":        "%q：%v。",

	"\"color\" is missing: \"black\" or \"white\".":                                     "缺少 \"color\"：应为 \"black\" 或 \"white\"。",
	"\"points\": %s is not on this board, which has %s points.":                         "\"points\"：%s 不在棋盘上，棋盘为 %s。",
	"\"do\" must be begin, stand, play, choose, undo, play-on, clock or leave, not %q.": "\"do\" 应为 begin、stand、play、choose、undo、play-on、clock 或 leave，不能是 %q。",
	"The command volume says how loud: {\"do\":\"volume\",\"volume\":50}, 0 to 100.":    "命令 volume 应说明音量，0 到 100：{\"do\":\"volume\",\"volume\":50}。",
}
