package present

import (
	"slices"
	"strings"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/referee"
)

// answer is what a button for an answer to a question says.
func answer(q *referee.Question, a referee.Answer) text.Words {
	switch q.Kind {
	case referee.AskMenu:
		return Choice(q.Path, a)
	case referee.AskChoice:
		return Option(a)
	}
	switch a {
	case referee.Yes:
		return text.Tell(text.Yes)
	case referee.No:
		return text.Tell(text.No)
	case referee.BlackMoves:
		return text.Tell(text.SideMoves, text.Side(board.Black))
	case referee.WhiteMoves:
		return text.Tell(text.SideMoves, text.Side(board.White))
	}
	return text.Tell(text.StandsOn, string(a))
}

// Ask says a question, and how to answer it at the board.
func (t *Table) Ask(q *referee.Question) string {
	l := t.Lang
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
		over := t.Game.Result().Over
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
	case referee.AskCapture:
		a := q.Turns[0]
		return l.Join(l.Say(text.AskCapture, l.Side(a.Color), l.Points(a.Points), q.About[0].Point),
			how(text.AnswerYes, at), l.Say(text.ElseTakeAway, l.Points(a.Points)))
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

// The stages of Go for beginners, as answers in the menu.
const (
	StageFirst = "capture-1"
	StageFive  = "capture-5"
	StageGo    = "territory"
)

// ProgramAnswer is the answer of the menu that means a program: its name, and what people
// read of it.
func ProgramAnswer(p api.Program) referee.Answer {
	return referee.Answer(api.MenuProgram + ":" + p.Name + ":" + p.Shown)
}

// Choice names a choice of the menu after path; it serves buttons too.
func Choice(path []referee.Answer, a referee.Answer) text.Words {
	if len(path) > 1 && string(path[0]) == api.MenuSettings {
		names := text.GameNames
		if string(path[1]) == api.MenuOpening {
			names = openingNames
		}
		if k, ok := names[string(a)]; ok {
			return text.Tell(k)
		}
		if c, err := clock.Parse(string(a)); err == nil && path[1] == api.MenuClock {
			return text.Clock(c)
		}
		if d, err := time.ParseDuration(string(a)); err == nil && path[1] == api.MenuTime {
			return text.Span(d)
		}
	}
	if k, ok := showNames[string(a)]; ok && len(path) > 0 && string(path[0]) == api.DoShow {
		return text.Tell(k)
	}
	if name, ok := strings.CutPrefix(string(a), api.MenuProgram+":"); ok {
		_, shown, _ := strings.Cut(name, ":")
		return text.Program(shown)
	}
	switch {
	case a == "none" && len(path) > 1 && path[1] == api.MenuProgram:
		return text.Tell(text.ProgramAlone)
	case a == "black":
		return text.Tell(text.PeoplePlay, text.Side(board.Black))
	case a == "white":
		return text.Tell(text.PeoplePlay, text.Side(board.White))
	case a == StageFirst:
		return text.Tell(text.ChooseCapture, 1)
	case a == StageFive:
		return text.Tell(text.ChooseCapture, 5)
	}
	if k, ok := menuNames[string(a)]; ok {
		return text.Tell(k)
	}
	return text.Plain(a)
}

// action names what a button does.
func action(do string) text.Words {
	switch do {
	case api.ButtonTurnBlack:
		return text.Tell(text.MenuTurnOf, text.Side(board.Black))
	case api.ButtonTurnWhite:
		return text.Tell(text.MenuTurnOf, text.Side(board.White))
	}
	return Choice(nil, referee.Answer(do))
}

// openingNames are the ways to begin a game.
var openingNames = map[string]text.Key{
	"free": text.FreeOpening, "swap": text.SwapOpening, "renju": text.RenjuOpening, "renju-rif": text.RIFOpening,
}

// settingQuestions ask for the settings.
var settingQuestions = map[string]text.Key{
	api.MenuSettings: text.AskSettings, api.MenuGame: text.AskGame, "go": text.AskGoBoard, api.MenuOpening: text.AskOpening,
	api.MenuClock: text.AskClock, api.MenuTime: text.AskTime, api.DoCalibrate: text.AskMenuCalibrate, api.DoRules: text.AskRules,
}

// menuQuestions ask what to choose on a page of the menu.
var menuQuestions = map[string]text.Key{
	api.DoNewGame: text.AskMenuNewGame, api.DoSeats: text.AskMenuSeats, api.DoHint: text.AskAdviser, api.DoShow: text.AskMenuShow,
	api.ButtonLevel: text.AskMenuLevel, api.DoResign: text.AskMenuResign, api.DoShutdown: text.AskMenuShutdown, api.DoMoveArm: text.ArmAskMove,
}

// menuNames are what choices are called.
var menuNames = map[string]text.Key{
	"yes": text.Yes, "no": text.MenuClose, "both": text.PeopleBoth, "none": text.PeopleNone,
	StageGo: text.ChooseTerritory, api.CalibrateWhole: text.ChooseWhole, api.CalibratePoints: text.ChoosePoints,
	api.DoUndo: text.MenuUndo, api.DoNewGame: text.MenuNewGame, api.DoSeats: text.MenuSeats, api.ButtonLevel: text.MenuLevel,
	api.DoHint: text.MenuHint, api.DoShow: text.MenuShow,
	api.DoPass: text.MenuPass, api.DoAgree: text.MenuAgree, api.DoPlayOn: text.MenuPlayOn,
	api.DoMoveNow: text.MenuMoveNow, api.DoPause: text.MenuPause, api.DoResume: text.MenuResume,
	api.ButtonMenu: text.MenuMenu, api.ButtonLevelUp: text.MenuLevelUp, api.ButtonLevelDown: text.MenuLevelDown,
	api.DoResign: text.MenuResign, api.DoShutdown: text.MenuShutdown, api.DoRefill: text.MenuRefill, api.DoResumeArm: text.MenuResumeArm, api.ButtonMute: text.MenuMute, api.ButtonPIN: text.MenuPIN,
	api.MenuSettings: text.MenuSettings, api.MenuProgram: text.MenuProgram, api.MenuGame: text.MenuGame, api.MenuOpening: text.MenuOpening, api.MenuClock: text.MenuClock,
	api.MenuTime: text.MenuTime, api.MenuInvite: text.MenuInvite, api.MenuLeave: text.MenuLeave, api.DoRules: text.MenuRules, api.MenuPuzzles: text.MenuPuzzles,
	api.DoCalibrate: text.MenuCalibrate, api.DoMask: text.MenuMask, api.DoMoveArm: text.MenuMoveArm,
	api.ButtonBlack: text.ChooseBlack, api.ButtonWhite: text.ChooseWhite, api.ButtonTwo: text.ChooseTwo,
	api.ButtonTurn: text.MenuTurn, api.ButtonTurnBlack: text.MenuTurn, api.ButtonTurnWhite: text.MenuTurn,
}

// askMenu says a page of the menu: what the lights mean.
func (t *Table) askMenu(q *referee.Question) string {
	l := t.Lang
	if at := q.Options[0].Point; len(q.Path) == 1 && string(q.Path[0]) == api.DoResume && at != board.Nowhere {
		return l.Say(text.ResumeHow, at)
	}
	first, about := text.AskMenu, []any(nil)
	if len(q.Path) > 0 {
		page, last := q.Path[0], q.Path[len(q.Path)-1]
		known := false
		switch first, known = menuQuestions[string(page)]; {
		case page == api.MenuSettings:
			if first, known = settingQuestions[string(last)]; !known {
				first, about = text.AskMenuSure, []any{Choice(q.Path[:1], last).In(l)}
			}
		case page == api.DoMask:
			first, about = t.DoubtHow, []any{t.Doubt}
		case page == api.DoHint && len(q.Path) > 1:
			first = text.AskMenuAdviser
		case (page == api.DoNewGame || page == api.DoSeats) && last == api.MenuProgram:
			first = text.AskMenuProgram
		case !known:
			first, about = text.AskMenuSure, []any{Choice(nil, page).In(l)}
		}
	}
	ends, press := "", ""
	if t.Record.UnderWay() && slices.Contains([]text.Key{text.AskMenuNewGame, text.AskGame, text.AskGoBoard}, first) {
		ends = l.Say(text.GameEnds)
	}
	if t.ByButton {
		press = l.Say(text.PressAgain)
	}
	return l.Join(l.Say(first, about...), ends, t.lights(q), press)
}

// lights says which stone gives which answer to a question, "" where none does.
func (t *Table) lights(q *referee.Question) string {
	var all []string
	for _, o := range q.Options {
		if o.Point != board.Nowhere {
			all = append(all, t.Lang.Say(text.MenuLight, o.Point, answer(q, o.Answer).In(t.Lang)))
		}
	}
	if len(all) == 0 {
		return ""
	}
	return t.Lang.Say(text.MenuHow, strings.Join(all, t.Lang.Say(text.Comma)))
}
