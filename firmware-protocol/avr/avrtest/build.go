package avrtest

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// building keeps parallel tests of one process from building the same twice.
var building sync.Mutex

// tools are what a board needs, and where Debian has it.
var tools = []struct{ file, pkg string }{
	{"gcc", "gcc"}, {"make", "make"}, {"avr-gcc", "gcc-avr"}, {"avr-objcopy", "binutils-avr"},
	{"/usr/include/simavr/sim_avr.h", "libsimavr-dev"}, {"/usr/include/libelf.h", "libelf-dev"},
	{"/usr/lib/avr/include/avr/io.h", "avr-libc"},
}

// requireTools skips the test, or fails it where CI=true, when a tool is missing.
func requireTools(t testing.TB) {
	t.Helper()
	var missing []string
	for _, tool := range tools {
		var err error
		if filepath.IsAbs(tool.file) {
			_, err = os.Stat(tool.file)
		} else {
			_, err = exec.LookPath(tool.file)
		}
		if err != nil {
			missing = append(missing, tool.pkg)
		}
	}
	if missing == nil {
		return
	}
	text := "the board's firmware cannot be run here: apt-get install " + strings.Join(missing, " ")
	if os.Getenv("CI") == "true" {
		t.Fatal(text)
	}
	t.Skip(text)
}

// sources returns the folder firmware-protocol/avr of the module that the test
// runs in.
func sources() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		avr := filepath.Join(dir, "firmware-protocol", "avr")
		if _, err := os.Stat(filepath.Join(avr, "Makefile")); err == nil {
			return avr, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("no folder firmware-protocol/avr above the working directory")
		}
		dir = up
	}
}

// build returns a folder that holds the firmware that its make calls name, and
// the program that runs it. Folders are named for what they were built from and kept in the
// user's cache, so that each state of the sources is built once.
func build(name, options string) (string, error) {
	building.Lock()
	defer building.Unlock()
	avr, err := sources()
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	key, err := fingerprint(avr, name, options)
	if err != nil {
		return "", err
	}
	parent := filepath.Join(cache, "stonehand-avrtest")
	done := filepath.Join(parent, key)
	if _, err := os.Stat(filepath.Join(done, "simrun")); err == nil {
		return done, nil
	}
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return "", err
	}
	fresh, err := os.MkdirTemp(parent, "new-*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(fresh)
	for _, cmd := range []*exec.Cmd{
		exec.Command("make", "-s", "-C", avr, "OUT="+fresh, "OPTIONS="+options, filepath.Join(fresh, name+".elf")),
		exec.Command("make", "-s", "-C", filepath.Join(avr, "simrun"), "OUT="+fresh),
	} {
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("%v: %w\n%s", cmd, err, out)
		}
	}
	// Another process may have been faster; what it built is the same.
	if err := os.Rename(fresh, done); err != nil {
		if _, there := os.Stat(filepath.Join(done, "simrun")); there != nil {
			return "", err
		}
	}
	return done, nil
}

// fingerprint names everything that a build depends on in the sources.
func fingerprint(avr, name, options string) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n", name, options)
	for _, dir := range []string{avr, filepath.Join(avr, "simrun"), filepath.Join(avr, "..", "board"), filepath.Join(avr, "..", "c")} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return "", err
		}
		for _, e := range entries {
			ext := filepath.Ext(e.Name())
			if e.Type()&fs.ModeType != 0 || ext != ".c" && ext != ".h" && ext != ".S" && e.Name() != "Makefile" {
				continue
			}
			b, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				return "", err
			}
			fmt.Fprintf(h, "%s %d\n%s", e.Name(), len(b), b)
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:12]), nil
}
