package eval

// Scores are for the side to move. A score of Win-n or more is a win within n
// turns of both sides, one of -Win+n or less a loss.
const (
	// Win is the score of a position that is won.
	Win = 1<<29 - 1
	// Proved is the least score of a win.
	Proved = Win - 1000
	// Infinity is beyond all scores.
	Infinity = Win + 1
)
