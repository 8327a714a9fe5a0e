package remote

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/record"
)

// journaled makes an event part of a table's game, by way of the journal's text.
func journaled(t *rapid.T, g *record.Game, e record.Event, m record.Mark) bool {
	text, err := json.Marshal(api.EntryOf(record.Line{Seq: g.Seq + 1, At: time.Unix(0, 0).UTC(), Mark: m, Event: e}))
	if err != nil {
		t.Fatal(err)
	}
	var entry api.Entry
	if err := json.Unmarshal(text, &entry); err != nil {
		t.Fatal(err)
	}
	fact, err := g.Plan(entry.Line(g))
	if err != nil {
		return false
	}
	g.Apply(fact)
	return true
}

// A game that is played between two tables leaves the same game in the journal of one
// and in the log of their link: turns and choices of both, what they took back, their
// colours and their clocks.
func TestJournalAndLogLeaveOneGame(t *testing.T) {
	differs := cmp.Options{
		cmp.Exporter(func(reflect.Type) bool { return true }), cmpopts.EquateEmpty(),
		// What only the table knows, and how often it was told.
		cmpopts.IgnoreFields(record.Game{}, "Seq", "Whole", "Position", "Started", "Ended", "Mend", "Opens"),
		cmpopts.IgnoreFields(record.Seats{}, "Level", "Budget"),
	}
	rapid.Check(t, func(t *rapid.T) {
		rules := rapid.SampledFrom([]game.Rules{game.Freestyle(), game.Renju(), small}).Draw(t, "rules")
		kind := rapid.SampledFrom(game.Openings(rules)).Draw(t, "opening")
		control := rapid.SampledFrom([]string{"none", "10m+5s", "30s/turn", "1m+3x10s"}).Draw(t, "clock")
		guest := rapid.SampledFrom([]board.Color{board.Black, board.White}).Draw(t, "guest")
		setup := Setup{Game: "a", Round: 1, Rules: rules.Name(), Cols: rules.Size().Cols, Rows: rules.Size().Rows, Guest: guest.String(), Clock: control, Opening: string(kind)}
		p, err := book.start(setup)
		if err != nil {
			t.Fatal(err)
		}
		var c clock.Control
		if err := c.UnmarshalText([]byte(control)); err != nil {
			t.Fatal(err)
		}
		g := record.Game{Book: book}
		begun := record.Begun{ID: "a", Rules: rules.Name(), Opening: kind, Clock: c,
			Seats: record.Seats{People: record.People([]board.Color{guest.Other()}), Remote: guest, Level: 5, Budget: time.Second}}
		if !journaled(t, &g, begun, record.Mark{}) {
			t.Fatal("the journal takes no beginning")
		}
		for range rapid.IntRange(0, 20).Draw(t, "events") {
			side := g.Game.Side()
			spent := func() record.Mark {
				m := record.Mark{Left: record.Sides(&g.Clock, time.Time{})}
				if m.Left != nil {
					m.Left[side] = c.Spend(m.Left[side], time.Duration(rapid.Int64Range(0, 9000).Draw(t, "ms"))*time.Millisecond)
				}
				return m
			}
			var v record.Event
			var m record.Mark
			due, n := g.Game.Due()
			switch what := rapid.IntRange(0, 19).Draw(t, "what"); {
			case what == 0:
				v = record.Ended{Reason: game.ByResign, Loser: rapid.SampledFrom([]board.Color{board.Black, board.White}).Draw(t, "loser")}
			case what == 1 && !c.IsZero():
				v = record.Ended{Reason: game.ByTime, Loser: side}
			case what < 4:
				v = record.TakenBack{Turns: rapid.IntRange(1, 3).Draw(t, "back")}
			case len(g.Game.Choices()) > 0:
				v, m = record.Chosen{By: side, Choice: rapid.SampledFrom(g.Game.Choices()).Draw(t, "choice")}, spent()
			default:
				var points []board.Point
				for range n {
					points = append(points, g.Game.Size().Point(rapid.IntRange(0, g.Game.Size().Count()-1).Draw(t, "point")))
				}
				v, m = record.Played{Color: due, Points: points}, spent()
			}
			e := EventOf(v)
			if _, err := p.plan(e); err != nil {
				continue // the log takes less than the journal
			}
			if m.Left != nil && side == g.Remote {
				// Its own table has pressed its clock: that says what it has afterwards.
				if passes := p.passes(e); passes {
					m.Left[side] = c.Press(m.Left[side])
				}
				m.Pressed = true
				if played, ok := v.(record.Played); ok {
					if !journaled(t, &g, record.Decided{Color: played.Color, Points: played.Points}, m) {
						t.Fatalf("the journal does not take the decision %+v", v)
					}
					m = record.Mark{}
				}
			}
			if !journaled(t, &g, v, m) {
				t.Fatalf("the log takes %+v, the journal does not", v)
			}
			if _, turn := v.(record.Played); (turn || e.Kind == KindChoice) && !c.IsZero() {
				after := side
				if _, chosen := v.(record.Chosen); chosen && g.Game.BlackPlayer() != p.record.Game.BlackPlayer() {
					after = side.Other() // the colours have changed hands
				}
				e.Left = LeftOf(g.Clock.Side(time.Time{}, after))
			}
			text, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			var again Event
			if err := json.Unmarshal(text, &again); err != nil {
				t.Fatal(err)
			}
			if err := p.apply(again); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if d := cmp.Diff(g, p.record, differs); d != "" {
				t.Fatalf("after %s: %s", text, d)
			}
		}
	})
}
