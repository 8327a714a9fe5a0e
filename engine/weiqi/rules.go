package weiqi

import (
	"math"
	"strings"

	"stonehand/engine/board"
	"stonehand/engine/problem"
)

// Ko says which repetitions a rule set forbids. The point of a simple ko is forbidden
// by all of them.
type Ko uint8

// The ko rules.
const (
	SimpleKo    Ko = iota // nothing else
	Positional            // any board that was there before
	Situational           // any board that was there before with the same side to move
)

// Scoring says what counts in the end.
type Scoring uint8

// The ways to count.
const (
	Area      Scoring = iota // living stones and the points that they enclose
	Territory                // enclosed points and prisoners; points of a seki do not count
)

// Bonus says what White gets for Black's handicap when the area is counted.
type Bonus uint8

// The bonuses.
const (
	NoBonus     Bonus = iota
	EachStone         // a point for every handicap stone
	AllButFirst       // a point for every handicap stone but the first
)

// Rules are what rule sets differ in. The zero Rules count area, without komi, and
// forbid suicide and simple ko.
type Rules struct {
	Name    string
	Ko      Ko
	Suicide bool // is allowed
	Scoring Scoring
	Komi    float64 // points that White gets
	Bonus   Bonus
}

// Presets lists the rule sets by name. The first is the usual one.
//
//   - chinese: the rules of the Chinese Go Association, 2002. No board may appear
//     again; White gets a point for every handicap stone.
//   - aga: the AGA Concise Rules of Go. They forbid a board with the same side to move.
//     Counting area and territory comes to the same there; here the area is counted.
//   - japanese: the Nihon Kiin's rules of 1989. Repetition other than a simple ko is
//     allowed, and the players may agree that a game that repeats has no result.
//   - new-zealand: the rules of the New Zealand Go Society. Suicide is allowed.
//   - even: those of the report on a Go program in C++ that the two models of influence
//     are from. It counts the area, points between both colours as a half for each, has
//     no komi and so knows draws. What it does not say is as in the Chinese rules.
func Presets() []Rules {
	return []Rules{
		{Name: "chinese", Ko: Positional, Komi: 7.5, Bonus: EachStone},
		{Name: "aga", Ko: Situational, Komi: 7.5, Bonus: AllButFirst},
		{Name: "japanese", Scoring: Territory, Komi: 6.5},
		{Name: "new-zealand", Ko: Situational, Suicide: true, Komi: 7},
		{Name: "even", Ko: Positional},
	}
}

// Preset returns the rule set of a name, in any case, or says which there are.
func Preset(name string) (Rules, error) {
	var names []string
	for _, r := range Presets() {
		if strings.EqualFold(r.Name, name) {
			return r, nil
		}
		names = append(names, r.Name)
	}
	return Rules{}, problem.New("there are no such rules; choose one of: %s", strings.Join(names, ", "))
}

// CheckKomi says why a komi is none, or nil. It is a number of points up to the largest
// board's, negative if Black gets it, usually a multiple of a half.
func CheckKomi(komi float64) error {
	if most := float64(MaxSide * MaxSide); math.IsNaN(komi) || math.Abs(komi) > most {
		return problem.New("komi goes from -%g to %g points", most, most)
	}
	return nil
}

// bonus is what White gets for so many handicap stones.
func (r Rules) bonus(stones int) float64 {
	switch {
	case stones == 0 || r.Scoring == Territory:
		return 0
	case r.Bonus == EachStone:
		return float64(stones)
	case r.Bonus == AllButFirst:
		return float64(stones - 1)
	}
	return 0
}

// ErrHandicap is wrapped where a number of handicap stones is none.
var ErrHandicap error = problem.New("invalid number of handicap stones")

// FixedHandicap returns the star points on which so many stones are placed, in the order
// of the Go Text Protocol (version 2, section 4.1.1): up to four in the corners of a
// board whose sides have at least 7 points, up to nine where both have an odd number, at
// least 9.
func FixedHandicap(size board.Size, n int) ([]board.Point, error) {
	most := 4
	switch cols, rows := size.Cols, size.Rows; {
	case min(cols, rows) < 7:
		return nil, problem.New("%w: there are no star points on %s", ErrHandicap, size)
	case min(cols, rows) >= 9 && cols%2 == 1 && rows%2 == 1:
		most = 9
	}
	if n < 2 || n > most {
		return nil, problem.New("%w: %s takes 2 to %d on its star points", ErrHandicap, size, most)
	}
	line := func(side int) [3]int {
		first := 2
		if side >= 13 {
			first = 3
		}
		return [3]int{first, side / 2, side - 1 - first}
	}
	x, y := line(size.Cols), line(size.Rows)
	order := [9][2]int{{0, 0}, {2, 2}, {0, 2}, {2, 0}, {0, 1}, {2, 1}, {1, 0}, {1, 2}, {1, 1}}
	var points []board.Point
	for i, o := range order[:n] {
		// Of an odd number of five or more the last goes to the centre.
		if n >= 5 && n%2 == 1 && i == n-1 {
			o = order[8]
		}
		points = append(points, board.At(x[o[0]], y[o[1]]))
	}
	return points, nil
}

// FreeHandicap returns points for so many stones: the star points while there are
// enough, and after them always the point that is farthest from all stones and the
// edge.
func FreeHandicap(size board.Size, n int) ([]board.Point, error) {
	if n < 2 || n >= size.Count() {
		return nil, problem.New("%w: %s takes 2 to %d", ErrHandicap, size, size.Count()-1)
	}
	points, err := FixedHandicap(size, n)
	for most := 9; err != nil && most >= 2; most-- {
		points, err = FixedHandicap(size, most)
		points = points[:min(len(points), n)]
	}
	for len(points) < n {
		best, at := -1, board.Nowhere
		for p := range size.Points {
			room := 2*min(p.X(), p.Y(), size.Cols-1-p.X(), size.Rows-1-p.Y()) + 1
			for _, q := range points {
				room = min(room, max(p.X()-q.X(), q.X()-p.X())+max(p.Y()-q.Y(), q.Y()-p.Y()))
			}
			if room > best {
				best, at = room, p
			}
		}
		points = append(points, at)
	}
	return points, nil
}
