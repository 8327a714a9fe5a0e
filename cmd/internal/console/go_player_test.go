package console

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/weiqi"
)

// timed passes, and notes what it has been told is left.
type timed struct{ told []string }

func (p *timed) GoMove(_ context.Context, _ *weiqi.Game, c board.Color, k clock.Control, left [3]*clock.Side) (board.Point, bool, error) {
	said := "nothing"
	if left[c] != nil {
		said = k.Left(*left[c]).String()
	}
	p.told = append(p.told, said)
	return board.Nowhere, false, nil
}

func (*timed) GoDead(context.Context, *weiqi.Game) (weiqi.Set, error) { return weiqi.Set{}, nil }
func (*timed) GoChanged(context.Context, *weiqi.Game)                 {}

// What is left is told for one move; the next one, and a new game, are told again or not at all.
func TestTimeLeftIsOfOneMove(t *testing.T) {
	rules := weiqi.Presets()[0]
	for _, begins := range []string{"clear_board", "boardsize 13", "kata-set-rules japanese", "set_game go"} {
		p := &timed{}
		g := GTP{Games: []game.Rules{game.Connect6()}, Go: &rules, GoAt: board.Size{Cols: 9, Rows: 9}, GoPlayer: p}
		said := "time_settings 600 0 0\ntime_left b 60 0\ngenmove b\nplay w A1\ngenmove b\ntime_left b 4 0\n" + begins + "\ngenmove b\nquit\n"
		if err := g.Run(t.Context(), strings.NewReader(said), io.Discard); err != nil {
			t.Fatal(err)
		}
		if want := []string{"1m0s", "nothing", "nothing"}; !slices.Equal(p.told, want) {
			t.Errorf("%s: %v, want %v", begins, p.told, want)
		}
	}
}

// A front end's clock by GTP is a clock of ours, by which a side that uses up all that it
// has for one move loses at the same moment.
func TestGoClock(t *testing.T) {
	for _, c := range []struct {
		main, byo time.Duration
		stones    int
		white     sideClock
		control   string
		left      time.Duration // 0: unknown
	}{
		{0, 0, 0, sideClock{true, time.Minute, 0, 0}, "none", 0},
		{time.Hour, time.Second, 0, sideClock{}, "none", 0}, // no limit
		{48 * time.Hour, 0, 0, sideClock{}, "none", 0},      // more than a clock of ours has
		{time.Minute, 0, 0, sideClock{}, "1m", 0},
		{time.Minute, 0, 0, sideClock{true, 9 * time.Second, 0, 0}, "1m", 9 * time.Second},
		{time.Minute, 0, 0, sideClock{true, 2 * time.Minute, 0, 0}, "1m", time.Minute},
		{time.Minute, 30 * time.Second, 1, sideClock{true, 5 * time.Second, 0, 0}, "1m+1x30s", 35 * time.Second},
		{time.Minute, 30 * time.Second, 1, sideClock{true, 5 * time.Second, 1, 0}, "1m+1x30s", 5 * time.Second},
		{0, 5 * time.Minute, 10, sideClock{true, 100 * time.Second, 3, 0}, "10/5m", 100 * time.Second},
		{0, 5 * time.Minute, 10, sideClock{true, 0, 3, 0}, "10/5m", time.Second},
		{0, 5 * time.Minute, 200, sideClock{true, 5 * time.Minute, 200, 0}, "99/2m28.5s", 148500 * time.Millisecond},
	} {
		k := gtpClock{main: c.main, byo: c.byo, stones: c.stones}
		k.sides[2] = c.white
		control, left := k.goClock()
		got := time.Duration(0)
		if left[2] != nil {
			got = control.Left(*left[2])
		}
		if control.String() != c.control || got != c.left || left[1] != nil {
			t.Errorf("%+v: %v with %v left, want %s with %v", c, control, got, c.control, c.left)
		}
	}
}
