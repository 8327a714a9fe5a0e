package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"stonehand/cmd/internal/bridge"
	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/console"
)

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
			select {
			case messages <- sentence:
			default: // nobody reads them
			}
		}
		c := console.Gomocup{Player: b.Player(), Now: time.Now, Version: build(), Warn: std.warn, Messages: messages}
		return c.Run(ctx, in, std.out)
	case "connect6":
		b.Tell = func(sentence string) { fmt.Fprintln(std.err, "board:", sentence) }
		c := console.Connect6{Player: b.Player(), Now: time.Now, Version: build(), Warn: std.warn}
		return c.Run(ctx, in, std.out)
	case "gtp":
		b.Tell = func(sentence string) { fmt.Fprintln(std.err, "board:", sentence) }
		c := console.GTP{Player: b.Player(), Changed: b.Changed, Now: time.Now, Version: build()}
		if c.Games, err = gamesFrom(*first, "connect6, gomoku, gomoku-standard or renju"); err != nil {
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
