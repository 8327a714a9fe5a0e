package main

import "stonehand/cmd/internal/text"

// chinese has why a daemon cannot start and what to do, for the page that it shows then, by
// the English formats.
var chinese = text.Formats{
	"the page cannot be served on %s (%s): %w":                                                                 "无法在 %s 提供网页（%s）：%v",
	"another program uses it, perhaps another Stonehand: stop that one, or choose another port with --listen":  "该地址被其他程序占用，可能是另一个 Stonehand：请停止那个程序，或用 --listen 选择其他端口",
	"this machine does not have that address; \"ip address\" lists those it has, and \":8019\" is all of them": "本机没有这个地址；\"ip address\" 可列出本机的地址，\":8019\" 表示全部地址",
	"ports below 1024 need special rights: choose a higher one with --listen":                                  "1024 以下的端口需要特殊权限：请用 --listen 选择更大的端口",
}
