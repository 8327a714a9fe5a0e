package table

import (
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/referee"
)

// suspect asks people whether to go on without a point that seems to be broken:
// one that the lights ask to put right for a long time, without anything coming
// of it.
func (t *core) suspect() {
	s, v := &t.doubt, &t.sensed.view
	s.due = time.Time{}
	if t.cfg.Calibrations == nil || s.watch == nil || !t.sensed.live() {
		return
	}
	var k referee.Mark
	if len(v.Guide) == 1 || len(v.Guide) > 0 && t.status().Clearing {
		k = v.Guide[0]
	}
	ask, wrong := maskAsks[k.Kind]
	wrong = wrong && len(v.Guide) > 0
	if q := v.Question; q != nil {
		if asksMask(q) && s.say != text.AskMaskLoose && (!wrong || k.Point != s.about) {
			t.obey(t.doAnswer(api.Command{Question: q.Serial, Answer: string(referee.No)})) // it has been put right
			t.judge()
		}
		return
	}
	if !wrong || t.match.Paused {
		s.point = board.Nowhere
		return
	}
	if s.point != k.Point {
		s.point, s.since = k.Point, t.now
	}
	fixed, due := s.watch.Fixed(t.now, t.match.Game.Size().Index(k.Point), s.since)
	if !fixed {
		s.due = due
		return
	}
	t.askMask(k.Point, ask)
}

// asksMask reports whether people are asked to go on without a point.
func asksMask(q *referee.Question) bool {
	return q.Kind == referee.AskMenu && len(q.Path) == 1 && q.Path[0] == api.DoMask
}

// askMask asks people whether to go on without a point.
func (t *core) askMask(p board.Point, how text.Key) {
	s := &t.doubt
	if at, asked := s.asked[p]; t.cfg.Calibrations == nil || asked && t.now.Sub(at) < askAgain || t.match.Paused || t.sensed.view.Question != nil {
		return
	}
	if !t.sensed.referee.Offer(t.now, time.Minute, api.DoMask) {
		return
	}
	s.asked[p], s.about, s.say = t.now, p, how
	t.log.Warn("a sensor seems to be broken", "point", p)
	t.judge()
	t.changed = true
}

// maskAsks is what people are asked about a point that looks wrong.
var maskAsks = map[referee.MarkKind]text.Key{
	referee.MarkExtra: text.AskMaskStuck, referee.MarkMissing: text.AskMaskDead, referee.MarkWrong: text.AskMaskWrong,
}

// askAgain is how soon people are asked about the same point again.
const askAgain = 10 * time.Minute
