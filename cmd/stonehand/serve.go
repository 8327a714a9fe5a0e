package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/link"
	"stonehand/cmd/internal/service"
	"stonehand/cmd/internal/store"
	"stonehand/cmd/internal/web"
)

// runServe is the daemon: it plays until ctx ends.
func runServe(ctx context.Context, args []string, std stdio) error {
	var f serveFlags
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	settings(flags, &f)
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	return serve(ctx, f, std, nil)
}

// serveFlags are the flags of the daemon.
type serveFlags struct {
	Path   string `flag:"config"`
	Listen string `flag:"listen"`
	Data   string `flag:"data"`
	Level  string `flag:"log"`
	Lean   bool   `flag:"lean"`
}

// config is the configuration as the flags want it. Until it can be read it is the
// default.
func (f *serveFlags) config() (config.Config, error) {
	cfg := config.Default()
	if f.Path != "" {
		read, err := config.Load(f.Path)
		if err != nil {
			return cfg, err
		}
		cfg = read
	}
	override(&cfg.Web.Listen, f.Listen)
	override(&cfg.Store.Dir, f.Data)
	override(&cfg.Log.Level, f.Level)
	if f.Lean {
		cfg.Engine.Memory = config.MemoryLean
	}
	return cfg, nil
}

// serve is the daemon. What to do once it plays says first; nil is nothing.
func serve(ctx context.Context, f serveFlags, std stdio, first func(context.Context, *Daemon) error) error {
	service.Unheard() // the game, and the arm, do not depend on who reads the log
	cfg, err := f.config()
	log := func() *slog.Logger { return service.NewLog(std.err, cfg.Log.Slog(), cfg.Log.Format == "json") }
	if err != nil && service.Managed() {
		return newMending(f.Path, f.Listen, err, service.NewLog(std.err, nil, false)).run(ctx)
	}
	if err != nil {
		return err
	}
	d, err := start(cfg, log)
	if err != nil && service.Managed() {
		return newFailed(f.Path, cfg, err, log()).run(ctx)
	}
	if err != nil {
		return flagged(err)
	}
	defer d.Close()
	dir := cfg.Store.Dir
	if dir == "" {
		dir, _ = store.DefaultDir()
	}
	fmt.Fprintf(std.out, "Stonehand plays at %s\n", d.URL())
	if alone := d.Alone(); alone != "" {
		fmt.Fprintln(std.out, alone)
	} else if isTerminal(std.out) {
		if code, err := web.TerminalQR(d.URL()); err == nil {
			fmt.Fprint(std.out, code)
		}
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

// runPlay shows the table in the terminal, or is the daemon, which accepts an
// invitation first.
func runPlay(ctx context.Context, args []string, std stdio) error {
	var f terminalFlags
	flags := flag.NewFlagSet("play", flag.ContinueOnError)
	settings(flags, &f, &f.serveFlags)
	here := flags.Bool("terminal", false, "")
	words, err := parseWords(flags, args)
	switch {
	case err != nil:
		return err
	case *here && len(words) > 0:
		return tooMany(flags, words)
	case *here:
		return playTerminal(ctx, f, std)
	case f.Connect != "" || f.Language != "" || f.ASCII:
		return hinted{usageError{"--connect, --language and --ascii are for play in the terminal"}, "write: stonehand play --terminal"}
	case len(words) == 0 || len(words) > 2:
		return hinted{usageError{"\"stonehand play\" needs the link of an invitation, or a host and a code"}, "\"stonehand help play\" shows how; \"stonehand play --terminal\" plays in the terminal"}
	}
	_, code, err := link.ReadLink(words[0], config.DefaultPort)
	if err != nil {
		return usageError{err.Error()}
	}
	if len(words) == 2 {
		code = words[1]
	}
	if code == "" {
		if code, err = askCode(std); err != nil {
			return err
		}
	}
	return serve(ctx, f.serveFlags, std, func(ctx context.Context, d *Daemon) error { return d.join(ctx, words[0], code, std) })
}

// askCode asks the person who started the program for the invitation's code.
func askCode(std stdio) (string, error) {
	fmt.Fprint(std.err, "The invitation's code: ")
	line, _ := bufio.NewReader(std.in).ReadString('\n')
	if line = strings.TrimSpace(line); line == "" {
		return "", hinted{usageError{"the code of the invitation is missing"}, "it is the part of the invitation's link after \"#\""}
	}
	return line, nil
}

// join accepts an invitation, and says what became of it. Only a host that refuses
// ends the program.
func (d *Daemon) join(ctx context.Context, address, code string, std stdio) error {
	err := d.session.Join(ctx, address, code)
	var refused *link.Refused
	switch {
	case ctx.Err() != nil:
		return nil
	case errors.As(err, &refused) && refused.Code == link.Closed:
		return hinted{refused, "ask the host for a new invitation"}
	case err != nil && d.session.Status().Session:
		std.warn(fmt.Sprintf("%v; trying again until it works", err))
		return nil
	case err != nil:
		return err
	}
	fmt.Fprintf(std.out, "The table at %s has accepted.\n", strings.SplitN(address, "#", 2)[0])
	return nil
}
