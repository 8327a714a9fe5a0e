package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"syscall"

	"stonehand/hw/grbl/grblsim"
)

// serveControl takes orders on a unix socket until ctx ends: a line each, each
// answered with what it tells and "ok", or with "error: " and why.
func serveControl(ctx context.Context, path string, s *grblsim.Server, quit func()) error {
	l, err := net.Listen("unix", path)
	if errors.Is(err, syscall.EADDRINUSE) && abandoned(path) {
		os.Remove(path)
		l, err = net.Listen("unix", path)
	}
	if err != nil {
		return fmt.Errorf("orders cannot be taken at %s: %w", path, err)
	}
	var conns sync.WaitGroup
	defer conns.Wait()
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()
	for {
		c, err := l.Accept()
		if ctx.Err() != nil {
			if err == nil {
				c.Close()
			}
			return nil
		}
		if err != nil {
			return fmt.Errorf("orders are not taken at %s any more: %w", path, err)
		}
		conns.Go(func() {
			defer c.Close()
			defer context.AfterFunc(ctx, func() { c.Close() })()
			readOrders(c, s, c, "ok\n", quit)
		})
	}
}

// abandoned reports whether a socket was left behind by a process that is gone.
func abandoned(path string) bool {
	if i, err := os.Lstat(path); err != nil || i.Mode()&os.ModeSocket == 0 {
		return false
	}
	c, err := net.Dial("unix", path)
	if err == nil {
		c.Close()
	}
	return errors.Is(err, syscall.ECONNREFUSED)
}
