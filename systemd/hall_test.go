package systemd_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

var buildingHall sync.Once

// installHall installs the hall under a new folder.
func installHall(t *testing.T, options ...string) string {
	t.Helper()
	bin := filepath.Join(scratch, "stonehand-hall")
	buildingHall.Do(func() { command(t, "go", "build", "-ldflags", "-s -w", "-o", bin, "./cmd/stonehand-hall") })
	dir := t.TempDir()
	command(t, "make", append([]string{"install-hall", "HALL=" + bin, "DESTDIR=" + dir}, options...)...)
	return dir
}

func TestHallIsInstalled(t *testing.T) {
	dir := installHall(t, "PREFIX=/opt/stonehand")
	want := []string{"opt/stonehand/bin/stonehand-hall", "opt/stonehand/lib/systemd/system/stonehand-hall.service", "opt/stonehand/lib/sysusers.d/stonehand-hall.conf", "opt/stonehand/share/man/man1/stonehand-hall.1"}
	check(t, dir, slices.Clone(want))
	unit := filepath.Join(dir, want[1])
	text, err := os.ReadFile(unit)
	if err != nil || !strings.Contains(string(text), "\nExecStart=/opt/stonehand/bin/stonehand-hall --dir ") {
		t.Errorf("the installed unit does not start the installed hall (%v):\n%s", err, text)
	}
	command(t, "make", "uninstall", "DESTDIR="+dir, "PREFIX=/opt/stonehand")
	check(t, dir, nil)
}

func TestHallUnitIsSound(t *testing.T) {
	need(t, "systemd-analyze", "systemd")
	prefix := t.TempDir()
	installHall(t, "DESTDIR=", "PREFIX="+prefix)
	unit := filepath.Join(prefix, "lib/systemd/system/stonehand-hall.service")
	if _, stderr := command(t, "systemd-analyze", "verify", "--man=no", unit); stderr != "" {
		t.Errorf("systemd-analyze verify says:\n%s", stderr)
	}
	command(t, "systemd-analyze", "security", "--offline=true", "--threshold=13", unit)
}

// The hall under a real systemd: ready, makes credentials, killed and started again with
// the same keys.
func TestHallUnderSystemd(t *testing.T) {
	t.Parallel()
	root := installHall(t)
	if err := os.MkdirAll(filepath.Join(root, "etc/stonehand"), 0o755); err != nil {
		t.Fatal(err)
	}
	container{
		root:  root,
		units: map[string]string{"stonehand-hall.service.d/flags.conf": "[Service]\nEnvironment=\"STONEHAND_HALL=--listen 127.0.0.1:8031 --log warn\"\n"},
		part:  partHall,
	}.boot(t)
}

func insideHall() error {
	const dir = "/var/lib/stonehand-hall"
	h := table{base: "http://127.0.0.1:8031"}
	if err := systemctl("start", "stonehand-hall"); err != nil {
		return err
	}
	if err := h.healthy(); err != nil {
		return err
	}
	if err := hasNoRights("stonehand-hall"); err != nil {
		return err
	}
	keys := func() (string, error) {
		out, err := exec.Command("setpriv", "--reuid=stonehand-hall", "--regid=stonehand-hall", "--clear-groups", "stonehand-hall", "keys", "--dir", dir).CombinedOutput()
		if err != nil || !strings.Contains(string(out), "operate = [") {
			err = errors.Join(err, fmt.Errorf("the keys are %q", out))
		}
		return string(out), err
	}
	before, err := keys()
	if err != nil {
		return err
	}
	if err := systemctl("kill", "--signal=KILL", "stonehand-hall"); err != nil {
		return err
	}
	err = eventually(func() (bool, error) {
		n, err := showOf("stonehand-hall", "NRestarts")
		return n == "1", err
	})
	if err != nil {
		return fmt.Errorf("a hall that was killed is not started again: %w", err)
	}
	if err := h.healthy(); err != nil {
		return err
	}
	if after, err := keys(); err != nil || after != before {
		return fmt.Errorf("the hall has other keys than before: %s, not %s (%v)", after, before, err)
	}
	return systemctl("stop", "stonehand-hall")
}
