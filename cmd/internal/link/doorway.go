package link

import (
	"context"
	"net"
	"net/netip"
	"sync"
)

// strangers is how many may greet at once. Anyone who comes then takes the place of
// one who has said nothing yet.
const strangers = 8

// doorway holds those who have not proved yet that they know an invitation's code.
// Nobody is turned away: with all places taken, a newcomer takes that of the
// oldest greeting from the address with the most of them. So those who connect
// and stay silent cost one another their places, and not a guest, which greets
// within a round trip.
type doorway struct {
	mu       sync.Mutex
	greeting []*stranger // the oldest first
}

// stranger is one connection whose greeting is not over.
type stranger struct {
	from   netip.Addr
	cancel context.CancelFunc // ends the connection
}

// enter takes a place for a connection from an address. cancel is called when the
// place is lost to another; leave gives it up, and may be called more than once.
func (d *doorway) enter(from string, cancel context.CancelFunc) (leave func()) {
	s := &stranger{from: network(from), cancel: cancel}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.greeting) >= strangers {
		d.displace(s.from)
	}
	d.greeting = append(d.greeting, s)
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.remove(s)
	}
}

// displace ends the oldest greeting from where most come from, the newcomer counted.
func (d *doorway) displace(newcomer netip.Addr) {
	count := map[netip.Addr]int{newcomer: 1}
	most := 0
	for _, s := range d.greeting {
		count[s.from]++
		most = max(most, count[s.from])
	}
	for _, s := range d.greeting {
		if count[s.from] == most {
			s.cancel()
			d.remove(s)
			return
		}
	}
}

func (d *doorway) remove(s *stranger) {
	for i, other := range d.greeting {
		if other == s {
			d.greeting = append(d.greeting[:i], d.greeting[i+1:]...)
			return
		}
	}
}

// network is what counts as one address: an IPv4 address, or the /64 that a home
// or a provider's customer has of IPv6 (RFC 6177). The zero address stands for what
// cannot be read.
func network(remote string) netip.Addr {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		host = remote
	}
	a, err := netip.ParseAddr(host)
	if err != nil {
		return netip.Addr{}
	}
	if a = a.Unmap(); a.Is4() {
		return a
	}
	p, err := a.Prefix(64)
	if err != nil {
		return a
	}
	return p.Addr()
}
