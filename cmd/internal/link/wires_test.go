package link

import (
	"context"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
)

// wires is a network in memory, on which what travels can be held up: with it two
// stations live in a bubble of package synctest.
type wires struct {
	arrive chan net.Conn // at hostName
	down   chan struct{} // closed when nothing can be reached any more
	ways   [2]*way       // to the host, to the guest
	g      sync.WaitGroup
}

// The ways of a link.
const (
	toHost = iota
	toGuest
)

// way is one direction of every connection.
type way struct {
	mu   sync.Mutex
	free *sync.Cond
	held bool
}

func (w *way) hold(held bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.held = held
	w.free.Broadcast()
}

// carry copies what arrives, however much is held up, until either end closes.
func (w *way) carry(to, from net.Conn) {
	var queue [][]byte
	over := false
	var g sync.WaitGroup
	g.Go(func() {
		defer to.Close()
		for {
			w.mu.Lock()
			for !over && (w.held || len(queue) == 0) {
				w.free.Wait()
			}
			list := queue
			queue = nil
			w.mu.Unlock()
			if len(list) == 0 {
				return
			}
			for _, data := range list {
				if _, err := to.Write(data); err != nil {
					from.Close()
					return
				}
			}
		}
	})
	buf := make([]byte, 4096)
	for {
		n, err := from.Read(buf)
		w.mu.Lock()
		if n > 0 {
			queue = append(queue, append([]byte(nil), buf[:n]...))
		}
		over = err != nil
		w.free.Broadcast()
		w.mu.Unlock()
		if err != nil {
			break
		}
	}
	g.Wait()
}

func newWires() *wires {
	w := &wires{arrive: make(chan net.Conn), down: make(chan struct{})}
	for i := range w.ways {
		x := &way{}
		x.free = sync.NewCond(&x.mu)
		w.ways[i] = x
	}
	return w
}

// client reaches the host over the wires; without them over the kernel's network.
func (w *wires) client() *http.Client {
	if w == nil {
		return nil
	}
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		mine, here := net.Pipe()
		there, theirs := net.Pipe()
		select {
		case w.arrive <- theirs:
		case <-w.down:
			return nil, net.ErrClosed
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		w.g.Go(func() { w.ways[toHost].carry(there, here) })
		w.g.Go(func() { w.ways[toGuest].carry(here, there) })
		return mine, nil
	}
	return &http.Client{Transport: &http.Transport{DialContext: dial, DisableKeepAlives: true}}
}

// hostName is the address that connections arrive at; at any other none does.
const hostName = "host.example"

// port is where connections arrive.
type port struct {
	name   string
	arrive <-chan net.Conn
	closed atomic.Bool
	shut   chan struct{}
}

func (w *wires) listen(address string) (net.Listener, error) {
	if w == nil {
		return net.Listen("tcp", address)
	}
	d := &port{name: address, shut: make(chan struct{})}
	if address == hostName {
		d.arrive = w.arrive
	}
	return d, nil
}

func (d *port) Accept() (net.Conn, error) {
	select {
	case c := <-d.arrive:
		return c, nil
	case <-d.shut:
		return nil, net.ErrClosed
	}
}

func (d *port) Close() error {
	if !d.closed.Swap(true) {
		close(d.shut)
	}
	return nil
}

func (d *port) Addr() net.Addr { return d }

func (d *port) Network() string { return "wires" }

func (d *port) String() string { return d.name }

// scanRate is how often boards are read, in hertz: time that passes in a bubble costs
// as much as is done in it.
func (w *wires) scanRate() float64 {
	if w == nil {
		return 500
	}
	return 100
}
