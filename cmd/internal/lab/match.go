// Package lab is the engines' laboratory: it lets players meet, measures what came
// of it, and writes down what the measurements say.
package lab

import (
	"context"
	"fmt"
	"sync"
	"time"

	"stonehand/cmd/internal/jobs"
	"stonehand/cmd/internal/players"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/connect"
	"stonehand/engine/game"
	"stonehand/engine/pairs"
	"stonehand/engine/player"
	"stonehand/engine/sgf"
)

// Match lets two players of any game meet: every opening is played twice, with
// colours swapped.
type Match struct {
	Rules    game.Rules
	A, B     players.Maker // one player of each is made a worker
	Openings [][]game.Turn
	Workers  int // games at a time; 0 means 1
	// MaxTurns ends a game as a draw; 0 means when its rules do.
	MaxTurns int
	// Clock, if there is one, is each side's for the game, the given opening aside;
	// players whose clock runs out lose. Turns' times are otherwise the players' own.
	Clock clock.Control
	now   func() time.Time // nil: time.Now
	// Each, if set, is called after every pair, one call at a time, in the openings' order.
	Each func(pair [2]Record, sofar pairs.Score)
	// Stop, if set, ends the match early when it returns true; what was played beyond
	// that pair does not count.
	Stop func(sofar pairs.Score) bool
	// Farm, if set, plays the pairs, and then the players are those of Pair.
	Farm jobs.Doer
	Pair Pair
}

// Record is one finished game.
type Record struct {
	Rules        game.Rules
	Black, White string
	Turns        []game.Turn
	Winner       board.Color      // Empty for a draw
	Fault        string           // why a player lost without the board saying so
	OnTime       bool             // the fault is that its clock ran out
	Slowest      [3]time.Duration // each side's longest turn
}

// Play plays the match and returns A's score. If nothing but nodes and depth bound the
// players, it is the same for any number of workers, and on a farm.
func (m *Match) Play(ctx context.Context) (pairs.Score, error) {
	var total pairs.Score
	begin, leave, do := func() (*couple, error) {
		c := &couple{}
		return c, m.sit(ctx, c)
	}, (*couple).leave, m.pair
	if m.Farm != nil {
		begin, leave, do = nil, nil, m.farmed
	}
	err := jobs.InOrder(ctx, m.Workers, aheadOf*m.Workers, begin, leave, jobs.Each(m.Openings), do, func(pair [2]Record) (bool, error) {
		total.AddPair(pairs.Points(pair[0].Winner, true), pairs.Points(pair[1].Winner, false))
		if m.Each != nil {
			m.Each(pair, total)
		}
		return m.Stop == nil || !m.Stop(total), nil
	})
	return total, err
}

// aheadOf is how many jobs for each worker may be begun before the oldest one is done:
// one long game is not to keep the others waiting.
const aheadOf = 4

// couple is a worker's two players, A's and B's; nil: to be made.
type couple [2]player.Player

// sit makes the players that a couple lacks.
func (m *Match) sit(ctx context.Context, c *couple) (err error) {
	for i, maker := range []players.Maker{m.A, m.B} {
		if c[i] != nil {
			continue
		}
		if c[i], err = maker.Make(ctx); err != nil {
			c[i] = nil
			c.leave()
			return err
		}
	}
	return nil
}

// leave ends both at once: a program may take long to leave.
func (c *couple) leave() {
	var both sync.WaitGroup
	for i, p := range c {
		both.Go(func() { players.Close(p) })
		c[i] = nil
	}
	both.Wait()
}

// pair plays an opening twice. A player that has failed is made again for its next game.
func (m *Match) pair(ctx context.Context, c *couple, opening []game.Turn) (pair [2]Record, err error) {
	for i := range pair {
		if err := m.sit(ctx, c); err != nil {
			return pair, fmt.Errorf("the match ends, as a player that has failed does not start again: %w", err)
		}
		seats := [2]seat{seated(m.A.Name, c[0]), seated(m.B.Name, c[1])}
		r, err := m.game(ctx, seats[i], seats[1-i], opening)
		if err != nil {
			return pair, err
		}
		if r.Fault != "" && !r.OnTime {
			failed := i
			if r.Winner == board.Black {
				failed = 1 - i
			}
			players.Close(c[failed])
			c[failed] = nil
		}
		pair[i] = r
	}
	return pair, nil
}

// seat is a player by its name.
type seat struct {
	name string
	player.Player
}

// seated is a player by the name that it has, or else by its maker's.
func seated(maker string, p player.Player) seat {
	if n, ok := p.(player.Named); ok {
		return seat{n.Name(), p}
	}
	return seat{maker, p}
}

// game plays one game. A player that fails or answers what is not allowed loses
// it; only the context's end is an error.
func (m *Match) game(ctx context.Context, black, white seat, opening []game.Turn) (Record, error) {
	now := m.now
	if now == nil {
		now = time.Now
	}
	seats := [3]seat{board.Black: black, board.White: white}
	for _, s := range seats[1:] {
		// The game may begin like one before it, of which nobody is to remember
		// anything: games have to be independent.
		player.Forget(s.Player)
	}
	g := game.New(m.Rules)
	r := Record{Rules: m.Rules, Black: black.name, White: white.name}
	for _, t := range opening {
		if err := g.Play(t); err != nil {
			return r, fmt.Errorf("opening %v: %w", opening, err)
		}
	}
	left := [3]clock.Side{board.Black: m.Clock.Start(), board.White: m.Clock.Start()}
	for !g.Result().Over && (m.MaxTurns == 0 || len(g.Turns()) < m.MaxTurns) {
		me, _ := g.Due()
		began := now()
		a, err := seats[me].Choose(ctx, player.Question{Position: player.At(g), Clock: m.Clock, Left: left[me]}, nil)
		if ctx.Err() != nil {
			return r, ctx.Err()
		}
		took, had := now().Sub(began), m.Clock.Left(left[me])
		r.Slowest[me] = max(r.Slowest[me], took)
		left[me] = m.Clock.Spend(left[me], took)
		turn := game.Turn{Color: me, Points: a.Points}
		if err == nil {
			err = g.Check(turn)
		}
		if err == nil && took >= had {
			err, r.OnTime = fmt.Errorf("lost on time in turn %d, %v too late", len(g.Turns())+1, took-had), true
		}
		if err == nil {
			left[me] = m.Clock.Press(left[me])
			err = g.Play(turn)
		}
		if err != nil {
			r.Turns, r.Winner, r.Fault = g.Turns(), me.Other(), fmt.Sprintf("%s: %v", seats[me].name, err)
			return r, nil
		}
	}
	r.Turns, r.Winner = g.Turns(), g.Result().Winner
	return r, nil
}

// Beginnings are openings of Connect6 as a match takes them.
func Beginnings(openings [][]connect.Move) (all [][]game.Turn) {
	for _, moves := range openings {
		var points [][]board.Point
		for _, m := range moves {
			points = append(points, m.Points(nil))
		}
		all = append(all, turnsOf(points))
	}
	return all
}

// SGF writes the game as a file for programs that show games.
func (r Record) SGF() []byte {
	rec := sgf.Record{Game: r.Rules, Size: r.Rules.Size(), Black: r.Black, White: r.White, Rules: r.Rules.Name(), Turns: r.Turns, Comment: r.Fault}
	rec.Result = game.Result{Over: true, Winner: r.Winner}
	if r.OnTime {
		rec.Result.Reason = game.ByTime
	}
	if r.Fault == "" && r.Winner != board.Empty {
		rec.Result.Reason = game.ByLine
	}
	return rec.SGF()
}
