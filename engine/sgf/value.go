package sgf

import "strings"

// Value is one value of a property as it stands in the file, between its
// brackets, with its escapes: what it means depends on the property. Convert it
// with [Value.Text], [Value.Line] or [Value.Pair], and make one with [Text].
type Value string

// Text returns v as the format's Text: backslashes resolved, line breaks as
// "\n", other white space as spaces.
func (v Value) Text() string {
	if !strings.ContainsAny(string(v), "\\\r\t\v\f") {
		return string(v)
	}
	s := string(v)
	var b strings.Builder
	for i := 0; i < len(s); {
		if n := breakLen(s[i:]); n > 0 {
			b.WriteByte('\n')
			i += n
			continue
		}
		if s[i] == '\\' {
			i++
			// An escaped line break is none at all.
			if n := breakLen(s[i:]); n > 0 {
				i += n
				continue
			}
			if i == len(s) {
				break
			}
		}
		c := s[i]
		if c == '\t' || c == '\v' || c == '\f' {
			c = ' '
		}
		b.WriteByte(c)
		i++
	}
	return b.String()
}

// valid returns v with U+FFFD for bytes that are not UTF-8.
func (v Value) valid() Value { return Value(strings.ToValidUTF8(string(v), "\uFFFD")) }

// Line returns v as the format's SimpleText: as [Value.Text], but in one line
// and without white space around it.
func (v Value) Line() string {
	return strings.TrimSpace(strings.ReplaceAll(v.Text(), "\n", " "))
}

// Pair returns the two halves of a composed value, "aa:bb". ok is false, and a
// is all of v, when there is no colon that is not escaped.
func (v Value) Pair() (a, b Value, ok bool) {
	for i := 0; i < len(v); i++ {
		switch v[i] {
		case '\\':
			i++
		case ':':
			return v[:i], v[i+1:], true
		}
	}
	return v, "", false
}

// Text returns the value that means text: what has a meaning of its own is
// escaped, the colon too, so that it can be half of a composed value.
func Text(text string) Value {
	return Value(escaper.Replace(text))
}

var escaper = strings.NewReplacer(`\`, `\\`, `]`, `\]`, `:`, `\:`, "\x00", "")

// breakLen returns the length of the line break that s begins with: LF, CR, and
// both together in either order are one; 0 if there is none.
func breakLen(s string) int {
	if s == "" || s[0] != '\n' && s[0] != '\r' {
		return 0
	}
	if len(s) > 1 && (s[1] == '\n' || s[1] == '\r') && s[1] != s[0] {
		return 2
	}
	return 1
}
