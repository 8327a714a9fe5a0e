// Command gotest runs "go test" with the arguments it is given and prints what
// a person wants to see of it: a line a package, everything a failed test said,
// every test that was skipped and why, and a closing line with the totals. With
// -heavy and folders it runs the tests there that -short cuts short.
//
// Under CI=true a skipped test is a failure, unless it skipped itself because
// of -short, since the heavy tests run in a pass of their own, or says that it is
// optional: its first words are "optional:", and it needs what no build can fetch.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
)

// event is one line of "go test -json" (see "go doc cmd/test2json").
type event struct {
	Action     string
	Package    string
	ImportPath string
	Test       string
	Output     string
}

// report adds up events.
type report struct {
	out                     io.Writer
	said                    map[string][]string // by package and test
	passed, failed, skipped int
	missing                 []string // skips for another reason than -short
	optional                []string // those of them that need what no build can fetch
}

func main() {
	args := os.Args[1:]
	if len(args) > 0 && args[0] == "-heavy" {
		var err error
		if args, err = heavy(args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, "error: cannot find the heavy tests:", err)
			os.Exit(1)
		}
	}
	// Many tests wait for simulated hardware that keeps pace with the clock on the
	// wall: with a package to a processor the processors would stand idle.
	packages := fmt.Sprint("-p=", 2*runtime.NumCPU())
	// Tests that are slow only because the machine is busy may take longer than the
	// ten minutes of "go test".
	cmd := exec.Command("go", append([]string{"test", "-json", "-timeout=20m", packages}, args...)...)
	cmd.Stderr = os.Stderr
	pipe, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "error: cannot run go test:", err)
		os.Exit(1)
	}
	r := report{out: os.Stdout, said: map[string][]string{}}
	if err := r.read(pipe); err != nil {
		fmt.Fprintln(os.Stderr, "error: cannot read go test's output:", err)
		os.Exit(1)
	}
	err = cmd.Wait()
	for _, m := range append(r.optional, r.missing...) {
		fmt.Println("skipped:", m)
	}
	fmt.Printf("%d passed, %d failed, %d skipped\n", r.passed, r.failed, r.skipped)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "error: go test:", err)
		os.Exit(1)
	case os.Getenv("CI") == "true" && len(r.missing) > 0:
		fmt.Fprintln(os.Stderr, "error: under CI=true every test has to run; see the skipped ones above")
		os.Exit(1)
	}
}

// read takes events until the stream ends.
func (r *report) read(in io.Reader) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			fmt.Fprintln(r.out, lines.Text())
			continue
		}
		r.add(e)
	}
	return lines.Err()
}

// add takes one event.
func (r *report) add(e event) {
	key := e.Package + " " + e.Test
	switch e.Action {
	case "build-output":
		fmt.Fprint(r.out, e.Output)
	case "output":
		if e.Test == "" && summary(e.Output) {
			fmt.Fprint(r.out, e.Output)
			return
		}
		r.said[key] = append(r.said[key], e.Output)
	case "pass", "fail", "skip":
		said := strings.Join(r.said[key], "")
		delete(r.said, key)
		if e.Action == "fail" {
			fmt.Fprint(r.out, said)
		}
		if e.Test == "" {
			if e.Action == "fail" {
				r.unfinished(e.Package)
			}
			return
		}
		switch e.Action {
		case "pass":
			r.passed++
		case "fail":
			r.failed++
		case "skip":
			r.skipped++
			switch {
			case strings.Contains(said, "-short"):
			case strings.Contains(said, ": optional: "):
				r.optional = append(r.optional, key+": "+reason(said))
			default:
				r.missing = append(r.missing, key+": "+reason(said))
			}
		}
	}
}

// unfinished prints what was said by the tests of a package that never ended:
// those that ran when its program was stopped, for a panic or for its time.
func (r *report) unfinished(pkg string) {
	for _, key := range slices.Sorted(maps.Keys(r.said)) {
		if strings.HasPrefix(key, pkg+" ") {
			fmt.Fprint(r.out, strings.Join(r.said[key], ""))
			delete(r.said, key)
			r.failed++
		}
	}
}

// summary reports whether a line that no test printed is worth showing while
// all is well.
func summary(line string) bool {
	return strings.HasPrefix(line, "ok ") || strings.HasPrefix(line, "FAIL\t") ||
		strings.HasPrefix(line, "?  ") || strings.HasPrefix(line, "coverage:")
}

// reason is what a skipped test said, on one line.
func reason(said string) string {
	var words []string
	for _, l := range strings.Split(said, "\n") {
		l = strings.TrimSpace(l)
		if l != "" && !strings.HasPrefix(l, "=== ") && !strings.HasPrefix(l, "--- ") {
			words = append(words, l)
		}
	}
	return strings.Join(words, " ")
}
