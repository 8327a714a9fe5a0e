package realgrbl

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// genuine returns what a genuine controller is run with.
func genuine(t *testing.T) (run, elf string) {
	t.Helper()
	if testing.Short() {
		t.Skip("a genuine GRBL takes a second of processor time for each of its own; not with -short")
	}
	elf = Genuine(t)
	return Runner(t), elf
}

// pins builds the firmware of the tests' own and returns its path.
func pins(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("avr-gcc"); err != nil {
		text := "no firmware can be built here: apt-get install gcc-avr avr-libc"
		if os.Getenv("CI") == "true" {
			t.Fatal(text)
		}
		t.Skip(text)
	}
	elf := filepath.Join(t.TempDir(), "pins.elf")
	out, err := exec.Command("avr-gcc", "-std=gnu11", "-mmcu=atmega328p", "-DF_CPU=16000000L", "-Os", "-Wall", "-Wextra", "-Werror",
		"-o", elf, "testdata/pins.c").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return elf
}
