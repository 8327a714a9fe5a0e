package main

import (
	"context"
	"net"
	"syscall"
)

// listenEarly opens an address before this computer has it: the page is there as soon as the
// address is (IP_FREEBIND of ip(7), which counts for IPv6 too).
func listenEarly(address string) (net.Listener, error) {
	early := net.ListenConfig{Control: func(_, _ string, c syscall.RawConn) error {
		var failed error
		err := c.Control(func(fd uintptr) { failed = syscall.SetsockoptInt(int(fd), syscall.SOL_IP, syscall.IP_FREEBIND, 1) })
		if err != nil {
			return err
		}
		return failed
	}}
	return early.Listen(context.Background(), "tcp", address)
}
