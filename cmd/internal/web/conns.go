package web

import (
	"context"
	"crypto/tls"
	"net"
	"net/netip"
	"sync"
	"time"

	"stonehand/cmd/internal/attempts"
)

const (
	// mostConns is how many connections there may be at once, and reservedConns how
	// many of those are for loopback alone. An idle one costs some 23 KiB.
	mostConns     = 256
	reservedConns = 64
	// connShare is how many one address may have: a browser opens 6.
	connShare = 64
	// busyTime is how long a request that is no stream keeps its connection from
	// being closed for a new one.
	busyTime = 2 * time.Second
)

// gate bounds the connections of a listener. One that is full closes the connection
// that is missed least for a new one: of the address that has most of them, the one
// that has waited longest without a request being answered on it. So neither idle
// connections nor such as send their requests byte by byte keep anybody out, and
// neither does an address that opens one after the other.
type gate struct {
	trusts func(netip.Addr) bool // trusted proxies' connections are many people's
	clock  func() time.Time

	mu    sync.Mutex // guards what follows, and the fields of every conn
	conns map[*gated]struct{}
	by    map[netip.Prefix]int
}

func newGate(trusts func(netip.Addr) bool, clock func() time.Time) *gate {
	return &gate{trusts: trusts, clock: clock, conns: map[*gated]struct{}{}, by: map[netip.Prefix]int{}}
}

// gated is a connection that has passed the gate.
type gated struct {
	net.Conn
	gate *gate
	net  netip.Prefix
	many bool // a trusted proxy's
	home bool // from loopback

	// Guarded by gate.mu.

	busy  int       // requests that are being answered
	since time.Time // when it last became busy, or idle
	kept  bool      // carries a stream, which has a limit of its own
}

// Close implements [net.Conn].
func (c *gated) Close() error {
	c.gate.mu.Lock()
	c.gate.forget(c)
	c.gate.mu.Unlock()
	return c.Conn.Close()
}

// begin and end enclose the answer to a request; keep says that the answer is a stream.
func (c *gated) begin() {
	c.gate.mu.Lock()
	defer c.gate.mu.Unlock()
	if c.busy++; c.busy == 1 {
		c.since = c.gate.clock()
	}
}

func (c *gated) end() {
	c.gate.mu.Lock()
	defer c.gate.mu.Unlock()
	if c.busy--; c.busy == 0 {
		c.since, c.kept = c.gate.clock(), false
	}
}

func (c *gated) keep() {
	c.gate.mu.Lock()
	defer c.gate.mu.Unlock()
	c.kept = true
}

// forget takes a connection off the list; g.mu is held.
func (g *gate) forget(c *gated) {
	if _, ok := g.conns[c]; !ok {
		return
	}
	delete(g.conns, c)
	if g.by[c.net]--; g.by[c.net] == 0 {
		delete(g.by, c.net)
	}
}

// admit lets a connection in and closes another one for it if it must. It returns
// nil if there is no room.
func (g *gate) admit(conn net.Conn) *gated {
	c := &gated{Conn: conn, gate: g}
	if a, ok := conn.RemoteAddr().(*net.TCPAddr); ok {
		addr, _ := netip.AddrFromSlice(a.IP)
		addr = addr.Unmap()
		c.net, c.many, c.home = attempts.Network(addr), g.trusts(addr), addr.IsLoopback()
	}
	g.mu.Lock()
	c.since = g.clock()
	full, strangers := len(g.conns) >= mostConns, 0
	for o := range g.conns {
		if !o.home {
			strangers++
		}
	}
	var victim *gated
	switch {
	case !c.many && g.by[c.net] >= connShare:
		victim = g.least(func(o *gated) bool { return o.net == c.net })
	case !c.home && (full || strangers >= mostConns-reservedConns):
		victim = g.least(func(o *gated) bool { return !o.home })
	case full:
		victim = g.least(func(*gated) bool { return true })
	default:
		g.enter(c)
		g.mu.Unlock()
		return c
	}
	if victim != nil {
		g.forget(victim)
		g.enter(c)
	}
	g.mu.Unlock()
	if victim == nil {
		return nil
	}
	victim.Conn.Close()
	return c
}

// enter puts a connection on the list; g.mu is held.
func (g *gate) enter(c *gated) {
	g.conns[c] = struct{}{}
	g.by[c.net]++
}

// least returns the connection that is missed least of those that may be closed; nil
// if there is none. g.mu is held.
func (g *gate) least(may func(*gated) bool) *gated {
	var found *gated
	now := g.clock()
	for c := range g.conns {
		if !may(c) || c.kept || c.busy > 0 && now.Sub(c.since) < busyTime {
			continue
		}
		if found == nil || g.before(c, found) {
			found = c
		}
	}
	return found
}

// before reports whether a is missed less than b; g.mu is held.
func (g *gate) before(a, b *gated) bool {
	weight := func(c *gated) int {
		if c.many {
			return 0
		}
		return g.by[c.net]
	}
	switch {
	case (a.busy > 0) != (b.busy > 0):
		return b.busy > 0
	case weight(a) != weight(b):
		return weight(a) > weight(b)
	}
	return a.since.Before(b.since)
}

// gatedListener lets connections in through a gate.
type gatedListener struct {
	net.Listener
	gate *gate
}

// Accept implements [net.Listener].
func (l gatedListener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if g := l.gate.admit(c); g != nil {
			return g, nil
		}
		c.Close()
	}
}

// connKey is the key of a request's connection in its context.
type connKey struct{}

// connContext puts a connection into the context of its requests, if it has come
// through a gate.
func connContext(ctx context.Context, c net.Conn) context.Context {
	if t, ok := c.(*tls.Conn); ok {
		c = t.NetConn()
	}
	if g, ok := c.(*gated); ok {
		return context.WithValue(ctx, connKey{}, g)
	}
	return ctx
}

// occupy says that a request is being answered until the returned function is
// called.
func occupy(ctx context.Context) (done func()) {
	g, ok := ctx.Value(connKey{}).(*gated)
	if !ok {
		return func() {}
	}
	g.begin()
	return g.end
}

// keepOpen says that the answer to a request is a stream.
func keepOpen(ctx context.Context) {
	if g, ok := ctx.Value(connKey{}).(*gated); ok {
		g.keep()
	}
}
