package duel

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"stonehand/cmd/internal/lab"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/tuple"
)

// actor is set where this test's own program is to be a brain.
const actor = "STONEHAND_TEST_BRAIN"

func TestMain(m *testing.M) {
	if part := os.Getenv(actor); part != "" {
		act(part)
		return
	}
	goleak.VerifyTestMain(m)
}

// act is a brain: it plays by the five-tuple table, or misbehaves.
func act(part string) {
	size := board.Size{Cols: 15, Rows: 15}
	t, stones := tuple.New(size), 0
	put := func(line string, c board.Color) {
		if p, ok := readPair(line, size); ok {
			t.Put(p, c)
			stones++
		}
	}
	setup := false
	for s := bufio.NewScanner(os.Stdin); s.Scan(); {
		word, rest, _ := strings.Cut(s.Text(), " ")
		asked := false
		switch {
		case word == "START" || word == "RESTART":
			t, stones = tuple.New(size), 0
			fmt.Println("MESSAGE ready")
			fmt.Println("OK - everything is good")
		case word == "BEGIN":
			asked = true
		case word == "TURN":
			put(rest, board.White)
			asked = true
		case word == "BOARD":
			setup = true
		case word == "DONE":
			setup, asked = false, true
		case setup:
			cut := strings.LastIndex(word, ",")
			put(word[:cut], map[string]board.Color{",1": board.Black, ",2": board.White}[word[cut:]])
		case word == "END":
			return
		}
		if !asked {
			continue
		}
		switch {
		case part == "leaves" && stones > 3:
			return
		case part == "errs":
			fmt.Println("ERROR no idea")
		case part == "cheats":
			fmt.Println("7,7") // where the opening has a stone
		default:
			at := t.Best(board.Black, nil)
			t.Put(at, board.Black)
			stones++
			fmt.Println("DEBUG 1,2 is bad")
			fmt.Println(pair(at))
		}
	}
}

func openings(t *testing.T, rules game.Gomoku, n int) [][]board.Point {
	t.Helper()
	all, err := Openings(t.Context(), rules, n, 5, 1, Look{Nodes: 500, Score: 100})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A brain is told of the game what it does not know, so that it and the player of
// the same table play the same game.
func TestBrainPlays(t *testing.T) {
	t.Setenv(actor, "plays")
	for _, rules := range []game.Gomoku{game.Freestyle(), game.Standard()} {
		table, err := ParsePlayer("tuple", rules, limit.Limits{Hard: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		outside, err := ParsePlayer("gomocup:"+os.Args[0], rules, limit.Limits{Hard: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		m := Match{Rules: rules, A: table, B: outside, Openings: append(openings(t, rules, 2), nil), Each: func(pair [2]Record, _ lab.Score) {
			if d := cmp.Diff(pair[0].Stones, pair[1].Stones); d != "" || pair[0].Fault != "" || len(pair[0].Stones) < 12 {
				t.Errorf("%s: %s: the brain plays another game:\n%s", rules.Title, pair[0].Fault, d)
			}
		}}
		if _, err := m.Play(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// A brain that fails loses the game, and the reason is told.
func TestBrainFails(t *testing.T) {
	rules := game.Freestyle()
	table, err := ParsePlayer("tuple", rules, limit.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for part, want := range map[string]string{"leaves": "has ended", "errs": "it says: ERROR no idea", "cheats": "H8"} {
		t.Setenv(actor, part)
		m := Match{Rules: rules, A: table, B: Brain("other", []string{os.Args[0]}, rules, time.Minute), Openings: [][]board.Point{{fifteen.Center()}}}
		m.Each = func(pair [2]Record, _ lab.Score) {
			for i, loser := range []board.Color{board.White, board.Black} {
				if r := pair[i]; !strings.Contains(r.Fault, want) && !strings.Contains(r.Fault, "take lines") || r.Winner == loser {
					t.Errorf("%s: %q, %v wins", part, r.Fault, r.Winner)
				}
			}
		}
		if _, err := m.Play(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

var fifteen = board.Size{Cols: 15, Rows: 15}

// The same opening gives the same games whatever the players have played before,
// or the error bars would mean nothing.
func TestGamesAreIndependent(t *testing.T) {
	rules := game.Renju()
	lim := limit.Limits{Nodes: 200}
	a, err := ParsePlayer("five", rules, lim)
	if err != nil {
		t.Fatal(err)
	}
	b, err := ParsePlayer("level:3,nodes=100", rules, lim)
	if err != nil {
		t.Fatal(err)
	}
	all := openings(t, rules, 2)
	var pairs [][2]Record
	m := Match{Rules: rules, A: a, B: b, Openings: [][]board.Point{all[0], all[1], all[0]}, Each: func(pair [2]Record, _ lab.Score) {
		pairs = append(pairs, pair)
	}}
	if _, err := m.Play(t.Context()); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(pairs[0][0].Stones, pairs[2][0].Stones); d != "" {
		t.Error("the same opening gave other games after some were played:\n" + d)
	}
	if text := string(pairs[0][0].SGF()); !strings.Contains(text, "GM[4]") || !strings.Contains(text, "RU[renju]") {
		t.Error(text)
	}
}

// Openings are allowed, different, and the same for the same seed.
func TestOpenings(t *testing.T) {
	rules := game.Renju()
	first := openings(t, rules, 6)
	seen := map[board.Key]bool{}
	for _, stones := range first {
		g, c := game.New(rules), board.Black
		for _, p := range stones {
			if err := g.Play(game.Turn{Color: c, Points: []board.Point{p}}); err != nil {
				t.Error(err)
			}
			c = c.Other()
		}
		key := canonical(rules.Board, stones)
		if seen[key] || g.Result().Over {
			t.Errorf("%v is there twice, or is over", stones)
		}
		seen[key] = true
	}
	if d := cmp.Diff(first, openings(t, rules, 6)); d != "" {
		t.Error("the same seed gave others:\n" + d)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Openings(ctx, rules, 1, 5, 1, Look{}); err == nil {
		t.Error("openings are made after the end")
	}
	if _, err := Openings(t.Context(), rules, 1, 100, 1, Look{}); err == nil {
		t.Error("an opening of 100 stones is made")
	}
}

func TestParsePlayerRefuses(t *testing.T) {
	for spec, want := range map[string]string{
		"six":            `"six" is not a player; there are five, template, region, tuple`,
		"level:11":       `player "level:11": level "11" is not a number from 1 to 10`,
		"gomocup:":       `player "gomocup:" names no program`,
		"five,time=soon": `time="soon" is not a time like 1s or 300ms`,
		"five,speed=1":   `there is no option "speed=1"`,
		"five,nodes=-1":  `nodes="-1" is not a number`,
		"five,depth=x":   `depth="x" is not a number`,
	} {
		if _, err := ParsePlayer(spec, game.Freestyle(), limit.Limits{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

// FuzzReadPair reads whatever a brain may answer: what is taken for a point is on
// the board and is written as it was read.
func FuzzReadPair(f *testing.F) {
	for _, line := range []string{"7,7", "0,14", "15,0", "-1,3", "7, 8", "7,8 9,9", "MESSAGE 1,2", ",", ""} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		p, ok := readPair(line, fifteen)
		if !ok {
			return
		}
		if again, _ := readPair(pair(p), fifteen); !fifteen.Has(p) || again != p {
			t.Fatalf("%q is read as %v and then %v", line, p, again)
		}
	})
}
