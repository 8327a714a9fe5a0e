package main_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
)

// fast is a configuration with which a game goes quickly.
const fast = `
[game]
level = 1
time = "100ms"
[board]
settle = "10ms"
debounce_n = 1
debounce_m = 1
[sim]
scan = "2ms"
bounce = "0s"
[engine]
table_mb = 1
[web]
listen = "127.0.0.1:0"
`

// goOn plays until some more turns are on record, and returns the state then.
func goOn(t *testing.T, p *process, turns int) *api.Snapshot {
	t.Helper()
	s := p.Until(t, "the board", func(s *api.Snapshot) bool { return s.Link })
	want := len(s.Moves) + turns
	for end := time.Now().Add(2 * patience); len(s.Moves) < want && s.Result == ""; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("after %v there are not %d turns; the state is %+v", 2*patience, want, s)
		}
		if _, err := p.Act(s, func(s *api.Snapshot, due int) []string { return standAside(shown(s), due) }); err != nil {
			t.Fatal(err)
		}
		var err error
		if s, err = p.State(); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// chatter gives commands that change nothing, so that the journal grows.
func chatter(t *testing.T, p *process) {
	t.Helper()
	for range 30 {
		for _, do := range []string{api.DoPause, api.DoResume} {
			if _, err := p.Command(map[string]any{"do": do}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// saying waits until the fault contains a text; "" for none.
func saying(t *testing.T, p *process, text string) *api.Snapshot {
	t.Helper()
	return p.Until(t, fmt.Sprintf("the fault %q", text), func(s *api.Snapshot) bool {
		return strings.Contains(s.Fault, text) && (text != "" || s.Fault == "")
	})
}

// A place for games that cannot be used: the daemon starts, plays, says that
// nothing is saved, and saves the whole game when the place can be used.
func TestNoPlaceForGames(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"serve", "--data", dir, "--config", daemonConfig(t, fast)}
	p := startDaemon(t, "stonehand", args...)
	saying(t, p, "This game is not being saved, because ")
	if health, err := p.Send("GET", "/healthz", nil); err != nil || !strings.Contains(string(health), "not being saved") {
		t.Errorf("%s, %v", health, err)
	}
	goOn(t, p, 4)
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	before := saying(t, p, "")
	p.Kill()
	p = startDaemon(t, "stonehand", args...)
	after := p.Until(t, "the board", func(s *api.Snapshot) bool { return s.Link })
	if len(after.Moves) < 4 || after.GameID != before.GameID || fmt.Sprint(after.Moves[:len(before.Moves)]) != fmt.Sprint(before.Moves) || after.Fault != "" {
		t.Errorf("%v %v %q, and it was %v %v", after.GameID, after.Moves, after.Fault, before.GameID, before.Moves)
	}
	p.Stop()
}

// inMount starts the daemon with a file system of its own for its games, and
// returns where that is to be seen from here; nil if this user may not have one.
func inMount(t *testing.T, mount string) (p *process, dir string) {
	t.Helper()
	place := t.TempDir()
	flags := []string{"-m"}
	if os.Geteuid() != 0 {
		flags = append(flags, "-r")
	}
	if out, err := exec.Command("unshare", append(flags, "sh", "-c", mount, place, "true")...).CombinedOutput(); err != nil {
		t.Logf("this user may not mount file systems (%v): %s", err, out)
		return nil, ""
	}
	p = startDaemon(t, "unshare", append(flags, "sh", "-c", mount, place, "stonehand", "serve", "--data", place, "--config", daemonConfig(t, fast))...)
	return p, fmt.Sprintf("/proc/%d/root%s", p.Pid(), place)
}

// resumed starts another daemon with a copy of the first one's folder, and
// compares its game.
func resumed(t *testing.T, p *process, dir string) {
	t.Helper()
	before := saying(t, p, "")
	again := t.TempDir()
	for _, name := range []string{"journal", "journal.copy"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(again, name), data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	p.Stop()
	p = startDaemon(t, "stonehand", "serve", "--data", again, "--config", daemonConfig(t, fast))
	after := p.Until(t, "the board", func(s *api.Snapshot) bool { return s.Link })
	if after.GameID != before.GameID || len(after.Moves) < len(before.Moves) || fmt.Sprint(after.Moves[:len(before.Moves)]) != fmt.Sprint(before.Moves) {
		t.Errorf("the game was %v %v, and is %v %v", before.GameID, before.Moves, after.GameID, after.Moves)
	}
	p.Stop()
}

// A file system that is really full, in the middle of a game: the game goes on,
// says that it is not saved, and is saved whole when there is room again; what people set
// meanwhile too.
func TestFullFileSystem(t *testing.T) {
	t.Parallel()
	p, dir := inMount(t, `mount -t tmpfs -o size=256k none "$0" && exec "$@"`)
	if p == nil {
		return
	}
	goOn(t, p, 3)
	ballast, err := os.Create(filepath.Join(dir, "ballast"))
	for err == nil {
		_, err = ballast.Write(make([]byte, 512))
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	ballast.Close()
	chatter(t, p)
	saying(t, p, "because the storage is full")
	goOn(t, p, 3)
	saying(t, p, "because the storage is full")
	if _, err := p.Command(map[string]any{"do": api.DoHands, "answer": api.HandsHelp}); err != nil {
		t.Error(err)
	}
	if err := os.Remove(ballast.Name()); err != nil {
		t.Fatal(err)
	}
	saying(t, p, "")
	hands, err := os.ReadFile(filepath.Join(dir, "hands"))
	for end := time.Now().Add(patience); err != nil && time.Now().Before(end); hands, err = os.ReadFile(filepath.Join(dir, "hands")) { // it follows with a tick
		time.Sleep(50 * time.Millisecond)
	}
	if err != nil || string(hands) != api.HandsHelp+"\n" {
		t.Errorf("what was set meanwhile is not saved: %q, %v", hands, err)
	}
	resumed(t, p, dir)
}

// A daemon whose folder is read-only from the start, with a torn journal in it,
// plays and says that nothing is saved. When the folder can be written, all is.
func TestReadOnlyFileSystem(t *testing.T) {
	t.Parallel()
	p, dir := inMount(t, `mount -t tmpfs -o size=256k none "$0" && printf '12345678 {"seq":' >"$0/journal" && mount -o remount,ro "$0" && exec "$@"`)
	if p == nil {
		return
	}
	goOn(t, p, 4)
	saying(t, p, "because the storage is read-only")
	if data, err := os.ReadFile(filepath.Join(dir, "journal")); err != nil || string(data) != `12345678 {"seq":` {
		t.Errorf("%q, %v", data, err)
	}
	enter := []string{"-t", fmt.Sprint(p.Pid()), "-m"}
	if os.Geteuid() != 0 {
		enter = append(enter, "-U", "--preserve-credentials")
	}
	place := dir[strings.Index(dir, "/root")+len("/root"):]
	if out, err := exec.Command("nsenter", append(enter, "mount", "-o", "remount,rw", place)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	saying(t, p, "")
	if torn, err := os.ReadFile(filepath.Join(dir, "journal.torn.1")); err != nil || string(torn) != `12345678 {"seq":` {
		t.Errorf("%q, %v", torn, err)
	}
	resumed(t, p, dir)
}
