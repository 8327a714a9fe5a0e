package link

import (
	"cmp"
	"context"
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/remote"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/record"
)

// While a game of Go is counted, nothing changes at a table but what both ends have in
// the log: people's words go to the log first, and the table follows it. So there is
// nothing to take back, and both always count the same stones.

// says are what people here say of a game that is counted, and the log does not have.
type says struct {
	propose api.Points
	chains  []chain
	agree   api.Points // nil: they do not
	playOn  bool
}

// chain is one that people want dead, or alive.
type chain struct {
	at     board.Point
	living bool
}

// hear takes what people say. A person who marks a chain agrees to nothing yet.
func (y *says) hear(w *api.CountWish) {
	switch {
	case w.PlayOn:
		*y = says{playOn: true}
	case w.Chain != nil:
		y.agree = nil
		y.chains = slices.DeleteFunc(y.chains, func(c chain) bool { return c.at == *w.Chain })
		y.chains = append(y.chains, chain{*w.Chain, w.Living})
	case w.Agree != nil:
		y.agree = w.Agree
	case w.Propose != nil:
		y.propose = w.Propose
	}
}

// lost takes a notice that the host could not take what was proposed here, and reports
// whether that was about counting. A chain that was marked too late is marked again by
// [Session.countThere], and what people agree to is agreed to again if it is still the same.
func (y *says) lost(n remote.Notice) bool {
	switch n.Lost.Kind {
	case remote.KindDead:
		if n.Text != "" && len(y.chains) > 0 { // it cannot be
			y.chains = y.chains[1:]
		}
		return true
	case remote.KindAgree:
		if n.Text != "" {
			y.agree = nil
		}
		return true
	case remote.KindMark, remote.KindPlayOn:
		return true
	}
	return false
}

// countHere brings a game that is counted at the table to what the log has, as far as
// the table has followed it.
func (d *Session) countHere(ctx context.Context, s *api.Snapshot, v remote.View) (bool, error) {
	done := d.kept.Session.Done
	if v.Picture == nil || s.Go == nil || s.Result != "" || !s.Go.Counting || done > len(v.Log) {
		return false, nil
	}
	p := v.Picture
	if done < len(v.Log) {
		p = d.peer.Picture(done)
	}
	here := standing(v.Log[:done])
	if p == nil || len(s.Moves) != p.Turns || !slices.EqualFunc(s.Moves, here, func(m api.Points, e remote.Event) bool {
		return action{points: m}.same(actionOf(e))
	}) {
		return false, nil
	}
	if p.Counting && slices.Equal(s.Go.Dead, p.Dead) && slices.Equal(s.Go.Agreed, p.Agreed) {
		return false, nil
	}
	_, err := d.do(ctx, api.LinkOrder{Count: &api.LinkCount{Turns: p.Turns, Counting: p.Counting, Dead: p.Dead, Agreed: p.Agreed}})
	return err == nil, err
}

// countThere passes on what people here say, once the table shows what the log has.
func (d *Session) countThere(s *api.Snapshot, v remote.View) (more bool, err error) {
	y, p := &d.says, v.Picture
	if p == nil || !p.Counting {
		*y = says{}
		return false, nil
	}
	me, dead := d.peer.Me(), p.Dead
	var e record.Event
	switch {
	case y.playOn:
		e = record.Resumed{}
		defer func() { y.playOn = d.peer.View().Mine != nil }() // until the host has it
	case y.propose != nil:
		if len(dead)+len(p.Agreed) == 0 && v.Log[len(v.Log)-1].Kind == remote.KindTurn {
			e = record.Proposed{Points: y.propose}
		}
		y.propose = nil
	case len(y.chains) > 0:
		c := y.chains[0]
		if slices.Contains(dead, c.at) == !c.living {
			y.chains = y.chains[1:]
			return true, nil
		}
		e = record.Toggled{Point: c.at}
	case y.agree != nil:
		if slices.Equal(y.agree, dead) && !slices.Contains(p.Agreed, me) {
			e = record.Agreed{By: me, Dead: dead} // again, if the host has taken something else first
		} else {
			y.agree = nil
		}
	}
	if e == nil {
		return false, nil
	}
	event := remote.EventOf(e)
	event.Color = me.String()
	if err := d.peer.Local(event); err != nil {
		*y = says{} // it is about another position
		return false, err
	}
	return d.kept.Session.State.Host, nil
}

// invitedTerms are the board and the terms of a game of Go that somebody is invited
// to: as is asked for, else as on the table.
func invitedTerms(now *api.Snapshot, rules string, o remote.Offer) (size string, terms *string, err error) {
	if rules != game.Go().Name() {
		if o.Terms != nil || o.Size != (board.Size{}) {
			return "", nil, chinese.Of("only Go has terms and sizes of its own, not %q", text.Clip(rules))
		}
		return "", nil, nil
	}
	on := o.Size
	if now.Go != nil {
		on, o.Terms = cmp.Or(on, board.Size{Cols: now.Cols, Rows: now.Rows}), cmp.Or(o.Terms, &now.Go.Terms)
	}
	if on != (board.Size{}) {
		if size = on.String(); !slices.Contains(now.GoSizes, size) {
			return "", nil, chinese.Of("Go cannot be played on %s at this board", size)
		}
	}
	if o.Terms == nil {
		return size, nil, nil
	}
	if on != (board.Size{}) {
		if err := o.Terms.Check(on); err != nil {
			return "", nil, err
		}
	}
	words, err := o.Terms.MarshalText()
	return size, new(string(words)), err
}

// terms reads those of an invitation.
func (o *open) terms() (size board.Size, terms *game.Terms, err error) {
	if o.Size != "" {
		if err := size.UnmarshalText([]byte(o.Size)); err != nil {
			return size, nil, err
		}
	}
	if o.Terms != nil {
		terms = new(game.Terms)
		err = terms.UnmarshalText([]byte(*o.Terms))
	}
	return size, terms, err
}
