// Package pairs is how two players are compared by games: they come in pairs, one
// opening with each colour, and are counted in pairs.
package pairs

import (
	"fmt"
	"math"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/opening"
)

// Black returns which player, 0 for the first and 1 for the second, has Black in game n
// of a match, counted from 0.
func Black(n int) int { return n % 2 }

// Points are the half points, 0 to 2, that a game brings the player who had Black in it,
// or, not black, White.
func Points(winner board.Color, black bool) int {
	switch {
	case winner == board.Empty:
		return 1
	case (winner == board.Black) == black:
		return 2
	}
	return 0
}

// Opening returns the turns with which both games of a pair begin, pairs counted from 0:
// of Connect6 one that long searches hold even, another for every pair and seed. It is
// empty where no such openings are known, or where the players are to open by a protocol.
func Opening(r game.Rules, pair int, seed uint64) []game.Turn {
	if c, ok := r.(game.Connect); !ok || c.Row != game.Connect6().Row || c.Opening != opening.Free {
		return nil
	}
	all := opening.Evens(r.Size(), nil)
	if len(all) == 0 {
		return nil
	}
	// The list has each opening eight times in a row, turned; a step that is odd and long
	// comes by all of them.
	const step = 8*7 + 1
	three := all[(seed%uint64(len(all))+uint64(pair)*step)%uint64(len(all))]
	return []game.Turn{{Color: board.Black, Points: three[:1]}, {Color: board.White, Points: three[1:]}}
}

// Count counts a match so far by the first player's half points, 0 to 2 each, game by
// game. The last game counts in no pair while its pair is not complete.
func Count(halves []int) (s Score) {
	for ; len(halves) >= 2; halves = halves[2:] {
		s.AddPair(halves[0], halves[1])
	}
	if len(halves) == 1 {
		s.add(halves[0])
	}
	return s
}

// Score counts what one player, the first of a match, made of its games. Games
// come in pairs: one opening played with each colour.
type Score struct {
	Win, Draw, Loss int
	// Pairs counts pairs by the points they brought in half points: 0, 0.5, 1,
	// 1.5 or 2 of 2. Their spread is less than that of single games, since an
	// uneven opening favours each side once.
	Pairs [5]int
}

// Games is the number of games played.
func (s Score) Games() int { return s.Win + s.Draw + s.Loss }

// Rate is the share of points won, 0 to 1; 0.5 before any game.
func (s Score) Rate() float64 {
	if s.Games() == 0 {
		return 0.5
	}
	return (float64(s.Win) + float64(s.Draw)/2) / float64(s.Games())
}

// AddPair counts a pair of games by the points (0, 1 or 2 half points each).
func (s *Score) AddPair(first, second int) {
	s.add(first)
	s.add(second)
	s.Pairs[first+second]++
}

func (s *Score) add(half int) {
	switch half {
	case 0:
		s.Loss++
	case 1:
		s.Draw++
	default:
		s.Win++
	}
}

// Add counts another score in.
func (s *Score) Add(t Score) {
	s.Win += t.Win
	s.Draw += t.Draw
	s.Loss += t.Loss
	for i := range s.Pairs {
		s.Pairs[i] += t.Pairs[i]
	}
}

// spread is the standard error of Rate, from the pairs; a pair is smoothed in so
// that a clean sweep has one too.
func (s Score) spread() float64 {
	n, mean, square := 0.0, 0.0, 0.0
	for i, k := range s.Pairs {
		w, x := float64(k)+0.1, float64(i)/4
		n += w
		mean += w * x
		square += w * x * x
	}
	mean /= n
	return math.Sqrt(max(square/n-mean*mean, 0) / n)
}

// Elo is the difference in strength that the score shows, and half the width of
// its 95 % interval, both in Elo points (A. Elo, "The Rating of Chessplayers",
// 1978: 400 points are odds of ten to one). A score of 0 or 1 is answered as if
// half a point were missing from it.
func (s Score) Elo() (diff, bar float64) {
	n := float64(max(s.Games(), 1))
	rate := min(max(s.Rate(), 0.5/n), 1-0.5/n)
	margin := 1.96 * s.spread()
	low := min(max(rate-margin, 0.25/n), 1-0.25/n)
	high := min(max(rate+margin, 0.25/n), 1-0.25/n)
	return elo(rate), (elo(high) - elo(low)) / 2
}

func elo(rate float64) float64 { return -400 * math.Log10(1/rate-1) }

// String writes "12 - 3 - 1 (78.1 %, +221 ± 90 Elo)": wins, losses, draws.
func (s Score) String() string {
	diff, bar := s.Elo()
	return fmt.Sprintf("%d - %d - %d (%.1f %%, %+.0f ± %.0f Elo)", s.Win, s.Loss, s.Draw, 100*s.Rate(), diff, bar)
}

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
