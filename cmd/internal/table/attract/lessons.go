package attract

import (
	"slices"
	"time"

	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
)

// at are points as columns and rows from the middle of a board.
type at [2]int

// lesson is a game's rules: for each step a sentence, and turns.
type lesson []struct {
	say   text.Key
	turns [][]at
}

// lessons are the rules of the games by name, in four steps each.
var lessons = map[string]lesson{
	"connect6": {
		{text.RulesSix, [][]at{{{0, 0}}}},
		{text.RulesTwo, [][]at{{{-1, 1}, {1, -1}}, {{1, 0}, {2, 0}}}},
		{text.RulesFour, [][]at{{{3, 2}, {-2, -1}}, {{3, 0}, {0, 2}}}},
		{text.RulesSixWin, [][]at{{{2, -2}, {-1, -2}}, {{4, 0}, {5, 0}}}},
	},
	"gomoku":          five,
	"gomoku-standard": append(lesson{{text.RulesOnlyFive, five[0].turns}}, five[1:]...),
	"renju": {
		{text.RulesFive, [][]at{{{1, 0}}, {{-3, -3}}}},
		{text.RulesExactly, [][]at{{{2, 0}}, {{3, 3}}}},
		{text.RulesFouls, [][]at{{{0, 1}}, {{-3, 3}}, {{0, 2}}, {{3, -3}}}},
		{text.RulesFiveWin, [][]at{{{3, 0}}, {{-2, -3}}, {{4, 0}}, {{2, -3}}, {{5, 0}}}},
	},
	"go": {
		{text.RulesGo, [][]at{{{-1, 0}}, {{0, 0}}}},
		{text.RulesLiberties, [][]at{{{1, 0}}, {{2, 2}}, {{0, 1}}, {{2, -2}}}},
		{text.RulesCapture, [][]at{{{0, -1}}}},
		{text.RulesTerritory, nil},
	},
}

// five is the lesson of five in a row.
var five = lesson{
	{text.RulesFive, [][]at{{{0, 0}}, {{0, 1}}}},
	{text.RulesThree, [][]at{{{1, 0}}, {{2, 1}}, {{2, 0}}}},
	{text.RulesOpenFour, [][]at{{{-2, 1}}, {{3, 0}}}},
	{text.RulesFiveWin, [][]at{{{4, 0}}, {{-1, 0}}}},
}

// taughtAs is the game by whose lesson people learn another: Connect6 with fives differs from
// Connect6 on full boards alone.
func taughtAs(rules string) string {
	if rules == game.Fives().Name() {
		return game.Connect6().Name()
	}
	return rules
}

// Program returns the acts for a book of games, the house's first: of every game its
// rules, and of those that the machine plays a game. A lesson that does not fit the
// board is left out.
func Program(book []game.Rules) (acts []Act) {
	var seen []string
	for _, r := range book {
		name := r.Name()
		if slices.Contains(seen, taughtAs(name)) {
			continue
		}
		seen = append(seen, taughtAs(name))
		if steps := lessons[taughtAs(name)].on(r); steps != nil {
			acts = append(acts, Act{Rules: name, Size: r.Size(), Steps: steps})
		}
		if _, counts := r.(game.Weiqi); !counts {
			acts = append(acts, Act{Rules: name, Size: r.Size()})
		}
	}
	return acts
}

// on puts a lesson on the board of a game; nil where it cannot be played there.
func (l lesson) on(r game.Rules) (steps []Step) {
	size := r.Size()
	if _, counts := r.(game.Weiqi); counts {
		r = game.Weiqi{Board: size} // the handicap that the house gives would stand in the way
	}
	g := game.New(r)
	for _, s := range l {
		step := Step{Say: s.say}
		for _, turn := range s.turns {
			var points []board.Point
			for _, p := range turn {
				x, y := size.Cols/2+p[0], size.Rows/2+p[1]
				if x < 0 || y < 0 || x >= size.Cols || y >= size.Rows {
					return nil
				}
				points = append(points, board.At(x, y))
			}
			color, _ := g.Due()
			if g.Play(game.Turn{Color: color, Points: points}) != nil {
				return nil
			}
			step.Turns = append(step.Turns, points)
		}
		steps = append(steps, step)
	}
	return steps
}

// Wanted reports whether the board is to be cleared for a lesson that somebody asked for.
func (m *Machine) Wanted() bool { return m.scene == Clear && m.asked }

// Unask withdraws a lesson that was asked for and has not begun, if there is one, as people
// play on or do something else instead.
func (m *Machine) Unask(now time.Time) (out Out) {
	if m.Wanted() {
		m.asked, m.last = false, now
		m.turnTo(now, Off)
		out = Out{Changed: true, Unasked: true}
	}
	return out
}

// lesson is the number of the act that teaches a game, negative where none does.
func (m *Machine) lesson(rules string) int {
	return slices.IndexFunc(m.acts, func(a Act) bool { return a.Steps != nil && taughtAs(a.Rules) == taughtAs(rules) })
}

// Teaches reports whether there is a lesson of a game.
func (m *Machine) Teaches(rules string) bool { return m.lesson(rules) >= 0 }

// teach begins the lesson that somebody asked for: that of the game on record.
func (m *Machine) teach(now time.Time, s *State) Out {
	i := m.lesson(s.Rules)
	if i < 0 {
		return m.Unask(now)
	}
	m.act = i
	return m.begin(now, s)
}
