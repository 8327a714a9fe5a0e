package dial

import (
	"bytes"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

func TestAddresses(t *testing.T) {
	for url, good := range map[string]bool{
		"nats://127.0.0.1:4222": true, "tls://a:4222,tls://b": true, "nats://[::1]:4222": true,
		"": false, "hall.local": false, "http://hall.local": false, "tls://": false, "tls://a,": false,
	} {
		if err := CheckURL(url); (err == nil) != good {
			t.Errorf("%q: %v", url, err)
		}
	}
}

func TestWhatCannotBeUsed(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	token := func(claims string) string {
		return fmt.Sprintf("-----BEGIN NATS USER JWT-----\n%s\n------END NATS USER JWT------\n", claims)
	}
	const a, b = "eyJ0eXAiOiJKV1QifQ", "sign"
	for want, s := range map[string]Servers{
		"is no address of a server":           {URL: "hall"},
		"no such file":                        {Credentials: filepath.Join(dir, "none")},
		"it has to be a regular file":         {Credentials: "/dev/zero"},
		"cannot be read: read /dev/zero: it":  {CA: "/dev/zero"},
		"holds no credentials":                {Credentials: file("empty", "")},
		"two.creds holds no credentials":      {Credentials: file("two.creds", token(a+"."+b))},
		"cannot be used: json":                {Credentials: file("odd", token(a+".W10."+b))},
		"they have no name that a hall gives": {Credentials: file("nameless", token(a+".e30."+b))},
		"the authority for the hall cannot":   {CA: filepath.Join(dir, "none")},
		"ca.pem has no certificate in PEM":    {CA: file("ca.pem", "nothing")},
	} {
		if s.URL == "" {
			s.URL = "nats://127.0.0.1:1"
		}
		s.What, s.Log = "hall", slog.New(slog.DiscardHandler)
		if _, _, err := s.Options(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v; want %q", s, err, want)
		}
	}
}

func TestWhy(t *testing.T) {
	other := errors.New("something else")
	for err, want := range map[error]string{
		nats.ErrNoServers: "no server answers there",
		fmt.Errorf("nats: %w", nats.ErrAuthorization):         "the server refuses the credentials",
		nats.ErrAuthRevoked:                                   "they were taken back",
		nats.ErrSecureConnWanted:                              "write nats:// instead of tls://",
		fmt.Errorf("tls: %w", x509.UnknownAuthorityError{}):   "an authority vouches for the server that this computer does not know",
		&net.OpError{Op: "read", Err: os.ErrDeadlineExceeded}: "the page of a hall has another port",
		x509.CertificateInvalidError{Cert: &x509.Certificate{NotAfter: time.Unix(0, 0).UTC()}, Reason: x509.Expired}: "to 1970-01-01 00:00 UTC, and by this computer's clock that is not now",
		other: "something else",
	} {
		if got := Why(err).Error(); !strings.Contains(got, want) {
			t.Errorf("%v: %q; want %q", err, got, want)
		}
	}
}

// TestABrokenConnectionRefusesNothing hears of a write that fails on a connection that still
// counts as one, and of what a server does refuse.
func TestABrokenConnectionRefusesNothing(t *testing.T) {
	srv, err := server.NewServer(&server.Options{DontListen: true, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	srv.Start()
	defer srv.WaitForShutdown()
	defer srv.Shutdown()
	var log bytes.Buffer
	opts, _, err := Servers{URL: "nats://127.0.0.1:1", What: "farm", Log: slog.New(slog.NewTextHandler(&log, nil))}.Options()
	if err != nil {
		t.Fatal(err)
	}
	nc, err := nats.Connect("", append(opts, nats.InProcessServer(srv))...)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	nc.Opts.AsyncErrorCB(nc, nil, &net.OpError{Op: "write", Err: syscall.EPIPE})
	if log.Len() > 0 {
		t.Errorf("of a broken connection it says %s", &log)
	}
	nc.Opts.AsyncErrorCB(nc, nil, nats.ErrPermissionViolation)
	if !strings.Contains(log.String(), "The farm's server refuses something.") {
		t.Errorf("of a refusal it says %q", &log)
	}
}

// TestAReasonIsSaidOnce tries two servers in turn that are not there, each time from another
// port. After a connection that was lost the reasons are said again.
func TestAReasonIsSaidOnce(t *testing.T) {
	var log bytes.Buffer
	opts, _, err := Servers{URL: "tls://a,tls://b", What: "hall", Log: slog.New(slog.NewTextHandler(&log, nil))}.Options()
	if err != nil {
		t.Fatal(err)
	}
	var o nats.Options
	for _, set := range opts {
		if err := set(&o); err != nil {
			t.Fatal(err)
		}
	}
	for connection := 1; connection <= 2; connection++ {
		for port := range 3 {
			o.ReconnectErrCB(nil, &net.OpError{Op: "read", Net: "tcp", Source: &net.TCPAddr{IP: net.IPv4(192, 168, 1, 5), Port: 40000 + port}, Err: syscall.ECONNRESET})
			o.ReconnectErrCB(nil, &net.DNSError{Err: fmt.Sprintf("read udp 192.168.1.5:%d->192.168.1.1:53: i/o timeout", 50000+port), Name: "b"})
		}
		if n := strings.Count(log.String(), "cannot be reached"); n != 2*connection {
			t.Errorf("connection %d: %d reasons are said, want %d:\n%s", connection, n, 2*connection, &log)
		}
		o.DisconnectedErrCB(nil, nil)
	}
}
