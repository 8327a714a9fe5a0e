package api

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/record"
)

// goBook is Go on small boards, where captures and ko are frequent.
func goBook() []game.Rules {
	return []game.Rules{game.Weiqi{Board: board.Size{Cols: 4, Rows: 4}}, game.Weiqi{Board: board.Size{Cols: 7, Rows: 7}}}
}

// drawGo draws an event of a game of Go, which may fit or not.
func drawGo(t *rapid.T, g *record.Game) record.Event {
	color := rapid.SampledFrom([]board.Color{board.Empty, board.Black, board.White}).Draw(t, "color")
	point := rapid.Map(rapid.IntRange(0, 17), func(i int) board.Point { return board.Size{Cols: 4, Rows: 5}.Point(i) })
	p, points := point.Draw(t, "point"), rapid.SliceOfN(point, 0, 3).Draw(t, "points")
	due, _ := g.Game.Due()
	both := record.Seats{People: record.People([]board.Color{board.Black, board.White}), Level: 3, Budget: time.Second}
	switch rapid.IntRange(0, 24).Draw(t, "event") {
	case 0:
		return record.Begun{
			ID: "a", Rules: "go", Size: rapid.SampledFrom([]board.Size{{}, {Cols: 4, Rows: 4}, {Cols: 7, Rows: 7}, {Cols: 9, Rows: 9}}).Draw(t, "size"),
			Terms: rapid.SampledFrom([]game.Terms{{}, {Preset: "japanese"}, {Preset: "new-zealand"}, {Preset: "even"}, {Preset: "aga", OwnKomi: true, Komi: -3.5}, {Handicap: 2}, {Handicap: 3, Free: true}, {Preset: "no such rules"}}).Draw(t, "terms"),
			Clock: clock.Control{Main: time.Minute, Increment: time.Second}, Seats: both,
		}
	case 1:
		return record.Begun{ID: "b", Rules: "go", Terms: game.Terms{Handicap: 2, Free: true}, Start: game.Start{Black: points, ToMove: color}, Seats: both}
	case 2, 3, 4, 5:
		return record.Played{Color: due}
	case 6:
		return record.Toggled{Point: p}
	case 7:
		return record.Proposed{Points: points}
	case 8, 9, 10:
		return record.Agreed{By: color}
	case 11:
		return record.Resumed{}
	case 12:
		return record.TakenBack{Turns: len(points)}
	case 13:
		return rapid.SampledFrom([]record.Event{record.Ended{Reason: game.ByResign, Loser: color}, record.Ended{Reason: game.ByTime, Loser: color}, record.Paused{On: true}, record.Mended{}, record.Decided{Color: due, Points: points}}).Draw(t, "other")
	}
	return record.Played{Color: due, Points: []board.Point{p}}
}

// standing is all that can be seen of a game of Go.
func standing(g *record.Game) string {
	due, n := g.Game.Due()
	agreed := [2]bool{g.Game.Agreed(board.Black), g.Game.Agreed(board.White)}
	captured := [][]board.Point{}
	for i := range g.Game.Turns() {
		captured = append(captured, g.Game.Captured(i))
	}
	return fmt.Sprint(map[string]any{
		"id": g.ID, "key": g.Game.Key(), "history": g.Game.Weiqi().Board().Key(), "turns": g.Game.Turns(), "captured": captured,
		"due": due, "stones": n, "counting": g.Game.Counting(), "dead": g.Game.Dead(), "agreed": agreed, "score": g.Game.Score(),
		"result": g.Game.Result(), "terms": g.Game.Terms(), "size": g.Game.Size(), "seats": g.Seats, "by": slices.Clone(g.By),
		"prisoners": [2]int{g.Game.Prisoners(board.Black), g.Game.Prisoners(board.White)}, "ended": g.Ended.IsZero(), "marks": len(g.Marks),
	})
}

// written returns an entry as it is read from a journal.
func written(t *rapid.T, e Entry) (read Entry) {
	text, err := json.Marshal(e)
	if err == nil {
		err = json.Unmarshal(text, &read)
	}
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return read
}

// A game of Go that follows the journal, and one that a checkpoint begins, stand as the
// game itself, after whatever has happened; to plan changes nothing; the points of both
// sides make the whole board; and what is refused to the one is refused to the other.
func TestGoFollowsItsJournal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, twin := record.New(goBook(), record.Seats{}, clock.Control{}), record.New(goBook(), record.Seats{}, clock.Control{})
		for range rapid.IntRange(1, 80).Draw(t, "events") {
			l := record.Line{Seq: g.Seq + 1, At: time.Unix(int64(g.Seq), 0).UTC(), Event: drawGo(t, &g)}
			if _, begins := l.Event.(record.Begun); !begins {
				l.Left = record.Sides(&g.Clock, l.At)
			}
			before := standing(&g)
			fact, err := g.Plan(l)
			if after := standing(&g); after != before {
				t.Fatalf("to plan %+v has changed the game:\n%s\n%s", l.Event, before, after)
			}
			same, refused := twin.Plan(written(t, EntryOf(l)).Line(&twin))
			if (err == nil) != (refused == nil) {
				t.Fatalf("%+v: %v, and from the journal: %v", l.Event, err, refused)
			}
			if err != nil {
				continue
			}
			g.Apply(fact)
			twin.Apply(same)
			want := standing(&g)
			if got := standing(&twin); got != want {
				t.Fatalf("%+v from the journal:\n%s\n%s", l.Event, got, want)
			}
			score := g.Game.Score()
			if n := float64(g.Game.Size().Count()); g.Begun() && score.Area[board.Black]+score.Area[board.White] != n {
				t.Fatalf("%v points of %v", score.Area, n)
			}
			if g.Begun() && g.Game.Result().Over == g.Ended.IsZero() {
				t.Fatalf("after %+v: ended %v, %+v", l.Event, g.Ended, g.Game.Result())
			}
			if !g.Begun() {
				continue
			}
			late := record.New(goBook(), record.Seats{}, clock.Control{})
			late.Seq = g.Seq
			told := record.Line{Seq: g.Seq + 1, At: l.At, Mark: record.Mark{Left: record.Sides(&g.Clock, l.At)}, Event: record.Told{Game: &g}}
			whole, err := late.Plan(written(t, EntryOf(told)).Line(&late))
			if err != nil {
				t.Fatalf("the checkpoint after %+v: %v", l.Event, err)
			}
			late.Apply(whole)
			if got := standing(&late); got != want {
				t.Fatalf("after %+v from a checkpoint:\n%s\n%s", l.Event, got, want)
			}
		}
	})
}
