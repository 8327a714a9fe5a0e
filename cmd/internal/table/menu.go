package table

import (
	"slices"
	"strconv"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/present"
	"stonehand/cmd/internal/table/review"
	"stonehand/cmd/internal/table/status"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/record"
	"stonehand/engine/referee"
)

// menu is what people may choose at the board, in the order of the lights. What
// is not available now leaves its place free, so that every choice is always in the
// same place. Every choice takes a second one, so that no stone that lies there
// by accident does anything.
func (t *core) menu() []referee.Choice {
	m := &t.match
	over := m.Game.Result().Over
	choice := func(do string, possible bool, then []referee.Choice) referee.Choice {
		if !possible {
			return referee.Choice{}
		}
		return referee.Choice{Answer: referee.Answer(do), Then: then}
	}
	_, _, undo := m.Back()
	pause := api.DoPause
	if m.Paused {
		pause = api.DoResume
	}
	level, now := choice(menuLevel, true, levelChoices(m)), choice(api.DoMoveNow, t.status().Thinks(), sure)
	if t.hints() { // the machine does not think then
		now = choice(api.DoHint, true, t.adviserChoices())
	}
	begin := t.playerChoices()
	seats := choice(api.DoSeats, true, begin)
	if m.Game.Counts() { // two people play
		s := t.status()
		begin = slices.Concat(seatChoices(m), choices(stages, stage.choice), t.programChoices())
		seats = choice(api.DoShow, s.InPlay && !s.Counting, t.showChoices())
		level, now = choice(api.DoPlayOn, s.Counting && s.InPlay, sure), choice(api.DoPass, s.InPlay && s.Actor == status.Person && t.mayPass(), sure)
		if s.Counting {
			now = choice(api.DoAgree, s.InPlay, sure)
		}
	}
	list := []referee.Choice{
		choice(api.DoUndo, undo, sure),
		choice(api.DoNewGame, true, begin),
		seats, level, now,
		choice(pause, !over, sure),
		choice(api.DoResign, !over && m.People != [3]bool{}, sure),
		choice(api.DoShutdown, t.cfg.Shutdown != nil, sure),
		choice(api.MenuSettings, true, t.settings()),
	}
	if t.cfg.ArmMoves {
		list = append(list, referee.Choice{Answer: api.DoMoveArm, Then: sure, Hidden: true})
	}
	if t.cfg.Calibrations != nil {
		list = append(list, referee.Choice{Answer: api.DoMask, Then: sure, Hidden: true})
	}
	return list
}

// showChoices are a hint, and what the lights can show.
func (t *core) showChoices() []referee.Choice {
	hint := referee.Choice{}
	if t.hints() {
		hint.Answer = api.DoHint
	}
	return append([]referee.Choice{hint}, choices(api.Shows, func(s string) referee.Choice {
		return referee.Choice{Answer: referee.Answer(s), Set: s == t.advice.Show()}
	})...)
}

// menuLevel is the level's choice in the menu.
const menuLevel = "level"

// seatChoices are who may play what: people Black, White, both or none.
func seatChoices(m *record.Game) []referee.Choice {
	return choices(seatings, func(s seating) referee.Choice {
		return referee.Choice{Answer: s.answer, Set: m.People == s.human && m.Programs == [3]string{}}
	})
}

// able lists the other programs that can play the game.
func (t *core) able() (list []api.Program) {
	for _, p := range t.cfg.Programs {
		if slices.Contains(p.Games, t.match.Game.Rules().Name()) {
			list = append(list, p)
		}
	}
	return list
}

// adviserChoices are who may give a hint: whom the settings name, or another program.
func (t *core) adviserChoices() []referee.Choice {
	list := choices(t.able(), func(p api.Program) referee.Choice { return referee.Choice{Answer: present.ProgramAnswer(p)} })
	if len(list) == 0 {
		return sure
	}
	return beside(sure, referee.Choice{Answer: api.MenuProgram, Then: list})
}

// beside puts a choice after others, which keep the places that they have without it: a
// row of lights has its middle in the board's.
func beside(list []referee.Choice, last referee.Choice) []referee.Choice {
	return slices.Concat([]referee.Choice{{}}, list, []referee.Choice{last})
}

// playerChoices are who may play what: people, the machine, or other programs.
func (t *core) playerChoices() []referee.Choice {
	if programs := t.programChoices(); len(programs) > 0 {
		return beside(seatChoices(&t.match), programs[0])
	}
	return seatChoices(&t.match)
}

// programChoices are the other programs that can play the game, if there are any, and who
// plays against each: people with Black, with White, or nobody.
func (t *core) programChoices() []referee.Choice {
	m := &t.match
	var list []referee.Choice
	for _, p := range t.able() {
		one := referee.Choice{Answer: present.ProgramAnswer(p), Set: slices.Contains(m.Programs[:], p.Name)}
		for _, s := range seatings {
			if len(s.colors) < 2 {
				one.Then = append(one.Then, referee.Choice{Answer: s.answer, Set: one.Set && m.People == s.human})
			}
		}
		list = append(list, one)
	}
	if len(list) == 0 {
		return nil
	}
	return []referee.Choice{{Answer: api.MenuProgram, Set: m.Programs != [3]string{}, Then: list}}
}

// seatProgram is who plays by the answers of [core.programChoices]; ok is false if they
// are others.
func (t *core) seatProgram(answers []referee.Answer) (people api.Colors, programs *api.Sides, ok bool) {
	if len(answers) != 3 || answers[0] != api.MenuProgram {
		return nil, nil, false
	}
	i := t.programOf(answers[1])
	j := slices.IndexFunc(seatings, func(s seating) bool { return s.answer == answers[2] })
	if i < 0 || j < 0 {
		return nil, nil, false
	}
	people, programs = seatings[j].colors, &api.Sides{Black: t.cfg.Programs[i].Name, White: t.cfg.Programs[i].Name}
	switch seatings[j].answer {
	case "black":
		programs.Black = ""
	case "white":
		programs.White = ""
	}
	return people, programs, true
}

// programOf returns which program an answer means; -1 for none.
func (t *core) programOf(a referee.Answer) int {
	return slices.IndexFunc(t.cfg.Programs, func(p api.Program) bool { return present.ProgramAnswer(p) == a })
}

// stages are games of Go for beginners, from the first on: the side that captures so many stones
// wins. The last is the game itself.
var stages = []stage{{present.StageFirst, 1}, {present.StageFive, 5}, {present.StageGo, 0}}

type stage struct {
	answer  referee.Answer
	capture int
}

func (s stage) choice() referee.Choice { return referee.Choice{Answer: s.answer} }

// beginStage is the command for a new game at a stage; ok is false for an answer that is none.
// Games of capturing are played on a small board, where there is one.
func (t *core) beginStage(how referee.Answer) (c api.Command, ok bool) {
	i := slices.IndexFunc(stages, func(s stage) bool { return s.answer == how })
	if i < 0 {
		return c, false
	}
	terms := t.match.Game.Terms()
	terms.Capture = stages[i].capture
	c = api.Command{Do: api.DoNewGame, Human: api.Colors{board.Black, board.White}, Terms: &terms}
	if terms.Capture > 0 {
		terms.Handicap, terms.Free = 0, false
		if small := (board.Size{Cols: 9, Rows: 9}); t.match.Rules("go", small) != nil {
			c.Size = small
		}
	}
	return c, true
}

// seating is a choice of who plays what.
type seating struct {
	answer referee.Answer
	human  [3]bool
	colors api.Colors
}

var seatings = []seating{
	{"black", [3]bool{board.Black: true}, api.Colors{board.Black}},
	{"white", [3]bool{board.White: true}, api.Colors{board.White}},
	{"both", [3]bool{board.Black: true, board.White: true}, api.Colors{board.Black, board.White}},
	{"none", [3]bool{}, api.Colors{}},
}

// levelChoices are the machine's levels.
func levelChoices(m *record.Game) []referee.Choice {
	var list []referee.Choice
	for n := api.MinLevel; n <= api.MaxLevel; n++ {
		list = append(list, referee.Choice{Answer: referee.Answer(strconv.Itoa(n)), Set: n == m.Level})
	}
	return list
}

// chosen does what people have chosen from the menu, and says so for a while.
func (t *core) chosen(answers []referee.Answer) {
	t.sensed.Told = 0 // the referee waits to be told what comes next
	if len(answers) < 2 {
		return
	}
	what, how := string(answers[0]), answers[1]
	c := api.Command{Do: what}
	switch what {
	case api.DoMask:
		t.mask()
		return
	case api.DoMoveArm:
		t.confirmByHand()
		return
	case api.MenuSettings:
		set := setting(answers[1:])
		if len(answers) > 2 && string(answers[2]) == api.MenuPuzzles {
			set = &api.Command{Do: api.DoReview, Review: review.OrderOf(t.match.Game.Rules().Name())}
		}
		if set == nil {
			return
		}
		c = *set
	case api.DoHint:
		if i := t.programOf(answers[len(answers)-1]); i >= 0 {
			c.Adviser = t.cfg.Programs[i].Name
		}
	case api.DoShow:
		if c.Answer = string(how); how == api.DoHint {
			c = api.Command{Do: api.DoHint}
		}
	case api.DoNewGame, api.DoSeats:
		if stage, ok := t.beginStage(how); ok && what == api.DoNewGame {
			c = stage
			break
		}
		if people, programs, ok := t.seatProgram(answers[1:]); ok {
			c.Human, c.Players = people, programs
			break
		}
		i := slices.IndexFunc(seatings, func(s seating) bool { return s.answer == how })
		if i < 0 {
			return
		}
		c.Human, c.Players = seatings[i].colors, &api.Sides{}
	case menuLevel:
		level, err := strconv.Atoi(string(how))
		if err != nil {
			return
		}
		c = api.Command{Do: api.DoSeats, Level: &level}
	}
	t.log.Info("chosen at the board", "do", what, "how", how)
	t.aloud = true
	if c.Do == api.MenuInvite || c.Do == api.MenuLeave {
		t.out.Invite = &inviteOrder{c.Do == api.MenuLeave}
		return
	}
	if refusal := t.carryOut(c); refusal != nil {
		t.obey(refusal)
		return
	}
	switch what {
	case menuLevel:
		t.notify(text.Tell(text.LevelIs, t.match.Level))
	case api.MenuSettings:
		if c.Do == api.DoSeats {
			t.notify(text.Tell(text.DoneSetting, present.Choice(answers[:1], how)))
		}
	case api.DoNewGame:
		if n := t.match.Game.Terms().Capture; n > 0 {
			t.notify(text.Tell(text.FirstToCapture, n))
		}
	case api.DoShow:
		if c.Do == api.DoShow {
			t.sayShow()
		}
	case api.DoSeats:
		if how == api.MenuProgram {
			t.notify(text.Tell(text.DoneProgram, present.Choice(answers[:2], answers[2]), present.Choice(answers[:3], answers[3])))
			return
		}
		t.notify(text.Tell(text.DoneSeats, present.Choice(nil, how)))
	}
}
