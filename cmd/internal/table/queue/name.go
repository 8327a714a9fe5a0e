package queue

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxName is how many characters a name may have.
const MaxName = 16

// ErrName is that a name is too long.
var ErrName = errors.New("the name is too long")

// ParseName returns a name as it may be shown and spoken: without control and format
// characters, which could turn the text around it, with single spaces, and with at most
// two accents a letter. An empty name is none.
func ParseName(text string) (string, error) {
	if len(text) > 16*utf8.UTFMax*MaxName {
		return "", ErrName
	}
	var b strings.Builder
	marks := 2 // none before the first letter
	for _, r := range strings.ToValidUTF8(text, "") {
		switch {
		case unicode.IsSpace(r):
			b.WriteByte(' ')
			marks = 2
			continue
		case unicode.Is(unicode.C, r) || !unicode.IsGraphic(r):
			continue
		case unicode.Is(unicode.M, r):
			if marks++; marks > 2 {
				continue
			}
		default:
			marks = 0
		}
		b.WriteRune(r)
	}
	name := strings.Join(strings.Fields(b.String()), " ")
	if utf8.RuneCountInString(name) > MaxName {
		return "", ErrName
	}
	return name, nil
}
