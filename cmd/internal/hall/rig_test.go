package hall

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/goleak"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/fleet"
	"stonehand/cmd/internal/store"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
)

func TestMain(m *testing.M) {
	// Where the hall is, which is another day than in UTC. The variable itself is read by a
	// timer that the server's package starts when the program does.
	_, _ = time.Now().Zone() // sets what time.Local points to, once
	*time.Local = *time.FixedZone("CST", 8*60*60)
	act()
	goleak.VerifyTestMain(webtest.Main{M: m})
}

// patience is how long a test waits for what has to come.
const patience = 2 * time.Minute

var quiet = slog.New(slog.DiscardHandler)

// place is a hall for tests: a server that can be stopped and started again under the
// same address.
type place struct {
	t    testing.TB
	dir  string
	keys *Keys
	conf ServerConfig
	srv  *server.Server
	nc   *nats.Conn
	js   jetstream.JetStream
	log  *slog.Logger // of its page; nil: none
	end  func()       // ends guard
}

func newPlace(t testing.TB) *place {
	t.Helper()
	dir := t.TempDir()
	keys, err := OpenKeys(filepath.Join(dir, "keys"))
	if err != nil {
		t.Fatal(err)
	}
	p := &place{t: t, dir: dir, keys: keys, conf: ServerConfig{Listen: webtest.Address(t), Dir: dir, Log: quiet}}
	p.start()
	t.Cleanup(p.stop)
	return p
}

// start starts the server and makes the streams.
func (p *place) start() {
	p.t.Helper()
	srv, err := Serve(p.conf, p.keys)
	if err != nil {
		p.t.Fatal(err)
	}
	p.srv = srv
	if p.nc, err = p.keys.Inside(p.srv); err != nil {
		p.t.Fatal(err)
	}
	if p.js, err = jetstream.New(p.nc); err != nil {
		p.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := Prepare(ctx, p.js, p.keys, 1); err != nil {
		p.t.Fatal(err)
	}
	p.guard()
}

// guard makes consumers, as a hall does, until end.
func (p *place) guard() {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- Guard(ctx, p.nc, quiet) }()
	p.end = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			p.t.Error(err)
		}
	})
}

func (p *place) stop() {
	p.end()
	p.nc.Close()
	p.srv.Shutdown()
	p.srv.WaitForShutdown()
}

// credentials writes a table's credentials file.
func (p *place) credentials(table string) string {
	p.t.Helper()
	return p.creds(table, p.keys.Table)
}

// wire is a line between tables and the server that can be cut.
type wire struct {
	listener net.Listener
	mu       sync.Mutex
	to       string
	down     bool
	conns    map[net.Conn]bool
	all      sync.WaitGroup
}

func newWire(t testing.TB, to string) *wire {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{listener: l, to: to, conns: map[net.Conn]bool{}}
	w.all.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			w.all.Go(func() { w.carry(c) })
		}
	})
	t.Cleanup(func() {
		l.Close()
		w.cut(true)
		w.all.Wait()
	})
	return w
}

func (w *wire) carry(c net.Conn) {
	defer c.Close()
	far, err := net.Dial("tcp", w.to)
	if err != nil {
		return
	}
	defer far.Close()
	w.mu.Lock()
	if w.down {
		w.mu.Unlock()
		return
	}
	w.conns[c], w.conns[far] = true, true
	w.mu.Unlock()
	var both sync.WaitGroup
	both.Go(func() { io.Copy(far, c); far.Close() })
	both.Go(func() { io.Copy(c, far); c.Close() })
	both.Wait()
	w.mu.Lock()
	delete(w.conns, c)
	delete(w.conns, far)
	w.mu.Unlock()
}

// cut ends all connections; down keeps new ones away.
func (w *wire) cut(down bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.down = down
	for c := range w.conns {
		c.Close()
	}
}

// table is a table without a game loop: a store, and a state that tests change.
type table struct {
	t     testing.TB
	name  string
	dir   string
	conf  fleet.Config
	store *store.Store
	seq   uint64

	mu    sync.Mutex
	state api.Snapshot
	subs  map[chan api.Update]bool
	done  []api.Command

	cancel context.CancelFunc
	ended  chan struct{}
}

func newTable(t testing.TB, name, address, credentials string) *table {
	x := &table{t: t, name: name, dir: t.TempDir(), subs: map[chan api.Update]bool{}}
	x.state = api.Snapshot{Version: 1, Game: "connect6", Cols: 19, Rows: 19, Phase: api.PhaseHuman, Link: true, ToMove: board.Black}
	x.conf = fleet.Config{
		URL: "nats://" + address, Table: name, Credentials: credentials, Dir: x.dir, Program: "test", Board: x, Log: quiet,
		Takes:     func(do string) string { return map[bool]string{true: "operate", false: "play"}[do == api.DoShutdown] },
		Reconnect: 10 * time.Millisecond,
	}
	t.Cleanup(func() { x.kill(); x.close() })
	return x
}

func (x *table) close() {
	if x.store != nil {
		x.store.Close()
		x.store = nil
	}
}

// start starts the table's program.
func (x *table) start() {
	x.t.Helper()
	if x.store == nil {
		var err error
		if x.store, err = store.Open(x.dir, quiet); err != nil {
			x.t.Fatal(err)
		}
		x.store.Retain(64 << 20)
		if n := len(x.store.Entries); n > 0 {
			x.seq = x.store.Entries[n-1].Seq
		}
	}
	c := x.conf
	c.Journal, c.Archive = x.store, x.store
	p, err := fleet.New(c)
	if err != nil {
		x.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	x.cancel, x.ended = cancel, make(chan struct{})
	go func() {
		defer close(x.ended)
		if err := p.Run(ctx); err != nil {
			x.t.Error(err)
		}
	}()
}

// kill ends the program and what it has in memory.
func (x *table) kill() {
	if x.cancel != nil {
		x.cancel()
		<-x.ended
		x.cancel = nil
	}
}

// write appends an entry to the journal and tells of it.
func (x *table) write(e api.Entry) {
	x.t.Helper()
	x.seq++
	e.Seq, e.At = x.seq, time.Unix(1e9, 0).Add(time.Duration(x.seq)*time.Second)
	if err := x.store.Append(e); err != nil {
		x.t.Fatal(err)
	}
	x.change(func(s *api.Snapshot) {})
}

// begin begins a game.
func (x *table) begin() {
	x.write(api.Entry{Kind: api.KindNewGame, Game: "connect6", ID: x.id(x.seq + 1), Human: []board.Color{board.Black}, Level: 5, Time: 1000, Clock: new(clock.Control)})
}

func (x *table) id(seq uint64) string { return fmt.Sprintf("20260101-000000-%d", seq) }

// turn plays a turn somewhere.
func (x *table) turn(n int) {
	x.write(api.Entry{Kind: api.KindTurn, Color: board.Black, Turn: api.Points{board.Size{Cols: 19, Rows: 19}.Point(n % 361)}})
}

// finish keeps a game that Black resigned at once.
func (x *table) finish(id string) {
	x.t.Helper()
	x.finishFor(id, board.White, time.Unix(1e9+60, 0))
}

// finishFor keeps a game that somebody resigned at once.
func (x *table) finishFor(id string, winner board.Color, ended time.Time) {
	x.t.Helper()
	g := game.New(game.Connect6())
	g.End(game.Result{Over: true, Winner: winner, Reason: game.ByResign})
	err := x.store.Keep(api.Finished{ID: id, Started: time.Unix(1e9, 0), Ended: ended, Game: g, Black: "human", White: "Stonehand level 5"})
	if err != nil {
		x.t.Fatal(err)
	}
	x.change(func(*api.Snapshot) {})
}

// change changes the state and tells everybody.
func (x *table) change(f func(*api.Snapshot)) {
	x.mu.Lock()
	defer x.mu.Unlock()
	f(&x.state)
	x.state.Version++
	s := x.state
	for c := range x.subs {
		select {
		case c <- api.Update{State: &s}:
		default:
			delete(x.subs, c)
			close(c)
		}
	}
}

// Snapshot implements [api.Board].
func (x *table) Snapshot() *api.Snapshot {
	x.mu.Lock()
	defer x.mu.Unlock()
	s := x.state
	return &s
}

// Do implements [api.Board].
func (x *table) Do(_ context.Context, c api.Command) (*api.Snapshot, error) {
	x.mu.Lock()
	x.done = append(x.done, c)
	x.mu.Unlock()
	if c.Do == api.DoUndo {
		return nil, &api.CommandError{Code: "nothing-to-undo", Text: "Nothing to undo."}
	}
	return x.Snapshot(), nil
}

// Subscribe implements [api.Board].
func (x *table) Subscribe(ctx context.Context) <-chan api.Update {
	c := make(chan api.Update, 64)
	x.mu.Lock()
	defer x.mu.Unlock()
	s := x.state
	c <- api.Update{State: &s}
	x.subs[c] = true
	context.AfterFunc(ctx, func() {
		x.mu.Lock()
		defer x.mu.Unlock()
		if x.subs[c] {
			delete(x.subs, c)
			close(c)
		}
	})
	return c
}

// Progress implements [api.Board].
func (x *table) Progress() time.Time { return time.Now() }

// facts reads all facts that the hall has of a table.
func (p *place) facts(table string) []fleet.Fact {
	p.t.Helper()
	return p.factsFrom(table, jetstream.DeliverAllPolicy)
}

// told reports whether the hall has the last fact of a table, or a later one.
func (p *place) told(x *table) bool {
	p.t.Helper()
	last := p.factsFrom(x.name, jetstream.DeliverLastPolicy)
	return len(last) > 0 && last[len(last)-1].Seq >= x.seq
}

func (p *place) factsFrom(table string, from jetstream.DeliverPolicy) (list []fleet.Fact) {
	p.t.Helper()
	for _, m := range p.readFrom(fleet.StreamFacts, fleet.Subject(table, "*", fleet.PartJournal), from) {
		var f fleet.Fact
		if err := json.Unmarshal(m, &f); err != nil {
			p.t.Fatal(err)
		}
		list = append(list, f)
	}
	return list
}

// read reads all messages of a stream on a subject, as soon as the servers let it: those of
// a cluster may be choosing a leader.
func (p *place) read(stream, subject string) [][]byte {
	p.t.Helper()
	return p.readFrom(stream, subject, jetstream.DeliverAllPolicy)
}

func (p *place) readFrom(stream, subject string, from jetstream.DeliverPolicy) (list [][]byte) {
	p.t.Helper()
	var err error
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		if list, err = p.tryRead(stream, subject, from); err == nil {
			return list
		}
		if time.Now().After(end) {
			p.t.Fatal(err)
		}
	}
}

func (p *place) tryRead(stream, subject string, from jetstream.DeliverPolicy) (list [][]byte, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c, err := p.js.CreateConsumer(ctx, stream, jetstream.ConsumerConfig{FilterSubject: subject, DeliverPolicy: from, AckPolicy: jetstream.AckNonePolicy})
	if err != nil {
		return nil, err
	}
	defer p.js.DeleteConsumer(ctx, stream, c.CachedInfo().Name)
	for {
		batch, err := c.FetchNoWait(500)
		if err != nil {
			return nil, err
		}
		n := 0
		for m := range batch.Messages() {
			list = append(list, m.Data())
			n++
		}
		if err := batch.Error(); err != nil || n == 0 {
			return list, err
		}
	}
}

// until waits for something that has to come.
func until(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited %v for %s", patience, what)
		}
	}
}
