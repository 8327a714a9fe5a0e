package link

import (
	"errors"
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/remote"
	"stonehand/cmd/internal/table"
	"stonehand/engine/board"
)

// A new game begins only when the other end has been told how the last one ended:
// with it nobody would tell any more.
func TestNextGameWaitsForTheEnd(t *testing.T) {
	host, guest := newStation(t, small), newStation(t, small)
	host.idle.Store(true)
	meet(t, host, guest, host.addr, remote.Offer{Guest: board.White})
	wait(t, "the game at both ends", time.Minute, func() bool {
		return host.table.Snapshot().Elsewhere != nil && guest.table.Snapshot().Elsewhere != nil
	})
	guest.kill()
	if _, err := host.table.Do(t.Context(), table.Command{Do: table.DoResign}); err != nil {
		t.Fatal(err)
	}
	next := table.Command{Do: table.DoNewGame, Human: table.Colors{board.White}}
	var refused *table.CommandError
	if _, err := host.table.Do(t.Context(), next); !errors.As(err, &refused) || !strings.Contains(refused.Text, "has not been told yet how the game ended") {
		t.Fatalf("a new game while the guest is away: %v", err)
	}
	guest.start()
	wait(t, "the end at both ends", time.Minute, func() bool { return finished(host, guest) })
	wait(t, "a new game", time.Minute, func() bool {
		_, err := host.table.Do(t.Context(), next)
		return err == nil
	})
	wait(t, "the new game at both ends", time.Minute, func() bool {
		s := guest.table.Snapshot()
		return s.Elsewhere != nil && s.Elsewhere.Color == "white" && s.Result == ""
	})
}

// Turns that were told count also where nobody has put the stones down yet when the
// other end leaves.
func TestLeavingTakesNothingBack(t *testing.T) {
	host, guest := newStation(t, small), newStation(t, small)
	guest.idle.Store(true)
	meet(t, host, guest, host.addr, remote.Offer{Guest: board.White})
	wait(t, "the first turn", time.Minute, func() bool { return len(guest.table.Snapshot().Turn) > 0 })
	turn := guest.table.Snapshot().Turn
	if err := host.desk.Leave(t.Context()); err != nil {
		t.Fatal(err)
	}
	wait(t, "the leaving", 10*time.Second, func() bool { return guest.table.Snapshot().Elsewhere == nil })
	if s := guest.table.Snapshot(); len(s.Moves) != 1 || !sameTurn(s.Moves[0], turn) {
		t.Errorf("the turn was %v, and the record has %v", turn, s.Moves)
	}
}
