package avrtest

import (
	"flag"
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"
)

var scans = flag.Int("scans", 8000, "how often the analog board is read with faults, in TestAnalogScans")

// TestAnalogScans reads the analog board many times faster than on a simulated chip:
// its source built for this computer, with sensors, multiplexers and faults that
// begin and end in the middle of scans behind its registers (../scans). No stone
// may settle that does not lie there, none be lost, and no scan through a broken
// line be believed.
func TestAnalogScans(t *testing.T) {
	t.Parallel()
	requireTools(t, avrKit)
	avr, err := sources(avrKit.folder)
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(t.TempDir(), "scans")
	build := exec.Command("gcc", "-std=gnu99", "-O2", "-g", "-Wall", "-Wextra", "-Werror", "-Wno-type-limits",
		"-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-D__AVR_ATmega2560__", "-DANALOG=1",
		"-Iscans", "-I.", "-I../board", "-I../c", "-o", bin, "scans/scans.c", "analog.c", "../board/grid.c")
	build.Dir = avr
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", build, err, out)
	}
	for seed := range 2 {
		out, err := exec.Command(bin, fmt.Sprint(*scans/2), fmt.Sprint(seed)).CombinedOutput()
		if err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, out)
			continue
		}
		t.Logf("%s", out)
	}
}
