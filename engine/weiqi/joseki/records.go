package joseki

import (
	"cmp"
	"slices"

	"stonehand/engine/board"
	"stonehand/engine/weiqi"
)

// Bounds of what [Records] counts.
const (
	// MaxCounted is how many different moves in positions are kept. When there are more,
	// those that only one game has are forgotten.
	MaxCounted = 400_000
	// MaxOpening is how many moves of a game are looked at.
	MaxOpening = 80
	// quadrant is how many lines from a corner belong to it.
	quadrant = 10
)

// Records counts the moves that were played in the positions of games, on the whole board
// and in its corners, in all symmetries and with the colours exchanged. The zero Records
// is empty. It holds about 20 MB when it is full, and serves one goroutine; [Records.Next]
// alone may be called by many.
type Records struct {
	games  int
	counts map[board.Key]count
	lost   bool // some moves were forgotten
}

// count is how often a move was played, and how often the side that played it won.
type count struct{ games, won uint32 }

// Games returns how many games were added; forgotten says that rare moves were dropped
// because there were too many.
func (r *Records) Games() (n int, forgotten bool) { return r.games, r.lost }

// Add counts the moves of a game that begins with a position; winner is Empty if nobody is
// known to have won. It stops at the first move that is not legal, and reports which, from 0,
// or the number of moves that were looked at.
func (r *Records) Add(start *weiqi.Board, moves []weiqi.Move, winner board.Color) int {
	if r.counts == nil {
		r.counts = map[board.Key]count{}
	}
	r.games++
	pos := *start
	seen := map[board.Key]bool{}
	for i, m := range moves[:min(len(moves), MaxOpening)] {
		if pos.Check(m.Color, m.Point) != nil {
			return i
		}
		if m.Point != board.Nowhere {
			for _, k := range []board.Key{wholeKey(&pos, m), cornerKey(&pos, m)} {
				if k != 0 && !seen[k] {
					seen[k] = true
					c := r.counts[k]
					c.games++
					if winner == m.Color {
						c.won++
					}
					r.counts[k] = c
				}
			}
		}
		pos.Play(m.Color, m.Point)
	}
	if len(r.counts) > MaxCounted {
		r.forget()
	}
	return min(len(moves), MaxOpening)
}

// forget drops the rarest moves until a quarter of the room is free.
func (r *Records) forget() {
	r.lost = true
	for least := uint32(1); len(r.counts) > MaxCounted*3/4; least *= 2 {
		for k, c := range r.counts {
			if c.games <= least {
				delete(r.counts, k)
			}
		}
	}
}

// Played is a move that was played in a position.
type Played struct {
	Point board.Point
	Games int // in which the move was played here
	Won   int // of these, by the side that played it
}

// Next returns the moves that c played in a position, the most frequent first: in all of
// the board, or, with corners, in the same corner whatever the rest of the board was.
func (r *Records) Next(pos *weiqi.Board, c board.Color, corners bool) (list []Played) {
	size := pos.Size()
	for i := range size.Count() {
		m := weiqi.Move{Color: c, Point: size.Point(i)}
		if pos.At(m.Point) != board.Empty {
			continue
		}
		k := wholeKey(pos, m)
		if corners {
			k = cornerKey(pos, m)
		}
		if n, ok := r.counts[k]; ok && k != 0 && pos.Check(c, m.Point) == nil {
			list = append(list, Played{m.Point, int(n.games), int(n.won)})
		}
	}
	slices.SortStableFunc(list, func(a, b Played) int { return cmp.Compare(b.Games, a.Games) })
	return list
}

// wholeKey is the same for a move in a position and all its symmetries.
func wholeKey(pos *weiqi.Board, m weiqi.Move) board.Key {
	size := pos.Size()
	var keys [2 * board.Symmetries]board.Key
	n := size.Symmetries()
	for p := range size.Points {
		c, salt := pos.At(p), 1
		if p == m.Point {
			c, salt = m.Color, 5
		}
		if c == board.Empty {
			continue
		}
		for k := range n {
			q := size.Turn(p, k)
			keys[2*k] ^= board.StoneKey(c, q) * board.Key(salt)
			keys[2*k+1] ^= board.StoneKey(c.Other(), q) * board.Key(salt)
		}
	}
	return slices.Min(keys[:2*n]) ^ board.Key(size.Cols*1000+size.Rows)<<32
}

// cornerKey is the same for a move in a corner whatever corner it is; 0 if the point is
// in none.
func cornerKey(pos *weiqi.Board, m weiqi.Move) board.Key {
	size := pos.Size()
	if min(size.Cols, size.Rows) < MinSide {
		return 0
	}
	reach := min(quadrant, size.Cols/2, size.Rows/2)
	for corner := range 4 {
		if p := size.Turn(m.Point, corner); p.X() >= reach || p.Y() >= reach {
			continue
		}
		var keys [4]board.Key
		for x := range reach {
			for y := range reach {
				p := board.At(x, y)
				at := size.Turn(p, corner)
				c, salt := pos.At(at), board.Key(3)
				if at == m.Point {
					c, salt = m.Color, 7
				}
				if c != board.Empty {
					keys[0] ^= board.StoneKey(c, p) * salt
					keys[1] ^= board.StoneKey(c.Other(), p) * salt
					keys[2] ^= board.StoneKey(c, boardSize.Turn(p, diagonal)) * salt
					keys[3] ^= board.StoneKey(c.Other(), boardSize.Turn(p, diagonal)) * salt
				}
			}
		}
		return slices.Min(keys[:])
	}
	return 0
}
