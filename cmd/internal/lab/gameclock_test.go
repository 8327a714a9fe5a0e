package lab

import (
	"context"
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/players"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
	"stonehand/engine/search"
)

// slow is a player that takes a while on the match's clock.
type slow struct {
	player.Player
	now   *time.Time
	takes time.Duration
	told  []clock.Side
}

func (s *slow) Choose(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	s.told = append(s.told, q.Left)
	q.Clock = clock.Control{}
	a, err := s.Player.Choose(ctx, q, report)
	*s.now = s.now.Add(s.takes)
	return a, err
}

// TestGameClockOfAMatch: each side's clock is its own, a turn adds its increment,
// and who runs out of it loses.
func TestGameClockOfAMatch(t *testing.T) {
	now := time.Unix(0, 0)
	o := search.DefaultOptions()
	o.Book, o.Solver, o.TableMB = false, false, 1
	a, err := players.Engine("A", o, limit.Limits{Depth: 1}).Make(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b, err := players.Engine("B", o, limit.Limits{Depth: 1}).Make(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	black, white := &slow{Player: a, now: &now, takes: time.Second}, &slow{Player: b, now: &now, takes: 3 * time.Second}
	m := Match{Rules: game.Connect6(), Clock: clock.Control{Main: 5500 * time.Millisecond, Increment: time.Second}, MaxTurns: 20, now: func() time.Time { return now }}
	r, err := m.game(t.Context(), seat{"A", black}, seat{"B", white}, nil)
	if err != nil {
		t.Fatal(err)
	}
	// White: 5.5, 3.5, 1.5 and then 1.5 seconds too late.
	if !r.OnTime || r.Winner != board.Black || len(r.Turns) != 5 || r.Fault != "B: lost on time in turn 6, 1.5s too late" {
		t.Errorf("%+v", r)
	}
	for i, want := range []time.Duration{5500, 3500, 1500} {
		if got := white.told[i]; got != (clock.Side{Main: want * time.Millisecond}) {
			t.Errorf("before its turn %d White was told %+v", i+1, got)
		}
		if got := black.told[i].Main; got != 5500*time.Millisecond {
			t.Errorf("before its turn %d Black had %v", i+1, got)
		}
	}
	if sgf := string(r.SGF()); !strings.Contains(sgf, "RE[B+T") {
		t.Errorf("the record does not say that White lost on time:\n%s", sgf)
	}
}
