package table

import (
	"context"
	"slices"
	"sync"

	"stonehand/cmd/internal/table/arm"
	"stonehand/hw"
	"stonehand/hw/calib"
)

// mostSensed is how much of what board and arm say waits for the loop. Beyond that the oldest
// frames are dropped: some seconds of a disk that takes its time.
const mostSensed = 256

// watch stands between the board and the loop of a table whose arm can be held. It holds the
// arm for a hand at once, whatever the loop waits for, until the loop knows of that hand.
type watch struct {
	keeper hw.ArmKeeper
	time   Timekeeper
	sensed chan sensed // for the loop

	mu    sync.Mutex
	guard arm.Guard
	on    bool   // the arm is held
	held  bool   // the loop wants that
	blind bool   // the board is not read
	seen  uint64 // what the guard has seen, so many
	known uint64 // and what of it the loop knows
}

// sensed is an input for the loop, and how much it knows after it of what the guard has seen.
type sensed struct {
	in   Input
	seen uint64
}

// newWatch returns what watches over an arm, nil for one that cannot be held.
func newWatch(c *Config) *watch {
	k, ok := c.Arm.(hw.ArmKeeper)
	if !ok {
		return nil
	}
	return &watch{keeper: k, time: c.Timekeeper, sensed: make(chan sensed), guard: arm.NewGuard(c.Votes, c.Window, c.Masked)}
}

// hold has the arm held, or not, as the loop wants it.
func (w *watch) hold(on bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.held = on
	w.keep()
}

// keep holds the arm where the loop wants that, or does not know all that was seen.
func (w *watch) keep() {
	if on := w.held || w.seen != w.known; on != w.on {
		w.on = on
		w.keeper.Hold(on)
	}
}

// acted says that the loop has acted on an input.
func (w *watch) acted(s sensed) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if s.seen > w.known {
		w.known = s.seen
		w.keep()
	}
}

// know takes what is known of the board's points, nil for nothing.
func (w *watch) know(c *calib.Calibration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.guard.Know(c)
}

// look looks at a reading, and returns what the loop is to hear of before it, if anything.
func (w *watch) look(r hw.Reading) (saw sensed, is bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	hand := false
	if r.Link != nil {
		w.guard.Reach(r.Link)
	} else if r.Frame != nil {
		hand = w.guard.Frame(w.time.Now(), r.Frame)
	}
	if blind := w.guard.Blind(); hand || blind != w.blind {
		w.blind = blind
		w.seen++
		w.keep()
		return sensed{Input{Watch: &arm.Watch{Blind: blind}}, w.seen}, true
	}
	return sensed{}, false
}

// news looks at news of the arm.
func (w *watch) news(n *hw.ArmNews) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.guard.News(w.time.Now(), n)
}

// run hands on what board and arm say until ctx ends. Neither waits for the loop.
func (w *watch) run(ctx context.Context, readings <-chan hw.Reading, news <-chan hw.ArmNews) {
	var queue []sensed
	for {
		var next sensed
		var out chan<- sensed
		if len(queue) > 0 {
			next, out = queue[0], w.sensed
		}
		select {
		case r := <-readings:
			if saw, is := w.look(r); is {
				// One hand is like another: the loop hears of the last.
				queue = append(slices.DeleteFunc(queue, func(s sensed) bool { return s.in.Watch != nil }), saw)
			}
			if len(queue) >= mostSensed {
				if i := slices.IndexFunc(queue, func(s sensed) bool { return s.frame() }); i >= 0 {
					queue = slices.Delete(queue, i, i+1)
				}
			}
			queue = append(queue, sensed{in: Input{Reading: &r}})
		case n := <-news:
			w.news(&n)
			queue = append(queue, sensed{in: Input{News: &n}})
		case out <- next:
			queue = slices.Delete(queue, 0, 1)
		case <-ctx.Done():
			return
		}
	}
}

// frame reports whether it is what the next of its kind replaces.
func (s *sensed) frame() bool {
	r := s.in.Reading
	return r != nil && (r.Frame != nil || r.Field != nil)
}
