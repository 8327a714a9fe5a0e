package main_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"stonehand/cmd/internal/api"
	"stonehand/hw"
	"stonehand/hw/grbl/grblsim"
)

// TestStoppedArmAsksAPerson finds an arm that was stopped in a game, and by an emergency
// stop. It moves when somebody at a terminal says yes, and for no script.
func TestStoppedArmAsksAPerson(t *testing.T) {
	t.Parallel()
	a := newSimulatedArm(t, 200)
	dir := t.TempDir()
	memory := filepath.Join(dir, "arm-stock.json")
	if err := os.WriteFile(memory, []byte(`{"black":5,"white":6,"stopped":"emergency-stop"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	config := daemonConfig(t, "[engine]\ntable_mb = 1\n"+fmt.Sprintf(armSettings, a.port))
	ptm, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer ptm.Close()
	defer tty.Close()
	for _, c := range []struct {
		in       string
		terminal bool
		status   int
		says     []string
		kept     string
	}{
		{"yes\n", false, 1, []string{"error: the arm is stopped: the emergency stop was pressed", "hint: only a person can say so"}, `"stopped":"emergency-stop"`},
		{"no\n", true, 1, []string{"The arm is stopped: the emergency stop was pressed", "Type yes to let it move: ", "hint: to let it move"}, `"stopped":"emergency-stop"`},
		{"yes\n", true, 0, []string{"Type yes to let it move: ", "The arm homes.", "It parks."}, `{"black":5,"white":6}`},
		{"", false, 0, []string{"The arm homes."}, `{"black":5,"white":6}`},
	} {
		cmd := exec.Command("stonehand", "arm", "park", "--config", config, "--data", dir)
		cmd.Stdin = strings.NewReader(c.in)
		if c.terminal {
			cmd.Stdin = tty
			if _, err := ptm.WriteString(c.in); err != nil {
				t.Fatal(err)
			}
		}
		out, _ := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != c.status {
			t.Errorf("%q: status %d", c.in, cmd.ProcessState.ExitCode())
		}
		for _, w := range c.says {
			if !strings.Contains(string(out), w) {
				t.Errorf("%q is not in\n%s", w, out)
			}
		}
		if kept, err := os.ReadFile(memory); err != nil || !strings.Contains(string(kept), c.kept) {
			t.Errorf("kept %s, %v", kept, err)
		}
	}
}

// TestOneProgramHasTheArm runs a command of the arm beside a daemon, and a daemon beside a command,
// on one folder: what stopped the arm in one of them would be unknown to the other.
func TestOneProgramHasTheArm(t *testing.T) {
	t.Parallel()
	a, dir := newSimulatedArm(t, 200), t.TempDir()
	// A daemon that does not know where the board is does not open the arm's line.
	uncalibrated := regexp.MustCompile(`(?m)^corners.*\n`).ReplaceAllString(fmt.Sprintf(armSettings, a.port), "")
	config := daemonConfig(t, fast+uncalibrated)
	p := startDaemon(t, "stonehand", "serve", "--data", dir, "--config", config)
	p.Until(t, "the arm to be refused", func(s *api.Snapshot) bool { return s.ArmState == hw.ArmRefused })
	refused := func(args ...string) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		out, err := exec.CommandContext(ctx, "stonehand", append(args, "--data", dir, "--config", config)...).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "another Stonehand is using it") {
			t.Errorf("%v: %v\n%s", args, err, out)
		}
	}
	refused("arm", "calibrate")
	a.Do(func(m *grblsim.Machine) {
		if c := m.Counts(); c.Homings != 0 {
			t.Errorf("it has moved: %+v", c)
		}
	})
	p.Stop()
	cmd := exec.Command("stonehand", "arm", "calibrate", "--data", dir, "--config", config)
	in, out := piped(t, cmd)
	for lines := bufio.NewScanner(out); lines.Scan() && !strings.HasPrefix(lines.Text(), "1 of 4"); {
	}
	refused("serve")
	in.Close()
	_, _ = io.Copy(io.Discard, out)
	_ = cmd.Wait()
}

// TestArmIsCalibrated calibrates, tries and examines the simulated arm from the
// command line.
func TestArmIsCalibrated(t *testing.T) {
	t.Parallel()
	a := newSimulatedArm(t, 200)
	dir := t.TempDir()
	settings := fmt.Sprintf(armSettings, a.port)
	i := strings.Index(settings, "corners")
	uncalibrated := settings[:i] + settings[i+strings.Index(settings[i:], "\n")+1:]
	config := daemonConfig(t, "[web]\nlisten = \"127.0.0.1:0\"\n[engine]\ntable_mb = 1\n"+uncalibrated)
	arm := func(in string, status int, args ...string) string {
		t.Helper()
		cmd := exec.Command("stonehand", append(args, "--config", config, "--data", dir)...)
		cmd.Stdin = strings.NewReader(in)
		out, _ := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != status {
			t.Fatalf("%v: status %d\n%s", args, cmd.ProcessState.ExitCode(), out)
		}
		return string(out)
	}
	says := func(got string, want ...string) {
		t.Helper()
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%q is not in\n%s", w, got)
			}
		}
	}
	says(arm("", 1, "doctor", "--no-search"), "the arm does not know where the board is", "run stonehand arm calibrate")
	says(arm("", 1, "arm", "test"), "run stonehand arm calibrate first")
	spoilt := filepath.Join(dir, "arm-corners.json")
	if err := os.WriteFile(spoilt, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	says(arm("", 1, "arm", "test"), "arm-corners.json cannot be used", "calibrate the arm again")
	says(arm("quit\n", 1, "arm", "calibrate"), "1 of 4: bring the gripper to A1")
	says(arm("x1\nquit\n", 1, "arm", "calibrate"), "1 of 4: bring the gripper to A1", "nothing was saved")
	// Homing ends 2 mm off each switch.
	says(arm("x-446 y-446\nz-48\nx900\nnonsense\nok\nx396.6 z-40\nok\nback\nz-40\nok\ny396 x-396.6 z-40\nok\nx396 z-40\nok\n", 0, "arm", "calibrate"),
		"is out of reach", `"nonsense" is not a motion`, "columns 22.02 mm and rows 22.00 mm apart", "mm off, which is good", "Kept in "+dir)
	if text, err := os.ReadFile(filepath.Join(dir, "arm-corners.json")); err != nil || !strings.Contains(string(text), `"A1 -448.000 -448.000 -50.000"`) {
		t.Errorf("%s, %v", text, err)
	}
	says(arm("", 0, "arm", "test"), "the upper right corner: X -51.", "the tray of white stones", "It parks.")
	says(arm("", 0, "doctor", "--no-search"), "GRBL 1.1h, homing and limits on, reaches X -", "columns 22.02 mm")
	says(arm("", 0, "arm", "home"), "The arm homes.")
	says(arm("", 2, "arm", "dance"), `"dance" is not a part of arm: choose calibrate, test, home or park`)
	says(arm("", 2, "arm"), "arm needs a part: calibrate, test, home or park")
	a.Do(func(m *grblsim.Machine) {
		if c := m.Counts(); c.UnhomedMotion != 0 {
			t.Errorf("%+v", c)
		}
	})
	a.Unplug()
	for { // the device goes a moment after the cable
		if _, err := os.Lstat(a.port); os.IsNotExist(err) {
			break
		}
		time.Sleep(time.Millisecond)
	}
	says(arm("", 1, "arm", "park"), "there is no device at", "is the arm plugged in?", "hint: if the daemon uses it")
	says(arm("", 1, "doctor", "--no-search"), "there is no device at")
}
