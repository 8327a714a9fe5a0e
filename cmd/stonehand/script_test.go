package main

import (
	"errors"
	"os/exec"
	"regexp"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"stonehand/cmd/internal/netlab"
)

func TestMain(m *testing.M) {
	netlab.Main()
	testscript.Main(m, map[string]func(){"stonehand": main})
}

// TestScripts runs the conversations in testdata/script, one file for each
// behaviour, with the race detector in "make race".
func TestScripts(t *testing.T) { runScripts(t, "testdata/script") }

// TestScriptsAlone runs those of testdata/alone: command lines that are answered with a
// sentence, in which nothing runs at the same time, and searches, in which what does has tests
// of its own. The race detector makes a search many times slower, and every start.
func TestScriptsAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("starts the program often and searches for long, so -short leaves it out")
	}
	t.Parallel()
	runScripts(t, "testdata/alone")
}

func runScripts(t *testing.T, dir string) {
	testscript.Run(t, testscript.Params{
		Dir: dir,
		Setup: func(e *testscript.Env) error {
			// The race detector would hold up every process for a second at its end.
			e.Setenv("GORACE", "atexit_sleep_ms=0")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status":    status,
			"signature": sameSignature,
		},
	})
}

// status N PROGRAM ARGS... runs a program that has to exit with status N.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N program args...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

var signatureLine = regexp.MustCompile(`(?m)^signature (\d+) `)

// signature notes the signature that bench has just printed; the second time, it
// has to be the one noted.
func sameSignature(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: signature")
	}
	found := signatureLine.FindStringSubmatch(ts.ReadFile("stdout"))
	if found == nil {
		ts.Fatalf("bench printed no signature")
	}
	if before := ts.Getenv("SIGNATURE"); before != "" && before != found[1] {
		ts.Fatalf("the signature is %s, and was %s", found[1], before)
	}
	ts.Setenv("SIGNATURE", found[1])
}
