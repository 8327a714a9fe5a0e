package present

import (
	"cmp"
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
)

// playedBy is who played the game that is over, where the next one is to be played by
// others; otherwise nil, and so where one of them sat at another table.
func (t *Table) playedBy() *api.PlayedBy {
	m := t.Record
	if t.Phase() != api.PhaseOver || m.Remote != board.Empty {
		return nil
	}
	p, seats := api.PlayedBy{Human: []board.Color{}}, &m.Final.Seats
	for _, c := range []board.Color{board.Black, board.White} {
		if seats[c].Remote {
			return nil
		}
		if seats[c].Human {
			p.Human = append(p.Human, c)
		}
		p.Level = max(p.Level, seats[c].Level)
	}
	p.Level = cmp.Or(p.Level, m.Level)
	p.Programs = api.Sides{Black: seats[board.Black].Program, White: seats[board.White].Program}
	if slices.Equal(p.Human, m.Colors()) && p.Level == m.Level && p.Programs == api.SidesOf(m.Programs) {
		return nil
	}
	return &p
}
