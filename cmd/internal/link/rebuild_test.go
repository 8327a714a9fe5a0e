package link

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
)

// forgets starts the program at an end again without the table's journal: the session has
// the game still.
func (p *pair) forgets(end int) {
	s := p.ends[end]
	s.kill()
	s.journal.mu.Lock()
	s.journal.entries = nil
	s.journal.mu.Unlock()
	s.start()
	for range 5 {
		p.settle()
	}
}

// A table that has lost its journal has the game again from the link: the choices of
// its own people, who are not asked again, and no turn that was taken back.
func TestGameIsRebuiltFromTheLink(t *testing.T) {
	for _, c := range []struct {
		name, opens string
		before      []string
		waits       api.Phase // at the host, then
	}{
		{"choices", "swap2", []string{"h turn A1", "h turn C1", "h turn E1", "g choose more", "g turn A3", "g turn C3", "h choose black", "g turn G1"}, api.PhaseHuman},
		{"colours that changed hands", "swap2", []string{"h turn A1", "h turn C1", "h turn E1", "g choose black", "h turn A3", "g turn C3"}, api.PhaseHuman},
		{"turns that were taken back", "", []string{"h turn H8", "g turn A1", "h turn H9", "h undo", "g answer yes", "h turn H7", "g turn A2"}, api.PhaseHuman},
		{"a turn that was taken back last", "", []string{"h turn H8", "g turn A1", "h turn H9", "h undo", "g answer yes"}, api.PhaseHuman},
		{"a resignation", "", []string{"h turn H8", "g turn A1", "h turn H9", "h undo", "g answer yes", "h turn H7", "g resign"}, api.PhaseOver},
	} {
		for end := range 2 {
			t.Run(fmt.Sprintf("%s/%d", c.name, end), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					p := newPair(t, c.opens, nil)
					defer p.end()
					p.script(c.before...)
					p.agree()
					was := done(p.ends[end].table.Snapshot())
					p.forgets(end)
					time.Sleep(time.Second)
					p.agree()
					n := p.ends[end].table.Snapshot()
					if fmt.Sprint(done(n)) != fmt.Sprint(was) || p.ends[atHost].table.Snapshot().Phase != c.waits {
						t.Errorf("it was %v:\n%s", was, p.show())
					}
				})
			})
		}
	}
}
