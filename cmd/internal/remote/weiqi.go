package remote

import (
	"fmt"
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/game"
)

// Picture is how a game of Go stands that may be counted.
type Picture struct {
	Turns    int  // that were played
	Counting bool // both sides have passed, and nobody has played on; also once the game is over by its score
	Dead     []board.Point
	Agreed   []board.Color // sides that agree that these stones are dead
}

// picture is how a game of Go stands; nil for other games.
func (p *position) picture() *Picture {
	g := p.record.Game
	if !g.Counts() {
		return nil
	}
	c := &Picture{Turns: len(g.Turns()), Counting: g.Counting() || g.Result().Reason == game.ByScore}
	if !c.Counting {
		return c
	}
	c.Dead = g.Dead()
	for _, side := range []board.Color{board.Black, board.White} {
		if g.Agreed(side) {
			c.Agreed = append(c.Agreed, side)
		}
	}
	return c
}

// Picture returns how a game of Go stood after the first n events of the log; nil for
// other games.
func (p *Peer) Picture(n int) *Picture {
	switch {
	case p.pos == nil || !p.pos.record.Game.Counts() || n > len(p.st.Log):
		return nil
	case n == len(p.st.Log):
		return p.pos.picture()
	}
	pos, err := p.o.Book.play(p.pos.setup, p.st.Log[:n])
	if err != nil {
		return nil // it has been played before, and cannot be otherwise
	}
	return pos.picture()
}

// maxMarked is how long a log may be, in bytes, before stones are marked in it no
// more: a log has to fit into one message, whatever people change their minds about.
const maxMarked = MaxMessage / 2

// count says why an event of a game that is being counted cannot be the next one, or nil.
func (p *position) count(e Event) error {
	if p.size > maxMarked {
		return fmt.Errorf("%w: the record of the game is too long for more marks", ErrNot)
	}
	if len(e.Points) > p.record.Game.Size().Count() {
		return fmt.Errorf("%d points are more than the board has", len(e.Points))
	}
	return nil
}

// Go is how a game of Go stands, for a browser.
type Go struct {
	// Rows has the board, a row a string, the topmost first: "X" is a black stone, "O"
	// a white one, "x" and "o" are dead, "." is an empty point.
	Rows     []string `json:"rows"`
	Counting bool     `json:"counting,omitempty"`
	Dead     []string `json:"dead,omitempty"`   // stones that count as dead, as points
	Agreed   []string `json:"agreed,omitempty"` // "black", "white": who agrees to them
	Score    string   `json:"score,omitempty"`  // of the count: "B+7.5", "0" for a draw
}

// weiqi describes a game of Go; nil for other games.
func (p *position) weiqi() *Go {
	c, g := p.picture(), p.record.Game
	if c == nil {
		return nil
	}
	w := &Go{Counting: g.Counting()}
	if len(c.Dead) > 0 {
		w.Dead = api.Names(c.Dead)
	}
	for _, side := range c.Agreed {
		w.Agreed = append(w.Agreed, side.String())
	}
	if c.Counting {
		score := g.Score()
		w.Score = score.String()
	}
	size := g.Size()
	for y := size.Rows - 1; y >= 0; y-- {
		row := make([]byte, size.Cols)
		for x := range row {
			at := board.At(x, y)
			letters := ".XO"
			if slices.Contains(c.Dead, at) {
				letters = ".xo"
			}
			row[x] = letters[g.At(at)]
		}
		w.Rows = append(w.Rows, string(row))
	}
	return w
}
