package main

import (
	"context"
	"fmt"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table"
	"stonehand/engine/board"
	"stonehand/engine/five"
	"stonehand/engine/game"
	"stonehand/engine/gomoku"
	"stonehand/engine/limit"
	"stonehand/engine/opening"
	"stonehand/engine/search"
)

// fives answers the table's questions at Gomoku and Renju. A player is made when
// it is asked first.
type fives struct {
	now     func() time.Time
	players map[string]gomoku.Player
	plan    []board.Point // the stones of an opening that is being put down, from the first one on
}

func (f *fives) think(ctx context.Context, q table.Question, r game.Gomoku, report func(api.Thought)) ([]board.Point, error) {
	if step := r.Opening.Next(len(q.Turns), q.Made); step.Player != opening.Nobody || step.Stones == 2 {
		return f.open(ctx, q, r, step)
	}
	name, ask := f.ask(q, r)
	p, err := f.player(name)
	if err != nil {
		return nil, err
	}
	hurry, cancel := hurriedBy(ctx, q.Now)
	defer cancel()
	begun := f.now()
	found := p.Choose(hurry, ask)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if found.Point == board.Nowhere {
		return nil, fmt.Errorf("no point is left to play after %d turns", len(q.Turns))
	}
	score := scoreOf(name, found.Score)
	th := api.Thought{Depth: found.Depth, Score: score, Chance: decided(score), Nodes: found.Nodes, TotalMS: f.hard(q).Milliseconds(), Line: [][]string{{found.Point.String()}}}
	if s := f.now().Sub(begun).Seconds(); s > 0 {
		th.NPS = uint64(float64(found.Nodes) / s)
	}
	report(th)
	return []board.Point{found.Point}, nil
}

// scoreOf is a player's score on the scale of those of Connect6, by which a page
// tells that a game is decided. Of others than the strong player a score proves nothing.
func scoreOf(player string, score int) int {
	switch {
	case player != gomoku.Five:
		return score
	case score > five.Proved:
		return search.Win - (five.Win - score)
	case score < -five.Proved:
		return -search.Win + (five.Win + score)
	}
	return score
}

// decided is the chance to win of the side to move where a score on the scale of
// those of Connect6 proves it, else nil: how likely a win is at other scores of
// Gomoku and Renju has not been measured.
func decided(score int) *float64 {
	if v := chanceOf(int32(score)); v.Win != 0 {
		chance := v.Chance()
		return &chance
	}
	return nil
}

// player returns the player of that name, which is made when it is asked first.
func (f *fives) player(name string) (gomoku.Player, error) {
	if p := f.players[name]; p != nil {
		return p, nil
	}
	p, err := gomoku.New(name, f.now)
	if err != nil {
		return nil, err
	}
	if f.players == nil {
		f.players = map[string]gomoku.Player{}
	}
	f.players[name] = p
	return p, nil
}

// ask words a question of the table, and names the player who answers it.
func (f *fives) ask(q table.Question, r game.Gomoku) (string, gomoku.Question) {
	hard := f.hard(q)
	name, lim := gomoku.Level(q.Level, five.Limits{Soft: part(hard), Hard: hard})
	ask := gomoku.Question{
		Size: r.Board, Rules: gomoku.RulesOf(r.Wins), ToMove: q.Start.ToMove, Limits: lim,
	}
	if ask.ToMove == board.Empty {
		ask.ToMove = board.Black
	}
	for _, side := range []game.Turn{{Color: board.Black, Points: q.Start.Black}, {Color: board.White, Points: q.Start.White}} {
		for _, at := range side.Points {
			ask.Stones = append(ask.Stones, gomoku.Stone{Point: at, Color: side.Color})
		}
	}
	for _, t := range q.Turns {
		for _, at := range t.Points {
			ask.Stones = append(ask.Stones, gomoku.Stone{Point: at, Color: t.Color})
		}
		ask.ToMove = t.Color.Other()
	}
	return name, ask
}

// hard is how long a move may take.
func (f *fives) hard(q table.Question) time.Duration {
	if q.Clock.IsZero() {
		return max(q.Budget-answerMargin, q.Budget/2)
	}
	b := limit.OnClock(q.Clock, q.Left)
	b.Overhead = clockMargin
	return b.Limits(len(q.Turns)).Hard
}
