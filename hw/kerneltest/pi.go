//go:build slow

package kerneltest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"stonehand/hw/hwtest"
)

// Pi is an emulated Raspberry Pi 3 that runs one program under Debian's kernel
// for arm64. Its clock is that of the wall, and begins in 1970 as on a Pi without
// a network.
type Pi struct {
	t     testing.TB
	cmd   *exec.Cmd
	said  hwtest.Said   // by the program
	ended chan struct{} // closed when the emulator has ended
}

// PiOptions is what runs on a Pi.
type PiOptions struct {
	// UART is the path of a serial line here that is joined to /dev/ttyAMA0, the
	// pins 8 and 10 of a Pi whose Bluetooth is switched off (dtoverlay=disable-bt).
	UART  string
	Files map[string]string // by path on the Pi: their paths here
	Texts map[string]string // by path on the Pi: what they hold
	Args  []string          // the program and its arguments
	Env   []string          // NAME=VALUE
}

// StartPi starts a Pi that runs until the test ends.
func StartPi(t testing.TB, o PiOptions) *Pi {
	t.Helper()
	cache := cacheDir()
	var lack []string
	if _, err := exec.LookPath("qemu-system-aarch64"); err != nil {
		lack = append(lack, "apt-get install qemu-system-arm")
	}
	kernel := filepath.Join(cache, "pi")
	if _, err := os.Stat(filepath.Join(kernel, "release")); err != nil {
		lack = append(lack, "run hw/kerneltest/fetch-pi for Debian's kernel")
	}
	require(t, lack...)
	src, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	tree := filepath.Join(dir, "dtb")
	dtb, err := os.ReadFile(filepath.Join(kernel, "bcm2837-rpi-3-b.dtb"))
	if err == nil {
		dtb, err = without(dtb, "bluetooth")
	}
	if err == nil {
		err = os.WriteFile(tree, dtb, 0o644)
	}
	if err != nil {
		t.Fatalf("the Pi's device tree: %v", err)
	}
	initrd := machine{files: o.Files, texts: o.Texts, args: o.Args, env: o.Env}.initrd(t, src, dir, "arm64")
	p := &Pi{t: t, ended: make(chan struct{})}
	p.cmd = exec.Command("qemu-system-aarch64", "-M", "raspi3b", "-nodefaults", "-display", "none", "-no-reboot",
		"-kernel", filepath.Join(kernel, "vmlinuz"), "-dtb", tree, "-initrd", initrd,
		"-append", "console=ttyS1,115200 loglevel=3 panic=-1",
		"-chardev", "serial,id=uart,path="+o.UART, "-serial", "chardev:uart", "-serial", "stdio")
	p.cmd.Stdout, p.cmd.Stderr = &p.said, &p.said
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(p.ended)
		p.cmd.Wait()
	}()
	t.Cleanup(func() {
		p.cmd.Process.Kill()
		<-p.ended
		if t.Failed() {
			t.Logf("the Pi's last words:\n%s", p.Said())
		}
	})
	return p
}

// Said returns what the program has written so far.
func (p *Pi) Said() string { return p.said.String() }

// Ended reports whether the program, or the Pi, has come to an end.
func (p *Pi) Ended() bool {
	select {
	case <-p.ended:
		return true
	default:
		return strings.Contains(p.Said(), "\n"+ended)
	}
}
