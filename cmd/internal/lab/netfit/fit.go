// Package netfit learns networks that correct what engines say of positions; see package
// linenet.
package netfit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"sync"

	"stonehand/cmd/internal/lab/tune"
	"stonehand/engine/board"
	"stonehand/engine/linenet"
)

// Fit is how a network is learned.
type Fit struct {
	Epochs  int     `flag:"epochs,1,10000"`
	Rate    float64 `flag:"rate,1e-09,1000"` // Adam's step at the beginning; it falls to 0
	Shrink  float64 `flag:"shrink,0,1000"`   // part of a number that each of its steps takes off, times the step
	Result  float64 `flag:"result,0,1"`      // share of a game's result in what a position teaches
	Batch   int     `flag:"batch,1,1000000"` // positions of a step
	Workers int     `flag:"workers,1,256"`
	Seed    uint64  `flag:"seed"`
	// From is what was learned before, nil for numbers by chance.
	From *linenet.File
}

// DefaultFit is what the embedded networks were made with.
var DefaultFit = Fit{Epochs: 3, Rate: 0.002, Shrink: 0.02, Result: 0.5, Batch: 1024, Workers: 1, Seed: 1}

// Example is a position that a network learns from.
type Example struct {
	Stones []board.Point
	ToMove int     // side
	State  int     // which of the states that the engine tells apart it is in
	Base   float32 // what the engine says without a network, in units of the logistic curve
	Won    float32 // chance that the side to move wins
}

// Lessons are what is learned from, and what is held back to see how much was.
type Lessons struct {
	Size        board.Size
	Color       func(i int) board.Color // of the i-th stone of a position
	Apart       bool                    // each side has numbers of its own
	Learn, Test []Example
}

// sides is how many sides have numbers of their own.
func (l *Lessons) sides() int {
	if l.Apart {
		return 2
	}
	return 1
}

// Add adds a position.
func (l *Lessons) Add(x Example, test bool) {
	if test {
		l.Test = append(l.Test, x)
	} else {
		l.Learn = append(l.Learn, x)
	}
}

// Learn learns and returns the network that has the least loss on what is held back. It writes
// how it goes.
func (f Fit) Learn(ctx context.Context, l Lessons, log io.Writer) (linenet.File, error) {
	if len(l.Test) == 0 || len(l.Learn) == 0 {
		return linenet.File{}, errors.New("there is too little to learn from: more games are needed")
	}
	if f.From != nil && len(f.From.Sides()) > l.sides() {
		return linenet.File{}, errors.New("the network to learn on from is for rules by which each side has numbers of its own")
	}
	examples := l.Learn
	fmt.Fprintf(log, "%d positions\n", len(examples)+len(l.Test))
	rng := rand.New(rand.NewPCG(f.Seed, 0x6e6574))
	m := newModel(&l, f.From, rng)
	least, best := math.Inf(1), linenet.File{}
	all := (len(examples) + f.Batch - 1) / f.Batch * f.Epochs
	for epoch := 0; ; epoch++ {
		loss := m.loss(l.Test, f.Workers)
		fmt.Fprintf(log, "epoch %d: loss %.5f\n", epoch, loss)
		if loss < least {
			least, best = loss, m.copy()
		}
		if epoch == f.Epochs {
			return best, nil
		}
		rng.Shuffle(len(examples), func(i, j int) { examples[i], examples[j] = examples[j], examples[i] })
		for i := 0; i < len(examples); i += f.Batch {
			if ctx.Err() != nil {
				return linenet.File{}, ctx.Err()
			}
			left := 1 - float64(m.steps)/float64(all)
			m.step(examples[i:min(i+f.Batch, len(examples))], f.Workers, f.Rate*left, f.Shrink)
		}
	}
}

// model is a network that is being learned by Adam (D. P. Kingma and J. Ba, "Adam: A
// Method for Stochastic Optimization", 2015).
type model struct {
	lessons *Lessons
	numbers linenet.File
	sides   []side
	steps   int
	workers []*worker
}

// side is a side's numbers in rows, with the means of their slopes and of these squared.
type side struct{ rows, mean, square [][]float32 }

func newModel(l *Lessons, from *linenet.File, rng *rand.Rand) *model {
	m := &model{lessons: l}
	var all []*linenet.Numbers
	for i := range l.sides() {
		n := &linenet.Numbers{}
		if from != nil {
			*n = *from[i]
		} else {
			shuffle(n, rng)
		}
		all = append(all, n)
		m.sides = append(m.sides, side{rowsOf(n), rowsOf(&linenet.Numbers{}), rowsOf(&linenet.Numbers{})})
	}
	m.numbers = linenet.Both(all)
	return m
}

// shuffle gives a side the numbers by chance that learning begins with.
func shuffle(n *linenet.Numbers, rng *rand.Rand) {
	random := func(all []float32, size float64) {
		for i := range all {
			all[i] = float32(rng.NormFloat64() * size)
		}
	}
	for i := range n.Lines {
		if i > 0 {
			random(n.Lines[i][:], 0.1)
		}
	}
	for i := range n.First {
		random(n.First[i][:], 0.1)
	}
	for i := range n.Second {
		random(n.Second[i][:], 1/math.Sqrt(linenet.Inputs))
	}
	random(n.Third[:], 0.02)
}

// rowsOf are all numbers of a side, in rows.
func rowsOf(n *linenet.Numbers) (all [][]float32) {
	for i := range n.Lines {
		all = append(all, n.Lines[i][:])
	}
	for i := range n.First {
		all = append(all, n.First[i][:])
	}
	for i := range n.Second {
		all = append(all, n.Second[i][:])
	}
	return append(all, n.Bias[:], n.Bias2[:], n.Third[:], n.Direct[:], n.States[:])
}

// copy returns the numbers as they are.
func (m *model) copy() linenet.File {
	var all []*linenet.Numbers
	for _, n := range m.numbers.Sides() {
		one := *n
		all = append(all, &one)
	}
	return linenet.Both(all)
}

// share has workers do their parts of a batch, each with numbers of its own.
func (m *model) share(all []Example, workers int, do func(h *worker, x *Example)) {
	for len(m.workers) < workers {
		m.workers = append(m.workers, newWorker(m.lessons, m.numbers))
	}
	var wg sync.WaitGroup
	for w, h := range m.workers[:workers] {
		wg.Go(func() {
			for i := w; i < len(all); i += workers {
				do(h, &all[i])
			}
		})
	}
	wg.Wait()
}

// loss is the mean logistic loss.
func (m *model) loss(all []Example, workers int) (sum float64) {
	m.share(all, workers, func(h *worker, x *Example) {
		h.loss += tune.Loss(h.judge(x), x.Won)
	})
	for _, h := range m.workers {
		sum, h.loss = sum+h.loss, 0
	}
	return sum / float64(len(all))
}

// step takes one step down the slope of the loss of a batch.
func (m *model) step(batch []Example, workers int, rate, shrink float64) {
	const memory, memory2, little = 0.9, 0.99, 1e-8
	m.share(batch, workers, func(h *worker, x *Example) {
		h.learn(x, (tune.Chance(h.judge(x))-x.Won)/float32(len(batch)))
	})
	m.steps++
	size := float32(rate * math.Sqrt(1-math.Pow(memory2, float64(m.steps))) / (1 - math.Pow(memory, float64(m.steps))))
	for n, s := range m.sides {
		var wg sync.WaitGroup
		for w := range workers {
			wg.Go(func() {
				for r := w; r < len(s.rows); r += workers {
					row, mean, square := s.rows[r], s.mean[r], s.square[r]
					slopes := m.workers[0].rows[n][r]
					for _, h := range m.workers[1:] {
						for i, v := range h.rows[n][r] {
							slopes[i] += v
						}
						clear(h.rows[n][r])
					}
					for i, g := range slopes {
						if g == 0 {
							continue // seldom seen: it keeps what it has learned
						}
						mean[i] += (1 - memory) * (g - mean[i])
						square[i] += (1 - memory2) * (g*g - square[i])
						row[i] -= size*mean[i]/(float32(math.Sqrt(float64(square[i])))+little) + float32(rate*shrink)*row[i]
					}
					clear(slopes)
				}
			})
		}
		wg.Wait()
	}
}
