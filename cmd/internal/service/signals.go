package service

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// Interruptible returns a context that ends when the process is told to end: by Ctrl-C,
// SIGTERM or, unless nohup has it ignored, a terminal that closes. A second signal ends
// the process at once, but no second SIGHUP: the shell and the system both send one.
func Interruptible() (ctx context.Context, stop func()) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop = signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, func() {
		signal.Ignore(syscall.SIGHUP)
		stop()
	})
	return ctx, stop
}

// Unheard has the process go on where nobody reads any more what it says, as where the line
// to a remote terminal is cut: that need not send SIGHUP, and SIGPIPE would end the process
// where it is. Writing fails instead. The signal is taken, not ignored, as programs that
// are started here would ignore it too.
func Unheard() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }

// Heard returns a context that ends when nobody reads any more what is written to the
// output that it returns. Until then it is as [Unheard] has it.
func Heard(ctx context.Context, w io.Writer) (heard context.Context, to *Output, stop func()) {
	Unheard()
	heard, stop = context.WithCancel(ctx)
	return heard, &Output{Writer: w, lost: stop}, stop
}
