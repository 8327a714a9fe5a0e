package search

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestBest(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	for range 20_000 {
		keys := make([]int64, rng.IntN(400))
		for i, k := range rng.Perm(len(keys)) {
			keys[i] = int64(k) - 100
		}
		if rng.IntN(4) == 0 {
			slices.Sort(keys)
		}
		n := rng.IntN(60)
		best(keys, n)
		for i, k := range keys[:min(n, len(keys))] {
			if want := int64(len(keys)-1-i) - 100; k != want {
				t.Fatalf("of %d keys the %d best: number %d is %d, want %d", len(keys), n, i, k, want)
			}
		}
	}
}
