package hall

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"

	"stonehand/cmd/internal/dial"
	"stonehand/cmd/internal/farm"
	"stonehand/cmd/internal/fleet"
	"stonehand/cmd/internal/jobs"
	"stonehand/cmd/internal/web/webtest"
)

// creds writes credentials that the hall's keys make.
func (p *place) creds(name string, make func(string) ([]byte, error)) string {
	p.t.Helper()
	text, err := make(name)
	if err != nil {
		p.t.Fatal(err)
	}
	path := filepath.Join(p.t.TempDir(), name+".creds")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		p.t.Fatal(err)
	}
	return path
}

// dial connects as the programs of a farm do.
func (p *place) dial(name string, make func(string) ([]byte, error)) *nats.Conn {
	nc, _ := p.dialed("", name, make)
	return nc
}

func (p *place) dialed(who, name string, make func(string) ([]byte, error)) (*nats.Conn, dial.Credentials) {
	p.t.Helper()
	nc, as, err := farm.Dial{URL: "nats://" + p.conf.Listen, Credentials: p.creds(name, make), For: who, Log: quiet}.Connect()
	if err != nil || as.Name != name {
		p.t.Fatalf("connected as %q: %v", as.Name, err)
	}
	p.t.Cleanup(nc.Close)
	return nc, as
}

// double is what the workers of these tests do.
var double = map[string]jobs.Func{"double": jobs.Of(func(_ context.Context, n int) (int, error) { return 2 * n, nil })}

// asks begins a run of jobs, with credentials of its own.
func (p *place) asks(name string, change func(*farm.AskerConfig)) *farm.Asker {
	p.t.Helper()
	nc, own := p.dialed("laboratory", name, p.keys.Laboratory)
	c := farm.AskerConfig{NATS: nc, Name: name, Hall: own.Hall, Signature: "1", Priority: farm.Machines, Kinds: double, Log: quiet}
	if change != nil {
		change(&c)
	}
	a, err := farm.NewAsker(p.t.Context(), c)
	if err != nil {
		p.t.Fatal(err)
	}
	return a
}

// works starts a worker with its own credentials.
func (p *place) works(name string) {
	p.t.Helper()
	nc, own := p.dialed("worker", name, p.keys.Worker)
	w := farm.Worker{NATS: nc, Name: name, Own: own, Signature: "1", Kinds: double, Dir: p.t.TempDir(), Lease: time.Second, Log: quiet}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := w.Run(ctx); err != nil {
			p.t.Error(err)
		}
	}()
	p.t.Cleanup(func() { cancel(); <-done })
}

// TestTheHallHasAFarm: everybody comes with credentials that allow just what is needed.
func TestTheHallHasAFarm(t *testing.T) {
	p := newPlace(t)
	p.works("pc-1")
	p.works("pc-2")
	a := p.asks("ann", nil)
	defer a.Close()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("a table"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Put(t.Context(), path); err != nil {
		t.Error(err)
	}
	err := a.Run(t.Context(), func() error {
		for i := range 20 {
			if n, err := jobs.Ask[int](t.Context(), a, "double", i); err != nil || n != 2*i {
				return errors.Join(err, errors.New("a wrong result"))
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	text, err := farm.NewCounsel(p.dial("one", p.keys.Table), "one", "1").Ask(ctx, "double", 21)
	var n int
	if err == nil {
		err = json.Unmarshal(text, &n)
	}
	if err != nil || n != 42 {
		t.Errorf("a table was told %d, %v", n, err)
	}
}

// TestAFarmWaitsForAHall: outside servers may be there before the hall that makes consumers.
func TestAFarmWaitsForAHall(t *testing.T) {
	p := newPlace(t)
	p.end()
	nc, own := p.dialed("laboratory", "bob", p.keys.Laboratory)
	if a, err := farm.NewAsker(t.Context(), farm.AskerConfig{NATS: nc, Name: "bob", Hall: own.Hall, Signature: "1", Kinds: double, Log: quiet}); err == nil {
		a.Close()
		t.Error("a laboratory begins without a hall")
	} else {
		t.Log(err)
	}
	p.works("pc-1")
	p.works("pc-2")
	time.Sleep(100 * time.Millisecond)
	p.guard()
	a := p.asks("ann", nil)
	defer a.Close()
	if n, err := jobs.Ask[int](t.Context(), a, "double", 1); err != nil || n != 2 {
		t.Errorf("a job has the result %d, %v", n, err)
	}
}

// TestTheFarmKeepsApart: nobody may do what only others do.
func TestTheFarmKeepsApart(t *testing.T) {
	p := newPlace(t)
	for who, c := range map[string]struct {
		nc       *nats.Conn
		subjects []string
	}{
		"a worker": {p.dial("pc-1", p.keys.Worker), []string{
			"farm.result.ann.b.1.pc-2", "farm.job.1.people.pc-1.b.1", "farm.job.1.machines.ann.b.1", "farm.cancel.ann.b.1", farm.SubjectAccused("pc-2"), "farm.file.x",
			p.keys.subjects("pc-1")[fleet.PartJournal], p.keys.subjects("one")[fleet.PartCommand], p.keys.subjects("one")[fleet.PartChallenge], "$JS.API.STREAM.PURGE." + farm.StreamJobs, "$JS.API.STREAM.DELETE." + farm.StreamJobs,
			"$JS.API.CONSUMER.DELETE." + farm.StreamJobs + ".people-1",
		}},
		"a table": {p.dial("one", p.keys.Table), []string{
			"farm.job.1.machines.one.b.1", "farm.job.1.people.two.b.1", "farm.result.one.b.1.one", "farm.result.one.b.1.pc-1", "farm.cancel.two.b.all", farm.SubjectAccused("pc-2"),
			"$JS.API.CONSUMER.MSG.NEXT." + farm.StreamJobs + ".people-1",
		}},
		"a laboratory": {p.dial("ann", p.keys.Laboratory), []string{
			"farm.job.1.people.bob.b.1", "farm.result.ann.b.1.pc-1", "farm.cancel.bob.b.all", p.keys.subjects("ann")[fleet.PartJournal], p.keys.subjects("one")[fleet.PartCommand],
			"$JS.API.CONSUMER.MSG.NEXT." + farm.StreamJobs + ".people-1", "$JS.API.STREAM.DELETE." + farm.StreamResults,
		}},
	} {
		for _, subject := range c.subjects {
			errs := make(chan error, 1)
			c.nc.SetErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { errs <- err })
			if err := c.nc.Publish(subject, []byte("{}")); err != nil {
				t.Fatal(err)
			}
			select {
			case <-errs:
			case <-time.After(patience):
				t.Errorf("%s may publish to %s", who, subject)
			}
		}
	}
}

// TestAWorkerSpeaksForNobodyElse: a worker has the server say something in the name of another
// one, which is not blamed for it.
func TestAWorkerSpeaksForNobodyElse(t *testing.T) {
	p := newPlace(t)
	p.works("pc-1")
	p.works("pc-2")
	liar := p.dial("liar", p.keys.Worker)
	jobbed, err := p.nc.Subscribe("farm.job.>", func(m *nats.Msg) {
		place := strings.Join(strings.Split(m.Subject, ".")[4:], ".")
		for _, victim := range []string{"pc-1", "pc-2"} { // the server's answer to this is sent there
			if err := liar.PublishRequest("farm.result."+place+".liar", "farm.result."+place+"."+victim, []byte(`{"back":"ending"}`)); err != nil {
				t.Error(err)
			}
		}
		liar.Flush()
	})
	if err != nil {
		t.Fatal(err)
	}
	defer jobbed.Unsubscribe()
	accused, err := p.nc.SubscribeSync(farm.SubjectAccused("*"))
	if err != nil {
		t.Fatal(err)
	}
	a := p.asks("ann", nil)
	defer a.Close()
	err = a.Run(t.Context(), func() error {
		for i := range 40 {
			if n, err := jobs.Ask[int](t.Context(), a, "double", i); err != nil || n != 2*i {
				return errors.Join(err, errors.New("a wrong result"))
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if err := p.nc.Flush(); err != nil {
		t.Fatal(err)
	}
	for {
		m, err := accused.NextMsg(100 * time.Millisecond)
		if err != nil {
			break
		}
		if !strings.HasSuffix(m.Subject, ".liar") {
			t.Errorf("%s is blamed: %s", m.Subject, m.Data)
		}
	}
}

// TestCredentialsAreTakenBack: who had them is sent away and not let in again; others are
// not concerned, nor new ones of the same name.
func TestCredentialsAreTakenBack(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	defer p.enforce(quiet)()
	path := p.credentials("one")
	gone := make(chan struct{})
	nc, err := nats.Connect("nats://"+p.conf.Listen, nats.UserCredentials(path), nats.NoReconnect(), nats.ClosedHandler(func(*nats.Conn) { close(gone) }), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	other := p.as("two")
	keys, err := OpenKeys(filepath.Join(p.dir, "keys")) // as the command does, beside the hall
	if err != nil {
		t.Fatal(err)
	}
	if n, err := keys.Revoke("one"); n != 1 || err != nil {
		t.Fatalf("%d credentials were taken back, %v", n, err)
	}
	if n, err := keys.Revoke("one"); n != 0 || err != nil {
		t.Errorf("%d credentials were taken back again, %v", n, err)
	}
	select {
	case <-gone:
	case <-time.After(patience):
		t.Fatal("who was sent away is still there")
	}
	if nc, err := nats.Connect("nats://"+p.conf.Listen, nats.UserCredentials(path)); err == nil {
		nc.Close()
		t.Error("credentials that were taken back are good")
	}
	if !other.IsConnected() {
		t.Error("another table was sent away")
	}
	until(t, "new credentials", func() bool { return p.as("one").IsConnected() })
	for name, make := range map[string]func() error{
		fleet.Assistant: func() error { _, err := keys.Assistant(); return err },
		"hall":          func() error { _, err := keys.Hall(); return err },
	} {
		if err := make(); err != nil {
			t.Fatal(err)
		}
		if n, err := keys.Revoke(name); n != 1 || err != nil {
			t.Errorf("%d credentials of %s were taken back, %v", n, name, err)
		}
	}
	p.stop()
	p.start() // the server knows at its next start, too
	if nc, err := nats.Connect("nats://"+p.conf.Listen, nats.UserCredentials(path)); err == nil {
		nc.Close()
		t.Error("after a restart, credentials that were taken back are good")
	}
}

// TestRevokedByASlowClock takes credentials back while the clock is behind the time when they
// were made.
func TestRevokedByASlowClock(t *testing.T) {
	p := newPlace(t)
	path := p.credentials("one")
	if n, err := p.keys.Revoke("one"); n != 1 || err != nil {
		t.Fatalf("%d credentials were taken back, %v", n, err)
	}
	list := filepath.Join(p.dir, "keys", revoked)
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Fields(string(text))
	words[2] = "1000000000"
	if err := os.WriteFile(list, []byte(strings.Join(words, " ")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.stop()
	p.start()
	if nc, err := nats.Connect("nats://"+p.conf.Listen, nats.UserCredentials(path)); err == nil {
		nc.Close()
		t.Error("credentials that were taken back are good")
	}
}

// TestRevokedTablesFillNoLog lets a table try again and again with credentials that were taken
// back: the log has one warning of it.
func TestRevokedTablesFillNoLog(t *testing.T) {
	p := newPlace(t)
	path := p.credentials("one")
	if n, err := p.keys.Revoke("one"); n != 1 || err != nil {
		t.Fatalf("%d credentials were taken back, %v", n, err)
	}
	p.stop()
	var log spoken
	p.conf.Log = slog.New(slog.NewTextHandler(&log, nil))
	p.start()
	for range 5 {
		if nc, err := nats.Connect("nats://"+p.conf.Listen, nats.UserCredentials(path)); err == nil {
			nc.Close()
			t.Fatal("credentials that were taken back are good")
		}
	}
	until(t, "the warning", func() bool { return strings.Contains(log.String(), "authentication error") })
	if said := log.String(); strings.Count(said, "authentication error") != 1 || strings.Contains(said, "level=ERROR") {
		t.Errorf("the log:\n%s", said)
	}
}

// spoken is a log for several goroutines.
type spoken struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *spoken) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *spoken) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// TestALaboratoryIsSentAway: who waits for results is told that none will come.
func TestALaboratoryIsSentAway(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	defer p.enforce(quiet)()
	var log strings.Builder
	a := p.asks("ann", func(c *farm.AskerConfig) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	var asked errgroup.Group
	for range 5 {
		asked.Go(func() error {
			_, err := jobs.Ask[int](t.Context(), a, "double", 1)
			return err
		})
	}
	if n, err := p.keys.Revoke("ann"); n != 1 || err != nil {
		t.Fatalf("%d credentials were taken back, %v", n, err)
	}
	err := asked.Wait()
	if err == nil || !strings.Contains(err.Error(), "the farm is lost: the server refuses the credentials") {
		t.Errorf("the jobs ended with %v", err)
	}
	a.Close()
	if n := strings.Count(log.String(), "called off"); n != 1 || strings.Contains(log.String(), "buffer") {
		t.Errorf("%d warnings:\n%s", n, log.String())
	}
}

// TestATableIsRefusedForAWhile: a server that knows nothing of the table, as one with an old
// configuration, does not end its publishing.
func TestATableIsRefusedForAWhile(t *testing.T) {
	p, q := newPlace(t), newPlace(t)
	x := newTable(t, "one", p.conf.Listen, p.credentials("one"))
	x.start()
	x.begin()
	p.arrived(x)
	at := p.conf.Listen
	p.stop()
	q.stop()
	q.conf.Listen = at
	q.start()
	until(t, "refusals", func() bool {
		v, err := q.srv.Varz(nil)
		return err == nil && v.TotalConnections >= 5
	})
	q.stop()
	q.conf.Listen = "127.0.0.1:0"
	q.start()
	p.start()
	x.turn(7)
	p.arrived(x)
}

// TestTLS: with a certificate of an authority of its own, a table and a worker come in if
// they know the authority, and nobody without TLS does.
func TestTLS(t *testing.T) {
	dir := t.TempDir()
	keys, err := OpenKeys(filepath.Join(dir, "keys"))
	if err != nil {
		t.Fatal(err)
	}
	cert, ca := certificate(t, dir)
	p := &place{t: t, dir: dir, keys: keys, conf: ServerConfig{Listen: webtest.Address(t), Dir: dir, Log: quiet, TLS: &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}}}
	p.start()
	t.Cleanup(p.stop)
	x := newTable(t, "one", "", p.credentials("one"))
	x.conf.URL, x.conf.CA = "tls://"+p.conf.Listen, ca
	x.start()
	x.begin()
	p.arrived(x)
	worker := p.creds("pc-1", keys.Worker)
	nc, _, err := farm.Dial{URL: "tls://" + p.conf.Listen, Credentials: worker, CA: ca, Log: quiet}.Connect()
	if err != nil {
		t.Fatal(err)
	}
	nc.Close()
	if nc, _, err := (farm.Dial{URL: "tls://" + p.conf.Listen, Credentials: worker, Log: quiet}).Connect(); err == nil {
		nc.Close()
		t.Error("an authority that nobody knows is believed")
	}
	_, other := certificate(t, t.TempDir())
	if nc, _, err := (farm.Dial{URL: "tls://" + p.conf.Listen, Credentials: worker, CA: other, Log: quiet}).Connect(); err == nil {
		nc.Close()
		t.Error("another authority is believed")
	}
}

// certificate makes a certificate for this computer that vouches for itself, and writes it.
func certificate(t *testing.T, dir string) (cert tls.Certificate, path string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(dir, "ca.pem")
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, path
}
