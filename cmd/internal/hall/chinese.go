package hall

import "stonehand/cmd/internal/text"

// chinese has what the hall's page refuses, by the English formats.
var chinese = text.Formats{
	`Send JSON, with "Content-Type: application/json".`:           `请发送 JSON，并注明 "Content-Type: application/json"。`,
	"The request is not valid JSON.":                              "请求不是有效的 JSON。",
	`Write {"password": "..."}.`:                                  `应写作 {"password": "..."}。`,
	`The command is not valid JSON. Write it like {"do":"undo"}.`: `命令不是有效的 JSON，应写作 {"do":"undo"} 这样。`,
	"%q is not a setting. Use one of %s.":                         "%q 不是设置项，可用：%s。",

	"Log in first: this needs one of the hall's passwords.": "请先登录：此操作需要大厅的密码。",
	"This needs the hall's operator password.":              "此操作需要大厅的管理员密码。",
	"Wrong password.": "密码不对。",
	"Too many attempts from your address are waiting. Try again in a few seconds.": "你的地址有太多请求在等待，请过几秒再试。",

	"There is no such table.":                                 "没有这张棋桌。",
	"There is no such game.":                                  "没有这一局。",
	`A game's file ends with ".sgf".`:                         `棋谱文件应以 ".sgf" 结尾。`,
	"The table does not respond. It may be switched off.":     "棋桌没有响应，可能已关机。",
	"The hall has no connection to its servers.":              "大厅没有连接到服务器。",
	"The hall's servers did not return the game. Try again.":  "大厅的服务器没有返回这一局，请重试。",
	"The hall's servers did not save the setting. Try again.": "大厅的服务器没有保存设置，请重试。",
	"The hall's servers did not save the program. Try again.": "大厅的服务器没有保存程序，请重试。",

	"The file did not arrive completely, or it is larger than %d MiB.":                           "文件没有完整上传，或超过 %d MiB。",
	"This program cannot be used: %v.":                                                           "此程序无法使用：%v。",
	"the file is a Debian package that cannot be read. Upload the program itself, bin/stonehand": "文件是无法读取的 Debian 软件包，请上传程序本身，即 bin/stonehand",

	"There is no such tournament.":                                                   "没有这项比赛。",
	"Somebody else has just changed this tournament. Check it and try again.":        "有人刚刚修改了这项比赛，请查看后重试。",
	"This is not possible: %v.":                                                      "无法完成：%v。",
	"a tournament can have at most %d games":                                         "比赛最多 %d 局",
	"this game cannot be played: it does not exist, or it has a result":              "这一局无法进行：它不存在，或已有结果",
	"the table did not start the game. Check the table, then send the pairing again": "棋桌没有开始这一局，请查看棋桌后重新安排",
	"the tournament cannot be saved: %w":                                             "无法保存比赛：%v",
}
