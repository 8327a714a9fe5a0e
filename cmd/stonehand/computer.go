package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/table"
	"stonehand/hw"
	"stonehand/hw/soc"
)

// powerOffTime is how long the service manager may take to accept that the
// computer is to be powered off.
const powerOffTime = 20 * time.Second

// goodbyeTime is how long a program that ends by itself shows that it does.
const goodbyeTime = time.Second

// errPowerOff is what a person reads when the computer may not be powered off.
var errPowerOff = errors.New("the daemon may not power the computer off; install dbus and polkitd, and the rule that comes with Stonehand")

// whatShutsDown settles power.shutdown: the computer is there for the board where
// the daemon is a service.
func whatShutsDown(how string) string {
	switch {
	case how != config.ShutdownAuto:
		return how
	case os.Getenv("NOTIFY_SOCKET") != "":
		return config.ShutdownPowerOff
	}
	return config.ShutdownOff // a program started by hand ends with Ctrl-C, and the computer is its owner's
}

// powersOff reports whether the command shutdown powers the computer off.
func powersOff(how string) bool { return whatShutsDown(how) == config.ShutdownPowerOff }

// shutdown returns what the command shutdown does, after power.shutdown: nil for
// nothing, leave to end the program alone, or to power the computer off. Auto is
// nothing where no service manager is behind the daemon: a program that was started
// by hand ends with Ctrl-C, and the computer is somebody's own.
func shutdown(how string, leave func()) func(context.Context) error {
	how = whatShutsDown(how)
	switch how {
	case config.ShutdownExit:
		return func(ctx context.Context) error {
			// So long the page has to say goodbye.
			hw.Sleep(ctx, goodbyeTime)
			leave()
			return nil
		}
	case config.ShutdownPowerOff:
		return powerOff("systemctl")
	}
	return nil
}

// powerOff asks the service manager to power the computer off, by the program
// systemctl: it speaks to logind, and polkit says whether the user may.
func powerOff(systemctl string) func(context.Context) error {
	return func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, powerOffTime)
		defer cancel()
		cmd := exec.CommandContext(ctx, systemctl, "--no-ask-password", "poweroff")
		// Only the daemon itself notifies the service manager.
		cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "NOTIFY_SOCKET=") })
		out, err := cmd.CombinedOutput()
		said := strings.Join(strings.Fields(string(out)), " ")
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return fmt.Errorf("systemctl poweroff did not answer within %v", powerOffTime)
		case errors.Is(err, exec.ErrNotFound):
			return errors.New("there is no systemctl here; set power.shutdown to \"exit\" or \"off\"")
		case denied(said):
			return errPowerOff
		case said != "":
			return errors.New(said)
		}
		return fmt.Errorf("systemctl poweroff: %w", err)
	}
}

// denied reports whether what systemctl says is that the user may not.
func denied(said string) bool {
	no := []string{"Failed to connect to bus", "Access denied", "nteractive authentication", "Permission denied", "Operation not permitted", "Not authorized"}
	return slices.ContainsFunc(no, func(s string) bool { return strings.Contains(said, s) })
}

// heatMetrics registers what is measured of the computer itself.
func heatMetrics(reg *prometheus.Registry, w *soc.Watcher, t *table.Table) {
	reg.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "stonehand_soc_celsius", Help: "Temperature of the processor; 0 where it cannot be read."},
			func() float64 { return w.State().Celsius }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "stonehand_soc_hot", Help: "1 while the computer is too hot to ponder (engine.ponder_below)."},
			func() float64 { return truth(w.State().Hot) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "stonehand_pondering", Help: "1 while the machine thinks on a person's time."},
			func() float64 { return truth(t.Snapshot().Pondering) }),
	)
	for _, reason := range soc.AllReasons() {
		reg.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "stonehand_soc_throttled", Help: "1 while the computer runs slower than it could, by reason.",
			ConstLabels: prometheus.Labels{"reason": reason.Names()[0]}},
			func() float64 { return truth(w.State().Throttle&reason != 0) }))
	}
}

// truth is a truth as a metric.
func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
