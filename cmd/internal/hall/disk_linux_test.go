package hall

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"stonehand/cmd/internal/web"
)

// TestAFullDisk fills the disk of a hall: it says so until there is room, and then ends with
// an error, so that it is started again.
func TestAFullDisk(t *testing.T) { onSmallDisk(t, "full") }

// TestStreamsFillTheirShare does the same with what tables tell alone: the server inside takes
// nothing more while there still is room.
func TestStreamsFillTheirShare(t *testing.T) { onSmallDisk(t, "share") }

func onSmallDisk(t *testing.T, what string) {
	attr := &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	if os.Geteuid() != 0 {
		attr.Cloneflags |= syscall.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{HostID: os.Geteuid(), Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{HostID: os.Getegid(), Size: 1}}
	}
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), acting+"="+what+" "+t.TempDir())
	c.SysProcAttr = attr
	if _, err := c.StdinPipe(); err != nil { // it lives as long as this test
		t.Fatal(err)
	}
	said, err := c.CombinedOutput()
	switch {
	case strings.HasPrefix(string(said), "no tmpfs") || len(said) == 0 && err != nil:
		t.Skip("this user cannot mount a small disk")
	case err != nil:
		t.Errorf("%v: %s", err, said)
	}
}

// actFull is a hall on a small disk, DIR, which something else fills.
func actFull(words []string) {
	smallDisk(words[0], func(dir string) (undo func() error) {
		ballast := filepath.Join(dir, "ballast")
		f, err := os.Create(ballast)
		if err != nil {
			panic(err)
		}
		for err == nil {
			_, err = f.Write(make([]byte, 4<<10))
		}
		f.Close()
		return func() error { return os.Remove(ballast) }
	})
}

// actShare is a hall on a small disk, DIR, which its streams fill.
func actShare(words []string) {
	smallDisk(words[0], func(dir string) (undo func() error) {
		return func() error { return syscall.Mount("none", dir, "tmpfs", syscall.MS_REMOUNT, "size=128m") }
	})
}

// mounted is a program whose folder, dir, is a disk of so many bytes.
func mounted(dir, size string) lone {
	if err := syscall.Mount("none", dir, "tmpfs", 0, "size="+size); err != nil {
		fmt.Println("no tmpfs:", err)
		os.Exit(1)
	}
	return lone{dir: dir}
}

// smallDisk is a hall on a disk that cannot be written, until undo gives it room.
func smallDisk(dir string, fill func(dir string) (undo func() error)) {
	t := mounted(dir, "32m")
	p := newPlace(t)
	h, err := New(Config{NATS: p.nc, Keys: p.keys, Shared: web.Page(), Disk: &Disk{Server: p.srv, Dir: p.dir}, Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- h.Run(context.Background(), l) }()
	health := func() (int, string) {
		a, err := http.Get("http://" + l.Addr().String() + "/healthz")
		if err != nil {
			t.Fatal(err)
		}
		defer a.Body.Close()
		text, err := io.ReadAll(a.Body)
		if err != nil {
			t.Fatal(err)
		}
		return a.StatusCode, string(text)
	}
	if status, text := health(); status != 200 {
		t.Fatal("a hall that is well says", status, text)
	}
	undo := fill(p.dir)
	publish := func() error {
		ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
		defer cancel()
		data := make([]byte, 64<<10)
		rand.Read(data) // which is not compressed
		_, err := p.js.Publish(ctx, p.keys.inside(subjectTournament(rand.Text())), data)
		return err
	}
	until(t, "the hall to say that its disk is full", func() bool {
		for publish() == nil { // at a busy server it fails for want of time, too
		}
		status, text := health()
		return status == 503 && strings.Contains(text, "disk cannot be written")
	})
	select {
	case err := <-ended:
		t.Fatal("the hall ends while its disk is full:", err)
	case <-time.After(2 * diskPause):
	}
	if err := undo(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "start the hall again") {
		t.Fatal("the hall ends with", err)
	}
	p.stop()
	p.start()
	until(t, "a hall that was started again to take what comes", func() bool { return publish() == nil })
	p.stop()
}

// TestKeysOnAFullDisk begins a hall on a full disk. It begins once there is room.
func TestKeysOnAFullDisk(t *testing.T) { onSmallDisk(t, "keys") }

// actKeys makes the keys of a hall on a small disk: DIR.
func actKeys(words []string) {
	t := mounted(words[0], "1m")
	ballast := filepath.Join(words[0], "ballast")
	begin := map[string]func() error{
		"keys":     func() error { _, err := OpenKeys(filepath.Join(words[0], "keys")); return err },
		"password": func() error { _, err := OpenPassword(filepath.Join(words[0], "play.password")); return err },
	}
	for name, f := range begin {
		if os.WriteFile(ballast, make([]byte, 2<<20), 0o600) == nil || f() == nil {
			t.Fatal(name + ": the disk is not full")
		}
		if err := os.Remove(ballast); err != nil {
			t.Fatal(err)
		}
		if err := f(); err != nil {
			t.Fatal(name, err)
		}
	}
}
