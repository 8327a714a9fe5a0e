package table

import (
	"slices"
	"strings"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/present"
	"stonehand/cmd/internal/table/notices"
	"stonehand/cmd/internal/text"
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
			var words []string
			for _, k := range list {
				words = append(words, k.String())
			}
			return "", t.refuse("bad-value", text.UnknownOpening, r.Name(), api.Clip([]byte(asked)), strings.Join(words, t.lang.Say(text.Comma)))
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
		var words []string
		for _, o := range list {
			words = append(words, string(o))
		}
		return t.refuse("bad-value", text.NoSuchAnswer, api.Clip([]byte(c.Answer)), strings.Join(words, t.lang.Say(text.Comma)))
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
	t.tellFor(notices.In{Notice: say, Choice: true})
	return true, nil
}

// buttonChoices is what buttons choose.
var buttonChoices = map[string]opening.Choice{api.ButtonBlack: opening.TakeBlack, api.ButtonWhite: opening.TakeWhite, api.ButtonTwo: opening.PutTwo}
