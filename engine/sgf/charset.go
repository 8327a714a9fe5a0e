package sgf

import (
	"strings"
	"unicode/utf8"
)

// charset is how the bytes of a value are to be taken.
type charset uint8

const (
	single   charset = iota // UTF-8 or one byte a character: "]" and "\" are always themselves
	latin1                  // ISO-8859-1, which FF[4] makes the default
	gb                      // GB2312, GBK, GB18030
	big5                    // Big5
	shiftJIS                // Shift_JIS
)

// charsetOf returns the charset that a CA property names. One that is not known
// is taken for single bytes.
func charsetOf(name string) charset {
	switch strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(name)) {
	case "iso88591", "latin1":
		return latin1
	case "gb2312", "gbk", "gb18030", "cp936", "euccn":
		return gb
	case "big5", "cp950", "big5hkscs":
		return big5
	case "shiftjis", "sjis", "cp932", "windows31j":
		return shiftJIS
	}
	return single
}

// leads reports whether c begins a character of two bytes, of which the second
// may look like "]" or "\". Characters of four bytes in GB18030 look like two
// of two bytes.
func (cs charset) leads(c byte) bool {
	switch cs {
	case gb, big5:
		return c >= 0x81 && c <= 0xFE
	case shiftJIS:
		return c >= 0x81 && c <= 0x9F || c >= 0xE0 && c <= 0xFC
	}
	return false
}

// guard puts a backslash before second bytes that look like "]" or "\", so that
// values mean the same to code that does not know of charsets; bare takes it
// away again.
func (cs charset) guard(raw string) string {
	var b strings.Builder
	b.Grow(len(raw))
	for i := 0; i < len(raw); i++ {
		b.WriteByte(raw[i])
		if cs.leads(raw[i]) && i+1 < len(raw) {
			i++
			if raw[i] == ']' || raw[i] == '\\' {
				b.WriteByte('\\')
			}
			b.WriteByte(raw[i])
		}
	}
	return b.String()
}

func (cs charset) bare(v string) string {
	var b strings.Builder
	for i := 0; i < len(v); i++ {
		b.WriteByte(v[i])
		if cs.leads(v[i]) && i+1 < len(v) {
			i++
			if v[i] == '\\' && i+1 < len(v) && (v[i+1] == ']' || v[i+1] == '\\') {
				i++
			}
			b.WriteByte(v[i])
		}
	}
	return b.String()
}

// fromLatin1 converts to UTF-8.
func fromLatin1(s string) string {
	var b strings.Builder
	b.Grow(2 * len(s))
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

// convert brings the values of a game to UTF-8 where that is possible. Those
// that were read as a charset of two bytes stay as they are, with it named.
func convert(t *Tree, declared, read charset) {
	ca, named := t.Nodes[0].Get("CA")
	if read.leads(0x81) {
		t.Charset = ca.Line()
		each(t, func(v *Value) { *v = Value(read.guard(string(*v))) })
		return
	}
	valid := true
	each(t, func(v *Value) { valid = valid && utf8.ValidString(string(*v)) })
	switch {
	case valid:
	case declared == latin1 || !named:
		each(t, func(v *Value) { *v = Value(fromLatin1(string(*v))) })
	default:
		each(t, func(v *Value) { *v = Value(strings.ToValidUTF8(string(*v), "\uFFFD")) })
	}
	for i, p := range t.Nodes[0].Properties {
		if p.Name == "CA" && len(p.Values) > 0 {
			t.Nodes[0].Properties[i].Values[0] = "UTF-8"
		}
	}
}

// each calls f for every value of a game.
func each(t *Tree, f func(*Value)) {
	for i := range t.Nodes {
		for j := range t.Nodes[i].Properties {
			values := t.Nodes[i].Properties[j].Values
			for k := range values {
				f(&values[k])
			}
		}
	}
	for _, v := range t.Variations {
		each(v, f)
	}
}
