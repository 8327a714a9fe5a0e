package sgf

import (
	"slices"
	"strconv"
	"strings"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/opening"
)

// known are the root's properties that a Record has fields for, or that follow
// from it.
var known = map[string]bool{
	"FF": true, "CA": true, "AP": true, "GM": true, "SZ": true, "GN": true, "PB": true, "PW": true,
	"DT": true, "PC": true, "EV": true, "RU": true, "RE": true, "GC": true, "B": true, "W": true, "ST": true,
	"AB": true, "AW": true, "AE": true, "PL": true, propOpening: true, propChoice: true, propOffer: true,
}

// Connect6 reads the main line of a tree as Connect6, and holds it against the rules. The
// tree may have
//
//   - points as a letter and a number, J10, one or two in a node, as Little Golem
//     writes them;
//   - points as two upper-case letters, JJ, one or two in a node, as the programs of
//     NCTU write them with GM[511]. Row A is taken for the bottom one; programs
//     differ, and the difference is a mirror;
//   - points as two lower-case letters, jj, row a at the top, as FF[4] has them for
//     other games.
//
// One game keeps to one way of writing points; a mixture is refused. Stones that
// are set up before the first move (AB, AW, AE, PL) are the position that the game
// begins from; after it they are refused. An error is an [*Error].
func Connect6(t *Tree) (*Record, error) {
	root := t.Nodes[0]
	if gm := field(root, "GM"); gm != "" && gm != strconv.Itoa(GMConnect6) {
		return nil, root.errorf("this is a record of another game, GM[%s]; Connect6 is GM[%d]", board.Clip(gm), GMConnect6)
	}
	return mainLine(t, GMConnect6)
}

// ReadAny reads the first game of a file as what it is: a contest record, see
// [ReadContest], or by its GM Gomoku or Renju with GM[4], by the rules that RU names,
// see [RulesOf], else Connect6, see [Connect6].
func ReadAny(data []byte) (*Record, error) {
	if isContest(data) {
		return ReadContest(data)
	}
	games, err := Read(data)
	if err != nil {
		return nil, err
	}
	if field(games[0].Nodes[0], "GM") != strconv.Itoa(GMGomoku) {
		return Connect6(games[0])
	}
	return mainLine(games[0], GMGomoku)
}

// mainLine reads the main line of a tree as a game of Connect6 or Gomoku.
func mainLine(t *Tree, gm int) (*Record, error) {
	root := t.Nodes[0]
	size, err := readSize(root)
	if err != nil {
		return nil, err
	}
	rules, err := beginning(root, RulesOf(gm, field(root, "RU"), size))
	if err != nil {
		return nil, err
	}
	r := &Record{
		Size: size, Name: field(root, "GN"), Black: field(root, "PB"), White: field(root, "PW"),
		Date: field(root, "DT"), Place: field(root, "PC"), Event: field(root, "EV"), Rules: field(root, "RU"),
	}
	switch g := rules.(type) {
	case game.Gomoku:
		r.Game = g
	case game.Connect:
		if g.Opening != opening.Free || g.CountFives {
			r.Game = g
		}
	}
	if v, ok := root.Get("AP"); ok {
		name, version, composed := v.Pair()
		if r.Application = name.Line(); composed {
			r.Application += ":" + version.Line()
		}
	}
	if v, ok := root.Get("GC"); ok {
		r.Comment = v.Text()
	}
	for _, p := range root.Properties {
		if !known[p.Name] {
			r.More = append(r.More, p)
		}
	}
	var set setting
	moves, resigned, err := collect(t.Main(), &set, rules.Name())
	if err != nil {
		return nil, err
	}
	how, err := notation(append(set.corners(), moves...))
	if err != nil {
		return nil, err
	}
	first := board.Empty
	if len(moves) > 0 {
		first = moves[0].color
	}
	if r.Start, err = set.start(size, how, first); err != nil {
		return nil, err
	}
	replay, err := newReplay(rules, r.Start)
	if err != nil {
		return nil, root.errorf("the game cannot begin from the position that is set up: %s", err)
	}
	if err := r.play(replay, moves, how); err != nil {
		return nil, err
	}
	r.More = slices.DeleteFunc(r.More, func(p Property) bool { return p.Name == propName && p.Values[0].Text() == r.patternName() })
	if len(r.More) == 0 {
		r.More = nil
	}
	said := ParseResult(field(root, "RE"))
	if resigned != board.Empty && !said.Over {
		said = game.Result{Over: true, Winner: resigned.Other(), Reason: game.ByResign}
	}
	r.Result = agree(said, r.Result)
	return r, nil
}

// readSize reads SZ, "19" or "15:19"; a game without one is on 19x19.
func readSize(root Node) (board.Size, error) {
	v, ok := root.Get("SZ")
	if !ok {
		return board.Size{Cols: 19, Rows: 19}, nil
	}
	cols, rows, composed := v.Pair()
	if !composed {
		rows = cols
	}
	x, err1 := strconv.Atoi(cols.Line())
	y, err2 := strconv.Atoi(rows.Line())
	size := board.Size{Cols: x, Rows: y}
	if err1 != nil || err2 != nil || !size.Valid() {
		return size, root.errorf("the board's size SZ[%s] is none that can be played on; a side has 1 to %d points", board.Clip(v), board.MaxSide)
	}
	return size, nil
}

// move is one value of a B or W property: the points of one node.
type move struct {
	Pos
	color board.Color
	text  string

	choices []string // of the opening, made after it
	offer   string   // the other fifth stone
}

// mostPoints is how many points the largest board has: a game has no more moves.
const mostPoints = board.MaxSide * board.MaxSide

// collect returns the moves of a line, and who resigned in words at its end, and
// notes what is set up before them. name is the game's.
func collect(nodes []Node, set *setting, name string) (moves []move, resigned board.Color, err error) {
	for _, n := range nodes {
		for _, p := range n.Properties {
			color := board.Empty
			switch p.Name {
			case "B":
				color = board.Black
			case "W":
				color = board.White
			case "AB", "AW", "AE", "PL":
				if len(moves) > 0 || resigned != board.Empty {
					if p.Name == "PL" {
						continue // it says what follows from the moves
					}
					return nil, resigned, p.errorf("stones are set up with %s after the first move; only before it they can be read", p.Name)
				}
				read := set.add
				if p.Name == "PL" {
					read = set.turn
				}
				if err := read(p); err != nil {
					return nil, resigned, err
				}
				continue
			case propChoice, propOffer:
				if len(moves) == 0 {
					return nil, resigned, p.errorf("%s follows no move", p.Name)
				}
				m := &moves[len(moves)-1]
				if p.Name == propOffer {
					m.offer = p.Values[0].Line()
					continue
				}
				if len(m.choices)+len(p.Values) > mostPoints {
					return nil, resigned, p.errorf("%s has more values than the largest board has points, %d", p.Name, mostPoints)
				}
				for _, v := range p.Values {
					m.choices = append(m.choices, v.Line())
				}
				continue
			default:
				continue
			}
			for _, v := range p.Values {
				text := v.Line()
				switch {
				case resigned != board.Empty:
					return nil, resigned, p.errorf("%s plays %s after %s resigned", color, board.Clip(text), resigned)
				case strings.EqualFold(text, "resign"):
					resigned = color
				case text == "" || strings.EqualFold(text, "pass"):
					return nil, resigned, p.errorf("%s passes; in %s nobody can", color, name)
				case len(moves) == mostPoints:
					return nil, resigned, p.errorf("the game has more moves than the largest board has points, %d", mostPoints)
				default:
					moves = append(moves, move{Pos: p.Pos, color: color, text: text})
				}
			}
		}
	}
	return moves, resigned, nil
}

// play reads the points of moves, in the one way in which all are written, and
// plays them.
func (r *Record) play(game *replay, moves []move, how board.Notation) error {
	for _, m := range moves {
		words, ok := split(m.text, how)
		if !ok {
			return m.errorf("%q is not one point or two, written like %q", board.Clip(m.text), r.Size.Name(r.Size.Center(), how))
		}
		// Where each turn is written with two points, a lone stone comes twice.
		if len(words) == 2 && words[0] == words[1] {
			if _, n := game.game.Due(); n == 1 {
				words = words[:1]
			}
		}
		for _, word := range words {
			p, err := r.Size.Parse(word, how)
			if err != nil {
				return m.errorf("%s", err)
			}
			if err := game.put(m.color, p); err != nil {
				return m.errorf("%s", err)
			}
		}
		if m.offer != "" {
			p, err := r.Size.Parse(m.offer, how)
			if err == nil {
				err = game.put(m.color, p)
			}
			if err != nil {
				return m.errorf("%s", err)
			}
		}
		if err := game.choose(&m, r.Size, how); err != nil {
			return err
		}
	}
	r.Turns, r.Result = game.turns()
	if r.Foul = game.foul; r.Foul != nil {
		r.Result = lostByFoul
	}
	r.Made, r.Offer = game.game.Made(), game.game.Offer()
	if len(game.game.Choices()) > 0 {
		r.Offer = nil
	}
	return nil
}

// notation says how the points of a game are written.
func notation(moves []move) (board.Notation, error) {
	found, first := board.Algebraic, ""
	for _, m := range moves {
		this := board.Pair
		switch {
		case strings.ContainsAny(m.text, "0123456789"):
			this = board.Algebraic
		case m.text == strings.ToLower(m.text):
			this = board.SGF
		case m.text != strings.ToUpper(m.text):
			return found, m.errorf("%q is partly in upper case and partly in lower case, which mean different rows", board.Clip(m.text))
		}
		if first == "" {
			found, first = this, m.text
		}
		if this != found {
			return found, m.errorf("%q is written in another way than %q before; one game keeps to one", board.Clip(m.text), board.Clip(first))
		}
	}
	return found, nil
}

// split takes the text of a move apart into one point or two. "@@" is no point,
// but fills the place of one.
func split(text string, how board.Notation) ([]string, bool) {
	var words []string
	for i := 0; i < len(text); {
		if strings.IndexByte(" ,-@", text[i]) >= 0 {
			i++
			continue
		}
		n := 2
		if how == board.Algebraic {
			for n = 1; i+n < len(text) && text[i+n] >= '0' && text[i+n] <= '9'; n++ {
			}
		}
		if i+n > len(text) || len(words) == 2 {
			return nil, false
		}
		words = append(words, text[i:i+n])
		i += n
	}
	return words, len(words) > 0
}
