package web

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"log/slog"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// A new certificate that cannot be read at first is used as soon as it can, though neither the
// length nor the age of its files changes: somebody has let the daemon read them. The log says
// once what was wrong.
func TestCertificateThatCanBeReadLater(t *testing.T) {
	dir := t.TempDir()
	c := Certificates{Cert: filepath.Join(dir, "board.pem"), Key: filepath.Join(dir, "board.key")}
	age := time.Now().Add(-time.Hour)
	put := func(path string, data []byte) {
		t.Helper()
		if err := errors.Join(os.WriteFile(path, data, 0o600), os.Chtimes(path, age, age)); err != nil {
			t.Fatal(err)
		}
	}
	renew := func(serial int64) (cert, key []byte) {
		t.Helper()
		secret, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		about := &x509.Certificate{SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "board"}, NotAfter: time.Now().AddDate(1, 0, 0)}
		der, err := x509.CreateCertificate(rand.Reader, about, about, secret.Public(), secret)
		if err != nil {
			t.Fatal(err)
		}
		private, err := x509.MarshalPKCS8PrivateKey(secret)
		if err != nil {
			t.Fatal(err)
		}
		return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})
	}
	old, oldKey := renew(1)
	put(c.Cert, old)
	put(c.Key, oldKey)
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		files, err := c.Files(slog.New(slog.NewTextHandler(&log, nil)))
		if err != nil {
			t.Fatal(err)
		}
		serial := func() int64 {
			t.Helper()
			time.Sleep(lookAgain)
			got, err := files.GetCertificate(nil)
			if err != nil {
				t.Fatal(err)
			}
			cert, err := x509.ParseCertificate(got.Certificate[0])
			if err != nil {
				t.Fatal(err)
			}
			return cert.SerialNumber.Int64()
		}
		fresh, freshKey := renew(2)
		age = age.Add(time.Minute)
		put(c.Cert, bytes.Repeat([]byte("?"), len(fresh)))
		put(c.Key, freshKey)
		for range 3 {
			if n := serial(); n != 1 {
				t.Errorf("certificate %d is shown, not the one before", n)
			}
		}
		put(c.Cert, fresh)
		if n := serial(); n != 2 {
			t.Errorf("certificate %d is shown, not the new one\n%s", n, &log)
		}
		if n := strings.Count(log.String(), "cannot be used"); n != 1 {
			t.Errorf("the log says %d times what is wrong:\n%s", n, &log)
		}
	})
}
