package threat

import (
	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// threatTurn is a turn of the attacker and what answers it.
type threatTurn struct {
	move  connect.Move
	pairs [4]gap
	n     int8
}

// threatList is the memory of one level of the solver: the turns to try, the
// most promising first by order.
type threatList struct {
	turns [maxThreatTurns]threatTurn
	order [maxThreatTurns]rankedTurn
	n     int
	room  int       // how many turns are kept, at most maxThreatTurns
	cut   bool      // there were more
	key   board.Key // of the position whose turns these are, all of them; 0 for none
}

// rankedTurn says where in a list a turn of a rank is.
type rankedTurn struct {
	rank int32
	at   uint8
}

func (l *threatList) turn(i int) *threatTurn { return &l.turns[l.order[i].at] }

// find returns the place of a turn in the list, -1 if it is not there.
func (l *threatList) find(m connect.Move) int {
	for i := range l.n {
		if l.turn(i).move == m {
			return i
		}
	}
	return -1
}

// refuse reports whether a turn of a rank is not among the best.
func (l *threatList) refuse(rank int32) bool {
	if l.n < l.room || rank > l.order[l.n-1].rank {
		return false
	}
	l.cut = true
	return true
}

// insert keeps a turn, which the first n of the pairs answer, if it is among the
// best.
func (l *threatList) insert(m connect.Move, pairs *[4]gap, n int, rank int32) {
	if l.refuse(rank) {
		return
	}
	at := l.n
	if l.n == l.room {
		at = int(l.order[l.n-1].at)
		l.n--
		l.cut = true
	}
	i := l.n
	for ; i > 0 && l.order[i-1].rank < rank; i-- {
		l.order[i] = l.order[i-1]
	}
	l.order[i] = rankedTurn{rank, uint8(at)}
	l.turns[at] = threatTurn{m, *pairs, int8(n)}
	l.n++
}
