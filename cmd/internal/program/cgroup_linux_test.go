package program

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// The group of this process is found in what the kernel says on any kind of system.
func TestOwnControlGroup(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"systemd", "0::/system.slice/stonehand.service\n", "/system.slice/stonehand.service"},
		{"both versions", "9:name=systemd:/\n4:memory:/elsewhere\n0::/here\n", "/here"},
		{"colons in its name", "0::/a::b:c\n", "/a::b:c"},
		{"a container", "0::/\n", "/"},
		{"the first version alone", "9:name=systemd:/\n4:memory:/here\n", ""},
		{"outside of what is seen", "0::/../../here\n", ""},
		{"none", "", ""},
		{"nonsense", "0::here\n", ""},
	} {
		if got, err := unified(c.text); got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s: %q, %v; want %q", c.name, got, err, c.want)
		}
	}
}

// A group that is not this process's own is left as it is.
func TestForeignControlGroupIsLeft(t *testing.T) {
	self := strconv.Itoa(os.Getpid())
	for name, procs := range map[string]string{
		"others are in it": self + "\n" + strconv.Itoa(os.Getppid()) + "\n", "nobody is in it": "", "another is in it": strconv.Itoa(os.Getppid()) + "\n",
		"it is no control group": self + "\n",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "cgroup.procs"), []byte(procs), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := divide(dir, os.Getpid()); err == nil {
			t.Errorf("%s: it is divided as %s", name, got)
		}
		text, err := os.ReadFile(filepath.Join(dir, "cgroup.procs"))
		if list, _ := os.ReadDir(dir); len(list) != 1 || err != nil || string(text) != procs {
			t.Errorf("%s: %v is left, with %q, %v", name, list, text, err)
		}
	}
	if _, err := divide(filepath.Join(t.TempDir(), "none"), os.Getpid()); err == nil {
		t.Error("a folder that is not there is divided")
	}
}
