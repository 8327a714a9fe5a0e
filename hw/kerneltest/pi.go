package kerneltest

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Pi is an emulated Raspberry Pi 3 that runs one program under Debian's kernel
// for arm64. Its clock is that of the wall, and begins in 1970 as on a Pi without
// a network.
type Pi struct {
	t   testing.TB
	cmd *exec.Cmd

	mu    sync.Mutex
	said  strings.Builder // what the program wrote
	ended chan struct{}   // closed when the emulator has ended
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
	init := filepath.Join(dir, "guest")
	if err := goBuild(t, src, "arm64", "build", "-ldflags=-s -w", "-o", init, "./guest"); err != nil {
		t.Fatal(err)
	}
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
	files := map[string]string{"/init": init}
	for at, file := range o.Files {
		files[at] = file
	}
	var script bytes.Buffer
	fmt.Fprintln(&script, "console /dev/ttyS1")
	for _, e := range o.Env {
		fmt.Fprintln(&script, "env", e)
	}
	for _, a := range o.Args {
		fmt.Fprintln(&script, "arg", a)
	}
	texts := map[string][]byte{"/guest": script.Bytes()}
	for at, text := range o.Texts {
		texts[at] = []byte(text)
	}
	initrd := filepath.Join(dir, "initrd")
	var archived bytes.Buffer
	if err := archive(&archived, files, texts); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(initrd, archived.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	p := &Pi{t: t, ended: make(chan struct{})}
	p.cmd = exec.Command("qemu-system-aarch64", "-M", "raspi3b", "-nodefaults", "-display", "none", "-no-reboot",
		"-kernel", filepath.Join(kernel, "vmlinuz"), "-dtb", tree, "-initrd", initrd,
		"-append", "console=ttyS1,115200 loglevel=3 panic=-1",
		"-chardev", "serial,id=uart,path="+o.UART, "-serial", "chardev:uart", "-serial", "stdio")
	p.cmd.Stderr = (*piLog)(p)
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(p.ended)
		for r := bufio.NewReader(out); ; {
			line, err := r.ReadString('\n')
			(*piLog)(p).Write([]byte(line))
			if err != nil {
				break
			}
		}
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

// piLog is a Pi as the writer of its log.
type piLog Pi

func (l *piLog) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.said.Write(b)
}

// Said returns what the program has written so far.
func (p *Pi) Said() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.said.String()
}

// Ended reports whether the program, or the Pi, has come to an end.
func (p *Pi) Ended() bool {
	select {
	case <-p.ended:
		return true
	default:
		return strings.Contains(p.Said(), "\n"+ended)
	}
}

// The tokens of a flattened device tree.
const (
	fdtBegin = 1
	fdtEnd   = 2
	fdtProp  = 3
	fdtNop   = 4
	fdtDone  = 9
)

// without returns a flattened device tree without the nodes of a name, as an
// overlay that switches them off leaves it.
func without(dtb []byte, name string) ([]byte, error) {
	broken := errors.New("it is damaged")
	if len(dtb) < 40 || binary.BigEndian.Uint32(dtb) != 0xd00dfeed {
		return nil, errors.New("it is no flattened device tree")
	}
	tree := append([]byte(nil), dtb...)
	at := int(binary.BigEndian.Uint32(tree[8:]))
	if at%4 != 0 {
		return nil, broken
	}
	depth, from, found := 0, -1, 0 // from: depth of a node that goes
	for at >= 40 && at+4 <= len(tree) {
		begin := at
		token := binary.BigEndian.Uint32(tree[at:])
		at += 4
		switch token {
		case fdtBegin:
			end := bytes.IndexByte(tree[at:], 0)
			if end < 0 {
				return nil, broken
			}
			node := string(tree[at : at+end])
			at = (at + end + 4) &^ 3
			if depth++; from < 0 && node == name {
				from = depth
				found++
			}
		case fdtEnd:
			depth--
		case fdtProp:
			if at+8 > len(tree) {
				return nil, broken
			}
			at = (at + 8 + int(binary.BigEndian.Uint32(tree[at:])) + 3) &^ 3
		case fdtNop:
		case fdtDone:
			if found == 0 {
				return nil, fmt.Errorf("it has no node %s", name)
			}
			return tree, nil
		default:
			return nil, broken
		}
		if at > len(tree) {
			return nil, broken
		}
		if from >= 0 {
			for i := begin; i < at; i += 4 {
				binary.BigEndian.PutUint32(tree[i:], fdtNop)
			}
		}
		if depth < from {
			from = -1
		}
	}
	return nil, broken
}
