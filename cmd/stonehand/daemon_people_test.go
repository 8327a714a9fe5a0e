package main_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/players"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
)

// hurry chooses n points for the side to move as a hasty person does: where its own
// rows are longest, or the other side's, which count care as much; of points that are
// nearly as good, any. It plays every game of rows, and ends it soon if care is small.
func hurry(s *api.Snapshot, n int, care float64, rng *rand.Rand) []string {
	b := builder{size: board.Size{Cols: s.Cols, Rows: s.Rows}, row: 5, care: care, stones: map[board.Point]board.Color{}}
	if s.Game == "connect6" {
		b.row = 6
	}
	for _, x := range s.Stones {
		b.stones[x.Point] = board.Color(x.Color)
	}
	var chosen []string
	for range n {
		best, most := board.Nowhere, -1.0
		for i := range b.size.Count() {
			p := b.size.Point(i)
			if b.stones[p] != board.Empty || slices.Contains(s.Forbidden, p) {
				continue
			}
			if v := b.worth(p, s.ToMove) * (0.7 + 0.6*rng.Float64()); v > most {
				best, most = p, v
			}
		}
		if best == board.Nowhere {
			break
		}
		b.stones[best] = s.ToMove
		chosen = append(chosen, best.String())
	}
	return chosen
}

// builder knows where stones stand.
type builder struct {
	size   board.Size
	row    int // how many win
	care   float64
	stones map[board.Point]board.Color
}

// worth is what a stone of a colour on p is worth: each row through it counts
// eight times as much for every stone of one side that has no other's beside it.
func (b *builder) worth(p board.Point, color board.Color) float64 {
	total := 0.0
	for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		for back := range b.row {
			mine, theirs, fits := 1.0, b.care, true
			for k := range b.row {
				x, y := p.X()+(k-back)*d[0], p.Y()+(k-back)*d[1]
				if x < 0 || y < 0 || x >= b.size.Cols || y >= b.size.Rows {
					fits = false
					break
				}
				switch c := b.stones[board.At(x, y)]; {
				case c == board.Empty:
				case c == color:
					mine, theirs = mine*8, 0
				default:
					mine, theirs = 0, theirs*8
				}
			}
			if fits {
				total += max(mine, theirs)
			}
		}
	}
	return total
}

// rowToWin is how many stones in a row win.
const rowToWin = 6

// hinder returns n empty points that hinder the side that is not c most: those
// in the way of its fullest windows. It keeps a machine of middling strength
// busy for a while.
func hinder(stones []api.Stone, n int, c board.Color) []string {
	var points [board.Cells]board.Color
	for _, s := range stones {
		points[s.Point] = s.Color
	}
	var chosen []string
	for range n {
		best, most := -1, -1
		for i := range size.Count() {
			if p := size.Point(i); points[p] == board.Empty {
				if v := inTheWay(&points, i, c); v > most {
					best, most = i, v
				}
			}
		}
		p := size.Point(best)
		points[p] = c
		chosen = append(chosen, p.String())
	}
	return chosen
}

// inTheWay says how much a stone of c on point number i takes from the other
// side: each window through it without a stone of c counts four times as much
// for every stone of the other side in it.
func inTheWay(points *[board.Cells]board.Color, i int, c board.Color) (worth int) {
	col, line := i%size.Cols, i/size.Cols
	for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		for back := range rowToWin {
			value := 1
			for k := range rowToWin {
				x, y := col+(k-back)*d[0], line+(k-back)*d[1]
				if x < 0 || y < 0 || x >= size.Cols || y >= size.Rows {
					value = 0
					break
				}
				switch points[size.Point(y*size.Cols+x)] {
				case board.Empty:
				case c:
					value = 0
				default:
					value *= 4
				}
			}
			worth += value
		}
	}
	return worth
}

// standAside returns n empty points at the rim, far from each other: a side that
// plays there loses.
func standAside(stones []api.Stone, n int) []string {
	taken := map[board.Point]bool{}
	for _, s := range stones {
		taken[s.Point] = true
	}
	var chosen []string
	for i := 0; len(chosen) < n && i < size.Count(); i++ {
		// Five is prime to 19, so the step reaches every column of a row.
		p := size.Point(i/size.Cols*size.Cols + i*5%size.Cols)
		if !taken[p] {
			chosen = append(chosen, p.String())
		}
	}
	return chosen
}

// newMaster returns a player of Connect6 who beats the weak levels: the engine, which looks at
// so many positions a turn that a busy machine changes nothing.
func newMaster() (func(ctx context.Context, stones []api.Stone, due int, c board.Color) ([]string, error), error) {
	rules := game.Connect6()
	engine, err := players.NewConnect6(players.Defaults(), time.Now)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, stones []api.Stone, due int, c board.Color) (names []string, err error) {
		q := player.Question{Position: player.Position{Rules: rules, ToMove: c, Due: due}, Limits: limit.Limits{Nodes: 20_000}}
		for _, s := range stones {
			q.Turns = append(q.Turns, game.Turn{Color: s.Color, Points: []board.Point{s.Point}})
		}
		a, err := engine.Choose(ctx, q, nil)
		for _, p := range a.Points {
			names = append(names, p.String())
		}
		return names, err
	}, nil
}
