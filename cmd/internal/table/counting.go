package table

import (
	"context"
	"slices"
	"strings"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/status"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/player"
	"stonehand/engine/record"
	"stonehand/engine/weiqi/tactics"
)

// touchTime is how long the liberties of a chain are shown.
const touchTime = 6 * time.Second

// touch shows the liberties of a stone's chain for a while.
func (t *core) touch(p board.Point) {
	t.touched = touched{p, t.now.Add(touchTime), t.match.Position}
	t.changed = true
}

// untouch ends that when its time has come.
func (t *core) untouch() {
	if u := &t.touched; !u.until.IsZero() && (!t.now.Before(u.until) || u.position != t.match.Position) {
		*u = touched{}
		t.changed = true
	}
}

// doPass passes for the person whose turn it is.
func (t *core) doPass() *api.CommandError {
	s := t.status()
	switch {
	case s.Over:
		return t.refuse("over", text.GameIsOver)
	case !t.match.Game.Counts():
		return t.refuse("not-now", text.NoPass)
	case !s.InPlay || s.Counting || s.Actor != status.Person:
		return t.refuse("not-now", text.NotNow)
	case !t.mayPass():
		return t.refuse("not-now", text.PassHandicap)
	case len(t.standing()) > 0:
		return t.refuse("not-now", text.PassWithStone)
	}
	return t.save(record.Played{Color: s.Stones})
}

// mayPass reports whether the turn can be a pass: Black's handicap stones are no choice.
func (t *core) mayPass() bool {
	return t.match.Game.Check(game.Turn{Color: t.status().Stones}) == nil
}

// doCount does what people say of a game that is counted.
func (t *core) doCount(c api.Command) *api.CommandError {
	s, m := t.status(), &t.match
	switch {
	case !s.Counting:
		return t.refuse("not-now", text.NotCounting)
	case !s.InPlay:
		return t.refuse("not-now", text.NotNow)
	}
	if m.Remote != board.Empty && !m.Guest {
		return t.wishCount(c)
	}
	switch c.Do {
	case api.DoPlayOn:
		return t.save(record.Resumed{})
	case api.DoDead:
		if c.Point == nil || !m.Game.Size().Has(*c.Point) || m.Game.At(*c.Point) == board.Empty {
			return t.refuse("bad-value", text.NoStoneThere)
		}
		return t.save(record.Toggled{Point: *c.Point})
	}
	sides := m.Colors()
	if c.Color != board.Empty {
		if !slices.Contains(sides, c.Color) {
			return t.refuse("not-now", text.NotYourSide, text.Side(c.Color))
		}
		sides = []board.Color{c.Color}
	}
	if m.Guest {
		sides = []board.Color{board.Black, board.White} // a program has no word here
	}
	for _, side := range sides {
		if !m.Game.Agreed(side) && !m.Game.Result().Over {
			if refusal := t.save(record.Agreed{By: side}); refusal != nil {
				return refusal
			}
		}
	}
	if slices.ContainsFunc(m.Colors(), func(side board.Color) bool { return !m.Game.Agreed(side) }) {
		return nil
	}
	return t.followPeople()
}

// followPeople agrees for the sides that no person plays: of what is dead, people have
// the last word.
func (t *core) followPeople() *api.CommandError {
	for _, side := range []board.Color{board.Black, board.White} {
		if m := &t.match; !m.People[side] && !m.Game.Result().Over && !m.Game.Agreed(side) {
			if refusal := t.save(record.Agreed{By: side}); refusal != nil {
				return refusal
			}
		}
	}
	return nil
}

// countTime is how long a program may take to say which stones are dead.
const countTime = 10 * time.Second

// count finds them, as the programs that play say, or else by itself, also where two programs
// do not agree. It takes up to some seconds.
func (o *countOrder) count(ctx context.Context, p player.Player) counted {
	dead, ok, disputed := o.said(ctx, p)
	if ok && !disputed {
		return counted{at: o.at, dead: dead}
	}
	found := tactics.NewSolver().Dead(&o.board)
	c := counted{at: o.at, disputed: disputed}
	size := o.board.Size()
	for p := range size.Points {
		if found.Has(p) {
			c.dead = append(c.dead, p)
		}
	}
	return c
}

// said is what the programs say, and whether they differ; ok is false if one cannot, for then
// the other would decide alone. A chain is dead as a whole.
func (o *countOrder) said(ctx context.Context, p player.Player) (dead []board.Point, ok, disputed bool) {
	by, counts := p.(player.Counter)
	if !counts {
		return nil, false, false
	}
	ctx, cancel := context.WithTimeout(ctx, countTime)
	defer cancel()
	for _, name := range o.programs {
		q := o.question
		q.Player = name
		list, err := by.Dead(ctx, q)
		if err != nil {
			return nil, false, false
		}
		var chains []board.Point
		for _, at := range list {
			if o.board.At(at) != board.Empty {
				chains = o.board.Chain(at, chains)
			}
		}
		slices.Sort(chains)
		chains = slices.Compact(chains)
		disputed = disputed || ok && !slices.Equal(chains, dead)
		dead, ok = chains, true
	}
	return dead, ok, disputed
}

// untold reports whether nobody has said anything of the dead stones.
func (t *core) untold() bool {
	g := t.match.Game
	return g.Counting() && len(g.Dead()) == 0 && !g.Agreed(board.Black) && !g.Agreed(board.White)
}

// propose has dead stones looked for once play has ended, each time that it ends.
func (t *core) propose() {
	if !t.match.Game.Counting() {
		t.proposed = endOfPlay{}
		return
	}
	if at := (endOfPlay{t.match.ID, t.match.Game.Key()}); at != t.proposed {
		if t.proposed = at; t.untold() {
			var programs []string
			for _, name := range t.match.Programs {
				if name != "" && !slices.Contains(programs, name) {
					programs = append(programs, name)
				}
			}
			t.out.Count = &countOrder{at, *t.match.Game.Weiqi().Board(), player.Question{Position: player.At(t.match.Game.Clone())}, programs}
		}
	}
}

// onCounted takes what was found, unless people have been faster.
func (t *core) onCounted(c counted) {
	if c.at != t.proposed || !t.untold() {
		return
	}
	if c.disputed {
		t.log.Info("the programs do not agree on the dead stones, so the table has found them")
	}
	if m := &t.match; m.Remote != board.Empty && !m.Guest {
		if len(c.dead) > 0 && t.opponent.Stand().Host { // one of two tables is enough
			t.wish(api.Wish{Count: &api.CountWish{Propose: c.dead}})
		}
		return
	}
	if len(c.dead) > 0 {
		if err := t.commit(record.Proposed{Points: c.dead}, record.Mark{}); err != nil {
			t.log.Error("dead stones cannot be proposed", "err", err)
			return
		}
	}
	if t.match.Remote == board.Empty && len(t.match.Colors()) == 0 {
		t.followPeople() // nobody is there to ask
	}
}

// goGame prepares a new game of Go: its board, its terms, and who plays: people and
// other programs.
func (t *core) goGame(b *record.Begun, c api.Command) *api.CommandError {
	m := &t.match
	b.Size = c.Size
	for _, r := range []game.Rules{m.Rules(b.Rules, board.Size{}), m.Game.Rules()} { // as set, or as played last
		if w, ok := r.(game.Weiqi); ok {
			if b.Terms = w.Terms; c.Size == (board.Size{}) {
				b.Size = w.Board
			}
		}
	}
	if c.Terms != nil {
		b.Terms = *c.Terms
	}
	b.Terms.Placed = false // that was of a position
	r := m.Rules(b.Rules, b.Size)
	if r == nil {
		return t.refuse("bad-value", text.BadGoSize, b.Size.String(), strings.Join(t.present().GoSizes(), t.lang.Say(text.Comma)))
	}
	b.Size = r.Size()
	if err := b.Terms.Check(b.Size); err != nil {
		return api.Bad("\"terms\": %v.", err)
	}
	if b.Remote != board.Empty {
		if b.People = record.People([]board.Color{b.Remote.Other()}); c.Human != nil && len(c.Human) == 0 {
			return t.refuse("bad-value", text.NoGoMachine)
		}
		return nil
	}
	if c.Human == nil && b.Programs == [3]string{} {
		b.People = record.People([]board.Color{board.Black, board.White})
	}
	if !goSeated(&b.Seats) {
		return t.refuse("bad-value", text.NoGoMachine)
	}
	return nil
}

// wishCount hands on what people here say of a game that is counted with a remote
// opponent: it takes effect once both ends have it, so that both always count the same
// stones.
func (t *core) wishCount(c api.Command) *api.CommandError {
	m, l := &t.match, t.opponent.Stand()
	dead := m.Game.Dead()
	w := &api.CountWish{PlayOn: c.Do == api.DoPlayOn}
	switch c.Do {
	case api.DoDead:
		if c.Point == nil || !m.Game.Size().Has(*c.Point) || m.Game.At(*c.Point) == board.Empty {
			return t.refuse("bad-value", text.NoStoneThere)
		}
		w.Chain, w.Living = c.Point, slices.Contains(dead, *c.Point)
	case api.DoAgree:
		if mine := m.Remote.Other(); c.Color != board.Empty && c.Color != mine {
			return t.refuse("not-now", text.NotYourSide, text.Side(c.Color))
		}
		w.Agree = append(api.Points{}, dead...)
	}
	if !l.Up || l.Gone {
		return t.refuse("not-now", text.RemoteCut)
	}
	t.wish(api.Wish{Count: w})
	return nil
}

// linkCount brings a game that is counted to what both players' tables have.
func (t *core) linkCount(o *api.LinkCount) *api.CommandError {
	g := t.match.Game
	switch {
	case o.Turns != len(g.Turns()) || !g.Counting():
		return t.refuse("not-now", text.NotNow)
	case !o.Counting:
		return t.save(record.Resumed{})
	}
	stale := func(c board.Color) bool { return g.Agreed(c) && !slices.Contains(o.Agreed, c) }
	if !slices.Equal(g.Dead(), o.Dead) || stale(board.Black) || stale(board.White) {
		if refusal := t.save(record.Proposed{Points: o.Dead}); refusal != nil {
			return refusal
		}
	}
	for _, c := range o.Agreed {
		if !g.Agreed(c) && g.Counting() {
			if refusal := t.save(record.Agreed{By: c, Dead: append([]board.Point{}, o.Dead...)}); refusal != nil {
				return refusal
			}
		}
	}
	return nil
}
