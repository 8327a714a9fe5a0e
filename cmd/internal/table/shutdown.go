package table

import (
	"context"
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
	on     bool
	asked  bool // the computer has been asked
	since  time.Time
	failed chan error // what became of the asking, nil for well; has room for one
}

// doShutdown begins a shutdown: everything is saved, the board goes dark, and
// then the computer is asked.
func (t *Table) doShutdown() *CommandError {
	switch {
	case t.cfg.Shutdown == nil:
		return t.refuse("not-now", text.ShutdownOff)
	case t.leaving.on:
		return nil
	}
	t.lastChance()
	if cause := t.unsaved.cause; cause != nil && t.now().Sub(t.insisted) > insistTime {
		t.insisted = t.now()
		return t.refuse("not-saved", text.ShutdownUnsaved, t.because(cause))
	}
	t.log.Info("shutting down, as asked")
	t.faults.shutdown = nil
	t.leaving = leaving{on: true, since: t.now(), failed: make(chan error, 1)}
	t.changed = true
	return nil
}

// leave asks the computer to shut down, once the lights have said goodbye, and the
// voice.
func (t *Table) leave(ctx context.Context) {
	l := &t.leaving
	if !l.on || l.asked {
		return
	}
	l.asked = true
	answer, ask := l.failed, t.cfg.Shutdown
	t.errands.Go(func() {
		t.finishSpeech(ctx)
		answer <- ask(ctx)
	})
}

// stays takes the news that the computer does not shut down, and why; nil is
// that it will.
func (t *Table) stays(err error) {
	if err == nil || !t.leaving.on {
		return
	}
	t.log.Error("the computer does not shut down", "err", err)
	t.leaving = leaving{}
	t.faults.shutdown = err
	t.changed = true
}
