package main

import (
	"context"
	"flag"
	"fmt"
	"strconv"
	"strings"

	"stonehand/cmd/internal/lab"
)

// studyRegion compares minimax, alpha-beta and the growing region at Gomoku.
func studyRegion(ctx context.Context, args []string, std stdio) error {
	s := lab.DefaultRegionStudy
	flags := flag.NewFlagSet("study region", flag.ContinueOnError)
	stones := flags.String("stones", numbers(s.Stones), "")
	depths := flags.String("depths", numbers(s.Depths), "")
	flags.DurationVar(&s.Limit, "limit", s.Limit, "")
	flags.Uint64Var(&s.Seed, "seed", s.Seed, "")
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	var err error
	if s.Stones, err = readNumbers("stones", *stones); err != nil {
		return err
	}
	if s.Depths, err = readNumbers("depths", *depths); err != nil {
		return err
	}
	if err := s.Check(); err != nil {
		return usageError{err.Error()}
	}
	return s.Run(ctx, std.out)
}

// numbers writes a list as a flag takes it.
func numbers(list []int) string {
	var words []string
	for _, n := range list {
		words = append(words, strconv.Itoa(n))
	}
	return strings.Join(words, ",")
}

// readNumbers reads a flag's list.
func readNumbers(name, text string) ([]int, error) {
	var list []int
	for word := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil {
			return nil, usageError{fmt.Sprintf("--%s %s: %q is not a number; write a list like 1,2,3", name, text, word)}
		}
		list = append(list, n)
	}
	return list, nil
}
