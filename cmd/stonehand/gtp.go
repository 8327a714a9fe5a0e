package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"time"

	"stonehand/cmd/internal/console"
	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/five"
	"stonehand/engine/game"
	"stonehand/engine/gomoku"
	"stonehand/engine/limit"
	"stonehand/engine/search"
)

// consoleGTP speaks the Go Text Protocol.
func consoleGTP(ctx context.Context, args []string, std stdio) error {
	p := gtpPlayers{}
	c := console.GTP{
		Resize: resize, Choose: p.choose, Now: time.Now, Version: build(),
	}
	flags := flag.NewFlagSet("console gtp", flag.ContinueOnError)
	flags.DurationVar(&c.Time, "time", console.DefaultTime, "")
	flags.Uint64Var(&p.nodes, "nodes", 0, "")
	first := flags.String("game", "connect6", "")
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	if err := consoleTime(c.Time); err != nil {
		return err
	}
	var err error
	if c.Games, err = gtpGames(*first); err != nil {
		return err
	}
	c.Choose = p.choose
	return c.Run(ctx, std.in, std.out)
}

// gtpGames lists the games that GTP is spoken for, with the named one first.
func gtpGames(first string) ([]game.Rules, error) {
	list := []game.Rules{game.Connect6(), game.Freestyle(), game.Standard(), game.Renju()}
	i := slices.IndexFunc(list, func(g game.Rules) bool { return g.Name() == first })
	if i < 0 {
		return nil, usageError{fmt.Sprintf("--game %s is not a game that Stonehand plays: choose connect6, gomoku, gomoku-standard or renju", first)}
	}
	list[0], list[i] = list[i], list[0]
	return list, nil
}

// resize puts a game on a board of another size.
func resize(r game.Rules, size board.Size) (game.Rules, error) {
	if !size.Valid() {
		return nil, fmt.Errorf("%dx%d: each side goes from 1 to %d", size.Cols, size.Rows, board.MaxSide)
	}
	switch r := r.(type) {
	case game.Connect:
		if size != r.Board {
			return nil, fmt.Errorf("%s is played on %dx%d", r.Title, r.Board.Cols, r.Board.Rows)
		}
		return r, nil
	case game.Gomoku:
		if size.Cols < 5 || size.Rows < 5 {
			return nil, errors.New("five do not fit")
		}
		r.Board = size
		return r, nil
	}
	return nil, errors.New("this game has one size")
}

// gtpPlayers are who plays, each made when it is asked first.
type gtpPlayers struct {
	nodes  uint64
	engine *search.Engine
	five   gomoku.Player
}

func (p *gtpPlayers) choose(ctx context.Context, q console.GTPQuestion) ([]board.Point, error) {
	if r, ok := q.Rules.(game.Gomoku); ok {
		return p.chooseFive(ctx, q, r)
	}
	if p.engine == nil {
		o := defaults
		o.Seed = 0
		e, err := search.New(connect.Connect6, o, time.Now)
		if err != nil {
			return nil, err
		}
		p.engine = e
	}
	pos := p.engine.Position()
	pos.Reset()
	for _, s := range q.Stones {
		pos.Put(s.Point, s.Color)
	}
	pos.SetTurn(q.ToMove, q.Due)
	l := limit.Budget{Turn: q.Time, Overhead: q.Time / 20}.Limits(0)
	l.Nodes = p.nodes
	r := p.engine.Search(ctx, l, nil)
	if r.Move == connect.NoMove {
		return nil, errors.New("there is nothing to play")
	}
	return r.Move.Points(nil), nil
}

func (p *gtpPlayers) chooseFive(ctx context.Context, q console.GTPQuestion, r game.Gomoku) ([]board.Point, error) {
	if p.five == nil {
		player, err := gomoku.New(gomoku.Five, time.Now)
		if err != nil {
			return nil, err
		}
		p.five = player
	}
	ask := gomoku.Question{
		Size: r.Board, Rules: gomoku.RulesOf(r.Wins), ToMove: q.ToMove,
		Limits: five.Limits{Nodes: p.nodes, Soft: q.Time * 6 / 10, Hard: q.Time * 95 / 100},
	}
	for _, s := range q.Stones {
		ask.Stones = append(ask.Stones, gomoku.Stone{Point: s.Point, Color: s.Color})
	}
	f := p.five.Choose(ctx, ask)
	if f.Point == board.Nowhere {
		return nil, errors.New("there is no point that may be played on")
	}
	return []board.Point{f.Point}, nil
}
