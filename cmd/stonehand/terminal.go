package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/gdamore/tcell/v3"
	"golang.org/x/sync/errgroup"
	"golang.org/x/term"

	"stonehand/cmd/internal/bridge"
	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/service"
	"stonehand/cmd/internal/terminal"
	"stonehand/cmd/internal/text"
)

// terminalFlags are what "stonehand play --terminal" is told.
type terminalFlags struct {
	serveFlags
	Connect  string `flag:"connect"`
	Language string `flag:"language"`
	ASCII    bool   `flag:"ascii"`
}

// playTerminal shows a table in the terminal: one of its own, or the one at an address.
func playTerminal(ctx context.Context, f terminalFlags, std stdio) error {
	if !isTerminal(std.in) || !isTerminal(std.out) {
		return hinted{errors.New("--terminal needs a terminal, and this is none"),
			"start it in a terminal, and over SSH with \"ssh -t\"; \"stonehand console\" is for programs"}
	}
	if t := os.Getenv("TERM"); t == "" || t == "dumb" {
		return hinted{errors.New("this terminal cannot place text on the screen"), "set TERM to what it is, for example: TERM=xterm"}
	}
	if f.Connect != "" {
		return showTable(ctx, f.Connect, f, config.Default().Language)
	}
	cfg, err := f.config()
	if err != nil {
		return err
	}
	if f.Listen == "" && f.Path == "" {
		cfg.Web.Listen = "127.0.0.1:0" // the page is beside the point, and a table may be running
	}
	log := &lastLines{}
	d, err := start(cfg, func() *slog.Logger { return service.NewLog(log, slog.LevelWarn, false) })
	if err != nil {
		return flagged(err)
	}
	defer log.flush(std.err) // when the screen is a terminal again
	defer d.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { defer cancel(); return d.Run(ctx) })
	g.Go(func() error { defer cancel(); return showTable(ctx, d.owners(), f, cfg.Language) })
	return g.Wait()
}

// owners is the address of the page for this computer's owner: the socket, or where there
// is none, the page's.
func (d *Daemon) owners() string {
	path := filepath.Join(d.dir, socketName)
	if _, err := os.Stat(path); err != nil {
		return d.URL()
	}
	return "unix:" + path
}

// showTable shows the table at an address until a person quits.
func showTable(ctx context.Context, address string, f terminalFlags, code string) error {
	daemon, err := bridge.NewDaemon(address)
	if err != nil {
		return usageError{"--connect: " + err.Error()}
	}
	defer daemon.Close()
	daemon.Password = os.Getenv(passwordName)
	if _, err := daemon.State(ctx); err != nil {
		return err
	}
	override(&code, f.Language)
	language, err := text.ParseLanguage(code)
	if err != nil {
		return usageError{"--language: " + err.Error()}
	}
	screen, err := tcell.NewScreen()
	if err != nil {
		return err
	}
	return terminal.Run(ctx, terminal.Config{Table: daemon, Screen: screen, Language: language, ASCII: f.ASCII})
}

// isTerminal says whether a person is at the other end.
func isTerminal(stream any) bool {
	if o, ok := stream.(*service.Output); ok {
		stream = o.Writer
	}
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// lastLines keeps the end of a log while the screen is taken.
type lastLines struct {
	mu    sync.Mutex // guards lines
	lines []string
}

// mostLines is how much of a log is kept.
const mostLines = 20

// Write implements [io.Writer].
func (l *lastLines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, string(bytes.TrimRight(p, "\n")))
	l.lines = l.lines[max(0, len(l.lines)-mostLines):]
	return len(p), nil
}

// flush writes what was kept.
func (l *lastLines) flush(to io.Writer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.lines) > 0 {
		_, _ = io.WriteString(to, strings.Join(l.lines, "\n")+"\n")
	}
}
