package table

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
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
	for _, k := range []opening.Kind{t.match.opens, t.cfg.Opening} {
		if slices.Contains(list, k) {
			return k, nil
		}
	}
	return opening.Free, nil
}

// exchange gives each player the other's colour, with the time on the clock,
// wherever they play.
func (m *match) exchange() {
	m.human[board.Black], m.human[board.White] = m.human[board.White], m.human[board.Black]
	if m.elsewhere != board.Empty {
		m.elsewhere = m.elsewhere.Other()
	}
	var at time.Time // the clock stands
	m.clock.Set(m.clock.Side(at, board.White), m.clock.Side(at, board.Black))
	for i := range m.marks {
		k := &m.marks[i]
		k[board.Black], k[board.White] = k[board.White], k[board.Black]
	}
}

// first returns the colours of people as they were when the game began, before the
// opening exchanged any.
func (m *match) first() []board.Color {
	if m.game.BlackPlayer() == opening.First {
		return m.colors()
	}
	var at match
	at.human = [3]bool{board.Black: m.human[board.White], board.White: m.human[board.Black]}
	return at.colors()
}

// firstAway is the same for the colour that is played at another table.
func (m *match) firstAway() board.Color {
	if m.elsewhere != board.Empty && m.game.BlackPlayer() == opening.Second {
		return m.elsewhere.Other()
	}
	return m.elsewhere
}

// choice serves KindChoice.
func (m *match) choice(e api.Entry) (func(), error) {
	c := e.Choice
	if list := m.game.Choices(); !slices.Contains(list, c) {
		return nil, fmt.Errorf("%q cannot be chosen: there is %q", e.Choice, list)
	}
	return func() {
		side, black, pick := m.game.Side(), m.game.BlackPlayer(), m.game.Step().Pick
		_ = m.game.Choose(c) // it is among those that can be made
		swapped := m.game.BlackPlayer() != black
		if swapped == (m.game.Side() == side) && !e.Pressed {
			m.clock.Press(e.At, side) // the other player goes on
		}
		if swapped {
			m.exchange()
		}
		m.decision, m.placed = nil, nil
		if pick {
			m.mend = api.PhaseRepair // the other stone is to be taken off
		}
	}, nil
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
	if _, err := t.choose(api.Entry{Kind: api.KindChoice, Choice: opening.Choice(c.Answer)}); err != nil {
		return t.refuse("not-now", text.CommandUnfit, err)
	}
	return nil
}

// choose makes a choice of who is to act a fact, and tells people of it.
func (t *core) choose(e api.Entry) (bool, error) {
	m := &t.match
	side, step, c := m.game.Side(), m.game.Step(), e.Choice
	e.Color = side
	ok, err := t.follow(e)
	if !ok {
		return ok, err
	}
	t.log.Info("chosen in the opening", "color", side, "choice", c)
	t.notify(func() string {
		say := t.lang.Say(text.Chose, t.present().PlayerName(side, step), t.present().OptionText(referee.Answer(c)))
		if people := m.colors(); c != opening.PutTwo && !step.Pick && len(people) == 1 {
			say = t.lang.Join(say, t.lang.Say(text.PeoplePlayNow, t.lang.Side(people[0])))
		}
		return say
	})
	t.chose = t.notice
	return true, nil
}

// describeOpening is the opening for the snapshot.
func (t *core) describeOpening() api.Opening {
	g := t.match.game
	o := api.Opening{
		Kind: g.Opening(), Player: int(g.Step().Player), Black: int(g.BlackPlayer()),
		Choices: []opening.Choice{}, Made: []api.Made{}, Offer: slices.Clone(g.Offer()),
	}
	o.Choices = append(o.Choices, g.Choices()...)
	for _, m := range g.Made() {
		o.Made = append(o.Made, api.Made{After: m.After, Choice: m.Choice})
	}
	if p, ok := g.Pattern(); ok {
		o.Code, o.Name = p.Code, t.present().PatternName(p)
	}
	return o
}

// describeOpenings lists, by game, the openings that it has.
func (m *match) describeOpenings() map[string][]opening.Kind {
	all := map[string][]opening.Kind{}
	for _, r := range m.games {
		all[r.Name()] = game.Openings(r)
	}
	return all
}

// chosenAt reports whether a choice was made after so many turns.
func (m *match) chosenAt(after int) bool {
	return slices.ContainsFunc(m.game.Made(), func(c opening.Made) bool { return c.After == after })
}

// chosenByPerson reports whether a choice was made after so many turns by a person,
// or by anybody where no people play.
func (m *match) chosenByPerson(after int) bool {
	for i, made := range m.game.Made() {
		if made.After == after && (m.human[m.game.SideOfChoice(i)] || m.human == [3]bool{}) {
			return true
		}
	}
	return false
}

// version returns the lowest version of the format in which a game with the opening
// can be followed.
func version(k opening.Kind) int {
	if k == opening.Free {
		return 0
	}
	return openingVersion
}

// awayVersion is the same for a game with a player elsewhere.
func awayVersion(k opening.Kind) int {
	if k == opening.Free {
		return 0
	}
	return exchangeVersion
}

// spentSide returns what a side had left after a turn, counted from 0.
func (m *match) spentSide(turn int) clock.Side { return m.marks[turn+1][m.game.SideOf(turn)] }

// buttonChoices is what buttons choose.
var buttonChoices = map[string]opening.Choice{api.ButtonBlack: opening.TakeBlack, api.ButtonWhite: opening.TakeWhite, api.ButtonTwo: opening.PutTwo}
