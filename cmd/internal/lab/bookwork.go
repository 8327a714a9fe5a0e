package lab

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"stonehand/engine/board"
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
	Engine  uint64  `json:"engine"` // signature, as "stonehand bench" prints it
	Nodes   uint64  `json:"nodes"`  // see [BookJudge]
	Keep    int     `json:"keep"`
	Verify  uint64  `json:"verify"`
	DropOut float64 `json:"dropout"` // see [BookTree]
	Turns   int     `json:"turns"`
	Games   float64 `json:"games"` // games of the engine against itself for each position judged
	Seed    uint64  `json:"seed"`
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
	for _, word := range strings.Fields(text) {
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
	t, err := NewBookTree(s.DropOut, s.Turns)
	return &BookWork{Settings: s, Tree: t}, err
}

// ReadBookWork reads a work file. A last line without an end is left out; any
// other that cannot be read is an error that names it.
func ReadBookWork(in io.Reader) (*BookWork, error) {
	var w *BookWork
	lines := bufio.NewReader(in)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		switch {
		case errors.Is(err, io.EOF) && w == nil:
			return nil, errors.New("the work file is empty, or its first line is cut off: begin a new one")
		case errors.Is(err, io.EOF):
			return w, nil
		case err != nil:
			return nil, fmt.Errorf("reading the work file: %w", err)
		}
		if w == nil {
			w, err = readSettings(line)
		} else {
			err = w.read(line)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d of the work file: %w", n, err)
		}
		w.Whole += int64(len(line))
	}
}

func readSettings(line []byte) (*BookWork, error) {
	var s BookSettings
	if err := strict(line, &s); err != nil {
		return nil, fmt.Errorf("these are not the settings of a book: %w", err)
	}
	return NewBookWork(s)
}

// read takes one line in.
func (w *BookWork) read(line []byte) error {
	var r bookRecord
	if err := strict(line, &r); err != nil {
		return err
	}
	switch {
	case r.Game != "" && r.At == "":
		g, err := r.game()
		if err != nil {
			return err
		}
		w.addGame(g)
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

// addGame counts a game of the engine against itself.
func (w *BookWork) addGame(g Played) {
	w.Tree.tally.add(w.Tree.pos, g, w.Settings.Turns+1)
	w.Games++
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

// writeLine writes one line of a work file.
func writeLine(out io.Writer, v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = out.Write(append(line, '\n'))
	return err
}

// WriteBookSettings writes the first line of a work file.
func WriteBookSettings(out io.Writer, s BookSettings) error { return writeLine(out, s) }
