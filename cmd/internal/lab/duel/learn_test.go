package duel

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stonehand/cmd/internal/lab/netfit"
	"stonehand/cmd/internal/lab/tune"
	"stonehand/engine/board"
	"stonehand/engine/five"
	"stonehand/engine/game"
	"stonehand/engine/linenet"
)

// Games give the same samples for the same seed, and samples give tables with which
// a game can be played.
func TestLearns(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, which the race detector only slows down, so -short leaves it out")
	}
	for _, rules := range []game.Gomoku{game.Freestyle(), game.Renju()} {
		play := func() string {
			s := tune.SelfPlay{Games: 3, Nodes: 60, Workers: 1, Seed: 5, Chance: 0.2, Make: Gomoku(rules, five.DefaultOptions())}
			if err := s.Check(); err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := s.Play(t.Context(), &b); err != nil {
				t.Fatal(err)
			}
			return b.String()
		}
		text := play()
		if d := cmp.Diff(text, play()); d != "" {
			t.Errorf("%s: the same seed gives other games:\n%s", rules.Title, d)
		}
		f := DefaultFit
		f.Epochs = 1
		if rules.Wins == game.RenjuFive {
			f.Rules = game.RenjuFive
		}
		if _, err := f.Learn(t.Context(), tune.Files{strings.NewReader(text)}, &bytes.Buffer{}); err == nil {
			t.Error("three games are enough to learn from")
		}
		var log bytes.Buffer
		all, err := f.Learn(t.Context(), tune.Files{strings.NewReader(strings.Repeat(text, 11_000/strings.Count(text, "\n")))}, &log)
		if err != nil {
			t.Fatal(err)
		}
		if all[0] == nil || (all[0] == all[1]) != (f.Rules != game.RenjuFive) || *all[0] == (five.Table{}) {
			t.Errorf("%s: nothing was learned: %s", rules.Title, &log)
		}
		if f.Rules == game.RenjuFive {
			learnsNetwork(t, strings.Repeat(text, 11_000/strings.Count(text, "\n")))
		}
	}
}

// learnsNetwork: a network loses less after it has learned, and what is written of it can be
// read.
func learnsNetwork(t *testing.T, samples string) {
	t.Helper()
	f := netfit.DefaultFit
	f.Epochs, f.Workers = 1, 2
	lessons, err := Lessons(t.Context(), tune.Files{strings.NewReader(samples)}, game.RenjuFive, f)
	if err != nil {
		t.Fatal(err)
	}
	var log, file bytes.Buffer
	learned, err := f.Learn(t.Context(), lessons, &log)
	if err != nil {
		t.Fatal(err)
	}
	if err := learned.Write(&file); err != nil {
		t.Fatal(err)
	}
	if _, err := linenet.Read(&file); err != nil || learned[0] == learned[1] {
		t.Errorf("what was learned cannot be read, or is the same for both colours: %v", err)
	}
	var before, after float64
	if n, err := fmt.Sscanf(log.String()[strings.Index(log.String(), "epoch 0"):], "epoch 0: loss %f\nepoch 1: loss %f", &before, &after); n != 2 || after >= before {
		t.Errorf("a network did not learn: %v, %s", err, &log)
	}
}

// Samples are judged again by longer searches, the same by any number of workers; what
// is decided, and that a leaf has no choice, is left as it is.
func TestLabel(t *testing.T) {
	const decided = "15 29985 1 G8 H8 A1 I8 A3 J8 A5\n"
	const text = "15 5 - - H8 I9 J10 K11 G7\n" + decided + "15 -7 0.5 A1 H8 I9\n19 7 - - H8 I9\n"
	judge := func(l Label) string {
		t.Helper()
		all, err := l.Judge(t.Context(), tune.Files{strings.NewReader(text)})
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := all.Write(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	l := Label{Rules: game.FiveOrMore, Share: 1, Nodes: 500, Workers: 1}
	got := judge(l)
	l.Workers = 3
	if d := cmp.Diff(got, judge(l)); d != "" {
		t.Errorf("three workers judge otherwise: %s", d)
	}
	lines := strings.SplitAfter(got, "\n")
	leaf, choice := strings.Fields(lines[0]), strings.Fields(lines[2])
	if len(lines) != 5 || lines[1] != decided || leaf[1] == "5" || leaf[3] != "-" || choice[1] == "-7" || choice[2] != "0.5" || choice[3] == "A1" || choice[3] == "-" {
		t.Errorf("judged as\n%s", got)
	}
	if l.Share = 0; judge(l) != "" {
		t.Error("samples are kept that were not chosen")
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	l.Share, l.Workers, l.Each = 1, 1, func(done, _ int) {
		if done == 2 {
			cancel()
		}
	}
	if all, err := l.Judge(ctx, tune.Files{strings.NewReader(strings.Repeat(text, 100))}); err == nil || len(all) < 2 || len(all) > 300 {
		t.Errorf("of 400 samples %d are there after an interruption at the second: %v", len(all), err)
	}
	if _, err := (Label{Share: 1, Workers: 1}).Judge(t.Context(), tune.Files{strings.NewReader(text)}); err == nil {
		t.Error("searches without nodes are let through")
	}
}

func TestSelfPlayRefuses(t *testing.T) {
	for _, s := range []tune.SelfPlay{{}, {Games: 1, Nodes: 1, Workers: 1, Chance: 2}} {
		if s.Check() == nil {
			t.Errorf("%+v is let through", s)
		}
	}
}

// FuzzParseSample reads whatever a file of samples may hold; what is read is written
// as it was.
func FuzzParseSample(f *testing.F) {
	for _, line := range []string{
		"15 -120 0 H8 I9 J10", "15 29997 - - G9 F9", "15 3 0.5 -", "21 1 1 -", "15 1 2 -", "15 1 1 I9 I9", "15 1 1 - I9 I9", "15 1 1 - Z9", "x", "",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		l, err := parseSample(line)
		if err != nil {
			return
		}
		again, err := parseSample(string(l.append(nil)))
		if d := cmp.Diff(l, again); err != nil || d != "" {
			t.Fatalf("%q: %v %s", line, err, d)
		}
		for _, p := range append(l.Stones, l.Best) {
			if p != board.Nowhere && !l.Size.Has(p) {
				t.Fatalf("%q: %v is not on the board", line, p)
			}
		}
	})
}
