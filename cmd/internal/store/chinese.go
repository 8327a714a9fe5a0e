package store

import "stonehand/cmd/internal/text"

// chinese has why a daemon cannot start with its folder, or keep what it knows of the board,
// by the English formats.
var chinese = text.Formats{
	"another Stonehand is using it; stop that one first, or set store.dir to another directory": "另一个 Stonehand 正在使用它；请先停止那一个，或把 store.dir 设为其他文件夹",
	"the store %s cannot be made: %w":                            "无法创建文件夹 %s：%v",
	"the store %s cannot be opened: %w":                          "无法打开文件夹 %s：%v",
	"the store %s cannot be locked: %w":                          "无法锁定文件夹 %s：%v",
	"the folder cannot be used":                                  "无法使用文件夹",
	"there is no place for games by default (%w); set store.dir": "没有存放对局的默认位置（%v）；请设置 store.dir",
}
