package main_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/netlab"
	"stonehand/engine/sgf"
)

var (
	linkGames = flag.Int("linkgames", 2, "how many games TestBadLink plays")
	linkPairs = flag.Int("linkpairs", 2, "how many pairs of tables play them at the same time")
	linkSeed  = flag.Uint64("linkseed", 1, "what TestBadLink makes its choices from")
)

// TestBadLink lets tables play each other between network namespaces, over a link
// that delays, loses, repeats and reorders packets and is cut, while either program
// is killed and started again at any moment. People at both ends play, ask for
// turns to be taken back, agree or refuse, and resign. In the end both have the
// same games, turn by turn, ended in the same way.
func TestBadLink(t *testing.T) {
	if testing.Short() {
		t.Skip("games over a bad link take a while, so -short leaves them out")
	}
	t.Parallel()
	program := "stonehand"
	if *linkGames > 20 {
		program = buildDaemon(t)
	}
	pairs := max(1, min(*linkPairs, *linkGames))
	for i := range pairs {
		games := *linkGames / pairs
		if i < *linkGames%pairs {
			games++
		}
		t.Run(fmt.Sprintf("pair %d", i+1), func(t *testing.T) {
			t.Parallel()
			newPair(t, program, i).play(games)
		})
	}
}

// linkPassword is that of both tables, which other machines reach.
const linkPassword = "sesame open"

// station is a table at one end of the link.
type station struct {
	t       *testing.T
	host    *netlab.Host
	program string
	args    []string       // behind the subcommand
	life    sync.Mutex     // held from the end of a program to the start of the next
	rng     *rand.Rand     // its people's
	answers map[string]int // of its people, to what the others asked: "yes", "no"
	deeds   goDeeds        // of its people

	mu    sync.Mutex
	p     *process // guarded by mu
	kills int      // guarded by mu
}

func newStation(t *testing.T, n int, program string, rng *rand.Rand) *station {
	config := strings.Replace(fast, `listen = "127.0.0.1:0"`, fmt.Sprintf("listen = \":%d\"\npassword = %q", netlab.Port, linkPassword), 1)
	config = strings.Replace(config, "[game]\n", "[game]\nhuman = \"both\"\n", 1)
	return &station{t: t, host: netlab.New(t, n), program: program, rng: rng, answers: map[string]int{}, deeds: goDeeds{quarrelled: map[string]int{}},
		args: []string{"--data", t.TempDir(), "--config", daemonConfig(t, config)}}
}

// start starts the program, for the first time or again: "serve", or "play" and an
// invitation.
func (s *station) start(words ...string) {
	s.t.Helper()
	program, args := s.host.Command(s.program, append(words, s.args...)...)
	p := startDaemon(s.t, program, args...)
	p.Base, p.Password = "http://"+s.host.Page, linkPassword
	s.mu.Lock()
	defer s.mu.Unlock()
	s.p = p
}

// kill ends the program as a power cut would.
func (s *station) kill() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.p.Kill()
	s.kills++
}

// table is the program's.
func (s *station) table() tableClient {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.p.tableClient
}

// people do what the table asks for, and what they like, until ctx ends. What
// fails because the program has just been killed is no matter.
func (s *station) people(ctx context.Context) {
	for ctx.Err() == nil {
		time.Sleep(10 * time.Millisecond)
		now, err := s.table().State()
		if err != nil {
			continue
		}
		if q := now.Question; q != nil && q.Kind == "take-back" {
			answer := []string{"yes", "yes", "no"}[s.rng.IntN(3)]
			if _, err := s.table().Command(map[string]any{"do": "answer", "question": q.ID, "answer": answer}); err == nil {
				s.answers[answer]++
			}
			continue
		}
		if list := now.Opening.Choices; now.Phase == api.PhaseChoose && now.Remote != nil {
			_, _ = s.table().Command(map[string]any{"do": "choose", "answer": list[s.rng.IntN(len(list))]})
			continue
		}
		if now.Phase == api.PhaseHuman && now.Remote == nil {
			continue // nobody to play with
		}
		if now.Game == "go" && s.goes(now) {
			continue
		}
		if now.Phase == api.PhaseHuman && len(now.Moves) > 4 {
			span := 200
			if now.Game == "go" {
				span = 2000 // a game has more turns, and is to be counted
			}
			switch n := s.rng.IntN(span); {
			case n < 25:
				_, _ = s.table().Command(map[string]any{"do": "undo"})
				continue
			case n == 25:
				_, _ = s.table().Command(map[string]any{"do": "resign"})
				continue
			}
		}
		_, _ = s.table().Act(now, func(now *api.Snapshot, due int) []string {
			if list := now.Opening.Allowed; len(list) > 0 {
				return []string{list[s.rng.IntN(len(list))].String()}
			}
			if now.Game == "go" {
				return s.goTurn(now)
			}
			return hurry(now, due, 0.05+0.3*s.rng.Float64(), s.rng)
		})
	}
}

// pair is two tables and what lies between them.
type pair struct {
	t           *testing.T
	number      int
	host, guest *station
	link        *netlab.Link
	rng         *rand.Rand // the weather's
	played      []played
}

// played is a game as both ends showed it when it was over.
type played struct {
	host, guest string // its ids
	moves       [][]string
	reason      string
	opening     api.Opening // as the host had it
	prisoners   int         // of both sides, in Go
}

func newPair(t *testing.T, program string, n int) *pair {
	rng := func(what uint64) *rand.Rand { return rand.New(rand.NewPCG(*linkSeed, uint64(n)<<8+what)) }
	p := &pair{t: t, number: n, rng: rng(0), host: newStation(t, 1, program, rng(1)), guest: newStation(t, 2, program, rng(2))}
	p.link = netlab.Join(t, *linkSeed+uint64(n), p.host.host, p.guest.host)
	p.host.start("serve")
	p.guest.start("serve")
	return p
}

// weather changes until ctx ends, and is fine then.
func (p *pair) weather(ctx context.Context) {
	defer p.link.Set(netlab.Weather{})
	ms := func(least, most int) time.Duration {
		return time.Duration(least+p.rng.IntN(most-least)) * time.Millisecond
	}
	wait := func(d time.Duration) {
		select {
		case <-ctx.Done():
		case <-time.After(d):
		}
	}
	for ctx.Err() == nil {
		w := netlab.Weather{Delay: ms(1, 60), Jitter: ms(1, 100), Loss: 0.1 * p.rng.Float64(), Repeat: 0.1 * p.rng.Float64()}
		switch p.rng.IntN(10) {
		case 0, 1:
			p.link.Set(netlab.Weather{Cut: true})
			wait(ms(200, 3000))
		case 2:
			// So long that both ends take the link for dead.
			p.link.Set(netlab.Weather{Cut: true})
			wait(ms(9000, 12000))
		case 3, 4:
			s := []*station{p.host, p.guest}[p.rng.IntN(2)]
			s.life.Lock()
			s.kill()
			wait(ms(1, 1500))
			s.start("serve")
			s.life.Unlock()
		case 5:
			w = netlab.Weather{}
		}
		p.link.Set(w)
		wait(ms(500, 3000))
	}
}

// play plays games, and compares all of them in the end.
func (p *pair) play(games int) {
	begun := time.Now()
	ctx, cancel := context.WithCancel(p.t.Context())
	fine, clear := context.WithCancel(ctx)
	var people, weather sync.WaitGroup
	for _, s := range []*station{p.host, p.guest} {
		people.Go(func() { s.people(ctx) })
	}
	weather.Go(func() { p.weather(fine) })
	defer func() {
		cancel()
		weather.Wait()
		people.Wait()
	}()
	for i := range games {
		p.begin(i)
		p.finish()
	}
	clear()
	weather.Wait()
	// People may have agreed, in the last moment, to go on with the last game.
	same := 0
	p.insist("the end of the last game at both ends", func() error {
		h, err := p.host.table().State()
		if err != nil {
			return err
		}
		g, err := p.guest.table().State()
		if err != nil {
			return err
		}
		if same++; h.Result == "" || fmt.Sprint(h.Moves, h.Result) != fmt.Sprint(g.Moves, g.Result) {
			same = 0
		}
		if same < 20 {
			return fmt.Errorf("%v %q and %v %q", h.Moves, h.Result, g.Moves, g.Result)
		}
		return nil
	})
	cancel()
	people.Wait()
	p.compare()
	turns, choices, captured, how := 0, 0, 0, map[string]int{}
	for _, g := range p.played {
		captured += g.prisoners
		turns += len(g.moves)
		choices += len(g.opening.Made)
		how[g.reason]++
	}
	p.t.Logf("in Go: prisoners %d, chains marked %d times, played on %d times", captured, p.host.deeds.marks+p.guest.deeds.marks, p.host.deeds.playsOn+p.guest.deeds.playsOn)
	p.t.Logf("%d games of %d turns and %d choices in %v, ended by %v; take-backs granted %d, refused %d; programs killed %d times; packets %+v",
		len(p.played), turns, choices, time.Since(begun).Round(time.Second), how, p.host.answers["yes"]+p.guest.answers["yes"], p.host.answers["no"]+p.guest.answers["no"],
		p.host.kills+p.guest.kills, p.link.Tally())
}

// linkRules are played in turn, with these openings every other time.
var (
	linkRules    = []string{"connect6", "gomoku", "renju", "go"}
	linkOpenings = []string{"free", "swap2", "renju", "free"}
)

// insist does something until it succeeds: the programs are killed at any moment.
func (p *pair) insist(what string, try func() error) {
	p.t.Helper()
	var err error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if err = try(); err == nil {
			return
		}
	}
	p.t.Fatalf("%s: %v", what, err)
}

// finish waits until both ends show that the game is over, and agree.
func (p *pair) finish() {
	p.t.Helper()
	var h, g *api.Snapshot
	var unlike time.Time
	for end := time.Now().Add(5 * time.Minute); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		var err error
		if h, err = p.host.table().State(); err != nil {
			continue
		}
		if g, err = p.guest.table().State(); err != nil {
			continue
		}
		if h.Remote == nil || g.Remote == nil || h.Result == "" || g.Result == "" || p.seen(h.GameID) || p.seen(g.GameID) {
			continue
		}
		if h.Game != g.Game || h.Result != g.Result || h.Reason != g.Reason || fmt.Sprint(h.Moves) != fmt.Sprint(g.Moves) || fmt.Sprint(h.Opening.Made) != fmt.Sprint(g.Opening.Made) || h.Remote.Color == g.Remote.Color || !sameGo(h, g) {
			// A side may have resigned before it heard that a take-back was granted.
			if unlike.IsZero() {
				unlike = time.Now()
			}
			if time.Since(unlike) > patience {
				p.t.Fatalf("the game has diverged:\n%s: %s by %s, %v %+v\n%s: %s by %s, %v %+v", h.Game, h.Result, h.Reason, h.Moves, h.Go, g.Game, g.Result, g.Reason, g.Moves, g.Go)
			}
			continue
		}
		prisoners := 0
		if h.Go != nil {
			prisoners = int(h.Go.Prisoners.Black + h.Go.Prisoners.White)
		}
		p.played = append(p.played, played{h.GameID, g.GameID, apitest.As[[][]string](h.Moves), h.Reason, h.Opening, prisoners})
		return
	}
	p.t.Fatalf("game %d does not end:\n%+v\n%+v", len(p.played)+1, h, g)
}

// seen reports whether a game has been counted.
func (p *pair) seen(id string) bool {
	return slices.ContainsFunc(p.played, func(g played) bool { return g.host == id || g.guest == id })
}

// compare holds the finished games that one program has kept against those of the
// other. A game may have gone on after [pair.finish]: its last turn was taken back.
func (p *pair) compare() {
	kept := func(s *station, id string) (g api.GameInfo, turns [][]string) {
		games, err := s.table().Games()
		if err != nil {
			p.t.Fatal(err)
		}
		i := slices.IndexFunc(games, func(g api.GameInfo) bool { return g.ID == id })
		if i < 0 {
			p.t.Errorf("%s has lost game %s", s.host.Addr, id)
			return
		}
		return games[i], turnsOf(p.t, sgfOf(p.t, s.table(), id))
	}
	for i, g := range p.played {
		h, hosts := kept(p.host, g.host)
		v, guests := kept(p.guest, g.guest)
		if h.Game != v.Game || h.Result != v.Result || h.Reason != v.Reason || fmt.Sprint(hosts) != fmt.Sprint(guests) {
			p.t.Errorf("of game %d the host has kept %+v\n%v\nand the guest %+v\n%v", i+1, h, hosts, v, guests)
		}
	}
}

// begin begins game i: by an invitation and its acceptance at first and each tenth
// time, otherwise by the host's word.
func (p *pair) begin(i int) {
	p.t.Helper()
	kinds := len(linkRules)
	if p.machine() {
		kinds-- // it does not play Go
	}
	k := i + 2*p.number // so that a few games of two pairs are of every kind
	rules, guest := linkRules[k%kinds], []string{"white", "black"}[k/kinds%2]
	opens := "free"
	if (k+k/kinds)%2 == 1 {
		opens = linkOpenings[k%kinds]
	}
	if i%10 == 0 {
		p.meet(rules, opens, guest)
		return
	}
	next := map[string]any{"do": "new-game", "game": rules, "opening": opens, "human": []string{map[string]string{"black": "white", "white": "black"}[guest]}}
	if p.machine() {
		delete(next, "human") // as before
	}
	if rules == "go" {
		next["size"] = fmt.Sprintf("%[1]dx%[1]d", linkGoSize)
	}
	p.insist("a new game", func() error {
		now, err := p.host.table().State()
		if err == nil && now.GameID == p.played[len(p.played)-1].host {
			_, err = p.host.table().Command(next)
		}
		return err
	})
}

// machine reports whether the host's side is the machine's.
func (p *pair) machine() bool { return p.number%4 == 3 }

// meet has both leave, and the guest accept another invitation.
func (p *pair) meet(rules, opens, guest string) {
	p.t.Helper()
	status := func(s *station) (now struct{ Session, Open, Host bool }, err error) {
		text, err := s.table().Send("GET", "/api/elsewhere", nil)
		if err == nil {
			err = json.Unmarshal(text, &now)
		}
		return now, err
	}
	for _, s := range []*station{p.host, p.guest} {
		p.insist("leaving", func() error {
			now, err := status(s)
			if err == nil && (now.Session || now.Open) {
				_, err = s.table().Send("POST", "/api/leave", []byte("{}"))
			}
			return err
		})
	}
	var invitation struct{ Code string }
	p.insist("an invitation", func() error {
		if now, err := status(p.host); err != nil {
			return err
		} else if now.Open {
			// The program was killed before it said the code.
			if _, err := p.host.table().Send("POST", "/api/leave", []byte("{}")); err != nil {
				return err
			}
		}
		size := ""
		if rules == "go" {
			size = fmt.Sprintf(`"size":"%[1]dx%[1]d",`, linkGoSize)
		}
		text, err := p.host.table().Send("POST", "/api/invite", fmt.Appendf(nil, `{%s"guest":%q,"game":%q,"opening":%q,"clock":"10m+30s","machine":%t}`, size, guest, rules, opens, p.machine()))
		if err != nil {
			return err
		}
		return json.Unmarshal(text, &invitation)
	})
	link := fmt.Sprintf("http://%s:%d/invite#%s", p.host.host.Addr, netlab.Port, invitation.Code)
	if (len(p.played)/10+p.number)%2 == 0 {
		// As a person does who starts the table for this game.
		p.guest.life.Lock()
		p.guest.kill()
		p.guest.start("play", link)
		p.guest.life.Unlock()
	}
	p.insist("accepting it", func() error {
		if now, err := status(p.guest); err != nil || now.Session {
			return err
		}
		_, err := p.guest.table().Send("POST", "/api/join", fmt.Appendf(nil, `{"link":%q}`, link))
		return err
	})
}

// turnsOf lists the turns of a record; of Go what the record says of the game.
func turnsOf(t *testing.T, record []byte) (turns [][]string) {
	if goes := goRecord(record); goes != nil {
		return goes
	}
	r, err := sgf.ReadAny(record)
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range r.Turns {
		var names []string
		for _, p := range turn.Points {
			names = append(names, p.String())
		}
		turns = append(turns, names)
	}
	return turns
}
