package text

import (
	"fmt"
	"strconv"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// Ending says how a game ended, and as the one person who played won it if you. Of a game
// that was won by a line or by captures which the result does not know, it says only who won.
func (l Language) Ending(r game.Result, you bool) string {
	if r.Winner == board.Empty {
		return l.drawn(r.Reason)
	}
	winner, loser := l.Side(r.Winner), l.Side(r.Winner.Other())
	switch r.Reason {
	case game.ByScore:
		return l.Say(WinsByScore, winner, l.Lead(margin(r)))
	case game.ByCapture:
		if r.Score == "" {
			return l.Say(ShortWins, winner)
		}
		return l.Say(WinsByCapture, winner, margin(r))
	case game.ByResign:
		return l.Say(WinsByResign, winner, loser)
	case game.ByTime:
		return l.Say(WinsByTime, winner, loser)
	case game.ByFoul:
		return l.Say(WinsByFoul, winner, loser)
	case game.ByFives:
		if you {
			return l.Say(YouWinByFives)
		}
		return l.Say(WinsByFives, winner)
	case game.ByStuck:
		if you {
			return l.Say(YouWinByStuck, loser)
		}
		return l.Say(WinsByStuck, winner, loser)
	}
	row := len(r.Line)
	if row == 0 {
		return l.Say(ShortWins, winner)
	}
	many := strconv.Itoa(row)
	if k := FiveInRow + Key(row-5); k >= FiveInRow && k <= NineInRow {
		many = l.Say(k)
	}
	if you {
		return l.Say(YouWinByLine, many)
	}
	return l.Say(WinsByLine, winner, many)
}

// drawn says why nobody won.
func (l Language) drawn(why game.Reason) string {
	switch why {
	case game.ByAbandoned:
		return l.Say(EndAbandoned)
	case game.ByFives:
		return l.Say(DrawFives)
	case game.ByScore:
		return l.Say(DrawScore)
	case game.ByCapture:
		return l.Say(DrawCapture)
	case game.ByStuck:
		return l.Say(DrawStuck, l.Side(board.Black))
	}
	return l.Say(DrawFull)
}

// margin is by how much a counted game was won, without its winner.
func margin(r game.Result) string {
	if len(r.Score) < 2 {
		return r.Score
	}
	return r.Score[2:]
}

// Outcome says who won a game, by the code of its result, as lists of games do; another
// code stays as it is.
func (l Language) Outcome(result string) string {
	switch result {
	case "black":
		return l.Say(ShortWins, l.Side(board.Black))
	case "white":
		return l.Say(ShortWins, l.Side(board.White))
	case "draw":
		return l.Say(ShortDraw)
	case "void":
		return l.Say(ShortVoid)
	}
	return result
}

// GameNames are the games' names, by the name of their rules.
var GameNames = map[string]Key{
	"connect6": GameConnect6, "connect6-fives": GameFives, "gomoku": GameGomoku, "gomoku-standard": GameStandard, "renju": GameRenju, "go": GameGo,
}

// Game names a game by the name of its rules; one that is not known keeps that name.
func (l Language) Game(rules string) string {
	if k, ok := GameNames[rules]; ok {
		return l.Say(k)
	}
	return rules
}

// OnClock is a time as clocks show it: 9:05, 1:00:00.
func OnClock(d time.Duration) string {
	s := int((max(0, d) + time.Second - 1) / time.Second)
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}
