package sgf

import (
	"bytes"
	"unicode/utf8"
)

// Read reads a file and returns its games, at least one. Text around the games
// is passed over, as the format wants; a lone row of nodes without parentheses,
// ";B[..];W[..]", is taken for a game. Property names lose their lower-case
// letters, which only old files have. An error is an [*Error].
func Read(data []byte) ([]*Tree, error) {
	if len(data) > MaxBytes {
		return nil, Pos{1, 1}.errorf("the file is %d bytes long, and %d are the most", len(data), MaxBytes)
	}
	if bytes.HasPrefix(data, []byte("\xFE\xFF")) || bytes.HasPrefix(data, []byte("\xFF\xFE")) {
		return nil, Pos{1, 1}.errorf("the file is written in UTF-16; save it as UTF-8")
	}
	r := &reader{data: bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF")), line: 1, column: 1}
	if r.peek() == ';' {
		t, err := r.game()
		if err != nil {
			return nil, err
		}
		return []*Tree{t}, nil
	}
	var games []*Tree
	for r.find() {
		t, err := r.game()
		if err != nil {
			return nil, err
		}
		games = append(games, t)
	}
	if len(games) == 0 {
		return nil, Pos{1, 1}.errorf(`no game is found; an SGF file holds "(;"`)
	}
	return games, nil
}

// reader goes through a file from its beginning to its end.
type reader struct {
	data []byte
	at   int // the next byte

	// The place of data[told], kept so that each byte is counted once.
	told         int
	line, column int32

	nodes, values int

	// What is being read, kept to be filled again: what is handed out is copied
	// from here at its length.
	name       []byte
	list       []Value
	properties []Property

	charset  charset // that the bytes are taken for
	declared charset // that the present game says it has
}

// pos returns the place of the next byte.
func (r *reader) pos() Pos {
	for r.told < r.at {
		c, size := utf8.DecodeRune(r.data[r.told:])
		if r.told += size; c == '\n' {
			r.line, r.column = r.line+1, 1
		} else {
			r.column++
		}
	}
	return Pos{r.line, r.column}
}

// peek passes over white space and returns the next byte, 0 at the end.
func (r *reader) peek() byte {
	for r.at < len(r.data) {
		switch c := r.data[r.at]; c {
		case ' ', '\t', '\n', '\r', '\v', '\f', 0:
			r.at++
		default:
			return c
		}
	}
	return 0
}

// find goes to the next "(;" and reports whether there is one.
func (r *reader) find() bool {
	for {
		n := bytes.IndexByte(r.data[r.at:], '(')
		if n < 0 {
			return false
		}
		open := r.at + n
		r.at = open + 1
		if r.peek() == ';' {
			r.at = open
			return true
		}
	}
}

// game reads one game. It is first taken for what most games are, UTF-8 or one
// byte a character, whatever it declares: many files name a charset that they
// are not written in.
func (r *reader) game() (*Tree, error) {
	parse := func() (*Tree, error) { return r.tree(1) }
	if r.peek() == ';' {
		parse = r.bare
	}
	before := *r
	r.charset, r.declared = single, single
	t, err := parse()
	declared := r.declared
	if valid := utf8.Valid(r.data[before.at:r.at]); declared.leads(0x81) && (err != nil || !valid) {
		*r = before
		r.charset = declared
		t, err = parse()
	}
	if err != nil {
		return nil, err
	}
	convert(t, declared, r.charset)
	return t, nil
}

// bare reads a game that has no parentheses around it.
func (r *reader) bare() (*Tree, error) {
	t := &Tree{}
	if err := r.row(t, 1); err != nil {
		return nil, err
	}
	if r.peek() != 0 {
		return nil, r.pos().errorf("%q has no ( that it closes", r.data[r.at])
	}
	return t, nil
}

// tree reads "(", nodes, variations, ")".
func (r *reader) tree(depth int) (*Tree, error) {
	open := r.pos()
	if depth > MaxDepth {
		return nil, open.errorf("variations stand within variations more than %d deep", MaxDepth)
	}
	r.at++ // (
	if r.peek() != ';' {
		return nil, r.pos().errorf(`a ";" must follow the "("`)
	}
	t := &Tree{}
	if err := r.row(t, depth); err != nil {
		return nil, err
	}
	if r.peek() != ')' {
		return nil, r.pos().errorf(`the file ends, and the ")" for the "(" at line %d, column %d is missing`, open.Line, open.Column)
	}
	r.at++
	return t, nil
}

// row reads nodes and variations up to a ")" or the end of the file.
func (r *reader) row(t *Tree, depth int) error {
	for {
		switch c := r.peek(); c {
		case ';':
			if len(t.Variations) > 0 {
				return r.pos().errorf("a node cannot stand after a variation")
			}
			n, err := r.node(depth == 1 && len(t.Nodes) == 0)
			if err != nil {
				return err
			}
			t.Nodes = append(t.Nodes, n)
		case '(':
			v, err := r.tree(depth + 1)
			if err != nil {
				return err
			}
			t.Variations = append(t.Variations, v)
		case ')', 0:
			return nil
		default:
			return r.pos().errorf("%q is out of place; a node begins with ;", rune(c))
		}
	}
}

// node reads ";" and properties.
func (r *reader) node(root bool) (Node, error) {
	n := Node{Pos: r.pos()}
	if r.nodes++; r.nodes > MaxNodes {
		return n, n.errorf("the file holds more than %d nodes", MaxNodes)
	}
	r.at++ // ;
	r.properties = r.properties[:0]
	for letter(r.peek()) {
		p, err := r.property()
		if err != nil {
			return n, err
		}
		if len(r.properties) == MaxProperties {
			return n, p.errorf("the node has more than %d properties", MaxProperties)
		}
		if root && p.Name == "CA" {
			r.declared = charsetOf(p.Values[0].Line())
		}
		r.properties = append(r.properties, p)
	}
	n.Properties = exact(r.properties)
	return n, nil
}

func letter(c byte) bool { return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' }

// property reads a name and its values.
func (r *reader) property() (Property, error) {
	p := Property{Pos: r.pos()}
	from := r.at
	name := r.name[:0]
	for ; r.at < len(r.data) && (letter(r.data[r.at]) || r.data[r.at] >= '0' && r.data[r.at] <= '9'); r.at++ {
		if c := r.data[r.at]; c < 'a' {
			name = append(name, c)
		}
	}
	r.name = name
	word := r.data[from:r.at]
	if len(name) == 0 || name[0] < 'A' {
		return p, p.errorf("%q is no property: a name begins with an upper-case letter", clip(word))
	}
	p.Name = string(name)
	if r.peek() != '[' {
		return p, r.pos().errorf("the property %q has no value; one stands in brackets, like %s[...]", clip(word), clip(name))
	}
	r.list = r.list[:0]
	for r.peek() == '[' {
		if r.values++; r.values > MaxValues {
			return p, r.pos().errorf("the file holds more than %d values", MaxValues)
		}
		v, err := r.value()
		if err != nil {
			return p, err
		}
		r.list = append(r.list, v)
	}
	p.Values = exact(r.list)
	return p, nil
}

// exact copies a list without room to grow, nil if there is nothing in it.
func exact[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	one := make([]T, len(list))
	copy(one, list)
	return one
}

// value reads "[", anything, "]".
func (r *reader) value() (Value, error) {
	open := r.pos()
	r.at++ // [
	from := r.at
	for r.at < len(r.data) {
		switch c := r.data[r.at]; {
		case c == ']':
			r.at++
			return Value(r.data[from : r.at-1]), nil
		case c == '\\':
			r.at++
			if r.at < len(r.data) && r.charset.leads(r.data[r.at]) {
				r.at++
			}
		case r.charset.leads(c):
			r.at++
		}
		r.at++
	}
	r.at = len(r.data)
	return "", open.errorf(`the file ends, and the "]" for this "[" is missing`)
}

// clip shortens foreign text before it is quoted in a sentence.
func clip[T ~string | ~[]byte](s T) string {
	if len(s) > 24 {
		return string(s[:24]) + "..."
	}
	return string(s)
}
