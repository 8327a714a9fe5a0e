package sgf

import (
	"bytes"
	"stonehand/engine/board"
)

// texts are FF[4]'s properties whose values are Text or SimpleText.
var texts = map[string]bool{
	"C": true, "N": true, "GC": true, "GN": true, "AN": true, "BR": true, "BT": true, "CP": true, "DT": true, "EV": true, "ON": true, "OT": true,
	"PB": true, "PC": true, "PW": true, "RE": true, "RO": true, "RU": true, "SO": true, "US": true, "WR": true, "WT": true,
}

// longestTail is how far behind a bracket that ends a text too early the next
// one is looked for.
const longestTail = 1000

// value reads "[", anything, "]" of the named property.
func (r *reader) value(name string) (Value, error) {
	open := r.pos()
	r.at++ // [
	from := r.at
	var escaped []byte // the value so far, where it is not as it stands in the file
	for r.at < len(r.data) {
		switch c := r.data[r.at]; {
		case c == ']' && r.literal(name):
			_ = r.fault(r.pos(), Unescaped)
			escaped = append(append(escaped, r.data[from:r.at]...), `\]`...)
			from = r.at + 1
		case c == ']':
			r.at++
			return Value(append(escaped, r.data[from:r.at-1]...)), nil
		case c == '\\':
			r.at++
			if r.at < len(r.data) && r.charset.leads(r.data[r.at]) {
				r.at++
			}
		case r.charset.leads(c) && r.cut():
			_ = r.fault(r.pos(), CutInHalf)
		case r.charset.leads(c):
			r.at++
		}
		r.at++
	}
	tail := r.data[min(from, len(r.data)):]
	escaped = append(escaped, tail...)
	if r.at > len(r.data) && tail[len(tail)-1] == '\\' { // it escapes nothing
		escaped = append(escaped, '\\')
	}
	r.at = len(r.data)
	err := r.fault(open, OpenValue)
	r.closed = true
	return Value(escaped), err
}

// literal reports whether the "]" here is part of a text whose author did not
// know of escapes: nothing that can follow a value follows, but words and
// another "]".
func (r *reader) literal(name string) bool {
	if r.strict || !texts[name] || r.follows(r.at+1) {
		return false
	}
	tail := r.data[r.at+1 : min(r.at+1+longestTail, len(r.data))]
	n := bytes.IndexAny(tail, "];(")
	return n >= 0 && tail[n] == ']'
}

// cut reports whether the first byte of a character stands here alone, as where a
// program cut a name at a number of bytes, and the "]" behind it ends the value. Many
// characters end in that byte: a bracket or a parenthesis in the text behind one is none
// of the record's.
func (r *reader) cut() bool {
	if r.strict || r.at+1 >= len(r.data) || r.data[r.at+1] != ']' {
		return false
	}
	i := r.solid(r.at + 2)
	for i < len(r.data) && r.data[i] == ')' {
		i = r.solid(i + 1)
	}
	return i == len(r.data) || r.data[i] != '[' && r.follows(i)
}

func letter(c byte) bool { return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' }

func digit(c byte) bool { return c >= '0' && c <= '9' }

// longestName is how long a property's name may be to be told from a word.
const longestName = 64

// named reports whether a property begins at i: a name and a bracket. A word
// that begins in lower case is one only if it is as short as FF[4]'s names are.
func (r *reader) named(i int) bool {
	from := i
	for i < len(r.data) && i-from <= longestName && (letter(r.data[i]) || i > from && digit(r.data[i])) {
		i++
	}
	if i == from || i-from > 2 && r.data[from] >= 'a' {
		return false
	}
	i = r.solid(i)
	return i < len(r.data) && r.data[i] == '['
}

// follows reports whether what stands at i can follow a value.
func (r *reader) follows(i int) bool {
	i = r.solid(i)
	if i == len(r.data) {
		return true
	}
	j := r.solid(i + 1)
	at := func(set string) bool { return j == len(r.data) || bytes.IndexByte([]byte(set), r.data[j]) >= 0 }
	switch r.data[i] {
	case '[', ')':
		return true
	case ';':
		return at(";()") || r.named(j)
	case '(':
		return at(";(")
	}
	return r.named(i)
}

// property reads a name and its values. It has no name if there is none.
func (r *reader) property(from int) (Property, error) {
	p := Property{Pos: r.pos()}
	start := r.at
	name := r.name[:0]
	for ; r.at < len(r.data) && (letter(r.data[r.at]) || digit(r.data[r.at])); r.at++ {
		if c := r.data[r.at]; c < 'a' {
			name = append(name, c)
		}
	}
	word := r.data[start:r.at]
	r.layout = append(r.layout[:0], r.data[from:r.at]...)
	sound := len(name) > 0 && name[0] >= 'A'
	if !sound {
		name = append(name[:0], bytes.ToUpper(word)...)
	}
	r.name = name
	gap := r.at
	if !r.strict && (len(word) > longestName || r.peek() != '[' && (!sound || len(name) < len(word))) {
		return p, r.fault(p.Pos, StrayWord, board.Clip(word))
	}
	if !sound {
		if err := r.fault(p.Pos, LowerCase, board.Clip(word), board.Clip(name)); err != nil {
			return p, err
		}
	}
	p.Name = string(name)
	plain := string(r.layout) == p.Name
	spelled := r.strict || r.named(start) // and so it is a property wherever it stands
	r.list = r.list[:0]
	if r.peek() != '[' {
		p.Values = []Value{""}
		if r.values++; r.values > MaxValues {
			return p, r.stop(r.pos(), TooManyValues, MaxValues)
		}
		err := r.fault(r.pos(), NoValue, board.Clip(word), board.Clip(name))
		r.at = gap
		return p, err
	}
	for r.peek() == '[' {
		plain = plain && gap == r.at
		r.layout = append(append(r.layout, r.data[gap:r.at]...), "[]"...)
		if r.values++; r.values > MaxValues {
			if err := r.stop(r.pos(), TooManyValues, MaxValues); err != nil {
				return p, err
			}
			break
		}
		v, err := r.value(p.Name)
		if err != nil {
			return p, err
		}
		r.list = append(r.list, v)
		gap = r.at
	}
	if !r.full {
		r.at = gap
	}
	if p.Values = exact(r.list); p.Values == nil {
		p.Values = []Value{""}
	}
	if !plain && spelled {
		p.Layout = Layout(r.layout)
	}
	return p, nil
}
