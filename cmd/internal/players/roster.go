package players

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"stonehand/cmd/internal/program"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
)

// Roster asks another program where a question names one, and the machine for all else.
// When a program gives no turn that can be played, the machine's stands in: the answer
// says so in its Fault.
type Roster struct {
	machine  player.Player
	programs map[string]*contestant
	now      func() time.Time
	log      *slog.Logger
}

// NewRoster returns a roster of programs beside a machine, none of them started yet.
func NewRoster(machine player.Player, list []program.Settings, now func() time.Time, log *slog.Logger) *Roster {
	r := &Roster{machine: machine, programs: map[string]*contestant{}, now: now, log: log}
	for _, s := range list {
		r.programs[s.Name] = &contestant{settings: s}
	}
	return r
}

// contestant is another program and how it has done.
type contestant struct {
	settings program.Settings
	mu       sync.Mutex
	running  program.Program // nil: it is to be started
	rules    game.Rules      // that it runs for
	failures int             // one after the other
	retryAt  time.Time
}

const (
	// mostFailures is how often a program may fail in a row before it is given up for
	// this game.
	mostFailures = 5
	// firstPause is waited after the first failure, and twice as long after each further
	// one, before the program is started again.
	firstPause = time.Second
)

// reserve is what of a turn's time is kept for putting the machine's answer in the place
// of a program's.
func reserve(budget time.Duration) time.Duration {
	return min(max(budget/10, 20*time.Millisecond), 500*time.Millisecond, budget/2)
}

// Choose implements [player.Player].
func (r *Roster) Choose(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	c := r.programs[q.Player]
	if c == nil || len(q.Choices) > 0 {
		if q.Player != "" && c == nil {
			r.log.Warn("this player is not in the settings, so the machine plays", "player", q.Player)
		}
		return r.standIn(ctx, q, report)
	}
	until := time.Duration(0) // no bound
	switch b := limit.OnClock(q.Clock, q.Left); {
	case !q.Clock.IsZero():
		until = max(b.Turn, b.Remaining)
	case q.Limits.Hard > 0:
		until = q.Limits.Hard
	}
	// The machine's answer is ready before the program's is due.
	quick := q
	quick.Player, quick.Clock = "", clock.Control{}
	quick.Limits = limit.Limits{Hard: 300 * time.Millisecond}
	if until > 0 {
		quick.Limits.Hard = min(quick.Limits.Hard, max(reserve(until)/2, time.Millisecond))
	}
	type result struct {
		answer player.Answer
		err    error
	}
	ready := make(chan result, 1)
	go func() {
		a, err := r.standIn(ctx, quick, nil)
		ready <- result{a, err}
	}()
	a, err := c.choose(ctx, q, until, r.now)
	own := <-ready
	switch {
	case ctx.Err() != nil:
		return player.Answer{}, ctx.Err()
	case err == nil:
		return a, nil
	}
	r.log.Warn("a program gave no turn that can be played", "player", q.Player, "err", err)
	own.answer.Fault = err
	return own.answer, own.err
}

// standIn is the machine's answer, or in a game that it does not play, one that keeps
// the game going.
func (r *Roster) standIn(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	if _, ok := q.Rules.(game.Weiqi); ok {
		if q.Limits.Hard > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, q.Limits.Hard)
			defer cancel()
		}
		return simpleGo(ctx, q)
	}
	return r.machine.Choose(ctx, q, report)
}

// choose asks the program, and ends it where it fails.
func (c *contestant) choose(ctx context.Context, q player.Question, until time.Duration, now func() time.Time) (a player.Answer, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case len(q.Turns) < 2 && c.failures >= mostFailures:
		c.failures = 0 // another game, another chance
	case c.failures >= mostFailures:
		return a, fmt.Errorf("%w: it failed %d times", player.ErrGone, c.failures)
	case now().Before(c.retryAt):
		return a, errors.New("it has just failed and is started again later")
	}
	bound := ctx
	if until > 0 {
		var cancel context.CancelFunc
		bound, cancel = context.WithTimeout(ctx, until-reserve(until))
		defer cancel()
	}
	bound, cancel := player.Hurried(bound, q.Hurry)
	defer cancel()
	if a, err = c.ask(bound, q); err == nil {
		c.failures = 0
		return a, nil
	}
	c.stop()
	if hurried(q) || ctx.Err() != nil {
		return a, err // that was no failure of the program
	}
	c.failures++
	c.retryAt = now().Add(firstPause << (c.failures - 1))
	return a, err
}

func hurried(q player.Question) bool {
	select {
	case <-q.Hurry:
		return true
	default:
		return false
	}
}

// ask starts the program if need be, and asks it. Where ctx ends first, the program is
// to be stopped.
func (c *contestant) ask(ctx context.Context, q player.Question) (a player.Answer, err error) {
	if err = c.start(ctx, q.Rules); err != nil {
		return a, err
	}
	if a, err = c.running.Choose(ctx, q, nil); err != nil {
		return a, err
	}
	return a, playable(q, a)
}

// start starts the program for a game, unless it runs.
func (c *contestant) start(ctx context.Context, rules game.Rules) error {
	if c.running != nil && c.rules == rules {
		return nil
	}
	c.stop()
	type started struct {
		program.Program
		err error
	}
	done := make(chan started, 1)
	go func() {
		p, err := program.Start(c.settings, rules)
		done <- started{p, err}
	}()
	select {
	case s := <-done:
		c.running, c.rules = s.Program, rules
		return s.err
	case <-ctx.Done():
		go func() {
			if s := <-done; s.err == nil {
				program.Kill(s.Program)
			}
		}()
		return fmt.Errorf("it was not ready in time: %w", ctx.Err())
	}
}

func (c *contestant) stop() {
	if c.running != nil {
		program.Kill(c.running)
		c.running = nil
	}
}

// playable says why an answer cannot be played in a position, or nil.
func playable(q player.Question, a player.Answer) error {
	if a.Resign {
		return nil
	}
	g, err := played(q)
	if err != nil {
		return nil // the table knows better
	}
	return g.Check(game.Turn{Color: q.ToMove, Points: append(append([]board.Point(nil), q.Placed...), a.Points...)})
}

// Dead implements [player.Counter].
func (r *Roster) Dead(ctx context.Context, q player.Question) (list []board.Point, err error) {
	c := r.programs[q.Player]
	if c == nil {
		return nil, errors.New("nobody is there to say which stones are dead")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.start(ctx, q.Rules); err != nil {
		c.stop()
		return nil, err
	}
	by, ok := c.running.(player.Counter)
	if !ok {
		return nil, errors.New("its protocol does not say which stones are dead")
	}
	if list, err = by.Dead(ctx, q); err != nil {
		c.stop()
	}
	return list, err
}

// Ponder implements [player.Ponderer].
func (r *Roster) Ponder(ctx context.Context, q player.Question) {
	if p, ok := r.machine.(player.Ponderer); ok {
		p.Ponder(ctx, q)
	}
}

// Close ends all programs.
func (r *Roster) Close() {
	for _, c := range r.programs {
		c.mu.Lock()
		c.stop()
		c.mu.Unlock()
	}
}
