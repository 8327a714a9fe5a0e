package terminal

import (
	"context"
	"strings"
	"time"

	"github.com/gdamore/tcell/v3"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
)

// model is what is shown, and what a person is about to do.
type model struct {
	lang  text.Language
	ascii bool // the terminal shows nothing else

	state   *position // nil: not yet known
	at      time.Time // when it was told
	thought *api.Thought
	away    bool // the table does not answer

	cursor  board.Point
	note    string   // what has just been refused, until the next key
	sure    *confirm // a person is being asked
	form    *form    // a person fills it in
	helping bool     // the keys are explained
	typing  *string  // the name of a point, as far as it is typed
	quit    bool

	buttons tcell.ButtonMask // that are down
	frame   frame            // as it was drawn last
}

// confirm is a question to be sure.
type confirm struct {
	question string
	do       func(*model) task
}

// told takes what the table tells.
func (m *model) told(u api.Update, now time.Time) {
	switch {
	case u.State != nil:
		first := m.state == nil
		moved := !first && (m.state.GameID != u.State.GameID || len(m.state.Moves) != len(u.State.Moves))
		m.state, m.at, m.away = newPosition(u.State), now, false
		if moved || u.State.Phase != api.PhaseThinking {
			m.thought = nil
		}
		if size := m.state.size(); size.Valid() && (first || !size.Has(m.cursor)) {
			m.cursor = size.Center()
		}
	case u.Thought != nil:
		m.thought = u.Thought
	}
}

// handle takes a key, a click or a new size of the window, and returns what is to be
// done at the table.
func (m *model) handle(e tcell.Event) task {
	switch e := e.(type) {
	case *tcell.EventKey:
		m.note = ""
		return m.key(e)
	case *tcell.EventMouse:
		return m.mouse(e)
	}
	return nil
}

// key takes a key.
func (m *model) key(e *tcell.EventKey) task {
	if e.Key() == tcell.KeyCtrlC {
		m.quit = true
		return nil
	}
	r := ""
	if e.Key() == tcell.KeyRune {
		r = e.Str()
	}
	switch {
	case m.sure != nil:
		return m.answerSure(e.Key(), r)
	case m.form != nil:
		return m.fill(e.Key(), r)
	case m.typing != nil:
		m.typed(e.Key(), r)
		return nil
	case m.helping:
		m.helping = false
		return nil
	}
	if by, ok := steps[e.Key()]; ok {
		m.step(by)
		return nil
	}
	if by, ok := stepRunes[r]; ok {
		m.step(by)
		return nil
	}
	switch {
	case e.Key() == tcell.KeyEnter || r == " ":
		return m.touch(m.cursor)
	case strings.EqualFold(r, "g"):
		m.typing = new(string)
	case r != "":
		do, _ := m.press(strings.ToLower(r))
		return do
	}
	return nil
}

// steps are what keys move the cursor by: columns to the right, rows up.
var (
	steps = map[tcell.Key][2]int{
		tcell.KeyUp: {0, 1}, tcell.KeyDown: {0, -1}, tcell.KeyLeft: {-1, 0}, tcell.KeyRight: {1, 0},
		tcell.KeyPgUp: {0, 5}, tcell.KeyPgDn: {0, -5}, tcell.KeyHome: {-99, 0}, tcell.KeyEnd: {99, 0},
	}
	stepRunes = map[string][2]int{"K": {0, 1}, "J": {0, -1}, "H": {-1, 0}, "L": {1, 0}}
)

// step moves the cursor, up to the edge of the board.
func (m *model) step(by [2]int) {
	if m.state == nil {
		return
	}
	size := m.state.size()
	m.cursor = board.At(max(0, min(size.Cols-1, m.cursor.X()+by[0])), max(0, min(size.Rows-1, m.cursor.Y()+by[1])))
}

// answerSure takes a key while a person is asked to be sure.
func (m *model) answerSure(k tcell.Key, r string) task {
	switch {
	case strings.EqualFold(r, "y") || k == tcell.KeyEnter:
		do := m.sure.do
		m.sure = nil
		return do(m)
	case strings.EqualFold(r, "n") || strings.EqualFold(r, "q") || k == tcell.KeyEscape:
		m.sure = nil
	}
	return nil
}

// fill takes a key while a form is open.
func (m *model) fill(k tcell.Key, r string) task {
	switch {
	case k == tcell.KeyEscape || strings.EqualFold(r, "q"):
		m.form = nil
	case k == tcell.KeyUp || r == "K":
		m.form.move(m, -1)
	case k == tcell.KeyDown || k == tcell.KeyTab || r == "J":
		m.form.move(m, 1)
	case k == tcell.KeyLeft || r == "H":
		m.form.turn(m, -1)
	case k == tcell.KeyRight || r == "L" || r == " ":
		m.form.turn(m, 1)
	case k == tcell.KeyEnter:
		c, err := m.form.command(m)
		m.form = nil
		if err != nil {
			m.note = err.Error()
			return nil
		}
		return gives(c)(m)
	}
	return nil
}

// longestName is how many letters the name of a point may have.
const longestName = 3

// typed takes a key while the name of a point is typed.
func (m *model) typed(k tcell.Key, r string) {
	name := *m.typing
	switch {
	case k == tcell.KeyEnter:
		m.typing = nil
		if p, err := m.state.size().Parse(name, board.Algebraic); err == nil {
			m.cursor = p
		} else {
			m.note = err.Error()
		}
	case k == tcell.KeyEscape || m.state == nil:
		m.typing = nil
	case (k == tcell.KeyBackspace || k == tcell.KeyBackspace2) && name != "":
		*m.typing = name[:len(name)-1]
	case len(r) == 1 && len(name) < longestName:
		*m.typing += strings.ToUpper(r)
	}
}

// mouse takes what a mouse does: a click on a point is a stone, one on a choice chooses
// it. What is held down counts once.
func (m *model) mouse(e *tcell.EventMouse) task {
	fresh := e.Buttons()&^m.buttons&tcell.Button1 != 0
	m.buttons = e.Buttons()
	if !fresh {
		return nil
	}
	m.note = ""
	x, y := e.Position()
	for _, h := range m.frame.hot {
		if y == h.y && x >= h.x && x < h.x+h.width {
			return h.do(m)
		}
	}
	if m.form != nil || m.sure != nil || m.helping {
		return nil
	}
	p, ok := m.frame.point(x, y)
	if !ok {
		return nil
	}
	m.cursor = p
	return m.touch(p)
}

// done takes what became of a task.
func (m *model) done(err error) {
	if err != nil && err != context.Canceled {
		m.note = text.Printed(err.Error())
	}
}
