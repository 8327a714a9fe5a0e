package console

import (
	"strings"
	"testing"
)

// Foreign text that is cut short is cut between two letters.
func TestQuote(t *testing.T) {
	for s, want := range map[string]string{
		"J10":                         `"J10"`,
		strings.Repeat("a", 30):       `"` + strings.Repeat("a", 24) + `"...`,
		"a" + strings.Repeat("棋", 9):  `"a` + strings.Repeat(`\u68cb`, 7) + `"...`,
		"ab" + strings.Repeat("棋", 9): `"ab` + strings.Repeat(`\u68cb`, 7) + `"...`,
		strings.Repeat("\x80", 30):    `"` + strings.Repeat(`\x80`, 21) + `"...`,
	} {
		if got := quote(s); got != want {
			t.Errorf("quote(%q) = %s, want %s", s, got, want)
		}
	}
}
