package table

import (
	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/notices"
	"stonehand/cmd/internal/table/shutdown"
	"stonehand/cmd/internal/text"
)

// doShutdown begins a shutdown.
func (t *core) doShutdown() *api.CommandError {
	if t.cfg.Shutdown == nil {
		return t.refuse("not-now", text.ShutdownOff)
	}
	t.stepShutdown(shutdown.In{Command: true})
	return nil
}

// shutDown asks the computer once the lights have said goodbye, and the voice.
func (t *core) shutDown() { t.stepShutdown(shutdown.In{Dark: true}) }

// stepShutdown does what follows from what has happened to a shutdown.
func (t *core) stepShutdown(in shutdown.In) {
	switch out := t.leaving.Step(t.now, in); {
	case out.Save:
		t.unsaved.now, t.unkept.due = true, true
	case out.Unsaved != nil:
		t.refuseLate(t.refuse("not-saved", text.ShutdownUnsaved, t.present().Because(out.Unsaved)))
	case out.Begun:
		t.log.Info("shutting down, as asked")
		t.fault(notices.Shutdown, notices.Fault{})
		t.changed = true
	case out.Ask:
		t.out.Shutdown = true
	case out.Failed != nil:
		t.log.Error("the computer does not shut down", "err", out.Failed)
		t.fault(notices.Shutdown, notices.Broken(out.Failed))
		t.changed = true
	}
}
