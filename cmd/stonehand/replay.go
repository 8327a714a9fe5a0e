package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"

	"golang.org/x/sync/errgroup"

	"stonehand/cmd/internal/replay"
	"stonehand/cmd/internal/rerun"
	"stonehand/cmd/internal/service"
	"stonehand/cmd/internal/table"
	"stonehand/cmd/internal/text"
	"stonehand/cmd/internal/web"
)

// runReplay plays a recording.
func runReplay(ctx context.Context, args []string, std stdio) error {
	flags := flag.NewFlagSet("replay", flag.ContinueOnError)
	path := flags.String("config", "", "")
	listen := flags.String("listen", "", "")
	speed := flags.Float64("speed", 0, "")
	level := flags.String("log", "error", "")
	words, err := parseWords(flags, args)
	switch {
	case err != nil:
		return err
	case len(words) != 1:
		return hinted{usageError{"name one recording, or - for standard input"}, `like "stonehand replay game.rec"`}
	case !(*speed >= 0 && *speed <= replay.MaxSpeed):
		return usageError{fmt.Sprintf("--speed %v is out of range: 0 to %d", *speed, replay.MaxSpeed)}
	}
	s := findSite(*path)
	override(&s.cfg.Web.Listen, *listen)
	override(&s.cfg.Log.Level, *level)
	if s.err != nil {
		return s.err
	}
	if err := s.cfg.Check(); err != nil {
		return flagged(err)
	}
	if *listen != "" && !given(flags, "speed") {
		*speed = 1
	}
	in := std.in
	if words[0] != "-" {
		file, err := os.Open(words[0])
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	player, err := replay.New(in, *speed)
	if err != nil {
		return fmt.Errorf("%s: %w", words[0], err)
	}
	log := service.NewLog(std.err, s.cfg.Log.Slog(), false)
	language, _ := text.ParseLanguage(s.cfg.Language)
	journal := &replay.Journal{}
	c := table.Config{Journal: journal, Language: language, Logger: log}
	if err := rerun.Set(&c, settingsOf(s.cfg)); err != nil {
		return err
	}
	t, err := rerun.Table(player, c)
	if err != nil {
		return fmt.Errorf("%s: %w", words[0], err)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	g, ctx := errgroup.WithContext(ctx)
	if *listen != "" {
		l, err := net.Listen("tcp", *listen)
		if err != nil {
			return fmt.Errorf("the page cannot be served: %w", err)
		}
		page, err := web.New(web.Config{Table: t, Hosts: s.cfg.Web.Hosts, Log: log})
		if err != nil {
			l.Close()
			return err
		}
		fmt.Fprintf(std.out, "The recording plays at http://%s/\n", l.Addr())
		g.Go(func() error { return page.Serve(ctx, l) })
	}
	g.Go(func() error { return t.Run(ctx) })
	var outcome error
	g.Go(func() error {
		select {
		case <-player.Over():
		case <-ctx.Done():
			return nil
		}
		outcome = tellGames(std.out, player, journal, t)
		if *listen == "" {
			cancel()
		}
		return nil
	})
	if err := errors.Join(g.Wait(), outcome); err != nil {
		return err
	}
	select {
	case <-player.Over():
		return nil
	default:
		if *listen != "" {
			return nil // a spectator may leave at any time
		}
		return errors.New("interrupted")
	}
}

// tellGames prints what came of a recording.
func tellGames(w io.Writer, p *replay.Player, j *replay.Journal, t *table.Table) error {
	played, then := p.Played(j)
	for i, g := range played {
		fmt.Fprintf(w, "Game %d\n%s", i+1, g)
	}
	fmt.Fprintf(w, "At the end: %s\n", t.Snapshot().Message)
	if err := p.Err(); err != nil {
		return fmt.Errorf("the recording is cut off: %w", err)
	}
	switch {
	case then == nil:
		return nil
	case replay.Same(then, played):
		fmt.Fprintln(w, "The daemon that recorded it had the same.")
		return nil
	}
	fmt.Fprintln(w, "The daemon that recorded it had:")
	for i, g := range then {
		fmt.Fprintf(w, "Game %d\n%s", i+1, g)
	}
	return exitStatus(1)
}
