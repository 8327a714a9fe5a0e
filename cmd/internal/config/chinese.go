package config

import (
	"fmt"

	"stonehand/cmd/internal/text"
)

// In says the problem in a language, with the line of the file.
func (p Problem) In(l text.Language) string {
	switch {
	case l != text.Chinese || p.said == nil:
		return p.Error()
	case p.Line == 0:
		return fmt.Sprintf("%s：%s", p.File, p.said.In(l))
	}
	return fmt.Sprintf("%s第%d行：%s", p.File, p.Line, p.said.In(l))
}

// chinese has every sentence in Chinese, by its English format.
var chinese = text.Formats{
	"%s": "%s", "%v": "%v", "%s is %s; %s": "%s 的值是 %s；%s", "%s: %v": "%s：%v", "%s must be %s": "%s 应为%s", "%s %s": "%s %s",

	"the settings cannot be read: %w": "无法读取设置：%v",
	"the settings cannot be read: %w; they may hold a password, so ask as root or as the service's user (sudo -u stonehand)": "无法读取设置：%v；其中可能有密码，请以 root 或服务用户（sudo -u stonehand）的身份操作",
	"the file is %d bytes long, and %d are the most":      "文件长 %d 字节，最多 %d 字节",
	"%d more unknown keys; is this a file for Stonehand?": "另有 %d 个未知的设置项；这是 Stonehand 的设置文件吗？",
	"unknown %s %q":                   "未知的%s %q",
	"unknown %s %q; did you mean %q?": "未知的%s %q，是不是 %q？",
	"key":                             "设置项", "section": "节",

	`a time in quotes, like "700ms" or "5s"`:                    `加引号的时间，如 "700ms" 或 "5s"`,
	`a clock in quotes, like "10m+5s" or "none"`:                `加引号的棋钟，如 "10m+5s" 或 "none"`,
	`%q is not a time; write one like "700ms", "5s" or "1m30s"`: `%q 不是时间；请写作 "700ms"、"5s" 或 "1m30s" 这样`,
	"a text in quotes":                     "加引号的文字",
	"a list of whole numbers, like [0, 1]": "整数列表，如 [0, 1]",
	`a list of texts, like ["one", "two"]`: `文字列表，如 ["one", "two"]`,
	"a section of its own, like [%s]":      "单独的一节，如 [%s]",
	"true or false":                        "true 或 false",
	"a number":                             "数字",
	"a whole number that is not negative":  "不小于零的整数",
	"a whole number":                       "整数",

	"it can be %d to %d":                                           "可以是 %d 到 %d",
	"it can be %s to %s":                                           "可以是 %s 到 %s",
	"it can be %s":                                                 "可以是 %s",
	"it can be 0 to 0.2":                                           "可以是 0 到 0.2",
	"it can be 0, 90, 180 or 270":                                  "可以是 0、90、180 或 270",
	"it has to be more":                                            "必须更大",
	"there can be 1 to %d":                                         "可以有 1 到 %d 个",
	"write a number such as 1.5":                                   "请写数字，如 1.5",
	"with engine.memory \"lean\" it can be 0 to %d":                "engine.memory 为 \"lean\" 时可以是 0 到 %d",
	"write %d to 40 characters on one line, or nothing":            "请在一行内写 %d 到 40 个字符，或留空",
	"a directory's name holds no zero byte":                        "文件夹名称中不能有零字节",
	"more than half of debounce_m must agree: %d to %d of %d":      "应多于 debounce_m 的一半：%d 到 %d（共 %d）",
	"%s on %d columns and %d rows begins with %s":                  "%s 在 %d 列 %d 行的棋盘上，开局可以是 %s",
	"set %s.port or %[1]s.usb too, so that the %[1]s can be found": "请同时设置 %s.port 或 %[1]s.usb，否则找不到 %[1]s",
	"%s.port is set too; keep one of them":                         "%s.port 也设置了；请只保留一个",

	`write vendor:product in hexadecimal, like "2341:0042", or with the serial number behind`: `请用十六进制写“厂商:产品”，如 "2341:0042"，后面可加序列号`,
	"the board is there; name the arm's own line, as ls /dev/serial/by-id shows it":           "棋盘在那里；请写机械臂自己的串口，可用 ls /dev/serial/by-id 查看",
	"write its X and Y: [-20, -300]": "请写它的 X 和 Y：[-20, -300]",

	"with board.rows = %d that is not a board for game.rules = %q: connect6 is played on %d columns and %d rows, gomoku and renju on as many columns as rows, %d to %d, go on as many, %d to %d": "board.rows = %d 时，这样的棋盘不适合 game.rules = %q：connect6 用 %d 列 %d 行，gomoku 和 renju 的列数与行数相同，%d 到 %d，go 也相同，%d 到 %d",

	`write a button's name and its GPIO line, like "1 GPIO5" or "1 gpiochip0:5"`:        `请写按钮名称和 GPIO 线，如 "1 GPIO5" 或 "1 gpiochip0:5"`,
	`write a button's name and its GPIO line, like "1 GPIO5"`:                           `请写按钮名称和 GPIO 线，如 "1 GPIO5"`,
	"the button %s is there twice":                                                      "按钮 %s 出现了两次",
	"the line %s is there twice":                                                        "线 %s 出现了两次",
	"the button %s is there twice; one thing is enough":                                 "按钮 %s 出现了两次；写一项就够了",
	`let a button end turns, like press = ["left turn-black", "right turn-white"]`:      `请让一个按钮结束一手，如 press = ["left turn-black", "right turn-white"]`,
	"a lever stays down, so nothing can be done by holding it":                          "拨杆会停在按下的位置，不能用按住来操作",
	"pressing it ends turns; a lever stays down, so nothing can be done by holding it":  "按下它结束一手；拨杆会停在按下的位置，不能用按住来操作",
	`write a button's name, 1 to 16 letters or digits, and what it does, like "1 undo"`: `请写按钮名称（1 到 16 个字母或数字）和它的作用，如 "1 undo"`,
	"a button can do %s": "按钮可以做 %s",

	"set fleet.url: the farm is the hall's":                                                                  "请设置 fleet.url：计算任务由大厅分配",
	`write the whole path, like "/etc/stonehand/table.creds"`:                                                `请写完整路径，如 "/etc/stonehand/table.creds"`,
	`write a public key, 56 letters and digits that begin with "U"; "stonehand-hall keys" prints the hall's`: `请写公钥，以 "U" 开头的 56 个字母和数字；用 "stonehand-hall keys" 可显示大厅的公钥`,
	`write addresses like "tls://hall.local:4222"`:                                                           `请写地址，如 "tls://hall.local:4222"`,

	`write a program's name or path, like "espeak-ng"`:                                                                   `请写程序的名称或路径，如 "espeak-ng"`,
	`write a voice that espeak-ng --voices lists, like "en-us" or "en+f3"`:                                               `请写 espeak-ng --voices 列出的声音，如 "en-us" 或 "en+f3"`,
	`write a program and its arguments, like ["aplay", "-q", "-D", "plughw:1,0", "-"]`:                                   `请写程序及其参数，如 ["aplay", "-q", "-D", "plughw:1,0", "-"]`,
	`has %q; write the numbers of LEDs, from 0, like "7", "0-18", or "18-0" where they run the other way`:                `中有 %q；请写 LED 的编号（从 0 起），如 "7"、"0-18"，方向相反时写 "18-0"`,
	`write a GPIO line's name, like "GPIO25", or chip and number, like "gpiochip0:25"`:                                   `请写 GPIO 线的名称，如 "GPIO25"，或芯片和编号，如 "gpiochip0:25"`,
	`write H, L or - for each input beyond the last sensor, like "HLHLHL", or "none"`:                                    `请为最后一个传感器之后的每个输入写 H、L 或 -，如 "HLHLHL"，或写 "none"`,
	`write a port like "/dev/spidev0.0"`:                                                                                 `请写端口，如 "/dev/spidev0.0"`,
	`%q is not an expander; write its channel and address, like "0:20", or several, like "0:20-27"`:                      `%q 不是扩展芯片；请写通道和地址，如 "0:20"，或一段，如 "0:20-27"`,
	"%q is not an expander; their addresses are 20 to 27":                                                                "%q 不是扩展芯片；地址为 20 到 27",
	`write a bus like "/dev/i2c-1"`:                                                                                      `请写总线，如 "/dev/i2c-1"`,
	"a grid has one plane; set planes = 1":                                                                               "网格只有一层；请设置 planes = 1",
	`without SPI there is no chip select; set latch to a GPIO line, like "GPIO25"`:                                       `没有 SPI 就没有片选；请把 latch 设为 GPIO 线，如 "GPIO25"`,
	"a name has up to 32 letters a to z, digits, - and _":                                                                "名称最多 32 个字符：字母 a 到 z、数字、- 和 _",
	"this name is the machine's; choose another":                                                                         "这个名称属于机器；请另选一个",
	"write the program and its arguments, like [\"/usr/games/gnugo\", \"--mode\", \"gtp\"]":                              "请写程序及其参数，如 [\"/usr/games/gnugo\", \"--mode\", \"gtp\"]",
	"write the program and each of its arguments as a text of its own, like [\"/usr/games/gnugo\", \"--mode\", \"gtp\"]": "请把程序和每个参数分开写，如 [\"/usr/games/gnugo\", \"--mode\", \"gtp\"]",
	"an argument holds no zero byte":                                                                                     "参数中不能有零字节",
	"write up to 40 visible characters":                                                                                  "请写不超过 40 个可见字符",
	"write the whole path of the program, from / on":                                                                     "请从 / 开始写程序的完整路径",
	"write one command a text":                                                                                           "每段文字写一条命令",
	`other machines reach that, so set web.password too, or stay with "127.0.0.1:%s"`:                                    `其他机器能访问该地址，请同时设置 web.password，或仍用 "127.0.0.1:%s"`,
	"web.listen uses that address already; choose another port":                                                          "web.listen 已使用该地址；请换一个端口",
	`write addresses and networks, like ["127.0.0.1", "10.0.0.0/8"]`:                                                     `请写地址和网段，如 ["127.0.0.1", "10.0.0.0/8"]`,
	"a certificate needs its key: set web.tls.cert and web.tls.key, or neither":                                          "证书需要密钥：请同时设置 web.tls.cert 和 web.tls.key，或都不设置",
	"there is a certificate already: set web.tls.acme, or web.tls.cert and web.tls.key":                                  "已经有证书：请设置 web.tls.acme，或设置 web.tls.cert 和 web.tls.key",
	`write the one name of this machine that everybody can look up, like "board.example.org"`:                            `请写本机的一个公开域名，如 "board.example.org"`,
	`write an address that begins with "https://"`:                                                                       `请写以 "https://" 开头的地址`,
	`write the whole path, like "/etc/stonehand/board.pem"`:                                                              `请写完整路径，如 "/etc/stonehand/board.pem"`,
	`write "host:port", like "127.0.0.1:8019", or ":8019" for every address of this machine`:                             `请写“主机:端口”，如 "127.0.0.1:8019"，或用 ":8019" 表示本机的所有地址`,
	"the port can be 1 to 65535, or 0 for any free one":                                                                  "端口可以是 1 到 65535，或用 0 表示任意空闲端口",
	`%s is not a name; write one without port and path, like "board.example.org"`:                                        `%s 不是名称；请写不带端口和路径的名称，如 "board.example.org"`,
}
