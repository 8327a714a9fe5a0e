package web

import (
	"context"
	"net"
	"net/http"
	"strings"
	"testing"
)

// Where an invitation leads: never to a loopback address without saying what to do,
// because on the guest's machine that is the guest's machine.
func TestWhereAnInvitationLeads(t *testing.T) {
	lan := net.IPv4(192, 168, 1, 20)
	for _, c := range []struct {
		name, host string
		listens    net.IP // nil: nothing is known
		network    net.IP
		base, hint string
	}{
		{"a name", "board.local:8019", net.IPv4zero, lan, "http://board.local:8019", ""},
		{"an address", "192.168.1.20:8019", net.IPv4zero, lan, "http://192.168.1.20:8019", ""},
		{"this computer's own page", "127.0.0.1:8019", net.IPv4zero, lan, "http://192.168.1.20:8019", ""},
		{"by name", "localhost:8019", net.IPv6unspecified, lan, "http://192.168.1.20:8019", ""},
		{"through a tunnel", "localhost:9000", net.IPv4zero, lan, "http://192.168.1.20:8019", ""},
		{"one address", "127.0.0.1:8019", net.IPv4(10, 0, 0, 7), lan, "http://10.0.0.7:8019", ""},
		{"IPv6", "[::1]:8019", net.IPv6unspecified, net.ParseIP("2001:db8::5"), "http://[2001:db8::5]:8019", ""},
		{"loopback alone", "127.0.0.1:8019", net.IPv4(127, 0, 0, 1), lan, "http://127.0.0.1:8019", `listen = ":8019" and a password`},
		{"loopback alone, IPv6", "[::1]:8019", net.IPv6loopback, lan, "http://[::1]:8019", `listen = ":8019" and a password`},
		{"no network", "127.0.0.1:8019", net.IPv4zero, nil, "http://127.0.0.1:8019", "no address on a network"},
	} {
		s, err := New(Config{Table: newFakeTable()})
		if err != nil {
			t.Fatal(err)
		}
		s.network = func() net.IP { return c.network }
		s.listens = &net.TCPAddr{IP: c.listens, Port: 8019}
		ctx := context.WithValue(t.Context(), http.LocalAddrContextKey, net.Addr(s.listens))
		r, _ := http.NewRequestWithContext(ctx, "POST", "http://"+c.host+"/api/invite", nil)
		if base, hint := s.reach(r); base != c.base || !strings.Contains(hint, c.hint) || c.hint == "" && hint != "" {
			t.Errorf("%s: %s, %q; want %s, %q", c.name, base, hint, c.base, c.hint)
		}
	}
}
