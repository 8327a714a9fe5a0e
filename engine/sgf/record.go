package sgf

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
)

// GMConnect6 is the number of Connect6 in the GM property: not one of FF[4]'s
// own, but what the programs of Connect6's birthplace (NCTU) write.
const GMConnect6 = 511

// GMGomoku is the number of Gomoku and Renju in the GM property (FF[4]).
const GMGomoku = 4

// Record is one game of Connect6, Gomoku, Renju or Go. Go is written, and read as a tree.
type Record struct {
	// Game are the rules it was played by, its board that of Size; nil: Connect6.
	Game game.Rules
	Size board.Size
	// Start is the position that the game began from; the zero Start if nothing
	// was set up.
	Start game.Start
	// Turns are what was played, Black first unless Start says otherwise. The last may be short: one
	// stone won, or the record stops in the middle of a turn.
	Turns []game.Turn
	// Made are the choices of the opening that Game begins with, and Offer the two
	// fifth stones of which one was chosen, that one first.
	Made  []opening.Made
	Offer []board.Point
	// Foul is the forbidden point that Black played last at Renju, and lost the game by; nil
	// for none. It is no turn of Turns.
	Foul *game.FoulError
	// Result is how the game ended; the zero Result if it did not, or if that
	// is not known. Its Reason is empty when neither the board nor the record
	// tells it.
	Result game.Result

	Black, White string // the players
	Name         string // of the game
	Event        string
	Place        string
	Date         string // "2026-03-01" in SGF; as it stands in a contest record
	Rules        string
	Application  string // the program that wrote the file, "Stonehand:1.0"
	Comment      string // on the game as a whole

	// Left is what the side that played had left after its turn, for the last
	// len(Left) turns. It is written, as BL and WL, and not read.
	Left []clock.Side

	// More is the root's properties that no field above stands for, and End those of the
	// last node.
	More, End []Property
}

// replay collects stones into turns and holds them against the rules.
type replay struct {
	game *game.Game
	part []board.Point // of a turn that is not complete
	foul *game.FoulError
}

// connect6 are the rules of Connect6 on a board of any size.
func connect6(size board.Size) game.Rules {
	rules := game.Connect6()
	rules.Board = size
	return rules
}

// newReplay returns a game at its start.
func newReplay(rules game.Rules, start game.Start) (*replay, error) {
	g, err := game.NewFrom(rules, start)
	return &replay{game: g}, err
}

// put plays one stone. The error completes a sentence that names the place.
func (r *replay) put(c board.Color, p board.Point) error {
	due, n := r.game.Due()
	switch {
	case r.foul != nil: // the game ends with it
		return r.foul
	case due == board.Empty:
		return fmt.Errorf("%s plays %s, but the game was over before", c, p)
	case c != due && len(r.part) > 0:
		return fmt.Errorf("%s plays %s, but %s has put down %d of %d stones", c, p, due, len(r.part), n)
	case c != due:
		return fmt.Errorf("%s plays %s, but it is %s's turn", c, p, due)
	case r.game.At(p) != board.Empty:
		return fmt.Errorf("%s plays %s, where a stone stands already", c, p)
	}
	if slices.Contains(r.part, p) {
		return fmt.Errorf("%s plays %s twice in one turn", c, p)
	}
	r.part = append(r.part, p)
	if len(r.part) < n {
		return nil
	}
	err := r.game.Play(game.Turn{Color: c, Points: r.part})
	r.part = nil
	if errors.As(err, &r.foul) {
		return nil
	}
	return err
}

// turns returns what was played, the last turn complete or not, and how the
// game stands then.
func (r *replay) turns() ([]game.Turn, game.Result) {
	var short []game.Turn
	if len(r.part) > 0 {
		c, _ := r.game.Due()
		last := game.Turn{Color: c, Points: r.part}
		// One stone is a whole turn when it wins.
		if r.game.Play(last) != nil {
			short = []game.Turn{last}
		}
	}
	return append(append([]game.Turn(nil), r.game.Turns()...), short...), r.game.Result()
}

// SGF writes the record as FF[4], one stone a node, and the position that it began
// from as AB, AW and PL: Connect6 with GM[511] and points as two upper-case
// letters, the row's counted from the bottom, Gomoku and Renju with GM[4] and
// points as FF[4] has them. Text that is not UTF-8 is written with U+FFFD for
// what is not. Go is written with GM[1], and a pass as a move without a point. How the game was opened is in properties of the program's own,
// OPENING, CHOICE and OFFER.
func (r *Record) SGF() []byte {
	var root Node
	add := func(name string, v Value) {
		if v != "" {
			root.Properties = append(root.Properties, Property{Name: name, Values: []Value{v}})
		}
	}
	text := func(name, s string) { add(name, Text(strings.ToValidUTF8(s, "\uFFFD"))) }
	add("FF", "4")
	add("CA", "UTF-8")
	if name, version, ok := strings.Cut(r.Application, ":"); ok {
		add("AP", Text(name)+":"+Text(version))
	} else {
		text("AP", r.Application)
	}
	gm, how := GMConnect6, board.Pair
	switch r.Game.(type) {
	case game.Gomoku:
		gm, how = GMGomoku, board.SGF
	case game.Weiqi:
		gm, how = GMGo, board.SGF
	}
	add("GM", Value(strconv.Itoa(gm)))
	size := strconv.Itoa(r.Size.Cols)
	if r.Size.Rows != r.Size.Cols {
		size += ":" + strconv.Itoa(r.Size.Rows)
	}
	add("SZ", Value(size))
	text("GN", r.Name)
	text("PB", r.Black)
	text("PW", r.White)
	text("DT", r.Date)
	text("PC", r.Place)
	text("EV", r.Event)
	text("RU", r.Rules)
	add(propOpening, Value(r.opens()))
	text(propName, r.patternName())
	add("RE", Value(writeResult(r.Result)))
	text("GC", r.Comment)
	root.Properties = append(append(root.Properties, settingOf(r.Size, r.Start, how)...), r.More...)

	t := &Tree{Nodes: []Node{root}}
	untimed := max(0, len(r.Turns)-len(r.Left))
	for i, turn := range r.Turns {
		name := "B"
		if turn.Color == board.White {
			name = "W"
		}
		for _, p := range turn.Points {
			t.Nodes = append(t.Nodes, Node{Properties: []Property{{Name: name, Values: []Value{Value(r.Size.Name(p, how))}}}})
		}
		if len(turn.Points) == 0 {
			t.Nodes = append(t.Nodes, Node{Properties: []Property{{Name: name, Values: []Value{""}}}})
		}
		if last := &t.Nodes[len(t.Nodes)-1]; i >= untimed {
			last.Properties = append(last.Properties, timeLeft(turn.Color, r.Left[i-untimed])...)
		}
		if chosen := r.openingOf(i+1, how); len(chosen) > 0 {
			last := &t.Nodes[len(t.Nodes)-1]
			last.Properties = append(last.Properties, chosen...)
		}
	}
	if r.Foul != nil {
		t.Nodes = append(t.Nodes, Node{Properties: []Property{{Name: "B", Values: []Value{Value(r.Size.Name(r.Foul.Point, how))}}}})
	}
	last := &t.Nodes[len(t.Nodes)-1]
	last.Properties = append(last.Properties, r.End...)
	return Write([]*Tree{t})
}

// lostByFoul is the result of a game in which Black played a forbidden point.
var lostByFoul = game.Result{Over: true, Winner: board.White, Reason: game.ByFoul}

// writeResult writes a result as FF[4]'s RE does; "" for a game that has none.
func writeResult(r game.Result) string {
	if !r.Over {
		return ""
	}
	if r.Reason == game.ByAbandoned || r.Reason == game.ByUnfinished { // "no result or suspended play"
		return "Void"
	}
	if r.Score != "" && r.Reason != game.ByCapture { // which is no number of points
		return r.Score
	}
	s := "0"
	switch r.Winner {
	case board.Black:
		s = "B+"
	case board.White:
		s = "W+"
	default:
		return s
	}
	switch r.Reason {
	case game.ByResign:
		s += "R"
	case game.ByTime:
		s += "T"
	case game.ByFoul:
		s += "F"
	}
	return s
}

// ParseResult reads the value of an RE property, "B+R" for one; the zero Result
// for one that says nothing. Its Reason is empty unless the value tells it.
func ParseResult(s string) game.Result {
	s = strings.ToUpper(strings.TrimSpace(s))
	switch s {
	case "0", "DRAW", "JIGO", "TIE":
		return game.Result{Over: true}
	}
	who, how, _ := strings.Cut(s, "+")
	r := game.Result{Over: true}
	switch who = strings.TrimSpace(who); who {
	case "B", "BLACK":
		r.Winner = board.Black
	case "W", "WHITE":
		r.Winner = board.White
	default:
		return game.Result{}
	}
	switch how = strings.TrimSpace(how); {
	case strings.HasPrefix(how, "R"):
		r.Reason = game.ByResign
	case strings.HasPrefix(how, "T"):
		r.Reason = game.ByTime
	}
	return r
}

// agree joins what the record says of its end with what the board says. The
// board is right, except that it knows nothing of resignation and clocks, nor of
// the house rule by which a full board is won by fives.
func agree(said, shown game.Result) game.Result {
	switch {
	case !shown.Over:
		return said
	case shown.Reason == game.ByFull && said.Winner != board.Empty:
		return game.Result{Over: true, Winner: said.Winner, Reason: game.ByFives}
	}
	return shown
}

// field returns the text of the root's named property, "" without one.
func field(root Node, name string) string {
	v, _ := root.Get(name)
	if s := v.Line(); utf8.ValidString(s) {
		return s
	}
	return string(v)
}
