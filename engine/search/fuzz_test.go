package search

import (
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/connect/connecttest"
)

// FuzzSearch sets any position up on any small board, by play or by hand, and
// asks for a turn: the answer is legal, the position is left as it was, and a win
// that is claimed at once is one.
func FuzzSearch(f *testing.F) {
	f.Add([]byte{8, 8, 6, 2, 1, 3, 10, 50, 0}, []byte{27, 28, 35, 36, 44, 43})
	f.Add([]byte{4, 4, 3, 2, 1, 0, 4, 200, 1}, []byte{5, 6, 9})
	f.Add([]byte{1, 1, 3, 1, 1, 2, 1, 1, 2}, []byte{})
	f.Add([]byte{8, 7, 5, 1, 1, 1, 16, 100, 7}, []byte{3, 11, 19, 27, 4, 12, 20, 28})
	f.Fuzz(func(t *testing.T, setup, stones []byte) {
		var s [9]byte
		copy(s[:], setup)
		r := connect.Rules{Cols: 1 + int(s[0]-1)%8, Rows: 1 + int(s[1]-1)%8, K: 3 + int(s[2])%4, P: 1 + int(s[3]+1)%2}
		r.Q = 1 + int(s[4]+1)%r.P
		if r.Check() != nil {
			return
		}
		o := DefaultOptions()
		o.Mix, o.Width, o.TableMB = kinds[int(s[5])%len(kinds)], 1+int(s[6])%16, 1
		o.Solver = s[8]&2 == 0
		e := newEngine(t, r, o)
		pos := e.Position()
		size := r.Size()
		for i, b := range stones {
			pt := size.Point(int(b) % size.Count())
			if !pos.Free(pt) {
				continue
			}
			if s[8]&4 != 0 {
				pos.Put(pt, board.Color(1+i/3%2))
			} else if !pos.Over() {
				pos.Play(pt)
			}
		}
		if s[8]&8 != 0 {
			pos.SetTurn(board.Color(1+s[7]%2), 1+int(s[6]>>4)%r.P)
		}
		lim := Limits{Nodes: 1 + uint64(s[7]), Depth: int(s[8] >> 4)}
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
