package five

import "stonehand/engine/board"

// table remembers positions that were searched. Two entries share a place: one
// that was searched deepest, and the latest.
type table []entry

// entry is what is remembered of a position. Wins are counted from it on.
type entry struct {
	key   board.Key
	move  board.Point
	score int16
	depth int16
	bound bound
}

// bound says what an entry's score is to the position's value.
type bound int8

const (
	upperBound bound = iota - 1 // the value is at most the score
	exact
	lowerBound // at least
)

// boundOf says what the best score is that was found between alpha and beta.
func boundOf(best, alpha, beta int) bound {
	switch {
	case best >= beta:
		return lowerBound
	case best <= alpha:
		return upperBound
	}
	return exact
}

// decides reports whether v, the entry's value, stands for any value between the
// bounds.
func (h *entry) decides(v, alpha, beta int) bool {
	return h.bound == exact || h.bound == lowerBound && v >= beta || h.bound == upperBound && v <= alpha
}

const entries = 1 << 19 // 8 MiB

func newTable() table { return make(table, entries) }

func (t table) clear() { clear(t) }

// find returns the entry of a position; nil if there is none.
func (t table) find(key board.Key) *entry {
	i := key % entries &^ 1
	if t[i].key == key {
		return &t[i]
	}
	if t[i+1].key == key {
		return &t[i+1]
	}
	return nil
}

// keep writes an entry.
func (t table) keep(key board.Key, m board.Point, score, ply, depth int, bound bound) {
	if score > Proved {
		score += ply
	} else if score < -Proved {
		score -= ply
	}
	i := key % entries &^ 1
	if t[i].key != key && (t[i+1].key == key || int(t[i].depth) > depth) {
		t[i].depth-- // so that old ones give way in the end
		i++
	}
	t[i] = entry{key, m, int16(score), int16(depth), bound}
}

// value is the score of an entry for a position at that ply.
func (h *entry) value(ply int) int {
	v := int(h.score)
	if v > Proved {
		v -= ply
	} else if v < -Proved {
		v += ply
	}
	return v
}
