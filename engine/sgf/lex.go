package sgf

import "bytes"

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
			_ = r.fault(r.pos(), "it is read as part of the text", `a "]" in a text lacks the backslash before it`)
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
			_ = r.fault(r.pos(), "its byte is kept", "a character was cut in half")
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
	err := r.fault(open, "it is taken to the end", `the file ends, and the "]" for this "[" is missing`)
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
// program cut a name at a number of bytes, and the "]" behind it ends the value.
func (r *reader) cut() bool {
	return !r.strict && r.at+1 < len(r.data) && r.data[r.at+1] == ']' && r.follows(r.at+2)
}
