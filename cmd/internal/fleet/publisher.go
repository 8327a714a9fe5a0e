package fleet

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/renameio/v2"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/dial"
	"stonehand/cmd/internal/regular"
	"stonehand/cmd/internal/text"
	"stonehand/hw"
)

// Config says what is published, where, and who may command.
type Config struct {
	URL         string // of the hall's servers, separated by commas: "tls://hall.local:4222"
	Table       string // the table's name, see [CheckName]
	Credentials string // file that the hall has made for this table; "": none
	CA          string // PEM file of the authority that vouches for the server; "": those of the system
	// Operators may command, by public key: the name of the role that each has.
	Operators map[string]string
	// HomeAssistant makes the table known to Home Assistant.
	HomeAssistant bool
	Dir           string // where the position is kept; it exists
	Program       string // version of the program
	Address       string // of the table's page; may be empty

	Board   api.Board
	Journal Log
	Archive Archive
	Takes   func(do string) string // the name of the role that a command takes
	Celsius func() float64         // of the processor; 0: not known
	Visits  Tally                  // what an exhibit counts; nil: nothing
	Updates Updates                // how another program comes into place; zero: it does not
	Log     *slog.Logger

	// Reconnect is the pause between two tries to connect; 0: two seconds. Failed work is
	// tried again after the same pause at first.
	Reconnect time.Duration
	// VisitsPause is the time between two looks at the counts of visitors; 0: ten minutes.
	VisitsPause time.Duration
}

// healthPause is the time between two reports of health.
const healthPause = 30 * time.Second

// Publisher joins one table to a hall.
type Publisher struct {
	Config
	at      Subjects
	boot    string
	install atomic.Pointer[string] // "": it could not be kept
	began   time.Time
	opts    []nats.Option
	journal sequel
	faults  sequel
	log     *faultLog
	games   shelf
	kept    position
	gate    gate
	cuts    uint64 // connections that had been lost as the hall was asked last

	counter  counter
	restored atomic.Uint64 // how often the hall had lost what it had taken
	updates  *updater

	changed, linked, counted, updated chan struct{}
}

// position is how far a hall is, as it is kept on disk.
type position struct {
	Hall    string `json:"hall"`
	Journal Origin `json:"journal"`
	Faults  Origin `json:"faults"`
}

const positionName = "fleet.json"

// New prepares a publisher; it connects when it runs.
func New(c Config) (p *Publisher, err error) {
	if err := CheckName(c.Table); err != nil {
		return nil, err
	}
	c.Reconnect = cmp.Or(c.Reconnect, 2*time.Second)
	c.VisitsPause = cmp.Or(c.VisitsPause, visitsPause)
	p = &Publisher{Config: c, boot: rand.Text(), began: time.Now(), changed: make(chan struct{}, 1), linked: make(chan struct{}, 1), counted: make(chan struct{}, 1), updated: make(chan struct{}, 1)}
	p.gate = gate{table: c.Table, roles: c.Operators, takes: c.Takes, open: map[string]time.Time{}}
	p.nameDisk()
	p.updates = newUpdater(c)
	p.updates.told = func() { hw.Ring(p.updated) }
	p.updates.busy = func() bool { s := c.Board.Snapshot(); return len(s.Moves) > 0 && s.Result == "" }
	opts, at, err := join(c.Table, dial.Servers{URL: c.URL, Credentials: c.Credentials, CA: c.CA, What: "hall", Log: c.Log})
	if err != nil {
		return nil, err
	}
	p.at, p.opts = at, append(opts, nats.ReconnectWait(c.Reconnect), nats.RetryOnFailedConnect(true))
	if p.log, err = openFaults(filepath.Join(c.Dir, "fleet.faults")); err != nil {
		return nil, err
	}
	p.journal = sequel{table: c.Table, part: PartJournal, subject: p.at[PartJournal], log: c.Journal, wrap: factOf}
	p.faults = sequel{table: c.Table, part: PartFault, subject: p.at[PartFault], log: p.log, wrap: faultOf}
	p.counter = counter{table: c.Table, subject: p.at[PartVisits], tally: c.Visits, path: filepath.Join(c.Dir, "fleet.visits")}
	p.games = shelf{table: c.Table, subject: p.at[PartGame], archive: c.Archive, path: filepath.Join(c.Dir, "fleet.games"), warn: c.Log.Warn}
	return p, nil
}

// nameDisk finds what tells this disk from another one.
func (p *Publisher) nameDisk() {
	id, err := installation(filepath.Join(p.Dir, "fleet.install"))
	if err != nil {
		p.Log.Warn("The hall cannot be told which disk this is; after a change of the disk, set the hall's settings again.", "err", err)
	}
	p.install.Store(&id)
}

// wentBack makes a disk another one of which the hall knows more than is on it: settings that it has
// taken may be gone as well.
func (p *Publisher) wentBack() {
	p.Log.Warn("The hall knows later turns of this table than its disk, as after an older copy of the disk was restored, or where another table uses this name. The hall keeps them and is told again what is on the disk. The table gets the settings of the hall again.")
	if err := os.Remove(filepath.Join(p.Dir, "fleet.install")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		p.Log.Warn("The hall cannot be told which disk this is; after a change of the disk, set the hall's settings again.", "err", err)
		return
	}
	p.nameDisk()
	hw.Ring(p.updated)
}

// installation is what tells one disk of a table from another, made once.
func installation(path string) (string, error) {
	text, err := regular.Read(path, 1<<10)
	id := strings.TrimSpace(string(text))
	if errors.Is(err, fs.ErrNotExist) || err == nil && id == "" {
		id = rand.Text()
		err = renameio.WriteFile(path, []byte(id+"\n"), 0o640, renameio.WithTempDir(filepath.Dir(path)))
	}
	if err != nil {
		return "", err
	}
	return id, nil
}

// Run publishes until ctx ends, and then returns nil. Whatever fails is tried again.
func (p *Publisher) Run(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	ring := func(*nats.Conn) { hw.Ring(p.linked); hw.Ring(p.counted) }
	opts := append(p.opts, nats.ConnectHandler(ring), nats.ReconnectHandler(ring))
	nc, err := nats.Connect(p.URL, opts...)
	if err != nil {
		return fmt.Errorf("the hall at %s cannot be joined: %w", p.URL, dial.Why(err))
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	l := link{nc, js}
	if err := p.listen(ctx, l); err != nil {
		return err
	}
	if nc.IsConnected() {
		hw.Ring(p.linked)
	}
	facts := make(chan struct{}, 1)
	g.Go(func() error { p.watch(ctx, l, facts); return nil })
	g.Go(func() error { p.show(ctx, l, facts); return nil })
	g.Go(func() error { p.tell(ctx, l, facts); return nil })
	if p.Updates.Program != "" {
		g.Go(func() error { p.updates.run(ctx, l); return nil })
	}
	if p.Visits != nil {
		g.Go(func() error { p.count(ctx, l); return nil })
	}
	return g.Wait()
}

// watch follows the table: it notes faults, and rings for whatever else has changed.
func (p *Publisher) watch(ctx context.Context, l link, facts chan struct{}) {
	for ctx.Err() == nil {
		for u := range p.Board.Subscribe(ctx) {
			if u.State == nil {
				continue
			}
			if err := p.log.note(u.State, time.Now()); err != nil {
				p.Log.Warn("A fault cannot be noted for the hall.", "err", err)
			}
			hw.Ring(p.changed)
			hw.Ring(facts)
		}
		hw.Sleep(ctx, p.Reconnect) // the reader was dropped, or the table has stopped
	}
}

// show publishes the state as it changes, and health: the latest is all that matters.
func (p *Publisher) show(ctx context.Context, l link, facts chan struct{}) {
	tick := time.Tick(healthPause)
	lost := time.Now()
	var version uint64
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.linked:
			p.Log.Info("The hall is connected.", "url", l.nc.ConnectedUrlRedacted())
			version = 0
			hw.Ring(facts)
			p.health(l, time.Since(lost))
			p.introduce(l)
		case <-tick:
			p.health(l, 0)
			p.introduce(l)
		case <-p.updated:
			p.health(l, 0)
		case <-p.changed:
		}
		if !l.nc.IsConnected() {
			continue
		}
		lost = time.Now()
		if s := p.Board.Snapshot(); s.Version != version {
			if p.publish(l, PartState, stateOf(p.Table, p.boot, s, time.Now())) == nil {
				version = s.Version
			}
		}
	}
}

func (p *Publisher) health(l link, offline time.Duration) {
	now, update := time.Now(), p.updates.shown.Load()
	h := Health{
		Table: p.Table, Boot: p.boot, Install: *p.install.Load(), At: now, Program: p.Program, UpS: int64(now.Sub(p.began).Seconds()),
		StillMS: now.Sub(p.Board.Progress()).Milliseconds(), OfflineS: int64(offline.Seconds()),
		Cuts: int(l.nc.Stats().Reconnects), Fault: p.Board.Snapshot().Fault,
		System: System, SHA256: update.running, Update: update.status, UpdateError: update.why.In(text.English), UpdateSaid: text.InEach(update.why),
	}
	if p.Celsius != nil {
		h.Celsius = p.Celsius()
	}
	p.publish(l, PartHealth, h)
}

// publish sends what only matters now; without a connection it is left out.
func (p *Publisher) publish(l link, part string, body any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return l.nc.Publish(p.at[part], data)
}

// tell brings facts and games to the hall, whenever there is something new and a
// connection.
func (p *Publisher) tell(ctx context.Context, l link, facts chan struct{}) {
	p.kept = p.load()
	pause, told := p.Reconnect, ""
	for {
		err := p.round(ctx, l)
		again := time.Duration(0)
		switch {
		case ctx.Err() != nil:
			p.save()
			return
		case err == nil:
			pause, told = p.Reconnect, ""
		default:
			if err.Error() != told && !errors.Is(err, errOffline) {
				told = err.Error()
				p.Log.Warn("The hall is not told what happened yet; it is tried again.", "err", err)
			}
			again, pause = pause, min(2*pause, time.Minute)
		}
		var retry <-chan time.Time
		if again > 0 {
			retry = time.After(again)
		}
		select {
		case <-ctx.Done():
		case <-facts:
		case <-retry:
		}
	}
}

var errOffline = errors.New("there is no connection")

// round tells the hall what it lacks.
func (p *Publisher) round(ctx context.Context, l link) error {
	if !l.nc.IsConnected() {
		return errOffline
	}
	if cuts := l.nc.Stats().Reconnects; cuts != p.cuts {
		p.cuts, p.journal.sure, p.faults.sure, p.games.sure = cuts, false, false, false
	}
	if err := p.know(ctx, l); err != nil {
		return err
	}
	// Games do not wait for a journal that cannot be told.
	lines := p.journal.lines
	n, err := p.journal.drain(ctx, l, p.kept.Journal)
	if lines == 0 && p.journal.lines > 0 {
		p.wentBack()
	}
	m, failed := p.faults.drain(ctx, l, p.kept.Faults)
	if err = cmp.Or(err, failed); err != nil {
		if errors.Is(err, errTwo) { // the other table's facts say nothing about ours
			p.journal.back, p.faults.back = false, false
		}
		return errors.Join(err, p.showGames(ctx, l))
	}
	if p.journal.back || p.faults.back {
		if err := p.games.restart(p.kept.Hall); err != nil {
			return err
		}
		p.journal.back, p.faults.back = false, false
	}
	if n+m > batch { // turns that come one by one are not worth the disk's wear
		p.save()
	}
	return p.showGames(ctx, l)
}

// showGames tells the hall which games it lacks.
func (p *Publisher) showGames(ctx context.Context, l link) error {
	err := p.games.drain(ctx, l, p.kept.Hall)
	if p.games.lost {
		p.Log.Warn("The hall has lost what it had taken, as after a backup was restored. It is told again.")
		p.games.lost = false
		p.restored.Add(1)
		hw.Ring(p.counted)
	}
	return err
}

// know asks which hall this is, unless the connection has lasted since the last time.
func (p *Publisher) know(ctx context.Context, l link) error {
	if p.journal.sure {
		return nil
	}
	hall, err := l.hall(ctx)
	if err != nil {
		return err
	}
	if hall != p.kept.Hall { // what another one has acknowledged counts for nothing
		p.kept, p.journal.at, p.faults.at = position{Hall: hall}, Origin{}, Origin{}
	}
	return nil
}

func (p *Publisher) load() (at position) {
	data, err := os.ReadFile(filepath.Join(p.Dir, positionName))
	if err == nil {
		err = json.Unmarshal(data, &at)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		p.Log.Warn("How far the hall was is not known here; it is asked.", "err", err)
		return position{}
	}
	return at
}

func (p *Publisher) save() {
	if !p.journal.sure {
		return
	}
	p.kept.Journal, p.kept.Faults = p.journal.at, p.faults.at
	data, err := json.Marshal(p.kept)
	if err == nil {
		err = renameio.WriteFile(filepath.Join(p.Dir, positionName), data, 0o640, renameio.WithTempDir(p.Dir))
	}
	if err != nil {
		p.Log.Warn("How far the hall is cannot be kept; it is asked at the next start.", "err", err)
	}
}
