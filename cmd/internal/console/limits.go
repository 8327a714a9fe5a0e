package console

import (
	"fmt"
	"strconv"
	"time"

	"stonehand/engine/search"
)

// DefaultTime is the time for a move while nobody has set another.
const DefaultTime = 5 * time.Second

// MaxTime is the longest time for a move that can be set.
const MaxTime = 24 * time.Hour

// The search ends this much before its time is up, because it looks at its
// clock between nodes only and its answer has yet to be carried to the front
// end: a twentieth of the time, but within these bounds, and never more than
// half of it.
const (
	minReserve = 20 * time.Millisecond
	maxReserve = 200 * time.Millisecond
)

// limits are the bounds of a search that has to be answered within budget. All
// of it is used, unless the answer is certain before: what is left over is lost.
func limits(budget time.Duration, nodes uint64) search.Limits {
	b := search.Budget{Turn: max(budget, time.Microsecond), Overhead: min(max(budget/20, minReserve), maxReserve)}
	l := b.Limits(0)
	l.Nodes = nodes
	return l
}

// parseTime reads a number of milliseconds.
func parseTime(word string) (time.Duration, error) {
	ms, err := strconv.ParseUint(word, 10, 63)
	if err != nil || ms < 1 || ms > uint64(MaxTime/time.Millisecond) {
		return 0, fmt.Errorf("%s is not a time for a move: give milliseconds from 1 to %d", quote(word), MaxTime/time.Millisecond)
	}
	return time.Duration(ms) * time.Millisecond, nil
}
