// Package duel is the laboratory of Gomoku and Renju: their players, and other
// programs, meet in matches from openings that are near even.
package duel

import (
	"context"
	"fmt"
	"time"

	"stonehand/cmd/internal/lab"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/sgf"
)

// Player plays games of five in a row against another.
type Player interface {
	// Name tells players apart in tables and game records.
	Name() string
	// Choose returns the point of the player's next stone after the given stones,
	// Black's and White's by turns. The slice must not be kept.
	Choose(ctx context.Context, stones []board.Point) (board.Point, error)
	// Close frees what the player holds.
	Close() error
}

// Maker makes a player for one game at a time.
type Maker struct {
	Name string
	Make func() (Player, error)
}

// Match lets two players meet at Gomoku or Renju: every opening is played twice,
// with colours swapped.
type Match struct {
	Rules    game.Gomoku
	A, B     Maker
	Openings [][]board.Point
	Workers  int // games at a time; 0 means 1
	// Each, if set, is called after every pair, one call at a time.
	Each func(pair [2]Record, sofar lab.Score)
	// Stop, if set, ends the match early when it returns true.
	Stop func(sofar lab.Score) bool
}

// Record is one finished game.
type Record struct {
	Rules        game.Gomoku
	Black, White string
	Opening      int // stones that were given
	Stones       []board.Point
	Winner       board.Color      // Empty for a draw
	Fault        string           // why a player lost without the board saying so
	Slowest      [3]time.Duration // each side's longest move
}

// Play plays the match and returns A's score.
func (m *Match) Play(ctx context.Context) (lab.Score, error) {
	return lab.Meeting[Player, Record]{
		A: m.A.Make, B: m.B.Make, Pairs: len(m.Openings), Workers: m.Workers, Each: m.Each, Stop: m.Stop,
		Game: func(ctx context.Context, black, white Player, i int) (Record, board.Color, error) {
			r, err := m.game(ctx, black, white, m.Openings[i])
			return r, r.Winner, err
		},
	}.Play(ctx)
}

// game plays one game. A player that fails or answers what is not allowed loses
// it; only the context's end is an error.
func (m *Match) game(ctx context.Context, black, white Player, opening []board.Point) (Record, error) {
	g := game.New(m.Rules)
	r := Record{Rules: m.Rules, Black: black.Name(), White: white.Name(), Opening: len(opening)}
	play := func(p board.Point) error {
		c, _ := g.Due()
		if err := g.Play(game.Turn{Color: c, Points: []board.Point{p}}); err != nil {
			return err
		}
		r.Stones = append(r.Stones, p)
		return nil
	}
	for _, p := range opening {
		if err := play(p); err != nil {
			return r, fmt.Errorf("opening %v: %w", opening, err)
		}
	}
	for !g.Result().Over {
		me, _ := g.Due()
		player := black
		if me == board.White {
			player = white
		}
		began := time.Now()
		p, err := player.Choose(ctx, r.Stones)
		if ctx.Err() != nil {
			return r, ctx.Err()
		}
		r.Slowest[me] = max(r.Slowest[me], time.Since(began))
		if err == nil {
			err = play(p)
		}
		if err != nil {
			r.Winner, r.Fault = me.Other(), fmt.Sprintf("%s: %v", player.Name(), err)
			return r, nil
		}
	}
	r.Winner = g.Result().Winner
	return r, nil
}

// SGF writes the game as a file for programs that show games.
func (r Record) SGF() []byte {
	rec := sgf.Record{Game: r.Rules, Size: r.Rules.Board, Black: r.Black, White: r.White, Rules: r.Rules.Title, Comment: r.Fault}
	c := board.Black
	for _, p := range r.Stones {
		rec.Turns = append(rec.Turns, game.Turn{Color: c, Points: []board.Point{p}})
		c = c.Other()
	}
	rec.Result = game.Result{Over: true, Winner: r.Winner}
	if r.Fault == "" && r.Winner != board.Empty {
		rec.Result.Reason = game.ByLine
	}
	return rec.SGF()
}
