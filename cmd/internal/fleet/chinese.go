package fleet

import "stonehand/cmd/internal/text"

// chinese has why a table refuses orders of the hall, by the English formats.
var chinese = text.Formats{
	"The order is not valid JSON: %v.": "命令不是有效的 JSON：%v。",
	"The order needs a challenge of this table that is unused and not older than %s. Ask for another one.":                                                                 "命令需要本棋桌签发的一次性挑战码，未用过且不超过 %s。请重新索取。",
	"This table does not accept orders signed with the key %q. Add it to \"play\" or \"operate\" under [fleet] in its configuration.":                                      "本棋桌不接受用密钥 %q 签名的命令。请在其配置的 [fleet] 下把它加入 \"play\" 或 \"operate\"。",
	"The order's signature does not match its key.":                                                                                                                        "命令的签名与其密钥不符。",
	"The command %q needs the role %q, but this key has %q.":                                                                                                               "命令 %q 需要权限 %q，而此密钥的权限为 %q。",
	"An update must list releases, as a hall writes them.":                                                                                                                 "更新命令应列出程序版本，格式与大厅所写的相同。",
	"Write a timetable like {\"do\":\"timetable\",\"timetable\":{\"hours\":[\"mon-fri 10:00-18:00\"],\"exceptions\":[],\"goodbye\":300,\"volume\":[],\"brightness\":[]}}.": "时间表应写作：{\"do\":\"timetable\",\"timetable\":{\"hours\":[\"mon-fri 10:00-18:00\"],\"exceptions\":[],\"goodbye\":300,\"volume\":[],\"brightness\":[]}}。",
	"The game did not get to this command in time. Check the state and ask again.":                                                                                         "未能及时处理，请查看棋局后再试。",

	"The hall cannot update this table.":     "大厅无法更新此棋桌。",
	"The update cannot be prepared: %v.":     "无法准备更新：%v。",
	"The hall has no program for %s.":        "大厅没有适用于 %s 的程序。",
	"The update cannot be trusted: %v.":      "更新不可信：%v。",
	"the hall does not give the release now": "大厅现在无法提供该程序",

	"the release has no valid checksum or size":                                           "程序的校验和或大小无效",
	"no operator of this table has signed the release":                                    "程序没有本棋桌管理员的签名",
	"the release's signature does not match its key":                                      "程序的签名与其密钥不符",
	"the file does not match the release's checksum":                                      "文件与程序的校验和不符",
	"the program does not run here: \"stonehand version\" printed %q (%v)":                "程序无法在此运行：\"stonehand version\" 输出 %q（%v）",
	"the file is neither a table's program (bin/stonehand) nor a Debian package with one": "文件既不是棋桌的程序（bin/stonehand），也不是包含它的 Debian 软件包",
}
