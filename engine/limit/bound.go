package limit

import "cmp"

// Bound says what a score that was found between alpha and beta is to the value of
// its position.
type Bound uint8

// The bounds.
const (
	LowerBound Bound = iota // the value is at least the score
	UpperBound              // at most
	Exact
)

// BoundOf says what the best score is that was found between alpha and beta.
func BoundOf[T cmp.Ordered](best, alpha, beta T) Bound {
	switch {
	case best >= beta:
		return LowerBound
	case best <= alpha:
		return UpperBound
	}
	return Exact
}

// Decides reports whether a score of that bound stands for any value between alpha and
// beta.
func Decides[T cmp.Ordered](b Bound, score, alpha, beta T) bool {
	return b == Exact || b == LowerBound && score >= beta || b == UpperBound && score <= alpha
}
