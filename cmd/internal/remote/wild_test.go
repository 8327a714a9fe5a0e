package remote

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/game"
)

// small is a game that is over soon.
var small = game.Connect{Title: "small", Board: board.Size{Cols: 6, Rows: 6}, Row: 4, Each: 2, First: 1}

// tiny is Go that is over soon.
var tiny = game.Weiqi{Board: board.Size{Cols: 5, Rows: 5}}

var book = Book{game.Connect6(), game.Freestyle(), game.Renju(), tiny, small}

// end is one end of a link that loses, repeats, delays and reorders, with a disk.
type end struct {
	*Peer
	t    *testing.T
	opts Options
	disk []byte
	boot uint64
}

func newEnd(t *testing.T, host bool, timed bool) *end {
	e := &end{t: t, opts: Options{Book: book, Timed: timed}}
	st := State{Host: host}
	if host {
		st.Secret = "host's own"
	}
	e.disk, _ = json.Marshal(st)
	e.start()
	return e
}

// start is the program's start, after a kill as well: from what the disk has.
func (e *end) start() {
	e.t.Helper()
	var st State
	if err := json.Unmarshal(e.disk, &st); err != nil {
		e.t.Fatal(err)
	}
	p, err := New(st, e.boot, e.opts)
	if err != nil {
		e.t.Fatal(err)
	}
	e.Peer = p
}

// save is what comes before everything that is sent.
func (e *end) save() {
	if e.Dirty() {
		e.disk, _ = json.Marshal(e.State())
	}
}

// send returns a message as it goes over the line.
func (e *end) send() []byte {
	e.save()
	data, err := json.Marshal(e.Message())
	if err != nil {
		e.t.Fatal(err)
	}
	return data
}

func (e *end) take(data []byte) {
	e.t.Helper()
	m, err := Parse(data)
	if err != nil {
		e.t.Fatalf("%v\n%s", err, data)
	}
	if err := e.Receive(m); err != nil {
		e.t.Fatalf("%v\n%s", err, data)
	}
}

// link is the way between two ends: to each, what has not arrived yet.
type link struct {
	r    *rand.Rand
	ways [2][][]byte
}

func (l *link) put(to int, data []byte) {
	if l.r.IntN(5) == 0 {
		return // lost
	}
	l.ways[to] = append(l.ways[to], data)
	if l.r.IntN(6) == 0 {
		l.ways[to] = append(l.ways[to], data) // repeated
	}
}

// get returns something that is on the way, seldom in order.
func (l *link) get(to int) []byte {
	w := l.ways[to]
	if len(w) == 0 {
		return nil
	}
	i := 0
	if l.r.IntN(2) == 0 {
		i = l.r.IntN(len(w))
	}
	data := w[i]
	l.ways[to] = slices.Delete(w, i, i+1)
	return data
}

// turn is a turn that the rules allow the side to move, or a choice, at random.
func turn(r *rand.Rand, e *end) (Event, bool) {
	g := e.pos.record.Game
	if list := g.Choices(); len(list) > 0 {
		return Event{Kind: KindChoice, Color: g.Side().String(), Choice: string(list[r.IntN(len(list))])}, true
	}
	c, due := g.Due()
	if r.IntN(10) == 0 && g.Counts() && g.Check(game.Turn{Color: c}) == nil {
		return Event{Kind: KindTurn, Color: c.String()}, true
	}
	allowed := g.Allowed()
	for range 200 {
		t := game.Turn{Color: c}
		for len(t.Points) < due {
			p := g.Size().Point(r.IntN(g.Size().Count()))
			if len(allowed) > 0 {
				p = allowed[r.IntN(len(allowed))]
			}
			t.Points = append(t.Points, p)
		}
		if g.Check(t) == nil {
			e := Event{Kind: KindTurn, Color: c.String()}
			for _, q := range t.Points {
				e.Points = append(e.Points, q.String())
			}
			return e, true
		}
	}
	return Event{}, false
}

// word is what people say of a game that is counted.
func word(r *rand.Rand, e *end, v View) Event {
	w := Event{Color: e.Me().String()}
	var on []string
	for i := range tiny.Board.Count() {
		if p := tiny.Board.Point(i); e.pos.record.Game.At(p) != board.Empty {
			on = append(on, p.String())
		}
	}
	switch k := r.IntN(10); {
	case k < 4 && len(on) > 0:
		w.Kind, w.Points = KindDead, []string{on[r.IntN(len(on))]}
	case k == 4:
		w.Kind, w.Points = KindMark, on[:r.IntN(len(on)+1)]
	case k == 5:
		w.Kind = KindPlayOn
	default:
		w.Kind, w.Points = KindAgree, api.Names(v.Picture.Dead)
	}
	return w
}

// act lets the people at an end do something.
func act(r *rand.Rand, e *end, games *int) {
	v := e.View()
	switch {
	case v.Setup == nil || v.Result.Over && r.IntN(4) == 0:
		if !e.st.Host {
			return
		}
		*games++
		// Large boards and fouls take long to judge, and add nothing to a line's faults.
		rules := book[len(book)-1]
		if r.IntN(4) == 0 {
			rules = book[r.IntN(len(book))]
		}
		s := Setup{Game: fmt.Sprintf("g%d", *games), Rules: rules.Name(), Cols: rules.Size().Cols, Rows: rules.Size().Rows,
			Guest: []string{"black", "white"}[r.IntN(2)], Clock: []string{"none", "10m+5s"}[r.IntN(2)]}
		if list := game.Openings(rules); r.IntN(2) == 0 {
			s.Opening = string(list[r.IntN(len(list))])
		}
		if rules.Name() == tiny.Name() {
			s.Opening, s.Terms = "", []string{"", "japanese komi 6.5", "new-zealand", "aga handicap 2 free", "even"}[r.IntN(5)]
		}
		if err := e.Begin(s); err != nil {
			e.t.Fatal(err)
		}
		return
	case v.Picture != nil && v.Picture.Counting && !v.Result.Over && v.Mine == nil && r.IntN(3) > 0:
		if err := e.Local(word(r, e, v)); err != nil {
			e.t.Fatalf("a word about a game that is counted: %v", err)
		}
		return
	case v.Asked != nil && r.IntN(2) == 0:
		_ = e.Answer(r.IntN(2) == 0)
		return
	case r.IntN(12) == 0 && len(v.Turns) > 0:
		_ = e.AskBack(1 + r.IntN(min(3, len(v.Turns))))
		return
	case r.IntN(150) == 0 && !v.Result.Over:
		_ = e.Local(Event{Kind: KindResign, Color: e.Me().String()})
		return
	case r.IntN(40) == 0:
		// What is not theirs to do.
		if e.Local(Event{Kind: KindResign, Color: e.Me().Other().String()}) == nil {
			e.t.Fatal("one end resigned for the other")
		}
		return
	}
	if v.Result.Over || v.ToMove != e.Me() || v.Mine != nil {
		return
	}
	if t, ok := turn(r, e); ok {
		if err := e.Local(t); err != nil {
			e.t.Fatalf("a turn that the rules allow: %v", err)
		}
	}
}

// A thousand games over a line that is cut, loses, repeats, delays and reorders, between programs that are killed at any moment: the guest's log is always the
// beginning of the host's, no event is lost, and in the end both have all.
func TestWildGames(t *testing.T) {
	games, events := 0, 0
	for seed := uint64(0); games < 1000; seed++ {
		r := rand.New(rand.NewPCG(seed, 6))
		ends := [2]*end{newEnd(t, true, true), newEnd(t, false, true)}
		l := &link{r: r}
		cut := 0
		seen := map[string][]Event{} // the longest log of each game that the host has had
		check := func() {
			t.Helper()
			h, g := ends[0], ends[1]
			if h.problem != "" || g.problem != "" {
				t.Fatalf("seed %d: %q, %q", seed, h.problem, g.problem)
			}
			if h.pos == nil {
				return
			}
			old := seen[h.st.Setup.Game]
			if len(h.st.Log) < len(old) || !slices.EqualFunc(old, h.st.Log[:len(old)], Event.same) {
				t.Fatalf("seed %d: the host has lost events", seed)
			}
			seen[h.st.Setup.Game] = slices.Clone(h.st.Log)
			if g.pos == nil {
				return
			}
			log := seen[g.st.Setup.Game]
			if len(g.st.Log) > len(log) || !slices.EqualFunc(g.st.Log, log[:len(g.st.Log)], Event.same) {
				t.Fatalf("seed %d: the guest has a log that the host has not", seed)
			}
		}
		for range 1500 {
			i := r.IntN(2)
			e := ends[i]
			switch k := r.IntN(100); {
			case k < 45:
				if data := l.get(i); data != nil {
					e.take(data)
				}
			case k < 60:
				act(r, e, &games)
			case k < 62:
				cut = 30 // and what is under way is gone
				l.ways = [2][][]byte{}
			case k < 64:
				e.boot = uint64(r.IntN(3)) // a clock that is wrong
				e.save()
				if r.IntN(2) == 0 {
					e.Silent()
				}
				e.start()
			case k < 65:
				e.Silent()
			default:
				if (e.Due() || !e.Settled()) && cut == 0 {
					l.put(1-i, e.send())
				}
			}
			cut = max(0, cut-1)
			check()
		}
		for range 40 { // a line that works
			for i, e := range ends {
				l.ways[1-i] = nil
				data := e.send()
				ends[1-i].take(data)
			}
			check()
		}
		h, g := ends[0], ends[1]
		if h.pos != nil && (g.pos == nil || h.pos.sum() != g.pos.sum() || len(h.st.Log) != len(g.st.Log)) {
			t.Fatalf("seed %d: the ends differ in the end", seed)
		}
		if g.st.Mine != nil && h.pos != nil {
			t.Fatalf("seed %d: a proposal was never answered: %+v", seed, g.st.Mine)
		}
		for _, log := range seen {
			events += len(log)
		}
	}
	t.Logf("%d games, %d events", games, events)
}

// A host whose disk has lost the end of the log, as after a power cut, gets it
// back from the guest; but not one that it never had.
func TestLongerLogOfTheGuest(t *testing.T) {
	h, g := newEnd(t, true, false), newEnd(t, false, false)
	if err := h.Begin(Setup{Game: "a", Rules: "small", Cols: 6, Rows: 6, Guest: "white", Clock: "none"}); err != nil {
		t.Fatal(err)
	}
	talk := func() {
		for range 4 {
			g.take(h.send())
			h.take(g.send())
		}
	}
	talk()
	var old []byte
	for i, points := range [][]string{{"A1"}, {"B1", "B3"}, {"C1", "C3"}, {"D1", "F1"}} {
		if i == 2 {
			h.save()
			old = slices.Clone(h.disk)
		}
		e := Event{Kind: KindTurn, Color: []string{"black", "white"}[i%2], Points: points}
		if err := []*end{h, g}[i%2].Local(e); err != nil {
			t.Fatal(err)
		}
		talk()
	}
	h.disk = old
	h.start()
	if n := len(h.View().Log); n != 2 {
		t.Fatalf("%d events", n)
	}
	h.Silent()
	g.Silent()
	talk()
	if n := len(h.View().Log); n != 4 || h.pos.sum() != g.pos.sum() {
		t.Fatalf("the host has %d events of 4", n)
	}

	h.disk = old
	h.start()
	m := g.Message()
	m.Seq += 100
	m.From, m.Events, m.Propose = 2, []Event{{Kind: KindResign, Color: "black"}}, nil
	m.N = 3
	pos, err := book.play(g.pos.setup, append(slices.Clone(h.st.Log), m.Events...))
	if err != nil {
		t.Fatal(err)
	}
	m.Hash = pos.sum()
	if err := h.Receive(m); err == nil || h.View().Result.Over {
		t.Errorf("the guest resigned for the host: %v", err)
	}
}
