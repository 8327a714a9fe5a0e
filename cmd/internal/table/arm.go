package table

import (
	"context"
	"time"

	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/referee"
	"stonehand/hw"
)

// Arm is what the table needs of a [hw.Arm].
type Arm interface {
	Place(ctx context.Context, s hw.State, points []int, out chan<- hw.Placement) error
}

// Of a stone that the arm let go over its point the sensors decide whether it
// stands. One that does not come up is fetched once more, and then left to
// people, who are shown by the lights where it goes.
const (
	armTries = 2
	armPause = 2 * time.Second // for the sensors to see the stones
	armRest  = time.Minute     // after a fault of the arm
)

// arm is the arm at work.
type arm struct {
	running  bool
	cancel   func()
	position uint64              // the match's that tries are of
	tries    map[board.Point]int // how often a stone was to be put on a point
	again    time.Time           // not before
	faulty   bool                // it rests until then, whatever is wanted
	ended    chan error          // has room: one job at a time
	placed   chan hw.Placement
}

// reach lets the arm put down the stones that the machine wants, and stops it
// when they are no longer wanted, or the board is to be put right by people
// first. A stone in its grip is then put down all the same, and guided off the
// board like any other.
func (t *Table) reach(ctx context.Context) {
	a, m := &t.arm, &t.match
	if t.cfg.Arm == nil {
		return
	}
	if a.position != m.position {
		a.position, a.tries = m.position, map[board.Point]int{}
		if !a.faulty {
			a.again = time.Time{}
		}
		if a.running {
			a.cancel()
		}
	}
	v := &t.sensed.view
	may := m.decision != nil && m.mend == "" && !m.paused && t.sensed.live() && !t.leaving.on &&
		v.Question == nil && !v.Disturbed && countFaults(v.Verdicts) == 0
	if a.running {
		if !may {
			a.cancel()
		}
		return
	}
	if !may || t.last.Before(a.again) {
		return
	}
	var points []int
	size := m.game.Size()
	for _, p := range v.Wanted {
		// A stone that lies where the board cannot see looks like one that is missing.
		blind := t.sensed.referee.Seen()[p] == referee.Unknown
		if n := a.tries[p]; n < armTries && !(blind && n > 0) {
			a.tries[p] = n + 1
			points = append(points, size.Index(p))
		}
	}
	if len(points) == 0 {
		return
	}
	actx, cancel := context.WithCancel(ctx)
	a.running, a.cancel, t.changed = true, cancel, true
	state := hw.State(t.color())
	t.errands.Go(func() {
		defer cancel()
		err := t.cfg.Arm.Place(actx, state, points, a.placed)
		if actx.Err() != nil {
			err = nil // it was told to stop
		}
		a.ended <- err
	})
}

// letGo takes note of a stone that the arm has let go.
func (t *Table) letGo(p hw.Placement) {
	if p.Err == nil {
		t.log.Debug("the arm has put a stone down", "point", t.match.game.Size().Point(p.Point))
	}
}

// rested takes the end of the arm's job.
func (t *Table) rested(err error) {
	a := &t.arm
	a.running, t.changed = false, true
	a.again, a.faulty = t.now().Add(armPause), err != nil
	if a.faulty {
		a.again = t.last.Add(armRest)
		t.log.Warn("the arm cannot put the stones down; people may", "err", err)
		t.notify(t.lang.Say(text.ArmFailed))
	}
}
