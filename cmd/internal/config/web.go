package config

import (
	"net"
	"net/netip"
	"path/filepath"
	"stonehand/cmd/internal/text"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

func (w Web) check(k *checker) {
	if k.listen("web.listen", w.Listen) && w.Password == "" && !loopback(w.Listen) {
		k.refuse("web.listen", w.Listen, `other machines reach that, so set web.password too, or stay with "127.0.0.1:%s"`, DefaultPort)
	}
	if w.Spectators != "" {
		if k.listen("web.spectators", w.Spectators) && same(w.Listen, w.Spectators) {
			k.refuse("web.spectators", w.Spectators, "web.listen uses that address already; choose another port")
		}
	}
	k.hosts(w.Hosts)
	k.phrase("web.password", w.Password, leastPassword)
	k.phrase("web.name", w.Name, 0)
	k.lastingOrOff("web.pin", w.PIN, 10*time.Minute, 720*time.Hour)
	k.lastingOrOff("web.take_home", w.TakeHome, 24*time.Hour, 8784*time.Hour)
	for _, text := range w.TrustedProxies {
		if _, ok := parseNetwork(text); !ok {
			k.refuse("web.trusted_proxies", text, `write addresses and networks, like ["127.0.0.1", "10.0.0.0/8"]`)
			break
		}
	}
	w.TLS.check(k)
}

func (t TLS) check(k *checker) {
	switch {
	case (t.Cert == "") != (t.Key == ""):
		k.refuse("web.tls.cert", t.Cert, "a certificate needs its key: set web.tls.cert and web.tls.key, or neither")
	case t.Cert != "" && t.ACME != "":
		k.refuse("web.tls.acme", t.ACME, "there is a certificate already: set web.tls.acme, or web.tls.cert and web.tls.key")
	case t.ACME != "" && (!strings.Contains(t.ACME, ".") || strings.ContainsAny(t.ACME, "*:/@[] \t\r\n")):
		k.refuse("web.tls.acme", t.ACME, `write the one name of this machine that everybody can look up, like "board.example.org"`)
	case t.Directory != "" && !strings.HasPrefix(t.Directory, "https://"):
		k.refuse("web.tls.directory", t.Directory, `write an address that begins with "https://"`)
	}
	for key, path := range map[string]string{"web.tls.cert": t.Cert, "web.tls.key": t.Key} {
		if path != "" && !filepath.IsAbs(path) {
			k.refuse(key, path, `write the whole path, like "/etc/stonehand/board.pem"`)
		}
	}
}

// loopback reports whether an address to listen on is reached from this machine alone.
func loopback(listen string) bool {
	host, _, err := net.SplitHostPort(listen)
	a, wrong := netip.ParseAddr(host)
	return err == nil && (host == "localhost" || wrong == nil && a.Unmap().IsLoopback())
}

// same reports whether two addresses to listen on have a port and an address of this
// machine in common.
func same(one, other string) bool {
	a, port, _ := net.SplitHostPort(one)
	b, second, _ := net.SplitHostPort(other)
	covers := func(a, b string) bool {
		return a == b || a == "" || a == "::" || a == "0.0.0.0" && !strings.Contains(b, ":")
	}
	return port == second && port != "0" && (covers(a, b) || covers(b, a))
}

// listen checks an address to listen on and reports whether it is one.
func (c *checker) listen(key, addr string) bool {
	const like = `write "host:port", like "127.0.0.1:8019", or ":8019" for every address of this machine`
	host, port, err := net.SplitHostPort(addr)
	if err != nil || strings.ContainsAny(host, " \t\r\n/") {
		c.refuse(key, addr, like)
		return false
	}
	if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 {
		c.refuse(key, addr, "the port can be 1 to 65535, or 0 for any free one")
		return false
	}
	return true
}

// hosts checks the names of this machine.
func (c *checker) hosts(names []string) {
	for _, name := range names {
		if name == "" || name != "*" && strings.ContainsAny(name, "*:/@[] \t\r\n") {
			c.refuse("web.hosts", names, `%s is not a name; write one without port and path, like "board.example.org"`, strconv.Quote(text.Clip(name)))
			return
		}
	}
}

// leastPassword is the least number of bytes of a password.
const leastPassword = 8

// phrase holds a text that people choose to a length that fits.
func (k *checker) phrase(key, text string, least int) {
	if text != "" && (len(text) < least || utf8.RuneCountInString(text) > 40) || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' }) {
		shown := text
		if least > 0 {
			shown = strings.Repeat("*", utf8.RuneCountInString(text))
		}
		k.refuse(key, shown, "write %d to 40 characters on one line, or nothing", max(least, 1))
	}
}
