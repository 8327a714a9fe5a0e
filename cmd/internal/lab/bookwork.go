package lab

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sort"
	"strings"

	"stonehand/engine/board"
	"stonehand/engine/book"
	"stonehand/engine/connect"
)

// A work file is what a book is built in: a line of JSON for what it is built
// with, then one for each position judged and each game played, in the order in
// which they were done. Lines are only ever added, so that building can be broken
// off at any moment, by a power cut too, and taken up again.

// bookWorkVersion is the version of the format.
const bookWorkVersion = 2

// BookSettings are what a book is built with. They do not change while it is
// built: values found by different efforts or engines do not compare.
type BookSettings struct {
	Version int     `json:"version"`
	Engine  uint64  `json:"engine"`             // signature, as "stonehand bench" prints it
	Nodes   uint64  `json:"nodes" flag:"nodes"` // see [BookJudge]
	Keep    int     `json:"keep"`
	Verify  uint64  `json:"verify" flag:"verify"`    // see [BookVerifier]
	DropOut float64 `json:"dropout" flag:"drop-out"` // see [BookTree]
	Turns   int     `json:"turns" flag:"turns"`
	Games   float64 `json:"games" flag:"self-play"` // games of the engine against itself for each position judged
	Seed    uint64  `json:"seed" flag:"seed"`
	People  int     `json:"people"` // games of people that candidates come from
}

// DefaultBookSettings are the settings behind the embedded book, but for the
// engine and the games of people.
var DefaultBookSettings = BookSettings{Version: bookWorkVersion, Nodes: 20_000, Keep: 6, Verify: DefaultVerifyNodes, DropOut: 40, Turns: 9, Games: 0.25, Seed: 1}

// Check says, as a sentence, what is wrong with the settings, or nil.
func (s BookSettings) Check() error {
	switch {
	case s.Version != bookWorkVersion:
		return fmt.Errorf("version %d of the work file is unknown: this program writes version %d", s.Version, bookWorkVersion)
	case s.Nodes < 1 || s.Nodes > 1e12:
		return fmt.Errorf("%d nodes are out of range: 1 to 10^12", s.Nodes)
	case s.Verify < 1 || s.Verify > 1e12:
		return fmt.Errorf("%d nodes to verify a turn are out of range: 1 to 10^12", s.Verify)
	case s.Keep < 1 || s.Keep > bookSecond:
		return fmt.Errorf("%d turns to keep are out of range: 1 to %d", s.Keep, bookSecond)
	case !(s.DropOut >= 0 && s.DropOut <= 1e6):
		return fmt.Errorf("a drop-out of %g is out of range: 0 to 1000000", s.DropOut)
	case s.Turns < 2 || s.Turns > 40:
		return fmt.Errorf("%d turns are out of range: 2 to 40", s.Turns)
	case !(s.Games >= 0 && s.Games <= 100):
		return fmt.Errorf("%g games for each position are out of range: 0 to 100", s.Games)
	case s.People < 0:
		return fmt.Errorf("%d games of people are out of range", s.People)
	}
	return nil
}

// bookRecord is a line of a work file behind the first: a position, a turn that was
// verified, or a game.
type bookRecord struct {
	At     string       `json:"at,omitempty"`   // stones in order of play
	Turn   string       `json:"turn,omitempty"` // verified in that position
	V      *BookVerdict `json:"v,omitempty"`    // of that turn
	Won    int          `json:"won,omitempty"`
	Turns  []turnRecord `json:"turns,omitempty"`
	Game   string       `json:"game,omitempty"` // stones of the first turns
	Winner string       `json:"winner,omitempty"`
}

// turnRecord is a [BookTurn].
type turnRecord struct {
	Turn  string  `json:"t"`
	Score int32   `json:"s"`
	Lost  int     `json:"lost,omitempty"`
	Share float64 `json:"share,omitempty"`
	// Verdict is null if the turn was not verified.
	Verdict *BookVerdict `json:"v,omitempty"`
}

// record is the line of a judged position.
func (p BookPosition) record() bookRecord {
	r := bookRecord{At: pointNames(p.Stones), Won: p.Won}
	for _, t := range p.Turns {
		r.Turns = append(r.Turns, turnRecord{t.Move.String(), t.Score, t.Lost, t.Share, t.Verdict})
	}
	return r
}

// record is the line of a game.
func (p Played) record() bookRecord {
	r := bookRecord{Game: pointNames(p.Points)}
	if p.Winner != board.Empty {
		r.Winner = p.Winner.String()
	}
	return r
}

// position reads what BookPosition.record wrote.
func (r bookRecord) position() (p BookPosition, err error) {
	if p.Stones, err = parsePoints(r.At); err != nil {
		return p, err
	}
	p.Won = r.Won
	if p.Won < 0 || p.Won == 0 && len(r.Turns) == 0 {
		return p, fmt.Errorf("the position after %s has no turns", r.At)
	}
	for _, t := range r.Turns {
		pts, err := parsePoints(t.Turn)
		switch {
		case err != nil:
			return p, err
		case len(pts) != connect.Each:
			return p, fmt.Errorf("%q is not a turn of %d points", t.Turn, connect.Each)
		case t.Lost < 0 || !(t.Share >= 0 && t.Share <= 1):
			return p, fmt.Errorf("turn %s: lost %d or share %g is out of range", t.Turn, t.Lost, t.Share)
		}
		p.Turns = append(p.Turns, BookTurn{connect.Pair(pts[0], pts[1]), t.Score, t.Lost, t.Share, t.Verdict})
	}
	return p, nil
}

// game reads what Played.record wrote.
func (r bookRecord) game() (p Played, err error) {
	p.Points, err = parsePoints(r.Game)
	var ok bool
	if p.Winner, ok = board.ParseColor(r.Winner); !ok && r.Winner != "" && err == nil {
		err = fmt.Errorf("winner %q is neither black nor white", r.Winner)
	}
	return p, err
}

// parsePoints reads points with spaces between them.
func parsePoints(text string) (pts []board.Point, err error) {
	for word := range strings.FieldsSeq(text) {
		p, err := connect.Board.Parse(word, board.Algebraic)
		if err != nil {
			return nil, err
		}
		pts = append(pts, p)
	}
	return pts, nil
}

// BookWork is a book being built, as its work file has it.
type BookWork struct {
	Settings BookSettings
	Tree     *BookTree
	Games    int // of the engine against itself
	// Whole is how many bytes of the file make whole lines. What follows, if
	// anything, was being written when the program ended.
	Whole int64
}

// NewBookWork begins a book.
func NewBookWork(s BookSettings) (*BookWork, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	return &BookWork{Settings: s, Tree: NewBookTree(s.DropOut, s.Turns)}, nil
}

// ReadBookWork reads a work file. A last line without an end is left out; any
// other that cannot be read is an error that names it.
func ReadBookWork(in io.Reader) (*BookWork, error) {
	var w *BookWork
	whole, err := readLines(in, "work file", func(n int, line []byte) (err error) {
		if n == 1 {
			w, err = readSettings(line)
			return err
		}
		var r bookRecord
		if err := strict(line, &r); err != nil {
			return err
		}
		return w.add(r)
	})
	switch {
	case err != nil:
		return nil, err
	case w == nil:
		return nil, errors.New("the work file is empty, or its first line is cut off: begin a new one")
	}
	w.Whole = whole
	return w, nil
}

// longestLine is how long a line of a work file or a list is at most, bytes.
const longestLine = 1 << 20

// readLines reads lines up to the last one that has an end, and returns how many bytes they
// take. Its errors name the line.
func readLines(in io.Reader, of string, each func(n int, line []byte) error) (whole int64, err error) {
	lines := bufio.NewReaderSize(in, longestLine)
	for n := 1; ; n++ {
		line, err := lines.ReadSlice('\n')
		switch {
		case errors.Is(err, io.EOF):
			return whole, nil
		case errors.Is(err, bufio.ErrBufferFull):
			return whole, fmt.Errorf("line %d of the %s is longer than %d bytes", n, of, longestLine)
		case err == nil:
			err = each(n, line)
		}
		if err != nil {
			return whole, fmt.Errorf("line %d of the %s: %w", n, of, err)
		}
		whole += int64(len(line))
	}
}

func readSettings(line []byte) (*BookWork, error) {
	var s BookSettings
	if err := strict(line, &s); err != nil {
		return nil, fmt.Errorf("these are not the settings of a book: %w", err)
	}
	return NewBookWork(s)
}

// add takes one line in.
func (w *BookWork) add(r bookRecord) error {
	switch {
	case r.Game != "" && r.At == "":
		g, err := r.game()
		if err != nil {
			return err
		}
		w.Tree.tally.add(w.Tree.pos, g, w.Settings.Turns+1)
		w.Games++
		return nil
	case r.At != "" && r.Game == "" && r.Turn != "" && r.V != nil:
		ok, err := w.Tree.Believe(VerifiedTurn{r.At, r.Turn, *r.V})
		if err == nil && !ok {
			err = fmt.Errorf("the tree has no turn %s after %s", r.Turn, r.At)
		}
		return err
	case r.At != "" && r.Game == "" && r.Turn == "" && r.V == nil:
		p, err := r.position()
		if err != nil {
			return err
		}
		return w.Tree.Add(p)
	}
	return errors.New("the line is neither a position nor a game nor a verified turn")
}

// strict reads JSON that holds nothing unknown.
func strict(line []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if d.More() {
		return errors.New("something follows the object")
	}
	return nil
}

// WriteLine writes one line of a work file or a list.
func WriteLine(out io.Writer, v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = out.Write(append(line, '\n'))
	return err
}

// BookWriter turns a tree into a book that the engine plays from.
type BookWriter struct {
	// Margin is how much less of the chance to win than the best turn a turn may
	// have and still be chosen, from 0 to 1.
	Margin float64
	Size   int `flag:"size"` // of the book at most, in bytes
}

// DefaultBookWriter are the settings behind the embedded book.
var DefaultBookWriter = BookWriter{Margin: 0.05, Size: book.MaxSize}

// bestWeight is the weight of a position's best turn. Those of the others fall by
// e for every half of the margin.
const bestWeight = 9

// Check says, as a sentence, what is wrong with the settings, or nil.
func (b BookWriter) Check() error {
	switch {
	case !(b.Margin >= 0 && b.Margin <= 1):
		return fmt.Errorf("a margin of %g is out of range: 0 to 1", b.Margin)
	case b.Size < 1 || b.Size > book.MaxSize:
		return fmt.Errorf("a book of %d bytes is out of range: 1 to %d", b.Size, book.MaxSize)
	}
	return nil
}

// Write writes the book of a tree: the positions that are nearest to the start,
// as [BookTree] counts, as many as the size allows. It returns how many.
func (b BookWriter) Write(t *BookTree, h book.Header, out io.Writer) (positions int, err error) {
	if err := b.Check(); err != nil {
		return 0, err
	}
	if strings.ContainsAny(h.Recipe, "\r\n") {
		return 0, errors.New("the recipe has several lines")
	}
	t.Settle()
	var all []*bookNode
	for _, level := range t.levels {
		for _, n := range level {
			if _, total := n.weights(b.Margin); total > 0 && !math.IsInf(n.far, 1) {
				all = append(all, n)
			}
		}
	}
	if len(all) == 0 {
		return 0, errors.New("there is no position with a turn to choose: build more first")
	}
	slices.SortStableFunc(all, func(a, b *bookNode) int {
		return cmp.Or(cmp.Compare(a.far, b.far), cmp.Compare(a.key, b.key))
	})
	text := func(n int) []byte { return b.text(t, h, all[:n]) }
	n := sort.Search(len(all), func(i int) bool { return len(text(i+1)) > b.Size })
	if n == 0 {
		return 0, fmt.Errorf("not even one position fits into %d bytes", b.Size)
	}
	_, err = out.Write(text(n))
	return n, err
}

// text is the book of the given positions.
func (b BookWriter) text(t *BookTree, h book.Header, nodes []*bookNode) []byte {
	w := bookText{writer: b, pos: t.pos, in: map[*bookNode]bool{}}
	for _, n := range nodes {
		for ; n != nil; n = n.from { // and the way there
			w.in[n] = true
		}
	}
	t.pos.Reset()
	root := t.root()
	first := connect.Move{A: root.Stones[0], B: board.Nowhere}
	w.line(0, first, 0)
	t.pos.PlayMove(first)
	w.position(root, 1)
	h.Turns = w.turns
	return append([]byte(h.String()), w.out.Bytes()...)
}

// bookText is a tree being written.
type bookText struct {
	writer BookWriter
	pos    *connect.Position
	in     map[*bookNode]bool
	out    bytes.Buffer
	turns  int
}

// position writes the turns of a position, which w.pos is at, and what is behind
// them.
func (w *bookText) position(n *bookNode, depth int) {
	weights, _ := n.weights(w.writer.Margin)
	order := make([]int, len(n.edges))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(n.edges[j].value, n.edges[i].value) })
	for _, i := range order {
		e := &n.edges[i]
		behind := e.next != nil && e.next.from == n && w.in[e.next]
		if weights[i] == 0 && !behind {
			continue
		}
		m := n.here(w.pos, e)
		w.line(depth, m, weights[i])
		if behind {
			w.pos.PlayMove(m)
			w.position(e.next, depth+1)
			w.pos.TakeMove(m)
		}
	}
}

func (w *bookText) line(depth int, m connect.Move, weight int) {
	w.turns++
	w.out.WriteString(strings.Repeat(" ", depth))
	w.out.WriteString(strings.ReplaceAll(m.String(), " ", ""))
	if weight > 0 {
		fmt.Fprintf(&w.out, " %d", weight)
	}
	w.out.WriteByte('\n')
}

// weights returns how often each of a position's turns should be chosen, and
// their sum. The tree must be settled.
//
// Only turns that hold when they are verified are chosen. The best of several values
// is likely to be too good, most of all those that no position behind them has put
// right. So where any turn's position is judged, only such turns are chosen; and if a
// turn that is not judged looks better than all of those, none is.
func (n *bookNode) weights(margin float64) (weights []int, total int) {
	weights = make([]int, len(n.edges))
	if n.Won > 0 {
		return weights, 0
	}
	judged := slices.ContainsFunc(n.edges, func(e bookEdge) bool { return e.next != nil })
	for i, e := range n.edges {
		worse := n.value - e.value
		if !e.turn.Verdict.holds() || e.value < worstChance || worse > margin || judged && e.next == nil {
			continue
		}
		weights[i] = bestWeight
		if margin > 0 {
			weights[i] = max(1, int(math.Round(bestWeight*math.Exp(-2*worse/margin))))
		}
		total += weights[i]
	}
	return weights, total
}
