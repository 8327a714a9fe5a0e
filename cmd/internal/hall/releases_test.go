package hall

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/fleet"
	"stonehand/engine/board"
)

// programs are a table's program, built once, and the same with a byte more, which a
// system does not mind.
var programs = sync.OnceValues(func() (list [2][]byte, err error) {
	dir, err := os.MkdirTemp("", "stonehand-hall-")
	if err != nil {
		return list, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "stonehand")
	c := exec.Command("go", "build", "-o", path, "-ldflags", "-s -w", "stonehand/cmd/stonehand")
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		return list, fmt.Errorf("%w: %s", err, out)
	}
	list[0], err = os.ReadFile(path)
	list[1] = append(slices.Clone(list[0]), 0)
	return list, err
})

// upload brings a file to the hall.
func (s *site) upload(file []byte, want int) string {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodPut, s.base+"/api/release", bytes.NewReader(file))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/octet-stream")
	a, err := s.client.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil || a.StatusCode != want {
		s.t.Fatalf("%d instead of %d, %v: %s", a.StatusCode, want, err, text)
	}
	return string(text)
}

// health is what the hall knows of a table's program.
func (s *site) health(table string) (h fleet.Health) {
	s.t.Helper()
	var all map[string]Table
	if err := json.Unmarshal([]byte(s.wants("GET", "/api/tables", "", 200)), &all); err != nil {
		s.t.Fatal(err)
	}
	if now := all[table].Health; now != nil {
		h = *now
	}
	return h
}

// updated is a table with a program that can be replaced.
type updated struct {
	*table
	program, refused string
	restarts         chan struct{}
}

func newUpdated(t *testing.T, p *place, name string, program []byte) *updated {
	t.Helper()
	x := &updated{table: orders(t, p), restarts: make(chan struct{}, 100)}
	x.kill()
	dir := t.TempDir()
	x.program, x.refused = filepath.Join(dir, "stonehand"), filepath.Join(dir, "refused.json")
	if err := os.WriteFile(x.program, program, 0o755); err != nil {
		t.Fatal(err)
	}
	x.conf.Updates = fleet.Updates{Program: x.program, Refused: x.refused, Restart: func() { x.restarts <- struct{}{} }}
	x.start()
	until(t, "the table's answer", func() bool {
		// The server may not know yet that the killed program is gone, and ask it alone.
		_, err := p.nc.Request(p.keys.subjects("one")[fleet.PartChallenge], nil, time.Second)
		return err == nil
	})
	return x
}

// install does what the unit does as root.
func (x *updated) install() error {
	_, ok, err := fleet.Install(x.t.Context(), x.dir, x.program, x.conf.Operators)
	if err == nil && !ok {
		err = errors.New("there is nothing to install")
	}
	return err
}

// TestTablesAreUpdated uploads a program at the hall: a table fetches it, waits for root and
// for the end of the game, and runs it then. What is no program changes nothing.
func TestTablesAreUpdated(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a table's program and sends it twice, so -short leaves it out")
	}
	list, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	p := newPlace(t)
	a := p.serve()
	x := newUpdated(t, p, "one", list[0])
	a.upload(list[1], 403)
	a.logIn("operate-password")
	for _, bad := range [][]byte{nil, []byte("no program"), list[1][:1000], []byte("!<arch>\n"), slices.Concat([]byte("!<arch>\n"), make([]byte, 60))} {
		if said := a.upload(bad, 400); !strings.Contains(said, `"error":"This program cannot be used: the file`) {
			t.Errorf("%.20q: %s", bad, said)
		}
	}
	x.change(func(s *api.Snapshot) { s.Moves = []api.Points{{board.Size{Cols: 19, Rows: 19}.Point(1)}} })
	a.upload(packed(t, list[1]), 200)
	until(t, "the program", func() bool { return a.health("one").Update == fleet.UpdateInstall })
	if err := x.install(); err != nil {
		t.Fatal(err)
	}
	until(t, "the end of the game", func() bool { return a.health("one").Update == fleet.UpdateRestart })
	select {
	case <-x.restarts:
		t.Error("the table restarts in the middle of a game")
	default:
	}
	old, err := os.ReadFile(x.program + ".previous")
	if err != nil || !bytes.Equal(old, list[0]) {
		t.Errorf("the old program is lost: %v", err)
	}
	x.change(func(s *api.Snapshot) { s.Result = "black" })
	<-x.restarts
	x.kill()
	if err := os.WriteFile(filepath.Join(x.dir, "update", ".stonehand-123"), list[0], 0o600); err != nil { // it was killed while it fetched
		t.Fatal(err)
	}
	x.start()
	until(t, "the new program", func() bool {
		h := a.health("one")
		return h.Update == "" && h.SHA256 == a.hall.settings.releases()[0].SHA256
	})
	if left, err := os.ReadDir(filepath.Join(x.dir, "update")); err != nil || len(left) != 0 {
		t.Errorf("%v, %v are left", left, err)
	}

	// Root refuses what was exchanged on the way, and the table says so.
	a.upload(list[0], 200)
	until(t, "the other program", func() bool { return a.health("one").Update == fleet.UpdateInstall })
	lies := filepath.Join(x.dir, "update", "stonehand")
	if err := os.WriteFile(lies, list[1], 0o755); err != nil {
		t.Fatal(err)
	}
	refused := x.install()
	if refused == nil {
		t.Fatal("a program with another checksum was installed")
	}
	data, _ := json.Marshal(fleet.Refused{SHA256: a.hall.settings.releases()[0].SHA256, Text: refused.Error()})
	if err := os.WriteFile(x.refused, data, 0o644); err != nil {
		t.Fatal(err)
	}
	until(t, "the refusal", func() bool {
		h := a.health("one")
		return h.Update == fleet.UpdateRefused && strings.Contains(h.UpdateError, "checksum")
	})
	if now, err := os.ReadFile(x.program); err != nil || !bytes.Equal(now, list[1]) {
		t.Errorf("a refused program changes what is there: %v", err)
	}
	stream, err := p.js.Stream(t.Context(), fleet.StreamReleases)
	if err != nil {
		t.Fatal(err)
	}
	if n := stream.CachedInfo().State.Msgs; n != uint64((len(list[0])+fleet.PieceSize-1)/fleet.PieceSize) {
		t.Errorf("the hall keeps %d pieces: an old program too", n)
	}
}

// TestReleasesAreChecked offers a table releases that somebody forged, and those of others.
func TestReleasesAreChecked(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a table's program, so -short leaves it out")
	}
	list, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	p := newPlace(t)
	x := newUpdated(t, p, "one", list[0])
	good, err := fleet.NewRelease(list[1], p.keys.Operate)
	if err != nil {
		t.Fatal(err)
	}
	playing, err := fleet.NewRelease(list[1], p.keys.Play)
	if err != nil {
		t.Fatal(err)
	}
	other := func(change func(*fleet.Release)) fleet.Release { r := good; change(&r); return r }
	for name, try := range map[string]struct {
		r    fleet.Release
		code string
	}{
		"another checksum": {other(func(r *fleet.Release) { r.SHA256 = strings.Repeat("0", 64) }), "forbidden"},
		"another size":     {other(func(r *fleet.Release) { r.Size++ }), "forbidden"},
		"no path":          {other(func(r *fleet.Release) { r.SHA256 = "../../etc/passwd" }), "forbidden"},
		"no signature":     {other(func(r *fleet.Release) { r.Sign = "" }), "forbidden"},
		"one who plays":    {playing, "forbidden"},
		"another system":   {other(func(r *fleet.Release) { r.System = "linux/mips" }), "no-release"},
	} {
		command, err := json.Marshal(fleet.Update{Do: fleet.DoUpdate, Releases: []fleet.Release{try.r}})
		if err != nil {
			t.Fatal(err)
		}
		said, err := fleet.Command(ctx, p.nc, "one", p.keys.subjects("one"), p.keys.Operate, command)
		if err != nil || said.Code != try.code || said.Error == "" {
			t.Errorf("%s: %+v, %v", name, said, err)
		}
	}
	command, _ := json.Marshal(fleet.Update{Do: fleet.DoUpdate, Releases: []fleet.Release{good}})
	if said, err := fleet.Command(ctx, p.nc, "one", p.keys.subjects("one"), p.keys.Play, command); err != nil || said.Code != "forbidden" {
		t.Errorf("one who plays updates the table: %+v, %v", said, err)
	}
	if _, err := os.Stat(filepath.Join(x.dir, "update", "wanted.json")); err == nil {
		t.Error("a release that was refused is wanted")
	}
}

// TestTwoProgramsAtOnce uploads programs for two systems at the same time: the tables of both
// get theirs, whole.
func TestTwoProgramsAtOnce(t *testing.T) {
	p := newPlace(t)
	a := p.serve()
	const pieces = 3
	for round := range byte(3) {
		var both sync.WaitGroup
		for i, system := range []string{"linux/amd64", "linux/arm64"} {
			program := slices.Repeat([]byte{2*round + byte(i)}, pieces*fleet.PieceSize)
			release := fleet.Release{System: system, Size: int64(len(program)), SHA256: fmt.Sprintf("%x", sha256.Sum256(program))}
			both.Go(func() {
				if err := a.hall.offer(t.Context(), release, program); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
		list := a.hall.settings.releases()
		if len(list) != 2 {
			t.Errorf("the hall offers %+v", list)
		}
		for _, r := range list {
			until(t, "the pieces for "+r.System, func() bool { // a busy server may end a reading early
				return len(p.read(fleet.StreamReleases, fleet.SubjectPiece(r.SHA256, "*"))) == pieces
			})
		}
	}
}

// packed is a Debian package that has a program.
func packed(t *testing.T, program []byte) []byte {
	t.Helper()
	var data bytes.Buffer
	zip, _ := gzip.NewWriterLevel(&data, gzip.BestSpeed)
	files := tar.NewWriter(zip)
	err := files.WriteHeader(&tar.Header{Name: "./usr/bin/stonehand", Mode: 0o755, Size: int64(len(program))})
	if err == nil {
		_, err = files.Write(program)
	}
	if err = errors.Join(err, files.Close(), zip.Close()); err != nil {
		t.Fatal(err)
	}
	member := func(name string, data []byte) []byte {
		head := fmt.Appendf(nil, "%-16s%-12d%-6d%-6d%-8o%-10d`\n", name, 0, 0, 0, 0o644, len(data))
		return slices.Concat(head, data, make([]byte, len(data)%2))
	}
	return slices.Concat([]byte("!<arch>\n"), member("debian-binary", []byte("2.0\n")), member("control.tar.gz", []byte("odd")), member("data.tar.gz", data.Bytes()))
}
