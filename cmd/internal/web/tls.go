package web

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// Certificates says where the server's certificate comes from: files, or an authority
// that speaks ACME (RFC 8555).
type Certificates struct {
	Cert, Key string // PEM files
	Name      string // the one name that a certificate is got for; "" uses the files
	Email     string // whom the authority writes to
	Directory string // of the authority; "" is Let's Encrypt
	Cache     string // folder for what was got
}

// lookAgain is how often files are looked at while connections are made.
const lookAgain = time.Second

// TLS returns how the server speaks TLS, or what is wrong with the files.
func (c Certificates) TLS(log *slog.Logger) (*tls.Config, error) {
	if c.Name != "" {
		m := &autocert.Manager{Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(c.Cache), HostPolicy: autocert.HostWhitelist(c.Name), Email: c.Email}
		if c.Directory != "" {
			m.Client = &acme.Client{DirectoryURL: c.Directory}
		}
		get := func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
			cert, err := m.GetCertificate(hello)
			if err != nil && strings.EqualFold(hello.ServerName, c.Name) { // strangers may ask for any other
				log.Warn("the page's certificate cannot be got", "name", c.Name, "error", err)
			}
			return cert, err
		}
		return &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: get, NextProtos: []string{"http/1.1", acme.ALPNProto}}, nil
	}
	files, err := c.Files(log)
	if err != nil {
		return nil, chinese.Of("the page's certificate cannot be used (web.tls): %w", err)
	}
	files.NextProtos = []string{"http/1.1"}
	return files, nil
}

// Files returns how a server of any protocol speaks TLS with the certificate in the files,
// which are read again when they change.
func (c Certificates) Files(log *slog.Logger) (*tls.Config, error) {
	f := &certFiles{Certificates: c, log: log}
	if err := f.load(); err != nil {
		return nil, err
	}
	return &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: f.get}, nil
}

// certFiles is a certificate in files that are read again when they change.
type certFiles struct {
	Certificates
	log *slog.Logger

	mu     sync.Mutex // guards what follows
	cert   *tls.Certificate
	state  [2]fileState
	looked time.Time
	said   string // why they cannot be used, as the log has it already
}

// fileState tells one version of a file from another.
type fileState struct {
	changed time.Time
	size    int64
}

func (f *certFiles) stat() (state [2]fileState, err error) {
	for i, path := range []string{f.Cert, f.Key} {
		info, err := os.Stat(path)
		if err != nil {
			return state, err
		}
		if !info.Mode().IsRegular() {
			return state, fmt.Errorf("%s is not a file", path)
		}
		state[i] = fileState{info.ModTime(), info.Size()}
	}
	return state, nil
}

// load reads the files if they have changed; f.mu is held, or f is new.
func (f *certFiles) load() error {
	state, err := f.stat()
	if err != nil || state == f.state {
		return err
	}
	cert, err := tls.LoadX509KeyPair(f.Cert, f.Key)
	if err != nil {
		return err // and tried again: who may read a file is no part of its state
	}
	f.cert, f.state = &cert, state
	return nil
}

// get implements [tls.Config.GetCertificate]. While the files cannot be used it goes
// on with the certificate before.
func (f *certFiles) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now := time.Now(); now.Sub(f.looked) >= lookAgain {
		f.looked = now
		switch err := f.load(); {
		case err == nil:
			f.said = ""
		case err.Error() != f.said:
			f.said = err.Error()
			f.log.Warn("the page's new certificate cannot be used; the one before stays until it can", "error", err)
		}
	}
	return f.cert, nil
}
