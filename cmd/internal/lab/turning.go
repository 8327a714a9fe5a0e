package lab

import (
	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// Turning is why a side lost.
type Turning struct {
	// Turn is the loser's turn that decided the game: the one after which the winner had a
	// proved win that was not there before, or else the one that lost most of the chance to
	// win. 0: none lost more than the analysis calls doubtful.
	Turn int
	// From is the loser's turn after which the winner had a proved win and kept one to the end;
	// 0: none was proved. Line is that win: the winner's turns, and between them replies
	// that hold out longest.
	From int
	Line []connect.Move
}

// Turning says why the side other than the winner lost. The doubtful margin is what a turn
// must lose, from 0 to 1, to be the one that decided the game.
func (a *Analysis) Turning(winner board.Color, doubtful float64) (t Turning) {
	if winner == board.Empty {
		return t
	}
	// The last turns of the loser after each of which the win was proved.
	for i := len(a.Turns) - 1; i >= 0; i-- {
		j := &a.Turns[i]
		if j.Color == winner {
			continue
		}
		if len(j.Forced) == 0 {
			break
		}
		t.From, t.Line = j.Number, j.Forced
	}
	if t.From > 0 && len(a.Turns[t.From-1].Allowed) > 0 {
		t.Turn = t.From
		return t
	}
	// Where the best turn known lost as well, an earlier one is to blame.
	most := doubtful
	for i := range a.Turns {
		j := &a.Turns[i]
		if j.Color != winner && (t.From == 0 || j.Number <= t.From) && j.Loss() >= most {
			t.Turn, most = j.Number, j.Loss()
		}
	}
	return t
}
