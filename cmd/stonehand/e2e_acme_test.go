package main_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/binary"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"go/build"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/web/webtest"
)

// acmeName is the name that the authority certifies. Nobody owns it (RFC 2606).
const acmeName = "board.example"

// nameServer answers every question for an IPv4 address with 127.0.0.1, and any other
// with nothing, over TCP (RFC 1035, sections 4.1 and 4.2.2). It returns its address.
func nameServer(t *testing.T) string {
	t.Helper()
	return serving(t, func(c net.Conn) {
		defer c.Close()
		for {
			long := make([]byte, 2)
			if _, err := io.ReadFull(c, long); err != nil {
				return
			}
			question := make([]byte, binary.BigEndian.Uint16(long))
			if _, err := io.ReadFull(c, question); err != nil {
				return
			}
			answer := answered(question)
			_, _ = c.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(answer))), answer...))
		}
	})
}

// answered returns the answer to a message with one question; nil if it has none.
func answered(question []byte) []byte {
	const header = 12
	if len(question) < header {
		return nil
	}
	end := header + bytes.IndexByte(question[header:], 0) + 1 + 4 // labels, their end, type and class
	if end < header+5 || end > len(question) {
		return nil
	}
	answer := append([]byte(nil), question[:end]...)
	copy(answer[2:header], []byte{0x85, 0x80, 0, 1, 0, 0, 0, 0, 0, 0}) // an answer of who knows; one question
	if answer[end-3] == 1 {                                            // A
		answer[7] = 1
		answer = append(answer, 0xC0, header, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1)
	}
	return answer
}

// ownCertificate writes a certificate for 127.0.0.1 that signs itself.
func ownCertificate(t *testing.T, cert, key string) {
	t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test authority"}, NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &k.PublicKey, k)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(k)
	if err != nil {
		t.Fatal(err)
	}
	for path, b := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(b), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestACMEAuthority lets the daemon get its certificate from Pebble, the test server
// of Let's Encrypt's own software, which looks up the name and calls on the daemon
// (RFC 8555; RFC 8737), and opens the page with it.
func TestACMEAuthority(t *testing.T) {
	pebble, err := exec.LookPath("pebble")
	if err != nil {
		pebble, err = exec.LookPath(filepath.Join(build.Default.GOPATH, "bin", "pebble"))
	}
	if err != nil {
		t.Skip("pebble is not here; install it with: go install github.com/letsencrypt/pebble/v2/cmd/pebble@v2.10.1")
	}
	dir := t.TempDir()
	cert, key, config := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"), filepath.Join(dir, "pebble.json")
	ownCertificate(t, cert, key)
	authority, management, page := webtest.Address(t), webtest.Address(t), webtest.Address(t)
	_, port, _ := net.SplitHostPort(page) // Address gives a port
	text, err := json.Marshal(map[string]any{"pebble": map[string]any{
		"listenAddress": authority, "managementListenAddress": management,
		"certificate": cert, "privateKey": key, "httpPort": 1, "tlsPort": json.Number(port), "retryAfter": map[string]int{"authz": 1, "order": 1},
		"profiles": map[string]any{"default": map[string]any{"description": "the only one", "validityPeriod": 7776000}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(config, text, 0o600); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	p := exec.Command(pebble, "-config", config, "-dnsserver", nameServer(t))
	p.Env = append(os.Environ(), "PEBBLE_VA_NOSLEEP=1", "PEBBLE_WFE_NONCEREJECT=0")
	p.Stdout, p.Stderr = &said, &said
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	stop := func() {
		p.Process.Kill()
		_ = p.Wait() // killed
	}
	defer stop()

	roots := x509.NewCertPool()
	trusted, err := os.ReadFile(cert)
	if err != nil {
		t.Fatal(err)
	}
	roots.AppendCertsFromPEM(trusted)
	asks := http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}}
	defer asks.CloseIdleConnections()
	issuer := x509.NewCertPool()
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		res, err := asks.Get("https://" + management + "/roots/0")
		if err == nil {
			root, err := io.ReadAll(res.Body)
			res.Body.Close()
			if err != nil || !issuer.AppendCertsFromPEM(root) {
				t.Fatalf("the authority has no root: %v %s", err, root)
			}
			break
		}
		if time.Now().After(end) {
			stop()
			t.Fatalf("the authority does not answer: %v\n%s", err, said.String())
		}
	}

	t.Setenv("SSL_CERT_FILE", cert) // whom the daemon trusts
	data := t.TempDir()
	start := func() *process {
		return startDaemon(t, "stonehand", "serve", "--data", data, "--config", daemonConfig(t, fmt.Sprintf(`
[web]
listen = %q
password = "sesame open"
[web.tls]
acme = %q
directory = "https://%s/dir"
`, page, acmeName, authority)))
	}
	visit := func() *x509.Certificate {
		t.Helper()
		visitor := http.Client{Timeout: patience, Transport: &http.Transport{
			TLSClientConfig: &tls.Config{RootCAs: issuer},
			DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
				return new(net.Dialer).DialContext(ctx, "tcp", page)
			}}}
		defer visitor.CloseIdleConnections()
		res, err := visitor.Get("https://" + acmeName + "/")
		// The authority may take longer than the page's server waits for a handshake.
		for end := time.Now().Add(patience); errors.Is(err, io.EOF) && time.Now().Before(end); {
			res, err = visitor.Get("https://" + acmeName + "/")
		}
		if err != nil {
			stop()
			t.Fatalf("%v; the authority says\n%s", err, said.String())
		}
		body, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil || res.StatusCode != 200 || !strings.Contains(string(body), "<title>") {
			t.Fatalf("the page: %s %v", res.Status, err)
		}
		if res.Header.Get("Strict-Transport-Security") == "" {
			t.Error("the page does not ask browsers to stay with https")
		}
		return res.TLS.PeerCertificates[0]
	}
	d := start()
	got := visit()
	if err := got.VerifyHostname(acmeName); err != nil {
		t.Error(err)
	}
	// Nobody makes the authority busy with other names.
	if c, err := tls.Dial("tcp", page, &tls.Config{ServerName: "other.example", InsecureSkipVerify: true}); err == nil {
		c.Close()
		t.Error("another name gets a certificate")
	}
	d.Stop()

	// The certificate outlives the daemon, and the authority is not needed for it.
	stop()
	d = start()
	if again := visit(); !again.Equal(got) {
		t.Error("the certificate is another one after a restart")
	}
	d.Stop()
}
