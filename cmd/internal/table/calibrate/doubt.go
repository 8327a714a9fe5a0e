package calibrate

import (
	"time"

	"stonehand/cmd/internal/table/status"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/referee"
	"stonehand/hw/calib"
)

// Doubt is the point that may be broken, as far as play shows.
type Doubt struct {
	watch *calib.Watch
	point board.Point // which the lights ask to put right, since a time; Nowhere: none
	since time.Time
	due   time.Time // when it will have been asked for too long; zero: never
	asked map[board.Point]time.Time
	about board.Point // whose sensor people are being asked to go on without
	how   text.Key    // and how
}

// NewDoubt returns a machine that doubts nothing.
func NewDoubt() Doubt {
	return Doubt{point: board.Nowhere, about: board.Nowhere, asked: map[board.Point]time.Time{}}
}

// maskAsks is what people are asked about a point that looks wrong.
var maskAsks = map[referee.MarkKind]text.Key{
	referee.MarkExtra: text.AskMaskStuck, referee.MarkMissing: text.AskMaskDead, referee.MarkWrong: text.AskMaskWrong,
}

// askAgain is how soon people are asked about the same point again.
const askAgain = 10 * time.Minute

// Watch begins to watch a board of so many points.
func (d *Doubt) Watch(now time.Time, points int) { d.watch = calib.NewWatch(now, points) }

// Flicker takes the points that have changed, and returns those that flicker.
func (d *Doubt) Flicker(now time.Time, changed []int) []int { return d.watch.Changed(now, changed) }

// About returns the point that people are asked to go on without, and what they are
// asked; Nowhere if they never were.
func (d *Doubt) About() (board.Point, text.Key) { return d.about, d.how }

// Next returns when a point will have been wrong for too long; zero for never.
func (d *Doubt) Next() time.Time { return d.due }

// DoubtOut is what follows.
type DoubtOut struct {
	PutRight bool        // what people are being asked about has been put right
	How      text.Key    // what they are to be asked, 0 for nothing,
	Point    board.Point // of which point
}

// Step looks for a point that seems to be broken: one that the lights ask to put right
// for a long time, without anything coming of it. Asking says that people are being
// asked about the point.
func (d *Doubt) Step(now time.Time, s *status.Status, size board.Size, asking bool) (out DoubtOut) {
	d.due = time.Time{}
	if d.watch == nil || !s.Live {
		return out
	}
	var k referee.Mark
	guide := s.View.Guide
	if len(guide) == 1 || len(guide) > 0 && s.Clearing {
		k = guide[0]
	}
	how, wrong := maskAsks[k.Kind]
	wrong = wrong && len(guide) > 0
	switch {
	case s.View.Question != nil:
		out.PutRight = asking && d.how != text.AskMaskLoose && (!wrong || k.Point != d.about)
		return out
	case !wrong || s.Paused:
		d.point = board.Nowhere
		return out
	case d.point != k.Point:
		d.point, d.since = k.Point, now
	}
	fixed, due := d.watch.Fixed(now, size.Index(k.Point), d.since)
	if !fixed {
		d.due = due
		return out
	}
	return DoubtOut{How: how, Point: k.Point}
}

// May reports whether people may be asked about a point again.
func (d *Doubt) May(now time.Time, p board.Point) bool {
	at, asked := d.asked[p]
	return !asked || now.Sub(at) >= askAgain
}

// Asked says that people are being asked about a point.
func (d *Doubt) Asked(now time.Time, p board.Point, how text.Key) {
	d.asked[p], d.about, d.how = now, p, how
}
