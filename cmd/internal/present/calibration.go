package present

import (
	"strings"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/speech"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/hw/calib"
)

// mostNamed is how many points are named in a sentence; of more it says the
// number.
const mostNamed = 6

// Some names points of a board in a sentence.
func Some(size board.Size, points []int) text.Words {
	if len(points) > mostNamed {
		return text.Tell(text.CalibPoints, len(points))
	}
	var list text.Points
	for _, p := range points {
		list = append(list, size.Point(p))
	}
	return list
}

// progress is how many points a sentence says to be done: a sentence that changes
// with each of them would never be heard to its end.
func progress(v *calib.View) int { return v.Seen / 50 * 50 }

// CalibrationSays says what to do for the calibration under way.
func (t *Table) CalibrationSays() string {
	v, l := &t.Calib.View, t.Lang
	mistake := map[calib.Mistake]text.Key{
		calib.NoCorner: text.CalibNoCorner, calib.NotTheOther: text.CalibNotTheOther, calib.NotLit: text.CalibNotLit, calib.TooMany: text.CalibTooMany,
	}
	first := ""
	if k, ok := mistake[v.Mistake]; ok {
		first = l.Say(k)
	}
	switch v.Step {
	case calib.StepClear:
		if v.Stones == 0 {
			return l.Say(text.CalibClear)
		}
		return l.Join(l.Say(text.CalibClear), l.Say(text.CalibStones, v.Stones))
	case calib.StepLeft:
		return l.Join(first, l.Say(text.CalibLeft))
	case calib.StepRight:
		return l.Join(first, l.Say(text.CalibRight))
	case calib.StepLit:
		return l.Join(first, l.Say(text.CalibLit))
	case calib.StepSweep:
		if n := len(v.Left); n > 0 && n <= mostNamed {
			return l.Say(text.CalibLast, Some(t.Game.Size(), v.Left).In(l))
		}
		return l.Say(text.CalibSweep, progress(v), v.Points)
	case calib.StepReview:
		return t.reviewSays(v)
	}
	return l.Say(text.CalibWait)
}

// calibrationRemark is what people are told, and hear: while hands are at work not
// of every stone.
func (t *Table) calibrationRemark() speech.Remark {
	v := &t.Calib.View
	r := speech.Remark{Text: t.CalibrationSays(), Tone: speech.Ask, About: t.Calib.Question()}
	switch n := progress(v); {
	case v.Step == calib.StepClear && v.Stones > 0, v.Step == calib.StepSweep && len(v.Left) <= mostNamed:
		r.Tone = speech.Trouble
	case v.Step == calib.StepSweep && n > 0:
		r.Spoken = t.Lang.Say(text.CalibProgress, n, v.Points)
	}
	return r
}

// reviewSays says what was found, and how to answer at the board.
func (t *Table) reviewSays(v *calib.View) string {
	l := t.Lang
	about := func(k text.Key, points []int) string {
		if len(points) == 0 {
			return ""
		}
		return l.Say(k, Some(t.Game.Size(), points).In(l))
	}
	dead := about(text.CalibDead, v.Dead)
	if v.Partly {
		dead = l.Say(text.CalibPartly)
	}
	var lights []string
	for _, o := range v.Options {
		if o.Point >= 0 {
			lights = append(lights, l.Say(text.MenuLight, t.Game.Size().Point(o.Point), calibrationAnswer(o.Answer).In(l)))
		}
	}
	how := ""
	if len(lights) > 0 {
		how = l.Say(text.MenuHow, strings.Join(lights, l.Say(text.Comma)))
	}
	return l.Join(l.Say(text.CalibFound, v.Seen, v.Points), about(text.CalibStuck, v.Stuck), dead, about(text.CalibWeak, v.Weak), how)
}

// calibrationAnswer names an answer.
func calibrationAnswer(a calib.Answer) text.Words {
	names := map[calib.Answer]text.Key{
		calib.Keep: text.ChooseKeep, calib.Again: text.ChooseAgain, calib.Leave: text.ChooseLeave, calib.Skip: text.ChooseSkip, calib.Finish: text.ChooseFinish,
	}
	return text.Tell(names[a])
}

// calibration says what is known of the board; nil if nothing can be
// done about it.
func (t *Table) calibration() *api.Calibration {
	c := t.Calib.Known()
	if !t.Calibrates {
		return nil
	}
	d := &api.Calibration{
		Heat: []int{}, Foreign: t.Calib.Foreign,
		Masked: t.pointNames(t.Masked), Sensors: calib.Orientation{}.String(), Lamps: calib.Orientation{}.String(),
	}
	if size := t.Game.Size(); c != nil && c.Board.Cols == size.Cols && c.Board.Rows == size.Rows {
		d.Stuck, d.Dead, d.Weak = t.pointNames(c.Stuck), t.pointNames(c.Dead), t.pointNames(c.Weak)
		d.Fields, d.Made = len(c.Levels) > 0, c.Made.UTC().Format(time.RFC3339)
		d.Sensors, d.Lamps = c.Sensors.String(), c.Lamps.String()
	}
	if t.Status.Calibrating {
		v := &t.Calib.View
		d.Step, d.Mistake, d.Seen, d.Left = v.Step.String(), v.Mistake.String(), v.Seen, t.pointNames(v.Left)
		d.Stuck, d.Dead, d.Weak, d.Heat, d.Fields = t.pointNames(v.Stuck), t.pointNames(v.Dead), t.pointNames(v.Weak), v.Heat, v.Fields
		d.Sensors, d.Lamps = v.Sensors.String(), v.Lamps.String()
	}
	return d
}

// pointNames names points by their numbers.
func (t *Table) pointNames(points []int) api.Points {
	size := t.Game.Size()
	var list api.Points
	for _, p := range points {
		if p >= 0 && p < size.Count() {
			list = append(list, size.Point(p))
		}
	}
	return list
}
