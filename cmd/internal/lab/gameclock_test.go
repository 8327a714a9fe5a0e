package lab

import (
	"context"
	"strings"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/search"
)

func TestParseGameClock(t *testing.T) {
	for s, want := range map[string]GameClock{
		"5m":         {5 * time.Minute, 0},
		"5m+3s":      {5 * time.Minute, 3 * time.Second},
		"90s+0s":     {90 * time.Second, 0},
		"1h30m+0.5s": {90 * time.Minute, 500 * time.Millisecond},
	} {
		got, err := ParseGameClock(s)
		if err != nil || got != want {
			t.Errorf("%s: %v, %v", s, got, err)
		}
	}
	for _, s := range []string{"", "5", "5m+", "+3s", "5m+3", "5m+3s+1s", "-5m", "5m+-3s", "1ms", "25h", "5m+25h", "soon"} {
		if c, err := ParseGameClock(s); err == nil || !strings.Contains(err.Error(), "game clock") {
			t.Errorf("%q: %v, %v", s, c, err)
		}
	}
}

func FuzzParseGameClock(f *testing.F) {
	for _, s := range []string{"5m+3s", "5m", "1h30m+0.5s", "", "+", "9e9h", "5m+-3s"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, err := ParseGameClock(s)
		if err != nil {
			return
		}
		if again, err := ParseGameClock(c.String()); err != nil || again != c {
			t.Errorf("%q is %v, which reads as %v, %v", s, c, again, err)
		}
	})
}

// slow is a player that takes a while on the match's clock.
type slow struct {
	Player
	now   *time.Time
	takes time.Duration
	told  []search.Budget
}

func (s *slow) Choose(ctx context.Context, turns []connect.Move) (connect.Move, error) {
	m, err := s.Player.Choose(ctx, turns)
	*s.now = s.now.Add(s.takes)
	return m, err
}

func (s *slow) keepTime(b search.Budget, _ int) { s.told = append(s.told, b) }

// TestGameClockOfAMatch: each side's clock is its own, a turn adds its increment,
// and who runs out of it loses.
func TestGameClockOfAMatch(t *testing.T) {
	now := time.Unix(0, 0)
	o := search.DefaultOptions()
	o.Book, o.Solver, o.TableMB = false, false, 1
	a, err := Engine("A", connect.Connect6, o, search.Limits{Depth: 1}).Make()
	if err != nil {
		t.Fatal(err)
	}
	b, err := Engine("B", connect.Connect6, o, search.Limits{Depth: 1}).Make()
	if err != nil {
		t.Fatal(err)
	}
	black, white := &slow{Player: a, now: &now, takes: time.Second}, &slow{Player: b, now: &now, takes: 3 * time.Second}
	m := Match{Rules: connect.Connect6, Clock: &GameClock{5 * time.Second, time.Second}, MaxTurns: 20, now: func() time.Time { return now }}
	r, err := m.game(t.Context(), black, white, nil)
	if err != nil {
		t.Fatal(err)
	}
	// White: 5, 3, 1 and then 2 seconds too late.
	if !r.OnTime || r.Winner != board.Black || len(r.Turns) != 5 || r.Fault != "B: lost on time in turn 6, 2s too late" {
		t.Errorf("%+v", r)
	}
	for i, want := range []time.Duration{5, 3, 1} {
		if got := white.told[i]; got != (search.Budget{Remaining: want * time.Second, Increment: time.Second}) {
			t.Errorf("before its turn %d White was told %+v", i+1, got)
		}
		if got := black.told[i].Remaining; got != 5*time.Second {
			t.Errorf("before its turn %d Black had %v", i+1, got)
		}
	}
	if sgf := string(r.SGF()); !strings.Contains(sgf, "RE[B+T") {
		t.Errorf("the record does not say that White lost on time:\n%s", sgf)
	}
}
