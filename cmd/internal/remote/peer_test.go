package remote

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/game"
)

// pair is a host and a guest in a game, with a line that works.
func pair(t *testing.T, control string) (h, g *end, talk func()) {
	return pairOf(t, Setup{Game: "a", Rules: "gomoku", Cols: 15, Rows: 15, Guest: "white", Clock: control})
}

func pairOf(t *testing.T, s Setup) (h, g *end, talk func()) {
	h, g = newEnd(t, true, true), newEnd(t, false, true)
	if err := h.Begin(s); err != nil {
		t.Fatal(err)
	}
	talk = func() {
		for range 4 {
			g.take(h.send())
			h.take(g.send())
		}
	}
	talk()
	return h, g, talk
}

func (e *end) play(points ...string) {
	e.t.Helper()
	if err := e.Local(Event{Kind: KindTurn, Color: e.Me().String(), Points: points}); err != nil {
		e.t.Fatal(err)
	}
}

func TestTakeBackAskedRefusedAndGranted(t *testing.T) {
	h, g, talk := pair(t, "none")
	h.play("H8")
	talk()
	g.play("H9")
	talk()
	if err := g.AskBack(3); err == nil {
		t.Error("three turns of two were asked for")
	}
	if err := g.AskBack(1); err != nil {
		t.Fatal(err)
	}
	talk()
	if a := h.View().Asked; a == nil || a.Back != 1 {
		t.Fatalf("%+v", a)
	}
	if err := h.Answer(false); err != nil {
		t.Fatal(err)
	}
	talk()
	if n := g.Notices(); len(n) != 2 || n[1].Kind != NoticeRefused || g.View().Asking != nil || h.View().Asked != nil {
		t.Fatalf("%+v", n)
	}
	if err := g.AskBack(1); err != nil {
		t.Fatal(err)
	}
	talk()
	if err := h.Answer(true); err != nil {
		t.Fatal(err)
	}
	talk()
	if v := g.View(); len(v.Turns) != 1 || v.ToMove != board.White || v.Asking != nil {
		t.Fatalf("%+v", v)
	}
	// The host asks, and the guest plays on: void.
	g.play("H10")
	talk()
	if err := h.AskBack(2); err != nil {
		t.Fatal(err)
	}
	talk()
	if err := g.Answer(true); err != nil {
		t.Fatal(err)
	}
	talk()
	if v := h.View(); len(v.Turns) != 0 || v.ToMove != board.Black || len(v.Log) != 5 {
		t.Fatalf("%+v", v)
	}
	h.play("A1")
	if err := h.AskBack(1); err != nil {
		t.Fatal(err)
	}
	talk()
	g.play("B1")
	talk()
	if g.View().Asked != nil || h.View().Asking != nil {
		t.Error("the question is about a position that is gone")
	}
	if err := g.Answer(true); !errors.Is(err, ErrNot) {
		t.Errorf("%v", err)
	}
}

// A guest's resignation holds whatever the host puts into the log before it.
func TestResignationHolds(t *testing.T) {
	resign := func(e *end) {
		t.Helper()
		if err := e.Local(Event{Kind: KindResign, Color: e.Me().String()}); err != nil {
			t.Fatal(err)
		}
	}
	quiet := func(e *end) {
		t.Helper()
		for _, n := range e.Notices() {
			if n.Kind == NoticeLost {
				t.Errorf("%+v", n)
			}
		}
	}
	h, g, talk := pair(t, "none")
	h.play("H8")
	resign(g)
	talk()
	if v := h.View(); len(v.Log) != 2 || v.Result.Winner != board.Black || g.View().Mine != nil {
		t.Errorf("%+v", v)
	}
	quiet(g)

	// What is chosen gives the guest the other colour.
	h, g, talk = pairOf(t, Setup{Game: "a", Rules: "gomoku", Cols: 15, Rows: 15, Guest: "black", Clock: "none", Opening: "swap2"})
	for i, p := range []string{"A1", "C1", "E1"} {
		if err := g.Local(Event{Kind: KindTurn, Color: []string{"black", "white", "black"}[i], Points: []string{p}}); err != nil {
			t.Fatal(err)
		}
		talk()
	}
	if err := h.Local(Event{Kind: KindChoice, Color: "white", Choice: "black"}); err != nil {
		t.Fatal(err)
	}
	resign(g)
	talk()
	if v := h.View(); len(v.Log) != 5 || v.Log[4].Color != "white" || g.View().Result.Winner != board.Black {
		t.Errorf("%+v", v)
	}
	quiet(g)

	// A game that is over is not resigned.
	h, g, talk = pair(t, "none")
	for _, p := range []string{"1", "2", "3", "4"} {
		h.play("A" + p)
		talk()
		g.play("C" + p)
		talk()
	}
	g.Notices()
	h.play("A5")
	resign(g)
	talk()
	if n := g.Notices(); len(n) != 1 || n[0].Kind != NoticeLost || n[0].Lost.Kind != KindResign || g.View().Mine != nil {
		t.Errorf("%+v", n)
	}
	if r := h.View().Result; r.Reason != game.ByLine {
		t.Errorf("%+v", r)
	}
}

// What a guest may not do, whatever it says.
func TestGuestTouchesItsOwnSideOnly(t *testing.T) {
	h, g, talk := pair(t, "10m")
	h.play("H8")
	talk()
	for _, e := range []Event{
		{Kind: KindChoice, Color: "white", Choice: "black"},
		{Kind: KindChoice, Color: "black", Choice: "black"},
		{Kind: KindResign, Color: "black"},
		{Kind: KindTime, Color: "black"},
		{Kind: KindUndo, Back: 1},
		{Kind: KindTurn, Color: "black", Points: []string{"A1"}},
		{Kind: KindTurn, Color: "white", Points: []string{"H8"}},
		{Kind: KindTurn, Color: "white", Points: []string{"A1", "A2"}},
		{Kind: KindTurn, Color: "white", Points: []string{"A1"}, Left: &api.SideTime{Main: 700_000}},
		{Kind: KindTurn, Color: "white", Points: []string{"a1"}},
		{Kind: KindTurn, Color: "white"},
		{Kind: "swap", Color: "white"},
	} {
		m := g.Message()
		m.Propose = &Proposal{ID: m.Seq + 1e6, Event: e}
		data, _ := json.Marshal(m)
		h.take(data)
		if n := len(h.View().Log); n != 1 || h.refused == nil || h.refused.ID != m.Propose.ID {
			t.Fatalf("%+v: %d events", e, n)
		}
		if r := h.refused; len(e.Points) == 1 && e.Points[0] == "H8" && (r.Why != "H8: a stone stands there already" || r.Zh != "H8：那里已有棋子") {
			t.Errorf("the guest hears %+v", r)
		}
	}
	talk()
	g.play("H9")
	talk()
	if n := len(h.View().Log); n != 2 {
		t.Fatalf("%d events", n)
	}
}

func TestClockOfTheOtherEnd(t *testing.T) {
	h, g, talk := pair(t, "10m+5s")
	e := Event{Kind: KindTurn, Color: "black", Points: []string{"H8"}, Left: &api.SideTime{Main: 600_000 + 5000 - 1234}}
	if err := h.Local(e); err != nil {
		t.Fatal(err)
	}
	talk()
	if s := g.View().Left[board.Black]; s.Main.Milliseconds() != 603_766 {
		t.Fatalf("%+v", s)
	}
	e = Event{Kind: KindTurn, Color: "white", Points: []string{"H9"}, Left: &api.SideTime{Main: 606_000}}
	if err := g.Local(e); err == nil || !strings.Contains(err.Error(), "can have 10m5s at most") {
		t.Fatalf("%v", err)
	}
	e.Left.Main = 500_000
	if err := g.Local(e); err != nil {
		t.Fatal(err)
	}
	talk()
	_ = g.AskBack(1)
	talk()
	_ = h.Answer(true)
	talk()
	if v := h.View(); v.Left[board.White].Main.Minutes() != 10 || v.Left != g.View().Left {
		t.Fatalf("%+v", v.Left)
	}
	if err := g.Local(Event{Kind: KindTime, Color: "white"}); err != nil {
		t.Fatal(err)
	}
	talk()
	if r := h.View().Result; r.Winner != board.Black || r.Reason != "time" {
		t.Fatalf("%+v", r)
	}
}

func TestDifferentRecordsStopTheGame(t *testing.T) {
	h, g, talk := pair(t, "none")
	h.play("H8")
	talk()
	g.st.Log[0].Points = []string{"H7"}
	g.pos, _ = book.play(*g.st.Setup, g.st.Log)
	talk()
	if h.View().Problem == "" || g.View().Problem == "" {
		t.Fatal("nobody noticed")
	}
	if err := g.Local(Event{Kind: KindTurn, Color: "white", Points: []string{"H9"}}); !errors.Is(err, ErrNot) {
		t.Errorf("%v", err)
	}
	if err := h.Begin(Setup{Game: "b", Rules: "renju", Cols: 15, Rows: 15, Guest: "black", Clock: "none"}); err != nil {
		t.Fatal(err)
	}
	talk()
	g.play("H8")
	talk()
	if v := h.View(); v.Problem != "" || len(v.Log) != 1 || v.Round != 2 {
		t.Fatalf("%+v", v)
	}
}

// A game that the guest does not know stops it, and nothing is sent for ever.
func TestGameThatTheGuestDoesNotKnow(t *testing.T) {
	h, g := newEnd(t, true, true), newEnd(t, false, true)
	g.opts.Book = book[:1]
	g.start()
	if err := h.Begin(Setup{Game: "a", Rules: "renju", Cols: 15, Rows: 15, Guest: "white", Clock: "none"}); err != nil {
		t.Fatal(err)
	}
	n := 0
	for ; n < 20 && (h.Due() || g.Due()); n++ {
		if h.Due() {
			g.take(h.send())
		}
		if g.Due() {
			h.take(g.send())
		}
	}
	if n == 20 || !strings.Contains(g.View().Problem, `"renju" on 15 x 15 points cannot be played`) || h.View().Problem != farProblem {
		t.Fatalf("%d rounds, %q, %q", n, g.View().Problem, h.View().Problem)
	}
}

// A guest that resigns and leaves in one breath has resigned, whatever the host has put
// into the log that it does not know of; but not a game that is over, nor one of which
// it has another record.
func TestResignationOfAGuestThatHasLeft(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(h *end, m *Message)
		events int // of the host's log at the end
		winner board.Color
	}{
		{"after a turn", func(h *end, _ *Message) { h.play("H8") }, 2, board.Black},
		{"in the position that it knows", func(*end, *Message) {}, 1, board.Black},
		{"after the host has resigned", func(h *end, _ *Message) {
			if err := h.Resign(); err != nil {
				t.Fatal(err)
			}
		}, 1, board.White},
		{"of another record", func(h *end, m *Message) { h.play("H8"); m.Hash = "f" + m.Hash[1:] }, 1, board.Empty},
		{"with more than the host has", func(_ *end, m *Message) { m.N, m.From = 2, 2 }, 0, board.Empty},
	} {
		h, g, _ := pair(t, "none")
		if err := g.Resign(); err != nil {
			t.Fatal(err)
		}
		g.Leave()
		m := g.Message()
		c.change(h, m)
		if err := h.Receive(m); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if v := h.View(); len(v.Log) != c.events || v.Result.Winner != c.winner || !v.Bye {
			t.Errorf("%s: %+v", c.name, v)
		}
	}
}

func TestLeave(t *testing.T) {
	h, g, talk := pair(t, "none")
	g.Leave()
	talk()
	if !h.View().Bye {
		t.Fatal("the host was not told")
	}
	if err := h.Local(Event{Kind: KindTurn, Color: "black", Points: []string{"H8"}}); !errors.Is(err, ErrNot) {
		t.Errorf("%v", err)
	}
}

func TestStateThatCannotBe(t *testing.T) {
	s := Setup{Game: "a", Rules: "gomoku", Cols: 15, Rows: 15, Guest: "white", Clock: "none"}
	log := []Event{{Kind: KindTurn, Color: "black", Points: []string{"H8"}}, {Kind: KindTurn, Color: "white", Points: []string{"H8"}}}
	if _, err := New(State{Setup: &s, Log: log}, 1, Options{Book: book}); err == nil || !strings.Contains(err.Error(), "event 2") {
		t.Errorf("%v", err)
	}
}
