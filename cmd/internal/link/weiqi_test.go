package link

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/remote"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/hw"
)

// count is what people do while a game is counted: they quarrel, and agree.
func (s *station) count(ctx context.Context, r *rand.Rand, n *api.Snapshot) {
	switch {
	case s.quarrel.Load() > 0 && r.IntN(3) == 0 && len(n.Record) > 0:
		s.quarrel.Add(-1)
		if r.IntN(6) == 0 {
			_, _ = s.table.Do(ctx, api.Command{Do: api.DoPlayOn})
			return
		}
		_, _ = s.table.Do(ctx, api.Command{Do: api.DoDead, Point: &n.Record[r.IntN(len(n.Record))].Point})
	case s.quarrel.Load() <= 0 && !slices.Contains(n.Go.Agreed, n.Remote.Color.Other()):
		_, _ = s.table.Do(ctx, api.Command{Do: api.DoAgree})
	}
}

// sameCount reports whether two tables show the same count.
func sameCount(x, y *api.Snapshot) bool {
	return x.Go != nil && y.Go != nil && x.Go.Counting == y.Go.Counting && slices.Equal(x.Go.Dead, y.Go.Dead) &&
		slices.Equal(x.Go.Agreed, y.Go.Agreed) && x.Go.Score == y.Go.Score
}

// Games of Go over a line that is slow and cut, between programs that end at any moment:
// both tables have the same captures, the same dead stones and the same score.
func TestGamesOfGoOverABadLine(t *testing.T) {
	for _, terms := range []string{"", "japanese komi 6.5", "aga handicap 2 free"} {
		t.Run(terms, func(t *testing.T) {
			t.Parallel()
			host, guest := newStation(t, tiny), newStation(t, tiny)
			for _, s := range []*station{host, guest} {
				s.wild.Store(true)
				s.quarrel.Store(1000)
			}
			line := newCutter(t, host.addr)
			var on game.Terms
			if err := on.UnmarshalText([]byte(terms)); err != nil {
				t.Fatal(err)
			}
			meet(t, host, guest, line.l.Addr().String(), remote.Offer{Guest: board.White, Rules: "go", Terms: &on})
			counted, captured := 0, 0
			ctx, cancel := context.WithTimeout(t.Context(), 6*time.Second)
			defer cancel()
			for ctx.Err() == nil {
				<-time.After(time.Duration(100+rand.IntN(500)) * time.Millisecond)
				if g := host.table.Snapshot().Go; g != nil && g.Counting {
					counted++
				} else if g != nil && g.Prisoners.Black+g.Prisoners.White > 0 {
					captured++
				}
				switch rand.IntN(4) {
				case 0:
					host.kill()
					host.start()
				case 1:
					guest.kill()
					guest.start()
				default:
					line.cut()
				}
			}
			for _, s := range []*station{host, guest} {
				s.wild.Store(false)
				s.quarrel.Store(0)
			}
			wait(t, "the end", func() bool { return finished(host, guest) })
			h, g := host.table.Snapshot(), guest.table.Snapshot()
			if h.Remote.Problem != "" || g.Remote.Problem != "" || h.Reason != string(game.ByScore) || !sameCount(h, g) {
				t.Errorf("%+v, %+v\n%+v\n%+v", h.Remote, g.Remote, h.Go, g.Go)
			}
			if h.Go.Terms != on || g.Go.Terms != on {
				t.Errorf("%+v, %+v", h.Go.Terms, g.Go.Terms)
			}
			t.Logf("%d turns, %s, counted at %d moments, with prisoners at %d", len(h.Moves), h.Go.Score, counted, captured)
		})
	}
}

// Two players on boards of their own: a capture, a chain that one holds dead and the
// other alive, playing on, and the agreement.
func TestDisputedChain(t *testing.T) {
	host, guest := newStation(t, tiny), newStation(t, tiny)
	host.idle.Store(true)
	guest.idle.Store(true)
	meet(t, host, guest, host.addr, remote.Offer{Guest: board.White, Rules: "go"})
	do := func(s *station, c api.Command) {
		t.Helper()
		if _, err := s.table.Do(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	both := func(what string, ok func(x *api.Snapshot) bool) {
		t.Helper()
		wait(t, what, func() bool {
			x, y := host.table.Snapshot(), guest.table.Snapshot()
			return ok(x) && ok(y) && sameCount(x, y)
		})
	}
	put := func(s *station, name string, c board.Color) {
		t.Helper()
		p, err := tiny.Board.Parse(name, board.Algebraic)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.board.Put(tiny.Board.Index(p), hw.State(c)); err != nil {
			t.Fatal(err)
		}
	}
	both("the game", func(x *api.Snapshot) bool {
		return x.GameID != "" && x.Remote != nil && x.Remote.Link == "up" && !x.Mending
	})
	// White's stone on A1 is captured by A2 and B1.
	turns := []string{"A2", "A1", "B1", "D4", "C3", "D3"}
	for i, name := range turns {
		c := board.Color(1 + i%2)
		here, there := host, guest
		if c == board.White {
			here, there = guest, host
		}
		wait(t, name, func() bool { return len(here.table.Snapshot().Moves) == i })
		put(here, name, c)
		wait(t, name+" at the other table", func() bool {
			for _, w := range there.table.Snapshot().Wanted {
				if w.String() == name {
					return true
				}
			}
			return false
		})
		put(there, name, c)
		if name == "B1" {
			both("the capture", func(x *api.Snapshot) bool { return slices.Equal(apitest.Names(x.Go.Captured), []string{"A1"}) })
			for _, s := range []*station{host, guest} {
				if err := s.board.Lift(0); err != nil {
					t.Fatal(err)
				}
			}
			both("the prisoner", func(x *api.Snapshot) bool { return x.Go.Prisoners.Black == 1 && len(x.Go.Captured) == 0 })
		}
		both(name+" at both", func(x *api.Snapshot) bool { return len(x.Moves) == i+1 })
	}
	pass := func() {
		n := len(host.table.Snapshot().Moves)
		do(host, api.Command{Do: api.DoPass})
		wait(t, "the first pass", func() bool { return len(guest.table.Snapshot().Moves) == n+1 })
		do(guest, api.Command{Do: api.DoPass})
		both("the count", func(x *api.Snapshot) bool { return x.Go.Counting })
	}
	marked := func(want ...string) {
		t.Helper()
		both("the mark", func(x *api.Snapshot) bool { return slices.Equal(apitest.Names(x.Go.Dead), want) })
	}
	mark := func(s *station, name string) {
		t.Helper()
		p, _ := tiny.Board.Parse(name, board.Algebraic)
		do(s, api.Command{Do: api.DoDead, Point: &p})
	}
	dead := func(x *api.Snapshot, name string) bool { return slices.Contains(apitest.Names(x.Go.Dead), name) }
	pass()
	for _, s := range []*station{host, guest} { // whatever the table has proposed
		for _, k := range host.table.Snapshot().Record {
			if name := k.Point.String(); dead(host.table.Snapshot(), name) {
				mark(s, name)
				both("the chain lives", func(x *api.Snapshot) bool { return !dead(x, name) })
			}
		}
	}
	marked()
	mark(host, "D4")
	marked("D3", "D4")
	do(host, api.Command{Do: api.DoAgree})
	both("Black's word", func(x *api.Snapshot) bool { return len(x.Go.Agreed) == 1 })
	mark(guest, "D3") // White holds it alive: Black has agreed to nothing now
	marked()
	both("nobody's word", func(x *api.Snapshot) bool { return len(x.Go.Agreed) == 0 && x.Result == "" })
	do(guest, api.Command{Do: api.DoPlayOn})
	both("play", func(x *api.Snapshot) bool { return !x.Go.Counting })
	pass()
	guest.kill()
	guest.start()
	wait(t, "the link", func() bool { r := guest.table.Snapshot().Remote; return r != nil && r.Link == "up" })
	for _, s := range []*station{guest, host} {
		wait(t, "an agreement", func() bool {
			_, err := s.table.Do(t.Context(), api.Command{Do: api.DoAgree})
			return err == nil
		})
		both("it", func(x *api.Snapshot) bool { return len(x.Go.Agreed) > 0 })
	}
	both("the score", func(x *api.Snapshot) bool { return x.Reason == string(game.ByScore) && len(x.Go.Agreed) == 2 })
}
