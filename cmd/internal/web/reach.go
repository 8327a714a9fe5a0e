package web

import (
	"cmp"
	"fmt"
	"net"
	"net/http"
	"strconv"
)

// NetworkAddress returns the address under which other machines reach this
// computer, as far as it can know: the one that it uses towards the rest of the
// network. It is nil if there is none. Nothing is sent.
func NetworkAddress() net.IP {
	// RFC 5737 and RFC 3849: addresses that belong to nobody, beyond any router.
	for _, beyond := range []string{"192.0.2.1:9", "[2001:db8::1]:9"} {
		if c, err := net.Dial("udp", beyond); err == nil {
			a, _ := c.LocalAddr().(*net.UDPAddr)
			c.Close()
			if a != nil && a.IP.IsGlobalUnicast() {
				return a.IP
			}
		}
	}
	addrs, _ := net.InterfaceAddrs() // of a network that leads nowhere else
	var six net.IP
	for _, a := range addrs {
		if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() {
			if n.IP.To4() != nil {
				return n.IP
			}
			six = n.IP
		}
	}
	return six
}

// Outward is how other machines reach what this computer listens at: where that is
// every address, it is [NetworkAddress], or without one localhost.
func Outward(a net.Addr) string {
	t, ok := a.(*net.TCPAddr)
	if !ok || !t.IP.IsUnspecified() {
		return a.String()
	}
	host := "localhost"
	if ip := NetworkAddress(); ip != nil {
		host = ip.String()
	}
	return net.JoinHostPort(host, strconv.Itoa(t.Port))
}

// reach is the page's address as others reach it, and what to do if they cannot.
func (s *Server) reach(r *http.Request) (base, hint string) {
	scheme := "http"
	if who(r).https {
		scheme = "https"
	}
	base = scheme + "://" + r.Host
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return base, ""
	}
	local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	s.mu.Lock()
	at := s.listens
	s.mu.Unlock()
	if at == nil || local == nil || at.IP.IsLoopback() {
		port := 8019
		if at != nil {
			port = cmp.Or(at.Port, port)
		}
		return base, fmt.Sprintf("Only this computer can open this link. To let others in, set listen = \":%d\" and a password under [web] in the configuration, and restart.", port)
	}
	ip := at.IP
	if ip.IsUnspecified() {
		ip = s.network()
	}
	if ip == nil {
		return base, "Only this computer can open this link: it has no address on a network. Connect it to one, and invite again."
	}
	return scheme + "://" + net.JoinHostPort(ip.String(), fmt.Sprint(at.Port)), ""
}
