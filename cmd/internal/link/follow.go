package link

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/remote"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/record"
)

// doTime is how long the table may take to do something.
const doTime = 10 * time.Second

// do gives the table an order.
func (d *Session) do(ctx context.Context, o api.LinkOrder) (*api.Snapshot, error) {
	ctx, cancel := context.WithTimeout(ctx, doTime)
	defer cancel()
	return d.table.Do(ctx, api.Command{Do: api.DoLink, Link: &o})
}

// sayHere tells the people here something.
func (d *Session) sayHere(ctx context.Context, k text.Key) {
	if _, err := d.do(ctx, api.LinkOrder{Say: k}); err != nil {
		d.log.Warn("people cannot be told", "err", err)
	}
}

// begin begins the first game of an invitation.
func (d *Session) begin(ctx context.Context, o *open) error {
	guest, _ := board.ParseColor(o.Guest)
	control, err := clock.Parse(o.Clock)
	if err != nil {
		return err
	}
	opens, err := opening.Parse(o.Opening)
	if err != nil {
		return err
	}
	g := d.here(o.Rules, opens, guest, control)
	if g.Size, g.Terms, err = o.terms(); err != nil {
		return err
	}
	_, err = d.do(ctx, api.LinkOrder{Begin: g})
	return err
}

// here is a game in which a remote opponent plays a colour at the beginning.
func (d *Session) here(rules string, opens opening.Kind, away board.Color, control clock.Control) *api.LinkGame {
	g := &api.LinkGame{Rules: rules, Opening: opens, Remote: away, Clock: control, Human: api.Colors{}}
	if !d.kept.Session.Machine {
		g.Human = api.Colors{away.Other()}
	}
	return g
}

// forget ends the session; the people here are told why, and play on alone.
func (d *Session) forget(ctx context.Context, why text.Key) {
	if d.joined != nil && why == 0 && d.trouble == nil {
		d.join(chinese.Of("the game was left before the host answered"))
	}
	d.drop()
	d.kept.Session, d.peer, d.lost, d.trouble, d.told, d.toldGame = nil, nil, false, nil, api.LinkStand{}, ""
	if d.table.Snapshot().Remote != nil {
		if _, err := d.do(ctx, api.LinkOrder{Free: true}); err != nil {
			d.log.Error("the table cannot go on alone", "err", err)
		}
	}
	if why != 0 {
		d.sayHere(ctx, why)
	}
}

// follow brings the table and the protocol together, as far as that can be done
// now.
func (d *Session) follow(ctx context.Context) {
	for range 16 {
		more, err := d.step(ctx)
		if d.refusal.stays(time.Now(), err) {
			d.log.Warn("the table cannot follow the game yet", "err", err)
		}
		if err != nil || !more {
			return
		}
	}
}

// refusalTime is how long a table may refuse what it will take once people have done what
// the game waits for: stones put down, mostly.
const refusalTime = time.Minute

// refusal is why the table does not follow.
type refusal struct {
	text  string // "": it does
	since time.Time
	said  bool
}

// stays takes what the table has said, nil if it follows, and reports whether that is to be
// logged: once, and what may pass only when it has stayed.
func (r *refusal) stays(now time.Time, err error) bool {
	if err == nil {
		*r = refusal{}
		return false
	}
	if r.text != err.Error() {
		*r = refusal{text: err.Error(), since: now}
	}
	wait := time.Duration(0)
	if refused, ok := errors.AsType[*api.CommandError](err); ok && refused.Code == "not-now" {
		wait = refusalTime
	}
	if r.said || now.Before(r.since.Add(wait)) {
		return false
	}
	r.said = true
	return true
}

// step does one thing of what [Session.follow] does.
func (d *Session) step(ctx context.Context) (more bool, err error) {
	s, k := d.table.Snapshot(), d.kept.Session
	v := d.peer.View()
	if k == nil {
		return false, nil
	}
	if s.Reason == string(game.ByAbandoned) && s.Remote != nil && s.GameID == k.Table {
		d.log.Info("the remote opponent did not come back, and the game was abandoned")
		return false, d.part(ctx)
	}
	if k.State.Host && s.Remote != nil && s.GameID != k.Table {
		return d.announce(s)
	}
	if v.Setup == nil {
		return false, nil
	}
	if s.Remote == nil || s.GameID != k.Table || v.Setup.Game != k.Game {
		return true, d.mirror(ctx, v)
	}
	if v.Problem != "" {
		return false, nil
	}
	d.met()
	if more, err := d.countHere(ctx, s, v); more || err != nil {
		return more, err
	}
	switch {
	case resigned(s, v):
		return d.proposeResignation(v)
	case k.Done < len(v.Log):
		return d.catchUp(ctx, s, v)
	}
	return d.propose(ctx, s, v)
}

// met notes that the host has accepted, the first time that it is heard.
func (d *Session) met() {
	if k := d.kept.Session; !k.Met {
		k.Met = true
		_ = d.save()
	}
}

// announce begins the game, for the other end, that the host's table has begun.
func (d *Session) announce(s *api.Snapshot) (bool, error) {
	guest := s.Remote.Color
	if s.Opening.Black == int(opening.Second) {
		guest = guest.Other() // a choice has exchanged the colours since the beginning
	}
	setup := remote.Setup{Game: s.GameID, Rules: s.Game, Cols: s.Cols, Rows: s.Rows, Guest: guest.String(), Clock: s.Clock.Control.String(), Opening: string(s.Opening.Kind)}
	if s.Go != nil {
		terms, _ := s.Go.Terms.MarshalText() // it cannot fail
		setup.Terms = string(terms)
	}
	if v := d.peer.View(); v.Setup == nil || v.Setup.Game != s.GameID {
		if err := d.peer.Begin(setup); err != nil {
			return false, err
		}
	}
	k := d.kept.Session
	k.Table, k.Game, k.Done, d.lost = s.GameID, s.GameID, 0, false
	d.peer.Notices()
	return true, d.save()
}

// mirror begins at the table the game that the protocol has.
func (d *Session) mirror(ctx context.Context, v remote.View) error {
	control, err := clock.Parse(v.Setup.Clock)
	if err != nil {
		return err
	}
	host, _ := board.ParseColor(v.Setup.Guest)
	if !d.kept.Session.State.Host {
		host = host.Other()
	}
	g := d.here(v.Setup.Rules, opening.Kind(v.Setup.Opening), host, control)
	if v.Picture != nil {
		g.Size, g.Terms = board.Size{Cols: v.Setup.Cols, Rows: v.Setup.Rows}, new(game.Terms)
		if err := g.Terms.UnmarshalText([]byte(v.Setup.Terms)); err != nil {
			return err
		}
	}
	s, err := d.do(ctx, api.LinkOrder{Begin: g})
	if err != nil {
		return err
	}
	k := d.kept.Session
	k.Table, k.Game, k.Done, d.lost = s.GameID, v.Setup.Game, 0, false
	return d.save()
}

// finish has the table follow, without waiting for stones, what is left of a game
// that is about to be given up for another, or for none: its end is kept.
func (d *Session) finish(ctx context.Context) {
	d.hurry = true
	defer func() { d.hurry = false }()
	for range 4 * (len(d.peer.View().Log) + 1) { // two orders an event are the most
		s, k, v := d.table.Snapshot(), d.kept.Session, d.peer.View()
		if k == nil || v.Setup == nil || v.Problem != "" || s.Remote == nil || s.GameID != k.Table || v.Setup.Game != k.Game {
			return
		}
		more, err := d.countHere(ctx, s, v)
		if !more && err == nil {
			if k.Done >= len(v.Log) {
				return
			}
			more, err = d.catchUp(ctx, s, v)
		}
		if err != nil || !more {
			d.log.Warn("the table does not have the end of the game", "err", err)
			return
		}
	}
}

// did notes that the table has followed so many events.
func (d *Session) did(n int) error {
	d.kept.Session.Done = n
	return d.save()
}

// catchUp has the table follow the next of the events that were agreed on.
func (d *Session) catchUp(ctx context.Context, s *api.Snapshot, v remote.View) (bool, error) {
	k := d.kept.Session
	last := -1
	for i := k.Done; i < len(v.Log); i++ {
		if v.Log[i].Kind == remote.KindUndo {
			last = i
		}
	}
	if last >= 0 {
		return d.takeBack(ctx, s, v, last)
	}
	e := v.Log[k.Done]
	switch e.Kind {
	case remote.KindTurn, remote.KindChoice:
		return d.playHere(ctx, s, v, e, actionsAfter(v.Log[:k.Done+1])-1)
	case remote.KindResign, remote.KindTime:
		// What was played here after the last turn of the log came too late.
		if here, n := done(s), actionsAfter(v.Log); len(here) > n {
			err := d.giveUp(ctx, s, here[n:])
			return err == nil, err
		}
		d.lost = false
		return d.endHere(ctx, s, e)
	case remote.KindMark, remote.KindDead, remote.KindAgree, remote.KindPlayOn:
		return true, d.did(k.Done + 1) // see [Session.countHere]
	}
	return false, fmt.Errorf("the event %q cannot be followed", e.Kind)
}

// takeBack has the table give up every turn that was taken back by the log up to
// event number last. A table that has lost the game plays what is left of it.
func (d *Session) takeBack(ctx context.Context, s *api.Snapshot, v remote.View, last int) (bool, error) {
	n, here, all := 0, done(s), agreed(v)
	for n < len(here) && n < len(all) && here[n].same(all[n]) {
		n++
	}
	// What was played after the turns that are left is no part of them, though it
	// may look the same.
	left := standing(v.Log[:last+1])
	n = min(n, len(left))
	if n == len(here) && n < len(left) {
		return d.playHere(ctx, s, v, left[n], n)
	}
	if len(here) > n || len(s.Turn) > 0 {
		if err := d.giveUp(ctx, s, here[n:]); err != nil {
			return false, err
		}
	}
	d.lost = false
	return true, d.did(last + 1)
}

// playHere has the table take action number i of the game, counted from 0.
func (d *Session) playHere(ctx context.Context, s *api.Snapshot, v remote.View, e remote.Event, i int) (bool, error) {
	here := done(s)
	switch {
	case len(here) > i && here[i].same(actionOf(e)):
		return true, d.did(d.kept.Session.Done + 1)
	case len(here) > i:
		return true, d.giveUp(ctx, s, here[i:])
	case len(here) < i:
		return false, fmt.Errorf("at the table %d things were done, and the next one is number %d", len(here), i+1)
	case e.Kind == remote.KindChoice && s.Result == "":
		return d.chooseHere(ctx, s, e)
	}
	over := d.hurry || v.Result.Over && !byRules(v.Result.Reason)
	if asked := (action{points: s.Turn}); len(s.Turn) > 0 && asked.same(actionOf(e)) && !over {
		return false, nil // the board is asked for it
	}
	if asked := (action{points: s.Turn}); len(s.Turn) > 0 && !asked.same(actionOf(e)) {
		return true, d.giveUp(ctx, s, nil)
	}
	if s.Result != "" { // the game has been ended here, and something came before that
		return true, d.giveUp(ctx, s, nil)
	}
	t := &api.LinkTurn{Before: len(s.Moves), Down: over, Left: leftOf(e, s), Points: e.Stones()}
	t.Color, _ = board.ParseColor(e.Color)
	_, err := d.do(ctx, api.LinkOrder{Play: t})
	return err == nil, err
}

// endHere has the table end the game.
func (d *Session) endHere(ctx context.Context, s *api.Snapshot, e remote.Event) (bool, error) {
	loser, _ := board.ParseColor(e.Color)
	reason := map[string]string{remote.KindResign: string(game.ByResign), remote.KindTime: string(game.ByTime)}[e.Kind]
	switch {
	case s.Result == loser.Other().String() && s.Reason == reason:
		return true, d.did(d.kept.Session.Done + 1)
	case s.Result != "":
		err := d.giveUp(ctx, s, nil)
		return err == nil, err
	}
	_, err := d.do(ctx, api.LinkOrder{End: &api.LinkEnd{Loser: loser, OnTime: e.Kind == remote.KindTime}})
	return err == nil, err
}

// propose tells the other end what was played here.
func (d *Session) propose(ctx context.Context, s *api.Snapshot, v remote.View) (bool, error) {
	me := d.peer.Me()
	here := done(s)
	extra := here[min(len(here), len(agreed(v))):]
	switch {
	case d.lost && (len(extra) > 0 || s.Result != "" && !v.Result.Over):
		d.lost = false
		return true, d.giveUp(ctx, s, extra)
	case v.Mine != nil || v.Result.Over:
		return false, nil
	case len(extra) > 0 && v.ToMove != me:
		return true, d.giveUp(ctx, s, extra)
	case len(extra) > 0:
		e := event(extra[0], v, me)
		// What the clock showed between them is not known; the last says what is left.
		if !s.Clock.Control.IsZero() && len(extra) == 1 {
			e.Left = remote.LeftOf(sideOf(s, s.Remote.Color.Other()))
		}
		err := d.peer.Local(e)
		if err != nil && e.Left != nil {
			e.Left = nil // a clock that is wrong loses no turn
			err = d.peer.Local(e)
		}
		if err != nil {
			return false, err
		}
		if d.kept.Session.State.Host {
			return true, d.did(d.kept.Session.Done + 1)
		}
		return false, nil
	case s.Reason == string(game.ByTime) && s.Result == me.String():
		return false, d.peer.Expire()
	case s.Reason == string(game.ByTime):
		return false, d.peer.Local(remote.EventOf(record.Ended{Reason: game.ByTime, Loser: me}))
	}
	d.lost = false
	return d.countThere(s, v)
}

// resigned reports whether the people here have resigned, which the game does not
// have yet. That holds whatever the other end does at the same moment: the table
// follows when the game is over at both ends.
func resigned(s *api.Snapshot, v remote.View) bool {
	return s.Remote != nil && s.Reason == string(game.ByResign) && s.Result == s.Remote.Color.String() && !v.Result.Over
}

// proposeResignation tells the other end that the people here have resigned.
func (d *Session) proposeResignation(v remote.View) (more bool, err error) {
	if v.Mine != nil {
		return false, nil
	}
	err = d.peer.Local(remote.EventOf(record.Ended{Reason: game.ByResign, Loser: d.peer.Me()}))
	return err == nil && d.kept.Session.State.Host, err
}

// stand tells the table how the link stands, when that has changed.
func (d *Session) stand(ctx context.Context) {
	if d.kept.Session == nil {
		return
	}
	v := d.peer.View()
	st := api.LinkStand{Up: d.conn != nil && v.Heard, Host: d.kept.Session.State.Host, Timed: v.Timed, Gone: v.Bye, Name: v.Name, Problem: v.Problem}
	if refused, ok := errors.AsType[*Refused](d.trouble); ok && d.conn == nil {
		st.Unknown = refused.Code == Closed
	}
	if st.Ended = -1; v.Level && v.Result.Over {
		st.Ended = len(v.Turns)
	}
	if v.Asking != nil {
		st.Asking = v.Asking.Back
	}
	if v.Asked != nil {
		st.Asked, st.AskedID = v.Asked.Back, v.Asked.ID
	}
	if st.Problem != "" && st.Problem != d.told.Problem {
		d.log.Warn("the game with the remote opponent cannot go on", "why", st.Problem)
	}
	game := d.kept.Session.Table
	if st != d.told || game != d.toldGame {
		if _, err := d.do(ctx, api.LinkOrder{Stand: &st}); err == nil {
			d.told, d.toldGame = st, game
		}
	}
	if v.Heard {
		d.join(nil)
	}
}

// sideOf is what a side has left by a snapshot.
func sideOf(s *api.Snapshot, c board.Color) clock.Side {
	k := s.Clock.Black
	if c == board.White {
		k = s.Clock.White
	}
	left, period := time.Duration(k.LeftMS)*time.Millisecond, time.Duration(s.Clock.PeriodMS)*time.Millisecond
	if k.Overtime {
		return clock.Side{Periods: k.Periods, Period: left}
	}
	return clock.Side{Main: left, Periods: k.Periods, Period: period}
}
