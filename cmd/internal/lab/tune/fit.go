package tune

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/bits"
	"math/rand/v2"

	"stonehand/engine/connect"
	"stonehand/engine/eval"
)

// Stage is how finely the worth of stones is told apart.
type Stage int

// The stages, each with the ones before it in it.
const (
	ByCount   Stage = iota // windows of six by the number of stones in them
	ByWindow               // windows of six by the points that the stones hold
	ByPattern              // stones by all that they see five points each way
)

// Fit learns the worth of stones from games.
type Fit struct {
	Stage  Stage
	Blend  Blend
	Epochs int                    `flag:"epochs,1,10000"`
	Rate   float64                `flag:"rate,1e-09,1000"` // AdaGrad's step
	Shrink float64                `flag:"shrink,0,1"`      // pull of every number towards none, for each sample
	Seed   uint64                 `flag:"seed"`
	Start  [connect.Row + 1]int32 // roads to begin with
	Tempo  int32
}

// DefaultFit is what the embedded table was made with.
var DefaultFit = Fit{
	Stage: ByPattern, Blend: DefaultBlend, Epochs: 6, Rate: 0.02, Shrink: 1e-6, Seed: 1,
	Start: [connect.Row + 1]int32{0, 10, 90, 250, 500, 700, 700}, Tempo: 2400,
}

// model is the numbers that are learned, in units of the logistic curve: of a
// stone of the side to move base+moving, of the other base-moving.
type model struct {
	stage  Stage
	tempo  Weight
	count  [7][2]Weight
	window [64][2]Weight
	seen   [eval.Patterns][2]Weight
}

// stone is what one stone that sees p is worth to the side to move.
func (m *model) stone(p uint16, side int) float32 {
	// side is 0 for a stone of the side to move, 1 for the other's.
	sign := float32(1 - 2*side)
	var base, moving float32
	t := &roads()[p]
	for _, w := range t.window[:t.n] {
		n := bits.OnesCount8(w.points)
		base += w.share * (m.count[n][0].At + m.window[w.points][0].At)
		moving += w.share * (m.count[n][1].At + m.window[w.points][1].At)
	}
	base += m.seen[p][0].At
	moving += m.seen[p][1].At
	return sign*base + moving
}

// value is what a position is worth to the side to move.
func (m *model) value(l *sample) float32 {
	v := m.tempo.At
	for _, p := range l.seen[:l.waiting] {
		v += m.stone(p, 0)
	}
	for _, p := range l.seen[l.waiting:] {
		v += m.stone(p, 1)
	}
	return v
}

// learn takes one step down the slope of the loss of a sample.
func (m *model) learn(l *sample, rate, shrink float32) {
	slope := l.weight * (Chance(m.value(l)) - l.won)
	m.tempo.Step(slope, rate, 0)
	for i, p := range l.seen {
		sign := slope
		if i >= l.waiting {
			sign = -slope
		}
		t := &roads()[p]
		for _, w := range t.window[:t.n] {
			c := &m.count[bits.OnesCount8(w.points)]
			c[0].Step(sign*w.share, rate, 0)
			c[1].Step(slope*w.share, rate, 0)
			if m.stage >= ByWindow {
				x := &m.window[w.points]
				x[0].Step(sign*w.share, rate, shrink)
				x[1].Step(slope*w.share, rate, shrink)
			}
		}
		if m.stage >= ByPattern {
			m.seen[p][0].Step(sign, rate, shrink)
			m.seen[p][1].Step(slope, rate, shrink)
		}
	}
}

// loss is the mean logistic loss, and what of it no model can take away.
func (m *model) loss(all []sample) (loss, least float64) {
	for i := range all {
		loss += Loss(m.value(&all[i]), all[i].won)
		t := min(max(float64(all[i].won), 1e-6), 1-1e-6)
		least -= t*math.Log(t) + (1-t)*math.Log(1-t)
	}
	n := float64(max(1, len(all)))
	return loss / n, least / n
}

// stones is the model as a table, with scores in which Blend.Scale is one unit.
func (m *model) stones(scale float64) *eval.Stones {
	round := func(v float32) int16 {
		return int16(math.Round(min(max(float64(v)*scale, -32000), 32000)))
	}
	s := &eval.Stones{Tempo: int32(math.Round(float64(m.tempo.At) * scale))}
	for p := range s.Moving {
		if roads()[p].n > 0 {
			q := min(uint16(p), eval.Mirror(uint16(p)))
			s.Moving[p], s.Waiting[p] = round(m.stone(q, 0)), round(-m.stone(q, 1))
		}
	}
	return s
}

// Learn learns from games and returns the table. It writes how it goes: the loss
// on the games that it learns from, and on every twentieth game, which it does
// not learn from.
func (f Fit) Learn(ctx context.Context, games Files, log io.Writer) (*eval.Stones, error) {
	pos := connect.NewBare()
	train, test, n, err := parted(ctx, games, func(to []sample, g *Game) []sample { return samples(to, g, pos, f.Blend) })
	if err != nil {
		return nil, err
	}
	if len(train) == 0 || len(test) == 0 {
		return nil, fmt.Errorf("there is too little to learn from in %d games: at least twenty games with undecided positions are needed", n)
	}
	m := &model{stage: f.Stage}
	m.tempo.At = float32(float64(f.Tempo) / f.Blend.Scale)
	for i, v := range f.Start {
		m.count[i][0].At = float32(float64(v) / f.Blend.Scale)
	}
	fmt.Fprintf(log, "%d positions of %d games, %d of them for the test\n", len(train)+len(test), n, len(test))
	rng := rand.New(rand.NewPCG(f.Seed, 0x74756e65))
	err = descend(ctx, f.Epochs, len(train), f.Rate, rng, func(epoch int) {
		loss, least := m.loss(test)
		fmt.Fprintf(log, "epoch %d: loss %.5f of the test, %.5f at best, tempo %.3f\n", epoch, loss, least, m.tempo.At)
	}, func(i int, rate float32) { m.learn(&train[i], rate, float32(f.Shrink)) })
	if err != nil {
		return nil, err
	}
	return m.stones(f.Blend.Scale), nil
}

// parted makes of games what is learned from, and, of every twentieth, what learning is
// tested with. n counts the games.
func parted[T any](ctx context.Context, games Files, add func(to []T, g *Game) []T) (train, test []T, n int, err error) {
	err = ReadGames(games, func(g Game) error {
		into := &train
		if n++; n%20 == 0 {
			into = &test
		}
		*into = add(*into, &g)
		return ctx.Err()
	})
	return train, test, n, err
}

// descend learns from count examples, in another order in each epoch, with a rate that falls
// to 0. It tells how it stands before each epoch and after the last.
func descend(ctx context.Context, epochs, count int, rate float64, rng *rand.Rand, tell func(epoch int), learn func(i int, rate float32)) error {
	order := rng.Perm(count)
	for epoch := range epochs {
		tell(epoch)
		now := float32(rate) * float32(epochs-epoch) / float32(epochs)
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for n, i := range order {
			if n%1024 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			learn(i, now)
		}
	}
	tell(epochs)
	return nil
}

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

// Loss is the logistic loss of a lead of v where won is the chance to win.
func Loss(v, won float32) float64 {
	p, t := float64(Chance(v)), float64(won)
	p = min(max(p, 1e-6), 1-1e-6)
	return -(t*math.Log(p) + (1-t)*math.Log(1-p))
}

// Chance is the logistic curve: the chance to win with a lead of v.
func Chance(v float32) float32 { return float32(1 / (1 + math.Exp(-float64(v)))) }
