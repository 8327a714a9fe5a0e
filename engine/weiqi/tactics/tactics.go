// Package tactics answers definite questions about a few stones of Go by search: can
// this chain be captured or saved, does a ladder work, does an enclosed group live. It
// is the third method of the report "C++围棋程序实现报告": 对目标明确的局部, 用人工智能中的
// 搜索法探求其结果.
//
// A [Solver] answers each [Question] with won, lost, ko or unknown, and with the line
// that shows it. The search is depth-first to a depth that grows by one, with a table of
// positions, and ends when it has a proof or has used up its nodes. Nothing is guessed
// at the end of a line: a chain is captured, or is out by what its question calls
// out, or lives by Benson's theorem, or its side may pass as often as the other.
//
// Ko is told apart by two searches. In the first the side that plays first loses every ko:
// it may not retake at once, while the opponent may. In the second it wins every ko.
// What is won in both is won, what is lost in both is lost, and the rest is ko. A longer
// repetition saves the chain: the attacker has to get somewhere. A stone that is captured
// is taken, also if that begins a ko.
//
// [Solver.Dead] proposes the dead stones of a finished game.
package tactics

import "stonehand/engine/board"

// Goal is what the attacker of a chain tries.
type Goal uint8

// The goals. The defender tries to prevent them.
const (
	// Capture is to take the chain before it has Out liberties with the attacker to
	// move. Both sides play near the chain: on its liberties, on the points next to
	// them, and on the last liberties of the chains around.
	Capture Goal = iota
	// Ladder is to take the chain with one atari after the other: it is out with three
	// liberties.
	Ladder
	// Kill is to take the chain where it is enclosed. It lives with two eyes or in seki:
	// both sides play on every point of the space inside.
	Kill
)

// Out is how many liberties a chain needs to count as out when it is to be captured.
const Out = 5

// String names the goal as the files of problems do.
func (g Goal) String() string { return [...]string{"capture", "ladder", "kill"}[g%3] }

// Question asks how a local fight ends.
type Question struct {
	Target board.Point // a stone of the chain in question
	First  board.Color // who plays first: the attacker or the owner of the chain
	Goal   Goal
	// Nodes is the budget of each search for a proof: how many moves it may try, 0 for
	// [Budget]. A question needs up to three.
	Nodes int
}

// Budget is how many nodes a search gets if the question does not say.
const Budget = 200_000

// Result is the outcome for the side that plays first.
type Result uint8

// The results.
const (
	Unknown Result = iota // the budget is used up, or the chain is not enclosed, or not by safe chains
	Won                   // the attacker captures, or the defender saves
	Lost                  // the other way round
	Ko                    // the side that wins a ko wins
)

// String names the result as the files of problems do.
func (r Result) String() string { return [...]string{"unknown", "won", "lost", "ko"}[r%4] }

// Answer is what a search has found.
type Answer struct {
	Result Result
	// Line is the play that shows it, the side that plays first first; [board.Nowhere]
	// is a pass. Who loses resists as long as possible. Of a ko it is the line of who wins
	// it. Empty if nothing is known or nothing needs to be played.
	Line []board.Point
	// Seki says that the chain is saved, but not by two eyes.
	Seki  bool
	Nodes int // moves tried
}
