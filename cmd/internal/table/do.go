package table

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/notices"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/record"
	"stonehand/engine/referee"
)

// request is a command on its way to the loop.
type request struct {
	command api.Command
	reply   chan<- reply // has room for the reply
}

type reply struct {
	snapshot *api.Snapshot
	err      error
}

// Do implements [Board]. A command given before Run waits for it.
func (t *Table) Do(ctx context.Context, c api.Command) (*api.Snapshot, error) {
	out := make(chan reply, 1)
	select {
	case t.requests <- request{c, out}:
	case <-t.stopped:
		return nil, api.ErrStopped
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	// The loop answers every request that it takes.
	select {
	case r := <-out:
		return r.snapshot, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// answer returns what gives the loop's answer to the request.
func (r request) answer(t *Table) func(*api.CommandError) {
	return func(refusal *api.CommandError) {
		if refusal != nil {
			r.reply <- reply{err: refusal}
			return
		}
		r.reply <- reply{snapshot: t.Snapshot()}
	}
}

func (t *core) refuse(code string, k text.Key, args ...any) *api.CommandError {
	return t.refuseAs(code, text.Tell(k, args...))
}

func (t *core) refuseAs(code string, w text.Words) *api.CommandError {
	return &api.CommandError{Code: code, Text: w.In(t.lang), Words: w}
}

// carryOut does what a command asks, or says why not.
func (t *core) carryOut(c api.Command) *api.CommandError {
	if c.Do == api.DoHands {
		return t.doHands(c.Answer)
	}
	t.alone = false
	m := &t.match
	over := m.Game.Result().Over
	if t.calib.session != nil {
		if refusal, more := t.whileCalibrating(c); !more {
			return refusal
		}
	}
	if t.review.machine.Active() {
		if refusal, more := t.whileReviewing(c); !more {
			return refusal
		}
	}
	if c.Do == api.DoLink && c.Link != nil {
		return t.linkSays(c.Link)
	}
	if refusal, done := t.withRemote(&c); done {
		return refusal
	}
	switch c.Do {
	case api.DoCalibrate:
		return t.doCalibrate(c.Answer)
	case api.DoReview:
		return t.doReview(c)
	case api.DoNewGame:
		return t.doNewGame(c)
	case api.DoSeats:
		return t.doSeats(c)
	case api.DoUndo:
		n, unchosen, ok := m.Back()
		if !ok {
			return t.refuse("nothing-to-undo", text.NothingToUndo)
		}
		return t.save(record.TakenBack{Turns: n, Unchosen: unchosen})
	case api.DoResign:
		if over {
			return t.refuse("over", text.GameIsOver)
		}
		c := m.Game.Side()
		switch m.People {
		case [3]bool{}:
			return t.refuse("not-now", text.NobodyToResign)
		case [3]bool{board.Black: true}:
			c = board.Black
		case [3]bool{board.White: true}:
			c = board.White
		}
		return t.save(record.Ended{Reason: game.ByResign, Loser: c})
	case api.DoVolume:
		return t.doVolume(c)
	case api.DoShutdown:
		return t.doShutdown()
	case api.DoRefill:
		return t.doRefill()
	case api.DoResumeArm:
		return t.doResumeArm()
	case api.DoAnswer:
		return t.doAnswer(c)
	case api.DoChoose:
		return t.doChoose(c)
	case api.DoMoveNow:
		if over {
			return t.refuse("over", text.GameIsOver)
		}
		if !t.search.running || t.search.ponders || t.search.position != m.Position {
			return t.refuse("not-now", text.NotThinking)
		}
		if !t.search.hurried {
			t.search.hurried = true
			t.out.Search = append(t.out.Search, searchOrder{hurry: true})
		}
		return nil
	case api.DoPause, api.DoResume:
		if over {
			return t.refuse("over", text.GameIsOver)
		}
		if m.Paused == (c.Do == api.DoPause) {
			return nil
		}
		t.fault(notices.Player, notices.Fault{})
		return t.save(record.Paused{On: c.Do == api.DoPause})
	}
	return t.refuse("unknown-command", text.UnknownCommand, api.Clip([]byte(c.Do)))
}

// doHands switches the helping hands of a simulated board on or off.
func (t *core) doHands(whose string) *api.CommandError {
	switch {
	case !t.cfg.Simulated:
		return t.refuse("not-now", text.NoHands)
	case whose != api.HandsHelp && whose != api.HandsOwn:
		return t.refuse("bad-value", text.BadHands, api.Clip([]byte(whose)), api.HandsHelp, api.HandsOwn)
	}
	if on := whose == api.HandsHelp; on != t.helping {
		t.helping, t.changed = on, true
		t.keepHelping()
	}
	return nil
}

// keepHelping keeps whose hands move the stones.
func (t *core) keepHelping() {
	if t.cfg.KeepHelping != nil {
		on := t.helping
		t.out.KeepHelping = &on
	}
}

// doAnswer answers the question that is being asked, and does what follows.
func (t *core) doAnswer(c api.Command) *api.CommandError {
	s := &t.sensed
	if !s.live() {
		return t.refuse("not-now", text.NotAsked)
	}
	switch err := s.referee.Answer(c.Question, referee.Answer(c.Answer)); {
	case errors.Is(err, referee.ErrNoAnswer):
		var known []string
		for _, o := range s.view.Question.Options {
			known = append(known, string(o.Answer))
		}
		return t.refuse("bad-value", text.NoSuchAnswer, api.Clip([]byte(c.Answer)), strings.Join(known, t.lang.Say(text.Comma)))
	case err != nil:
		return t.refuse("not-now", text.NotAsked)
	}
	e, view := s.referee.Tick(t.now)
	if _, err := t.judged(e, view); err != nil {
		return t.refuse("not-now", text.CommandUnfit, err)
	}
	return nil
}

// doNewGame begins a new game; what the command leaves out stays as it is.
func (t *core) doNewGame(c api.Command) *api.CommandError {
	m := &t.match
	name := c.Game
	if name == "" {
		name = m.Game.Rules().Name()
	}
	r := m.Rules(name, board.Size{})
	if r == nil {
		return t.refuse("bad-value", text.UnknownGame, api.Clip([]byte(name)), strings.Join(t.present().Games(), t.lang.Say(text.Comma)))
	}
	b := t.another(game.Start{})
	if refusal := t.seat(&b.Seats, &b.Clock, c, true); refusal != nil {
		return refusal
	}
	opens, refusal := t.opening(r, c.Opening)
	if refusal != nil {
		return refusal
	}
	b.Rules, b.Opening = name, opens
	t.fault(notices.Player, notices.Fault{})
	return t.saveSeats(b)
}

// newID returns the identity of a game that begins with the next entry. The
// journal's number makes it unique, and later than those before, should two games
// begin within a second or the clock be set back.
func (t *core) newID() string {
	return fmt.Sprintf("%s-%d", t.now.UTC().Format("20060102-150405"), max(t.match.Seq, t.cfg.After)+1)
}

// another returns how another game begins under the present one's settings, from the
// position that people have set up for it, if any.
func (t *core) another(from game.Start) record.Begun {
	m := &t.match
	b := record.Begun{ID: t.newID(), Rules: m.Game.Rules().Name(), Start: from, Clock: m.Clock.Control(), Seats: m.Seats}
	if !from.IsZero() {
		return b
	}
	if b.Seats = m.First(); m.Remote == board.Empty {
		b.Opening, _ = t.opening(m.Rules(b.Rules, board.Size{}), "")
	} else {
		b.Opening = m.Game.Opening()
	}
	return b
}

// save commits an event that somebody asked for.
func (t *core) save(e record.Event) *api.CommandError { return t.saveMarked(e, record.Mark{}) }

// saveMarked is save, with what the clock shows.
func (t *core) saveMarked(e record.Event, mark record.Mark) *api.CommandError {
	if err := t.commit(e, mark); err != nil {
		t.log.Error("a command could not be carried out", "err", err)
		return t.refuse("not-now", text.CommandUnfit, err)
	}
	return nil
}

func checkLevel(l text.Language, level int) *api.CommandError {
	if level < api.MinLevel || level > api.MaxLevel {
		return &api.CommandError{Code: "bad-value", Text: l.Say(text.BadLevel, level, api.MinLevel, api.MaxLevel)}
	}
	return nil
}

func checkTime(l text.Language, d time.Duration) *api.CommandError {
	if d < api.MinTime || d > api.MaxTime {
		return &api.CommandError{Code: "bad-value", Text: l.Say(text.BadTime, d, api.MinTime, api.MaxTime)}
	}
	return nil
}
