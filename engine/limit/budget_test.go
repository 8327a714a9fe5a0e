package limit

import (
	"math/rand/v2"
	"testing"
	"time"
)

func TestBudgetOfATurn(t *testing.T) {
	for _, c := range []struct {
		b    Budget
		want Limits
	}{
		{Budget{}, Limits{}},
		{Budget{Overhead: time.Second}, Limits{}},
		{Budget{Turn: time.Second}, Limits{Soft: time.Second, Hard: time.Second}},
		{Budget{Turn: time.Second, Overhead: 20 * time.Millisecond}, Limits{Soft: 980 * time.Millisecond, Hard: 980 * time.Millisecond}},
		// An overhead that would take all of it takes half.
		{Budget{Turn: 10 * time.Millisecond, Overhead: time.Second}, Limits{Soft: 5 * time.Millisecond, Hard: 5 * time.Millisecond}},
		{Budget{Turn: 1, Overhead: 1}, Limits{Soft: 1, Hard: 1}},
		// 15 turns to go after 16 stones.
		{Budget{Remaining: 150 * time.Second}, Limits{Soft: 10 * time.Second, Hard: 40 * time.Second}},
		// A bound on the turn holds on a game clock as well.
		{Budget{Remaining: 150 * time.Second, Turn: 15 * time.Second}, Limits{Soft: 10 * time.Second, Hard: 15 * time.Second}},
		{Budget{Remaining: 150 * time.Second, Turn: 5 * time.Second}, Limits{Soft: 5 * time.Second, Hard: 5 * time.Second}},
		// Fourteen more increments are still to come: (150 + 14*3) / 15.
		{Budget{Remaining: 150 * time.Second, Increment: 3 * time.Second}, Limits{Soft: 12800 * time.Millisecond, Hard: 51200 * time.Millisecond}},
		// Living on the increment alone.
		{Budget{Remaining: 2 * time.Second, Increment: 10 * time.Second}, Limits{Soft: time.Second, Hard: time.Second}},
		{Budget{Remaining: 1}, Limits{Soft: 1, Hard: 1}},
	} {
		if got := c.b.Limits(16); got != c.want {
			t.Errorf("%+v: %+v, want %+v", c.b, got, c.want)
		}
	}
}

// TestBudgetNeverLosesOnTime plays the longest games there are, each turn using
// what it may, up to all of the hard limit: the clock never runs out as long as
// the overhead is what was said.
func TestBudgetNeverLosesOnTime(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		clock := time.Duration(rng.Int64N(int64(2*time.Hour))) + 10*time.Second
		b := Budget{Increment: time.Duration(rng.Int64N(2)) * time.Duration(rng.Int64N(int64(30*time.Second))), Overhead: time.Duration(rng.Int64N(int64(30 * time.Millisecond)))}
		greed := rng.Float64()
		start := clock
		for stones := 0; stones < 361; stones += 4 {
			b.Remaining = clock
			l := b.Limits(stones)
			if l.Soft < 1 || l.Hard < l.Soft {
				t.Fatalf("%+v after %d stones: %+v", b, stones, l)
			}
			used := l.Soft + time.Duration(greed*float64(l.Hard-l.Soft))
			clock -= used + b.Overhead
			if clock <= 0 {
				t.Fatalf("lost on time after %d stones with %+v of %v, each turn taking %.2f between soft and hard", stones, b, start, greed)
			}
			clock += b.Increment
		}
	}
}

// TestBudgetIsUsed: over a game of ordinary length most of the clock is used by
// turns that take their fair share.
func TestBudgetIsUsed(t *testing.T) {
	for _, increment := range []time.Duration{0, 3 * time.Second} {
		clock, total := 5*time.Minute, 5*time.Minute
		for stones := 1; stones < 61; stones += 4 {
			l := Budget{Remaining: clock, Increment: increment}.Limits(stones)
			clock += increment - l.Soft
			total += increment
		}
		if clock > total*4/10 || clock < total/20 {
			t.Errorf("increment %v: %v of %v are left after 61 stones", increment, clock, total)
		}
	}
}
