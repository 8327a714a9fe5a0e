package main

import (
	"context"
	"flag"
	"fmt"

	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/service"
	"stonehand/cmd/internal/store"
)

const serveUsage = `Usage:
    stonehand [serve] [flags]

Plays on the board that the configuration names, the simulated one if there is
no configuration, and serves its page. Ctrl-C ends it; started again, it goes on
with the same game.

Flags:
    --config FILE    the configuration, TOML; without it everything is at its default
    --listen ADDR    where the page is served, "host:port" (web.listen)
    --data DIR       where games are kept (store.dir)
    --log LEVEL      debug, info, warn or error (log.level)
    --lean           keep the whole daemon below 24 MiB of memory (engine.memory)

Example:
    $ stonehand
    Stonehand plays at http://127.0.0.1:8019/
`

// runServe is the daemon: it plays until ctx ends.
func runServe(ctx context.Context, args []string, std stdio) error {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	path := flags.String("config", "", "")
	listen := flags.String("listen", "", "")
	data := flags.String("data", "", "")
	level := flags.String("log", "", "")
	lean := flags.Bool("lean", false, "")
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	cfg := config.Default()
	if *path != "" {
		var err error
		if cfg, err = config.Load(*path); err != nil {
			return err
		}
	}
	override(&cfg.Web.Listen, *listen)
	override(&cfg.Store.Dir, *data)
	override(&cfg.Log.Level, *level)
	if *lean {
		cfg.Engine.Memory = config.MemoryLean
	}
	if err := cfg.Check(); err != nil {
		return err
	}
	if err := keepSmall(cfg.Engine); err != nil {
		return err
	}
	d, err := NewDaemon(cfg, service.NewLog(std.err, cfg.Log.Slog(), cfg.Log.Format == "json"))
	if err != nil {
		return err
	}
	defer d.Close()
	dir := cfg.Store.Dir
	if dir == "" {
		dir, _ = store.DefaultDir()
	}
	fmt.Fprintf(std.out, "Stonehand plays at %s\n", d.URL())
	kept := "Games are kept in " + dir
	if !d.store.Usable() {
		kept = fmt.Sprintf("Games are NOT kept until %s can be used", dir)
	}
	fmt.Fprintf(std.out, "Board: %s. %s. Stop with Ctrl-C.\n", d.device, kept)
	tidyMemory() // of what only the start needed
	return d.Run(ctx)
}

// override puts a flag's value in place of the file's, if the flag was given.
func override(setting *string, flag string) {
	if flag != "" {
		*setting = flag
	}
}
