package grbl

import (
	"context"
	"time"

	"stonehand/hw"
)

// saveAgain is how long it takes until a memory that could not be kept is offered again.
const saveAgain = time.Second

// Memory is what an arm has to know again after its program has ended in whatever
// way.
type Memory struct {
	Stock
	// Moving is that it was, or may have been, in the middle of a motion.
	Moving bool `json:"moving,omitempty"`
	// Stopped is why it moves only after a person has said so; empty: it may.
	Stopped hw.ArmCause `json:"stopped,omitempty"`
}

// Memory returns what another arm in this one's place has to know.
func (a *Arm) Memory() Memory {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.memory
}

// change changes the memory, and reports whether Keep runs, which keeps it then.
func (a *Arm) change(how func(*Memory)) (kept bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	before := a.memory
	how(&a.memory)
	if a.memory != before {
		hw.Ring(a.fresh)
	}
	return a.keeping
}

// remember changes the memory, and has it kept before it returns: what Keep does next rests
// on it.
func (a *Arm) remember(how func(*Memory)) {
	if a.change(how); !a.save() {
		hw.Ring(a.unsaved)
	}
}

// note changes the memory for somebody who does not wait until it is kept.
func (a *Arm) note(how func(*Memory)) {
	if !a.change(how) {
		a.save()
		return
	}
	hw.Ring(a.unsaved)
}

// KeepAgain says that what was kept is gone, for whatever reason. It returns at once.
func (a *Arm) KeepAgain() {
	a.mu.Lock()
	a.lost = true
	a.mu.Unlock()
	a.note(func(*Memory) {})
}

// save has the memory kept if it is another than was kept last, or that is gone, and reports
// whether it is kept.
func (a *Arm) save() bool {
	a.saving <- struct{}{}
	defer func() { <-a.saving }()
	a.mu.Lock()
	now, lost := a.memory, a.lost
	a.lost = false
	a.mu.Unlock()
	if a.o.Save == nil || now == a.saved && !lost {
		return true
	}
	err := a.o.Save(now)
	if err == nil {
		a.saved = now
	}
	a.mu.Lock()
	before := a.unkept
	a.unkept, a.lost = err, a.lost || lost && err != nil
	a.mu.Unlock()
	if (err == nil) != (before == nil) {
		hw.Ring(a.fresh)
	}
	return err == nil
}

// saver keeps the memory whenever it has changed, until ctx ends.
func (a *Arm) saver(ctx context.Context) {
	var again <-chan time.Time
	for {
		select {
		case <-a.unsaved:
		case <-again:
		case <-ctx.Done():
			return
		}
		if again = nil; !a.save() {
			again = time.After(saveAgain)
		}
	}
}

// keeps says whether Keep runs. What was noted until it ends is kept.
func (a *Arm) keeps(on bool) {
	a.mu.Lock()
	a.keeping = on
	a.mu.Unlock()
	if !on {
		a.save()
	}
}
