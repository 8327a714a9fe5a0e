// Package charset knows the charsets that game records come in, for
// [sgf.Format].
package charset

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/simplifiedchinese"

	"stonehand/engine/sgf"
)

// SGF reads and writes records in every charset that has a name at IANA or in the
// WHATWG Encoding Standard, except those that switch between tables inside a text.
var SGF = sgf.Format{Charset: Named}

// UTF8 returns a file of records in UTF-8, for readers that know no other charset. A file
// that is UTF-8 already, or holds no game, is returned as it is.
func UTF8(data []byte) []byte {
	if utf8.Valid(data) && bytes.IndexByte(data, 0) < 0 {
		return data
	}
	if text := bytes.TrimSpace(data); bytes.HasPrefix(text, []byte("{[C6]")) { // a contest record
		return []byte(Named("gb18030").Decode(string(text)))
	}
	c, err := SGF.Read(data)
	if err != nil {
		return data
	}
	for _, t := range c.Games {
		t.Source = ""
	}
	return SGF.Write(c)
}

// Named returns the charset of that name, nil if there is none. Case, hyphens and
// a code page's prefix do not matter.
func Named(name string) sgf.Charset {
	name = strings.ToLower(strings.TrimSpace(name))
	for _, n := range []string{name, codePages[strings.NewReplacer("-", "", "_", "", " ", "").Replace(name)], strings.Replace(name, "cp", "windows-", 1)} {
		if n == "" {
			continue
		}
		e, err := htmlindex.Get(n)
		if err != nil || e == nil {
			e, err = ianaindex.IANA.Encoding(n)
		}
		if err != nil || e == nil || !steady(e) {
			continue
		}
		c := coder{decoding: e, encoding: e}
		if e == simplifiedchinese.GBK { // files that say GB2312 hold what their program knew
			c.decoding = simplifiedchinese.GB18030
		}
		return c
	}
	return nil
}

// codePages are names that programs write and that no registry has.
var codePages = map[string]string{
	"cp936": "gbk", "euccn": "gbk", "gb": "gbk", "gb18030": "gb18030", "cp949": "euc-kr", "euckr": "euc-kr", "uhc": "euc-kr", "johab": "",
	"cp950": "big5", "big5": "big5", "big5hkscs": "big5-hkscs", "cp932": "shift_jis", "sjis": "shift_jis", "shiftjis": "shift_jis", "eucjp": "euc-jp",
}

// steady reports whether ASCII always means itself, so that a record's brackets
// can be found, and bytes can be decoded from any character on.
func steady(e encoding.Encoding) bool {
	const marks = "(;[]\\~{)"
	s, err := e.NewDecoder().String(marks)
	return err == nil && (s == marks || strings.ReplaceAll(s, "‾", "~") == marks) && e != encoding.Replacement && !escapes(e)
}

// escapes reports whether an escape character switches to another table.
func escapes(e encoding.Encoding) bool {
	s, err := e.NewDecoder().String("\x1B$B0!~{0!")
	return err != nil || s != "\x1B$B0!~{0!"
}

// coder implements [sgf.Charset].
type coder struct{ decoding, encoding encoding.Encoding }

// unknown is added to a byte that is no part of a character, which makes it one
// of Unicode's private use area.
const unknown = 0xF700

func private(c rune) bool { return c >= unknown+0x80 && c <= unknown+0xFF }

// Decode implements [sgf.Charset].
func (c coder) Decode(s string) string {
	d := c.decoding.NewDecoder()
	if out, err := d.String(s); err == nil && sound(out) {
		return out
	}
	var b strings.Builder
	var dst [16]byte
next:
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			b.WriteByte(s[i])
			i++
			continue
		}
		for _, n := range []int{1, 2, 3, 4} {
			if i+n > len(s) {
				break
			}
			d.Reset()
			size, _, err := d.Transform(dst[:], []byte(s[i:i+n]), true)
			if err == nil && size > 0 && sound(string(dst[:size])) {
				b.Write(dst[:size])
				i += n
				continue next
			}
		}
		b.WriteRune(unknown + rune(s[i]))
		i++
	}
	return b.String()
}

// sound reports whether all of a text was decoded.
func sound(s string) bool {
	return !strings.ContainsFunc(s, func(c rune) bool { return c == utf8.RuneError || c == 0x80 || private(c) }) // Shift_JIS decodes U+0080, but does not encode it
}

// Encode implements [sgf.Charset].
func (c coder) Encode(s string) (string, bool) {
	e := c.encoding.NewEncoder()
	var b strings.Builder
	for s != "" {
		n := strings.IndexFunc(s, private)
		if n < 0 {
			n = len(s)
		}
		out, err := e.String(s[:n])
		if err != nil {
			return "", false
		}
		b.WriteString(out)
		if s = s[n:]; s != "" {
			r, size := utf8.DecodeRuneInString(s)
			b.WriteByte(byte(r - unknown))
			s = s[size:]
		}
	}
	return b.String(), true
}
