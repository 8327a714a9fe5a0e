package linenet

import (
	"stonehand/engine/board"
	"stonehand/engine/lines"
)

// The lines that a network tells apart: beside an empty point, four points each way, two
// bits for each: empty, Black's, White's, or beyond the edge. A half is one way, the
// nearest point first.

// halves are the halves that there can be, and halfNumber and backward their numbers,
// the latter by bits that begin with the farthest point.
var (
	halves               [halfLines]uint8
	halfNumber, backward [256]uint16
)

func init() {
	n := 0
	for half := range 256 {
		if !possible(half) {
			continue
		}
		halves[n] = uint8(half)
		halfNumber[half] = uint16(n)
		backward[nearestFirst(uint8(half))] = uint16(n)
		n++
	}
}

// possible reports whether nothing but points beyond the edge follow one that is.
func possible(half int) bool {
	for k := 0; k < 6; k += 2 {
		if half>>k&3 == 3 && half>>(k+2)&3 != 3 {
			return false
		}
	}
	return true
}

// lineAt is the number of what stands on a line beside a point.
func lineAt(l lines.Line, bit int) uint16 {
	return halfNumber[uint8(l>>((bit+2)&63))]*halfLines + backward[uint8(l>>((bit-2*reach)&63))]
}

// numberLines are the kinds of lines by their numbers, the same read either way: from 1 on
// those with stones. swapped has the kinds with the colours changed.
func numberLines() (kinds [halfLines * halfLines]uint16, swapped [LineKinds]uint16) {
	var pairs [LineKinds][2]int
	n := uint16(0)
	for i := range halves {
		for j := i; j < len(halves); j++ {
			if hasStones(halves[i]) || hasStones(halves[j]) {
				n++
				pairs[n] = [2]int{i, j}
				kinds[i*halfLines+j], kinds[j*halfLines+i] = n, n
			}
		}
	}
	other := func(i int) int { return int(halfNumber[otherColours(halves[i])]) }
	for kind, pair := range pairs {
		swapped[kind] = kinds[other(pair[0])*halfLines+other(pair[1])]
	}
	return kinds, swapped
}

// hasStones reports whether there are any in a half.
func hasStones(half uint8) bool { return (half^half>>1)&0x55 != 0 }

// otherColours is the half with the colours changed.
func otherColours(half uint8) uint8 {
	odd := (half ^ half>>1) & 0x55
	return half ^ (odd | odd<<1)
}

// Reader tells the kinds of lines beside empty points of boards of a size.
type Reader struct {
	size    board.Size
	empty   lines.Set
	regions [board.Cells]uint8
	kinds   [halfLines * halfLines]uint16
	// Swapped has, by the kind of a line as Black sees it, the kind that it is to White.
	Swapped [LineKinds]uint16
}

// NewReader returns a reader.
func NewReader(size board.Size) *Reader {
	kinds, swapped := numberLines()
	return &Reader{size, lines.Of(size), regionsOf(size), kinds, swapped}
}

// Read shows see every empty point beside which there is a stone: its region, and its four
// lines as Black sees them. color is whose the stones are, by their order.
func (r *Reader) Read(stones []board.Point, color func(i int) board.Color, see func(region int, kinds [4]uint16)) {
	all := r.empty
	var taken [board.Cells]bool
	for i, at := range stones {
		taken[at] = true
		all.Put(at, color(i))
	}
	for at := range r.size.Points {
		if taken[at] {
			continue
		}
		var kinds [4]uint16
		any := uint16(0)
		for d := range all {
			l, bit := lines.Place(at, d)
			kinds[d] = r.kinds[lineAt(all[d][l], bit)]
			any |= kinds[d]
		}
		if any > 0 {
			see(int(r.regions[at]), kinds)
		}
	}
}

// nearestFirst is a half whose bits begin with the farthest point.
func nearestFirst(half uint8) uint8 { return half<<6 | half>>2&3<<4 | half>>4&3<<2 | half>>6 }
