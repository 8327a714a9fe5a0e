package table

import (
	"errors"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/attract"
	"stonehand/cmd/internal/table/notices"
	"stonehand/cmd/internal/table/queue"
	"stonehand/cmd/internal/text"
)

// queueState is how the table stands for those who wait to play.
func (t *core) queueState() queue.State {
	m := &t.match
	if t.aside != nil {
		m = t.aside
	}
	return queue.State{Closed: t.hours.Closed(), Busy: m.UnderWay() && playedByPeople(m) || m.On(), Held: t.byHand.InUse() || t.calib.On()}
}

// callNext is a pass: it calls who plays next.
func (t *core) callNext() { t.stepQueue(queue.In{}) }

// stepQueue takes what has happened, and does what follows.
func (t *core) stepQueue(in queue.In) error {
	out := t.queue.Step(t.now, t.queueState(), in)
	t.changed = t.changed || out.Changed
	if p := out.Called; p != nil {
		t.tellFor(notices.In{Notice: text.Tell(text.QueueCall, called(p)), Brief: true})
	}
	if m := &t.match; out.Came {
		t.tellFor(notices.In{Undone: true})
		t.stepShow(attract.In{Touch: true})
		if !t.houseGame(m) && (m.Game.Result().Over || !t.status().Linked) {
			t.setAside()
		}
	}
	return out.Err
}

// called is a person as people are told of them.
func called(p *queue.Place) text.Words {
	if p.Name != "" {
		return text.Plain(p.Name)
	}
	return text.Tell(text.QueueNumber, p.Number)
}

// doQueue carries out what somebody says who waits to play.
func (t *core) doQueue(o *api.QueueOrder) *api.CommandError {
	in := queue.In{Here: o.Here, Leave: o.Leave}
	if o.Join {
		name, err := queue.ParseName(o.Name)
		if err != nil {
			return t.refuse("bad-value", text.QueueName, queue.MaxName)
		}
		in = queue.In{Join: &name}
	}
	switch err := t.stepQueue(in); {
	case errors.Is(err, queue.ErrFull):
		return t.refuse("queue-full", text.QueueFull)
	case errors.Is(err, queue.ErrClosed):
		return t.refuse("closed", text.QueueClosed)
	case errors.Is(err, queue.ErrUnknown):
		return t.refuse("no-place", text.QueueUnknown)
	case errors.Is(err, queue.ErrEarly):
		return t.refuse("not-called", text.QueueEarly)
	case errors.Is(err, queue.ErrHeld) && t.calib.On():
		return t.refuse("not-now", text.CalibFirst)
	case errors.Is(err, queue.ErrHeld):
		return t.refuse("not-now", text.ArmInUse)
	}
	return nil
}
