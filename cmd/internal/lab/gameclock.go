package lab

import (
	"fmt"
	"strings"
	"time"

	"stonehand/engine/search"
)

// GameClock is the time each side has for a whole game: so much at the start,
// and more after each of its turns (D. Bronstein and R. Fischer's way).
type GameClock struct {
	Start     time.Duration
	Increment time.Duration
}

// Bounds of game clocks.
const (
	leastClock = 10 * time.Millisecond
	mostClock  = 24 * time.Hour
)

// ParseGameClock reads a clock as "5m+3s" or, without an increment, "5m".
func ParseGameClock(s string) (GameClock, error) {
	start, increment, added := strings.Cut(s, "+")
	var c GameClock
	var err error
	if c.Start, err = time.ParseDuration(start); err == nil && added {
		c.Increment, err = time.ParseDuration(increment)
	}
	if err != nil {
		return GameClock{}, fmt.Errorf("%q is not a game clock: write what each side has at the start and what every turn adds, like 5m+3s", s)
	}
	if c.Start < leastClock || c.Start > mostClock || c.Increment < 0 || c.Increment > mostClock {
		return GameClock{}, fmt.Errorf("the game clock %q is out of range: from %v to %v, and no less than nothing added", s, leastClock, mostClock)
	}
	return c, nil
}

// String writes the clock as ParseGameClock reads it.
func (c GameClock) String() string {
	if c.Increment == 0 {
		return c.Start.String()
	}
	return c.Start.String() + "+" + c.Increment.String()
}

// timekeeper is a player that is told how its clock stands before every turn, with
// so many stones on the board.
type timekeeper interface {
	keepTime(b search.Budget, stones int)
}

// lateness is what a turn may cost on a clock besides the search.
const lateness = 20 * time.Millisecond

// keepTime implements timekeeper.
func (p *enginePlayer) keepTime(b search.Budget, _ int) {
	b.Overhead = lateness
	p.clock = b
}

// keepTime implements timekeeper. The contest protocol has no word for a game
// clock, so a program is told its share of it as the time of each turn.
func (p *program) keepTime(b search.Budget, stones int) {
	b.Overhead = lateness
	p.budget, p.retime = max(time.Millisecond, b.Limits(stones).Soft), true
	p.patience = b.Remaining + grace // the match says who has lost on time
}
