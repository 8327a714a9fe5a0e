package tune

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stonehand/engine/search"
)

// few is self-play small enough for a test.
func few(t testing.TB, games int, seed uint64) []byte {
	t.Helper()
	o := search.DefaultOptions()
	o.TableMB = 1
	s := SelfPlay{Games: games, Nodes: 120, Workers: 1, Seed: seed, Chance: 0.2, Make: Connect6(o)}
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := s.Play(context.Background(), &out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// alone leaves a test of one goroutine to the run without the race detector, which would
// only slow it down.
func alone(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("one goroutine, which the race detector only slows down, so -short leaves it out")
	}
}

// TestGames reads back what self-play writes and finds the same in it; the same
// seed plays the same games.
func TestGames(t *testing.T) {
	text := few(t, 12, 7)
	if again := few(t, 12, 7); !bytes.Equal(again, text) {
		t.Error("the same seed played other games")
	}
	n, asides := 0, 0
	err := ReadGames(Files{bytes.NewReader(text)}, func(g Game) error {
		n++
		for _, turn := range g.Turns {
			asides += len(turn.Asides)
		}
		line := string(g.append(nil))
		again, err := parseGame(line)
		if err != nil {
			return err
		}
		if diff := cmp.Diff(g, again); diff != "" {
			t.Errorf("written and read again (-first +again):\n%s", diff)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n != 12 || asides == 0 {
		t.Errorf("%d games with %d leaves, want 12 games and some", n, asides)
	}
}

func TestGameRefused(t *testing.T) {
	for text, want := range map[string]string{
		"x J10":                  `line 1: "x" is not a winner`,
		"\n# note\nb J10 K1":     "line 3: turn 2: K1 cannot be played",
		"b J10 J10K11":           "turn 2: J10 K11 cannot be played",
		"b J10 K11K11":           "cannot be played",
		"b J10 K11K12K13":        `"K13" stands after two points`,
		"b J10 K11K12=5x":        `"5x" is not a score`,
		"b J10 K11K12":           "said to be won by black",
		"- J10 K11K12/L1L2":      "after a slash",
		"- J10 K11K12=1~K1K2":    "", // a leaf without a score has the score 0
		"- J10 K11K12=1~J10K2=3": "K2 J10 cannot be played",
		"- J10 K11K12~K1K2=1":    "a leaf belongs to a turn with a score",
		"- J10 T1T2":             "off the board",
		"- J10 K11K12=1~":        "not a point",
		// A file of something else fills no screen.
		strings.Repeat("x", 900_000):            `x..." is not a winner`,
		"b J10 " + strings.Repeat("K11", 9_000): `..." stands after two points`,
	} {
		err := ReadGames(Files{strings.NewReader(text)}, func(Game) error { return nil })
		if want == "" {
			if err != nil {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80q: error %.200v, want %q", text, err, want)
		}
	}
}

// FuzzReadGames reads anything; what is read can be written and read again.
func FuzzReadGames(f *testing.F) {
	f.Add("b J10 K11I11=-20/K1K2~L1L2,M1M2=5#~L2L3=4 A1A2=536870902#")
	f.Add("b A10 B1B2~A1A2=0")
	f.Add("- J10\n#\nw J10 B2C3=1#")
	f.Fuzz(func(t *testing.T, text string) {
		_ = ReadGames(Files{strings.NewReader(text)}, func(g Game) error {
			line := string(g.append(nil))
			again, err := parseGame(line)
			if err != nil {
				t.Fatalf("%q does not read: %v", line, err)
			}
			if diff := cmp.Diff(g, again); diff != "" {
				t.Fatal(diff)
			}
			return nil
		})
	})
}
