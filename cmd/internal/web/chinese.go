package web

import "stonehand/cmd/internal/text"

// chinese has the refusals that people can meet on the page, in Chinese by their English
// formats. What only a program can cause is said in English.
var chinese = text.Formats{
	"The machine could not do this; its log says why.":                                            "机器无法完成，原因见日志。",
	"The machine is shutting down; ask again when it is back.":                                    "机器正在关机，重新开机后再试。",
	"The game did not get to this command in time; look at the state and ask again.":              "未能及时处理，请查看棋局后再试。",
	"You ask too often: wait a second, then try again.":                                           "操作太频繁，请稍等一秒再试。",
	"Too many attempts from your address are waiting already: try again in a few seconds.":        "您的地址有太多请求在等待，请过几秒再试。",
	"This address is for looking on: nobody plays or looks after the board from here.":            "此地址只供观看，不能在此下棋或管理。",
	"This address is for looking on: nobody joins from here.":                                     "此地址只供观看，不能在此排队。",
	"Nobody logs in here: this address is for looking on.":                                        "此地址只供观看，无需登录。",
	"Log in first, with the PIN that the board's own screen shows, or with the board's password.": "请先登录：用棋盘屏幕上显示的 PIN 码，或棋盘的密码。",
	"Log in first: this needs the board's password.":                                              "请先登录：此操作需要棋盘的密码。",
	"This board has no password: set web.password in its configuration.":                          "此棋盘没有密码：请在设置中填写 web.password。",
	"That is not the %s.": "%s不对。",
	"password":            "密码", "PIN": " PIN 码",
	"This board has no PIN: web.pin in its configuration says how long one is good.": "此棋盘没有 PIN 码：设置中的 web.pin 说明其有效时间。",

	"This is a real board: push its buttons by hand.":                             "这是实体棋盘，请用手按按钮。",
	"This is a real board: put and lift its stones by hand.":                      "这是实体棋盘，请用手放子和取子。",
	"The board has not said yet how large it is: try again when it is connected.": "还不知道棋盘的大小，请在连接后再试。",
	"There is a stone on %s already: lift it first.":                              "%s 已有棋子，请先取走。",
	"There is no stone on %s to lift.":                                            "%s 没有棋子可取。",
	"The board has not been measured yet: ask again in a second.":                 "棋盘尚未测量，请过一秒再试。",
	"Nobody would start this program again: it does not run as a service.":        "本程序不是作为服务运行，重启后没有人会再启动它。",
	"This table has no opening hours: set exhibit.enabled in its configuration.":  "此棋桌没有开放时间：请在设置中打开 exhibit.enabled。",
	"This table counts no visitors: set exhibit.enabled in its configuration.":    "此棋桌不统计观众：请在设置中打开 exhibit.enabled。",
	"This board does not write down who does what.":                               "此棋盘不记录操作。",
	"This board records nothing.":                                                 "此棋盘不录制。",

	"Game %s has not been analysed: POST /api/analysis starts that.":                             "对局 %s 尚未分析。",
	"Nothing was played in game %s: there is nothing to judge.":                                  "对局 %s 没有着法，无从分析。",
	"This board does not analyse games.":                                                         "此棋盘不分析对局。",
	"Game %s is not being analysed.":                                                             "对局 %s 没有在分析。",
	"No analysis has proved a forced win in this game: POST /api/analysis looks for one.":        "这一局还没有分析出必胜的着法。",
	"There is no game %q: GET /api/games lists those there are; each is at /api/games/{id}.sgf.": "没有对局 %q。",
	"There is no finished game %q: GET /api/games lists those there are.":                        "没有已结束的对局 %q。",
	"There is no finished game %q: GET /api/games and GET /api/library list those there are.":    "没有已结束的对局 %q。",
	"The file of game %s cannot be read: %v.":                                                    "对局 %s 的文件无法读取：%v。",

	"This table keeps no library.":                                                           "此棋桌没有棋谱库。",
	"There is no such game: GET /api/library lists those there are.":                         "没有这一局。",
	"%s=%s is not a date: write a day, a month or a year, like 2026-03-01, 2026-03 or 2026.": "%s=%s 不是日期：请写年、年月或年月日，如 2026、2026-03 或 2026-03-01。",
	"The file could not be read to its end.":                                                 "文件没有读完。",
	"The file is longer than %d bytes: split it into several.":                               "文件超过 %d 字节，请分成几个文件。",
	"This game was played at the table and stays in its list.":                               "这一局是在本棋桌下的，不能删除。",
	"Somebody else has changed this game since you opened it: open it again.":                "您打开之后有人修改了这一局，请重新打开。",
	"There is no room left: %v. Delete games first.":                                         "没有空间了：%v。请先删除一些对局。",
	"This file is not a game record that can be read: %v.":                                   "此文件不是可读的棋谱：%v。",
	"This game can be downloaded, but not shown here: %v.":                                   "这一局可以下载，但无法在此显示：%v。",
	"This game can be downloaded, but not drawn: %v.":                                        "这一局可以下载，但无法画出：%v。",
	"Other pictures are being drawn: try again in a moment.":                                 "正在画其他图片，请稍后再试。",
	"%d edits are more than %d: save more often.":                                            "%d 处修改超过了 %d 处，请更常保存。",
	"Edit %d (%s) cannot be made: %v.":                                                       "第 %d 处修改（%s）无法进行：%v。",

	"Games cannot be taken home from this table: web.take_home in its configuration says for how long they can.": "不能从此棋桌带走棋局：设置中的 web.take_home 说明保留多久。",
	"No game has just ended.":                                              "没有刚刚结束的对局。",
	"The game has not been kept yet: ask again in a moment.":               "这一局还没有存好，请稍后再试。",
	"There is nothing here: the link is not whole, or its time has ended.": "这里没有内容：链接不完整，或已过期。",

	"There is no puzzle %q: GET /api/puzzles lists them.": "没有习题 %q。",
	"The attempt cannot be played: %v.":                   "这样不能下：%v。",
	"The position cannot be studied: %v.":                 "无法研究这个局面：%v。",

	"Remote games are not possible at this board.":     "此棋盘不能远程对局。",
	"These are not the letters on the table's screen.": "与棋桌屏幕上的字母不符。",
	"You have no place in the queue: join it first.":   "您还没有排队，请先排队。",
}
