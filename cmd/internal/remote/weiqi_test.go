package remote

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stonehand/engine/board"
)

// counted is a game of Go on 5x5 between two ends, both of which have passed: Black has
// C3 and A1, White E5 and A5.
func counted(t *testing.T, terms string) (h, g *end, talk func()) {
	t.Helper()
	h, g = newEnd(t, true, true), newEnd(t, false, true)
	talk = func() {
		for range 4 {
			g.take(h.send())
			h.take(g.send())
		}
	}
	if err := h.Begin(Setup{Game: "a", Rules: "go", Cols: 5, Rows: 5, Guest: "white", Clock: "none", Terms: terms}); err != nil {
		t.Fatal(err)
	}
	talk()
	for _, x := range []string{"C3", "E5", "A1", "A5", "", ""} {
		for _, e := range []*end{h, g} {
			if v := e.View(); v.ToMove == e.Me() {
				turn := Event{Kind: KindTurn, Color: e.Me().String()}
				if x != "" {
					turn.Points = []string{x}
				}
				if err := e.Local(turn); err != nil {
					t.Fatal(err)
				}
				break
			}
		}
		talk()
	}
	if p := g.View().Picture; p == nil || !p.Counting || len(h.View().Log) != 6 {
		t.Fatalf("%+v", p)
	}
	return h, g, talk
}

// say has the people at an end say something of a game that is counted.
func (e *end) say(kind string, points ...string) {
	e.t.Helper()
	if err := e.Local(Event{Kind: kind, Color: e.Me().String(), Points: points}); err != nil {
		e.t.Fatal(err)
	}
}

// A chain that one side marks while the other agrees is not agreed to by accident.
func TestMarkCrossesAgreement(t *testing.T) {
	h, g, talk := counted(t, "")
	h.say(KindDead, "E5")
	talk()
	// On the way to each other: the host marks A5, the guest agrees to E5 alone.
	h.say(KindDead, "A5")
	g.say(KindAgree, "E5")
	talk()
	v := h.View()
	if v.Result.Over || len(v.Picture.Agreed) > 0 || len(v.Picture.Dead) != 2 {
		t.Fatalf("%+v %+v", v.Result, v.Picture)
	}
	if n := g.Notices(); len(n) == 0 || n[len(n)-1].Kind != NoticeLost || n[len(n)-1].Lost.Kind != KindAgree {
		t.Errorf("%+v", n)
	}
	// The other way round: what the host has agreed to is gone once the guest marks.
	h.say(KindAgree, "A5", "E5")
	talk()
	if p := g.View().Picture; len(p.Agreed) != 1 {
		t.Fatalf("%+v", p)
	}
	g.say(KindDead, "A5")
	talk()
	if p := h.View().Picture; len(p.Agreed) > 0 || len(p.Dead) != 1 {
		t.Fatalf("%+v", p)
	}
	// Words about other stones are refused, no matter who says them.
	if err := h.Local(Event{Kind: KindAgree, Color: "black", Points: []string{"A5", "E5"}}); err == nil {
		t.Error("the host agreed to stones that are not dead")
	}
	for _, e := range []*end{g, h} {
		e.say(KindAgree, "E5")
		talk()
	}
	for _, e := range []*end{g, h} {
		if v := e.View(); !v.Result.Over || v.Result.Score == "" || !v.Level || !v.Picture.Counting {
			t.Errorf("%+v %+v", v.Result, v.Picture)
		}
	}
	if w := h.Message().Go; w.Score != h.View().Result.Score || !cmp.Equal(w.Agreed, []string{"black", "white"}) {
		t.Errorf("%+v", w)
	}
}

// Both end up in the same game when one agrees and the other plays on.
func TestPlayOnCrossesAgreement(t *testing.T) {
	h, g, talk := counted(t, "japanese")
	g.say(KindAgree)
	h.say(KindPlayOn)
	talk()
	for _, e := range []*end{g, h} {
		if v := e.View(); v.Picture.Counting || v.ToMove != board.Black || v.Result.Over {
			t.Errorf("%+v %v", v.Picture, v.ToMove)
		}
	}
	if err := g.Local(Event{Kind: KindAgree, Color: "white"}); err == nil {
		t.Error("a game that goes on was agreed to")
	}
	if err := h.AskBack(1); err != nil {
		t.Fatal(err)
	}
	talk()
	if err := g.Answer(true); err != nil {
		t.Fatal(err)
	}
	talk()
	if v := h.View(); len(v.Turns) != 5 || v.ToMove != board.White || len(h.Picture(6).Dead) != 0 || !h.Picture(6).Counting {
		t.Errorf("%+v", v)
	}
}

// A browser is shown the board as the host has it.
func TestBoardForABrowser(t *testing.T) {
	h, _, talk := counted(t, "")
	h.say(KindDead, "A1")
	talk()
	want := &Go{Rows: []string{"O...O", ".....", "..X..", ".....", "x...."}, Counting: true, Dead: []string{"A1"}, Score: "W+8.5"}
	if d := cmp.Diff(want, h.Message().Go); d != "" {
		t.Error(d)
	}
	data, _ := json.Marshal(h.Message())
	if _, err := Parse(data); err != nil {
		t.Error(err)
	}
}

// A guest's terms are the host's, and terms that cannot be are refused.
func TestTerms(t *testing.T) {
	_, g, _ := counted(t, "aga komi 5.5 handicap 3 free")
	if w := g.pos.record.Game.Terms(); w.Komi != 5.5 || w.Handicap != 3 || !w.Free {
		t.Errorf("%+v", w)
	}
	for _, terms := range []string{"nonsense", "handicap 99", "komi x", strings.Repeat("komi 1 ", 100)} {
		if _, err := book.start(Setup{Game: "a", Rules: "go", Cols: 5, Rows: 5, Guest: "white", Clock: "none", Terms: terms}); err == nil {
			t.Errorf("%.20q is taken", terms)
		}
	}
	for _, e := range []Event{{Kind: KindDead, Color: "white", Points: []string{"A1", "A2"}}, {Kind: KindDead, Color: "white"}, {Kind: KindAgree}, {Kind: KindMark, Points: []string{"a1"}}, {Kind: KindPlayOn, Choice: "x"}} {
		if err := g.pos.apply(e); err == nil {
			t.Errorf("%+v is taken", e)
		}
	}
}

// People may change their minds for ever, but not fill a log that no message holds.
func TestMarksHaveAnEnd(t *testing.T) {
	h, _, _ := counted(t, "")
	for i := range maxMarked {
		if err := h.Local(Event{Kind: KindMark, Color: "black", Points: []string{"A1", "C3", "A5"}}); err != nil {
			t.Logf("%d: %v", i, err)
			break
		}
	}
	data, _ := json.Marshal(h.Last())
	if len(data) > MaxMessage {
		t.Errorf("%d bytes", len(data))
	}
	if err := h.Local(Event{Kind: KindResign, Color: "black"}); err != nil {
		t.Error(err)
	}
}
