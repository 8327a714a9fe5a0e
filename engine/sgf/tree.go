// Package sgf reads and writes game records: SGF FF[4] as a tree that knows no
// game (https://www.red-bean.com/sgf/), and on top of it games of Connect6 in
// the dialects that its players use.
//
// It takes and returns bytes and does no input or output. Nothing that it is
// given makes it panic, and what it accepts is bounded by [MaxBytes], [MaxNodes],
// [MaxValues], [MaxProperties] and [MaxDepth], and its memory so.
package sgf

import "fmt"

// The bounds of what [Read] accepts.
const (
	MaxBytes = 8 << 20 // length of a file
	MaxNodes = 250_000 // nodes in it, all variations together
	MaxDepth = 1000    // variations within variations

	MaxValues     = 1_000_000 // values in a file, all properties together
	MaxProperties = 1000      // properties in a node
)

// Pos is a place in a file.
type Pos struct {
	Line   int32 // from 1
	Column int32 // from 1, in characters
}

// Error is what is wrong with a file, and where.
type Error struct {
	Pos
	Text string // completes "line 3, column 14: ..."
}

// Error writes place and text as a sentence.
func (e *Error) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Text)
}

func (p Pos) errorf(format string, args ...any) *Error {
	return &Error{Pos: p, Text: fmt.Sprintf(format, args...)}
}

// Tree is a game, or a variation of one: nodes in a row, and then either
// nothing or the ways on from there, the main one first.
type Tree struct {
	// Charset of the values, as its CA property calls it. [Read] converts
	// what it can to UTF-8 and leaves Charset empty then. Otherwise the
	// values are bytes of a charset that the standard library does not know
	// (GB18030, Big5, Shift_JIS); decode the file before reading it, or the
	// values after. It is set at the root only.
	Charset    string
	Nodes      []Node
	Variations []*Tree
}

// Node is a position: what was played, set up or said.
type Node struct {
	Pos
	Properties []Property
}

// Property is a name with one or more values.
type Property struct {
	Pos
	Name   string // upper-case letters and digits
	Values []Value
}

// Main returns the nodes of the main line: those of t, of its first variation,
// of that one's first, and so on.
func (t *Tree) Main() []Node {
	var nodes []Node
	for {
		nodes = append(nodes, t.Nodes...)
		if len(t.Variations) == 0 {
			return nodes
		}
		t = t.Variations[0]
	}
}

// Get returns the first value of the named property; ok is false if there is
// none.
func (n Node) Get(name string) (v Value, ok bool) {
	for _, p := range n.Properties {
		if p.Name == name && len(p.Values) > 0 {
			return p.Values[0], true
		}
	}
	return "", false
}
