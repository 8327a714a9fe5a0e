package linenet

import "stonehand/engine/board"

// What a network does most, in plain Go. Where a processor has Vectors, the same is done by
// them (netlayer_amd64.s, netlayer_arm64.s), with the same results.

// cut is what a number of a point counts.
func cut(v int16) int16 { return min(max(v, 0), full) }

// joinPlain adds a point's numbers to a sum, leavePlain takes them from it.
func joinPlain(sum, point *numbers) {
	for k, v := range point {
		sum[k] += cut(v)
	}
}

func leavePlain(sum, point *numbers) {
	for k, v := range point {
		sum[k] -= cut(v)
	}
}

// shiftPlain changes lines of points, and the sums of their regions.
func shiftPlain(points *[board.Cells]numbers, sums *[Regions]numbers, lines *[halfLines * halfLines][lanes]int8, changes []lineChange) {
	for _, c := range changes {
		point, sum := &points[c.point], &sums[c.region]
		was, now := &lines[c.was], &lines[c.now]
		for k, v := range point {
			w := v - int16(was[k]) + int16(now[k])
			point[k] = w
			sum[k] += cut(w) - cut(v)
		}
	}
}

// totalPlain is the sum of all regions.
func totalPlain(all *numbers, sums *[Regions]numbers) {
	*all = numbers{}
	for r := range sums {
		for k, v := range sums[r] {
			all[k] += v
		}
	}
}

// layerPlain adds what sixteen outputs make of inputs, by pairs of these, where that is
// above 0.
func layerPlain(sum, bias *[Regional]int32, weights [][Regional][2]int16, in []int16) {
	for j, v := range bias {
		for i := range weights {
			w := &weights[i][j]
			v += int32(in[2*i])*int32(w[0]) + int32(in[2*i+1])*int32(w[1])
		}
		sum[j] += max(v, 0)
	}
}
