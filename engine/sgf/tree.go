// Package sgf reads and writes game records: SGF FF[4] and its older forms as a
// tree that knows no game (https://www.red-bean.com/sgf/), views of that tree
// for Go, and on top of it games of Connect6, Gomoku and Renju in the dialects
// that their players use.
//
// A [Format] reads whatever makes sense and says what did not ([Collection]);
// [Read] refuses a file at its first fault. Both keep properties that they do
// not know, and the layout of the file, so that a record comes out as it went in.
//
// The package takes and returns bytes and does no input or output. Nothing that it is
// given makes it panic, and what it accepts is bounded by [MaxBytes], [MaxNodes],
// [MaxValues], [MaxProperties] and [MaxDepth], and its memory so.
package sgf

import "fmt"

// The bounds of what [Read] and [Format.Read] accept.
const (
	MaxBytes = 8 << 20 // length of a file
	MaxNodes = 250_000 // nodes in it, all variations together
	MaxDepth = 1000    // variations within variations

	MaxValues     = 1_000_000 // values in a file, all properties together
	MaxProperties = 1000      // properties in a node
	MaxProblems   = 100       // problems that are told one by one
)

// Pos is a place in a file.
type Pos struct {
	Line   int32 // from 1; 0: of something that was not read from a file
	Column int32 // from 1, in characters
}

// Error is what is wrong with a file, and where.
type Error struct {
	Pos
	Fault Fault  // empty where only Text says what it is
	Args  []any  // what the fault is about
	Text  string // completes "line 3, column 14: ..."
	Done  string // what was done about it where the file was read all the same; else empty
}

// Error writes place, text and what was done as a sentence.
func (e *Error) Error() string {
	s := fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Text)
	if e.Done != "" {
		s += "; " + e.Done
	}
	return s
}

func (p Pos) errorf(format string, args ...any) *Error {
	return &Error{Pos: p, Text: fmt.Sprintf(format, args...)}
}

// Layout is what stands in a file and means nothing: white space, the
// lower-case letters of long names, text between games. It is written as it was
// read. Something made in the program has none, and is laid out by [Write].
type Layout string

// Collection is what a file holds (FF[4], "Collection").
type Collection struct {
	Games    []*Tree
	After    Layout   // the text after the last game
	Problems []*Error // what was wrong, in the order of the file, MaxProblems and a count at most
}

// Tree is a game, or a variation of one (FF[4], "GameTree"): nodes in a row, at
// least one, and then either nothing or the ways on from there, the main one
// first.
type Tree struct {
	Pos
	// Charset of the values if they are bytes of a charset that nobody could
	// decode, as the CA property calls it; empty if they are UTF-8. Bytes that
	// mean nothing in their charset stand in the values as they are. It is set
	// at the root only, as Source and Before are.
	Charset string
	// Source is the charset that the file was in before the values were
	// decoded, empty for UTF-8. They are written in it again if they can be.
	Source     string
	Before     Layout // before the "(", at the root all text since the game before
	After      Layout // before the ")"
	Nodes      []Node
	Variations []*Tree
}

// Node is a position: what was played, set up or said (FF[4], "Node").
type Node struct {
	Pos
	Before     Layout // before the ";"
	Properties []Property
}

// Property is a name with one or more values (FF[4], "Property").
type Property struct {
	Pos
	Name   string // upper-case letters and digits
	Layout Layout // the property without what is in its brackets, " White []"; empty if it is plain
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
	if p := n.Property(name); p != nil && len(p.Values) > 0 {
		return p.Values[0], true
	}
	return "", false
}

// Property returns the first property of that name, nil if there is none.
func (n Node) Property(name string) *Property {
	for i := range n.Properties {
		if n.Properties[i].Name == name {
			return &n.Properties[i]
		}
	}
	return nil
}

// Set gives the named property these values, in its place if the node has it,
// else as the last one.
func (n *Node) Set(name string, values ...Value) {
	if p := n.Property(name); p != nil {
		p.Values = values
		return
	}
	n.Properties = append(n.Properties, Property{Name: name, Values: values})
}

// Delete removes every property of that name.
func (n *Node) Delete(name string) {
	kept := n.Properties[:0]
	for _, p := range n.Properties {
		if p.Name != name {
			kept = append(kept, p)
		}
	}
	clear(n.Properties[len(kept):])
	n.Properties = kept
}
