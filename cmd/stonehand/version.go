package main

import (
	"context"
	"flag"
	"fmt"
	"runtime"
)

const versionUsage = `Prints the version of Stonehand, and of Go, and the system that it was built for.

Usage:
    stonehand version
`

// version is the release, after semantic versioning, as CHANGELOG.md has it. The
// Makefile reads it from here; -ldflags "-X main.version=..." names another build.
var version = "0.1.0"

// build is what programs and records are told of this build.
func build() string { return version }

func runVersion(_ context.Context, args []string, std stdio) error {
	if err := parseFlags(flag.NewFlagSet("version", flag.ContinueOnError), args); err != nil {
		return err
	}
	_, err := fmt.Fprintf(std.out, "stonehand %s %s %s/%s\n", build(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
