// Package study says what there is to know of a position: influence and territory, what
// every point is worth and which next moves have a name, in Go; and in every game a hint,
// a turn with the reason for it.
package study

import (
	"bytes"
	"slices"
	"strings"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/influence"
	"stonehand/engine/weiqi"
	"stonehand/engine/weiqi/joseki"
	"stonehand/engine/weiqi/shapes"
)

// chinese has in Chinese why a position cannot be studied.
const chinese text.Section = "study"

// Position is a position of Go. Nothing of it may be changed while it is studied.
type Position struct {
	Board  *weiqi.Board
	ToMove board.Color
	// May reports whether the side to move may play on an empty point.
	May func(board.Point) bool
	// Goal is how many stones a side has to capture to win at once; 0: none.
	Goal int
}

// Of returns the position of a game as it stands.
func Of(g *weiqi.Game) Position {
	c := g.ToMove()
	return Position{Board: g.Board(), ToMove: c, May: func(p board.Point) bool { return g.Check(c, p) == nil }}
}

// Read returns the position that an order is about, or says what is wrong with it.
func Read(o *api.StudyOrder) (Position, error) {
	if err := weiqi.CheckSize(o.Size); err != nil {
		return Position{}, chinese.Of("\"size\": %w", err)
	}
	if o.ToMove == board.Empty {
		return Position{}, chinese.Of("\"to_move\" is to be \"black\" or \"white\"")
	}
	g, err := setUp(weiqi.Presets()[0], o, "stones", o.Stones, o.ToMove)
	if err != nil {
		return Position{}, err
	}
	at := Of(g)
	if o.Moves != "" {
		before, err := history(o)
		if err != nil {
			return Position{}, err
		}
		if before != nil && before.Board().Key() == g.Board().Key() {
			at.May = func(p board.Point) bool { return before.Check(o.ToMove, p) == nil }
		}
	}
	if o.Ko != nil {
		ko, may := *o.Ko, at.May
		at.May = func(p board.Point) bool { return p != ko && may(p) }
	}
	return at, nil
}

// setUp returns a game that begins with the stones of an order's field.
func setUp(rules weiqi.Rules, o *api.StudyOrder, field, text string, toMove board.Color) (*weiqi.Game, error) {
	if len(text) != o.Size.Count() {
		return nil, chinese.Of("%q has %d characters: a board of %s has %d points", field, len(text), o.Size, o.Size.Count())
	}
	var stones [3][]board.Point
	for i := range o.Size.Count() {
		switch p := o.Size.Point(i); text[i] {
		case 'b':
			stones[board.Black] = append(stones[board.Black], p)
		case 'w':
			stones[board.White] = append(stones[board.White], p)
		case '.':
		default:
			return nil, chinese.Of("%q has %q for %s: use b, w and a full stop", field, text[i], p)
		}
	}
	g, err := weiqi.New(rules, o.Size)
	if err == nil {
		err = g.SetUp(stones[board.Black], stones[board.White], toMove)
	}
	if err != nil {
		return nil, chinese.Of("%q: %w", field, err)
	}
	return g, nil
}

// history plays an order's moves; nil where the rules do not allow them.
func history(o *api.StudyOrder) (*weiqi.Game, error) {
	var terms game.Terms
	if err := terms.UnmarshalText([]byte(o.Rules)); err != nil {
		return nil, chinese.Of("\"rules\": %w", err)
	}
	rules, err := terms.Rules()
	if err != nil {
		return nil, chinese.Of("\"rules\": %w", err)
	}
	start := o.Start
	if start == "" {
		stones := bytes.Repeat([]byte("."), o.Size.Count())
		for _, p := range terms.Standing(o.Size) {
			stones[o.Size.Index(p)] = 'b'
		}
		start = string(stones)
	}
	g, err := setUp(rules, o, "start", start, board.Black)
	if err != nil {
		return nil, err
	}
	for word := range strings.FieldsSeq(o.Moves) {
		c, p := board.Black, board.Nowhere
		if word[0] == 'w' {
			c = board.White
		}
		if word[1:] != "" {
			p, err = o.Size.Parse(word[1:], board.Algebraic)
		}
		if err != nil || word[0] != 'b' && word[0] != 'w' {
			return nil, chinese.Of("\"moves\" has %.12q, which is no move: write one like \"bD4\"", word)
		}
		if _, err := g.Play(c, p); err != nil {
			return nil, nil
		}
	}
	return g, nil
}

// Study returns everything there is to know of a position; played are the moves of the
// user's own games, nil for none.
func Study(at Position, played *joseki.Records) *api.Study {
	s := &api.Study{Moves: moves(at, played), Worth: worths(at)}
	s.Map, s.Forces = Influence(at.Board)
	if played != nil {
		s.Games, _ = played.Games()
	}
	return s
}

// Influence returns what both models say.
func Influence(b *weiqi.Board) (byMap, byForces api.Influence) {
	size, stones := b.Size(), influence.Stones(b.Stones())
	var m influence.Map
	m.Set(size, &stones)
	var f influence.Forces
	f.Set(size, &stones)
	return said(size, m.Balance(), m.At, m.Owner), said(size, f.Balance(), f.At, f.Owner)
}

// said writes what a model says.
func said(size board.Size, balance int, at func(board.Point) int, owner func(board.Point) board.Color) api.Influence {
	i := api.Influence{Balance: balance, Points: make([]int, size.Count())}
	owners := make([]byte, size.Count())
	for n := range owners {
		p := size.Point(n)
		i.Points[n], owners[n] = at(p), ".bw"[owner(p)]
	}
	black, white := influence.Count(size, owner)
	i.Owner, i.Area = string(owners), api.Two{Black: float64(black), White: float64(white)}
	return i
}

// worths returns what a move is worth on every point, nil where none may be made.
func worths(at Position) []*int {
	size := at.Board.Size()
	list := make([]*int, size.Count())
	each(at, func(n, worth int) { list[n] = &worth })
	return list
}

// each calls with every point that may be played, by number, and what a move there is
// worth.
func each(at Position, tell func(n, worth int)) {
	size, before := at.Board.Size(), influence.Stones(at.Board.Stones())
	var now influence.Map
	now.Set(size, &before)
	balance, after := now.Balance(), *at.Board
	var changed []board.Point
	for n := range size.Count() {
		p := size.Point(n)
		if at.Board.At(p) != board.Empty || !at.May(p) {
			continue
		}
		changed = at.Board.Captures(at.ToMove, p, append(changed[:0], p))
		u := after.Play(at.ToMove, p)
		stones := influence.Stones(after.Stones())
		after.Undo(u)
		then := now
		then.Change(&before, &stones, changed)
		worth := then.Balance() - balance
		if at.ToMove == board.White {
			worth = -worth
		}
		tell(n, worth)
	}
}

// moves lists the next moves that are known.
func moves(at Position, played *joseki.Records) []api.Known {
	var list []api.Known
	for _, m := range joseki.All().Next(at.Board, at.ToMove) {
		k := api.Known{Kind: "joseki", Name: text.InEach(nameOf(&m)), Joseki: len(m.Joseki)}
		if m.Point != board.Nowhere {
			if !at.May(m.Point) {
				continue
			}
			k.Point = &m.Point
		}
		list = append(list, k)
	}
	for _, m := range shapes.All().Find(at.Board, at.ToMove) {
		if at.May(m.Point) {
			list = append(list, api.Known{Kind: "shape", Point: &m.Point, Name: text.InEach(text.Each{m.Shape.English, m.Shape.Chinese})})
		}
	}
	if played == nil {
		return list
	}
	for _, corner := range []bool{false, true} {
		for _, p := range played.Next(at.Board, at.ToMove, corner) {
			if p.Point != board.Nowhere && at.May(p.Point) {
				list = count(list, p, corner)
			}
		}
	}
	return list
}

// count adds how often a move was played to all that is known of it.
func count(list []api.Known, p joseki.Played, corner bool) []api.Known {
	games, there := api.Games{Played: p.Games, Won: p.Won}, false
	for i := range list {
		if k := &list[i]; k.Point != nil && *k.Point == p.Point {
			there = true
			if corner {
				k.Corner = games
			} else {
				k.Board = games
			}
		}
	}
	if there {
		return list
	}
	return count(append(list, api.Known{Kind: "played", Point: &p.Point, Name: map[string]string{}}), p, corner)
}

// nameOf is the name of a move of a joseki, else of the first joseki that it begins.
func nameOf(m *joseki.Move) text.Each {
	n := m.Name
	if n == (joseki.Name{}) && len(m.Joseki) > 0 {
		n = m.Joseki[0].Name
	}
	return text.Each{n.English, n.Chinese}
}

// Points lists where moves are known by name, each point once.
func Points(at Position) (points []board.Point) {
	for _, k := range moves(at, nil) {
		if k.Point != nil && !slices.Contains(points, *k.Point) {
			points = append(points, *k.Point)
		}
	}
	return points
}
