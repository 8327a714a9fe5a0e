package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"stonehand/cmd/internal/doctor"
	"stonehand/hw"
	"stonehand/hw/calib"
	"stonehand/hw/recording"
)

// redraw is how often the picture is drawn again: as fast as people can follow.
const redraw = 100 * time.Millisecond

// watch shows what the board's sensors see until ctx ends: on a terminal a
// picture that is redrawn in place, else a line for everything that changes.
func watch(ctx context.Context, s site, std stdio) error {
	if err := s.cfg.Check(); err != nil {
		return err
	}
	daemon, _ := doctor.Page(ctx, s.cfg.Web.Listen, findSocket(s.dataDir()))
	source, name, err := events(ctx, s.cfg, daemon)
	if err != nil {
		return err
	}
	known, _ := doctor.Calibration(s.dataDir(), "")
	in := make(chan hw.Reading, 8)
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		defer close(in)
		turn := turned(known)
		return source(ctx, func(v recording.Event) {
			select {
			case in <- turn(v.Reading):
			case <-ctx.Done():
			}
		})
	})
	g.Go(func() error {
		sight := &doctor.Sight{Name: name}
		if file, ok := std.out.(*os.File); ok && isTerminal(file) {
			return draw(ctx, sight, in, file, os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb")
		}
		return list(ctx, sight, in, std)
	})
	return g.Wait()
}

// turned returns what brings readings to the board's own numbers, where people have
// shown by a calibration how its sensors lie.
func turned(c *calib.Calibration) func(hw.Reading) hw.Reading {
	var lens *calib.Lens // nil: the sensors are numbered as the board is
	return func(r hw.Reading) hw.Reading {
		if l := r.Link; l != nil {
			lens = nil
			if l.Up && c != nil && c.Fits(calib.BoardOf(l)) {
				made := calib.NewLens(*c)
				lens = &made
			}
		}
		if r.Frame != nil && lens != nil {
			f := *r.Frame
			f.Points = slices.Clone(lens.Frame(f.Points))
			r.Frame = &f
		}
		return r
	}
}

// list prints everything that changes as a line.
func list(ctx context.Context, sight *doctor.Sight, in <-chan hw.Reading, std stdio) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case r, ok := <-in:
			if !ok {
				return nil
			}
			now := time.Now()
			for _, line := range sight.Take(r, now) {
				if _, err := fmt.Fprintf(std.out, "%s %s\n", now.Format("15:04:05.000"), line); err != nil {
					return err
				}
			}
		}
	}
}

// Sequences of ECMA-48 and xterm.
const (
	screenOther = "\x1b[?1049h\x1b[?25l" // a screen of our own, without a cursor
	screenBack  = "\x1b[?25h\x1b[?1049l"
	home        = "\x1b[H"
	restOfLine  = "\x1b[K"
	restBelow   = "\x1b[J"
)

// draw redraws the picture in place.
func draw(ctx context.Context, sight *doctor.Sight, in <-chan hw.Reading, out *os.File, colour bool) error {
	if _, err := out.WriteString(screenOther); err != nil {
		return err
	}
	defer out.WriteString(screenBack)
	tick := time.NewTicker(redraw)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case r, ok := <-in:
			if !ok {
				return nil
			}
			sight.Take(r, time.Now())
		case now := <-tick.C:
			lines := append(sight.Picture(now, colour), "", "Ctrl-C ends it.")
			if _, err := out.WriteString(home + strings.Join(lines, restOfLine+"\r\n") + restOfLine + restBelow); err != nil {
				return err
			}
		}
	}
}
