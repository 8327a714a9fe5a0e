package link

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/remote"
	"stonehand/cmd/internal/table"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/player"
	"stonehand/hw"
	"stonehand/hw/sim"
)

var small = game.Connect{Title: "small", Board: board.Size{Cols: 7, Rows: 7}, Row: 4, Each: 2, First: 1}

// tiny is Go that is over soon.
var tiny = game.Weiqi{Board: board.Size{Cols: 5, Rows: 5}}

var book = remote.Book{game.Freestyle(), game.Renju(), game.Connect6(), small, tiny}

// station is a table with a session, a board, somebody at it, and a disk.
type station struct {
	t       *testing.T
	rules   game.Rules
	dir     string
	addr    string // where it listens; the same after a restart
	journal journal
	quarrel atomic.Int32  // how many chains they toggle before they agree
	wild    atomic.Bool   // people there ask to take back turns
	idle    atomic.Bool   // nobody is there
	waits   time.Duration // how long people there wait for a link that is down; 0: for ever
	wires   *wires        // that it is reached by; nil: the kernel's
	book    remote.Book   // what it can play; nil: everything

	board   *sim.Board
	table   *table.Table
	session *Session
	kill    func()
}

// journal outlives the program, as a file does.
type journal struct {
	mu      sync.Mutex
	entries []api.Entry
}

func (j *journal) Append(e api.Entry) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.entries = append(j.entries, e)
	return nil
}

func (j *journal) all() []api.Entry {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.entries)
}

type nobody struct{}

func (nobody) Choose(ctx context.Context, _ player.Question, _ func(player.Info)) (player.Answer, error) {
	<-ctx.Done()
	return player.Answer{}, ctx.Err()
}

func newStation(t *testing.T, rules game.Rules) *station {
	s := &station{t: t, rules: rules, dir: t.TempDir(), addr: "127.0.0.1:0"}
	s.start()
	t.Cleanup(func() { s.kill() })
	return s
}

// start is the start of the program, with the disk as it is.
func (s *station) start() {
	t := s.t
	t.Helper()
	size := s.rules.Size()
	b, err := sim.New(sim.Settings{Board: hw.Geometry{Cols: size.Cols, Rows: size.Rows, Colors: true}, ScanRate: s.wires.scanRate()})
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	s.board = b
	if s.session, err = New(Config{Dir: s.dir, Book: s.plays(), Port: "8019", Log: log, Name: "station", Client: s.wires.client()}); err != nil {
		t.Fatal(err)
	}
	if s.table, err = table.New(table.Config{Sensor: b, Player: nobody{}, Journal: &s.journal, Games: []game.Rules{s.rules},
		Settle: 20 * time.Millisecond, TakeBack: 60 * time.Millisecond, Bare: time.Hour, SetUp: time.Hour, Menu: time.Hour, Patience: cmp.Or(s.waits, time.Hour), Wish: s.session.Wish, Logger: log}); err != nil {
		t.Fatal(err)
	}
	if err := s.table.Restore(s.journal.all()); err != nil {
		t.Fatal(err)
	}
	stones := map[int]hw.State{}
	for _, k := range s.table.Snapshot().Record {
		p, _ := size.Parse(k.Point.String(), board.Algebraic)
		c, _ := board.ParseColor(k.Color.String())
		stones[size.Index(p)] = hw.State(c)
	}
	if err := b.Lay(stones); err != nil {
		t.Fatal(err)
	}
	l, err := s.wires.listen(s.addr)
	if err != nil {
		t.Fatal(err)
	}
	s.addr = l.Addr().String()
	server := &http.Server{Handler: s.session}
	ctx, cancel := context.WithCancel(context.Background())
	var g sync.WaitGroup
	g.Go(func() {
		if err := s.table.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	g.Go(func() {
		if err := s.session.Run(ctx, s.table); err != nil {
			t.Error(err)
		}
	})
	g.Go(func() { _ = server.Serve(l) })
	g.Go(func() { s.people(ctx) })
	s.kill = func() {
		cancel()
		server.Close()
		g.Wait()
		s.kill = func() {}
	}
}

// plays lists the rules that it knows.
func (s *station) plays() remote.Book {
	if s.book != nil {
		return s.book
	}
	return book
}

// people do at the board what it asks of them, and play.
func (s *station) people(ctx context.Context) {
	r := rand.New(rand.NewPCG(uint64(len(s.journal.all())), 1)) // after a restart they do otherwise
	size := s.rules.Size()
	put := func(name, color string) {
		p, err := size.Parse(name, board.Algebraic)
		c, ok := board.ParseColor(color)
		if err == nil && ok {
			_ = s.board.Put(size.Index(p), hw.State(c))
		}
	}
	lift := func(name string) {
		if p, err := size.Parse(name, board.Algebraic); err == nil {
			_ = s.board.Lift(size.Index(p))
		}
	}
	tick := time.NewTicker(15 * time.Millisecond)
	defer tick.Stop()
	stuck := 0
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if s.idle.Load() {
			continue
		}
		n := s.table.Snapshot()
		if q := n.Question; q != nil && q.Kind == "take-back" {
			answer := []string{"yes", "no"}[r.IntN(2)]
			_, _ = s.table.Do(ctx, api.Command{Do: api.DoAnswer, Question: q.ID, Answer: answer})
			continue
		}
		if n.Phase == api.PhasePlace || n.Phase == api.PhaseRemote {
			for _, m := range n.Marks {
				if m.Kind == "extra" { // put down too late, after a turn that has changed
					lift(m.Point.String())
				}
			}
		}
		if n.Go != nil {
			for _, p := range n.Go.Captured {
				lift(p.String())
			}
		}
		switch n.Phase {
		case api.PhaseCount:
			s.count(ctx, r, n)
		case api.PhaseClear:
			s.board.Clear()
		case api.PhaseRepair:
			for _, m := range n.Marks {
				lift(m.Point.String())
				if m.Kind != "extra" && m.Kind != "captured" {
					put(m.Point.String(), m.Color.String())
				}
			}
			if stuck++; stuck > 400 {
				s.t.Logf("stuck: %s %+v", n.Message, n.Marks)
				stuck = 0
			}
		case api.PhasePlace:
			for _, w := range n.Wanted {
				put(w.String(), n.ToMove.String())
			}
		case api.PhaseChoose:
			list := n.Opening.Choices
			_, _ = s.table.Do(ctx, api.Command{Do: api.DoChoose, Answer: string(list[r.IntN(len(list))])})
		case api.PhaseHuman:
			if s.wild.Load() && r.IntN(40) == 0 {
				_, _ = s.table.Do(ctx, api.Command{Do: api.DoUndo})
			}
			if n.Remote == nil || len(n.Marks) > 0 {
				for _, m := range n.Marks {
					lift(m.Point.String())
					if m.Kind != "extra" && m.Kind != "refused" && m.Kind != "captured" {
						put(m.Point.String(), m.Color.String())
					}
				}
				continue
			}
			if len(n.Partial) > 0 || len(n.Stones) != len(n.Record) {
				continue
			}
			turn := s.choose(r, n)
			if n.Go != nil && len(turn) == 0 {
				_, _ = s.table.Do(ctx, api.Command{Do: api.DoPass})
			}
			for _, p := range turn {
				put(p, n.ToMove.String())
			}
		}
	}
}

// choose is a turn that the rules allow.
func (s *station) choose(r *rand.Rand, n *api.Snapshot) []string {
	opens, _ := opening.Parse(n.Opening.Kind.String())
	rules, err := game.Opened(s.rules, opens)
	if err != nil {
		s.t.Error(err)
		return nil
	}
	if w, ok := rules.(game.Weiqi); ok {
		w.Terms = n.Go.Terms
		rules = w
	}
	g := game.New(rules)
	size := s.rules.Size()
	for _, x := range done(n) {
		if x.choice != "" {
			if g.Choose(opening.Choice(x.choice)) != nil {
				return nil
			}
			continue
		}
		m := x.points
		c, _ := g.Due()
		t := game.Turn{Color: c}
		for _, name := range m {
			p, _ := size.Parse(name.String(), board.Algebraic)
			t.Points = append(t.Points, p)
		}
		if g.Play(t) != nil {
			return nil
		}
	}
	if n.Go != nil && (len(n.Moves) > 40 || r.IntN(8) == 0) {
		return nil // they pass
	}
	c, due := g.Due()
	allowed := g.Allowed()
	for range 100 {
		t := game.Turn{Color: c}
		var list []string
		for len(t.Points) < due {
			p := size.Point(r.IntN(size.Count()))
			if len(allowed) > 0 {
				p = allowed[r.IntN(len(allowed))]
			}
			t.Points, list = append(t.Points, p), append(list, p.String())
		}
		if g.Check(t) == nil {
			return list
		}
	}
	return nil
}

// patience is how long a test waits for what must come. It only ends tests that
// have failed: machines that run tests are slow and busy.
const patience = 5 * time.Minute

// wait waits until the stations agree on something.
func wait(t *testing.T, what string, ok func() bool) {
	t.Helper()
	until := time.Now().Add(patience)
	for !ok() {
		if time.Now().After(until) {
			t.Fatalf("%s: it did not come to that", what)
		}
		<-time.After(10 * time.Millisecond)
	}
}

// finished reports whether two tables show the same game, ended in the same way.
func finished(a, b *station) bool {
	x, y := a.table.Snapshot(), b.table.Snapshot()
	return x.Result != "" && x.Result == y.Result && x.Reason == y.Reason && slices.EqualFunc(done(x), done(y), action.same)
}

// sameTurn reports whether two turns have the same points, in any order.
func sameTurn(a, b []string) bool {
	return action{points: apitest.Points(a...)}.same(action{points: apitest.Points(b...)})
}

// cutter is a line between two stations that is slow and is cut again and again.
type cutter struct {
	l     net.Listener
	to    string
	mu    sync.Mutex
	pairs []net.Conn
	over  bool
	g     sync.WaitGroup
}

func newCutter(t *testing.T, to string) *cutter {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cutter{l: l, to: to}
	c.g.Go(func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", to)
			if err != nil {
				in.Close()
				continue
			}
			c.mu.Lock()
			c.pairs = append(c.pairs, in, out)
			if c.over {
				in.Close()
				out.Close()
			}
			c.mu.Unlock()
			c.g.Go(func() { slow(out, in) })
			c.g.Go(func() { slow(in, out) })
		}
	})
	t.Cleanup(func() {
		l.Close()
		c.mu.Lock()
		c.over = true
		c.mu.Unlock()
		c.cut()
		c.g.Wait()
	})
	return c
}

// slow copies with a delay.
func slow(to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	buf := make([]byte, 700)
	for {
		n, err := from.Read(buf)
		if n > 0 {
			<-time.After(time.Duration(rand.IntN(8)) * time.Millisecond)
			if _, err := to.Write(buf[:n]); err != nil {
				return
			}
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				return
			}
			return
		}
	}
}

func (c *cutter) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range c.pairs {
		p.Close()
	}
	c.pairs = nil
}
