package tune

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"stonehand/engine/connect"
	"stonehand/engine/eval"
)

// TestModelBegins holds the model before it has learned anything against the
// roads it begins with.
func TestModelBegins(t *testing.T) {
	alone(t)
	f := DefaultFit
	f.Epochs = 0
	got, err := f.Learn(context.Background(), Files{bytes.NewReader(few(t, 40, 3))}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	want := eval.FromRoads(f.Start, f.Tempo)
	for p := range want.Moving {
		if d := got.Moving[p] - want.Moving[p]; d > 1 || d < -1 || got.Waiting[p] != got.Moving[p] {
			t.Fatalf("pattern %d: %d and %d, want %d", p, got.Moving[p], got.Waiting[p], want.Moving[p])
		}
	}
	if got.Tempo != want.Tempo {
		t.Errorf("tempo %d, want %d", got.Tempo, want.Tempo)
	}
}

// TestLearnSees teaches that one pattern wins for who moves, and nothing else
// does.
func TestLearnSees(t *testing.T) {
	m := &model{stage: ByPattern}
	wins, idle := eval.Pattern(1<<5|1<<6|1<<7, 0), eval.Pattern(1<<5, 0)
	wins, idle = min(wins, eval.Mirror(wins)), min(idle, eval.Mirror(idle))
	for i := range 4000 {
		l := sample{seen: []uint16{idle, idle}, waiting: 1, won: 0.5, weight: 1}
		switch i % 4 {
		case 0:
			l.seen, l.waiting, l.won = []uint16{wins, idle}, 1, 1
		case 1:
			l.seen, l.waiting, l.won = []uint16{idle, wins}, 1, 0.5
		}
		m.learn(&l, 0.1, 0)
	}
	mine := m.value(&sample{seen: []uint16{wins, idle}, waiting: 1})
	theirs := m.value(&sample{seen: []uint16{idle, wins}, waiting: 1})
	if mine < 2 || theirs < -0.5 || theirs > 0.5 {
		t.Errorf("the pattern is worth %.2f to who moves and %.2f to the other, want much and nothing", mine, theirs)
	}
}

// TestOrderBegins holds the order before it has learned anything against the
// gains by roads.
func TestOrderBegins(t *testing.T) {
	alone(t)
	f := DefaultFitOrder
	f.Epochs = 0
	got, err := f.Learn(context.Background(), Files{bytes.NewReader(few(t, 40, 4))}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	want := eval.OrderFromRoads(f.Values.Order)
	for p := range want.Own {
		own, their := got.Own[p]-want.Own[p], got.Their[p]-want.Their[p]
		if own > 1 || own < -1 || their > 1 || their < -1 {
			t.Fatalf("pattern %d: %d and %d, want %d and %d", p, got.Own[p], got.Their[p], want.Own[p], want.Their[p])
		}
	}
}

// TestOrderLearns has the chance rise of turns that are learned from.
func TestOrderLearns(t *testing.T) {
	alone(t)
	pos, err := connect.New(connect.Board, DefaultFitOrder.Values)
	if err != nil {
		t.Fatal(err)
	}
	var all []choice
	err = ReadGames(Files{bytes.NewReader(few(t, 10, 5))}, func(g Game) error {
		choices(&all, &g, pos)
		return nil
	})
	if err != nil || len(all) == 0 {
		t.Fatalf("%d choices, %v", len(all), err)
	}
	m, w := &orderModel{}, &pairChances{}
	sum := func() (s float64) {
		for i := range all {
			l, _ := m.weigh(&all[i], w)
			s += l
		}
		return s
	}
	before := sum()
	for range 20 {
		for i := range all {
			m.learn(&all[i], w, 0.02, 0)
		}
	}
	if after := sum(); after <= before {
		t.Errorf("the logarithm of the chances went from %.3f to %.3f", before, after)
	}
}

func TestTooLittle(t *testing.T) {
	const game = "b J10 K11I11=0#"
	if _, err := DefaultFit.Learn(context.Background(), Files{strings.NewReader(game)}, io.Discard); err == nil || !strings.Contains(err.Error(), "too little") {
		t.Errorf("stones: %v", err)
	}
	if _, err := DefaultFitOrder.Learn(context.Background(), Files{strings.NewReader(game)}, io.Discard); err == nil || !strings.Contains(err.Error(), "too little") {
		t.Errorf("order: %v", err)
	}
}

// TestChoiceLeftOut counts a turn whose points are not shortlisted.
func TestChoiceLeftOut(t *testing.T) {
	pos, err := connect.New(connect.Board, DefaultFitOrder.Values)
	if err != nil {
		t.Fatal(err)
	}
	g, err := parseGame("- J10 A1S19=0 J11J12=0")
	if err != nil {
		t.Fatal(err)
	}
	var all []choice
	if missed := choices(&all, &g, pos); missed != 1 || len(all) != 1 {
		t.Errorf("%d missed and %d read, want one of each", missed, len(all))
	}
}
