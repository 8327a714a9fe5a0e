package main_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/engine/board"
)

var (
	powerCuts = flag.Int("powercuts", 10, "how often TestPowerCut cuts the power")
	powerSeed = flag.Uint64("powerseed", 1, "what TestPowerCut makes its choices from")
)

// known is what a person at the table knows of the game for sure.
type known struct {
	game  string
	moves [][]string
	turn  []string // the machine's, lit and not yet on record
	ended bool
	// slack says that a command was under way when the power failed, so that it
	// may have been carried out or not.
	slack string // "", api.DoUndo, api.DoNewGame, api.DoResign
}

// learn takes what a state says.
func (k *known) learn(s *api.Snapshot) {
	*k = known{game: s.GameID, moves: apitest.As[[][]string](s.Moves), turn: apitest.Names(s.Turn), ended: s.Result != ""}
}

// contradiction says in a sentence how a state that was read after the power
// came back does not continue what was known, or returns "".
func (k *known) contradiction(s *api.Snapshot) string {
	if k.game == "" {
		return "" // nothing was known
	}
	if s.GameID != k.game {
		if k.slack == api.DoNewGame && len(s.Moves) == 0 {
			return ""
		}
		return fmt.Sprintf("the game was %s and is %s", k.game, s.GameID)
	}
	moves, turn := k.moves, k.turn
	if k.slack == api.DoUndo && len(s.Moves) < len(moves) && len(s.Moves) >= len(moves)-2 {
		moves, turn = moves[:len(s.Moves)], nil
	}
	if len(s.Moves) < len(moves) || fmt.Sprint(s.Moves[:len(moves)]) != fmt.Sprint(moves) {
		return fmt.Sprintf("the turns were %v and are %v", moves, s.Moves)
	}
	switch ended := s.Result != ""; {
	case k.ended && !ended && k.slack != api.DoUndo:
		return "the game was over and is not"
	case len(turn) == 0 || k.slack != "":
	case len(s.Moves) == len(moves) && !ended && !slices.Equal(s.Turn, apitest.Points(turn...)):
		return fmt.Sprintf("the machine asked for %v and asks for %v", turn, s.Turn)
	case len(s.Moves) > len(moves) && !slices.Equal(s.Moves[len(moves)], apitest.Points(turn...)):
		return fmt.Sprintf("the machine asked for %v and %v is on record", turn, s.Moves[len(moves)])
	}
	return ""
}

// TestPowerCut kills the daemon at any moment, from its first instruction on,
// while a person plays, takes back, resigns and starts again, damages its journal
// or the copy of it in between, and starts it again. Whatever the person had seen must still hold: the same game with the
// same turns, the machine asking for the same points, every game that had ended
// in the list.
func TestPowerCut(t *testing.T) {
	t.Parallel()
	cuts := *powerCuts
	if testing.Short() {
		cuts = min(cuts, 4)
	}
	dir := t.TempDir()
	args := []string{"serve", "--data", dir, "--config", daemonConfig(t, fast)}
	rng := rand.New(rand.NewPCG(*powerSeed, 1))
	var sure known
	over := map[string]string{} // ended games, and their results
	startup := time.Second      // how long the daemon takes to start here
	turns, asking, early := 0, 0, 0
	damages := map[string]int{}
	var starts []time.Duration
	for cut := range cuts {
		if what := damage(t, rng, dir); what != "" {
			damages[what]++
		}
		// Some cuts come while the daemon starts, most while it plays.
		plays := rng.IntN(4) > 0
		moment := time.Duration(rng.Int64N(int64(startup)))
		begun := time.Now()
		p := launchDaemon(t, "stonehand", args...)
		died := make(chan struct{})
		fail := func() { p.Kill(); close(died) }
		if !plays {
			time.AfterFunc(moment, fail)
		}
		ready := p.Ready()
		if plays {
			time.AfterFunc(time.Duration(rng.Int64N(int64(1500*time.Millisecond+2*startup))), fail)
		}
		if !ready {
			<-died
			if err := p.Wait(); err == nil || err.Error() != "signal: killed" {
				t.Fatalf("after %d cuts the daemon does not start: %v\n%s", cut, err, p.Log())
			}
			early++
			continue
		}
		startup = time.Since(begun)
		starts = append(starts, startup)
		err := person{t: t, tableClient: p.tableClient, rng: rng, sure: &sure, over: over}.playUntilDark()
		<-died
		if sure.game == "" && cut > max(4, cuts/2) { // a few may all come early
			t.Fatalf("after %d cuts no game has begun: %v", cut, err)
		}
		turns += len(sure.moves)
		if len(sure.turn) > 0 {
			asking++
		}
	}
	begun := time.Now()
	p := startDaemon(t, "stonehand", args...)
	starts = append(starts, time.Since(begun))
	slices.Sort(starts)
	t.Logf("from start to serving: %v in the middle, %v at most, of %d starts; damage done to journals and their copies: %v",
		starts[len(starts)/2].Round(time.Millisecond), starts[len(starts)-1].Round(time.Millisecond), len(starts), damages)
	s := p.Until(t, "the board", func(s *api.Snapshot) bool { return s.Link })
	if why := sure.contradiction(s); why != "" {
		t.Errorf("in the end: %s", why)
	}
	games, err := p.Games()
	if err != nil {
		t.Fatal(err)
	}
	for id, result := range over {
		if !slices.ContainsFunc(games, func(g api.GameInfo) bool { return g.ID == id && g.Result == result }) {
			t.Errorf("game %s ended, %s won, and is not in the list", id, result)
		}
	}
	t.Logf("%d cuts, %d of them before the page was served, %d while the machine's stones were asked for; %d games ended; %.1f turns on record at a cut",
		cuts, early, asking, len(over), float64(turns)/float64(max(1, cuts-early)))
	p.Stop()
}

// person plays at a table whose power fails.
type person struct {
	t *testing.T
	tableClient
	rng  *rand.Rand
	sure *known
	over map[string]string
}

// playUntilDark plays until the daemon no longer answers, and returns the error
// that it met then.
func (p person) playUntilDark() error {
	for first := true; ; first = false {
		time.Sleep(2 * time.Millisecond)
		s, err := p.State()
		if err != nil {
			return err
		}
		if first {
			if why := p.sure.contradiction(s); why != "" {
				p.t.Fatalf("after a power cut %s", why)
			}
		}
		p.learn(s)
		switch roll := p.rng.IntN(3000); {
		case s.Phase == api.PhaseLost:
			continue
		case s.Result != "" && roll > 100:
			human := []string{"black", "white"}[p.rng.IntN(2)]
			err = p.command(api.DoNewGame, map[string]any{"do": api.DoNewGame, "human": human, "level": 1, "time": 0.05})
		case roll < 6 && len(s.Moves) > 2:
			err = p.command(api.DoUndo, map[string]any{"do": api.DoUndo})
		case roll == 6:
			err = p.command(api.DoResign, map[string]any{"do": api.DoResign})
		default:
			_, err = p.Act(s, func(s *api.Snapshot, due int) []string {
				c, _ := board.ParseColor(s.ToMove.String())
				return hinderAWhile(shown(s), due, c)
			})
		}
		var refused *refusal
		if err != nil && !errors.As(err, &refused) {
			return err
		}
	}
}

// learn notes what a state says, for good.
func (p person) learn(s *api.Snapshot) {
	p.sure.learn(s)
	if s.Result != "" {
		p.over[s.GameID] = s.Result
	} else {
		delete(p.over, s.GameID) // taken back
	}
}

// command carries a command out. Unless it is answered nobody knows whether it
// was carried out.
func (p person) command(do string, c map[string]any) error {
	p.sure.slack = do
	if do == api.DoUndo || do == api.DoResign {
		delete(p.over, p.sure.game)
	}
	s, err := p.Command(c)
	if err == nil {
		p.learn(s)
		return nil
	}
	var refused *refusal
	if errors.As(err, &refused) {
		p.sure.slack = ""
	}
	return err
}
