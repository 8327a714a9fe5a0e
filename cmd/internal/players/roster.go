package players

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"time"

	"stonehand/cmd/internal/program"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/opening"
	"stonehand/engine/player"
	"stonehand/engine/search"
)

// Roster asks another program or a mind where a question names one, and the machine for
// all else.
// When a program gives no turn that can be played, the machine's stands in: the answer
// says so in its Fault.
type Roster struct {
	machine  player.Player
	programs map[string]*contestant
	advisers map[string]*contestant // the same programs, each run once more when it is asked for a hint
	minds    *minds                 // nil for none
	log      *slog.Logger
}

// WithMinds lets [Minds] take seats as well, with the machine's memory and threads. now is
// their only clock.
func (r *Roster) WithMinds(o search.Options, now func() time.Time) *Roster {
	r.minds = &minds{options: o, now: now, sitting: map[string]player.Player{}}
	return r
}

// NewRoster returns a roster of programs beside a machine, none of them started yet.
func NewRoster(machine player.Player, list []program.Settings, log *slog.Logger) *Roster {
	r := &Roster{machine: machine, programs: map[string]*contestant{}, advisers: map[string]*contestant{}, log: log}
	for _, s := range list {
		r.programs[s.Name] = &contestant{settings: s, launch: program.Start, pause: firstPause, log: log.With("player", s.Name)}
		r.advisers[s.Name] = &contestant{settings: s, launch: program.Start, pause: firstPause, log: log.With("adviser", s.Name)}
	}
	return r
}

// Seat says who plays a game that begins or goes on: these programs are started, so that
// they are ready when they are asked, and all others end. It does not wait.
func (r *Roster) Seat(rules game.Rules, names []string) {
	r.minds.keep(names)
	if s, ok := r.machine.(player.Seater); ok {
		s.Seat(rules, nil)
	}
	for name, c := range r.programs {
		if slices.Contains(names, name) {
			c.seat(rules)
		} else {
			c.leave()
		}
	}
	for _, c := range r.advisers {
		c.leave()
	}
}

// reserve is what of a turn's time is kept for putting the machine's answer in the place
// of a program's.
func reserve(turn time.Duration) time.Duration {
	return min(max(turn/10, 20*time.Millisecond), 500*time.Millisecond, turn/2)
}

// turnOf is the most that a turn may take, 0 for no bound. Of a clock of the game a program
// that hangs is not to use up more than a part, but what comes back after the main time is
// always its own. A program divides its time itself: nothing is kept of it for the longest game.
func turnOf(q player.Question) time.Duration {
	if q.Clock.IsZero() {
		return q.Limits.Hard
	}
	b := limit.OnClock(q.Clock, q.Left)
	b.Overhead = clockMargin
	hard := max(b.Limits(q.Count()).Hard, q.Left.Main/4-min(clockMargin, q.Left.Main/8))
	if q.Clock.Periods > 0 && q.Left.Main > 0 {
		over := limit.OnClock(q.Clock, clock.Side{Periods: q.Left.Periods, Period: q.Left.Period})
		over.Overhead = clockMargin
		hard = max(hard, over.Limits(q.Count()).Hard)
	}
	return hard
}

// quickest is how long the machine thinks about an answer that may not be needed.
const quickest = 300 * time.Millisecond

// Choose implements [player.Player].
func (r *Roster) Choose(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	c := r.programs[q.Player]
	mind, err := r.minds.player(q.Player)
	if err != nil {
		return player.Answer{}, err
	}
	if c == nil && mind != nil {
		q.Player, q.Level = "", 0
		return mind.Choose(ctx, q, report)
	}
	if c == nil && q.Player != "" {
		r.log.Warn("this player is not in the settings, so the machine plays", "player", q.Player)
	}
	if c == nil || opens(q.Position) {
		return r.standIn(ctx, q, report)
	}
	if err := c.away(q.Rules); err != nil {
		a, failed := r.standIn(ctx, q, report)
		a.Fault = err
		return a, failed
	}
	turn := turnOf(q)
	quick := q
	quick.Player, quick.Clock = "", clock.Control{}
	quick.Limits = limit.Limits{Hard: quickest}
	if turn > 0 {
		quick.Limits.Hard = min(quickest, max(reserve(turn)/2, time.Millisecond))
	}
	type result struct {
		answer player.Answer
		err    error
	}
	ready := make(chan result, 1)
	go func() { // ready before the program's is due
		a, err := r.standIn(ctx, quick, nil)
		ready <- result{a, err}
	}()
	a, err := c.choose(ctx, q, turn, report)
	own := <-ready
	switch {
	case ctx.Err() != nil:
		return player.Answer{}, ctx.Err()
	case err == nil:
		return a, nil
	case errors.Is(err, program.ErrUnasked):
		return own.answer, own.err
	case hurried(q):
		own.answer.Fault = player.ErrHurried
		return own.answer, own.err
	}
	c.log.Warn("the program gave no turn that can be played", "err", err)
	own.answer.Fault = err
	return own.answer, own.err
}

// opens reports whether a step of an opening is due: a choice, or stones that are put down to
// be chosen from. The protocols of programs have no words for them.
func opens(at player.Position) bool {
	rules, ok := at.Rules.(interface{ Opens() opening.Kind })
	if !ok || !at.Start.IsZero() {
		return len(at.Choices) > 0
	}
	step := rules.Opens().Next(len(at.Turns), at.Made)
	return step.Chooses() || step.Player != opening.Nobody || step.Stones > 1
}

// Advise asks a program or a mind what to play, in a position of the game at the table. It
// may be asked no matter who plays; nobody stands in where it cannot say. A program at a seat
// runs twice: nothing that comes of a hint is to cost it a turn.
func (r *Roster) Advise(ctx context.Context, q player.Question) (player.Answer, error) {
	c := r.advisers[q.Player]
	if c == nil {
		return r.minds.advise(ctx, q)
	}
	if opens(q.Position) {
		return player.Answer{}, program.ErrUnasked
	}
	if err := c.away(q.Rules); err != nil {
		return player.Answer{}, err
	}
	var last player.Info // an answer alone has no more than its points
	a, err := c.choose(ctx, q, turnOf(q), func(i player.Info) { last = i })
	if len(a.Info.Line) == 0 {
		a.Info = last
	}
	if err == nil {
		err = playable(q, a)
	}
	return a, err
}

// standIn is the machine's answer, or in a game that it does not play, one that keeps
// the game going.
func (r *Roster) standIn(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	q.Player = ""
	if _, ok := q.Rules.(game.Weiqi); ok {
		ctx, cancel := context.WithTimeout(ctx, min(cmp.Or(turnOf(q), quickest), quickest))
		defer cancel()
		return simpleGo(ctx, q)
	}
	return r.machine.Choose(ctx, q, report)
}

// Dead implements [player.Counter].
func (r *Roster) Dead(ctx context.Context, q player.Question) ([]board.Point, error) {
	c := r.programs[q.Player]
	if c == nil {
		return nil, errors.New("nobody is there to say which stones are dead")
	}
	list, err := c.dead(ctx, q)
	if err != nil {
		c.log.Warn("the program does not say which stones are dead", "err", err)
	}
	return list, err
}

// Ponder implements [player.Ponderer].
func (r *Roster) Ponder(ctx context.Context, q player.Question) {
	if p, ok := r.machine.(player.Ponderer); ok {
		p.Ponder(ctx, q)
	}
}

// Close ends all programs, and waits for their end.
func (r *Roster) Close() {
	all := slices.AppendSeq(slices.Collect(maps.Values(r.programs)), maps.Values(r.advisers))
	for _, c := range all {
		c.leave()
	}
	for _, c := range all {
		c.tasks.Wait()
	}
}
