package table

import (
	"errors"
	"time"

	"stonehand/cmd/internal/text"
)

// shutdownTime is how long the computer may take to end the program after it
// was asked to shut down, before people are told that it does not.
const shutdownTime = time.Minute

// insistTime is how soon people must ask once more to shut the computer down
// though the game is not saved.
const insistTime = time.Minute

// errStaysUp is that nothing came of asking.
var errStaysUp = errors.New("it was asked to, and is still running a minute later")

// leaving is a shutdown under way.
type leaving struct {
	asked     bool // for, and what there is to save is being saved
	on        bool
	told      bool // the computer has been asked
	since     time.Time
	refusedAt time.Time // when it was refused last because the game is not saved
}

// shutdownAsked is what became of asking the computer; nil: it shuts down.
type shutdownAsked struct{ err error }

// doShutdown begins a shutdown: everything is saved, the board goes dark, and
// then the computer is asked.
func (t *core) doShutdown() *CommandError {
	switch {
	case t.cfg.Shutdown == nil:
		return t.refuse("not-now", text.ShutdownOff)
	case t.leaving.on:
		return nil
	}
	t.leaving.asked, t.unsaved.now, t.unkept.due = true, true, true
	return nil
}

// shutDown goes on when it is known what could be saved.
func (t *core) shutDown() {
	l := &t.leaving
	l.asked = false
	if cause := t.unsaved.cause; cause != nil && t.now.Sub(l.refusedAt) > insistTime {
		l.refusedAt = t.now
		t.refuseLate(t.refuse("not-saved", text.ShutdownUnsaved, t.because(cause)))
		return
	}
	t.log.Info("shutting down, as asked")
	t.faults.shutdown = nil
	l.on, l.told, l.since = true, false, t.now
	t.changed = true
}

// refuseLate refuses a command for what came of it after it was given: to whoever
// waits for the answer, or at the board.
func (t *core) refuseLate(e *CommandError) {
	if t.aloud {
		t.obey(e)
		return
	}
	t.refusal = e
}

// leave asks the computer to shut down, once the lights have said goodbye, and the
// voice.
func (t *core) leave() {
	l := &t.leaving
	t.out.Shutdown = l.on && !l.told
	l.told = l.on
}

// onShutdownRefused takes the news that the computer does not shut down, and why; nil
// is that it will.
func (t *core) onShutdownRefused(err error) {
	if err == nil || !t.leaving.on {
		return
	}
	t.log.Error("the computer does not shut down", "err", err)
	t.leaving.on = false
	t.faults.shutdown = err
	t.changed = true
}
