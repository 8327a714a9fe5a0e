package pairs

import (
	"fmt"
	"math"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/opening"
)

// A match is counted in pairs of games, which says more than its games one by one.
func ExampleCount() {
	fmt.Println(Count([]int{2, 0, 2, 1, 2, 0, 2, 2}))
	// Output: 5 - 2 - 1 (68.8 %, +137 ± 207 Elo)
}

// Every game of Connect6 begins with an opening that fits, the same for every seed, and
// many pairs pass before one comes again.
func TestOpenings(t *testing.T) {
	for _, seed := range []uint64{0, 1, 1 << 60} {
		seen := map[string]bool{}
		for pair := range 300 {
			given := Opening(game.Connect6(), pair, seed)
			g := game.New(game.Connect6())
			for _, turn := range given {
				if err := g.Play(turn); err != nil {
					t.Fatalf("seed %d, pair %d: %v", seed, pair, err)
				}
			}
			seen[fmt.Sprint(given)] = true
		}
		if len(seen) != 300 {
			t.Errorf("seed %d: 300 pairs begin with %d openings", seed, len(seen))
		}
	}
	if fmt.Sprint(Opening(game.Connect6(), 0, 3)) == fmt.Sprint(Opening(game.Connect6(), 0, 4)) {
		t.Error("two seeds give the same opening")
	}
	swap := game.Freestyle()
	swap.Opening = opening.Swap2
	for _, r := range []game.Rules{game.Freestyle(), swap} {
		if got := Opening(r, 0, 1); got != nil {
			t.Errorf("%s is opened with %v", r.Name(), got)
		}
	}
}

// One game alone counts, but in no pair; who won it, by its colour.
func TestCount(t *testing.T) {
	if s := Count([]int{2, 2, 1}); s.Win != 2 || s.Draw != 1 || s.Pairs != [5]int{4: 1} {
		t.Errorf("%+v", s)
	}
	if diff, bar := Count([]int{2, 0}).Elo(); diff != 0 || bar <= 0 || math.IsInf(bar, 0) {
		t.Errorf("one pair: %v ± %v", diff, bar)
	}
	for _, c := range []struct {
		winner board.Color
		black  bool
		want   int
	}{{board.Black, true, 2}, {board.Black, false, 0}, {board.White, false, 2}, {board.White, true, 0}, {board.Empty, true, 1}} {
		if got := Points(c.winner, c.black); got != c.want {
			t.Errorf("%v wins, Black %v: %d half points", c.winner, c.black, got)
		}
	}
}
