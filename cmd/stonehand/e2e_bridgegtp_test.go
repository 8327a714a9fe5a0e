package main_test

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
)

// gtpEngine is a program that a front end drives by GTP.
type gtpEngine struct {
	in  io.WriteCloser
	out *bufio.Reader
	cmd *exec.Cmd
}

func startGTP(t *testing.T, args ...string) *gtpEngine {
	t.Helper()
	g := &gtpEngine{cmd: exec.Command("stonehand", args...)}
	var err error
	if g.in, err = g.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := g.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	g.out, g.cmd.Stderr = bufio.NewReader(out), t.Output()
	if err := g.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		g.in.Close()
		late := time.AfterFunc(patience, func() {
			t.Errorf("it goes on for %v after the end of its input", patience)
			_ = g.cmd.Process.Kill()
		})
		defer late.Stop()
		_ = g.cmd.Wait()
	})
	return g
}

// says sends a command and checks its answer. A program that does not answer is
// ended, and with it what it says.
func (g *gtpEngine) says(t *testing.T, command, want string) {
	t.Helper()
	late := time.AfterFunc(patience, func() {
		t.Errorf("%s is not answered in %v", command, patience)
		_ = g.cmd.Process.Kill()
	})
	defer late.Stop()
	if _, err := fmt.Fprintln(g.in, command); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for {
		line, err := g.out.ReadString('\n')
		if err != nil {
			t.Fatalf("%s is answered %q, %v", command, lines, err)
		}
		if line = strings.TrimRight(line, "\n"); line == "" {
			break
		}
		lines = append(lines, line)
	}
	if got := strings.Join(lines, "\n"); !strings.HasPrefix(got, want) || want == "=" && got != want {
		t.Fatalf("%s is answered %q, not %q", command, got, want)
	}
}

// A front end that speaks GTP plays Gomoku and Connect6 against the people at a board:
// what it plays is lit for them at once, what they put down is the move.
func TestBridgeGTP(t *testing.T) {
	t.Parallel()
	p := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, on15))
	b := peopleAt(t, p, false)
	g := startGTP(t, "console", "bridge", "--board", p.Base, "--protocol", "gtp", "--game", "gomoku", "--name", "GTP")
	g.says(t, "boardsize 15", "=")
	g.says(t, "clear_board", "=")
	g.says(t, "play b H8", "=")
	b.turns <- []string{"I9"}
	g.says(t, "1 genmove w", "=1 J9") // GTP leaves out the letter I
	g.says(t, "play b H7", "=")
	// It is lit before it is asked for an answer.
	p.Until(t, "the stone to be put down", func(s *api.Snapshot) bool { return len(s.Moves) == 3 })
	g.says(t, "play w H7", "? illegal move")
	b.turns <- []string{"A1"}
	g.says(t, "genmove w", "= A1")
	g.says(t, "undo", "=")
	g.says(t, "undo", "=")
	p.Until(t, "two turns to be taken back", func(s *api.Snapshot) bool { return len(s.Moves) == 2 && s.Phase == api.PhaseRemote })
	g.says(t, "final_score", "? cannot score")
	g.says(t, "play b C1", "=")
	b.turns <- []string{"C2"}
	g.says(t, "genmove w", "= C2")
	if got := b.moves(t); got != "[[H8] [I9] [C1] [C2]]" {
		t.Errorf("on record are %s", got)
	}
	g.says(t, "showboard", "=\n. ")
	g.says(t, "genmove w", "? it is Black's turn, and White was asked for")
	g.says(t, "boardsize 13", "=")
	g.says(t, "genmove b", "? gomoku has 15x15 points on this board, not 13x13")
	g.says(t, "quit", "=")
	p.Until(t, "the people to play both sides", func(s *api.Snapshot) bool { return s.Remote == nil && len(s.Human) == 2 })
}

// A front end that asks for a size that the game does not have here replaces no game.
func TestBridgeOfAnotherSize(t *testing.T) {
	t.Parallel()
	p := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, fast))
	was := goOn(t, p, 2)
	g := startGTP(t, "console", "bridge", "--board", p.Base, "--protocol", "gtp", "--game", "gomoku", "--replace")
	g.says(t, "boardsize 12", "=")
	g.says(t, "genmove b", "? gomoku has 15x15 points on this board, not 12x12")
	if s, err := p.State(); err != nil || s.GameID != was.GameID || s.Remote != nil {
		t.Errorf("the table plays %s %s, and before %s: %v", s.Game, s.GameID, was.GameID, err)
	}
}

// Of Connect6 a turn is two moves.
func TestBridgeGTPConnect6(t *testing.T) {
	t.Parallel()
	p := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, fast))
	b := peopleAt(t, p, false)
	g := startGTP(t, "console", "bridge", "--board", p.Base, "--protocol", "gtp")
	b.turns <- []string{"J10"}
	g.says(t, "genmove b", "= K10")
	g.says(t, "play w A1", "=")
	g.says(t, "play w A2", "=")
	p.Until(t, "both stones to be put down", func(s *api.Snapshot) bool { return len(s.Moves) == 2 })
	b.turns <- []string{"L3", "L4"}
	g.says(t, "genmove b", "= M")
	g.says(t, "genmove b", "= M")
	if got := b.moves(t); got != "[[J10] [A1 A2] [L3 L4]]" {
		t.Errorf("on record are %s", got)
	}
}
