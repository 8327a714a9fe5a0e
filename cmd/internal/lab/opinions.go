package lab

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stonehand/cmd/internal/jobs"
	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/game"
)

// KindOpinion is the job to look at one position of a game, an [Outlook].
const KindOpinion = "opinion"

// Outlook is a position of a game as a job has it, and the turn that was played there.
type Outlook struct {
	Rules   string         `json:"rules"` // the game's name
	Size    board.Size     `json:"size"`
	Black   []board.Point  `json:"black"` // set up to begin from, if anything was
	White   []board.Point  `json:"white"`
	ToMove  board.Color    `json:"to_move"` // then
	Turns   []connect.Move `json:"turns"`   // up to the position
	Played  connect.Move   `json:"played"`  // [connect.NoMove] at the end
	Nodes   uint64         `json:"nodes"`
	TableMB int            `json:"table_mb"`
}

// rules are those of the position's game: Connect6 where no other is named.
func (o *Outlook) rules() game.Rules {
	if five, ok := game.GomokuNamed(o.Rules); ok {
		five.Board = o.Size
		return five
	}
	rules := game.Connect6()
	rules.Board = o.Size
	return rules
}

// opinions looks at every position of a game, from the end to the beginning: what is found
// out about a position is known when those before it are searched by time.
func (a Analyzer) opinions(ctx context.Context, rules game.Rules, start game.Start, turns []connect.Move, progress func(done, all int)) ([]opinion, error) {
	all := make([]opinion, len(turns)+1)
	at, taken := len(turns)+1, len(turns)+1
	next := func() (int, bool) { at--; return at, at >= 0 }
	take := func(o opinion) (bool, error) {
		taken--
		all[taken] = o
		if progress != nil {
			progress(len(all)-taken, len(all))
		}
		return true, nil
	}
	job := func(i int) Outlook {
		o := Outlook{Rules: rules.Name(), Size: rules.Size(), Black: start.Black, White: start.White, ToMove: start.ToMove, Turns: turns[:i], Played: connect.NoMove, Nodes: a.Limits.Nodes, TableMB: a.TableMB}
		if i < len(turns) {
			o.Played = turns[i]
		}
		return o
	}
	if a.Farm != nil {
		return all, jobs.InOrder(ctx, a.Workers, aheadOf*a.Workers, nil, nil, next, func(ctx context.Context, _ struct{}, i int) (opinion, error) {
			o, err := jobs.Ask[opinion](ctx, a.Farm, KindOpinion, job(i))
			if err == nil && i < len(turns) && len(o.Line) == 0 {
				err = errNoTurn
			}
			return o, err
		}, take)
	}
	workers := a.Workers
	if a.Limits.Hard > 0 {
		workers = 1
	}
	return all, jobs.InOrder(ctx, workers, workers, func() (mind, error) { return a.mind(rules, false) }, nil, next, func(ctx context.Context, e mind, i int) (opinion, error) {
		return a.look(ctx, e, job(i))
	}, take)
}

// errNoTurn is what is wrong with an opinion of a position in which a turn can be played.
var errNoTurn = errors.New("an opinion without a turn came back")

// look searches one position, and another after its best turn, if that was not played.
func (a Analyzer) look(ctx context.Context, e mind, at Outlook) (o opinion, err error) {
	if a.Limits.Hard == 0 {
		e.forget()
	}
	if err := e.begin(game.Start{Black: at.Black, White: at.White, ToMove: at.ToMove}); err != nil {
		return o, err
	}
	for _, m := range at.Turns {
		e.PlayMove(m)
	}
	o = e.think(ctx, &a)
	if err := ctx.Err(); err != nil {
		return o, err
	}
	switch {
	case e.Over():
		return o, nil
	case len(o.Line) == 0:
		return o, errNoTurn
	case o.Line[0] == at.Played || o.Value.Win > 0:
		return o, nil
	}
	best := o.Line[0]
	e.PlayMove(best)
	next := e.think(ctx, &a)
	o.Best, o.Line = next.Value.other(), append([]connect.Move{best}, next.Line...)
	return o, ctx.Err()
}

// doLook does the job [KindOpinion].
func doLook(ctx context.Context, at Outlook) (o opinion, err error) {
	a := DefaultAnalyzer
	a.Limits.Hard, a.Limits.Nodes, a.TableMB = 0, at.Nodes, at.TableMB
	if err := a.Check(); err != nil {
		return o, err
	}
	a.Now = time.Now
	e, err := a.mind(at.rules(), false)
	if err != nil {
		return o, err
	}
	if err := e.begin(game.Start{Black: at.Black, White: at.White, ToMove: at.ToMove}); err != nil {
		return o, err
	}
	for i, m := range at.Turns {
		if err := e.legal(m, i == len(at.Turns)-1); err != nil {
			return o, fmt.Errorf("turn %d: %w", i+1, err)
		}
		e.PlayMove(m)
	}
	return a.look(ctx, e, at)
}
