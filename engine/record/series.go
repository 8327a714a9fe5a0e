package record

import (
	"fmt"
	"slices"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/pairs"
)

// MinSeries and MaxSeries are how many games a match has at least and at most.
const (
	MinSeries = 2
	MaxSeries = 1000
)

// Series is a match: games between the same two players that are not people, who take
// each colour in turn. The zero value is none.
type Series struct {
	Games  int    // in all
	Seed   uint64 // of its openings
	Halves []int  // half points, 0 to 2, that the first player got in each game before this one
	// Helped is in how many games before this one the machine played turns in the place of the
	// first player, and of the second.
	Helped [2]int
}

// check says why there is no such match between players, or nil.
func (s Series) check(seats Seats) error {
	switch bad := func(half int) bool { return half < 0 || half > 2 }; {
	case s.Games == 0 && len(s.Halves) == 0:
		return nil
	case s.Games < MinSeries || s.Games > MaxSeries:
		return fmt.Errorf("a match has %d to %d games, not %d", MinSeries, MaxSeries, s.Games)
	case len(s.Halves) >= s.Games:
		return fmt.Errorf("a match of %d games cannot go on after %d", s.Games, len(s.Halves))
	case slices.ContainsFunc(s.Halves, bad):
		return fmt.Errorf("a game brings 0 to 2 half points, not %d", s.Halves[slices.IndexFunc(s.Halves, bad)])
	case seats.People != [3]bool{} || seats.Remote != board.Empty:
		return fmt.Errorf("people and remote opponents do not play matches here")
	}
	return nil
}

// On reports whether a game is part of a match, and the match is not over with it.
func (g *Game) On() bool {
	return g.Series.Games > 0 && !(g.Game.Result().Over && len(g.Series.Halves)+1 >= g.Series.Games)
}

// FirstPlayer returns the colour that the first player of the match has now.
func (g *Game) FirstPlayer() board.Color {
	c := board.Black
	if pairs.Black(len(g.Series.Halves)) != 0 {
		c = board.White
	}
	if g.Game.BlackPlayer() == opening.Second {
		c = c.Other()
	}
	return c
}

// Standing lists the first player's half points, game by game, with the present game's
// once it is over.
func (g *Game) Standing() []int {
	halves := slices.Clone(g.Series.Halves)
	if r := g.Game.Result(); r.Over {
		halves = append(halves, pairs.Points(r.Winner, g.FirstPlayer() == board.Black))
	}
	return halves
}

// Helped is in how many games of the match, the present one included, the machine played turns in
// the place of the first player, and of the second.
func (g *Game) Helped() [2]int {
	n := g.Series.Helped
	for i, c := range []board.Color{g.FirstPlayer(), g.FirstPlayer().Other()} {
		for turn, by := range g.By {
			if g.Game.SideOf(turn) == c && g.Programs[c] != "" && by == (Seat{Level: by.Level}) {
				n[i]++
				break
			}
		}
	}
	return n
}

// Next returns who sits where in the next game of the match, and the match as it stands
// then. The present game must be over.
func (g *Game) Next() (Seats, Series) {
	s := g.Series
	s.Halves, s.Helped = g.Standing(), g.Helped()
	return g.First().exchanged(), s
}

// Given returns the turns with which the present game of the match is to begin, those that
// were played included.
func (g *Game) Given() []game.Turn {
	if g.Series.Games == 0 || !g.Game.Start().IsZero() {
		return nil
	}
	return pairs.Opening(g.Game.Rules(), len(g.Series.Halves)/2, g.Series.Seed)
}

// same reports whether the same players sit at the same colours.
func (s Seats) same(t Seats) bool {
	return s.People == t.People && s.Remote == t.Remote && s.Programs == t.Programs && s.Level == t.Level
}
