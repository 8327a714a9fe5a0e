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
		option := t.option(string(o.Answer), answer(q, o.Answer))
		option.Set, option.Color = o.Set, o.Stone
		if o.Point != board.Nowhere {
			option.Point = &o.Point
		}
		asked.Options = append(asked.Options, option)
	}
	return asked
}

// option is an answer, and what its button says.
func (t *Table) option(answer string, says text.Words) api.Option {
	return api.Option{Answer: answer, Text: says.In(t.Lang), Said: text.InEach(says)}
}

// calibrationAsks is the question of the calibration under way.
func (t *Table) calibrationAsks() *api.Inquiry {
	v := &t.Calib.View
	if len(v.Options) == 0 {
		return nil
	}
	q := &api.Inquiry{ID: t.Calib.Question(), Kind: "calibration", Text: t.CalibrationSays(), Path: []string{v.Step.String()}}
	for _, o := range v.Options {
		option := t.option(string(o.Answer), calibrationAnswer(o.Answer))
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
	return &api.Inquiry{ID: l.AskedID, Kind: "take-back", Path: []string{}, Points: t.askedPoints(), Text: t.takeBackAsked(), Options: t.yesNo()}
}

// takeBackAsked says that the remote opponent asks for turns back. A pass, or a turn that is
// still to be put down, has no stones that could be lifted for an answer.
func (t *Table) takeBackAsked() string {
	turns := t.Opponent.Stand().Asked
	if points := t.askedPoints(); len(points) > 0 {
		return t.Lang.Say(text.RemoteAsks, turns, t.Lang.Points(points))
	}
	return t.Lang.Say(text.RemoteAsksPass, turns)
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
	return []api.Option{t.option(string(referee.Yes), text.Tell(text.Yes)), t.option(string(referee.No), text.Tell(text.No))}
}
