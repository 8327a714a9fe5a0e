package sgf

import "bytes"

// Write writes games so that [Read] returns the same. Values are written as they
// are; what would end one early is escaped.
func Write(games []*Tree) []byte {
	var b bytes.Buffer
	for _, t := range games {
		writeTree(&b, t, charsetOf(t.Charset))
		b.WriteByte('\n')
	}
	return b.Bytes()
}

func writeTree(b *bytes.Buffer, t *Tree, cs charset) {
	b.WriteByte('(')
	var before Node
	for i, n := range t.Nodes {
		// A line for every turn: what one side plays in a row stays together.
		if i > 0 && !(mover(n) != "" && mover(n) == mover(before)) {
			b.WriteByte('\n')
		}
		before = n
		b.WriteByte(';')
		for _, p := range n.Properties {
			b.WriteString(p.Name)
			if len(p.Values) == 0 {
				b.WriteString("[]")
			}
			for _, v := range p.Values {
				b.WriteByte('[')
				b.WriteString(closed(v, cs))
				b.WriteByte(']')
			}
		}
	}
	for _, v := range t.Variations {
		b.WriteByte('\n')
		writeTree(b, v, cs)
	}
	b.WriteByte(')')
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
func closed(v Value, cs charset) string {
	var b bytes.Buffer
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
	if cs == single || cs == latin1 {
		return b.String()
	}
	return cs.bare(b.String())
}
