package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"time"

	"stonehand/cmd/internal/bridge"
	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/console"
	"stonehand/cmd/internal/lab"
	"stonehand/cmd/internal/players"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/weiqi"
	"stonehand/hw"
)

func runConsole(ctx context.Context, args []string, std stdio) error {
	hint := "write: stonehand console connect6, gomocup, gtp or bridge"
	if len(args) == 0 || args[0] != "" && args[0][0] == '-' {
		return hinted{usageError{"name a protocol"}, hint}
	}
	switch protocol := args[0]; protocol {
	case "connect6":
		return consoleConnect6(ctx, args[1:], std)
	case "gomocup":
		return consoleGomocup(ctx, args[1:], std)
	case "gtp":
		return consoleGTP(ctx, args[1:], std)
	case "bridge":
		return consoleBridge(ctx, args[1:], std)
	default:
		return hinted{usageError{fmt.Sprintf("%q is not a protocol that Stonehand speaks", protocol)}, hint}
	}
}

// consoleGomocup speaks the protocol of Gomoku tournaments.
func consoleGomocup(ctx context.Context, args []string, std stdio) error {
	c := console.Gomocup{Now: time.Now, Time: console.DefaultTime, Version: build()}
	flags := flag.NewFlagSet("console gomocup", flag.ContinueOnError)
	settings(flags, &c)
	name := flags.String("player", players.GomokuNames()[0], "")
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	if err := consoleTime(c.Time); err != nil {
		return err
	}
	var err error
	if c.Player, err = players.NewGomoku(*name, time.Now); err != nil {
		return usageError{"--player: " + err.Error()}
	}
	return c.Run(ctx, std.in, std.out)
}

// consoleTime checks the time of a move.
func consoleTime(d time.Duration) error {
	if d < time.Millisecond || d > console.MaxTime {
		return usageError{fmt.Sprintf("--time %s is out of range: 1ms to %s", d, console.MaxTime)}
	}
	return nil
}

// consoleConnect6 speaks the contest protocol of Connect6.
func consoleConnect6(ctx context.Context, args []string, std stdio) error {
	o := players.Defaults()
	c := console.Connect6{Now: time.Now, Time: console.DefaultTime, Version: build(), Warn: std.warn}
	flags := flag.NewFlagSet("console connect6", flag.ContinueOnError)
	settings(flags, &c)
	flags.IntVar(&o.Depth, "depth", o.Depth, "")
	flags.IntVar(&o.Width, "width", o.Width, "")
	flags.IntVar(&o.TableMB, "hash", o.TableMB, "")
	flags.IntVar(&o.Threads, "threads", o.Threads, "")
	players.MixFlag(flags, &o)
	flags.BoolFunc("no-book", "", func(string) error { o.Book = false; return nil })
	flags.BoolFunc("no-solver", "", func(string) error { o.Solver = false; return nil })
	flags.Func("first-move", "", func(s string) error {
		if s != "plain" && s != "padded" {
			return fmt.Errorf("it is %q or %q", "plain", "padded")
		}
		c.Plain = s == "plain"
		return nil
	})
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	if err := consoleTime(c.Time); err != nil {
		return err
	}
	if err := o.Check(); err != nil {
		return usageError{err.Error()}
	}
	engine, err := players.NewConnect6(o, time.Now)
	if err != nil {
		return err
	}
	c.Player = engine
	c.Bench = func(ctx context.Context, out io.Writer) error {
		o := players.Defaults()
		o.Mix = engine.Options().Mix
		_, err := lab.Bench(ctx, out, lab.BenchDepth, o)
		return err
	}
	return c.Run(ctx, std.in, std.out)
}

// consoleGTP speaks the Go Text Protocol.
func consoleGTP(ctx context.Context, args []string, std stdio) error {
	c := console.GTP{Player: players.NewSteady(players.Defaults(), time.Now), Time: console.DefaultTime, Version: build()}
	flags := flag.NewFlagSet("console gtp", flag.ContinueOnError)
	settings(flags, &c)
	first := flags.String("game", "connect6", "")
	name := flags.String("rules", goRules()[0], "")
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	if err := consoleTime(c.Time); err != nil {
		return err
	}
	rules, err := weiqi.Preset(*name)
	if err != nil {
		return usageError{"--rules: " + err.Error()}
	}
	c.Go = &rules
	if err := gtpGame(&c, *first); err != nil {
		return err
	}
	return c.Run(ctx, std.in, std.out)
}

// gtpGame chooses the game that GTP begins with.
func gtpGame(c *console.GTP, first string) (err error) {
	if first == game.Go().Name() {
		c.GoAt = board.Size{Cols: weiqi.MaxSide, Rows: weiqi.MaxSide}
		first = "connect6"
	}
	c.Games, err = gamesFrom(first, "connect6, gomoku, gomoku-standard, renju or go")
	return err
}

// goRules are the names of the rule sets of Go.
func goRules() (names []string) {
	for _, r := range weiqi.Presets() {
		names = append(names, r.Name)
	}
	return names
}

// gamesFrom lists the games that GTP is spoken for, with the named one first; choices
// are the names that it may have.
func gamesFrom(first, choices string) ([]game.Rules, error) {
	list := game.Games()
	i := slices.IndexFunc(list, func(g game.Rules) bool { return g.Name() == first })
	if i < 0 {
		return nil, usageError{fmt.Sprintf("--game %s is not a game that Stonehand plays: choose %s", first, choices)}
	}
	list[0], list[i] = list[i], list[0]
	return list, nil
}

// passwordName is the variable that has the board's password: arguments can be seen by
// everybody on a computer.
const passwordName = "STONEHAND_PASSWORD"

// leaveTime is how long the daemon may take to let a front end go.
const leaveTime = 5 * time.Second

// consoleBridge lets a front end play against the people at a board.
func consoleBridge(ctx context.Context, args []string, std stdio) error {
	flags := flag.NewFlagSet("console bridge", flag.ContinueOnError)
	address := flags.String("board", "http://127.0.0.1:"+config.DefaultPort, "")
	protocol := flags.String("protocol", "gomocup", "")
	name := flags.String("name", "", "")
	replace := flags.Bool("replace", false, "")
	first := flags.String("game", "connect6", "")
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	if given(flags, "game") && *protocol != "gtp" {
		return usageError{"--game is for --protocol gtp; the others are spoken for one game"}
	}
	daemon, err := bridge.NewDaemon(*address)
	if err != nil {
		return usageError{"--board: " + err.Error()}
	}
	defer daemon.Close()
	daemon.Password = os.Getenv(passwordName)
	ended := make(chan struct{})
	in := &watched{Reader: std.in, end: sync.OnceFunc(func() { close(ended) })}
	b := &bridge.Bridge{Daemon: daemon, Name: *name, Replace: *replace, Ended: ended}
	defer func() {
		// The people at the board are not left waiting for nobody.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveTime)
		defer cancel()
		if err := b.Leave(ctx); err != nil {
			std.warn(fmt.Sprintf("the board still waits for a front end: %v", err))
		}
	}()
	switch *protocol {
	case "gomocup":
		messages := make(chan string, 16)
		b.Tell = func(sentence string) {
			hw.Offer(messages, sentence) // dropped where nobody reads them
		}
		c := console.Gomocup{Player: b.Player(), Now: time.Now, Version: build(), Messages: messages}
		return c.Run(ctx, in, std.out)
	case "connect6":
		b.Tell = func(sentence string) { fmt.Fprintln(std.err, "board:", sentence) }
		c := console.Connect6{Player: b.Player(), Now: time.Now, Version: build(), Warn: std.warn}
		return c.Run(ctx, in, std.out)
	case "gtp":
		b.Tell = func(sentence string) { fmt.Fprintln(std.err, "board:", sentence) }
		rules := weiqi.Presets()[0]
		c := console.GTP{Player: b.Player(), Go: &rules, GoPlayer: b, Changed: b.Changed, Version: build()}
		if err := gtpGame(&c, *first); err != nil {
			return err
		}
		return c.Run(ctx, in, std.out)
	}
	return usageError{fmt.Sprintf("--protocol %q is not a protocol of the bridge: choose gomocup, connect6 or gtp", *protocol)}
}

// watched is a reader whose end is told of.
type watched struct {
	io.Reader
	end func()
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	if err != nil {
		w.end()
	}
	return n, err
}
