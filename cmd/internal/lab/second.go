package lab

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
)

// Second is a player with a second opinion: while it thinks, it asks somebody else for a
// turn. A turn that comes early enough and differs from its own is held against that by
// searches of its own. It never takes longer than the player alone may.
type Second struct {
	player.Player
	// Ask has a job done elsewhere; it returns soon after ctx ends.
	Ask func(ctx context.Context, kind string, args any) ([]byte, error)
	// Told, if set, is called after every question that was asked elsewhere.
	Told func(Opinion)
}

// Opinion is what became of a second opinion.
type Opinion struct {
	Points []board.Point // nil: none came in time
	Used   bool
}

// Ponder implements [player.Ponderer], if the player does.
func (s *Second) Ponder(ctx context.Context, q player.Question) {
	if p, ok := s.Player.(player.Ponderer); ok {
		p.Ponder(ctx, q)
	}
}

// How the time for a turn is shared out.
const (
	// askedPart of it others have for their answer, which then comes on the way back.
	askedPart = 0.5
	// waitPart of it has passed at most when an answer still counts.
	waitPart = 0.65
	// spare is what two more searches take beside their time.
	spare = 30 * time.Millisecond
	// leastHard is the time for a turn below which nobody is asked.
	leastHard = 500 * time.Millisecond
)

// Choose implements [player.Player].
func (s *Second) Choose(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	each, ok := s.asks(q)
	if !ok {
		return s.Player.Choose(ctx, q, report)
	}
	began := time.Now()
	asking, stop := context.WithCancel(ctx)
	t := &thinking{hurry: make(chan struct{}), report: report, ask: func(hard time.Duration) <-chan []board.Point {
		return s.ask(asking, q, time.Duration(askedPart*float64(hard)))
	}}
	own := q
	own.Hurry = t.hurry
	watched := make(chan struct{})
	t.begun = make(chan struct{})
	go func() {
		defer close(watched)
		t.watch(asking, q.Hurry, began)
	}()
	a, err := s.Player.Choose(ctx, own, t.told)
	stop()
	<-watched
	if t.hard == 0 { // nobody was asked
		return a, err
	}
	o := Opinion{Points: t.opinion}
	if err == nil && t.opinion != nil && !t.hurried && a.Source != player.FromBook && a.Win <= 0 {
		left := t.hard - time.Since(began) - spare
		if s.better(ctx, q, each, t.opinion, a, left) {
			o.Used = true
			a.Points, a.Line = t.opinion, [][]board.Point{t.opinion}
		}
	}
	if s.Told != nil {
		s.Told(o)
	}
	return a, err
}

// asks says whether a question is one to ask others, too, and how many stones a turn has
// after it.
func (s *Second) asks(q player.Question) (each int, ok bool) {
	if q.Level != 0 && q.Level < api.MaxLevel || len(q.Choices) > 0 || !q.Start.IsZero() || q.Due < 1 {
		return 0, false
	}
	switch r := q.Rules.(type) {
	case game.Connect:
		return r.Each, true
	case game.Gomoku:
		return 1, len(q.Turns) > 5 // beyond any opening
	}
	return 0, false
}

// ask asks elsewhere; what comes is sent, and nothing otherwise.
func (s *Second) ask(ctx context.Context, q player.Question, look time.Duration) <-chan []board.Point {
	answers := make(chan []board.Point, 1)
	go func() {
		text, err := s.Ask(ctx, KindCounsel, Counsel{Rules: q.Rules.Name(), Size: q.Rules.Size(), Turns: q.Turns, Placed: q.Placed, ToMove: q.ToMove, Due: q.Due, MS: look.Milliseconds()})
		var points []board.Point
		if err == nil && json.Unmarshal(text, &points) == nil && playable(q, points) {
			answers <- points
		}
	}()
	return answers
}

// playable reports whether points may be played.
func playable(q player.Question, points []board.Point) bool {
	rules, err := RulesOf(q.Rules.Name(), q.Rules.Size())
	if err != nil {
		return false
	}
	g := game.New(rules)
	for _, t := range q.Turns {
		if g.Play(t) != nil {
			return false
		}
	}
	return len(points) == q.Due && g.Check(game.Turn{Color: q.ToMove, Points: slices.Concat(q.Placed, points)}) == nil
}

// thinking is a player's search and the question to others beside it.
type thinking struct {
	hurry  chan struct{} // closed to have the player's own answer
	begun  chan struct{} // closed when hard is known
	report func(player.Info)
	ask    func(hard time.Duration) <-chan []board.Point

	hard    time.Duration // the player's own bound; written before begun is closed
	opinion []board.Point // to be read when watch has returned
	hurried bool
}

// told hears how the player stands.
func (t *thinking) told(i player.Info) {
	if t.hard == 0 && i.Hard >= leastHard && i.Source != player.FromBook {
		t.hard = i.Hard
		close(t.begun)
	}
	if t.report != nil {
		t.report(i)
	}
}

// watch asks others when the player has begun, and ends its search for an answer that
// leaves time to look at it.
func (t *thinking) watch(ctx context.Context, hurry <-chan struct{}, began time.Time) {
	var answers <-chan []board.Point
	begun := t.begun
	for {
		select {
		case <-ctx.Done():
			return
		case <-hurry:
			t.hurried = true
			close(t.hurry)
			return
		case <-begun:
			begun, answers = nil, t.ask(t.hard)
		case p := <-answers:
			if float64(time.Since(began)) > waitPart*float64(t.hard) {
				return
			}
			t.opinion, answers = p, nil
			close(t.hurry)
			return
		}
	}
}

// better looks, within a time, whether another turn is better than the player's own.
func (s *Second) better(ctx context.Context, q player.Question, each int, other []board.Point, own player.Answer, left time.Duration) bool {
	a, b := slices.Sorted(slices.Values(other)), slices.Sorted(slices.Values(own.Points))
	if slices.Equal(a, b) || left < 2*spare {
		return false
	}
	ctx, cancel := player.Hurried(ctx, q.Hurry)
	defer cancel()
	theirs, ok := s.value(ctx, q, each, other, left/2)
	if !ok {
		return false
	}
	ours, ok := s.value(ctx, q, each, own.Points, left/2)
	return ok && theirs > ours
}

// value is what the player thinks of a position after a turn, for the side that played it.
func (s *Second) value(ctx context.Context, q player.Question, each int, points []board.Point, look time.Duration) (score int, ok bool) {
	g := q
	g.Turns = append(slices.Clone(q.Turns), game.Turn{Color: q.ToMove, Points: append(slices.Clone(q.Placed), points...)})
	g.Placed, g.ToMove, g.Due, g.Key = nil, q.ToMove.Other(), each, 0
	g.Limits, g.Clock, g.Left, g.Hurry = limit.Limits{Soft: look, Hard: look}, clock.Control{}, clock.Side{}, nil
	a, err := s.Player.Choose(ctx, g, nil)
	if err != nil || a.Source == player.FromBook {
		return 0, false
	}
	return -a.Score, true
}
