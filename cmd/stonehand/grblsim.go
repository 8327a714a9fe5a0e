package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"stonehand/cmd/internal/regular"
	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/grbl/grblsim"
)

func runGrblsim(ctx context.Context, args []string, std stdio) error {
	flags := flag.NewFlagSet("grblsim", flag.ContinueOnError)
	link := flags.String("link", "", "")
	settings := flags.String("config", "", "")
	rom := flags.String("eeprom", "", "")
	blank := flags.Bool("blank", false, "")
	speed := flags.Float64("speed", 1, "")
	trace := flags.Bool("trace", false, "")
	daemon := flags.String("board", "", "")
	control := flags.String("control", "", "")
	var opt grblsim.Options
	flags.IntVar(&opt.Baud, "baud", 0, "")
	flags.DurationVar(&opt.Boot, "boot", 1500*time.Millisecond, "")
	flags.BoolVar(&opt.Door, "door", false, "")
	flags.BoolVar(&opt.Mist, "mist", false, "")
	flags.TextVar(&opt.Flavour, "flavour", grblsim.GRBL, "")
	var plan []planned
	flags.Func("fault", "", func(text string) error {
		p, err := parsePlanned(text)
		plan = append(plan, p)
		return err
	})
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	set := grblsim.ArmEEPROM()
	opt.EEPROM = &set
	if *settings != "" {
		layout, err := configuredLayout(*settings)
		if err != nil {
			return err
		}
		opt.Layout = &layout
		for axis, far := range layout.Travel {
			set.Settings[grblsim.MaxTravel+axis] = far - switchGap
		}
	}
	switch {
	case *blank:
		opt.EEPROM = new(grblsim.EEPROM)
	case *rom != "":
		if err := loadEEPROM(*rom, opt.EEPROM); err != nil {
			return err
		}
	}
	s, err := grblsim.NewServer(opt, *speed)
	if err != nil {
		return usageError{err.Error()}
	}
	defer s.Close()
	out := &sharedWriter{w: std.out}
	if *trace {
		s.Trace(tracer(std.err))
	}
	size := board.Size{Cols: 19, Rows: 19}
	if opt.Layout != nil {
		size = board.Size{Cols: opt.Layout.Cols, Rows: opt.Layout.Rows}
	}
	var remote grblsim.Board
	if *daemon != "" {
		if remote, err = newRemoteBoard(ctx, *daemon, size); err != nil {
			return err
		}
	}
	s.Notify(func(e grblsim.Event) {
		where := ""
		if e.Board >= 0 {
			where = " (" + size.Name(size.Point(e.Board), board.Algebraic) + ")"
		}
		fmt.Fprintf(out, "%s%s\n", e, where)
		if remote == nil {
			return
		}
		if err := e.Show(remote); err != nil {
			std.warn(err.Error())
		}
	})
	ctx, quit := context.WithCancel(ctx)
	defer quit()
	g, ctx := errgroup.WithContext(ctx)
	there := make(chan struct{})
	var once sync.Once
	g.Go(func() error {
		return s.ServePTY(ctx, *link, func(name string) {
			fmt.Fprintf(out, "%s answers at %s. Ctrl-C ends it.\n", opt.Flavour.Title(), name)
			once.Do(func() { close(there) })
		})
	})
	for _, p := range plan {
		g.Go(func() error {
			if !hw.Sleep(ctx, p.after) {
				return nil
			}
			fmt.Fprintf(out, "after %v: %s\n", p.after, p.order)
			return obeyOrder(s, p.order, out)
		})
	}
	if *control != "" {
		g.Go(func() error { return serveControl(ctx, *control, s, quit) })
	}
	if *rom != "" {
		g.Go(func() error { return keepEEPROM(ctx, *rom, s) })
	}
	// Standard input is read beside the rest: nothing can end a read of it.
	go func() {
		select {
		case <-there:
			readOrders(std.in, s, out, "", quit)
		case <-ctx.Done():
		}
	}()
	return g.Wait()
}

// planned is an order for later.
type planned struct {
	after time.Duration
	order string
}

func parsePlanned(text string) (planned, error) {
	t, order, ok := strings.Cut(strings.TrimSpace(text), " ")
	after, err := time.ParseDuration(t)
	if !ok || err != nil || after < 0 {
		return planned{}, fmt.Errorf(`%q is not a time with an order after it, like "30s silence 5s"`, text)
	}
	return planned{after, strings.TrimSpace(order)}, grblsim.CheckOrder(order)
}

// readOrders carries out the orders of a person until there are no more. done is
// what one that was carried out is answered with, behind what it tells.
func readOrders(in io.Reader, s *grblsim.Server, out io.Writer, done string, quit func()) {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if line == "quit" || line == "exit" {
			quit()
			return
		}
		if err := obeyOrder(s, line, out); err != nil {
			fmt.Fprintf(out, "error: %s\n", err)
			continue
		}
		io.WriteString(out, done)
	}
}

// obeyOrder carries one order out.
func obeyOrder(s *grblsim.Server, line string, out io.Writer) error {
	answer, err := s.Obey(line)
	if err == nil {
		_, err = io.WriteString(out, answer)
	}
	return err
}

// loadEEPROM reads what a controller kept into rom. A file that is not there is
// that of a controller which was set up and never used: rom stays as it is.
func loadEEPROM(path string, rom *grblsim.EEPROM) error {
	text, err := regular.Read(path, 1<<20)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := rom.UnmarshalText(text); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// keepEEPROM writes what the controller keeps without power to a file whenever it
// has changed, until ctx ends.
func keepEEPROM(ctx context.Context, path string, s *grblsim.Server) error {
	look := time.Tick(time.Second)
	var kept grblsim.EEPROM
	for first := true; ; first = false {
		var rom grblsim.EEPROM
		s.Do(func(m *grblsim.Machine) { rom = m.EEPROM() })
		if first || rom != kept {
			text, err := rom.MarshalText()
			if err == nil {
				err = writeOutput("--eeprom", path, text)
			}
			if err != nil {
				return fmt.Errorf("the EEPROM cannot be saved: %w", err)
			}
			kept = rom
		}
		if ctx.Err() != nil {
			return nil
		}
		select {
		case <-look:
		case <-ctx.Done():
		}
	}
}

// tracer returns what writes the traffic down, line by line: ">" is the host's.
// Real-time commands, which stand in no line, are quoted.
func tracer(w io.Writer) func(fromHost bool, b []byte) {
	var host, controller []byte
	return func(fromHost bool, b []byte) {
		mark, line := "<", &controller
		if fromHost {
			mark, line = ">", &host
		}
		for _, c := range b {
			switch {
			case fromHost && (strings.IndexByte("?!~\x18", c) >= 0 || c >= 0x80):
				fmt.Fprintf(w, "> %q\n", string(rune(c)))
			case c == '\n' || c == '\r':
				if len(*line) > 0 {
					fmt.Fprintf(w, "%s %s\n", mark, *line)
				}
				*line = (*line)[:0]
			default:
				*line = append(*line, c)
			}
		}
	}
}

// sharedWriter is written by several goroutines.
type sharedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (s *sharedWriter) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.w.Write(b)
}
