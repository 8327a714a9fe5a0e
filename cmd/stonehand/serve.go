package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"

	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/service"
	"stonehand/cmd/internal/store"
)

const serveUsage = `Usage:
    stonehand [serve] [flags]

Plays on the configured board and serves its page. Without a configuration the
board is simulated. Stop it with Ctrl-C; it continues the same game when it
starts again.

Flags:
    --config FILE    configuration file, TOML (default: all settings at their default)
    --listen ADDR    address of the page, "host:port" (web.listen)
    --data DIR       where to keep games (store.dir)
    --log LEVEL      debug, info, warn or error (log.level)
    --lean           use less than 28 MiB of memory (engine.memory)

Example:
    $ stonehand
    Stonehand plays at http://127.0.0.1:8019/
    Only this computer can open it. For a phone, set listen = ":8019" and a
    password under [web] in a file, and start with --config FILE.
`

// runServe is the daemon: it plays until ctx ends.
func runServe(ctx context.Context, args []string, std stdio) error {
	return serve(ctx, "serve", args, std, func([]string) (func(context.Context, *Daemon) error, error) { return nil, nil })
}

// serve is the daemon under a subcommand's name. What to do with the words between
// the flags, once it plays, says begin; nil is nothing.
func serve(ctx context.Context, name string, args []string, std stdio, begin func(words []string) (func(context.Context, *Daemon) error, error)) error {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	path := flags.String("config", "", "")
	listen := flags.String("listen", "", "")
	data := flags.String("data", "", "")
	level := flags.String("log", "", "")
	lean := flags.Bool("lean", false, "")
	words, err := parseWords(flags, args)
	if err != nil {
		return err
	}
	first, err := begin(words)
	if err != nil {
		return err
	}
	if len(words) > 0 && first == nil {
		return tooMany(flags, words)
	}
	cfg := config.Default()
	log := func() *slog.Logger { return service.NewLog(std.err, cfg.Log.Slog(), cfg.Log.Format == "json") }
	if *path != "" {
		var err error
		if cfg, err = config.Load(*path); err != nil {
			if service.Managed() {
				return newMending(*path, *listen, err, service.NewLog(std.err, nil, false)).run(ctx)
			}
			return err
		}
	}
	override(&cfg.Web.Listen, *listen)
	override(&cfg.Store.Dir, *data)
	override(&cfg.Log.Level, *level)
	if *lean {
		cfg.Engine.Memory = config.MemoryLean
	}
	d, err := start(cfg, log)
	if err != nil && service.Managed() {
		return newFailed(*path, cfg, err, log()).run(ctx)
	}
	if err != nil {
		return err
	}
	defer d.Close()
	dir := cfg.Store.Dir
	if dir == "" {
		dir, _ = store.DefaultDir()
	}
	fmt.Fprintf(std.out, "Stonehand plays at %s\n", d.URL())
	if alone := d.Alone(); alone != "" {
		fmt.Fprintln(std.out, alone)
	}
	kept := "Games are kept in " + dir
	if !d.store.Usable() {
		kept = fmt.Sprintf("Games are NOT kept until %s can be used", dir)
	}
	fmt.Fprintf(std.out, "Board: %s. %s. Stop with Ctrl-C.\n", d.device, kept)
	tidyMemory() // of what only the start needed, and again of what its end did
	time.AfterFunc(tidyAfter, tidyMemory)
	if first == nil {
		return d.Run(ctx)
	}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return d.Run(ctx) })
	g.Go(func() error { return first(ctx, d) })
	return g.Wait()
}

// start makes the daemon from a configuration, and this process as small as that wants.
func start(cfg config.Config, log func() *slog.Logger) (*Daemon, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	if err := keepSmall(cfg.Engine); err != nil {
		return nil, err
	}
	return NewDaemon(cfg, log())
}

// override puts a flag's value in place of the file's, if the flag was given.
func override(setting *string, flag string) {
	if flag != "" {
		*setting = flag
	}
}
