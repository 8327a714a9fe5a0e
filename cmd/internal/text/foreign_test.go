package text

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestForeign(t *testing.T) {
	for _, c := range []struct {
		in   string
		most int
		want string
	}{
		{"Anna 安娜", 40, "Anna 安娜"},
		{"\x1b]0;owned\x07\x1b[2JAnna", 40, "]0;owned[2JAnna"},
		{"\u009b31mred", 40, "31mred"},
		{"abc\u202edcba\u2066x\u200f", 40, "abcdcbax"},
		{"two\r\nlines\ttab", 40, "two  lines tab"},
		{"\xff\xfebad", 40, "bad"},
		{"五子棋五子棋", 3, "五子棋..."},
		{"abc", 3, "abc"},
		{"abcd", 0, "..."},
		{"", 5, ""},
	} {
		if got := Foreign(c.in, c.most); got != c.want {
			t.Errorf("Foreign(%q, %d) = %q, want %q", c.in, c.most, got, c.want)
		}
	}
	if got, want := Printed("a\tb\n\x1b[1mc\u202e"), "a\tb\n[1mc"; got != want {
		t.Errorf("Printed gives %q, want %q", got, want)
	}
}

// FuzzForeign looks for text that a terminal would obey or that is too long.
func FuzzForeign(f *testing.F) {
	for _, s := range []string{"Anna", "\x1b[2J", "\u202e", "\xff", "a\nb", "五"} {
		f.Add(s, 5)
	}
	f.Fuzz(func(t *testing.T, s string, most int) {
		most &= 255
		got := Foreign(s, most)
		if n := utf8.RuneCountInString(strings.TrimSuffix(got, "...")); n > most {
			t.Errorf("%q has %d letters, most is %d", got, n, most)
		}
		for _, r := range got {
			if !unicode.IsPrint(r) {
				t.Errorf("%q lets %q through", got, r)
			}
		}
		for _, r := range Printed(s) {
			if !unicode.IsPrint(r) && r != '\n' && r != '\t' {
				t.Errorf("Printed lets %q through", r)
			}
		}
	})
}

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"kitten", "sitting", 3}, {"bench", "bench", 0}, {"benhc", "bench", 1}} {
		if got := Edits(c.a, c.b); got != c.want {
			t.Errorf("from %q to %q: %d edits, want %d", c.a, c.b, got, c.want)
		}
	}
}
