// Package stanza reads the text files that hold the product's knowledge: joseki, shapes,
// problems, puzzles. A file is a title, then stanzas with empty lines between them:
//
//	stonehand shapes 1
//
//	# Lines that begin with "# ", or that are "#", are comments.
//	shape ponnuki
//	en Capture and get a ponnuki
//	zh 提子开花
//	...
//
// A stanza begins with a word for what it is and its identifier: small letters, digits and
// hyphens, unique in the file. The lines "en" and "zh" are its names. What the other lines
// say is the business of the packages that have such files.
package stanza

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"stonehand/engine/board"
	"strings"
)

// Bounds of a file: bytes and stanzas.
const (
	MaxLength = 256 << 10
	MaxCount  = 2000
)

// Format is what tells one kind of file from another.
type Format struct {
	Title   string   // the first line
	Heads   []string // what stanzas begin with
	Unnamed bool     // stanzas have no lines "en" and "zh"
}

// Line is a line of a stanza.
type Line struct {
	Number     int // in the file, from 1
	Text       string
	Key, Value string // before and behind the first space
}

// Stanza is one of a file.
type Stanza struct {
	Line             // the first
	ID               string
	English, Chinese string
	Lines            []Line // the others, but for the names
}

// Fault is what is wrong with a line, at a column in bytes from 1.
func (l Line) Fault(column int, format string, args ...any) error {
	return fmt.Errorf("line %d, column %d: %w", l.Number, column, fmt.Errorf(format, args...))
}

// Words calls do with each word behind the key, and with the column where it begins.
func (l Line) Words(do func(word string, column int) error) error {
	column := len(l.Key) + 2
	for word := range strings.SplitSeq(l.Value, " ") {
		if err := do(word, column); err != nil {
			return err
		}
		column += len(word) + 1
	}
	return nil
}

// Read calls each with every stanza of a file. An error names the line and the column.
func Read(in io.Reader, f Format, each func(Stanza) error) error {
	limited := &io.LimitedReader{R: in, N: MaxLength + 1}
	lines := bufio.NewScanner(limited)
	ids := map[string]bool{}
	var now *Stanza
	var l Line
	end := func() error {
		s := now
		now = nil
		if s == nil {
			return nil
		}
		if err := each(*s); err != nil {
			return err
		}
		if !f.Unnamed && (s.English == "" || s.Chinese == "") {
			return s.Fault(1, "%s needs en and zh, and a name after each", s.ID)
		}
		return nil
	}
	for lines.Scan() {
		l = Line{Number: l.Number + 1, Text: strings.TrimRight(lines.Text(), " \t\r")}
		l.Key, l.Value, _ = strings.Cut(l.Text, " ")
		head := slices.Contains(f.Heads, l.Key)
		switch {
		case l.Number == 1:
			if l.Text != f.Title {
				return l.Fault(1, "%q is not %q", board.Clip(l.Text), f.Title)
			}
		case l.Key == "#":
		case l.Text == "" || head:
			if err := end(); err != nil {
				return err
			}
			if !head {
				break
			}
			switch {
			case l.Value == "" || strings.Trim(l.Value, "abcdefghijklmnopqrstuvwxyz0123456789-") != "":
				return l.Fault(len(l.Key)+2, "%q is no identifier: it has small letters, digits and hyphens", board.Clip(l.Value))
			case ids[l.Value]:
				return l.Fault(len(l.Key)+2, "there are two with the identifier %q", board.Clip(l.Value))
			case len(ids) == MaxCount:
				return l.Fault(1, "more than %d: split the file", MaxCount)
			}
			ids[l.Value] = true
			now = &Stanza{Line: l, ID: l.Value}
		case now == nil:
			return l.Fault(1, `"%s" and an identifier are due, not %q`, strings.Join(f.Heads, `" or "`), board.Clip(l.Key))
		case l.Key == "en" && !f.Unnamed:
			now.English = l.Value
		case l.Key == "zh" && !f.Unnamed:
			now.Chinese = l.Value
		default:
			now.Lines = append(now.Lines, l)
		}
	}
	l.Number++
	switch {
	case lines.Err() != nil:
		return l.Fault(1, "%w", lines.Err())
	case limited.N <= 0:
		return l.Fault(1, "the file is longer than %d bytes: split it", MaxLength)
	case l.Number == 1:
		return l.Fault(1, "the file is empty: its first line must be %q", f.Title)
	}
	l.Number--
	return end()
}
