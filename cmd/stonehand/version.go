package main

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
)

const versionUsage = `Prints which Stonehand this is.

Usage:
    stonehand version
`

// version is set by the linker.
var version string

// build names this build: the version it was given, else the module's, else
// "unknown".
func build() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "unknown"
}

func runVersion(_ context.Context, args []string, std stdio) error {
	if err := parseFlags(flag.NewFlagSet("version", flag.ContinueOnError), args); err != nil {
		return err
	}
	_, err := fmt.Fprintf(std.out, "stonehand %s %s %s/%s\n", build(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
