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
			dir, err := sources(b.kit.folder)
			if err != nil {
				t.Fatal(err)
			}
			out := t.TempDir()
			built := func(options string) ([]byte, string) {
				file := filepath.Join(out, b.name)
				said, err := exec.Command("make", "-C", dir, "OUT="+out, "OPTIONS="+options, file).CombinedOutput()
				if err != nil {
					t.Fatalf("%v\n%s", err, said)
				}
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				return data, string(said)
			}
			two, _ := built("")
			one, _ := built("-DPLANES=1")
			if bytes.Equal(one, two) {
				t.Error("with other options make left the earlier firmware")
			}
			if again, said := built("-DPLANES=1"); !bytes.Equal(again, one) || strings.Contains(said, "gcc") {
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
		out := t.TempDir()
		if said, err := exec.Command("make", "-C", dir, "OUT="+out, "OPTIONS="+c[1], filepath.Join(out, c[2]+".hex")).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", c[0], err, said)
		}
	}
}
