package table

import (
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/referee"
)

// question is what people are being asked, in words.
func (t *core) question() *Inquiry {
	q := t.sensed.view.Question
	if q == nil {
		return nil
	}
	asked := &Inquiry{ID: q.Serial, Kind: string(q.Kind), Text: t.ask(q), Path: []string{}}
	for _, a := range q.Path {
		asked.Path = append(asked.Path, string(a))
	}
	for _, k := range q.About {
		asked.Points = append(asked.Points, k.Point)
	}
	for _, o := range q.Options {
		option := Option{Answer: string(o.Answer), Text: t.answerText(o.Answer), Set: o.Set, Color: o.Stone}
		switch q.Kind {
		case referee.AskMenu:
			option.Text = t.choiceText(q.Path, o.Answer)
		case referee.AskChoice:
			option.Text = t.optionText(o.Answer)
		}
		if o.Point != board.Nowhere {
			option.Point = &o.Point
		}
		asked.Options = append(asked.Options, option)
	}
	return asked
}

// answerText is what a button for an answer says.
func (t *core) answerText(a referee.Answer) string {
	switch a {
	case referee.Yes:
		return t.lang.Say(text.Yes)
	case referee.No:
		return t.lang.Say(text.No)
	case referee.BlackMoves:
		return t.lang.Say(text.SideMoves, t.lang.Side(board.Black))
	case referee.WhiteMoves:
		return t.lang.Say(text.SideMoves, t.lang.Side(board.White))
	}
	return t.lang.Say(text.StandsOn, string(a))
}

// ask says a question, and how to answer it at the board.
func (t *core) ask(q *referee.Question) string {
	l := t.lang
	at := q.Options[0].Point
	how := func(k text.Key, args ...any) string {
		if at == board.Nowhere {
			return ""
		}
		return l.Say(k, args...)
	}
	switch q.Kind {
	case referee.AskMenu:
		return t.askMenu(q)
	case referee.AskChoice:
		return t.askChoice(q)
	case referee.AskNewGame:
		over := t.match.game.Result().Over
		switch {
		case over && at == board.Nowhere:
			return l.Say(text.AskNextGame)
		case over:
			return l.Join(l.Say(text.AskNewGame), how(text.AnswerYes, at))
		}
		return l.Join(l.Say(text.AskNewGame), how(text.AnswerYes, at), l.Say(text.ElsePutBack))
	case referee.AskSetUp:
		return l.Join(l.Say(text.AskSetUp), how(text.AnswerSide, at))
	case referee.AskUnseen:
		color := q.About[0].Color
		if len(q.About) > 1 {
			points, _ := marked(q.About)
			return l.Say(text.AskUnseenMany, l.Color(color), l.Points(points))
		}
		return l.Join(l.Say(text.AskUnseen, l.Color(color), q.About[0].Point), how(text.AnswerColor, l.Color(color.Other()), at))
	case referee.AskTurns:
		a, b := q.Turns[0], q.Turns[1]
		return l.Join(l.Say(text.AskTurns, l.Side(a.Color), l.Points(a.Points), l.Side(b.Color), l.Points(b.Points)),
			how(text.AnswerYes, at), l.Say(text.ElseTakeAway, l.Points(b.Points)))
	case referee.AskColors:
		s := ""
		for i, k := range q.About {
			if i > 0 {
				s += l.Say(text.Comma)
			}
			s += l.Say(text.ColorOn, l.Color(k.Color), k.Point)
		}
		return l.Say(text.AskColors, s)
	}
	return ""
}
