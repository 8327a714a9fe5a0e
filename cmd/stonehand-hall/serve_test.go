package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// reader ends a hall as soon as it has said all.
type reader struct {
	bytes.Buffer
	end func()
}

var connects = regexp.MustCompile(`Tables connect to nats://127\.0\.0\.1:[1-9]\d*\n`)

func (r *reader) Write(p []byte) (int, error) {
	if r.Buffer.Write(p); bytes.Contains(p, []byte("Ctrl-C")) {
		r.end()
	}
	return len(p), nil
}

// A hall that takes any free address says which.
func TestAnyFreeAddress(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var errs bytes.Buffer
	out := &reader{end: cancel}
	args := []string{"--dir", t.TempDir(), "--listen", "127.0.0.1:0", "--tables", "127.0.0.1:0", "--log", "error"}
	if status := run(ctx, args, out, &errs); status != 0 || !connects.Match(out.Bytes()) {
		t.Errorf("ends with %d: %s%s", status, out, &errs)
	}
}

// A hall that listens at every address names one that browsers on other computers can open.
func TestEveryAddress(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var errs bytes.Buffer
	out := &reader{end: cancel}
	args := []string{"--dir", t.TempDir(), "--listen", ":0", "--tables", ":0", "--log", "error"}
	if status := run(ctx, args, out, &errs); status != 0 || strings.Contains(out.String(), "[::]") || strings.Contains(out.String(), "0.0.0.0") {
		t.Errorf("ends with %d: %s%s", status, out, &errs)
	}
}

// Under systemd the log has priorities, by which "journalctl -p err" finds a full disk.
func TestTheJournalHasPriorities(t *testing.T) {
	t.Setenv("JOURNAL_STREAM", "8:1")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var errs bytes.Buffer
	args := []string{"--dir", t.TempDir(), "--listen", "127.0.0.1:0", "--tables", "127.0.0.1:0"}
	if status := run(ctx, args, &reader{end: cancel}, &errs); status != 0 || !strings.HasPrefix(errs.String(), "<6>level=INFO ") {
		t.Errorf("ends with %d: %s", status, &errs)
	}
}

// Two halls in one folder would lose what their tables told them: the second one does not
// start, and the folder is free again once the first one has ended.
func TestOneHallInAFolder(t *testing.T) {
	args := []string{"--dir", t.TempDir(), "--listen", "127.0.0.1:0", "--tables", "127.0.0.1:0", "--log", "error"}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	first := &reader{end: func() {
		defer cancel()
		var errs bytes.Buffer
		second, stop := context.WithCancel(t.Context())
		defer stop()
		if status := run(second, args, &reader{end: stop}, &errs); status != 1 || !strings.Contains(errs.String(), "another hall is using it") {
			t.Errorf("the second hall ends with %d: %s", status, &errs)
		}
	}}
	var errs bytes.Buffer
	if status := run(ctx, args, first, &errs); status != 0 {
		t.Errorf("the first hall ends with %d: %s", status, &errs)
	}
	ctx, cancel = context.WithCancel(t.Context())
	defer cancel()
	if status := run(ctx, args, &reader{end: cancel}, &errs); status != 0 {
		t.Errorf("the next hall ends with %d: %s", status, &errs)
	}
}

// A certificate is renewed while the hall runs: its page and its tables' address show the new
// one, and a file that cannot be used changes nothing.
func TestCertificateIsRenewed(t *testing.T) {
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "hall.pem"), filepath.Join(dir, "hall.key")
	writeCertificate(t, cert, key, 1)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ready := make(chan struct{})
	out := &reader{end: func() { close(ready) }}
	var errs bytes.Buffer
	ended := make(chan int)
	go func() {
		ended <- run(ctx, []string{"--dir", t.TempDir(), "--listen", "127.0.0.1:0", "--tables", "127.0.0.1:0", "--cert", cert, "--key", key, "--log", "error"}, out, &errs)
	}()
	select {
	case <-ready:
	case status := <-ended:
		t.Fatalf("ends with %d: %s", status, &errs)
	}
	page := regexp.MustCompile(`https://(\S+)/`).FindStringSubmatch(out.String())[1]
	tables := regexp.MustCompile(`Tables connect to tls://(\S+)`).FindStringSubmatch(out.String())[1]
	serials := func() (at [2]int64) {
		c, err := tls.Dial("tcp", page, &tls.Config{InsecureSkipVerify: true})
		if err != nil {
			t.Fatal(err)
		}
		at[0] = c.ConnectionState().PeerCertificates[0].SerialNumber.Int64()
		c.Close()
		plain, err := net.Dial("tcp", tables)
		if err != nil {
			t.Fatal(err)
		}
		defer plain.Close()
		if _, err := bufio.NewReaderSize(plain, 16).ReadString('\n'); err != nil { // the server speaks first
			t.Fatal(err)
		}
		n := tls.Client(plain, &tls.Config{InsecureSkipVerify: true})
		if err := n.Handshake(); err != nil {
			t.Fatal(err)
		}
		at[1] = n.ConnectionState().PeerCertificates[0].SerialNumber.Int64()
		return at
	}
	shows := func(n int64) {
		t.Helper()
		for end := time.Now().Add(time.Minute); serials() != [2]int64{n, n}; time.Sleep(50 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("the hall shows the certificates %v, not %d", serials(), n)
			}
		}
	}
	shows(1)
	writeCertificate(t, cert, key, 2)
	shows(2)
	if err := os.WriteFile(cert, []byte("nonsense"), 0o600); err != nil {
		t.Fatal(err)
	}
	time.Sleep(1100 * time.Millisecond) // the files are looked at once a second
	shows(2)
	cancel()
	if status := <-ended; status != 0 {
		t.Errorf("ends with %d: %s", status, &errs)
	}
}

func writeCertificate(t *testing.T, cert, key string, serial int64) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	of := &x509.Certificate{SerialNumber: big.NewInt(serial), NotAfter: time.Now().Add(time.Hour)}
	public, err := x509.CreateCertificate(rand.Reader, of, of, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	for path, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: public}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
