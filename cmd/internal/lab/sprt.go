package lab

import "math"

// SPRT is a sequential probability ratio test on pairs of games: is A stronger
// than B by Elo1 rather than Elo0? (A. Wald, "Sequential Tests of Statistical
// Hypotheses", 1945; in the generalised form for pairs that chess engines use,
// M. Van den Bergh, "A practical introduction to the GSPRT", 2020.)
type SPRT struct {
	Elo0, Elo1  float64
	Alpha, Beta float64 // chance of a wrong yes and of a wrong no
}

// Bounds are the log-likelihood ratios at which the answer is no and yes.
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// LLR is the log-likelihood ratio that a score gives, by the normal
// approximation over pairs.
func (t SPRT) LLR(s Score) float64 {
	n := 0
	for _, k := range s.Pairs {
		n += k
	}
	if n == 0 {
		return 0
	}
	r0, r1 := rate(t.Elo0), rate(t.Elo1)
	variance := s.spread() * s.spread()
	if variance == 0 {
		return 0
	}
	return (r1 - r0) * (2*s.Rate() - r0 - r1) / (2 * variance)
}

// Done reports whether the answer is in.
func (t SPRT) Done(s Score) bool {
	lower, upper := t.Bounds()
	llr := t.LLR(s)
	return llr <= lower || llr >= upper
}

// rate is the share of points that a difference in Elo stands for.
func rate(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }
