package avrtest

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// building keeps parallel tests of one process from building the same twice.
var building sync.Mutex

// kit is how the firmware of one family of microcontrollers is built and run.
type kit struct {
	folder string // under firmware-protocol, with the family's port
	ready  string // the file that says that all is built
	tools  []tool
}

// tool is a program or file that a kit needs, and the package of Debian that has it.
type tool struct{ file, pkg string }

var (
	avrKit = kit{"avr", "simrun", []tool{
		{"gcc", "gcc"}, {"make", "make"}, {"avr-gcc", "gcc-avr"}, {"avr-objcopy", "binutils-avr"},
		{"/usr/include/simavr/sim_avr.h", "libsimavr-dev"}, {"/usr/include/libelf.h", "libelf-dev"},
		{"/usr/lib/avr/include/avr/io.h", "avr-libc"},
	}}
	picoKit = kit{"rp2040", "node_modules", []tool{
		{"make", "make"}, {"arm-none-eabi-gcc", "gcc-arm-none-eabi"}, {"arm-none-eabi-objcopy", "binutils-arm-none-eabi"},
		{"node", "nodejs"}, {"npm", "npm"}, {"stty", "coreutils"},
	}}
)

// kitOf returns the kit for a microcontroller.
func kitOf(mcu string) kit {
	if mcu == RP2040 {
		return picoKit
	}
	return avrKit
}

// unavailable skips the test, or fails it where CI=true.
func unavailable(t testing.TB, text string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(text)
	}
	t.Skip(text)
}

// requireTools skips the test, or fails it where CI=true, when a tool is missing.
func requireTools(t testing.TB, k kit) {
	t.Helper()
	var missing []string
	for _, tool := range k.tools {
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
	if missing != nil {
		unavailable(t, "the board's firmware cannot be run here: apt-get install "+strings.Join(missing, " "))
	}
}

// sources returns the folder of a port, under firmware-protocol in the module that the
// test runs in.
func sources(port string) (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		at := filepath.Join(dir, "firmware-protocol", port)
		if _, err := os.Stat(filepath.Join(at, "Makefile")); err == nil {
			return at, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", fmt.Errorf("no folder firmware-protocol/%s above the working directory", port)
		}
		dir = up
	}
}

// build returns a folder that holds the firmware that its make calls name, and
// what runs it. Folders are named for what they were built from and kept in the
// user's cache, so that each state of the sources is built once.
func (k kit) build(name, options string) (string, error) {
	building.Lock()
	defer building.Unlock()
	port, err := sources(k.folder)
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	key, err := k.fingerprint(port, name, options)
	if err != nil {
		return "", err
	}
	parent := filepath.Join(cache, "stonehand-avrtest")
	done := filepath.Join(parent, key)
	if _, err := os.Stat(filepath.Join(done, k.ready)); err == nil {
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
	commands := []*exec.Cmd{
		exec.Command("make", "-s", "-C", port, "OUT="+fresh, "OPTIONS="+options, filepath.Join(fresh, name)),
	}
	if k.folder == avrKit.folder {
		commands = append(commands, exec.Command("make", "-s", "-C", filepath.Join(port, "simrun"), "OUT="+fresh))
	} else {
		commands = append(commands,
			exec.Command("cp", "-r", filepath.Join(port, "sim")+"/.", fresh),
			exec.Command("npm", "--prefix", fresh, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"))
	}
	for _, cmd := range commands {
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", &buildError{cmd, err, out}
		}
	}
	// Another process may have been faster; what it built is the same.
	if err := os.Rename(fresh, done); err != nil {
		if _, there := os.Stat(filepath.Join(done, k.ready)); there != nil {
			return "", err
		}
	}
	return done, nil
}

// buildError is a command of a build that failed.
type buildError struct {
	cmd *exec.Cmd
	err error
	out []byte
}

func (e *buildError) Error() string { return fmt.Sprintf("%v: %v\n%s", e.cmd, e.err, e.out) }

// offline tells whether what failed is the download of the simulator.
func (e *buildError) offline() bool { return filepath.Base(e.cmd.Path) == "npm" }

// fingerprint names everything that a build depends on in the sources.
func (k kit) fingerprint(port, name, options string) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n", name, options)
	up := filepath.Dir(port)
	for _, dir := range []string{
		port, filepath.Join(port, "simrun"), filepath.Join(port, "sim"), filepath.Join(port, "libc"), filepath.Join(port, "uf2"),
		filepath.Join(up, "board"), filepath.Join(up, "c"),
	} {
		entries, err := os.ReadDir(dir)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		for _, e := range entries {
			switch ext := filepath.Ext(e.Name()); {
			case e.Type()&fs.ModeType != 0:
				continue
			case e.Name() != "Makefile" && !slices.Contains([]string{".c", ".h", ".S", ".ld", ".go", ".mjs", ".json"}, ext):
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
