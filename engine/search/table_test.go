package search

import (
	"math/rand/v2"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/limit"
)

// TestTableRemembers: what is stored comes back, points, signs and all.
func TestTableRemembers(t *testing.T) {
	table := newTable(1)
	last := board.At(board.MaxSide-1, board.MaxSide-1)
	key := board.Key(0x123456789abcdef)
	if f, ok := table.probe(key, 0); ok {
		t.Fatalf("an empty table knows %+v", f)
	}
	for _, m := range []connect.Move{connect.NoMove, {A: last, B: board.Nowhere}, {A: 0, B: last}} {
		for _, score := range []int32{0, 1, -1, maxStatic, -maxStatic, Proved - 1, -Proved + 1} {
			for _, depth := range []int{0, 1, (MaxDepth - 1) * turn, solvedDepth} {
				for _, b := range []limit.Bound{limit.LowerBound, limit.UpperBound, limit.Exact} {
					want := entry{m, score, depth, b}
					table.store(key, 7, want)
					if got, ok := table.probe(key, 12); !ok || got != want {
						t.Fatalf("stored %+v, found %+v, %v", want, got, ok)
					}
				}
			}
		}
	}
	clear(table.buckets)
	if f, ok := table.probe(key, 0); ok {
		t.Errorf("after clear the table knows %+v", f)
	}
}

// TestTableCountsProofsFromThePosition: a win three turns on is three turns on
// wherever its position stands in a line.
func TestTableCountsProofsFromThePosition(t *testing.T) {
	table := newTable(1)
	for _, sign := range []int32{1, -1} {
		for stored := range 20 {
			for probed := range 20 {
				table.store(5, stored, entry{connect.NoMove, sign * (Win - int32(stored) - 3), 4, limit.Exact})
				if f, ok := table.probe(5, probed); !ok || f.score != sign*(Win-int32(probed)-3) {
					t.Fatalf("stored at ply %d, probed at %d: %d, want %d", stored, probed, f.score, sign*(Win-int32(probed)-3))
				}
			}
		}
	}
	// The ends of the scale fit as well.
	for _, score := range []int32{Win, -Win} {
		table.store(6, 0, entry{connect.NoMove, score, 1, limit.Exact})
		if f, ok := table.probe(6, 0); !ok || f.score != score {
			t.Errorf("stored %d, found %d, %v", score, f.score, ok)
		}
	}
}

// TestTableKeepsTheDeepest: in a full bucket a deep entry of the same search
// outlives shallow ones, and entries of older searches go first.
func TestTableKeepsTheDeepest(t *testing.T) {
	table := newTable(1)
	step := board.Key(uint64(len(table.buckets)) << 8) // same bucket, another key
	store := func(i, depth int) {
		table.store(1<<50+board.Key(i)*step, 0, entry{connect.NoMove, int32(i), depth, limit.Exact})
	}
	known := func(i int) bool {
		f, ok := table.probe(1<<50+board.Key(i)*step, 0)
		return ok && f.score == int32(i)
	}
	store(0, 20)
	for i := range 40 {
		store(1+i, i%4)
	}
	if !known(0) {
		t.Error("forty shallow entries drove a deep one out")
	}
	if !known(40) {
		t.Error("the newest entry is not there")
	}
	table.fresh()
	for i := range 4 {
		store(100+i, 1)
	}
	for i := range 4 {
		if !known(100 + i) {
			t.Errorf("entry %d of the new search gave way to old ones", i)
		}
	}
}

// TestTornEntriesMatchNoKey: an entry half overwritten by another thread is not
// taken for either.
func TestTornEntriesMatchNoKey(t *testing.T) {
	table := newTable(1)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		a := board.Key(rng.Uint64())
		table.store(a, 0, entry{connect.Move{A: 3, B: 5}, rng.Int32N(1000), 5, limit.Exact})
		for i := range table.bucket(a) {
			e := &table.bucket(a)[i]
			if e.check.Load()^e.data.Load() == uint64(a) {
				e.data.Store(e.data.Load() ^ 1<<rng.IntN(64))
			}
		}
		if f, ok := table.probe(a, 0); ok {
			t.Fatalf("a torn entry reads as %+v", f)
		}
	}
}
