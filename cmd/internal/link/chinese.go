package link

import "stonehand/cmd/internal/text"

// chinese has what keeps people from playing with a remote opponent, by the English formats.
var chinese = text.Formats{
	"a remote opponent is playing already. Leave that game first":                  "已在与远程对手对局，请先退出该局",
	"there is no remote opponent and no invitation":                                "没有远程对手，也没有邀请",
	"%q cannot be played on this board":                                            "此棋盘不能下 %q",
	"%s has no opening %q: it has %s":                                              "%s 没有开局 %q：可用 %s",
	"only Go has terms and sizes of its own, not %q":                               "只有围棋可以设定条件和棋盘大小，%q 不可以",
	"Go cannot be played on %s at this board":                                      "此棋盘不能在 %s 上下围棋",
	"the invitation cannot be saved: %w":                                           "无法保存邀请：%v",
	"the game cannot be saved: %w":                                                 "无法保存对局：%v",
	"the code of the invitation is missing or wrong: it has 22 letters and digits": "缺少邀请码，或邀请码有误：应为 22 个字母和数字",
	"%q is not a link to a table: write it like http://192.168.1.20:%s/invite#CODE, or give host and code separately": "%q 不是棋桌的链接：应写作 http://192.168.1.20:%s/invite#邀请码，或分别填写主机和邀请码",
	"%q is not an invitation code: it has 22 letters and digits":                                                      "%q 不是邀请码：应为 22 个字母和数字",
	"the game was left before the host answered":                                                                      "对方回应之前已退出对局",

	"%s answers, but no table there accepts guests (HTTP status %d)":                                      "%s 有回应，但那里没有接受邀请的棋桌（HTTP 状态 %d）",
	"%s cannot be reached: %w":                                                                            "无法连接 %s：%v",
	"there is no such invitation, or somebody else has accepted it":                                       "没有这个邀请，或已被他人接受",
	"the host speaks version %d of the protocol, and this program version %d: both need the same program": "对方的协议版本为 %d，本程序为 %d：双方需要相同的程序",
	"the program that answers there does not know the invitation: it is not the table that invited you":   "那里的程序不知道这个邀请：它不是邀请你的棋桌",
	"the other table sent something that is not text":                                                     "对方棋桌发来的内容不是文字",
	"the other table sent something that cannot be right: %w":                                             "对方棋桌发来的内容有误：%v",
	"a message was changed on its way, or comes from somebody else":                                       "消息在途中被改动，或来自他人",
	"the other table no longer responds":                                                                  "对方棋桌不再响应",
	"the connection has ended":                                                                            "连接已断开",
}
