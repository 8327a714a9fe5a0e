package systemd_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var packages = flag.Bool("packages", false, "build the Debian packages, and install them in TestPackagesUnderSystemd")

// The Debian packages under a real systemd and dpkg: installed, upgraded, removed and purged, with
// nobody there to answer questions.
func TestPackagesUnderSystemd(t *testing.T) {
	if !*packages {
		t.Skip("optional: builds the Debian packages and installs them in a container; make packages asks for it")
	}
	t.Parallel()
	need(t, "dpkg-deb", "dpkg")
	dir := t.TempDir()
	command(t, "make", "deb", "VERSION=0.0.1")
	built, err := filepath.Glob("../dist/stonehand*_0.0.1_*.deb")
	if err != nil || len(built) != 2 {
		t.Fatalf("the packages are %q, %v", built, err)
	}
	for _, p := range built {
		name, _, _ := strings.Cut(filepath.Base(p), "_")
		first, tree := filepath.Join(dir, name+"-1.deb"), filepath.Join(dir, name)
		command(t, "mv", "systemd/"+p, first)
		if needs, _ := command(t, "dpkg-deb", "-f", first, "Depends"); !strings.Contains(needs, "systemd-standalone-sysusers") {
			t.Errorf("%s needs %q, and makes its user by systemd-sysusers", name, needs)
		}
		// The next version has another example of the settings.
		command(t, "dpkg-deb", "-R", first, tree)
		change(t, filepath.Join(tree, "DEBIAN/control"), func(s string) string {
			return strings.Replace(s, "Version: 0.0.1", "Version: 0.0.2", 1)
		})
		if name == "stonehand" {
			change(t, filepath.Join(tree, "etc/stonehand/stonehand.toml.example"), func(s string) string { return s + "# another version\n" })
			change(t, filepath.Join(tree, "DEBIAN/conffiles"), func(s string) string { return strings.TrimLeft(s, "\n") })
		}
		command(t, "dpkg-deb", "-Zgzip", "-z1", "--build", tree, filepath.Join(dir, name+"-2.deb"))
	}
	container{packages: dir, units: map[string]string{}, part: partPackages}.boot(t)
}

func change(t *testing.T, path string, f func(string) string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, []byte(f(string(text))), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// dpkg runs dpkg, which is done within the patience of this test.
func dpkg(args ...string) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if out, err := exec.CommandContext(ctx, "dpkg", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("dpkg %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// becomes waits until a unit has a property.
func becomes(unit, property, want string) error {
	got := ""
	err := eventually(func() (yes bool, err error) {
		got, err = showOf(unit, property)
		return got == want, err
	})
	if err != nil {
		return fmt.Errorf("%s of %s is %q, not %q: %w", property, unit, got, want, err)
	}
	return nil
}

func insidePackages() error {
	return errors.Join(insideTablePackage(), insideHallPackage())
}

func insideTablePackage() error {
	const first, next, settings = "/packages/stonehand-1.deb", "/packages/stonehand-2.deb", "/etc/stonehand/stonehand.toml"
	steps := func(steps ...func() error) error {
		for i, f := range steps {
			if err := f(); err != nil {
				return fmt.Errorf("step %d with the table's package: %w", i, err)
			}
		}
		return nil
	}
	running := func() error { return becomes("stonehand", "ActiveState", "active") }
	stopped := func() error { return becomes("stonehand", "ActiveState", "inactive") }
	before := ""
	return steps(
		func() error { return dpkg("-i", first) },
		running,
		func() error { return becomes("stonehand-update.path", "ActiveState", "active") },
		func() (err error) {
			before, err = showOf("stonehand", "MainPID")
			return errors.Join(err, os.WriteFile(settings, []byte("language = \"zh\"\n"), 0o640))
		},
		// An upgrade asks nothing, keeps the settings and goes on with the new program.
		func() error { return dpkg("-i", next) },
		func() error {
			return eventually(func() (bool, error) {
				now, err := showOf("stonehand", "MainPID")
				return now != before && now != "0", err
			})
		},
		running,
		func() error {
			text, err := os.ReadFile(settings)
			if err == nil && string(text) != "language = \"zh\"\n" {
				err = fmt.Errorf("the settings are now:\n%s", text)
			}
			return err
		},
		// What somebody has stopped or disabled stays so in an upgrade.
		func() error { return systemctl("stop", "stonehand") },
		func() error { return systemctl("disable", "stonehand") },
		func() error { return dpkg("-i", next) },
		stopped,
		func() error { return becomes("stonehand", "UnitFileState", "disabled") },
		// So it does in an upgrade from packages that kept no record.
		func() error { return os.RemoveAll("/var/lib/systemd/deb-systemd-helper-enabled") },
		func() error { return dpkg("-i", next) },
		func() error { return becomes("stonehand", "UnitFileState", "disabled") },
		func() error { return systemctl("enable", "stonehand") },
		func() error { return dpkg("-i", next) },
		stopped,
		// A package that was removed and comes back starts.
		func() error { return dpkg("-r", "stonehand") },
		func() error { return dpkg("-i", next) },
		running,
		func() error { return dpkg("--purge", "stonehand") },
		func() error {
			for _, path := range []string{settings, "/etc/systemd/system/multi-user.target.wants/stonehand.service"} {
				if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
					return fmt.Errorf("after a purge there is %s, %v", path, err)
				}
			}
			return nil
		},
	)
}

// insideHallPackage installs halls that do not become ready. That holds up no dpkg.
func insideHallPackage() error {
	const first, next = "/packages/stonehand-hall-1.deb", "/packages/stonehand-hall-2.deb"
	if err := dpkg("-i", first); err != nil {
		return err
	}
	if err := becomes("stonehand-hall", "ActiveState", "active"); err != nil {
		return err
	}
	for _, flags := range []string{"--replicas 2", "--url nats://127.0.0.1:1"} {
		if err := os.WriteFile("/etc/default/stonehand-hall", []byte("STONEHAND_HALL="+flags+"\n"), 0o644); err != nil {
			return err
		}
		if err := dpkg("-i", next); err != nil {
			return fmt.Errorf("with %s: %w", flags, err)
		}
	}
	if err := becomes("stonehand-hall", "ActiveState", "activating"); err != nil {
		return err
	}
	if err := systemctl("mask", "--now", "stonehand-hall"); err != nil {
		return err
	}
	return errors.Join(dpkg("-i", next), dpkg("--purge", "stonehand-hall"), dpkg("-i", first))
}
