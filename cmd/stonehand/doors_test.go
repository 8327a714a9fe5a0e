package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/doctor"
	"stonehand/hw"
)

// certify writes a certificate for a name, and its key, into files.
func certify(t *testing.T, c config.TLS, name string, end time.Time) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, DNSNames: []string{name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: end}
	cert, err := x509.CreateCertificate(rand.Reader, about, about, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for path, block := range map[string]*pem.Block{c.Cert: {Type: "CERTIFICATE", Bytes: cert}, c.Key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// A daemon serves its page by https, with the certificate that the files hold now,
// and tells browsers to stay with that; its own probe gets through.
func TestTLS(t *testing.T) {
	dir := t.TempDir()
	cfg := config.Default()
	cfg.Store.Dir, cfg.Web.Listen = t.TempDir(), "127.0.0.1:0"
	cfg.Web.TLS = config.TLS{Cert: filepath.Join(dir, "board.pem"), Key: filepath.Join(dir, "board.key")}
	quiet := slog.New(slog.DiscardHandler)
	if _, err := newDaemon(cfg, quiet, &ponderer{}); err == nil || !strings.Contains(err.Error(), "web.tls") {
		t.Fatalf("without its files it starts: %v", err)
	}
	if fs := doctor.Certificate(cfg.Web.TLS, nil); hw.Worst(fs) != hw.Bad {
		t.Errorf("the doctor says %+v of files that are not there", fs)
	}
	certify(t, cfg.Web.TLS, "late.example.org", time.Now().Add(-time.Minute))
	var log strings.Builder
	if _, err := openTLS(cfg.Web.TLS, dir, slog.New(slog.NewTextHandler(&log, nil))); err != nil || !strings.Contains(log.String(), "the page's certificate: it expired on ") {
		t.Errorf("a certificate that has expired: %v\n%s", err, &log)
	}
	year := time.Now().AddDate(1, 0, 0)
	certify(t, cfg.Web.TLS, "first.example.org", year)
	if fs := doctor.Certificate(cfg.Web.TLS, nil); len(fs) != 1 || fs[0].Health != hw.OK {
		t.Errorf("the doctor says %+v of a good certificate", fs)
	}
	d, err := newDaemon(cfg, quiet, &ponderer{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- d.Run(ctx) }()
	defer func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}()
	if !strings.HasPrefix(d.URL(), "https://") {
		t.Errorf("the page is at %s", d.URL())
	}
	client := &http.Client{Timeout: time.Minute, Transport: &http.Transport{DisableKeepAlives: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	named := func() string {
		t.Helper()
		r, err := client.Get(d.URL() + "api/state")
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		_, _ = io.Copy(io.Discard, r.Body)
		if r.StatusCode != 200 || r.Header.Get("Strict-Transport-Security") == "" {
			t.Errorf("%s %v", r.Status, r.Header)
		}
		return r.TLS.PeerCertificates[0].Subject.CommonName
	}
	if got := named(); got != "first.example.org" {
		t.Errorf("the certificate is %s's", got)
	}
	if err := probePage(d.listener.Addr(), cfg.Web.TLS)(ctx); err != nil {
		t.Errorf("the probe: %v", err)
	}
	if err := os.WriteFile(cfg.Web.TLS.Cert, []byte("half a certif"), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 3 { // the one before stays
		if got := named(); got != "first.example.org" {
			t.Errorf("the certificate is %s's", got)
		}
		time.Sleep(500 * time.Millisecond)
	}
	certify(t, cfg.Web.TLS, "second.example.org", year)
	for named() != "second.example.org" {
		time.Sleep(100 * time.Millisecond)
	}
	insist, err := net.Dial("tcp", d.listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer insist.Close()
	_, _ = io.WriteString(insist, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
	if text, _ := io.ReadAll(insist); !strings.Contains(string(text), "400") {
		t.Errorf("plain http is answered %q", text)
	}
}

// A name that is to be certified is the only one: nobody makes the daemon ask an
// authority for others.
func TestACME(t *testing.T) {
	c, err := openTLS(config.TLS{ACME: "board.example.org", Directory: "https://127.0.0.1:1/directory"}, t.TempDir(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"other.example.org": "not configured", "": "missing server name"} {
		if _, err := c.GetCertificate(&tls.ClientHelloInfo{ServerName: name}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("for %q: %v", name, err)
		}
	}
	if _, err := c.GetCertificate(&tls.ClientHelloInfo{ServerName: "board.example.org"}); err == nil || strings.Contains(err.Error(), "not configured") {
		t.Errorf("for its own name it does not ask the authority: %v", err)
	}
}
