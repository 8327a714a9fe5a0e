// Package web serves the table over HTTP: the page people look at, the JSON
// contract that other programs rely on, the stream of server-sent events, the
// metrics and the health of the game loop. openapi.json, which the server hands
// out itself, describes every route.
//
// It owns nothing: what it shows is the table's present snapshot, and what
// people ask enters the table as a command.
package web

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/library"
	"stonehand/cmd/internal/remote"
)

// Config is what a [Server] needs. Table is required; everything else has a
// sensible zero value.
type Config struct {
	Table api.Board
	// Games are the finished games; nil when none are kept.
	Games Games
	// Library keeps game records from elsewhere; nil where none are kept.
	Library *library.Shelf
	// Analyst judges finished games; nil where none is judged. He works while
	// [Server.Serve] runs.
	Analyst Analyst
	Visits  Visits // counted at an exhibit; nil: none are
	Care    Care   // for those who look after the table
	// Analyses keep what he finds beyond the program; nil: that is forgotten.
	Analyses Analyses
	// Recording is what the sensors reported; nil where nothing is recorded.
	Recording Recording
	// Hand plays the person's hand on a simulated board; nil on a real one.
	Hand Hand
	// Session is how people invite a remote opponent; nil if that is not possible.
	Session remote.Session
	// TakeTime is how long people can take a finished game home, and TakeKey returns the secret
	// that makes their links, or why it cannot be kept now; without both they cannot.
	TakeTime time.Duration
	TakeKey  func() ([]byte, error)
	// Password is what it takes to operate the board; "" lets this computer alone.
	Password string
	// PINTime is how long a PIN is good by which people may play who reach the page; 0
	// means that there is none.
	PINTime time.Duration
	// PowersOff is that the command shutdown powers the computer off.
	PowersOff bool
	// TLS is how the doors speak it; nil: they do not. The owner's never does.
	TLS *tls.Config
	// Audit is the path of the log of who did what; "" keeps none.
	Audit string
	// Hostname is the machine's own name; "" asks the system.
	Hostname string
	// Metrics is where the server's metrics are registered and what GET
	// /metrics shows; nil makes a registry of its own.
	Metrics *prometheus.Registry
	// Log receives what an operator should know; nil discards it.
	Log *slog.Logger
	// Clock tells the time; nil means time.Now.
	Clock func() time.Time
	// Stall is how long the game loop may go without a round before GET
	// /healthz says that it is stuck; 0 means 10 s.
	Stall time.Duration
	// Hosts are further names under which a browser may reach the server, such
	// as "board.example.org"; "*" allows every name. IP addresses, localhost and
	// the machine's own name, alone or under a local domain (.local, .lan,
	// .home.arpa and the like), are always allowed.
	Hosts []string
	// Heartbeat is the pause between two comments on an idle event stream; 0
	// means 5 s.
	Heartbeat time.Duration
	// Patience is how long one write to an event stream may take before the
	// reader is dropped; 0 means 10 s.
	Patience time.Duration
	// Streams is how many streams may be open at once, a quarter of them for people at
	// this computer and for who has logged in; 0 means 64.
	Streams int
	// Proxies are the addresses of programs whose X-Forwarded-For is believed.
	Proxies []netip.Prefix
	// Remote is that nobody counts as being at this computer because a request comes
	// from a loopback address.
	Remote bool
}

// DoorKind is who comes in through a listener.
type DoorKind int

const (
	Main       DoorKind = iota // everybody, and each as what they can show that they are
	Owners                     // people who may open a Unix socket: they operate the board
	Spectators                 // people who may look and never more
)

// Door is a listener of its own.
type Door struct {
	net.Listener
	Kind DoorKind
}

// Role is what a caller may do; every one may do what those below may.
type Role int

const (
	Look    Role = iota + 1 // see the game
	Play                    // play it, and choose what is played
	Operate                 // look after the board
)

// Limits that hold for every connection.
const (
	headerTime   = 5 * time.Second
	requestTime  = 15 * time.Second
	responseTime = 40 * time.Second // longer than a command may take
	idleTime     = time.Minute
	headerBytes  = 8 << 10
	bodyBytes    = 4 << 10
	triedBytes   = 64 << 10 // of edits that are tried
	hoursBytes   = 64 << 10 // of a timetable
	goodbyeTime  = 5 * time.Second
)

// Server answers HTTP for one table.
type Server struct {
	Config
	meters  *meters
	streams *streams
	handler http.Handler
	queue   *queue
	closing chan struct{} // closed when [Server.Serve] shuts down
	close   func()        // closes it
	logins  *logins
	pins    *pins
	codes   *pins  // what it takes to join the queue
	places  []byte // the key of the proofs that phones have of their places in it
	audit   *audit
	rates   *rates
	encoded encodedState
	counter *library.Counter // of the library's moves; nil where there is none
	studies studies
	drawing chan struct{} // has a token for each picture that is being drawn
	network func() net.IP // [NetworkAddress], or a test's

	mu      sync.Mutex
	listens *net.TCPAddr // nil before [Server.Serve], or for no TCP address; guarded by mu
}

// New returns a server for c, or says what c lacks.
func New(c Config) (*Server, error) {
	if c.Table == nil {
		return nil, errors.New("web: Config.Table is required")
	}
	if files := pack(); packEarly {
		for _, a := range files.assets {
			a() // not while a game is played: it takes more memory for a moment than serving does
		}
	}
	c.Metrics = cmp.Or(c.Metrics, prometheus.NewRegistry())
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.Hostname == "" {
		c.Hostname, _ = os.Hostname() // without a name it has none to answer to
	}
	orDefault(&c.Stall, 10*time.Second)
	orDefault(&c.Heartbeat, 5*time.Second)
	orDefault(&c.Patience, 10*time.Second)
	orDefault(&c.Streams, 64)
	s := &Server{Config: c, streams: newStreams(c.Streams), closing: make(chan struct{}), queue: newQueue(c.Analyst, c.Analyses, c.Log), logins: newLogins(c.Password, c.Clock),
		pins: &pins{clock: c.Clock, lasts: c.PINTime, draw: sixFigures}, codes: &pins{clock: c.Clock, lasts: codeLasts, draw: fourLetters}, places: []byte(rand.Text()), audit: newAudit(c.Audit, c.Log), rates: newRates(), network: NetworkAddress, counter: library.NewCounter(c.Library), drawing: make(chan struct{}, mostDrawn)}
	s.close = sync.OnceFunc(func() { close(s.closing) })
	s.meters = newMeters(c.Metrics, c.Table, c.Clock, s.streams.open)
	s.handler = s.guard(s.mux())
	return s, nil
}

func orDefault[T int | time.Duration](v *T, d T) {
	if *v <= 0 {
		*v = d
	}
}

// Handler returns the whole contract as one handler.
func (s *Server) Handler() http.Handler { return s.handler }

// Serve answers requests on l and on the further doors, all of which it closes, and
// keeps the metrics, until ctx ends. It then closes the streams, lets running
// requests finish and returns nil. It may be called once.
func (s *Server) Serve(ctx context.Context, l net.Listener, more ...Door) error {
	s.mu.Lock()
	s.listens, _ = l.Addr().(*net.TCPAddr)
	s.mu.Unlock()
	gates := map[bool]*gate{false: newGate(s.trusts, s.Clock), true: newGate(s.trusts, s.Clock)} // the owner shares with nobody
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		s.meters.watch(ctx)
		return nil
	})
	g.Go(func() error {
		s.queue.run(ctx)
		return nil
	})
	g.Go(func() error {
		s.counter.Run(ctx, s.Log)
		return nil
	})
	for _, door := range append([]Door{{l, Main}}, more...) {
		srv := s.server(door.Kind)
		var gated net.Listener = gatedListener{door.Listener, gates[door.Kind == Owners]}
		if s.TLS != nil && door.Kind != Owners {
			gated = tls.NewListener(gated, s.TLS)
		}
		g.Go(func() error {
			if err := srv.Serve(gated); !errors.Is(err, http.ErrServerClosed) {
				return fmt.Errorf("web: serving on %s: %w", door.Addr(), err)
			}
			return nil
		})
		g.Go(func() error {
			<-ctx.Done()
			s.close()
			bye, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbyeTime)
			defer cancel()
			if err := srv.Shutdown(bye); err != nil {
				s.Log.Warn("some requests did not finish in time", "error", err)
				return srv.Close()
			}
			return nil
		})
	}
	return g.Wait()
}

// server answers what comes in by one door.
func (s *Server) server(k DoorKind) *http.Server {
	return &http.Server{
		Handler:           s.handler,
		BaseContext:       func(net.Listener) context.Context { return context.WithValue(context.Background(), doorKey{}, k) },
		ConnContext:       connContext,
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       requestTime,
		WriteTimeout:      responseTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    headerBytes,
		ErrorLog:          slog.NewLogLogger(s.Log.Handler(), slog.LevelDebug), // what strangers do wrong, once for each time
	}
}
