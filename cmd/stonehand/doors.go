package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"syscall"

	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/doctor"
	"stonehand/cmd/internal/service"
	"stonehand/cmd/internal/web"
	"stonehand/hw"
)

// listenOn opens an address of the page that a setting names. One that this computer does not
// have keeps no service from playing: the network may bring it later.
func listenOn(key, address string, log *slog.Logger) (net.Listener, error) {
	l, err := listen(key, address)
	if errors.Is(err, syscall.EADDRNOTAVAIL) && service.Managed() {
		if early, failed := listenEarly(address); failed == nil {
			log.Warn("the page waits for its address; the game does not", key, address, "err", err)
			return early, nil
		}
	}
	if err != nil {
		return nil, unready{err, func() error {
			l, err := listen(key, address)
			if err != nil {
				return err
			}
			return l.Close()
		}}
	}
	return l, nil
}

func listen(key, address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if err == nil {
		return l, nil
	}
	err = chinese.Of("the page cannot be served on %s (%s): %w", address, key, err)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, hinted{err, "another program uses it, perhaps another Stonehand: stop that one, or choose another port with --listen"}
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return nil, hinted{err, "this machine does not have that address; \"ip address\" lists those it has, and \":8019\" is all of them"}
	case errors.Is(err, syscall.EACCES):
		return nil, hinted{err, "ports below 1024 need special rights: choose a higher one with --listen"}
	}
	return nil, err
}

// away says that this computer does not have the page's address at the moment, as while the
// network is down; "" if it has.
func away(page net.Addr) string {
	at, ok := page.(*net.TCPAddr)
	if !ok {
		return ""
	}
	c, err := net.ListenUDP("udp", &net.UDPAddr{IP: at.IP, Zone: at.Zone})
	if errors.Is(err, syscall.EADDRNOTAVAIL) {
		return "the page cannot be reached: this computer does not have the address " + at.IP.String() + " now"
	}
	if err == nil {
		c.Close()
	}
	return ""
}

// status says in one line how the table stands, and that nobody can see it on the page.
func (d *Daemon) status() string {
	s := service.Summary(d.table.Snapshot())
	if lost := away(d.listener.Addr()); lost != "" {
		s += "; " + lost
	}
	return s
}

// openTLS is how the page is served by https; nil where it is not.
func openTLS(c config.TLS, dir string, log *slog.Logger) (*tls.Config, error) {
	if !c.Enabled() {
		return nil, nil
	}
	files := web.Certificates{Cert: c.Cert, Key: c.Key, Name: c.ACME, Email: c.Email, Directory: c.Directory, Cache: filepath.Join(dir, "acme")}
	t, err := files.TLS(log)
	if err != nil {
		return nil, unready{err, func() error { _, err := files.TLS(log); return err }}
	}
	for _, f := range doctor.Certificate(c, nil) {
		if f.Health != hw.OK {
			log.Warn("the page's certificate: "+f.Text, "file", c.Cert, "do", f.Do)
		}
	}
	return t, nil
}

// probePage returns what asks the daemon's own page for itself, over its listener,
// as a browser at this computer does. It fails only where a restart may help: not while the
// page's address is away.
func probePage(at net.Addr, c config.TLS) func(context.Context) error {
	host, port, _ := net.SplitHostPort(at.String())
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
		if ip.To4() == nil {
			host = "localhost"
		}
	}
	scheme := "http"
	if c.Enabled() {
		scheme = "https"
	}
	client := &http.Client{Transport: &http.Transport{
		Proxy: nil, DisableKeepAlives: true,
		TLSClientConfig: &tls.Config{ServerName: c.ACME, InsecureSkipVerify: true}, // the certificate is for the name that others use
	}}
	return func(ctx context.Context) error {
		if away(at) != "" {
			return nil
		}
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, scheme+"://"+net.JoinHostPort(host, port)+"/", nil)
		if err != nil {
			return err
		}
		answer, err := client.Do(r)
		if alert, ok := errors.AsType[*net.OpError](err); ok && alert.Op == "remote error" {
			return nil // a certificate that cannot be got is no reason to restart
		}
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			return fmt.Errorf("the page answers %s", answer.Status)
		}
		_, err = io.Copy(io.Discard, answer.Body)
		return err
	}
}
