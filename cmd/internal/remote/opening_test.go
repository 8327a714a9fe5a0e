package remote

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/opening"
	"stonehand/engine/record"
)

// opens is a game whose opening the script runs through: points, with a colon what
// is chosen, with a plus the two fifth stones.
type opens struct {
	rules, opening, script string
	host                   string // who acts, h or g, for a host who begins
	black                  string // who has Black in the end
}

var openingScripts = []opens{
	{"gomoku", "swap2", "H8 A1 C3 :white D4 E5", "hhhggh", "h"},
	{"gomoku", "swap2", "H8 A1 C3 :black D4 E5", "hhhghg", "g"},
	{"gomoku", "swap2", "H8 A1 C3 :more D4 E5 :black F6 G7", "hhhggghgh", "h"},
	{"gomoku", "swap2", "H8 A1 C3 :more D4 E5 :white F6 G7", "hhhggghhg", "g"},
	{"renju", "renju", "H8 H9 I9 :black A1 B2", "hhhghg", "g"},
	{"renju", "renju", "H8 H9 I9 :white A1 B2", "hhhggh", "h"},
	{"renju", "renju-rif", "H8 H9 I9 :black A1 B1+C1 :C1 D1 E1", "hhhghghhg", "g"},
	{"renju", "renju-rif", "H8 H9 I9 :white A1 B1+C1 :B1 D1 E1", "hhhgghggh", "h"},
	{"connect6", "swap", "J10 K11+L12 :black A1+A2 B1+B2", "hhggh", "g"},
	{"connect6", "swap", "J10 K11+L12 :white A1+A2 B1+B2", "hhghg", "h"},
}

// setup is such a game without a clock, in which the guest has White.
func (o opens) setup() Setup {
	size := (&record.Game{Book: book}).Rules(o.rules, board.Size{}).Size()
	return Setup{Game: "a", Rules: o.rules, Cols: size.Cols, Rows: size.Rows, Guest: "white", Clock: "none", Opening: o.opening}
}

// events are the script's.
func (o opens) events(t *testing.T) []Event {
	p, err := book.start(o.setup())
	if err != nil {
		t.Fatal(err)
	}
	var list []Event
	for _, word := range strings.Fields(o.script) {
		c, _ := p.record.Game.Due()
		e := Event{Kind: KindTurn, Color: c.String(), Points: strings.Split(word, "+")}
		if choice, ok := strings.CutPrefix(word, ":"); ok {
			e = Event{Kind: KindChoice, Color: p.record.Game.Side().String(), Choice: choice}
		}
		if err := p.apply(e); err != nil {
			t.Fatalf("%s: %v", word, err)
		}
		list = append(list, e)
	}
	return list
}

// Every opening, with the host or the guest who begins: the line is cut, or either
// program killed, before and after each event, and both ends have the same game,
// the same colours and the same time.
func TestOpeningsCutAtEveryPoint(t *testing.T) {
	for _, o := range openingScripts {
		events := o.events(t)
		for _, guestBegins := range []bool{false, true} {
			for cut := range 3 * len(events) {
				name := fmt.Sprintf("%s %q, the guest begins: %t, cut %d", o.opening, o.script, guestBegins, cut)
				h, g := newEnd(t, true, true), newEnd(t, false, true)
				setup := o.setup()
				setup.Clock = "10m+5s"
				if guestBegins {
					setup.Guest = "black"
				}
				if err := h.Begin(setup); err != nil {
					t.Fatal(err)
				}
				talk := func(rounds int) {
					for range rounds {
						g.take(h.send())
						h.take(g.send())
					}
				}
				talk(2)
				for i, e := range events {
					at := map[bool]*end{true: h, false: g}[(o.host[i] == 'h') != guestBegins]
					other := map[*end]*end{h: g, g: h}[at]
					if at.Me() == other.Me() || at.View().ToMove != at.Me() {
						t.Fatalf("%s, event %d: %s and %s, and %s acts", name, i, at.Me(), other.Me(), at.View().ToMove)
					}
					if err := other.Local(e); !errors.Is(err, ErrNot) {
						t.Fatalf("%s, event %d: the other player may do it: %v", name, i, err)
					}
					e.Left = LeftOf(clock.Side{Main: at.View().Left[at.Me()].Main - 1e9})
					if err := at.Local(e); err != nil {
						t.Fatalf("%s, event %d: %v", name, i, err)
					}
					at.save()
					if cut/3 == i {
						switch cut % 3 { // the line is cut, or one of them killed with what it has just sent on its way
						case 0:
							_ = at.send()
						case 1:
							other.take(at.send())
							other.save()
							other.start()
						case 2:
							_ = at.send()
							at.start()
						}
						h.Silent()
						g.Silent()
					}
					talk(3)
					if h.pos.sum() != g.pos.sum() || len(h.st.Log) != i+1 {
						t.Fatalf("%s, event %d: the ends differ: %d and %d events", name, i, len(h.st.Log), len(g.st.Log))
					}
				}
				if h.View().Left != g.View().Left || h.Me() != g.Me().Other() {
					t.Fatalf("%s: %+v, %+v", name, h.View().Left, g.View().Left)
				}
				if black := map[board.Color]string{h.Me(): "h", g.Me(): "g"}[board.Black]; (black == o.black) == guestBegins {
					t.Fatalf("%s: %s has Black", name, black)
				}
				// Each side's seconds are its own, whatever the colour.
				if h.View().Left[board.Black].Main >= 600e9 || h.View().Left[board.White].Main >= 600e9 {
					t.Fatalf("%s: %+v", name, h.View().Left)
				}
			}
		}
	}
}

// What was chosen stays, and the stones before it; others are taken back as ever.
func TestTakeBackInAnOpening(t *testing.T) {
	o := openingScripts[1]
	events := o.events(t)
	h, g, talk := pairOf(t, o.setup())
	for _, e := range events[:3] {
		if err := h.Local(e); err != nil {
			t.Fatal(err)
		}
		talk()
	}
	if err := h.AskBack(1); err != nil {
		t.Fatalf("a stone of the opening: %v", err)
	}
	talk()
	_ = g.Answer(true)
	talk()
	if v := h.View(); len(v.Turns) != 2 || v.ToMove != h.Me() {
		t.Fatalf("%+v", v)
	}
	_ = h.Local(events[2])
	talk()
	if err := g.Local(events[3]); err != nil {
		t.Fatal(err)
	}
	talk()
	if g.Me() != board.Black || h.Me() != board.White {
		t.Fatalf("%s and %s", h.Me(), g.Me())
	}
	for _, back := range []int{1, 3} {
		if err := h.AskBack(back); err == nil || !strings.Contains(err.Error(), "chosen in the opening") {
			t.Errorf("%d turns: %v", back, err)
		}
	}
	m := g.Message()
	m.Ask = &Ask{ID: 1 << 60, What: AskBack, Back: 1, At: m.N}
	data, _ := json.Marshal(m)
	h.take(data)
	if h.View().Asked != nil {
		t.Error("a choice is asked to be taken back")
	}
	for i, e := range events[4:] {
		if err := []*end{h, g}[i].Local(e); err != nil {
			t.Fatal(err)
		}
		talk()
	}
	if err := h.AskBack(2); err != nil {
		t.Fatal(err)
	}
	talk()
	_ = g.Answer(true)
	talk()
	if v := g.View(); len(v.Turns) != 3 || len(g.pos.record.Game.Made()) != 1 || v.ToMove != board.White {
		t.Errorf("%+v", v)
	}
}

// What the host tells a guest that judges nothing.
func TestStepForABrowser(t *testing.T) {
	h, _, talk := pairOf(t, Setup{Game: "a", Rules: "renju", Cols: 15, Rows: 15, Guest: "white", Clock: "none", Opening: "renju"})
	for i, e := range openingScripts[4].events(t)[:3] {
		want := Step{Guest: "white", Side: "black", Color: e.Color, Due: 1, Player: 1}
		got := *h.Message().Step
		if len(got.Allowed) != []int{1, 8, 23}[i] {
			t.Errorf("%d: %d points", i, len(got.Allowed))
		}
		if got.Allowed = nil; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%d: %+v", i, got)
		}
		if err := h.Local(e); err != nil {
			t.Fatal(err)
		}
		talk()
	}
	if s := h.Message().Step; s.Side != "white" || s.Due != 0 || !slices.Equal(s.Choices, []opening.Choice{"white", "black"}) || s.Player != 2 {
		t.Errorf("%+v", s)
	}
}

// A program that speaks version 1 knows no openings, one that speaks version 2 no Go.
func TestOldPeer(t *testing.T) {
	for _, v := range []string{"1", "2"} {
		_, err := Parse([]byte(`{"v":` + v + `,"boot":1,"seq":1,"n":0}`))
		if err == nil || !strings.Contains(err.Error(), "speaks version "+v+" of the protocol and this one 3: both need the same program") {
			t.Errorf("%v", err)
		}
	}
	h := newEnd(t, true, true)
	for _, s := range []Setup{
		{Rules: "gomoku", Opening: "renju"}, {Rules: "gomoku", Opening: "free"}, {Rules: "gomoku", Opening: "swap3"}, {Rules: "gomoku", Opening: "SWAP2"},
	} {
		s.Game, s.Cols, s.Rows, s.Guest, s.Clock = "a", 15, 15, "white", "none"
		if err := h.Begin(s); err == nil {
			t.Errorf("%s with the opening %q begins", s.Rules, s.Opening)
		}
	}
}
