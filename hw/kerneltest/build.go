package kerneltest

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// require skips the test, or fails it where CI=true, when a tool is missing.
func require(t testing.TB, missing ...string) {
	t.Helper()
	if len(missing) == 0 {
		return
	}
	text := "no kernel can be run for tests here: " + strings.Join(missing, "; ")
	if os.Getenv("CI") == "true" {
		t.Fatal(text)
	}
	t.Skip(text)
}

// cacheDir is where fetch leaves the kernel.
func cacheDir() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir() // without a home
	}
	return filepath.Join(cache, "stonehand-kerneltest")
}

// missing says what keeps a machine from being booted.
func missing(cache string) []string {
	var m []string
	if _, err := exec.LookPath("qemu-system-x86_64"); err != nil {
		m = append(m, "apt-get install qemu-system-x86")
	}
	if _, err := os.Stat(filepath.Join(cache, "linux", "release")); err != nil {
		m = append(m, "run hw/kerneltest/fetch, which make tools does, for Debian's kernel")
	}
	return m
}

// sources returns the folder hw/kerneltest of the module that the test runs in.
func sources() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		here := filepath.Join(dir, "hw", "kerneltest")
		if _, err := os.Stat(filepath.Join(here, "board", "Kbuild")); err == nil {
			return here, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("no folder hw/kerneltest above the working directory")
		}
		dir = up
	}
}

// boardModule returns the path of the board's kernel module. Each state of its
// sources is built once for each kernel and kept in the user's cache.
func boardModule(src, cache string) (string, error) {
	board := filepath.Join(src, "board")
	h := sha256.New()
	release, err := os.ReadFile(filepath.Join(cache, "linux", "release"))
	if err != nil {
		return "", err
	}
	h.Write(release)
	files, err := os.ReadDir(board)
	if err != nil {
		return "", err
	}
	work, err := os.MkdirTemp(cache, "board-*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	for _, f := range files {
		ext := filepath.Ext(f.Name())
		if f.Type()&fs.ModeType != 0 || ext != ".c" && ext != ".h" && f.Name() != "Kbuild" {
			continue
		}
		b, err := os.ReadFile(filepath.Join(board, f.Name()))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%s %d\n%s", f.Name(), len(b), b)
		if err := os.WriteFile(filepath.Join(work, f.Name()), b, 0o644); err != nil {
			return "", err
		}
	}
	done := filepath.Join(cache, fmt.Sprintf("stonehand_board-%x.ko", h.Sum(nil)[:12]))
	if _, err := os.Stat(done); err == nil {
		return done, nil
	}
	name, _, _ := strings.Cut(string(release), " ")
	headers := filepath.Join(cache, "linux", "headers", "usr", "src", "linux-headers-"+name)
	cmd := exec.Command("make", "-s", "-C", headers, "M="+work, "modules")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%v: %w\n%s", cmd, err, out)
	}
	return done, os.Rename(filepath.Join(work, "stonehand_board.ko"), done)
}

// goBuild runs "go" with args in dir, for a program that needs nothing beside it.
func goBuild(t testing.TB, dir, arch string, args ...string) error {
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH="+arch)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%v: %w\n%s", cmd, err, out)
	}
	return nil
}

// archive writes files as the kernel takes its first file system: a cpio archive
// of the "new ASCII" form. files are the paths on this machine by their paths in
// the archive; texts are by path as well. Every file can be executed.
func archive(w io.Writer, files map[string]string, texts map[string]string) error {
	names := slices.AppendSeq(slices.Collect(maps.Keys(files)), maps.Keys(texts))
	slices.Sort(names)
	dirs := map[string]bool{".": true, "/": true}
	for _, name := range names {
		name = strings.TrimPrefix(name, "/")
		for i, c := range name {
			if c == '/' && !dirs[name[:i]] {
				dirs[name[:i]] = true
				if err := entry(w, name[:i], 0o040755, nil); err != nil {
					return err
				}
			}
		}
	}
	for _, name := range names {
		data := []byte(texts[name])
		if path, ok := files[name]; ok {
			var err error
			if data, err = os.ReadFile(path); err != nil {
				return err
			}
		}
		if err := entry(w, strings.TrimPrefix(path.Clean(name), "/"), 0o100755, data); err != nil {
			return err
		}
	}
	return entry(w, "TRAILER!!!", 0, nil)
}

// entry writes one member: header, name and data, each filled up to four bytes.
func entry(w io.Writer, name string, mode int, data []byte) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "070701%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x",
		1, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name)+1, 0)
	b.WriteString(name)
	b.Write(make([]byte, 1+(4-(b.Len()+1)%4)%4))
	if _, err := w.Write(b.Bytes()); err != nil {
		return err
	}
	if _, err := w.Write(data); err != nil {
		return err
	}
	_, err := w.Write(make([]byte, (4-len(data)%4)%4))
	return err
}
