package main

import (
	"context"
	"flag"
	"fmt"
	"slices"

	"stonehand/cmd/internal/program"
)

func runSandbox(_ context.Context, args []string, std stdio) error {
	c := program.Confinement{MemoryMB: 1024}
	flags := flag.NewFlagSet("sandbox", flag.ContinueOnError)
	flags.IntVar(&c.MemoryMB, "memory", c.MemoryMB, "")
	flags.StringVar(&c.Hide, "hide", "", "")
	flags.StringVar(&c.Scratch, "scratch", "", "")
	flags.StringVar(&c.Group, "group", "", "")
	args, command := cut(args)
	err := parseFlags(flags, args)
	switch {
	case err != nil:
		return err
	case len(command) == 0:
		return hinted{usageError{"name the program to run after --"}, flagsHint(flags)}
	case c.Scratch == "":
		return hinted{usageError{"name a folder that the program may write to, with --scratch"}, flagsHint(flags)}
	case c.MemoryMB < 16 || c.MemoryMB > 65536: // as memory_mb of the settings
		return usageError{fmt.Sprintf("--memory %d is out of range: 16 to 65536", c.MemoryMB)}
	}
	return program.Confine(c, command)
}

// cut parts the arguments before "--" from those behind it.
func cut(args []string) (before, behind []string) {
	i := slices.Index(args, "--")
	if i < 0 {
		return args, nil
	}
	return args[:i], args[i+1:]
}
