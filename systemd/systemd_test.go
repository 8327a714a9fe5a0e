// Package systemd_test holds the unit and its companions against a real
// systemd, with the real daemon.
package systemd_test

import (
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestMain(m *testing.M) {
	if part := os.Getenv(insidePart); part != "" {
		if err := inside(part); err != nil {
			fmt.Println("error:", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if len(os.Args) == 3 && (os.Args[1] == wild || os.Args[1] == wildChild) {
		runWild(os.Args[1:])
	}
	dir, err := os.MkdirTemp("", "stonehand-systemd-")
	if err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
	scratch = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// systemd-analyze succeeds even when it warns of keys it does not know, so
// nothing at all may be on standard error.
func TestUnitIsSound(t *testing.T) {
	need(t, "systemd-analyze", "systemd")
	prefix := t.TempDir()
	install(t, "DESTDIR=", "PREFIX="+prefix, "SYSCONFDIR="+filepath.Join(prefix, "etc"))
	units := filepath.Join(prefix, "lib/systemd/system")
	for _, name := range []string{"stonehand.service", "stonehand-update.service", "stonehand-update.path"} {
		if _, stderr := command(t, "systemd-analyze", "verify", "--man=no", filepath.Join(units, name)); stderr != "" {
			t.Errorf("systemd-analyze verify says of %s:\n%s", name, stderr)
		}
	}
	command(t, "systemd-analyze", "security", "--offline=true", "--threshold=14", filepath.Join(units, "stonehand.service"))
	command(t, "systemd-analyze", "security", "--offline=true", "--threshold=25", filepath.Join(units, "stonehand-update.service"))
}

// The unit lets the daemon reach every kind of device that it may be told to use,
// and nothing more; in a container no device policy is enforced.
func TestUnitAllowsItsDevices(t *testing.T) {
	unit, err := os.ReadFile("stonehand.service")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(string(unit)) {
		if d, ok := strings.CutPrefix(strings.TrimSpace(line), "DeviceAllow="); ok {
			got = append(got, d)
		}
	}
	want := "char-ttyACM rw, char-ttyUSB rw, char-ttyAMA rw, char-ttyS rw, char-spi rw, char-i2c rw, char-gpiochip rw, char-alsa rw"
	if strings.Join(got, ", ") != want || !strings.Contains(string(unit), "\nDevicePolicy=closed\n") {
		t.Errorf("the unit allows %q, want %q", strings.Join(got, ", "), want)
	}
}

// documents are the manual pages and completions that were installed: one page for every
// subcommand at least.
func documents(t *testing.T, dir string) (list []string) {
	t.Helper()
	for _, pattern := range []string{"man/man1/stonehand*.1", "bash-completion/completions/stonehand", "zsh/site-functions/_stonehand", "fish/vendor_completions.d/stonehand.fish"} {
		found, err := filepath.Glob(filepath.Join(dir, "opt/stonehand/share", pattern))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s is not installed (%v)", pattern, err)
		}
		for _, f := range found {
			f, _ = filepath.Rel(dir, f)
			list = append(list, f)
		}
	}
	return list
}

func TestInstallAndUninstall(t *testing.T) {
	dir := install(t, "PREFIX=/opt/stonehand")
	want := []string{
		"etc/polkit-1/rules.d/50-stonehand.rules",
		"etc/stonehand/stonehand.toml",
		"etc/stonehand/stonehand.toml.example",
		"opt/stonehand/bin/stonehand",
		"opt/stonehand/lib/systemd/system/stonehand-update.path", "opt/stonehand/lib/systemd/system/stonehand-update.service",
		"opt/stonehand/lib/systemd/system/stonehand.service",
		"opt/stonehand/lib/sysusers.d/stonehand.conf",
		"opt/stonehand/lib/udev/rules.d/60-stonehand.rules",
		"opt/stonehand/share/stonehand/stonehand-avahi.service",
	}
	check(t, dir, slices.Concat(want, documents(t, dir)))
	unit, err := os.ReadFile(filepath.Join(dir, want[6]))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(unit), "\nExecStart=/opt/stonehand/bin/stonehand serve ") {
		t.Errorf("the installed unit does not start the installed daemon:\n%s", unit)
	}

	// The settings may hold a password.
	if info, err := os.Stat(filepath.Join(dir, want[1])); err != nil || info.Mode().Perm()&0o007 != 0 {
		t.Errorf("the settings are installed as %v (%v)", info.Mode(), err)
	}

	// A second installation keeps the settings that a person has changed.
	config := filepath.Join(dir, want[1])
	if err := os.WriteFile(config, []byte("language = \"zh\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	command(t, "make", "install", "BIN="+filepath.Join(dir, want[3]), "DESTDIR="+dir, "PREFIX=/opt/other")
	if text, _ := os.ReadFile(config); string(text) != "language = \"zh\"\n" {
		t.Errorf("installing again replaced the configuration with:\n%s", text)
	}

	for _, prefix := range []string{"/opt/stonehand", "/opt/other"} {
		command(t, "make", "uninstall", "DESTDIR="+dir, "PREFIX="+prefix)
	}
	check(t, dir, want[1:2])
}

// The avahi file is to announce the port that the example configuration names.
func TestAvahiAnnouncesThePage(t *testing.T) {
	text, err := os.ReadFile("stonehand-avahi.service")
	if err != nil {
		t.Fatal(err)
	}
	var group struct {
		Name    string `xml:"name"`
		Service struct {
			Type string `xml:"type"`
			Port string `xml:"port"`
		} `xml:"service"`
	}
	if err := xml.Unmarshal(text, &group); err != nil {
		t.Fatal(err)
	}
	if group.Name == "" || group.Service.Type != "_http._tcp" {
		t.Errorf("it announces %+v, not a named web page", group)
	}
	config, err := os.ReadFile("../cmd/internal/config/example.toml")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(config), ":"+group.Service.Port+"\"") {
		t.Errorf("it announces port %s, and the example configuration listens on another", group.Service.Port)
	}
}

// check fails the test unless the files under dir are just those wanted, in
// order.
func check(t *testing.T, dir string, want []string) {
	t.Helper()
	var got []string
	err := filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() {
			rel, _ := filepath.Rel(dir, path)
			got = append(got, rel)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	want = slices.Sorted(slices.Values(want))
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("installed:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// quick shortens the watchdog, so that the test need not wait long for it.
const quick = "[Service]\nWatchdogSec=5\n"

// The daemon under a real systemd: ready, plays, stopped in mid-game and killed
// by the watchdog, killed outright, each time started again with the same game.
func TestDaemonUnderSystemd(t *testing.T) {
	t.Parallel()
	need(t, "espeak-ng", "espeak-ng")
	need(t, "aplay", "alsa-utils")
	root := install(t)
	speak(t, filepath.Join(root, "etc/stonehand/stonehand.toml"))
	container{
		root:  root,
		units: map[string]string{"stonehand.service.d/quick.conf": quick},
		part:  partDaemon,
	}.boot(t)
}

// speak switches the voice on in the installed settings and the helping hands off, with ALSA's null device
// for a sound card. What it plays is in the file spokenFile.
func speak(t *testing.T, settings string) {
	t.Helper()
	text, err := os.ReadFile(settings)
	if err != nil {
		t.Fatal(err)
	}
	before, section, ok := strings.Cut(string(text), "\n[voice]")
	before = strings.Replace(before, "as_real_board = false", "as_real_board = true ", 1) // the tests move every stone
	player := `player = ["sh", "-c", "tee ` + spokenFile + ` | aplay -q -D null -"]`
	section = strings.Replace(section, "enabled = false", "enabled = true", 1)
	section, had := strings.Replace(section, "player  = []", player, 1), section
	if !ok || section == had {
		t.Fatalf("the settings have no voice to switch on:\n%s", text)
	}
	if err := os.WriteFile(settings, []byte(before+"\n[voice]"+section), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A daemon that lives on while only its loop is stuck is killed by the watchdog
// and started again, under the very same unit.
func TestStuckLoopUnderSystemd(t *testing.T) {
	t.Parallel()
	root := install(t)
	command(t, "go", "build", "-o", filepath.Join(root, "usr/local/bin/stonehand"), "./cmd/internal/service/testdata/stuck")
	container{
		root:  root,
		units: map[string]string{"stonehand.service.d/quick.conf": quick},
		part:  partStuck,
	}.boot(t)
}

// Who shuts the board down powers the computer off, under the unit's own
// restrictions, by logind and the polkit rule that is installed.
func TestShutdownUnderSystemd(t *testing.T) {
	t.Parallel()
	need(t, "dbus-daemon", "dbus")
	if _, err := os.Stat("/usr/lib/polkit-1/polkitd"); err != nil {
		missing(t, "polkit is not here; install it with: apt-get install polkitd")
	}
	container{root: install(t), units: map[string]string{}, part: partPower, polkit: true}.boot(t)
}

// Without the rule the computer stays on, and the page says why and what to do.
func TestShutdownIsRefusedUnderSystemd(t *testing.T) {
	t.Parallel()
	container{root: install(t), units: map[string]string{}, part: partRefused}.boot(t)
}
