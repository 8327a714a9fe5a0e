// Command gotest runs "go test" with the arguments it is given, through gotestsum,
// which prints a line a package and everything a failed test said. It adds every
// test that was skipped for another reason than -short, and a closing line with the
// totals. With -heavy and folders it runs the tests there that -short cuts short.
//
// Up to six tests that fail are run once more, unless the race detector spoke. One
// that then passes ends the run well, and is named as unsteady at its end: it has found a
// fault that comes and goes, of the program or of the test, which is to be mended.
//
// Under CI=true a skipped test is a failure, unless it skipped itself because
// of -short, since the heavy tests run in a pass of their own, or says that it is
// optional: its first words are "optional:", and it needs what no build can fetch.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func run(args []string) (err error) {
	if len(args) > 0 && args[0] == "-heavy" {
		if args, err = heavy(args[1:]); err != nil {
			return fmt.Errorf("cannot find the heavy tests: %w", err)
		}
	}
	dir, err := os.MkdirTemp(place(), "gotest")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, os.ModeSticky|0o777); err != nil { // as of any such folder: some tests are other users
		return err
	}
	os.Setenv("TMPDIR", dir)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	events := filepath.Join(dir, "events")
	os.Unsetenv("MAKEFLAGS") // the makes that tests run are on their own
	// A program that is built with the race detector waits a second when it ends, for
	// races that show then; tests start hundreds of programs.
	if os.Getenv("GORACE") == "" {
		os.Setenv("GORACE", "atexit_sleep_ms=50")
	}
	// So many packages run at a time that one processor for the goroutines of each is
	// enough. With two, the threads of the table's tests, whose goroutines take turns,
	// spend a quarter of the processors' time on waking each other.
	if os.Getenv("GOMAXPROCS") == "" {
		os.Setenv("GOMAXPROCS", "1")
	}
	// The runner is for this machine, whatever the tests are built for.
	find := exec.Command("go", "tool", "-n", "gotestsum")
	find.Env, find.Stderr = append(os.Environ(), "GOOS=", "GOARCH=", "GOARM="), os.Stderr
	runner, err := find.Output()
	if err != nil {
		return fmt.Errorf("cannot build gotestsum: %w", err)
	}
	flags, packages := split(args)
	cmd := exec.CommandContext(ctx, strings.TrimSpace(string(runner)), append([]string{
		"--format=standard-quiet", "--hide-summary=skipped", "--jsonfile=" + events,
		"--rerun-fails=1", "--rerun-fails-max-failures=6", "--rerun-fails-abort-on-data-race",
		"--packages=" + strings.Join(packages, " "), "--",
		"-vet=off", // "make lint" vets all
		// Tests that are slow only because the machine is busy may take longer than
		// the ten minutes of "go test".
		"-timeout=40m",
		// Many tests wait for simulated hardware that keeps pace with the clock on
		// the wall: with a package, or a test of one, to a processor the processors would
		// stand idle.
		fmt.Sprint("-p=", 2*runtime.NumCPU()),
		fmt.Sprint("-parallel=", 2*runtime.NumCPU()),
	}, flags...)...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	failed := cmd.Run()
	file, err := os.Open(events)
	if err != nil {
		return errors.Join(failed, err)
	}
	defer file.Close()
	ended, missing, optional, unsteady, leaks, err := read(file)
	if err != nil {
		return errors.Join(failed, fmt.Errorf("cannot read what the tests said: %w", err))
	}
	for _, m := range append(optional, missing...) {
		fmt.Println("skipped:", m)
	}
	for _, u := range unsteady {
		fmt.Println("unsteady: failed, and passed when run once more:", u)
	}
	for _, p := range leaks {
		fmt.Println("failed, though none of its tests did:", p)
	}
	fmt.Printf("%d passed, %d failed, %d skipped\n", ended["pass"], ended["fail"], ended["skip"])
	if failed == nil && len(missing) > 0 && os.Getenv("CI") == "true" {
		return errors.New("under CI=true every test has to run; see the skipped ones above")
	}
	// To run none of a package's tests once more lets it pass.
	if failed == nil && len(leaks) > 0 {
		return errors.New("a package failed after its tests, as one does that leaves a goroutine behind; see above")
	}
	return failed
}

// inMemory is where Linux keeps files in memory, and roomy how much it must hold, bytes.
const (
	inMemory = "/dev/shm"
	roomy    = 6 << 30
	noExec   = 8 // ST_NOEXEC of statfs(2)
)

// place returns where the tests' files go, "" for the system's folder: into memory if it
// holds them and programs run there. To keep and sync thousands of files on a disk takes
// half of the processor that the tests of the hall need.
func place() string {
	var fs syscall.Statfs_t
	if os.Getenv("TMPDIR") != "" || syscall.Statfs(inMemory, &fs) != nil || fs.Flags&noExec != 0 || fs.Bavail*uint64(fs.Bsize) < roomy {
		return ""
	}
	return inMemory
}

// split parts the arguments of "go test" into flags and packages. The value of a flag
// is an argument of its own only after -run and -exec.
func split(args []string) (flags, packages []string) {
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "-run" || a == "-exec":
			flags = append(flags, args[i:min(i+2, len(args))]...)
			i++
		case strings.HasPrefix(a, "-"):
			flags = append(flags, a)
		default:
			packages = append(packages, a)
		}
	}
	return flags, packages
}

// read counts the tests in the output of "go test -json" (see "go doc cmd/test2json")
// by how they ended at last, "fail" for those that never did. It lists those that were
// skipped for another reason than -short, the optional ones, those that failed before
// they passed, and the packages that failed without a test that did.
func read(in io.Reader) (count map[string]int, missing, optional, unsteady, leaks []string, err error) {
	said := map[string]string{}  // by package and test
	ended := map[string]string{} // the same
	failures := map[string]bool{}
	packages := map[string]bool{} // that failed: with a test that did?
	for lines := json.NewDecoder(in); ; {
		var e struct{ Action, Package, Test, Output string }
		if err := lines.Decode(&e); err == io.EOF {
			break
		} else if err != nil {
			return nil, nil, nil, nil, nil, err
		}
		if e.Action == "fail" {
			packages[e.Package] = packages[e.Package] || e.Test != ""
		}
		if e.Test == "" {
			continue
		}
		key := e.Package + " " + e.Test
		switch e.Action {
		case "run":
			if ended[key] == "" {
				ended[key] = "fail" // until it ends
			}
		case "output":
			if l := strings.TrimSpace(e.Output); !strings.HasPrefix(l, "=== ") && !strings.HasPrefix(l, "--- ") {
				said[key] += " " + l
			}
		case "skip":
			ended[key] = e.Action
			switch why := said[key]; {
			case strings.Contains(why, "-short"):
			case strings.Contains(why, ": optional: "):
				optional = append(optional, key+":"+why)
			default:
				missing = append(missing, key+":"+why)
			}
		case "fail":
			ended[key] = e.Action
			failures[key] = true
		case "pass":
			ended[key] = e.Action
			delete(said, key)
		}
	}
	count = map[string]int{}
	for key, how := range ended {
		count[how]++
		if how == "pass" && failures[key] {
			unsteady = append(unsteady, key)
		}
	}
	for p, told := range packages {
		if !told {
			leaks = append(leaks, p)
		}
	}
	slices.Sort(unsteady)
	slices.Sort(leaks)
	return count, missing, optional, unsteady, leaks, nil
}
