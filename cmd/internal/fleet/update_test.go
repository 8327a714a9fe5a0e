package fleet

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nkeys"
)

// newUpdate is an updater with a release of its hall, which is not there.
func newUpdate(t *testing.T) (u *updater, status func() string) {
	t.Helper()
	key, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	r := Release{System: System, Size: 1, SHA256: strings.Repeat("0", 64)}
	if r.Key, err = key.PublicKey(); err != nil {
		t.Fatal(err)
	}
	sign, err := key.Sign(r.signed())
	if err != nil {
		t.Fatal(err)
	}
	r.Sign = base64.StdEncoding.EncodeToString(sign)
	dir := t.TempDir()
	u = newUpdater(Config{Dir: dir, Operators: map[string]string{r.Key: "operate"}, Updates: Updates{Program: filepath.Join(dir, "none"), Refused: filepath.Join(dir, "refused.json")}})
	u.told = func() {}
	if err := u.order([]Release{r}); err != nil {
		t.Fatal(err)
	}
	u.read()
	return u, func() string { u.step(t.Context(), link{}); return u.shown.Load().status }
}

// A release that the disk does not take is fetched again later.
func TestUpdateWaitsForTheDisk(t *testing.T) {
	u, status := newUpdate(t)
	dir := u.dir
	u.dir = filepath.Join(dir, "none")
	if got := status(); got != UpdateRefused || !strings.Contains(u.shown.Load().why[0], "no such file") {
		t.Errorf("%q: %v", got, u.shown.Load().why)
	}
	u.dir = dir
	if got := status(); got != UpdateRefused {
		t.Errorf("it is %q at once", got)
	}
	u.after = time.Now()
	if got := status(); got != UpdateFetch {
		t.Errorf("it is %q later", got)
	}
}

// What root refused is over when the hall orders the same release again, whatever the clock does.
func TestUpdateIsOrderedAgain(t *testing.T) {
	u, status := newUpdate(t)
	data, err := json.Marshal(Refused{SHA256: u.r.SHA256, Text: "no space left on device"})
	if err != nil {
		t.Fatal(err)
	}
	r := u.r
	for _, since := range []time.Duration{time.Second, -time.Hour, time.Hour} {
		if err := os.WriteFile(u.Refused, data, 0o644); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(since)
		if err := os.Chtimes(u.Refused, at, at); err != nil {
			t.Fatal(err)
		}
		if got := status(); got != UpdateRefused {
			t.Errorf("refused %v after the order: %q", since, got)
		}
		if err := u.order([]Release{r}); err != nil {
			t.Fatal(err)
		}
		u.read()
		if got := status(); got != UpdateFetch {
			t.Errorf("ordered again after what was refused %v after the order: %q", since, got)
		}
	}
}
