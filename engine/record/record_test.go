package record

import (
	"reflect"
	"slices"
	"strings"
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
		Played{due, g.free(n), n%2 == 0}, Played{Color: due, Points: g.free(n)}, Played{Color: due, Points: g.free(n)}, Played{Color: due, Points: g.free(n)}, Played{Color: color, Points: points},
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

// Stones that the rules refuse are no part of a turn that a machine takes over; those that
// may become one are.
func TestSeatedBegins(t *testing.T) {
	small := game.Weiqi{Board: board.Size{Cols: 5, Rows: 5}}
	for _, tt := range []struct {
		name    string
		rules   game.Rules
		opening opening.Kind
		turns   string
		placed  string
		placedN int // how many of them count
		decided bool
	}{
		{"one of two", game.Connect6(), opening.Free, "J10", "K10", 1, false},
		{"a whole turn", game.Connect6(), opening.Free, "J10", "K10 K11", 2, true},
		{"a forbidden point", game.Renju(), opening.Free, "G8 A1 I8 A15 H7 O1 H9 O15", "H8", 0, false},
		{"outside of the opening", game.Renju(), opening.Renju, "", "A1", 0, false},
		{"suicide", small, opening.Free, "E5 A2 E4 B1", "A1", 0, false},
		{"no stone at Go", small, opening.Free, "E5 A2 E4 B1", "", 0, false},
		{"a move of Go", small, opening.Free, "E5 A2 E4 B1", "C3", 1, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := New([]game.Rules{tt.rules}, Seats{}, clock.Control{})
			points := func(names string) (list []board.Point) {
				for _, name := range strings.Fields(names) {
					p, err := tt.rules.Size().Parse(name, board.Algebraic)
					if err != nil {
						t.Fatal(err)
					}
					list = append(list, p)
				}
				return list
			}
			apply := func(e Event) {
				fact, err := g.Plan(Line{Seq: g.Seq + 1, Event: e})
				if err != nil {
					t.Fatal(err)
				}
				g.Apply(fact)
			}
			people := Seats{People: People([]board.Color{board.Black, board.White})}
			apply(Begun{ID: "a", Rules: tt.rules.Name(), Opening: tt.opening, Seats: people})
			for _, p := range points(tt.turns) {
				c, _ := g.Game.Due()
				apply(Played{Color: c, Points: []board.Point{p}})
			}
			apply(Seated{Placed: points(tt.placed)})
			if len(g.Placed) != tt.placedN || (g.Decision != nil) != tt.decided {
				t.Errorf("placed %v, decided %v; want %d stones, decided %v", g.Placed, g.Decision, tt.placedN, tt.decided)
			}
		})
	}
}
