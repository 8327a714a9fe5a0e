package soc

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// tree is a /sys of the test's own.
type tree struct {
	t    *testing.T
	root string
}

func newTree(t *testing.T, files map[string]string) *tree {
	t.Helper()
	tr := &tree{t, t.TempDir()}
	for path, content := range files {
		tr.set(path, content)
	}
	return tr
}

func (tr *tree) set(path, content string) {
	tr.t.Helper()
	path = filepath.Join(tr.root, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		tr.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		tr.t.Fatal(err)
	}
}

const (
	zone0     = "class/thermal/thermal_zone0/"
	zone1     = "class/thermal/thermal_zone1/"
	throttled = "devices/platform/soc/soc:firmware/get_throttled"
)

func TestRead(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  Reading
	}{
		"nothing there": {nil, Reading{}},
		"Raspberry Pi 4": {map[string]string{zone0 + "type": "cpu-thermal\n", zone0 + "temp": "48312\n", throttled: "0\n"},
			Reading{Known: true, Celsius: 48.312}},
		"throttled now": {map[string]string{zone0 + "type": "cpu-thermal\n", zone0 + "temp": "85000\n", throttled: "e000e\n"},
			Reading{Known: true, Celsius: 85, Throttle: Capped | Throttled | SoftLimit}},
		"throttled before": {map[string]string{throttled: "50000\n"}, Reading{}},
		"written with 0x":  {map[string]string{throttled: "0x50005\n"}, Reading{Throttle: UnderVoltage | Throttled}},
		"firmware elsewhere": {map[string]string{"devices/platform/axi/axi:firmware/get_throttled": "1"},
			Reading{Throttle: UnderVoltage}},
		"under-voltage told by hwmon": {map[string]string{
			"class/hwmon/hwmon0/name": "cpu_thermal\n", "class/hwmon/hwmon0/in0_lcrit_alarm": "1\n",
			"class/hwmon/hwmon1/name": "rpi_volt\n", "class/hwmon/hwmon1/in0_lcrit_alarm": "1\n"},
			Reading{Throttle: UnderVoltage}},
		"voltage is well":        {map[string]string{"class/hwmon/hwmon1/name": "rpi_volt\n", "class/hwmon/hwmon1/in0_lcrit_alarm": "0\n"}, Reading{}},
		"another sensor's alarm": {map[string]string{"class/hwmon/hwmon0/name": "nct6775\n", "class/hwmon/hwmon0/in0_lcrit_alarm": "1\n"}, Reading{}},
		"the processor's zone counts, not a hotter one": {map[string]string{
			zone0 + "type": "iwlwifi_1\n", zone0 + "temp": "70000\n", zone1 + "type": "x86_pkg_temp\n", zone1 + "temp": "50000\n"},
			Reading{Known: true, Celsius: 50}},
		"the hottest of the processor's zones": {map[string]string{
			zone0 + "type": "cpu0-thermal\n", zone0 + "temp": "61000\n", zone1 + "type": "soc_thermal\n", zone1 + "temp": "59000\n"},
			Reading{Known: true, Celsius: 61}},
		"the hottest, if none is the processor's": {map[string]string{
			zone0 + "type": "acpitz\n", zone0 + "temp": "41000\n", zone1 + "type": "pch\n", zone1 + "temp": "-5000\n"},
			Reading{Known: true, Celsius: 41}},
		"a broken sensor": {map[string]string{zone0 + "type": "cpu-thermal\n", zone0 + "temp": "-274000\n", zone1 + "type": "gpu\n", zone1 + "temp": "40000\n"},
			Reading{Known: true, Celsius: 40}},
		"what is not a number": {map[string]string{zone0 + "type": "cpu-thermal\n", zone0 + "temp": "warm\n", throttled: "yes\n"}, Reading{}},
	} {
		if got := Read(newTree(t, c.files).root); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

func TestThrottleNames(t *testing.T) {
	all := AllReasons()
	var sum Throttle
	for _, r := range all {
		sum |= r
		if len(r.Names()) != 1 {
			t.Errorf("%d is called %v", r, r.Names())
		}
	}
	if sum != reasons || !slices.Equal(sum.Names(), reasonNames) {
		t.Errorf("all reasons: %v", sum.Names())
	}
}

// TestWatch follows a computer that warms up, throttles and cools again.
func TestWatch(t *testing.T) {
	tr := newTree(t, map[string]string{zone0 + "type": "cpu-thermal", zone0 + "temp": "60000", throttled: "0"})
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		w := NewWatcher(tr.root, 75, slog.New(slog.NewTextHandler(&log, nil)))
		if s := w.State(); !s.Known || s.Celsius != 60 || s.Hot {
			t.Fatalf("at the start: %+v", s)
		}
		var told []State
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			w.Run(ctx, func(s State) { told = append(told, s) })
		}()
		pass := func(d time.Duration) {
			time.Sleep(d)
			synctest.Wait()
		}
		for _, step := range []struct {
			temp, bits string
			after      time.Duration
			hot        bool
			why        Throttle
			told       int
		}{
			{"74900", "0", Every, false, 0, 1}, // the first is the state at the start
			{"75000", "0", Every, true, 0, 2},
			{"70100", "0", Every, true, 0, 2}, // between the thresholds it stays as it was
			{"82000", "8", Every, true, SoftLimit, 3},
			{"82000", "80000", hold - Every, true, SoftLimit, 3}, // it flickers
			{"82000", "80004", Every, true, Throttled, 4},
			{"70000", "80004", Every, false, Throttled, 5},
			{"74900", "80000", hold + Every, false, 0, 6},
		} {
			tr.set(zone0+"temp", step.temp)
			tr.set(throttled, step.bits)
			pass(step.after)
			if s := w.State(); s.Hot != step.hot || s.Throttle != step.why || len(told) != step.told || told[len(told)-1].Hot != s.Hot || told[len(told)-1].Throttle != s.Throttle {
				t.Fatalf("%s, %s: %+v, told %d times, want %+v", step.temp, step.bits, s, len(told), step)
			}
		}
		// A sensor that vanishes is no reason to hold back.
		if err := os.Remove(filepath.Join(tr.root, zone0+"temp")); err != nil {
			t.Fatal(err)
		}
		pass(Every)
		if s := w.State(); s.Known || s.Hot {
			t.Errorf("without a sensor: %+v", s)
		}
		cancel()
		<-done
		for _, want := range []string{"the computer is hot", "it runs slower than it could\" why=[soft-limit]", "the computer has cooled", "runs at full speed again"} {
			if !strings.Contains(log.String(), want) {
				t.Errorf("the log does not say %q:\n%s", want, &log)
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"48312", "-5000", "0", "50005", "0x50005", "", "0x", "warm", "99999999999999999999", "+1", "1e3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if c, err := parseMillidegrees(s); err == nil && (c < -60 || c > 200) {
			t.Errorf("%q is %v degrees", s, c)
		}
		if bits, err := parseThrottled(s); err == nil && bits&^reasons != 0 {
			t.Errorf("%q is %v", s, bits)
		}
	})
}
