package webtest

import (
	"math/rand/v2"
	"net"
	"strconv"
	"sync"
	"testing"
)

// Ports that [Address] chooses from: below those that systems give to programs
// that ask for any, and above those that services are known by.
const (
	lowestPort  = 10240
	highestPort = 32767
)

var (
	givenMu sync.Mutex
	given   = map[int]bool{} // guarded by givenMu
)

// Address returns an address of this machine, "127.0.0.1:10240" for one, that
// nobody listens on. Nobody who asks the system for any port is given this one, so
// it stays free while a server that is started again on it is down.
func Address(t testing.TB) string {
	t.Helper()
	givenMu.Lock()
	defer givenMu.Unlock()
	var err error
	for range 1000 {
		port := lowestPort + rand.IntN(highestPort-lowestPort+1)
		if given[port] {
			continue
		}
		address := net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
		var l net.Listener
		if l, err = net.Listen("tcp", address); err == nil {
			l.Close()
			given[port] = true
			return address
		}
	}
	t.Fatalf("no port between %d and %d is free: %v", lowestPort, highestPort, err)
	return ""
}
