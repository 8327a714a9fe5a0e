package soc

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"
)

// State is what a [Watcher] makes of its readings.
type State struct {
	Reading
	// Hot is set when the temperature reaches the threshold, and reset when it
	// has fallen below that by [Hysteresis].
	Hot bool
}

// Hysteresis is by how many degrees the computer has to cool before it is no
// longer hot.
const Hysteresis = 5

// Timing of a watcher.
const (
	Every = 2 * time.Second  // between two readings
	hold  = 10 * time.Second // for how long a reason to throttle is kept after it was last seen, since they flicker
)

// Watcher keeps an eye on the computer. Its State may be asked for from anywhere.
type Watcher struct {
	root  string
	hot   float64
	log   *slog.Logger
	state atomic.Pointer[State]
	seen  [4]time.Time // when each reason was last seen
}

// NewWatcher returns a watcher of the tree below root, "/sys" on a real machine,
// that calls the computer hot from the given temperature on, in degrees Celsius.
// It has looked once.
func NewWatcher(root string, hot float64, log *slog.Logger) *Watcher {
	w := &Watcher{root: root, hot: hot, log: log}
	w.state.Store(&State{})
	w.look(time.Now())
	return w
}

// State returns the present state.
func (w *Watcher) State() State { return *w.state.Load() }

// Run looks every two seconds until ctx ends, and calls changed after every
// change of whether the computer is hot or of why it throttles, and once at the
// start. It waits for changed to return.
func (w *Watcher) Run(ctx context.Context, changed func(State)) {
	tick := time.NewTicker(Every)
	defer tick.Stop()
	changed(w.State())
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		was := w.State()
		w.look(time.Now())
		if now := w.State(); now.Hot != was.Hot || now.Throttle != was.Throttle {
			changed(now)
		}
	}
}

// look takes a reading and tells the log what it changes.
func (w *Watcher) look(at time.Time) {
	was, now := w.State(), State{Reading: Read(w.root)}
	for i, reason := range AllReasons() {
		if now.Throttle&reason != 0 {
			w.seen[i] = at
		} else if was.Throttle&reason != 0 && at.Sub(w.seen[i]) < hold {
			now.Throttle |= reason
		}
	}
	now.Hot = now.Known && (now.Celsius >= w.hot || was.Hot && now.Celsius > w.hot-Hysteresis)
	w.state.Store(&now)
	if now.Hot != was.Hot {
		w.log.Info(map[bool]string{true: "the computer is hot", false: "the computer has cooled"}[now.Hot], "celsius", now.Celsius, "threshold", w.hot)
	}
	switch {
	case now.Throttle == was.Throttle:
	case now.Throttle == 0:
		w.log.Info("the computer runs at full speed again", "celsius", now.Celsius)
	default:
		w.log.Warn("the computer throttles: it runs slower than it could", "why", now.Throttle.Names(), "celsius", now.Celsius)
	}
}
