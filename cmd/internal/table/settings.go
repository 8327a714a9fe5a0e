package table

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/review"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/referee"
)

// The game's settings in the board's own menu. Everything there keeps its place, whatever
// is set, so that a printed card can tell it.

// menuGames are the games in the order of their lights.
var menuGames = []string{"connect6", "gomoku", "gomoku-standard", "renju", "go"}

// menuSizes are the boards of Go.
var menuSizes = []string{"19x19", "13x13", "9x9"}

// menuClocks are the clocks that the menu has, as [clock.Parse] reads them.
var menuClocks = []string{"none", "5m", "10m", "20m", "30m", "10m+5s", "10m+3x30s", "30s/turn"}

// menuTimes are the machine's budgets a turn.
var menuTimes = []time.Duration{time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 30 * time.Second, time.Minute}

// sure is the second choice after one that has no others.
var sure = []referee.Choice{{Answer: referee.Yes}}

// choices are one for each of a list.
func choices[T any](list []T, of func(T) referee.Choice) (all []referee.Choice) {
	for _, x := range list {
		all = append(all, of(x))
	}
	return all
}

// settings are the choices behind the menu's settings.
func (t *core) settings() []referee.Choice {
	m := &t.match
	choice := func(do string, then []referee.Choice) referee.Choice {
		if len(then) == 0 {
			return referee.Choice{}
		}
		return referee.Choice{Answer: referee.Answer(do), Then: then}
	}
	var link, rules, calibrations, resume []referee.Choice
	clocks := choices(menuClocks, func(c string) referee.Choice {
		return referee.Choice{Answer: referee.Answer(c), Set: c == m.Clock.Control().String()}
	})
	times := choices(menuTimes, func(d time.Duration) referee.Choice {
		return referee.Choice{Answer: referee.Answer(clock.Short(d)), Set: d == m.Budget}
	})
	invite := api.MenuInvite
	if m.Remote != board.Empty || t.invited {
		invite = api.MenuLeave
	}
	if t.cfg.Invite != nil {
		link = sure
	}
	if t.cfg.Calibrations != nil {
		calibrations = []referee.Choice{{Answer: api.CalibrateWhole}, {Answer: api.CalibratePoints}}
	}
	lesson, puzzles := t.attract.Teaches(m.Game.Rules().Name()), referee.Choice{Answer: api.MenuPuzzles}
	switch posed := review.OrderOf(m.Game.Rules().Name()) != nil; {
	case posed && lesson:
		rules = []referee.Choice{{Answer: api.DoRules}, puzzles}
	case posed:
		rules = []referee.Choice{{}, puzzles}
	case lesson:
		rules = sure
	}
	if t.arm.Waits() && !t.arm.News().Pressed {
		resume = sure
	}
	return []referee.Choice{
		choice(api.MenuGame, t.gameChoices()),
		choice(api.MenuOpening, t.openingChoices()),
		choice(api.MenuClock, clocks),
		choice(api.MenuTime, times),
		choice(invite, link),
		choice(api.DoRules, rules),
		choice(api.DoCalibrate, calibrations),
		choice(api.DoResumeArm, resume),
	}
}

// gameChoices are the games that can be played on this board.
func (t *core) gameChoices() (list []referee.Choice) {
	m := &t.match
	for _, name := range menuGames {
		r := m.Rules(name, board.Size{})
		c := referee.Choice{Answer: referee.Answer(name), Set: name == m.Game.Rules().Name()}
		if _, ok := r.(game.Weiqi); ok {
			for _, size := range menuSizes {
				var sub referee.Choice
				if slices.ContainsFunc(m.Book, func(r game.Rules) bool { return r.Name() == name && r.Size().String() == size }) {
					sub = referee.Choice{Answer: referee.Answer(size), Set: c.Set && size == m.Game.Size().String()}
				}
				c.Then = append(c.Then, sub)
			}
		}
		if r == nil {
			c = referee.Choice{}
		}
		list = append(list, c)
	}
	return list
}

// openingChoices are how games of these rules can begin; nil where that is one way only.
func (t *core) openingChoices() []referee.Choice {
	kinds := game.Openings(t.match.Game.Rules())
	if len(kinds) < 2 {
		return nil
	}
	return choices(kinds, func(k opening.Kind) referee.Choice {
		return referee.Choice{Answer: referee.Answer(k.String()), Set: k == t.nextOpening()}
	})
}

// setting is the command behind a choice of the settings; nil for none.
func setting(answers []referee.Answer) *api.Command {
	if len(answers) < 2 {
		return nil
	}
	what, how := string(answers[0]), string(answers[1])
	c := api.Command{Do: what}
	switch what {
	case api.MenuGame:
		c = api.Command{Do: api.DoNewGame, Game: how}
		if len(answers) > 2 {
			side, _, _ := strings.Cut(string(answers[2]), "x")
			n, err := strconv.Atoi(side)
			if err != nil {
				return nil
			}
			c.Size = board.Size{Cols: n, Rows: n}
		}
	case api.MenuOpening:
		c = api.Command{Do: api.DoNewGame, Opening: how}
	case api.MenuClock:
		control, err := clock.Parse(how)
		if err != nil {
			return nil
		}
		c = api.Command{Do: api.DoSeats, Clock: &control}
	case api.MenuTime:
		i := slices.IndexFunc(menuTimes, func(d time.Duration) bool { return clock.Short(d) == how })
		if i < 0 {
			return nil
		}
		c = api.Command{Do: api.DoSeats, Time: &menuTimes[i]}
	case api.DoCalibrate:
		c.Answer = how
	}
	return &c
}

// onInvited tells people what became of an invitation. Its code is a secret of those at
// the board: the voice says it, and it is shown nowhere.
func (t *core) onInvited(i invited) {
	t.sensed.Told = 0 // the menu has another choice
	switch {
	case i.err != nil:
		t.invited, t.houseWaits = false, false
		t.notify(text.Tell(text.InviteFailed, i.err))
	case i.left:
		t.invited = false
		t.notify(text.Tell(text.InviteClosed))
		t.opponentLeft()
	default:
		t.invited = true
		t.notify(text.Tell(text.InviteOpen))
		if t.cfg.Voice != nil && t.voice.volume > 0 {
			t.sayAloud(t.lang.Say(text.InviteCode, strings.Join(strings.Split(i.code, ""), ", ")))
		}
	}
}
