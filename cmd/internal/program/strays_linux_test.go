package program

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"stonehand/engine/game"
)

// systemFolder is a variable of the environment that names one more folder of the system.
const systemFolder = "STONEHAND_TEST_SYSTEM"

// The test's own executable is the sandbox.
func TestMain(m *testing.M) {
	if dir := os.Getenv(systemFolder); dir != "" {
		system = append(system, dir)
	}
	if len(os.Args) > 9 && os.Args[1] == SandboxCommand {
		memory, _ := strconv.Atoi(os.Args[3])
		c, command := Confinement{MemoryMB: memory, Hide: os.Args[5], Scratch: os.Args[7]}, os.Args[9:]
		if os.Args[8] == "--group" {
			c.Group, command = os.Args[9], os.Args[11:]
		}
		fmt.Fprintln(os.Stderr, Confine(c, command))
		os.Exit(1)
	}
	if len(os.Args) == 3 && os.Args[1] == killed {
		runKilled(os.Args[2] == "namespaces")
	}
	if len(os.Args) == 4 && os.Args[1] == wild {
		runWild(os.Args[2], os.Args[3])
	}
	if len(os.Args) == 3 && os.Args[1] == wildChild {
		runWildChild(os.Args[2])
	}
	os.Exit(m.Run())
}

// Where there are no namespaces, what has left a program's group, and whose parents have
// ended, ends with it too; other children of this process, and other programs, do not.
func TestStraysEndWithTheirProgram(t *testing.T) {
	sandboxed(t)
	were := namespaces
	namespaces = func() bool { return false }
	defer func() { namespaces = were }()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	begin := func(script string) Program {
		t.Helper()
		p, err := Start(t.Context(), Settings{
			Name: "bad", Command: []string{"sh", "-c", script}, Protocol: ProtocolGomocup, MemoryMB: 1024, Sandbox: exe, Hide: t.TempDir(),
		}, game.Freestyle())
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	other := begin("read a; echo OK; exec sleep 714.5")
	bad := begin("(setsid sh -c 'sleep 711.2 & setsid sleep 712.3 & exec sleep 713.4' </dev/null >/dev/null 2>&1 &) ; sleep 715.6 >/dev/null & read a; echo OK; exec sleep 716.7")
	mine := exec.Command("sleep", "717.8")
	if err := mine.Start(); err != nil {
		t.Fatal(err)
	}
	all := []string{"711.2", "712.3", "713.4", "715.6", "716.7"}
	until(t, "the children do not run", func() bool {
		return !slices.ContainsFunc(all, func(arg string) bool { return !slices.Contains(sleeping(t), arg) })
	})
	bad.Kill()
	if left := sleeping(t); slices.ContainsFunc(all, func(arg string) bool { return slices.Contains(left, arg) }) {
		t.Errorf("%v still run", left)
	}
	if left := sleeping(t); !slices.Contains(left, "714.5") || !slices.Contains(left, "717.8") {
		t.Errorf("only %v run: another program or child was ended", left)
	}
	other.Kill()
	if err := mine.Process.Kill(); err != nil {
		t.Error(err)
	}
	_ = mine.Wait() // it was killed
}

// A program that fills its folder with files, each of which it may write, is ended.
func TestAFullFolderEndsItsProgram(t *testing.T) {
	sandboxed(t)
	most, look := mostScratch, scratchLook
	mostScratch, scratchLook = 4<<20, 10*time.Millisecond
	defer func() { mostScratch, scratchLook = most, look }()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", t.TempDir())
	for script, full := range map[string]bool{
		"mkdir deep; i=0; while :; do i=$((i+1)); head -c 1000000 /dev/zero >deep/$i; sleep 0.01; done": true,
		"head -c 1000000 /dev/zero >one; truncate -s 50M two; sleep 0.3; exit 1":                        false,
	} {
		c, err := start(Settings{Name: "bad", Command: []string{"sh", "-c", script}, MemoryMB: 1024, Sandbox: exe, Hide: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.wait(t.Context(), time.Minute, func(string) bool { return false })
		if err == nil || strings.Contains(err.Error(), "its folder held more than 4 MiB") != full {
			t.Errorf("%q says: %v", script, err)
		}
		c.Kill()
		if list, err := os.ReadDir(os.TempDir()); err != nil || len(list) > 0 {
			t.Errorf("%v are left, %v", list, err)
		}
	}
}

// killed is the first argument with which this test binary is a daemon that is killed.
const killed = "killed"

// runKilled starts a program in the sandbox that does not look whether the daemon is there.
func runKilled(inNamespaces bool) {
	if !inNamespaces {
		namespaces = func() bool { return false }
	}
	exe, err := os.Executable()
	if err == nil {
		_, err = start(Settings{Name: "bad", Command: []string{"sh", "-c", "exec sleep 718.9"}, MemoryMB: 1024, Sandbox: exe, Hide: "/nothing"})
	}
	fmt.Println(err)
	time.Sleep(time.Hour)
}

// When the daemon is killed, its programs end, and the next one removes their folders.
func TestProgramsEndWithTheDaemon(t *testing.T) {
	sandboxed(t)
	for _, how := range []string{"namespaces", "none"} {
		t.Run(how, func(t *testing.T) {
			exe, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			t.Setenv("TMPDIR", t.TempDir())
			daemon := exec.Command(exe, killed, how)
			out, err := daemon.StdoutPipe()
			if err == nil {
				err = daemon.Start()
			}
			if err != nil {
				t.Fatal(err)
			}
			said, err := bufio.NewReader(out).ReadString('\n')
			if said != "<nil>\n" {
				t.Errorf("the program does not start: %q, %v", said, err)
			}
			until(t, "the program does not run", func() bool { return slices.Contains(sleeping(t), "718.9") })
			if err := daemon.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = daemon.Wait() // it was killed
			until(t, "the program still runs", func() bool { return !slices.Contains(sleeping(t), "718.9") })
			folders := func() int {
				list, err := filepath.Glob(filepath.Join(os.TempDir(), scratchPrefix+"*"))
				if err != nil {
					t.Fatal(err)
				}
				return len(list)
			}
			if folders() != 1 {
				t.Errorf("the daemon leaves %d folders, and no time to remove its own", folders())
			}
			sweepScratch()
			if folders() != 0 {
				t.Error("its folder is left")
			}
		})
	}
}

// sandboxed skips a test of the sandbox where that cannot be tried.
func sandboxed(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("the race detector needs more memory than the sandbox allows, and -short goes with it")
	}
	if landlockVersion() < 1 {
		t.Skip("optional: this kernel has no Landlock")
	}
}

// until waits until something is so. What says what is not, should it never be.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !ok(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: %v", what, sleeping(t))
		}
	}
}

// sleeping lists how long those processes sleep that this one has started, or others.
func sleeping(t *testing.T) (args []string) {
	t.Helper()
	list, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range list {
		text, err := os.ReadFile(file)
		words := strings.Split(strings.TrimRight(string(text), "\x00"), "\x00")
		if err == nil && len(words) == 2 && words[0] == "sleep" {
			args = append(args, words[1])
		}
	}
	return args
}
