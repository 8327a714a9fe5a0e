package main_test

import (
	"fmt"
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/sgf"
	"stonehand/engine/weiqi"
)

// What people do in a game of Go over a bad link: they capture where they can, pass when
// there is little left, hold chains dead that the others hold alive, play on, and agree
// in the end.

// linkGoSize is the board of these games.
const linkGoSize = 9

// quarrels is how often the people of a table contradict in one game before they agree.
const quarrels = 6

// goDeeds are what the people of a table have done in games of Go.
type goDeeds struct {
	quarrelled     map[string]int // by game
	marks, playsOn int
}

// weiqiOf is the game in a state.
func weiqiOf(now *api.Snapshot) (*weiqi.Game, error) {
	rules, err := weiqi.Preset("chinese")
	if err != nil {
		return nil, err
	}
	g, err := weiqi.New(rules, board.Size{Cols: now.Cols, Rows: now.Rows})
	if err != nil {
		return nil, err
	}
	for i, m := range now.Moves {
		p := board.Nowhere
		if len(m) > 0 {
			p = m[0]
		}
		if _, err := g.Play(board.Color(1+i%2), p); err != nil {
			return nil, fmt.Errorf("turn %d: %w", i+1, err)
		}
	}
	return g, nil
}

// goTurn chooses a point, mostly one that takes a liberty of a chain with the fewest:
// people who attack and seldom defend capture much. None: they pass.
func (s *station) goTurn(now *api.Snapshot) []string {
	g, err := weiqiOf(now)
	if err != nil {
		s.t.Errorf("%s shows a game that nobody can have played: %v", s.host.Addr, err)
		return nil
	}
	b, fewest := g.Board(), board.Cells
	var legal, attacking []string
	for i := range b.Size().Count() {
		p := b.Size().Point(i)
		if g.Check(now.ToMove, p) != nil {
			continue
		}
		legal = append(legal, p.String())
		for _, q := range b.Around(p, nil) {
			if b.At(q) != now.ToMove.Other() {
				continue
			}
			n := len(b.Liberties(q, nil))
			if n < fewest {
				fewest, attacking = n, nil
			}
			if n == fewest {
				attacking = append(attacking, p.String())
			}
		}
	}
	if len(attacking) > 0 && s.rng.IntN(6) > 0 {
		legal = attacking
	}
	if len(legal) == 0 {
		return nil
	}
	return []string{legal[s.rng.IntN(len(legal))]}
}

// goes does what people do in a game of Go and in no other, and reports whether there was
// something.
func (s *station) goes(now *api.Snapshot) bool {
	do := func(c map[string]any) bool {
		_, err := s.table().Command(c)
		return err == nil
	}
	switch n := len(now.Moves); {
	case now.Phase == api.PhaseHuman && n > 0:
		most := 160 // of a random game in 200
		if len(now.Moves[n-1]) == 0 {
			most = 60 // they take the hint
		}
		if n >= 30 && s.rng.IntN(most) < n-25 {
			return do(map[string]any{"do": "pass"})
		}
	case now.Phase == api.PhaseCount:
		left := quarrels - s.deeds.quarrelled[now.GameID]
		switch k := s.rng.IntN(12); {
		case left > 0 && k == 0:
			if do(map[string]any{"do": "play-on"}) {
				s.deeds.playsOn++
				s.deeds.quarrelled[now.GameID]++
			}
		case left > 0 && k < 5 && len(now.Record) > 0:
			if do(map[string]any{"do": "dead", "point": now.Record[s.rng.IntN(len(now.Record))].Point}) {
				s.deeds.marks++
				s.deeds.quarrelled[now.GameID]++
			}
		case left <= 0 && !slices.Contains(now.Go.Agreed, now.Remote.Color.Other()):
			do(map[string]any{"do": "agree"})
		}
		return true
	}
	return false
}

// sameGo reports whether two tables have counted a game alike.
func sameGo(h, g *api.Snapshot) bool {
	if h.Go == nil || g.Go == nil {
		return h.Go == g.Go
	}
	return h.Go.Prisoners == g.Go.Prisoners && slices.Equal(h.Go.Dead, g.Go.Dead) && h.Go.Score == g.Go.Score
}

// goRecord lists the moves of a record of Go, its terms, its result and whose every point
// is; nil for another game.
func goRecord(record []byte) (list [][]string) {
	games, err := sgf.Read(record)
	if err != nil {
		return nil
	}
	isGo := false
	for _, n := range games[0].Main() {
		for _, p := range n.Properties {
			isGo = isGo || p.Name == "GM" && p.Values[0] == "1"
			if !slices.Contains([]string{"B", "W", "TB", "TW", "RE", "KM", "RU", "SZ"}, p.Name) {
				continue
			}
			words := []string{p.Name}
			for _, v := range p.Values {
				words = append(words, string(v))
			}
			list = append(list, words)
		}
	}
	if !isGo {
		return nil
	}
	return list
}
