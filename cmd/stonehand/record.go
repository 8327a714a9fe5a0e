package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/doctor"
	"stonehand/cmd/internal/regular"
	"stonehand/cmd/internal/replay"
	"stonehand/cmd/internal/rerun"
	"stonehand/cmd/internal/table"
	"stonehand/hw"
	"stonehand/hw/recording"
)

// runRecord records a board.
func runRecord(ctx context.Context, args []string, std stdio) error {
	flags := flag.NewFlagSet("record", flag.ContinueOnError)
	path := flags.String("config", "", "")
	listen := flags.String("listen", "", "")
	data := flags.String("data", "", "")
	last := flags.Bool("last", false, "")
	most := flags.Int64("max", 16, "")
	parts := flags.Int("parts", 8, "")
	words, err := parseWords(flags, args)
	switch {
	case err != nil:
		return err
	case len(words) != 1:
		return hinted{usageError{"name one file to record to, or - for standard output"}, `like "stonehand record game.rec"`}
	case *most < 1 || *most > 1<<20 || *parts < 1 || *parts > 1<<20:
		return hinted{usageError{"--max and --parts can be 1 to 1048576"}, flagsHint(flags)}
	}
	if err := onlyFile(words[0], words[0]); words[0] != "-" && err != nil {
		return hinted{err, "- is standard output"}
	}
	s := findSite(*path)
	override(&s.cfg.Web.Listen, *listen)
	override(&s.cfg.Store.Dir, *data)
	if s.err != nil {
		return s.err
	}
	if err := s.cfg.Check(); err != nil {
		return flagged(err)
	}
	daemon, _ := doctor.Page(ctx, s.cfg.Web.Listen, findSocket(s.dataDir()))
	if *last {
		return recordLast(ctx, daemon, s, words[0], std)
	}
	source, name, err := events(ctx, s.cfg, daemon)
	if err != nil {
		return err
	}
	notes, rec := replay.NewNotes(name + ", recorded by Stonehand " + build())
	if daemon == nil {
		settings := settingsOf(s.cfg)
		settings.Calibration, _ = doctor.Calibration(s.dataDir(), "")
		notes.Begin(settings, nil)
	}
	fmt.Fprintf(std.err, "recording %s; Ctrl-C ends it\n", name)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	frames := 0
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		defer cancel()
		return source(ctx, func(v recording.Event) {
			if v.Reading.Frame != nil {
				frames++
			}
			if l := v.Reading.Link; l != nil && !l.Up {
				std.warn("the link is down: " + l.Reason)
			}
			notes.Relay(v)
		})
	})
	files := &recording.Files{Path: words[0], Most: *most << 20, Parts: *parts}
	g.Go(func() error {
		if words[0] == "-" {
			return rec.Follow(ctx, std.out)
		}
		return files.Record(ctx, rec)
	})
	err = g.Wait()
	if errors.Is(err, fs.ErrExist) {
		return hinted{err, anotherName}
	}
	if names := files.Names(); len(names) > 0 && frames > 0 {
		fmt.Fprintf(std.err, "recorded %s in %s\n", count(frames, "frame"), strings.Join(names, " "))
	}
	return err
}

// settingsOf is what a recording without a daemon says of how to settle it.
func settingsOf(cfg config.Config) replay.Settings {
	b := cfg.Board
	return rerun.Of(table.Config{
		Games: cfg.Game.On(b.Size()),
		Votes: b.DebounceN, Window: b.DebounceM, Settle: b.Settle.Duration, TakeBack: b.TakeBack.Duration,
		Bare: b.Empty.Duration, SetUp: b.SetUp.Duration, Menu: b.Menu.Duration, Masked: b.MaskedPoints(),
		Wiring: cfg.Buttons.Wiring(), Lever: cfg.Buttons.Turn == config.TurnLever, HoldTime: cfg.Buttons.HoldTime.Duration,
	})
}

// anotherName is what to do about a file that is there already.
const anotherName = "no file is overwritten: give another name, or remove that one"

// recordLast saves what the daemon has kept, or what one wrote down that has ended.
func recordLast(ctx context.Context, daemon *doctor.Daemon, s site, file string, std stdio) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	var in io.ReadCloser
	var err error
	if daemon != nil {
		in, err = recordingOf(ctx, daemon, false)
	} else if in, _, err = regular.Open(filepath.Join(s.dataDir(), lastRecording)); errors.Is(err, fs.ErrNotExist) {
		return hinted{fmt.Errorf("no daemon runs at %s, and none has left a recording in %s", s.cfg.Web.Listen, s.dataDir()), "name its page's address with --listen, its folder with --data, or its settings with --config"}
	} else if err == nil {
		std.warn("no daemon runs at " + s.cfg.Web.Listen + "; this is what the last one wrote when it ended")
	}
	if err != nil {
		return err
	}
	defer in.Close()
	if file == "-" {
		_, err := io.Copy(std.out, in)
		return err
	}
	out, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	switch {
	case errors.Is(err, fs.ErrExist):
		return hinted{fmt.Errorf("the recording cannot be written: %w", err), anotherName}
	case err != nil:
		return fmt.Errorf("the recording cannot be written: %w", err)
	}
	n, err := io.Copy(out, in)
	if err = errors.Join(err, out.Sync(), out.Close()); err != nil {
		return err
	}
	fmt.Fprintf(std.err, "recorded %d bytes in %s\n", n, file)
	return nil
}

// recordingOf asks a daemon for its recording, and says how to be its operator.
func recordingOf(ctx context.Context, daemon *doctor.Daemon, follow bool) (io.ReadCloser, error) {
	in, err := daemon.Recording(ctx, follow)
	if errors.Is(err, doctor.ErrNotOperator) {
		return nil, hinted{err, `root and the user that the daemon runs as need no password: try "sudo stonehand record", and give the daemon's --data and --config here too`}
	}
	return in, err
}

// events returns what delivers everything that happens at the board until ctx
// ends, from the daemon where one runs, and the board's name.
func events(ctx context.Context, cfg config.Config, daemon *doctor.Daemon) (source func(context.Context, func(recording.Event)) error, name string, err error) {
	if daemon != nil {
		in, err := recordingOf(ctx, daemon, true)
		if err != nil {
			return nil, "", err
		}
		return func(ctx context.Context, take func(recording.Event)) error { return relay(ctx, in, take) }, "the board of the daemon at " + daemon.Base, nil
	}
	dev, _, err := openBoard(cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, "", err
	}
	buttons, err := openButtons(cfg.Buttons, dev, nil, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, "", err
	}
	return func(ctx context.Context, take func(recording.Event)) error { return sense(ctx, dev, buttons, take) }, dev.String(), nil
}

// relay takes what comes from a daemon. That it ends is no error where ctx ends.
func relay(ctx context.Context, in io.ReadCloser, take func(recording.Event)) error {
	defer in.Close()
	defer context.AfterFunc(ctx, func() { in.Close() })()
	d := recording.NewDecoder(in)
	for {
		v, err := d.Next()
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, io.EOF):
			return errors.New("the daemon has ended")
		case err != nil:
			return fmt.Errorf("the answer of the daemon cannot be read: %w", err)
		}
		take(v)
	}
}

// sense takes what a board of ours reports.
func sense(ctx context.Context, dev hw.Sensor, buttons table.Buttons, take func(recording.Event)) error {
	in, presses := make(chan hw.Reading), make(chan hw.Button)
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return dev.Sense(ctx, in) })
	if buttons != nil {
		g.Go(func() error { return buttons.Press(ctx, presses) })
	}
	g.Go(func() error {
		for {
			select {
			case r := <-in:
				v := recording.Event{At: time.Now(), Reading: r}
				switch {
				case r.Frame != nil:
					v.At = r.Frame.At
				case r.Link != nil:
					v.At = r.Link.At
				}
				take(v)
			case b := <-presses:
				take(recording.Event{At: b.At, Button: &b})
			case <-ctx.Done():
				return nil
			}
		}
	})
	return g.Wait()
}
