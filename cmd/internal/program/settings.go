package program

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"stonehand/engine/game"
	"stonehand/engine/player"
)

// Settings are how another program is run and what it plays.
type Settings struct {
	Name     string
	Shown    string   // what people call it
	Command  []string // the program and its arguments
	Protocol string   // one of [Protocols]
	Games    []string // names of the games that it plays
	Options  []string // lines of its protocol that it is told when it starts
	MemoryMB int      // it may take at the most: each of its processes, and in a control group all together
	// Sandbox is the program that runs the other with less rights, see [Confine]: this
	// one. Empty: the other has all of ours. Hide is a folder that it cannot read then.
	Sandbox, Hide string
	// Groups is the control group that the sandbox has one of its own below, see
	// [Delegated]. Empty: it has none.
	Groups string
}

// The protocols.
const (
	ProtocolGTP      = "gtp"
	ProtocolGomocup  = "gomocup"
	ProtocolConnect6 = "connect6"
)

// Protocols lists the names of the protocols that programs may speak.
func Protocols() []string { return []string{ProtocolGTP, ProtocolGomocup, ProtocolConnect6} }

// GamesOf lists the games that a program is taken to play by its protocol.
func GamesOf(protocol string) []string {
	return map[string][]string{
		ProtocolGTP:      {"go"},
		ProtocolGomocup:  {"gomoku", "gomoku-standard", "renju"},
		ProtocolConnect6: {"connect6", "connect6-fives"},
	}[protocol]
}

// MayPlay lists the games that a program can play by its protocol.
func MayPlay(protocol string) []string {
	if protocol == ProtocolGTP { // stone by stone: any game
		return append(append(GamesOf(ProtocolGTP), GamesOf(ProtocolGomocup)...), GamesOf(ProtocolConnect6)...)
	}
	return GamesOf(protocol)
}

// searched is where programs are looked for that are named without a folder, beside PATH.
const searched = "/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games"

// Find returns the path of the program that a command names, or why it cannot be run.
func Find(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err == nil || strings.Contains(name, "/") {
		return path, err
	}
	for _, dir := range filepath.SplitList(searched) {
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path, nil
		}
	}
	return "", err
}

// Program is another program that plays.
type Program interface {
	player.Player
	// Close tells it to leave, and ends it if it does not.
	Close() error
	// Kill ends it at once, with all that it has started.
	Kill()
}

// ErrUnasked says that a protocol has no words for a position. The program is as it was.
var ErrUnasked = errors.New("the protocol has no words for this position")

// Start starts a program for a game. When ctx ends before the program is ready, it is ended.
func Start(ctx context.Context, s Settings, rules game.Rules) (Program, error) {
	if s.Protocol == ProtocolGTP {
		return some(StartGTP(ctx, s))
	}
	switch r := rules.(type) {
	case game.Gomoku:
		if s.Protocol == ProtocolGomocup {
			return some(startGomocup(ctx, s, r, 0))
		}
	case game.Connect:
		if s.Protocol == ProtocolConnect6 {
			return some(startConnect6(s, 0))
		}
	}
	return nil, fmt.Errorf("%s does not play %s by the protocol %q", s.Name, rules.Name(), s.Protocol)
}

// some returns a program, or an error and really nothing.
func some[P Program](p P, err error) (Program, error) {
	if err != nil {
		return nil, err
	}
	return p, nil
}
