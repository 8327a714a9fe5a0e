// Package devnode says why a device under /dev cannot be used, and what to do:
// the node is not there, it belongs to a group that the user is not in, or
// another program holds it. It opens nothing, so asking disturbs no device.
//
// It knows Linux, and of computers the Raspberry Pi best: there the buses are
// switched on in one file.
package devnode

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"stonehand/hw"
)

// System is the computer that is asked about. The zero System is this one, as
// the user that this process runs as sees it.
type System struct {
	Root string    // the file tree, "" for "/"; tests have one of their own
	User *Identity // whose rights count; nil: this process's
}

// Examine says what keeps the user from opening the node at path, as a finding
// on device; nil if nothing does. It follows links, as /dev/serial/by-id is full
// of them.
func (s System) Examine(device, path string) []hw.Finding {
	text, do := s.Trouble(path)
	return finding(device, hw.Bad, text, do)
}

// finding makes one of what is wrong and what to do; nil where nothing is.
func finding(device string, h hw.Health, text, do error) []hw.Finding {
	if text == nil {
		return nil
	}
	f := hw.Finding{Device: device, Health: h, Text: text.Error()}
	if do != nil {
		f.Do = do.Error()
	}
	return []hw.Finding{f}
}

// Trouble is what Examine finds, and what to do about it, where that is known; nil if
// nothing is wrong.
func (s System) Trouble(path string) (text, do error) {
	info, err := os.Stat(s.at(path))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return s.missing(path)
	case errors.Is(err, fs.ErrPermission):
		return hw.Errorf("this user is not allowed to see whether %s exists", path), hw.Errorf("run sudo stonehand doctor")
	case err != nil:
		return hw.Errorf("%s cannot be examined: %w", path, err), nil
	case info.IsDir():
		return hw.Errorf("%s is a folder", path), hw.Errorf("give the name of a device in it")
	}
	return s.rights(path, info)
}

// rights says what the user lacks to read and write the node.
func (s System) rights(path string, info fs.FileInfo) (text, do error) {
	who := s.user()
	if who.May(info, 6) {
		return nil, nil
	}
	_, gid, _ := owner(info)
	group := s.groupName(gid)
	switch {
	case info.Mode().Perm()&0o060 != 0o060 || gid == 0:
		return hw.Errorf("%s belongs to root only", path),
			hw.Errorf("install the device rules (make install puts 60-stonehand.rules there), then: sudo udevadm control --reload && sudo udevadm trigger")
	case slices.Contains(s.members(gid), who.Name):
		return hw.Errorf("%s belongs to group %s; %s joined that group after this session began", path, group, who.Name),
			hw.Errorf("log out and in again, or restart the service")
	}
	return hw.Errorf("%s belongs to group %s, and %s is not in it", path, group, who.Name),
		hw.Errorf("run sudo usermod -aG %s %s, then log in again or restart the service", group, who.Name)
}

// missing says of a node that is not there why that may be, and what to do.
func (s System) missing(path string) (text, do error) {
	like := func(pattern string) string {
		var found []string
		for p := range strings.FieldsSeq(pattern) {
			paths, _ := filepath.Glob(s.at(p)) // the patterns are good
			for _, f := range paths {
				found = append(found, strings.TrimPrefix(f, strings.TrimSuffix(s.Root, "/")))
			}
		}
		return strings.Join(found, ", ")
	}
	text = hw.Errorf("%s is not there", path)
	others := func(pattern string, none error) (error, error) {
		if there := like(pattern); there != "" {
			return hw.Errorf("%s is not there; there is %s", path, there), hw.Errorf("use its name")
		}
		return text, none
	}
	name := filepath.Base(path)
	switch {
	case strings.HasPrefix(name, "spidev"):
		return others("/dev/spidev*", s.bootLine("dtparam=spi=on"))
	case strings.HasPrefix(name, "i2c-"):
		if there := like("/dev/i2c-*"); there == "" && like("/sys/bus/i2c/devices/i2c-*") != "" {
			return hw.Errorf("%s is not there, though the kernel has the bus", path),
				hw.Errorf("run echo i2c-dev | sudo tee /etc/modules-load.d/i2c-dev.conf, and restart")
		}
		return others("/dev/i2c-*", s.bootLine("dtparam=i2c_arm=on"))
	case strings.HasPrefix(name, "gpiochip"):
		return others("/dev/gpiochip*", hw.Errorf("this kernel shows no GPIO lines; use Raspberry Pi OS, or a kernel with GPIO_CDEV"))
	case strings.HasPrefix(name, "ttyAMA"), strings.HasPrefix(name, "ttyS"), strings.HasPrefix(name, "serial"):
		return others("/dev/ttyAMA* /dev/serial0", hw.Errorf("%w; turn off the login shell on this line with raspi-config", s.bootLine("enable_uart=1")))
	case strings.HasPrefix(path, "/dev/stonehand/"):
		if there := like("/dev/ttyACM* /dev/ttyUSB*"); there != "" {
			return hw.Errorf("%s is not there; there is %s", path, there),
				hw.Errorf("install the device rules (make install puts 60-stonehand.rules there), or use that name")
		}
		return text, hw.Errorf("plug the board in; a charge-only cable does not work")
	}
	return others("/dev/serial/by-id/* /dev/ttyACM* /dev/ttyUSB*", hw.Errorf("plug it in; a charge-only cable does not work"))
}

// bootLine says where a line for the Raspberry Pi's firmware goes.
func (s System) bootLine(line string) error {
	return hw.Errorf("add %s to %s and restart", line, s.bootFile())
}

// bootFile is the firmware's configuration: in newer systems in a folder of its
// own.
func (s System) bootFile() string {
	const newer, older = "/boot/firmware/config.txt", "/boot/config.txt"
	if _, err := os.Stat(s.at(newer)); err == nil {
		return newer
	}
	if _, err := os.Stat(s.at(older)); err == nil {
		return older
	}
	return newer
}

// SPIBuffer returns the most bytes that one transfer over /dev/spidev* can hold;
// ok is false where the kernel does not say.
func (s System) SPIBuffer() (bytes int, ok bool) {
	text, err := os.ReadFile(s.at("/sys/module/spidev/parameters/bufsiz"))
	if err != nil {
		return 0, false
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(text)))
	return n, err == nil && n > 0
}

// ExamineSPIBuffer says what to do where the kernel's buffer for SPI transfers
// is smaller than need, in bytes; nil where it is large enough or unknown.
func (s System) ExamineSPIBuffer(device string, need int) []hw.Finding {
	text, do := s.SPITrouble(need)
	return finding(device, hw.Warn, text, do)
}

// SPITrouble is what ExamineSPIBuffer finds, and what to do about it; nil if nothing is
// wrong.
func (s System) SPITrouble(need int) (text, do error) {
	have, ok := s.SPIBuffer()
	if !ok || have >= need {
		return nil, nil
	}
	want := 4096
	for want < need {
		want *= 2
	}
	return hw.Errorf("one picture takes %d bytes, but a transfer holds only %d (spidev.bufsiz)", need, have),
		hw.Errorf("add spidev.bufsiz=%d to the only line of %s and restart", want, strings.Replace(s.bootFile(), "config.txt", "cmdline.txt", 1))
}

// Console returns whether the kernel's own console or a login shell is on the
// serial line at path, so that others' bytes are on it.
func (s System) Console(path string) bool {
	text, err := os.ReadFile(s.at("/proc/cmdline"))
	if err != nil {
		return false
	}
	real, err := filepath.EvalSymlinks(s.at(path))
	if err != nil {
		return false
	}
	for word := range strings.FieldsSeq(string(text)) {
		if on, ok := strings.CutPrefix(word, "console="); ok {
			on, _, _ = strings.Cut(on, ",")
			if on != "tty0" && on == filepath.Base(real) {
				return true
			}
		}
	}
	return false
}

func (s System) at(path string) string { return filepath.Join("/", s.Root, path) }
