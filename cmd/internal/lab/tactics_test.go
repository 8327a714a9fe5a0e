package lab

import (
	"os"
	"strings"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/search"
)

// tactics returns the engine's tactical positions.
func tactics(t *testing.T) []Tactic {
	t.Helper()
	f, err := os.Open("../../../engine/search/testdata/tactics.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := ReadTactics(f)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// threatsForTactic is how many positions the solver may look into for a tactic.
const threatsForTactic = 1_000_000

func TestTacticsHoldAgainstEveryReply(t *testing.T) {
	p, err := NewProver()
	if err != nil {
		t.Fatal(err)
	}
	lengths := map[int]int{}
	for i, c := range tactics(t) {
		if testing.Short() && i%40 != 0 {
			continue
		}
		proof := p.Solve(t.Context(), c.Stones, search.Limits{Nodes: threatsForTactic})
		if proof.Turns == 0 || proof.Turns > c.Turns || proof.Turns < c.Turns && proof.Complete {
			t.Errorf("%v: the solver finds a win in %d turns", c, proof.Turns)
			continue
		}
		if _, err := Verify(t.Context(), c.Stones, proof.Turns, p.Next); err != nil {
			t.Errorf("%v: %v", c, err)
		}
		lengths[c.Turns]++
	}
	t.Logf("positions by length of the win: %v", lengths)
}

func TestTacticsAreMadeTheSameAgain(t *testing.T) {
	m := TacticMaker{Lengths: map[int]int{2: 1, 3: 1, 4: 1, 5: 1}, Nodes: 200, Threats: 20_000, Seed: 3, Games: 2}
	if testing.Short() {
		m.Games, m.Threats = 1, 1000
	}
	first, err := m.Make(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(first) == 0 && !testing.Short() {
		t.Fatal("the games gave nothing")
	}
	again, err := m.Make(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for i, c := range first {
		if i >= len(again) || c.String() != again[i].String() {
			t.Fatalf("position %d is %v the second time, not %v", i, again, c)
		}
		text.WriteString("# a comment\n\n" + c.String() + "\n")
	}
	read, err := ReadTactics(strings.NewReader(text.String()))
	if err != nil || len(read) != len(first) {
		t.Fatalf("read %v, %v; want %v", read, err, first)
	}
}

func TestTacticsAreRefusedInSentences(t *testing.T) {
	for text, want := range map[string]string{
		"J10 I9":         "line 1: \"\" is not a number of turns",
		"\nJ10 I9 | x":   "line 2: \"x\" is not a number of turns",
		"J10 | 17":       "is not a number of turns from 1 to 16",
		"J10 J10 | 3":    "J10 is taken",
		"J10 T9 | 3":     "\"T9\" is off the board",
		"# J10 | 4\nq|3": "line 2: \"q\" is not a point",
	} {
		if _, err := ReadTactics(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: the error is %v, want one with %q", text, err, want)
		}
	}
	for _, m := range []TacticMaker{{}, {Lengths: map[int]int{17: 1}, Nodes: 1, Threats: 1, Games: 1}, {Lengths: map[int]int{2: -1}, Nodes: 1, Threats: 1, Games: 1}} {
		if m.Check() == nil {
			t.Errorf("%v is accepted", m)
		}
	}
}

func FuzzReadTactics(f *testing.F) {
	f.Add("J10 I9 K9 | 3")
	f.Fuzz(func(t *testing.T, text string) {
		all, err := ReadTactics(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, c := range all {
			for _, p := range c.Stones {
				if !connect.Board.Has(p) || p == board.Nowhere {
					t.Fatalf("%q reads as %v", text, c)
				}
			}
		}
	})
}
