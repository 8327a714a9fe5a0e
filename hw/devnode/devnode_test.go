package devnode_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"stonehand/hw"
	"stonehand/hw/devnode"
)

// computer is a file tree of the test's own; files are by path, and one whose
// content begins with "mode " is a node with that mode.
func computer(t *testing.T, files map[string]string) devnode.System {
	t.Helper()
	root := t.TempDir()
	for path, content := range files {
		path = filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		mode, isNode := strings.CutPrefix(content, "mode ")
		if isNode {
			content = ""
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if isNode {
			m, err := strconv.ParseUint(mode, 8, 32)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(path, os.FileMode(m)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return devnode.System{Root: root, User: &devnode.Identity{Name: "pi", UID: 54321, GIDs: []int{54321}}}
}

// one returns the only finding.
func one(t *testing.T, fs []hw.Finding) hw.Finding {
	t.Helper()
	if len(fs) != 1 {
		t.Fatalf("findings %+v, want one", fs)
	}
	return fs[0]
}

func TestMissing(t *testing.T) {
	for name, c := range map[string]struct {
		files    map[string]string
		path     string
		text, do string
	}{
		"SPI is off": {map[string]string{"/boot/firmware/config.txt": ""}, "/dev/spidev0.0",
			"/dev/spidev0.0 is not there", "add dtparam=spi=on to /boot/firmware/config.txt and restart"},
		"SPI is off on an older system": {map[string]string{"/boot/config.txt": ""}, "/dev/spidev0.0",
			"/dev/spidev0.0 is not there", "add dtparam=spi=on to /boot/config.txt and restart"},
		"another chip select": {map[string]string{"/dev/spidev0.0": ""}, "/dev/spidev1.0",
			"/dev/spidev1.0 is not there; there is /dev/spidev0.0", "use its name"},
		"I2C is off": {nil, "/dev/i2c-1", "/dev/i2c-1 is not there", "add dtparam=i2c_arm=on to /boot/firmware/config.txt and restart"},
		"I2C without its device files": {map[string]string{"/sys/bus/i2c/devices/i2c-1": ""}, "/dev/i2c-1",
			"/dev/i2c-1 is not there, though the kernel has the bus", "i2c-dev"},
		"no GPIO":        {nil, "/dev/gpiochip0", "/dev/gpiochip0 is not there", "this kernel shows no GPIO lines"},
		"UART":           {nil, "/dev/ttyAMA0", "/dev/ttyAMA0 is not there", "enable_uart=1"},
		"not plugged in": {nil, "/dev/ttyACM0", "/dev/ttyACM0 is not there", "plug it in"},
		"at another port": {map[string]string{"/dev/ttyACM1": ""}, "/dev/ttyACM0",
			"/dev/ttyACM0 is not there; there is /dev/ttyACM1", "use its name"},
		"no device rules": {map[string]string{"/dev/ttyACM0": ""}, "/dev/stonehand/board",
			"/dev/stonehand/board is not there; there is /dev/ttyACM0", "60-stonehand.rules"},
		"no board": {nil, "/dev/stonehand/board", "/dev/stonehand/board is not there", "plug the board in"},
	} {
		f := one(t, computer(t, c.files).Examine("board", c.path))
		if f.Health != hw.Bad || f.Device != "board" || f.Text != c.text || !strings.Contains(f.Do, c.do) {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

func TestRights(t *testing.T) {
	const path = "/dev/ttyACM0"
	gid := os.Getgid()
	if gid == 0 {
		gid = 20 // the nodes of the test belong to root's group, which no user is in
	}
	s := computer(t, map[string]string{path: "mode 660", "/etc/group": "root:x:0:\ndialout:x:" + strconv.Itoa(gid) + ":\n"})
	if os.Geteuid() == 0 {
		if err := os.Chown(filepath.Join(s.Root, path), 0, gid); err != nil {
			t.Fatal(err)
		}
	}
	f := one(t, s.Examine("board", path))
	if f.Text != "/dev/ttyACM0 belongs to group dialout, and pi is not in it" || !strings.Contains(f.Do, "sudo usermod -aG dialout pi") {
		t.Errorf("%+v", f)
	}

	group := filepath.Join(s.Root, "/etc/group")
	if err := os.WriteFile(group, []byte("dialout:x:"+strconv.Itoa(gid)+":fax,pi\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if f := one(t, s.Examine("board", path)); !strings.Contains(f.Do, "log out and in again") {
		t.Errorf("%+v", f)
	}

	s.User.GIDs = append(s.User.GIDs, gid)
	if fs := s.Examine("board", path); fs != nil {
		t.Errorf("a user of the group: %+v", fs)
	}
	s.User.GIDs = nil
	for mode, well := range map[os.FileMode]bool{0o666: true, 0o600: false, 0o640: false} {
		if err := os.Chmod(filepath.Join(s.Root, path), mode); err != nil {
			t.Fatal(err)
		}
		fs := s.Examine("board", path)
		if well != (fs == nil) {
			t.Errorf("mode %o: %+v", mode, fs)
		}
		if !well && !strings.Contains(fs[0].Do, "60-stonehand.rules") {
			t.Errorf("mode %o: %+v", mode, fs[0])
		}
	}
	s.User.UID = 0
	if fs := s.Examine("board", path); fs != nil {
		t.Errorf("root: %+v", fs)
	}
}

func TestSPIBuffer(t *testing.T) {
	s := computer(t, map[string]string{"/sys/module/spidev/parameters/bufsiz": "4096\n", "/boot/firmware/config.txt": ""})
	if fs := s.ExamineSPIBuffer("lights", 4096); fs != nil {
		t.Errorf("%+v", fs)
	}
	f := one(t, s.ExamineSPIBuffer("lights", 4338))
	if f.Health != hw.Warn || f.Do != "add spidev.bufsiz=8192 to the only line of /boot/firmware/cmdline.txt and restart" {
		t.Errorf("%+v", f)
	}
	if fs := computer(t, nil).ExamineSPIBuffer("lights", 4338); fs != nil {
		t.Errorf("a kernel that does not say: %+v", fs)
	}
}

func TestConsole(t *testing.T) {
	s := computer(t, map[string]string{"/proc/cmdline": "console=ttyAMA0,115200 console=tty1 root=x\n", "/dev/ttyAMA0": "", "/dev/ttyAMA1": ""})
	if err := os.Symlink("ttyAMA0", filepath.Join(s.Root, "/dev/serial0")); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{"/dev/ttyAMA0": true, "/dev/serial0": true, "/dev/ttyAMA1": false, "/dev/ttyUSB0": false} {
		if got := s.Console(path); got != want {
			t.Errorf("the console is on %s: %v", path, got)
		}
	}
}

func TestHolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "node")
	var this devnode.System
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := this.Holder(path); got != "" {
		t.Errorf("nobody holds it, and it says %q", got)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	want := "(process " + strconv.Itoa(os.Getpid()) + ")"
	if got := this.Holder(path); !strings.Contains(got, want) {
		t.Errorf("it is held by %q, want %q in it", got, want)
	}
}

func TestService(t *testing.T) {
	if id, ok := devnode.Service("root"); !ok || id.UID != 0 || id.Name != "root" {
		t.Errorf("root is %+v, %v", id, ok)
	}
	if id, ok := devnode.Service("no-such-user-here"); ok {
		t.Errorf("there is %+v", id)
	}
}
