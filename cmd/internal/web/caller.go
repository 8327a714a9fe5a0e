package web

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"stonehand/cmd/internal/attempts"
)

// caller is who asks, as far as a request tells.
type caller struct {
	addr  netip.Addr // the address that a request comes from; the zero Addr where it has none
	local bool       // a person at this computer, see [Server.isLocal]
	owner bool       // through the socket that only the owner may open
	https bool       // over TLS, here or at a trusted proxy
	role  Role
}

// callerKey is the key of a request's caller in its context.
type callerKey struct{}

// who returns the caller of a request that has passed the guard.
func who(r *http.Request) caller {
	c, _ := r.Context().Value(callerKey{}).(caller)
	return c
}

// from is the caller as the log shows it.
func (c caller) from() string {
	switch {
	case c.owner:
		return "socket"
	case !c.addr.IsValid():
		return "unknown"
	}
	return c.addr.String()
}

// share is whose share of a limit a caller uses up: an address, or with IPv6 the
// network of 64 bits that one customer of a provider is given (RFC 6177).
type share struct {
	net   netip.Prefix
	local bool // a person at this computer, who does not share with what is relayed from it
	role  Role
}

// share returns whose share a caller uses up.
func (c caller) share() share { return share{attempts.Network(c.addr), c.local || c.owner, c.role} }

// privileged reports whether a caller has a share in what is reserved for the
// table's own screen and for those who look after it.
func (c caller) privileged() bool { return c.owner || c.local || c.role >= Operate }

// recognize works out who asks, without a look at passwords.
func (s *Server) recognize(r *http.Request) caller {
	c := caller{https: r.TLS != nil, role: Look}
	if c.owner = doorOf(r.Context()) == Owners; c.owner {
		c.role = Operate
		return c
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return c
	}
	if c.addr, err = netip.ParseAddr(host); err != nil {
		return c
	}
	c.addr = c.addr.Unmap()
	if s.trusts(c.addr) {
		c.https = c.https || strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https")
		c.addr = s.forwarded(r, c.addr)
		return c
	}
	c.local = !s.Remote && isLocal(r, c.addr)
	return c
}

// forwarded returns the address that the trusted proxies in front of us were
// called from: each appends to X-Forwarded-For where its caller came from, so the
// last address that is not a trusted proxy's is the first that can be believed.
func (s *Server) forwarded(r *http.Request, proxy netip.Addr) netip.Addr {
	list := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	at := proxy
	for i := len(list) - 1; i >= 0; i-- {
		a, err := netip.ParseAddr(strings.TrimSpace(list[i]))
		if err != nil {
			return at
		}
		if at = a.Unmap(); !s.trusts(at) {
			return at
		}
	}
	return at
}

// trusts reports whether an address is that of a trusted proxy.
func (s *Server) trusts(a netip.Addr) bool {
	return slices.ContainsFunc(s.Proxies, func(p netip.Prefix) bool { return p.Contains(a) })
}

// relayed are headers that a program adds which hands on requests of others, and no
// browser ever sends.
var relayed = []string{"Forwarded", "Via", "X-Real-Ip", "X-Client-Ip", "X-Cluster-Client-Ip", "True-Client-Ip", "Cf-Connecting-Ip", "Cf-Ray", "Cdn-Loop", "X-Envoy-External-Address", "X-Original-Host", "X-Original-Forwarded-For"}

// isLocal reports whether a request was made at this computer, as far as can be
// known: it comes from a loopback address, asks for a loopback name, and nothing in
// it tells of a program that handed it on. HTTP/1.0 is what such programs speak,
// and no browser. A relay that forges all this passes for local; so what would do
// most harm is not for those who are merely local, see [Server.needsFor].
func isLocal(r *http.Request, from netip.Addr) bool {
	if !from.IsLoopback() || !isLoopbackName(r.Host) || !r.ProtoAtLeast(1, 1) {
		return false
	}
	for name := range r.Header {
		if strings.HasPrefix(name, "X-Forwarded-") {
			return false
		}
	}
	return !slices.ContainsFunc(relayed, func(name string) bool { return len(r.Header.Values(name)) > 0 })
}

// isLoopbackName reports whether a Host header names this computer as itself alone does.
func isLoopbackName(hostport string) bool {
	host := bareHost(hostport)
	a, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return host == "localhost" || err == nil && a.Unmap().IsLoopback()
}

// bareHost is the name in a Host header, in lower case and without the port.
func bareHost(hostport string) string {
	host := strings.ToLower(hostport)
	if i := strings.LastIndexByte(host, ':'); i >= 0 && !strings.HasSuffix(host, "]") && (strings.HasPrefix(host, "[") || strings.Count(host, ":") == 1) {
		host = host[:i]
	}
	return strings.TrimSuffix(host, ".")
}

// doorKey is the key of the door that a connection came in by, in its context.
type doorKey struct{}

func doorOf(ctx context.Context) DoorKind {
	k, _ := ctx.Value(doorKey{}).(DoorKind)
	return k
}
