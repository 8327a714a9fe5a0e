// Package limit bounds searches: how far they may look, and how long. A [Budget]
// turns what a clock of the game shows into [Limits], and a [Clock] ends a search
// that has reached them.
package limit

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"stonehand/engine/clock"
)

// Limits bound one search. Zero values do not bound.
type Limits struct {
	Depth int    // plies looked ahead: turns at Connect6, stones at Gomoku
	Nodes uint64 // positions reached by a move, the threat solver's included
	// Soft is about when the search is to answer: later when it runs into
	// trouble, sooner when its mind is made up. As great as Hard it has no
	// effect; see [Budget].
	Soft time.Duration
	Hard time.Duration // the search is over by this
}

// Switches reads names of techniques with "+" between them, as "null+killers": bit
// i of the result stands for names[i].
func Switches(names []string, text string) (set uint32, err error) {
	for word := range strings.SplitSeq(text, "+") {
		i := slices.Index(names, word)
		if i < 0 {
			return 0, fmt.Errorf("there is no technique %q: choose of %s", word, strings.Join(names, ", "))
		}
		set |= 1 << i
	}
	return set, nil
}

// Budget is the time there is for a turn: a bound of its own, a clock for the
// whole game, or both.
type Budget struct {
	// Turn is the most this turn may take; 0: no bound.
	Turn time.Duration
	// Remaining is what the side to move has left for the rest of the game; 0:
	// there is no game clock. A clock that has run out is given as 1 ns.
	Remaining time.Duration
	// Increment is what the game clock gains after every turn.
	Increment time.Duration
	// Share is what this turn is meant to take of Turn, where what is left of it is for
	// turns to come; 0: all of it.
	Share time.Duration
	// Overhead is what each turn costs on the clock in addition to the search: the
	// answer's way to where the clock is, and how late a search may end.
	Overhead time.Duration
}

// What a game clock is divided by: the turns one side has still to play. Human
// games (6,665 of them) have 11.5 on average after the first stone and no fewer
// than 5.6 later, however long they get; nine of ten end within 18 and 12. The
// latter are planned for, because a turn that is missing at the end costs more
// than what an earlier one gains by it.
const (
	maxToGo   = 19
	minToGo   = 12
	stonesPer = 4 // stones on the board that make it one turn less
	maxStones = 361
)

// A turn of a game clock may take up to stretch times its share, when the
// search runs into trouble, and never more than half of what remains, so that
// no number of such turns uses the clock up.
const stretch = 4

// Limits returns the bounds of a search of a position with the given number of
// stones. On a turn's own bound Soft is Hard, as what a turn does not use is lost, or
// its Share.
// On a game clock Soft is the turn's fair share. Hard is at least 1 ns, and over
// any game the sum of Hard and Overhead stays within the clock, as long as
// Overhead itself fits into it.
func (b Budget) Limits(stones int) Limits {
	var l Limits
	if b.Turn > 0 {
		l.Hard = max(1, b.Turn-min(b.Overhead, b.Turn/2))
		if l.Soft = l.Hard; b.Share > 0 {
			l.Soft = min(l.Hard, max(1, b.Share-min(b.Overhead, b.Share/2)))
		}
	}
	if b.Remaining <= 0 {
		return l
	}
	// Overheads that increments do not make up for are kept aside for the longest
	// game there can be.
	aside := max(0, b.Overhead-b.Increment) * time.Duration(max(0, maxStones-stones+3)/4)
	left := max(1, b.Remaining-b.Overhead-aside)
	turns := time.Duration(max(minToGo, maxToGo-max(0, stones)/stonesPer))
	// The increments still to come are as good as time on the clock; the last
	// turn's is of no use.
	pool := left + max(0, b.Increment-b.Overhead)*(turns-1)
	soft := min(pool/turns, left/2)
	hard := max(1, min(stretch*soft, left/2))
	if l.Hard > 0 {
		hard = min(hard, l.Hard)
	}
	return Limits{Soft: max(1, min(soft, hard)), Hard: hard}
}

// OnClock returns the time there is for a turn of a side that has s left on a
// clock of control c; the zero Budget, no bound, if there is no clock. Overhead
// is left for the caller to say.
//
// A byo-yomi period comes back with every turn that stays within it, as an
// increment does, and is never planned to be lost: a side with several of them
// counts on one. Of Canadian overtime a turn has its share, and in trouble more,
// but every turn that follows keeps half of its own share.
func OnClock(c clock.Control, s clock.Side) Budget {
	switch {
	case c.IsZero():
		return Budget{}
	case c.Turn > 0:
		return Budget{Turn: within(s.Main)}
	case c.Canadian && s.Main == 0:
		n := time.Duration(max(1, s.Periods))
		return Budget{Turn: within(s.Period - s.Period*(n-1)/n/2), Share: within(s.Period / n)}
	case c.Canadian:
		return Budget{Remaining: s.Main + s.Period/time.Duration(max(1, s.Periods)), Increment: c.Period / time.Duration(c.Periods)}
	case c.Periods > 0 && s.Main == 0:
		return Budget{Turn: within(s.Period)}
	case c.Periods > 0:
		return Budget{Remaining: s.Main + s.Period, Increment: c.Period}
	}
	return Budget{Remaining: max(1, s.Main), Increment: c.Increment}
}

// within is the most that does not use d up: a flag falls at the end of a time,
// not after it, and clocks count in milliseconds.
func within(d time.Duration) time.Duration { return max(1, d-time.Millisecond) }
