// Package tournament pairs the players of a round robin, a Swiss system or a knockout, and
// says how they stand. It knows no board and no network.
package tournament

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
)

// chinese has in Chinese what is wrong with a tournament.
const chinese text.Section = "tournament"

// Kinds of tournaments.
const (
	RoundRobin = "round-robin" // everybody meets everybody once
	Swiss      = "swiss"       // a number of rounds in which equals meet, nobody twice
	Knockout   = "knockout"    // who loses is out
)

// Results of a pairing; "" while it is played.
const (
	BlackWins = "black"
	WhiteWins = "white"
	Draw      = "draw"
)

// MostGames is how many games a tournament has at most: what is more would not fit into a
// message of a hall.
const MostGames = 4000

// games are those that tables play, by the names of their rules.
var games = []string{game.Connect6().Name(), game.Fives().Name(), game.Freestyle().Name(), game.Standard().Name(), game.Renju().Name(), game.Weiqi{}.Name()}

// Nobody is the opponent of a player who is free for a round.
const Nobody = -1

const (
	mostPlayers = 128
	mostRounds  = 64
	longestText = 80 // of a title or a name, in characters
)

// Tournament is one, with all that has happened in it.
type Tournament struct {
	Title   string   `json:"title"`
	Kind    string   `json:"kind"`
	Game    string   `json:"game"`
	Players []string `json:"players"`         // the strongest first, where that is known
	Rounds  int      `json:"rounds"`          // of a Swiss system; the others follow from the players
	Clock   string   `json:"clock,omitempty"` // of every game, as [clock.Parse] reads it; "": none
	Size    string   `json:"size,omitempty"`  // of the board, for Go; "": 19x19
	Terms   string   `json:"terms,omitempty"` // of Go, as [game.Terms] reads them; "": the usual ones
	// Withdrawn are the players who left, by number: no further round has them.
	Withdrawn []int     `json:"withdrawn,omitempty"`
	Pairings  []Pairing `json:"pairings"`
}

// Pairing is a game of two players. Those of a round follow each other.
type Pairing struct {
	Round  int       `json:"round"` // from 1
	Black  int       `json:"black"` // number of the player, from 0
	White  int       `json:"white"` // the same, or [Nobody]
	Table  string    `json:"table"` // where it is played; "": nowhere yet
	GameID string    `json:"game_id"`
	Sent   time.Time `json:"sent,omitzero"`
	Result string    `json:"result"`
	// Entered says that people have had a word on the result: no game at the table
	// changes it.
	Entered bool `json:"entered"`
	// Was is the result that had been there before people corrected it; "": none was.
	Was string `json:"was,omitempty"`
}

// Check says, as a sentence, what is wrong with a tournament that is to begin, or nil.
func (t *Tournament) Check() error {
	if t.Kind != RoundRobin && t.Kind != Swiss && t.Kind != Knockout {
		return chinese.Of("%q is not a kind of tournament: choose %s, %s or %s", t.Kind, RoundRobin, Swiss, Knockout)
	}
	if n := len(t.Players); n < 2 || n > mostPlayers {
		return chinese.Of("a tournament has 2 to %d players, not %d", mostPlayers, n)
	}
	if !slices.Contains(games, t.Game) {
		return chinese.Of("%q is not a game of these tables: choose one of %s", t.Game, strings.Join(games, ", "))
	}
	if t.Title == "" || utf8.RuneCountInString(t.Title) > longestText {
		return chinese.Of("a tournament needs a title of at most %d characters", longestText)
	}
	for i, name := range t.Players {
		if name == "" || utf8.RuneCountInString(name) > longestText || strings.TrimSpace(name) != name {
			return chinese.Of("player %d needs a name of at most %d characters, without spaces around it", i+1, longestText)
		}
		if slices.Contains(t.Players[:i], name) {
			return chinese.Of("there are two players %q", name)
		}
	}
	if t.Kind == Swiss && (t.Rounds < 1 || t.Rounds >= len(t.Players)+len(t.Players)%2 || t.Rounds > mostRounds) {
		return chinese.Of("%d players can play 1 to %d rounds of a Swiss system, not %d", len(t.Players), min(mostRounds, len(t.Players)+len(t.Players)%2-1), t.Rounds)
	}
	if n := t.rounds() * ((len(t.Players) + 1) / 2); t.Kind != Knockout && n > MostGames {
		return chinese.Of("%d players and %d rounds are %d games, and a tournament can have at most %d: choose fewer players, or a Swiss system with fewer rounds", len(t.Players), t.rounds(), n, MostGames)
	}
	_, err := t.Settings()
	return err
}

// Settings are what all games of a tournament are played by.
type Settings struct {
	Clock clock.Control
	Size  board.Size // zero for games that have one size at each table
	Terms game.Terms // of Go
}

// Settings returns what the games are played by, the same at every table, or what is wrong
// with it.
func (t *Tournament) Settings() (s Settings, err error) {
	if s.Clock, err = clock.Parse(cmp.Or(t.Clock, "none")); err != nil || t.Game != "go" {
		return s, err
	}
	if err := s.Size.UnmarshalText([]byte(cmp.Or(t.Size, "19x19"))); err != nil {
		return s, err
	}
	if err := s.Terms.UnmarshalText([]byte(t.Terms)); err != nil {
		return s, err
	}
	return s, s.Terms.Check(s.Size)
}

// Round is the last round that has been paired; 0 before the first.
func (t *Tournament) Round() int {
	if len(t.Pairings) == 0 {
		return 0
	}
	return t.Pairings[len(t.Pairings)-1].Round
}

// Open reports whether games of the last round are still to be played.
func (t *Tournament) Open() bool {
	return slices.ContainsFunc(t.Pairings, func(p Pairing) bool { return p.Result == "" })
}

// Over reports whether nothing more is to be played.
func (t *Tournament) Over() bool {
	switch {
	case t.Open() || len(t.Pairings) == 0:
		return false
	case t.Kind == Knockout:
		return len(t.alive()) == 1
	}
	return t.Round() >= t.rounds()
}

// rounds is how many rounds there are, of a knockout without games that are repeated.
func (t *Tournament) rounds() int {
	n := len(t.Players)
	switch t.Kind {
	case RoundRobin:
		return n + n%2 - 1
	case Swiss:
		return t.Rounds
	}
	r := 0
	for 1<<r < n {
		r++
	}
	return r
}

// ErrOpen is that a round cannot begin while games of the last one are played.
var ErrOpen = chinese.Of("games of this round are not finished yet")

// ErrOver is that there is no further round.
var ErrOver = chinese.Of("the tournament is over")

// Next pairs the next round.
func (t *Tournament) Next() error {
	switch {
	case t.Open():
		return ErrOpen
	case t.Over():
		return ErrOver
	}
	round := t.Round() + 1
	var pairs [][2]int
	switch t.Kind {
	case RoundRobin:
		pairs = t.without(circle(len(t.Players), round))
	case Swiss:
		pairs = t.swiss()
	default:
		pairs = t.knockout()
	}
	for _, p := range pairs {
		q := Pairing{Round: round, Black: p[0], White: p[1]}
		if p[1] == Nobody {
			q.Result = BlackWins
		}
		t.Pairings = append(t.Pairings, q)
	}
	return nil
}

// Enter enters or corrects the result of a game, or takes one of the last round away with "". The
// rounds of a knockout follow from the results before.
func (t *Tournament) Enter(n int, result string) error {
	switch {
	case n < 0 || n >= len(t.Pairings) || t.Pairings[n].White == Nobody:
		return chinese.Of("there is no such game")
	case t.Earlier(n) && t.Kind == Knockout:
		return chinese.Of("later rounds were paired by this result, so it can no longer be changed")
	case t.Earlier(n) && result == "":
		return chinese.Of("later rounds are paired, so this game needs a result: enter the right one")
	case result != "" && result != BlackWins && result != WhiteWins && result != Draw:
		return chinese.Of("%q is not a result: choose %s, %s or %s", result, BlackWins, WhiteWins, Draw)
	}
	p := &t.Pairings[n]
	if p.Was = cmp.Or(p.Was, p.Result); p.Was == result || result == "" {
		p.Was = ""
	}
	p.Result, p.Entered = result, true
	return nil
}

// Earlier reports whether a pairing belongs to a round before the last one.
func (t *Tournament) Earlier(n int) bool {
	return n >= 0 && n < len(t.Pairings) && t.Pairings[n].Round != t.Round()
}

// Withdraw takes a player out of the rounds that are not paired yet, or back in.
func (t *Tournament) Withdraw(player int, out bool) error {
	if player < 0 || player >= len(t.Players) {
		return chinese.Of("there is no such player")
	}
	now := *t
	now.Withdrawn = slices.DeleteFunc(slices.Clone(t.Withdrawn), func(p int) bool { return p == player })
	if out {
		now.Withdrawn = append(now.Withdrawn, player)
	}
	if len(now.Withdrawn) == len(t.Players) || t.Kind == Knockout && len(now.alive()) == 0 {
		return chinese.Of("the last player cannot withdraw")
	}
	t.Withdrawn = now.Withdrawn
	return nil
}

// left reports whether a player has withdrawn.
func (t *Tournament) left(player int) bool { return slices.Contains(t.Withdrawn, player) }

// without leaves those who have withdrawn out of pairs: their opponents are free.
func (t *Tournament) without(pairs [][2]int) (list [][2]int) {
	for _, p := range pairs {
		if p[1] != Nobody && t.left(p[0]) {
			p = [2]int{p[1], Nobody}
		}
		if p[1] != Nobody && t.left(p[1]) {
			p[1] = Nobody
		}
		if !t.left(p[0]) {
			list = append(list, p)
		}
	}
	return list
}

// circle is a round of everybody against everybody: one player stays, the others go round
// (the circle method; with the colours of Berger's tables each has Black and White in turn).
func circle(n, round int) (pairs [][2]int) {
	m := n + n%2
	at := func(i int) int {
		if i == 0 {
			return m - 1
		}
		return (i - 1 + round - 1) % (m - 1)
	}
	for i := range m / 2 {
		a, b := at(i), at(m-1-i)
		if i == 0 && round%2 == 0 || i > 0 && i%2 == 1 {
			a, b = b, a
		}
		switch {
		case a >= n:
			a, b = b, Nobody
		case b >= n:
			b = Nobody
		}
		pairs = append(pairs, [2]int{a, b})
	}
	return pairs
}

// history is what has been paired of each player.
type history struct {
	met    map[[2]int]bool
	free   map[int]int // how often without an opponent
	colour []int       // how often Black more than White
	last   []string    // colour of the last game
}

func (t *Tournament) history() history {
	h := history{met: map[[2]int]bool{}, free: map[int]int{}, colour: make([]int, len(t.Players)), last: make([]string, len(t.Players))}
	for _, p := range t.Pairings {
		if p.White == Nobody {
			h.free[p.Black]++
			continue
		}
		h.met[[2]int{p.Black, p.White}], h.met[[2]int{p.White, p.Black}] = true, true
		h.colour[p.Black]++
		h.colour[p.White]--
		h.last[p.Black], h.last[p.White] = BlackWins, WhiteWins
	}
	return h
}

// colours gives Black to who had it less often, then to who had White last, then to the
// first.
func (h history) colours(a, b int) [2]int {
	if c := cmp.Or(cmp.Compare(h.colour[a], h.colour[b]), cmp.Compare(h.last[b], h.last[a])); c > 0 {
		return [2]int{b, a}
	}
	return [2]int{a, b}
}

// swiss pairs players in the order of their standing: each with the next one that leaves as few
// as can be who meet again, most often nobody.
func (t *Tournament) swiss() (found [][2]int) {
	var pairs [][2]int // of who is free
	h := t.history()
	var order []int
	for _, s := range t.Standings() {
		if !t.left(s.Player) {
			order = append(order, s.Player)
		}
	}
	if len(order)%2 == 1 {
		i := h.bye(order)
		pairs = append(pairs, [2]int{order[i], Nobody})
		order = slices.Delete(order, i, i+1)
	}
	for left := h.fresh(order); len(order) > 0; {
		for i := 1; i < len(order); i++ {
			rest, need := slices.Concat(order[1:i], order[i+1:]), left
			if !h.met[[2]int{order[0], order[i]}] {
				need--
			}
			if need <= len(rest)/2 && h.fresh(rest) >= need {
				found, order, left = append(found, h.colours(order[0], order[i])), rest, need
				break
			}
		}
	}
	return append(found, pairs...)
}

// bye is the place in an odd order of the player who is free: the last of those who were free
// least often, without whom as few of the others as can be meet again.
func (h history) bye(order []int) (place int) {
	least := h.free[slices.MinFunc(order, func(a, b int) int { return cmp.Compare(h.free[a], h.free[b]) })]
	most := -1
	for i, p := range slices.Backward(order) {
		if h.free[p] != least {
			continue
		}
		if n := h.fresh(slices.Concat(order[:i], order[i+1:])); n > most {
			most, place = n, i
		}
		if most == len(order)/2 {
			break
		}
	}
	return place
}

// fresh is how many pairs of players who have not met there can be at a time.
func (h history) fresh(players []int) (pairs int) {
	for _, p := range matching(len(players), func(a, b int) bool { return !h.met[[2]int{players[a], players[b]}] }) {
		if p != -1 {
			pairs++
		}
	}
	return pairs / 2
}

// alive are the players of a knockout that have lost no game and stay, in the order of the bracket.
func (t *Tournament) alive() (list []int) {
	stage := t.stages()
	for _, p := range bracket(len(t.Players)) {
		if p < len(t.Players) && stage[p] == unbeaten {
			list = append(list, p)
		}
	}
	return list
}

// bracket is the order in which players stand in a knockout, so that the first two can
// meet in the final only.
func bracket(n int) []int {
	order := []int{0}
	for len(order) < n {
		var next []int
		for _, p := range order {
			next = append(next, p, 2*len(order)-1-p)
		}
		order = next
	}
	return order
}

// knockout pairs neighbours in the bracket. Drawn games are repeated first, with colours
// swapped, by themselves.
func (t *Tournament) knockout() (pairs [][2]int) {
	last := t.Round()
	for _, p := range t.Pairings {
		if p.Round == last && p.Result == Draw && !t.left(p.Black) && !t.left(p.White) {
			pairs = append(pairs, [2]int{p.White, p.Black})
		}
	}
	if pairs != nil {
		return pairs
	}
	h, alive, order := t.history(), t.alive(), bracket(len(t.Players))
	// Blocks of the bracket, as large as the stage says, have one left each.
	for block, met := 2, false; !met && block <= len(order); block *= 2 {
		pairs = nil
		for here := range slices.Chunk(order, block) {
			here = slices.DeleteFunc(slices.Clone(here), func(p int) bool { return !slices.Contains(alive, p) })
			switch len(here) {
			case 2:
				pairs, met = append(pairs, h.colours(here[0], here[1])), true
			case 1:
				pairs = append(pairs, [2]int{here[0], Nobody})
			}
		}
	}
	return pairs
}
