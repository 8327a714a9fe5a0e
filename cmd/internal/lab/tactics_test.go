package lab

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"stonehand/engine/limit"
)

// tactics returns the engine's tactical positions.
func tactics(t *testing.T) (all []Tactic) {
	t.Helper()
	text, err := os.ReadFile("../../../engine/search/testdata/tactics.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if stones, turns, ok := strings.Cut(strings.TrimSpace(line), " | "); ok && line[0] != '#' {
			n, err := strconv.Atoi(turns)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, Tactic{Stones: stonesOf(t, stones), Turns: n})
		}
	}
	return all
}

// threatsForTactic is how many positions the solver may look into for a tactic.
const threatsForTactic = 1_000_000

func TestTacticsHoldAgainstEveryReply(t *testing.T) {
	alone(t)
	p, err := NewProver()
	if err != nil {
		t.Fatal(err)
	}
	lengths := map[int]int{}
	for _, c := range tactics(t) {
		proof := p.Solve(t.Context(), c.Stones, limit.Limits{Nodes: threatsForTactic})
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
	for i, c := range first {
		if i >= len(again) || c.String() != again[i].String() {
			t.Fatalf("position %d is %v the second time, not %v", i, again, c)
		}
	}
}

func TestTacticsAreRefusedInSentences(t *testing.T) {
	for _, m := range []TacticMaker{{}, {Lengths: map[int]int{17: 1}, Nodes: 1, Threats: 1, Games: 1}, {Lengths: map[int]int{2: -1}, Nodes: 1, Threats: 1, Games: 1}} {
		if m.Check() == nil {
			t.Errorf("%v is accepted", m)
		}
	}
}
