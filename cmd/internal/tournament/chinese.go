package tournament

import "stonehand/cmd/internal/text"

// chinese has what is wrong with a tournament, by the English formats.
var chinese = text.Formats{
	"%q is not a kind of tournament: choose %s, %s or %s":                     "%q 不是赛制：可选 %s、%s、%s",
	"a tournament has 2 to %d players, not %d":                                "比赛应有 2 到 %d 名棋手，不能是 %d 名",
	"a tournament needs a title of at most %d bytes":                          "比赛需要名称，最多 %d 字节",
	"player %d needs a name of at most %d bytes, without spaces around it":    "第 %d 名棋手需要名字，最多 %d 字节，首尾不能有空格",
	"there are two players %q":                                                "有两名棋手叫 %q",
	"%d players can play 1 to %d rounds of a Swiss system, not %d":            "%d 名棋手的瑞士制可以有 1 到 %d 轮，不能是 %d 轮",
	"games of this round are not finished yet":                                "本轮还有对局没有结束",
	"the tournament is over":                                                  "比赛已结束",
	"there is no such game":                                                   "没有这一局",
	"later rounds were paired by this result, so it can no longer be changed": "后面的轮次已按此结果编排，不能再更改",
	"%q is not a result: choose %s, %s or %s":                                 "%q 不是结果：可选 %s、%s、%s",
}
