package present

import (
	"cmp"
	"slices"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/pairs"
)

// MatchRest is how long the end of a game stands before the next game of a match begins.
const MatchRest = 10 * time.Second

// match is the match that the game is part of, as it stands; nil for none.
func (t *Table) match() *api.Match {
	m := t.Record
	if m.Series.Games == 0 {
		return nil
	}
	score := pairs.Count(m.Standing())
	s := &api.Match{Games: m.Series.Games, Game: len(m.Series.Halves) + 1, First: m.FirstPlayer(), Wins: score.Win, Draws: score.Draw, Losses: score.Loss}
	if score.Games() >= 2 {
		diff, bar := score.Elo()
		s.Elo, s.Bar = &diff, &bar
	}
	if m.On() && m.Game.Result().Over {
		s.NextMS = max(m.Ended.Add(MatchRest).Sub(t.Status.Now), 0).Milliseconds()
	}
	return s
}

// MatchSays is how the match stands after a game of it, in words; "" where there is none.
func (t *Table) MatchSays() string {
	m := t.Record
	if m.Series.Games == 0 {
		return ""
	}
	halves := m.Standing()
	s := pairs.Count(halves)
	first := m.FirstPlayer()
	name := func(c board.Color) text.Words {
		seat := m.Of(c)
		if seat.Program == "" {
			return text.Tell(text.PlayerMachine, seat.Level)
		}
		if i := slices.IndexFunc(t.Programs, func(p api.Program) bool { return p.Name == seat.Program }); i >= 0 {
			return text.Program(cmp.Or(t.Programs[i].Shown, seat.Program))
		}
		return text.Plain(seat.Program)
	}
	k := text.MatchStands
	if !m.On() {
		k = text.MatchOver
	}
	says := []string{t.Lang.Say(k, len(halves), m.Series.Games, name(first), s.Win, name(first.Other()), s.Loss, s.Draw)}
	for i, n := range m.Helped() {
		if n > 0 {
			says = append(says, t.Lang.Say(text.MatchHelped, name([]board.Color{first, first.Other()}[i]), n))
		}
	}
	return t.Lang.Join(says...)
}
