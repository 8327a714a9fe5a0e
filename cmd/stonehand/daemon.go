package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"golang.org/x/sync/errgroup"

	"stonehand/cmd/internal/analyst"
	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/farm"
	"stonehand/cmd/internal/fleet"
	"stonehand/cmd/internal/library"
	"stonehand/cmd/internal/link"
	"stonehand/cmd/internal/players"
	"stonehand/cmd/internal/pointmap"
	"stonehand/cmd/internal/remote"
	"stonehand/cmd/internal/replay"
	"stonehand/cmd/internal/service"
	"stonehand/cmd/internal/store"
	"stonehand/cmd/internal/study"
	"stonehand/cmd/internal/table"
	"stonehand/cmd/internal/text"
	"stonehand/cmd/internal/wallclock"
	"stonehand/cmd/internal/web"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/player"
	"stonehand/hw"
	"stonehand/hw/grbl"
	"stonehand/hw/mcu"
	"stonehand/hw/recording"
	"stonehand/hw/sim"
	"stonehand/hw/soc"
	"stonehand/hw/strip"
)

// Daemon is the whole appliance, wired from one configuration.
type Daemon struct {
	cfg      config.Config
	log      *slog.Logger
	store    *store.Store
	table    *table.Table
	web      *web.Server
	dir      string // where games are kept
	language keptLanguage
	listener net.Listener
	doors    []web.Door // further ways in
	device   hw.Resource
	arm      *grbl.Arm // nil: there is none
	heat     *soc.Watcher
	heated   chan soc.State
	leave    chan struct{} // holds one token when people have shut the program down
	notes    *replay.Notes // of what the sensors do not say
	rec      *recording.Recorder
	pause    players.Pause // of whatever is done in the background
	session  *link.Session
	roster   *players.Roster              // nil: no other programs are configured
	fleet    *fleet.Publisher             // nil: no hall
	counsel  atomic.Pointer[farm.Counsel] // nil: no farm that is asked, or none yet
	tally    *store.Tally                 // of an exhibit; nil: this is none
	tail     *service.Tail                // the last lines of the log
	hours    keptHours                    // of an exhibit
}

// openLights opens the port of a strip of LEDs; nil: the computer's own. Tests
// put another one in its place.
var openLights func(device string, hz int) (strip.Port, error)

// auditFile is who did what over HTTP, in the folder of the games.
const auditFile = "audit.log"

// sysfs is where the kernel shows the computer's own state.
const sysfs = "/sys"

// NewDaemon opens the store, takes the engine's memory, resumes the game that the journal
// holds, with its stones on the board if that is simulated, and begins to listen.
// [Daemon.Run] makes it play, and [Daemon.Close] gives everything back.
func NewDaemon(cfg config.Config, log *slog.Logger) (*Daemon, error) {
	o, err := players.Options(cfg.Engine)
	if err != nil {
		return nil, err
	}
	machine := players.NewMachine(o, time.Now)
	if err := machine.Prepare(game.Connect6()); err != nil {
		return nil, err
	}
	return newDaemon(cfg, log, machine)
}

// newDaemon is [NewDaemon] with a player of the caller's.
func newDaemon(cfg config.Config, log *slog.Logger, machine player.Player) (*Daemon, error) {
	for _, w := range cfg.Warnings {
		log.Warn(w, "part", "config")
	}
	tail := &service.Tail{}
	log = tail.Watch(log)
	d := &Daemon{cfg: cfg, log: log, tail: tail, heated: make(chan soc.State), leave: make(chan struct{}, 1)}
	d.heat = soc.NewWatcher(sysfs, float64(cfg.Engine.PonderBelow), log.With("part", "soc"))
	if err := d.open(machine); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// open takes everything that the daemon needs; what it has taken when it fails
// is there for [Daemon.Close].
func (d *Daemon) open(machine player.Player) error {
	if err := d.openStore(); err != nil {
		return err
	}
	dev, hand, err := openBoard(d.cfg, d.log.With("part", "board"))
	if err != nil {
		return err
	}
	d.device = dev
	seated, err := d.withPrograms(d.pause.Undisturbed(d.withFarm(machine)))
	if err != nil {
		return err
	}
	if err := d.openTable(dev, seated); err != nil {
		return err
	}
	if b, ok := dev.(*sim.Board); ok {
		if err := d.layOut(b); err != nil {
			return err
		}
	}
	if d.listener, err = listenOn("web.listen", d.cfg.Web.Listen, d.log.With("part", "web")); err != nil {
		return err
	}
	if d.cfg.Web.Spectators != "" {
		l, err := listenOn("web.spectators", d.cfg.Web.Spectators, d.log.With("part", "web"))
		if err != nil {
			return err
		}
		d.doors = append(d.doors, web.Door{Listener: l, Kind: web.Spectators})
	}
	d.doors = append(d.doors, web.Door{Listener: openSocket(d.dir, d.store.Holds, d.log.With("part", "web")), Kind: web.Owners})
	https, err := openTLS(d.cfg.Web.TLS, d.dir, d.log.With("part", "web"))
	if err != nil {
		return err
	}
	if d.fleet, err = d.openFleet(); err != nil { // the game goes on without a hall
		d.log.Error("the hall is told nothing", "part", "fleet", "err", err)
	}
	metrics := prometheus.NewRegistry()
	metrics.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	heatMetrics(metrics, d.heat, d.table)
	o, err := players.Options(d.cfg.Engine)
	if err != nil {
		return err
	}
	d.web, err = web.New(web.Config{
		Table: d.notes.Board(d.table), Recording: d.rec, Games: d.store, Library: library.Open(filepath.Join(d.dir, "library"), indexBytes(d.cfg.Engine), nil), Analyst: analyst.Analyst{TableMB: o.TableMB, Pause: &d.pause, Tidy: tidyMemory, Turn: eachTurn(d.cfg.Engine), Version: build()}, Analyses: d.store.Analyses(ourselves, d.cfg.Store.Analyses, int64(d.cfg.Store.AnalysesMB)<<20), Hand: hand, Hosts: append(slices.Clone(d.cfg.Web.Hosts), d.cfg.Web.TLS.ACME),
		Metrics: metrics, Log: d.log.With("part", "web"),
		Visits: d.visits(), Care: d.care(),
		TakeTime: d.cfg.Web.TakeHome.Duration, TakeKey: func() ([]byte, error) { return d.store.Secret("take") },
		Session: d.session, Password: d.cfg.Web.Password, PINTime: d.cfg.Web.PIN.Duration, PowersOff: powersOff(d.cfg.Power.Shutdown),
		Proxies: d.cfg.Web.Proxies(), Remote: !d.cfg.Web.TrustLocal, TLS: https, Audit: filepath.Join(d.dir, auditFile),
	})
	return err
}

// adviser makes who is asked for hints: the machine at full strength, with little memory of
// its own and on one core.
func (d *Daemon) adviser() (player.Player, error) {
	o, err := players.Options(d.cfg.Engine)
	if err != nil {
		return nil, err
	}
	o.TableMB, o.Threads = analyst.TableMB(o.TableMB), 1
	return players.NewMachine(o, time.Now), nil
}

func (d *Daemon) openStore() error {
	dir, err := stateDir(d.cfg)
	if err != nil {
		return err
	}
	d.dir = dir
	if d.store, err = store.Open(dir, d.log.With("part", "store")); err != nil {
		return unready{err, func() error {
			s, err := store.Open(dir, d.log.With("part", "store"))
			if err != nil {
				return err
			}
			return s.Close()
		}}
	}
	for _, w := range d.store.Warnings {
		d.log.Warn(w, "part", "store")
	}
	d.session, err = link.New(link.Config{Dir: dir, Book: d.cfg.Game.On(d.cfg.Board.Size()), Name: d.cfg.Web.Name,
		Port: config.DefaultPort, Log: d.log.With("part", "link")})
	return err
}

// openBoard makes the board that the configuration names; hand is nil unless it
// is simulated.
func openBoard(cfg config.Config, log *slog.Logger) (dev hw.Sensor, hand web.Hand, err error) {
	geometry := hw.Geometry{Cols: cfg.Board.Cols, Rows: cfg.Board.Rows, Colors: true}
	switch cfg.Board.Kind {
	case config.KindSim:
		b, err := sim.New(sim.Settings{
			Board:    geometry,
			ScanRate: float64(time.Second) / float64(cfg.Sim.Scan.Duration),
			Noise: sim.Noise{
				Bounce: cfg.Sim.Bounce.Duration, FalseRead: cfg.Sim.Noise, Leak: cfg.Sim.Crosstalk,
			},
			HandDelay: cfg.Sim.Hand.Duration,
			Buttons:   cfg.Buttons.Names(),
			Seed:      cfg.Sim.Seed,
			Sensors:   cfg.Sim.Sensors(), Lamps: cfg.Sim.Lamps(), Fields: cfg.Sim.Fields,
			Stuck: cfg.Sim.Broken(cfg.Board.Size()), Weak: cfg.Sim.Faint(cfg.Board.Size()),
		})
		return b, b, err
	case config.KindMCU:
		address := boardAddress(cfg.Board)
		dial, err := mcu.Serial(address, cfg.Board.Baud)
		if err != nil {
			return nil, nil, err
		}
		b, err := mcu.New(dial, mcu.Options{Name: address, Board: geometry, Log: log})
		return b, nil, err
	case config.KindMatrix:
		b, err := openMatrix(cfg, log)
		return b, nil, err
	}
	return nil, nil, fmt.Errorf("board.kind %q is not known", cfg.Board.Kind)
}

func (d *Daemon) openTable(dev hw.Sensor, machine player.Player) error {
	tc := table.Config{
		Programs: programs(d.cfg),
		Games:    d.cfg.Game.On(d.cfg.Board.Size()), Opening: d.cfg.Game.Opening.Kind,
		Sensor: dev, Player: machine, Journal: d.store, Archive: tidyArchive{d.store}, After: d.store.After(), Remade: d.store.Remade,
		Human: d.cfg.Game.Colors(), Level: d.cfg.Game.Level, TurnTime: d.cfg.Game.Time.Duration, Clock: d.cfg.Game.Clock.Control,
		Votes: d.cfg.Board.DebounceN, Window: d.cfg.Board.DebounceM, Settle: d.cfg.Board.Settle.Duration,
		TakeBack: d.cfg.Board.TakeBack.Duration, Bare: d.cfg.Board.Empty.Duration, SetUp: d.cfg.Board.SetUp.Duration, Menu: d.cfg.Board.Menu.Duration,
		Masked: d.cfg.Board.MaskedPoints(), Calibrations: d.store,
		Heat:  d.heated,
		Hints: &study.Hints{Player: d.adviser, Ask: d.ask, Tidy: tidyMemory}, Adviser: d.cfg.Game.Adviser, Candidates: d.cfg.Lights.Candidates,
		Wish: d.session.Wish,
		Invite: func(ctx context.Context) (string, error) {
			i, err := d.session.Invite(ctx, remote.Offer{})
			return i.Code, err
		},
		Leave:    d.session.Leave,
		Shutdown: shutdown(d.cfg.Power.Shutdown, d.end),
		PIN:      d.pin,
		Attract:  d.cfg.Exhibit.Attract(), Hours: d.cfg.Exhibit.Timetable(), Wall: wallclock.Now,
		Logger: d.log.With("part", "table"),
	}
	kept := &keptSettings{dir: d.dir}
	tc.Settings = kept.save
	d.language.give(&tc, d.cfg.Language, kept, d.log.With("part", "table"))
	d.hours.give(&tc, d.cfg.Exhibit, kept, d.log.With("part", "exhibit"))
	if d.cfg.Engine.Memory == config.MemoryLean {
		tc.Journal = leanJournal{d.store}
	}
	if d.cfg.Exhibit.Enabled {
		d.tally = d.store.Tally()
		tc.Tally = d.tally
	}
	giveHands(&tc, d.cfg, kept, d.log.With("part", "hands"))
	tc.Prober, _ = dev.(hw.Prober)
	var err error
	if tc.Calibration, err = d.store.Calibration(); err != nil {
		d.log.Warn("what was known of the board's points cannot be used", "file", d.store.CalibrationPath(), "err", err)
		tc.Uncalibrated = text.Tell(text.CalibUnread, filepath.Base(d.store.CalibrationPath()), err)
	}
	tc.Wiring, tc.HoldTime = d.cfg.Buttons.Wiring(), d.cfg.Buttons.HoldTime.Duration
	tc.Lever = d.cfg.Buttons.Turn == config.TurnLever
	faults := make(chan hw.Fault, 4)
	tc.Faults = faults
	buttons, err := openButtons(d.cfg.Buttons, dev, faults, d.log.With("part", "buttons"))
	if err != nil {
		return err
	}
	switch {
	case buttons != nil:
		tc.Buttons = buttons
	case len(tc.Wiring) > 0:
		d.log.Warn("buttons are configured, and this board has none", "board", dev)
	}
	arm, keepAgain, err := openArm(d.cfg, d.log.With("part", "arm"))
	if err != nil {
		return err
	}
	if arm != nil {
		d.arm = arm
		tc.Arm, tc.ArmClears, tc.KeepArm = arm, d.cfg.Arm.Clears, keepAgain
	}
	if l, ok := dev.(hw.Lamps); ok && d.cfg.Lights.Enabled {
		tc.Lamps = l
	}
	if err := giveVoice(&tc, d.cfg, kept, d.log.With("part", "voice")); err != nil {
		return err
	}
	if o, ok := d.cfg.Lights.Strip(d.cfg.Board.Cols, d.cfg.Board.Rows); ok {
		o.Log, o.Open = d.log.With("part", "lights"), openLights
		lights, err := strip.New(o)
		if err != nil {
			return err
		}
		d.log.Info("a strip of LEDs shows the pictures", "lights", lights, "max_mA", o.Current.Most)
		tc.Lamps = lights
	}
	tc.LampsID = lampsID(d.cfg)
	if p, ok := machine.(player.Ponderer); ok && d.cfg.Engine.Ponder {
		tc.Ponderer = p
	}
	d.record(&tc, dev.String())
	if d.table, err = table.New(tc); err != nil {
		return err
	}
	if err := d.table.Restore(d.store.Entries); err != nil {
		d.log.Warn("the journal does not fit together; the game goes on from the last entry that does", "err", err)
	}
	d.table.Recovered(d.store.Loss, d.store.Kept)
	d.store.Entries = nil // no more needed
	return nil
}

// visits are the counts of an exhibit, nil where there is none.
func (d *Daemon) visits() web.Visits {
	if d.tally == nil {
		return nil
	}
	return d.tally
}

// pin is the PIN that is good now, for the voice.
func (d *Daemon) pin() string { return d.web.PIN() }

// layOut puts the stones of the game that was resumed on the simulated board: a
// real board would have kept them.
func (d *Daemon) layOut(b *sim.Board) error {
	now := d.table.Snapshot()
	in := pointmap.Map{Board: d.cfg.Board.Size(), Game: board.Size{Cols: now.Cols, Rows: now.Rows}}
	if !in.Fits() {
		return nil // the table says so itself
	}
	stones := map[int]hw.State{}
	for _, s := range now.Record {
		stones[in.Index(s.Point)] = hw.State(s.Color)
	}
	return b.Lay(stones)
}

// URL is the address of the page, for the whole network if that reaches it.
func (d *Daemon) URL() string {
	address := web.Outward(d.listener.Addr())
	scheme := "http"
	if d.cfg.Web.TLS.Enabled() {
		scheme = "https"
	}
	if name := d.cfg.Web.TLS.ACME; name != "" {
		_, port, _ := net.SplitHostPort(address)
		address = net.JoinHostPort(name, port)
	}
	return fmt.Sprintf("%s://%s/", scheme, address)
}

// Alone says how others can open the page, if only this computer can; "" if they
// can.
func (d *Daemon) Alone() string {
	a := d.listener.Addr().(*net.TCPAddr)
	if !a.IP.IsLoopback() {
		return ""
	}
	return fmt.Sprintf("Only this computer can open it. For a phone, set listen = \":%d\" and a password under [web] in a file, and start with --config FILE.", a.Port)
}

// end makes Run return.
func (d *Daemon) end() {
	hw.Ring(d.leave)
}

// Run plays until ctx ends, or until people shut the program down, and then
// returns nil.
func (d *Daemon) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if d.arm != nil {
		defer service.AtOnce(ctx, d.arm.Cut)()
	}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		select {
		case <-d.leave:
			d.log.Info("the program ends, as asked")
			cancel()
		case <-ctx.Done():
		}
		return nil
	})
	// The page lives until the table has ended: somebody may want to stop an arm that parks.
	page, closePage := context.WithCancel(context.WithoutCancel(ctx))
	g.Go(func() error {
		defer closePage()
		return d.table.Run(ctx)
	})
	g.Go(func() error { return d.web.Serve(page, d.listener, d.doors...) })
	if h := d.helper(); h != nil {
		g.Go(func() error {
			h.Run(ctx)
			return nil
		})
	}
	g.Go(func() error { return d.session.Run(ctx, d.notes.Board(d.table)) })
	if d.fleet != nil {
		g.Go(func() error {
			if err := d.fleet.Run(ctx); err != nil { // the game goes on without a hall
				d.log.Error("the hall is told nothing", "part", "fleet", "err", err)
			}
			return nil
		})
	}
	if d.cfg.Engine.Farm {
		g.Go(func() error { return d.joinFarm(ctx) })
	}
	g.Go(func() error {
		onFaults(ctx, func() bool {
			s := d.table.Snapshot()
			return s.Link && s.Fault == ""
		}, func() { d.keepRecording(faultRecording) })
		return nil
	})
	g.Go(func() error {
		d.heat.Run(ctx, func(s soc.State) { hw.Send(ctx, d.heated, s) })
		return nil
	})
	g.Go(func() error {
		return service.Run(ctx, service.Config{
			Progress: d.table.Progress,
			Status:   d.status,
			Probe:    probePage(d.listener.Addr(), d.cfg.Web.TLS),
			Log:      d.log.With("part", "service"),
		})
	})
	err := g.Wait()
	d.keepRecording(lastRecording)
	return err
}

// Close gives back what NewDaemon took. It may be called once Run has returned,
// or instead of it.
func (d *Daemon) Close() error {
	var errs []error
	if d.listener != nil {
		d.listener.Close() // closed already if the page was served
	}
	for _, l := range d.doors {
		l.Close()
	}
	if d.roster != nil {
		d.roster.Close()
	}
	if d.store != nil {
		errs = append(errs, d.store.Close())
	}
	return errors.Join(errs...)
}
