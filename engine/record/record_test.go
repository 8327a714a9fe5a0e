package record

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
)

// draw draws an event, which may fit or not.
func draw(t *rapid.T, g *Game) Event {
	color := rapid.SampledFrom([]board.Color{board.Empty, board.Black, board.White}).Draw(t, "color")
	points := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 38), func(i int) board.Point { return board.Size{Cols: 20, Rows: 2}.Point(i) }), 0, 3).Draw(t, "points")
	seats := Seats{People: People([]board.Color{color}), Remote: color.Other(), Level: 3}
	if rapid.Bool().Draw(t, "alone") {
		seats.Remote = rapid.SampledFrom([]board.Color{board.Empty, color}).Draw(t, "remote")
	}
	control := clock.Control{Main: time.Minute, Increment: time.Second}
	due, n := g.Game.Due()
	return rapid.SampledFrom([]Event{
		Begun{ID: "a", Rules: "gomoku", Opening: opening.Swap2, Clock: control, Seats: seats},
		Begun{ID: "c", Rules: "small", Opening: opening.Swap, Clock: control, Seats: seats},
		Begun{ID: "b", Rules: "small", Start: game.Start{Black: points, ToMove: color}, Seats: seats},
		Played{due, g.free(n)}, Played{due, g.free(n)}, Played{due, g.free(n)}, Played{due, g.free(n)}, Played{color, points},
		Decided{due, g.free(n), n%2 == 0}, Decided{Color: color, Points: points}, Chosen{color, opening.TakeBlack}, Chosen{g.Game.Side(), opening.TakeWhite}, Chosen{color, "A1"},
		TakenBack{Turns: len(points)}, TakenBack{Turns: len(points), Unchosen: true}, Ended{game.ByResign, color}, Ended{game.ByTime, due}, Ended{Reason: game.ByAbandoned},
		Seated{Seats: seats, Placed: points}, Seated{Seats: seats, Clock: &control}, Paused{true}, Paused{}, Mended{}, Spent{points}, Ticked{}, Unread{ErrNewer},
	}).Draw(t, "event")
}

// free lists the first free points.
func (g *Game) free(n int) (list []board.Point) {
	for i := 0; i < g.Game.Size().Count() && len(list) < n; i++ {
		if p := g.Game.Size().Point(i); g.Game.At(p) == board.Empty {
			list = append(list, p)
		}
	}
	return list
}

// To plan changes nothing, whether the event fits or is refused, and what is applied
// leaves a player and a time for every turn.
func TestPlanChangesNothing(t *testing.T) {
	small := game.Connect{Title: "small", Board: board.Size{Cols: 6, Rows: 6}, Row: 4, Each: 2, First: 1}
	rapid.Check(t, func(t *rapid.T) {
		g := New([]game.Rules{small, game.Freestyle()}, Seats{Level: 5}, clock.Control{})
		for range rapid.IntRange(1, 40).Draw(t, "events") {
			l := Line{Seq: g.Seq + 1 + uint64(rapid.IntRange(0, 9).Draw(t, "gap")/9), At: time.Unix(int64(g.Seq), 0), Event: draw(t, &g)}
			if left := Sides(&g.Clock, l.At); left != nil && rapid.Bool().Draw(t, "marked") {
				left[board.Black].Main += time.Duration(rapid.IntRange(-70, 1).Draw(t, "seconds")) * time.Second
				l.Mark = Mark{Left: left, Pressed: rapid.Bool().Draw(t, "pressed")}
			}
			was := g
			was.Game, was.By, was.Marks = g.Game.Clone(), slices.Clone(g.By), slices.Clone(g.Marks)
			fact, err := g.Plan(l)
			if !reflect.DeepEqual(was, g) {
				t.Fatalf("to plan %+v has changed the game:\n%+v\n%+v", l, was, g)
			}
			if err != nil {
				continue
			}
			g.Apply(fact)
			if n := len(g.Game.Turns()); len(g.By) != n || len(g.Marks) != n+1 || g.Timed > n || g.Seq != l.Seq {
				t.Fatalf("after %+v: %d players and %d times for %d turns, %d before this clock", l, len(g.By), len(g.Marks), n, g.Timed)
			}
			if g.Game.Result().Over == g.Ended.IsZero() {
				t.Fatalf("after %+v: ended %v, %+v", l, g.Ended, g.Game.Result())
			}
		}
	})
}
