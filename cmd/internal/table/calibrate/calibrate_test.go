package calibrate

import (
	"slices"
	"testing"
	"time"

	"stonehand/cmd/internal/pointmap"
	"stonehand/cmd/internal/table/status"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/referee"
	"stonehand/hw"
)

// What is masked holds of the board that it was found on, and of no other.
func TestMask(t *testing.T) {
	var m Machine
	link := func(id string) *hw.Link {
		return &hw.Link{Up: true, Board: hw.Geometry{Cols: 9, Rows: 9}, ID: id}
	}
	size := board.Size{Cols: 9, Rows: 9}
	in := &pointmap.Map{Board: size, Game: size}
	m.Reach(link("a"), "")
	m.Keep(m.Mask(time.Time{}, 7))
	always := []board.Point{size.Point(3), board.At(15, 15)}
	if got := m.Masked(always, in); !slices.Equal(got, []int{3, 7}) {
		t.Errorf("%v", got)
	}
	m.Reach(link("b"), "")
	if got := m.Masked(always, in); !m.Foreign || m.Known() != nil || !slices.Equal(got, []int{3}) {
		t.Errorf("%v", got)
	}
	m.Reach(&hw.Link{}, "")
	if m.Foreign || m.Underway() || m.Stale() || !m.Next().IsZero() {
		t.Error("a board that is away is no other")
	}
}

// A point that the lights ask to put right for long is doubted, once in a while, and no
// longer doubted when it has been put right.
func TestDoubt(t *testing.T) {
	d := NewDoubt()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	size := board.Size{Cols: 9, Rows: 9}
	d.Watch(now, size.Count())
	p := size.Point(40)
	s := &status.Status{Live: true, View: referee.View{Guide: []referee.Mark{{Point: p, Kind: referee.MarkExtra}}}}
	if out := d.Step(now, s, size, false); out != (DoubtOut{}) || !d.Next().After(now) {
		t.Fatalf("%+v, next %v", out, d.Next())
	}
	for i := 0; !d.Next().IsZero(); i++ {
		if i > 9 {
			t.Fatal("it is never doubted")
		}
		now = d.Next()
		if out := d.Step(now, s, size, false); d.Next().IsZero() && (out.How != text.AskMaskStuck || out.Point != p) {
			t.Fatalf("%+v", out)
		}
	}
	d.Asked(now, p, text.AskMaskStuck)
	if d.May(now, p) || !d.May(now.Add(askAgain), p) {
		t.Error("people are asked too often, or never again")
	}
	s.View.Question = &referee.Question{}
	if out := d.Step(now, s, size, true); out.PutRight {
		t.Error("it is as wrong as before")
	}
	s.View.Guide = nil
	if out := d.Step(now, s, size, true); !out.PutRight {
		t.Error("it has been put right")
	}
}
