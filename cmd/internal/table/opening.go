package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/present"
	"stonehand/cmd/internal/table/notices"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/record"
	"stonehand/engine/referee"
)

// opening returns the opening of a new game of the rules: what is asked for, else
// the present game's, else the configured one, where the rules have it.
func (t *core) opening(r game.Rules, asked string) (opening.Kind, *api.CommandError) {
	list := game.Openings(r)
	if asked != "" {
		k, err := opening.Parse(asked)
		if err != nil || !slices.Contains(list, k) {
			return "", t.refuse("bad-value", text.UnknownOpening, r.Name(), text.Clip(asked), listed(t, list, opening.Kind.String))
		}
		return k, nil
	}
	for _, k := range []opening.Kind{t.match.Opens, t.cfg.Opening} {
		if slices.Contains(list, k) {
			return k, nil
		}
	}
	return opening.Free, nil
}

// doChoose makes the choice that the opening waits for.
func (t *core) doChoose(c api.Command) *api.CommandError {
	s := t.status()
	list := s.Choices
	if !s.Chooses() {
		return t.refuse("not-now", text.NothingToChoose)
	}
	if !slices.Contains(list, opening.Choice(c.Answer)) {
		return t.refuse("bad-value", text.NoSuchAnswer, text.Clip(c.Answer), listed(t, list, func(o opening.Choice) string { return string(o) }))
	}
	if _, err := t.choose(opening.Choice(c.Answer), record.Mark{}); err != nil {
		return t.refuse("not-now", text.CommandUnfit, err)
	}
	return nil
}

// choose makes a choice of who is to act a fact, and tells people of it.
func (t *core) choose(c opening.Choice, mark record.Mark) (bool, error) {
	m := &t.match
	side, step := m.Game.Side(), m.Game.Step()
	if err := t.commit(record.Chosen{By: side, Choice: c}, mark); err != nil {
		return false, err
	}
	t.log.Info("chosen in the opening", "color", side, "choice", c)
	say := text.Messages{text.Tell(text.Chose, present.Player(side, step), present.Option(referee.Answer(c)))}
	if people := m.Colors(); c != opening.PutTwo && !step.Pick && len(people) == 1 {
		say = append(say, text.Tell(text.PeoplePlayNow, text.Side(people[0])))
	}
	t.tellFor(notices.In{Notice: say, Brief: true})
	return true, nil
}

// buttonChoices is what buttons choose.
var buttonChoices = map[string]opening.Choice{api.ButtonBlack: opening.TakeBlack, api.ButtonWhite: opening.TakeWhite, api.ButtonTwo: opening.PutTwo}

// doNewGame begins a new game; what the command leaves out stays as it is.
func (t *core) doNewGame(c api.Command) *api.CommandError {
	m := &t.match
	name := cmp.Or(c.Game, m.Game.Rules().Name())
	r := m.Rules(name, board.Size{})
	if r == nil {
		return t.refuse("bad-value", text.UnknownGame, text.Clip(name), strings.Join(t.present().Games(), t.lang.Say(text.Comma)))
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
	if _, ok := r.(game.Weiqi); !ok {
		b.Size, b.Terms = board.Size{}, game.Terms{}
	} else if refusal := t.goGame(&b, c); refusal != nil {
		return refusal
	}
	if refusal := t.series(&b, c); refusal != nil {
		return refusal
	}
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
	if w, ok := m.Game.Rules().(game.Weiqi); ok {
		b.Size, b.Terms = w.Board, w.Terms
		b.Terms.Placed = b.Terms.Placed && !from.IsZero() // handicap stones stand only in that position
	}
	if !from.IsZero() {
		return b
	}
	b.Seats, b.Opening = m.First(), t.nextOpening()
	return b
}

// nextOpening is how another game of the same rules begins, with a remote opponent as the
// present one did.
func (t *core) nextOpening() opening.Kind {
	m := &t.match
	if m.Remote != board.Empty {
		return m.Game.Opening()
	}
	k, _ := t.opening(m.Rules(m.Game.Rules().Name(), board.Size{}), "")
	return k
}
