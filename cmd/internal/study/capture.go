package study

import (
	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/weiqi"
)

// inCapture looks for a capture that wins, then for what is good in Go among the moves after
// which the opponent cannot win so at once.
func inCapture(at Position) *api.Hint {
	me, may := at.ToMove, at.May
	for _, p := range at.wins(at.Board, me) {
		if may(p) {
			taken := at.Board.Captures(me, p, nil)
			stones := text.Stones{N: len(taken), Color: me.Other()}
			return hint(api.HintCapture, []board.Point{p}, nil, text.Messages{text.Tell(text.HintCapture, p, taken[0], stones), text.Tell(text.HintEnough)})
		}
	}
	at.May = func(p board.Point) bool { return may(p) && at.given(p) == 0 }
	h := inGo(at)
	if len(h.Points) > 0 || at.given(board.Nowhere) == 0 {
		return h
	}
	best, fewest := board.Nowhere, board.Cells
	for p := range at.Board.Size().Points {
		if at.Board.At(p) != board.Empty || !may(p) {
			continue
		}
		if n := at.given(p); n < fewest {
			best, fewest = p, n
		}
	}
	switch {
	case best == board.Nowhere:
		return h
	case fewest == 0: // it fills an eye
		return hint(api.HintSearch, []board.Point{best}, nil, text.Tell(text.HintSearch, text.Points{best}))
	}
	return hint(api.HintLost, []board.Point{best}, nil, text.Tell(text.HintLost, text.Points{best}))
}

// wins lists where a side has captured enough to win.
func (at *Position) wins(b *weiqi.Board, c board.Color) (list []board.Point) {
	for p := range b.Size().Points {
		if b.Check(c, p) == nil && b.Captured(c)+len(b.Captures(c, p, nil)) >= at.Goal {
			list = append(list, p)
		}
	}
	return list
}

// given returns on how many points the opponent wins after a move.
func (at *Position) given(p board.Point) int {
	after := *at.Board
	after.Play(at.ToMove, p)
	return len(at.wins(&after, at.ToMove.Other()))
}

// gives reports whether the opponent wins by what a line of play gives away.
func (at *Position) gives(line []board.Point) bool {
	if at.Goal == 0 {
		return false
	}
	b := *at.Board
	for i, p := range line {
		if i%2 == 1 {
			b.Play(at.ToMove.Other(), p)
			continue
		}
		if b.Play(at.ToMove, p); b.Captured(at.ToMove) >= at.Goal {
			return false
		}
		if len(at.wins(&b, at.ToMove.Other())) > 0 {
			return true
		}
	}
	return false
}
