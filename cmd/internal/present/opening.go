package present

import (
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/study"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/referee"
)

// Player names who acts in an opening.
func Player(side board.Color, step opening.Step) text.Words {
	switch step.Player {
	case opening.First:
		return text.Tell(text.FirstPlayer)
	case opening.Second:
		return text.Tell(text.SecondPlayer)
	}
	return text.Side(side)
}

// Option is what a button for a choice says.
func Option(a referee.Answer) text.Message { return study.Choice(opening.Choice(a)) }

// askChoice says what is to be chosen, and how at the board.
func (t *Table) askChoice(q *referee.Question) string {
	l, step := t.Lang, t.Game.Step()
	if step.Pick {
		return l.Say(text.AskFifth, l.Points(t.Game.Offered()))
	}
	s := l.Say(text.AskChoice, Player(t.Game.Side(), step).In(l))
	if p, ok := t.Game.Pattern(); ok {
		s = l.Join(l.Say(text.OpeningIs, p.Code, t.PatternName(p)), s)
	}
	return l.Join(s, t.lights(q))
}

// PatternName names one of Renju's openings in the table's language.
func (t *Table) PatternName(p opening.Pattern) string {
	if t.Lang == text.Chinese {
		return p.Chinese
	}
	return p.Name
}

// toPut says what a person puts down in an opening; "" once it is over.
func (t *Table) toPut(color board.Color, due int) string {
	l, g := t.Lang, t.Game
	step := g.Step()
	switch {
	case step.Stones == 2:
		return l.Say(text.PutFifths, l.Side(color), l.Stones(due, color))
	case step.Player == opening.Nobody:
		return ""
	}
	hint := ""
	if allowed := g.Allowed(); len(allowed) == 1 {
		hint = l.Say(text.OnlyPoint, allowed[0])
	} else if len(allowed) > 0 {
		hint = l.Say(text.LitPoints)
	}
	return l.Join(l.Say(text.PutOpening, Player(g.Side(), step).In(l), l.Stones(due, color)), hint)
}

// refusedPoint says why the opening does not allow a stone.
func (t *Table) refusedPoint(e *opening.PointError) string {
	key := map[opening.Reason]text.Key{
		opening.Centre: text.NotCentre, opening.Adjacent: text.NotAdjacent, opening.Central5: text.NotCentral, opening.Symmetric: text.NotDifferent,
	}[e.Reason]
	return t.Lang.Say(key, e.Point, e.Size.Center())
}

// opening is the opening for the snapshot.
func (t *Table) opening() api.Opening {
	g := t.Game
	o := api.Opening{
		Kind: g.Opening(), Player: int(g.Step().Player), Black: int(g.BlackPlayer()),
		Choices: []opening.Choice{}, Made: []api.Made{}, Offer: slices.Clone(g.Offer()),
	}
	o.Choices = append(o.Choices, g.Choices()...)
	for _, m := range g.Made() {
		o.Made = append(o.Made, api.Made(m))
	}
	if p, ok := g.Pattern(); ok {
		o.Code, o.Name, o.Named = p.Code, t.PatternName(p), text.InEach(text.Each{p.Name, p.Chinese})
	}
	return o
}

// Games lists the games that can be played.
func (t *Table) Games() []string {
	var list []string
	for _, r := range t.Record.Book {
		if !slices.Contains(list, r.Name()) { // Go is played on several boards
			list = append(list, r.Name())
		}
	}
	return list
}

// openings lists, by game, the openings that it has.
func (t *Table) openings() map[string][]opening.Kind {
	all := map[string][]opening.Kind{}
	for _, r := range t.Record.Book {
		all[r.Name()] = game.Openings(r)
	}
	return all
}
