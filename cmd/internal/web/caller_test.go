package web

import (
	"net/http/httptest"
	"net/netip"
	"testing"
)

func FuzzCaller(f *testing.F) {
	for _, s := range [][3]string{
		{"127.0.0.1:5000", "127.0.0.1:8019", ""}, {"[::1]:5000", "[::1]", "203.0.113.9"}, {"10.0.0.1:1", "board.local.:80", "a, ::ffff:10.0.0.2, [::1]"},
		{"pipe", "", ","}, {"[fe80::1%eth0]:5000", "localhost", "fe80::1%eth0"},
	} {
		f.Add(s[0], s[1], s[2])
	}
	s, _ := newServer(f, func(c *Config) { c.Proxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")} })
	f.Fuzz(func(t *testing.T, remote, host, forwarded string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr, r.Host = remote, host
		if forwarded != "" {
			r.Header.Set("X-Forwarded-For", forwarded)
		}
		c := s.recognize(r)
		if c.local && (forwarded != "" || !c.addr.IsLoopback()) || c.role != Look || c.owner {
			t.Errorf("%q asks for %q, for %q: %+v", remote, host, forwarded, c)
		}
		_ = c.share()
		_ = s.knowsHost(host)
	})
}
