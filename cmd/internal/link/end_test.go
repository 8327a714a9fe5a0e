package link

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/remote"
	"stonehand/engine/board"
	"stonehand/engine/game"
)

// A new game begins only when the other end has been told how the last one ended:
// with it nobody would tell any more.
func TestNextGameWaitsForTheEnd(t *testing.T) {
	host, guest := newStation(t, small), newStation(t, small)
	host.idle.Store(true)
	meet(t, host, guest, host.addr, remote.Offer{Guest: board.White})
	playing(t, host, guest)
	guest.kill()
	if _, err := host.table.Do(t.Context(), api.Command{Do: api.DoResign}); err != nil {
		t.Fatal(err)
	}
	next := api.Command{Do: api.DoNewGame, Human: api.Colors{board.White}}
	var refused *api.CommandError
	if _, err := host.table.Do(t.Context(), next); !errors.As(err, &refused) || !strings.Contains(refused.Text, "does not know yet how the game ended") {
		t.Fatalf("a new game while the guest is away: %v", err)
	}
	guest.start()
	wait(t, "the end at both ends", func() bool { return finished(host, guest) })
	wait(t, "a new game", func() bool {
		_, err := host.table.Do(t.Context(), next)
		return err == nil
	})
	wait(t, "the new game at both ends", func() bool {
		s := guest.table.Snapshot()
		return s.Remote != nil && s.Remote.Color == board.White && s.Result == ""
	})
}

// Turns that were told count also where nobody has put the stones down yet when the
// other end leaves.
func TestLeavingTakesNothingBack(t *testing.T) {
	host, guest := newStation(t, small), newStation(t, small)
	guest.idle.Store(true)
	meet(t, host, guest, host.addr, remote.Offer{Guest: board.White})
	wait(t, "the first turn", func() bool { return len(guest.table.Snapshot().Turn) > 0 })
	turn := guest.table.Snapshot().Turn
	if err := host.session.Leave(t.Context()); err != nil {
		t.Fatal(err)
	}
	wait(t, "the leaving", func() bool { return guest.table.Snapshot().Remote == nil })
	if s := guest.table.Snapshot(); len(s.Moves) != 1 || !sameTurn(apitest.Names(s.Moves[0]), apitest.Names(turn)) {
		t.Errorf("the turn was %v, and the record has %v", turn, s.Moves)
	}
}

// playing waits for the game at both ends.
func playing(t *testing.T, host, guest *station) {
	t.Helper()
	wait(t, "the game at both ends", func() bool {
		return host.table.Snapshot().Remote != nil && guest.table.Snapshot().Remote != nil
	})
}

// paired returns a host and its guest in a game that neither end plays on by itself.
func paired(t *testing.T) (host, guest *station) {
	t.Helper()
	host, guest = newStation(t, small), newStation(t, small)
	host.idle.Store(true)
	guest.idle.Store(true)
	meet(t, host, guest, host.addr, remote.Offer{Guest: board.White})
	playing(t, host, guest)
	return host, guest
}

// A host that has left while its guest was away: the guest is told when it is back.
func TestHostLeavesWhileTheGuestIsAway(t *testing.T) {
	host, guest := newStation(t, small), newStation(t, small)
	host.idle.Store(true)
	meet(t, host, guest, host.addr, remote.Offer{Guest: board.White})
	playing(t, host, guest)
	guest.kill()
	if err := host.session.Leave(t.Context()); err != nil {
		t.Fatal(err)
	}
	guest.idle.Store(true)
	guest.start()
	wait(t, "the guest to be told", func() bool {
		s := guest.table.Snapshot()
		return s.Remote == nil && strings.Contains(s.Message, "The remote opponent has left.")
	})
}

// A guest that leaves while its host is away tells it when that is back.
func TestGuestLeavesWhileTheHostIsAway(t *testing.T) {
	host, guest := paired(t)
	host.kill()
	if err := guest.session.Leave(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s := guest.table.Snapshot(); s.Remote != nil || guest.session.Locked() {
		t.Errorf("%+v", s.Remote)
	}
	guest.kill() // what is to be told outlives the program
	guest.start()
	host.start()
	wait(t, "the host to be told", func() bool {
		s := host.table.Snapshot()
		return s.Remote == nil && strings.Contains(s.Message, "The remote opponent has left.") && !host.session.Locked()
	})
	wait(t, "the guest to know that it is told", func() bool {
		k, err := load(guest.dir)
		return err == nil && len(k.Parted) == 0
	})
}

// A guest that resigns while the host is away, and leaves then, has lost there too.
func TestGuestResignsAndLeavesWhileTheHostIsAway(t *testing.T) {
	host, guest := paired(t)
	host.kill()
	if _, err := guest.table.Do(t.Context(), api.Command{Do: api.DoResign}); err != nil {
		t.Fatal(err)
	}
	wait(t, "the resignation to be the session's", func() bool {
		k, err := load(guest.dir)
		return err == nil && k.Session != nil && k.Session.State.Mine != nil
	})
	if err := guest.session.Leave(t.Context()); err != nil {
		t.Fatal(err)
	}
	guest.kill()
	guest.start()
	host.start()
	wait(t, "the end at the host's", func() bool {
		s := host.table.Snapshot()
		return s.Remote == nil && s.Result == "black" && s.Reason == "resign"
	})
}

// A table whose file of the link is lost can be left, and plays alone then.
func TestLeaveWithoutTheFile(t *testing.T) {
	host, _ := paired(t)
	host.kill()
	if err := os.WriteFile(filepath.Join(host.dir, "link.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	host.start()
	if host.table.Snapshot().Remote == nil {
		t.Fatal("the table has forgotten the remote opponent by itself")
	}
	if err := host.session.Leave(t.Context()); err != nil {
		t.Fatal(err)
	}
	if e := host.table.Snapshot().Remote; e != nil {
		t.Errorf("after leaving: %+v", e)
	}
}

// Anyone who waits for a remote opponent who does not come back may end the game; the
// other is told when it is back, no matter who invited.
func TestAbandonedGame(t *testing.T) {
	for _, guestWaits := range []bool{true, false} {
		host, guest := newStation(t, small), newStation(t, small)
		host.idle.Store(true)
		guest.idle.Store(true)
		waits, gone := host, guest
		if guestWaits {
			waits, gone = guest, host
		}
		waits.kill()
		waits.waits = 300 * time.Millisecond
		waits.start()
		meet(t, host, guest, host.addr, remote.Offer{Guest: board.White})
		playing(t, host, guest)
		gone.kill()
		wait(t, "the question", func() bool { q := waits.table.Snapshot().Question; return q != nil && q.Kind == "abandon" })
		q := waits.table.Snapshot().Question
		s, err := waits.table.Do(t.Context(), api.Command{Do: api.DoAnswer, Question: q.ID, Answer: "yes"})
		if err != nil || s.Result != "void" || s.Reason != "abandoned" {
			t.Fatalf("%+v, %v", s, err)
		}
		wait(t, "the session to end", func() bool { return waits.table.Snapshot().Remote == nil && !waits.session.Locked() })
		gone.start()
		wait(t, "the other to be told", func() bool {
			s := gone.table.Snapshot()
			return s.Remote == nil && strings.Contains(s.Message, "The remote opponent has left.")
		})
		if s := waits.table.Snapshot(); s.Result != "void" {
			t.Errorf("%+v", s)
		}
	}
}

// People who ask for a take-back read that it is asked for until it is answered, also when
// they are to move.
func TestTakeBackIsAskedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPair(t, "", nil)
		defer p.end()
		p.script("h turn H8", "g turn A1", "h undo")
		says := func(en, zh string) bool {
			n := p.ends[atHost].table.Snapshot()
			return strings.Contains(n.Said["en"].Message, en) && strings.Contains(n.Said["zh"].Message, zh)
		}
		asked := func() bool {
			return says("You asked the remote opponent for a take-back (turns: 2).", "已向远程对手请求悔棋（手数：2）。")
		}
		if !asked() || !says("Black to move: put down one black stone.", "轮到黑方：请落一枚黑子。") {
			t.Error(p.show())
		}
		if p.script("g answer no"); asked() || !says("The remote opponent refused the take-back.", "远程对手拒绝悔棋。") {
			t.Error(p.show())
		}
	})
}

// While a table cannot keep the game, nothing is sent, and people there are told why. It
// goes on once there is room.
func TestGameThatCannotBeSaved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPair(t, "", nil)
		defer p.end()
		p.script("h turn H8")
		guest := p.ends[atGuest]
		away := filepath.Join(t.TempDir(), "away")
		if err := os.Rename(guest.dir, away); err != nil {
			t.Fatal(err)
		}
		p.script("g turn A1")
		if n := guest.table.Snapshot(); !strings.HasPrefix(n.Said["en"].Fault, "The game with the remote opponent is not saved,") || !strings.HasPrefix(n.Said["zh"].Fault, "与远程对手的对局尚未保存") {
			t.Errorf("%+v", n.Said)
		}
		if n := p.ends[atHost].table.Snapshot(); len(n.Moves) != 1 {
			t.Errorf("what is not saved was sent: %s", p.show())
		}
		if err := os.Rename(away, guest.dir); err != nil {
			t.Fatal(err)
		}
		time.Sleep(silence)
		p.settle()
		if p.agree(); guest.table.Snapshot().Fault != "" || len(p.ends[atHost].table.Snapshot().Moves) != 2 {
			t.Error(p.show(), guest.table.Snapshot().Fault)
		}
	})
}

// Whatever keeps a host from knowing the game, a setting or its file, does not end it for the
// guest: the game goes on when that is right again.
func TestGuestOutlivesAHostThatForgets(t *testing.T) {
	for name, forget := range map[string]func(*station) error{
		"a wrong setting":  func(s *station) error { s.book = remote.Book{game.Renju()}; return nil },
		"an unread file":   func(s *station) error { return os.WriteFile(filepath.Join(s.dir, fileName), []byte("{"), 0o600) },
		"another's folder": func(s *station) error { return os.Remove(filepath.Join(s.dir, fileName)) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newPair(t, "", nil)
				defer p.end()
				p.script("h turn H8", "g turn A1")
				host, guest := p.ends[atHost], p.ends[atGuest]
				host.kill()
				whole, err := os.ReadFile(filepath.Join(host.dir, fileName))
				if err != nil {
					t.Fatal(err)
				}
				if err := forget(host); err != nil {
					t.Fatal(err)
				}
				host.start()
				time.Sleep(2 * time.Second)
				p.settle()
				if n := guest.table.Snapshot(); n.Remote == nil || !strings.Contains(n.Said["en"].Message, "does not have this game now") || !strings.Contains(n.Said["zh"].Message, "目前没有这一局") {
					t.Fatal(p.show())
				}
				host.kill()
				host.book = nil
				if err := os.WriteFile(filepath.Join(host.dir, fileName), whole, 0o600); err != nil {
					t.Fatal(err)
				}
				host.start()
				time.Sleep(2 * time.Second)
				p.settle()
				p.agree()
			})
		})
	}
}
