package link

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/remote"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/hw"
)

// pair is two stations at which people do only what a test says.
type pair struct {
	*testing.T
	ends  [2]*station // host, guest
	wires *wires
}

// The ends of a pair.
const (
	atHost = iota
	atGuest
)

// newPair lets two stations begin a game, in which the guest has White.
func newPair(t *testing.T, opens string, control *clock.Control) *pair {
	return newPairOf(t, game.Freestyle(), remote.Offer{Guest: board.White, Opening: opens, Clock: control})
}

// newPairOf is [newPair] for a game and an invitation.
func newPairOf(t *testing.T, rules game.Rules, o remote.Offer) *pair {
	p := &pair{T: t, wires: newWires()}
	for i := range p.ends {
		s := &station{t: t, rules: rules, dir: t.TempDir(), wires: p.wires, addr: []string{hostName, "guest.example"}[i]}
		s.idle.Store(true)
		s.start()
		p.ends[i] = s
	}
	meet(t, p.ends[atHost], p.ends[atGuest], p.ends[atHost].addr, o)
	p.settle()
	return p
}

// end stops both programs.
func (p *pair) end() {
	p.hold(true, true)
	close(p.wires.down)
	for _, s := range p.ends {
		s.kill()
	}
	p.hold(false, false)
	p.wires.g.Wait()
}

// hold holds up what goes to the host, and what goes to the guest.
func (p *pair) hold(host, guest bool) {
	p.wires.ways[toHost].hold(host)
	p.wires.ways[toGuest].hold(guest)
}

// settle lets time pass while people put down and lift what their boards ask for.
func (p *pair) settle() {
	for range 60 {
		time.Sleep(20 * time.Millisecond)
		for _, s := range p.ends {
			p.obey(s)
		}
	}
}

// obey does what a board asks for, but for turns.
func (p *pair) obey(s *station) {
	n := s.table.Snapshot()
	switch n.Phase {
	case api.PhaseClear:
		s.board.Clear()
	case api.PhaseRepair:
		for _, m := range n.Marks {
			p.lift(s, m.Point.String())
			if m.Kind != "extra" {
				p.put(s, m.Point.String(), m.Color.String())
			}
		}
	case api.PhasePlace:
		for _, w := range n.Wanted {
			p.put(s, w.String(), n.ToMove.String())
		}
	}
}

func (p *pair) put(s *station, name, color string) {
	size := s.rules.Size()
	at, err := size.Parse(name, board.Algebraic)
	c, ok := board.ParseColor(color)
	if err != nil || !ok {
		p.Fatalf("no stone of %q for %q", color, name)
	}
	_ = s.board.Put(size.Index(at), hw.State(c))
}

func (p *pair) lift(s *station, name string) {
	size := s.rules.Size()
	if at, err := size.Parse(name, board.Algebraic); err == nil {
		_ = s.board.Lift(size.Index(at))
	}
}

// command gives an order at an end.
func (p *pair) command(end int, c api.Command) {
	if _, err := p.ends[end].table.Do(p.Context(), c); err != nil {
		p.Logf("%s at end %d: %v", c.Do, end, err)
	}
}

// do has the people at an end do something, and waits until their table has seen it.
func (p *pair) do(end int, what string) {
	s := p.ends[end]
	n := s.table.Snapshot()
	word, rest, _ := strings.Cut(what, " ")
	switch word {
	case "nothing":
	case "wait": // until the time is over
		for range 80 {
			if time.Sleep(100 * time.Millisecond); s.table.Snapshot().Result != "" {
				return
			}
		}
		p.Fatalf("the time is not over: %+v", s.table.Snapshot().Clock)
	case "turn":
		if n.Phase != api.PhaseHuman {
			p.Fatalf("end %d cannot play: %s, %s", end, n.Phase, n.Message)
		}
		p.put(s, rest, n.ToMove.String())
	case "choose":
		p.command(end, api.Command{Do: api.DoChoose, Answer: rest})
	case "answer":
		p.command(end, api.Command{Do: api.DoAnswer, Answer: rest})
	case "resign", "undo":
		p.command(end, api.Command{Do: word})
	default:
		p.Fatalf("nobody can %q", what)
	}
	time.Sleep(300 * time.Millisecond)
}

// script does one thing after the other: "h turn A1" at the host's board.
func (p *pair) script(lines ...string) {
	for _, line := range lines {
		who, what, _ := strings.Cut(line, " ")
		p.do(map[string]int{"h": atHost, "g": atGuest}[who], what)
		p.settle()
	}
}

// show describes both ends.
func (p *pair) show() string {
	var list []string
	for i, s := range p.ends {
		n := s.table.Snapshot()
		list = append(list, fmt.Sprintf("%s: %v %v, %q by %q, %s, wanted %v, turn %v, %+v: %s",
			[]string{"host", "guest"}[i], done(n), n.Human, n.Result, n.Reason, n.Phase, n.Wanted, n.Turn, n.Remote, n.Message))
	}
	return strings.Join(list, "\n")
}

// agree complains unless both ends show the same game, and one of them acts in it if it is not over.
func (p *pair) agree() {
	p.Helper()
	h, g := p.ends[atHost].table.Snapshot(), p.ends[atGuest].table.Snapshot()
	asks := func(here, there *api.Snapshot) bool {
		return (here.Remote.Asking > 0) == (there.Question != nil && there.Question.Kind == "take-back")
	}
	if h.Result != g.Result || h.Reason != g.Reason || !slices.EqualFunc(done(h), done(g), action.same) {
		p.Errorf("the ends differ:\n%s", p.show())
		return
	}
	acts := 0
	for _, n := range []*api.Snapshot{h, g} {
		if n.Remote == nil || n.Remote.Link != "up" || n.Remote.Problem != "" {
			p.Errorf("the link does not stand:\n%s", p.show())
			return
		}
		if n.Phase == api.PhaseHuman || n.Phase == api.PhaseChoose {
			acts++
		}
	}
	if h.Result == "" && acts != 1 {
		p.Errorf("%d ends are to act:\n%s", acts, p.show())
	}
	if !asks(h, g) || !asks(g, h) {
		p.Errorf("one end asks, and the other knows nothing of it:\n%s", p.show())
	}
}

// crossing is a position, and what may be done at the two ends in it.
type crossing struct {
	name        string
	opens       string
	clock       clock.Control
	before      []string // how it comes about
	asked       string   // what is done then, while nobody at the other board puts the stones down
	host, guest []string
}

var crossings = []crossing{
	{name: "the host is to move", before: []string{"h turn H8", "g turn A1"},
		host: []string{"turn H9", "resign", "undo"}, guest: []string{"resign", "undo"}},
	{name: "the guest is to move", before: []string{"h turn H8", "g turn A1", "h turn H9"},
		host: []string{"resign", "undo"}, guest: []string{"turn A2", "resign", "undo"}},
	{name: "the host asks, and is to move", before: []string{"h turn H8", "g turn A1", "h undo"},
		host: []string{"turn H9", "resign"}, guest: []string{"answer yes", "answer no", "resign", "undo"}},
	{name: "the host asks, the guest is to move", before: []string{"h turn H8", "g turn A1", "h turn H9", "h undo"},
		host: []string{"nothing", "resign"}, guest: []string{"answer yes", "answer no", "turn A2", "resign", "undo"}},
	{name: "the guest asks, and is to move", before: []string{"h turn H8", "g turn A1", "h turn H9", "g undo"},
		host: []string{"answer yes", "answer no", "resign", "undo"}, guest: []string{"turn A2", "resign"}},
	{name: "the guest asks, the host is to move", before: []string{"h turn H8", "g turn A1", "g undo"},
		host: []string{"answer yes", "answer no", "turn H9", "resign", "undo"}, guest: []string{"nothing", "resign"}},
	{name: "the guest is asked for the host's stone", before: []string{"h turn H8", "g turn A1"}, asked: "h turn H9",
		host: []string{"nothing", "resign", "undo"}, guest: []string{"resign", "undo"}},
	{name: "the host is asked for the guest's stone", before: []string{"h turn H8"}, asked: "g turn A1",
		host: []string{"resign", "undo"}, guest: []string{"nothing", "resign", "undo"}},
	{name: "the guest is to choose", opens: "swap2", before: []string{"h turn A1", "h turn C1", "h turn E1"},
		host: []string{"nothing", "resign"}, guest: []string{"choose white", "choose black", "choose more", "resign"}},
	{name: "the host is to choose", opens: "swap2", before: []string{"h turn A1", "h turn C1", "h turn E1", "g choose more", "g turn A3", "g turn C3"},
		host: []string{"choose white", "choose black", "resign"}, guest: []string{"nothing", "resign"}},
	{name: "the host plays several turns", opens: "swap2", asked: "h turn A1",
		host: []string{"turn C1", "resign"}, guest: []string{"resign"}},
	{name: "the guest's time runs out", clock: short, before: []string{"h turn H8", "g turn A1", "h turn H9"},
		host: []string{"resign", "undo"}, guest: []string{"wait"}},
	{name: "the host's time runs out", clock: short, before: []string{"h turn H8", "g turn A1"},
		host: []string{"wait"}, guest: []string{"resign", "undo"}},
	{name: "the guest's time runs out while it asks", clock: short, before: []string{"h turn H8", "g turn A1", "h turn H9", "g undo"},
		host: []string{"answer yes", "answer no"}, guest: []string{"wait"}},
	{name: "the host's time runs out while it asks", clock: short, before: []string{"h turn H8", "g turn A1", "h undo"},
		host: []string{"wait"}, guest: []string{"answer yes", "answer no"}},
}

// short is a clock that runs out in a test.
var short = clock.Control{Main: 6 * time.Second}

// Whatever people at both ends do at the same moment: both tables go on with one
// game, and who has resigned has resigned, unless the game was over before.
func TestWhatCrosses(t *testing.T) {
	n := 0
	for _, c := range crossings {
		for _, h := range c.host {
			for _, g := range c.guest {
				for _, order := range orders {
					if slices.Contains([]string{h, g}, "nothing") && strings.HasSuffix(order, "first") {
						continue
					}
					if n++; testing.Short() && n%5 != 0 { // the race detector makes each six times slower
						continue
					}
					t.Run(fmt.Sprintf("%s/%s/%s/%s", c.name, h, g, order), func(t *testing.T) {
						synctest.Test(t, func(t *testing.T) { crossed(t, c, h, g, order) })
					})
				}
			}
		}
	}
}

func crossed(t *testing.T, c crossing, h, g, order string) {
	p := newPair(t, c.opens, &c.clock)
	defer p.end()
	p.script(c.before...)
	p.agree()
	if who, what, ok := strings.Cut(c.asked, " "); ok {
		p.do(map[string]int{"h": atHost, "g": atGuest}[who], what)
	}
	p.hold(true, true)
	p.do(atHost, h)
	p.do(atGuest, g)
	switch order {
	case "host first":
		p.hold(true, false)
		time.Sleep(time.Second)
	case "guest first":
		p.hold(false, true)
		time.Sleep(time.Second)
	case "killed":
		for _, s := range p.ends {
			s.kill()
		}
		for _, s := range p.ends {
			s.start()
		}
	}
	p.hold(false, false)
	p.settle()
	p.settle()
	p.agree()
	n := p.ends[atHost].table.Snapshot()
	switch {
	case h == "resign" && g == "resign":
		if n.Reason != "resign" {
			t.Errorf("nobody has resigned:\n%s", p.show())
		}
	case h == "wait" || g == "wait": // the time may have been over before
	case h == "resign" || g == "resign":
		loser := map[bool]int{true: atHost, false: atGuest}[h == "resign"]
		if s := p.ends[loser].table.Snapshot(); n.Reason != "resign" || s.Remote == nil || s.Result != s.Remote.Color.String() {
			t.Errorf("the resignation is lost:\n%s", p.show())
		}
	}
}
