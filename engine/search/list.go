package search

import (
	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// maxPaired is how many points are paired with each other in one position at most:
// 40 points make 780 pairs.
const maxPaired = 40

// candidate is a turn and what ranks it.
type candidate struct {
	move  connect.Move
	score int32
}

// list keeps the best candidates of a position, best first. Ties keep the order
// of insertion, which depends on the board alone, so that every machine searches
// the same tree.
type list struct {
	items []candidate // all the room there is
	n     int
}

func (l *list) insert(c candidate, width int) {
	if l.n == width {
		if c.score <= l.items[width-1].score {
			return
		}
		l.n--
	}
	i := l.n
	for ; i > 0 && l.items[i-1].score < c.score; i-- {
		l.items[i] = l.items[i-1]
	}
	l.items[i] = c
	l.n++
}

// cells is the shortlist of single points that turns are made of.
type cells struct {
	point [maxPaired]board.Point
	score [maxPaired]int32
	n     int
}
