package lab

import (
	"stonehand/cmd/internal/text"
	"stonehand/engine/search"
)

// Value is what a position is worth to one side.
type Value struct {
	Score int32 // of the search
	// Win is how many of its turns the side's forced win takes; negative, how
	// many of the opponent's his takes; 0 if neither is known.
	Win  int
	Over bool // the game has ended: won, lost or, with Score 0, drawn
}

// winIn is the value of a forced win that takes so many turns, 1 or more.
func winIn(turns int) Value { return Value{Score: search.Win - int32(2*turns-1), Win: turns} }

// before is the value that a position has for the side to move if a turn of his
// leads to v.
func (v Value) before() Value {
	switch {
	case v.Over && v.Score > 0:
		return winIn(1)
	case v.Win > 0:
		return winIn(v.Win + 1)
	}
	v.Over = false
	return v
}

// other is the value for the other side.
func (v Value) other() Value { return Value{-v.Score, -v.Win, v.Over} }

// bounded is the score within bounds beyond which it says no more of the chance
// to win, so that means and differences of scores make sense.
func bounded(v Value) int32 { return min(max(v.Score, -8*search.ChanceScale), 8*search.ChanceScale) }

// Chance is the chance to win, from 0 to 1: what the engine makes of such a score
// when it plays against itself. It is 1 or 0 where the end is known.
func (v Value) Chance() float64 {
	switch {
	case v.Win > 0, v.Over && v.Score > 0:
		return 1
	case v.Win < 0, v.Over && v.Score < 0:
		return 0
	}
	return search.Chance(bounded(v)) // far from the scores that prove an end
}

// String writes the value in English: "57 %", "wins in 3", "loses in 2", "won".
func (v Value) String() string { return v.Say(text.English) }

// Say writes the value for people who read l.
func (v Value) Say(l text.Language) string {
	switch {
	case v.Over && v.Score > 0:
		return l.Say(text.ValueWon)
	case v.Over && v.Score < 0:
		return l.Say(text.ValueLost)
	case v.Over:
		return l.Say(text.ValueDrawn)
	case v.Win > 0:
		return l.Say(text.ValueWins, v.Win)
	case v.Win < 0:
		return l.Say(text.ValueLoses, -v.Win)
	}
	return l.Say(text.ValueChance, 100*v.Chance())
}
