// Package players has who can sit at a seat: the engines of this program, by game
// and level, and other programs.
package players

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/opening"
	"stonehand/engine/player"
	"stonehand/engine/search"
)

// Machine plays every game that there is an engine for, at any level. It is a
// [player.Ponderer], [player.Hurrier], [player.Forgetter], [player.Preparer] and
// [player.Seater]. Only one game's engines have memory at a time.
type Machine struct {
	options search.Options // of Connect6, at full strength
	now     func() time.Time
	*Gomoku

	making   sync.Mutex     // of what follows
	connect6 *search.Player // nil until it is needed
	left     bool           // engines have been dropped whose memory was not collected yet

	another atomic.Bool // what is asked next may be of another game
}

// NewMachine returns a machine whose engines are made when they are needed first,
// or prepared for. now is their only clock. Of openings, and of what a book has, it
// chooses something else every time.
func NewMachine(o search.Options, now func() time.Time) *Machine {
	m := &Machine{options: o, now: now, Gomoku: newGomoku(o.TableMB, now)}
	m.Forget()
	return m
}

// NewSteady returns a machine that answers the same questions the same.
func NewSteady(o search.Options, now func() time.Time) *Machine {
	m := NewMachine(o, now)
	m.pick, m.Gomoku.seed = nil, 0
	return m
}

// Prepare implements [player.Preparer]: it takes the engine's memory.
func (m *Machine) Prepare(r game.Rules) error {
	c, ok := r.(game.Connect)
	if !ok {
		return m.fives(r).Prepare(r)
	}
	_, err := m.sixes(c)
	return err
}

// sixes returns the engine of Connect6, which takes the memory that those of other games had.
func (m *Machine) sixes(r game.Connect) (*search.Player, error) {
	m.making.Lock()
	defer m.making.Unlock()
	if m.connect6 != nil {
		return m.connect6, nil
	}
	m.drop(r)
	m.collect()
	p, err := search.NewPlayer(r.Board, m.options, m.now)
	if err != nil {
		return nil, err
	}
	p.Vary = m.pick != nil
	m.connect6 = p
	return p, nil
}

// fives returns the players of Gomoku and Renju, who take the memory that the engine of
// Connect6 had.
func (m *Machine) fives(r game.Rules) *Gomoku {
	m.making.Lock()
	defer m.making.Unlock()
	m.drop(r)
	m.collect()
	return m.Gomoku
}

// drop drops the engines that a game by these rules does not need.
func (m *Machine) drop(r game.Rules) {
	if _, ok := r.(game.Connect); !ok && m.connect6 != nil {
		m.connect6, m.left = nil, true
	}
	if _, ok := r.(game.Gomoku); !ok && m.Gomoku.leave() {
		m.left = true
	}
}

// collect frees the memory of engines that were dropped.
func (m *Machine) collect() {
	if m.left {
		m.left = false
		runtime.GC()
	}
}

// Seat implements [player.Seater]: engines that the game does not need give their memory
// back, and what was learned in the last game is forgotten before the next question. An
// answer to the last one may still be on its way.
func (m *Machine) Seat(r game.Rules, _ []string) {
	m.another.Store(true)
	m.making.Lock()
	defer m.making.Unlock()
	m.drop(r)
}

// begin forgets another game before a question.
func (m *Machine) begin() {
	if m.another.Swap(false) {
		m.Forget()
	}
}

// Forget implements [player.Forgetter].
func (m *Machine) Forget() {
	m.making.Lock()
	defer m.making.Unlock()
	if m.connect6 != nil {
		m.connect6.Forget()
	}
	m.Gomoku.Forget()
}

// Choose implements [player.Player].
func (m *Machine) Choose(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	m.begin()
	c, ok := q.Rules.(game.Connect)
	if !ok {
		return m.fives(q.Rules).Choose(ctx, q, report)
	}
	six, err := m.sixes(c)
	if err != nil {
		return player.Answer{}, err
	}
	q.Limits = plan(q, q.Count())
	if step := c.Opening.Next(len(q.Turns), q.Made); q.Start.IsZero() && (step.Chooses() || step.Player != opening.Nobody) {
		return m.swap(ctx, q, c, step)
	}
	tell := bound(report, q.Limits)
	play := six.Choose
	if q.Level > 0 {
		play = func(ctx context.Context, q player.Question, tell func(player.Info)) (player.Answer, error) {
			return levelOf(c, q.Level).play(ctx, q, tell, m.seed, six.Choose, six.Forget)
		}
	}
	a, err := play(ctx, q, tell)
	if err == nil && tell != nil {
		tell(a.Info)
	}
	return a, err
}

// Propose implements [player.Proposer].
func (m *Machine) Propose(p player.Position, n int) [][]board.Point {
	c, ok := p.Rules.(game.Connect)
	if !ok {
		return m.fives(p.Rules).Propose(p, n)
	}
	six, err := m.sixes(c)
	if err != nil {
		return nil
	}
	return six.Propose(p, n)
}

// bound tells with everything how long the search may take.
func bound(report func(player.Info), l limit.Limits) func(player.Info) {
	if report == nil {
		return nil
	}
	return func(i player.Info) {
		i.Hard = l.Hard
		report(i)
	}
}

// Ponder implements [player.Ponderer]. Of Gomoku and Renju there is nothing to
// ponder on.
func (m *Machine) Ponder(ctx context.Context, q player.Question) {
	c, ok := q.Rules.(game.Connect)
	if !ok {
		return
	}
	m.begin()
	if six, err := m.sixes(c); err == nil {
		six.Ponder(ctx, q)
	}
}

const (
	// answerMargin is the part of a turn's time that is left for getting the answer
	// to the lights.
	answerMargin = 10 * time.Millisecond
	// clockMargin is what a turn may cost on the clock beyond the search: how late
	// that ends on a busy machine, and the journal's way to the disk.
	clockMargin = 150 * time.Millisecond
)

// plan says how long the turn may take: as the clock allows, if there is one, else
// as the limits do, which are taken as they are where they leave nothing open.
func plan(q player.Question, stones int) limit.Limits {
	l := q.Limits
	switch {
	case !q.Clock.IsZero():
		b := limit.OnClock(q.Clock, q.Left)
		b.Overhead = clockMargin
		t := b.Limits(stones)
		l.Soft, l.Hard = min(t.Soft, part(t.Hard)), t.Hard
	case l.Soft == 0 && l.Hard > 0:
		l.Hard = max(l.Hard-answerMargin, l.Hard/2)
		l.Soft = part(l.Hard)
	}
	return l
}

// part is how much of a turn's own bound is used before an iteration that may
// not end within it is begun.
func part(hard time.Duration) time.Duration { return max(1, hard*6/10) }
