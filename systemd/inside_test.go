package systemd_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// insidePart is the environment variable that makes this test binary play a
// part inside the container.
const insidePart = "STONEHAND_TEST_INSIDE"

// The parts.
const (
	partDaemon = "daemon"
	partStuck  = "stuck"

	partPower   = "power"
	partRefused = "refused"
	partHall    = "hall"
	partUpdate  = "update"
	partPlayers = "players"

	partPackages = "packages"
)

// patience is how long anything may take before it counts as not happening. The
// machine may be slow; nothing is measured by it.
const patience = 90 * time.Second

// inside plays a part.
func inside(part string) error {
	switch part {
	case partDaemon:
		return insideDaemon()
	case partStuck:
		return insideStuck()
	case partPower:
		return insidePower()
	case partRefused:
		return insideRefused()
	case partUpdate:
		return insideUpdate()
	case partPlayers:
		return insidePlayers()
	case partHall:
		return insideHall()
	case partPackages:
		return insidePackages()
	}
	return fmt.Errorf("no part is called %q", part)
}

func insideDaemon() error {
	if err := rulesAreSound(); err != nil {
		return err
	}
	// The unit is of Type=notify, so this returns once the daemon is ready.
	if err := systemctl("start", "stonehand"); err != nil {
		return err
	}
	if err := hasLeastPrivilege(); err != nil {
		return err
	}
	t := table{base: "http://127.0.0.1:8019"}
	if err := t.healthy(); err != nil {
		return err
	}
	if err := t.measures("stonehand_link_up", "process_start_time_seconds", "process_resident_memory_bytes"); err != nil {
		return err
	}
	if err := t.newGame(); err != nil {
		return err
	}
	if err := t.playTo(4); err != nil {
		return err
	}
	if err := staysSmall(); err != nil {
		return err
	}
	if err := speaks(t); err != nil {
		return err
	}
	if err := says("connect6, turn 5, black to move, simulated board"); err != nil {
		return err
	}
	for _, killer := range []struct {
		signal syscall.Signal
		reason string
	}{
		{syscall.SIGSTOP, "Watchdog timeout"},
		{syscall.SIGKILL, "code=killed, status=9/KILL"},
	} {
		before, err := t.state()
		if err != nil {
			return err
		}
		if err := restarts(killer.reason, func() error { return kill(killer.signal) }); err != nil {
			return err
		}
		if err := t.healthy(); err != nil {
			return err
		}
		after, err := t.state()
		if err != nil {
			return err
		}
		if after.GameID != before.GameID || fmt.Sprint(after.Moves) != fmt.Sprint(before.Moves) {
			return fmt.Errorf("after %v the game is %s with %v; it was %s with %v",
				killer.signal, after.GameID, after.Moves, before.GameID, before.Moves)
		}
		if err := t.playTo(len(before.Moves) + 2); err != nil {
			return fmt.Errorf("after %v: %w", killer.signal, err)
		}
	}
	if err := systemctl("stop", "stonehand"); err != nil {
		return err
	}
	if result, err := show("Result"); err != nil || result != "success" {
		return fmt.Errorf("stopping the daemon ended in %q, %v", result, err)
	}
	return nil
}

func insideStuck() error {
	if err := systemctl("start", "stonehand"); err != nil {
		return err
	}
	if err := restarts("Watchdog timeout", func() error { return kill(syscall.SIGUSR1) }); err != nil {
		return err
	}
	text, err := journal()
	if err != nil {
		return err
	}
	if !strings.Contains(text, "main.loop") {
		return fmt.Errorf("the journal does not say where the loop stuck:\n%s", text)
	}
	if text, err = journal("--priority=err"); err != nil {
		return err
	}
	if !strings.Contains(text, "the game loop is stuck") || strings.Contains(text, "main.loop") {
		return fmt.Errorf("the errors in the journal are not that the loop is stuck, and that alone:\n%s", text)
	}
	if err := says("going round"); err != nil {
		return err
	}
	return systemctl("stop", "stonehand")
}

// insidePower shuts the board down and waits for the signal that this very unit
// gets when the computer powers off.
func insidePower() error {
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, syscall.SIGTERM)
	t, err := shutDown()
	if err != nil {
		return err
	}
	select {
	case <-ended:
		return nil
	case <-time.After(patience):
	}
	s, err := t.state()
	return fmt.Errorf("the computer does not power off: %+v, %v", s, err)
}

// shutDown starts the daemon where the message bus runs, as on any computer, and
// asks it to shut down.
func shutDown() (t table, err error) {
	if err := systemctl("start", "dbus.socket", "stonehand"); err != nil {
		return t, err
	}
	t = table{base: "http://127.0.0.1:8019"}
	if err := t.newGame(); err != nil {
		return t, err
	}
	off := map[string]string{"do": "shutdown"}
	if err := t.post("/api/command", off); err == nil {
		return t, errors.New("who merely comes from a loopback address has powered the computer off")
	}
	return t, table{base: "http://localhost", owner: true}.post("/api/command", off)
}

func insideRefused() error {
	t, err := shutDown()
	if err != nil {
		return err
	}
	var s state
	err = eventually(func() (bool, error) {
		var err error
		s, err = t.state()
		return s.Fault != "" && s.Phase != "off", err
	})
	if err != nil {
		return fmt.Errorf("a shutdown that is not allowed ended in %+v: %w", s, err)
	}
	fmt.Println(s.Fault)
	if !strings.Contains(s.Fault, "install dbus and polkitd") {
		return fmt.Errorf("the page does not say what to do: %s", s.Fault)
	}
	return t.playTo(2)
}

// hasLeastPrivilege looks at the running daemon's own rights.
func hasLeastPrivilege() error {
	if err := hasNoRights("stonehand"); err != nil {
		return err
	}
	groups, err := exec.Command("id", "-Gn", "stonehand").Output()
	if err != nil {
		return fmt.Errorf("id: %w", err)
	}
	for _, g := range []string{"dialout", "gpio", "spi", "i2c", "audio"} {
		if !strings.Contains(" "+strings.TrimSpace(string(groups))+" ", " "+g+" ") {
			return fmt.Errorf("user stonehand is in groups %q, not in %s", groups, g)
		}
	}
	return nil
}

// hasNoRights looks at the rights of a running unit, whose user and folder have its name.
func hasNoRights(unit string) error {
	pid, err := showOf(unit, "MainPID")
	if err != nil {
		return err
	}
	text, err := os.ReadFile("/proc/" + pid + "/status")
	if err != nil {
		return err
	}
	got := map[string]string{}
	for _, line := range strings.Split(string(text), "\n") {
		if key, value, ok := strings.Cut(line, ":"); ok {
			got[key] = strings.Join(strings.Fields(value), " ")
		}
	}
	for key, want := range map[string]string{
		"NoNewPrivs": "1", "Seccomp": "2",
		"CapEff": "0000000000000000", "CapPrm": "0000000000000000", "CapBnd": "0000000000000000",
	} {
		if got[key] != want {
			return fmt.Errorf("%s runs with %s %q, want %q", unit, key, got[key], want)
		}
	}
	out, err := exec.Command("stat", "--format=%U %a", "/proc/"+pid, "/var/lib/"+unit).Output()
	if err != nil {
		return fmt.Errorf("stat: %w", err)
	}
	if want := unit + " 555\n" + unit + " 700\n"; string(out) != want {
		return fmt.Errorf("owner and mode of the process and of its state are %q, want %q", out, want)
	}
	return nil
}

// spokenFile is where the installed daemon leaves what it has said last.
const spokenFile = "/var/lib/stonehand/spoken.wav"

// speaks makes sure that the unit's restrictions let the voice's programs run.
func speaks(t table) error {
	return eventually(func() (bool, error) {
		s, err := t.state()
		if err != nil {
			return false, err
		}
		if s.Fault != "" {
			return false, fmt.Errorf("the daemon complains: %s", s.Fault)
		}
		wav, err := os.ReadFile(spokenFile)
		return len(wav) > 20000 && string(wav[:4]) == "RIFF", err
	})
}

// staysSmall looks at the most memory that the daemon, which has been playing,
// has had at any time.
func staysSmall() error {
	const limit = 64 << 10 // KiB
	pid, err := show("MainPID")
	if err != nil {
		return err
	}
	text, err := os.ReadFile("/proc/" + pid + "/status")
	if err != nil {
		return err
	}
	_, peak, _ := strings.Cut(string(text), "VmHWM:")
	var kib int
	if _, err := fmt.Sscan(peak, &kib); err != nil {
		return fmt.Errorf("the peak of the daemon's memory is not in its status: %w", err)
	}
	fmt.Printf("the daemon's memory had its peak at %d KiB\n", kib)
	if kib >= limit {
		return fmt.Errorf("the daemon has used %d KiB, want less than %d", kib, limit)
	}
	return nil
}

// rulesAreSound has udev read its rules and looks for complaints about ours.
func rulesAreSound() error {
	out, err := exec.Command("udevadm", "test", "/sys/class/mem/null").CombinedOutput()
	text := string(out)
	if !strings.Contains(text, "60-stonehand.rules") {
		return fmt.Errorf("udev did not read the rules (%v):\n%s", err, text)
	}
	for _, line := range strings.Split(text, "\n") {
		if strings.Contains(line, "60-stonehand.rules:") {
			return fmt.Errorf("udev complains: %s", line)
		}
	}
	return nil
}

// systemctl runs systemctl and puts what it said into the error.
func systemctl(args ...string) error {
	if out, err := exec.Command("systemctl", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("systemctl %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// show returns a property of the daemon's service.
func show(property string) (string, error) { return showOf("stonehand", property) }

func showOf(unit, property string) (string, error) {
	out, err := exec.Command("systemctl", "show", "--value", "-p", property, unit).Output()
	if err != nil {
		return "", fmt.Errorf("systemctl show %s: %w", property, err)
	}
	return strings.TrimSpace(string(out)), nil
}

// says waits until the status that "systemctl status" shows is as wanted.
func says(want string) error {
	var got string
	err := eventually(func() (yes bool, err error) {
		got, err = show("StatusText")
		return got == want, err
	})
	if err != nil {
		return fmt.Errorf("the status is %q, want %q: %w", got, want, err)
	}
	return nil
}

// kill sends the daemon a signal.
func kill(s syscall.Signal) error {
	text, err := show("MainPID")
	if err != nil {
		return err
	}
	pid, err := strconv.Atoi(text)
	if err != nil || pid == 0 {
		return fmt.Errorf("the daemon has no process: %q", text)
	}
	return syscall.Kill(pid, s)
}

// restarts does what must have the service started again, waits until it has been
// and is ready, and looks in the journal for the reason. On a machine that is too
// slow for the shortened watchdog it may be started again more than once.
func restarts(reason string, do func() error) error {
	before, err := count()
	if err != nil {
		return err
	}
	if err := do(); err != nil {
		return err
	}
	var state string
	var n int
	err = eventually(func() (bool, error) {
		var err1, err2 error
		state, err1 = show("ActiveState")
		n, err2 = count()
		return state == "active" && n > before, errors.Join(err1, err2)
	})
	if err != nil {
		return fmt.Errorf("the service is %s after %d restarts, want active after more than %d: %w", state, n, before, err)
	}
	text, err := journal()
	if err != nil {
		return err
	}
	if !strings.Contains(text, reason) {
		return fmt.Errorf("the journal gives another reason for the restart than %q:\n%s", reason, text)
	}
	return nil
}

// count returns how often the service has been started again.
func count() (int, error) {
	text, err := show("NRestarts")
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(text)
}

// journal returns what was logged of the service, by itself and by systemd.
func journal(options ...string) (string, error) {
	if out, err := exec.Command("journalctl", "--sync").CombinedOutput(); err != nil {
		return "", fmt.Errorf("journalctl --sync: %w\n%s", err, out)
	}
	out, err := exec.Command("journalctl", append(options, "-o", "cat", "-u", "stonehand")...).Output()
	if err != nil {
		return "", fmt.Errorf("journalctl: %w", err)
	}
	return string(out), nil
}

// eventually asks until the answer is yes, and gives up with the last error
// when patience ends.
func eventually(ask func() (bool, error)) error {
	for start := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		yes, err := ask()
		if err == nil && yes {
			return nil
		}
		if time.Since(start) > patience {
			if err == nil {
				err = errors.New("it did not come about")
			}
			return fmt.Errorf("gave up after %v: %w", patience, err)
		}
	}
}
