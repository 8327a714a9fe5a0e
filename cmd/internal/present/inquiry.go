package present

import (
	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/referee"
)

// Question is what people are being asked because of the board, in words.
func (t *Table) Question() *api.Inquiry {
	q := t.Status.View.Question
	if q == nil {
		return nil
	}
	asked := &api.Inquiry{ID: q.Serial, Kind: string(q.Kind), Text: t.Ask(q), Path: []string{}}
	for _, a := range q.Path {
		asked.Path = append(asked.Path, string(a))
	}
	for _, k := range q.About {
		asked.Points = append(asked.Points, k.Point)
	}
	for _, o := range q.Options {
		option := api.Option{Answer: string(o.Answer), Text: t.AnswerText(o.Answer), Set: o.Set, Color: o.Stone}
		switch q.Kind {
		case referee.AskMenu:
			option.Text = Choice(q.Path, o.Answer).In(t.Lang)
		case referee.AskChoice:
			option.Text = Option(o.Answer).In(t.Lang)
		}
		if o.Point != board.Nowhere {
			option.Point = &o.Point
		}
		asked.Options = append(asked.Options, option)
	}
	return asked
}

// calibrationAsks is the question of the calibration under way.
func (t *Table) calibrationAsks() *api.Inquiry {
	v := &t.Calib.View
	if len(v.Options) == 0 {
		return nil
	}
	q := &api.Inquiry{ID: t.Calib.Question(), Kind: "calibration", Text: t.CalibrationSays(), Path: []string{v.Step.String()}}
	for _, o := range v.Options {
		option := api.Option{Answer: string(o.Answer), Text: t.CalibrationAnswer(o.Answer)}
		if o.Point >= 0 {
			option.Point = new(t.Game.Size().Point(o.Point))
		}
		q.Options = append(q.Options, option)
	}
	return q
}

// remoteQuestion is what the remote opponent asks, nil for nothing.
func (t *Table) remoteQuestion() *api.Inquiry {
	l := t.Opponent.Stand()
	if t.Record.Remote == board.Empty || t.Status.Paused {
		return nil
	}
	if l.Asked <= 0 {
		return t.goneQuestion()
	}
	points := t.LastPoints(l.Asked)
	return &api.Inquiry{ID: l.AskedID, Kind: "take-back", Path: []string{}, Points: points,
		Text:    t.Lang.Say(text.RemoteAsks, l.Asked, t.Lang.Points(points)),
		Options: t.yesNo()}
}

// goneQuestion is what people are asked when the remote opponent has been out of
// reach for long, nil before.
func (t *Table) goneQuestion() *api.Inquiry {
	id := t.Opponent.Question()
	if id == 0 {
		return nil
	}
	return &api.Inquiry{ID: id, Kind: "abandon", Path: []string{}, Text: t.Lang.Say(text.RemoteLong, t.PatienceMinutes()), Options: t.yesNo()}
}

// yesNo are the answers to a question that has no others.
func (t *Table) yesNo() []api.Option {
	return []api.Option{
		{Answer: string(referee.Yes), Text: t.Lang.Say(text.Yes)},
		{Answer: string(referee.No), Text: t.Lang.Say(text.No)},
	}
}
