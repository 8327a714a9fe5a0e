package hall

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stonehand/cmd/internal/fleet"
)

// TestStreamsOfAnEarlierHall starts a hall where an earlier one has kept its streams in the
// account of its tables: all is still there, and a table goes on with its credentials.
func TestStreamsOfAnEarlierHall(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	x := newTable(t, "one", p.conf.Listen, p.credentials("one"))
	x.start()
	x.begin()
	p.arrived(x)
	id := p.read(fleet.StreamFacts, fleet.SubjectHall)
	p.stop()
	dir := filepath.Join(p.dir, "jetstream")
	if err := os.Rename(filepath.Join(dir, public(p.keys.streams)), filepath.Join(dir, public(p.keys.account))); err != nil {
		t.Fatal(err)
	}
	p.start()
	x.turn(7)
	p.arrived(x)
	if now := p.read(fleet.StreamFacts, fleet.SubjectHall); len(now) != 1 || len(id) != 1 || string(now[0]) != string(id[0]) {
		t.Errorf("the hall was %q and is %q", id, now)
	}
	if list := p.facts("one"); len(list) != 2 {
		t.Errorf("the hall has %d facts, not 2", len(list))
	}
	p.stop()
	p.start() // and that once
	if list := p.facts("one"); len(list) != 2 {
		t.Errorf("after another start the hall has %d facts, not 2", len(list))
	}
}

// TestServeOnTakenPorts starts servers where other programs listen: the error says at once
// which address is taken, for tables and for MQTT.
func TestServeOnTakenPorts(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	taken := l.Addr().String()
	dir := t.TempDir()
	keys, err := OpenKeys(filepath.Join(dir, "keys"))
	if err != nil {
		t.Fatal(err)
	}
	for name, conf := range map[string]ServerConfig{
		"tables": {Listen: taken},
		"mqtt":   {Listen: "127.0.0.1:0", MQTT: taken},
	} {
		t.Run(name, func(t *testing.T) {
			conf.Dir, conf.Log = t.TempDir(), quiet
			srv, err := Serve(conf, keys)
			if err == nil {
				srv.Shutdown()
				srv.WaitForShutdown()
				t.Fatalf("a server started on %s, where another program listens", taken)
			}
			if got := err.Error(); !strings.Contains(got, taken) || !strings.Contains(got, "address already in use") {
				t.Errorf("the error is %q; it does not say that %s is taken", got, taken)
			}
		})
	}
}
