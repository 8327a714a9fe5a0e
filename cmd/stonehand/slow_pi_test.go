//go:build slow

package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/firmware-protocol/avr/avrtest"
	"stonehand/hw/kerneltest"
)

// TestPi plays the first turns of a game on an emulated Raspberry Pi 3: Debian's
// kernel, the daemon as it is built for arm64, and at its UART the board's
// firmware on a simulated microcontroller. The hand sees the lights and nothing
// else.
func TestPi(t *testing.T) {
	daemon := filepath.Join(t.TempDir(), "stonehand")
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", daemon, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=arm64")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building for the Pi: %v\n%s", err, out)
	}
	chip := avrtest.Start(t, avrtest.Options{UID: "57e0e4a4d0000002"})
	begun := time.Now()
	pi := kerneltest.StartPi(t, kerneltest.PiOptions{
		UART:  chip.Pty(),
		Files: map[string]string{"/stonehand": daemon},
		Texts: map[string]string{"/stonehand.toml": `
[game]
human = "black"
level = 2
time = "100ms"
[board]
kind = "mcu"
port = "/dev/ttyAMA0"
[engine]
table_mb = 4
[web]
listen = "127.0.0.1:8019"
`},
		Args: []string{"/stonehand", "serve", "--data", "/tmp/data", "--config", "/stonehand.toml"},
		Env:  []string{"HOME=/tmp"},
	})
	h := &lightHand{t: t, board: chip, own: board.Black, turn: hinderAWhile}
	// One black stone, the machine's two, two black ones, the machine's two.
	const stones = 7
	for deadline := time.Now().Add(4 * time.Minute); len(h.stones) < stones; {
		before := len(h.stones)
		h.obey()
		if len(h.stones) > before {
			t.Logf("after %v: %v", time.Since(begun).Round(time.Second), h.stones[before:])
		}
		if pi.Ended() || time.Now().After(deadline) {
			t.Fatalf("the game does not go on; on the board are %v", h.stones)
		}
	}
	// The machine has seen its stones when it asks for the person's turn again.
	for deadline := time.Now().Add(time.Minute); ; {
		if g := h.look(glance); g.mine && len(g.place) == 0 {
			return
		}
		if pi.Ended() || time.Now().After(deadline) {
			t.Fatal("the machine does not see its own stones")
		}
	}
}
