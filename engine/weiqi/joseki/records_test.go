package joseki_test

import (
	"slices"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/weiqi"
	"stonehand/engine/weiqi/joseki"
)

// A game and the same game turned, with the colours exchanged, count as two of the same.
func TestRecordsCountSymmetries(t *testing.T) {
	moves := []weiqi.Move{
		{Color: board.Black, Point: board.At(3, 3)}, {Color: board.White, Point: board.At(15, 15)},
		{Color: board.Black, Point: board.At(16, 3)}, {Color: board.White, Point: board.At(2, 5)}, {Color: board.Black, Point: board.At(2, 4)},
	}
	var r joseki.Records
	for k := range nineteen.Symmetries() {
		for _, swapped := range []bool{false, true} {
			var turned []weiqi.Move
			winner := board.Black
			if swapped {
				winner = board.White
			}
			for _, m := range moves {
				m.Point = nineteen.Turn(m.Point, k)
				if swapped {
					m.Color = m.Color.Other()
				}
				turned = append(turned, m)
			}
			if n := r.Add(newBoard(t, nineteen), turned, winner); n != len(moves) {
				t.Fatalf("symmetry %d: %d moves", k, n)
			}
		}
	}
	b := newBoard(t, nineteen)
	for _, m := range moves[:4] {
		b.Play(m.Color, m.Point)
	}
	want := joseki.Played{Point: board.At(2, 4), Games: 16, Won: 16}
	for _, corners := range []bool{false, true} {
		if got := r.Next(b, board.Black, corners); !slices.Contains(got, want) {
			t.Errorf("corners %v: %v, want %v", corners, got, want)
		}
	}
	// Elsewhere the board is another: the corner is still known, the position is not.
	b.Play(board.White, board.At(10, 10))
	if got := r.Next(b, board.Black, false); len(got) > 0 {
		t.Errorf("the whole board is known: %v", got)
	}
	if got := r.Next(b, board.Black, true); !slices.Contains(got, want) {
		t.Errorf("the corner is not known: %v", got)
	}
	if got := r.Next(b, board.White, true); slices.ContainsFunc(got, func(p joseki.Played) bool { return p.Point == want.Point }) {
		t.Errorf("White is told of Black's move: %v", got)
	}
}

func TestRecordsStopAtIllegalMoves(t *testing.T) {
	var r joseki.Records
	twice := []weiqi.Move{{Color: board.Black, Point: board.At(3, 3)}, {Color: board.White, Point: board.At(3, 3)}}
	if n := r.Add(newBoard(t, nineteen), twice, board.Empty); n != 1 {
		t.Errorf("stopped at move %d, want 1", n)
	}
	if n, forgotten := r.Games(); n != 1 || forgotten {
		t.Errorf("%d games, forgotten %v", n, forgotten)
	}
}

// However many games there are, the memory is bounded, and frequent moves are kept.
func TestRecordsForgetRareMoves(t *testing.T) {
	if testing.Short() {
		t.Skip("plays thousands of games, so -short leaves it out")
	}
	var r joseki.Records
	seed := uint64(1)
	for range 4000 {
		moves := []weiqi.Move{{Color: board.Black, Point: board.At(2, 2)}}
		for range 55 {
			moves = append(moves, weiqi.Move{Color: moves[len(moves)-1].Color.Other(), Point: nineteen.Point(int(board.SplitMix(&seed) % 361))})
		}
		r.Add(newBoard(t, nineteen), moves, board.Black)
	}
	if got := r.Next(newBoard(t, nineteen), board.Black, false); len(got) == 0 || got[0].Games != 4000 {
		t.Errorf("the first move is forgotten: %v", got)
	}
}
