package terminal

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/present"
	"stonehand/cmd/internal/study"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/referee"
)

// task is something to do at the table, which may take a while.
type task func(ctx context.Context, t Table) error

// choice is something that a person can choose now: by its key, or by a click on it.
type choice struct {
	key   string // as shown; "" has none
	label string
	do    func(m *model) task // what it does to the model, and at the table: nil for nothing
}

// gives is a choice that gives a command.
func gives(c api.Command) func(*model) task {
	return func(*model) task {
		return func(ctx context.Context, t Table) error {
			_, err := t.Do(ctx, c)
			return err
		}
	}
}

// asks is a choice that is carried out when a person is sure.
func asks(question string, do func(*model) task) func(*model) task {
	return func(m *model) task {
		m.sure = &confirm{question, do}
		return nil
	}
}

// choices lists what can be chosen now, what matters most first.
func (m *model) choices() []choice {
	s := m.state
	var list []choice
	add := func(key, label string, do func(*model) task) {
		list = append(list, choice{key, label, do})
	}
	command := func(key, do string) {
		add(key, present.Choice(nil, referee.Answer(do)).In(m.lang), gives(api.Command{Do: do}))
	}
	if s != nil {
		m.answers(add)
		m.play(command, add)
	}
	add("l", m.say(wordLanguage), func(m *model) task { m.lang = 1 - m.lang; return nil })
	// These two are shown in every window.
	add("?", m.say(wordKeys), func(m *model) task { m.helping = !m.helping; return nil })
	add("q", m.say(wordQuit), func(m *model) task { m.quit = true; return nil })
	return list
}

// answers are the choices that answer what is being asked.
func (m *model) answers(add func(key, label string, do func(*model) task)) {
	n := 0
	number := func() string {
		if n++; n > 9 {
			return ""
		}
		return string(rune('0' + n))
	}
	if m.state.Phase == api.PhaseChoose {
		for _, c := range m.state.Opening.Choices {
			add(number(), study.Choice(c).In(m.lang), gives(api.Command{Do: api.DoChoose, Answer: string(c)}))
		}
		return
	}
	// That a paused game can be resumed is a choice of the game.
	if q := m.state.Question; q != nil && !slices.Equal(q.Path, api.List[string]{api.DoResume}) {
		for _, o := range q.Options {
			add(number(), cmp.Or(o.Said[m.lang.String()], o.Text), gives(api.Command{Do: api.DoAnswer, Question: q.ID, Answer: o.Answer}))
		}
	}
}

// play are the choices of a game.
func (m *model) play(command func(key, do string), add func(key, label string, do func(*model) task)) {
	s := m.state
	begun, over := len(s.Moves) > 0, s.Phase == api.PhaseOver
	person := len(s.Human) > 0 && !over
	if s.Go != nil && s.Phase == api.PhaseHuman {
		command("s", api.DoPass)
	}
	if s.Phase == api.PhaseCount {
		command("a", api.DoAgree)
		command("o", api.DoPlayOn)
	}
	if begun {
		command("u", api.DoUndo)
	}
	if person && (s.Phase == api.PhaseHuman || s.Phase == api.PhaseChoose) && s.Remote == nil {
		command("h", api.DoHint)
	}
	if s.Phase == api.PhaseThinking {
		command("m", api.DoMoveNow)
	}
	if s.Phase == api.PhasePaused {
		command("p", api.DoResume)
	} else if begun && !over {
		command("p", api.DoPause)
	}
	add("n", m.lang.Say(text.MenuNewGame), func(m *model) task { m.form = newForm(m, api.DoNewGame); return nil })
	if !over && s.Go == nil {
		add("w", m.lang.Say(text.MenuSeats), func(m *model) task { m.form = newForm(m, api.DoSeats); return nil })
	}
	if person && begun {
		sure, two := m.lang.Say(text.AskMenuResign), len(s.Human) == 2
		if two { // whose turn it is resigns
			sure = m.lang.Say(text.AskMenuResignBy, text.Side(s.Side).In(m.lang))
		}
		add("r", m.lang.Say(text.MenuResign), asks(sure, func(m *model) task {
			if m.state.GameID != s.GameID || two && m.state.Side != s.Side {
				m.note = m.say(wordNobody)
				return nil
			}
			return gives(api.Command{Do: api.DoResign})(m)
		}))
	}
}

// press is a person's choice by a key; ok says that the key stands for one.
func (m *model) press(key string) (do task, ok bool) {
	list := m.choices()
	i := slices.IndexFunc(list, func(c choice) bool { return strings.EqualFold(c.key, key) })
	if i < 0 {
		return nil, false
	}
	return list[i].do(m), true
}

// touch is what a person does on a point: a stone goes down, or comes up again.
func (m *model) touch(p board.Point) task {
	s := m.state
	switch {
	case s == nil || !s.size().Has(p):
		return nil
	case s.Phase == api.PhaseCount:
		return gives(api.Command{Do: api.DoDead, Point: &p})(m)
	case !s.Sim:
		m.note = m.say(wordReal)
		return nil
	case s.Helping && slices.Contains(s.Wanted, p):
		return nil // the helping hands are on their way there
	case s.on[p] != noStone:
		return func(ctx context.Context, t Table) error { return t.Lift(ctx, p) }
	case s.Phase == api.PhaseClear || s.Phase == api.PhaseLost: // a stone would be one more to take off
		m.note = m.lang.Say(text.NotNow)
		return nil
	}
	color := s.due(p)
	return func(ctx context.Context, t Table) error { return t.Put(ctx, p, color) }
}
