package hall

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stonehand/cmd/internal/fleet"
	"stonehand/cmd/internal/web/webtest"
)

// node starts one of three servers of a cluster, from the configuration that the hall
// prints for servers of others.
func (p *place) node(n int, addresses, routes []string) *server.Server {
	p.t.Helper()
	text, err := p.keys.Servers()
	if err != nil {
		p.t.Fatal(err)
	}
	dir := filepath.Join(p.dir, fmt.Sprint("node", n))
	text += fmt.Sprintf("server_name: node%d\nlisten: %q\njetstream { store_dir: %q }\ncluster { name: hall, listen: %q, routes: [%s] }\n",
		n, addresses[n], dir, routes[n], `"nats://`+strings.Join(routes, `", "nats://`)+`"`)
	path := filepath.Join(p.dir, fmt.Sprintf("node%d.conf", n))
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
	o, err := server.ProcessConfigFile(path)
	if err != nil {
		p.t.Fatal(err)
	}
	o.NoSigs, o.NoLog = true, true
	s, err := server.NewServer(o)
	if err != nil {
		p.t.Fatal(err)
	}
	s.Start()
	return s
}

// TestAClusterOfThree kills one node after the other, and the table between them, while
// the table writes.
func TestAClusterOfThree(t *testing.T) {
	if testing.Short() {
		t.Skip("elections take seconds, so -short leaves it out")
	}
	dir := t.TempDir()
	keys, err := OpenKeys(filepath.Join(dir, "keys"))
	if err != nil {
		t.Fatal(err)
	}
	p := &place{t: t, dir: dir, keys: keys}
	var addresses, routes []string
	for range 3 {
		addresses, routes = append(addresses, webtest.Address(t)), append(routes, webtest.Address(t))
	}
	nodes := make([]*server.Server, 3)
	for n := range nodes {
		nodes[n] = p.node(n, addresses, routes)
	}
	t.Cleanup(func() {
		for _, s := range nodes {
			s.Shutdown()
			s.WaitForShutdown()
		}
	})
	text, err := keys.Hall()
	if err != nil {
		t.Fatal(err)
	}
	creds := filepath.Join(dir, "hall.creds")
	if err := os.WriteFile(creds, text, 0o600); err != nil {
		t.Fatal(err)
	}
	urls := "nats://" + strings.Join(addresses, ",nats://")
	if p.nc, err = nats.Connect(urls, nats.UserCredentials(creds), nats.MaxReconnects(-1), nats.RetryOnFailedConnect(true)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.nc.Close)
	if p.js, err = jetstream.New(p.nc); err != nil {
		t.Fatal(err)
	}
	until(t, "the cluster", func() bool { return Prepare(context.Background(), p.js, 3) == nil })
	x := newTable(t, "one", "", p.credentials("one"))
	x.conf.URL = urls
	x.start()
	x.begin()
	chance := rand.New(rand.NewPCG(3, 3))
	for round := range 5 {
		n := round % 3
		nodes[n].Shutdown()
		nodes[n].WaitForShutdown()
		for range 40 {
			x.turn(chance.IntN(361))
		}
		x.finish(x.id(x.seq))
		if round == 2 {
			x.kill()
			x.close()
			x.start()
		}
		x.begin()
		// Two of three go on by themselves.
		stream := p.reached(x)
		nodes[n] = p.node(n, addresses, routes)
		until(t, "three nodes", func() bool {
			info, err := stream.Info(context.Background())
			if err != nil || info.Cluster == nil || len(info.Cluster.Replicas) != 2 {
				return false
			}
			for _, r := range info.Cluster.Replicas {
				if !r.Current {
					return false
				}
			}
			return true
		})
	}
	p.arrived(x)
	until(t, "the games", func() bool { return len(p.read(fleet.StreamGames, fleet.SubjectGame("one", "*"))) == 5 })
}

// reached waits until the facts' stream has as many messages as the table has entries,
// and the hall's own.
func (p *place) reached(x *table) jetstream.Stream {
	p.t.Helper()
	var stream jetstream.Stream
	until(p.t, "all facts", func() bool {
		var err error
		if stream, err = p.js.Stream(context.Background(), fleet.StreamFacts); err != nil {
			return false
		}
		return stream.CachedInfo().State.Msgs >= x.seq+1
	})
	return stream
}
