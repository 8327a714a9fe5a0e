package referee

import (
	"testing"
	"time"

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

// Stones that lie where they answered a question lie on other points of a game of another
// size: nothing is known of those.
func TestSpentStonesOfAnotherSize(t *testing.T) {
	r := New(Default(), game.New(game.Weiqi{Board: board.Size{Cols: 19, Rows: 19}}))
	r.Spend([]board.Point{board.At(7, 2), board.At(17, 18)})
	var now time.Time
	r.Expect(now, game.New(game.Weiqi{Board: board.Size{Cols: 19, Rows: 19}}), Ask{})
	if n := len(r.Spent()); n != 2 {
		t.Errorf("%d are left in another game", n)
	}
	r.Expect(now, game.New(game.Weiqi{Board: board.Size{Cols: 13, Rows: 13}}), Ask{})
	if n := len(r.Spent()); n != 0 {
		t.Errorf("%d are left on another board", n)
	}
}
