package main_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/creack/pty"
	"go.bug.st/serial"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/engine/board"
	"stonehand/engine/sgf"
	"stonehand/firmware-protocol/avr/avrtest"
)

// TestGameThroughRealParts plays a whole game at a board: its firmware runs on a
// simulated microcontroller, the daemon is a process of its own at the other end
// of the serial line, and the hand sees the lights and nothing else.
func TestGameThroughRealParts(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole game takes a while, so -short leaves it out")
	}
	t.Parallel()
	for _, c := range []struct {
		name  string
		own   board.Color
		spoil bool
	}{
		{"all well", board.Black, false},
		// A noisy line, shaky hands, somebody who presses the board's reset
		// button, and a power cut while the machine's stones are asked for.
		{"all ill", board.White, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			chip := avrtest.Start(t, avrtest.Options{UID: "57e0e4a4d0000001"})
			port := chip.Pty()
			h := &lightHand{t: t, board: chip, own: c.own, turn: hinderAWhile}
			reset := func() {}
			if c.spoil {
				port = noisyLine(t, port)
				h.shaky = rand.New(rand.NewPCG(7, 7))
				reset = sync.OnceFunc(chip.Reset)
			}
			data := t.TempDir()
			args := []string{"serve", "--data", data, "--config", daemonConfig(t, fmt.Sprintf(`
[game]
human = %q
level = 3
time = "100ms"
[board]
kind = "mcu"
port = %q
settle = "150ms"
[engine]
table_mb = 4
[web]
listen = "127.0.0.1:0"
[log]
level = "debug"
`, c.own, port))}
			d := startDaemon(t, "stonehand", args...)
			cut, log := !c.spoil, ""
			won := h.play(func() {
				if h.turns == 3 {
					reset()
				}
				if !cut && h.played && h.turns == 5 {
					s := d.Until(t, "the machine's answer", func(s *api.Snapshot) bool { return s.Phase == api.PhasePlace })
					d.Kill()
					log = d.Log()
					d = startDaemon(t, "stonehand", args...)
					after, err := d.State()
					if err != nil || after.GameID != s.GameID || !slices.Equal(after.Turn, s.Turn) {
						t.Fatalf("the machine asked for %v in game %s, and after a power cut asks for %v in game %s: %v",
							s.Turn, s.GameID, after.Turn, after.GameID, err)
					}
					cut = true
				}
			})

			end := d.Until(t, "the end of the game", func(s *api.Snapshot) bool { return s.Phase == api.PhaseOver })
			if end.Result != c.own.Other().String() || end.Reason != "line" {
				t.Errorf("the game ended with %q by %q: %s", end.Result, end.Reason, end.Message)
			}
			if got := pointNumbers(t, apitest.Names(end.Line)); !slices.Equal(got, won) {
				t.Errorf("the lights show the row %v, and the record has %v", won, got)
			}
			sameStones(t, "on record", end.Record, h.stones)
			sameStones(t, "seen by the sensors", shown(end), h.stones)
			wasKept(t, d.tableClient, data, end, h.stones)
			if again := strings.Contains(log+d.Log(), "has restarted"); again != c.spoil {
				t.Errorf("the board was reset: %v; the daemon noticed a reset: %v", c.spoil, again)
			}
			if !cut {
				t.Error("the power never failed")
			}
			t.Logf("%d turns, %d stones", len(end.Moves), len(h.stones))
			d.Stop()
		})
	}
}

// hinderAWhile plays on against the machine for some turns, and then no longer.
func hinderAWhile(stones []api.Stone, n int, c board.Color) []string {
	if len(stones) < 30 {
		return hinder(stones, n, c)
	}
	return standAside(stones, n)
}

// wasKept makes sure that a finished game is in the daemon's list and in a file
// of its data directory, both with these stones.
func wasKept(t *testing.T, tab tableClient, data string, end *api.Snapshot, stones []api.Stone) {
	t.Helper()
	games, err := tab.Games()
	if err != nil {
		t.Fatal(err)
	}
	if len(games) == 0 || games[0].ID != end.GameID || games[0].Result != end.Result ||
		games[0].Reason != end.Reason || games[0].Turns != len(end.Moves) {
		t.Fatalf("the finished games are %+v; the last was %s, won by %s", games, end.GameID, end.Result)
	}
	served, err := tab.Send("GET", "/api/games/"+end.GameID+".sgf", nil)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	err = filepath.WalkDir(data, func(path string, _ os.DirEntry, err error) error {
		if filepath.Base(path) == end.GameID+".sgf" {
			found = append(found, path)
		}
		return err
	})
	if err != nil || len(found) != 1 {
		t.Fatalf("the game's files are %v, %v", found, err)
	}
	kept, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	for where, text := range map[string][]byte{"served": served, "kept": kept} {
		record, err := sgf.ReadAny(text)
		if err != nil {
			t.Fatalf("the SGF that is %s: %v", where, err)
		}
		var moves [][]string
		var all []api.Stone
		for _, turn := range record.Turns {
			var names []string
			for _, p := range turn.Points {
				names = append(names, size.Name(p, board.Algebraic))
				all = append(all, api.Stone{Point: p, Color: turn.Color})
			}
			moves = append(moves, names)
		}
		if fmt.Sprint(moves) != fmt.Sprint(end.Moves) {
			t.Errorf("the SGF that is %s has the turns %v, the game had %v", where, moves, end.Moves)
		}
		sameStones(t, "in the SGF that is "+where, all, stones)
		if record.Result.Winner.String() != end.Result {
			t.Errorf("the SGF that is %s says %+v", where, record.Result)
		}
	}
}

// sameStones compares stones regardless of their order.
func sameStones(t *testing.T, where string, got, want []api.Stone) {
	t.Helper()
	if more, less := without(got, want), without(want, got); len(more)+len(less) > 0 || len(got) != len(want) {
		t.Errorf("%s are the stones %v that were not put down, and %v are missing", where, more, less)
	}
}

func pointNumbers(t *testing.T, names []string) (points []int) {
	t.Helper()
	for _, name := range names {
		p, err := size.Parse(name, board.Algebraic)
		if err != nil {
			t.Fatal(err)
		}
		points = append(points, size.Index(p))
	}
	slices.Sort(points)
	return points
}

// noisyLine puts a line between a board and its host that spoils about one byte
// in 400, both ways, and returns the host's end of it.
func noisyLine(t *testing.T, boardEnd string) string {
	t.Helper()
	far, err := serial.Open(boardEnd, &serial.Mode{BaudRate: 115200})
	if err != nil {
		t.Fatal(err)
	}
	near, hostEnd, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	var lines sync.WaitGroup
	spoil := func(to io.Writer, from io.Reader, seed uint64) func() {
		return func() {
			rng := rand.New(rand.NewPCG(seed, 400))
			in := make([]byte, 256)
			for {
				n, err := from.Read(in)
				if err != nil {
					return // the test is over
				}
				if _, err := to.Write(withNoise(rng, in[:n])); err != nil {
					return
				}
			}
		}
	}
	lines.Go(spoil(far, near, 1))
	lines.Go(spoil(near, far, 2))
	t.Cleanup(func() {
		far.Close()
		near.Close()
		hostEnd.Close() // was held open, so that the line is there before and after the daemon
		lines.Wait()
	})
	return hostEnd.Name()
}

// withNoise returns bytes as they come out of a line that flips bits, drops and
// doubles bytes, and makes some up.
func withNoise(rng *rand.Rand, in []byte) (out []byte) {
	for _, b := range in {
		if rng.IntN(400) > 0 {
			out = append(out, b)
			continue
		}
		switch rng.IntN(4) {
		case 0:
			out = append(out, b^1<<rng.IntN(8))
		case 1:
			out = append(out, b, b)
		case 2:
			for range rng.IntN(12) {
				out = append(out, byte(rng.Uint32()))
			}
		}
	}
	return out
}
