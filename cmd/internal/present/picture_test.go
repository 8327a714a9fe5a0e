package present

import (
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/referee"
	"stonehand/hw"
)

func TestSignals(t *testing.T) {
	for _, c := range []struct {
		kind  referee.MarkKind
		color board.Color
		want  hw.Signal
	}{
		{referee.MarkMissing, board.Black, hw.MissingBlack}, {referee.MarkMissing, board.White, hw.MissingWhite},
		{referee.MarkWanted, board.Black, hw.PlaceBlack}, {referee.MarkWanted, board.White, hw.PlaceWhite},
		{referee.MarkExtra, board.Empty, hw.Extra}, {referee.MarkWrong, board.Black, hw.WrongColor},
		{referee.MarkAsked, board.Black, hw.Confirm},
		{referee.MarkRefused, board.Empty, hw.Refused}, {referee.MarkAccepted, board.Empty, hw.Accepted},
	} {
		if got := Signal(referee.Mark{Kind: c.kind, Color: c.color}); got != c.want {
			t.Errorf("mark %v %v is shown as %v, want %v", c.kind, c.color, got, c.want)
		}
	}
}
