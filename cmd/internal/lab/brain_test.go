package lab

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"stonehand/cmd/internal/players"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/pairs"
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

// alone leaves a test of one goroutine to the run without the race detector, which would
// only slow it down.
func alone(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("one goroutine, which the race detector only slows down, so -short leaves it out")
	}
}

// act is a brain: it plays by the five-tuple table, or misbehaves.
func act(part string) {
	size := board.Size{Cols: 15, Rows: 15}
	t, stones := tuple.New(size), 0
	put := func(line string, c board.Color) {
		var x, y int
		if n, _ := fmt.Sscanf(line, "%d,%d", &x, &y); n == 2 {
			t.Put(board.At(x, y), c)
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
			fmt.Printf("%d,%d\n", at.X(), at.Y())
		}
	}
}

// A brain is told of the game what it does not know, so that it and the player of
// the same table play the same game.
func TestBrainPlays(t *testing.T) {
	t.Setenv(actor, "plays")
	for _, rules := range []game.Gomoku{game.Freestyle(), game.Standard()} {
		table, err := players.ParseGomoku("tuple", rules, limit.Limits{Hard: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		outside, err := players.ParseGomoku("gomocup:"+os.Args[0], rules, limit.Limits{Hard: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		m := Match{Rules: rules, A: table, B: outside, Openings: append(fiveOpenings(t, rules, 2), nil), Each: func(pair [2]Record, _ pairs.Score) {
			if d := cmp.Diff(pair[0].Turns, pair[1].Turns); d != "" || pair[0].Fault != "" || len(pair[0].Turns) < 12 {
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
	table, err := players.ParseGomoku("tuple", rules, limit.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	outside, err := players.ParseGomoku("gomocup:"+os.Args[0], rules, limit.Limits{Hard: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	for part, want := range map[string]string{"leaves": "has ended", "errs": "it says: ERROR no idea", "cheats": "H8"} {
		t.Setenv(actor, part)
		m := Match{Rules: rules, A: table, B: outside, Openings: [][]game.Turn{{{Color: board.Black, Points: []board.Point{rules.Board.Center()}}}}}
		m.Each = func(pair [2]Record, _ pairs.Score) {
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

// The same opening gives the same games whatever the players have played before,
// or the error bars would mean nothing.
func TestGamesOfFiveAreIndependent(t *testing.T) {
	rules := game.Renju()
	lim := limit.Limits{Nodes: 200}
	a, err := players.ParseGomoku("five", rules, lim)
	if err != nil {
		t.Fatal(err)
	}
	b, err := players.ParseGomoku("level:3,nodes=100", rules, lim)
	if err != nil {
		t.Fatal(err)
	}
	all := fiveOpenings(t, rules, 2)
	var played [][2]Record
	m := Match{Rules: rules, A: a, B: b, Openings: [][]game.Turn{all[0], all[1], all[0]}, Each: func(pair [2]Record, _ pairs.Score) {
		played = append(played, pair)
	}}
	if _, err := m.Play(t.Context()); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(played[0][0].Turns, played[2][0].Turns); d != "" {
		t.Error("the same opening gave other games after some were played:\n" + d)
	}
	if text := string(played[0][0].SGF()); !strings.Contains(text, "GM[4]") || !strings.Contains(text, "RU[renju]") {
		t.Error(text)
	}
}

// fiveOpenings are games of a few stones near each other.
func fiveOpenings(t *testing.T, rules game.Gomoku, n int) (all [][]game.Turn) {
	t.Helper()
	for seed := uint64(1); len(all) < n; seed++ {
		g, rng := game.New(rules), rand.New(rand.NewPCG(seed, 1))
		for len(g.Turns()) < 5 {
			c, _ := g.Due()
			middle := rules.Board.Center()
			_ = g.Play(game.Turn{Color: c, Points: []board.Point{board.At(middle.X()+rng.IntN(5)-2, middle.Y()+rng.IntN(5)-2)}})
		}
		all = append(all, g.Turns())
	}
	return all
}
