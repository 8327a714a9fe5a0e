package sgf

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// longestHead is how much of a game's beginning [Format.Heads] keeps of a long file.
const longestHead = 64 << 10

// Heads goes through a file of any length and yields its games one after the other, until
// yield says false. They have the numbers that [Format.Read] gives them. Of a file that is
// too long for that, it yields the beginnings of the games and keeps no more: the root
// and, if nothing branches before, the node behind it. What a head says, [Tree.Info]
// tells. An error is one of in.
func (f Format) Heads(in io.Reader, yield func(*Tree) bool) error {
	data, err := io.ReadAll(io.LimitReader(in, MaxBytes+1))
	if err != nil {
		return err
	}
	if len(data) > MaxBytes {
		return f.stream(io.MultiReader(bytes.NewReader(data), in), func(t *Tree, _, _ int64) bool { return yield(t) })
	}
	r, err := f.open(data, false)
	if err != nil {
		return err
	}
	_, err = r.games(func(t *Tree, _ int) bool {
		r.nodes, r.values = 0, 0 // which bound a file that is kept
		return yield(t)
	})
	return err
}

// stream yields the beginnings of the games in a long file, and from which byte to which each
// of them goes.
func (f Format) stream(in io.Reader, yield func(t *Tree, from, to int64) bool) error {
	c := &counted{Reader: in}
	h := heads{format: f, counted: c, in: bufio.NewReaderSize(c, 32<<10)}
	if start, _ := h.in.Peek(4); utf16Order(start) != nil {
		return nil
	}
	for {
		err := h.game()
		t := h.tree()
		if err == nil {
			err = h.skip()
		}
		if t != nil && !yield(t, h.from, h.at()) {
			return nil
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// heads reads the beginnings of games in a file that is not kept.
type heads struct {
	format  Format
	counted *counted
	in      *bufio.Reader // of counted
	head    []byte        // of the present game
	from    int64         // where it begins
	depth   int           // of parentheses
	charset charset
}

// counted counts what is read of it.
type counted struct {
	io.Reader
	n int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

// at is how many bytes were taken so far.
func (h *heads) at() int64 { return h.counted.n - int64(h.in.Buffered()) }

// game reads up to the end of a game's head, which is where a third node or a
// variation begins.
func (h *heads) game() error {
	h.head, h.depth, h.charset = h.head[:0], 0, single
	for nodes := 0; len(h.head) < longestHead; {
		c, err := h.in.ReadByte()
		if err != nil {
			return err
		}
		switch {
		case c == '(' && nodes == 0: // text before the game may have others
			h.head, h.depth, h.from = append(h.head[:0], c), 1, h.at()-1
		case h.depth == 0 || nodes == 0 && space(c):
		case c == ';':
			if nodes++; nodes > 2 {
				return nil
			}
			h.head = append(h.head, c)
		case nodes == 0: // no game begins with this
			h.depth = 0
		case c == '(' || c == ')':
			return h.in.UnreadByte()
		default:
			h.head = append(h.head, c)
			if c == '[' {
				if err := h.value(true); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// value passes over a value, and keeps it if it is part of a head.
func (h *heads) value(keep bool) error {
	for escaped, half := false, false; ; {
		c, err := h.in.ReadByte()
		if err != nil {
			return err
		}
		if keep && len(h.head) < longestHead {
			h.head = append(h.head, c)
		}
		switch {
		case half:
			half = false
		case h.charset.leads(c):
			half, escaped = true, false
		case escaped:
			escaped = false
		case c == ']':
			return nil
		case c == '\\':
			escaped = true
		}
	}
}

// tree reads the head, nil if there is none.
func (h *heads) tree() *Tree {
	if len(h.head) < 2 {
		return nil
	}
	c, err := h.format.Read(h.head)
	if err != nil {
		return nil
	}
	t := c.Games[0]
	h.charset = h.format.kind(t.Source + t.Charset)
	return t
}

// skip goes to the end of the game.
func (h *heads) skip() error {
	for h.depth > 0 {
		c, err := h.in.ReadByte()
		if err != nil {
			return err
		}
		switch c {
		case '(':
			h.depth++
		case ')':
			h.depth--
		case '[':
			if err := h.value(false); err != nil {
				return err
			}
		}
	}
	return nil
}
