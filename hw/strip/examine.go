package strip

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"stonehand/hw"
	"stonehand/hw/devnode"
)

// tried is how long Examine lights the LEDs.
const tried = 500 * time.Millisecond

// Examine tries a strip: it opens the port, lights all LEDs dimly for half a
// second and turns them off. LEDs answer nothing, so that somebody has to look;
// what can be known is whether the port takes the frames. A daemon that runs on the
// same port brings its picture back within [Refresh].
func Examine(ctx context.Context, o Options) []hw.Finding {
	f := hw.Finding{Device: "lights on " + o.Device}
	bad := func(text, do string) []hw.Finding {
		f.Health, f.Text, f.Do = hw.Bad, text, do
		return []hw.Finding{f}
	}
	kernel := o.Open == nil
	s, err := New(o)
	if err != nil {
		return bad("lights."+err.Error(), "correct the configuration")
	}
	frame, err := s.encode(s.pixels)
	if err != nil {
		return bad(err.Error(), "")
	}
	if kernel {
		var here devnode.System
		if found := here.Examine(f.Device, o.Device); len(found) > 0 {
			return found
		}
		if !o.Chip.clocked() {
			if found := here.ExamineSPIBuffer(f.Device, len(frame)); len(found) > 0 {
				found[0].Health = hw.Bad
				return found
			}
		}
	}
	port, err := s.o.Open(s.o.Device, s.hz)
	if err != nil {
		return bad(err.Error(), "")
	}
	defer port.Close()
	took, err := s.flash(ctx, port)
	if err != nil {
		return bad("the port takes no frames: "+err.Error(), "look whether another driver uses the port, and at the kernel's messages (dmesg)")
	}
	findings := []hw.Finding{f}
	if kernel && !o.Chip.clocked() {
		findings = append(findings, coreClock(f.Device, "/")...)
	}
	findings[0].Text = fmt.Sprintf("%d LEDs %s; a picture takes %d bytes and %v. All were lit dimly for half a second: LEDs do not answer, so look at them",
		s.LEDs(), s.o.Chip, len(frame), took.Round(100*time.Microsecond))
	return findings
}

// coreClock warns of a Raspberry Pi whose SPI clock follows the load: it is
// divided from the core's clock, which changes without the kernel's driver being
// told (github.com/raspberrypi/linux/issues/3381). LEDs without a clock line then
// show anything. Those of a Raspberry Pi 5 have a clock of their own.
func coreClock(device, root string) []hw.Finding {
	model, err := os.ReadFile(filepath.Join(root, "proc/device-tree/model"))
	if err != nil {
		return nil
	}
	var lines []string
	switch name := string(model); {
	case strings.HasPrefix(name, "Raspberry Pi 4"), strings.HasPrefix(name, "Raspberry Pi Compute Module 4"):
		lines = []string{"core_freq=500", "core_freq_min=500"}
	case strings.HasPrefix(name, "Raspberry Pi 3"), strings.HasPrefix(name, "Raspberry Pi Zero 2"):
		lines = []string{"core_freq=250"}
	default:
		return nil
	}
	var have []string
	path := "/boot/firmware/config.txt"
	for _, p := range []string{path, "/boot/config.txt"} {
		if text, err := os.ReadFile(filepath.Join(root, p)); err == nil {
			path, have = p, strings.Fields(string(text))
			break
		}
	}
	lines = slices.DeleteFunc(lines, func(l string) bool { return slices.Contains(have, l) })
	if len(lines) == 0 {
		return nil
	}
	return []hw.Finding{{Device: device, Health: hw.Warn,
		Text: "the SPI clock follows the processor's load here, and LEDs without a clock line then show wrong colours",
		Do:   fmt.Sprintf("add %s to %s and restart", strings.Join(lines, " and "), path),
	}}
}

// flash lights all LEDs for a while and turns them off. It returns how long a
// frame takes.
func (s *Strip) flash(ctx context.Context, port Port) (took time.Duration, err error) {
	for i := range s.scene.lights {
		s.scene.lights[i] = light{signal: hw.LastMove}
	}
	s.pixelsOf(&s.scene, 0, 0)
	send := func() error {
		frame, err := s.encode(s.pixels)
		if err != nil {
			return err
		}
		return transfer(port, s.o.Chip, frame)
	}
	begun := time.Now()
	if err := send(); err != nil {
		return 0, err
	}
	took = time.Since(begun)
	select {
	case <-time.After(tried):
	case <-ctx.Done():
	}
	clear(s.pixels)
	return took, send()
}
