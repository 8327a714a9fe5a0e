package realgrbl

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"
)

// buildDir holds what the tests build.
var buildDir string

func TestMain(m *testing.M) {
	var err error
	if buildDir, err = os.MkdirTemp("", "realgrbl-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(buildDir)
	if code == 0 {
		if err := goleak.Find(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// tools are what a chip needs, and where Debian has it.
var tools = []struct{ file, pkg string }{
	{"gcc", "gcc"}, {"make", "make"}, {"avr-gcc", "gcc-avr"}, {"/usr/include/simavr/sim_avr.h", "libsimavr-dev"},
	{"/usr/include/libelf.h", "libelf-dev"}, {"/usr/lib/avr/include/avr/io.h", "avr-libc"},
}

// made builds the runner and the firmware of the tests' own, once.
var made = sync.OnceValue(func() error {
	for _, cmd := range []*exec.Cmd{
		exec.Command("make", "-s", "-C", "grblrun", "OUT="+buildDir),
		exec.Command("avr-gcc", "-std=gnu11", "-mmcu=atmega328p", "-DF_CPU=16000000L", "-Os", "-Wall", "-Wextra", "-Werror",
			"-o", filepath.Join(buildDir, "pins.elf"), "testdata/pins.c"),
	} {
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%v: %w\n%s", cmd, err, out)
		}
	}
	return nil
})

// runner returns the program that runs a chip. Where a tool is missing it skips the
// test, or fails it under CI=true.
func runner(t testing.TB) string {
	t.Helper()
	var missing []string
	for _, tool := range tools {
		_, err := exec.LookPath(tool.file)
		if filepath.IsAbs(tool.file) {
			_, err = os.Stat(tool.file)
		}
		if err != nil {
			missing = append(missing, tool.pkg)
		}
	}
	if missing != nil {
		text := "no chip can be run here: apt-get install " + strings.Join(missing, " ")
		if os.Getenv("CI") == "true" {
			t.Fatal(text)
		}
		t.Skip(text)
	}
	if err := made(); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(buildDir, "grblrun")
}

// genuine returns the path of a genuine GRBL, and skips the test without one.
func genuine(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		t.Skip("a genuine GRBL takes seconds of processor time for each of its own; not with -short")
	}
	elf := os.Getenv("GRBL_ELF")
	if elf == "" {
		t.Skip("optional: genuine GRBL; set GRBL_ELF to the path of its ELF file, of GRBL 1.1h for the ATmega328P")
	}
	if _, err := os.Stat(elf); err != nil {
		t.Fatalf("GRBL_ELF: %v", err)
	}
	return elf
}
