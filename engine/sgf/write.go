package sgf

import (
	"bytes"
	"strings"
)

// Write writes games so that [Read] returns the same. Values are written as they
// are; what would end one early is escaped. The last line ends.
func Write(games []*Tree) []byte { return Format{}.Write(&Collection{Games: games, After: "\n"}) }

// Write writes games so that [Format.Read] returns the same: what was read and
// not changed as it stood in the file, also in its charset. A game that has
// text for which its charset has no characters is written as UTF-8, and CA says so.
func (f Format) Write(c *Collection) []byte {
	w := &writer{}
	for i, t := range c.Games {
		if w.WriteString(string(t.Before)); i > 0 && t.Line == 0 {
			w.WriteByte('\n')
		}
		from := w.Len()
		w.raw, w.lost, w.target = charsetOf(t.Charset), false, nil
		if t.Charset == "" {
			w.target = f.of(t.Source)
		}
		if w.tree(t, nil); w.lost || t.Charset == "" && t.Source != "" && w.target == nil && !plain(t) {
			w.Truncate(from)
			w.target = nil
			w.tree(t, &Property{Name: "CA", Values: []Value{"UTF-8"}})
		}
	}
	if w.WriteString(string(c.After)); len(c.After) == 0 && (len(c.Games) == 0 || c.Games[0].Line == 0) {
		w.WriteByte('\n')
	}
	return w.Bytes()
}

// plain reports whether all of a game is ASCII.
func plain(t *Tree) bool {
	plain := true
	each(t, func(v *Value) { plain = plain && ascii(string(*v)) })
	return plain
}

// writer writes one game after another.
type writer struct {
	bytes.Buffer
	raw    charset // of values that are bytes
	target Charset // to encode values in, nil for UTF-8
	lost   bool    // it has no characters for a value
}

// tree writes a game or variation, and in its first node ca for any CA.
func (w *writer) tree(t *Tree, ca *Property) {
	w.WriteByte('(')
	var before Node
	for i, n := range t.Nodes {
		switch {
		case i == 0 && t.Line == 0: // the tree was made in the program
		case n.Line > 0:
			w.WriteString(blank(n.Before))
		// A line for every turn: what one side plays in a row stays together.
		case i > 0 && !(mover(n) != "" && mover(n) == mover(before)):
			w.WriteByte('\n')
		}
		before = n
		w.WriteByte(';')
		if ca != nil && n.Property("CA") == nil {
			w.property(*ca)
			ca = nil
		}
		for _, p := range n.Properties {
			if ca != nil && p.Name == "CA" {
				p.Values = ca.Values
			}
			w.property(p)
		}
		ca = nil
	}
	for _, v := range t.Variations {
		if v.Line > 0 && t.Line > 0 {
			w.WriteString(blank(v.Before))
		} else {
			w.WriteByte('\n')
		}
		w.tree(v, nil)
	}
	w.WriteString(blank(t.After))
	w.WriteByte(')')
}

// blank returns a layout if it is nothing but white space, else nothing.
func blank(l Layout) string {
	for i := range len(l) {
		if !space(l[i]) {
			return ""
		}
	}
	return string(l)
}

// property writes a property in its layout, as far as that fits.
func (w *writer) property(p Property) {
	head, rest, _ := strings.Cut(string(p.Layout), "[")
	if !spells(head, p.Name) {
		head, rest = p.Name, ""
	}
	w.WriteString(head)
	if len(p.Values) == 0 {
		w.WriteString("[]")
	}
	for i, v := range p.Values {
		if i > 0 {
			var gap string
			gap, rest, _ = strings.Cut(strings.TrimPrefix(rest, "]"), "[")
			w.WriteString(blank(Layout(gap)))
		}
		w.WriteByte('[')
		w.value(v)
		w.WriteByte(']')
	}
}

// spells reports whether a layout's head is the name in some spelling.
func spells(head, name string) bool {
	word := strings.TrimFunc(head, func(c rune) bool { return c < 0x80 && space(byte(c)) })
	upper := make([]byte, 0, len(word))
	for i := range len(word) {
		switch c := word[i]; {
		case !letter(c) && !digit(c):
			return false
		case c < 'a':
			upper = append(upper, c)
		}
	}
	return word != "" && (string(upper) == name || (len(upper) == 0 || upper[0] < 'A') && strings.ToUpper(word) == name)
}

// value writes a value in the charset that is due.
func (w *writer) value(v Value) {
	s := closed(v)
	switch {
	case w.raw.leads(0x81):
		s = w.raw.bare(s)
	case w.target != nil && !ascii(s):
		b, ok := w.target.Encode(s)
		if !ok {
			w.lost = true
		}
		s = b
	}
	w.WriteString(s)
}

// mover returns "B" or "W" for a node that begins with a move, else "".
func mover(n Node) string {
	if len(n.Properties) > 0 && (n.Properties[0].Name == "B" || n.Properties[0].Name == "W") {
		return n.Properties[0].Name
	}
	return ""
}

// closed returns v with a backslash before whatever would end it at the wrong
// place: an unescaped "]", or a lone backslash at its end.
func closed(v Value) string {
	if !strings.ContainsAny(string(v), `]\`) {
		return string(v)
	}
	var b strings.Builder
	for i := 0; i < len(v); i++ {
		switch {
		case v[i] == ']':
			b.WriteByte('\\')
		case v[i] == '\\' && i+1 == len(v):
			b.WriteByte('\\')
		case v[i] == '\\':
			b.WriteByte(v[i])
			i++
		}
		b.WriteByte(v[i])
	}
	return b.String()
}
