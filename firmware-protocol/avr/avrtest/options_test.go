package avrtest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// made runs the make of a kit for a file in out, as a person does, and returns the file and what
// make said.
func made(t *testing.T, k kit, out, options, name string) (data []byte, said string) {
	t.Helper()
	dir, err := sources(k.folder)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(out, name)
	output, err := exec.Command("make", "-C", dir, "OUT="+out, "OPTIONS="+options, file).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", options, err, output)
	}
	if data, err = os.ReadFile(file); err != nil {
		t.Fatal(err)
	}
	return data, string(output)
}

// What is flashed has the options of the command that flashes it, also where a build
// with others is there already.
func TestOptionsBuildAgain(t *testing.T) {
	for _, b := range []struct {
		kit  kit
		name string
	}{{avrKit, "atmega328p.hex"}, {picoKit, "rp2040.elf"}} {
		t.Run(b.kit.folder, func(t *testing.T) {
			t.Parallel()
			requireTools(t, b.kit)
			out := t.TempDir()
			two, _ := made(t, b.kit, out, "", b.name)
			one, _ := made(t, b.kit, out, "-DPLANES=1", b.name)
			if bytes.Equal(one, two) {
				t.Error("with other options make left the earlier firmware")
			}
			if again, said := made(t, b.kit, out, "-DPLANES=1", b.name); !bytes.Equal(again, one) || strings.Contains(said, "gcc") {
				t.Errorf("with the same options make built again:\n%s", said)
			}
		})
	}
}

// The README's commands with options build something.
func TestOptionsOfTheREADME(t *testing.T) {
	requireTools(t, avrKit)
	dir, err := sources(avrKit.folder)
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile(`(?m)^make OPTIONS='(.*)' flash-(\S+) PORT=`).FindAllStringSubmatch(string(page), -1)
	if commands == nil {
		t.Fatal("the README has no command with options")
	}
	for _, c := range commands {
		made(t, avrKit, t.TempDir(), c[1], c[2]+".hex")
	}
}
