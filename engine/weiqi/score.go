package weiqi

import (
	"strconv"

	"stonehand/engine/board"
)

// Score is how a game is counted.
type Score struct {
	// Owner is whose every point is, by Point. Living stones own theirs. A region of
	// other points belongs to the colour that alone surrounds it; one that both
	// colours touch, or neither, is Empty, a half for each.
	Owner [board.Cells]board.Color
	// Seki are the stones and eyes that live only because neither side can begin.
	Seki Set
	// Area is what each colour owns, halves included: both are the board's points.
	Area [3]float64
	// Points are what counts by the rules, komi and bonus included.
	Points [3]float64
}

// Margin returns by how many points Black has won; negative: White has.
func (s *Score) Margin() float64 { return s.Points[board.Black] - s.Points[board.White] }

// Winner returns who has won; Empty for a draw.
func (s *Score) Winner() board.Color {
	switch m := s.Margin(); {
	case m > 0:
		return board.Black
	case m < 0:
		return board.White
	}
	return board.Empty
}

// String returns "B+3.5", "W+12" or, for a draw, "0", as the Go Text Protocol and SGF
// write it.
func (s *Score) String() string {
	m := s.Margin()
	text := func(who string, by float64) string {
		// Sums of komi like 6.3 are not exact.
		return who + strconv.FormatFloat(float64(int64(by*1e6+0.5))/1e6, 'f', -1, 64)
	}
	switch s.Winner() {
	case board.Black:
		return text("B+", m)
	case board.White:
		return text("W+", -m)
	}
	return "0"
}

// Score counts the game as it stands, without the stones that are dead; nil: none is.
// When territory is counted, dame should have been filled: a group with one eye that has
// dame is taken for a seki.
func (g *Game) Score(dead *Set) Score {
	s := g.board.Ownership(dead)
	s.Points = s.Area
	if g.rules.Scoring == Territory {
		s.Points = [3]float64{board.Black: float64(g.board.taken[board.Black]), board.White: float64(g.board.taken[board.White])}
		for p := range g.board.size.Points {
			at, c := g.board.At(p), s.Owner[p]
			if c != board.Empty && at != c && !s.Seki.Has(p) {
				s.Points[c]++
			}
			if at != board.Empty && dead.Has(p) {
				s.Points[at.Other()]++
			}
		}
	}
	s.Points[board.White] += g.rules.Komi + g.rules.bonus(g.handicap)
	return s
}

// Toggle makes the chain of the stone on p dead, or alive again if it was dead.
func (b *Board) Toggle(dead *Set, p board.Point) {
	was := dead.Has(p)
	for _, s := range b.Chain(p, nil) {
		if was {
			dead.Remove(s)
		} else {
			dead.Add(s)
		}
	}
}

// Ownership finds whose every point is when the dead stones are gone, and what lives in
// seki, with the sums of the area. dead may be nil.
func (b *Board) Ownership(dead *Set) Score {
	var s Score
	living := b.stones
	for i := range living {
		if c := living[i]; (c == board.Black || c == board.White) && dead.has(cell(i)) {
			living[i] = board.Empty
		}
	}
	var seen Set
	owners, region := living, make([]cell, 0, board.Cells)
	for i := range living {
		if living[i] != board.Empty || seen.has(cell(i)) {
			continue
		}
		touched := [edge + 1]bool{}
		region = spread(&living, &seen, cell(i), region[:0], &touched)
		switch {
		case touched[board.Black] && !touched[board.White]:
			fill(&owners, region, board.Black)
		case touched[board.White] && !touched[board.Black]:
			fill(&owners, region, board.White)
		}
	}
	for p := range b.size.Points {
		c := owners[cellOf(p)]
		s.Owner[p] = c
		if c == board.Empty {
			s.Area[board.Black] += 0.5
			s.Area[board.White] += 0.5
		} else {
			s.Area[c]++
		}
	}
	s.Seki = seki(&living, &owners)
	return s
}

type field = [cells]board.Color

// spread appends the cells of the region of one kind around a cell, and notes what
// else it touches.
func spread(f *field, seen *Set, from cell, into []cell, touched *[edge + 1]bool) []cell {
	seen.add(from)
	first := len(into)
	into = append(into, from)
	for i := first; i < len(into); i++ {
		for _, d := range around {
			switch t := into[i] + d; {
			case f[t] != f[from]:
				touched[f[t]] = true
			case !seen.has(t):
				seen.add(t)
				into = append(into, t)
			}
		}
	}
	return into
}

func fill(f *field, region []cell, c board.Color) {
	for _, at := range region {
		f[at] = c
	}
}

// seki finds the groups that have a liberty in common with the other side and not the
// eyes to live without it. A group is what one colour owns without a gap. Eyes are the
// regions within it: two are enough, or one that the other side cannot make one eye of
// by beginning in it.
func seki(living, owners *field) Set {
	var found, seen, eyes Set
	var group, eye []cell
	for i := range owners {
		c := owners[i]
		if c != board.Black && c != board.White || seen.has(cell(i)) {
			continue
		}
		var touched, ignored [edge + 1]bool
		group = spread(owners, &seen, cell(i), group[:0], &touched)
		if !touched[board.Empty] {
			continue
		}
		count, safe := 0, false
		for _, at := range group {
			if living[at] == board.Empty && !eyes.has(at) {
				eye = spread(living, &eyes, at, eye[:0], &ignored)
				count, safe = count+1, safe || !oneEye(eye)
			}
		}
		if count < 2 && !safe {
			for _, at := range group {
				found.add(at)
			}
		}
	}
	return found
}

// oneEye reports whether a region becomes one eye only when the other side begins in
// it: up to three points, four in a square or around one of them, five or six around a
// square or a cross (any list of the dead shapes has them).
func oneEye(region []cell) bool {
	var within Set
	for _, at := range region {
		within.add(at)
	}
	links, most := 0, 0
	for _, at := range region {
		n := 0
		for _, d := range around {
			if within.has(at + d) {
				n++
			}
		}
		links, most = links+n, max(most, n)
	}
	switch links /= 2; len(region) {
	case 1, 2, 3:
		return true
	case 4:
		return most == 3 || links == 4
	case 5:
		return most == 4 || most == 3 && links == 5
	case 6:
		return most == 4 && links == 6
	}
	return false
}
