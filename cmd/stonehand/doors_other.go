//go:build !linux

package main

import (
	"errors"
	"net"
)

// listenEarly fails where the kernel opens no address that it does not have.
func listenEarly(string) (net.Listener, error) { return nil, errors.ErrUnsupported }
