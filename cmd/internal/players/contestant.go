package players

import (
	"cmp"
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
	"stonehand/engine/player"
)

// contestant is another program at a seat, and how it has done. It is started when it
// takes the seat, and again after failures, with growing pauses, until it is given up.
type contestant struct {
	settings program.Settings
	launch   func(context.Context, program.Settings, game.Rules) (program.Program, error)
	log      *slog.Logger
	tasks    sync.WaitGroup // starts and ends of the program
	turn     sync.Mutex     // held while it is asked
	pause    time.Duration  // before the second start; see firstPause
	margin   time.Duration  // it is told so much less than its time; of who holds turn

	mu       sync.Mutex         // of all below
	rules    game.Rules         // of the game that it plays; nil: it has no seat
	running  program.Program    // nil: it does not run
	abort    context.CancelFunc // ends the start
	starting chan struct{}      // closed once it runs or has failed to; nil: it is not being started
	retry    *time.Timer        // until it is started again
	failures int                // in this game
	why      error              // it could not be started, or does not play on this board
}

const (
	// mostFailures is how often a program may fail in a game before it is given up.
	mostFailures = 5
	// firstPause is waited after the first failure, and twice as long after each further
	// one, before the program is started again.
	firstPause = time.Second
)

// seat gives the program a seat in a game.
func (c *contestant) seat(rules game.Rules) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failures, c.why = 0, nil // another game, another chance
	if c.rules != rules {
		c.end()
	}
	c.rules = rules
	c.start()
}

// leave ends the program until it has a seat again.
func (c *contestant) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.end()
	c.rules = nil
}

// start starts the program, unless it runs or is being started. It is called with mu held.
func (c *contestant) start() {
	if c.running != nil || c.starting != nil {
		return
	}
	if c.retry != nil {
		c.retry.Stop()
		c.retry = nil
	}
	done, rules := make(chan struct{}), c.rules
	ctx, cancel := context.WithCancel(context.Background())
	c.starting, c.abort = done, cancel
	c.tasks.Go(func() {
		defer close(done)
		defer cancel()
		p, err := c.launch(ctx, c.settings, rules)
		c.mu.Lock()
		defer c.mu.Unlock()
		switch {
		case c.starting != done: // it has lost its seat
			if err == nil {
				c.tasks.Go(p.Kill)
			}
		case err != nil:
			c.starting = nil
			c.log.Warn("the program cannot be started", "err", err)
			c.why = err
			c.failed(err)
		default:
			c.starting, c.running = nil, p
		}
	})
}

// end ends the program. It is called with mu held.
func (c *contestant) end() {
	if c.retry != nil {
		c.retry.Stop()
		c.retry = nil
	}
	if c.running != nil {
		c.tasks.Go(c.running.Kill)
	}
	if c.starting != nil {
		c.abort()
	}
	c.running, c.starting = nil, nil
}

// failed ends the program, and has it started again after a pause, unless that changes nothing.
// It is called with mu held.
func (c *contestant) failed(why error) {
	c.end()
	c.failures++
	if errors.Is(why, player.ErrBoard) {
		c.why, c.failures = why, mostFailures
	}
	if c.failures >= mostFailures {
		return
	}
	rules := c.rules
	c.retry = time.AfterFunc(c.pause<<(c.failures-1), func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.rules != nil && c.rules == rules && c.retry != nil {
			c.start()
		}
	})
}

// away says why the program is not to be asked, nil where it can be. It takes a seat
// where it has none in this game.
func (c *contestant) away(rules game.Rules) error {
	c.mu.Lock()
	seated := c.rules == rules
	c.mu.Unlock()
	if !seated {
		c.seat(rules)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case errors.Is(c.why, player.ErrBoard):
		return c.why
	case c.failures >= mostFailures:
		return fmt.Errorf("%w: it failed %d times", player.ErrGone, c.failures)
	case c.retry != nil:
		return fmt.Errorf("%w: it has just failed and is started again soon", player.ErrNotReady)
	}
	return nil
}

// ready waits until the program runs.
func (c *contestant) ready(ctx context.Context) (program.Program, error) {
	c.mu.Lock()
	p, starting := c.running, c.starting
	c.mu.Unlock()
	if p != nil {
		return p, nil
	}
	if starting != nil {
		select {
		case <-ctx.Done():
			return nil, player.ErrNotReady
		case <-starting:
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.running == nil {
		return nil, fmt.Errorf("it could not be started: %w", cmp.Or(c.why, player.ErrNotReady))
	}
	return c.running, nil
}

// choose asks the program for a turn that may take so long, 0 for any time, and ends it
// where it fails.
func (c *contestant) choose(ctx context.Context, q player.Question, turn time.Duration, report func(player.Info)) (a player.Answer, err error) {
	c.turn.Lock()
	defer c.turn.Unlock()
	asked, cancel := player.Hurried(ctx, q.Hurry)
	defer cancel()
	if turn > 0 {
		asked, cancel = context.WithTimeout(asked, turn-reserve(turn))
		defer cancel()
	}
	p, err := c.ready(asked)
	if err != nil {
		return a, err
	}
	began := time.Now()
	told, most := c.within(q, turn)
	a, err = p.Choose(asked, told, report)
	c.learn(most, turn, time.Since(began))
	if err == nil {
		err = playable(q, a)
	}
	if err == nil || errors.Is(err, program.ErrUnasked) {
		return a, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.running != p: // it has lost its seat meanwhile
	case ctx.Err() != nil || hurried(q): // no failure of the program
		c.end()
		c.start()
	default:
		c.failed(err)
		if c.failures >= mostFailures {
			err = fmt.Errorf("%w: %w", player.ErrGone, err)
		}
	}
	return a, err
}

// within takes from a question's time what the machine's answer needs in place of the
// program's, and what the program has proved to need on top; it returns the most that the
// program is told that it has, 0 for any time.
func (c *contestant) within(q player.Question, turn time.Duration) (player.Question, time.Duration) {
	if turn <= 0 {
		return q, 0
	}
	most := max(turn-2*reserve(turn)-c.margin, turn/4)
	if q.Clock.IsZero() {
		q.Limits.Hard = most
		return q, most
	}
	q.Left = clock.Side{Main: short(q.Left.Main, c.margin), Periods: q.Left.Periods, Period: short(q.Left.Period, c.margin)}
	return q, most
}

// short is a time less a margin, of which at least a half is left.
func short(d, margin time.Duration) time.Duration { return max(d-margin, d/2) }

// learn takes from how long a turn took how late the program is. What was learned fades.
func (c *contestant) learn(most, turn, took time.Duration) {
	if most > 0 {
		c.margin = min(max(took-most, c.margin-c.margin/8), turn/2)
	}
}

func hurried(q player.Question) bool {
	select {
	case <-q.Hurry:
		return true
	default:
		return false
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

// dead asks the program which stones are dead.
func (c *contestant) dead(ctx context.Context, q player.Question) (list []board.Point, err error) {
	c.turn.Lock()
	defer c.turn.Unlock()
	if err := c.away(q.Rules); err != nil {
		return nil, err
	}
	p, err := c.ready(ctx)
	if err != nil {
		return nil, err
	}
	by, ok := p.(player.Counter)
	if !ok {
		return nil, errors.New("its protocol does not say which stones are dead")
	}
	if list, err = by.Dead(ctx, q); err != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.running == p && !errors.Is(err, program.ErrUnasked) {
			c.failed(err)
		}
	}
	return list, err
}
