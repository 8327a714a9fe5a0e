package main_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var (
	cupGames = flag.Int("cupgames", 6, "how many games TestTournament plays")
	cupSeed  = flag.Uint64("cupseed", 1, "what TestTournament makes its choices from")
	cupTurn  = flag.Duration("cupturn", 0, "the time of every move; 0: whatever a game draws")
	cupSlack = flag.Duration("cupslack", time.Second, "how much later moves may come")
	cupBytes = flag.Int64("cupbytes", 350<<20, "the memory that games with a limit allow")
	cupRival = flag.String("cuprival", "", "a brain that is the opponent in every game")
)

// cupBoards are the boards of tournaments, and what else a manager may ask for.
var cupBoards = [][2]int{{15, 15}, {15, 15}, {20, 20}, {20, 20}, {19, 19}, {10, 10}, {5, 5}, {6, 6}, {13, 13}, {20, 15}, {9, 17}}

// TestTournament plays a tournament against the other players of the house,
// each a process: no illegal move, none too late, no crash.
func TestTournament(t *testing.T) {
	if testing.Short() {
		t.Skip("searches, which the race detector makes many times slower, so -short leaves it out")
	}
	t.Parallel()
	random := rand.New(rand.NewPCG(*cupSeed, 6))
	// A file takes what several processes say, each with a goroutine of its own.
	warnings, err := os.Create(filepath.Join(t.TempDir(), "warnings"))
	if err != nil {
		t.Fatal(err)
	}
	defer warnings.Close()
	brain := func(name string, rude bool, args ...string) *cupBrain {
		b, err := startBrain(name, args, warnings, rand.New(rand.NewPCG(*cupSeed, random.Uint64())))
		if err != nil {
			t.Fatal(err)
		}
		b.Rude = rude
		return b
	}
	own := brain("stonehand", true, "stonehand", "console", "gomocup")
	var points, games [3]int
	var slowest time.Duration
	for g := range *cupGames {
		terms := drawTerms(random, g)
		name := []string{"tuple", "template", "five"}[g%3]
		args := []string{"stonehand", "console", "gomocup", "--player", name}
		if *cupRival != "" {
			name, args = "rival", strings.Fields(*cupRival)
		}
		rival := brain(name, false, args...)
		side := cupBlack + cupSide(g/2%2)
		black, white := own, rival
		if side == cupWhite {
			black, white = rival, own
		}
		v, err := playCup(black, white, terms, random)
		side = cupWhite
		if v.Black == own {
			side = cupBlack
		}
		switch {
		case err != nil:
			said, _ := os.ReadFile(warnings.Name())
			t.Fatalf("game %d, %+v: %v\n%v\n%s", g, terms, err, v.Moves, said)
		case v.Fault != "" && v.Winner != side:
			t.Errorf("game %d, %+v: %s\n%v", g, terms, v.Fault, v.Moves)
		case v.Fault != "":
			t.Logf("game %d: %s", g, v.Fault)
		}
		games[side]++
		if v.Winner == side {
			points[side]++
		}
		slowest = max(slowest, v.Slowest[side])
		if testing.Verbose() {
			t.Logf("game %d: rule %d, %dx%d, %v a move (most %v), %v a match, against %s as %d: winner %d after %d moves", g, terms.Rule, terms.Cols, terms.Rows, terms.Turn, v.Most[side], terms.Match, name, side, v.Winner, len(v.Moves))
		}
		if err := rival.Leave(g%2 == 0); err != nil {
			t.Error(err)
		}
		if random.IntN(5) == 0 { // the next games by a process of its own
			if err := own.Leave(random.IntN(2) == 0); err != nil {
				t.Error(err)
			}
			own = brain("stonehand", true, "stonehand", "console", "gomocup")
		}
	}
	if err := own.Leave(true); err != nil {
		t.Error(err)
	}
	t.Logf("won %d of %d with Black and %d of %d with White; at most %v over the time", points[1], games[1], points[2], games[2], slowest)
}

// drawTerms draws what a game is played by.
func drawTerms(random *rand.Rand, game int) cupTerms {
	size := cupBoards[random.IntN(len(cupBoards))]
	t := cupTerms{
		Cols: size[0], Rows: size[1], Rule: []cupRule{cupFreestyle, cupExact, cupRenju}[game%3],
		Turn:   []time.Duration{0, 30 * time.Millisecond, 50 * time.Millisecond, 100 * time.Millisecond}[random.IntN(4)],
		Memory: []int64{0, *cupBytes}[random.IntN(2)], Slack: *cupSlack, Tricks: true,
	}
	if *cupTurn > 0 {
		t.Turn = *cupTurn
	}
	if random.IntN(2) == 0 {
		t.Match = []time.Duration{time.Second, 2 * time.Second, 20 * time.Second}[random.IntN(3)]
	}
	switch random.IntN(4) {
	case 0:
		t.Swap2 = *cupRival == "" && min(size[0], size[1]) > 6
	case 1, 2:
		t.Opening = cupScatter(size[0], size[1], t.Rule, 2+random.IntN(min(24, size[0]*size[1]/3)), random)
	}
	return t
}

// TestBrainStops ends a search of ten minutes: by YXSTOP and by END, with other
// lines before them.
func TestBrainStops(t *testing.T) {
	t.Parallel()
	position := []string{"START 20", "INFO timeout_turn 600000", "BOARD", "9,9,2", "10,10,1", "3,12,2", "DONE"}
	begin := func() *cupBrain {
		b, err := startBrain("stonehand", []string{"stonehand", "console", "gomocup"}, t.Output(), rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(b.Kill)
		if got, err := b.Ask(position...); err != nil || got != "OK" {
			t.Fatalf("%q, %v", got, err)
		}
		return b
	}
	b := begin()
	if got, err := b.Ask("INFO evaluate 1,1", "", "INFO time_left 5000", "YXSTOP"); err != nil || !strings.Contains(got, ",") {
		t.Errorf("after YXSTOP: %q, %v", got, err)
	}
	if got, err := b.Ask("ABOUT"); err != nil || !strings.HasPrefix(got, "name=") {
		t.Errorf("%q, %v", got, err)
	}
	if err := b.Leave(true); err != nil {
		t.Error(err)
	}
	b = begin()
	if _, err := b.Say("ABOUT", "INFO folder /tmp"); err != nil {
		t.Error(err)
	}
	if err := b.Leave(true); err != nil {
		t.Error(err)
	}
}
