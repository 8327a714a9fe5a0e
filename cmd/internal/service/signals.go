package service

import (
	"context"
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

// Heard returns a context that also ends when nobody reads what the process says any more,
// as where the line to a remote terminal is cut: that need not send SIGHUP. Until stop,
// writing then fails, and does not end the process where it is.
func Heard(ctx context.Context) (heard context.Context, stop func()) {
	return signal.NotifyContext(ctx, syscall.SIGPIPE)
}
