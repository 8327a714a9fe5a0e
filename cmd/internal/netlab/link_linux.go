package netlab

import (
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"time"
)

// Weather is what a link does to packets, in both directions alike.
type Weather struct {
	Delay  time.Duration // every packet's, at least
	Jitter time.Duration // up to so much more, drawn for each packet: they overtake each other
	Loss   float64       // share of the packets that do not arrive, 0 to 1
	Repeat float64       // share that arrive twice
	Cut    bool          // nothing arrives
}

// Tally counts packets.
type Tally struct {
	Arrived   int
	Late      int // of these, after one that was sent later
	Repeated  int
	Lost, Cut int
}

// Link joins hosts, each with every other.
type Link struct {
	hosts   []*Host
	mu      sync.Mutex
	weather Weather        // guarded by mu
	away    map[*Host]bool // guarded by mu
	rng     *rand.Rand     // guarded by mu
	tally   Tally          // guarded by mu
	timers  sync.WaitGroup
	done    chan struct{} // closed when the test ends
}

// Join joins hosts by a link, until the test ends. seed is what it makes its choices
// from.
func Join(t testing.TB, seed uint64, hosts ...*Host) *Link {
	l := &Link{hosts: hosts, away: map[*Host]bool{}, rng: rand.New(rand.NewPCG(seed, 1)), done: make(chan struct{})}
	var pumps sync.WaitGroup
	for _, h := range hosts {
		pumps.Go(func() { l.pump(h) })
	}
	t.Cleanup(func() {
		close(l.done)
		for _, h := range hosts {
			h.tun.Close()
		}
		pumps.Wait()
		l.timers.Wait()
	})
	return l
}

// Set changes the weather. Packets that are on their way arrive.
func (l *Link) Set(w Weather) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.weather = w
}

// Unplug cuts one host off from the others, or joins it to them again.
func (l *Link) Unplug(h *Host, away bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.away[h] = away
}

// Tally returns what has become of the packets so far.
func (l *Link) Tally() Tally {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.tally
}

// target returns the host that an IPv4 packet is for; nil for none.
func (l *Link) target(packet []byte) *Host {
	if len(packet) < 20 || packet[0]>>4 != 4 {
		return nil
	}
	to := net.IP(packet[16:20]).String() // RFC 791, destination address
	for _, h := range l.hosts {
		if h.Addr == to {
			return h
		}
	}
	return nil
}

// pump carries a host's packets until its device is closed.
func (l *Link) pump(from *Host) {
	buf := make([]byte, 1<<16)
	last := map[*Host]int{} // number of the latest packet that has arrived; guarded by mu
	for number := 1; ; number++ {
		n, err := from.tun.Read(buf)
		if err != nil {
			return
		}
		packet := append([]byte(nil), buf[:n]...)
		to := l.target(packet)
		if to == nil {
			continue
		}
		for _, wait := range l.fate(from, to) {
			l.timers.Go(func() {
				select {
				case <-time.After(wait):
				case <-l.done:
					return
				}
				l.mu.Lock()
				l.tally.Arrived++
				if number < last[to] {
					l.tally.Late++
				}
				last[to] = max(last[to], number)
				l.mu.Unlock()
				// A device that is closed takes nothing; TCP sends it again.
				_, _ = to.tun.Write(packet)
			})
		}
	}
}

// fate says after how long a packet arrives, as often as it does.
func (l *Link) fate(from, to *Host) []time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.weather
	switch {
	case w.Cut || l.away[from] || l.away[to]:
		l.tally.Cut++
		return nil
	case l.rng.Float64() < w.Loss:
		l.tally.Lost++
		return nil
	}
	wait := func() time.Duration { return w.Delay + time.Duration(l.rng.Int64N(int64(w.Jitter)+1)) }
	waits := []time.Duration{wait()}
	if l.rng.Float64() < w.Repeat {
		l.tally.Repeated++
		waits = append(waits, wait())
	}
	return waits
}
