package text

import (
	"regexp"
	"strings"
)

// Spoken writes a sentence as a synthesizer is to read it: points as a letter
// and a number, and signs as words.
func (l Language) Spoken(sentence string) string {
	s := point.ReplaceAllStringFunc(sentence, func(p string) string {
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

// signs are those that synthesizers skip or misread.
var signs = [Languages]*strings.Replacer{
	strings.NewReplacer("°C", "degrees", " x ", " by ", "(", ", ", ")", ", "),
	strings.NewReplacer("着法", "招法", " °C", "度", "×", "乘", "（", "，", "）", "，", "“", "", "”", "", "、", "，"),
}
