package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"stonehand/cmd/internal/doctor"
	"stonehand/hw"
)

// The page has an address of its own, which goes and comes with the network. The daemon of a
// service plays without it from the start, is fed and says so, and the page is there whenever
// the address is.
func TestNetworkThatGoesAndComes(t *testing.T) {
	space := []string{"-n"}
	if os.Geteuid() != 0 {
		space = append(space, "-r")
	}
	if out, err := exec.Command("unshare", append(space, "ip", "link", "set", "lo", "up")...).CombinedOutput(); err != nil {
		t.Skipf("this user may not have a network: %v: %s", err, out)
	}
	m, data := newManager(t), t.TempDir()
	p := launchDaemon(t, "unshare", append(space, "sh", "-c", `ip link set lo up && exec "$@"`, "-", "stonehand", "serve", "--data", data,
		"--config", daemonConfig(t, "[engine]\ntable_mb = 1\n[web]\nlisten = \"192.0.2.1:8019\"\npassword = \"a long secret\"\n"))...)
	address := func(do string) {
		t.Helper()
		in := []string{"-t", fmt.Sprint(p.Pid()), "-n"}
		if os.Geteuid() != 0 {
			in = append(in, "-U", "--preserve-credentials")
		}
		if out, err := exec.Command("nsenter", append(in, "ip", "address", do, "192.0.2.1/24", "dev", "lo")...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	fed := func() { // for longer than a page may be silent
		t.Helper()
		for range 5 {
			m.hear("WATCHDOG=1")
		}
	}
	const waits = "connect6, turn 1, black to move, simulated board; the page cannot be reached: this computer does not have the address 192.0.2.1 now"
	m.hear("READY=1")
	m.hear("STATUS=" + waits)
	fed()
	if d, fs := doctor.Page(t.Context(), "192.0.2.1:8019", filepath.Join(data, "socket")); d == nil || hw.Worst(fs) != hw.Bad {
		t.Errorf("the doctor finds %v, %+v", d, fs)
	}
	address("add")
	m.hear("STATUS=connect6, turn 1, black to move, simulated board")
	fed() // the daemon has asked its page
	address("del")
	m.hear("STATUS=" + waits)
	fed()
	p.Stop()
}
