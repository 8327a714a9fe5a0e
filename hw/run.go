package hw

import "sync"

// Run is what a device does until it is halted: a board's Sense, an arm's Keep, a
// strip's Light. It goes on once at a time. Make it with [NewRun].
type Run struct {
	halted chan struct{} // closed by Halt

	mu  sync.Mutex
	now chan struct{} // closed when the present run ends; nil: there is none
}

// NewRun returns a run that has not begun.
func NewRun() *Run { return &Run{halted: make(chan struct{})} }

// Begin begins the run; end is to be called when it is over. A run that may not
// begin has a nil end: with the given error where one is going on already, and with
// none after Halt.
func (r *Run) Begin(already error) (end func(), err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.now != nil {
		return nil, already
	}
	select {
	case <-r.halted:
		return nil, nil
	default:
	}
	done := make(chan struct{})
	r.now = done
	return func() {
		r.mu.Lock()
		r.now = nil
		r.mu.Unlock()
		close(done)
	}, nil
}

// Halted is closed by the first Halt.
func (r *Run) Halted() <-chan struct{} { return r.halted }

// Halt ends the run for good, and waits for its end.
func (r *Run) Halt() {
	r.mu.Lock()
	select {
	case <-r.halted:
	default:
		close(r.halted)
	}
	now := r.now
	r.mu.Unlock()
	if now != nil {
		<-now
	}
}
