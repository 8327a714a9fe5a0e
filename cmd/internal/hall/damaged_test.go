package hall

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestADamagedGameKeepsNoOtherBack has games' files that a disk has damaged, as a power cut may,
// and one that is longer than a message can be, before one that gets to the hall.
func TestADamagedGameKeepsNoOtherBack(t *testing.T) {
	p := newPlace(t)
	x := newTable(t, "one", p.conf.Listen, p.credentials("one"))
	s := p.serve()
	x.start()
	x.begin()
	x.finish(x.id(1))
	until(t, "the first game", func() bool { return strings.Contains(s.wants("GET", "/api/games", "", 200), `"all":1`) })
	x.kill()
	dir := filepath.Join(x.dir, "games")
	whole, err := os.ReadFile(filepath.Join(dir, x.id(1)+".sgf"))
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Replace(string(whole), "(;", "(;C["+strings.Repeat("A good turn. ", 1e5)+"]", 1)
	for id, text := range map[string]string{x.id(2): "", x.id(3): "(;GM[", x.id(4): strings.Repeat("\x00", 4096), x.id(5): long} {
		if err := os.WriteFile(filepath.Join(dir, id+".sgf"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var log spoken
	x.conf.Log = slog.New(slog.NewTextHandler(&log, nil))
	x.start()
	x.finish(x.id(6))
	until(t, "the game behind the damaged ones", func() bool { return strings.Contains(s.wants("GET", "/api/games", "", 200), x.id(6)) })
	if n := strings.Count(log.String(), "does not get to the hall"); n != 4 {
		t.Errorf("the log tells of %d games that do not get to the hall, not 4:\n%s", n, log.String())
	}
	x.finish(x.id(7))
	until(t, "the next game", func() bool { return strings.Contains(s.wants("GET", "/api/games", "", 200), x.id(7)) })
	if n := strings.Count(log.String(), "does not get to the hall"); n != 4 {
		t.Errorf("the log tells of %d games that do not get to the hall, not of each once:\n%s", n, log.String())
	}
}

// TestAnUnfinishedLineSpoilsNoOther has a power cut in the middle of a line of each list of
// credentials.
func TestAnUnfinishedLineSpoilsNoOther(t *testing.T) {
	k, err := OpenKeys(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{issued, revoked} {
		if err := os.WriteFile(filepath.Join(k.dir, name), []byte("two UAQR7T3PJ"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := k.Table("one"); err != nil {
		t.Fatal(err)
	}
	if n, err := k.Revoke("one"); n != 1 || err != nil {
		t.Errorf("%d credentials were taken back, %v", n, err)
	}
	if gone, err := k.list(revoked); len(gone) != 1 || err != nil {
		t.Errorf("the server is told of %v, %v", gone, err)
	}
}

// TestAListThatCannotBeRead is no empty one: with it, credentials that were taken back would be good
// again.
func TestAListThatCannotBeRead(t *testing.T) {
	k, err := OpenKeys(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(k.dir, revoked), 0o700); err != nil { // opens, and gives errors
		t.Fatal(err)
	}
	if _, _, err := k.claims(); err == nil || !strings.Contains(err.Error(), "the list of credentials cannot be read") {
		t.Errorf("a server is told of a list that cannot be read: %v", err)
	}
}

// TestRootLocksNoHallOut makes and takes back credentials as root, in the folder of another user.
func TestRootLocksNoHallOut(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away; run this test as root")
	}
	const user = 65534
	dir := t.TempDir()
	if err := os.Chown(dir, user, user); err != nil {
		t.Fatal(err)
	}
	k, err := OpenKeys(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := k.Table("one"); err != nil {
		t.Fatal(err)
	}
	if n, err := k.Revoke("one"); n != 1 || err != nil {
		t.Fatalf("%d credentials were taken back, %v", n, err)
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		info, err := f.Info()
		if err != nil {
			t.Fatal(err)
		}
		if owner := info.Sys().(*syscall.Stat_t).Uid; owner != user {
			t.Errorf("%s belongs to user %d", f.Name(), owner)
		}
	}
}
