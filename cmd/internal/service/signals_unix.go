//go:build unix

package service

import (
	"os"
	"os/signal"
	"syscall"
)

// rash are the signals that end or suspend a process where it is: Ctrl-\ and Ctrl-Z of a
// terminal, and SIGABRT of the service manager's watchdog.
var rash = []os.Signal{syscall.SIGQUIT, syscall.SIGTSTP, syscall.SIGABRT}

// strike has a signal do to the process what it does to one that does not take it.
func strike(s os.Signal) {
	if s == syscall.SIGTSTP {
		s = syscall.SIGSTOP // does the same, and is never taken
	} else {
		signal.Reset(s)
	}
	_ = syscall.Kill(syscall.Getpid(), s.(syscall.Signal))
}
