package main

import (
	"context"
	"flag"
	"slices"

	"stonehand/cmd/internal/program"
)

func runSandbox(_ context.Context, args []string, std stdio) error {
	c := program.Confinement{MemoryMB: 1024}
	flags := flag.NewFlagSet("sandbox", flag.ContinueOnError)
	within := settings(flags, &c)
	args, command := cut(args)
	err := parseFlags(flags, args)
	switch {
	case err != nil:
		return err
	case len(command) == 0:
		return hinted{usageError{"name the program to run after --"}, flagsHint(flags)}
	case c.Scratch == "":
		return hinted{usageError{"name a folder that the program may write to, with --scratch"}, flagsHint(flags)}
	}
	if err := within(); err != nil {
		return err
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
