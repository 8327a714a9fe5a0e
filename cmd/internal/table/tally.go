package table

import (
	"slices"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/record"
)

// tally counts one thing that happened at an exhibit, by the hour.
func (t *core) tally(c api.Count) {
	if t.cfg.Tally == nil || t.wall.IsZero() {
		return
	}
	w := t.wall
	c.Hour, c.Count = time.Date(w.Year(), w.Month(), w.Day(), w.Hour(), 0, 0, 0, w.Location()), 1
	t.out.Tally = append(t.out.Tally, c)
}

// tallyGame counts the game on record, in which people played, once it is over or another
// takes its place. One that is reopened counts as it ended first.
func (t *core) tallyGame(at time.Time) {
	m := &t.match
	if t.tallied == m.ID || !playedByPeople(m) {
		return
	}
	t.tallied = m.ID
	seats, since := m.Seats, m.Started
	if !t.opened.IsZero() {
		since = t.opened // a game may have waited for its players since the evening before
	}
	c := api.Count{
		What: "game", Game: m.Game.Rules().Name(), Level: seats.Level, Result: api.TallyUnfinished,
		Turns: len(m.Game.Turns()), Time: max(0, int64(at.Sub(since)/time.Second)),
	}
	both := seats.People[board.Black] && seats.People[board.White]
	if both {
		c.Level = 0
	}
	if r := m.Game.Result(); r.Over {
		switch {
		case r.Winner == board.Empty:
			c.Result = api.TallyDraw
		case both:
			c.Result = r.Winner.String()
		case seats.People[r.Winner]:
			c.Result = api.TallyPeople
		default:
			c.Result = api.TallyMachine
		}
	}
	t.tally(c)
}

// playedByPeople reports whether people played a turn of a game.
func playedByPeople(m *record.Game) bool {
	return slices.ContainsFunc(m.By, func(s record.Seat) bool { return s.Human })
}
