package table

import (
	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/present"
	"stonehand/engine/board"
	"stonehand/engine/referee"
)

// question is what people are being asked, in words.
func (t *core) question() *api.Inquiry {
	q := t.sensed.view.Question
	if q == nil {
		return nil
	}
	asked := &api.Inquiry{ID: q.Serial, Kind: string(q.Kind), Text: t.present().Ask(q), Path: []string{}}
	for _, a := range q.Path {
		asked.Path = append(asked.Path, string(a))
	}
	for _, k := range q.About {
		asked.Points = append(asked.Points, k.Point)
	}
	for _, o := range q.Options {
		option := api.Option{Answer: string(o.Answer), Text: t.present().AnswerText(o.Answer), Set: o.Set, Color: o.Stone}
		switch q.Kind {
		case referee.AskMenu:
			option.Text = present.Choice(q.Path, o.Answer).In(t.lang)
		case referee.AskChoice:
			option.Text = present.Option(o.Answer).In(t.lang)
		}
		if o.Point != board.Nowhere {
			option.Point = &o.Point
		}
		asked.Options = append(asked.Options, option)
	}
	return asked
}
