package table

import (
	"strings"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/hw/calib"
)

// describeCalibration says what is known of the board; nil if nothing can be
// done about it.
func (t *core) describeCalibration() *api.Calibration {
	c := &t.calib
	if t.cfg.Calibrations == nil {
		return nil
	}
	d := &api.Calibration{
		Heat: []int{}, Foreign: c.foreign,
		Masked: t.pointNames(t.masked()), Sensors: calib.Orientation{}.String(), Lamps: calib.Orientation{}.String(),
	}
	if size := t.match.Game.Size(); t.inForce() && c.known.Board.Cols == size.Cols && c.known.Board.Rows == size.Rows {
		d.Stuck, d.Dead, d.Weak = t.pointNames(c.known.Stuck), t.pointNames(c.known.Dead), t.pointNames(c.known.Weak)
		d.Fields, d.Made = len(c.known.Levels) > 0, c.known.Made.UTC().Format(time.RFC3339)
		d.Sensors, d.Lamps = c.known.Sensors.String(), t.calibration().Lamps.String()
	}
	if t.underway() {
		v := &c.view
		d.Step, d.Mistake, d.Seen, d.Left = v.Step.String(), v.Mistake.String(), v.Seen, t.pointNames(v.Left)
		d.Stuck, d.Dead, d.Weak, d.Heat, d.Fields = t.pointNames(v.Stuck), t.pointNames(v.Dead), t.pointNames(v.Weak), v.Heat, v.Fields
		d.Sensors, d.Lamps = v.Sensors.String(), v.Lamps.String()
	}
	return d
}

// pointNames names points by their numbers.
func (t *core) pointNames(points []int) api.Points {
	size := t.match.Game.Size()
	var list api.Points
	for _, p := range points {
		if p >= 0 && p < size.Count() {
			list = append(list, size.Point(p))
		}
	}
	return list
}

// calibrationAsks is the question of the calibration under way.
func (t *core) calibrationAsks() *api.Inquiry {
	v := &t.calib.view
	if len(v.Options) == 0 {
		return nil
	}
	q := &api.Inquiry{ID: t.calib.question(), Kind: "calibration", Text: t.present().CalibrationSays(), Path: []string{v.Step.String()}}
	for _, o := range v.Options {
		option := api.Option{Answer: string(o.Answer), Text: t.present().CalibrationAnswer(o.Answer)}
		if o.Point >= 0 {
			option.Point = new(t.match.Game.Size().Point(o.Point))
		}
		q.Options = append(q.Options, option)
	}
	return q
}

// joined lists words for a sentence.
func joined(t *core, words []string) string { return strings.Join(words, t.lang.Say(text.Comma)) }
