package netlab

import (
	"math/rand/v2"
	"os"
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

// Link joins two hosts.
type Link struct {
	mu      sync.Mutex
	weather Weather    // guarded by mu
	rng     *rand.Rand // guarded by mu
	tally   Tally      // guarded by mu
	timers  sync.WaitGroup
	done    chan struct{} // closed when the test ends
}

// Join joins two hosts by a link, until the test ends. seed is what it makes its
// choices from.
func Join(t testing.TB, a, b *Host, seed uint64) *Link {
	l := &Link{rng: rand.New(rand.NewPCG(seed, 1)), done: make(chan struct{})}
	var pumps sync.WaitGroup
	for _, way := range [][2]*os.File{{a.tun, b.tun}, {b.tun, a.tun}} {
		pumps.Go(func() { l.pump(way[0], way[1]) })
	}
	t.Cleanup(func() {
		close(l.done)
		a.tun.Close()
		b.tun.Close()
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

// Tally returns what has become of the packets so far.
func (l *Link) Tally() Tally {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.tally
}

// pump carries packets one way until from is closed.
func (l *Link) pump(from, to *os.File) {
	buf := make([]byte, 1<<16)
	last := -1 // number of the latest packet that has arrived; guarded by mu
	for number := 0; ; number++ {
		n, err := from.Read(buf)
		if err != nil {
			return
		}
		packet := append([]byte(nil), buf[:n]...)
		for _, wait := range l.fate() {
			l.timers.Go(func() {
				select {
				case <-time.After(wait):
				case <-l.done:
					return
				}
				l.mu.Lock()
				l.tally.Arrived++
				if number < last {
					l.tally.Late++
				}
				last = max(last, number)
				l.mu.Unlock()
				// A device that is closed takes nothing; TCP sends it again.
				_, _ = to.Write(packet)
			})
		}
	}
}

// fate says after how long a packet arrives, as often as it does.
func (l *Link) fate() []time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.weather
	switch {
	case w.Cut:
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
