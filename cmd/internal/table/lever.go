package table

import (
	"slices"
	"stonehand/cmd/internal/api"

	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/referee"
)

// turnOf reports whether an action ends a turn.
func turnOf(action string) bool {
	return slices.Contains([]string{api.ButtonTurn, api.ButtonTurnBlack, api.ButtonTurnWhite}, action)
}

// endTurn takes a person's word that a turn is complete: then its stones need not
// settle. Who presses the side of a lever whose turn it is not does nothing, as at
// a chess clock; so people may press it for the machine's stones as well, and
// after a turn that has counted already.
func (t *core) endTurn(action string) {
	s := t.status()
	c := s.Stones
	mine := map[string]board.Color{api.ButtonTurn: c, api.ButtonTurnBlack: board.Black, api.ButtonTurnWhite: board.White}[action]
	if c == board.Empty || c != mine || s.Paused || !s.Live {
		return
	}
	t.expect()
	t.sensed.referee.End(t.now)
}

// hearLever tells people who have pressed the lever too early.
func (t *core) hearLever() {
	if t.sensed.referee.Ended() != referee.EndedShort {
		return
	}
	t.notify(text.Tell(text.TurnShort))
}
