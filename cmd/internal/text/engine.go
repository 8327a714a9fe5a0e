package text

// engineZh has in Chinese what the engine says is wrong with what people wrote, by the
// formats of its [problem.Error]s.
var engineZh = Formats{
	"%q is not a point: write one like %q":                                  "%q 不是棋盘上的点，应写作 %q 这样",
	"%q is off the board: points go from %s to %s":                          "%q 不在棋盘上：可以用 %s 到 %s",
	"%q is not a size: write columns and rows from 1 to %d, like \"19x19\"": "%q 不是棋盘大小：路数和行数为 1 到 %d，写作 \"19x19\" 这样",
	"%.40q is not how a clock is written: write %q":                         "%.40q 不是棋钟的写法：应写作 %q",
	"%s of %s on a clock is out of range: it can be %s to %s":               "棋钟的%s %s 超出范围：可以是 %s 到 %s",
	"a turn":       "每手时间",
	"a period":     "每段读秒",
	"a main time":  "基本时间",
	"an increment": "每手加时",
	"%d turns of overtime are out of range: a clock can have 1 to %d":                          "加时 %d 手超出范围：可以是 1 到 %d 手",
	"%d byo-yomi periods are out of range: a clock can have 1 to %d":                           "读秒 %d 次超出范围：可以是 1 到 %d 次",
	"a clock gives time for a turn, or main time with an increment, or main time with periods": "棋钟可以按每手计时，可以是基本时间加每手加时，也可以是基本时间加读秒",
	`%q is not a clock: write "none", "30s/turn", "10m", "10m+5s", "10m+3x30s" or "10m+5/3m"`:  `%q 不是棋钟：可以写 "none"、"30s/turn"、"10m"、"10m+5s"、"10m+3x30s" 或 "10m+5/3m"`,

	"a game of capturing goes to 1 to %d stones":                                    "吃子棋的目标为 1 到 %d 子",
	"%.20q is not a komi: write a number, like \"komi 7.5\"":                        "%.20q 不是贴目：请写数字，如 \"komi 7.5\"",
	"%.20q is not a handicap: write a number of stones, like \"handicap 3\"":        "%.20q 不是让子数：请写子数，如 \"handicap 3\"",
	"%.20q is not a number of stones to capture: write 1 to %d, like \"capture 1\"": "%.20q 不是吃子数：请写 1 到 %d，如 \"capture 1\"",
	"there are no such rules; choose one of: %s":                                    "没有这种规则；可选：%s",
	"komi goes from -%g to %g points":                                               "贴目为 -%g 到 %g 目",
	"invalid number of handicap stones":                                             "让子数无效",
	"%w: there are no star points on %s":                                            "%v：%s 的棋盘没有星位",
	"%w: %s takes 2 to %d on its star points":                                       "%v：%s 的棋盘在星位上可让 2 到 %d 子",
	"%w: %s takes 2 to %d":                                                          "%v：%s 的棋盘可让 2 到 %d 子",

	"the board of this record cannot be shown: a side has 1 to %d points": "无法显示此棋谱的棋盘：每边应为 1 到 %d 路",
	"this record has more than %d nodes, too many to be shown here":       "此棋谱的节点超过 %d 个，无法在此显示",
	"the game is over there":       "对局在那里已结束",
	"a stone stands there already": "那里已有棋子",
	"that point is off the board":  "该点不在棋盘上",
	"nobody passes in this game":   "这种棋不能停一手",
	"nothing can be written into this record, because its charset %q is not known": "无法写入此棋谱：不支持其编码 %q",
	"a comment has at most %d bytes":                                               "评注最多 %d 字节",
	"a label has 1 to 50 bytes":                                                    "标注应为 1 到 50 字节",
	"a record has at most %d nodes here":                                           "这里的棋谱最多 %d 个节点",
	"the beginning of a game cannot be deleted":                                    "不能删除对局的开头",

	"a turn has points that are empty and allowed, as many as are due": "每手要落够子数，且只能落在可下的空点上",
	"nothing remains to be played after the turn before":               "上一手之后已无棋可下",
}
