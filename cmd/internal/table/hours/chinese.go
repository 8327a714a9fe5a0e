package hours

import "stonehand/cmd/internal/text"

// chinese has what is wrong with a timetable, by the English formats.
var chinese = text.Formats{
	"%q does not begin with weekdays; write them like \"mon\" or \"mon-fri\"":                                    "%q 应以星期开头，如 \"mon\" 或 \"mon-fri\"",
	"%q does not begin with a date; write one like \"2026-12-24\" or \"2026-12-24..2027-01-01\", at most a year": "%q 应以日期开头，如 \"2026-12-24\" 或 \"2026-12-24..2027-01-01\"，最长一年",
	"a goodbye %v before closing is out of range; use 0 to %v":                                                   "关闭前 %v 道别超出范围；可用 0 到 %v",
	"%q has no times; write a line like \"mon-fri 10:00-18:00\" or \"sun closed\"":                               "%q 缺少时间；应写作 \"mon-fri 10:00-18:00\" 或 \"sun closed\" 这样",
	"%q in %q: %w": "%q（在 %q 中）：%v",
	"%q is not a time of day; write one like \"10:00\" or \"24:00\"":         "%q 不是时刻；应写作 \"10:00\" 或 \"24:00\" 这样",
	"%q is not a time of day and a percentage; write them like \"18:00 30\"": "%q 不是时刻和百分比；应写作 \"18:00 30\" 这样",
}
