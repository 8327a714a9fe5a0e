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
	var here devnode.System
	if kernel {
		if found := here.Examine(f.Device, o.Device); len(found) > 0 {
			return found
		}
	}
	port, err := s.o.Open(s.o.Device, s.hz)
	if err != nil {
		return bad(err.Error(), "")
	}
	defer port.Close()
	form, err := s.form(port)
	if err != nil {
		return bad(err.Error(), "")
	}
	size, err := form.size()
	if err != nil {
		return bad(err.Error(), "")
	}
	took, err := s.flash(ctx, port, form)
	if err != nil {
		return bad("the port accepts no data: "+err.Error(), "check whether another driver uses the port, and read the kernel's messages (dmesg)")
	}
	findings := []hw.Finding{f}
	if kernel && !o.Chip.clocked() {
		findings = append(findings, unsteady(f.Device, o.Device, "/")...)
		if best, err := s.forms[0].size(); err == nil {
			for _, w := range here.ExamineSPIBuffer(f.Device, best) {
				w.Text = "the LEDs get their data in a short form, which pauses between bytes can garble. In the long form, " + w.Text
				findings = append(findings, w)
			}
		}
	}
	findings[0].Text = fmt.Sprintf("%d LEDs %s; a picture takes %d bytes and %v. All were lit dimly for half a second: LEDs do not answer, so look at them",
		s.LEDs(), s.o.Chip, size, took.Round(100*time.Microsecond))
	return findings
}

// unsteady warns of what garbles LEDs without a clock line on a Raspberry Pi. Its
// SPI clock is divided from the core's, which changes with the load without the
// kernel's driver being told (github.com/raspberrypi/linux/issues/3381); and its
// auxiliary controllers, SPI1 and SPI2, have no DMA, so that they pause. The
// controllers of a Raspberry Pi 5 do neither.
func unsteady(name, device, root string) []hw.Finding {
	model, err := os.ReadFile(filepath.Join(root, "proc/device-tree/model"))
	if err != nil || !strings.HasPrefix(string(model), "Raspberry Pi ") || strings.HasPrefix(string(model), "Raspberry Pi 5") {
		return nil
	}
	var findings []hw.Finding
	if bus, _, _ := parseDevice(device); bus == 1 || bus == 2 {
		findings = append(findings, hw.Finding{Device: name, Health: hw.Warn,
			Text: fmt.Sprintf("this controller (SPI%d) pauses within a picture, which makes LEDs without a clock line show wrong colours", bus),
			Do:   "connect them to SPI0, /dev/spidev0.0, or use LEDs with a clock line",
		})
	}
	var lines []string
	switch name := string(model); {
	case strings.HasPrefix(name, "Raspberry Pi 4"), strings.HasPrefix(name, "Raspberry Pi Compute Module 4"):
		lines = []string{"core_freq=500", "core_freq_min=500"}
	case strings.HasPrefix(name, "Raspberry Pi 3"), strings.HasPrefix(name, "Raspberry Pi Zero 2"):
		lines = []string{"core_freq=250"}
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
	if len(lines) > 0 {
		findings = append(findings, hw.Finding{Device: name, Health: hw.Warn,
			Text: "the SPI clock of this computer changes with the processor's load, which makes LEDs without a clock line show wrong colours",
			Do:   fmt.Sprintf("add %s to %s and restart", strings.Join(lines, " and "), path),
		})
	}
	return findings
}

// flash lights all LEDs for a while and turns them off. It returns how long a
// frame takes.
func (s *Strip) flash(ctx context.Context, port Port, form *encoder) (took time.Duration, err error) {
	for i := range s.scene.lights {
		s.scene.lights[i] = light{signal: hw.LastMove}
	}
	s.pixelsOf(&s.scene, 0, 0)
	begun := time.Now()
	if err := s.transfer(port, form); err != nil {
		return 0, err
	}
	took = time.Since(begun)
	select {
	case <-time.After(tried):
	case <-ctx.Done():
	}
	clear(s.pixels)
	return took, s.transfer(port, form)
}
