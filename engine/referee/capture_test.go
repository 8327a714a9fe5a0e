package referee

import (
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/weiqi"
)

// capturing is as much of Go as a referee meets, and no ko: chains without a liberty are
// captured.
type capturing struct {
	Board   board.Size
	Suicide bool // is allowed
}

// Describe is for the tests in package referee_test.
var Describe = describe

func (c capturing) Name() string     { return "capturing" }
func (c capturing) Size() board.Size { return c.Board }

func (c capturing) Due(turns int) (board.Color, int) {
	return []board.Color{board.Black, board.White}[turns%2], 1
}

func (c capturing) Result(*game.Board, game.Turn) game.Result { return game.Result{} }

func (c capturing) Judge(b *game.Board, t game.Turn) ([]board.Point, error) {
	w, err := weiqi.NewBoard(b.Size)
	if err != nil {
		return nil, err
	}
	for i := range b.Size.Count() {
		if p := b.Size.Point(i); b.Stones[p] != board.Empty {
			w.Play(b.Stones[p], p)
		}
	}
	p := t.Points[0]
	suicide := w.Check(t.Color, p) == weiqi.ErrSuicide
	if suicide && !c.Suicide {
		return nil, weiqi.ErrSuicide
	}
	taken := w.Captures(t.Color, p, nil)
	if suicide {
		taken = append(taken, p)
	}
	return taken, nil
}
