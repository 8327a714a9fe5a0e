package service

import (
	"context"
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"
)

// Interruptible returns a context that ends when the process is told to end: by Ctrl-C,
// SIGTERM or, unless nohup has it ignored, a terminal that closes. A second signal ends
// the process at once, after what [AtOnce] wants, but no second SIGHUP: the shell and the
// system both send one.
func Interruptible() (ctx context.Context, stop func()) {
	t := &told{came: make(chan os.Signal, 8), over: make(chan struct{})}
	ctx, cancel := context.WithCancel(context.WithValue(context.Background(), toldKey{}, t))
	signal.Notify(t.came, heeded(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)...)
	var once sync.Once
	stop = func() {
		once.Do(func() {
			cancel()
			signal.Stop(t.came)
			close(t.over)
		})
	}
	go t.run(cancel)
	return ctx, stop
}

// heeded are those of the signals that the process does not ignore from its start, as
// nohup has SIGHUP ignored. Ctrl-C and SIGTERM always count.
func heeded(signals ...os.Signal) []os.Signal {
	var list []os.Signal
	for _, s := range signals {
		if s == os.Interrupt || s == syscall.SIGTERM || !signal.Ignored(s) {
			list = append(list, s)
		}
	}
	return list
}

// told is what a process is told by signals.
type told struct {
	came chan os.Signal
	over chan struct{} // closed when nobody listens any more

	mu  sync.Mutex
	all map[*func()]struct{} // what is to be done at once; guarded by mu
}

type toldKey struct{}

// AtOnce has do called, in a goroutine of its own, before a signal ends or suspends the
// process where it is: a second one of those that end it in good order, Ctrl-\, Ctrl-Z, or
// the watchdog's SIGABRT. The signal does what it does when do returns. ctx comes from
// [Interruptible]; with another one nothing happens. stop takes it back.
func AtOnce(ctx context.Context, do func()) (stop func()) {
	t, ok := ctx.Value(toldKey{}).(*told)
	if !ok {
		return func() {}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.all == nil {
		t.all = map[*func()]struct{}{}
		signal.Notify(t.came, heeded(rash...)...)
	}
	t.all[&do] = struct{}{}
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(t.all, &do)
	}
}

// run heeds signals until stop.
func (t *told) run(cancel func()) {
	ending := false
	for {
		var s os.Signal
		select {
		case s = <-t.came:
		case <-t.over:
			return
		}
		switch {
		case slices.Contains(rash, s) || ending && s != syscall.SIGHUP:
			t.atOnce()
			strike(s)
		default:
			ending = true
			signal.Ignore(syscall.SIGHUP)
			cancel()
		}
	}
}

// atOnce does what is to be done at once, all at the same time.
func (t *told) atOnce() {
	var all sync.WaitGroup
	t.mu.Lock()
	for do := range t.all {
		all.Go(*do)
	}
	t.mu.Unlock()
	all.Wait()
}

// Unheard has the process go on where nobody reads any more what it says, as where the line
// to a remote terminal is cut: that need not send SIGHUP, and SIGPIPE would end the process
// where it is. Writing fails instead. The signal is taken, not ignored, as programs that
// are started here would ignore it too.
func Unheard() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }
