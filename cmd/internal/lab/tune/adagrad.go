package tune

import "math"

// Weight is a number that is learned, and the sum of the squares of its slopes:
// AdaGrad (J. Duchi, E. Hazan and Y. Singer, 2011).
type Weight struct {
	At   float32
	past float32
}

// Step takes one step down a slope. Shrink pulls the number towards none.
func (w *Weight) Step(slope, rate, shrink float32) {
	slope += shrink * w.At
	w.past += slope * slope
	if w.past > 0 {
		w.At -= rate * slope / float32(math.Sqrt(float64(w.past)))
	}
}

// Chance is the logistic curve: the chance to win with a lead of v.
func Chance(v float32) float32 { return float32(1 / (1 + math.Exp(-float64(v)))) }
