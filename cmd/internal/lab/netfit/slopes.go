package netfit

import (
	"math/bits"

	"stonehand/engine/linenet"
)

// point is a point as both sides see it, the side to move first.
type point struct {
	region int
	kinds  [2][4]uint16
	rising [2]uint32 // its numbers between 0 and 1, which a change counts of
}

// worker judges positions and works out slopes.
type worker struct {
	lessons *Lessons
	numbers linenet.File
	slopes  linenet.File
	rows    [][][]float32 // of slopes, by sides that have numbers of their own
	loss    float64
	lines   *linenet.Reader
	points  []point
	region  [linenet.Regions][2 * linenet.PerSide]float32
	made    [linenet.Regions][linenet.Regional]float32
	in      [linenet.Inputs]float32
	hidden  [linenet.Hidden]float32
}

func newWorker(l *Lessons, n linenet.File) *worker {
	h := &worker{lessons: l, numbers: n, lines: linenet.NewReader(l.Size)}
	var all []*linenet.Numbers
	for range l.sides() {
		slopes := &linenet.Numbers{}
		all, h.rows = append(all, slopes), append(h.rows, rowsOf(slopes))
	}
	h.slopes = linenet.Both(all)
	return h
}

// The divisors of sums, as in the search.
const (
	wholePart  = 1.0 / 16
	regionPart = 1.0 / 4
)

// judge is what a position is worth to the side to move, in units of a logistic curve.
func (h *worker) judge(x *Example) float32 {
	h.points = h.points[:0]
	h.lines.Read(x.Stones, h.lessons.Color, func(region int, kinds [4]uint16) {
		p := point{region: region}
		for i, k := range kinds {
			p.kinds[x.ToMove&1][i], p.kinds[1-x.ToMove&1][i] = k, h.lines.Swapped[k]
		}
		h.points = append(h.points, p)
	})
	h.region, h.in = [linenet.Regions][2 * linenet.PerSide]float32{}, [linenet.Inputs]float32{}
	for i := range h.points {
		p := &h.points[i]
		for view := range p.kinds {
			lines, k := &h.numbers[(x.ToMove+view)&1].Lines, &p.kinds[view]
			p.rising[view] = rising((*[linenet.PerSide]float32)(h.region[p.region][view*linenet.PerSide:]), &lines[k[0]], &lines[k[1]], &lines[k[2]], &lines[k[3]])
		}
	}
	n := h.numbers[x.ToMove&1]
	for r := range h.region {
		made := n.Bias
		for i, v := range h.region[r] {
			h.in[i] += v * wholePart
			v *= regionPart
			for j, w := range &n.First[i] {
				made[j] += v * w
			}
		}
		h.made[r] = made
		for j, v := range made {
			if v > 0 {
				h.in[2*linenet.PerSide+j] += v * regionPart
			}
		}
	}
	out := x.Base + n.States[x.State]
	h.hidden = n.Bias2
	for i, v := range h.in {
		out += v * n.Direct[i]
		for j, w := range &n.Second[i] {
			h.hidden[j] += v * w
		}
	}
	for j, v := range h.hidden {
		if v > 0 {
			out += v * n.Third[j]
		}
	}
	return out
}

// rising adds the sum of four lines to a sum, cut to 0 to 1, and returns which of its
// numbers lie between.
func rising(sum, a, b, c, d *[linenet.PerSide]float32) (between uint32) {
	for i := range sum {
		switch v := a[i] + b[i] + c[i] + d[i]; {
		case v >= 1:
			sum[i]++
		case v > 0:
			sum[i] += v
			between |= 1 << i
		}
	}
	return between
}

// learn adds the slopes of the position that was judged last, whose value has that one.
func (h *worker) learn(x *Example, slope float32) {
	n, s := h.numbers[x.ToMove&1], h.slopes[x.ToMove&1]
	s.States[x.State] += slope
	var hidden [linenet.Hidden]float32
	for j, v := range h.hidden {
		if v > 0 {
			s.Third[j] += slope * v
			hidden[j] = slope * n.Third[j]
			s.Bias2[j] += hidden[j]
		}
	}
	var in [linenet.Inputs]float32
	for i, v := range h.in {
		s.Direct[i] += slope * v
		in[i] = slope * n.Direct[i]
		for j, g := range hidden {
			in[i] += g * n.Second[i][j]
			s.Second[i][j] += g * v
		}
	}
	var region [linenet.Regions][2 * linenet.PerSide]float32
	for r := range region {
		var made [linenet.Regional]float32
		for j, v := range h.made[r] {
			if v > 0 {
				made[j] = in[2*linenet.PerSide+j] * regionPart
				s.Bias[j] += made[j]
			}
		}
		for i, v := range h.region[r] {
			v *= regionPart
			g := float32(0)
			for j, m := range made {
				s.First[i][j] += m * v
				g += m * n.First[i][j]
			}
			region[r][i] = g*regionPart + in[i]*wholePart
		}
	}
	for i := range h.points {
		p := &h.points[i]
		for view, kinds := range p.kinds {
			lines := &h.slopes[(x.ToMove+view)&1].Lines
			slopes := region[p.region][view*linenet.PerSide:]
			for _, k := range kinds {
				if k == 0 {
					continue
				}
				row := &lines[k]
				for m := p.rising[view]; m != 0; m &= m - 1 {
					i := bits.TrailingZeros32(m) & (linenet.PerSide - 1)
					row[i] += slopes[i]
				}
			}
		}
	}
}
