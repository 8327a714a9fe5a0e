// Package limit bounds searches: how far they may look, and how long. A [Budget]
// turns what a clock of the game shows into [Limits], and a [Clock] ends a search
// that has reached them.
package limit

import "time"

// Limits bound one search. Zero values do not bound.
type Limits struct {
	Depth int    // plies looked ahead: turns at Connect6, stones at Gomoku
	Nodes uint64 // positions reached by a move, the threat solver's included
	// Soft is about when the search is to answer: later when it runs into
	// trouble, sooner when its mind is made up. As great as Hard it has no
	// effect; see [Budget].
	Soft time.Duration
	Hard time.Duration // the search is over by this
}
