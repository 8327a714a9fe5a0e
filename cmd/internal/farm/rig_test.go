package farm

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/goleak"

	"stonehand/cmd/internal/jobs"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience is how long a test waits for what has to come.
const patience = 2 * time.Minute

var quiet = slog.New(slog.DiscardHandler)

// rig is a farm for tests.
type rig struct {
	t    testing.TB
	opts server.Options

	mu  sync.Mutex
	srv *server.Server // guarded by mu
}

// InProcessConn connects to the server that runs now, without a port that another program
// could take while it is down.
func (r *rig) InProcessConn() (net.Conn, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.srv.InProcessConn()
}

func newRig(t testing.TB) *rig {
	t.Helper()
	r := &rig{t: t, opts: server.Options{DontListen: true, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true}}
	r.start()
	t.Cleanup(r.stop)
	return r
}

func (r *rig) start() {
	r.t.Helper()
	o := r.opts
	s, err := server.NewServer(&o)
	if err != nil {
		r.t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(patience) {
		r.t.Fatal("the server does not start")
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.srv = s
}

func (r *rig) stop() {
	r.srv.Shutdown()
	r.srv.WaitForShutdown()
}

func (r *rig) dial() *nats.Conn {
	r.t.Helper()
	nc, err := nats.Connect("", nats.InProcessServer(r), nats.Timeout(patience), nats.MaxReconnects(-1), nats.ReconnectWait(10*time.Millisecond), nats.ReconnectBufSize(-1))
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(nc.Close)
	return nc
}

func (r *rig) prepare() {
	r.t.Helper()
	nc := r.dial()
	js, err := jetstream.New(nc)
	if err != nil {
		r.t.Fatal(err)
	}
	if err := Prepare(r.t.Context(), js, 1); err != nil {
		r.t.Fatal(err)
	}
}

// truth is the job that tests have done: a square.
var truth = jobs.Of(func(_ context.Context, n int) (int, error) {
	if n < 0 {
		return 0, fmt.Errorf("%d is below 0", n)
	}
	return n * n, nil
})

// kinds are those of an honest worker.
var kinds = map[string]jobs.Func{"square": truth}

// working is a worker that can be killed.
type working struct {
	nc   *nats.Conn
	stop context.CancelFunc
	done chan struct{}
}

// work starts a worker whose squares are found by f.
func (r *rig) work(name string, f jobs.Func, change ...func(*Worker)) *working {
	r.t.Helper()
	w := &Worker{NATS: r.dial(), Name: name, Signature: "1", Kinds: map[string]jobs.Func{"square": f}, Slots: 2, Dir: r.t.TempDir(), Lease: 300 * time.Millisecond, Log: quiet}
	for _, c := range change {
		c(w)
	}
	return r.run(w)
}

// run starts a worker.
func (r *rig) run(w *Worker) *working {
	ctx, cancel := context.WithCancel(context.Background())
	x := &working{w.NATS, cancel, make(chan struct{})}
	go func() {
		defer close(x.done)
		if err := w.Run(ctx); err != nil && !errors.Is(err, nats.ErrConnectionClosed) {
			r.t.Error(err)
		}
	}()
	r.t.Cleanup(x.end)
	return x
}

// end ends a worker that gives back what it has; kill ends one that cannot.
func (x *working) end() { x.stop(); <-x.done; x.nc.Close() }

func (x *working) kill() { x.nc.Close(); x.stop(); <-x.done }

func (r *rig) asker(change ...func(*AskerConfig)) *Asker {
	r.t.Helper()
	c := AskerConfig{NATS: r.dial(), Name: "me", Signature: "1", Priority: Machines, Kinds: kinds, Patience: patience, Log: quiet}
	for _, f := range change {
		f(&c)
	}
	a, err := NewAsker(r.t.Context(), c)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(a.Close)
	return a
}

// squares has the squares of the numbers below n found, and says what is wrong with them.
func squares(ctx context.Context, a *Asker, n int) error {
	return a.Run(ctx, func() error {
		next, want := -1, 0
		err := jobs.InOrder(ctx, 16, 32, func() (struct{}, error) { return struct{}{}, nil }, nil, func() (int, bool) { next++; return next, next < n },
			func(ctx context.Context, _ struct{}, i int) (int, error) { return jobs.Ask[int](ctx, a, "square", i) },
			func(got int) (bool, error) {
				if got != want*want {
					// What is wrong may be taken back later.
					return false, fmt.Errorf("the square of %d is %d", want, got)
				}
				want++
				return true, nil
			})
		if err == nil && want != n {
			err = fmt.Errorf("%d results of %d jobs", want, n)
		}
		return err
	})
}

// signal tells once.
type signal struct {
	once sync.Once
	c    chan struct{}
}

func newSignal() *signal { return &signal{c: make(chan struct{})} }
func (s *signal) give()  { s.once.Do(func() { close(s.c) }) }

// isAside says whether a worker is set aside. Answers to what is not asked any more still come.
func (a *Asker) isAside(worker string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.worker(worker).aside
}
