package table

import (
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/referee"
)

// suspect asks people whether to go on without a point that seems to be broken, until it
// has been put right.
func (t *core) suspect() {
	if t.cfg.Calibrations == nil {
		return
	}
	q := t.sensed.View.Question
	out := t.doubt.Step(t.now, t.status(), t.match.Game.Size(), q != nil && asksMask(q))
	switch {
	case out.PutRight:
		t.obey(t.doAnswer(api.Command{Question: q.Serial, Answer: string(referee.No)}))
		t.judge()
	case out.How != 0:
		t.askMask(out.Point, out.How)
	}
}

// asksMask reports whether people are asked to go on without a point.
func asksMask(q *referee.Question) bool {
	return q.Kind == referee.AskMenu && len(q.Path) == 1 && q.Path[0] == api.DoMask
}

// askMask asks people whether to go on without a point.
func (t *core) askMask(p board.Point, how text.Key) {
	if t.cfg.Calibrations == nil || !t.doubt.May(t.now, p) || t.match.Paused || t.sensed.View.Question != nil {
		return
	}
	if !t.sensed.Offer(t.now, time.Minute, api.DoMask) {
		return
	}
	t.doubt.Asked(t.now, p, how)
	t.log.Warn("a sensor seems to be broken", "point", p)
	t.judge()
	t.changed = true
}
