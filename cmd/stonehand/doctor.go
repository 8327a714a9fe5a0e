package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/dial"
	"stonehand/cmd/internal/doctor"
	"stonehand/cmd/internal/pointmap"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/calib"
	"stonehand/hw/devnode"
	"stonehand/hw/mcu"
	"stonehand/hw/recording"
	"stonehand/hw/strip"
	"stonehand/hw/voice"
)

// serviceSettings is the configuration of the installed service, and serviceUser
// who it runs as; serviceDir is where that one keeps games.
const (
	serviceSettings = "/etc/stonehand/stonehand.toml"
	serviceUser     = "stonehand"
	serviceDir      = "/var/lib/stonehand"
)

// site is what several subcommands want to know of a machine: its settings, and
// where they come from.
type site struct {
	path  string // of the settings; empty: there is no file
	cfg   config.Config
	given bool  // the folder of the games is not that of the file, but of the command line
	err   error // why cfg is not that of the file
}

// findSite reads the settings at path, or if that is empty the service's own,
// if there are any.
func findSite(path string) site {
	if path == "" {
		if _, err := os.Stat(serviceSettings); err == nil {
			path = serviceSettings
		}
	}
	s := site{path: path, cfg: config.Default()}
	if path != "" {
		if cfg, err := config.Load(path); err != nil {
			s.err = err
		} else {
			s.cfg = cfg
		}
	}
	return s
}

// dataDir is where the daemon keeps games.
func (s site) dataDir() string {
	if s.cfg.Store.Dir == "" && s.path == serviceSettings {
		return serviceDir
	}
	dir, _ := stateDir(s.cfg) // empty without a home
	return dir
}

// runDoctor tries everything and prints what it found.
func runDoctor(ctx context.Context, args []string, std stdio) error {
	flags := flag.NewFlagSet("doctor", flag.ContinueOnError)
	path := flags.String("config", "", "")
	listen := flags.String("listen", "", "")
	data := flags.String("data", "", "")
	asJSON := flags.Bool("json", false, "")
	noSearch := flags.Bool("no-search", false, "")
	watching := flags.Bool("watch", false, "")
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	if *watching && *asJSON {
		return usageError{"--watch and --json cannot be used together"}
	}
	s := findSite(*path)
	override(&s.cfg.Web.Listen, *listen)
	override(&s.cfg.Store.Dir, *data)
	s.given = *data != ""
	if err := s.cfg.Check(); err != nil && s.err == nil {
		return flagged(err)
	}
	if *watching {
		if s.err != nil {
			return s.err
		}
		return watch(ctx, s, std)
	}
	return printReport(examine(ctx, s, !*noSearch), *asJSON, std)
}

// printReport prints r for people or, with asJSON, for programs; the exit status is 1
// if something does not work.
func printReport(r doctor.Report, asJSON bool, std stdio) error {
	write := r.Write
	if asJSON {
		write = r.WriteJSON
	}
	if err := write(std.out); err != nil {
		return err
	}
	if hw.Worst(r) == hw.Bad {
		return exitStatus(1)
	}
	return nil
}

// examine tries everything, in the order in which a person would: what all else
// hangs on first.
func examine(ctx context.Context, s site, search bool) doctor.Report {
	r := doctor.Report(doctor.Settings(s.path, s.err))
	for _, w := range s.cfg.Warnings {
		r = append(r, hw.Finding{Device: "settings", Health: hw.Warn, Text: w, Do: "correct that line; it still works as it is"})
	}
	r = append(r, doctor.Clock(time.Now())...)
	r = append(r, doctor.Computer(sysfs, float64(s.cfg.Engine.PonderBelow))...)
	games := ""
	if s.err == nil && s.path == serviceSettings && !s.given {
		games = filepath.Join("/", s.dataDir()) // where a service starts
	}
	r = append(r, doctor.Service(ctx, "systemctl", games)...)
	if s.err != nil {
		return r // what they name cannot be known
	}
	service := otherUser()
	if dir := s.dataDir(); dir != "" {
		owner := service
		if dir != serviceDir && games == "" {
			owner = nil
		}
		r = append(r, doctor.Storage(dir, owner)...)
		_, known := doctor.Calibration(dir, lampsID(s.cfg))
		r = append(r, known...)
	}
	reader := service
	if s.path != serviceSettings {
		reader = nil
	}
	if c := s.cfg.Fleet; c.URL != "" {
		r = append(r, doctor.Hall(ctx, c.Table, dial.Servers{URL: c.URL, Credentials: c.Credentials, CA: c.CA}, reader)...)
	}
	r = append(r, doctor.Certificate(s.cfg.Web.TLS, reader)...)
	r = append(r, doctor.Players(s.cfg.Players, service != nil)...)
	daemon, page := doctor.Page(ctx, s.cfg.Web.Listen, findSocket(s.dataDir()))
	r = append(r, page...)
	if daemon != nil {
		return append(r, daemon.Board(ctx)...)
	}
	r = append(r, doctor.Spectators(s.cfg.Web.Listen, s.cfg.Web.Spectators)...)
	r = append(r, examineDevices(ctx, s.cfg, service)...)
	if search {
		r = append(r, mcu.Search(ctx, spokenFor(s.cfg))...)
	}
	return r
}

// otherUser is the service's user where this process runs as another.
func otherUser() *devnode.Identity {
	id, ok := devnode.Service(serviceUser)
	if !ok || id.UID == os.Geteuid() {
		return nil
	}
	return &id
}

// examineDevices tries every device that the settings name. service is the user
// whose rights count in addition to this process's, nil for none.
func examineDevices(ctx context.Context, cfg config.Config, service *devnode.Identity) []hw.Finding {
	var fs []hw.Finding
	switch cfg.Board.Kind {
	case config.KindSim:
		fs = append(fs, hw.Finding{Device: "board", Text: "simulated, so there is nothing to test; for a real board, set board.kind"})
	case config.KindMCU:
		address := boardAddress(cfg.Board)
		if service != nil && filepath.IsAbs(address) {
			if kept := (devnode.System{User: service}).Examine("board at "+address, address); kept != nil && exists(address) {
				fs = append(fs, kept...)
			}
		}
		fs = append(fs, mcu.Examine(ctx, address, cfg.Board.Baud, hw.Geometry{Cols: cfg.Board.Cols, Rows: cfg.Board.Rows})...)
	}
	fs = append(fs, examineWired(ctx, cfg, service)...)
	if o, ok := cfg.Lights.Strip(cfg.Board.Cols, cfg.Board.Rows); ok {
		if service != nil && exists(o.Device) {
			fs = append(fs, devnode.System{User: service}.Examine("lights on "+o.Device, o.Device)...)
		}
		fs = append(fs, strip.Examine(ctx, o)...)
		if m := cfg.Matrix.Whole(); cfg.Board.Kind == config.KindMatrix && m.Bus == config.BusSPI && controller(m.SPI) == controller(o.Device) {
			fs = append(fs, hw.Finding{Device: "lights on " + o.Device, Health: hw.Bad,
				Text: "the sensors are read through the same SPI controller, so readings are lost while the lights change",
				Do:   "connect the lights to another one, and set lights.device (dtoverlay=spi1-1cs makes /dev/spidev1.0)"})
		}
	}
	fs = append(fs, examineArm(ctx, cfg)...)
	if cfg.Voice.Enabled {
		language, _ := text.ParseLanguage(cfg.Language)
		fs = append(fs, voice.Examine(ctx, cfg.Voice.Options(cfg.Language), language.Say(text.VolumeIs))...)
		if service != nil {
			fs = append(fs, voice.ExamineCard(devnode.System{User: service})...)
		}
	}
	return fs
}

// controller is that of an SPI port, "/dev/spidev0" of "/dev/spidev0.1".
func controller(port string) string {
	name, _, _ := strings.Cut(port, ".")
	return name
}

// boardAddress is where a board on a serial line is found.
func boardAddress(b config.Board) string {
	return cmp.Or(b.Port, b.USB)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// spokenFor lists the addresses of serial lines that the settings name.
func spokenFor(cfg config.Config) []string {
	lines := []string{boardAddress(cfg.Board)}
	if cfg.Arm.Kind == config.ArmGRBL {
		lines = append(lines, cfg.Arm.Address())
	}
	return lines
}

// redraw is how often the picture is drawn again: as fast as people can follow.
const redraw = 100 * time.Millisecond

// watch shows what the board's sensors see until ctx ends: on a terminal a
// picture that is redrawn in place, else a line for everything that changes.
func watch(ctx context.Context, s site, std stdio) error {
	daemon, _ := doctor.Page(ctx, s.cfg.Web.Listen, findSocket(s.dataDir()))
	source, name, err := events(ctx, s.cfg, daemon)
	if err != nil {
		return err
	}
	known, _ := doctor.Calibration(s.dataDir(), "")
	in := make(chan hw.Reading, 8)
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		defer close(in)
		turn := turned(known)
		return source(ctx, func(v recording.Event) { hw.Send(ctx, in, turn(v.Reading)) })
	})
	g.Go(func() error {
		sight := &doctor.Sight{Name: name}
		if isTerminal(std.out) {
			return draw(ctx, sight, in, std.out, os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb")
		}
		return list(ctx, sight, in, std)
	})
	return g.Wait()
}

// turned returns what brings readings to the board's own numbers, where people have
// shown by a calibration how its sensors lie.
func turned(c *calib.Calibration) func(hw.Reading) hw.Reading {
	var points *pointmap.Map // nil: the sensors are numbered as the board is
	return func(r hw.Reading) hw.Reading {
		if l := r.Link; l != nil {
			points = nil
			if l.Up && c != nil && c.Fits(calib.BoardOf(l)) {
				size := board.Size{Cols: l.Board.Cols, Rows: l.Board.Rows}
				points = &pointmap.Map{Board: size, Game: size}
				points.Lie(c)
			}
		}
		if r.Frame != nil && points != nil {
			f := *r.Frame
			f.Points = slices.Clone(points.Frame(f.Points))
			r.Frame = &f
		}
		return r
	}
}

// list prints everything that changes as a line.
func list(ctx context.Context, sight *doctor.Sight, in <-chan hw.Reading, std stdio) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case r, ok := <-in:
			if !ok {
				return nil
			}
			now := time.Now()
			for _, line := range sight.Take(r, now) {
				if _, err := fmt.Fprintf(std.out, "%s %s\n", now.Format("15:04:05.000"), line); err != nil {
					return err
				}
			}
		}
	}
}

// Sequences of ECMA-48 and xterm.
const (
	screenOther = "\x1b[?1049h\x1b[?25l" // a screen of our own, without a cursor
	screenBack  = "\x1b[?25h\x1b[?1049l"
	home        = "\x1b[H"
	restOfLine  = "\x1b[K"
	restBelow   = "\x1b[J"
)

// draw redraws the picture in place.
func draw(ctx context.Context, sight *doctor.Sight, in <-chan hw.Reading, out io.Writer, colour bool) error {
	if _, err := io.WriteString(out, screenOther); err != nil {
		return err
	}
	defer io.WriteString(out, screenBack)
	tick := time.Tick(redraw)
	for {
		select {
		case <-ctx.Done():
			return nil
		case r, ok := <-in:
			if !ok {
				return nil
			}
			sight.Take(r, time.Now())
		case now := <-tick:
			lines := append(sight.Picture(now, colour), "", "Ctrl-C ends it.")
			if _, err := io.WriteString(out, home+strings.Join(lines, restOfLine+"\r\n")+restOfLine+restBelow); err != nil {
				return err
			}
		}
	}
}
