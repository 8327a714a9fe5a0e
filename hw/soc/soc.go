// Package soc tells how hot the computer in the board is and whether it runs
// slower than it could: its processor throttled by heat, or by a power supply
// that is too weak. It reads what the Linux kernel shows under /sys:
//
//   - class/thermal/thermal_zone*/{type,temp}, in thousandths of a degree
//     (Documentation/ABI/testing/sysfs-class-thermal);
//   - devices/platform/*/*firmware/get_throttled, the state that a Raspberry Pi's
//     firmware reports, as Raspberry Pi's own kernel shows it;
//   - class/hwmon/hwmon*/in0_lcrit_alarm of the sensor rpi_volt, where kernels
//     without the former tell under-voltage (Documentation/hwmon/raspberrypi-hwmon).
//
// A computer that has none of these is never hot and never throttled.
package soc

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"stonehand/hw"
)

// Throttle is why the processor runs slower than it could at this moment. The
// bits are those of "vcgencmd get_throttled".
type Throttle uint32

// The reasons.
const (
	UnderVoltage Throttle = 1 << iota // the supply gives less than 4.63 V
	Capped                            // the frequency is capped
	Throttled                         // the processor is throttled
	SoftLimit                         // the soft temperature limit is passed

	// The upper half of the firmware's word tells what has been at any time
	// since the start; that is not of now.
	reasons = UnderVoltage | Capped | Throttled | SoftLimit
)

var reasonNames = []string{"under-voltage", "frequency-capped", "throttled", "soft-limit"}

// Names lists the reasons, for logs and metrics: "under-voltage",
// "frequency-capped", "throttled", "soft-limit".
func (t Throttle) Names() []string {
	var names []string
	for i, name := range reasonNames {
		if t&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// AllReasons is every reason there is.
func AllReasons() []Throttle { return []Throttle{UnderVoltage, Capped, Throttled, SoftLimit} }

// Reading is what one look at /sys found.
type Reading struct {
	Known    bool    // a temperature could be read
	Celsius  float64 // the processor's, its hottest zone
	Throttle Throttle
}

// Read looks at the tree below root, "/sys" on a real machine. What cannot be
// read or understood counts as not there.
func Read(root string) Reading {
	var r Reading
	r.Celsius, r.Known = temperature(root)
	for _, path := range glob(root, "devices/platform/*/*firmware/get_throttled") {
		if t, err := parseThrottled(text(path)); err == nil {
			r.Throttle |= t
		}
	}
	for _, path := range glob(root, "class/hwmon/hwmon*/name") {
		if text(path) == "rpi_volt" && text(filepath.Join(filepath.Dir(path), "in0_lcrit_alarm")) == "1" {
			r.Throttle |= UnderVoltage
		}
	}
	return r
}

// temperature returns that of the hottest zone of the processor; where no zone
// says that it is the processor's, of the hottest there is.
func temperature(root string) (celsius float64, known bool) {
	processor := false
	for _, path := range glob(root, "class/thermal/thermal_zone*/temp") {
		c, err := parseMillidegrees(text(path))
		if err != nil {
			continue // some zones give an error while their device sleeps
		}
		ours := ofProcessor(text(filepath.Join(filepath.Dir(path), "type")))
		switch {
		case ours && !processor:
			celsius, processor, known = c, true, true
		case ours == processor && (!known || c > celsius):
			celsius, known = c, true
		}
	}
	return celsius, known
}

// ofProcessor reports whether a zone's type names the processor: "cpu-thermal" on
// a Raspberry Pi, "soc_thermal", "x86_pkg_temp".
func ofProcessor(kind string) bool {
	return slices.ContainsFunc([]string{"cpu", "soc", "x86_pkg"}, func(word string) bool { return strings.Contains(strings.ToLower(kind), word) })
}

// parseMillidegrees reads a temperature, "48312\n". Sensors that are broken or
// absent give values that no computer survives; they are refused.
func parseMillidegrees(s string) (celsius float64, err error) {
	n, err := strconv.ParseInt(s, 10, 32)
	if err != nil || n < -60_000 || n > 200_000 {
		return 0, fmt.Errorf("%q is not a temperature in thousandths of a degree from -60000 to 200000", s)
	}
	return float64(n) / 1000, nil
}

// parseThrottled reads the firmware's word, hexadecimal with or without "0x".
func parseThrottled(s string) (Throttle, error) {
	n, err := strconv.ParseUint(strings.TrimPrefix(strings.ToLower(s), "0x"), 16, 32)
	if err != nil {
		return 0, fmt.Errorf("%q is not the firmware's throttling state, a hexadecimal number", s)
	}
	return Throttle(n) & reasons, nil
}

// glob lists the files below root that match; the pattern is known to be good.
func glob(root, pattern string) []string {
	paths, _ := filepath.Glob(filepath.Join(root, pattern))
	return paths
}

// text returns a small file's contents without the white space around them, ""
// if it cannot be read.
func text(path string) string {
	b, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
}

// State is what a [Watcher] makes of its readings.
type State struct {
	Reading
	// Hot is set when the temperature reaches the threshold, and reset when it
	// has fallen below that by [Hysteresis].
	Hot bool
}

// Hysteresis is by how many degrees the computer has to cool before it is no
// longer hot.
const Hysteresis = 5

// Timing of a watcher.
const (
	Every = 2 * time.Second  // between two readings
	hold  = 10 * time.Second // for how long a reason to throttle is kept after it was last seen, since they flicker
)

// Watcher keeps an eye on the computer. Its State may be asked for from anywhere.
type Watcher struct {
	root  string
	hot   float64
	log   *slog.Logger
	state atomic.Pointer[State]
	seen  [4]time.Time // when each reason was last seen
}

// NewWatcher returns a watcher of the tree below root, "/sys" on a real machine,
// that calls the computer hot from the given temperature on, in degrees Celsius.
// It has looked once.
func NewWatcher(root string, hot float64, log *slog.Logger) *Watcher {
	w := &Watcher{root: root, hot: hot, log: log}
	w.state.Store(&State{})
	w.look(time.Now())
	return w
}

// State returns the present state.
func (w *Watcher) State() State { return *w.state.Load() }

// Run looks, two seconds after the last time, until ctx ends, and calls changed after every
// change of whether the computer is hot or of why it throttles, and once at the
// start. It waits for changed to return.
func (w *Watcher) Run(ctx context.Context, changed func(State)) {
	changed(w.State())
	for hw.Sleep(ctx, Every) {
		was := w.State()
		w.look(time.Now())
		if now := w.State(); now.Hot != was.Hot || now.Throttle != was.Throttle {
			changed(now)
		}
	}
}

// look takes a reading and tells the log what it changes.
func (w *Watcher) look(at time.Time) {
	was, now := w.State(), State{Reading: Read(w.root)}
	for i, reason := range AllReasons() {
		if now.Throttle&reason != 0 {
			w.seen[i] = at
		} else if was.Throttle&reason != 0 && at.Sub(w.seen[i]) < hold {
			now.Throttle |= reason
		}
	}
	now.Hot = now.Known && (now.Celsius >= w.hot || was.Hot && now.Celsius > w.hot-Hysteresis)
	w.state.Store(&now)
	if now.Hot != was.Hot {
		w.log.Info(map[bool]string{true: "the computer is hot", false: "the computer has cooled"}[now.Hot], "celsius", now.Celsius, "threshold", w.hot)
	}
	switch {
	case now.Throttle == was.Throttle:
	case now.Throttle == 0:
		w.log.Info("the computer runs at full speed again", "celsius", now.Celsius)
	default:
		w.log.Warn("the computer throttles: it runs slower than it could", "why", now.Throttle.Names(), "celsius", now.Celsius)
	}
}
