// Package dial reaches NATS servers: what every connection of ours has, the credentials that
// halls make, and in plain words why a server cannot be reached.
package dial

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stonehand/cmd/internal/regular"
)

// Servers are where to connect to.
type Servers struct {
	URL         string // of one or more, separated by commas: "tls://hall.local:4222"
	Credentials string // file; "": none
	CA          string // PEM file of the authority that vouches for them; "": those of the system
	What        string // they are, as a sentence has it: "hall"
	// Needs is a subject that the credentials have to allow, and For who gets such: "table".
	Needs, For string
	// GivesUp closes the connection when the credentials are refused twice. Others go on
	// trying: what is refused now may be good when the server knows of it.
	GivesUp bool
	Log     *slog.Logger
}

// Options are those of a connection that is tried again forever, and says why it is not there;
// own is what the credentials say, if there are any. The error is that of the files and the
// address.
func (s Servers) Options() (opts []nats.Option, own Credentials, err error) {
	if err := CheckURL(s.URL); err != nil {
		return nil, own, err
	}
	t := &telling{}
	opts = []nats.Option{
		// A busy server, or a bad network, takes longer than the library waits by itself; who gives
		// up early only makes it busier.
		nats.Timeout(10 * time.Second),
		nats.MaxReconnects(-1), nats.ReconnectWait(2 * time.Second), nats.ReconnectBufSize(-1), nats.PingInterval(20 * time.Second), nats.MaxPingsOutstanding(2),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			t.forget()
			if err != nil {
				s.Log.Warn("The connection to the "+s.What+" is lost; it is tried again.", "err", Why(err))
			}
		}),
		nats.ReconnectErrHandler(func(_ *nats.Conn, err error) {
			if why := Why(err); t.isNew(why.Error()) {
				s.Log.Warn("The "+s.What+" cannot be reached; it is tried again.", "url", s.URL, "err", why)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { s.Log.Info("The " + s.What + " is connected again.") }),
		nats.ErrorHandler(func(nc *nats.Conn, _ *nats.Subscription, err error) {
			if op := new(net.OpError); errors.As(err, &op) {
				return // the connection breaks off, as after a long sleep, which is said above
			}
			what := "The " + s.What + "'s server refuses something."
			if !nc.IsConnected() {
				if !refused(err) { // why else there is no connection is said above
					return
				}
				what = "The " + s.What + " cannot be reached; it is tried again."
			}
			if why := Why(err); t.isNew(why.Error()) {
				s.Log.Warn(what, "err", why)
			}
		}),
	}
	if !s.GivesUp {
		opts = append(opts, nats.IgnoreAuthErrorAbort())
	}
	if s.Credentials != "" {
		if own, err = ReadCredentials(s.Credentials); err != nil {
			return nil, own, err
		}
		if s.Needs != "" && !slices.Contains(own.Subjects, s.Needs) {
			return nil, own, fmt.Errorf(`%s is for something else; "stonehand-hall %s NAME" makes the credentials for this`, s.Credentials, s.For)
		}
		opts = append(opts, nats.UserCredentials(s.Credentials))
	}
	if s.CA != "" {
		pem, err := regular.Read(s.CA, mostPEM)
		if err != nil {
			return nil, own, fmt.Errorf("the authority for the %s cannot be read: %w", s.What, err)
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(pem) {
			return nil, own, fmt.Errorf("%s has no certificate in PEM", s.CA)
		}
		opts = append(opts, nats.Secure(&tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}))
	}
	return opts, own, nil
}

// CheckURL says what is wrong with the addresses of servers, or nil.
func CheckURL(url string) error {
	for u := range strings.SplitSeq(url, ",") {
		scheme, host, ok := strings.Cut(strings.TrimSpace(u), "://")
		if !ok || scheme != "nats" && scheme != "tls" || host == "" {
			return fmt.Errorf(`%q is no address of a server; write "tls://hall.local:4222", or "nats://" where nothing is encrypted`, u)
		}
	}
	return nil
}

// Why says in plain words why servers cannot be reached.
func Why(err error) error {
	var unknown x509.UnknownAuthorityError
	var invalid x509.CertificateInvalidError
	var op *net.OpError
	switch {
	case errors.As(err, &op) && op.Op == "read" && op.Timeout():
		return errors.New("what listens there says nothing, and is no server then; the page of a hall has another port")
	case errors.Is(err, nats.ErrNoServers):
		return errors.New("no server answers there")
	case errors.Is(err, nats.ErrReconnectBufExceeded):
		return errors.New("the connection to the server is lost")
	case refused(err):
		return errors.New("the server refuses the credentials; another hall made them, or they were taken back")
	case errors.Is(err, nats.ErrSecureConnWanted):
		return errors.New("the server has no TLS; write nats:// instead of tls://")
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		const date = "2006-01-02 15:04 MST"
		return fmt.Errorf("the server's certificate is valid from %s to %s, and by this computer's clock that is not now; set the clock, or renew the certificate", invalid.Cert.NotBefore.Format(date), invalid.Cert.NotAfter.Format(date))
	case errors.As(err, &unknown):
		return errors.New("an authority vouches for the server that this computer does not know; name the file of its certificate as the CA")
	}
	return err
}

// refused reports whether a server does not accept credentials.
func refused(err error) bool {
	return errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrAuthRevoked) || errors.Is(err, nats.ErrAuthExpired) || errors.Is(err, nats.ErrAccountAuthExpired)
}

// telling remembers what was said since the last connection was lost.
type telling struct {
	mu   sync.Mutex
	said map[string]bool // guarded by mu
}

// isNew reports whether something has to be said. The reason why one server is not there may
// have another port or time in every attempt, and several servers each have a reason.
func (t *telling) isNew(what string) bool {
	what = strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, what)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.said[what] {
		return false
	}
	if t.said == nil || len(t.said) >= mostSaid {
		t.said = map[string]bool{}
	}
	t.said[what] = true
	return true
}

// forget has everything said again.
func (t *telling) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.said = nil
}

// mostSaid is how many reasons are known at once.
const mostSaid = 100

// RefusedAsLater reports whether a stream has a later message than the one expected.
func RefusedAsLater(err error) bool {
	refused, ok := errors.AsType[*jetstream.APIError](err)
	return ok && (refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}
