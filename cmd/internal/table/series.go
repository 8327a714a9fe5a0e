package table

import (
	"time"

	"stonehand/cmd/internal/present"
	"stonehand/engine/game"
	"stonehand/engine/record"
)

// matchDue returns when the next game of the match is to begin; zero if none is.
func (t *core) matchDue() time.Time {
	if m := &t.match; t.aside == nil && m.On() && m.Game.Result().Over {
		return m.Ended.Add(present.MatchRest)
	}
	return time.Time{}
}

// playMatch is a pass: the next game of a match begins, unless people use the board or the
// arm for something else, and its opening is given.
func (t *core) playMatch() {
	m := &t.match
	s := t.status()
	taken := s.Leaving || s.Closed || s.Calibrating || s.Reviewing || t.byHand.InUse()
	if due := t.matchDue(); !due.IsZero() && !t.now.Before(due) && !taken {
		b := t.another(game.Start{})
		b.Seats, b.Series = m.Next()
		if refusal := t.save(b); refusal == nil {
			t.log.Info("the next game of the match begins", "id", m.ID, "game", len(m.Series.Halves)+1, "of", m.Series.Games)
		}
	}
	if t.aside != nil || !t.status().Thinks() || len(m.Placed) > 0 {
		return
	}
	if given, n := m.Given(), len(m.Game.Turns()); n < len(given) {
		if err := t.commit(record.Decided{Color: given[n].Color, Points: given[n].Points}, record.Mark{}); err != nil {
			t.log.Error("the opening of a game of the match does not fit", "err", err)
		}
	}
}

// nextOfMatch returns when a match has something to do after now.
func (t *core) nextOfMatch() time.Time {
	if due := t.matchDue(); due.After(t.now) {
		return due
	}
	return time.Time{}
}
