package search

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
)

// Player is an engine as who sits at a seat: [player.Player] and its abilities
// [player.Ponderer], [player.Hurrier] and [player.Forgetter].
type Player struct {
	options Options // at full strength
	engine  *Engine
	// Vary chooses among book turns of like weight again in every question.
	Vary bool
}

// NewPlayer takes an engine's memory. now is its only clock.
func NewPlayer(size board.Size, o Options, now func() time.Time) (*Player, error) {
	e, err := New(size, o, now)
	if err != nil {
		return nil, err
	}
	return &Player{options: o, engine: e}, nil
}

// Options returns the options of full strength.
func (p *Player) Options() Options { return p.options }

// Set changes them; on an error nothing changes.
func (p *Player) Set(o Options) error {
	if err := p.engine.Set(o); err != nil {
		return err
	}
	p.options = o
	return nil
}

// Hurries implements [player.Hurrier].
func (p *Player) Hurries() {}

// Forget implements [player.Forgetter].
func (p *Player) Forget() { p.engine.Forget() }

// Choose implements [player.Player]. The limits are those of a search; the
// question's clock is for others to plan them by.
func (p *Player) Choose(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	if err := p.stand(q.Position); err != nil {
		return player.Answer{}, err
	}
	o, lim := p.options, q.Limits
	if q.Level > 0 {
		o, lim = Rung(q.Level, o, lim)
	}
	if p.Vary {
		o.Seed = uint64(p.engine.now().UnixNano()) | 1
	}
	if err := p.engine.Set(o); err != nil {
		return player.Answer{}, err
	}
	hurried, cancel := player.Hurried(ctx, q.Hurry)
	defer cancel()
	var tell func(Found)
	if report != nil {
		tell = func(f Found) { report(told(f)) }
	}
	r := p.engine.Search(hurried, lim, tell)
	if err := ctx.Err(); err != nil {
		return player.Answer{}, err
	}
	if r.Move == connect.NoMove {
		return player.Answer{}, errors.New("there is no turn to choose: the game is over")
	}
	return player.Answer{Info: told(r), Points: r.Move.Points(nil)}, nil
}

// stand puts a position on the engine's board.
func (p *Player) stand(at player.Position) error {
	r, ok := at.Rules.(game.Connect)
	pos := p.engine.Position()
	if !ok || r.Board != pos.Size() || r.Row != connect.Row || r.Each != connect.Each {
		return fmt.Errorf("this player does not play %s", at.Rules.Name())
	}
	pos.Reset()
	for at, c := range at.Stones {
		if !pos.Free(at) {
			return fmt.Errorf("the game has a stone on %v, which is not an empty point of the board", at)
		}
		pos.Put(at, c)
	}
	pos.SetTurn(at.ToMove, at.Due)
	return nil
}

// ponderTime is how long the engine ponders on one position: by then most of
// the transposition table has been written over, and a person who has not moved
// may have left. The computer is to rest then.
const ponderTime = 5 * time.Minute

// Ponder implements [player.Ponderer]. It searches the position from the
// opponent's side, so that whatever the opponent plays, the transposition table
// knows something of what follows: most after the replies that it finds best.
// The next Choose probes that table by the keys of its own positions, and takes
// nothing else from here.
func (p *Player) Ponder(ctx context.Context, q player.Question) {
	if p.stand(q.Position) != nil {
		return
	}
	// A turn from the book or a win that the opponent has at hand would end the
	// search; people do not always see it.
	o := p.options
	o.Book, o.Solver = false, false
	if p.engine.Set(o) != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, ponderTime)
	defer cancel()
	r := p.engine.Search(ctx, limit.Limits{}, nil)
	if pos := p.engine.Position(); r.Source == player.FromOnly && ctx.Err() == nil && r.Move != connect.NoMove {
		// The opponent has one reply: the question that follows it is known.
		if pos.PlayMove(r.Move); !pos.Over() {
			p.engine.Search(ctx, limit.Limits{}, nil)
		}
	}
}

// Propose implements [player.Proposer].
func (p *Player) Propose(at player.Position, n int) (turns [][]board.Point) {
	if p.stand(at) != nil || p.engine.Set(p.options) != nil {
		return nil
	}
	moves := make([]connect.Move, n)
	for _, m := range moves[:p.engine.Candidates(moves)] {
		turns = append(turns, m.Points(nil))
	}
	return turns
}

// told is what a search thinks as a player tells it.
func told(f Found) player.Info {
	t := player.Info{
		Source: f.Source, Depth: f.Depth, Score: int(f.Score),
		Nodes: f.Nodes, Elapsed: f.Elapsed, Line: make([][]board.Point, len(f.Line)),
	}
	if !f.Proved {
		t.Score = min(max(t.Score, -maxStatic), maxStatic)
	} else {
		t.Win = WinOf(f.Score)
	}
	chance := Chance(int32(t.Score))
	t.Chance = &chance
	for k, m := range f.Line {
		t.Line[k] = m.Points(nil)
	}
	return t
}

// WinOf returns how many of its turns the win takes that a score is for the side
// to move; negative, how many of the opponent's; 0 if it is none.
func WinOf(score int32) int {
	switch {
	case score >= Proved:
		return int(Win-score+1) / 2
	case score <= -Proved:
		return -max(1, int(Win+score)/2)
	}
	return 0
}

// ChanceScale is the score that makes a win e times as likely as a loss, fitted
// by "stonehand study chance" to games of the engine against itself.
const ChanceScale = 3259

// Chance is the side to move's chance to win, from 0 to 1: what the engine makes of
// such a score when it plays against itself. It is 1 or 0 of a proved win or loss.
func Chance(score int32) float64 {
	switch {
	case score >= Proved:
		return 1
	case score <= -Proved:
		return 0
	}
	return player.Chance(float64(score) / ChanceScale)
}
