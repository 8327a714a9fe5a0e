package systemd_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// need ends the test if an outside tool is missing: in continuous integration
// as a failure, else as a skip that says what to install.
func need(t *testing.T, tool, debianPackage string) {
	t.Helper()
	if _, err := exec.LookPath(tool); err != nil {
		missing(t, tool+" is not here; install it with: apt-get install "+debianPackage)
	}
}

// missing ends the test for want of something that the machine lacks.
func missing(t *testing.T, sentence string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(sentence)
	}
	t.Skip(sentence)
}

// command runs a program in the repository's root and returns what it wrote to
// standard output and standard error.
func command(t *testing.T, name string, args ...string) (stdout, stderr string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = ".."
	// A daemon built for tests is the one that people get: no race detector.
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	var out, err bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &err
	if e := cmd.Run(); e != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), e, &out, &err)
	}
	return out.String(), err.String()
}

// build builds the daemon, once for all tests.
func build(t *testing.T) (bin string) {
	t.Helper()
	bin = filepath.Join(scratch, "stonehand")
	building.Do(func() { command(t, "go", "build", "-ldflags", "-s -w", "-o", bin, "./cmd/stonehand") })
	return bin
}

var (
	building sync.Once
	scratch  string // a folder that all tests share
)

// install installs the daemon under a new folder, as "make install" does for a
// package, and returns the folder.
func install(t *testing.T, options ...string) string {
	t.Helper()
	dir := t.TempDir()
	command(t, "make", append([]string{"install", "BIN=" + build(t), "DESTDIR=" + dir}, options...)...)
	return dir
}

// container is this machine's own file system, read only, started afresh as
// another machine: its /etc and /var are empty, and systemd is its process 1.
// There it runs this test binary's inside part as a unit.
type container struct {
	root  string            // holds what was installed: usr/local and etc/stonehand
	units map[string]string // more files under /etc/systemd/system
	part  string            // which inside part to run

	polkit  bool // the installed rule for polkit is there too
	unified bool // its control groups are of version 2 alone, whatever this machine has

	// packages is a folder of Debian packages, which it has as /packages. It can write everywhere
	// then, and nothing is installed before.
	packages string
}

// overlay is this machine's own file system once more. What is written there goes with the test.
func overlay(t *testing.T) (root string) {
	t.Helper()
	dir := t.TempDir()
	command(t, "mount", "-t", "tmpfs", "tmpfs", dir)
	t.Cleanup(func() { exec.Command("umount", dir).Run() })
	root = filepath.Join(dir, "root")
	for _, sub := range []string{"root", "new", "work"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	command(t, "mount", "-t", "overlay", "overlay", "-o", fmt.Sprintf("lowerdir=/,upperdir=%s/new,workdir=%[1]s/work", dir), root)
	t.Cleanup(func() { exec.Command("umount", root).Run() })
	return root
}

// boot starts the container, waits until it has powered itself off, and fails
// the test unless the inside part succeeded.
func (c container) boot(t *testing.T) {
	t.Helper()
	need(t, "systemd-nspawn", "systemd-container")
	if os.Getuid() != 0 {
		missing(t, "only root can start a container; run this test as root")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	c.units["inside.service"] = `[Unit]
Description=The test inside the container
After=multi-user.target
[Service]
Type=oneshot
Environment=` + insidePart + `=` + c.part + `
ExecStart=/inside
StandardOutput=append:/out/inside.log
StandardError=append:/out/inside.log
ExecStopPost=/bin/sh -c 'echo $$EXIT_STATUS >/out/status; journalctl -o short-monotonic >/out/journal; systemctl --no-block start poweroff.target'
[Install]
WantedBy=multi-user.target
`
	name := fmt.Sprintf("stonehand-%s-%d", c.part, os.Getpid())
	args := []string{
		"--quiet", "--boot", "--register=no", "--keep-unit", "--private-network",
		"--console=pipe", "--machine=" + name,
		"--bind=" + out + ":/out",
		"--bind-ro=" + self + ":/inside",
	}
	if c.packages != "" {
		args = append(args, "-D", overlay(t), "--bind-ro="+c.packages+":/packages")
	} else {
		args = append(args, "-D", "/", "--volatile=yes",
			"--overlay-ro=/usr/local:"+filepath.Join(c.root, "usr/local")+":/usr/local",
			"--bind="+filepath.Join(c.root, "etc/stonehand")+":/etc/stonehand")
	}
	if c.polkit {
		rule := "etc/polkit-1/rules.d/50-stonehand.rules"
		args = append(args, "--bind-ro="+filepath.Join(c.root, rule)+":/"+rule)
	}
	units := t.TempDir()
	for name, text := range c.units {
		file := filepath.Join(units, filepath.Base(name))
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		args = append(args, "--bind-ro="+file+":/etc/systemd/system/"+name)
	}
	// After the options, what the kernel's command line would be. No network comes up, which
	// a unit after network-online.target would wait two minutes for.
	args = append(args, "systemd.unit=inside.service", "systemd.mask=systemd-firstboot.service",
		"systemd.mask=systemd-networkd-wait-online.service")

	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "systemd-nspawn", args...)
	if c.unified {
		cmd.Env = append(os.Environ(), "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1")
	}
	enter(cmd, ownGroups(t, name))
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	console, err := cmd.CombinedOutput()

	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			return err.Error()
		}
		return string(text)
	}
	said := read("inside.log")
	if status := strings.TrimSpace(read("status")); status != "0" {
		t.Fatalf("the test inside the container ended with status %s (container: %v)\n%s\n--- its journal:\n%s\n--- its console:\n%s",
			status, err, said, read("journal"), console)
	}
	t.Logf("inside the container:\n%s", said)
}
