package lab

import (
	"time"

	"stonehand/engine/limit"
)

// timekeeper is a player that is told how its clock stands before every turn, with
// so many stones on the board.
type timekeeper interface {
	keepTime(b limit.Budget, stones int)
}

// lateness is what a turn may cost on a clock besides the search.
const lateness = 20 * time.Millisecond

// keepTime implements timekeeper.
func (p *enginePlayer) keepTime(b limit.Budget, _ int) {
	b.Overhead = lateness
	p.clock = b
}

// keepTime implements timekeeper. The contest protocol has no word for a game
// clock, so a program is told its share of it as the time of each turn.
func (p *program) keepTime(b limit.Budget, stones int) {
	b.Overhead = lateness
	p.budget, p.retime = max(time.Millisecond, b.Limits(stones).Soft), true
	p.patience = max(b.Remaining, b.Turn) + Grace // the match says who has lost on time
}
