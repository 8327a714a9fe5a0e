package eval

import (
	"math/rand/v2"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// TestRoadFigures: the values of paragraphs 35 and 36.
func TestRoadFigures(t *testing.T) {
	want := [...]int32{0, 30, 90, 200, 800, 1000, 1000000}
	for k, score := range want {
		if DefaultRoads.Score[k] != score {
			t.Errorf("a road of %d is worth %d, want %d", k, DefaultRoads.Score[k], score)
		}
	}
	if len(DefaultRoads.Score) != len(want) {
		t.Errorf("%d road values, want %d", len(DefaultRoads.Score), len(want))
	}
	if DefaultRoads.Center != 10 {
		t.Errorf("the centre is worth %d, want 10", DefaultRoads.Center)
	}
}

// TestRoadScore holds the score that a position keeps against a count of all
// 924 roads of the whole board.
func TestRoadScore(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 24))
	n := 0
	newPlain(randomPosition(t, rng, connect.Board, 1)).windows(func([][2]int) { n++ })
	if n != 924 {
		t.Fatalf("the reference counts %d roads, want 924", n)
	}
	for i := range 120 {
		p := randomPosition(t, rng, connect.Board, rng.IntN(120))
		if i%10 == 0 {
			randomTurn(rng, p, 2) // may complete six
		}
		b := newPlain(p)
		for _, c := range []board.Color{board.Black, board.White} {
			if got, want := p.Value(c), b.roads(c, DefaultRoads.Score[:]); got != want {
				t.Fatalf("position %d: road score of %v is %d, want %d", i, c, got, want)
			}
		}
	}
}

// TestRoadScoreByHand works three positions out on paper. A stone in the middle
// of an empty board lies in six roads of each direction.
func TestRoadScoreByHand(t *testing.T) {
	for _, c := range []struct {
		name         string
		black, white []board.Point
		want         int32 // for Black
	}{
		{"one stone in the centre", []board.Point{board.At(9, 9)}, nil, 24 * 30},
		{"one stone in the corner", []board.Point{board.At(0, 0)}, nil, 3 * 30},
		// Neighbours share five roads; each has one more of that line for itself.
		{"two neighbours", []board.Point{board.At(9, 9), board.At(10, 9)}, nil, 5*90 + 2*30 + 2*18*30},
		// White in the next point spoils five of Black's six roads of that line and the other way round.
		{"black beside white", []board.Point{board.At(9, 9)}, []board.Point{board.At(10, 9)}, 0},
		{"white in the corner", []board.Point{board.At(9, 9)}, []board.Point{board.At(0, 18)}, 24*30 - 3*30},
	} {
		p, err := connect.New(connect.Board, DefaultRoads.Values())
		if err != nil {
			t.Fatal(err)
		}
		for _, pt := range c.black {
			p.Put(pt, board.Black)
		}
		for _, pt := range c.white {
			p.Put(pt, board.White)
		}
		if got := p.Value(board.Black); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

// TestPlaces: the centre is worth 10 and each square ring around it one less.
func TestPlaces(t *testing.T) {
	v := DefaultRoads.Places(connect.Board)
	for y := range 19 {
		for x := range 19 {
			ring := 0
			for x < 9-ring || x > 9+ring || y < 9-ring || y > 9+ring {
				ring++
			}
			if got, want := v[board.At(x, y)], int32(10-ring); got != want {
				t.Errorf("%v is worth %d, want %d", board.At(x, y), got, want)
			}
		}
	}
	// An even board has four middle points and no ring narrower than they are.
	v = DefaultRoads.Places(board.Size{Cols: 20, Rows: 20})
	for pt, want := range map[board.Point]int32{
		board.At(9, 9): 10, board.At(10, 9): 10, board.At(9, 10): 10, board.At(10, 10): 10,
		board.At(8, 9): 9, board.At(11, 10): 9, board.At(0, 0): 1, board.At(19, 19): 1,
	} {
		if v[pt] != want {
			t.Errorf("on 20x20 %v is worth %d, want %d", pt, v[pt], want)
		}
	}
	// A low centre never makes points worth less than nothing.
	for pt, got := range (Roads{Center: 3}).Places(board.Size{Cols: 19, Rows: 19}) {
		if got < 0 {
			t.Errorf("%v is worth %d", board.Point(pt), got)
		}
	}
}
