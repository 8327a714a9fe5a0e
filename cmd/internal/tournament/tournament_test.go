package tournament

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func players(n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprint("player ", i+1))
	}
	return list
}

// play plays all rounds with results by chance.
func play(t interface{ Fatal(...any) }, tour *Tournament, rng func(n int) int) {
	if err := tour.Check(); err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		err := tour.Next()
		if errors.Is(err, ErrOver) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		busy := map[int]bool{}
		for i := range tour.Pairings {
			p := &tour.Pairings[i]
			if p.Round != tour.Round() {
				continue
			}
			for _, who := range []int{p.Black, p.White} {
				if who != Nobody && busy[who] {
					t.Fatal("a player has two games in one round")
				}
				busy[who] = true
			}
			if p.Result == "" {
				if err := tour.Next(); !errors.Is(err, ErrOpen) {
					t.Fatal("a round began within another: ", err)
				}
				p.Result = []string{BlackWins, WhiteWins, Draw}[rng(3)]
			}
		}
	}
	t.Fatal("the tournament does not end")
}

func TestEverybodyMeetsEverybody(t *testing.T) {
	for n := 2; n <= 33; n++ {
		tour := &Tournament{Title: "T", Game: "connect6", Kind: RoundRobin, Players: players(n)}
		play(t, tour, rand.New(rand.NewPCG(1, uint64(n))).IntN)
		met, black, free := map[[2]int]int{}, make([]int, n), make([]int, n)
		for _, p := range tour.Pairings {
			if p.White == Nobody {
				free[p.Black]++
				continue
			}
			met[[2]int{min(p.Black, p.White), max(p.Black, p.White)}]++
			black[p.Black]++
			black[p.White]--
		}
		if len(met) != n*(n-1)/2 {
			t.Errorf("%d players: %d pairs met", n, len(met))
		}
		for pair, k := range met {
			if k != 1 {
				t.Errorf("%d players: %v met %d times", n, pair, k)
			}
		}
		for i := range n {
			if free[i] != n%2 || black[i] < -1 || black[i] > 1 {
				t.Errorf("%d players: player %d was free %d times, and had Black %+d times more", n, i, free[i], black[i])
			}
		}
	}
}

// TestALargeRoundRobin is played to its end, and its games fit into a message.
func TestALargeRoundRobin(t *testing.T) {
	tour := &Tournament{Title: "T", Game: "connect6", Kind: RoundRobin, Players: players(88)}
	play(t, tour, rand.New(rand.NewPCG(1, 1)).IntN)
	if n := len(tour.Pairings); n > MostGames {
		t.Errorf("%d games, more than a tournament has", n)
	}
}

func TestSwiss(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(4, 40).Draw(r, "players")
		tour := &Tournament{Title: "T", Game: "connect6", Kind: Swiss, Players: players(n), Rounds: rapid.IntRange(1, n/2).Draw(r, "rounds")}
		play(r, tour, func(n int) int { return rapid.IntRange(0, n-1).Draw(r, "result") })
		met, free := map[[2]int]bool{}, map[int]bool{}
		for _, p := range tour.Pairings {
			if p.White == Nobody {
				if free[p.Black] {
					r.Fatalf("player %d was free twice", p.Black)
				}
				free[p.Black] = true
				continue
			}
			pair := [2]int{min(p.Black, p.White), max(p.Black, p.White)}
			if met[pair] {
				r.Fatalf("%v met twice", pair)
			}
			met[pair] = true
		}
		total := 0
		for _, s := range tour.Standings() {
			total += s.Points
		}
		if want := 2 * len(tour.Pairings); total != want {
			r.Fatalf("%d half points of %d", total, want)
		}
	})
}

// TestFewMeetAgain plays on where no round is left in which nobody meets anybody twice: no more
// meet again than must.
func TestFewMeetAgain(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(3, 8).Draw(r, "players")
		tour := &Tournament{Title: "T", Game: "connect6", Kind: Swiss, Players: players(n), Rounds: n + n%2 - 1}
		for tour.Next() == nil {
			h := (&Tournament{Players: tour.Players, Pairings: slices.DeleteFunc(slices.Clone(tour.Pairings), func(p Pairing) bool { return p.Round == tour.Round() })}).history()
			var now []int
			again := 0
			for i := range tour.Pairings {
				p := &tour.Pairings[i]
				if p.Round != tour.Round() || p.White == Nobody {
					continue
				}
				now = append(now, p.Black, p.White)
				if h.met[[2]int{p.Black, p.White}] {
					again++
				}
				p.Result = rapid.SampledFrom([]string{BlackWins, WhiteWins, Draw}).Draw(r, "result")
			}
			if must := fewest(h, now); again > must {
				r.Fatalf("in round %d %d games are of two who met before, and %d would do: %+v", tour.Round(), again, must, tour.Pairings)
			}
		}
	})
}

// fewest is how many pairs of players must meet again, found by trying everything.
func fewest(h history, players []int) int {
	if len(players) == 0 {
		return 0
	}
	best := len(players)
	for i := 1; i < len(players); i++ {
		n := fewest(h, slices.Concat(players[1:i], players[i+1:]))
		if h.met[[2]int{players[0], players[i]}] {
			n++
		}
		best = min(best, n)
	}
	return best
}

func TestKnockout(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(r, "players")
		draws := 0
		tour := &Tournament{Title: "T", Game: "connect6", Kind: Knockout, Players: players(n)}
		play(r, tour, func(n int) int {
			k := rapid.IntRange(0, n-1).Draw(r, "result")
			if k == 2 {
				draws++
			}
			if draws > 20 {
				k %= 2
			}
			return k
		})
		lost := map[int]int{}
		decided := 0
		for _, p := range tour.Pairings {
			if p.White == Nobody || p.Result == Draw {
				continue
			}
			decided++
			if p.Result == BlackWins {
				lost[p.White]++
			} else {
				lost[p.Black]++
			}
		}
		if decided != n-1 || len(lost) != n-1 {
			r.Fatalf("%d games decided, %d players out of %d", decided, len(lost), n)
		}
		if first := tour.Standings()[0]; lost[first.Player] != 0 || first.Rank != 1 {
			r.Fatalf("the winner is %+v", first)
		}
	})
}

func TestTheStrongestMeetLast(t *testing.T) {
	tour := &Tournament{Title: "T", Game: "connect6", Kind: Knockout, Players: players(6)}
	for tour.Next() == nil {
		for i := range tour.Pairings {
			if p := &tour.Pairings[i]; p.Result == "" {
				p.Result = BlackWins
				if p.White < p.Black {
					p.Result = WhiteWins
				}
			}
		}
	}
	last := tour.Pairings[len(tour.Pairings)-1]
	if last.Black+last.White != 1 || last.Round != 3 {
		t.Errorf("the final is %+v", last)
	}
}

func ExampleTournament() {
	t := &Tournament{Title: "Club", Game: "connect6", Kind: RoundRobin, Players: []string{"Ann", "Bob", "Cid"}}
	results := []string{BlackWins, Draw, WhiteWins}
	for t.Next() == nil {
		for i := range t.Pairings {
			if t.Pairings[i].Result == "" {
				t.Pairings[i].Result, results = results[0], results[1:]
			}
		}
	}
	cross := t.Crosstable()
	for i, s := range t.Standings() {
		fmt.Println(s.Rank, t.Players[s.Player], Points(s.Points), cross[i])
	}
	// Output:
	// 1 Bob 1½ [–+ ½ 1]
	// 1 Cid 1½ [½ –+ 1]
	// 3 Ann 0 [0 0 –+]
}

func TestWhatIsNoTournament(t *testing.T) {
	for _, tour := range []Tournament{
		{}, {Title: "T", Game: "connect6", Kind: "ladder", Players: players(4)}, {Title: "T", Game: "connect6", Kind: Swiss, Players: players(1)}, {Title: "T", Game: "connect6", Kind: Swiss, Players: players(4)},
		{Title: "T", Game: "connect6", Kind: Swiss, Rounds: 4, Players: players(4)}, {Kind: Knockout, Game: "connect6", Players: players(4)}, {Title: "T", Game: "connect6", Kind: Knockout, Players: []string{"a", "a"}}, {Title: "T", Game: "connect6", Kind: Knockout, Players: []string{"a", " b"}},
		{Title: "T", Kind: Knockout, Players: players(4)}, {Title: "T", Game: "chess", Kind: Knockout, Players: players(4)}, {Title: "T", Game: "connect6", Kind: RoundRobin, Players: players(89)},
		{Title: "T", Game: "connect6", Kind: Swiss, Rounds: 64, Players: players(128)},
	} {
		if err := tour.Check(); err == nil {
			t.Errorf("%+v is a tournament", tour)
		}
	}
}

// Titles and names may be as long in any language.
func TestLongNames(t *testing.T) {
	for n, good := range map[int]bool{longestText: true, longestText + 1: false} {
		name := strings.Repeat("棋", n)
		for _, tour := range []Tournament{{Title: name, Game: "connect6", Kind: Knockout, Players: players(4)}, {Title: "T", Game: "connect6", Kind: Knockout, Players: []string{name, "b"}}} {
			if err := tour.Check(); (err == nil) != good {
				t.Errorf("%d characters: %v", n, err)
			}
		}
	}
}

// TestMatching holds the largest matching against one that is found by trying everything.
func TestMatching(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(0, 9).Draw(r, "n")
		edge := map[[2]int]bool{}
		for a := range n {
			for b := range a {
				if rapid.IntRange(0, 2).Draw(r, "edge") == 0 {
					edge[[2]int{a, b}], edge[[2]int{b, a}] = true, true
				}
			}
		}
		pairs := 0
		for a, b := range matching(n, func(a, b int) bool { return edge[[2]int{a, b}] }) {
			if b == -1 {
				continue
			}
			pairs++
			if !edge[[2]int{a, b}] {
				r.Fatalf("%d and %d cannot be paired", a, b)
			}
		}
		var best func(left []int) int
		best = func(left []int) int {
			if len(left) < 2 {
				return 0
			}
			most := best(left[1:])
			for i := 1; i < len(left); i++ {
				if edge[[2]int{left[0], left[i]}] {
					most = max(most, 2+best(slices.Concat(left[1:i], left[i+1:])))
				}
			}
			return most
		}
		var all []int
		for i := range n {
			all = append(all, i)
		}
		if want := best(all); pairs != want {
			r.Fatalf("%d are paired, and %d can be", pairs, want)
		}
	})
}

// TestRanksAfterARepeatedGame: who loses a semifinal is third, also where it was drawn first.
func TestRanksAfterARepeatedGame(t *testing.T) {
	tour := &Tournament{Title: "T", Game: "connect6", Kind: Knockout, Players: players(4)}
	for _, results := range [][]string{{Draw, BlackWins}, {Draw}, {BlackWins}, {WhiteWins}} {
		if err := tour.Next(); err != nil {
			t.Fatal(err)
		}
		for i, r := range results {
			tour.Pairings[len(tour.Pairings)-len(results)+i].Result = r
		}
	}
	var ranks []int
	for _, s := range tour.Standings() {
		ranks = append(ranks, s.Rank)
	}
	if !tour.Over() || !slices.Equal(ranks, []int{1, 2, 3, 3}) {
		t.Errorf("the ranks are %v: %+v", ranks, tour.Pairings)
	}
}

// TestRanksAfterADrawnGameThatIsNotRepeated has a player leave after a draw: the opponent goes on, and
// the player who loses the final is second alone.
func TestRanksAfterADrawnGameThatIsNotRepeated(t *testing.T) {
	tour := &Tournament{Title: "T", Game: "connect6", Kind: Knockout, Players: players(4)}
	for _, results := range [][]string{{Draw, BlackWins}, {BlackWins}} { // 1 and 4, 2 and 3; 1 and 2
		if err := tour.Next(); err != nil {
			t.Fatal(err)
		}
		for i, r := range results {
			tour.Pairings[len(tour.Pairings)-len(results)+i].Result = r
		}
		if err := tour.Withdraw(3, true); err != nil {
			t.Fatal(err)
		}
	}
	var ranks [4]int
	for _, s := range tour.Standings() {
		ranks[s.Player] = s.Rank
	}
	last := tour.Pairings[2]
	if !tour.Over() || ranks[last.Black] != 1 || ranks[last.White] != 2 || ranks[2] != 3 || ranks[3] != 3 {
		t.Errorf("the ranks are %v: %+v", ranks, tour.Pairings)
	}
}

// TestWithdrawals has players leave and come back between rounds, down to one: nobody who is out is
// paired or free, nobody who is in is left out, and byes go round.
func TestWithdrawals(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		kind := rapid.SampledFrom([]string{RoundRobin, Swiss, Knockout}).Draw(r, "kind")
		n := rapid.IntRange(2, 12).Draw(r, "players")
		tour := &Tournament{Title: "T", Game: "connect6", Kind: kind, Players: players(n), Rounds: max(1, n-2)}
		for tour.Next() == nil {
			round := map[int]int{}
			for i := range tour.Pairings {
				p := &tour.Pairings[i]
				if p.Round != tour.Round() {
					continue
				}
				for _, who := range []int{p.Black, p.White} {
					round[who]++
					if who != Nobody && (tour.left(who) || round[who] > 1) {
						r.Fatalf("player %d is in %+v, and out are %v", who, p, tour.Withdrawn)
					}
				}
				if p.Result == "" {
					p.Result = rapid.SampledFrom([]string{BlackWins, WhiteWins, Draw, BlackWins, WhiteWins}).Draw(r, "result")
				}
			}
			free := tour.history().free
			for who := range n {
				if kind != Knockout && !tour.left(who) && round[who] == 0 {
					r.Fatalf("player %d is left out of round %d", who, tour.Round())
				}
			}
			if kind == Swiss && round[Nobody] > 0 {
				last := tour.Pairings[len(tour.Pairings)-1].Black
				for who := range n {
					if !tour.left(who) && free[who] < free[last]-1 {
						r.Fatalf("player %d was free %d times, and player %d %d times", last, free[last], who, free[who])
					}
				}
			}
			if len(tour.Pairings) > 200 {
				return // games of a knockout that are drawn again and again
			}
			_ = tour.Withdraw(rapid.IntRange(0, n-1).Draw(r, "who"), rapid.IntRange(0, 2).Draw(r, "out") > 0)
		}
		if kind == Knockout {
			first := tour.Standings()[0]
			if in := tour.alive(); len(in) != 1 || first.Player != in[0] || n > 1 && tour.Standings()[1].Rank == 1 {
				r.Fatalf("of those who stay, %v, the winner is %+v", in, tour.Standings())
			}
		}
	})
	tour := &Tournament{Title: "T", Game: "connect6", Kind: Swiss, Players: players(2), Rounds: 1}
	if err := tour.Withdraw(2, true); err == nil {
		t.Error("a player that is not there withdraws")
	}
	if err := tour.Withdraw(0, true); err != nil {
		t.Error(err)
	}
	if err := tour.Withdraw(1, true); err == nil || tour.left(1) {
		t.Error("the last player withdraws")
	}
}

// TestACorrection corrects results after later rounds were paired: the standings follow, and the game says
// what had been entered. The rounds of a knockout follow from its results.
func TestACorrection(t *testing.T) {
	for _, kind := range []string{RoundRobin, Swiss, Knockout} {
		tour := &Tournament{Title: "T", Game: "connect6", Kind: kind, Players: players(4), Rounds: 2}
		for range 2 {
			if err := tour.Next(); err != nil {
				t.Fatal(err)
			}
			for i := range tour.Pairings {
				if err := tour.Enter(i, BlackWins); err != nil && !tour.Earlier(i) {
					t.Fatal(err)
				}
			}
		}
		p := &tour.Pairings[0]
		points := func(player int) int {
			return tour.Standings()[slices.IndexFunc(tour.Standings(), func(s Standing) bool { return s.Player == player })].Points
		}
		before := points(p.White)
		err := tour.Enter(0, WhiteWins)
		if kind == Knockout {
			if err == nil || p.Result != BlackWins {
				t.Error("a knockout goes on from another result than its own")
			}
			continue
		}
		if err != nil || p.Result != WhiteWins || p.Was != BlackWins || points(p.White) != before+2 {
			t.Errorf("%s: %v, %+v, %d half points before and %d now", kind, err, *p, before, points(p.White))
		}
		if err := tour.Enter(0, ""); err == nil {
			t.Errorf("%s: a game of an earlier round is open again", kind)
		}
		if err := tour.Enter(0, Draw); err != nil || p.Was != BlackWins {
			t.Errorf("%s: corrected twice: %v, %+v", kind, err, *p)
		}
		if err := tour.Enter(0, BlackWins); err != nil || p.Was != "" {
			t.Errorf("%s: corrected to what it was: %v, %+v", kind, err, *p)
		}
	}
}
