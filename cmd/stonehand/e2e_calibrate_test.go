package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stonehand/hw/grbl/grblsim"
)

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
	says(arm("", 2, "arm", "dance"), `"dance" is not a part of "stonehand arm"`)
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
