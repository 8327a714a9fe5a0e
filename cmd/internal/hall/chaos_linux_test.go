package hall

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stonehand/cmd/internal/dial"
	"stonehand/cmd/internal/farm"
	"stonehand/cmd/internal/fleet"
	"stonehand/cmd/internal/jobs"
	"stonehand/cmd/internal/netlab"
	"stonehand/cmd/internal/web/webtest"
)

// chaosTime makes the tests of a cluster long: so long, a node is killed every 20 seconds,
// and a table or a worker at random. "make chaos" has ten minutes.
var chaosTime = flag.Duration("chaos", 0, "how long a cluster's nodes, tables and workers are killed")

const (
	chaosNodes   = 3
	chaosTables  = 5
	chaosWorkers = 3
	chaosReaders = 12
)

// chaos is a cluster of three servers with tables, workers and two halls. Servers, tables
// and workers are processes.
type chaos struct {
	*place
	nodes, tables, workers []*actor
	halls                  []*site
	link                   *netlab.Link // nil: there is no network between them
	hosts                  []*netlab.Host
	chance                 *rand.Rand

	readers []*atomic.Int64 // what each has read of the tables' states; they are at the last server
	results atomic.Int64    // that counted
	asking  context.CancelFunc
	asked   chan error

	kills struct{ nodes, tables, workers, cuts int }
}

// newChaos starts everything. With apart, each server, table and worker has a network of
// its own.
func newChaos(t *testing.T, apart bool) *chaos {
	dir := t.TempDir()
	keys, err := OpenKeys(filepath.Join(dir, "keys"))
	if err != nil {
		t.Fatal(err)
	}
	c := &chaos{place: &place{t: t, dir: dir, keys: keys}, chance: rand.New(rand.NewPCG(20, 20))}
	var listen, routes, pages []string
	for n := range chaosNodes + chaosTables + chaosWorkers {
		if apart {
			c.hosts = append(c.hosts, netlab.New(t, n+1))
		} else {
			c.hosts = append(c.hosts, nil)
		}
		if h := c.hosts[n]; n >= chaosNodes {
			continue
		} else if h == nil {
			listen, routes = append(listen, webtest.Address(t)), append(routes, webtest.Address(t))
		} else {
			listen, routes = append(listen, fmt.Sprintf("%s:%d", h.Addr, netlab.Port)), append(routes, h.Addr+":6222")
			pages = append(pages, h.Page)
		}
	}
	if apart {
		c.link = netlab.Join(t, 20, c.hosts...)
	} else {
		pages = listen
	}
	for n := range chaosNodes {
		c.nodes = append(c.nodes, newActor(t, c.hosts[n], "node", c.nodeFile(n, listen, routes)))
	}
	urls := "nats://" + strings.Join(listen, ",nats://")
	hall := c.creds("hall", func(string) ([]byte, error) { return keys.Hall() })
	join := func(creds string, opts ...nats.Option) *nats.Conn {
		nc, err := nats.Connect("nats://"+strings.Join(pages, ",nats://"), append(opts, nats.UserCredentials(creds), nats.MaxReconnects(-1), nats.ReconnectWait(100*time.Millisecond), nats.RetryOnFailedConnect(true), nats.CustomInboxPrefix("_INBOX."+strings.TrimSuffix(filepath.Base(creds), ".creds")))...)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(nc.Close)
		return nc
	}
	c.nc = join(hall)
	if c.js, err = jetstream.New(c.nc); err != nil {
		t.Fatal(err)
	}
	c.prepare(chaosNodes)
	for range 2 {
		c.halls = append(c.halls, (&place{t: t, keys: keys, nc: join(hall)}).serve())
	}
	for n := range chaosTables {
		name := fmt.Sprint("table-", n)
		c.tables = append(c.tables, newActor(t, c.hosts[chaosNodes+n], "table", name, t.TempDir(), urls, c.credentials(name)))
	}
	for n := range chaosWorkers {
		name := fmt.Sprint("worker-", n)
		c.workers = append(c.workers, newActor(t, c.hosts[chaosNodes+chaosTables+n], "worker", name, t.TempDir(), urls, c.creds(name, keys.Worker)))
	}
	c.ask(join(c.creds("ann", keys.Laboratory)))
	slices.Reverse(pages)
	for range chaosReaders {
		c.readers = append(c.readers, c.follow(join(hall, nats.DontRandomize())))
	}
	return c
}

// nodeFile writes the configuration of one of the servers, from what the hall prints for
// servers of others. Clients are told of no others than they were given.
func (c *chaos) nodeFile(n int, listen, routes []string) string {
	c.t.Helper()
	text, err := c.keys.Servers()
	if err != nil {
		c.t.Fatal(err)
	}
	if c.hosts[n] != nil {
		_, port, _ := strings.Cut(listen[n], ":")
		listen = slices.Clone(listen)
		listen[n] = "0.0.0.0:" + port // by the host's page, too
	}
	text += fmt.Sprintf("server_name: node%d\nlisten: %q\njetstream { store_dir: %q }\ncluster { name: hall, listen: %q, routes: [%s], no_advertise: true }\n",
		n, listen[n], filepath.Join(c.dir, fmt.Sprint("node", n)), routes[n], `"nats://`+strings.Join(routes, `", "nats://`)+`"`)
	path := filepath.Join(c.dir, fmt.Sprintf("node%d.conf", n))
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		c.t.Fatal(err)
	}
	return path
}

// follow reads the tables' states by a connection.
func (c *chaos) follow(nc *nats.Conn) *atomic.Int64 {
	read := new(atomic.Int64)
	js, err := jetstream.New(nc)
	if err != nil {
		c.t.Fatal(err)
	}
	using, err := dial.Follow(c.t.Context(), js, fleet.StreamState, jetstream.OrderedConsumerConfig{DeliverPolicy: jetstream.DeliverNewPolicy}, func(jetstream.Msg) { read.Add(1) })
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { using.Stop(); <-using.Closed() })
	return read
}

// ask has jobs done until asking is called, and then says what was wrong: each result
// counts once, in the order of the jobs.
func (c *chaos) ask(nc *nats.Conn) {
	var ctx context.Context
	ctx, c.asking = context.WithCancel(context.Background())
	c.asked = make(chan error, 1)
	c.t.Cleanup(c.asking)
	a, err := farm.NewAsker(c.t.Context(), farm.AskerConfig{NATS: nc, Name: "ann", Hall: public(c.keys.account), Signature: "1", Priority: farm.Machines, Kinds: squaring, Patience: 3 * time.Second, Log: quiet})
	if err != nil {
		c.t.Fatal(err)
	}
	life, end := context.WithCancel(context.Background())
	c.t.Cleanup(end)
	go func() {
		defer a.Close()
		c.asked <- a.Run(life, func() error {
			next, want := 0, 0
			err := jobs.InOrder(life, 8, 16, func() (struct{}, error) { return struct{}{}, nil }, nil,
				func() (int, bool) {
					if ctx.Err() != nil {
						return 0, false
					}
					next++
					return next - 1, true
				},
				func(ctx context.Context, _ struct{}, i int) (int, error) { return jobs.Ask[int](ctx, a, "square", i) },
				func(got int) (bool, error) {
					if got != want*want {
						return false, fmt.Errorf("the square of %d is %d", want, got)
					}
					want++
					c.results.Store(int64(want))
					return true, nil
				})
			if err == nil && want != next {
				err = fmt.Errorf("%d results of %d jobs", want, next)
			}
			return err
		})
	}()
}

// again kills processes, and starts them again.
func (c *chaos) again(count *int, list ...*actor) {
	for _, a := range list {
		a.kill()
		a.start()
		*count++
	}
}

// played waits until every table has played so many more turns, and the farm has so many
// more results.
func (c *chaos) played(turns int, results int64) {
	c.t.Helper()
	want := c.results.Load() + results
	for n, x := range c.tables {
		had, _ := x.said()
		until(c.t, fmt.Sprint("turns of table ", n), func() bool { now, _ := x.said(); return now >= had+turns })
	}
	until(c.t, "results of jobs", func() bool {
		select {
		case err := <-c.asked:
			c.t.Fatal("jobs ended: ", err)
		default:
		}
		return c.results.Load() >= want
	})
}

// rounds kills one node, and then the two others at once, in the time that things take.
func (c *chaos) rounds() {
	c.nodes[2].kill()
	c.kills.nodes++
	c.again(&c.kills.tables, c.tables[c.chance.IntN(chaosTables)])
	c.again(&c.kills.workers, c.workers[c.chance.IntN(chaosWorkers)])
	c.played(20, 20) // two of three go on by themselves
	for n, read := range c.readers {
		had := read.Load()
		until(c.t, fmt.Sprint("what reader ", n, " reads"), func() bool { return read.Load() > had })
	}
	c.nodes[2].start()
	c.nodes[0].kill()
	c.nodes[1].kill()
	c.kills.nodes += 2
	c.played(20, 0) // games need no hall
	c.nodes[0].start()
	c.nodes[1].start()
	c.played(0, 20)
}

// storm kills at random for a time: a node every 20 seconds for up to half of that, tables
// and workers every two seconds or so.
func (c *chaos) storm(long time.Duration) {
	end, node := time.Now().Add(long), time.Now()
	var down *actor
	var up, weather time.Time
	var alone *netlab.Host
	for now := time.Now(); now.Before(end); now = time.Now() {
		if down != nil && now.After(up) {
			down.start()
			down = nil
		}
		if down == nil && now.After(node) {
			down, node, up = c.nodes[c.chance.IntN(chaosNodes)], now.Add(20*time.Second), now.Add(time.Duration(c.chance.IntN(10_000))*time.Millisecond)
			down.kill()
			c.kills.nodes++
		}
		switch c.chance.IntN(40) {
		case 0:
			c.again(&c.kills.tables, c.tables[c.chance.IntN(chaosTables)])
		case 1:
			c.again(&c.kills.workers, c.workers[c.chance.IntN(chaosWorkers)])
		}
		if c.link != nil && now.After(weather) {
			weather = now.Add(time.Duration(2_000+c.chance.IntN(8_000)) * time.Millisecond)
			c.link.Set(netlab.Weather{
				Delay: time.Duration(c.chance.IntN(40)) * time.Millisecond, Jitter: time.Duration(c.chance.IntN(60)) * time.Millisecond,
				Loss: 0.05 * c.chance.Float64(), Repeat: 0.05 * c.chance.Float64(),
			})
			if alone != nil {
				c.link.Unplug(alone, false)
				alone = nil
			} else if c.chance.IntN(2) == 0 {
				alone = c.hosts[c.chance.IntN(len(c.hosts))]
				c.link.Unplug(alone, true)
				c.kills.cuts++
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	if down != nil {
		down.start()
	}
	if alone != nil {
		c.link.Unplug(alone, false)
	}
}

// calm lets everything run undisturbed until the jobs are done, and stops the play.
func (c *chaos) calm() {
	c.t.Helper()
	if c.link != nil {
		c.link.Set(netlab.Weather{})
	}
	c.asking()
	select {
	case err := <-c.asked:
		if err != nil {
			c.t.Error("jobs:", err)
		}
	case <-time.After(patience):
		c.t.Fatal("jobs are not done")
	}
	for _, x := range c.tables {
		x.kill()
		x.words = append(x.words, "still")
		x.mu.Lock()
		x.line = ""
		x.mu.Unlock()
		x.start()
	}
}

// check holds what the cluster and both halls have against what the tables have.
func (c *chaos) check() {
	c.t.Helper()
	facts, all, turns, worst := 0, 0, 0, 0
	for n, x := range c.tables {
		name := fmt.Sprint("table-", n)
		var words []string
		until(c.t, "what the table has", func() bool {
			_, line := x.said()
			words = strings.Fields(line)
			return len(words) > 2
		})
		var last uint64
		fmt.Sscan(words[2], &last)
		kept := words[3:]
		slices.Sort(kept)
		until(c.t, name+"'s last fact", func() bool { return c.lastFact(name) >= last })
		until(c.t, name+"'s facts", func() bool { return uint64(len(c.facts(name))) >= last }) // a busy server may end a reading early
		if err := inOrder(c.facts(name), last); err != nil {
			c.t.Errorf("%s: %v", name, err)
		}
		var has []string
		until(c.t, name+"'s games", func() bool {
			has = has[:0]
			for _, m := range c.read(fleet.StreamGames, fleet.Subject(name, "*", fleet.PartGame)+".*") {
				var g fleet.Game
				if err := json.Unmarshal(m, &g); err != nil {
					c.t.Fatal(err)
				}
				has = append(has, g.ID)
			}
			return len(has) >= len(kept)
		})
		if slices.Sort(has); !slices.Equal(has, kept) {
			c.t.Errorf("the hall has %d games of %s, which has %d", len(has), name, len(kept))
		}
		facts, all = facts+int(last), all+len(kept)
		lines, _ := x.said()
		turns, worst = turns+lines-1, max(worst, x.worst)
	}
	for n, s := range c.halls {
		until(c.t, fmt.Sprint("the games in hall ", n), func() bool {
			return strings.Contains(s.wants("GET", "/api/games", "", 200), fmt.Sprintf(`"all":%d`, all))
		})
	}
	c.t.Logf("nodes were killed %d times, tables %d, workers %d, networks cut %d; %d turns, %d facts and %d games, each once; %d results, each once; the slowest turn was written in %v",
		c.kills.nodes, c.kills.tables, c.kills.workers, c.kills.cuts, turns, facts, all, c.results.Load(), time.Duration(worst)*time.Microsecond)
}

// lastFact returns the number of the last entry that the hall has of a table.
func (c *chaos) lastFact(table string) uint64 {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	stream, err := c.js.Stream(ctx, fleet.StreamFacts)
	if err != nil {
		return 0
	}
	m, err := stream.GetLastMsgForSubject(ctx, c.keys.subjects(table)[fleet.PartJournal])
	if err != nil {
		return 0
	}
	var f fleet.Fact
	if err := json.Unmarshal(m.Data, &f); err != nil && !errors.Is(err, context.Canceled) {
		c.t.Fatal(err)
	}
	return f.Seq
}

// TestChaos kills servers of a cluster, tables and workers: every game and every fact is
// in both halls once, every result counts once, and no game waits.
func TestChaos(t *testing.T) {
	if testing.Short() {
		t.Skip("elections take seconds, so -short leaves it out")
	}
	c := newChaos(t, false)
	c.played(5, 5)
	if *chaosTime > 0 {
		c.storm(*chaosTime)
	} else {
		c.rounds()
	}
	c.calm()
	c.check()
}

// TestNobodyReachesTheStreamsOfACluster does the same as [TestNobodyReachesTheStreams] with
// outside servers, each with the configuration that the hall prints.
func TestNobodyReachesTheStreamsOfACluster(t *testing.T) {
	if testing.Short() {
		t.Skip("elections take seconds, so -short leaves it out")
	}
	c := newCluster(t)
	c.prepare(chaosNodes)
	c.guard()
	t.Cleanup(func() { c.end() })
	c.unreached()
}

// newCluster starts outside servers, each with the configuration that the hall prints.
func newCluster(t *testing.T) *chaos {
	t.Helper()
	dir := t.TempDir()
	keys, err := OpenKeys(filepath.Join(dir, "keys"))
	if err != nil {
		t.Fatal(err)
	}
	c := &chaos{place: &place{t: t, dir: dir, keys: keys}, hosts: make([]*netlab.Host, chaosNodes)}
	var listen, routes []string
	for range chaosNodes {
		listen, routes = append(listen, webtest.Address(t)), append(routes, webtest.Address(t))
	}
	for n := range chaosNodes {
		newActor(t, nil, "node", c.nodeFile(n, listen, routes))
	}
	c.conf.Listen = listen[0]
	c.nc, err = nats.Connect("nats://"+listen[1], nats.UserCredentials(c.creds("hall", func(string) ([]byte, error) { return keys.Hall() })), nats.MaxReconnects(-1), nats.ReconnectWait(100*time.Millisecond), nats.RetryOnFailedConnect(true))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.nc.Close)
	if c.js, err = jetstream.New(c.nc); err != nil {
		t.Fatal(err)
	}
	return c
}

// prepare makes the streams with so many copies, as soon as the servers can.
func (c *chaos) prepare(replicas int) {
	c.t.Helper()
	until(c.t, "the cluster", func() bool {
		ctx, cancel := context.WithTimeout(c.t.Context(), 10*time.Second)
		defer cancel()
		return Prepare(ctx, c.js, c.keys, replicas) == nil
	})
}

// TestNoCopiesAreTakenAway starts halls that are told of one copy, of three, and of one again.
func TestNoCopiesAreTakenAway(t *testing.T) {
	if testing.Short() {
		t.Skip("elections take seconds, so -short leaves it out")
	}
	c := newCluster(t)
	for _, x := range []struct{ told, want int }{{1, 1}, {1, 1}, {chaosNodes, chaosNodes}, {1, chaosNodes}} {
		c.prepare(x.told)
		list := c.js.ListStreams(t.Context())
		for s := range list.Info() {
			if s.Config.Replicas != x.want {
				t.Errorf("told of %d: the stream %s has %d copies, want %d", x.told, s.Config.Name, s.Config.Replicas, x.want)
			}
		}
		if list.Err() != nil {
			t.Fatal(list.Err())
		}
	}
}

// TestChaosApart does the same where each of them is in a network of its own, with bad
// links between.
func TestChaosApart(t *testing.T) {
	if *chaosTime == 0 {
		t.Skip("optional: takes minutes in network namespaces; make chaos asks for it")
	}
	c := newChaos(t, true)
	c.played(5, 5)
	c.storm(*chaosTime)
	c.calm()
	c.check()
}
