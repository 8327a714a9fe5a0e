package search

import (
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/connect/connecttest"
	"stonehand/engine/limit"
)

// FuzzSearch sets any position up on any small board, by play or by hand, and
// asks for a turn: the answer is legal, the position is left as it was, and a win
// that is claimed at once is one.
func FuzzSearch(f *testing.F) {
	f.Add([]byte{8, 8, 3, 10, 50, 0}, []byte{27, 28, 35, 36, 44, 43})
	f.Add([]byte{6, 6, 0, 4, 200, 1}, []byte{5, 6, 9})
	f.Add([]byte{1, 1, 2, 1, 1, 2}, []byte{})
	f.Add([]byte{8, 7, 1, 16, 100, 7}, []byte{3, 11, 19, 27, 4, 12, 20, 28})
	f.Fuzz(func(t *testing.T, setup, stones []byte) {
		var s [6]byte
		copy(s[:], setup)
		size := board.Size{Cols: 1 + int(s[0]-1)%8, Rows: 1 + int(s[1]-1)%8}
		o := DefaultOptions()
		o.Mix, o.Width, o.TableMB = kinds[int(s[2])%len(kinds)], 1+int(s[3])%16, 1
		o.Solver = s[5]&2 == 0
		e := newEngine(t, size, o)
		pos := e.Position()
		for i, b := range stones {
			pt := size.Point(int(b) % size.Count())
			if !pos.Free(pt) {
				continue
			}
			if s[5]&4 != 0 {
				pos.Put(pt, board.Color(1+i/3%2))
			} else if !pos.Over() {
				pos.Play(pt)
			}
		}
		if s[5]&8 != 0 {
			pos.SetTurn(board.Color(1+s[4]%2), 1+int(s[3]>>4)%connect.Each)
		}
		lim := limit.Limits{Nodes: 1 + uint64(s[4]), Depth: int(s[5] >> 4)}
		me := pos.ToMove()
		got := search(t, e, lim)
		if again := search(t, e, lim); pos.Over() && again.Move != got.Move {
			t.Fatalf("after the end: %v, then %v", got.Move, again.Move)
		}
		if got.Score == Win-1 && !pos.Over() {
			pos.PlayMove(got.Move)
			if b := connecttest.Of(pos); !b.Won(me) {
				t.Fatalf("%v is said to win at once", got.Move)
			}
		}
	})
}
