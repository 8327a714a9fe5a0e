// Package service speaks to the service manager, systemd: that the daemon is
// ready, what it is doing, that its game loop is alive, that it is stopping.
// Without a service manager it does nothing. It also has the signals that end a program,
// and a standard output that keeps its first error.
//
// The protocol is sd_notify(3): datagrams of VARIABLE=value lines on the socket
// that NOTIFY_SOCKET names. The watchdog's interval is WATCHDOG_USEC.
package service

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
)

// StatusEvery is how often Run looks for a new status. It is also the longest
// pause between two looks at the game loop.
const StatusEvery = time.Second

// Config is what Run tells the service manager about.
type Config struct {
	// Progress returns when the game loop last completed a round. Only whether
	// it changes counts, so a clock that is set while the daemon runs does no
	// harm.
	Progress func() time.Time
	// Status returns one line for people: what "systemctl status" shows.
	Status func() string
	// Probe asks the daemon's own page something, the way that everybody does, and
	// returns nil when it answers; nil: the daemon has none.
	Probe func(context.Context) error
	Log   *slog.Logger
}

// Managed reports whether a service manager has started the daemon and wants to hear
// from it.
func Managed() bool { return os.Getenv("NOTIFY_SOCKET") != "" }

// Run says that the daemon is ready, so call it once the daemon answers. Until
// ctx ends it then keeps the status up to date, and feeds the watchdog for as
// long as the game loop goes round and the page answers: when Progress has not
// changed, or Probe not succeeded, for half the watchdog's interval, Run stops
// feeding, and the service manager will end and restart the daemon. When ctx ends it
// says that the daemon is stopping.
//
// The error is about the environment that the service manager set; it comes at
// once. A message that cannot be sent is logged, and the next one tried.
func Run(ctx context.Context, c Config) error {
	if !Managed() {
		<-ctx.Done()
		return nil
	}
	interval, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		return fmt.Errorf("cannot feed the service manager's watchdog, for WATCHDOG_USEC=%q: %w", os.Getenv("WATCHDOG_USEC"), err)
	}
	run(ctx, c, interval, func(state string) error {
		_, err := daemon.SdNotify(false, state)
		return err
	})
	return nil
}

// run is Run with a watchdog's interval, 0 for none, and a way to the service
// manager.
func run(ctx context.Context, c Config, interval time.Duration, send func(string) error) {
	m := messenger{send: send, log: c.Log}
	loop := watched{what: "the game loop is stuck", again: "the game loop goes round again", pulse: pulse{at: c.Progress(), seen: time.Now()}}
	page := watched{what: "the page does not answer", again: "the page answers again", pulse: pulse{seen: time.Now()}}
	var answered atomic.Pointer[time.Time]
	if interval > 0 && c.Probe != nil {
		ctx, cancel := context.WithCancel(ctx)
		var probes sync.WaitGroup
		probes.Go(func() { probe(ctx, c.Probe, interval, &answered) })
		defer probes.Wait()
		defer cancel()
	}
	status := oneLine(c.Status())
	m.say(daemon.SdNotifyReady, "STATUS="+status)

	every := StatusEvery
	if interval > 0 {
		every = min(every, interval/4)
	}
	tick := time.Tick(every)
	fed := time.Now()
	for {
		select {
		case <-ctx.Done():
			m.say(daemon.SdNotifyStopping, "STATUS=stopping")
			return
		case <-tick:
		}
		if s := oneLine(c.Status()); s != status {
			status = s
			m.say("STATUS=" + status)
		}
		if interval == 0 {
			continue
		}
		loop.look(c.Progress(), interval/2, c.Log)
		if c.Probe != nil {
			page.look(last(&answered), interval/2, c.Log)
		}
		// A quarter of the interval leaves room for three pings to come late.
		if !loop.stuck && !page.stuck && time.Since(fed) >= interval/4 {
			fed = time.Now()
			m.say(daemon.SdNotifyWatchdog)
		}
	}
}

// probe asks again and again until ctx ends, and notes when an answer came.
func probe(ctx context.Context, ask func(context.Context) error, interval time.Duration, answered *atomic.Pointer[time.Time]) {
	tick := time.Tick(interval / 8)
	for {
		if err := within(ctx, interval/4, ask); err == nil {
			now := time.Now()
			answered.Store(&now)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick:
		}
	}
}

func within(ctx context.Context, d time.Duration, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	return do(ctx)
}

// last is the time that was noted, or the zero time.
func last(p *atomic.Pointer[time.Time]) time.Time {
	if at := p.Load(); at != nil {
		return *at
	}
	return time.Time{}
}

// watched is something that has to go on for the watchdog to be fed.
type watched struct {
	what, again string // for the log: that it has stopped, and that it goes on
	pulse
	stuck bool
}

// look takes the present value and notes whether it has stopped changing.
func (w *watched) look(at time.Time, limit time.Duration, log *slog.Logger) {
	still := w.still(at)
	switch was := w.stuck; {
	case !was && still >= limit:
		w.stuck = true
		log.Error(w.what+"; the watchdog will restart the daemon", "for", still)
	case was && still < limit:
		w.stuck = false
		log.Info(w.again)
	}
}

// pulse watches whether a time keeps changing.
type pulse struct {
	at   time.Time // the last value
	seen time.Time // when that value was first seen, on our own clock
}

// still takes the present value and returns for how long it has not changed.
func (p *pulse) still(at time.Time) time.Duration {
	if !at.Equal(p.at) {
		p.at, p.seen = at, time.Now()
	}
	return time.Since(p.seen)
}

// messenger sends messages and says once when that begins to fail.
type messenger struct {
	send   func(string) error
	log    *slog.Logger
	failed bool
}

// say sends lines as one message.
func (m *messenger) say(lines ...string) {
	err := m.send(strings.Join(lines, "\n"))
	if err != nil && !m.failed {
		m.log.Warn("cannot reach the service manager; it may restart the daemon", "err", err)
	}
	m.failed = err != nil
}

// oneLine makes sure that a status cannot be taken for more than one line of
// the protocol.
func oneLine(s string) string {
	return strings.Join(strings.Fields(s), " ")
}
