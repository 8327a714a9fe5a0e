// Command stuck stands in for the daemon where the real one never goes: its
// loop stops going round when it gets SIGUSR1, while everything else lives on.
package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"stonehand/cmd/internal/service"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	stick := make(chan os.Signal, 1)
	signal.Notify(stick, syscall.SIGUSR1)

	var rounds atomic.Int64
	go loop(&rounds, stick)
	err := service.Run(ctx, service.Config{
		Progress: func() time.Time { return time.Unix(rounds.Load(), 0) },
		Status:   func() string { return "going round" },
		Log:      service.NewLog(os.Stderr, slog.LevelInfo, false),
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

// loop is the loop that gets stuck.
func loop(rounds *atomic.Int64, stick <-chan os.Signal) {
	for {
		select {
		case <-stick:
			select {}
		case <-time.After(100 * time.Millisecond):
			rounds.Add(1)
		}
	}
}
