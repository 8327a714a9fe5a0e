package netfit

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"stonehand/cmd/internal/lab/tune"
	"stonehand/engine/board"
	"stonehand/engine/linenet"
	"stonehand/engine/search"
)

// The slopes that a network learns by are those of the loss.
func TestNetworkSlopes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	l := Lessons{Size: board.Size{Cols: 15, Rows: 15}, Color: func(i int) board.Color { return board.Black + board.Color(i%2) }, Apart: true}
	m := newModel(&l, nil, rng)
	x := Example{ToMove: 1, State: 7, Base: 0.3, Won: 0.9}
	for _, s := range strings.Fields("H8 I9 J8 H10 G7 I7 K9 J10 F9") {
		at, err := l.Size.Parse(s, board.Algebraic)
		if err != nil {
			t.Fatal(err)
		}
		x.Stones = append(x.Stones, at)
	}
	for _, n := range m.numbers {
		for i := range n.Direct {
			n.Direct[i] = float32(rng.NormFloat64() * 0.1)
		}
		for j := range n.Third {
			n.Third[j] = float32(rng.NormFloat64() * 0.3)
		}
	}
	h := newWorker(&l, m.numbers)
	loss := func() float64 {
		p := float64(tune.Chance(h.judge(&x)))
		return -float64(x.Won)*math.Log(p) - float64(1-x.Won)*math.Log(1-p)
	}
	h.learn(&x, tune.Chance(h.judge(&x))-x.Won)
	checked := 0
	for side := range m.sides {
		for r, row := range m.sides[side].rows {
			i := rng.IntN(len(row))
			want := float64(h.rows[side][r][i])
			if want == 0 {
				continue
			}
			const little = 1e-2
			was := row[i]
			row[i] = was + little
			up := loss()
			row[i] = was - little
			down := loss()
			row[i] = was
			checked++
			if got := (up - down) / (2 * little); math.Abs(got-want) > 2e-3+0.1*math.Abs(want) {
				t.Errorf("side %d, row %d, number %d: the slope is %.5f, not %.5f", side, r, i, got, want)
			}
		}
	}
	if checked < 150 {
		t.Errorf("only %d numbers have a slope", checked)
	}
}

// A network of Connect6 loses less after it has learned, and what is written of it can be read.
func TestLearnsConnect6(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, which the race detector only slows down, so -short leaves it out")
	}
	o := search.DefaultOptions()
	o.TableMB = 1
	s := tune.SelfPlay{Games: 20, Nodes: 50, Workers: 1, Seed: 5, Chance: 0.2, Make: tune.Connect6(o)}
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	var games, log, file bytes.Buffer
	if err := s.Play(t.Context(), &games); err != nil {
		t.Fatal(err)
	}
	f := DefaultFit
	f.Epochs, f.Workers = 1, 2
	if _, err := f.Learn(t.Context(), Lessons{}, &log); err == nil {
		t.Error("nothing is enough to learn from")
	}
	lessons, err := f.Connect6(t.Context(), tune.Files{strings.NewReader(strings.Repeat(games.String(), 15))})
	if err != nil {
		t.Fatal(err)
	}
	learned, err := f.Learn(t.Context(), lessons, &log)
	if err != nil {
		t.Fatal(err)
	}
	if err := learned.Write(&file); err != nil {
		t.Fatal(err)
	}
	again, err := linenet.ReadFile(&file)
	if err != nil || learned[0] != learned[1] || again[0] != again[1] {
		t.Fatalf("what was learned cannot be read, or is not the same for both colours: %v", err)
	}
	var before, after float64
	if n, err := fmt.Sscanf(log.String()[strings.Index(log.String(), "epoch 0"):], "epoch 0: loss %f\nepoch 1: loss %f", &before, &after); n != 2 || after >= before {
		t.Errorf("a network did not learn: %v, %s", err, &log)
	}
	log.Reset()
	f.From, f.Epochs = &again, 0
	if _, err := f.Learn(t.Context(), lessons, &log); err != nil {
		t.Fatal(err)
	}
	var on float64
	if n, err := fmt.Sscanf(log.String()[strings.Index(log.String(), "epoch 0"):], "epoch 0: loss %f", &on); n != 1 || math.Abs(on-after) > 1e-3 {
		t.Errorf("learning on begins at a loss of %f, not %f: %v", on, after, err)
	}
	apart := *again[1]
	again[1] = &apart
	if _, err := f.Learn(t.Context(), lessons, &log); err == nil {
		t.Error("a network of two sides is none to learn on from where there is one")
	}
}
