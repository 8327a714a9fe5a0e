package opponent

import (
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/status"
)

// People are asked once the link has been down for as long as they have patience, and
// again later if they want to wait; an opponent that comes back is asked for no more.
func TestLinkThatStaysDown(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s := &status.Status{Begun: true, InPlay: true, Linked: true, Live: true, Actor: status.Remote}
	const patience = 10 * time.Minute
	var m Machine
	step := func(in In) Out {
		in.Patience = patience
		return m.Step(now, s, in)
	}
	if out := step(In{Stand: &api.LinkStand{Up: true, Timed: true, Asked: 2}}); !out.Changed || !out.Expects {
		t.Errorf("%+v", out)
	}
	step(In{})
	now = now.Add(time.Minute)
	if d, thinks := m.Thinks(now); !thinks || d != time.Minute {
		t.Errorf("thinks %v for %v", thinks, d)
	}
	step(In{Stand: &api.LinkStand{}})
	if out := step(In{}); out.Changed || m.Question() != 0 || !m.Next().Equal(now.Add(patience)) {
		t.Errorf("%+v, next %v", out, m.Next())
	}
	if _, thinks := m.Thinks(now); thinks {
		t.Error("it thinks behind a link that is down")
	}
	now = m.Next()
	if out := step(In{}); !out.Gone || m.Question() == 0 || !m.Next().IsZero() {
		t.Errorf("%+v, question %d", out, m.Question())
	}
	if out := step(In{Wait: true}); !out.Changed || m.Question() != 0 || !m.Next().Equal(now.Add(patience)) {
		t.Errorf("%+v, next %v", out, m.Next())
	}
	now = m.Next()
	step(In{})
	step(In{Stand: &api.LinkStand{Up: true}})
	if out := step(In{}); !out.Changed || m.Question() != 0 || !m.Next().IsZero() {
		t.Errorf("%+v, question %d", out, m.Question())
	}
}

// Whatever says who may begin the next game, or take turns back, changes what is expected
// of the board.
func TestExpects(t *testing.T) {
	s := &status.Status{Begun: true, Over: true, Linked: true, Live: true}
	var m Machine
	for i, stand := range []api.LinkStand{{Host: true}, {Host: true, Ended: 3}, {Host: true, Ended: 3, Problem: "wrong"}, {Host: true, Gone: true}, {}} {
		if out := m.Step(time.Time{}, s, In{Stand: &stand}); !out.Changed || !out.Expects {
			t.Errorf("stand %d: %+v", i, out)
		}
		stand.Name, stand.Up = "Ann", true
		if out := m.Step(time.Time{}, s, In{Stand: &stand}); !out.Changed || out.Expects {
			t.Errorf("name %d: %+v", i, out)
		}
	}
}

// An opponent who has left for good is not waited for: nobody is asked how long.
func TestOpponentWhoHasLeft(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s := &status.Status{Begun: true, InPlay: true, Linked: true, Live: true, Actor: status.Remote}
	var m Machine
	m.Step(now, s, In{Stand: &api.LinkStand{Gone: true}})
	for range 3 {
		if out := m.Step(now, s, In{Patience: time.Minute}); out.Gone || m.Question() != 0 || !m.Next().IsZero() {
			t.Fatalf("%+v, question %d, next %v", out, m.Question(), m.Next())
		}
		now = now.Add(time.Hour)
	}
}
