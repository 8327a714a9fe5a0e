package search

import "stonehand/engine/connect"

// killers are the two turns that last refuted another at a ply, the latest first:
// they often refute its siblings as well (S. Akl and M. Newborn, "The Principal
// Continuation and the Killer Heuristic", 1977).
type killers [2]connect.Move

var noKillers = killers{connect.NoMove, connect.NoMove}

// add remembers a turn that refuted the one before it.
func (k *killers) add(m connect.Move) {
	if k[0] != m {
		k[1], k[0] = k[0], m
	}
}

// bonus is what a turn gains by being a killer, of a full bonus for the latest.
func (k *killers) bonus(m connect.Move, full int32) int32 {
	switch m {
	case k[0]:
		return full
	case k[1]:
		return full / 2
	}
	return 0
}
