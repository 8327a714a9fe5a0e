package api

import "stonehand/engine/board"

// Puzzle is a position with a question.
type Puzzle struct {
	ID    string `json:"id"`
	Game  string `json:"game"`
	Kind  string `json:"kind"`  // what it asks for, one of package puzzle's kinds
	Grade int    `json:"grade"` // 1, the easiest, to 5
	Turns int    `json:"turns"` // how many turns of the person the solution takes

	Size   board.Size   `json:"size"`
	Black  Points       `json:"black"`
	White  Points       `json:"white"`
	ToMove board.Color  `json:"to_move"`
	Due    int          `json:"due"`              // stones of a turn
	Target *board.Point `json:"target,omitempty"` // a stone of the chain in question, in Go
	Lives  bool         `json:"lives"`            // the side to move wants that chain to live
	// Named is its name by language, where it has one: "en" and "zh".
	Named map[string]string `json:"named"`
}

// Puzzles is the answer of GET /api/puzzles.
type Puzzles struct {
	Puzzles List[Puzzle] `json:"puzzles"`
}

// PuzzleAttempt is what a person has played in a puzzle: the body of POST /api/puzzles/try.
type PuzzleAttempt struct {
	ID string `json:"id"`
	// Turns are the person's own. A turn without points says that there is none, in Go.
	Turns List[Points] `json:"turns"`
	Hint  bool         `json:"hint,omitempty"` // wants to know the next turn
}

// PuzzleVerdict is what comes of it.
type PuzzleVerdict struct {
	Right  bool   `json:"right"`
	Solved bool   `json:"solved"`
	Taken  Points `json:"taken"` // what the last turn has captured
	// Line is how it goes on, the other side first, the sides in turn.
	Line List[PuzzleStep] `json:"line"`
	Row  Points           `json:"row"`  // the row that is complete in the end
	Foul string           `json:"foul"` // why the point is forbidden: "overline", "double-four", "double-three"
	Hint Points           `json:"hint"` // the next turn, if that was asked for
}

// PuzzleStep is a turn of a line.
type PuzzleStep struct {
	Points Points `json:"points"` // none for a pass, or where nothing is allowed that helps
	Taken  Points `json:"taken"`
}
