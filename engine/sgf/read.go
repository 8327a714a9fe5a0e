package sgf

import (
	"bytes"
	"encoding/binary"
	"stonehand/engine/board"
	"unicode/utf16"
	"unicode/utf8"
)

// Read reads a file that must be sound and returns its games, at least one. Text
// around the games is kept as layout; a lone row of nodes without parentheses,
// ";B[..];W[..]", is taken for a game. Property names lose their lower-case
// letters, which only old files have. Bytes that mean nothing become U+FFFD. An
// error is an [*Error].
func Read(data []byte) ([]*Tree, error) {
	c, err := Format{}.read(data, true)
	if err != nil {
		return nil, err
	}
	for _, t := range c.Games {
		if t.Charset == "" {
			each(t, func(v *Value) { *v = v.valid() })
		}
	}
	return c.Games, nil
}

// Format is how files are read and written.
type Format struct {
	// Charset returns the charset of that name, as CA properties have it, or nil
	// for one that is not known. The package itself knows UTF-8 and ISO-8859-1.
	Charset func(name string) Charset
}

// Read reads a file as far as it makes sense. What did not is in the
// collection's Problems, with what was done about it. The error, an [*Error], is
// for a file that is too long or holds no game.
func (f Format) Read(data []byte) (*Collection, error) { return f.read(data, false) }

func (f Format) read(data []byte, strict bool) (*Collection, error) {
	if len(data) > MaxBytes {
		return nil, Pos{1, 1}.Problem(TooLong, len(data), MaxBytes)
	}
	r, err := f.open(data, strict)
	if err != nil {
		return nil, err
	}
	c := &Collection{}
	end, err := r.games(func(t *Tree, _ int) bool {
		c.Games = append(c.Games, t)
		return true
	})
	if err != nil {
		return nil, err
	}
	if len(c.Games) == 0 {
		return nil, Pos{1, 1}.Problem(NoGame)
	}
	if c.Problems, err = r.finish(end); err != nil {
		return nil, err
	}
	c.After = Layout(r.data[end:])
	return c, nil
}

// open returns a reader at the beginning of a file.
func (f Format) open(data []byte, strict bool) (*reader, error) {
	r := &reader{format: f, strict: strict, line: 1, column: 1}
	var err error
	if r.data, err = r.fromUTF16(data); err != nil {
		return nil, err
	}
	if bytes.HasPrefix(r.data, []byte("\xEF\xBB\xBF")) {
		r.at, r.told = 3, 3
	}
	return r, nil
}

// fromUTF16 returns a file that is not in UTF-16, which no SGF file may be: its
// brackets would not be bytes.
func (r *reader) fromUTF16(data []byte) ([]byte, error) {
	order := utf16Order(data)
	if order == nil {
		return data, nil
	}
	r.utf16 = true
	if r.strict {
		return nil, Pos{1, 1}.errorf("the file is written in UTF-16; save it as UTF-8")
	}
	units := make([]uint16, 0, len(data)/2)
	for i := 0; i+1 < len(data); i += 2 {
		if c := order.Uint16(data[i:]); i > 0 || c != 0xFEFF {
			units = append(units, c)
		}
	}
	return []byte(string(utf16.Decode(units))), r.fault(Pos{1, 1}, UTF16)
}

// utf16Order returns the order of bytes in a file in UTF-16, by its byte order mark or
// the parenthesis that it begins with; nil for a file that is not.
func utf16Order(data []byte) binary.ByteOrder {
	has := func(head string) bool { return bytes.HasPrefix(data, []byte(head)) }
	switch {
	case has("\xFE\xFF"), has("\x00(\x00;"):
		return binary.BigEndian
	case has("\xFF\xFE"), has("(\x00;\x00"):
		return binary.LittleEndian
	}
	return nil
}

// reader goes through a file from its beginning to its end.
type reader struct {
	format Format
	strict bool // the first fault is an error
	data   []byte
	utf16  bool // the file was in UTF-16
	at     int  // the next byte

	problems []*Error
	untold   int  // how many more there are
	closed   bool // it was told that the file ends too early
	full     bool // there is more in the file than is read
	partial  bool // there is more in the game than is kept

	// The place of data[told], kept so that each byte is counted once.
	told         int
	line, column int32

	nodes, values int

	// What is being read, kept to be filled again: what is handed out is copied
	// from here at its length.
	name, layout []byte
	list         []Value
	properties   []Property
	space        Layout

	charset  charset // that the bytes are taken for
	declared string  // the charset that the present game says it has
}

// fault notes what is wrong with the file and what is done about it, or returns
// it as an error where nothing may be wrong.
func (r *reader) fault(at Pos, f Fault, args ...any) error {
	if !r.telling() {
		r.untold++
		return nil
	}
	e := at.Problem(f, args...)
	if r.strict {
		e.Done = ""
		return e
	}
	r.problems = append(r.problems, e)
	return nil
}

// telling reports whether the next fault is told in words, which are not made
// for millions of them.
func (r *reader) telling() bool { return r.strict || len(r.problems) < MaxProblems }

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

func space(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' || c == 0 }

// solid returns the place of the first byte from i that is not white space.
func (r *reader) solid(i int) int {
	for i < len(r.data) && space(r.data[i]) {
		i++
	}
	return i
}

// peek passes over white space and returns the next byte, 0 at the end.
func (r *reader) peek() byte {
	if r.at = r.solid(r.at); r.at < len(r.data) {
		return r.data[r.at]
	}
	return 0
}

// layoutOf copies white space; the same is copied once.
func (r *reader) layoutOf(b []byte) Layout {
	if string(b) != string(r.space) {
		r.space = Layout(b)
	}
	return r.space
}

// find goes to the next "(;" and reports whether there is one. The first game of
// a file may lack the parenthesis, and where nothing may be refused the semicolon.
func (r *reader) find(first bool) bool {
	from := r.at
	if first && r.peek() == ';' {
		return true
	}
	for _, loose := range []bool{false, true} {
		for r.at = from; ; r.at++ {
			n := bytes.IndexByte(r.data[r.at:], '(')
			if n < 0 {
				break
			}
			r.at += n
			if i := r.solid(r.at + 1); i < len(r.data) && (r.data[i] == ';' || loose && r.named(i)) {
				return true
			}
		}
		if r.strict || !first {
			break
		}
	}
	return false
}

// around tells of text between games that was meant to be in one.
func (r *reader) around(text []byte) error {
	if r.strict || bytes.IndexByte(text, ';') < 0 || bytes.IndexByte(text, '[') < 0 {
		return nil
	}
	return r.fault(r.pos(), Outside)
}

// game reads one game. It is first taken for what most games are, UTF-8 or one
// byte a character, whatever it declares: many files name a charset that they
// are not written in.
func (r *reader) game() (*Tree, error) {
	parse := func() (*Tree, error) { return r.tree(1) }
	if r.data[r.at] == ';' {
		parse = r.bare
	}
	before := *r
	r.charset, r.declared = single, ""
	t, err := parse()
	found := r.written(t, err)
	if kind := r.format.kind(found.name); kind.leads(0x81) {
		declared := r.declared
		*r = before
		r.charset, r.declared = kind, declared
		t, err = parse()
	}
	if err != nil {
		return nil, err
	}
	return t, r.convert(t, found)
}

// bare reads a game that has no parentheses around it.
func (r *reader) bare() (*Tree, error) {
	t := &Tree{Pos: r.pos()}
	if !r.strict {
		_ = r.fault(t.Pos, NoOpening)
	}
	if err := r.row(t, 1); err != nil {
		return nil, err
	}
	if r.peek() == 0 {
		return t, nil
	}
	err := r.fault(r.pos(), Unopened, r.data[r.at])
	r.at++
	return t, err
}

// tree reads "(", nodes, variations, ")". Where nothing is refused it may have no
// nodes: then its variations are its parent's.
func (r *reader) tree(depth int) (*Tree, error) {
	open := r.pos()
	if depth > MaxDepth {
		err := r.fault(open, TooDeep, MaxDepth)
		r.partial = true
		r.skip()
		return &Tree{}, err
	}
	t := &Tree{Pos: open}
	r.at++ // (
	from := r.at
	if r.peek() == ';' {
		r.at = from
	} else {
		if err := r.fault(r.pos(), NoSemicolon); err != nil {
			return nil, err
		}
		if r.named(r.at) {
			var n Node
			if err := r.node(&n, depth == 1, false); err != nil {
				return nil, err
			}
			t.Nodes = append(t.Nodes, n)
		}
	}
	if err := r.row(t, depth); err != nil {
		return nil, err
	}
	from = r.at
	if r.peek() != ')' {
		if r.closed { // of the many that are missing one is told
			return t, nil
		}
		r.closed = true
		return t, r.fault(r.pos(), NoClosing, open.Line, open.Column)
	}
	t.After = r.layoutOf(r.data[from:r.at])
	r.at++
	return t, nil
}

// row reads nodes and variations up to a ")" or the end of the file, and stays
// before the white space there.
func (r *reader) row(t *Tree, depth int) error {
	for {
		from := r.at
		switch c := r.peek(); c {
		case ';':
			if len(t.Variations) > 0 {
				return r.late(t, depth)
			}
			n := Node{Before: r.layoutOf(r.data[from:r.at])}
			if err := r.node(&n, depth == 1 && len(t.Nodes) == 0, true); err != nil {
				return err
			}
			t.Nodes = append(t.Nodes, n)
			if r.full {
				return nil
			}
		case '(':
			before := r.layoutOf(r.data[from:r.at])
			v, err := r.tree(depth + 1)
			if err != nil {
				return err
			}
			if v.Before = before; len(v.Nodes) > 0 {
				t.Variations = append(t.Variations, v)
			} else {
				t.Variations = append(t.Variations, v.Variations...)
			}
		case ')', 0:
			r.at = from
			return nil
		default:
			if err := r.stray(); err != nil {
				return err
			}
		}
	}
}

// late reads nodes that stand after variations. They must be in parentheses, and
// are read as if they were.
func (r *reader) late(t *Tree, depth int) error {
	if err := r.fault(r.pos(), Late); err != nil {
		return err
	}
	if depth == MaxDepth {
		return r.stop(r.pos(), TooDeepRest, MaxDepth)
	}
	rest := &Tree{}
	t.Variations = append(t.Variations, rest)
	return r.row(rest, depth+1)
}

// stray passes over what makes no sense, up to what may.
func (r *reader) stray() error {
	from := r.at
	at, c := r.pos(), rune(r.data[r.at])
	if c == '[' {
		if _, err := r.value(""); err != nil {
			return err
		}
	} else {
		for r.at++; r.at < len(r.data) && bytes.IndexByte([]byte(";()["), r.data[r.at]) < 0; r.at++ {
			if !letter(r.data[r.at-1]) && r.named(r.at) {
				break
			}
		}
	}
	if !r.telling() {
		r.untold++
		return nil
	}
	return r.fault(at, Stray, c, board.Clip(bytes.TrimSpace(r.data[from:r.at])))
}

// skip passes over a variation with all that is in it.
func (r *reader) skip() {
	for depth := 0; r.at < len(r.data); {
		switch r.data[r.at] {
		case '[':
			strict := r.strict
			r.strict = true // so that nothing is told
			_, _ = r.value("")
			r.strict = strict
			continue
		case '(':
			depth++
		case ')':
			depth--
		}
		if r.at++; depth == 0 {
			return
		}
	}
}

// stop leaves the rest of a file unread.
func (r *reader) stop(at Pos, f Fault, args ...any) error {
	r.at, r.closed, r.full, r.partial = len(r.data), true, true, true
	return r.fault(at, f, args...)
}

// node reads ";", unless that is missing, and properties.
func (r *reader) node(n *Node, root, semicolon bool) error {
	n.Pos = r.pos()
	if r.nodes++; r.nodes > MaxNodes {
		return r.stop(n.Pos, TooManyNodes, MaxNodes)
	}
	if semicolon {
		r.at++
	}
	r.properties = r.properties[:0]
	for {
		from := r.at
		c := r.peek()
		switch {
		case letter(c):
			p, err := r.property(from)
			switch {
			case err != nil:
				return err
			case p.Name == "":
				continue
			case len(r.properties) == MaxProperties:
				r.partial = true
				if err := r.fault(p.Pos, ManyProperties, MaxProperties); err != nil {
					return err
				}
				continue
			case root && p.Name == "CA" && r.declared == "":
				r.declared = p.Values[0].Line()
			}
			r.properties = append(r.properties, p)
		case r.strict || c == ';' || c == '(' || c == ')' || c == 0:
			r.at = from
			n.Properties = exact(r.properties)
			return nil
		default:
			if err := r.stray(); err != nil {
				return err
			}
		}
	}
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
