package console

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"

	"stonehand/cmd/internal/charset"
	"stonehand/cmd/internal/regular"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/sgf"
	"stonehand/engine/weiqi"
)

// goLoad plays the main line of a record: all of it, or what is before a move of a
// number.
func goLoad(s *gtpSession, _ context.Context, args []string) (string, error) {
	if len(args) == 0 {
		return "", errSyntax
	}
	path, before := recordPath(s.rest)
	most := -1
	if before != "" {
		n, err := strconv.Atoi(before)
		if err != nil || n < 1 {
			return "", errSyntax
		}
		most = n - 1
	}
	data, err := regular.Read(path, sgf.MaxBytes)
	if err != nil {
		return "", fmt.Errorf("cannot load file: %w", err)
	}
	g, err := goFrom(data, s.terms, most)
	if err != nil {
		return "", fmt.Errorf("cannot load file: %w", err)
	}
	s.weiqi = g
	return "", nil
}

// recordPath parts a path from the number of a move behind it, "" for none. A path with
// spaces may stand in quotation marks. Without them the last word is a number if it looks
// like one, unless there is a file of the whole name.
func recordPath(text string) (path, move string) {
	text, move, quoted := unquoted(text)
	if quoted {
		return text, move
	}
	i := strings.LastIndexByte(text, ' ')
	if i < 0 {
		return text, ""
	}
	if _, err := strconv.Atoi(text[i+1:]); err != nil {
		return text, ""
	}
	if _, err := os.Stat(text); err == nil {
		return text, ""
	}
	return strings.TrimSpace(text[:i]), text[i+1:]
}

// unquoted parts what stands in quotation marks at the beginning of a text from what is
// behind them. Without quotation marks it is the whole text.
func unquoted(text string) (path, behind string, quoted bool) {
	text = strings.TrimSpace(text)
	if len(text) > 1 && (text[0] == '"' || text[0] == '\'') {
		if end := strings.LastIndexByte(text[1:], text[0]) + 1; end > 0 {
			return text[1:end], strings.TrimSpace(text[end+1:]), true
		}
	}
	return text, "", false
}

// goFrom plays the main line of the first game of a file until so many moves are made,
// -1: all of them. What the file does not say of the rules is taken from rules.
func goFrom(data []byte, rules weiqi.Rules, most int) (*weiqi.Game, error) {
	c, err := charset.SGF.Read(data)
	if err != nil {
		return nil, err
	}
	games := c.Games
	nodes := games[0].Main()
	root := nodes[0]
	info, problems := games[0].Info()
	if info.Game != sgf.GMGo {
		return nil, at(root.Pos, fmt.Errorf("this is a record of another game, GM[%d]; Go is GM[1]", info.Game))
	}
	if info.Size == (board.Size{}) {
		e := *problems[len(problems)-1]
		e.Done = ""
		return nil, &e
	}
	komi := rules.Komi
	if r, ok := sgf.GoRules(info.Rules); ok {
		rules, rules.Komi = r, komi
	}
	switch {
	case info.HasKomi && weiqi.CheckKomi(info.Komi) == nil:
		rules.Komi = info.Komi
	case info.Handicap > 1 && rules.Komi != 0:
		rules.Komi = game.EvenKomi
	}
	g, err := weiqi.New(rules, info.Size)
	if err != nil {
		return nil, at(root.Pos, err)
	}
	l := goLoader{game: g, left: most}
	for _, n := range nodes {
		if err := l.node(n); err != nil {
			return nil, err
		}
		if l.reached {
			break
		}
	}
	return l.game, nil
}

func at(p sgf.Pos, err error) error { return &sgf.Error{Pos: p, Text: err.Error()} }

// goLoader plays a record.
type goLoader struct {
	game *weiqi.Game
	left int // moves still to be made; negative: all

	reached  bool // the move before which the record ends, behind what is set up before it
	handicap int  // HA
}

// node sets up what a node sets up, and makes its moves.
func (l *goLoader) node(n sgf.Node) error {
	if err := l.setUp(n); err != nil {
		return err
	}
	for _, p := range n.Properties {
		if p.Name != "B" && p.Name != "W" {
			continue
		}
		if l.left == 0 {
			l.reached = true
			return nil
		}
		c, _ := board.ParseColor(p.Name)
		q, err := goVertex(l.game.Board().Size(), p.Values[0])
		if err == nil {
			_, err = l.game.Play(c, q)
		}
		if err != nil {
			return at(p.Pos, fmt.Errorf("move %d: %w", l.game.Len()+1, err))
		}
		l.left--
	}
	return nil
}

// setUp changes stones as a node says. Between moves too: that is the start of a game
// of its own, before which nothing is undone.
func (l *goLoader) setUp(n sgf.Node) error {
	size, stones := l.game.Board().Size(), l.game.Board().Stones()
	said, changed, first := false, false, l.game.ToMove()
	for _, p := range n.Properties {
		c := board.Empty
		switch p.Name {
		case "HA":
			l.handicap, _ = strconv.Atoi(p.Values[0].Line())
			_ = l.game.GiveHandicap(l.handicap) // the stones may come as Black's first moves
			continue
		case "PL":
			if side, ok := board.ParseColor(p.Values[0].Line()); ok {
				said, changed, first = true, changed || side != first, side
			}
			continue
		case "AB":
			c = board.Black
		case "AW":
			c = board.White
		case "AE":
		default:
			continue
		}
		points, problems := p.Points(size)
		if len(problems) > 0 {
			return problems[0]
		}
		for _, q := range points {
			changed = changed || stones[q] != c
			stones[q] = c
		}
	}
	if !changed {
		return nil
	}
	var sides [3][]board.Point
	for p := range size.Points {
		sides[stones[p]] = append(sides[stones[p]], p)
	}
	g, err := weiqi.New(l.game.Rules(), size)
	if err != nil {
		return at(n.Pos, err)
	}
	if l.handicap > 0 {
		if l.game.Len() == 0 && !said && len(sides[board.White]) == 0 {
			first = board.White
		}
		_ = g.GiveHandicap(l.handicap) // a number that is none counts for nothing
	}
	err = g.SetUp(sides[board.Black], sides[board.White], first)
	if err != nil {
		return at(n.Pos, fmt.Errorf("the stones of this node cannot be set up: %w", err))
	}
	before := l.game.Board()
	if err := g.SetCaptured(before.Captured(board.Black), before.Captured(board.White)); err != nil {
		return at(n.Pos, err)
	}
	l.game = g
	return nil
}

// goVertex reads a move; "" is a pass, and so is tt, as FF[3] had it.
func goVertex(size board.Size, v sgf.Value) (board.Point, error) {
	if text := v.Line(); text != "" && text != "tt" {
		return size.Parse(text, board.SGF)
	}
	return board.Nowhere, nil
}
