package table

import (
	"strings"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/notices"
	"stonehand/cmd/internal/text"
)

func (t *core) refuse(code string, k text.Key, args ...any) *api.CommandError {
	return t.refuseAs(code, text.Tell(k, args...))
}

func (t *core) refuseAs(code string, w text.Words) *api.CommandError {
	return refusal(t.lang, code, w)
}

// listed writes what can be chosen from, by its names.
func listed[T any](t *core, list []T, name func(T) string) string {
	var names []string
	for _, x := range list {
		names = append(names, name(x))
	}
	return strings.Join(names, t.lang.Say(text.Comma))
}

// notify puts a sentence before the message for a while.
func (t *core) notify(w text.Words) { t.tellFor(notices.In{Notice: w}) }

// fault takes what is wrong with a part; the zero value is that it is over.
func (t *core) fault(p notices.Part, f notices.Fault) bool {
	return t.tellFor(notices.In{Part: p, Fault: &f})
}

// tellFor takes what people are told for a while, and reports whether that is new.
func (t *core) tellFor(in notices.In) bool {
	changed := t.notices.Step(t.now, in)
	t.changed = t.changed || changed
	return changed
}

// obey says a refusal at the board, where there is nobody to return it to. It is over with
// another game, and when turns are taken back.
func (t *core) obey(refusal *api.CommandError) {
	if refusal != nil {
		t.tellFor(notices.In{Notice: refusal, Brief: true})
	}
}

// refuseLate refuses a command for what came of it after it was given: to the person who
// waits for the answer, or at the board.
func (t *core) refuseLate(e *api.CommandError) {
	if t.aloud {
		t.obey(e)
		return
	}
	t.refusal = e
}
