package link

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/remote"
)

// left complains unless the table at an end knows that the remote opponent has left,
// and shows an end of the game.
func (p *pair) left(end int, result, reason string) {
	p.Helper()
	n := p.ends[end].table.Snapshot()
	if n.Remote != nil || p.ends[end].session.Locked() || n.Result != result || n.Reason != reason {
		p.Errorf("it is to be %q by %q, and the other is to have left:\n%s", result, reason, p.show())
	}
}

// leave has the people at an end leave.
func (p *pair) leave(end int) {
	p.Helper()
	if err := p.ends[end].session.Leave(p.Context()); err != nil {
		p.Fatal(err)
	}
}

// A host that resigns while the link is cut, and leaves then: the guest learns of
// both when it comes back, whatever it did itself in the meantime, and nobody waits
// for anybody any more.
func TestHostResignsAndLeavesWhileTheLinkIsCut(t *testing.T) {
	for name, meanwhile := range map[string]string{"nothing": "nothing", "turn": "turn H9", "resign": "resign"} {
		for _, killed := range []bool{false, true} {
			t.Run(name+map[bool]string{true: "/killed"}[killed], func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					p := newPair(t, "", nil)
					defer p.end()
					p.script("h turn H8")
					host, guest := p.ends[atHost], p.ends[atGuest]
					host.kill() // the guest sees what it sees when the link is cut
					p.do(atGuest, meanwhile)
					guest.kill()
					host.start()
					p.settle()
					if _, err := host.table.Do(t.Context(), api.Command{Do: api.DoResign}); err != nil {
						t.Fatal(err)
					}
					p.leave(atHost) // at once
					if killed {
						host.kill()
						host.start()
					}
					guest.start()
					p.settle()
					p.left(atHost, "white", "resign")
					p.left(atGuest, "white", "resign")
					if m := guest.table.Snapshot().Message; !strings.Contains(m, "White wins") && !strings.Contains(m, "The remote opponent has left.") {
						t.Error(m)
					}
					if k, err := load(host.dir); err != nil || len(k.Departed) > 0 {
						t.Errorf("the host still waits for its guest: %+v, %v", k.Departed, err)
					}
				})
			})
		}
	}
}

// A guest that has played, resigned and left while the link is cut has lost, though
// the host never had that turn.
func TestGuestPlaysResignsAndLeavesWhileTheLinkIsCut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPair(t, "", nil)
		defer p.end()
		p.script("h turn H8")
		host := p.ends[atHost]
		host.kill()
		p.script("g turn H9", "g resign")
		p.leave(atGuest)
		host.start()
		time.Sleep(2 * partPause)
		p.settle()
		p.left(atHost, "black", "resign")
		p.left(atGuest, "black", "resign")
		if k, err := load(p.ends[atGuest].dir); err != nil || len(k.Parted) > 0 {
			t.Errorf("the guest still goes on: %+v, %v", k.Parted, err)
		}
	})
}

// A guest that has resigned out of turn and left while the link is cut has lost, though
// the host has played before it hears of that.
func TestGuestResignsAndLeavesBeforeTheHostPlays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPair(t, "", nil)
		defer p.end()
		p.script("h turn H8", "g turn A1")
		host, guest := p.ends[atHost], p.ends[atGuest]
		host.kill()
		p.do(atGuest, "resign")
		p.leave(atGuest)
		guest.kill()
		host.start()
		p.settle()
		p.do(atHost, "turn H9")
		guest.start()
		time.Sleep(2 * partPause)
		p.settle()
		p.left(atHost, "black", "resign")
		p.left(atGuest, "black", "resign")
		if n := host.table.Snapshot(); len(n.Moves) != 3 {
			t.Errorf("the host's turn is gone:\n%s", p.show())
		}
	})
}

// A guest resigns and leaves while another table answers at its host's address, as after
// the router has given that away: the host hears of it once it is back.
func TestGuestLeavesWhileAnotherTableAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPair(t, "", nil)
		defer p.end()
		p.script("h turn H8")
		host := p.ends[atHost]
		host.kill()
		other := &station{t: t, rules: host.rules, dir: t.TempDir(), wires: p.wires, addr: host.addr}
		other.idle.Store(true)
		other.start()
		p.do(atGuest, "resign")
		p.leave(atGuest)
		time.Sleep(2 * partPause)
		other.kill()
		host.start()
		time.Sleep(refusalPauses[1] + partPause)
		p.settle()
		p.left(atHost, "black", "resign")
		if k, err := load(p.ends[atGuest].dir); err != nil || len(k.Parted) > 0 {
			t.Errorf("the guest still goes on: %+v, %v", k.Parted, err)
		}
	})
}

// A host that does not know a game is asked again, but not for a day.
func TestPartedThatNobodyKnows(t *testing.T) {
	d, err := New(Config{Dir: t.TempDir(), Book: book})
	if err != nil {
		t.Fatal(err)
	}
	d.kept.Parted = []parted{{Code: "a", Until: time.Now().Add(partTime)}}
	for i, pause := range refusalPauses {
		d.partedFrom("a", errUnknown)
		k, err := load(d.cfg.Dir)
		if err != nil || len(k.Parted) != 1 || k.Parted[0].Refusals != i+1 || time.Until(d.kept.Parted[0].at) > pause {
			t.Fatalf("%d: %+v, %v", i, k.Parted, err)
		}
	}
	d.partedFrom("a", errUnknown)
	if k, err := load(d.cfg.Dir); err != nil || len(k.Parted) > 0 {
		t.Errorf("%+v, %v", k.Parted, err)
	}
}

// A table that plays alone has nobody to resign to.
func TestNobodyResignsAlone(t *testing.T) {
	if resigned(&api.Snapshot{Reason: "resign", Result: "white"}, remote.View{}) {
		t.Error("a resignation against nobody")
	}
}

// Both leave while the link is cut: neither goes on telling the other.
func TestBothLeaveWhileTheLinkIsCut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPair(t, "", nil)
		defer p.end()
		host, guest := p.ends[atHost], p.ends[atGuest]
		guest.kill()
		p.leave(atHost)
		host.kill()
		guest.start()
		p.leave(atGuest)
		host.start()
		time.Sleep(3 * partPause)
		for _, s := range p.ends {
			if k, err := load(s.dir); err != nil || len(k.Parted)+len(k.Departed) > 0 || k.Session != nil {
				t.Errorf("%+v, %v", k, err)
			}
		}
	})
}

// A guest that does not come back is given up after a day.
func TestDepartedIsForgotten(t *testing.T) {
	d, err := New(Config{Dir: t.TempDir(), Book: book})
	if err != nil {
		t.Fatal(err)
	}
	d.kept.Departed = []departed{{Code: "old", Until: time.Now().Add(-time.Second)}, {Code: "young", Until: time.Now().Add(partTime)}}
	d.expire()
	if k, err := load(d.cfg.Dir); err != nil || len(k.Departed) != 1 || k.Departed[0].Code != "young" {
		t.Errorf("%+v, %v", k.Departed, err)
	}
}

// What comes of telling one host is not taken for another's: games may be left, and
// given up, while one is being told.
func TestPartedFromTheRightHost(t *testing.T) {
	codes := func(d *Session) (list []string) {
		for _, p := range d.kept.Parted {
			list = append(list, p.Code)
		}
		return list
	}
	later := time.Now().Add(partTime)
	for _, c := range []struct {
		name  string
		first time.Time // until when the one that is being told is kept
		err   error
		want  []string
	}{
		{"told", later, nil, []string{"b", "c"}},
		{"not reached", later, context.DeadlineExceeded, []string{"a", "b", "c"}},
		{"not known", later, errUnknown, []string{"a", "b", "c"}},
		{"told when it was given up", time.Now().Add(-time.Second), nil, []string{"b", "c"}},
		{"not reached when it was given up", time.Now().Add(-time.Second), context.DeadlineExceeded, []string{"b", "c"}},
	} {
		d, err := New(Config{Dir: t.TempDir(), Book: book})
		if err != nil {
			t.Fatal(err)
		}
		d.parting = true // a is being told
		d.kept.Parted = []parted{{Code: "a", Until: c.first}, {Code: "b", Until: later}, {Code: "c", Until: later}}
		d.farewell(t.Context())
		d.take(t.Context(), line{parted: "a", err: c.err})
		if got := codes(d); !slices.Equal(got, c.want) || d.parting {
			t.Errorf("%s: still to be told %q, not %q", c.name, got, c.want)
		}
	}
}

// A guest says that it knows of the host's leaving only once it has that on disk: if its
// program ends before, it is told again.
func TestGuestKnowsForGood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPair(t, "", nil)
		defer p.end()
		p.script("h turn H8", "g turn A1")
		host, guest := p.ends[atHost], p.ends[atGuest]
		guest.kill()
		p.leave(atHost)
		p.hold(true, true)
		guest.start()
		away := filepath.Join(t.TempDir(), "away")
		if err := os.Rename(guest.dir, away); err != nil {
			t.Fatal(err)
		}
		p.hold(false, false)
		p.settle()
		guest.kill()
		if k, err := load(host.dir); err != nil || len(k.Departed) != 1 {
			t.Fatalf("the host no longer waits for its guest: %+v, %v", k.Departed, err)
		}
		if err := os.Rename(away, guest.dir); err != nil {
			t.Fatal(err)
		}
		guest.start()
		p.settle()
		p.left(atGuest, "", "")
		if k, err := load(host.dir); err != nil || len(k.Departed) > 0 {
			t.Errorf("the host still waits for its guest: %+v, %v", k.Departed, err)
		}
	})
}
