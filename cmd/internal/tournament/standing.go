package tournament

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Standing is how a player stands. Points are counted in halves.
type Standing struct {
	Player int `json:"player"`
	Rank   int `json:"rank"` // players who are equal in everything share one
	Games  int `json:"games"`
	Points int `json:"points"`
	// Tie decides between equals: of a round robin the points of those that were beaten
	// and half of those that were drawn with (Sonneborn-Berger), else the sum of the
	// opponents' points (Buchholz); in quarters and halves of a point.
	Tie int `json:"tie"`
}

// halves is what a side got of a pairing.
func halves(p Pairing, black bool) int {
	switch {
	case p.Result == "":
		return 0
	case p.Result == Draw:
		return 1
	case (p.Result == BlackWins) == black:
		return 2
	}
	return 0
}

// Standings are all players, the first first.
func (t *Tournament) Standings() []Standing {
	list := make([]Standing, len(t.Players))
	for i := range list {
		list[i].Player = i
	}
	for _, p := range t.Pairings {
		if p.White != Nobody || t.Kind == Swiss { // who is free in a Swiss system gets the point
			list[p.Black].Points += halves(p, true)
		}
		if p.Result == "" || p.White == Nobody {
			continue
		}
		list[p.White].Points += halves(p, false)
		list[p.Black].Games++
		list[p.White].Games++
	}
	for _, p := range t.Pairings {
		if p.Result == "" || p.White == Nobody {
			continue
		}
		b, w := &list[p.Black], &list[p.White]
		if t.Kind == RoundRobin {
			b.Tie += halves(p, true) * w.Points
			w.Tie += halves(p, false) * b.Points
		} else {
			b.Tie += w.Points
			w.Tie += b.Points
		}
	}
	stage := t.stages()
	order := func(a, b Standing) int {
		if t.Kind == Knockout {
			return cmp.Compare(stage[b.Player], stage[a.Player])
		}
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Tie, a.Tie))
	}
	slices.SortStableFunc(list, order)
	for i := range list {
		list[i].Rank = i + 1
		if i > 0 && order(list[i-1], list[i]) == 0 {
			list[i].Rank = list[i-1].Rank
		}
	}
	return list
}

// unbeaten is the stage of those who are still in.
const unbeaten = 1 << 20

// stages is how far every player has come in a knockout: the stage in which it was out, or
// would have played next as it withdrew, and more for those who are still in. Rounds that
// repeat drawn games belong to the stage of those.
func (t *Tournament) stages() []int {
	stage, next := slices.Repeat([]int{unbeaten}, len(t.Players)), make([]int, len(t.Players))
	at, round := 0, 0
	for i, p := range t.Pairings {
		if p.Round != round {
			if !slices.ContainsFunc(t.Pairings[:i], p.repeats) {
				at++
			}
			round = p.Round
		}
		switch {
		case p.White == Nobody:
			next[p.Black] = at + 1
		case p.Result == Draw:
			next[p.Black], next[p.White] = at, at
		case p.Result == BlackWins:
			stage[p.White], next[p.Black] = at, at+1
		case p.Result == WhiteWins:
			stage[p.Black], next[p.White] = at, at+1
		}
	}
	for _, p := range t.Withdrawn {
		stage[p] = min(stage[p], next[p])
	}
	return stage
}

// repeats reports whether a game of a knockout is a drawn one of the round before, again.
func (p Pairing) repeats(q Pairing) bool {
	return q.Round == p.Round-1 && q.Result == Draw && q.Black == p.White && q.White == p.Black
}

// Points writes halves as people do: "2½".
func Points(halves int) string {
	s := fmt.Sprint(halves / 2)
	if halves%2 == 1 {
		s = strings.TrimPrefix(s+"½", "0")
	}
	return s
}

// Crosstable is what every player, in the order of the standings, got against every other:
// a row for each, "1", "0", "½", "" where they have not played, "+" in a round without an opponent.
func (t *Tournament) Crosstable() [][]string {
	order := t.Standings()
	column := make([]int, len(order))
	for i, s := range order {
		column[s.Player] = i
	}
	rows := make([][]string, len(order))
	for i := range rows {
		rows[i] = make([]string, len(order))
		rows[i][i] = "–"
	}
	for _, p := range t.Pairings {
		switch {
		case p.White == Nobody:
			rows[column[p.Black]][column[p.Black]] += "+"
		case p.Result != "":
			rows[column[p.Black]][column[p.White]] += Points(halves(p, true))
			rows[column[p.White]][column[p.Black]] += Points(halves(p, false))
		}
	}
	return rows
}
