package opening

import (
	"fmt"

	"stonehand/engine/board"
)

// Reason is why an opening does not allow a stone, or two.
type Reason uint8

// The reasons.
const (
	Centre    Reason = iota + 1 // the first stone belongs in the middle
	Adjacent                    // the second belongs on one of the eight points around the first
	Central5                    // the third belongs on one of the 25 points in the middle
	Symmetric                   // a symmetry of the position exchanges the two fifth stones
)

// PointError refuses stones that the opening does not allow.
type PointError struct {
	Point  board.Point
	Reason Reason
	Size   board.Size
}

// Error implements error.
func (e *PointError) Error() string {
	why := ""
	switch e.Reason {
	case Centre:
		why = fmt.Sprintf("the first stone of the opening belongs in the middle, on %s", e.Size.Center())
	case Adjacent:
		why = fmt.Sprintf("the second stone of the opening belongs next to the first, on one of the eight points around %s", e.Size.Center())
	case Central5:
		why = fmt.Sprintf("the third stone of the opening belongs within two points of the middle, %s", e.Size.Center())
	case Symmetric:
		why = "it is the mirror image of the other fifth stone, and so no choice"
	}
	return fmt.Sprintf("%s is not allowed: %s", e.Point, why)
}

// reaches are how far from the middle the first three stones may lie.
var reaches = [AfterThree]struct {
	least, most int
	reason      Reason
}{{0, 0, Centre}, {1, 1, Adjacent}, {0, 2, Central5}}

// Check says why the opening does not allow the turn of that number, counted from
// 0, on these empty points; nil if it does. at returns what stands on a point
// before the turn.
func (k Kind) Check(size board.Size, turn int, points []board.Point, at func(board.Point) board.Color) *PointError {
	if !k.Canonical() {
		return nil
	}
	if turn < AfterThree {
		r := reaches[turn]
		for _, p := range points {
			if d := p.Distance(size.Center()); d < r.least || d > r.most {
				return &PointError{p, r.reason, size}
			}
		}
	}
	if k == RIF && turn == fifthTurn && len(points) == 2 && Exchanged(size, points[0], points[1], at) {
		return &PointError{points[1], Symmetric, size}
	}
	return nil
}

// Allowed lists the empty points on which the turn of that number, counted from 0,
// may be played, in reading order; nil where the opening allows all of them.
func (k Kind) Allowed(size board.Size, turn int, at func(board.Point) board.Color) []board.Point {
	if !k.Canonical() || turn >= AfterThree {
		return nil
	}
	var list []board.Point
	for p := range size.Points {
		if at(p) == board.Empty && k.Check(size, turn, []board.Point{p}, at) == nil {
			list = append(list, p)
		}
	}
	return list
}

// Exchanged reports whether a symmetry of the board leaves the position as it is
// and exchanges two of its empty points: to play on one is then the same as to
// play on the other.
func Exchanged(size board.Size, a, b board.Point, at func(board.Point) board.Color) bool {
	for s := 1; s < size.Symmetries(); s++ {
		if size.Turn(a, s) == b && same(size, s, at) {
			return true
		}
	}
	return false
}

// same reports whether the position looks the same after a symmetry.
func same(size board.Size, s int, at func(board.Point) board.Color) bool {
	for p := range size.Points {
		if at(p) != at(size.Turn(p, s)) {
			return false
		}
	}
	return true
}

// Pattern is one of Renju's 26 openings.
type Pattern struct {
	Code    string // "D4": D for direct, White beside the first stone; I for indirect, White at its corner
	Name    string // in Latin letters, "Kagetsu"
	Chinese string // "花月"
	// White and Black are where the second and third stones lie, in columns and
	// rows from the first.
	White, Black [2]int
	// Worth is what players of title matches hold of it, with two fifth stones to
	// follow: 3 Black wins, 2 Black stands better, 1 slightly, 0 even, and the same
	// for White below 0.
	Worth int
}

// Canonical lists the 26 openings, D1 to D13 and I1 to I13, each as it lies with
// White above the first stone, or above and right of it, and the third stone not
// left of that line.
//
// Names, stones and worth are those of the Renju International Federation
// (https://www.renju.net/openings/).
func Canonical() []Pattern { return append([]Pattern(nil), canonical[:]...) }

var direct, indirect = [2]int{0, 1}, [2]int{1, 1}

var canonical = [26]Pattern{
	{"D1", "Kansei", "寒星", direct, [2]int{0, 2}, 3},
	{"D2", "Keigetsu", "溪月", direct, [2]int{1, 2}, 3},
	{"D3", "Sosei", "疏星", direct, [2]int{2, 2}, 0},
	{"D4", "Kagetsu", "花月", direct, [2]int{1, 1}, 3},
	{"D5", "Zangetsu", "残月", direct, [2]int{2, 1}, 2},
	{"D6", "Ugetsu", "雨月", direct, [2]int{1, 0}, 3},
	{"D7", "Kinsei", "金星", direct, [2]int{2, 0}, 3},
	{"D8", "Shogetsu", "松月", direct, [2]int{0, -1}, 2},
	{"D9", "Kyugetsu", "丘月", direct, [2]int{1, -1}, 1},
	{"D10", "Shingetsu", "新月", direct, [2]int{2, -1}, 2},
	{"D11", "Zuisei", "瑞星", direct, [2]int{0, -2}, 0},
	{"D12", "Sangetsu", "山月", direct, [2]int{1, -2}, 2},
	{"D13", "Yusei", "游星", direct, [2]int{2, -2}, -3},
	{"I1", "Chosei", "长星", indirect, [2]int{2, 2}, -1},
	{"I2", "Kyogetsu", "峡月", indirect, [2]int{2, 1}, 3},
	{"I3", "Kosei", "恒星", indirect, [2]int{2, 0}, 3},
	{"I4", "Suigetsu", "水月", indirect, [2]int{2, -1}, 3},
	{"I5", "Ryusei", "流星", indirect, [2]int{2, -2}, -1},
	{"I6", "Ungetsu", "云月", indirect, [2]int{1, 0}, 3},
	{"I7", "Hogetsu", "浦月", indirect, [2]int{1, -1}, 3},
	{"I8", "Rangetsu", "岚月", indirect, [2]int{1, -2}, 3},
	{"I9", "Gingetsu", "银月", indirect, [2]int{0, -1}, 2},
	{"I10", "Myojo", "明星", indirect, [2]int{0, -2}, 3},
	{"I11", "Shagetsu", "斜月", indirect, [2]int{-1, -1}, 1},
	{"I12", "Meigetsu", "名月", indirect, [2]int{-1, -2}, 2},
	{"I13", "Suisei", "彗星", indirect, [2]int{-2, -2}, -3},
}

// symmetries are those of a square about the origin, as matrices.
var symmetries = [8][4]int{
	{1, 0, 0, 1}, {-1, 0, 0, 1}, {1, 0, 0, -1}, {-1, 0, 0, -1},
	{0, 1, 1, 0}, {0, -1, 1, 0}, {0, 1, -1, 0}, {0, -1, -1, 0},
}

func turned(at [2]int, s [4]int) [2]int {
	return [2]int{s[0]*at[0] + s[1]*at[1], s[2]*at[0] + s[3]*at[1]}
}

// Named returns the opening that the first three stones make, Black, White and
// Black in the order of play, however it lies on the board; ok is false if they
// make none of the 26.
func Named(size board.Size, three []board.Point) (p Pattern, ok bool) {
	if len(three) != 3 || three[0] != size.Center() {
		return Pattern{}, false
	}
	white, black := from(three[0], three[1]), from(three[0], three[2])
	for _, p := range canonical {
		for _, s := range symmetries {
			if turned(p.White, s) == white && turned(p.Black, s) == black {
				return p, true
			}
		}
	}
	return Pattern{}, false
}

// Points returns the opening's three stones as they lie turned by one of the
// symmetries 0 to 7 of a square. The board must be one that [Renju] fits.
func (p Pattern) Points(size board.Size, symmetry int) [3]board.Point {
	mid := size.Center()
	at := func(step [2]int) board.Point {
		d := turned(step, symmetries[symmetry&7])
		return board.At(mid.X()+d[0], mid.Y()+d[1])
	}
	return [3]board.Point{mid, at(p.White), at(p.Black)}
}

// from is the step from one point to another, in columns and rows.
func from(a, b board.Point) [2]int { return [2]int{b.X() - a.X(), b.Y() - a.Y()} }
