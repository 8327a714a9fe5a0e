package text

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Spoken writes a sentence as a synthesizer is to read it: points as a letter
// and a number, times of overtime and signs as words.
func (l Language) Spoken(sentence string) string {
	s := overtime.ReplaceAllStringFunc(sentence, func(t string) string {
		digits := strings.Trim(t, "in 内")
		d := time.Duration(0)
		for part := range strings.SplitSeq(digits, ":") {
			n, _ := strconv.Atoi(part)
			d = d*60 + time.Duration(n)*time.Second
		}
		return strings.Replace(t, digits, Span(d).In(l), 1)
	})
	if l == Chinese {
		for _, m := range misread {
			s = m.written.ReplaceAllString(s, m.heard)
		}
	}
	s = point.ReplaceAllStringFunc(s, func(p string) string {
		letter := p[:1]
		if letter == "A" && l != Chinese {
			letter = "eigh" // a lone A is read as the article
		}
		return letter + " " + p[1:]
	})
	return signs[min(l, Languages-1)].Replace(s)
}

// point finds the names of points.
var point = regexp.MustCompile(`\b[A-T]([1-9]|1[0-9]|20)\b`)

// overtime finds the times that [OnClock] wrote beside overtime's stones; a time of day is none.
var overtime = regexp.MustCompile(`\bin (\d+:)?\d+:\d\d\b|(\d+:)?\d+:\d\d内`)

// signs are those that synthesizers skip or misread.
var signs = [Languages]*strings.Replacer{
	strings.NewReplacer("°C", "degrees", " x ", " by ", "(", ", ", ")", ", "),
	strings.NewReplacer("着法", "招法", "校准", "较准", "猜中", "猜众", " °C", "度", "×", "乘",
		"（", "，", "）", "，", "“", "", "”", "", "、", "，"),
}

// misread is what the Chinese synthesizer reads wrong by rule, in the order in which it is
// rewritten: as words, or as characters that sound right.
var misread = []struct {
	written *regexp.Regexp
	heard   string
}{
	{regexp.MustCompile(`(\d+(?:\.\d+)?)%`), "百分之$1"},
	{regexp.MustCompile(`(^|[^0-9A-Z.:点第])2( ?(?:枚|次|处|局|子|目|手|个|题|人|天|小时|分|秒))`), "${1}两$2"},
	{regexp.MustCompile(`(\d+)\.(\d)(\d)\b`), "${1}点$2 $3"}, // figure by figure
	{regexp.MustCompile(`(\d+)\.(\d+)`), "${1}点$2"},
	{regexp.MustCompile(`([路型])/`), "$1，"},
	{regexp.MustCompile(`第 ?(\d+) ?行`), "第${1}航"},
	{regexp.MustCompile(`重([试来启新复设])`), "虫$1"},
}
