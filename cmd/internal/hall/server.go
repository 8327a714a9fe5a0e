package hall

import (
	"cmp"
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"stonehand/cmd/internal/fleet"
	"stonehand/hw"
)

// ServerConfig is how the server inside a hall is reached.
type ServerConfig struct {
	Listen string // "host:port" for tables
	MQTT   string // the same for MQTT, as Home Assistant speaks it; "": not at all
	Dir    string // where the streams are kept
	TLS    *tls.Config
	Log    *slog.Logger
}

// readyTime is how long the server may take to start: it reads its streams first.
// handshakeTime is how long who connects to it may take to say who it is.
const (
	readyTime     = time.Minute
	handshakeTime = 10 * time.Second
)

// Serve starts the server inside a hall. End it with Shutdown and WaitForShutdown.
func Serve(c ServerConfig, k *Keys) (*server.Server, error) {
	text, accounts, err := k.claims()
	if err == nil {
		err = k.moveStreams(c.Dir)
	}
	if err != nil {
		return nil, err
	}
	operator, err := jwt.DecodeOperatorClaims(text)
	if err != nil {
		return nil, err
	}
	o := &server.Options{
		ServerName: "stonehand-hall", JetStream: true, StoreDir: c.Dir, NoSigs: true,
		SystemAccount: operator.SystemAccount, TLSConfig: c.TLS,
		// What a table was told to be safe, it may forget.
		SyncAlways: true,
		// The first ping, two seconds after a client came, may overtake the answer to its
		// greeting on a busy computer, and the client takes that for a fault.
		DisableShortFirstPing: true,
		// Its two seconds for a greeting are over sooner than a busy computer, or a table at the
		// end of a bad line, has answered.
		AuthTimeout: handshakeTime.Seconds(), TLSTimeout: handshakeTime.Seconds(),
		MaxPayload: 1 << 20, MaxPending: 8 << 20, WriteDeadline: 10 * time.Second,
	}
	o.TrustedOperators = append(o.TrustedOperators, operator)
	if o.Host, o.Port, err = Split(c.Listen); err != nil {
		return nil, err
	}
	if c.MQTT != "" {
		if o.MQTT.Host, o.MQTT.Port, err = Split(c.MQTT); err != nil {
			return nil, err
		}
		o.MQTT.TLSConfig = c.TLS
	}
	resolver := &server.MemAccResolver{}
	for key, text := range accounts {
		if err := resolver.Store(key, text); err != nil {
			return nil, err
		}
	}
	o.AccountResolver = resolver
	s, err := server.NewServer(o)
	if err != nil {
		return nil, fmt.Errorf("the server cannot be made: %w", err)
	}
	fatal := make(chan string, 1)
	s.SetLoggerV2(logger{c.Log, fatal, &refused{}}, false, false, false)
	s.Start()
	err = fmt.Errorf("the server was not ready after %v", readyTime)
	for end := time.Now().Add(readyTime); time.Now().Before(end); {
		if s.ReadyForConnections(readyTime / 600) {
			return s, nil
		}
		select {
		case why := <-fatal:
			err, end = fmt.Errorf("the server does not start: %s", why), time.Time{}
		default:
		}
	}
	s.Shutdown()
	s.WaitForShutdown()
	return nil, err
}

// Split takes "host:port" apart; port 0 is any free one, which the server calls -1.
func Split(addr string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(addr)
	if err == nil {
		port, err = strconv.Atoi(text)
	}
	if err != nil || port < 0 || port > 65535 {
		return "", 0, fmt.Errorf("%q is no address to listen on; write \"host:port\", like \":4222\"", addr)
	}
	port = cmp.Or(port, server.RANDOM_PORT)
	host = cmp.Or(host, "0.0.0.0")
	return host, port, nil
}

// Inside connects to a server in this process as the hall itself.
func (k *Keys) Inside(s *server.Server, opts ...nats.Option) (*nats.Conn, error) {
	token, seed, err := k.user(k.streams, "hall", []string{">"}, []string{">"}, nil)
	if err != nil {
		return nil, err
	}
	// The client's own two seconds are over sooner than a busy computer answers.
	opts = append(opts, nats.InProcessServer(s), nats.UserJWTAndSeed(token, string(seed)), nats.MaxReconnects(-1), nats.Timeout(commandTime))
	return nats.Connect("", opts...)
}

// logger gives what the server says to ours, and why it cannot start to fatal.
type logger struct {
	log     *slog.Logger
	fatal   chan<- string
	refused *refused
}

// refused is what was said of clients at an address, and when: one that cannot connect tries
// again every few seconds.
type refused struct {
	mu   sync.Mutex
	said map[string]time.Time
}

const (
	refusedPause = time.Hour // between two warnings that are the same
	mostRefused  = 1000      // that are known at once
)

// news reports whether something has to be said.
func (r *refused) news(what string, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if at, ok := r.said[what]; ok && now.Sub(at) < refusedPause {
		return false
	}
	if r.said == nil || len(r.said) >= mostRefused {
		r.said = map[string]time.Time{}
	}
	r.said[what] = now
	return true
}

func (l logger) say(level slog.Level, format string, v []any) string {
	text := strings.TrimSpace(fmt.Sprintf(format, v...))
	l.log.Log(context.Background(), level, text)
	return text
}
func (l logger) Noticef(format string, v ...any) { l.say(slog.LevelDebug, format, v) }
func (l logger) Warnf(format string, v ...any)   { l.say(slog.LevelWarn, format, v) }
func (l logger) Debugf(format string, v ...any)  {}
func (l logger) Tracef(format string, v ...any)  {}
func (l logger) Errorf(format string, v ...any) {
	text := strings.TrimSpace(fmt.Sprintf(format, v...))
	from, what, _ := strings.Cut(text, " - ") // `HOST:PORT - mid:5 - "home" - authentication error - User "home-assistant"`
	host, _, err := net.SplitHostPort(from)
	if err != nil { // it is no client's
		l.say(slog.LevelError, "%s", []any{text})
		return
	}
	kind, what, _ := strings.Cut(what, " - ")
	_, why, tls := strings.Cut(what, "TLS handshake error: ")
	said := what + ", from " + host + "."
	switch {
	case tls:
		said = "TLS handshake error: " + host + " could not connect (" + why + "). If it is a table, the table's log says why."
	case !strings.Contains(what, server.ErrAuthentication.Error()):
	case strings.HasPrefix(kind, "mid:"):
		said = "authentication error: the user name or the password for MQTT from " + host + " was refused. The user is " + fleet.Assistant + "; \"stonehand-hall assistant\" prints a password."
	default:
		said = "authentication error: credentials from " + host + " were refused, as those that were taken back are."
	}
	what, _, _ = strings.Cut(said, ":")
	if l.refused.news(what+" "+host, time.Now()) {
		l.log.Warn(said + " More attempts from this address are not logged for an hour.")
	}
}
func (l logger) Fatalf(format string, v ...any) {
	why := l.say(slog.LevelError, format, v)
	hw.Offer(l.fatal, why)
}
