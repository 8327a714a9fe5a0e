package main

import (
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"stonehand/cmd/internal/commandline"
)

// build is what programs and records are told of this build.
func build() string { return commandline.Version }

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
	_, err := fmt.Fprintln(std.out, commandline.Build("stonehand"))
	return err
}
