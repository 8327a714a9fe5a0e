package sgf

import (
	"slices"
	"strings"
	"unicode/utf8"

	"stonehand/engine/board"
)

// Charset turns the bytes of a charset into UTF-8 and back. A byte that Decode does
// not know as part of a character becomes U+F700 plus the byte, of Unicode's private
// use area, and Encode turns it back, so that nothing is lost. ok is false for
// text that the charset has no characters for.
type Charset interface {
	Decode(b string) string
	Encode(s string) (b string, ok bool)
}

// The names of charsets that the package gives to text whose charset the file
// does not name.
const (
	nameLatin1 = "ISO-8859-1"
	nameGB     = "GB18030"
	nameBig5   = "Big5"
	nameSJIS   = "Shift_JIS"
	nameEUCKR  = "EUC-KR"
)

// charset is how the bytes of a value are to be taken.
type charset uint8

const (
	single   charset = iota // UTF-8 or one byte a character: "]" and "\" are always themselves
	latin1                  // ISO-8859-1, which FF[4] makes the default
	gb                      // GB2312, GBK, GB18030
	big5                    // Big5
	shiftJIS                // Shift_JIS
	utf8Only
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
	case "utf8":
		return utf8Only
	}
	return single
}

// kind is charsetOf, for a name that only [Format.Charset] knows too: there what stands
// before a backslash tells which bytes begin a character of two.
func (f Format) kind(name string) charset {
	kind := charsetOf(name)
	cs := f.of(name)
	if kind != single || cs == nil {
		return kind
	}
	joins := func(lead string) bool {
		text := cs.Decode(lead + `\`)
		return utf8.RuneCountInString(text) == 1
	}
	switch {
	case !joins("\x95") && !joins("\xA5"):
		return single
	case joins("\xB1"): // half-width kana in Shift_JIS
		return gb
	}
	return shiftJIS
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

// isoLatin1 is the Charset of FF[4]'s default.
type isoLatin1 struct{}

func (isoLatin1) Decode(s string) string {
	var b strings.Builder
	b.Grow(2 * len(s))
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

func (isoLatin1) Encode(s string) (string, bool) {
	b := make([]byte, 0, len(s))
	for _, c := range s {
		if c > 0xFF {
			return "", false
		}
		b = append(b, byte(c))
	}
	return string(b), true
}

// of returns the charset of that name, nil if nobody knows it.
func (f Format) of(name string) Charset {
	kind := charsetOf(name)
	if kind == latin1 {
		return isoLatin1{}
	}
	if f.Charset == nil || name == "" || kind == utf8Only {
		return nil
	}
	return f.Charset(name)
}

// finding is what the text of a game is written in.
type finding struct {
	name  string // of the charset, "" for UTF-8
	plain bool   // all of it is ASCII
	utf8  bool   // it is valid UTF-8 and not ASCII alone
	keep  bool   // to be written in the same charset again
}

// written finds out what a game's text is written in: UTF-8 if it is that, then
// what the game says, then what the bytes look like.
func (r *reader) written(t *Tree, err error) finding {
	declared := r.declared
	if err != nil {
		return finding{name: declared} // read again, if it may be of two bytes
	}
	valid, plain := true, true
	each(t, func(v *Value) {
		valid = valid && utf8.ValidString(string(*v))
		plain = plain && ascii(string(*v))
	})
	switch kind := r.format.kind(declared); {
	case valid && plain:
		return finding{name: "", plain: true}
	case valid:
		return finding{utf8: true}
	case r.strict && declared == "":
		return finding{name: nameLatin1, keep: true}
	case r.strict:
		return finding{name: declared, keep: true}
	case declared == "" || kind == utf8Only || r.format.of(declared) == nil && kind == single:
		if brokenUTF8(t, kind == utf8Only) {
			return finding{name: "UTF-8", keep: true}
		}
		name := guess(t)
		if name != nameLatin1 && r.format.of(name) == nil {
			name = nameLatin1
		}
		if declared != "" && name == nameLatin1 { // broken UTF-8, or a charset that nobody knows
			name = declared
		}
		return finding{name: name, keep: declared == "" || name == declared}
	}
	return finding{name: declared, keep: true}
}

func ascii(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}

// convert brings the values of a game to UTF-8. Those of a charset that nobody
// knows stay as they are, with it named.
func (r *reader) convert(t *Tree, found finding) error {
	if len(t.Nodes) == 0 {
		return nil
	}
	declared := t.Nodes[0].Property("CA")
	says := ""
	if declared != nil && len(declared.Values) > 0 {
		says = declared.Values[0].Line()
	}
	cs := r.format.of(found.name)
	switch {
	case found.plain:
		if r.format.of(says) != nil {
			t.Source = says
		}
		return nil
	case found.utf8:
		if says == "" && r.utf16 { // without CA, FF[4] takes it for Latin-1
			t.Nodes[0].Properties = slices.Insert(t.Nodes[0].Properties, 0, Property{Name: "CA", Values: []Value{"UTF-8"}})
		}
		if says == "" || charsetOf(says) == utf8Only {
			return nil
		}
		declared.Values[0] = "UTF-8"
		if r.strict {
			return nil
		}
		return r.fault(declared.Pos, IsUTF8, board.Clip(says))
	case charsetOf(found.name) == utf8Only:
		if r.strict {
			return nil
		}
		return r.fault(t.Pos, NotUTF8)
	case cs == nil:
		t.Charset = found.name
		if kind := charsetOf(found.name); kind.leads(0x81) {
			each(t, func(v *Value) { *v = Value(kind.guard(string(*v))) })
		}
		if r.strict {
			return nil
		}
		return r.fault(t.Pos, UnknownCharset, board.Clip(found.name))
	}
	each(t, func(v *Value) {
		if !ascii(string(*v)) {
			*v = Value(cs.Decode(string(*v)))
		}
	})
	if found.keep {
		t.Source = found.name
	}
	if r.strict || found.name == says {
		return nil
	}
	if says == "" {
		return r.fault(t.Pos, NoCharset, found.name)
	}
	if t.Source == "" { // it is written as UTF-8
		declared.Values[0] = "UTF-8"
	}
	return r.fault(declared.Pos, WrongCharset, board.Clip(says), found.name)
}

// brokenUTF8 reports whether most of what is not ASCII is UTF-8. Where the game does not
// say that it is, pairs of bytes tell nothing: they are characters of other charsets too.
func brokenUTF8(t *Tree, declared bool) bool {
	good, bad := 0, 0
	each(t, func(v *Value) {
		for s := string(*v); s != ""; {
			c, size := utf8.DecodeRuneInString(s)
			switch s = s[size:]; {
			case c == utf8.RuneError && size == 1:
				bad++
			case size > 2 || size == 2 && declared:
				good += size
			}
		}
	})
	return good >= 6 && good >= 3*bad
}

// guess returns what text that is not UTF-8 is most likely written in, by where
// the characters that people use lie in each charset.
func guess(t *Tree) string {
	var high, all, pairs, gbCommon, hangul, big5Common, lowLead, lowTrail, ascii int
	seen := map[[2]byte]bool{}
	each(t, func(v *Value) {
		for s := string(*v); len(s) > 0; s = s[1:] {
			if s[0] < 0x80 {
				continue
			}
			if high++; len(s) == 1 {
				return
			}
			a, b := s[0], s[1]
			if b < 0x40 {
				continue
			}
			s = s[1:]
			all++
			if seen[[2]byte{a, b}] { // a rank that both players have says nothing more
				continue
			}
			seen[[2]byte{a, b}] = true
			pairs++
			if b < 0xA1 {
				lowTrail++
			}
			if b < 0x80 { // or it is a letter of its own
				ascii++
			}
			switch {
			case a >= 0xB0 && a <= 0xD7 && b >= 0xA1: // GB 2312's first level, in the order of sounds; KS X 1001's Hangul to C8
				gbCommon++
				if a <= 0xC8 {
					hangul++
				}
			case a <= 0x9F: // JIS X 0208's kana and first kanji; rare in the others
				lowLead++
			}
			if a >= 0xA4 && a <= 0xC6 { // Big5's 5401 common characters
				big5Common++
			}
		}
	})
	switch {
	case all == 0 || 2*all < high:
		return nameLatin1
	case 2*lowLead >= pairs && 3*ascii <= 2*pairs:
		return nameSJIS
	case 20*lowTrail <= pairs && pairs >= 5 && 10*hangul >= 9*pairs:
		return nameEUCKR
	case 10*lowTrail <= pairs && 2*gbCommon >= pairs:
		return nameGB
	case 10*lowTrail > pairs && 3*big5Common >= 2*pairs && 4*ascii <= 3*pairs:
		return nameBig5
	}
	return nameLatin1
}

// each calls f for every value of a game.
func each(t *Tree, f func(*Value)) {
	if t == nil {
		return
	}
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
