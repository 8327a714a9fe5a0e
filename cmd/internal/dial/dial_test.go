package dial

import (
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
		other: "something else",
	} {
		if got := Why(err).Error(); !strings.Contains(got, want) {
			t.Errorf("%v: %q; want %q", err, got, want)
		}
	}
}
