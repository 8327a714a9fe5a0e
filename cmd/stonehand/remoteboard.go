package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"stonehand/cmd/internal/bridge"
	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/grbl/grblsim"
)

var _ grblsim.Board = (*remoteBoard)(nil)

// remoteBoard is the simulated board of a daemon, on which the stones of a
// simulated arm are put down through the daemon's HTTP contract.
type remoteBoard struct {
	ctx    context.Context // of the program
	daemon *bridge.Daemon
	size   board.Size
}

// handTime is how long the daemon may take to move a stone.
const handTime = 5 * time.Second

// newRemoteBoard returns the board of the daemon at address.
func newRemoteBoard(ctx context.Context, address string, size board.Size) (*remoteBoard, error) {
	daemon, err := bridge.NewDaemon(address)
	if err != nil {
		return nil, usageError{fmt.Sprintf("--board %q: %v", address, err)}
	}
	daemon.Password = os.Getenv(passwordName)
	return &remoteBoard{ctx, daemon, size}, nil
}

// Put puts a stone down.
func (r *remoteBoard) Put(point int, s hw.State) error {
	return r.ask("put", map[string]string{"point": r.name(point), "color": s.String()})
}

// Lift takes one off.
func (r *remoteBoard) Lift(point int) error {
	return r.ask("lift", map[string]string{"point": r.name(point)})
}

// name is what the contract calls a point.
func (r *remoteBoard) name(point int) string {
	return r.size.Name(r.size.Point(point), board.Algebraic)
}

// ask moves the hand of the daemon's board.
func (r *remoteBoard) ask(what string, words map[string]string) error {
	ctx, cancel := context.WithTimeout(r.ctx, handTime)
	defer cancel()
	if err := r.daemon.Ask(ctx, http.MethodPost, "/api/sim/"+what, words, nil); err != nil {
		return fmt.Errorf("cannot %s a stone at %s: %w", what, words["point"], err)
	}
	return nil
}
