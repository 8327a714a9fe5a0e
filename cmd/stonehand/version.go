package main

import (
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"time"
)

// version is the release, after semantic versioning, as CHANGELOG.md has it. The
// Makefile reads it from here; -ldflags "-X main.version=..." names another build.
var version = "0.1.0"

// build is what programs and records are told of this build.
func build() string { return version }

// ourselves tells this program from every other one, and so its engine's analyses
// from those of another: the checksum of its own file. It is read once, when it is
// first needed.
var ourselves = sync.OnceValue(func() string {
	h := sha256.New()
	path, err := os.Executable()
	if err == nil {
		var f *os.File
		if f, err = os.Open(path); err == nil {
			_, err = io.Copy(h, f)
			f.Close()
		}
	}
	if err != nil {
		return build() + time.Now().String() // nothing is known to be of this engine
	}
	return fmt.Sprintf("%x", h.Sum(nil))
})

func runVersion(_ context.Context, args []string, std stdio) error {
	if err := parseFlags(flag.NewFlagSet("version", flag.ContinueOnError), args); err != nil {
		return err
	}
	_, err := fmt.Fprintf(std.out, "stonehand %s %s %s/%s\n", build(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
