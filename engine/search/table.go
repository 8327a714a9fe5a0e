package search

import (
	"math/bits"
	"sync/atomic"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/limit"
)

// table is the transposition table: what earlier searches found of a position.
// It may be used by several threads at once without a lock: an entry is two
// words, the first being the key exclusive-or the second, so that a torn entry
// matches no key (R. Hyatt and T. Mann, "A lock-less transposition table
// implementation for parallel search", 2002).
type table struct {
	buckets []bucket
	age     uint64
	busy    busy
}

// bucket is one cache line of four entries.
type bucket [4]slot

type slot struct {
	check, data atomic.Uint64
}

// entry is what is known of a position.
type entry struct {
	move  connect.Move
	score int32
	depth int // in parts of a [turn]
	bound limit.Bound
}

// Layout of an entry's data: two points of 10 bits, score 30, depth 8, bound 2,
// age 4.
const (
	pointBits = 10
	noPoint   = 1<<pointBits - 1
	scoreAt   = 2 * pointBits
	depthAt   = scoreAt + 30
	boundAt   = depthAt + 8
	ageAt     = boundAt + 2
	ages      = 16
	maxStored = 1<<(boundAt-depthAt) - 1 // the greatest depth
	scoreZero = 1 << 29                  // added, so that a score is stored without a sign
)

// newTable takes the memory, mb MiB rounded down to a power of two.
func newTable(mb int) *table {
	n := uint64(mb) << 20 / 64
	n = 1 << (bits.Len64(n) - 1)
	return &table{buckets: make([]bucket, n)}
}

// fresh begins a new search: older entries give way first.
func (t *table) fresh() { t.age = (t.age + 1) % ages }

// Forget empties the transposition table: the next search finds what a new
// engine would. No search may be running.
func (e *Engine) Forget() { clear(e.tree.table.buckets) }

func (t *table) bucket(key board.Key) *bucket {
	return &t.buckets[uint64(key)>>8&uint64(len(t.buckets)-1)]
}

// probe looks a position up.
func (t *table) probe(key board.Key, ply int) (f entry, ok bool) {
	b := t.bucket(key)
	for i := range b {
		data := b[i].data.Load()
		if data != 0 && b[i].check.Load()^data == uint64(key) {
			f.move = connect.Move{A: unpackPoint(data), B: unpackPoint(data >> pointBits)}
			f.score = fromTable(int32(data>>scoreAt&(1<<30-1))-scoreZero, ply)
			f.depth = int(data >> depthAt & maxStored)
			f.bound = limit.Bound(data >> boundAt & 3)
			return f, true
		}
	}
	return f, false
}

// store keeps what was found; of a full bucket the entry goes that is oldest
// and shallowest.
func (t *table) store(key board.Key, ply int, f entry) {
	b := t.bucket(key)
	worst, least := 0, 1<<30
	for i := range b {
		data := b[i].data.Load()
		if data == 0 || b[i].check.Load()^data == uint64(key) {
			worst = i
			break
		}
		worth := int(data >> depthAt & maxStored)
		if data>>ageAt != t.age {
			worth -= maxStored + 1
		}
		if worth < least {
			worst, least = i, worth
		}
	}
	data := packPoint(f.move.A) | packPoint(f.move.B)<<pointBits |
		uint64(toTable(f.score, ply)+scoreZero)<<scoreAt | uint64(min(f.depth, maxStored))<<depthAt | uint64(f.bound)<<boundAt | t.age<<ageAt
	b[worst].check.Store(uint64(key) ^ data)
	b[worst].data.Store(data)
}

func packPoint(p board.Point) uint64 { return uint64(p) & noPoint }

func unpackPoint(d uint64) board.Point {
	if d&noPoint == noPoint {
		return board.Nowhere
	}
	return board.Point(d & noPoint)
}

// Proved scores count turns from the root; the table counts them from its own
// position, since it is reached by lines of different lengths.
func toTable(score int32, ply int) int32 {
	switch {
	case score >= Proved:
		score += int32(ply)
	case score <= -Proved:
		score -= int32(ply)
	}
	return max(-scoreZero, min(score, scoreZero-1))
}

func fromTable(score int32, ply int) int32 {
	switch {
	case score >= Proved:
		return score - int32(ply)
	case score <= -Proved:
		return score + int32(ply)
	}
	return score
}
