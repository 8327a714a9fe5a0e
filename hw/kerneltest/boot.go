package kerneltest

import (
	"bufio"
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// ended starts the line with which the guest says how its program ended.
const ended = "kerneltest-ended "

// Machine is what to boot.
type Machine struct {
	Files map[string]string // further files, by path in the machine: their paths here
	Args  []string          // the program and its arguments
	Env   []string          // the program's environment, NAME=VALUE
	// Kernel are further parameters of the kernel's command line, as
	// "spidev.bufsiz=65536".
	Kernel []string
	// Limit is how long the machine may take, on the clock on the wall; 0: until
	// shortly before the test's own deadline, or 10 minutes without one. A machine
	// that is slower is ended, and the test fails.
	Limit time.Duration
}

// Boot boots a machine that has the board, runs the program, and returns what
// it wrote. It fails the test when the machine does not come as far as the
// program's end; err says how the program ended.
//
// Time in the machine is counted in instructions: 2 ns each, so it is a machine
// of 500 million instructions a second, whatever the load of the one that it
// runs on. While nothing happens its clock leaps ahead.
func Boot(t testing.TB, m Machine) (output string, err error) {
	t.Helper()
	cache := cacheDir()
	require(t, missing(cache)...)
	src, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	module, err := boardModule(src, cache)
	if err != nil {
		t.Fatalf("building the board's module: %v", err)
	}
	dir := t.TempDir()
	linux := filepath.Join(cache, "linux")
	files := map[string]string{"/init": filepath.Join(dir, "guest")}
	if err := goBuild(t, src, "amd64", "build", "-ldflags=-s -w", "-o", files["/init"], "./guest"); err != nil {
		t.Fatal(err)
	}
	var script bytes.Buffer
	fmt.Fprintln(&script, "console /dev/ttyS1")
	for _, name := range []string{"configfs", "i2c-dev", "irq_sim", "gpio-sim", "board"} {
		at := "/modules/" + name + ".ko"
		files[at] = filepath.Join(linux, "modules", name+".ko")
		if name == "board" {
			files[at] = module
		}
		fmt.Fprintln(&script, "module", at)
	}
	maps.Copy(files, m.Files)
	for _, e := range m.Env {
		fmt.Fprintln(&script, "env", e)
	}
	for _, a := range m.Args {
		fmt.Fprintln(&script, "arg", a)
	}
	initrd := filepath.Join(dir, "initrd")
	w, err := os.Create(initrd)
	if err != nil {
		t.Fatal(err)
	}
	err = archive(w, files, map[string][]byte{"/guest": script.Bytes()})
	if e := w.Close(); err == nil {
		err = e
	}
	if err != nil {
		t.Fatalf("writing the machine's first file system: %v", err)
	}
	console := filepath.Join(dir, "console")
	parameters := append([]string{
		"console=ttyS0 loglevel=5 panic=-1 oops=panic tsc=reliable no_timer_check nokaslr mitigations=off",
		"cryptomgr.notests random.trust_cpu=on",
	}, m.Kernel...)
	cmd := exec.Command("qemu-system-x86_64",
		"-accel", "tcg", "-icount", "shift=1,sleep=off", "-M", "pc", "-m", "512",
		"-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
		"-serial", "file:"+console, "-serial", "stdio",
		"-kernel", filepath.Join(linux, "vmlinux"), "-initrd", initrd,
		"-append", strings.Join(parameters, " "))
	if m.Limit == 0 {
		m.Limit = limit(t)
	}
	output, status, err := converse(cmd, m.Limit)
	log, _ := os.ReadFile(console)
	if err != nil {
		t.Fatalf("the machine did not come to its end: %v\n--- it wrote:\n%s\n--- its kernel's log ends:\n%s",
			err, output, log[max(0, len(log)-6000):])
	}
	t.Logf("the machine's kernel wrote:\n%s", log)
	if status != "0" {
		err = fmt.Errorf("the program in the machine ended badly: %s", status)
	}
	return output, err
}

// limit returns how long a machine may take so that the test can still tell of it.
func limit(t testing.TB) time.Duration {
	if d, ok := t.(interface{ Deadline() (time.Time, bool) }); ok {
		if deadline, ok := d.Deadline(); ok {
			return max(time.Second, time.Until(deadline)-10*time.Second)
		}
	}
	return 10 * time.Minute
}

// converse runs an emulator until the line that says how the program in it has
// ended, and then ends it. It returns what the program wrote, and its end.
func converse(cmd *exec.Cmd, limit time.Duration) (output, status string, err error) {
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", "", err
	}
	if err := cmd.Start(); err != nil {
		return "", "", err
	}
	late := time.AfterFunc(limit, func() { cmd.Process.Kill() })
	var said strings.Builder
	found := false
	for r := bufio.NewReader(out); !found; {
		line, e := r.ReadString('\n')
		if status, found = strings.CutPrefix(line, ended); !found {
			said.WriteString(line)
		}
		if e != nil {
			break
		}
	}
	if found {
		cmd.Process.Kill()
	}
	err = cmd.Wait()
	switch {
	case found:
		return said.String(), strings.TrimSpace(status), nil
	case !late.Stop():
		return said.String(), "", fmt.Errorf("it was not done after %v", limit)
	case err == nil:
		err = fmt.Errorf("it switched itself off")
	}
	return said.String(), "", fmt.Errorf("%w\n%s", err, stderr.Bytes())
}
