// Command gotest runs "go test" with the arguments it is given, through gotestsum,
// which prints a line a package and everything a failed test said. It adds every
// test that was skipped for another reason than -short, and a closing line with the
// totals. With -heavy and folders it runs the tests there that -short cuts short.
//
// Under CI=true a skipped test is a failure, unless it skipped itself because
// of -short, since the heavy tests run in a pass of their own, or says that it is
// optional: its first words are "optional:", and it needs what no build can fetch.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
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
	dir, err := os.MkdirTemp("", "gotest")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	events := filepath.Join(dir, "events")
	os.Unsetenv("MAKEFLAGS") // the makes that tests run are on their own
	// The runner is for this machine, whatever the tests are built for.
	find := exec.Command("go", "tool", "-n", "gotestsum")
	find.Env, find.Stderr = append(os.Environ(), "GOOS=", "GOARCH=", "GOARM="), os.Stderr
	runner, err := find.Output()
	if err != nil {
		return fmt.Errorf("cannot build gotestsum: %w", err)
	}
	cmd := exec.Command(strings.TrimSpace(string(runner)), append([]string{
		"--format=standard-quiet", "--hide-summary=skipped", "--jsonfile=" + events, "--",
		"-vet=off", // "make lint" vets all
		// Tests that are slow only because the machine is busy may take longer than
		// the ten minutes of "go test".
		"-timeout=20m",
		// Many tests wait for simulated hardware that keeps pace with the clock on
		// the wall: with a package to a processor the processors would stand idle.
		fmt.Sprint("-p=", 2*runtime.NumCPU()),
	}, args...)...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	failed := cmd.Run()
	file, err := os.Open(events)
	if err != nil {
		return errors.Join(failed, err)
	}
	defer file.Close()
	ended, missing, optional, err := read(file)
	if err != nil {
		return errors.Join(failed, fmt.Errorf("cannot read what the tests said: %w", err))
	}
	for _, m := range append(optional, missing...) {
		fmt.Println("skipped:", m)
	}
	fmt.Printf("%d passed, %d failed, %d skipped\n", ended["pass"], ended["run"]-ended["pass"]-ended["skip"], ended["skip"])
	if failed == nil && len(missing) > 0 && os.Getenv("CI") == "true" {
		return errors.New("under CI=true every test has to run; see the skipped ones above")
	}
	return failed
}

// read counts the events of tests in the output of "go test -json" (see "go doc
// cmd/test2json") by what they are, and lists the tests that were skipped for
// another reason than -short, and the optional ones.
func read(in io.Reader) (count map[string]int, missing, optional []string, err error) {
	count = map[string]int{}
	said := map[string]string{} // by package and test
	for lines := json.NewDecoder(in); ; {
		var e struct{ Action, Package, Test, Output string }
		if err := lines.Decode(&e); err == io.EOF {
			return count, missing, optional, nil
		} else if err != nil {
			return nil, nil, nil, err
		}
		if e.Test == "" {
			continue
		}
		count[e.Action]++
		key := e.Package + " " + e.Test
		switch e.Action {
		case "output":
			if l := strings.TrimSpace(e.Output); !strings.HasPrefix(l, "=== ") && !strings.HasPrefix(l, "--- ") {
				said[key] += " " + l
			}
		case "skip":
			switch why := said[key]; {
			case strings.Contains(why, "-short"):
			case strings.Contains(why, ": optional: "):
				optional = append(optional, key+":"+why)
			default:
				missing = append(missing, key+":"+why)
			}
		}
		if e.Action == "pass" {
			delete(said, key)
		}
	}
}
