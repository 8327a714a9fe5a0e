package main_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
)

// A pipe in the place of any file that the daemon reads does not keep it from
// starting, nor from ending.
func TestPipesInTheFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"journal", "journal.copy", "calibration.json", "link.json", "volume", "arm-corners.json", "arm-stock.json", "last.rec"} {
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := startDaemon(t, "stonehand", "serve", "--data", dir, "--config", daemonConfig(t, fast))
	goOn(t, p, 2)
	p.Stop()
	for _, name := range []string{"calibration.json", "link.json"} {
		if !strings.Contains(p.Log(), name) {
			t.Errorf("the log does not name %s:\n%s", name, p.Log())
		}
	}
}

// The folder of games is deleted while the daemon plays: it is made again with the
// present game in it, which a daemon that is killed goes on with, and that is said.
func TestFolderDeletedWhilePlaying(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	args := []string{"serve", "--data", dir, "--config", daemonConfig(t, fast)}
	p := startDaemon(t, "stonehand", args...)
	goOn(t, p, 4)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	before := saying(t, p, "The folder with the games was deleted")
	for { // the owner's socket comes back too
		if _, err := os.Stat(filepath.Join(dir, "socket")); err == nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	p.Kill()
	if !strings.Contains(p.Log(), "was deleted or replaced") {
		t.Errorf("the log does not say it:\n%s", p.Log())
	}
	p = startDaemon(t, "stonehand", args...)
	after := p.Until(t, "the board", func(s *api.Snapshot) bool { return s.Link })
	if after.GameID != before.GameID || len(after.Moves) < len(before.Moves) || fmt.Sprint(after.Moves[:len(before.Moves)]) != fmt.Sprint(before.Moves) {
		t.Errorf("%v %v, and it was %v %v", after.GameID, after.Moves, before.GameID, before.Moves)
	}
	p.Stop()
}

// A guest takes the place of a game only if it says so, and a flood of changes is
// refused; the game that was replaced is in the list.
func TestGuestAndFloodOverHTTP(t *testing.T) {
	t.Parallel()
	p := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, fast))
	was := goOn(t, p, 2)
	begin := func(replace bool) error {
		body, _ := json.Marshal(api.GuestOrder{Do: api.GuestBegin, Game: "connect6", Color: board.White, Replace: replace})
		_, err := p.Send("POST", "/api/guest", body)
		return err
	}
	var refused *refusal
	if err := begin(false); !errors.As(err, &refused) || refused.Status != 409 || refused.Code != "game-running" {
		t.Errorf("unasked: %v", err)
	}
	if err := begin(true); err != nil {
		t.Error(err)
	}
	games, err := p.Games()
	if err != nil || !slices.ContainsFunc(games, func(g api.GameInfo) bool { return g.ID == was.GameID && g.Result == "unfinished" && g.Turns >= 2 }) {
		t.Errorf("%+v, %v", games, err)
	}
	for i := range 1000 {
		if _, err = p.Command(map[string]any{"do": api.DoSeats, "level": 1 + i%2}); err != nil {
			break
		}
	}
	if !errors.As(err, &refused) || refused.Status != 429 || refused.Code != "too-many" {
		t.Errorf("a flood: %v", err)
	}
	p.Stop()
}
