package config

import (
	"testing"

	"stonehand/cmd/internal/text"
	"stonehand/cmd/internal/text/texttest"
)

// Whatever is wrong with the settings is said in Chinese too.
func TestEveryProblemHasChinese(t *testing.T) {
	texttest.Formats(t, chinese, []string{"*.go"}, map[string]int{"refuse": 2, "problem": 3, "note": 1, "say": 0, "plain": 0, "Of": 0},
		"key", "section", "a section of its own, like [%s]", "with engine.memory \"lean\" it can be 0 to %d", "%s %s",
		`write "host:port", like "127.0.0.1:8019", or ":8019" for every address of this machine`)
}

// What is wrong is said whole in Chinese, with file, line, and what would be right.
func TestProblemsInChinese(t *testing.T) {
	for file, want := range map[string]string{
		"[game]\nlevel = 99":                                                                        "f第2行：game.level 的值是 99；可以是 1 到 15",
		"[game]\nrules = \"chess\"":                                                                 `f第2行：game.rules 的值是 "chess"；可以是 "connect6"、"connect6-fives"、"gomoku"、"gomoku-standard"、"renju"、"go"`,
		"[game]\nlevel = \"high\"":                                                                  "f第2行：game.level 应为整数",
		"[game]\nlevle = 3":                                                                         `f第2行：未知的设置项 "game.levle"，是不是 "game.level"？`,
		"[lights]\nkind = \"ws2812\"\nmax_current = 200":                                            "f第3行：lights.max_current 的值是 200 毫安；361 个 LED 不亮时就需要 361 毫安，请设为 421 或更大",
		"[lights]\nkind = \"ws2812\"\nstatus = [\"361-\"]":                                          `f第3行：lights.status 中有 "361-"；请写 LED 的编号（从 0 起），如 "7"、"0-18"，方向相反时写 "18-0"`,
		"[lights]\nkind = \"ws2812\"\nlayout = \"edges\"\nrows = [\"0-18\"]":                        "f第4行：lights.rows 将 LED 0 用于第1行，但它已用于第1列",
		"[lights]\nkind = \"ws2812\"\nwiring = {preset = \"zigzag\"}":                               `f第3行：lights.wiring.preset 的值是 "zigzag"；可以是 "straight"、"serpentine"、"bytes"`,
		"[matrix.wiring]\nrotate = 45":                                                              "f第2行：matrix.wiring.rotate 的值是 45；可以是 0、90、180 或 270",
		"[board]\nkind = \"matrix\"\n[matrix]\npreset = \"hall-spi\"\nchips = 3":                    "f第3行：matrix：722 个传感器需要 91 片 74HC165，不是 3 片；最多可用 256 片",
		"[arm]\nkind = \"grbl\"\nport = \"/dev/ttyUSB0\"\ngripper = \"custom\"\ngrip = [\"G1 X3\"]": `f第2行：arm.kind："G1 X3" 一行（宏 grip）：G1 不能用在宏中；宏可以含 M3, M4, M5, M7, M8, M9, G4、最大为 10000 的 S 和 P，不能移动`,
		"[arm]\nkind = \"grbl\"\nport = \"/dev/ttyUSB0\"\ncorners = [\"A1 -448 -448 -50\", \"S19 -48 -48 -50\"]":               "f第4行：arm.corners：触碰了 2 个点；需要不在一条线上的三个点，第四个点可以显示精度",
		"[arm]\nkind = \"grbl\"\nport = \"/dev/ttyUSB0\"\nblack = {stones = 30, cols = 4, rows = 5, step_x = 20, step_y = 20}": "f第2行：arm.kind：黑子棋盒装 30 枚，而只有 20 格；最多 20 枚",
		"[board]\nsettle = \"soon\"":                                `f第2行：board.settle："soon" 不是时间；请写作 "700ms"、"5s" 或 "1m30s" 这样`,
		"[game]\nclock = 'soon'":                                    `f第2行：game.clock："soon" 不是棋钟：可以写 "none"、"30s/turn"、"10m"、"10m+5s"、"10m+3x30s" 或 "10m+5/3m"`,
		"[game]\nopening = \"zz\"":                                  `f第2行：game.opening：没有开局 "zz"；可选：free, swap2, renju, renju-rif, swap`,
		"[matrix]\nexpanders = [\"0:20-19\"]":                       `f第2行：matrix.expanders 的值是 [0:20-19]；"0:20-19" 不是扩展芯片；地址为 20 到 27`,
		"[board]\nsettle = \"1h\"":                                  `f第2行：board.settle 的值是 1h0m0s；可以是 10ms 到 10s`,
		"[web]\nlisten = \"0.0.0.0:1\"":                             `f第2行：web.listen 的值是 "0.0.0.0:1"；其他机器能访问该地址，请同时设置 web.password，或仍用 "127.0.0.1:8019"`,
		"[web]\nspectators = \"127.0.0.1:8019\"":                    `f第2行：web.spectators 的值是 "127.0.0.1:8019"；web.listen 已使用该地址；请换一个端口`,
		"[game]\nadviser = \"nobody\"\n[engine]\nmemory = \"lean\"": `f第2行：game.adviser 的值是 "nobody"；可以是 "machine"、"region"、"template"、"tuple"`,
	} {
		_, err := Parse("f", []byte(file))
		ps, ok := err.(Problems)
		if !ok || len(ps) != 1 {
			t.Errorf("%q: %v", file, err)
			continue
		}
		if got := ps[0].In(text.Chinese); got != want {
			t.Errorf("%q:\ngot  %s\nwant %s", file, got, want)
		}
		if got := ps[0].In(text.English); got != ps[0].Error() {
			t.Errorf("%q: %s", file, got)
		}
	}
}
