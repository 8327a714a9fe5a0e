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

// machine is what to boot.
type machine struct {
	modules []string          // of the kernel, in the order in which they are loaded: their paths here
	files   map[string]string // further files, by path in the machine: their paths here
	texts   map[string]string // and others: what they hold
	args    []string          // the program and its arguments
	env     []string          // the program's environment, NAME=VALUE
}

// boot boots a machine that has the board, runs the program, and returns what
// it wrote. It fails the test when the machine does not come as far as the
// program's end; err says how the program ended.
//
// Time in the machine is counted in instructions: 2 ns each, so it is a machine
// of 500 million instructions a second, whatever the load of the one that it
// runs on. While nothing happens its clock leaps ahead.
func boot(t testing.TB, m machine, kernel []string) (output string, err error) {
	t.Helper()
	cache := cacheDir()
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
	for _, name := range []string{"configfs", "i2c-dev", "irq_sim", "gpio-sim"} {
		m.modules = append(m.modules, filepath.Join(linux, "modules", name+".ko"))
	}
	m.modules = append(m.modules, module)
	initrd := m.initrd(t, src, dir, "amd64")
	console := filepath.Join(dir, "console")
	parameters := append([]string{
		"console=ttyS0 loglevel=5 panic=-1 oops=panic tsc=reliable no_timer_check nokaslr mitigations=off",
		"cryptomgr.notests random.trust_cpu=on",
	}, kernel...)
	cmd := exec.Command("qemu-system-x86_64",
		"-accel", "tcg", "-icount", "shift=1,sleep=off", "-M", "pc", "-m", "512",
		"-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
		"-serial", "file:"+console, "-serial", "stdio",
		"-kernel", filepath.Join(linux, "vmlinux"), "-initrd", initrd,
		"-append", strings.Join(parameters, " "))
	output, status, err := converse(cmd, limit(t))
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

// initrd writes a machine's first file system into a folder: the guest, which runs the
// program, and what it is to find. It returns the path.
func (m machine) initrd(t testing.TB, src, dir, arch string) string {
	t.Helper()
	files := map[string]string{"/init": filepath.Join(dir, "guest")}
	if err := goBuild(t, src, arch, "build", "-ldflags=-s -w", "-o", files["/init"], "./guest"); err != nil {
		t.Fatal(err)
	}
	script := "console /dev/ttyS1\n"
	for _, path := range m.modules {
		at := "/modules/" + filepath.Base(path)
		files[at] = path
		script += "module " + at + "\n"
	}
	for _, e := range m.env {
		script += "env " + e + "\n"
	}
	for _, a := range m.args {
		script += "arg " + a + "\n"
	}
	maps.Copy(files, m.files)
	texts := map[string]string{"/guest": script}
	maps.Copy(texts, m.texts)
	var all bytes.Buffer
	err := archive(&all, files, texts)
	path := filepath.Join(dir, "initrd")
	if err == nil {
		err = os.WriteFile(path, all.Bytes(), 0o644)
	}
	if err != nil {
		t.Fatalf("writing the machine's first file system: %v", err)
	}
	return path
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
