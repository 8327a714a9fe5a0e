package text

import (
	"strings"
	"unicode"
)

// Foreign makes text that a stranger wrote fit to be shown, printed or logged: one
// line of at most most letters, a longer one clipped with "...". Control characters
// go, and with them what a terminal obeys; so do characters without a shape of their
// own, such as those that turn the direction of what follows (Unicode, "Bidirectional
// Algorithm", UAX 9, section 2), and bytes that are no text.
func Foreign(s string, most int) string {
	var b strings.Builder
	letters := 0
	for _, r := range strings.ToValidUTF8(s, "") {
		switch {
		case r == '\n' || r == '\r' || r == '\t' || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Zs, r):
			r = ' '
		case !unicode.IsPrint(r) || r == unicode.ReplacementChar:
			continue
		}
		if letters == most {
			return b.String() + "..."
		}
		b.WriteRune(r)
		letters++
	}
	return b.String()
}

// Clip is [Foreign] of what a sentence quotes.
func Clip[T ~string | ~[]byte](s T) string { return Foreign(string(s), 60) }

// Printed makes text with lines of its own fit for a terminal: as [Foreign], but
// line ends and tabs stay and nothing is clipped.
func Printed(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		cells := strings.Split(line, "\t")
		for j, cell := range cells {
			cells[j] = Foreign(cell, len(cell))
		}
		lines[i] = strings.Join(cells, "\t")
	}
	return strings.Join(lines, "\n")
}

// Edits is the number of bytes to insert, delete, replace, or swap with their
// neighbour to turn a into b (optimal string alignment). Long texts are cut:
// no word that people are offered is longer than 48 bytes.
func Edits(a, b string) int {
	a, b = Foreign(a, 48), Foreign(b, 48)
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
