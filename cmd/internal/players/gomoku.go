package players

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/five"
	"stonehand/engine/game"
	"stonehand/engine/gomoku"
	"stonehand/engine/limit"
	"stonehand/engine/opening"
	"stonehand/engine/player"
)

// Gomoku plays Gomoku and Renju, and their openings. It is a [player.Hurrier],
// [player.Forgetter] and [player.Preparer]. A player is made when it is asked first.
type Gomoku struct {
	now     func() time.Time
	options five.Options    // of the strong player
	name    string          // who plays, whatever the level; "": the level says it
	pick    func(n int) int // among openings; nil: the first
	making  sync.Mutex      // of players
	players map[string]player.Player
	plan    opened
	seed    uint64 // of the learners' habits
}

// newGomoku returns who plays by level, with something else in every opening, beside an
// engine of Connect6 with a table of so many MiB: as by default, it has half of that.
func newGomoku(tableMB int, now func() time.Time) *Gomoku {
	o := five.DefaultOptions()
	o.TableMB = max(1, tableMB/2)
	return &Gomoku{now: now, options: o, pick: rand.IntN, players: map[string]player.Player{}}
}

// NewGomoku returns the player of a name, of those in package gomoku. The same
// questions have the same answers. now is its only clock.
func NewGomoku(name string, now func() time.Time) (*Gomoku, error) {
	f := &Gomoku{now: now, options: five.DefaultOptions(), name: name, players: map[string]player.Player{}}
	_, err := f.player(name)
	return f, err
}

// Hurries implements [player.Hurrier].
func (f *Gomoku) Hurries() {}

// Forget implements [player.Forgetter].
func (f *Gomoku) Forget() {
	f.plan = opened{}
	if f.pick != nil {
		f.seed = rand.Uint64()
	}
	f.forget()
}

// forget has the engines forget what they searched.
func (f *Gomoku) forget() {
	f.making.Lock()
	defer f.making.Unlock()
	for _, p := range f.players {
		player.Forget(p)
	}
}

// leave drops the players and reports whether there were any.
func (f *Gomoku) leave() bool {
	f.making.Lock()
	defer f.making.Unlock()
	were := len(f.players) > 0
	clear(f.players)
	return were
}

// judge is who judges openings: the strong player, also where a level plays.
func (f *Gomoku) judge() (player.Player, error) {
	if f.name != "" {
		return f.player(f.name)
	}
	return f.player(gomoku.Five)
}

// Prepare implements [player.Preparer].
func (f *Gomoku) Prepare(r game.Rules) error {
	p, err := f.judge()
	if err != nil {
		return err
	}
	if p, ok := p.(player.Preparer); ok {
		return p.Prepare(r)
	}
	return nil
}

// player returns the player of that name, which is made when it is asked first.
func (f *Gomoku) player(name string) (player.Player, error) {
	f.making.Lock()
	defer f.making.Unlock()
	if p := f.players[name]; p != nil {
		return p, nil
	}
	p, err := gomoku.New(name, f.options, f.now)
	if err != nil {
		return nil, err
	}
	f.players[name] = p
	return p, nil
}

// limits returns who answers a question, and within which limits.
func (f *Gomoku) limits(q player.Question) (string, limit.Limits) {
	lim := plan(q, len(q.Turns))
	if !q.Clock.IsZero() {
		lim.Soft = part(lim.Hard)
	}
	if f.name != "" {
		return f.name, lim
	}
	if q.Level == 0 {
		return gomoku.Five, lim
	}
	return gomoku.Five, gomoku.Rung(q.Level, lim)
}

// Choose implements [player.Player].
func (f *Gomoku) Choose(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	r, ok := q.Rules.(game.Gomoku)
	if !ok {
		return player.Answer{}, fmt.Errorf("there is no engine for %s", q.Rules.Name())
	}
	step := opening.Step{Stones: 1}
	if q.Start.IsZero() { // a position that was set up is past its opening
		step = r.Opening.Next(len(q.Turns), q.Made)
	}
	if step.Chooses() || step.Player != opening.Nobody || step.Stones > 1 {
		if q.Level > 0 {
			q.Level = max(1, levelOf(r, q.Level).rung)
		}
		return f.open(ctx, q, r, step)
	}
	if f.name != "" || q.Level == 0 {
		return f.engine(ctx, q, report)
	}
	return levelOf(r, q.Level).play(ctx, q, report, f.seed, f.engine, f.forget)
}

// Propose implements [player.Proposer].
func (f *Gomoku) Propose(at player.Position, n int) [][]board.Point {
	if p, err := f.judge(); err == nil {
		if p, ok := p.(player.Proposer); ok {
			return p.Propose(at, n)
		}
	}
	return nil
}

// engine answers a question with the engine of its rung.
func (f *Gomoku) engine(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	name, lim := f.limits(q)
	p, err := f.player(name)
	if err != nil {
		return player.Answer{}, err
	}
	q.Limits = lim
	return p.Choose(ctx, q, bound(report, lim))
}
