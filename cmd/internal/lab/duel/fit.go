package duel

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
	"stonehand/engine/five"
	"stonehand/engine/game"
)

// Fit learns what points are worth and how promising they are.
type Fit struct {
	Rules  game.Row
	Epochs int     `flag:"epochs,1,10000"`
	Rate   float64 `flag:"rate,1e-09,1000"` // AdaGrad's step
	Shrink float64 `flag:"shrink,0,1"`      // pull of every number of a code towards what its classes say
	Result float64 `flag:"result,0,1"`      // share of a game's result in what a position teaches
	Scale  float64 `flag:"scale,1,1e+09"`   // the score that makes a win e times as likely as a loss
	Seed   uint64  `flag:"seed"`
}

// DefaultFit is what the embedded tables were made with.
var DefaultFit = Fit{Epochs: 5, Rate: 0.05, Shrink: 1e-5, Result: 0.5, Scale: five.Scale, Seed: 1}

// scores are numbers by code, on top of numbers by class, so that rare codes fall
// back on what their lines say.
type scores struct {
	codes   [five.Codes]tune.Weight
	classes [five.Classes]tune.Weight
}

// classesOf are the classes of all codes.
var classesOf = sync.OnceValue(func() *[five.Codes][4]uint8 {
	all := &[five.Codes][4]uint8{}
	for n := range all {
		all[n] = five.ClassesOf(uint16(n))
	}
	return all
})

// speaks reports which codes have a part in what a position is worth: those with a
// shape in some direction. The many others would drown them.
var speaks = sync.OnceValue(func() *[five.Codes]bool {
	all := &[five.Codes]bool{}
	for n, classes := range classesOf() {
		for _, c := range classes {
			all[n] = all[n] || five.Speaks(c)
		}
	}
	return all
})

func (s *scores) of(all *[five.Codes][4]uint8, n uint16) float32 {
	v := s.codes[n].At
	for _, c := range all[n] {
		v += s.classes[c].At
	}
	return v
}

func (s *scores) step(all *[five.Codes][4]uint8, n uint16, slope, rate, shrink float32) {
	s.codes[n].Step(slope, rate, shrink)
	for _, c := range all[n] {
		s.classes[c].Step(slope/4, rate, 0)
	}
}

// model is what is learned of the points of one side, and of its being to move.
type model struct {
	tempo                      tempo
	moving, waiting, own, took scores
}

// tempo is what being to move is worth: a number by the threats of both sides, on top
// of one by those of each, so that rare states fall back on common ones.
type tempo struct {
	mine, theirs [five.SideThreats]tune.Weight
	about        [2]tune.Weight // whether the other side is about to make a straight four
	both         [five.Threats]tune.Weight
}

// parts are the numbers that make up what a state of threats is worth.
func (t *tempo) parts(state int) [4]*tune.Weight {
	pair := state / 2
	return [4]*tune.Weight{&t.mine[pair/five.SideThreats], &t.theirs[pair%five.SideThreats], &t.about[state%2], &t.both[state]}
}

func (t *tempo) of(state int) (v float32) {
	for _, w := range t.parts(state) {
		v += w.At
	}
	return v
}

func (t *tempo) step(state int, slope, rate, shrink float32) {
	parts := t.parts(state)
	for _, w := range parts[:3] {
		w.Step(slope, rate, 0)
	}
	parts[3].Step(slope, rate, shrink)
}

// seen is a code and how many points have it.
type seen struct {
	number uint16
	count  int16
}

// view is a sample as the evaluation sees it.
type view struct {
	toMove          int // side
	threats         int // of both sides
	moving, waiting []seen
	won             float32
}

// look sees a position; false where no search asks for its worth, since a side is
// about to win.
func (f *Fit) look(p *five.Position, c board.Color, l *Sample) (view, bool) {
	v := view{toMove: int(c - board.Black), threats: p.Threats(c), won: l.won(f.Result, f.Scale)}
	if aboutToWin(p, c) {
		return v, false
	}
	var counts [2][five.Codes]int16
	for i := range p.Size().Count() {
		if at := p.Size().Point(i); p.At(at) == board.Empty {
			counts[0][p.Number(at, c)]++
			counts[1][p.Number(at, c.Other())]++
		}
	}
	for side, into := range [2]*[]seen{&v.moving, &v.waiting} {
		for n, k := range counts[side] {
			if k > 0 && speaks()[n] {
				*into = append(*into, seen{uint16(n), k})
			}
		}
	}
	return v, true
}

// aboutToWin reports whether a side is, so that no search asks what the position is worth.
func aboutToWin(p *five.Position, c board.Color) bool {
	return p.Has(c, five.Wins) > 0 || p.Has(c.Other(), five.Wins) > 0 || p.Has(c, five.Straight) > 0
}

// won is the chance that a sample stands for: by its score, and where that decides nothing
// that much by its game's result.
func (l *Sample) won(result, scale float64) float32 {
	won := 1 / (1 + math.Exp(-float64(l.Score)/scale))
	if l.Result != Unknown && l.Score < five.Proved && l.Score > -five.Proved {
		won += result * (l.Result - won)
	}
	return float32(won)
}

// choice is a position of a game as the order of moves sees it.
type choice struct {
	toMove     int
	own, taken []uint16 // of every point that may be tried
	best       int
}

// choose sees the points of a position to choose from; false where there is no
// choice.
func choose(p *five.Position, c board.Color, l *Sample) (choice, bool) {
	x := choice{toMove: int(c - board.Black), best: -1}
	if l.Best == board.Nowhere || aboutToWin(p, c) {
		return x, false
	}
	for i := range p.Size().Count() {
		at := p.Size().Point(i)
		if p.At(at) != board.Empty || !p.Near(at) {
			continue
		}
		if at == l.Best {
			x.best = len(x.own)
		}
		x.own, x.taken = append(x.own, p.Number(at, c)), append(x.taken, p.Number(at, c.Other()))
	}
	return x, x.best >= 0 && len(x.own) > 1
}

// Learn learns from samples and returns the tables. It writes how it goes: the loss
// on samples that it learns from, and on those that it does not.
func (f Fit) Learn(ctx context.Context, samples tune.Files, log io.Writer) (five.Tables, error) {
	var views, testViews []view
	var choices, testChoices []choice
	err := readPositions(ctx, samples, f.Rules, func(p *five.Position, c board.Color, l *Sample, test bool) {
		if v, ok := f.look(p, c, l); ok {
			if test {
				testViews = append(testViews, v)
			} else {
				views = append(views, v)
			}
		}
		if x, ok := choose(p, c, l); ok {
			if test {
				testChoices = append(testChoices, x)
			} else {
				choices = append(choices, x)
			}
		}
	})
	if err != nil {
		return five.Tables{}, err
	}
	if len(testViews) == 0 || len(testChoices) == 0 {
		return five.Tables{}, errors.New("there is too little to learn from: at least ten thousand training samples are needed")
	}
	fmt.Fprintf(log, "%d positions, %d choices\n", len(views)+len(testViews), len(choices)+len(testChoices))
	all := classesOf()
	m := newModels(f.Rules)
	rng := rand.New(rand.NewPCG(f.Seed, 0x74756e65))
	for epoch := 0; ; epoch++ {
		value, order := m.loss(all, testViews, testChoices)
		fmt.Fprintf(log, "epoch %d: loss %.5f of worths, %.5f of the order\n", epoch, value, order)
		if epoch == f.Epochs {
			return m.tables(all), nil
		}
		rate := float32(f.Rate) * float32(f.Epochs-epoch) / float32(f.Epochs)
		rng.Shuffle(len(views), func(i, j int) { views[i], views[j] = views[j], views[i] })
		rng.Shuffle(len(choices), func(i, j int) { choices[i], choices[j] = choices[j], choices[i] })
		for i := range views {
			if i%4096 == 0 && ctx.Err() != nil {
				return five.Tables{}, ctx.Err()
			}
			m.learn(all, &views[i], rate, float32(f.Shrink))
		}
		for i := range choices {
			m.rank(all, &choices[i], 2*rate, float32(f.Shrink))
		}
	}
}

// readPositions shows see the position of every sample, with the side to move, and whether it is
// one of those that learning is tested with.
func readPositions(ctx context.Context, samples tune.Files, rules game.Row, see func(p *five.Position, c board.Color, l *Sample, test bool)) error {
	var p *five.Position
	n := 0
	return readSamples(samples, func(l Sample) error {
		if p == nil || p.Size() != l.Size {
			p = five.NewPosition(l.Size, rules)
		}
		for i, at := range l.Stones {
			p.Put(at, colorOf(i))
		}
		n++
		see(p, colorOf(len(l.Stones)), &l, n/500%20 == 19) // whole games
		for range l.Stones {
			p.Take()
		}
		return ctx.Err()
	})
}

// models are both sides', which are one where the rules make no difference.
type models [2]*model

func newModels(r game.Row) models {
	m := models{{}, {}}
	if r != game.RenjuFive {
		m[1] = m[0]
	}
	return m
}

// value is what a position is worth to the side to move.
func (m models) value(all *[five.Codes][4]uint8, v *view) float32 {
	me, them := m[v.toMove], m[1-v.toMove]
	sum := me.tempo.of(v.threats)
	for _, s := range v.moving {
		sum += float32(s.count) * me.moving.of(all, s.number)
	}
	for _, s := range v.waiting {
		sum -= float32(s.count) * them.waiting.of(all, s.number)
	}
	return sum
}

// learn takes one step down the slope of the loss of a position.
func (m models) learn(all *[five.Codes][4]uint8, v *view, rate, shrink float32) {
	slope := tune.Chance(m.value(all, v)) - v.won
	me, them := m[v.toMove], m[1-v.toMove]
	me.tempo.step(v.threats, slope, rate, shrink)
	for _, s := range v.moving {
		me.moving.step(all, s.number, slope*float32(s.count), rate, shrink)
	}
	for _, s := range v.waiting {
		them.waiting.step(all, s.number, -slope*float32(s.count), rate, shrink)
	}
}

// shares are the chances of every point of a choice.
func (m models) shares(all *[five.Codes][4]uint8, x *choice) []float32 {
	me, them := m[x.toMove], m[1-x.toMove]
	shares, most, sum := make([]float32, len(x.own)), float32(math.Inf(-1)), float32(0)
	for i := range shares {
		shares[i] = me.own.of(all, x.own[i]) + them.took.of(all, x.taken[i])
		most = max(most, shares[i])
	}
	for i, v := range shares {
		shares[i] = float32(math.Exp(float64(v - most)))
		sum += shares[i]
	}
	for i := range shares {
		shares[i] /= sum
	}
	return shares
}

// rank takes one step down the slope of the loss of a choice.
func (m models) rank(all *[five.Codes][4]uint8, x *choice, rate, shrink float32) {
	me, them := m[x.toMove], m[1-x.toMove]
	for i, share := range m.shares(all, x) {
		if i == x.best {
			share--
		}
		me.own.step(all, x.own[i], share, rate, shrink)
		them.took.step(all, x.taken[i], share, rate, shrink)
	}
}

// loss is the mean logistic loss of positions and of choices.
func (m models) loss(all *[five.Codes][4]uint8, views []view, choices []choice) (value, order float64) {
	for i := range views {
		value += tune.Loss(m.value(all, &views[i]), views[i].won)
	}
	for i := range choices {
		order -= math.Log(max(1e-9, float64(m.shares(all, &choices[i])[choices[i].best])))
	}
	return value / float64(max(1, len(views))), order / float64(max(1, len(choices)))
}

// tables are the models in the units of tables.
func (m models) tables(all *[five.Codes][4]uint8) (t five.Tables) {
	for side, x := range m {
		if side == 1 && m[1] == m[0] {
			t[1] = t[0]
			break
		}
		t[side] = &five.Table{}
		for state := range t[side].Tempo {
			t[side].Tempo[state] = round(x.tempo.of(state), five.Scale)
		}
		for n := range uint16(five.Codes) {
			t[side].Moving[n], t[side].Waiting[n] = 0, 0
			if speaks()[n] {
				t[side].Moving[n], t[side].Waiting[n] = round(x.moving.of(all, n), five.Scale), round(x.waiting.of(all, n), five.Scale)
			}
			t[side].Own[n], t[side].Taken[n] = round(x.own.of(all, n), five.OrderScale), round(x.took.of(all, n), five.OrderScale)
		}
	}
	return t
}

func round(v float32, scale float64) int16 {
	return int16(math.Round(min(max(float64(v)*scale, -16000), 16000)))
}
