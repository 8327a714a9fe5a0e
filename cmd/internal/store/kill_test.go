package store

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
)

// childEnv makes the test binary play one part in a process of its own.
const childEnv = "STONEHAND_STORE_CHILD"

// child appends entries to the store in the directory named by the environment
// and reports on stdout: "N" when entry N is safe, "! sentence" for an error.
func child() {
	part, dir, _ := strings.Cut(os.Getenv(childEnv), ":")
	switch part {
	case "limit":
		// A file may not grow beyond 4000 bytes until a line on stdin says
		// so: a write fails in the middle, as on a full disk.
		signal.Ignore(syscall.SIGXFSZ)
		setLimit(4000)
	case "full":
		if err := syscall.Mount("none", dir, "tmpfs", 0, "size=16k"); err != nil {
			fmt.Println("no tmpfs:", err)
			return
		}
		if err := os.WriteFile(dir+"/ballast", make([]byte, 12<<10), 0o600); err != nil {
			fmt.Println("no ballast:", err)
			return
		}
	}
	s, err := Open(dir, quiet)
	if err != nil {
		fmt.Println("!", err)
		os.Exit(1)
	}
	s.journal.rotate = 4000
	kill := strings.HasPrefix(part, "kill")
	if !kill {
		s.journal.rotate = 1 << 20
	}
	next := uint64(1)
	if n := len(s.Entries); n > 0 {
		next = s.Entries[n-1].Seq + 1
	}
	stdin := bufio.NewReader(os.Stdin)
	for {
		e := entry(next)
		if part == "kill long" {
			e = long(next)
		}
		if err := s.Append(e); err != nil {
			fmt.Println("!", err)
			if _, err := stdin.ReadString('\n'); err != nil {
				return
			}
			setLimit(1 << 20)
			os.Remove(dir + "/ballast")
			continue
		}
		fmt.Println(next)
		next++
		if !kill && next > 60 {
			s.Close()
			if again, err := Open(dir, quiet); err == nil {
				fmt.Println("read", len(again.Entries), len(again.Warnings))
			}
			return
		}
	}
}

// setLimit sets how long a file this process may write.
func setLimit(size uint64) {
	var l syscall.Rlimit
	syscall.Getrlimit(syscall.RLIMIT_FSIZE, &l)
	l.Cur = min(size, l.Max)
	syscall.Setrlimit(syscall.RLIMIT_FSIZE, &l)
}

func start(t *testing.T, part, dir string, attr *syscall.SysProcAttr) (*exec.Cmd, io.WriteCloser, *bufio.Scanner) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), childEnv+"="+part+":"+dir)
	cmd.SysProcAttr = attr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		in.Close()
		t.Logf("%s cannot be started: %v", part, err)
		return nil, nil, nil
	}
	return cmd, in, bufio.NewScanner(out)
}

// TestKill kills a writing process at random moments. Each time, everything it
// had told to be safe is there, and nothing stands in the way of going on; in a game
// that never ends no less than in many.
func TestKill(t *testing.T) {
	t.Run("kill", func(t *testing.T) { testKill(t, "kill", entry) })
	t.Run("kill long", func(t *testing.T) { testKill(t, "kill long", long) })
}

func testKill(t *testing.T, part string, want func(uint64) api.Entry) {
	dir := t.TempDir()
	random := rand.New(rand.NewPCG(3, 4))
	safe := uint64(0)
	rounds := 40
	if testing.Short() {
		rounds = 10 // with the race detector a process takes long to start
	}
	for round := range rounds {
		cmd, in, out := start(t, part, dir, nil)
		if cmd == nil {
			t.FailNow()
		}
		// The moment is random both in entries and in time.
		limit := safe + uint64(random.IntN(30))
		for out.Scan() {
			n, err := strconv.ParseUint(out.Text(), 10, 64)
			if err != nil {
				t.Fatalf("round %d: %s", round, out.Text())
			}
			if safe = n; n >= limit {
				break
			}
		}
		time.Sleep(time.Duration(random.IntN(3000)) * time.Microsecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for out.Scan() { // what it had said before it was killed
			if n, err := strconv.ParseUint(out.Text(), 10, 64); err == nil {
				safe = n
			}
		}
		in.Close()
		cmd.Wait()

		s := mustOpen(t, dir)
		n := len(s.Entries)
		if n == 0 || s.Entries[n-1].Seq < safe {
			t.Fatalf("round %d: entry %d was safe, and %d entries are left; %q", round, safe, n, s.Warnings)
		}
		for i, e := range s.Entries {
			same(t, []api.Entry{e}, []api.Entry{want(s.Entries[0].Seq + uint64(i))})
		}
		if !s.Entries[0].Whole() {
			t.Fatalf("round %d: the journal begins in the middle of a game", round)
		}
		s.Close()
	}
}

// TestFullDisk fills a real file system, and a file up to a real limit.
func TestFullDisk(t *testing.T) {
	t.Run("limit", func(t *testing.T) { testFull(t, "limit", nil, "file too large") })
	t.Run("tmpfs", func(t *testing.T) {
		attr := &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
		if os.Geteuid() != 0 {
			attr.Cloneflags |= syscall.CLONE_NEWUSER
			attr.UidMappings = []syscall.SysProcIDMap{{HostID: os.Geteuid(), Size: 1}}
			attr.GidMappings = []syscall.SysProcIDMap{{HostID: os.Getegid(), Size: 1}}
		}
		testFull(t, "full", attr, "no space left on device")
	})
}

func testFull(t *testing.T, part string, attr *syscall.SysProcAttr, want string) {
	cmd, in, out := start(t, part, t.TempDir(), attr)
	if cmd == nil {
		return // namespaces are not for this user; the limit has been tested
	}
	refused := ""
	last := ""
	for out.Scan() {
		last = out.Text()
		if strings.HasPrefix(last, "no ") {
			t.Log(last)
			cmd.Wait()
			return
		}
		if s, ok := strings.CutPrefix(last, "! "); ok {
			refused = s
			if _, err := in.Write([]byte("go on\n")); err != nil {
				t.Fatal(err)
			}
		}
	}
	in.Close()
	if err := cmd.Wait(); err != nil && !errors.Is(err, os.ErrClosed) {
		t.Fatal(err)
	}
	if !strings.Contains(refused, want) {
		t.Errorf("refused with %q, not %q", refused, want)
	}
	if last != "read 60 0" {
		t.Errorf("at the end: %q", last)
	}
}
