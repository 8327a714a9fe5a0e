package kerneltest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// inside is the environment variable that tells a test binary that it runs in
// the machine.
const inside = "STONEHAND_KERNELTEST"

// Part is a test that runs in the machine.
type Part struct {
	Name string // in small letters, without spaces
	Test func(t *testing.T, b *Board)
}

// Run boots a machine, runs the parts in it one after the other, and reports
// each as a subtest of t: what it said, and whether it failed. t must be a test
// function's own, which does nothing else; under -short it skips.
//
// The machine runs the test binary of the package in the working directory,
// built again without the race detector, with the flags that the package defines
// for itself. There the same test function calls Run again, which then runs the
// parts.
func Run(t *testing.T, parts ...Part) {
	t.Helper()
	RunWith(t, nil, parts...)
}

// RunWith is Run with further parameters of the kernel's command line, such as
// "spidev.bufsiz=65536".
func RunWith(t *testing.T, kernel []string, parts ...Part) {
	t.Helper()
	if os.Getenv(inside) != "" {
		b := open(t)
		for _, p := range parts {
			t.Run(p.Name, func(t *testing.T) {
				b.t = t
				b.Reset()
				p.Test(t, b)
			})
		}
		return
	}
	if testing.Short() {
		t.Skip("boots a kernel; run without -short")
	}
	cache := cacheDir()
	require(t, missing(cache)...)
	bin := filepath.Join(t.TempDir(), "test")
	if err := goBuild(t, ".", "amd64", "test", "-c", "-o", bin, "."); err != nil {
		t.Fatal(err)
	}
	run := "^" + regexp.QuoteMeta(t.Name()) + "$"
	output, err := boot(t, machine{
		files: map[string]string{"/test": bin},
		args:  append([]string{"/test", "-test.v=test2json", "-test.timeout=3h", "-test.run=" + run}, own()...),
		env:   []string{inside + "=1", "CI=" + os.Getenv("CI"), "HOME=/tmp"},
	}, kernel)
	results := parse(t.Name(), output)
	for _, p := range parts {
		t.Run(p.Name, func(t *testing.T) {
			r, ok := results[p.Name]
			if ok {
				t.Logf("in the machine:\n%s", r.said)
			}
			switch {
			case !ok:
				t.Error("did not run in the machine")
			case r.verdict != "PASS":
				t.Errorf("%s in the machine", r.verdict)
			}
		})
	}
	if err != nil || t.Failed() {
		t.Errorf("%v; outside of the parts it said:\n%s", err, results[""].said)
	}
}

// own returns the flags of the test binary that are not the testing package's, as
// they were given.
func own() (args []string) {
	flag.Visit(func(f *flag.Flag) {
		if !strings.HasPrefix(f.Name, "test.") {
			args = append(args, "-"+f.Name+"="+f.Value.String())
		}
	})
	return args
}

// result is what became of one part.
type result struct {
	said    string
	verdict string // PASS, FAIL, SKIP, or "it did not end"
}

// framed is a line of "-test.v=test2json": a mark before what the testing
// package itself says.
var framed = regexp.MustCompile(`^\x16?(?:=== (RUN|PAUSE|CONT|NAME) +(\S*)| *--- (PASS|FAIL|SKIP): (\S+).*)$`)

// parse takes the output of a test binary apart into what each part of test
// said and how it ended; "" is what nobody in particular said.
func parse(test, output string) map[string]result {
	results := map[string]result{}
	part := func(name string) string {
		m := regexp.MustCompile("^" + regexp.QuoteMeta(test) + "/([^/]+)").FindStringSubmatch(name)
		if m == nil {
			return ""
		}
		return m[1]
	}
	current := ""
	for _, line := range regexp.MustCompile(`\r?\n`).Split(output, -1) {
		m := framed.FindStringSubmatch(line)
		switch {
		case m == nil:
			r := results[current]
			r.said += line + "\n"
			results[current] = r
		case m[3] != "" && m[4] == fmt.Sprintf("%s/%s", test, part(m[4])):
			r := results[part(m[4])]
			r.verdict = m[3]
			results[part(m[4])] = r
			current = part(m[4])
		case m[3] != "":
			r := results[part(m[4])]
			r.said += line + "\n"
			results[part(m[4])] = r
			current = part(m[4])
		default:
			current = part(m[2])
			if r := results[current]; r.verdict == "" && current != "" {
				r.verdict = "it did not end"
				results[current] = r
			}
		}
	}
	return results
}
