package sensing

import (
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/referee"
	"stonehand/hw"
	"stonehand/hw/calib"
)

// A stone on a board that is turned, and larger than the game, is seen on the game's
// point; a picture goes the same way back.
func TestFrameAndPicture(t *testing.T) {
	g := game.New(game.Freestyle())
	m := Machine{Referee: referee.New(referee.Default(), g)}
	link := &hw.Link{Up: true, Board: hw.Geometry{Cols: 19, Rows: 19, Colors: true}}
	lie := calib.Orientation{Quarters: 1}
	m.Reach(link, &calib.Calibration{Board: calib.BoardOf(link), Sensors: lie, Lamps: lie})
	fit := Play{Size: g.Size(), Votes: 1, Window: 1}
	if again, err := m.Fit(fit); !again || err != nil || m.Live() {
		t.Fatal(again, err)
	}
	if again, err := m.Fit(fit); again || err != nil {
		t.Fatal(again, err)
	}
	var now time.Time
	show := func(at int) Seen {
		f := hw.Frame{At: now, Points: make([]hw.State, 19*19)}
		for i := range f.Points {
			f.Points[i] = hw.Empty
		}
		if at >= 0 {
			f.Points[at] = hw.Black
		}
		now = now.Add(time.Second)
		return m.Frame(&f)
	}
	if s := show(-1); s.Game == nil || !s.Ready || !m.Live() {
		t.Fatalf("%+v", s)
	}
	if s := show(-1); s.Game != nil {
		t.Fatal("nothing has changed")
	}
	p, in := board.At(3, 4), m.Map(g.Size())
	for i := range 19 * 19 {
		if lie.Board(i, 19, 19) != in.Index(p) {
			continue
		}
		if s := show(i); s.Game == nil || s.Ready || s.Game[p] != referee.Black || len(s.Changed) != 1 {
			t.Errorf("%+v", s)
		}
		picture := hw.Picture{Points: make([]hw.Signal, g.Size().Count())}
		picture.Points[g.Size().Index(p)] = hw.Extra
		if lit := m.Picture(picture); lit.Points[i] != hw.Extra {
			t.Errorf("%v", lit)
		}
	}
	fit.Size = board.Size{Cols: 20, Rows: 20}
	if again, err := m.Fit(fit); again || err != nil || m.Live() || m.Fits() {
		t.Error("a game larger than the board is seen")
	}
}

// A board at rest tells seldom what it shows. A game of another size sees it with the next
// frame, if that is like those before; on a new link it takes a whole window, whatever was
// shown before.
func TestFrameAfterAnotherSize(t *testing.T) {
	nine, nineteen := game.New(game.Weiqi{Board: board.Size{Cols: 9, Rows: 9}}), game.New(game.Weiqi{Board: board.Size{Cols: 19, Rows: 19}})
	m := Machine{Referee: referee.New(referee.Default(), nine)}
	link := &hw.Link{Up: true, Board: hw.Geometry{Cols: 19, Rows: 19, Colors: true}}
	empty, stone := make([]hw.State, 19*19), make([]hw.State, 19*19)
	stone[180] = hw.Black
	fit := func(g *game.Game) {
		t.Helper()
		if again, err := m.Fit(Play{Size: g.Size(), Votes: 3, Window: 5}); !again || err != nil || m.Live() {
			t.Fatal(again, err, m.Live())
		}
	}
	takes := func(points []hw.State) (frames int) {
		for !m.Live() {
			m.Frame(&hw.Frame{Points: points})
			frames++
		}
		return frames
	}
	for range 2 {
		m.Reach(link, nil)
		m.Forget("")
		fit(nine)
		if n := takes(empty); n != 5 {
			t.Errorf("a new link takes %d frames", n)
		}
		fit(nineteen)
		if n := takes(empty); n != 1 {
			t.Errorf("another size takes %d frames", n)
		}
		fit(nine)
		if n := takes(stone); n != 5 {
			t.Errorf("another size takes %d frames as a stone is put down", n)
		}
	}
}
