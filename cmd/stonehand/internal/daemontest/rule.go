package daemontest

import (
	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
)

// row is how many stones in a row win.
const row = 6

// size is the board that these rules play on.
var size = board.Size{Cols: 19, Rows: 19}

// Hinder returns n empty points that hinder the side that is not c most: those
// in the way of its fullest windows. It keeps a machine of middling strength
// busy for a while.
func Hinder(stones []api.Stone, n int, c board.Color) []string {
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
		for back := range row {
			value := 1
			for k := range row {
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

// StandAside returns n empty points at the rim, far from each other: a side that
// plays there loses.
func StandAside(stones []api.Stone, n int) []string {
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
