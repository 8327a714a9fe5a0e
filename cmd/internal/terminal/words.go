package terminal

import (
	"fmt"

	"stonehand/cmd/internal/text"
)

// sentence is what only the terminal says, in each language. Everything else has a key in
// package text.
type sentence [text.Languages]string

// say writes a sentence with its arguments.
func (m *model) say(s sentence, args ...any) string { return fmt.Sprintf(s[m.lang], args...) }

// What the terminal says.
var (
	wordAway     = sentence{"The table is not responding. Trying again…", "棋桌没有响应，正在重试……"}
	wordLoading  = sentence{"Connecting to the table…", "正在连接棋桌……"}
	wordSmall    = sentence{"This window is too small: make it larger, or press Q to quit.", "窗口太小：请放大，或按 Q 退出。"}
	wordReal     = sentence{"This is a real board: move its stones by hand.", "这是实体棋盘：请用手移动棋子。"}
	wordNobody   = sentence{"The game has gone on. Nobody has resigned.", "对局已有变化，没有人认输。"}
	wordQuit     = sentence{"quit", "退出"}
	wordKeys     = sentence{"keys", "按键"}
	wordLanguage = sentence{"中文", "English"}
	wordSize     = sentence{"board", "棋盘"}
	wordSure     = sentence{"Y: yes. N: no.", "Y：是。N：否。"}
	wordForm     = sentence{"↑ ↓ choose, ← → change, Enter starts, Esc cancels.", "↑ ↓ 选择，← → 更改，Enter 开始，Esc 取消。"}
	wordHuman    = sentence{"human", "人"}
	wordMachine  = sentence{"level %d", "等级%d"}
	wordRemote   = sentence{"remote opponent", "远程对手"}
	wordSide     = sentence{"%s: %s", "%s：%s"}
	wordCaptured = sentence{"Captured: Black %v, White %v, komi %v", "提子：黑方 %v，白方 %v，贴目 %v"}
	wordPoints   = sentence{"Points: Black %v, White %v", "黑方 %v 目，白方 %v 目"}
	wordThought  = sentence{"Depth %d, %s nodes/s", "深度 %d，每秒 %s 节点"}
	wordEnds     = sentence{"This ends the current game without a result.", "当前对局将结束，不计胜负。"}
)

// help explains the keys, a line each.
var help = [text.Languages][]string{
	{
		"Arrow keys (or H J K L with Shift): move the cursor",
		"Enter, space or a click: place a stone, or lift yours",
		"G: go to a point by its name, such as J10",
		"1 to 9: answer a question",
		"Ctrl-L: draw the screen again",
		"",
		"Black ●, white ○ (in colours, both ●), ◌ put the machine's stone here",
		"! put this right   ✕ not allowed or dead   ◆ hint",
		"Stones of the last turn are brighter.",
	},
	{
		"方向键（或 Shift 加 H J K L）：移动光标",
		"Enter、空格或点击：落子，或拿起自己的棋子",
		"G：按名称移到某点，例如 J10",
		"1 至 9：回答问题",
		"Ctrl-L：重画屏幕",
		"",
		"黑子 ●，白子 ○（有颜色时都是 ●），◌ 请在此放机器的棋子",
		"! 请更正此处   ✕ 不可落子，或死子   ◆ 提示",
		"上一手的棋子更亮。",
	},
}
