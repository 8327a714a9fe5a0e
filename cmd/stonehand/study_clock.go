package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync/atomic"

	"stonehand/cmd/internal/lab"
)

// studyClock measures how late searches end on a machine whose cores have other
// work.
func studyClock(ctx context.Context, args []string, std stdio) error {
	s := lab.DefaultClockStudy
	flags := flag.NewFlagSet("study clock", flag.ContinueOnError)
	flags.IntVar(&s.Moves, "moves", s.Moves, "")
	flags.DurationVar(&s.Limit, "limit", s.Limit, "")
	flags.IntVar(&s.Threads, "threads", s.Threads, "")
	flags.Uint64Var(&s.Seed, "seed", s.Seed, "")
	load := flags.Int("load", runtime.NumCPU(), "")
	quiet := flags.Bool("quiet", false, "")
	burn := flags.Bool("burn", false, "")
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	if *burn {
		return burnCore(ctx, std.in)
	}
	if err := s.Check(); err != nil {
		return usageError{err.Error()}
	}
	if *load < 0 || *load > 1024 {
		return usageError{fmt.Sprintf("--load %d is out of range: 0 to 1024 processes", *load)}
	}
	stop, err := loadCores(*load)
	if err != nil {
		return err
	}
	progress := func(moves int) { fmt.Fprintf(std.err, "\r%d of %d moves ", moves, s.Moves) }
	if *quiet {
		progress = nil
	}
	err = s.Run(ctx, std.out, progress)
	if !*quiet {
		fmt.Fprintln(std.err)
	}
	return errors.Join(err, stop())
}

// loadCores starts processes that each keep a core busy, like other programs do,
// until stop is called or this process ends. Goroutines of this process would
// not do: they would compete with the search for the threads of one process,
// and not for cores.
func loadCores(n int) (stop func() error, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var burners []*exec.Cmd
	var leashes []io.Closer
	stop = func() error {
		for _, l := range leashes {
			l.Close()
		}
		var errs []error
		for _, c := range burners {
			errs = append(errs, c.Wait())
		}
		return errors.Join(errs...)
	}
	for range n {
		c := exec.Command(self, "study", "clock", "--burn")
		leash, err := c.StdinPipe()
		if err == nil {
			err = c.Start()
		}
		if err != nil {
			return nil, errors.Join(fmt.Errorf("loading the cores: %w", err), stop())
		}
		burners, leashes = append(burners, c), append(leashes, leash)
	}
	return stop, nil
}

// burnCore keeps one core busy until in ends.
func burnCore(ctx context.Context, in io.Reader) error {
	var done atomic.Bool
	go func() {
		defer done.Store(true)
		_, _ = io.Copy(io.Discard, in)
	}()
	for !done.Load() && ctx.Err() == nil {
	}
	return nil
}
