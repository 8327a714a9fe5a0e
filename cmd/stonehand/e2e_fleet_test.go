package main_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/fleet"
	"stonehand/cmd/internal/web/webtest"
)

// hall is a hall that runs as a process.
type hall struct {
	t            *testing.T
	program, dir string
	page, tables string
	cmd          *exec.Cmd
	client       http.Client
}

func newHall(t *testing.T) *hall {
	t.Helper()
	h := &hall{t: t, dir: t.TempDir(), page: webtest.Address(t), tables: webtest.Address(t), client: http.Client{Timeout: patience, Transport: &http.Transport{DisableKeepAlives: true}}}
	h.program = filepath.Join(h.dir, "stonehand-hall")
	if out, err := exec.Command("go", "build", "-ldflags", "-s -w", "-o", h.program, "stonehand/cmd/stonehand-hall").CombinedOutput(); err != nil {
		t.Fatalf("building the hall: %v\n%s", err, out)
	}
	t.Cleanup(h.kill)
	return h
}

// make runs a part of the program that makes a file.
func (h *hall) make(words ...string) {
	h.t.Helper()
	c := exec.Command(h.program, words...)
	c.Dir = h.dir
	if out, err := c.CombinedOutput(); err != nil {
		h.t.Fatalf("%v: %v\n%s", words, err, out)
	}
}

func (h *hall) start() {
	h.t.Helper()
	h.cmd = exec.Command(h.program, "--listen", h.page, "--tables", h.tables, "--log", "error")
	h.cmd.Dir = h.dir
	if err := h.cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
}

// kill ends the hall as a power cut would.
func (h *hall) kill() {
	if h.cmd != nil {
		h.cmd.Process.Kill()
		h.cmd.Wait()
		h.cmd = nil
	}
}

// get asks the hall's page; nil while it does not answer.
func (h *hall) get(path string) []byte {
	a, err := h.client.Get("http://" + h.page + path)
	if err != nil {
		return nil
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil || a.StatusCode != http.StatusOK {
		return nil
	}
	return text
}

// facts reads all that the hall has of a table's journal.
func (h *hall) facts(table string) (list []fleet.Fact) {
	h.t.Helper()
	nc, err := nats.Connect("nats://"+h.tables, nats.UserCredentials(filepath.Join(h.dir, "hall.creds")))
	if err != nil {
		h.t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		h.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c, err := js.CreateConsumer(ctx, fleet.StreamFacts, jetstream.ConsumerConfig{FilterSubject: fleet.Subject(table, "*", fleet.PartJournal), AckPolicy: jetstream.AckNonePolicy})
	if err != nil {
		h.t.Fatal(err)
	}
	for uint64(len(list)) < c.CachedInfo().NumPending {
		batch, err := c.FetchNoWait(500)
		if err != nil {
			h.t.Fatal(err)
		}
		for m := range batch.Messages() {
			var f fleet.Fact
			if err := json.Unmarshal(m.Data(), &f); err != nil {
				h.t.Fatal(err)
			}
			list = append(list, f)
		}
	}
	return list
}

// TestHallAndTableAreKilled plays games at a daemon that tells a hall of them, and kills
// either process again and again. In the end the hall has every game once, as the daemon
// keeps it, and every entry of the journal once and in order.
func TestHallAndTableAreKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the hall and plays for half a minute, so -short leaves it out")
	}
	t.Parallel()
	h := newHall(t)
	h.make("table", "one")
	h.make("hall")
	h.start()
	data := t.TempDir()
	config := daemonConfig(t, fmt.Sprintf(`
[game]
rules = "gomoku"
human = "none"
level = 1
time = "10ms"
[sim]
as_real_board = false
[web]
listen = "127.0.0.1:0"
[fleet]
url = "nats://%s"
table = "one"
credentials = %q
`, h.tables, filepath.Join(h.dir, "one.creds")))
	start := func() *process {
		return startDaemon(t, "stonehand", "serve", "--data", data, "--config", config)
	}
	chance := rand.New(rand.NewPCG(1, 20))
	d := start()
	const games = 4
	for n := range games {
		for range 3 { // kills within the game
			played := len(d.Until(t, "a turn", func(s *api.Snapshot) bool { return len(s.Moves) > 0 || s.Result != "" }).Moves)
			d.Until(t, "more turns", func(s *api.Snapshot) bool { return len(s.Moves) > played+chance.IntN(3) || s.Result != "" })
			switch chance.IntN(4) {
			case 0:
				d.Kill()
				d = start()
			case 1:
				h.kill()
				h.start()
			case 2:
				h.kill()
				d.Kill()
				d = start()
				h.start()
			}
		}
		d.Over(t)
		if n < games-1 {
			if _, err := d.Command(map[string]any{"do": "new-game"}); err != nil {
				t.Fatal(err)
			}
		}
	}
	kept, err := d.Games()
	if err != nil || len(kept) != games {
		t.Fatalf("the daemon has %d games, %v", len(kept), err)
	}
	var found struct {
		Games []fleet.Game
		All   int
	}
	for end := time.Now().Add(patience); found.All < games; time.Sleep(50 * time.Millisecond) {
		if text := h.get("/api/games"); text != nil {
			if err := json.Unmarshal(text, &found); err != nil {
				t.Fatal(err)
			}
		}
		if time.Now().After(end) {
			t.Fatalf("the hall has %+v", found)
		}
	}
	if found.All != games {
		t.Errorf("the hall has %d games", found.All)
	}
	for _, g := range kept {
		own, err := d.Send("GET", "/api/games/"+g.ID+".sgf", nil)
		if err != nil {
			t.Fatal(err)
		}
		if far := h.get("/api/games/one/" + g.ID + ".sgf"); !bytes.Equal(far, own) {
			t.Errorf("the game %s is %q in the hall and %q at the table", g.ID, far, own)
		}
	}
	facts, ends := h.facts("one"), 0
	for i, f := range facts {
		if f.Line != 1 || i > 0 && (f.Seq <= facts[i-1].Seq || f.Seq != facts[i-1].Seq+1 && !f.Entry.Whole()) {
			t.Errorf("entry %d of line %d comes after %d", f.Seq, f.Line, facts[max(0, i-1)].Seq)
		}
		if f.Entry.Begins() {
			ends++
		}
	}
	if ends != games {
		t.Errorf("%d games begin in %d facts", ends, len(facts))
	}
}
