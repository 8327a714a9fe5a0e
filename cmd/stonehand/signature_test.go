package main_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// target is a machine that the product runs on, and how to run its programs on
// another.
type target struct {
	arch     string
	variable string   // a further setting of the build
	emulator []string // a program that runs its programs
}

var targets = []target{
	{"amd64", "", []string{"qemu-x86_64-static"}},
	{"arm64", "", []string{"qemu-aarch64-static"}},
	{"arm", "GOARM=6", []string{"qemu-arm-static", "-cpu", "arm1176"}}, // the first Raspberry Pi
}

// The last line of "stonehand bench" holds the number of turns searched on fixed
// positions. It has to be the same on every machine: a difference means that
// the search depends on the width of an int, the order of a map, or the like.
func TestSignatureIsTheSameOnEveryMachine(t *testing.T) {
	if testing.Short() {
		t.Skip("programs built without the race detector search on emulated machines, so -short leaves it out")
	}
	t.Parallel()
	signature := regexp.MustCompile(`^signature (\d+) `)
	nodes := map[string]string{}
	for _, m := range targets {
		bin := filepath.Join(t.TempDir(), "stonehand")
		build := exec.CommandContext(t.Context(), "go", "build", "-ldflags", "-s -w", "-o", bin, "stonehand/cmd/stonehand")
		build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH="+m.arch, m.variable)
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("building for %s: %v\n%s", m.arch, err, out)
		}
		args := []string{bin, "bench", "--depth", "3"} // emulation is slow
		if m.arch != runtime.GOARCH {
			if _, err := exec.LookPath(m.emulator[0]); err != nil {
				const why = "is not here; install it with: apt-get install qemu-user-static"
				if os.Getenv("CI") == "true" {
					t.Fatal(m.emulator[0], why)
				}
				t.Skip(m.emulator[0], why)
			}
			args = append(append([]string(nil), m.emulator...), args...)
		}
		run := exec.CommandContext(t.Context(), args[0], args[1:]...)
		var stderr bytes.Buffer
		run.Stderr = &stderr
		out, err := run.Output()
		if err != nil {
			t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, &stderr)
		}
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		found := signature.FindStringSubmatch(lines[len(lines)-1])
		if found == nil {
			t.Fatalf("on %s the last line of bench is %q, want \"signature NODES ...\"", m.arch, lines[len(lines)-1])
		}
		t.Logf("%s: %s", m.arch, lines[len(lines)-1])
		nodes[m.arch] = found[1]
	}
	for _, m := range targets {
		if nodes[m.arch] != nodes[targets[0].arch] {
			t.Errorf("the signature differs: %v", nodes)
			break
		}
	}
}
