package table

import (
	"cmp"
	"slices"
	"strings"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/present"
	"stonehand/cmd/internal/table/advice"
	"stonehand/cmd/internal/table/notices"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
)

// hintWords are a hint as a notice, which ends with the hint.
type hintWords text.Each

// In implements [text.Words].
func (h hintWords) In(l text.Language) string { return text.Each(h).In(l) }

// adviser returns who gives a hint: who is asked for, else who the settings name; "" is
// the machine.
func (t *core) adviser(asked string) (advice.Adviser, *api.CommandError) {
	name := cmp.Or(asked, t.cfg.Adviser, api.AdviserMachine)
	if name == api.AdviserMachine {
		return advice.Adviser{}, nil
	}
	i := slices.IndexFunc(t.cfg.Programs, func(p api.Program) bool { return p.Name == name })
	game := t.match.Game.Rules().Name()
	switch {
	case i >= 0 && slices.Contains(t.cfg.Programs[i].Games, game):
		return advice.Adviser{Name: name, Shown: t.programName(name)}, nil
	case asked == "": // in this game the machine has to do
		return advice.Adviser{}, nil
	case i < 0:
		return advice.Adviser{}, t.refuse("bad-value", text.NoSuchPlayer, text.Clip(name))
	}
	return advice.Adviser{}, t.refuse("bad-value", text.PlaysNot, text.Program(t.programName(name)), game)
}

// doHint looks for a hint for the person whose turn it is.
func (t *core) doHint(asked string) *api.CommandError {
	s, m := t.status(), &t.match
	switch {
	case s.Over:
		return t.refuse("over", text.GameIsOver)
	case t.cfg.Hints == nil:
		return t.refuse("not-now", text.HintNone)
	case m.Remote != board.Empty && !m.Guest:
		return t.refuse("not-now", text.HintRemote)
	case !advice.Helps(s), s.View.Complete:
		return t.refuse("not-now", text.HintNotTurn)
	case len(s.Choices) == 0 && len(s.View.Partial) >= s.Due:
		return t.refuse("not-now", text.HintWithStone)
	}
	by, refusal := t.adviser(asked)
	if refusal == nil {
		t.stepAdvice(advice.In{Hint: true, Adviser: by})
	}
	return refusal
}

// hints reports whether the menu offers a hint.
func (t *core) hints() bool {
	return t.cfg.Hints != nil && (t.match.Remote == board.Empty || t.match.Guest) && advice.Helps(t.status())
}

// doShow has the lights show something of a game of Go.
func (t *core) doShow(what string) *api.CommandError {
	switch {
	case !t.match.Game.Counts():
		return t.refuse("not-now", text.ShowGo)
	case t.status().Over:
		return t.refuse("over", text.GameIsOver)
	case !slices.Contains(api.Shows, what):
		return t.refuse("bad-value", text.ShowWhat, text.Clip(what), strings.Join(api.Shows, t.lang.Say(text.Comma)))
	}
	t.stepAdvice(advice.In{Show: what})
	t.sensed.Told = 0 // the menu says what is shown
	return nil
}

// sayShow says what the lights show, to people who have chosen it at the board.
func (t *core) sayShow() { t.notify(text.Tell(text.ShowIs, present.Shown(t.advice.Show()))) }

// following is what a button shows next.
func (t *core) following() string {
	return api.Shows[(slices.Index(api.Shows, t.advice.Show())+1)%len(api.Shows)]
}

// advise is a pass: help is for the position as it is.
func (t *core) advise() { t.stepAdvice(advice.In{}) }

// onFound takes what was looked for beside the game.
func (t *core) onFound(f advice.Found) {
	sought := t.advice.Hint()
	t.stepAdvice(advice.In{Found: &f})
	switch h := t.advice.Hint(); {
	case f.Err != nil && sought != nil && h == nil:
		t.log.Error("no hint could be found", "err", f.Err)
		t.notify(text.Tell(text.HintFailed))
	case h != nil && h == f.Hint:
		t.tellFor(notices.In{Notice: hintWords(text.Each{h.Said[text.English.String()], h.Said[text.Chinese.String()]}), Brief: true})
	}
}

// stepAdvice shows the machine what has happened.
func (t *core) stepAdvice(in advice.In) {
	in.Game = &t.match
	o, changed := t.advice.Step(t.status(), in)
	t.changed = t.changed || changed
	if notice, _ := t.notices.Notice(); t.advice.Hint() == nil {
		if _, hint := notice.(hintWords); hint {
			t.tellFor(notices.In{Undone: true})
		}
	}
	if o != nil {
		t.out.Advice = append(t.out.Advice, *o)
	}
}
