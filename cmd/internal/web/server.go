// Package web serves the table over HTTP: the page people look at, the JSON
// contract that other programs rely on, the stream of server-sent events, the
// metrics and the health of the game loop. openapi.json, which the server hands
// out itself, describes every route.
//
// It owns nothing: what it shows is the table's present snapshot, and what
// people ask enters the table as a command.
package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"stonehand/cmd/internal/table"
)

// Config is what a [Server] needs. Table is required; everything else has a
// sensible zero value.
type Config struct {
	Table table.Board
	// Games are the finished games; nil when none are kept.
	Games Games
	// Analyst judges finished games; nil where none is judged. He works while
	// [Server.Serve] runs.
	Analyst Analyst
	// Analyses keep what he finds beyond the program; nil: that is forgotten.
	Analyses Analyses
	// Recording is what the sensors reported; nil where nothing is recorded.
	Recording Recording
	// Hand plays the person's hand on a simulated board; nil on a real one.
	Hand Hand
	// Desk is where people invite a player elsewhere; nil where nobody can.
	Desk Desk
	// Password is what commands need; "" lets everybody command who reaches the
	// page, but see [Server.may].
	Password string
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
	// as "board.example.org"; "*" allows every name. IP addresses, localhost,
	// names without a dot and names under the local domains (.local, .lan,
	// .home.arpa and the like) are always allowed.
	Hosts []string
	// Heartbeat is the pause between two comments on an idle event stream; 0
	// means 5 s.
	Heartbeat time.Duration
	// Patience is how long one write to an event stream may take before the
	// reader is dropped; 0 means 10 s.
	Patience time.Duration
	// Streams is how many event streams may be open at once; 0 means 64.
	Streams int
}

// Limits that hold for every connection.
const (
	headerTime   = 5 * time.Second
	requestTime  = 15 * time.Second
	responseTime = 40 * time.Second // longer than a command may take
	idleTime     = 2 * time.Minute
	headerBytes  = 16 << 10
	bodyBytes    = 4 << 10
	goodbyeTime  = 5 * time.Second
)

// Server answers HTTP for one table.
type Server struct {
	Config
	meters  *meters
	slots   chan struct{} // one per open event stream
	handler http.Handler
	desk    *desk
	closing chan struct{} // closed when [Server.Serve] shuts down
	logins  *logins

	mu      sync.Mutex
	listens *net.TCPAddr // nil before [Server.Serve], or for no TCP address; guarded by mu
}

// New returns a server for c, or says what c lacks.
func New(c Config) (*Server, error) {
	if c.Table == nil {
		return nil, errors.New("web: Config.Table is required")
	}
	if c.Metrics == nil {
		c.Metrics = prometheus.NewRegistry()
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	orDefault(&c.Stall, 10*time.Second)
	orDefault(&c.Heartbeat, 5*time.Second)
	orDefault(&c.Patience, 10*time.Second)
	orDefault(&c.Streams, 64)
	s := &Server{Config: c, slots: make(chan struct{}, c.Streams), closing: make(chan struct{}), desk: newDesk(c.Analyst, c.Analyses, c.Log), logins: newLogins()}
	var err error
	if s.meters, err = newMeters(c.Metrics, c.Table, c.Clock, s.slots); err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
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

// Serve answers requests on l, which it closes, and keeps the metrics, until
// ctx ends. It then closes the event streams, lets running requests finish and
// returns nil. It may be called once.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	s.mu.Lock()
	s.listens, _ = l.Addr().(*net.TCPAddr)
	s.mu.Unlock()
	srv := &http.Server{
		Handler:           s.handler,
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       requestTime,
		WriteTimeout:      responseTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    headerBytes,
		ErrorLog:          slog.NewLogLogger(s.Log.Handler(), slog.LevelWarn),
	}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		s.meters.watch(ctx)
		return nil
	})
	g.Go(func() error {
		s.desk.run(ctx)
		return nil
	})
	g.Go(func() error {
		if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("web: serving on %s: %w", l.Addr(), err)
		}
		return nil
	})
	g.Go(func() error {
		<-ctx.Done()
		close(s.closing)
		bye, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbyeTime)
		defer cancel()
		if err := srv.Shutdown(bye); err != nil {
			s.Log.Warn("some requests did not finish in time", "error", err)
			return srv.Close()
		}
		return nil
	})
	return g.Wait()
}
