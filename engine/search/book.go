package search

import (
	"bufio"
	"cmp"
	_ "embed" // the opening book
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"stonehand/engine/board"
	"stonehand/engine/connect"
)

//go:embed book.txt
var bookText string

// Book holds opening turns by position. A position stands for all that the
// symmetries of the board make of it.
type Book struct {
	rules   connect.Rules
	turns   []BookTurn // ascending by key, then in the order of the text
	deepest int        // stones of the longest line
}

// BookTurn is one turn of a book.
type BookTurn struct {
	Key    board.Key    // of the position, as Canonical turns it
	Move   connect.Move // in that orientation
	Weight int          // how often it should be chosen, against the position's others
}

// maxWeight bounds a turn's weight, so that sums of them fit everywhere.
const maxWeight = 1_000_000

// ReadBook reads a book: a line a position, the stones in order of play, then
// after each "|" a turn and its weight. "#" begins a comment.
//
//	J10 | I11 K11 40 | K10 L10 20
func ReadBook(rules connect.Rules, in io.Reader) (*Book, error) {
	b := &Book{rules: rules}
	pos, err := connect.New(rules, connect.Values{})
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		line, _, _ := strings.Cut(lines.Text(), "#")
		if strings.TrimSpace(line) == "" {
			continue
		}
		if err := b.readLine(pos, line); err != nil {
			return nil, fmt.Errorf("line %d of the book: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("reading the book: %w", err)
	}
	slices.SortStableFunc(b.turns, func(x, y BookTurn) int { return cmp.Compare(x.Key, y.Key) })
	return b, nil
}

func (b *Book) readLine(pos *connect.Position, line string) error {
	size := b.rules.Size()
	fields := strings.Split(line, "|")
	pos.Reset()
	for _, word := range strings.Fields(fields[0]) {
		p, err := size.Parse(word, board.Algebraic)
		if err != nil {
			return err
		}
		if !pos.Free(p) {
			return fmt.Errorf("%v is named twice", p)
		}
		pos.Play(p)
	}
	if pos.Over() || pos.Due() != b.rules.P {
		return fmt.Errorf("%q does not end with a whole turn", strings.TrimSpace(fields[0]))
	}
	b.deepest = max(b.deepest, pos.Count())
	key, turn := Canonical(pos)
	for _, f := range fields[1:] {
		words := strings.Fields(f)
		if len(words) != b.rules.P+1 {
			return fmt.Errorf("%q is not %d points and a weight", strings.TrimSpace(f), b.rules.P)
		}
		weight, err := strconv.Atoi(words[len(words)-1])
		if err != nil || weight < 1 || weight > maxWeight {
			return fmt.Errorf("weight %q is not a number from 1 to %d", words[len(words)-1], maxWeight)
		}
		pts := [2]board.Point{board.Nowhere, board.Nowhere}
		for i, word := range words[:len(words)-1] {
			p, err := size.Parse(word, board.Algebraic)
			if err != nil {
				return err
			}
			if turned := size.Turn(p, turn); !pos.Free(p) || turned == pts[0] {
				return fmt.Errorf("%v is taken", p)
			}
			pts[i] = size.Turn(p, turn)
		}
		b.turns = append(b.turns, BookTurn{key, connect.Pair(pts[0], pts[1]), weight})
	}
	return nil
}

// Canonical returns the key that stands for a position and its mirror images,
// and the symmetry that leads from the position to its representative.
func Canonical(pos *connect.Position) (least board.Key, symmetry int) {
	least = ^board.Key(0)
	for s := range pos.Rules().Size().Symmetries() {
		if k := KeyUnder(pos, s); k < least {
			least, symmetry = k, s
		}
	}
	return least, symmetry
}

// KeyUnder returns the key of the position's stones as symmetry s turns them.
func KeyUnder(pos *connect.Position, s int) (k board.Key) {
	size := pos.Rules().Size()
	for i := range pos.Count() {
		p, c := pos.Stone(i)
		k ^= board.StoneKey(c, size.Turn(p, s))
	}
	return k
}

// Find returns the book's turn for a position in which a whole turn is due. A
// seed of 0 takes the heaviest; any other chooses by weight, the same for the
// same seed and position.
func (b *Book) Find(pos *connect.Position, seed uint64) (connect.Move, bool) {
	if len(b.turns) == 0 || pos.Count() > b.deepest || pos.Due() != b.rules.P {
		return connect.NoMove, false
	}
	key, turn := Canonical(pos)
	first, found := slices.BinarySearchFunc(b.turns, key, func(t BookTurn, k board.Key) int { return cmp.Compare(t.Key, k) })
	if !found {
		return connect.NoMove, false
	}
	last, total, heaviest := first, 0, first
	for ; last < len(b.turns) && b.turns[last].Key == key; last++ {
		total += b.turns[last].Weight
		if b.turns[last].Weight > b.turns[heaviest].Weight {
			heaviest = last
		}
	}
	choice := heaviest
	if seed != 0 {
		seed ^= uint64(key)
		at := int(board.SplitMix(&seed) % uint64(total))
		for choice = first; at >= b.turns[choice].Weight; choice++ {
			at -= b.turns[choice].Weight
		}
	}
	size, back := b.rules.Size(), board.Back(turn)
	m := b.turns[choice].Move
	m = connect.Pair(size.Turn(m.A, back), size.Turn(m.B, back))
	// Two positions may share a key by chance; what is not playable is no book
	// turn.
	for _, p := range [2]board.Point{m.A, m.B} {
		if p != board.Nowhere && !pos.Free(p) {
			return connect.NoMove, false
		}
	}
	return m, true
}

// openBook returns the embedded book; games other than Connect6 have none.
func openBook(rules connect.Rules) (*Book, error) {
	if rules != connect.Connect6 {
		return &Book{rules: rules}, nil
	}
	return ReadBook(rules, strings.NewReader(bookText))
}
