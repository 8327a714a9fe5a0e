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

// best moves the n greatest of the keys, no two of which are alike, to the front,
// the greatest first. It is C. A. R. Hoare's "Find" (1961), which leaves out of
// quicksort what is of no interest.
func best(keys []int64, n int) {
	lo, hi := 0, len(keys)-1
	for n <= hi && hi-lo > 8 {
		pivot := middle(keys[lo], keys[lo+(hi-lo)/2], keys[hi])
		i, j := lo, hi
		for i <= j {
			for keys[i] > pivot {
				i++
			}
			for keys[j] < pivot {
				j--
			}
			if i <= j {
				keys[i], keys[j] = keys[j], keys[i]
				i++
				j--
			}
		}
		// keys[lo..j] are not less than the pivot, keys[i..hi] not greater.
		if n <= j {
			hi = j
		} else if n >= i {
			lo = i
		} else {
			break
		}
	}
	if n <= hi && hi-lo <= 8 {
		sortDown(keys[lo : hi+1])
	}
	sortDown(keys[:min(n, len(keys))])
}

// middle is the one of three that is neither the greatest nor the least.
func middle(a, b, c int64) int64 { return max(min(a, b), min(max(a, b), c)) }

// sortDown sorts by insertion.
func sortDown(keys []int64) {
	for i := 1; i < len(keys); i++ {
		k := keys[i]
		j := i
		for ; j > 0 && keys[j-1] < k; j-- {
			keys[j] = keys[j-1]
		}
		keys[j] = k
	}
}
