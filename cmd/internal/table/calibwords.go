package table

import (
	"strings"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/speech"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/hw/calib"
)

var mistakeNames = map[calib.Mistake]string{
	calib.NoCorner: "no-corner", calib.NotTheOther: "not-the-other", calib.NotLit: "not-lit", calib.TooMany: "too-many",
}

// describeCalibration says what is known of the board; nil if nothing can be
// done about it.
func (t *core) describeCalibration() *Calibration {
	c := &t.calib
	if t.cfg.Calibrations == nil {
		return nil
	}
	d := &Calibration{
		Heat: []int{}, Foreign: c.foreign,
		Masked: t.pointNames(t.masked()), Sensors: calib.Orientation{}.String(), Lamps: calib.Orientation{}.String(),
	}
	if size := t.match.game.Size(); t.inForce() && c.known.Board.Cols == size.Cols && c.known.Board.Rows == size.Rows {
		d.Stuck, d.Dead, d.Weak = t.pointNames(c.known.Stuck), t.pointNames(c.known.Dead), t.pointNames(c.known.Weak)
		d.Fields, d.Made = len(c.known.Levels) > 0, c.known.Made.UTC().Format(time.RFC3339)
		d.Sensors, d.Lamps = c.known.Sensors.String(), t.calibration().Lamps.String()
	}
	if t.underway() {
		v := &c.view
		d.Step, d.Mistake, d.Seen, d.Left = v.Step.String(), mistakeNames[v.Mistake], v.Seen, t.pointNames(v.Left)
		d.Stuck, d.Dead, d.Weak, d.Heat, d.Fields = t.pointNames(v.Stuck), t.pointNames(v.Dead), t.pointNames(v.Weak), v.Heat, v.Fields
		d.Sensors, d.Lamps = v.Sensors.String(), v.Lamps.String()
	}
	return d
}

// pointNames names points by their numbers.
func (t *core) pointNames(points []int) api.Points {
	size := t.match.game.Size()
	var list api.Points
	for _, p := range points {
		if p >= 0 && p < size.Count() {
			list = append(list, size.Point(p))
		}
	}
	return list
}

// mostNamed is how many points are named in a sentence; of more it says the
// number.
const mostNamed = 6

// some names points in a sentence.
func (t *core) some(points []int) string {
	if len(points) > mostNamed {
		return t.lang.Say(text.CalibPoints, len(points))
	}
	size := t.match.game.Size()
	var list []board.Point
	for _, p := range points {
		list = append(list, size.Point(p))
	}
	return t.lang.Points(list)
}

// progress is how many points a sentence says to be done: a sentence that changes
// with each of them would never be heard to its end.
func progress(v *calib.View) int { return v.Seen / 50 * 50 }

// calibrationSays says what to do for the calibration under way.
func (t *core) calibrationSays() string {
	v, l := &t.calib.view, t.lang
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
			return l.Say(text.CalibLast, t.some(v.Left))
		}
		return l.Say(text.CalibSweep, progress(v), v.Points)
	case calib.StepReview:
		return t.reviewSays(v)
	}
	return l.Say(text.CalibWait)
}

// calibrationRemark is what people are told, and hear: while hands are at work not
// of every stone.
func (t *core) calibrationRemark() speech.Remark {
	v := &t.calib.view
	r := speech.Remark{Text: t.calibrationSays(), Tone: speech.Ask, About: t.calib.question()}
	switch n := progress(v); {
	case v.Step == calib.StepClear && v.Stones > 0, v.Step == calib.StepSweep && len(v.Left) <= mostNamed:
		r.Tone = speech.Trouble
	case v.Step == calib.StepSweep && n > 0:
		r.Spoken = t.lang.Say(text.CalibProgress, n, v.Points)
	}
	return r
}

// reviewSays says what was found, and how to answer at the board.
func (t *core) reviewSays(v *calib.View) string {
	l := t.lang
	about := func(k text.Key, points []int) string {
		if len(points) == 0 {
			return ""
		}
		return l.Say(k, t.some(points))
	}
	dead := about(text.CalibDead, v.Dead)
	if v.Partly {
		dead = l.Say(text.CalibPartly)
	}
	var lights []string
	for _, o := range v.Options {
		if o.Point >= 0 {
			lights = append(lights, l.Say(text.MenuLight, t.match.game.Size().Point(o.Point), t.calibChoice(o.Answer)))
		}
	}
	how := ""
	if len(lights) > 0 {
		how = l.Say(text.MenuHow, strings.Join(lights, l.Say(text.Comma)))
	}
	return l.Join(l.Say(text.CalibFound, v.Seen, v.Points), about(text.CalibStuck, v.Stuck), dead, about(text.CalibWeak, v.Weak), how)
}

// calibChoice names an answer.
func (t *core) calibChoice(a calib.Answer) string {
	names := map[calib.Answer]text.Key{
		calib.Keep: text.ChooseKeep, calib.Again: text.ChooseAgain, calib.Leave: text.ChooseLeave, calib.Skip: text.ChooseSkip, calib.Finish: text.ChooseFinish,
	}
	return t.lang.Say(names[a])
}

// calibrationAsks is the question of the calibration under way.
func (t *core) calibrationAsks() *Inquiry {
	v := &t.calib.view
	if len(v.Options) == 0 {
		return nil
	}
	q := &Inquiry{ID: t.calib.question(), Kind: "calibration", Text: t.calibrationSays(), Path: []string{v.Step.String()}}
	for _, o := range v.Options {
		option := Option{Answer: string(o.Answer), Text: t.calibChoice(o.Answer)}
		if o.Point >= 0 {
			option.Point = new(t.match.game.Size().Point(o.Point))
		}
		q.Options = append(q.Options, option)
	}
	return q
}

// calibrationTrouble says what is wrong with what is known of the board.
func (t *core) calibrationTrouble() string {
	if t.calib.trouble != "" {
		return t.calib.trouble
	}
	if t.calib.foreign {
		return t.lang.Say(text.CalibForeign)
	}
	if t.calib.rehung {
		return t.lang.Say(text.CalibRehung)
	}
	return ""
}

// joined lists words for a sentence.
func joined(t *core, words []string) string { return strings.Join(words, t.lang.Say(text.Comma)) }
